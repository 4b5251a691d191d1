import MarbleRuns

/// Writes a picture as SVG, without scripts, embedded fonts or external resources.
package struct SVGRenderer {
  private var text = ""
  /// Whether the drawing is for a page with a script: events have their instants as attributes and are reachable by
  /// keyboard.
  private let isLive: Bool
  /// The animation; `nil` for a still picture.
  private let motion: Motion?

  private let theme: Theme

  private init(isLive: Bool, motion: Motion? = nil, theme: Theme = .auto) {
    self.isLive = isLive
    self.motion = motion
    self.theme = theme
  }

  /// Returns a complete document.
  ///
  /// - Parameter size: The size of the document, in which the picture is as large as possible and centered; `nil` for
  ///   the size of the picture.
  package static func text(
    of picture: Picture, theme: Theme = .auto, isAnimated: Bool = false, size: (width: Double, height: Double)? = nil
  ) -> String {
    var renderer = SVGRenderer(isLive: false, motion: isAnimated ? Motion(picture) : nil, theme: theme)
    renderer.add(picture, size)
    return renderer.text
  }

  /// Whether a text is a document that was drawn here.
  package static func hasDrawn(_ text: String) -> Bool { text.hasPrefix(beginning) }
  private static let beginning = #"<svg xmlns="http://www.w3.org/2000/svg" class="marbles-"#

  /// Returns the shapes alone, for a page with a script.
  static func liveItems(of picture: Picture, theme: Theme = .auto) -> String {
    var renderer = SVGRenderer(isLive: true, theme: theme)
    for item in picture.items.flatMap(\.judged) { renderer.add(item) }
    return renderer.text
  }

  private mutating func add(_ picture: Picture, _ size: (width: Double, height: Double)?) {
    let (width, height) = (
      SVGRenderer.number(size?.width ?? picture.width), SVGRenderer.number(size?.height ?? picture.height)
    )
    let viewBox = "0 0 \(SVGRenderer.number(picture.width)) \(SVGRenderer.number(picture.height))"
    text += #"\#(SVGRenderer.beginning)\#(theme.rawValue)" role="img" width="\#(width)" height="\#(height)" "#
    text += "viewBox=\"\(viewBox)\"\(motion.map { " style=\"--rest: \($0.rest)\"" } ?? "")>\n"
    text += "<title>\(picture.title.escaped)</title>\n<desc>\(picture.description.escaped)</desc>\n"
    let moves = motion == nil ? "" : Motion.css(scope: ".marbles-\(theme.rawValue)")
    let judges = picture.items.contains { $0.parts.contains { [.held, .broken, .undecided].contains($0.role) } }
    let isPale = picture.items.contains { $0.isGhost || $0.isTemplate || $0.isUnheard }
    let style = StyleSheet.css(theme, scope: ".marbles-\(theme.rawValue)", judges: judges, isPale: isPale)
    text += "<style>\n\(style)\(moves)</style>\n"
    for item in picture.items { add(item) }
    text += "</svg>\n"
  }

  private mutating func add(_ item: Picture.Item) {
    let moves = motion?.attributes(of: item)
    var classes: [String] = []
    if item.isGhost { classes.append("ghost") }
    if item.isTemplate { classes.append("template") }
    if item.isUnheard { classes.append("unheard") }
    if isLive, item.instant != nil { classes.append("mark") }
    if let moves { classes.append(moves.name) }
    var start = classes.isEmpty ? "<g" : "<g class=\"\(classes.joined(separator: " "))\""
    if let style = moves?.style { start += " style=\"\(style)\"" }
    if isLive { start += SVGRenderer.liveAttributes(of: item) }
    let isGroup = item.tip != nil || start != "<g"
    if isGroup { text += start + ">" }
    if let tip = item.tip { text += "<title>\(tip.escaped)</title>" }
    // A background hides the line behind a pale marble.
    if item.isGhost || item.isTemplate || item.isUnheard {
      switch item.parts.first?.shape {
      case .circle(let center, let radius, _):
        add(Picture.Part(role: .surface, shape: .circle(center, radius: radius, colors: [])))
      case .capsule(let box, let corner, _): add(Picture.Part(role: .surface, shape: .box(box, corner: corner)))
      default: break
      }
    }
    for part in item.parts { add(part) }
    text += isGroup ? "</g>\n" : "\n"
  }

  private static func liveAttributes(of item: Picture.Item) -> String {
    var text = item.instant.map { " data-at=\"\($0)\"" } ?? ""
    if let lostAt = item.lostAt {
      text += " data-lost=\"\(lostAt)\" data-before=\"\(item.named(item.before ?? "").escaped)\""
    }
    if let decidedAt = item.decidedAt { text += " data-decided=\"\(decidedAt)\"" }
    if !item.events.isEmpty { text += " data-events=\"\(item.events.map(\.text).joined(separator: " "))\"" }
    if item.instant != nil, !item.events.isEmpty, ![.drop, .end].contains(item.parts[0].role) {
      text += " role=\"img\" tabindex=\"-1\" aria-label=\"\(item.named(item.tip ?? "").escaped)\""
    }
    if item.isDrawnOut { text += " clip-path=\"url(#played)\"" }
    return text
  }

  private mutating func add(_ part: Picture.Part) {
    let role = part.role.rawValue
    switch part.shape {
    case .line(let from, let to):
      text += "<path class=\"\(role)\" d=\"M\(SVGRenderer.place(from))L\(SVGRenderer.place(to))\"/>"
    case .link(let from, let to, let color):
      text +=
        "<path class=\"\(role)\" stroke=\"\(StyleSheet.ink(color, theme))\" d=\"M\(SVGRenderer.place(from))L\(SVGRenderer.place(to))\"/>"
    case .circle(let center, let radius, let colors):
      addCircle(center, radius, colors, role)
    case .box(let box, let corner):
      let (x, y) = (SVGRenderer.number(box.left), SVGRenderer.number(box.top))
      let size = "width=\"\(SVGRenderer.number(box.width))\" height=\"\(SVGRenderer.number(box.height))\""
      text += "<rect class=\"\(role)\" x=\"\(x)\" y=\"\(y)\" \(size) rx=\"\(SVGRenderer.number(corner))\"/>"
    case .polygon(let points):
      text += "<path class=\"\(role)\" d=\"M\(points.map(SVGRenderer.place).joined(separator: "L"))Z\"/>"
    case .head(let points, let color):
      let path = points.map(SVGRenderer.place).joined(separator: "L")
      text += "<path class=\"\(role)\" fill=\"\(StyleSheet.ink(color, theme))\" d=\"M\(path)Z\"/>"
    case .capsule(let box, let corner, let colors): addCapsule(box, corner, colors, role)
    case .text(let line): add(line, role)
    }
  }

  private mutating func add(_ line: Picture.Text, _ role: String) {
    let place = "x=\"\(SVGRenderer.number(line.place.x))\" y=\"\(SVGRenderer.number(line.place.y))\""
    let anchor =
      switch line.anchor {
      case .start: ""
      case .middle: " text-anchor=\"middle\""
      case .end: " text-anchor=\"end\""
      }
    let style = role + (line.isMono ? " mono" : "")
    let weight = line.isBold && role != "title" ? " font-weight=\"600\"" : ""
    let size = "font-size=\"\(SVGRenderer.number(line.size))\""
    text += "<text class=\"\(style)\"\(weight) \(place) \(size)\(anchor)>"
    var rest = line.string[...]
    for tone in line.tones {
      let piece = String(rest.prefix(tone.count)).escaped
      switch tone.kind {
      case .plain: text += piece
      case .name: text += "<tspan font-weight=\"600\">\(piece)</tspan>"
      case .closure: text += "<tspan class=\"quiet\">\(piece)</tspan>"
      }
      rest = rest.dropFirst(tone.count)
    }
    text += "\(String(rest).escaped)</text>"
  }

  private mutating func addCircle(_ center: Point, _ radius: Double, _ colors: [Int], _ role: String) {
    let place =
      "cx=\"\(SVGRenderer.number(center.x))\" cy=\"\(SVGRenderer.number(center.y))\" r=\"\(SVGRenderer.number(radius))\""
    guard colors.count > 1, let turns = SVGRenderer.turns[colors.count] else {
      let fill = colors.first.map { " fill=\"\(StyleSheet.fill($0, theme))\"" } ?? ""
      text += "<circle class=\"\(role)\" \(place)\(fill)/>"
      return
    }
    let size = SVGRenderer.number(radius)
    for (index, color) in colors.enumerated() {
      let (from, to) = (turns[index], turns[(index + 1) % turns.count])
      let (start, end) = (
        Point(center.x + radius * from.x, center.y + radius * from.y),
        Point(center.x + radius * to.x, center.y + radius * to.y)
      )
      let arc = "A\(size) \(size) 0 0 1 \(SVGRenderer.place(end))"
      text +=
        "<path fill=\"\(StyleSheet.fill(color, theme))\" d=\"M\(SVGRenderer.place(center))L\(SVGRenderer.place(start))\(arc)Z\"/>"
    }
    text += "<circle class=\"\(role)\" \(place) fill=\"none\"/>"
  }

  /// A capsule of several colors has a part in each, and its outline around them.
  private mutating func addCapsule(_ box: Box, _ corner: Double, _ colors: [Int], _ role: String) {
    let (x, y) = (SVGRenderer.number(box.left), SVGRenderer.number(box.top))
    let (width, height) = (SVGRenderer.number(max(box.width, 0)), SVGRenderer.number(box.height))
    let round = SVGRenderer.number(corner)
    let place = "x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\" rx=\"\(round)\""
    guard colors.count > 1 else {
      // A timer is hollow.
      let fill = role == "timer" ? "" : colors.first.map { " fill=\"\(StyleSheet.fill($0, theme))\"" } ?? ""
      // The fill alone is too light to be seen in a light box.
      let line =
        ["bar", "timer", "lane"].contains(role)
        ? colors.first.map { " stroke=\"\(StyleSheet.ink($0, theme))\"" } ?? "" : ""
      text += "<rect class=\"\(role)\" \(place)\(fill)\(line)/>"
      return
    }
    text += "<rect \(place) fill=\"\(StyleSheet.fill(colors[0], theme))\"/>"
    let share = box.width / Double(colors.count)
    for (index, color) in colors.enumerated().dropFirst() {
      let start = SVGRenderer.number(box.left + share * Double(index))
      let isLast = index == colors.count - 1
      let end = SVGRenderer.number(isLast ? box.right - corner : box.left + share * Double(index + 1))
      let bottom = SVGRenderer.number(box.bottom)
      // The last part is round where the capsule is.
      let side = isLast ? turn(box, corner) : "V\(bottom)"
      text += "<path fill=\"\(StyleSheet.fill(color, theme))\" d=\"M\(start) \(y)H\(end)\(side)H\(start)Z\"/>"
    }
    text += "<rect class=\"\(role)\" \(place) fill=\"none\"/>"
  }

  /// Returns the path around the right end of a capsule, whose corners may be smaller than its half.
  private func turn(_ box: Box, _ corner: Double) -> String {
    let arc = "A\(SVGRenderer.number(corner)) \(SVGRenderer.number(corner)) 0 0 1 "
    let end = SVGRenderer.place(Point(box.right - corner, box.bottom))
    if corner * 2 > box.height - 0.1 { return arc + end }
    let below = SVGRenderer.number(box.bottom - corner)
    return arc + SVGRenderer.place(Point(box.right, box.top + corner)) + "V\(below)" + arc + end
  }

  /// The start of each part of a divided marble, clockwise.
  private static let turns: [Int: [Point]] = [
    2: [Point(0, 1), Point(0, -1)],
    3: [Point(0, -1), Point(0.866, 0.5), Point(-0.866, 0.5)],
    4: [Point(0, -1), Point(1, 0), Point(0, 1), Point(-1, 0)],
  ]

  private static func place(_ point: Point) -> String { "\(number(point.x)) \(number(point.y))" }

  /// Returns a number with at most two decimal places.
  package static func number(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let (whole, rest) = abs(hundredths).quotientAndRemainder(dividingBy: 100)
    let fraction = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
    return (hundredths < 0 ? "-" : "") + "\(whole)\(fraction)"
  }
}

extension Picture.Item {
  /// The item, or the bar of a trial and its sign, which is not there before the decision.
  fileprivate var judged: [Self] {
    guard signs > 0, let decidedAt else { return [self] }
    var (bar, sign) = (self, self)
    bar.parts.removeLast(signs)
    sign.parts.removeFirst(bar.parts.count)
    sign.instant = decidedAt
    return bar.parts.isEmpty ? [sign] : [bar, sign]
  }

  /// Whether the item extends over time, so that an animation shows a growing part of it.
  var isDrawnOut: Bool {
    guard let instant else { return false }
    return [.stream, .bar, .timer, .lane].contains(parts[0].role) || (decidedAt ?? instant) > instant
  }

  /// Returns a description with the name of the row.
  fileprivate func named(_ words: String) -> String { row.isEmpty ? words : "\(row): \(words)" }
}

extension Picture.EventID {
  /// The text of the identifier: `0-5` is event 5 of run 0.
  var text: String { "\(run)-\(event)" }
}

extension String {
  /// The text, escaped for XML, without control characters.
  var escaped: String {
    let isPlain = utf8.allSatisfy { byte in
      switch byte {
      case 0..<32, 0x80..., UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): false
      default: true
      }
    }
    if isPlain { return self }
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\n": text += "\n"
      case _ where scalar.value < 32 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: text += " "
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

/// Writes a picture down as SVG: no script, no font of its own, nothing from elsewhere.
package struct SVGRenderer {
  private var text = ""

  /// A document of its own.
  package static func text(of picture: Picture, theme: Theme = .auto) -> String {
    var renderer = SVGRenderer()
    renderer.add(picture, theme)
    return renderer.text
  }

  private mutating func add(_ picture: Picture, _ theme: Theme) {
    let (width, height) = (SVGRenderer.number(picture.width), SVGRenderer.number(picture.height))
    text += #"<svg xmlns="http://www.w3.org/2000/svg" class="marbles" role="img" width="\#(width)" height="\#(height)" "#
    text += "viewBox=\"0 0 \(width) \(height)\">\n"
    text += "<title>\(picture.title.escaped)</title>\n<desc>\(picture.description.escaped)</desc>\n"
    text += "<style>\n\(StyleSheet.css(theme, scope: ".marbles"))</style>\n"
    for item in picture.items { add(item) }
    text += "</svg>\n"
  }

  private mutating func add(_ item: Picture.Item) {
    let isGroup = item.tip != nil
    if isGroup { text += "<g>" }
    if let tip = item.tip { text += "<title>\(tip.escaped)</title>" }
    for part in item.parts { add(part) }
    text += isGroup ? "</g>\n" : "\n"
  }

  private mutating func add(_ part: Picture.Part) {
    let role = part.role.rawValue
    switch part.shape {
    case .line(let from, let to):
      text += "<path class=\"\(role)\" d=\"M\(SVGRenderer.place(from))L\(SVGRenderer.place(to))\"/>"
    case .circle(let center, let radius, let colors):
      addCircle(center, radius, colors, role)
    case .box(let box, let corner):
      let (x, y) = (SVGRenderer.number(box.left), SVGRenderer.number(box.top))
      let size = "width=\"\(SVGRenderer.number(box.width))\" height=\"\(SVGRenderer.number(box.height))\""
      text += "<rect class=\"\(role)\" x=\"\(x)\" y=\"\(y)\" \(size) rx=\"\(SVGRenderer.number(corner))\"/>"
    case .polygon(let points):
      text += "<path class=\"\(role)\" d=\"M\(points.map(SVGRenderer.place).joined(separator: "L"))Z\"/>"
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
    text += "<text class=\"\(style)\" \(place) font-size=\"\(SVGRenderer.number(line.size))\"\(anchor)>\(line.string.escaped)</text>"
  }

  private mutating func addCircle(_ center: Point, _ radius: Double, _ colors: [Int], _ role: String) {
    let fill = StyleSheet.palette[(colors.first ?? 0) % StyleSheet.palette.count]
    let place = "cx=\"\(SVGRenderer.number(center.x))\" cy=\"\(SVGRenderer.number(center.y))\" r=\"\(SVGRenderer.number(radius))\""
    text += "<circle class=\"\(role)\" \(place) fill=\"\(fill)\"/>"
  }

  private static func place(_ point: Point) -> String { "\(number(point.x)) \(number(point.y))" }

  /// A number with at most two places behind the point.
  private static func number(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let (whole, rest) = abs(hundredths).quotientAndRemainder(dividingBy: 100)
    let fraction = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
    return (hundredths < 0 ? "-" : "") + "\(whole)\(fraction)"
  }
}

extension String {
  /// The text as it stands in XML, where control characters have no place.
  var escaped: String {
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

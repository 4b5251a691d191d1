import MarbleRuns
import Marbles

/// The texts in the marbles of a poster: their values, or letters that stand for these.
struct PosterLettering {
  /// The sizes that are tried, the largest first: half of the height of a marble, and the size of its text.
  struct Scale: Hashable {
    var radius: Double
    var size: Double
    /// The number of characters beyond which a text is broken between words.
    var line = longest
    /// Whether a marble may be narrower than it is high.
    var isSlim = false
    var isBold: Bool { size > 13 }
    static let all = [
      Scale(radius: 14, size: 14), Scale(radius: 12, size: 13), Scale(radius: 10, size: 12), Scale(radius: 9, size: 12),
      Scale(radius: 9, size: 12, line: 5), Scale(radius: 9, size: 12, line: 5, isSlim: true),
    ]
    /// The same in a picture that would be too high.
    static let low = Array(all.dropFirst(2))
  }

  /// The number of characters that a line in a marble may have.
  static let longest = 9
  /// The size of the smallest text.
  static let small = 12.0
  /// Half of the height of a marble with two lines.
  private static let twice = 16.0

  let base: Lettering
  let scale: Scale
  /// Whether long texts end with an ellipsis, or all marbles have letters; both are explained below the picture.
  let words: Wording
  var isLettered: Bool { words == .letters }
  /// The letters of values that have none in the spec.
  let letters: [String: String]

  /// The texts of marbles: the first form that fits.
  enum Wording: Hashable, CaseIterable { case whole, shortened, letters }

  /// A marble: its lines of text, and half of its width and height.
  struct Face: Hashable {
    var lines: [String]
    var size: Double
    var reach: Double
    var half: Double
    var isBold: Bool
  }

  /// Returns the text of a value; `literal` is empty if only the symbol is known.
  func text(_ kind: Mark.Kind, _ literal: String) -> String {
    guard let symbol = kind.symbol else { return kind == .anyValue ? Lettering.stream : "" }
    if isLettered { return letters[symbol.text] ?? symbol.text }
    return PosterLettering.plain(literal.isEmpty ? base.literal(of: symbol) : literal)
  }

  /// Returns the marble of a value; `nil` if its text does not fit into two lines.
  func face(_ kind: Mark.Kind, _ literal: String) -> Face? {
    let text = text(kind, literal)
    var lines = PosterLettering.lines(text, scale.line)
    if words == .shortened { lines = PosterLettering.shortened(lines, scale.line) }
    if !isLettered, lines.count > 2 || lines.contains(where: { DisplayWidth.of($0) > PosterLettering.longest }) {
      return nil
    }
    let isTwice = lines.count == 2
    let size = isTwice ? PosterLettering.small : scale.size
    let isBold = scale.isBold && !isTwice
    let widest = lines.map { TextMetrics.width($0, size: size, isBold: isBold) }.max() ?? 0
    let half = isTwice ? PosterLettering.twice : scale.radius
    let margin = isBold ? 5.0 : isTwice ? 3 : 3.5
    return Face(
      lines: lines, size: size, reach: max(scale.isSlim ? 0 : isTwice ? 12 : half, widest / 2 + margin), half: half,
      isBold: isBold)
  }

  /// Returns a value as words have it: its marble's text.
  func name(_ value: Mark.Kind) -> String {
    let text = face(value, "")?.lines.joined(separator: " ") ?? text(value, "")
    return DisplayWidth.of(text) > Self.longest
      ? TextMetrics.shortened(text, to: Self.widestName, size: Self.small) : text
  }
  private static let widestName = 70.0

  /// The name of a lane: the value that it was created for, if it has no other one; of a bar the words in it.
  func label(of element: PosterPlan.Element) -> String {
    guard element.kind == .lane else { return element.label }
    let label = element.label.isEmpty ? element.value.map(name) ?? "" : element.label
    return element.isEmptyLane ? label.isEmpty ? "empty" : "\(label): empty" : label
  }

  /// The meaning of a letter for the key; `nil` if the letter is the value.
  func meaning(_ kind: Mark.Kind, _ literal: String) -> String? {
    guard words != .whole, let symbol = kind.symbol else { return nil }
    let plain = PosterLettering.plain(literal.isEmpty ? base.literal(of: symbol) : literal)
    let shown = isLettered ? text(kind, literal) : face(kind, literal)?.lines.joined(separator: " ")
    return shown.flatMap { $0 == plain ? nil : "\($0) = \(plain)" }
  }

  /// Whether each value has a text of its own: two that differ only behind the ellipsis need letters.
  func isClear(_ diagram: Diagram) -> Bool {
    if words != .shortened { return true }
    let traced = diagram.runs.compactMap(\.trace).flatMap(\.events).map(\.kind)
    let kinds = Set(traced + diagram.lanes.flatMap(\.moments).flatMap(\.marks).map(\.kind)).filter { $0.symbol != nil }
    var known: [[String]: String] = [:]
    for kind in kinds {
      let whole = text(kind, ""), lines = face(kind, "")?.lines ?? []
      // The end of a value in brackets tells the most.
      if lines.joined(separator: " ") != whole, whole.contains("(") { return false }
      if known.updateValue(whole, forKey: lines).map({ $0 != whole }) ?? false { return false }
    }
    return true
  }

  /// Gives letters to the values between operators, whose symbols are their texts: those of equal values in the rows,
  /// or new ones.
  static func letters(_ diagram: Diagram) -> [String: String] {
    var known: [String: String] = [:]
    for meaning in diagram.streams.flatMap(\.meanings) + diagram.runs.flatMap(\.meanings)
    where meaning.symbol.count == 1 {
      known[plain(meaning.value)] = known[plain(meaning.value)] ?? meaning.symbol
    }
    var used = Set(known.values)
    var free = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ").map(String.init)[...]
    var letters: [String: String] = [:]
    for event in diagram.runs.compactMap(\.trace).flatMap(\.events) {
      guard let symbol = event.kind.symbol, symbol.text.count > 2, letters[symbol.text] == nil else { continue }
      while let next = free.first, used.contains(next) { free.removeFirst() }
      guard let letter = known[symbol.text] ?? known[plain(event.text)] ?? free.popFirst() else { continue }
      used.insert(letter)
      letters[symbol.text] = letter
    }
    return letters
  }

  /// Breaks a text of more characters than a line has into lines between words.
  private static func lines(_ text: String, _ longest: Int) -> [String] {
    if DisplayWidth.of(text) <= longest { return [text] }
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, DisplayWidth.of(last) + 1 + DisplayWidth.of(word) <= longest {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines.isEmpty ? [text] : lines
  }

  /// Returns at most two lines, with an ellipsis for what has no room.
  private static func shortened(_ lines: [String], _ longest: Int) -> [String] {
    var few = Array(lines.prefix(2))
    if lines.count > 2 { few[1] += " " + lines[2] }
    return few.map { line in
      if DisplayWidth.of(line) <= longest { return line }
      var room = longest - 1
      var start = line.prefix { character in
        room -= DisplayWidth.of(character)
        return room >= 0
      }
      while start.last == " " { start.removeLast() }
      return start + "…"
    }
  }

  /// Returns a literal as people write it: a string without its quotes, also in an array, and a tuple as its elements.
  static func plain(_ literal: String) -> String {
    guard let first = literal.first, let last = literal.last, literal.count > 2 else { return Lettering.shown(literal) }
    guard (first == "(" && last == ")") || (first == "[" && last == "]") else { return Lettering.shown(literal) }
    var text = ""
    var isQuoted = false
    for character in literal.dropFirst().dropLast() {
      if character == "\\" { return literal }
      if character == "\"" {
        isQuoted.toggle()
        continue
      }
      // A value with a structure of its own, or with elements of several words, is written as it is.
      if isQuoted ? character == "," || character == " " : "()[]:".contains(character) { return literal }
      text.append(character)
    }
    return text.isEmpty ? literal : first == "(" ? text : "[\(text)]"
  }
}

import MarbleRuns
import Marbles

/// The words of a picture of an order.
extension OrderLayout {
  /// The largest number of lines of a failure, and of a sentence.
  private static let most = (failure: 8, sentence: 5)

  /// Adds a text in lines at the left end.
  mutating func add(
    _ words: String, _ role: Picture.Role, size: Double, isBold: Bool = false, indent: Double = 0, lines most: Int
  ) {
    let room = (width - 2 * Self.margin - indent) / (isBold ? 1.15 : 1)
    for line in TextMetrics.paragraph(Printable.line(words), width: room, lines: most, size: size) {
      let height = (size * 1.4).rounded()
      var text = Picture.Text.middle(line, at: Point(Self.margin + indent, y + height / 2), size: size, anchor: .start)
      text.isBold = isBold
      front.append(Picture.Item(role, .text(text)))
      y += height
    }
  }

  mutating func addWords() {
    if order.turns.isEmpty { add("No turn has run.", .note, size: 12, lines: 1) }
    if order.omitted > 0 { add("\(order.omitted) turns more are not drawn.", .note, size: 11, lines: 2) }
    if !shown.switches.isEmpty {
      add(
        "A pale box is the turn that is next in the order of scheduling. Here another turn ran first:", .note, size: 11,
        lines: 4)
      y += 3
    }
    for (number, place) in shown.switches.enumerated() {
      var text = Picture.Text.middle("\(number + 1)", at: Point(Self.margin, y + 8.5), size: 12, anchor: .start)
      text.isBold = true
      front.append(Picture.Item(.name, .text(text)))
      add(order.sentence(ofSwitch: place), .name, size: 12, indent: 22, lines: Self.most.sentence)
    }
    if shown.moreSwitches > 0 { add("\(shown.moreSwitches) more switches", .note, size: 11, lines: 1) }
    addFailure()
    addAgain()
  }

  private mutating func addFailure() {
    guard let failure = order.failures.first else { return }
    y += 8
    let center = Point(Self.margin + 6, y + 8.5)
    for sign in [-1.0, 1] {
      let from = Point(center.x - 5, center.y - 5 * sign), to = Point(center.x + 5, center.y + 5 * sign)
      front.append(Picture.Item(.failure, .line(from, to)))
    }
    let lines = failure.split(separator: "\n")
    for line in lines.prefix(Self.most.failure) {
      add(String(line), .warning, size: 12, indent: 22, lines: lines.count > 1 ? Self.most.sentence : Self.most.failure)
    }
    let more = order.failures.count - 1
    if more > 0 { add("and \(more) more failure\(more == 1 ? "" : "s")", .note, size: 11, indent: 22, lines: 1) }
  }

  /// Adds the call that repeats the order. It is copied, so it is not shortened.
  private mutating func addAgain() {
    guard let again = order.again else { return }
    y += 8
    let room = width - 2 * Self.margin
    var line = ""
    for character in again + "\n" {
      let isFull = TextMetrics.monoWidth(line + String(character), size: 12) > room
      if character == "\n" || isFull {
        var text = Picture.Text.middle(line, at: Point(Self.margin, y + 8.5), size: 12, anchor: .start, isMono: true)
        text.isBold = false
        front.append(Picture.Item(.code, .text(text)))
        y += 17
        line = ""
      }
      line.append(character)
    }
  }
}

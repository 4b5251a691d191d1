/// Makes up questions about operators and what they are confused with.
package struct QuizGenerator {
  private var mixer: Mixer
  package init(seed: UInt64) { mixer = Mixer(seed: seed) }

  /// The operators about which questions can be made up.
  package static var names: [String] {
    Confusions.families.flatMap(\.forms).map { String($0.prefix { $0.isLetter }) }.uniqued
  }

  /// A question about an operator; nil if nothing is known that it is confused with. It is one that tells all of these apart: no two of them
  /// send the same.
  package mutating func card(about name: String) -> QuizCard? {
    let places = Confusions.places(of: name)
    guard !places.isEmpty else { return nil }
    for _ in 0..<200 {
      let place = places.randomElement(using: &mixer) ?? places[0]
      let text = spec(place.family, place.form)
      guard let file = try? SpecFile(SpecText(text, file: "a question about \(name)")) else { continue }
      let subscriber = max(0, place.family.subscribers.count - 1)
      guard let card = try? QuizCard(file, block: 0, subscriber: subscriber), isWorthAsking(card) else { continue }
      if card.rivals.count(where: \.isSibling) == place.family.forms.count - 1 { return card }
    }
    return nil
  }

  private func isWorthAsking(_ card: QuizCard) -> Bool { card.events.count <= 8 }

  private mutating func spec(_ family: Confusions, _ form: String) -> String {
    var lines = family.inputs.contains(.burst) ? ["frame: 100ms"] : []
    var name = "source"
    for input in family.inputs {
      switch input {
      case .burst:
        name = "key"
        lines.append("hot key: " + row(of: "abcdefgh", length: 14, busy: 55))
      case .values:
        name = "press"
        lines.append("hot press: " + row(of: "abcd", length: 12, busy: 35))
      case .numbers:
        name = "count"
        lines.append("count: " + row(of: "12345", length: 10, busy: 40))
      case .other: lines.append("hot other: " + row(of: "789", length: 12, busy: 30))
      case .work: lines.append("work: " + (["-1-2|", "-1--2|", "--1|"].randomElement(using: &mixer) ?? ""))
      }
    }
    let argument = family.arguments.randomElement(using: &mixer) ?? ""
    lines.append("> \(name).\(Confusions.written(form, argument))")
    return (lines + family.subscribers.map { "from \($0)" }).joined(separator: "\n")
  }

  /// A row with some of these symbols, in their order.
  private mutating func row(of symbols: String, length: Int, busy: Int) -> String {
    var left = symbols[...]
    var row = "-"
    let length = length - Int.random(in: 0..<3, using: &mixer)
    while row.count < length {
      let isValue = Int.random(in: 0..<100, using: &mixer) < busy
      row.append(isValue ? left.popFirst() ?? "-" : "-")
    }
    return row + "|"
  }
}

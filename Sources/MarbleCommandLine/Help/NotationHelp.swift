import Marbles

/// The text of `marble help notation`.
enum NotationHelp {
  /// A piece of notation.
  struct Row {
    var text: String
    var role = Lane.Role.cold
    var meaning: String
  }

  static let sections: [(title: String, rows: [Row])] = [
    (
      "IN EVERY ROW",
      [
        Row(text: "-", meaning: "Nothing happens."),
        Row(text: "a", meaning: "A value arrives. Any sign that has no meaning of its own is a value; 0 to 9 are integers."),
        Row(text: "'two words'", meaning: "A value whose name has several signs, or one with a meaning; \\' and \\\\ stand for ' and \\."),
        Row(text: "|", meaning: "The stream finishes."),
        Row(text: "#", meaning: "The stream fails."),
        Row(text: "#'why'", meaning: "The stream fails with this value."),
        Row(text: "(ab|)", meaning: "All of this at one instant; takes as many frames as it has signs, so that columns stay in line."),
        Row(text: "[ab|]", meaning: "All of this at one instant, in a single frame."),
        Row(text: " 30ms ", meaning: "Time passes. A duration stands between spaces; the units are ns, us, ms, s, m and h."),
        Row(text: "@250ms a", meaning: "The next sign happens at this instant, counted from zero."),
        Row(text: " ", meaning: "Nothing: spaces are there to bring rows into line."),
      ]
    ),
    ("IN HOT STREAMS", [Row(text: "-a^b", role: .hot, meaning: "'^' is time zero. What stands before it happened before the start.")]),
    (
      "IN ROWS OF WHAT SHOULD HAPPEN",
      [
        Row(text: "?", role: .expectation, meaning: "Any one value."),
        Row(text: "{ab}", role: .expectation, meaning: "Two values or more at one instant, in any order."),
      ]
    ),
    (
      "IN LANES OF SUBSCRIPTIONS",
      [
        Row(text: "^", role: .window, meaning: "The subscription begins."),
        Row(text: "^!", role: .window, meaning: "It ends: by a cancel, or because the source has ended."),
        Row(text: "(^!)", role: .window, meaning: "It begins and ends at one instant."),
      ]
    ),
    (
      "IN LANES OF DEMAND",
      [
        Row(text: "2", role: .demand, meaning: "So many values are requested."),
        Row(text: "'12'", role: .demand, meaning: "The same with more digits."),
        Row(text: "*", role: .demand, meaning: "Values without limit are requested."),
        Row(text: "(21)", role: .demand, meaning: "Two requests, one after the other."),
      ]
    ),
  ]

  static let examples: [(role: Lane.Role, text: String)] = [
    (.cold, "-a--b--(cd|)"), (.cold, "-[ab]-'two words'#'too bad'"), (.cold, "-a 20ms b @1s c|"), (.hot, "-a-^-b-|"), (.window, "--^---!"),
    (.demand, "2--*"),
  ]

  static var text: String {
    var text = """
      A row of marbles says what happens and when. A sign is one column wide and one
      frame long; the first one happens at time zero. A frame lasts 1ms, or what the
      line 'frame:' of a spec says.


      """
    for section in sections {
      text += section.title + ":\n"
      for row in section.rows {
        text += CommandShape.entry(padded(row.text == " " ? "space" : row.text.trimmed) + takes(row), row.meaning)
      }
      text += "\n"
    }
    text += "READ:\n"
    for example in examples { text += "  " + padded(example.text, 28) + reading(of: example.text, as: example.role) + "\n" }
    return text
  }

  private static func padded(_ text: String, _ width: Int = 13) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  /// The time that a piece of notation takes, as the parser counts it.
  private static func takes(_ row: Row) -> String {
    guard let frames = Lane.frames(of: row.text, as: row.role) else { return "" }
    return row.text.contains("ms") ? "" : "\(frames) frame\(frames == 1 ? "" : "s")"
  }

  /// The result of the parser, in words.
  private static func reading(of text: String, as role: Lane.Role) -> String {
    do {
      let lane = try Lane(parsing: text, as: role)
      return lane.moments.map { moment in
        DurationText.of(moment.instant.nanoseconds) + " " + moment.marks.map(word).joined(separator: ", ")
      }.joined(separator: "; ")
    } catch {
      return error.message
    }
  }
  private static func word(_ mark: Mark) -> String {
    switch mark.kind {
    case .value(let symbol): symbol.text
    case .anyValue: "any value"
    case .finished: "finished"
    case .failure(let value): value.map { "failed with \($0)" } ?? "failed"
    case .subscribe: "subscribed"
    case .unsubscribe: "over"
    case .request(let count): "\(count.map(String.init) ?? "unlimited") requested"
    }
  }
}

extension String {
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}

import Marbles
import PipesCore

/// The text of `marble help notation`.
enum NotationHelp {
  /// A piece of notation.
  struct Element {
    var text: String
    var role = Lane.Role.cold
    var meaning: String
  }

  static let sections: [(title: String, rows: [Element])] = [
    (
      "IN EVERY ROW",
      [
        Element(text: "-", meaning: "Nothing happens."),
        Element(
          text: "a",
          meaning: "The stream sends a value. Every symbol without another meaning is a value; 0 to 9 are integers."),
        Element(
          text: "'two words'",
          meaning:
            "The stream sends a value whose name has several characters, or a character with another meaning; write \\' for ' and \\\\ for \\."
        ),
        Element(text: "|", meaning: "The stream finishes."),
        Element(text: "#", meaning: "The stream fails."),
        Element(text: "#'why'", meaning: "The stream fails with this value."),
        Element(
          text: "(ab|)",
          meaning:
            "These events happen at one instant. The group takes as many frames as it has characters, so that columns stay aligned."
        ),
        Element(text: "[ab|]", meaning: "These events happen at one instant, in a single frame."),
        Element(
          text: " 30ms ",
          meaning: "This time passes. A duration has spaces on both sides; its units are ns, us, ms, s, m and h."),
        Element(text: "@250ms a", meaning: "The next event happens at this instant, counted from time zero."),
        Element(text: " ", meaning: "A space takes no time; it aligns rows."),
      ]
    ),
    (
      "IN HOT STREAMS",
      [Element(text: "-a^b", role: .hot, meaning: "'^' is time zero. The events to its left happened before the run.")]
    ),
    (
      "IN EXPECTED ROWS",
      [
        Element(text: "?", role: .expectation, meaning: "Any value is accepted here."),
        Element(
          text: "{ab}", role: .expectation,
          meaning: "These values arrive at one instant, in any order; there are at least two."),
      ]
    ),
    (
      "IN LANES OF SUBSCRIPTIONS",
      [
        Element(text: "^", role: .window, meaning: "The subscription begins."),
        Element(
          text: "^!", role: .window, meaning: "The subscription ends: the subscriber cancels, or the source completes."),
        Element(text: "(^!)", role: .window, meaning: "The subscription begins and ends at one instant."),
      ]
    ),
    (
      "IN LANES OF DEMAND",
      [
        Element(text: "2", role: .demand, meaning: "The subscriber requests two values."),
        Element(text: "'12'", role: .demand, meaning: "The subscriber requests twelve values."),
        Element(text: "*", role: .demand, meaning: "The subscriber requests unlimited values."),
        Element(
          text: "(21)", role: .demand, meaning: "The subscriber requests two values and then one, at one instant."),
      ]
    ),
  ]

  static let examples: [(role: Lane.Role, text: String)] = [
    (.cold, "-a--b--(cd|)"), (.cold, "-[ab]-'two words'#'too bad'"), (.cold, "-a 20ms b @1s c|"), (.hot, "-a-^-b-|"),
    (.window, "--^---!"),
    (.demand, "2--*"),
  ]

  static var text: String {
    var text = """
      A row of marbles shows the events of a stream and their times. Each symbol is
      one column wide and one frame long, and the first symbol is at time zero.
      A frame lasts 1ms, unless the line 'frame:' of a spec gives another length.


      """
    for section in sections {
      text += section.title + ":\n"
      for row in section.rows {
        text += CommandShape.entry(padded(row.text == " " ? "space" : row.text.trimmed) + takes(row), row.meaning)
      }
      text += "\n"
    }
    text += "EXAMPLES:\n"
    for example in examples {
      text += "  " + padded(example.text, 28) + reading(of: example.text, as: example.role) + "\n"
    }
    return text
  }

  private static func padded(_ text: String, _ width: Int = 13) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  /// The time that a piece of notation takes, as the parser counts it.
  private static func takes(_ row: Element) -> String {
    guard let frames = Lane.frames(of: row.text, as: row.role) else { return "" }
    return row.text.contains("ms") ? "" : "\(frames) frame\(frames == 1 ? "" : "s")"
  }

  /// The result of the parser, in words.
  private static func reading(of text: String, as role: Lane.Role) -> String {
    do {
      let lane = try Lane(parsing: text, as: role)
      return lane.moments.map { moment in
        DurationText.inWords(moment.instant.nanoseconds) + " " + moment.marks.map(word).joined(separator: ", ")
      }.joined(separator: "; ")
    } catch {
      return error.message
    }
  }
  private static func word(_ mark: Mark) -> String {
    switch mark.kind {
    case .value(let symbol): symbol.text
    case .anyValue: "any value"
    case .finished: "finish"
    case .failure(let value): "failure" + (value.map { " \($0)" } ?? "")
    case .subscribe: "subscription"
    case .unsubscribe: "end of the subscription"
    case .request(let count): count.map { "request for \($0)" } ?? "unlimited request"
    }
  }
}

extension String {
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}

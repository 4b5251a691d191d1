/// A difference or a mistake that a check has found, as data. Its text is made from it, and nothing reads the text back.
package struct Finding: Hashable, Sendable, CustomStringConvertible {
  /// A file, or a line of it, or a column of that; lines and columns are counted from 1.
  package struct Place: Hashable, Sendable, CustomStringConvertible {
    package var file: String
    package var line: Int?
    package var column: Int?

    package init(file: String, line: Int? = nil, column: Int? = nil) {
      (self.file, self.line, self.column) = (file, line, column)
    }

    /// The parts, as in `a.marble:3:5`.
    package var description: String {
      file + (line.map { ":\($0)" } ?? "") + (column.map { ":\($0)" } ?? "")
    }
  }

  /// The kind, without the instants and the numbers of one run: a case that fails is replaced only by a simpler one with
  /// a finding of the same kind.
  package enum Kind: Hashable, Sendable {
    /// A row, or whatever the first line names, is not as expected.
    case difference(String)
    /// A law of operators is broken.
    case law(String)
    /// A rule is broken, undecided, or held although it should not.
    case rule(String)
    /// Nothing has put a part to the test.
    case untested(String)
    /// A stream breaks a rule of the protocol.
    case streamRule(String, of: String)
    /// The test uses something in a way that is not allowed.
    case misuse(String)
    /// A limit has stopped the run.
    case stopped(String)
    /// Time would go on and on.
    case endless
    /// Timers or tasks wait although every expected stream has ended.
    case pending
    /// A source is still subscribed.
    case subscribed(String)
    /// The last events of a source wait for demand.
    case withoutDemand(String)
    /// Work outside of the test, or an action, waits.
    case waiting(String)
    /// An object is still referred to.
    case alive(String)
    /// An error that code of the user has thrown, or an issue that it has reported, without digits.
    case foreign(String)
    /// Anything that has no instants in its text.
    case other(String)

    /// The kind of a text that is not ours, in which an instant or a value may stand.
    package static func of(foreign text: String) -> Kind { .foreign(text.filter { !$0.isNumber }) }
  }

  /// `nil` if it is not about a file.
  package var place: Place?
  /// Whether it is a mistake, because of which nothing ran. Otherwise the outcome is not the expected one.
  package var isError: Bool
  /// The first line of its text.
  package var head: String
  /// The lines of the rows below it, which fit the width of the output.
  package var rows: [String]
  /// The lines below the rows.
  package var sentences: [String]

  package init(
    at place: Place?, _ head: String, isError: Bool = false, rows: [String] = [], sentences: [String] = []
  ) {
    (self.place, self.isError, self.head, self.rows, self.sentences) = (place, isError, head, rows, sentences)
  }

  /// The text without the place.
  package var message: String { ([head] + rows + sentences).joined(separator: "\n") }
  /// The place, then the text.
  package var description: String { start + message }
  private var start: String {
    guard let place else { return isError ? "Error: " : "" }
    return "\(place): " + (isError ? "error: " : "")
  }

  /// The place, then the text, with its sentences folded to a number of columns.
  package func text(width: Int?) -> String {
    guard let width else { return description }
    func folded(_ texts: [String]) -> [String] {
      texts.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
        .flatMap { DisplayWidth.folded(String($0), to: width, indent: 4, mark: nil) }
    }
    return (folded([start + head]) + rows + folded(sentences)).joined(separator: "\n")
  }
}

import VirtualTime

/// A difference or a mistake that a check has found, as data. Its text is made from it, and nothing reads the text back.
package struct Finding: Hashable, Sendable, CustomStringConvertible {
  /// A file, or a line of it, or a column of that; lines and columns are counted from 1.
  package struct Place: Hashable, Sendable, CustomStringConvertible {
    package var file: String
    package var line: Int?
    package var column: Int?

    package init(file: String, line: Int? = nil, column: Int? = nil) {
      self.file = file
      self.line = line
      self.column = column
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
    /// A law of a spec is broken, or no input shows something, or a line says that without need.
    case brokenLaw, undecidedLaw, exception
    /// A line of a spec changes nothing.
    case unused
    /// A spec, or a file, cannot be read or run.
    case mistake
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
    /// A limit has stopped the run: of actions at one instant, or of all.
    case stopped(atOneInstant: Bool)
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

    /// The word for it in data.
    package var name: String {
      switch self {
      case .difference: "difference"
      case .law, .brokenLaw: "law"
      case .undecidedLaw: "undecidedLaw"
      case .exception: "exception"
      case .unused: "unused"
      case .mistake: "mistake"
      case .rule: "rule"
      case .untested: "untested"
      case .streamRule: "streamRule"
      case .misuse: "misuse"
      case .stopped: "stopped"
      case .endless: "endless"
      case .pending: "pending"
      case .subscribed: "subscribed"
      case .withoutDemand: "withoutDemand"
      case .waiting: "waiting"
      case .alive: "alive"
      case .foreign: "foreign"
      case .other: "other"
      }
    }
    /// The kind of a text that is not ours, in which an instant or a value may stand.
    static func of(foreign text: String) -> Kind { .foreign(text.filter { !$0.isNumber }) }
  }

  /// A row of marbles with its name.
  package struct NamedRow: Hashable, Sendable {
    package var name: String
    package var row: String
  }
  /// An instant at which rows differ.
  package struct Difference: Hashable, Sendable {
    package var instant: Int64
    package var text: String
  }

  /// `nil` if it is not about a file.
  package var place: Place?
  package var kind: Kind
  /// The first line of its text.
  package var head: String
  /// The lines of the rows below it, which fit the width of the output.
  var rows: [String]
  /// The lines below the rows.
  var sentences: [String]
  /// The changes that would mend it.
  package var advice: [String]
  package var lanes: [NamedRow] = []
  /// The instants at which they differ, the earliest first within each row.
  package var differences: [Difference] = []

  package init(
    at place: Place?, _ kind: Kind, _ head: String, rows: [String] = [], sentences: [String] = [], advice: [String] = []
  ) {
    self.place = place
    self.kind = kind
    self.head = head
    self.rows = rows
    self.sentences = sentences
    self.advice = advice
  }
  /// A mistake, because of which nothing ran.
  package init(mistake head: String, at place: Place?, rows: [String] = [], advice: [String] = []) {
    self.init(at: place, .mistake, head, rows: rows, advice: advice)
  }

  /// Adds the rows of a comparison, and where they differ.
  package mutating func add(_ rows: [(name: String, lane: Lane)], _ comparison: Comparison) {
    add(rows, comparison.differences.map { ($0.instant, $0.text) })
  }
  package mutating func add(
    _ rows: [(name: String, lane: Lane)], _ differences: [(instant: VirtualInstant, text: String)]
  ) {
    lanes = rows.map { NamedRow(name: $0.name, row: $0.lane.description) }
    self.differences = differences.map { Difference(instant: $0.instant.nanoseconds, text: $0.text) }
  }

  private var isError: Bool { kind == .mistake }
  /// The first line: of a mistake also its fix.
  private var first: String { isError ? ([head] + advice).joined(separator: "; ") : head }
  private var last: [String] { sentences + (isError ? [] : advice.map { "  \($0)" }) }

  /// The text without the place.
  package var message: String { ([first] + rows + last).joined(separator: "\n") }
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
    return (folded([start + first]) + rows + folded(last)).joined(separator: "\n")
  }
}

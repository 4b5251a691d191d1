/// The reason why the row of a call is not written into its source file.
enum RowRefusal: Error, Hashable {
  /// The source file cannot be read or written.
  case file(String)
  /// The file is shorter than it was when it was compiled.
  case noLine(Int)
  /// No call is where one was when the file was compiled.
  case noCall(line: Int)
  /// The function that is called there is not `toBe`, but one that passes its own place on.
  case helper(String)
  /// The call has other rows than the test that ran.
  case otherRows([String])
  /// A literal of the call, or the call, has no end.
  case openLiteral
  /// The row is a variable or a calculation.
  case computed(String)
  case severalLines
  case interpolation
  /// The literal has an escape such as `\n`.
  case escape
  /// The new row needs entries in a table, and the call has none that can be extended.
  case noTable(String)
  /// The symbols of the row cannot express the events: values that have no name.
  case inexpressible([String])
  /// A value holds a character that a row cannot show.
  case controlCharacter
  /// The runs of the call have other outcomes.
  case runsDiffer([RowOutcome])
  case knownIssue
  /// The file was changed while the tests ran.
  case edited
}

extension RowRefusal: CustomStringConvertible {
  private static let changed = "the file has changed since it was compiled"

  var description: String {
    switch self {
    case .file(let reason): reason
    case .noLine(let line): "there is no line \(line): \(Self.changed)"
    case .noCall(let line): "line \(line) has no call there: \(Self.changed)"
    case .helper(let name): "the row is written inside of '\(name)', which passes on the place of its own call"
    case .otherRows([]): "the call has no row: \(Self.changed)"
    case .otherRows(let rows): "the call has \(Self.listed(rows)): \(Self.changed)"
    case .openLiteral: "a literal or the call has no end: \(Self.changed)"
    case .computed(let text): "the row is computed: \(text)"
    case .severalLines: "the row is a literal of several lines"
    case .interpolation: "the literal has an interpolation"
    case .escape: "the literal has an escape; only \\\\, \\\" and \\' are known"
    case .noTable(""): "the row needs new names, and the call has no table"
    case .noTable(let text): "the row needs new names, and the table is computed: \(text)"
    case .inexpressible([]): "the symbols of the row cannot express the outcome"
    case .inexpressible(let values):
      "the symbols of the row cannot express the outcome: no name for "
        + values.prefix(5).map { DisplayWidth.printable($0) }.joined(separator: ", ")
        + (values.count > 5 ? " and \(values.count - 5) more" : "")
    case .controlCharacter: "a value holds a control character"
    case .runsDiffer(let outcomes):
      "runs of this line differ: " + outcomes.map(\.description).joined(separator: " and ")
    case .knownIssue: "the failure is a known issue"
    case .edited: "the file was changed while the tests ran"
    }
  }

  fileprivate static func listed(_ rows: [String]) -> String { rows.map { "'\($0)'" }.joined(separator: ", ") }
}

/// The outcome of one run of a call.
enum RowOutcome: Hashable, Sendable {
  /// The rows that the call has hold.
  case holds([String])
  /// Other rows are right, and need these entries in the table.
  case differs([String], added: [String])
  /// The rows differ, and the actual ones cannot be written.
  case unwritable
  /// The failure was a known issue.
  case known
}

extension RowOutcome: CustomStringConvertible {
  var description: String {
    switch self {
    case .holds([]), .differs([], _): "no row"
    case .holds(let rows): "\(RowRefusal.listed(rows)) (as written)"
    case .differs(let rows, let added):
      RowRefusal.listed(rows) + (added.isEmpty ? "" : " with \(added.joined(separator: ", "))")
    case .unwritable: "a row that cannot be written"
    case .known: "a known issue"
    }
  }
}

/// The outcomes of all calls, in all processes that run the same tests.
struct RecordedRuns: Equatable {
  /// A call of `toBe`.
  struct Call: Hashable, Sendable {
    let file: String
    let line: Int
    let column: Int

    init(_ place: SourcePlace) {
      file = place.filePath
      line = place.line
      column = place.column
    }
    init(_ file: String, _ line: Int, _ column: Int) {
      self.file = file
      self.line = line
      self.column = column
    }
  }
  struct Runs: Equatable, Sendable {
    /// The rows that the call has.
    var old: [String]
    /// The different outcomes, in the order of the runs.
    var outcomes: [RowOutcome] = []
    /// The failure of the first run in which the rows differ.
    var reason = ""

    mutating func add(_ outcome: RowOutcome) { if !outcomes.contains(outcome) { outcomes.append(outcome) } }

    /// The edit of the call if all its runs need the same one.
    func edit(of call: Call) -> LiteralEdit? {
      guard outcomes.count == 1, case .differs(let new, let added) = outcomes[0] else { return nil }
      return LiteralEdit(line: call.line, column: call.column, old: old, new: new, added: added)
    }
    /// The reason why the rows of some runs are not written; `nil` if they are, or if there are none.
    var refusal: RowRefusal? {
      let differs = outcomes.contains { if case .differs = $0 { true } else { false } }
      if !differs { return nil }
      return outcomes.contains(.known) ? .knownIssue : outcomes.count > 1 ? .runsDiffer(outcomes) : nil
    }
  }

  private(set) var calls: [Call: Runs] = [:]

  init() {}

  mutating func add(_ outcome: RowOutcome, of call: Call, old: [String], reason: String = "") {
    var runs = calls[call] ?? Runs(old: old)
    runs.add(outcome)
    if runs.old.isEmpty { runs.old = old }
    if runs.reason.isEmpty { runs.reason = reason }
    calls[call] = runs
  }
  mutating func add(_ other: RecordedRuns) {
    for (call, runs) in other.calls {
      for outcome in runs.outcomes { add(outcome, of: call, old: runs.old, reason: runs.reason) }
    }
  }

  /// The calls of a file, or of all, in the order of the source text.
  func sorted(in file: String? = nil) -> [(call: Call, runs: Runs)] {
    calls.filter { file == nil || $0.key.file == file }.map { ($0.key, $0.value) }.sorted {
      ($0.0.file, $0.0.line, $0.0.column) < ($1.0.file, $1.0.line, $1.0.column)
    }
  }

  /// Returns a source file with the rows on which all runs agree.
  func written(to source: [UInt8], of file: String) throws(RowRefusal) -> [UInt8] {
    var text = source
    // Later calls first, so that the places of the other ones stay.
    for (call, runs) in sorted(in: file).reversed() {
      if let edit = runs.edit(of: call) { text = try edit.applied(to: text) }
    }
    return text
  }

  // MARK: The file

  /// Reads the bytes of a file, which may be empty. Each of its lines begins with a word, so that texts need no quotes.
  init(reading bytes: [UInt8]) {
    var file = "", line = 0, column = 0, old: [String] = [], reason: [String] = []
    var new: [String] = [], added: [String] = []
    for bytes in bytes.split(separator: UInt8(ascii: "\n")) {
      let words = bytes.split(separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
      let text = words.count > 1 ? String(decoding: words[1], as: UTF8.self) : ""
      var outcome: RowOutcome?
      switch String(decoding: words[0], as: UTF8.self) {
      case "file": file = text
      case "line": line = Int(text) ?? 0
      case "column":
        column = Int(text) ?? 0
        old = []
        reason = []
      case "old": old.append(text)
      case "why": reason.append(text)
      case "new": new.append(text)
      case "add": added.append(text)
      case "differs": outcome = .differs(new, added: added)
      case "holds": outcome = .holds(new)
      case "unwritable": outcome = .unwritable
      case "known": outcome = .known
      default: break
      }
      guard let outcome else { continue }
      new = []
      added = []
      add(outcome, of: Call(file, line, column), old: old, reason: reason.joined(separator: "\n"))
    }
  }

  /// The bytes of the file.
  var bytes: [UInt8] {
    var text = ""
    for (call, runs) in sorted() {
      text += "file \(call.file)\nline \(call.line)\ncolumn \(call.column)\n"
      text += runs.old.map { "old \($0)\n" }.joined()
      text += runs.reason.split(separator: "\n", omittingEmptySubsequences: false).map { "why \($0)\n" }.joined()
      for outcome in runs.outcomes {
        switch outcome {
        case .differs(let new, let added):
          text += new.map { "new \($0)\n" }.joined() + added.map { "add \($0)\n" }.joined() + "differs\n"
        case .holds(let rows): text += rows.map { "new \($0)\n" }.joined() + "holds\n"
        case .unwritable: text += "unwritable\n"
        case .known: text += "known\n"
        }
      }
    }
    return Array(text.utf8)
  }
}

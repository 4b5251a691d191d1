import Pipes

extension MarbleReport {
  /// The rows of a call, and the rows that would match the actual events.
  struct Rewrite {
    /// The place of the call of `toBe`.
    var place: SourcePlace
    var old: [String]
    /// The new rows; `nil` if the actual events cannot be written there.
    var new: [String]?
    /// The entries of the table that the new row needs, such as `"c": 20`.
    var added: [String] = []
    /// The values that cannot be given a name.
    var unnamed: [String] = []
  }

  /// Returns the problem of a comparison, if there is one. In a recording run it rewrites the rows instead, where that
  /// is possible, or keeps the new rows for a review.
  func problem(_ headline: String, _ comparison: Comparison, at place: SourcePlace, _ rewrite: Rewrite?)
    -> [MarbleFailure.Problem]
  {
    guard let text = text(headline, comparison) else { return [] }
    let problem = MarbleFailure.Problem(place: place, text: text + RowRecording.hint, kind: .difference(headline))
    guard let rewrite, test.records != .nothing else { return [problem] }
    do throws(LiteralEdit.Refusal) {
      if test.records == .rows { return [problem.with(text: try record(rewrite))] }
      try keep(rewrite, text)
      return [problem.with(text: "\(text)\n  pending: accept or reject it with 'marble check --review'")]
    } catch {
      return [problem.with(text: "\(text)\n  not recorded: \(error.reason)")]
    }
  }

  /// Writes the new rows into the source file. Returns a text about it.
  private func record(_ rewrite: Rewrite) throws(LiteralEdit.Refusal) -> String {
    let (edit, new) = try edit(rewrite)
    var refusal: LiteralEdit.Refusal?
    do throws(Files.Failure) {
      try Files.update(rewrite.place.filePath) { source in
        do throws(LiteralEdit.Refusal) {
          return try RowRecording.apply(edit, to: source, at: rewrite.place)
        } catch {
          refusal = error
          return nil
        }
      }
    } catch {
      throw .init(reason: error.reason)
    }
    if let refusal { throw refusal }
    let rows = zip([rewrite.old, new], ["was", "is "]).map { rows, verb in
      rows.map { "  \(verb)  \($0)" }.joined(separator: "\n")
    }
    let table = rewrite.added.isEmpty ? [] : ["  new in the table: \(rewrite.added.joined(separator: ", "))"]
    return (["recorded, run again"] + rows.filter { !$0.isEmpty } + table).joined(separator: "\n")
  }

  private func edit(_ rewrite: Rewrite) throws(LiteralEdit.Refusal) -> (LiteralEdit, new: [String]) {
    guard let new = rewrite.new else {
      let names = rewrite.unnamed.prefix(5).map { DisplayWidth.printable($0) }.joined(separator: ", ")
      let rest = rewrite.unnamed.count > 5 ? " and \(rewrite.unnamed.count - 5) more" : ""
      let values = rewrite.unnamed.isEmpty ? "" : ": no name for \(names)\(rest)"
      throw .init(reason: "the symbols of the row cannot express the outcome\(values)")
    }
    var edit = LiteralEdit(line: rewrite.place.line, column: rewrite.place.column, old: rewrite.old, new: new)
    edit.added = rewrite.added
    return (edit, new)
  }

  /// Keeps the new rows of a call for a review, if they could be written.
  private func keep(_ rewrite: Rewrite, _ text: String) throws(LiteralEdit.Refusal) {
    let (edit, new) = try edit(rewrite)
    let place = rewrite.place
    do {
      let source = try Files.read(place.filePath)
      _ = try edit.applied(to: source)
      guard RowRecording.isFirst(new, at: place) else {
        throw LiteralEdit.Refusal(reason: "the same call had another outcome in this run")
      }
      let line = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[place.line - 1]
      let row = PendingRows.Replacement(
        line: place.line, column: place.column, code: String(decoding: line, as: UTF8.self), old: rewrite.old, new: new,
        reason: text,
        added: rewrite.added)
      try PendingRows.change(of: place.filePath) { rows in
        rows.removeAll { ($0.line, $0.column) == (row.line, row.column) }
        rows.append(row)
      }
    } catch {
      throw error as? LiteralEdit.Refusal ?? .init(reason: (error as? Files.Failure)?.reason ?? "\(error)")
    }
  }

  /// Returns the row of a lane with the leading blanks of the row that it replaces.
  static func row(_ lane: Lane, inPlaceOf old: String) -> String { String(old.prefix { $0 == " " }) + lane.description }
}

/// The use of actual rows that differ, by `MARBLES_RECORD` in the environment.
enum RowRecording: Sendable {
  case nothing
  /// They are written into the source files: `MARBLES_RECORD=1`.
  case rows
  /// They are kept beside the source files, for `marble check --review`: `MARBLES_RECORD=review`.
  case review

  static let current: RowRecording =
    switch Files.environment("MARBLES_RECORD") {
    case "1": .rows
    case "review": .review
    default: .nothing
    }

  /// A line about a value of `MARBLES_RECORD` that means nothing.
  fileprivate static let hint: String = {
    guard let value = Files.environment("MARBLES_RECORD"), !["", "0", "1", "review"].contains(value) else { return "" }
    return "\n  MARBLES_RECORD is '\(value)'; write 1 to record rows, or review to look at them first"
  }()

  /// The new rows of this process, by the place of their calls.
  private static let kept = Guarded<[String: [String]]>([:])

  private static func key(_ place: SourcePlace) -> String { "\(place.filePath):\(place.line):\(place.column)" }

  /// The bytes by which the new rows of this process have moved the rest of their lines. The compiler has the columns
  /// of the old lines.
  private static let moves = Guarded<[String: [(column: Int, bytes: Int)]]>([:])

  /// Returns a source with the new rows of a call, which earlier calls of its line have moved.
  fileprivate static func apply(_ edit: LiteralEdit, to source: [UInt8], at place: SourcePlace) throws(LiteralEdit
    .Refusal) -> [UInt8]
  {
    let line = "\(place.filePath):\(place.line)"
    let moved = moves.with { $0[line] ?? [] }.filter { $0.column < place.column }.reduce(0) { $0 + $1.bytes }
    let new = try LiteralEdit(
      line: edit.line, column: edit.column + moved, old: edit.old, new: edit.new, added: edit.added
    )
    .applied(to: source)
    moves.with { $0[line, default: []].append((place.column, new.count - source.count)) }
    return new
  }

  /// Whether a call has no other new rows in this process.
  fileprivate static func isFirst(_ new: [String], at place: SourcePlace) -> Bool {
    kept.with { kept in
      let known = kept[key(place)] ?? new
      kept[key(place)] = known
      return known == new
    }
  }

  /// Forgets the pending rows of a call whose rows hold now. A call that runs several times keeps them if they differed
  /// once.
  static func forget(_ place: SourcePlace) {
    if kept.with({ $0[key(place)] }) != nil { return }
    // A file that cannot be written stays, and the review finds out whether its rows are current.
    try? PendingRows.change(of: place.filePath) { rows in
      rows.removeAll { ($0.line, $0.column) == (place.line, place.column) }
    }
  }
}

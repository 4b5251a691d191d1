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

  /// Returns the problem of a comparison, if there is one. In a recording run the recorder notes the actual rows, and
  /// those of a run that holds.
  func problem(_ headline: String, _ comparison: Comparison, at place: SourcePlace, _ rewrite: Rewrite?)
    -> [MarbleFailure.Problem]
  {
    guard let text = text(headline, comparison) else {
      if let rewrite { test.recorder?.holds(rewrite.old, at: rewrite.place) }
      return []
    }
    let problem = MarbleFailure.Problem(place: place, text: text + RowRecorder.hint, kind: .difference(headline))
    guard let rewrite, let recorder = test.recorder else { return [problem] }
    if let refusal = recorder.differs(rewrite, text, at: place) {
      return [problem.with(text: "\(text)\n  not recorded: \(refusal)")]
    }
    if recorder.mode == .review {
      let text = "\(text)\n  pending if all runs of this line agree: accept or reject it with 'marble check --review'"
      return [problem.with(text: text)]
    }
    let edit = LiteralEdit(
      line: rewrite.place.line, column: rewrite.place.column, old: rewrite.old, new: rewrite.new ?? [],
      added: rewrite.added)
    let head = "recorded at the end, if all runs of this line agree"
    return [problem.with(text: ([head] + Self.change(edit)).joined(separator: "\n"))]
  }

  /// The old rows of an edit and the new ones.
  static func change(_ edit: LiteralEdit) -> [String] {
    edit.old.map { "  was  \($0)" } + edit.new.map { "  is   \($0)" }
      + (edit.added.isEmpty ? [] : ["  new in the table: \(edit.added.joined(separator: ", "))"])
  }
}

extension MarbleTest {
  /// Whether actual rows are recorded in this process.
  package static var isRecording: Bool { RowRecorder.current != nil }
  /// Notes that a problem is a known issue, so that its row is not recorded.
  package static func isKnown(_ problem: MarbleFailure.Problem) { RowRecorder.current?.isKnown(at: problem.place) }
}

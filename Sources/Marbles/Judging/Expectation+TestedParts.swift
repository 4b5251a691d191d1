import PipesCore
import VirtualTime

extension Expectation {
  var testedParts: [TestedPart] {
    var parts: [TestedPart] = []
    if isForReading || recorder.wasReadEarly {
      let isEarly = recorder.wasReadEarly
      parts.append(
        part(
          "recording", isTested: !isEarly && !isUnread,
          isEarly ? "it was read before the run, when it is empty" : "nobody has read it",
          isEarly
            ? "write try m.run() before the line that reads it"
            : "read it after m.run(), or write m.expect and what is expected"))
      if isEarly { return parts }
    }
    if allowsNone { return parts }
    if let window, isForReading || !isExempt {
      let starts = window.moments.filter { $0.content.contains { $0.kind == .subscribe } }
      let isEmpty = starts.allSatisfy { $0.content.count > 1 }
      parts.append(
        part(
          "subscription", isTested: !isEmpty || recorder.count > 0,
          starts.isEmpty ? "from: has no '^'" : "it is cancelled at once, and nothing has come",
          "write from: \"^---!\"; if that is right, write .allowingNone()"))
    }
    let recording = recorder.recording
    parts += rules.map { rule in
      TestedPart(
        rule.place, isTested: rule.isTested(recording), reason: rule.untested,
        { [self] in
          "\(rule.name) of \($0.label(ofListener: name, at: place, fallback))"
        }, details: { [self] _ in [rule.cure ?? cure(recording)] })
    }
    return parts
  }

  /// The lines that state what has happened: the row, unless each case has another one.
  private func cure(_ recording: Recording<Output, Failure>) -> String {
    if test.setting.generated != nil { return "  if that is right, write .allowingNone()" }
    let row = recording.entries.isEmpty ? "-" : "\(ExpectedRow(recording, frame: test.frame, areEqual).lane)"
    return "  if that is right, write .toBe(\"\(row)\") or .allowingNone()"
  }

  private func part(_ subject: String, isTested: Bool, _ reason: String, _ fix: String) -> TestedPart {
    TestedPart(
      place, isTested: isTested, reason: reason,
      { [self] in
        "the \(subject) of \($0.label(ofListener: name, at: place, fallback))"
      }, details: { _ in ["  \(fix)"] })
  }

  /// Whether events say something about a rule: in a test with cases, one case has to have a value or a failure, unless
  /// the stream can have none.
  func isInformative(_ entries: [Recording<Output, Failure>.Entry]) -> Bool {
    if test.setting.generated == nil || Output.self == Never.self { return !entries.isEmpty }
    return entries.contains { if case .finished = $0.event { false } else { true } }
  }
}

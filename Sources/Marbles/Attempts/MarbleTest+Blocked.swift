import VirtualTime

extension MarbleTest: SynchronousTest {
  /// The report if the thread of the test does not go on: the rows of the case and the text that repeats it.
  package func report(waitedFor patience: Duration) -> String {
    let laws = plan.laws, generated = setting.generated
    var lines = [
      "\(setting.place.short): \(laws == nil ? "the test" : "the check of laws") does not go on at \(timeline.now): its thread has waited for \(patience) of real time",
      "  a lock that is held while a subscriber is called waits for itself if the subscriber requests or cancels; a semaphore waits for another thread",
    ]
    if let laws { lines.append("  the law: \(laws.trial)") }
    let named =
      (laws?.rows.map { ($0.label, $0.lane) } ?? (generated?.rows ?? []).map { ($0.label ?? $0.maker, $0.lane) }).map {
        ($0.0, $0.1.description)
      }
    let width = named.map(\.0.count).max() ?? 0
    lines += named.map { "  \($0.0)\(String(repeating: " ", count: width - $0.0.count))  \($0.1)" }
    if let generated, !setting.isPermuted {
      let text = CaseText(generated.choices.list, frames: generated.frames, permutes: false, takesTurns: false).text
      lines.append("  again: cases: .again(\"\(text)\")")
    }
    lines.append("  the process ends here, because nothing can free its thread")
    return lines.joined(separator: "\n") + "\n"
  }
}

import Marbles
import VirtualTime

extension SpecRun {
  /// Runs a pipeline as long as its events may be the expected ones. Returns whether they are.
  static func matches(_ matcher: FindMatcher, _ file: SpecFile, block: SpecFile.Block, _ names: SpecNames) -> Bool {
    let run = SpecRun(file, block, names, isTraced: false)
    defer { run.tearDown() }
    return run.matches(matcher)
  }

  private func matches(_ matcher: FindMatcher) -> Bool {
    makeSources()
    var count = 0, isOther = false
    let recorder = Recorder<Value, SpecFailure>(timeline: timeline) { [timeline] event in
      if !isOther { isOther = !matcher.allows(event, at: timeline.now, number: count) }
      count += 1
    }
    do {
      try timeline.perform { prepare([SpecFile.SubscriberRows()], [recorder]) }
      try timeline.run { next in problem == nil && !isOther && !matcher.misses(count, before: next) }
    } catch {
      return false
    }
    return problem == nil && !isOther && timeline.pendingCount == 0 && matcher.matches(recorder.recording)
  }
}

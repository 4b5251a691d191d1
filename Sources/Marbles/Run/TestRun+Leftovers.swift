import PipesCore
import VirtualTime

/// The work that is left over at the end of a run.
extension TestRun {
  /// The problems of sources that still have subscribers although all expected streams are over.
  var liveSubscriptions: [MarbleFailure.Problem] {
    guard ignoresEvents else { return [] }
    let report = MarbleReport(test)
    return test.plan.sources.compactMap { row in
      guard let log = row.log, !log.allowsLive, let window = log.windows.first(where: { $0.end == nil }) else {
        return nil
      }
      let label = report.label(of: row)
      let text =
        "\(label) is still subscribed, since \(test.frameName(window.start)), although every expected stream has ended"
      let fix = "  cancel the subscription, or call allowingLive() on the source, or m.allowLive()"
      return .init(place: row.place, text: "\(text)\n\(fix)", kind: .subscribed(label))
    }
  }

  /// The problems of work outside of the test that has not come to an end: nothing in the test could have ended it.
  var waitingWork: [MarbleFailure.Problem] {
    timeline.waits.prefix(3).map { wait in
      let fix =
        "  a queue, a callback or the network works in real time, for which a test does not wait\n"
        + "  give it m.scheduler or a source of the test, or call m.allowLive()"
      return problem(
        "\(wait.work) still waits for its result, since \(test.frameName(wait.start))\n\(fix)", .waiting("\(wait.work)")
      )
    }
  }

  /// Returns a problem for each source that had no subscriber: the usual reason for a failing test, or for one that
  /// holds by luck.
  func sourcesWithoutSubscriber(_ report: MarbleReport) -> [MarbleFailure.Problem] {
    test.plan.sources.compactMap { source in
      guard source.isUnused, source.log?.allowsNone == false, !source.lane.moments.isEmpty else { return nil }
      let label = report.label(of: source)
      let text = source.isRoute ? "no request was made to \(label)" : "nobody has subscribed to \(label)"
      return .init(place: source.place, text: ([text] + source.cureOfNoSubscriber).joined(separator: "\n"))
    }
  }

  /// Timers that are pending although all streams of the test are over.
  struct PendingTimers: CustomStringConvertible {
    /// The words for what is pending, and until when.
    var what: String
    var details: [String]
    var description: String {
      (["\(what), although every expected stream has ended"] + details).joined(separator: "\n")
    }
  }
  /// `nil` if no timer is pending, or some stream is not over.
  var pendingTimers: PendingTimers? {
    guard ignoresEvents else { return nil }
    let own = test.plan.sources.reduce(scheduledActs) { $0 + ($1.log?.scheduled ?? 0) }
    let count = timeline.pendingCount - own
    guard count > 0 else { return nil }
    let dues = timeline.dues, areAllKnown = dues.count == count, now = test.frameName(timeline.rowInstant)
    let isSleep = areAllKnown && dues.allSatisfy(\.isSleep)
    let times = areAllKnown ? list(dues.map { test.frameName($0.instant) }) : nil
    let what =
      switch (timeline.repeatingTimerCount, count) {
      case (1..., _): "a repeating timer goes on after \(now)" + (times.map { ", next at \($0)" } ?? "")
      case (_, 1) where isSleep: "a task sleeps after \(now)" + (times.map { ", until \($0)" } ?? "")
      case _ where isSleep: "\(count) tasks sleep after \(now)" + (times.map { ", until \($0)" } ?? "")
      case (_, 1): "a timer is pending after \(now)" + (times.map { ", due at \($0)" } ?? "")
      default: "\(count) timers are pending after \(now)" + (times.map { ", due at \($0)" } ?? "")
      }
    let fix = "  cancel \(isSleep ? "the task" : "what needs no more time"), or call m.allowLive()"
    return PendingTimers(what: what, details: test.plan.allowsLive ? [] : sleeps + [fix])
  }
  /// A line about each task that sleeps.
  var sleeps: [String] { timeline.sleeps { self.test.frameName($0) }.map { "  \($0)" } }
  /// The problem of a test that fails while tasks sleep for ever: they may be what its rows wait for.
  var endlessSleep: MarbleFailure.Problem? {
    let count = timeline.endlessSleepers
    if count == 0 { return nil }
    let text =
      "\(count == 1 ? "a task sleeps" : "\(count) tasks sleep") for ever: until \(count == 1 ? "it is" : "they are") cancelled"
    return problem(([text] + sleeps).joined(separator: "\n"), .pending)
  }
  /// The first few names, once each: `frame 3, frame 4 and 7 more`.
  private func list(_ names: [String]) -> String {
    let different = names.reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
    return different.prefix(3).joined(separator: ", ") + (different.count > 3 ? " and \(different.count - 3) more" : "")
  }

  var waitingEvents: [MarbleFailure.Problem] {
    if test.setting.generated?.allowsWaiting == true { return [] }
    if !test.plan.sources.contains(where: { ($0.log?.waiting ?? 0) > 0 }) { return [] }
    let report = MarbleReport(test)
    return test.plan.sources.compactMap { row in
      guard let log = row.log, !log.allowsLive, log.waiting > 0 else { return nil }
      let (label, waiting) = (report.label(of: row), log.waiting)
      let what = waiting == 1 ? "the end of \(label) waits" : "the last \(waiting) events of \(label) wait"
      let text = "\(what) for demand that never came\n  request more, or call m.allowLive()"
      return .init(place: row.place, text: text, kind: .withoutDemand(label))
    }
  }

  /// The problems of actions that wait for something that never happens: what they would check after it is not checked.
  /// Work that has left virtual time may still come, in real time.
  var waitingActions: [MarbleFailure.Problem] {
    if timeline.hasLeft { return [] }
    let byRow = Dictionary(grouping: tasks.compactMap { $0 }, by: \.row)
    return test.plan.sources.enumerated().compactMap { number, row in
      guard let actions = byRow[number], let first = actions.first else { return nil }
      let name = row.name.map { "'\($0)'" } ?? "of \"\(row.lane)\""
      let others = actions.count > 1 ? " and \(actions.count - 1) more" : ""
      let function = timeline.function(inWhichWaits: first.task).map { ", in '\($0)'" } ?? ""
      let text =
        "the action \(name) at \(test.frameName(first.start))\(others) has not ended: it still waits\(function)"
      let fix = "  end what it waits for, cancel it, or call m.allowLive()"
      return .init(place: row.place, text: "\(text)\n\(fix)", kind: .waiting("the action \(name)"))
    }
  }
}

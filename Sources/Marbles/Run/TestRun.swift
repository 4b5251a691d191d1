import PipesCore
import VirtualTime

/// The run of a test: everything that changes while time passes.
final class TestRun {
  /// The instants after the last symbol of the test.
  private struct Horizon {
    /// The last instant at which a row of the test has a mark.
    var last = VirtualInstant.zero
    /// The number of instants to which the run has gone on after it.
    var instantsAfter = 0
    /// The number of events up to it, once the run is past it.
    var eventCount: Int?
  }
  private enum EarlyEnd {
    /// A limit has stopped the run.
    case atLimit
    /// Something goes on and on after the horizon: a sentence about it.
    case endless(String)
  }

  unowned let test: MarbleTest
  var timeline: Timeline { test.timeline }
  /// The expectations that receive events, each with its place among all.
  private(set) var listeners: [(owner: Int, expectation: any ListeningExpectation)]
  private var judges: [any JudgingExpectation]
  var problems: [MarbleFailure.Problem] = []
  /// The number of scheduled actions of the test itself.
  private(set) var scheduledActs = 0
  /// The actions that were started in tasks, in order; `nil` for one that has ended.
  var tasks: [ActionTask?] = []
  private var horizon = Horizon()
  private var earlyEnd: EarlyEnd?
  /// The timers that were pending when all streams of the test were over.
  private(set) var leak: PendingTimers?

  init(_ test: MarbleTest) {
    self.test = test
    listeners = test.plan.listeners
    judges = listeners.compactMap { $0.expectation as? any JudgingExpectation }
  }

  /// Schedules the rows of the test: first subscriptions, then requests, then hot sources and actions.
  func begin() {
    let plan = test.plan
    for source in plan.sources { source.log?.notePast() }
    for (owner, listener) in listeners {
      timeline.inContext(Journal.Context(owner: owner)) { listener.scheduleSubscription(in: self) }
    }
    for (owner, expectation) in plan.expectations.enumerated() {
      timeline.inContext(Journal.Context(owner: owner)) { expectation.schedule(in: self) }
    }
    for act in plan.acts { act(self) }
    let marks = plan.sources.flatMap(\.lanes).compactMap { $0.moments.last?.instant }
    horizon.last = (plan.expectations.map(\.horizon) + marks).reduce(.zero, max)
  }

  /// Schedules an action for a lane of an expectation. At zero it runs before everything else, in every order.
  func scheduleLane(at instant: VirtualInstant, by name: String, _ act: @escaping () -> Void) {
    if test.setting.isPermuted, instant == .zero { act() } else { schedule(at: instant, by: name, act) }
  }
  /// Schedules an action of the test itself.
  @discardableResult
  func schedule(at instant: VirtualInstant, by name: String, _ act: @escaping () -> Void) -> Timeline.Ticket {
    scheduledActs += 1
    let tickets = timeline.enqueueSeries(name: timeline.index(of: name), count: 1, at: { _ in instant.nanoseconds }) {
      [self] _ in
      scheduledActs -= 1
      act()
    }
    return tickets[0]
  }

  /// Whether the time advances to the next instant: always up to the last symbol of the test, and then until only
  /// repeating timers are pending. `Causes` has the rules.
  func goesOn(to next: VirtualInstant) -> Bool {
    if leak == nil { leak = pendingTimers }
    if next <= horizon.last { return true }
    if judges.contains(where: { $0.waitsUntil.map { $0 >= next } ?? false }) { return true }
    // The test fails already, and nothing is expected any more: a task that sleeps again and again is not followed.
    if leak != nil, !test.plan.allowsLive { return false }
    if let observer = test.setting.observer,
      next.nanoseconds <= horizon.last.nanoseconds + observer.frames * test.frame
    {
      return true
    }
    horizon.instantsAfter += 1
    // Nothing that is expected can still change: timers that follow one another are followed no longer than those that
    // repeat.
    let count = horizon.instantsAfter, isSure = count == Self.patienceWithoutListeners + 1 && fails
    if isSure || count > (ignoresEvents ? Self.patienceWithoutListeners : Self.patienceAfterHorizon) {
      earlyEnd = .endless(endlessWork)
      return false
    }
    let eventCount = listeners.reduce(0) { $0 + $1.expectation.eventCount }
    if horizon.eventCount == nil {
      timeline.noteEffect()
    } else if horizon.eventCount != eventCount {
      timeline.endPatience()
    }
    horizon.eventCount = horizon.eventCount ?? eventCount
    return timeline.mayStillChange
  }

  /// The number of instants for which a run goes on after the last symbol of the test.
  static let patienceAfterHorizon = 20_000
  /// The same if every expected stream has ended, or a row differs.
  static let patienceWithoutListeners = 1_000
  /// The expectations whose rows differ up to the last symbol of the test. No later event mends that.
  private var differing: [any ListeningExpectation] {
    listeners.map(\.expectation).filter { $0.firstDifference.map { $0 <= horizon.last } ?? false }
  }
  /// Whether the test fails for certain, however long it runs.
  private var fails: Bool { !test.plan.allowsLive && !differing.isEmpty }
  /// A sentence about what goes on and on.
  private var endlessWork: String {
    let isSleep = timeline.dues.contains { $0.isSleep }
    let what = isSleep ? "a task sleeps again and again" : "timers follow one another"
    let fix = isSleep ? "cancel the task that sleeps again and again" : "cancel what needs no more time"
    let start =
      "no end in sight at \(timeline.rowInstant.inWords), \(horizon.instantsAfter - 1) instants after the last symbol of the test: \(what)"
    return ([start] + sleeps + ["  \(fix), or end what is expected: from: \"^---!\""]).joined(separator: "\n")
  }

  var isStopped: Bool { if case .atLimit = earlyEnd { true } else { false } }
  /// Called when a limit has stopped the run: keeps the reason and the events up to that instant.
  func stop(_ error: any Error) {
    earlyEnd = .atLimit
    let kind: Finding.Kind =
      (error as? Timeline.Runaway).map { .stopped(atOneInstant: $0.limit == .actionsPerInstant) }
      ?? .of(foreign: "\(error)")
    let isTask = (error as? Timeline.Runaway)?.isTask ?? false
    problems.append(problemWithRows(([Self.text(of: error)] + (isTask ? sleeps : [])).joined(separator: "\n"), kind))
  }
  private func problemWithRows(_ text: String, _ kind: Finding.Kind) -> MarbleFailure.Problem {
    let report = MarbleReport(test), rows = report.rows(test.plan.streams.map { $0.expectation.received(report) })
    return problem(([text] + rows).joined(separator: "\n"), kind)
  }

  /// The text of an error that has stopped a run, with the cure if a task is the reason.
  static func text(of error: any Error) -> String {
    guard let stop = error as? Timeline.Runaway, stop.limit == .actionsPerRun, stop.isTask else { return "\(error)" }
    return "\(error)\n  cancel the task that sleeps again and again, or end what is expected: from: \"^---!\""
  }

  /// Collects the problems of the run that are not differences of rows.
  ///
  /// These may still wait at the end, and tell it: timers and tasks that sleep (`pendingTimers`), events without
  /// demand (`waitingEvents`), subscribers of sources (`liveSubscriptions`), work outside of the test (`waitingWork`),
  /// actions (`waitingActions`), and a sequence that ignores its cancel (the expectation). The body itself, and
  /// whatever blocks the thread, is told by the watchdog. Not told: a task of the code under test that waits without a
  /// time, such as one that iterates over a stream as long as its object lives.
  func end() {
    let allowsLive = test.plan.allowsLive
    if case .endless(let text) = earlyEnd {
      if allowsLive {
        earlyEnd = nil
      } else {
        let report = MarbleReport(test)
        problems += differing.flatMap { self.problems(of: $0, report) } + [problemWithRows(text, .endless)]
      }
    }
    var rules: Set<String> = []
    let misuses = timeline.misuses.filter { rules.insert($0.sentence).inserted }
    problems = misuses.map { problem("\(test.frameName($0.instant)): \($0.sentence)", .misuse($0.sentence)) } + problems
    if earlyEnd == nil, !allowsLive {
      // A task that sleeps may be that of an action.
      problems += leak.map { [problem("\($0)", .pending)] } ?? waitingActions
      problems += waitingEvents + liveSubscriptions + waitingWork
    }
  }
  func bodyIsOver() { for (_, listener) in listeners { listener.bodyIsOver() } }
  /// Releases what refers to the test.
  func release() {
    listeners = []
    judges = []
  }

  /// Throws all problems, after the run.
  func verify() throws {
    let report = MarbleReport(test), plan = test.plan, isWhole = earlyEnd == nil
    var found =
      problems + (isWhole ? plan.expectations.flatMap { problems(of: $0, report) } + test.untested(report) : [])
      + plan.tables.problems(report)
    // The only source may have none: what is expected then is said by the rows. If there are several, one is easily
    // forgotten. In a generated test some cases may need a source that others do not need.
    if isWhole, !found.isEmpty || plan.sources.count > 1 && test.setting.generated == nil {
      found += sourcesWithoutSubscriber(report)
    }
    if found.isEmpty { return }
    if let sleep = endlessSleep { found.append(sleep) }
    if let reason = timeline.reasonOfRealClocks {
      let known = Set(timeline.misuses.filter(\.saysRealClocks).map { Finding.Kind.misuse($0.sentence) })
      found = found.map { known.contains($0.kind) ? $0 : $0.with(text: "\($0.text)\n  \(reason)") }
    }
    // A call that runs several times, such as one in a loop, says the same once.
    var said: Set<String> = []
    throw MarbleFailure(
      problems: found.filter { problem in
        let place = problem.place
        return said.insert("\(place.filePath):\(place.line):\(place.column):\(problem.text)").inserted
      })
  }
  private func problems(of expectation: any TestExpectation, _ report: MarbleReport) -> [MarbleFailure.Problem] {
    let problems = expectation.problems(report)
    return test.setting.recorder?.take(problems, of: expectation.writtenRows) ?? problems
  }

  func problem(_ text: String, _ kind: Finding.Kind? = nil) -> MarbleFailure.Problem {
    .init(place: test.setting.place, text: text, kind: kind)
  }

  /// Whether the test has expectations about streams, and all of these streams are over.
  var ignoresEvents: Bool { !listeners.isEmpty && !listeners.contains { $0.expectation.isListening } }
}

/// An action whose task has not ended.
struct ActionTask {
  /// The place of its source among all.
  let row: Int
  let start: VirtualInstant
  let task: Task<Void, Never>
}

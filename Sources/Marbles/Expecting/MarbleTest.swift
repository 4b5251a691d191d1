import Pipes
import VirtualTime

/// The context of a marble test: it creates sources, takes expectations, and owns the virtual time in which the streams
/// run.
///
/// No stream runs while the body describes the test. At the end of the body, or when it calls `run()`, all streams
/// start at time zero. Rows of marbles that cannot be read are reported together, each with its position, and the test
/// does not run.
public final class MarbleTest: @unchecked Sendable {
  // Unchecked: virtual time runs one action at a time, on the actor of the body, and the body must not pass the test to
  // other threads.

  /// The virtual time of the test.
  public let timeline: Timeline
  /// A scheduler in the virtual time of the test, for operators such as `debounce(for:scheduler:)`.
  public let scheduler: TestScheduler<VirtualInstant, Never>
  /// A clock in the virtual time of the test, for async code.
  public var clock: VirtualClock { VirtualClock(timeline: timeline) }
  let frameLength: FrameLength
  /// The length of a frame in nanoseconds, rounded up.
  @usableFromInline var frame: Int64 { frameLength.nanoseconds }
  let place: SourcePlace
  var sources: [SourceRow] = []
  @exclusivity(unchecked) private(set) var expectations: [any TestExpectation] = []
  /// The expectations that receive events, each with its place among all.
  @exclusivity(unchecked) private(set) var listeners: [(owner: Int, expectation: any ListeningExpectation)] = []
  @exclusivity(unchecked) private(set) var judges: [any JudgingExpectation] = []
  /// The expectation of a check of laws, if the test is one of its trials.
  @exclusivity(unchecked) var laws: (any LawChecking)?
  /// Start hot streams and actions, in the order of the test.
  var starts: [() -> Void] = []
  /// The rows that are sent into subjects.
  var driven: [DrivenSubject] = []
  /// The number of scheduled actions of the test itself.
  var scheduledActs = 0
  var problems: [MarbleFailure.Problem] = []
  var tables = TableUse()
  var rowUse = RowUse()
  var allowsLive = false
  /// Whether the body has actions at instants.
  var acts = false
  /// The actions whose tasks have not ended, by their numbers.
  var running: [Int: ActionInTask] = [:]
  /// The number of actions that were started in tasks.
  var startedActions = 0
  /// The last instant at which a row of the test has a mark.
  var horizon = VirtualInstant.zero
  /// The number of events up to the horizon, once the run is past it.
  var eventsAtHorizon: Int?
  let observer = TestObserver.current
  /// The number of instants to which the run has gone on after the horizon.
  var instantsAfterHorizon = 0
  /// A sentence about what goes on and on after the horizon.
  var endless: String?
  /// The timers that were pending when all streams of the test were over.
  var leak: PendingTimers?
  /// The objects that are kept alive until the run is over.
  private var kept: [Any] = []
  var hasRun = false
  /// Whether a limit has stopped the run, so that rows are not compared.
  var wasStopped = false
  /// Whether the run throws the problems that a test reports after its body, so that a program draws nothing that is
  /// wrong.
  var endsAtDifference = false
  /// The recorder of actual rows; `nil` unless they are asked for.
  let recorder: RowRecorder?
  /// Whether a seed permutes the order at equal instants.
  let isPermuted: Bool
  /// Whether tasks run in the virtual time of the test.
  let isAsync: Bool
  /// The choices of a case; `nil` in a test without generated rows.
  let generated: Case?

  init(
    frame: Duration, at place: SourcePlace, recorder: RowRecorder? = .current, timeline: Timeline = Timeline(),
    isPermuted: Bool = false,
    isAsync: Bool = false, generated: Case? = nil
  ) {
    self.recorder = recorder
    self.generated = generated
    self.timeline = timeline
    self.isPermuted = isPermuted
    self.isAsync = isAsync
    frameLength = FrameLength(frame)
    self.place = place
    scheduler = TestScheduler(timeline: timeline)
    timeline.reportMisuse { work in
      switch work {
      case .scheduler(let kind): "m.scheduler(for: \(kind).self)"
      case .clock: "m.clock, m.scheduler and m.async"
      case .task: "write 'try await marbles'"
      }
    }
    timeline.followsCauses = true
    timeline.readRows(frame: frameLength)
    // Only a picture needs the journal.
    if generated?.isShown != false { timeline.keepJournal() }
  }

  /// The seed of the random numbers of this test; `nil` if the system gives them. `randomNumbers: .seed(…)` draws
  /// the same numbers again.
  public var seed: UInt64? { timeline.seed }

  /// Returns the length of a number of frames, as a stride of any scheduler.
  public func frames<Time: SchedulerTimeIntervalConvertible>(_ count: Int) -> Time {
    .nanoseconds(Int(clamping: frameLength.time(of: Int64(count))))
  }

  /// Allows that timers are pending, sources have subscribers, the last events of a source wait for demand, or actions
  /// have not ended when the test is over. Otherwise the test fails.
  ///
  /// `allowingLive()` on a source or an expectation allows it only there.
  public func allowLive() { allowsLive = true }

  /// Allows that tables contain names that no row uses. Otherwise the test fails.
  public func allowUnusedNames() { tables.allowsUnused = true }

  /// Makes a scheduler of the real world a failure that is written into the code under test, such as
  /// `DispatchQueue.main`. Call it first.
  ///
  /// Without this call, and where `PipesFoundation` declares the conformances, `DispatchQueue`, `RunLoop`,
  /// `OperationQueue` and `Timer.publish` work in the virtual time of the test. Use it if all code is supposed to
  /// receive its scheduler.
  public func refuseRealSchedulers() { timeline.refuseRealSchedulers() }

  /// Allows that tasks and actions leave virtual time: for work that a `DispatchQueue` is given by `async` or
  /// `asyncAfter`, for a `Timer`, or for a callback on another thread. Call it first. Otherwise the test fails.
  ///
  /// Virtual time does not decide when such work runs, so rows that depend on it may differ from run to run. Use it for
  /// work whose end nobody observes, such as a log.
  public func allowOutsideWork() { timeline.allowOutsideWork() }

  /// Keeps an object or a token alive until the run is over. Use it for a model that subscribes in its initializer.
  ///
  ///     m.keep(Badge(typed, scheduler: m.scheduler))
  @discardableResult public func keep<Object>(_ object: Object) -> Object {
    kept.append(object)
    return object
  }

  /// Runs the test now instead of at its end, so that recordings can be read. Later calls do nothing.
  ///
  /// - Throws: ``MarbleFailure`` if a row of marbles could not be read.
  public func run() throws {
    guard try start() else { return }
    do throws(Timeline.Runaway) {
      try timeline.run(while: goesOn(to:))
    } catch {
      stop(error)
    }
    end()
    if endsAtDifference { try verify() }
  }

  /// Throws all problems, after the test has run.
  func verify() throws {
    let report = MarbleReport(self)
    var found =
      problems + (wasStopped ? [] : expectations.flatMap { problems(of: $0, report) } + untested(report))
      + tables.problems(report)
    // The only source may have none: what is expected then is said by the rows. If there are several, one is easily
    // forgotten. In a generated test some cases may need a source that others do not need.
    if !wasStopped, !found.isEmpty || sources.count > 1 && generated == nil {
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
    if let recorder, problems.isEmpty, let (place, rows) = expectation.writtenRows { recorder.holds(rows, at: place) }
    return problems
  }

  /// Reads a row. If it cannot be read, the problem is kept and the result is empty.
  func lane(_ marbles: String, as role: Lane.Role, at place: SourcePlace) -> Lane {
    if hasRun { refuseLate(at: place) }
    do throws(NotationError) {
      return try Lane(parsing: marbles, as: role, frame: frameLength)
    } catch {
      problems.append(.init(place: place, text: "\(error)"))
      return Lane(frame: max(frame, 1), moments: [])
    }
  }

  /// Releases the parts of the test, which refer to the test, and ends the subscriptions that are still live: they and
  /// their subscribers refer to each other, and the next test, or the next generated case, must not share a stream with
  /// this one.
  func tearDown() {
    observer?.look(at: self)
    try? timeline.perform { for listener in listeners { listener.expectation.cancel() } }
    timeline.removeAll()
    timeline.isOver = true
    (starts, expectations, listeners, judges, laws, driven, kept) = ([], [], [], [], nil, [], [])
  }

  /// Adds an expectation. Called by the expectation itself, when it is created.
  func add(_ expectation: some TestExpectation) {
    if hasRun { return refuseLate(at: expectation.place) }
    expectations.append(expectation)
  }
  func add(_ expectation: some ListeningExpectation) {
    if hasRun { return refuseLate(at: expectation.place) }
    listeners.append((expectations.count, expectation))
    expectations.append(expectation)
  }
  func add(_ expectation: some JudgingExpectation) {
    if hasRun { return refuseLate(at: expectation.place) }
    judges.append(expectation)
    listeners.append((expectations.count, expectation))
    expectations.append(expectation)
  }

  /// Schedules an action for a lane of an expectation. At zero it runs before everything else, in every order.
  func scheduleLane(at instant: VirtualInstant, by name: String, _ act: @escaping () -> Void) {
    if isPermuted, instant == .zero { act() } else { schedule(at: instant, by: name, act) }
  }

  /// Schedules an action of the test itself.
  @discardableResult
  func schedule(at instant: VirtualInstant, by name: String, _ act: @escaping () -> Void) -> Timeline.Ticket {
    scheduledActs += 1
    return timeline.schedule(at: instant, by: name) { [self] in
      scheduledActs -= 1
      act()
    }
  }
}

/// A row of marbles of the test. Failures show it.
struct SourceRow {
  enum Kind: String {
    case hot, cold, actions, subject
    /// A publisher that is only watched, and has no row of its own.
    case watched
  }

  let kind: Kind
  let name: String?
  /// The name that is used if no other one can be found.
  let fallback: String
  let lane: Lane
  let place: SourcePlace
  /// The log of the source; `nil` for actions, and for the rows of its later subscriptions.
  let log: SourceLog?
  /// Whether the row answers requests.
  var isRoute = false
  /// The source whose subscriptions play this row and others, one after the other; `nil` for a source with one row.
  var plays: SourceLog?
}

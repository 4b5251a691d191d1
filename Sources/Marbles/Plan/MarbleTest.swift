import PipesCore
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
  let setting: TestSetting
  var plan = TestPlan()
  /// The run; `nil` while the body describes the test.
  private(set) var testRun: TestRun?
  /// The length of a frame in nanoseconds, rounded up.
  @usableFromInline var frame: Int64 { setting.frame.nanoseconds }
  var hasRun: Bool { testRun != nil }

  init(_ setting: TestSetting, on timeline: Timeline = Timeline()) {
    self.setting = setting
    self.timeline = timeline
    scheduler = TestScheduler(timeline: timeline)
    timeline.reportMisuse { work in
      switch work {
      case .scheduler(let kind): "m.scheduler(for: \(kind).self)"
      case .clock: "m.clock, m.scheduler and m.async"
      case .task: "write 'try await marbles'"
      }
    }
    timeline.followsCauses = true
    timeline.readRows(frame: setting.frame)
    // Only a picture needs the journal.
    if setting.generated?.isShown != false { timeline.keepJournal() }
  }

  /// The seed of the random numbers of this test; `nil` if the system gives them. `randomNumbers: .seed(…)` draws
  /// the same numbers again.
  public var seed: UInt64? { timeline.seed }

  /// Returns the length of a number of frames, as a stride of any scheduler.
  public func frames<Time: SchedulerTimeIntervalConvertible>(_ count: Int) -> Time {
    .nanoseconds(Int(clamping: setting.frame.time(of: Int64(count))))
  }

  /// Returns a scheduler in the virtual time of the test that replaces a scheduler of another type.
  ///
  /// - Parameter kind: The type, such as `DispatchQueue.self`; that one needs `import MarblesFoundation`.
  public func scheduler<S: TestableScheduler>(for kind: S.Type) -> TestScheduler<
    S.SchedulerTimeType, S.SchedulerOptions
  > {
    kind.test(on: timeline)
  }

  /// Allows that timers are pending, sources have subscribers, the last events of a source wait for demand, or actions
  /// have not ended when the test is over. Otherwise the test fails.
  ///
  /// `allowingLive()` on a source or an expectation allows it only there.
  public func allowLive() { plan.allowsLive = true }

  /// Allows that tables contain names that no row uses. Otherwise the test fails.
  public func allowUnusedNames() { plan.tables.allowsUnused = true }

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
    plan.kept.append(object)
    return object
  }

  /// Runs the test now instead of at its end, so that recordings can be read. Later calls do nothing.
  ///
  /// - Throws: ``MarbleFailure`` if a row of marbles could not be read.
  public func run() throws {
    guard let run = try begin() else { return }
    do throws(Timeline.Runaway) {
      try timeline.run(while: run.goesOn(to:))
    } catch {
      run.stop(error)
    }
    run.end()
    if plan.endsAtDifference { try run.verify() }
  }
  /// Begins the run, unless it has begun before.
  func begin() throws -> TestRun? {
    if !problems.isEmpty { throw MarbleFailure(problems: problems) }
    if hasRun { return nil }
    let run = TestRun(self)
    testRun = run
    run.begin()
    return run
  }
  /// Runs the test if its body has not done so, and throws all problems.
  func conclude() throws {
    checkThatSomethingIsExpected()
    try run()
    try testRun?.verify()
  }

  /// Adds a problem if the test has no expectation. A test that acts or has run already may check by itself. Called at
  /// the end of the body.
  func checkThatSomethingIsExpected() {
    if let testRun { return testRun.bodyIsOver() }
    guard plan.expectations.isEmpty, plan.actions.isEmpty, plan.mistakes.isEmpty else { return }
    addProblem("nothing is expected\n  write m.expect(…).toBe(\"…\")", at: setting.place)
  }

  /// The mistakes of the description, or the problems of the run up to now.
  var problems: [MarbleFailure.Problem] { testRun?.problems ?? plan.mistakes }

  package func addProblem(_ text: String, at place: SourcePlace) { add(.init(place: place, text: text)) }
  /// Adds a problem that was found at the present instant.
  package func addProblem(now text: String, at place: SourcePlace) {
    add(.init(place: place, text: "\(frameName(timeline.rowInstant)): \(text)", kind: .other(text)))
  }
  func add(_ problem: MarbleFailure.Problem) {
    if let testRun { testRun.problems.append(problem) } else { plan.mistakes.append(problem) }
  }

  /// Reads a row. If it cannot be read, the problem is kept and the result is empty.
  func lane(_ marbles: String, as role: Lane.Role, at place: SourcePlace) -> Lane {
    if hasRun { refuseLate(at: place) }
    do throws(NotationError) {
      return try Lane(parsing: marbles, as: role, frame: setting.frame)
    } catch {
      addProblem("\(error)", at: place)
      return Lane(frame: max(frame, 1), moments: [])
    }
  }

  /// Releases the parts of the test, which refer to the test, and ends the subscriptions that are still live: they and
  /// their subscribers refer to each other, and the next test, or the next generated case, must not share a stream with
  /// this one.
  func tearDown() {
    setting.observer?.look(at: self)
    try? timeline.perform { for listener in plan.listeners { listener.expectation.cancel() } }
    timeline.removeAll()
    timeline.isOver = true
    plan.acts = []
    plan.expectations = []
    plan.driven = []
    plan.kept = []
    testRun?.release()
  }

  /// Adds an expectation. Called by the expectation itself, when it is created.
  func add(_ expectation: any TestExpectation) {
    if hasRun { return refuseLate(at: expectation.place) }
    plan.expectations.append(expectation)
  }
  /// Adds a problem for what is described too late; one for the whole test.
  func refuseLate(at place: SourcePlace) {
    let fix = "describe everything before m.run(), and outside of closures that run with the streams"
    let text = "the test runs already\n  \(fix)"
    let problem = MarbleFailure.Problem(place: place, text: text, kind: .misuse("described too late"))
    if !problems.contains(where: { $0.kind == problem.kind }) { add(problem) }
  }

  func frameName(_ instant: VirtualInstant) -> String { setting.frame.name(of: instant) }
}

extension MarbleReport {
  init(_ test: MarbleTest) {
    let setting = test.setting
    self.init(
      sources: test.plan.sources, frame: setting.frame, place: setting.place,
      files: setting.generated?.texts ?? SourceTexts(), rewrites: setting.recorder != nil, hint: RowRecorder.hint)
  }
}

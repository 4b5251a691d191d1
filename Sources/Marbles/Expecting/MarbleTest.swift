import Pipes
import VirtualTime

/// The context of a test that is written in marbles: it makes sources, takes expectations, and owns the virtual time in which they meet.
///
/// Nothing happens while the test is described. At its end, or when `run()` is called, all streams start at time zero. A row of marbles that
/// cannot be read is reported with its place, together with all others, and nothing is run.
public final class MarbleTest: @unchecked Sendable {
  // Unchecked: virtual time runs one thing at a time, on whatever actor the body is, and the body hands the test to nobody else.

  /// The time of the test.
  public let timeline: Timeline
  /// A scheduler on that time, for operators such as `debounce(for:scheduler:)`.
  public let scheduler: TestScheduler<VirtualInstant, Never>
  /// A clock of that time, for async code.
  public var clock: VirtualClock { VirtualClock(timeline: timeline) }
  let frame: Int64
  let place: SourcePlace
  var sources: [SourceRow] = []
  var claims: [any Claim] = []
  /// Starts what happens by itself: hot streams and actions, in the order of the test.
  var starts: [() -> Void] = []
  /// How many actions of the test itself are scheduled.
  var scheduledActs = 0
  var problems: [MarbleFailure.Problem] = []
  var tables = TableUse()
  var allowsLive = false
  /// Whether the body does something at instants.
  var acts = false
  /// The last instant of which the test says something.
  var horizon = VirtualInstant.zero
  var isPastHorizon = false
  let observer = TestObserver.current
  /// The activity that still ran when all streams of the test were over.
  var leak: String?
  /// The objects that live until the run is over.
  private var kept: [Any] = []
  var hasRun = false
  /// Whether a limit stopped the run, so that there is nothing to compare.
  var wasStopped = false
  /// Whether rows that differ are written into the source file.
  let recordsRows: Bool
  /// Whether what happens at one instant happens in an order that a seed has drawn.
  let isPermuted: Bool
  /// Whether tasks run in the time of the test.
  let isAsync: Bool

  init(
    frame: Duration, at place: SourcePlace, recordsRows: Bool = recordsRows, timeline: Timeline = Timeline(), isPermuted: Bool = false,
    isAsync: Bool = false
  ) {
    self.recordsRows = recordsRows
    self.timeline = timeline
    self.isPermuted = isPermuted
    self.isAsync = isAsync
    self.frame = VirtualInstant.Stride(frame).nanoseconds
    self.place = place
    scheduler = TestScheduler(timeline: timeline)
    timeline.collectsMisuse = true
    timeline.followsCauses = true
    timeline.keepJournal()
  }

  /// A number of frames, in the time of any scheduler.
  public func frames<Time: SchedulerTimeIntervalConvertible>(_ count: Int) -> Time {
    let (nanoseconds, overflow) = Int64(count).multipliedReportingOverflow(by: frame)
    return .nanoseconds(overflow ? (count < 0 ? .min : .max) : Int(clamping: nanoseconds))
  }

  /// Takes it as meant that, at the end, timers are pending, sources are subscribed or the last events of a source wait for demand.
  ///
  /// `allowingLive()` on a source or an expectation allows it for that alone.
  public func allowLive() { allowsLive = true }

  /// Takes it as meant that tables hold names which no row uses.
  public func allowUnusedNames() { tables.allowsUnused = true }

  /// Holds an object or a token until the run is over: a model that subscribes by itself lives only as long as somebody holds it.
  ///
  ///     m.keep(Badge(typed, scheduler: m.scheduler))
  @discardableResult public func keep<Object>(_ object: Object) -> Object {
    kept.append(object)
    return object
  }

  /// Runs the test now, rather than at its end, so that recordings can be read. Later calls do nothing.
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
  }

  /// Throws everything that is wrong, once the test has run.
  func verify() throws {
    let report = MarbleReport(self)
    var found = problems + (wasStopped ? [] : claims.flatMap { $0.problems(report) }) + tables.problems(report)
    if !found.isEmpty, !wasStopped { found += sourcesWithoutSubscriber(report) }
    if !found.isEmpty { throw MarbleFailure(problems: found) }
  }

  /// Reads a row. If that fails, the problem is kept, and the row is empty.
  func lane(_ marbles: String, as role: Lane.Role, at place: SourcePlace) -> Lane {
    if hasRun {
      let fix = "describe everything before m.run(), and outside of closures that run with the streams"
      problems.append(.init(place: place, text: "the test runs already\n  \(fix)"))
    }
    do throws(NotationError) {
      return try Lane(parsing: marbles, as: role, frame: frame)
    } catch {
      problems.append(.init(place: place, text: "\(error)"))
      return Lane(frame: max(frame, 1), moments: [])
    }
  }

  /// Lets go of everything, for what the test is made of refers to the test.
  func tearDown() {
    observer?.look(at: self)
    timeline.removeAll()
    (starts, claims, kept) = ([], [], [])
  }

  /// Schedules what a lane of an expectation says. At zero it comes before everything else, in every order.
  func scheduleLane(at instant: VirtualInstant, by name: String, _ act: @escaping () -> Void) {
    if isPermuted, instant == .zero { act() } else { schedule(at: instant, by: name, act) }
  }

  /// Schedules an act of the test itself.
  func schedule(at instant: VirtualInstant, by name: String, _ act: @escaping () -> Void) {
    scheduledActs += 1
    timeline.schedule(at: instant, by: name) { [self] in
      scheduledActs -= 1
      act()
    }
  }
}

/// A row of marbles that plays in the test; failures show it.
struct SourceRow {
  let name: String?
  /// The name if no other can be found.
  let fallback: String
  let lane: Lane
  let place: SourcePlace
  /// `nil` for actions.
  let log: SourceLog?
}

/// Something that a test expects.
protocol Claim: AnyObject {
  var place: SourcePlace { get }
  /// Schedules its subscription.
  func scheduleSubscription()
  /// Schedules its requests.
  func scheduleDemand()
  /// Whether it receives events and may receive more.
  var isListening: Bool { get }
  /// Whether it receives events at all.
  var isListener: Bool { get }
  /// The last instant of which it says something.
  var horizon: VirtualInstant { get }
  /// The events that it has received, as far as a failure shows them; `nil` if it receives nothing. `nil` if it receives nothing.
  func received(_ report: MarbleReport) -> (label: String, lane: Lane)?
  /// The problems, once the test has run.
  func problems(_ report: MarbleReport) -> [MarbleFailure.Problem]
  /// All that it has received, in words.
  var recorded: String? { get }
  /// The rows to draw; `nil` if it receives nothing.
  func outcome(_ report: MarbleReport) -> TestRows.Outcome?
}

extension Claim {
  func scheduleSubscription() {}
  func scheduleDemand() {}
  var isListening: Bool { false }
  var isListener: Bool { false }
  func received(_ report: MarbleReport) -> (label: String, lane: Lane)? { nil }
  var recorded: String? { nil }
  func outcome(_ report: MarbleReport) -> TestRows.Outcome? { nil }
}

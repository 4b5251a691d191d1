import PipesCore
import Synchronization

/// The time that real clocks show to the code of a run: `Task.sleep`, `ContinuousClock`, `SuspendingClock`, `Date()`,
/// `DispatchTime.now()`.
public enum RealClocks: Hashable, Sendable {
  /// The time of the timeline, where the platform allows it. Elsewhere they are reported: ``unavailable`` has the
  /// reason.
  case virtual
  /// Real time. A task that waits on a real clock leaves virtual time, which is reported.
  case reported

  /// The reason why real clocks cannot be virtual in this process, in one sentence; `nil` if they can.
  ///
  /// The first run tries it: each clock is read, and tasks sleep, in virtual time. If one of them stays real, all of
  /// them do. A failure of a test that met a real clock contains the reason.
  public static var unavailable: String? {
    if let failing = ClockProbe.failing { return failing.reason }
    return JumpSlots.install() ?? ClockProbe.outcome
  }

  private static let checks = Atomic<Int>(0)
  private static let latest = Guarded<String?>(nil)
  /// The same, but the slots are looked at only now and then: for runs that take little longer than that look.
  static var unavailableLately: String? {
    if let failing = ClockProbe.failing { return failing.reason }
    let number = checks.wrappingAdd(1, ordering: .relaxed).oldValue
    if number >= 8, number % 64 != 0 { return latest.with { $0 } }
    let reason = unavailable
    latest.with { $0 = reason }
    return reason
  }
}

/// Tries whether a clock is virtual in this process: once, when the first run begins.
enum ClockProbe: String, CaseIterable, Sendable {
  case continuousClock = "ContinuousClock.now"
  case suspendingClock = "SuspendingClock.now"
  case date = "Date()"
  case dispatchTime = "DispatchTime.now()"
  case sleep = "Task.sleep"
  case sleepWithTolerance = "Task.sleep with a tolerance"
  case actor = "Task.sleep on an actor"
  case actorWithTolerance = "Task.sleep with a tolerance on an actor"
  case mainActor = "a task on the main actor"

  /// The probe that fails for the runs of a task, for tests.
  @TaskLocal static var failing: ClockProbe?

  var reason: String { "real clocks are not virtual in this process: \(rawValue) stays real" }

  /// The reason of the first probe that fails, after which all functions are put back.
  static let outcome: String? = {
    let missing = RunJobs.missingHooks
    let reason =
      missing.isEmpty
      ? allCases.first { !$0.isVirtual }?.reason
      : "real clocks are not virtual in this process: the Swift runtime lacks \(missing.joined(separator: ", "))"
    if let reason { JumpSlots.remove(because: reason) }
    return reason
  }()

  /// Whether an hour of virtual time passes for what is tried, and no other time.
  private var isVirtual: Bool {
    switch self {
    case .continuousClock:
      Self.passes {
        ContinuousClock.now - $0 == .seconds(3_600)
      } since: {
        ContinuousClock.now
      }
    case .suspendingClock:
      Self.passes {
        SuspendingClock.now - $0 == .seconds(3_600)
      } since: {
        SuspendingClock.now
      }
    // A program without Foundation, or without Dispatch, has none.
    case .date:
      Self.dateInit.map { date in
        Self.passes {
          date() - $0 == 3_600
        } since: {
          date()
        }
      } ?? true
    case .dispatchTime:
      Self.dispatchNow.map { time in
        Self.passes {
          time() &- $0 == 3_600_000_000_000
        } since: {
          time()
        }
      } ?? true
    case .sleep: Self.wakes { try? await Task.sleep(for: .seconds(3_600)) }
    case .sleepWithTolerance: Self.wakes { try? await Task.sleep(for: .seconds(3_600), tolerance: .seconds(1)) }
    case .actor: Self.wakes { await ProbedActor().sleep(tolerance: nil) }
    case .actorWithTolerance: Self.wakes { await ProbedActor().sleep(tolerance: .seconds(1)) }
    case .mainActor: Self.wakes { @MainActor in try? await Task.sleep(for: .seconds(3_600)) }
    }
  }
  private actor ProbedActor {
    func sleep(tolerance: Duration?) async { try? await Task.sleep(for: .seconds(3_600), tolerance: tolerance) }
  }
  private static let dateInit = Host.function(
    "$s20FoundationEssentials4DateVACycfC", (@convention(c) () -> Double).self)
  private static let dispatchNow = Host.function("$s8Dispatch0A4TimeV3nowACyFZ", (@convention(c) () -> UInt64).self)

  private static func inARun(_ body: (VirtualExecutor) -> Bool) -> Bool {
    // Nothing that matters runs on the main actor here, so nothing is borrowed.
    let executor = VirtualExecutor(Timeline(), hasVirtualClocks: true, hasMainTurn: true)
    executor.admitJobs()
    defer { executor.refuseJobs() }
    return Host.adopting(executor) { body(executor) }
  }
  private static func passes<Time>(_ isRight: (Time) -> Bool, since now: () -> Time) -> Bool {
    inARun { executor in
      let start = now()
      executor.timeline.pass(3_600_000_000_000)
      return isRight(start)
    }
  }
  private static func wakes(_ body: @escaping @Sendable () async -> Void) -> Bool {
    inARun { executor in
      let isAwake = Guarded(false)
      Task.detached {
        await body()
        isAwake.with { $0 = true }
      }
      try? executor.runActions { true }
      return isAwake.with { $0 } && executor.timeline.nanoseconds == 3_600_000_000_000
    }
  }
}

#if !hasFeature(Embedded)
  import Synchronization

  /// One action of a run that does not happen as it should: it is late, is lost, or happens twice. With this the tests of the test kit find out
  /// whether every such fault is reported.
  package final class Mutation: Sendable {
    /// The fault of the action.
    package enum Fault: CaseIterable, Sendable {
      case delay, drop, duplicate
    }
    /// The fault of every timeline that is created meanwhile.
    @TaskLocal package static var current: Mutation?

    private let fault: Fault
    private let number: Int
    private let delay: Int64
    private let seen = Atomic<Int>(0)

    /// A fault of the action with a number, in the order in which they run. A number that is never reached only counts.
    package init(_ fault: Fault, ofAction number: Int = .max, delay: VirtualInstant.Stride = .nanoseconds(1_000_000)) {
      (self.fault, self.number, self.delay) = (fault, number, delay.nanoseconds)
    }

    /// How many actions have run.
    package var count: Int { seen.load(ordering: .relaxed) }

    /// Runs the next action in its wrong way; false if it is not touched. `later` schedules something after the given time.
    func changes(_ run: @escaping () -> Void, later: (Int64, @escaping () -> Void) -> Void) -> Bool {
      guard seen.wrappingAdd(1, ordering: .relaxed).oldValue == number else { return false }
      switch fault {
      case .delay: later(delay, run)
      case .drop: break
      case .duplicate:
        run()
        run()
      }
      return true
    }
  }
#endif

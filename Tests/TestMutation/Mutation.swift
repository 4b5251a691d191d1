import Synchronization
import VirtualTime

/// A planted fault: one action of a run is delayed, dropped or run twice. The tests of the test kit check with it
/// that every such fault is reported.
package final class Mutation: PlantedFault {
  /// The fault of the action.
  package enum Fault: CaseIterable, Sendable {
    case delay, drop, duplicate
  }
  private let fault: Fault
  private let number: Int
  private let delay: Int64
  private let seen = Atomic<Int>(0)

  /// Creates a fault of the action with a number, in the order in which actions run. A number that is never reached
  /// plants no fault and counts the actions.
  package init(_ fault: Fault, ofAction number: Int = .max, delay: VirtualInstant.Stride = .nanoseconds(1_000_000)) {
    self.fault = fault
    self.number = number
    self.delay = delay.nanoseconds
  }

  /// The number of actions that have run.
  package var count: Int { seen.load(ordering: .relaxed) }

  /// Runs the next action with the fault if it is the chosen one; otherwise returns false. `later` schedules an
  /// action after a delay in nanoseconds.
  package func changes(_ run: @escaping () -> Void, later: (Int64, @escaping () -> Void) -> Void) -> Bool {
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

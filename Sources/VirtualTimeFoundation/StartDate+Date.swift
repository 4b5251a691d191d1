import Foundation
import VirtualTime

extension StartDate {
  /// Creates the start of a run from a date of Foundation, rounded to the microsecond.
  public init(_ date: Date) {
    let microseconds = (date.timeIntervalSince1970 * 1e6).rounded()
    self.init(
      nanoseconds: microseconds.magnitude < 9.2e15 ? Int64(microseconds) * 1_000 : microseconds < 0 ? .min : .max)
  }
}

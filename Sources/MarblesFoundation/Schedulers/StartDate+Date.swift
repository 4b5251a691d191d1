import Foundation
import VirtualTime

extension StartDate {
  /// Creates the start of a run from a date of Foundation, rounded to the microsecond.
  public init(_ date: Date) {
    // Beyond a million years a date is the first or the last one.
    let seconds = min(max(date.timeIntervalSince1970, -3.2e13), 3.2e13), whole = seconds.rounded(.down)
    self.init(seconds: Int64(whole), nanoseconds: Int64(((seconds - whole) * 1e6).rounded()) * 1_000)
  }
}

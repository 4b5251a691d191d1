/// A date of a run in virtual time, exact to the nanosecond in each year: the whole seconds since 1970, UTC, and the
/// nanoseconds of the running second, which are never negative.
package struct RunDate: Hashable, Sendable {
  package let seconds, nanoseconds: Int64
  /// The beginning of 2001, from which Foundation counts, in seconds since 1970.
  package static let reference: Int64 = 978_307_200

  /// Creates the date so many seconds and nanoseconds after 1970.
  package init(seconds: Int64, nanoseconds: Int64) {
    var (more, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    if rest < 0 {
      more -= 1
      rest += 1_000_000_000
    }
    self.seconds = seconds.plus(more)
    self.nanoseconds = rest
  }
  /// Creates a date from a number of Foundation: seconds since 2001. It is exact to the nanosecond within 97 days of
  /// 2001, to the microsecond for a century, and in the year 9999 to a tenth of a millisecond: farther digits are the
  /// error of its number. `nil` for a number that is no date.
  package init?(sinceReference number: Double) {
    guard number.magnitude < 0x1p60 else { return nil }
    let whole = number.rounded(.down)
    self.init(
      seconds: Int64(whole).plus(Self.reference), nanoseconds: .nanoseconds(ofFraction: number - whole, of: number))
  }

  /// The date after a length of time in nanoseconds.
  package func plus(_ length: Int64) -> RunDate {
    let (whole, rest) = length.quotientAndRemainder(dividingBy: 1_000_000_000)
    return RunDate(seconds: seconds.plus(whole), nanoseconds: nanoseconds + rest)
  }
  /// The nanoseconds since another date; the farthest number if there are more.
  package func since(_ other: RunDate) -> Int64 {
    var whole = seconds.minus(other.seconds), rest = nanoseconds - other.nanoseconds
    // Of one sign: the sum may end at the farthest number, but the whole seconds alone must not.
    if whole < 0, rest > 0 {
      whole += 1
      rest -= 1_000_000_000
    }
    return whole.times(1_000_000_000).plus(rest)
  }
  /// The nanoseconds since 1970; the farthest number if there are more.
  package var sinceEpoch: Int64 { since(RunDate(seconds: 0, nanoseconds: 0)) }
}

/// A clock of the machine, as a run shows it.
package enum RunClock: UInt8, Sendable {
  /// Goes on while the device sleeps. It is the time of the run.
  case continuous
  /// Stands while the device sleeps.
  case suspending
  /// The date, which can be set.
  case wall
}

import PipesCore

/// The date at which a run in virtual time starts: what `Date()` is at zero, where real clocks are virtual, and the
/// date of run loops.
///
///     try await withVirtualTime(startingAt: .utc(2026, 2, 28, 23, 59)) { clock in … }
public struct StartDate: Hashable, Sendable {
  private(set) var date: RunDate

  /// Creates a date from nanoseconds since the beginning of 1970, UTC.
  public init(nanoseconds: Int64) { self.init(seconds: 0, nanoseconds: nanoseconds) }
  package init(seconds: Int64, nanoseconds: Int64) { date = RunDate(seconds: seconds, nanoseconds: nanoseconds) }

  /// The number of nanoseconds since the beginning of 1970, UTC. The dates before 1678 and after 2262 have the least
  /// and the largest number; a run that starts there is exact all the same.
  public var nanoseconds: Int64 {
    get { date.sinceEpoch }
    set { self = StartDate(nanoseconds: newValue) }
  }

  /// The date of runs that name no other one: the beginning of 2001, UTC, where the numbers of Foundation's dates tell
  /// each nanosecond from the next. They are binary fractions of a second all the same: the time between two of them
  /// may be a little more or less than the time that has passed.
  public static let standard = StartDate.utc(2001, 1, 1)

  /// A date of the Gregorian calendar, UTC. Numbers beyond their range carry over: the thirtieth of February is in
  /// March. Each number counts up to a million.
  public static func utc(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0, _ second: Int = 0)
    -> StartDate
  {
    // Years start in March here, so that the leap day is the last one.
    func floored(_ number: Int64, _ size: Int64) -> Int64 { number / size - (number % size < 0 ? 1 : 0) }
    func clamped(_ number: Int) -> Int64 { min(max(Int64(number), -1_000_000), 1_000_000) }
    let months = clamped(month) - 3
    let years = clamped(year) + floored(months, 12)
    let monthDays = (153 * (months - 12 * floored(months, 12)) + 2) / 5
    let leapDays = floored(years, 4) - floored(years, 100) + floored(years, 400)
    let days = 365 * years + leapDays + monthDays + clamped(day) - 1 - 719_468
    let seconds = days * 86_400 + clamped(hour) * 3_600 + clamped(minute) * 60 + clamped(second)
    return StartDate(seconds: seconds, nanoseconds: 0)
  }
}

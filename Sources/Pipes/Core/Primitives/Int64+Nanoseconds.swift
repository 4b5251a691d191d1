// The one conversion of lengths of time into whole nanoseconds. Everything that enters a timeline comes here: clocks,
// sleeps, dates, the strides of schedulers, frames.
//
// 1. A length is rounded up, so that nothing ends early.
// 2. A length beyond the range is `never`, as is every sum with it. Nothing is scheduled for `never`.
// 3. A `Double` of seconds means the decimal number that it stands for, to fifteen digits: 0.1 + 0.2 is 300 ms, and the
//    rest is its error.
// 4. A negative length stays negative; whoever waits for it waits until now.

extension Int64 {
  /// The length, and the instant, that does not come.
  @inlinable package static var never: Int64 { .max }

  /// A duration in nanoseconds, rounded up.
  package static func nanoseconds(of duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components  // of one sign
    let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return seconds.times(1_000_000_000).plus(rest > 0 ? whole + 1 : whole)
  }
  /// A number of seconds in nanoseconds, rounded up. NaN is zero.
  package static func nanoseconds(ofSeconds seconds: Double) -> Int64 {
    roundedUp(seconds, times: 1_000_000_000, error: 0)
  }
  /// The fraction of the seconds between a date and 2001, in nanoseconds, rounded up: see `RunDate`.
  static func nanoseconds(ofFraction fraction: Double, of seconds: Double) -> Int64 {
    var unit: Int64 = seconds.magnitude < 0x1p23 ? 1_000_000_000 : 1_000_000
    while unit > 1, unit <= 1_000_000, seconds.ulp * Double(2 * unit) > 1 { unit /= 10 }
    let error = Swift.max(seconds.ulp, seconds.magnitude * 0x1p-49)
    return roundedUp(fraction, times: Double(unit), error: error).times(1_000_000_000 / unit)
  }
  private static func roundedUp(_ number: Double, times unit: Double, error: Double) -> Int64 {
    let product = number * unit
    guard product.magnitude < 0x1p63 else { return product.isNaN ? 0 : product < 0 ? .min : .never }
    let nearest = product.rounded()
    let isWhole = (product - nearest).magnitude <= Swift.max(product.magnitude * 0x1p-49, error * unit)
    let rounded = isWhole ? nearest : product.rounded(.up)
    return rounded < 0x1p63 ? Int64(rounded) : .never
  }

  // Saturating arithmetic.
  @inlinable package func plus(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
  @inlinable package func minus(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }
  @inlinable package func times(_ other: Int64) -> Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? ((self < 0) != (other < 0) ? .min : .max) : product
  }
}

/// The length of a frame: frame *n* is at *n* times the length, rounded up to the nanosecond once.
///
/// A length such as a third of a second is no whole number of nanoseconds. The rest of a number that is off by less than
/// a thousandth of a nanosecond is the error of that number.
package struct FrameLength: Hashable, Sendable {
  /// The length, rounded up.
  package let nanoseconds: Int64
  /// The attoseconds by which the rounded length is longer.
  package let excess: Int64
  private static var attoseconds: Int64 { 1_000_000_000 }
  private static var error: Int64 { 1_000_000 }

  /// Creates a length that is a whole number of nanoseconds.
  package init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
    excess = 0
  }
  package init(_ length: Duration) {
    let whole = Int64.nanoseconds(of: length), rest = length.components.attoseconds % Self.attoseconds
    switch rest {
    case 1..<Self.error:
      nanoseconds = whole - 1
      excess = 0
    case Self.error...(Self.attoseconds - Self.error):
      nanoseconds = whole
      excess = Self.attoseconds - rest
    default:
      nanoseconds = whole
      excess = 0
    }
  }

  /// The time of a number of frames, from zero, in nanoseconds.
  package func time(of frames: Int64) -> Int64 {
    let time = frames.times(nanoseconds)
    return excess == 0 || time == .max || time == .min ? time : time - saved(by: frames)
  }
  /// The nanoseconds that a number of frames is shorter than as many rounded ones.
  private func saved(by frames: Int64) -> Int64 {
    let (product, overflow) = frames.multipliedReportingOverflow(by: excess)
    if overflow { return Int64(Double(frames) * Double(excess) / Double(Self.attoseconds)) }
    let (whole, rest) = product.addingReportingOverflow(Self.error).partialValue.quotientAndRemainder(
      dividingBy: Self.attoseconds)
    return rest < 0 ? whole - 1 : whole
  }
  /// The number of the last frame that is not after a time.
  func number(at time: Int64) -> Int64 {
    let (rounded, rest) = time.quotientAndRemainder(dividingBy: nanoseconds)
    if excess == 0 { return rest < 0 ? rounded - 1 : rounded }
    let exact: Double = Double(nanoseconds) - Double(excess) / Double(Self.attoseconds)
    var number = Int64(Double(time) / exact)
    while self.time(of: number) > time { number -= 1 }
    while self.time(of: number + 1) <= time { number += 1 }
    return number
  }
  /// A time in which each frame is as long as the rounded one, and back.
  package func inWholeFrames(_ time: Int64) -> Int64 {
    if excess == 0 { return time }
    let number = number(at: time)
    return number.times(nanoseconds).plus(time - self.time(of: number))
  }
  package func fromWholeFrames(_ time: Int64) -> Int64 {
    if excess == 0 { return time }
    let (number, rest) = time.quotientAndRemainder(dividingBy: nanoseconds)
    return self.time(of: number).plus(rest)
  }
  /// The number of frames that take exactly a time, from zero; `nil` if there is none.
  package func frames(in time: Int64) -> Int64? {
    let number = number(at: time)
    return self.time(of: number) == time ? number : nil
  }
}

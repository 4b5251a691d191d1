import Testing

@testable import VirtualTime

/// The instants of frames and of events in rows, beside numbers of 128 bits.
@Suite struct RowRoundingTests {
  private static let error: Int128 = 1_000_000, unit: Int128 = 1_000_000_000

  /// A length in attoseconds, and a duration of that length.
  private static func length(_ random: inout SplitMixSequence) -> (attoseconds: Int128, duration: Duration) {
    let seconds: Double? =
      switch Int.random(in: 0..<4, using: &random) {
      case 0: 1 / Double(Int.random(in: 1...2_000, using: &random))
      case 1: Double(Int.random(in: 1...9_999, using: &random)) / 1_000
      default: nil
      }
    let duration =
      seconds.map { Duration.seconds($0) } ?? .seconds(Int64.random(in: 1...90, using: &random))
      / Int.random(in: 1...2_000, using: &random)
    let (whole, rest) = duration.components, noise = Int128(rest) % unit
    // A thousandth of a nanosecond is the error of a number.
    let meant = noise < error ? Int128(rest) - noise : unit - noise < error ? Int128(rest) + unit - noise : Int128(rest)
    return (Int128(whole) * 1_000_000_000_000_000_000 + meant, duration)
  }
  /// Frame n is at n times the length, rounded up once; a thousandth of a nanosecond is no difference.
  @Test func framesAreRoundedOnce() {
    var random = SplitMixSequence(seed: 8)
    for _ in 0..<3_000 {
      let (attoseconds, duration) = Self.length(&random), frame = FrameLength(duration)
      for _ in 0..<8 {
        let number = Int64.random(in: 0...Int64.random(in: 1...10_000, using: &random), using: &random)
        let time = frame.time(of: number), exact = Int128(number) * attoseconds
        #expect(Int128(time) * Self.unit >= exact - Self.error, "\(duration), frame \(number)")
        #expect(Int128(time - 1) * Self.unit < exact, "\(duration), frame \(number)")
        #expect(frame.number(at: time) == number && frame.frames(in: time) == number, "\(duration), frame \(number)")
        let later = time + Int64.random(in: 0..<frame.nanoseconds, using: &random)
        #expect(frame.fromWholeFrames(frame.inWholeFrames(later)) == later, "\(duration), \(later)")
      }
      #expect(frame.time(of: 0) == 0)
    }
    #expect(FrameLength(.seconds(1) / 3).time(of: 3) == 1_000_000_000)
    #expect(FrameLength(.seconds(1 / 3.0)).time(of: 3) == 1_000_000_000)
    #expect(FrameLength(.seconds(0.1)) == FrameLength(nanoseconds: 100_000_000))
    #expect(FrameLength(.zero).nanoseconds == 0 && FrameLength(.seconds(-1)).nanoseconds == -1_000_000_000)
  }
  /// Without a sleep that was rounded, and with a whole frame, each nanosecond is an instant of its own.
  @Test func nothingIsFoldedWithoutASleep() {
    var random = SplitMixSequence(seed: 9)
    for _ in 0..<1_000 {
      var rows = RowRounding()
      rows.frame = FrameLength(nanoseconds: Int64.random(in: 1...2_000_000, using: &random))
      var now: Int64 = 0
      for _ in 0..<20 {
        now += Int64.random(in: 0...1_100, using: &random)
        #expect(rows.begin(at: now, isRounded: false) == 0)
        rows.end(at: now, late: 0)
        #expect(rows.row(of: now) == now)
      }
    }
  }
  /// Sleeps of lengths that are no whole numbers, one after the other, are in rows where the sum of the lengths is: a
  /// sleep ends late by less than a nanosecond, and so does the next one. All other instants of the run are seen.
  @Test func sleepsAreWhereTheySay() {
    var random = SplitMixSequence(seed: 10)
    for round in 0..<2_000 {
      var rows = RowRounding(), now: Int64 = 0, exact: Int128 = 0, latest = Int64.min
      rows.frame = FrameLength(nanoseconds: 1_000_000)
      // A decimal number of milliseconds, as a Double that is a little longer.
      let length = Int64.random(in: 1...5_000, using: &random) * 1_000_000,
        noise = Int64.random(in: 1...900, using: &random)
      for number in 1...Int.random(in: 1...20, using: &random) {
        let late = rows.begin(at: now, isRounded: true)
        now += length + 1
        exact += Int128(length) * Self.unit + Int128(noise)
        // Another event meanwhile, between two frames.
        let other = now - Int64.random(in: 100...900_000, using: &random)
        let shown = rows.row(of: other)
        #expect(shown <= other && other - shown <= Int64(number), "round \(round)")
        #expect(shown >= latest, "round \(round)")
        rows.end(at: now, late: late)
        latest = rows.row(of: now)
        #expect(Int128(latest) == (exact / Self.unit), "round \(round), sleep \(number)")
        #expect(rows.row(of: now) == latest)
      }
    }
  }
}

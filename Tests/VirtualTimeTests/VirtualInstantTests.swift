import Pipes
import Testing
import VirtualTime

@Suite struct VirtualInstantTests {
  typealias Stride = VirtualInstant.Stride

  @Test func strides() {
    #expect(VirtualInstant.ms(3).distance(to: .ms(10)) == .milliseconds(7))
    #expect(VirtualInstant.ms(3).advanced(by: -1) == .ms(-997))
    #expect(VirtualInstant.ms(3) < .ms(4))
  }
  @Test func unitsAndLiterals() {
    #expect(Stride.seconds(2).nanoseconds == 2_000_000_000)
    #expect(Stride.milliseconds(2).nanoseconds == 2_000_000)
    #expect(Stride.microseconds(2).nanoseconds == 2_000)
    #expect(Stride.nanoseconds(2).nanoseconds == 2)
    #expect(Stride.seconds(0.1).nanoseconds == 100_000_000)
    #expect((3 as Stride) == .seconds(3))
    #expect((0.25 as Stride) == .milliseconds(250))
    #expect(Stride(exactly: 4) == .seconds(4))
    #expect(Stride(exactly: Int64.max) == nil)
    #expect(Stride(Duration.milliseconds(-1500)) == .seconds(-1.5))
  }
  @Test func arithmeticOfSeconds() {
    #expect((2 as Stride) * (0.5 as Stride) == 1)
    #expect((2 as Stride) * (-3 as Stride) == -6)
    var half: Stride = 3
    half *= 0.5
    #expect(half == 1.5)
    #expect((3 as Stride) - 5 == -2)
    #expect(-(3 as Stride) == .seconds(-3))
    #expect((-3 as Stride).magnitude == 3_000_000_000)
  }
  @Test func saturatesInsteadOfTrapping() {
    let far = VirtualInstant(nanoseconds: .max)
    #expect(far.advanced(by: 1) == far)
    #expect(VirtualInstant(nanoseconds: .min).advanced(by: -1).nanoseconds == .min)
    #expect(VirtualInstant(nanoseconds: .min).distance(to: far).nanoseconds == .max)
    #expect(far.distance(to: .ns(-5)).nanoseconds == .min)
    #expect(Stride.seconds(Int.max).nanoseconds == .max)
    #expect(Stride.seconds(Int.min).nanoseconds == .min)
    #expect(Stride.seconds(Double.infinity).nanoseconds == .max)
    #expect(Stride.seconds(-Double.infinity).nanoseconds == .min)
    #expect(Stride.seconds(Double.nan).nanoseconds == 0)
    #expect((9_000_000_000 as Stride) * (-9_000_000_000 as Stride) == Stride(nanoseconds: .min))
    #expect(Stride(nanoseconds: .min).magnitude == Int.max)
    #expect(Stride(Duration.seconds(Int64.max)).nanoseconds == .max)
  }
  @Test func standardDurations() {
    let duration: Duration = .milliseconds(5)
    #expect(VirtualInstant.zero.advanced(by: duration) == .ms(5))
    #expect(VirtualInstant.ms(5).duration(to: .ms(2)) == .milliseconds(-3))
  }
  @Test(
    arguments: [
      (0, "0s"), (1, "1ns"), (1_500, "1500ns"), (2_000, "2us"), (250_000_000, "250ms"), (1_500_000_000, "1500ms"),
      (60_000_000_000, "1m"),
      (-3_600_000_000_000, "-1h"),
    ] as [(Int64, String)])
  func description(nanoseconds: Int64, text: String) {
    #expect(VirtualInstant(nanoseconds: nanoseconds).description == text)
    #expect(Stride(nanoseconds: nanoseconds).description == text)
  }
}

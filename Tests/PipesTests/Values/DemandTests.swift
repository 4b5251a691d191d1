import Foundation
import Pipes
import Testing

@Suite("Demand") struct DemandTests {
  typealias Demand = Subscribers.Demand

  @Test("DM-01 constants and the count") func constants() {
    #expect(Demand.none == Demand.max(0))
    #expect(Demand.none.max == 0)
    #expect(Demand.max(42).max == 42)
    #expect(Demand.max(Int.max).max == Int.max)
    #expect(Demand.unlimited.max == nil)
  }

  @Test(
    "DM-02 addition of demands",
    arguments: [
      (Demand.max(2), Demand.max(3), Demand.max(5)), (.none, .none, .none), (.max(1), .none, .max(1)),
      (.unlimited, .max(3), .unlimited), (.max(3), .unlimited, .unlimited), (.unlimited, .unlimited, .unlimited),
      (.max(Int.max), .max(1), .unlimited), (.max(Int.max), .max(Int.max), .unlimited),
      (.max(Int.max - 1), .max(1), .max(Int.max)),
    ]) func addition(_ a: Demand, _ b: Demand, _ sum: Demand)
  {
    #expect(a + b == sum)
    var total = a
    total += b
    #expect(total == sum)
  }

  @Test(
    "DM-02 addition of a number",
    arguments: [
      (Demand.max(2), 3, Demand.max(5)), (.max(5), -2, .max(3)), (.max(5), -5, .none), (.unlimited, 3, .unlimited),
      (.unlimited, -3, .unlimited), (.max(Int.max), 1, .unlimited), (.max(1), Int.max, .unlimited),
    ]) func additionOfNumber(_ a: Demand, _ b: Int, _ sum: Demand)
  {
    #expect(a + b == sum)
    var total = a
    total += b
    #expect(total == sum)
  }

  @Test(
    "DM-03 multiplication",
    arguments: [
      (Demand.max(2), 3, Demand.max(6)), (.max(2), 0, .none), (.none, 7, .none), (.unlimited, 3, .unlimited),
      (.unlimited, 0, .unlimited),
      (.unlimited, -1, .unlimited), (.max(Int.max), 2, .unlimited), (.max(Int.max), 1, .max(Int.max)),
    ]) func multiplication(_ a: Demand, _ b: Int, _ product: Demand)
  {
    #expect(a * b == product)
    var total = a
    total *= b
    #expect(total == product)
  }

  @Test(
    "DM-04 subtraction of demands",
    arguments: [
      (Demand.max(5), Demand.max(3), Demand.max(2)), (.max(5), .max(5), .none), (.unlimited, .max(3), .unlimited),
      (.unlimited, .unlimited, .unlimited), (.max(5), .unlimited, .none), (.none, .unlimited, .none),
    ]) func subtraction(_ a: Demand, _ b: Demand, _ difference: Demand)
  {
    #expect(a - b == difference)
    var rest = a
    rest -= b
    #expect(rest == difference)
  }

  @Test(
    "DM-04 subtraction of a number",
    arguments: [
      (Demand.max(5), 3, Demand.max(2)), (.max(5), -3, .max(8)), (.unlimited, 3, .unlimited),
      (.unlimited, Int.min, .unlimited),
      (.max(Int.max), -1, .none), (.max(Int.max), Int.min, .none),
    ]) func subtractionOfNumber(_ a: Demand, _ b: Int, _ difference: Demand)
  {
    #expect(a - b == difference)
    var rest = a
    rest -= b
    #expect(rest == difference)
  }

  @Test("DM-05 order of demands") func order() {
    let rising: [Demand] = [.none, .max(1), .max(2), .max(Int.max), .unlimited]
    for (i, a) in rising.enumerated() {
      for (j, b) in rising.enumerated() {
        #expect((a < b) == (i < j))
        #expect((a <= b) == (i <= j))
        #expect((a > b) == (i > j))
        #expect((a >= b) == (i >= j))
        #expect((a == b) == (i == j))
        #expect((a != b) == (i != j))
      }
    }
    #expect(Set(rising + rising).count == 5)
  }

  @Test(
    "DM-05 a demand against a number",
    arguments: [
      (Demand.max(3), 2, 1), (.max(3), 3, 0), (.max(3), 4, -1), (.max(0), -1, 1), (.none, 0, 0),
      (.unlimited, Int.max, 1),
      (.unlimited, -1, 1), (.max(Int.max), Int.max, 0),
    ]) func numbers(_ demand: Demand, _ number: Int, _ sign: Int)
  {
    #expect((demand < number) == (sign < 0))
    #expect((demand <= number) == (sign <= 0))
    #expect((demand > number) == (sign > 0))
    #expect((demand >= number) == (sign >= 0))
    #expect((demand == number) == (sign == 0))
    #expect((demand != number) == (sign != 0))
    #expect((number > demand) == (sign < 0))
    #expect((number >= demand) == (sign <= 0))
    #expect((number < demand) == (sign > 0))
    #expect((number <= demand) == (sign >= 0))
    #expect((number == demand) == (sign == 0))
    #expect((number != demand) == (sign != 0))
  }

  @Test("DM-06 description") func description() {
    #expect(Demand.unlimited.description == "unlimited")
    #expect(Demand.max(3).description == "max(3)")
    #expect(Demand.none.description == "max(0)")
  }

  // In an array, since older coders want a container at the top.
  @Test("DM-06 coding", arguments: [(Demand.none, "[0]"), (.max(7), "[7]"), (.unlimited, "[9223372036854775808]")])
  func coding(_ demand: Demand, _ text: String) throws {
    #expect(String(decoding: try JSONEncoder().encode([demand]), as: UTF8.self) == text)
    #expect(try JSONDecoder().decode([Demand].self, from: Data(text.utf8)) == [demand])
  }

  @Test("DM-06 what is too large is unlimited, what is negative fails") func oddCodes() throws {
    let decoder = JSONDecoder()
    #expect(try decoder.decode([Demand].self, from: Data("[18446744073709551615]".utf8)) == [.unlimited])
    #expect(throws: DecodingError.self) { try decoder.decode([Demand].self, from: Data("[-1]".utf8)) }
  }
}

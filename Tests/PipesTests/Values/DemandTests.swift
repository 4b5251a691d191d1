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

  /// An operator with its right side: another demand, or a number.
  enum Operation: Sendable {
    case plus(Demand), plusNumber(Int), times(Int), minus(Demand), minusNumber(Int)

    func result(_ a: Demand) -> Demand {
      switch self {
      case .plus(let b): a + b
      case .plusNumber(let b): a + b
      case .times(let b): a * b
      case .minus(let b): a - b
      case .minusNumber(let b): a - b
      }
    }
    func assign(_ a: inout Demand) {
      switch self {
      case .plus(let b): a += b
      case .plusNumber(let b): a += b
      case .times(let b): a *= b
      case .minus(let b): a -= b
      case .minusNumber(let b): a -= b
      }
    }
  }
  static let results: [(Demand, Operation, Demand)] = [
    (.max(2), .plus(.max(3)), .max(5)), (.none, .plus(.none), .none), (.max(1), .plus(.none), .max(1)),
    (.unlimited, .plus(.max(3)), .unlimited), (.max(3), .plus(.unlimited), .unlimited),
    (.unlimited, .plus(.unlimited), .unlimited), (.max(Int.max), .plus(.max(1)), .unlimited),
    (.max(Int.max), .plus(.max(Int.max)), .unlimited), (.max(Int.max - 1), .plus(.max(1)), .max(Int.max)),
    (.max(2), .plusNumber(3), .max(5)), (.max(5), .plusNumber(-2), .max(3)), (.max(5), .plusNumber(-5), .none),
    (.unlimited, .plusNumber(3), .unlimited), (.unlimited, .plusNumber(-3), .unlimited),
    (.max(Int.max), .plusNumber(1), .unlimited), (.max(1), .plusNumber(Int.max), .unlimited),
    (.max(2), .times(3), .max(6)), (.max(2), .times(0), .none), (.none, .times(7), .none),
    (.unlimited, .times(3), .unlimited), (.unlimited, .times(0), .unlimited), (.unlimited, .times(-1), .unlimited),
    (.max(Int.max), .times(2), .unlimited), (.max(Int.max), .times(1), .max(Int.max)),
    (.max(5), .minus(.max(3)), .max(2)), (.max(5), .minus(.max(5)), .none), (.unlimited, .minus(.max(3)), .unlimited),
    (.unlimited, .minus(.unlimited), .unlimited), (.max(5), .minus(.unlimited), .none),
    (.none, .minus(.unlimited), .none), (.max(5), .minusNumber(3), .max(2)), (.max(5), .minusNumber(-3), .max(8)),
    (.unlimited, .minusNumber(3), .unlimited), (.unlimited, .minusNumber(Int.min), .unlimited),
    (.max(Int.max), .minusNumber(-1), .none), (.max(Int.max), .minusNumber(Int.min), .none),
  ]
  @Test("DM-02 DM-03 DM-04 addition, multiplication, subtraction", arguments: results)
  func operators(_ a: Demand, _ operation: Operation, _ result: Demand) {
    #expect(operation.result(a) == result)
    var total = a
    operation.assign(&total)
    #expect(total == result)
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

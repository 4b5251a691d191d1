import Marbles
import VirtualTime

/// The content of a lane, as a test writes it: the instant in nanoseconds, then the event.
func at(_ nanoseconds: Int64, _ kinds: Mark.Kind...) -> Lane.Moment {
  Lane.Moment(instant: VirtualInstant(nanoseconds: nanoseconds), marks: kinds.map { Mark($0) })
}
func anyOrder(at nanoseconds: Int64, _ kinds: Mark.Kind...) -> Lane.Moment {
  Lane.Moment(instant: VirtualInstant(nanoseconds: nanoseconds), marks: kinds.map { Mark($0) }, anyOrder: true)
}
extension Mark.Kind {
  static func plain(_ text: String) -> Mark.Kind { .value(Symbol(text)) }
  static func quoted(_ text: String) -> Mark.Kind { .value(Symbol(text, isQuoted: true)) }
}

/// One millisecond.
let ms: Int64 = 1_000_000

/// A generator whose numbers depend on nothing but the seed.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
  /// A number from zero up to, but not including, the limit.
  mutating func below(_ limit: Int) -> Int { Int(truncatingIfNeeded: (next() >> 33) % UInt64(limit)) }
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}

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

extension SplitMixSequence {
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}

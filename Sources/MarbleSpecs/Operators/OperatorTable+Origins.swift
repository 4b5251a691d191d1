import Pipes

extension OperatorTable {
  mutating func addOrigins() {
    family = "Origins"
    origin("Just", "Sends one value and finishes.", .value(), sample: "> Just(1)") { Just($0) }
    origin("Empty", "Finishes without a value, or never.", .truth("completeImmediately").optional(true), sample: "> Empty()") {
      Empty<Value, SpecFailure>(completeImmediately: $0)
    }
    origin("Fail", "Fails at once.", .value(), sample: "> Fail(\"too bad\")") { Fail<Value, SpecFailure>(error: SpecFailure($0)) }
    origin("Fail", "Fails at once.", .value("error"), sample: "> Fail(error: \"too bad\")") {
      Fail<Value, SpecFailure>(error: SpecFailure($0))
    }
    origin("Deferred", "Makes a stream anew for each subscriber.", producer(.stream), sample: "a: -1-2-|\n> Deferred { a }") {
      Deferred(createPublisher: $0)
    }
    origin(
      "interval", "Counts at a regular pace, from 0, without end.", .duration(), .scheduler, sample: "> interval(3).prefix(3)"
    ) { Publishers.interval($0, scheduler: $1) }
    origin(
      "Timer.publish", "The same as interval.", .duration("every"), .scheduler, sample: "> Timer.publish(every: 3).prefix(3)"
    ) { Publishers.interval($0, scheduler: $1) }
    property("publisher", "Sends the elements and finishes.", sample: "> [1, 2, 3].publisher") { stage, value in
      switch value {
      case .absent: return Empty().eraseToAnyPublisher()
      case .array, .text, .member("..<", _):
        let call = MemberCall(evaluator: stage.evaluator, receiver: value, span: stage.call.span, arguments: [], scope: nil)
        return Publishers.Sequence<[Value], SpecFailure>(sequence: try call.elements()).eraseToAnyPublisher()
      case .stream: throw stage.problem("a stream is one already", at: stage.call.span, fix: "leave out .publisher")
      default: return Just(value).adapted
      }
    }
  }
}

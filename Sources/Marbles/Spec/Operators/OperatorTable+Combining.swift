import Pipes

extension OperatorTable {
  mutating func addCombining() {
    family = "Combining"
    row("merge", "Sends the values of all streams as they come.", .streams("with"), sample: "a: -1---2-|\nb: --x-y---|\n> a.merge(with: b)")
    {
      upstream, others in others.reduce(upstream) { $0.merge(with: $1).eraseToAnyPublisher() }
    }
    row(
      "zip", "Pairs the first values of all streams, then the second, and so on.", .stream(),
      sample: "a: -1-2-----|\nb: ---x-y-z-|\n> a.zip(b)"
    ) { $0.zip($1).map { Value.tuple([$0, $1]) } }
    row(
      "combineLatest", "Sends the latest values of all streams whenever one of them sends.", .stream(),
      sample: "a: -1---2---|\nb: --x---y-|\n> a.combineLatest(b)"
    ) { $0.combineLatest($1).map { Value.tuple([$0, $1]) } }
  }

  mutating func addFailing() {
    family = "Handling failures"
    row(
      "catch", "Goes on with another stream after a failure.", .streamMaker(), sample: "a: -1-2-#\nb: 7-8-|\n> a.catch { _ in b }"
    ) { upstream, handler in upstream.catch { handler($0.value) } }
    row("retry", "Subscribes again after a failure, so many times.", .integer(), sample: "a: -1-2-#\n> a.retry(1)") { $0.retry($1) }
  }

  mutating func addTiming() {
    family = "Timing"
    row("delay", "Sends everything later.", .duration("for"), .scheduler, sample: "a: -1-2-3-|\n> a.delay(for: 3)") {
      $0.delay(for: $1, scheduler: $2)
    }
    row(
      "debounce", "Sends a value when no other has come for a while after it.", .duration("for"), .scheduler,
      sample: "a: -1-2-3------4------|\n> a.debounce(for: 3)"
    ) { $0.debounce(for: $1, scheduler: $2) }
  }

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
        return try call.elements().publisher.adapted
      case .stream: throw stage.problem("a stream is one already", at: stage.call.span, fix: "leave out .publisher")
      default: return Just(value).adapted
      }
    }
  }
}

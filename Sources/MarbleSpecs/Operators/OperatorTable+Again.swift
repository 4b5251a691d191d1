import Pipes
import VirtualTime

extension OperatorTable {
  /// Operators that subscribe again, or do without a failure, and that Combine does not have.
  mutating func addAgain() {
    row(
      "repeat", "Subscribes again after the end, so many rounds in all or for ever.", Parameter<Int>.integer().orNone,
      sample: "a: 1-2|\n> a.repeat(2)"
    ) { $0.repeat($1) }
    row(
      "repeat", "Subscribes again after the end when another stream says so.", answering("when"),
      sample: "a: 1-2|\n> a.repeat { ends in ends.delay(for: 2) }.prefix(3)"
    ) { upstream, handler in upstream.repeat { handler($0.map { Value.tuple([]) }.adapted) } }
    family = "Handling failures"
    row(
      "retry", "Subscribes again after a failure, so many times, and waits before.", .integer(), .duration("delay"), .scheduler,
      sample: "a: -1-#\n> a.retry(1, delay: 3)"
    ) { $0.retry($1, delay: $2, scheduler: $3) }
    row(
      "retry", "Subscribes again after a failure, so many times, and waits longer each time.", .integer(), .backoff, .scheduler,
      sample: "a: -1-#\n> a.retry(2, backoff: .exponential(from: 1, upTo: 8))"
    ) { $0.retry($1, backoff: $2, scheduler: $3) }
    row(
      "retry", "Subscribes again after a failure that meets a condition, so many times.", .integer(), closure(.truth, "if"),
      sample: "a: -1-#'busy'\n> a.retry(2, if: { $0 == \"busy\" })"
    ) { upstream, count, isAccepted in upstream.retry(count, if: { isAccepted($0.value) }) }
    row(
      "retry", "Subscribes again after a failure when another stream says so.", answering("when"),
      sample: "a: -1-#\n> a.retry { errors in errors.delay(for: 2) }.prefix(2)"
    ) { upstream, handler in upstream.retry(when: { handler($0.map(\.value).adapted) }) }
    row(
      "ignoreFailure", "Finishes in the place of a failure, or goes silent.", .truth("completeImmediately").optional(true),
      sample: "a: -1-#\n> a.ignoreFailure()"
    ) { $0.ignoreFailure(completeImmediately: $1) }
    row(
      "onErrorResumeNext", "Goes on with another stream after a completion of either kind, and finishes.", .stream(),
      sample: "a: -1-#\nb: 7-8-|\n> a.onErrorResumeNext(b)"
    ) { $0.onErrorResumeNext($1) }
  }

  /// A closure that makes a stream of a stream.
  private func answering(_ label: String) -> Parameter<(SpecPublisher) -> SpecPublisher> {
    let inner = closure(.stream, label)
    return Parameter(info: inner.info) { stage, arguments in
      let make = try inner.convert(stage, arguments)
      return { make(.stream(SpecStream(name: nil, publisher: $0))) }
    }
  }
}

extension Subscribers.Event: SpecOutput where Input: SpecOutput, Failure == SpecFailure {
  var asValue: Value {
    switch self {
    case .value(let value): .member("value", value.asValue)
    case .finished: .member("finished")
    case .failure(let error): .member("failure", error.value)
    }
  }
}
extension Result: SpecOutput where Success: SpecOutput, Failure == SpecFailure {
  var asValue: Value {
    switch self {
    case .success(let value): .member("success", value.asValue)
    case .failure(let error): .member("failure", error.value)
    }
  }
}

/// The event that a value is: no argument, what a row needs whose values are events.
var ownEvent: Parameter<(Value) -> Subscribers.Event<Value, SpecFailure>> {
  Parameter(info: ParameterInfo(label: "", kind: .implied, isOptional: true)) { stage, _ in
    { value in
      stage.attempt(or: .finished) {
        guard case .member(let name, let items) = value else {
          throw stage.problem("expected an event such as .value(1), got \(value.shown)", at: stage.call.span)
        }
        switch (name, items.elements.count) {
        case ("value", 1): return .value(items.elements[0])
        case ("finished", 0): return .finished
        case ("failure", 1): return .failure(SpecFailure(items.elements[0]))
        default: throw stage.problem("expected .value(1), .finished or .failure(\"e\"), got \(value.shown)", at: stage.call.span)
        }
      }
    }
  }
}

extension Parameter<Publishers.Backoff<VirtualInstant.Stride>> {
  /// `.constant(1)`, `.linear(1, upTo: 8)` or `.exponential(from: 1, upTo: 8)`.
  static var backoff: Parameter {
    let expected = ".constant(1), .linear(1, upTo: 8) or .exponential(from: 1, upTo: 8)"
    let choices = ["constant(1)", "linear(1, upTo: 8)", "exponential(from: 1, upTo: 8)"]
    return Parameter(info: ParameterInfo(label: "backoff", kind: .choice(choices))) { stage, arguments in
      let span = arguments[0].value.span, value = try stage.value(arguments[0])
      guard case .member(let name, let items) = value else { throw stage.problem("expected \(expected), got \(value.shown)", at: span) }
      let delays = try items.elements.map { try stage.duration($0, at: span) }
      switch (name, delays.count) {
      case ("constant", 1): return .constant(delays[0])
      case ("linear", 2): return .linear(delays[0], upTo: delays[1])
      case ("exponential", 2): return .exponential(from: delays[0], upTo: delays[1])
      default: throw stage.problem("expected \(expected), got \(value.shown)", at: span)
      }
    }
  }
}

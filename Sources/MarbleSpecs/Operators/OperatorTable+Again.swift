import Pipes
import VirtualTime

extension OperatorTable {
  /// Operators that subscribe again, or do without a failure, and that Combine does not have.
  mutating func addAgain() {
    about(
      "repeat",
      facts: OperatorFacts(
        use: "to play a stream again", rivals: ["retry", "interval"], requests: "the demand that is not fulfilled yet, from each round",
        finishes: "after the last round", typing: [.keepsValues, .joins, .isLenient]))
    row(
      "repeat", "Subscribes again after the end, so many rounds in all or for ever.", Parameter<Int>.integer().orNone,
      sample: "a: 1-2|\n> a.repeat(2)"
    ) { $0.repeat($1) }
    about(
      "repeat",
      facts: OperatorFacts(
        use: "to play a stream again when something says so", rivals: ["retry"], rx: ["repeatWhen"],
        requests: "the demand that is not fulfilled yet, from each round", finishes: "when the other stream finishes", takesSigns: true,
        typing: [.keepsValues, .joins, .isLenient]))
    row(
      "repeat", "Subscribes again after the end when another stream says so.", answering("when"),
      sample: "a: 1-2|\n> a.repeat { ends in ends.delay(for: 2) }.prefix(3)"
    ) { upstream, handler in upstream.repeat { handler($0.map { Value.tuple([]) }.adapted) } }
    family = "Handling failures"
    about(
      "retry",
      facts: OperatorFacts(
        use: "to try again after a pause", rivals: ["catch", "repeat"],
        requests: "the demand that is not fulfilled yet, from each attempt", fails: "when the last attempt fails",
        typing: [.keepsValues, .joins, .isLenient]))
    row(
      "retry", "Subscribes again after a failure, so many times, and waits before.", .integer(), .duration("delay"), .scheduler,
      sample: "a: -1-#\n> a.retry(1, delay: 3)"
    ) { $0.retry($1, delay: $2, scheduler: $3) }
    row(
      "retry", "Subscribes again after a failure, so many times, and waits longer each time.", .integer(), .backoff, .scheduler,
      sample: "a: -1-#\n> a.retry(2, backoff: .exponential(from: 1, upTo: 8))"
    ) { $0.retry($1, backoff: $2, scheduler: $3) }
    about(
      "retry",
      facts: OperatorFacts(
        use: "to try again after some failures only", rivals: ["catch", "tryCatch"],
        requests: "the demand that is not fulfilled yet, from each attempt",
        fails: "when the last attempt fails, or one with another failure", typing: [.keepsValues, .joins, .isLenient]))
    row(
      "retry", "Subscribes again after a failure that meets a condition, so many times.", .integer(), closure(.truth, "if"),
      sample: "a: -1-#'busy'\n> a.retry(2, if: { $0 == \"busy\" })"
    ) { upstream, count, isAccepted in upstream.retry(count, if: { isAccepted(Carried($0.value)) }) }
    about(
      "retry",
      facts: OperatorFacts(
        use: "to try again when something says so", rivals: ["catch", "repeat"], rx: ["retryWhen"],
        requests: "the demand that is not fulfilled yet, from each attempt", finishes: "when the upstream or the other stream finishes",
        fails: "when the other stream fails", takesSigns: true, typing: [.keepsValues, .joins, .isLenient]))
    row(
      "retry", "Subscribes again after a failure when another stream says so.", answering("when"),
      sample: "a: -1-#\n> a.retry { errors in errors.delay(for: 2) }.prefix(2)"
    ) { upstream, handler in upstream.retry(when: { handler($0.map(\.value).adapted) }) }
    about(
      "ignoreFailure",
      facts: OperatorFacts(
        use: "where a failure is as good as an end", rivals: ["replaceError", "catch"],
        finishes: "when the upstream finishes, and when it fails if it is asked to", fails: "", typing: [.keepsValues, .cures]))
    row(
      "ignoreFailure", "Finishes in the place of a failure, or goes silent.", .truth("completeImmediately").optional(true),
      sample: "a: -1-#\n> a.ignoreFailure()"
    ) { $0.ignoreFailure(completeImmediately: $1) }
    about(
      "onErrorResumeNext",
      facts: OperatorFacts(
        use: "to go on with something else whatever happened", rivals: ["catch", "append"],
        requests: "the demand that is not fulfilled yet, from the other stream", finishes: "when the other stream has ended", fails: "",
        typing: .keepsValues))
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
      return { make(Carried(.stream(SpecStream(name: nil, publisher: $0)))) }
    }
  }
}

extension Subscribers.Event: SpecOutput where Input: SpecOutput, Failure == SpecFailure {
  var carried: Carried {
    switch self {
    case .value(let value): value.carried.wrapped("value")
    case .finished: Carried(.member("finished"))
    case .failure(let error): Carried(.member("failure", error.value))
    }
  }
}
extension Result: SpecOutput where Success: SpecOutput, Failure == SpecFailure {
  var carried: Carried {
    switch self {
    case .success(let value): value.carried.wrapped("success")
    case .failure(let error): Carried(.member("failure", error.value))
    }
  }
}
extension Carried {
  /// The value as what a case holds.
  fileprivate func wrapped(_ name: String) -> Carried { Carried(.member(name, value), .holding(CollectionOfOne(self))) }
}

/// The event that a value is: no argument, what a row needs whose values are events.
var ownEvent: Parameter<(Carried) -> Subscribers.Event<Carried, SpecFailure>> {
  Parameter(info: ParameterInfo(label: "", kind: .implied, isOptional: true)) { stage, _ in
    { value in
      stage.attempt(or: .finished) {
        guard case .member(let name, let items) = value.value else {
          throw stage.problem("expected an event such as .value(1), got \(value.value.shown)", at: stage.call.span)
        }
        switch (name, items.elements.count) {
        case ("value", 1): return .value(Carried(items.elements[0], value.origin))
        case ("finished", 0): return .finished
        case ("failure", 1): return .failure(SpecFailure(items.elements[0]))
        default: throw stage.problem("expected .value(1), .finished or .failure(\"e\"), got \(value.value.shown)", at: stage.call.span)
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

import Pipes
import VirtualTime

extension OperatorTable {
  /// Adds the operators that subscribe again, or that replace a failure, and that Combine does not have.
  mutating func addAgain() {
    about(
      "repeat",
      facts: OperatorFacts(
        use: "to run a publisher several times", rivals: ["retry", "interval"],
        requests: "from each round the demand that has not been fulfilled yet",
        finishes: "after the last round", typing: [.keepsValues, .joins, .isLenient]))
    row(
      "repeat", "Subscribes to the upstream again after it has finished, for a number of rounds or forever.",
      Parameter<Int>.integer(atLeast: 0).orNone,
      sample: "a: 1-2|\n> a.repeat(2)"
    ) { $0.repeat($1) }
    about(
      "repeat",
      facts: OperatorFacts(
        use: "to run a publisher again after an event elsewhere", rivals: ["retry"], rx: ["repeatWhen"],
        requests: "from each round the demand that has not been fulfilled yet",
        finishes: "when the other publisher has finished and no round is running",
        fails: "when the upstream or the other publisher fails", takesSigns: true,
        typing: [.keepsValues, .joins, .isLenient]))
    row(
      "repeat", "Subscribes again after the upstream has finished, each time another publisher sends a value.",
      answering("when", to: "completions"),
      sample: "a: 1-2|\n> a.repeat { ends in ends.delay(for: 2) }.prefix(3)"
    ) { upstream, handler in upstream.repeat { handler($0.map { Value.tuple([]) }.adapted) } }
    family = "Handling failures"
    about(
      "retry",
      facts: OperatorFacts(
        use: "to try again after a pause", rivals: ["catch", "repeat"],
        requests: "from each attempt the demand that has not been fulfilled yet", fails: "when the last attempt fails",
        typing: [.keepsValues, .joins, .isLenient]))
    row(
      "retry", "Subscribes again after a failure, up to a number of times, each time after a delay.", .integer(atLeast: 0),
      .duration("delay"),
      .scheduler,
      sample: "a: -1-#\n> a.retry(1, delay: 3)"
    ) { $0.retry($1, delay: $2, scheduler: $3) }
    row(
      "retry", "Subscribes again after a failure, up to a number of times, each time after a longer delay.", .integer(atLeast: 0), .backoff,
      .scheduler,
      sample: "a: -1-#\n> a.retry(2, backoff: .exponential(from: 1, upTo: 8))"
    ) { $0.retry($1, backoff: $2, scheduler: $3) }
    about(
      "retry",
      facts: OperatorFacts(
        use: "to try again after some failures only", rivals: ["catch", "tryCatch"],
        requests: "from each attempt the demand that has not been fulfilled yet",
        fails: "when the last attempt fails, or an attempt with a failure for which the condition is false",
        typing: [.keepsValues, .joins, .isLenient]))
    row(
      "retry", "Subscribes again after a failure for which a condition is true, up to a number of times.", .integer(atLeast: 0),
      closure(.truth, "if"),
      sample: "a: -1-#'busy'\n> a.retry(2, if: { $0 == \"busy\" })"
    ) { upstream, count, isAccepted in upstream.retry(count, if: { isAccepted(Carried($0.value)) }) }
    about(
      "retry",
      facts: OperatorFacts(
        use: "to decide after each failure when to try again", rivals: ["catch", "repeat"], rx: ["retryWhen"],
        requests: "from each attempt the demand that has not been fulfilled yet",
        finishes: "when the upstream or the other publisher finishes",
        fails: "when the other publisher fails", takesSigns: true, typing: [.keepsValues, .joins, .isLenient]))
    row(
      "retry", "Subscribes again after a failure, each time another publisher sends a value.", answering("when", to: "failures"),
      sample: "a: -1-#\n> a.retry { errors in errors.delay(for: 2) }.prefix(2)"
    ) { upstream, handler in upstream.retry(when: { handler($0.map(\.value).adapted) }) }
    about(
      "ignoreFailure",
      facts: OperatorFacts(
        use: "where a failure may count as a finish", rivals: ["replaceError", "catch"],
        finishes: "when the upstream finishes, and when the upstream fails unless completeImmediately is false", fails: "",
        typing: [.keepsValues, .cures]))
    row(
      "ignoreFailure", "Finishes in place of a failure, or never completes.", .truth("completeImmediately").optional(true),
      sample: "a: -1-#\n> a.ignoreFailure()"
    ) { $0.ignoreFailure(completeImmediately: $1) }
    about(
      "onErrorResumeNext",
      facts: OperatorFacts(
        use: "to continue with other values after any completion", rivals: ["catch", "append"],
        requests: "the demand that has not been fulfilled yet, from the other publisher", finishes: "when the other publisher has finished",
        fails: "",
        typing: .keepsValues))
    row(
      "onErrorResumeNext", "Continues with another publisher after the upstream has finished or failed.", .stream(),
      sample: "a: -1-#\nb: 7-8-|\n> a.onErrorResumeNext(b)"
    ) { $0.onErrorResumeNext($1) }
  }

  /// A closure that returns a stream for a stream with a name.
  private func answering(_ label: String, to name: String) -> Parameter<(SpecPublisher) -> SpecPublisher> {
    let inner = closure(.stream, label)
    return Parameter(info: inner.info) { stage, arguments in
      let make = try inner.convert(stage, arguments)
      return { make(Carried(.stream(stage.context.stream($0, named: name, of: stage.call)))) }
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
  /// The value as the payload of a case.
  fileprivate func wrapped(_ name: String) -> Carried { Carried(.member(name, value), .holding(CollectionOfOne(self))) }
}

/// The conversion of a value to the event that it represents. It is not an argument of the call; a row whose upstream sends events needs it.
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

import Pipes
import VirtualTime

// Parameters for one of some cases.

/// A parameter for one of some cases without payload.
func choice<Bound>(_ label: String, _ cases: KeyValuePairs<String, Bound>) -> Parameter<Bound> {
  nonisolated(unsafe) let cases = cases  // read only
  let names = cases.map(\.key)
  return Parameter(info: ParameterInfo(label: label, kind: .choice(names))) { stage, arguments in
    try stage.value(arguments[0], as: names.map { ".\($0)" }.joined(separator: " or ")) { value in
      guard case .member(let name, let items) = value, items.elements.isEmpty else { return nil }
      return cases.first { $0.key == name }?.value
    }
  }
}

extension Parameter<Publishers.TimeGroupingStrategy<SpecScheduler>> {
  /// `.byTime(300ms)` or `.byTimeOrCount(300ms, 3)`. A scheduler before the duration is allowed.
  static var grouping: Parameter {
    var info = ParameterInfo(label: "", kind: .choice(["byTime(300ms)", "byTimeOrCount(300ms, 3)"]))
    info.durations = ["byTime": [0], "byTimeOrCount": [0]]
    return Parameter(info: info) { stage, arguments in
      try stage.value(arguments[0], as: ".byTime(300ms) or .byTimeOrCount(300ms, 3)") { value in
        guard case .member(let name, let items) = value else { return nil }
        let span = arguments[0].value.span, isNamed = items.elements.first == .member("scheduler")
        let payload = isNamed ? items.elements.dropFirst() : items.elements[...],
          scheduler = stage.scheduler(isNamed: isNamed)
        switch (name, payload.count, payload.last) {
        case ("byTime", 1, let duration?): return .byTime(scheduler, try stage.duration(duration, at: span))
        case ("byTimeOrCount", 2, .integer(let count)) where count > 0:
          return .byTimeOrCount(
            scheduler, try stage.duration(payload[payload.startIndex], at: span), Int(clamping: count))
        default: return nil
        }
      }
    }
  }
}

extension Parameter<Publishers.BufferingStrategy<SpecFailure>> {
  /// `.dropNewest`, `.dropOldest` or `.customError { "full" }`.
  static var whenFull: Parameter {
    let names = ["dropNewest", "dropOldest", "customError { \"full\" }"]
    return Parameter(info: ParameterInfo(label: "whenFull", kind: .choice(names))) { stage, arguments in
      let argument = arguments[0].value
      if case .implicit("customError", let given) = argument.kind, let closure = given.first?.value, closure.isFunction,
        given.count == 1
      {
        return .customError {
          stage.attempt(or: .bare) { SpecFailure(try stage.evaluator.apply(closure, to: [], stage.call.scope)) }
        }
      }
      return try stage.value(arguments[0], as: ".dropNewest, .dropOldest or .customError { … }") { value in
        switch value {
        case .member("dropNewest", let items) where items.elements.isEmpty: .dropNewest
        case .member("dropOldest", let items) where items.elements.isEmpty: .dropOldest
        default: nil
        }
      }
    }
  }
}

extension Parameter<Publishers.Backoff<VirtualInstant.Stride>> {
  /// `.constant(1)`, `.linear(1, upTo: 8)` or `.exponential(from: 1, upTo: 8)`.
  static var backoff: Parameter {
    let choices = ["constant(1)", "linear(1, upTo: 8)", "exponential(from: 1, upTo: 8)"]
    var info = ParameterInfo(label: "backoff", kind: .choice(choices))
    info.durations = ["constant": [0], "linear": [0, 1], "exponential": [0, 1]]
    return Parameter(info: info) { stage, arguments in
      let expected = ".\(choices[0]), .\(choices[1]) or .\(choices[2])"
      return try stage.value(arguments[0], as: expected) { value in
        guard case .member(let name, let items) = value else { return nil }
        let delays = try items.elements.map { try stage.duration($0, at: arguments[0].value.span) }
        switch (name, delays.count) {
        case ("constant", 1): return .constant(delays[0])
        case ("linear", 2): return .linear(delays[0], upTo: delays[1])
        case ("exponential", 2): return .exponential(from: delays[0], upTo: delays[1])
        default: return nil
        }
      }
    }
  }
}

import Pipes

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

/// The conversion of a value to the event that it represents. It is not an argument of the call; a row whose upstream
/// sends events needs it.
var ownEvent: Parameter<(Carried) -> Subscribers.Event<Carried, SpecFailure>> {
  Parameter(info: ParameterInfo(label: "", kind: .implied, isOptional: true)) { stage, _ in
    { value in
      stage.attempt(or: .finished) {
        guard case .member(let name, let items) = value.value else {
          throw stage.problem("expected an event such as .value(1), got \(value.value.shown)", at: stage.call.span)
        }
        switch (name, items.elements.count) {
        case ("value", 1): return .value(Carried(items.elements[0], value.causes))
        case ("finished", 0): return .finished
        case ("failure", 1): return .failure(SpecFailure(items.elements[0]))
        default:
          throw stage.problem(
            "expected .value(1), .finished or .failure(\"e\"), got \(value.value.shown)", at: stage.call.span)
        }
      }
    }
  }
}

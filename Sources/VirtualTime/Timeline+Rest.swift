extension Timeline {
  /// The actions that run when time would not continue otherwise.
  struct Rest {
    /// Whether time goes on to an instant.
    let goesOn: (VirtualInstant) -> Bool
    let action: () -> Void
  }

  /// Runs an action as soon as everything up to the present has run, and either nothing is left or time does not go on to the next instant.
  ///
  /// Only a run in async virtual time looks at it.
  package func rest(unless goesOn: @escaping (VirtualInstant) -> Bool, then action: @escaping () -> Void) {
    core.state.with { $0.rest = Rest(goesOn: goesOn, action: action) }
  }
  /// The waiting actions that are to run now; also earlier if `isOver`.
  func takeRest(isOver: Bool = false) -> Rest? {
    let (rest, next) = core.state.with { state in (state.rest, state.rest == nil ? nil : state.queue.first()?.instant) }
    guard let rest else { return nil }
    if !isOver, let next, next <= nanoseconds || rest.goesOn(VirtualInstant(nanoseconds: next)) { return nil }
    return core.state.with { $0.rest.take() }
  }
}

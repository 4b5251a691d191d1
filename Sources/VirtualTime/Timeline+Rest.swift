extension Timeline {
  /// An action that runs when time would not continue otherwise.
  struct Rest {
    /// Whether the time continues to an instant.
    let goesOn: (VirtualInstant) -> Bool
    let action: () -> Void
  }

  /// Runs an action as soon as all actions up to the current instant have run, and either none is left or the time does not continue to the
  /// next instant.
  ///
  /// Only a run of async code in virtual time uses it.
  package func rest(unless goesOn: @escaping (VirtualInstant) -> Bool, then action: @escaping () -> Void) {
    core.state.with { $0.rest = Rest(goesOn: goesOn, action: action) }
  }
  /// Returns the action if it is due. With `isOver` it is due in any case.
  func takeRest(isOver: Bool = false) -> Rest? {
    let (rest, next) = core.state.with { state in (state.rest, state.rest == nil ? nil : state.queue.first()?.instant) }
    guard let rest else { return nil }
    if !isOver, let next, next <= nanoseconds || rest.goesOn(VirtualInstant(nanoseconds: next)) { return nil }
    return core.state.with { $0.rest.take() }
  }
}

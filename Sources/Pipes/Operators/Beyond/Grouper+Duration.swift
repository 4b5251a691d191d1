extension Grouper {
  /// Called inside the gate. The subscriber of the duration does not keep the grouper, which keeps the group and so
  /// what the duration subscribes to.
  @usableFromInline func startDuration(
    of group: Downstream.Input, _ duration: (Downstream.Input) -> AnyPublisher<Void, Downstream.Failure>
  ) {
    let values = Downstream.Input(group.key, group.number, isOpen: true, turn: { $0() }, count: { _ in })
    let link = Link("Duration")
    add(link)
    group.hasDuration = true
    _ = group.duration.replace(by: (link, values))
    let key = group.key, number = group.number
    let end = { [weak self] (completion: Subscribers.Completion<Downstream.Failure>) in
      guard let self else { return }
      self.gate.run {
        if let group = self.groups.member(at: key), group.number == number { self.complete(group, completion) }
      }
    }
    let subscriber = AnySubscriber<Void, Downstream.Failure>(
      receiveSubscription: { if link.attach($0) { link.request(.unlimited) } },
      receiveValue: {
        if link.isLive { end(.finished) }
        return .none
      },
      receiveCompletion: { if link.completeUnsubscribed() { end($0) } })
    duration(values).subscribe(subscriber)
  }
  func endDuration(of group: Downstream.Input) {
    guard let duration = group.duration.take() else { return }
    cancel(duration.link)
    duration.values.complete(.finished)
  }
  /// Calls a closure inside the gate with each value of another publisher. A failure of that publisher fails all
  /// groups.
  @inlinable func watch<P: Publisher>(_ other: P, _ onValue: @escaping () -> Void)
  where P.Failure == Downstream.Failure {
    if isOver { return }
    let link = Link("Side")
    add(link)
    let take = { [self] (_: P.Output) -> Subscribers.Demand in
      gate.run { [self] in if !isOver, ending.value == nil { onValue() } }
      return .none
    }
    let end = { [self] (completion: Subscribers.Completion<P.Failure>) in
      if case .failure = completion { gate.run { [self] in close(completion) } }
    }
    other.subscribe(UpstreamSubscriber(link, of: self, onValue: take, onCompletion: end))
  }
}

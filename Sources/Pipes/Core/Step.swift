/// The contract's class S, as a struct: the subscriber of an operator with one upstream, whose values a closure handles.
/// What it remembers between values is a gated `Kept`, which the closure captures.
@usableFromInline struct Step<Input, Failure: Error, Downstream: Subscriber>: Relay {
  /// Handles a value: returns the demand for more, or `nil` to finish.
  @usableFromInline
  typealias Use = (Input, Downstream) throws(Downstream.Failure) -> Subscribers.Demand?
  @usableFromInline let downstream: Downstream
  @usableFromInline let link: Link
  @usableFromInline let use: Use
  @usableFromInline let fault: (Failure) -> Downstream.Failure
  /// Whether a value before the subscription is reported: contract G9.
  @usableFromInline let reportsEarly: Bool

  @inlinable init(_ downstream: Downstream, _ name: String, reportsEarly: Bool = true, _ use: @escaping Use)
  where Failure == Downstream.Failure {
    (self.downstream, self.use, fault, self.reportsEarly) = (downstream, use, { $0 }, reportsEarly)
    link = Link(name, refusesZero: true)
  }
  @inlinable init(_ downstream: Downstream, _ name: String, reportsEarly: Bool = true, _ use: @escaping Use)
  where Downstream.Failure == any Error {
    (self.downstream, self.use, fault, self.reportsEarly) = (downstream, use, { $0 }, reportsEarly)
    link = Link(name, refusesZero: true)
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.isLive || reportsEarly && link.refuseValue() else { return .none }
    do throws(Downstream.Failure) {
      if let more = try use(input, downstream) { return more }
      complete()
    } catch {
      complete(.failure(error))
    }
    return .none
  }
  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    if link.complete() { downstream.receive(completion: completion.mapError(fault)) }
  }
}

/// The contract's class R: a subscriber that requests unlimited values and sends one answer. A closure decides for each
/// value, another one at the finish.
@usableFromInline struct Fold<Input, Failure: Error, Downstream: Subscriber>: EngineSubscriber {
  /// Takes a value: returns the answer, or `nil` to go on.
  @usableFromInline typealias Take = (Input) throws(Downstream.Failure) -> Downstream.Input?
  /// The answer at the finish; `nil` to finish without one.
  @usableFromInline typealias Rest = () throws(Downstream.Failure) -> Downstream.Input?
  @usableFromInline let downstream: Downstream
  @usableFromInline let link: Link.Answering
  @usableFromInline let take: Take
  @usableFromInline let rest: Rest
  @usableFromInline let fault: (Failure) -> Downstream.Failure

  @inlinable init(_ downstream: Downstream, _ name: String, _ take: @escaping Take, rest: @escaping Rest)
  where Failure == Downstream.Failure {
    (self.downstream, self.take, self.rest, fault) = (downstream, take, rest, { $0 })
    link = Link.Answering(name)
  }
  @inlinable init(_ downstream: Downstream, _ name: String, _ take: @escaping Take, rest: @escaping Rest)
  where Downstream.Failure == any Error {
    (self.downstream, self.take, self.rest, fault) = (downstream, take, rest, { $0 })
    link = Link.Answering(name)
  }
  @inlinable var combineIdentifier: CombineIdentifier { link.combineIdentifier }
  @inlinable var description: String { link.description }
  @inlinable func receive(subscription: any Subscription) {
    guard link.attach(subscription) else { return }
    downstream.receive(subscription: link)
    if link.isLive { subscription.request(.unlimited) }
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.isLive else { return .none }
    do throws(Downstream.Failure) {
      // The upstream is cancelled before it has finished.
      if let answer = try take(input), link.finish() { deliver(answer) }
    } catch {
      if link.finish() { downstream.receive(completion: .failure(error)) }
    }
    return .none
  }
  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    guard link.complete() else { return }
    if case .failure = completion { return downstream.receive(completion: completion.mapError(fault)) }
    do throws(Downstream.Failure) { deliver(try rest()) } catch { downstream.receive(completion: .failure(error)) }
  }
  @inlinable func deliver(_ answer: Downstream.Input?) {
    let downstream = self.downstream
    guard let answer else {
      if link.end() { downstream.receive(completion: .finished) }
      return
    }
    link.deliver { link in
      _ = downstream.receive(answer)
      if !link.isCancelled { downstream.receive(completion: .finished) }
    }
  }
}

extension Subscribers.Completion {
  @inlinable @inline(__always) func mapError<Other>(_ convert: (Failure) -> Other) -> Subscribers.Completion<Other> {
    switch self {
    case .finished: .finished
    case .failure(let error): .failure(convert(error))
    }
  }
}

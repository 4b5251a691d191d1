extension Link {
  /// The subscription of a ``Fold``: it keeps the answer until the first request.
  @usableFromInline final class Answering: Link, @unchecked Sendable {
    @usableFromInline typealias Answer = (Answering) -> Void
    enum Phase { case folding, asked, answered(Answer), done, cancelled }
    let phase = Guarded(Phase.folding)
    @usableFromInline init(_ name: String) { super.init(name, refusesZero: true) }

    @usableFromInline override func request(_ demand: Subscribers.Demand) {
      guard Misuse.isPositive(demand, name) else { return }
      let answer: Answer? = phase.with { phase in
        switch phase {
        case .folding: phase = .asked
        case .answered(let answer):
          phase = .done
          return answer
        case .asked, .done, .cancelled: break
        }
        return nil
      }
      answer?(self)
    }
    @usableFromInline override func cancel() {
      _ = cancelOnce()
      let old = phase.with { phase in
        let old = phase
        phase = .cancelled
        return old
      }
      withExtendedLifetime(old) {}  // freed outside the lock
    }
    @usableFromInline var isCancelled: Bool { phase.with { if case .cancelled = $0 { true } else { false } } }
    /// Delivers the answer now if it has been requested, otherwise at the first request.
    @usableFromInline func deliver(_ answer: @escaping Answer) {
      let isDue = phase.with { phase in
        switch phase {
        case .folding: phase = .answered(answer)
        case .asked:
          phase = .done
          return true
        case .answered, .done, .cancelled: break
        }
        return false
      }
      if isDue { answer(self) }
    }
    /// Ends without an answer, for which no request is needed. Returns false if it has been cancelled.
    @usableFromInline func end() -> Bool {
      phase.with { phase in
        switch phase {
        case .folding, .asked:
          phase = .done
          return true
        case .answered, .done, .cancelled: return false
        }
      }
    }
  }
}

/// The contract's class R: a subscriber that requests unlimited values and sends one answer. A closure decides for each
/// value, another one at the finish; an operator and its twin with a closure that throws differ in `Downstream.Failure`.
/// The state of the closures is a `Kept.Gated`.
@usableFromInline struct Fold<Input, Failure: Error, Downstream: Subscriber>: EngineSubscriber {
  /// Takes a value: returns the answer, or `nil` to go on.
  @usableFromInline typealias Take = (Input) throws(Downstream.Failure) -> Downstream.Input?
  /// The answer at the finish; `nil` to finish without one.
  @usableFromInline typealias Rest = () throws(Downstream.Failure) -> Downstream.Input?
  @usableFromInline let downstream: Downstream
  @usableFromInline let link: Link.Answering
  @usableFromInline let take: Take
  @usableFromInline let rest: Rest
  @usableFromInline let convert: (Failure) -> Downstream.Failure

  @inlinable init(_ downstream: Downstream, _ name: String, _ take: @escaping Take, rest: @escaping Rest)
  where Failure == Downstream.Failure {
    self.init(downstream, name, take, rest, { $0 })
  }
  @inlinable init(_ downstream: Downstream, _ name: String, _ take: @escaping Take, rest: @escaping Rest)
  where Downstream.Failure == any Error {
    self.init(downstream, name, take, rest, { $0 })
  }
  @inlinable init(
    _ downstream: Downstream, _ name: String, _ take: @escaping Take, _ rest: @escaping Rest,
    _ convert: @escaping (Failure) -> Downstream.Failure
  ) {
    self.downstream = downstream
    self.take = take
    self.rest = rest
    self.convert = convert
    link = Link.Answering(name)
  }
  @inlinable @inline(__always) var combineIdentifier: CombineIdentifier { link.combineIdentifier }
  @inlinable var description: String { link.description }
  @inlinable @inline(__always) func receive(subscription: any Subscription) {
    guard link.attach(subscription) else { return }
    downstream.receive(subscription: link)
    if link.isLive { subscription.request(.unlimited) }
  }
  /// The upstream is cancelled before the downstream receives an answer or an error.
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.isLive else { return .none }
    do throws(Downstream.Failure) {
      if let answer = try take(input), link.finish() { deliver(answer) }
    } catch {
      if link.finish() { downstream.receive(completion: .failure(error)) }
    }
    return .none
  }
  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    guard link.complete() else { return }
    do throws(Downstream.Failure) {
      if case .failure(let error) = completion { throw convert(error) }
      deliver(try rest())
    } catch {
      downstream.receive(completion: .failure(error))
    }
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

extension Link {
  /// The subscription of a `Folding`: it keeps the answer until the first request.
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

/// The contract's class R: a subscriber that requests unlimited values and sends one answer. An operator adds `answer`
/// and `receive(_:)`, which begins with `guard link.isLive`.
@usableFromInline protocol Folding<Input, Failure>: EngineSubscriber {
  associatedtype Downstream: Subscriber
  associatedtype Input = Downstream.Input
  associatedtype Failure = Downstream.Failure
  var downstream: Downstream { get }
  var link: Link.Answering { get }
  /// The value to send when the upstream finishes; `nil` to finish without a value.
  var answer: Downstream.Input? { get }
}
extension Folding {
  @inlinable @inline(__always) var combineIdentifier: CombineIdentifier { link.combineIdentifier }
  @inlinable var description: String { link.description }
  @inlinable @inline(__always) func receive(subscription: any Subscription) {
    guard link.attach(subscription) else { return }
    downstream.receive(subscription: link)
    if link.isLive { subscription.request(.unlimited) }
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
  /// Cancels the upstream before it has finished, and delivers the answer.
  @inlinable func decide(_ answer: Downstream.Input?) { if link.finish() { deliver(answer) } }
}
extension Folding where Failure == Downstream.Failure {
  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    guard link.complete() else { return }
    if case .finished = completion { deliver(answer) } else { downstream.receive(completion: completion) }
  }
}
extension Folding where Downstream.Failure == any Error {
  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    guard link.complete() else { return }
    if case .finished = completion { deliver(answer) } else { downstream.receive(completion: completion.erased) }
  }
  /// Runs a closure that may throw. After an error the upstream is cancelled, then the downstream fails.
  @inlinable @inline(__always) func attempt<T>(_ body: () throws -> T) -> T? {
    do { return try body() } catch {
      if link.finish() { downstream.receive(completion: .failure(error)) }
      return nil
    }
  }
}

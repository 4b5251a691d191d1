// Three kinds of state, three rules.
//
// Serial: used only by the events of one upstream, which come one at a time. No lock: `@exclusivity(unchecked) var` in
// a final class. Write it before calling user code or the downstream, and hold no `inout` access across such a call:
// either may re-enter. Liveness: waiting, live, completed, cancelled. One atomic in the `Link`; a relaxed load per
// value. Shared: timers, several upstreams, demand. Guarded by a lock (`Guarded`) or by a `Gate`, with no user code
// inside a lock.

/// The contract's class S: a subscriber that guards its own subscription and completion. An operator adds
/// `receive(_:)`, which begins with `guard link.isLive`.
@usableFromInline package protocol Relay<Input, Failure>: EngineSubscriber {
  associatedtype Downstream: Subscriber
  associatedtype Input = Downstream.Input
  associatedtype Failure = Downstream.Failure
  var downstream: Downstream { get }
  var link: Link { get }
}
extension Relay {
  @inlinable @inline(__always) package var combineIdentifier: CombineIdentifier { link.combineIdentifier }
  @inlinable package var description: String { link.description }
  @inlinable @inline(__always) package func receive(subscription: any Subscription) {
    if link.attach(subscription) { downstream.receive(subscription: link) }
  }
  /// Completes early: the upstream is cancelled, then the downstream receives the completion.
  @inlinable @inline(__always) package func complete(
    _ completion: Subscribers.Completion<Downstream.Failure> = .finished
  ) {
    if link.finish() { downstream.receive(completion: completion) }
  }
}
extension Relay where Failure == Downstream.Failure {
  @inlinable @inline(__always) package func receive(completion: Subscribers.Completion<Failure>) {
    if link.complete() { downstream.receive(completion: completion) }
  }
}
extension Relay where Downstream.Failure == any Error {
  @inlinable @inline(__always) package func receive(completion: Subscribers.Completion<Failure>) {
    if link.complete() { downstream.receive(completion: completion.erased) }
  }
  /// Runs a closure that may throw. After an error the upstream is cancelled, then the downstream fails.
  @inlinable @inline(__always) package func attempt<T>(_ body: () throws -> T) -> T? {
    do { return try body() } catch {
      complete(.failure(error))
      return nil
    }
  }
}

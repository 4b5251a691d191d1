/// The contract's class F: a subscriber that forwards the subscription and the completion unchanged and has no state.
/// An operator adds `receive(_:)`.
@usableFromInline package protocol Passing<Input, Failure>: EngineSubscriber {
  associatedtype Downstream: Subscriber
  associatedtype Input = Downstream.Input
  associatedtype Failure = Downstream.Failure
  var downstream: Downstream { get }
}
extension Passing {
  @inlinable @inline(__always) package var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }
  @inlinable @inline(__always) package func receive(subscription: any Subscription) {
    downstream.receive(subscription: subscription)
  }
}
extension Passing where Failure == Downstream.Failure {
  @inlinable @inline(__always) package func receive(completion: Subscribers.Completion<Failure>) {
    downstream.receive(completion: completion)
  }
}

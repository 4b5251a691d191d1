extension Publisher {
  /// Runs a closure once when a subscription is over: after the completion, or when the downstream cancels.
  ///
  /// *Use it* to release a resource of the subscription. *See also* `handleEvents`. Not part of Combine; Rx calls it
  /// `finalize`, too.
  ///
  /// - Parameter action: Runs once for each subscription, also when the subscription is released without a cancel.
  @inlinable public func finalize(_ action: @escaping () -> Void) -> Publishers.Finalize<Self> {
    .init(upstream: self, action: action)
  }
}

extension Publishers {
  public struct Finalize<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let action: () -> Void
    @inlinable public init(upstream: Upstream, action: @escaping () -> Void) {
      self.upstream = upstream
      self.action = action
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(FinalizeInner(subscriber, action))
    }
  }
}

@usableFromInline struct FinalizeInner<Downstream: Subscriber>: Relay {
  @usableFromInline let downstream: Downstream
  @usableFromInline let link: Link
  @usableFromInline let action: AnyCancellable
  @inlinable init(_ downstream: Downstream, _ action: @escaping () -> Void) {
    self.downstream = downstream
    self.action = AnyCancellable(action)
    link = LastLink(self.action)
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    link.isLive ? downstream.receive(input) : .none
  }
  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    guard link.complete() else { return }
    downstream.receive(completion: completion)
    action.cancel()
  }
}

/// A link that runs an action when its subscription is over.
@usableFromInline final class LastLink: Link, @unchecked Sendable {
  /// Runs the action once, at the latest when this link is released, because the subscription is over then, too.
  let action: AnyCancellable
  @usableFromInline init(_ action: AnyCancellable) {
    self.action = action
    super.init("Finalize")
  }
  @usableFromInline override func cancel() {
    super.cancel()
    action.cancel()
  }
}

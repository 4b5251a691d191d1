extension ConnectablePublisher {
  /// Connects when the first subscriber arrives.
  ///
  /// *Cancels* the connection when the last subscriber cancels.
  ///
  /// *Use it* to connect a multicast automatically. *See also* `share`. *In Rx:* `refCount`.
  ///
  ///     a:   -1-2-3-|
  ///     > a.multicast { ReplaySubject(bufferSize: 1) }.autoconnect()
  ///     from ^-------
  ///     =    -1-2-3-|
  ///     from ----^---
  ///     =    ----23-|
  @inlinable public func autoconnect() -> Publishers.Autoconnect<Self> { .init(upstream: self) }
}

extension Publishers {
  public class Autoconnect<Upstream: ConnectablePublisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    /// The connectable publisher.
    public final let upstream: Upstream
    @usableFromInline package final let connection: AutoconnectSubscription.SharedConnection
    @inlinable public convenience init(upstream: Upstream) {
      self.init(upstream, AutoconnectSubscription.SharedConnection())
    }
    @inlinable package init(_ upstream: Upstream, _ connection: AutoconnectSubscription.SharedConnection) {
      self.upstream = upstream
      self.connection = connection
    }
    @inlinable @inline(__always)
    public final func receive<S: Subscriber<Output, Failure>>(subscriber: S) { _ = admit(subscriber) }
    /// Subscribes a subscriber. Returns false if the connection is used up and must not be opened again.
    @inlinable @inline(__always) package final func admit<S: Subscriber<Output, Failure>>(_ subscriber: S) -> Bool {
      guard let isFirst = connection.enter() else { return false }
      upstream.subscribe(AutoconnectInner(subscriber, connection, of: self))
      if isFirst { connection.open { upstream.connect() } }
      return true
    }
  }
}

@usableFromInline package struct AutoconnectInner<Downstream: Subscriber>: Passing {
  @usableFromInline package let downstream: Downstream
  @usableFromInline package let connection: AutoconnectSubscription.SharedConnection
  /// Kept alive until the completion or a cancel.
  @usableFromInline package let owner: AnyObject
  @inlinable package init(
    _ downstream: Downstream, _ connection: AutoconnectSubscription.SharedConnection, of owner: AnyObject
  ) {
    self.downstream = downstream
    self.connection = connection
    self.owner = owner
  }
  @inlinable package var description: String { "Autoconnect" }
  @inlinable @inline(__always) package func receive(subscription: any Subscription) {
    downstream.receive(subscription: AutoconnectSubscription(subscription, connection))
  }
  @inlinable @inline(__always) package func receive(_ input: Input) -> Subscribers.Demand { downstream.receive(input) }
}

extension ConnectablePublisher {
  /// Connects when the first subscriber comes, and cancels the connection when the last has cancelled.
  @inlinable public func autoconnect() -> Publishers.Autoconnect<Self> { .init(upstream: self) }
}

extension Publishers {
  /// A publisher that connects another one by itself.
  public class Autoconnect<Upstream: ConnectablePublisher>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// What is connected.
    public final let upstream: Upstream
    @usableFromInline final let connection = Connection()
    /// A publisher that connects another one by itself.
    @inlinable public init(upstream: Upstream) { self.upstream = upstream }
    @inlinable @inline(__always)
    public final func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let isFirst = connection.enter()
      upstream.subscribe(AutoconnectInner(subscriber, connection, of: self))
      if isFirst { connection.open { upstream.connect() } }
    }
  }
}

@usableFromInline struct AutoconnectInner<Downstream: Subscriber>: Passing {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let downstream: Downstream
  @usableFromInline let connection: Connection
  @usableFromInline let owner: AnyObject
  @inlinable init(_ downstream: Downstream, _ connection: Connection, of owner: AnyObject) {
    (self.downstream, self.connection, self.owner) = (downstream, connection, owner)
  }
  @inlinable var description: String { "Autoconnect" }
  @inlinable @inline(__always) func receive(subscription: any Subscription) {
    downstream.receive(subscription: Seat(subscription, connection, of: owner))
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand { downstream.receive(input) }
}

extension Publisher {
  /// Sends values to several subscribers through a subject, once `connect()` has been called.
  ///
  /// No value is sent before `connect()`. The upstream is subscribed to then, so a cold upstream sends its values from
  /// the beginning.
  ///
  /// - Parameter createSubject: Creates the subject. Called once, at the first subscription or the first `connect()`.
  ///   Another thread that subscribes at the same time waits until it returns. After about a second it calls the
  ///   closure, too, and the subject that was created first counts: so two threads never wait for each other.
  @inlinable public func multicast<S: Subject>(_ createSubject: @escaping () -> S) -> Publishers.Multicast<Self, S>
  where S.Output == Output, S.Failure == Failure {
    .init(upstream: self, createSubject: createSubject)
  }
  /// Sends values to all subscribers through a subject, once it is connected.
  ///
  /// *Requests* unlimited values. *Drops* a value for each subscriber that has not requested it, unless the subject
  /// keeps it. *Cancels* the upstream when the connection is cancelled.
  ///
  /// *Use it* where all subscribers must be subscribed before the work begins, or a subject keeps values for late
  /// subscribers. *See also* `share`. *In Rx:* `publish`.
  ///
  ///     a:              -1-2-3-|
  ///     let shared = a.multicast(subject: PassthroughSubject())
  ///     > shared
  ///     from            ^---------
  ///     =               ---1-2-3-|
  ///     from            -----^----
  ///     =               -----2-3-|
  ///     connect shared: --^-------
  ///
  /// - Parameter subject: The subject that all subscribers are subscribed to. It decides how much is requested and
  ///   whether values are kept.
  @inlinable public func multicast<S: Subject>(subject: S) -> Publishers.Multicast<Self, S>
  where S.Output == Output, S.Failure == Failure {
    multicast { subject }
  }
}

extension Publishers {
  public final class Multicast<Upstream: Publisher, SubjectType: Subject>: ConnectablePublisher
  where Upstream.Output == SubjectType.Output, Upstream.Failure == SubjectType.Failure {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let createSubject: () -> SubjectType
    @usableFromInline package let made = SharedValue<SubjectType?>(nil)
    @inlinable public init(upstream: Upstream, createSubject: @escaping () -> SubjectType) {
      self.upstream = upstream
      self.createSubject = createSubject
    }

    @inlinable package var subject: SubjectType { made.value(orMake: createSubject) }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) { subject.subscribe(MulticastInner(subscriber)) }
    /// Subscribes the subject to the upstream. A second call subscribes a second time, so that each value is sent
    /// twice.
    ///
    /// - Returns: The connection. Cancelling or releasing it cancels the upstream; the subscribers receive no
    ///   completion.
    @inlinable public func connect() -> any Cancellable { upstream.subscribe(subject) }
  }
}

@usableFromInline package struct MulticastInner<Downstream: Subscriber>: Relay {
  @usableFromInline package let downstream: Downstream
  @usableFromInline package let link = Link("Multicast")
  @inlinable package init(_ downstream: Downstream) { self.downstream = downstream }
  @inlinable @inline(__always) package func receive(_ input: Input) -> Subscribers.Demand {
    guard link.isLive else { return .none }
    let more = downstream.receive(input)
    if more > .none { link.request(more) }
    return .none
  }
}

extension Publisher {
  /// Shares one subscription among all subscribers, and sends the last values to each that comes late.
  ///
  /// Subscribes to this publisher with the first subscriber and cancels it with the last. With the scope `.forever` a subscriber that comes
  /// after all others have cancelled receives the kept values, then those of a new subscription, and one that comes after the completion
  /// receives the kept values and the completion: the same as `multicast(subject: ReplaySubject(bufferSize: count)).autoconnect()`, and as in
  /// CombineExt. With `.whileConnected` both begin anew and receive nothing of what was before, as with RxSwift's default. Rx calls it
  /// `shareReplay` or `share(replay:)`.
  ///
  ///     source  -1-2-3-|
  ///     first   -1-2-3-|
  ///     second     23--|    share(replay: 1), from the fourth frame
  ///
  /// - Parameters:
  ///   - count: How many values are kept. A count below one is a programming error.
  ///   - scope: How long they are kept.
  @inlinable
  public func share(replay count: Int, scope: Publishers.ReplayScope = .forever) -> Publishers.ShareReplay<Self> {
    .init(upstream: self, count: count, scope: scope)
  }
}

extension Publishers {
  /// How long `share(replay:scope:)` keeps values for those who come late.
  public enum ReplayScope: Hashable, Sendable {
    /// As long as the shared publisher lives: after the last subscriber has cancelled, and after the completion.
    case forever
    /// Until the last subscriber has cancelled, or until the completion: who comes then begins anew.
    case whileConnected
  }

  /// A publisher whose subscribers share one subscription to another and receive its last values when they come late.
  public final class ShareReplay<Upstream: Publisher>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    @usableFromInline typealias Run = Autoconnect<Multicast<Upstream, ReplaySubject<Output, Failure>>>
    /// Where the values come from.
    public let upstream: Upstream
    /// How many values are kept.
    public let count: Int
    /// How long they are kept.
    public let scope: ReplayScope
    @usableFromInline let runs = SharedValue<Run?>(nil)
    /// A publisher whose subscribers share one subscription and receive the last `count` values. A count below one is a programming error.
    @inlinable public init(upstream: Upstream, count: Int, scope: ReplayScope = .forever) {
      precondition(count > 0, "a number of values to keep must be positive")
      (self.upstream, self.count, self.scope) = (upstream, count, scope)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      while case let run = runs.value(orMake: makeRun), hasEnded(run) || !run.admit(subscriber) { runs.dispose(if: { $0 === run }) }
    }
    @inlinable func makeRun() -> Run {
      Run(
        upstream.multicast(subject: ReplaySubject(bufferSize: count)),
        AutoconnectSubscription.Connection(isSingle: scope == .whileConnected))
    }
    @inlinable func hasEnded(_ run: Run) -> Bool { scope == .whileConnected && run.upstream.subject.hasEnded }
  }
}

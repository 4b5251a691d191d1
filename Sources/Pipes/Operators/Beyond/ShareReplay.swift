extension Publisher {
  /// Shares one subscription among all subscribers and sends the last values to late subscribers.
  ///
  /// *Requests* unlimited values. *Keeps* the last values, and for each subscriber the values for which there is no
  /// demand. *Cancels* the upstream when the last subscriber cancels.
  ///
  /// *Use it* where late subscribers need the last values. *See also* `buffer`, `prepend`. *In Rx:* `shareReplay`.
  ///
  ///     a:   -1-2-3-|
  ///     > a.share(replay: 1)
  ///     from ^-------
  ///     =    -1-2-3-|
  ///     from ----^---
  ///     =    ----23-|
  ///
  /// Subscribes to the upstream at the first subscriber.
  ///
  /// With the scope `.forever`, a subscriber that arrives after all others have cancelled receives the kept values,
  /// then the values of a new subscription; a subscriber that arrives after the completion receives the kept values and
  /// the completion. This is the same as `multicast(subject: ReplaySubject(bufferSize: count)).autoconnect()`. With
  /// `.whileConnected` both start a new subscription and receive no earlier value, as with the default of RxSwift.
  ///
  /// - Parameters:
  ///   - count: The number of values that are kept. A number below 1 stops the program.
  ///   - scope: How long the values are kept.
  @inlinable
  public func share(replay count: Int, scope: Publishers.ReplayScope = .forever) -> Publishers.ShareReplay<Self> {
    .init(upstream: self, count: count, scope: scope)
  }
}

extension Publishers {
  /// The time for which `share(replay:scope:)` keeps values for late subscribers.
  public enum ReplayScope: Hashable, Sendable {
    /// Keeps values as long as the shared publisher exists, even after the last subscriber has cancelled and after the
    /// completion.
    case forever
    /// Keeps values until the last subscriber has cancelled or the upstream has completed. A later subscriber starts a
    /// new subscription to the upstream.
    case whileConnected
  }

  public final class ShareReplay<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    @usableFromInline typealias Run = Autoconnect<Multicast<Upstream, ReplaySubject<Output, Failure>>>
    public let upstream: Upstream
    public let count: Int
    public let scope: ReplayScope
    @usableFromInline let runs = SharedValue<Run?>(nil)
    @inlinable public init(upstream: Upstream, count: Int, scope: ReplayScope = .forever) {
      precondition(count > 0, "a number of values to keep must be positive")
      self.upstream = upstream
      self.count = count
      self.scope = scope
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      while case let run = runs.value(orMake: makeRun), hasEnded(run) || !run.admit(subscriber) {
        runs.dispose(if: { $0 === run })
      }
    }
    @inlinable func makeRun() -> Run {
      Run(
        upstream.multicast(subject: ReplaySubject(bufferSize: count)),
        AutoconnectSubscription.SharedConnection(isSingle: scope == .whileConnected))
    }
    @inlinable func hasEnded(_ run: Run) -> Bool { scope == .whileConnected && run.upstream.subject.hasEnded }
  }
}

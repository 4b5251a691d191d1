extension Publisher {
  /// Keeps values for which there is no demand, up to a given number.
  ///
  /// *Requests* unlimited values with `.byRequest`; with `.keepFull` only as many values as it has room for. *Keeps* up
  /// to size values for which there is no demand. *Drops* with `.byRequest` the newest or the oldest value when the
  /// buffer is full; with `.keepFull` a hot source loses values before they reach it. *Finishes* when the upstream has
  /// finished, all kept values have been sent and another value is requested. *Fails* when the upstream fails, or with
  /// an error of its own when it is full.
  ///
  /// *Use it* between a source that cannot wait and a slow subscriber. *See also* `throttle`, `share`.
  ///
  ///     a:     -1-2-3-|
  ///     > a.buffer(size: 1, prefetch: .byRequest, whenFull: .dropOldest)
  ///     demand -----2--
  ///     =      -----(23)
  ///
  /// Use `.byRequest` behind a hot source, which sends whether or not values were requested.
  ///
  /// - Parameters:
  ///   - size: The largest number of values that the buffer keeps.
  ///   - prefetch: `.byRequest` requests unlimited values, `.keepFull` only as many as there is room for.
  ///   - whenFull: The value to drop when the buffer is full, or the error to fail with. Never applies with
  ///     `.keepFull`, unless the upstream sends more values than were requested.
  @inlinable public func buffer(
    size: Int, prefetch: Publishers.PrefetchStrategy, whenFull: Publishers.BufferingStrategy<Failure>
  ) -> Publishers.Buffer<Self> {
    .init(upstream: self, size: size, prefetch: prefetch, whenFull: whenFull)
  }
}

extension Publishers {
  /// The number of values that a buffer requests from its upstream.
  public enum PrefetchStrategy: Equatable, Hashable, Sendable {
    /// Requests as many values as there is room for. A hot source drops the others before they reach the buffer.
    case keepFull
    /// Requests unlimited values. The strategy for a full buffer decides which ones are dropped.
    case byRequest
  }
  /// The value that is dropped when a buffer is full.
  public enum BufferingStrategy<Failure: Error> {
    /// Drops the arriving value.
    case dropNewest
    /// Drops the oldest value in the buffer.
    case dropOldest
    /// Cancels the upstream. The next request sends kept values as far as it asks for them, then the stream fails with
    /// this error.
    case customError(() -> Failure)
  }

  public struct Buffer<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let size: Int
    public let prefetch: PrefetchStrategy
    public let whenFull: BufferingStrategy<Failure>
    @inlinable public init(
      upstream: Upstream, size: Int, prefetch: PrefetchStrategy, whenFull: BufferingStrategy<Failure>
    ) {
      self.upstream = upstream
      self.size = size
      self.prefetch = prefetch
      self.whenFull = whenFull
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(BufferInner(subscriber, size, prefetch, whenFull))
    }
  }
}

extension Publisher {
  /// Makes windows of this publisher: publishers of `count` successive values each.
  ///
  /// The first window begins with the subscription, each of the others when the one before is full. Requests unlimited values. A window keeps
  /// its values until its first subscriber requests them. All windows complete with this publisher. When the windows are cancelled, one that has
  /// subscribers goes on to its end. Rx calls it `windowCount`.
  ///
  ///     source            -1-2-3-|
  ///     window(count: 2)  a--b---|
  ///     a                 -1-(2|)
  ///     b                    --3-|
  ///
  /// - Parameter count: A number below one is a programming error.
  @inlinable
  public func window(count: Int) -> Publishers.Window<Self, Empty<Never, Failure>> {
    precondition(count > 0, "a number of values in a window must be positive")
    return .init(upstream: self, boundary: Empty(completeImmediately: false), count: count)
  }
  /// Makes windows of this publisher: each ends, and the next one begins, when another publisher sends a value.
  ///
  /// The completion of the other publisher changes nothing unless it is a failure, which ends the stream. Rx calls it `window`, too.
  @inlinable
  public func window<P: Publisher>(_ boundary: P) -> Publishers.Window<Self, P> where P.Failure == Failure {
    .init(upstream: self, boundary: boundary, count: nil)
  }
  /// Makes windows of this publisher, one for each period of time. Rx calls it `windowTime`.
  @inlinable
  public func window<S: Scheduler>(
    every interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.Window<Self, Publishers.SetFailureType<Publishers.Interval<S>, Failure>> {
    window(Publishers.interval(interval, scheduler: scheduler, options: options).setFailureType(to: Failure.self))
  }
  /// Collects values, and sends them as an array when another publisher sends a value.
  ///
  /// Sends an empty array when no value has come since. Requests unlimited values. Arrays wait for demand. Sends the last array before it
  /// finishes, and drops it when it fails. The completion of the other publisher changes nothing unless it is a failure, which ends the stream.
  /// Rx calls it `buffer`, too.
  ///
  ///     source            -1-2---3-|
  ///     boundary          ----x-x---
  ///     buffer(boundary)  ----a-b-(c|)   a = [1, 2], b = [], c = [3]
  @inlinable
  public func buffer<P: Publisher>(_ boundary: P) -> some Publisher<[Output], Failure> where P.Failure == Failure {
    window(boundary).flatMap { $0.collect() }
  }
  /// `window` where the other publisher cannot fail, and this one may.
  @_disfavoredOverload @inlinable
  public func window<P: Publisher>(_ boundary: P) -> Publishers.Window<Self, Publishers.SetFailureType<P, Failure>>
  where P.Failure == Never {
    window(boundary.setFailureType(to: Failure.self))
  }
  /// `buffer` where the other publisher cannot fail, and this one may.
  @_disfavoredOverload @inlinable
  public func buffer<P: Publisher>(_ boundary: P) -> some Publisher<[Output], Failure> where P.Failure == Never {
    buffer(boundary.setFailureType(to: Failure.self))
  }
}

extension Publishers {
  /// A publisher of windows: publishers of successive values of another.
  public struct Window<Upstream: Publisher, Boundary: Publisher>: Publisher where Upstream.Failure == Boundary.Failure {
    /// One window; its key is its number.
    public typealias Output = Group<Int, Upstream.Output, Upstream.Failure>
    /// The failure of both publishers.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// Whose values end a window and begin the next one.
    public let boundary: Boundary
    /// How many values fill a window; `nil` means no limit.
    public let count: Int?
    /// A publisher of windows.
    @inlinable public init(upstream: Upstream, boundary: Boundary, count: Int?) {
      (self.upstream, self.boundary, self.count) = (upstream, boundary, count)
    }
    @inlinable
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let number = GatedValue(0), left = GatedValue(count ?? .max), count = count ?? .max
      let grouper = Grouper<Int, Upstream.Output, S>(subscriber, { _ in number.value })
      let next = {
        grouper.completeGroup(number.value)
        number.value += 1
        left.value = count
        grouper.begin(number.value)
      }
      grouper.whenTaken = {
        left.value -= 1
        if left.value == 0 { next() }
      }
      grouper.sendSubscription("Window")
      grouper.open(0)
      grouper.start(upstream)
      grouper.watch(boundary, next)
    }
  }
}

extension Publisher {
  /// Sends publishers that each send a given number of successive values.
  ///
  /// *Requests* unlimited values. *Keeps* the values of a window for which there is no demand.
  ///
  /// *Use it* to process a number of values together while they arrive. *See also* `groupBy`, `collect`, `buffer`. *In Rx:* `windowCount`.
  ///
  ///     a: -1-2-3-4-|
  ///     > a.window(count: 2).flatMap { w in w.collect() }
  ///     =  ---a---b-(c|)
  ///       a = [1, 2]   b = [3, 4]   c = []
  ///
  /// The first window begins with the subscription, each later one when the previous one is full. The last window completes with the
  /// upstream. When the downstream cancels, a window with subscribers continues to its end.
  ///
  /// - Parameter count: The number of values in each window. A number below 1 stops the program.
  @inlinable
  public func window(count: Int) -> Publishers.Window<Self, Empty<Never, Failure>> {
    precondition(count > 0, "a number of values in a window must be positive")
    return .init(upstream: self, boundary: Empty(completeImmediately: false), count: count)
  }
  /// Sends a publisher of the next values each time another publisher sends a value.
  ///
  /// *Requests* unlimited values. *Keeps* the values of a window for which there is no demand. *Fails* when the upstream or the other
  /// publisher fails.
  ///
  /// *Use it* to process the values between two signals while they arrive. *See also* `groupBy`, `collect`, `buffer`.
  ///
  ///     a: -1-2-3-4-|
  ///     b: ----x-x---
  ///     > a.window(b).flatMap { w in w.count() }
  ///     =  ----2-1--(1|)
  ///
  /// The finish of the other publisher has no effect.
  ///
  /// - Parameter boundary: The other publisher. Unlimited values are requested from it.
  @inlinable
  public func window<P: Publisher>(_ boundary: P) -> Publishers.Window<Self, P> where P.Failure == Failure {
    .init(upstream: self, boundary: boundary, count: nil)
  }
  /// Sends a publisher of the values of each period.
  ///
  /// *Requests* unlimited values. *Keeps* the values of a window for which there is no demand.
  ///
  /// *Use it* to process the values of a period while they arrive. *See also* `groupBy`, `collect`, `buffer`. *In Rx:* `windowTime`.
  ///
  ///     a: -1-2-3-4-|
  ///     > a.window(every: 4).flatMap { w in w.count() }
  ///     =  ----2---2(0|)
  ///
  /// - Parameter interval: The length of a period, as a stride of the scheduler. The first period begins with the subscription.
  /// - Parameter scheduler: Measures the time.
  /// - Parameter options: Passed to the scheduler with the timer.
  @inlinable
  public func window<S: Scheduler>(
    every interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.Window<Self, Publishers.SetFailureType<Publishers.Interval<S>, Failure>> {
    window(Publishers.interval(interval, scheduler: scheduler, options: options).setFailureType(to: Failure.self))
  }
  /// Sends the values since the last boundary as an array when another publisher sends a value.
  ///
  /// *Requests* unlimited values. *Keeps* the values since the last boundary. *Drops* the collected values when it fails. *Finishes* when
  /// the upstream finishes, after a last array. *Fails* when the upstream or the other publisher fails.
  ///
  /// *Use it* to receive the values between two signals together, as the clicks of a double click. *See also* `collect`, `window`,
  /// `sample`.
  ///
  ///     a: -1-2---3-|
  ///     b: ----x-x---
  ///     > a.buffer(b)
  ///     =  ----a-b--(c|)
  ///       a = [1, 2]   b = []   c = [3]
  ///
  /// Sends an empty array if no value has arrived since the last boundary. An array is sent only when it is requested. The finish of the
  /// other publisher has no effect.
  ///
  /// - Parameter boundary: The other publisher, whose values end one array and begin the next one.
  @inlinable
  public func buffer<P: Publisher>(_ boundary: P) -> some Publisher<[Output], Failure> where P.Failure == Failure {
    window(boundary).flatMap { $0.collect() }
  }
  /// Does the same as `window` for a boundary that never fails, on a publisher that can fail.
  @_disfavoredOverload @inlinable
  public func window<P: Publisher>(_ boundary: P) -> Publishers.Window<Self, Publishers.SetFailureType<P, Failure>>
  where P.Failure == Never {
    window(boundary.setFailureType(to: Failure.self))
  }
  /// Does the same as `buffer` for a boundary that never fails, on a publisher that can fail.
  @_disfavoredOverload @inlinable
  public func buffer<P: Publisher>(_ boundary: P) -> some Publisher<[Output], Failure> where P.Failure == Never {
    buffer(boundary.setFailureType(to: Failure.self))
  }
}

extension Publishers {
  /// The publisher that `window(count:)` returns.
  public struct Window<Upstream: Publisher, Boundary: Publisher>: Publisher where Upstream.Failure == Boundary.Failure {
    /// A window. Its key is its number, counted from zero.
    public typealias Output = Group<Int, Upstream.Output, Upstream.Failure>
    public typealias Failure = Upstream.Failure
    /// The upstream publisher.
    public let upstream: Upstream
    /// The publisher whose values end a window and begin the next one.
    public let boundary: Boundary
    /// The number of values in each window; `nil` for no limit.
    public let count: Int?
    /// Creates the publisher that `window(count:)` returns.
    @inlinable public init(upstream: Upstream, boundary: Boundary, count: Int?) {
      (self.upstream, self.boundary, self.count) = (upstream, boundary, count)
    }
    @inlinable
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let number = GatedValue(0), left = GatedValue(count ?? .max), count = count ?? .max
      let grouper = Grouper<Int, Upstream.Output, S>(subscriber, "Window", { _ in number.value })
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
      grouper.sendSubscription()
      grouper.open(0)
      grouper.start(upstream)
      grouper.watch(boundary, next)
    }
  }
}

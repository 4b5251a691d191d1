extension Publisher {
  /// Sends publishers that each send a given number of successive values.
  ///
  /// *Requests* unlimited values. *Keeps* the values of a window for which there is no demand. *Drops* the values of a
  /// window whose subscribers have cancelled.
  ///
  /// *Use it* to process a number of values together while they arrive. *See also* `groupBy`, `collect`, `buffer`. *In
  /// Rx:* `windowCount`.
  ///
  ///     a: -1-2-3-4-|
  ///     > a.window(count: 2).flatMap { w in w.collect() }
  ///     =  ---b---c-(d|)
  ///       b = [1, 2]   c = [3, 4]   d = []
  ///
  /// The first window begins with the subscription, each later one when the previous one is full. The last window
  /// completes with the upstream. When the downstream cancels, a window with subscribers continues to its end.
  ///
  /// - Parameter count: The number of values in each window. A number below 1 stops the program.
  @inlinable public func window(count: Int) -> Publishers.Window<Self, Empty<Never, Failure>> {
    precondition(count > 0, "a number of values in a window must be positive")
    return .init(upstream: self, boundary: Empty(completeImmediately: false), count: count)
  }
  /// Sends a publisher of the next values each time another publisher sends a value.
  ///
  /// *Requests* unlimited values. *Keeps* the values of a window for which there is no demand. *Drops* the values of a
  /// window whose subscribers have cancelled. *Fails* when the upstream or the other publisher fails.
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
  @inlinable public func window<P: Publisher>(_ boundary: P) -> Publishers.Window<Self, P> where P.Failure == Failure {
    .init(upstream: self, boundary: boundary, count: nil)
  }
  /// Sends a publisher of the values of each period.
  ///
  /// *Requests* unlimited values. *Keeps* the values of a window for which there is no demand. *Drops* the values of a
  /// window whose subscribers have cancelled.
  ///
  /// *Use it* to process the values of a period while they arrive. *See also* `groupBy`, `collect`, `buffer`. *In Rx:*
  /// `windowTime`.
  ///
  ///     a: -1-2-3-4-|
  ///     > a.window(every: 4).flatMap { w in w.count() }
  ///     =  ----2---2(0|)
  ///
  /// - Parameter interval: The length of a period, as a stride of the scheduler. The first period begins with the
  ///   subscription.
  /// - Parameter scheduler: Measures the time.
  /// - Parameter options: Passed to the scheduler with the timer.
  @inlinable public func window<S: Scheduler>(
    every interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.Window<Self, Publishers.SetFailureType<Publishers.Interval<S>, Failure>> {
    window(Publishers.interval(interval, scheduler: scheduler, options: options).setFailureType(to: Failure.self))
  }
  /// Sends the values since the last boundary as an array when another publisher sends a value.
  ///
  /// *Requests* unlimited values. *Keeps* the values since the last boundary. *Drops* the collected values when it
  /// fails. *Finishes* when the upstream finishes, after a last array. *Fails* when the upstream or the other publisher
  /// fails.
  ///
  /// *Use it* to receive the values between two signals together, as the clicks of a double click. *See also*
  /// `collect`, `window`, `sample`.
  ///
  ///     a: -1-2---3-|
  ///     b: ----x-x---
  ///     > a.buffer(b)
  ///     =  ----c-d--(e|)
  ///       c = [1, 2]   d = []   e = [3]
  ///
  /// Sends an empty array if no value has arrived since the last boundary. An array is sent only when it is requested.
  /// The finish of the other publisher has no effect.
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
  public struct Window<Upstream: Publisher, Boundary: Publisher>: Publisher where Upstream.Failure == Boundary.Failure {
    /// A window. Its key is its number, counted from zero.
    public typealias Output = Group<Int, Upstream.Output, Upstream.Failure>
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let boundary: Boundary
    /// The number of values in each window; `nil` for no limit.
    public let count: Int?
    @inlinable public init(upstream: Upstream, boundary: Boundary, count: Int?) {
      self.upstream = upstream
      self.boundary = boundary
      self.count = count
    }
    @inlinable public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let windows = Windows(count ?? .max)
      let grouper = Grouper<Int, Upstream.Output, S>(subscriber, "Window", { _ in windows.count() })
      // They do not refer to the grouper, which keeps them.
      let settle = { (grouper: Grouper<Int, Upstream.Output, S>) in
        while let number = windows.nextToEnd { grouper.completeGroup(number) }
        if let number = windows.nextToBegin { grouper.begin(number) }
      }
      let whenTaken = { (grouper: Grouper<Int, Upstream.Output, S>) in
        windows.depth -= 1
        if windows.left == 0 { windows.advance() }
        settle(grouper)
      }
      _ = grouper.whenTaken.replace(by: whenTaken)
      grouper.isCounting = true
      grouper.sendSubscription()
      grouper.open(0)
      grouper.start(upstream)
      grouper.watch(boundary) {
        windows.advance()
        settle(grouper)
      }
    }
  }
}

/// The numbers of the windows.
///
/// 1. It is guarded by the gate of the grouper. A value is counted before it is delivered, so a value that is sent
///    meanwhile, from inside a subscriber, belongs to the next window if this one is full.
/// 2. A window ends when no value is being delivered: each subscriber of the window has received its last value by
///    then.
@usableFromInline final class Windows {
  @usableFromInline let size: Int
  /// The number of the window that takes the next value.
  @exclusivity(unchecked) @usableFromInline var number = 0
  /// The number of values that this window still takes.
  @exclusivity(unchecked) @usableFromInline var left: Int
  /// The number of values that are being delivered, one inside the other.
  @exclusivity(unchecked) @usableFromInline var depth = 0
  @exclusivity(unchecked) @usableFromInline var ended = 0
  @exclusivity(unchecked) @usableFromInline var begun = 1
  @inlinable init(_ size: Int) {
    self.size = size
    left = size
  }

  /// Counts a value that is about to be delivered, and returns the number of its window, which begins with it if it has
  /// not begun.
  @inlinable @inline(__always) func count() -> Int {
    if left == 0 { advance() }
    left -= 1
    depth += 1
    begun = number + 1
    return number
  }
  @inlinable func advance() {
    number += 1
    left = size
  }
  /// The window to end now, if any.
  @inlinable var nextToEnd: Int? {
    guard depth == 0, ended < number else { return nil }
    ended += 1
    return ended - 1
  }
  /// The window to begin now, if any.
  @inlinable var nextToBegin: Int? {
    guard begun <= number else { return nil }
    begun = number + 1
    return number
  }
}

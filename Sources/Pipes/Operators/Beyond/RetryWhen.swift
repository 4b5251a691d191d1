extension Publisher {
  /// Subscribes again after a failure, each time another publisher sends a value.
  ///
  /// *Requests* from each attempt the demand that has not been fulfilled yet. *Finishes* when the upstream finishes, or
  /// when the other publisher has finished and no attempt is running. *Fails* when the other publisher fails, or the
  /// attempt that was running when it finished.
  ///
  /// *Use it* to decide after each failure when to try again. *See also* `catch`, `repeat`. *In Rx:* `retryWhen`.
  ///
  ///     a: -1-#
  ///     > a.retry { errors in errors.delay(for: 2) }.prefix(2)
  ///     =  -1----(1|)
  ///
  /// A value of the other publisher subscribes again. An attempt that is running when the other publisher finishes is
  /// the last one, and its failure is sent. Values that have been sent stay sent.
  ///
  /// - Parameter handler: Receives a publisher that sends each failure of the upstream, and returns the other
  ///   publisher. Called once for each subscriber.
  @inlinable public func retry<Trigger: Publisher>(
    when handler: @escaping (AnyPublisher<Failure, Never>) -> Trigger
  ) -> Publishers.RetryWhen<Self, Trigger> where Trigger.Failure == Failure {
    .init(upstream: self, handler: handler)
  }
  /// Subscribes again after a failure, up to a number of times, each time after a delay.
  ///
  /// *Requests* from each attempt the demand that has not been fulfilled yet. *Fails* when the last attempt fails.
  ///
  /// *Use it* to try again after a pause. *See also* `catch`, `repeat`.
  ///
  ///     a: -1-#
  ///     > a.retry(1, delay: 3)
  ///     =  -1-----1-#
  ///
  /// A cancel during a delay stops the timer.
  ///
  /// - Parameter retries: The number of attempts after the first one. A negative number means no limit.
  /// - Parameter delay: The time from a failure to the next attempt, as a stride of the scheduler.
  /// - Parameter scheduler: Measures the delay and starts the attempts.
  /// - Parameter options: Passed to the scheduler with each timer.
  public func retry<S: Scheduler>(
    _ retries: Int, delay: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.RetryWhen<Self, AnyPublisher<Int, Failure>> {
    retry(retries, backoff: .constant(delay), scheduler: scheduler, options: options)
  }
  /// Subscribes again after a failure that a condition accepts, up to a number of times, each time after a delay.
  ///
  /// *Requests* from each attempt the demand that has not been fulfilled yet. *Fails* when the last attempt fails, or
  /// an attempt with a failure for which the condition is `false`.
  ///
  /// *Use it* to keep a connection: to try again after a pause when the failure may pass. *See also* `catch`, `repeat`.
  ///
  ///     a: -1-#
  ///       # = "busy"
  ///     > a.retry(1, delay: 3, if: { $0 == "busy" })
  ///     =  -1-----1-#
  ///
  /// A cancel during a delay stops the timer.
  ///
  /// - Parameter retries: The number of attempts after the first one. A negative number means no limit.
  /// - Parameter delay: The time from a failure to the next attempt, as a stride of the scheduler.
  /// - Parameter isAccepted: Receives the error of a failure. Returns true to try again, false to fail with that error.
  /// - Parameter resetOnSuccess: Whether failures are counted anew after a value. By default all failures count.
  /// - Parameter scheduler: Measures the delay and starts the attempts.
  /// - Parameter options: Passed to the scheduler with each timer.
  public func retry<S: Scheduler>(
    _ retries: Int, delay: S.SchedulerTimeType.Stride, if isAccepted: @escaping (Failure) -> Bool,
    resetOnSuccess: Bool = false, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.RetryWhen<Self, AnyPublisher<Int, Failure>> {
    retry(
      retries, backoff: .constant(delay), if: isAccepted, resetOnSuccess: resetOnSuccess, scheduler: scheduler,
      options: options)
  }
  /// Subscribes again after a failure, up to a number of times, each time after a longer delay.
  ///
  /// *Requests* from each attempt the demand that has not been fulfilled yet. *Fails* when the last attempt fails.
  ///
  /// *Use it* to try again after a pause. *See also* `catch`, `repeat`.
  ///
  ///     a: -1-#
  ///     > a.retry(2, backoff: .exponential(from: 1, upTo: 8))
  ///     =  -1---1----1-#
  ///
  /// A cancel during a delay stops the timer.
  ///
  /// - Parameter retries: The number of attempts after the first one. A negative number means no limit.
  /// - Parameter backoff: The delays before the attempts.
  /// - Parameter jitter: Changes each delay, so that many clients do not try again at the same instant; it may use
  ///   random numbers. By default delays are not changed, so a test always sees the same ones.
  /// - Parameter scheduler: Measures the delays and starts the attempts.
  /// - Parameter options: Passed to the scheduler with each timer.
  public func retry<S: Scheduler>(
    _ retries: Int, backoff: Publishers.Backoff<S.SchedulerTimeType.Stride>,
    jitter: @escaping (S.SchedulerTimeType.Stride) -> S.SchedulerTimeType.Stride = { $0 }, scheduler: S,
    options: S.SchedulerOptions? = nil
  ) -> Publishers.RetryWhen<Self, AnyPublisher<Int, Failure>> {
    retry(retries, backoff: backoff, jitter: jitter, if: { _ in true }, scheduler: scheduler, options: options)
  }
  /// Subscribes again after a failure that a condition accepts, up to a number of times, each after a longer delay.
  ///
  /// *Requests* from each attempt the demand that has not been fulfilled yet. *Fails* when the last attempt fails, or
  /// an attempt with a failure for which the condition is `false`.
  ///
  /// *Use it* to keep a connection: to try again after a pause when the failure may pass. *See also* `catch`, `repeat`.
  ///
  ///     a: -1-#
  ///       # = "busy"
  ///     > a.retry(2, backoff: .linear(2, upTo: 8), if: { $0 == "busy" }, resetOnSuccess: true).prefix(4)
  ///     =  -1----1----1----(1|)
  ///
  /// With `resetOnSuccess` the number of attempts and the delays start again from the beginning after a value. A cancel
  /// during a delay stops the timer.
  ///
  /// - Parameter retries: The number of attempts after the first one. A negative number means no limit.
  /// - Parameter backoff: The delays before the attempts.
  /// - Parameter jitter: Changes each delay, so that many clients do not try again at the same instant; it may use
  ///   random numbers. By default delays are not changed, so a test always sees the same ones.
  /// - Parameter isAccepted: Receives the error of a failure. Returns true to try again, false to fail with that error.
  /// - Parameter resetOnSuccess: Whether failures are counted anew after a value. By default all failures count.
  /// - Parameter scheduler: Measures the delays and starts the attempts.
  /// - Parameter options: Passed to the scheduler with each timer.
  public func retry<S: Scheduler>(
    _ retries: Int, backoff: Publishers.Backoff<S.SchedulerTimeType.Stride>,
    jitter: @escaping (S.SchedulerTimeType.Stride) -> S.SchedulerTimeType.Stride = { $0 },
    if isAccepted: @escaping (Failure) -> Bool,
    resetOnSuccess: Bool = false, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.RetryWhen<Self, AnyPublisher<Int, Failure>> {
    retry(retries, resetOnSuccess, isAccepted) { number in
      Publishers.timer(after: jitter(backoff.delay(number)), scheduler: scheduler, options: options)
        .setFailureType(to: Failure.self).eraseToAnyPublisher()
    }
  }
  /// Subscribes again after a failure for which a condition is `true`, up to a number of times.
  ///
  /// *Requests* from each attempt the demand that has not been fulfilled yet. *Fails* when the last attempt fails, or
  /// an attempt with a failure for which the condition is `false`.
  ///
  /// *Use it* to try again after some failures only. *See also* `catch`, `tryCatch`.
  ///
  ///     a: -1-#
  ///       # = "busy"
  ///     > a.retry(2, if: { $0 == "busy" })
  ///     =  -1--1--1-#
  ///
  /// - Parameter retries: The number of attempts after the first one. A negative number means no limit.
  /// - Parameter isAccepted: Receives the error of a failure. Returns true to try again, false to fail with that error.
  public func retry(
    _ retries: Int, if isAccepted: @escaping (Failure) -> Bool
  ) -> Publishers.RetryWhen<Self, AnyPublisher<Int, Failure>> {
    retry(retries, false, isAccepted) { Just($0).setFailureType(to: Failure.self).eraseToAnyPublisher() }
  }
  /// Retries after each accepted failure, when a publisher sends a value that is created for its number, counted from
  /// 1.
  private func retry(
    _ retries: Int, _ resetOnSuccess: Bool, _ isAccepted: @escaping (Failure) -> Bool,
    _ next: @escaping (Int) -> AnyPublisher<Int, Failure>
  ) -> Publishers.RetryWhen<Self, AnyPublisher<Int, Failure>> {
    .init(upstream: self, resetsOnValue: resetOnSuccess) { failures in
      failures.setFailureType(to: Failure.self).flatMap { number, error in
        (retries < 0 || number <= retries) && isAccepted(error)
          ? next(number) : Fail(error: error).eraseToAnyPublisher()
      }.eraseToAnyPublisher()
    }
  }
}

extension Publishers {
  public struct RetryWhen<Upstream: Publisher, Trigger: Publisher>: Publisher
  where Upstream.Failure == Trigger.Failure {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    /// A failure of the upstream, with its number, counted from 1.
    @usableFromInline typealias Numbered = (number: Int, error: Failure)
    @usableFromInline let numbered: (AnyPublisher<Numbered, Never>) -> Trigger
    /// Whether failures are counted anew after a value.
    @usableFromInline let resetsOnValue: Bool
    /// Creates the publisher that `retry(when:)` returns. The handler creates the publisher whose values start the next
    /// attempts.
    @inlinable public init(upstream: Upstream, handler: @escaping (AnyPublisher<Failure, Never>) -> Trigger) {
      self.init(upstream: upstream, resetsOnValue: false) { handler($0.map(\.error).eraseToAnyPublisher()) }
    }
    @inlinable init(
      upstream: Upstream, resetsOnValue: Bool, numbered: @escaping (AnyPublisher<Numbered, Never>) -> Trigger
    ) {
      self.upstream = upstream
      self.resetsOnValue = resetsOnValue
      self.numbered = numbered
    }
    /// Creates the publisher whose values start the next attempts. It receives a publisher of the failures.
    public var handler: (AnyPublisher<Failure, Never>) -> Trigger {
      { [numbered] failures in
        let counted = failures.scan((0, nil as Failure?)) { ($0.0 + 1, $1) }
        return numbered(counted.compactMap { number, error in error.map { (number, $0) } }.eraseToAnyPublisher())
      }
    }
    @inlinable public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let errors = CurrentValueSubject<Numbered?, Never>(nil)
      let again = Resubscriber(upstream, subscriber, "RetryWhen", resetsOnValue: resetsOnValue) { again, completion in
        guard case .failure(let error) = completion, !again.isLast else { return again.complete(completion) }
        again.failures += 1
        again.wait(after: completion) { errors.send((again.failures, error)) }
      }
      again.resume(at: numbered(errors.compactMap { $0 }.eraseToAnyPublisher()))
      again.begin()
    }
  }

  /// The delays before new attempts.
  public struct Backoff<Stride: SignedNumeric & Comparable> {
    public let delay: (Int) -> Stride
    /// Creates delays from a closure, which receives the number of the failure, counted from 1.
    public init(delay: @escaping (Int) -> Stride) { self.delay = delay }
    /// Creates delays that are all the same.
    public static func constant(_ delay: Stride) -> Backoff { .init { _ in delay } }
    /// Creates delays of the step, twice the step, three times the step and so on, at most the limit.
    public static func linear(_ step: Stride, upTo limit: Stride) -> Backoff {
      .init { number in multiple(step, number, limit) }
    }
    /// Creates delays that are multiplied by a factor each time, at most the limit.
    ///
    /// - Parameter first: The first delay.
    /// - Parameter factor: The factor; 2 by default.
    /// - Parameter limit: The longest delay.
    public static func exponential(from first: Stride, factor: Int = 2, upTo limit: Stride) -> Backoff {
      .init { number in
        var delay = min(first, limit)
        guard factor > 1 || number <= 1 else { return factor == 1 ? delay : min(.zero, limit) }
        var left = number - 1
        while left > 0, 0 < delay, delay < limit {
          delay = multiple(delay, factor, limit)
          left -= 1
        }
        return delay
      }
    }
    /// Returns the step multiplied by the count, at most the limit. Takes O(log count) additions, none of which exceeds
    /// the limit.
    private static func multiple(_ step: Stride, _ count: Int, _ limit: Stride) -> Stride {
      var (sum, power, left) = (Stride.zero, step, count)
      while left > 0, 0 < power {
        if left & 1 == 1 {
          guard sum < limit, power < limit - sum else { return limit }
          sum += power
        }
        left >>= 1
        power = power < limit - power ? power + power : limit
      }
      return min(sum, limit)
    }
  }
}

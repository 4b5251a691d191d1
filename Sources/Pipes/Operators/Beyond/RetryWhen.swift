extension Publisher {
  /// Subscribes again after a failure when another publisher says so.
  ///
  /// The closure is called once for each subscriber. It gets the failures as values, and makes the publisher that answers them: a value
  /// subscribes again, its end ends the stream, its failure fails it. It is asked for everything. Values already delivered are not taken
  /// back; each attempt is asked for what was asked for and not delivered. Rx calls it `retryWhen`.
  ///
  ///     source                         -1-#
  ///     retry { e in e.delay(for: 2) } -1----1----1-
  @inlinable
  public func retry<Trigger: Publisher>(
    when handler: @escaping (AnyPublisher<Failure, Never>) -> Trigger
  ) -> Publishers.RetryWhen<Self, Trigger> where Trigger.Failure == Failure {
    .init(upstream: self, handler: handler)
  }
  /// Subscribes again after a failure, up to `retries` times; for ever if that is negative. Each time it waits first.
  ///
  /// A cancel while it waits takes the timer back.
  ///
  ///     source              -1-#
  ///     retry(1, delay: 2)  -1----1-#
  public func retry<S: Scheduler>(
    _ retries: Int, delay: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.RetryWhen<Self, AnyPublisher<Int, Failure>> {
    retry(retries, backoff: .constant(delay), scheduler: scheduler, options: options)
  }
  /// Subscribes again after a failure, up to `retries` times; for ever if that is negative. Each time it waits first, as the back-off says.
  ///
  /// `jitter` makes another delay of each, so that not everybody comes back at the same time. There is none unless it is given, so that a
  /// test always sees the same; random numbers are the caller's.
  public func retry<S: Scheduler>(
    _ retries: Int, backoff: Publishers.Backoff<S.SchedulerTimeType.Stride>,
    jitter: @escaping (S.SchedulerTimeType.Stride) -> S.SchedulerTimeType.Stride = { $0 }, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.RetryWhen<Self, AnyPublisher<Int, Failure>> {
    retry(retries) { number, _ in
      Publishers.timer(after: jitter(backoff.delay(number)), scheduler: scheduler, options: options)
        .setFailureType(to: Failure.self).eraseToAnyPublisher()
    }
  }
  /// Subscribes again after a failure that the closure accepts, up to `retries` times; for ever if that is negative.
  public func retry(
    _ retries: Int, if isAccepted: @escaping (Failure) -> Bool
  ) -> Publishers.RetryWhen<Self, AnyPublisher<Int, Failure>> {
    retry(retries) { number, error in
      isAccepted(error) ? Just(number).setFailureType(to: Failure.self).eraseToAnyPublisher() : nil
    }
  }
  /// What says when the failure with this number, from 1, leads to the next attempt; nil if that failure is to stand.
  private func retry(
    _ retries: Int, _ next: @escaping (Int, Failure) -> AnyPublisher<Int, Failure>?
  ) -> Publishers.RetryWhen<Self, AnyPublisher<Int, Failure>> {
    retry(when: { errors in
      errors.scan((0, nil as Failure?)) { ($0.0 + 1, $1) }.setFailureType(to: Failure.self).flatMap { number, error in
        let error = error!  // the scan has had one
        return (retries < 0 || number <= retries ? next(number, error) : nil) ?? Fail(error: error).eraseToAnyPublisher()
      }.eraseToAnyPublisher()
    })
  }
}

extension Publishers {
  /// A publisher that subscribes again after a failure when another publisher says so.
  public struct RetryWhen<Upstream: Publisher, Trigger: Publisher>: Publisher where Upstream.Failure == Trigger.Failure {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of both.
    public typealias Failure = Upstream.Failure
    /// The publisher that may fail.
    public let upstream: Upstream
    /// Makes the publisher that answers its failures.
    public let handler: (AnyPublisher<Failure, Never>) -> Trigger
    /// A publisher that subscribes again after a failure.
    @inlinable public init(upstream: Upstream, handler: @escaping (AnyPublisher<Failure, Never>) -> Trigger) {
      (self.upstream, self.handler) = (upstream, handler)
    }
    @inlinable
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let errors = CurrentValueSubject<Failure?, Never>(nil)
      let again = Again(upstream, subscriber, "RetryWhen") { again, completion in
        guard case .failure(let error) = completion else { return again.complete(completion) }
        again.isWaiting = true
        errors.send(error)
      }
      again.resume(at: handler(errors.compactMap { $0 }.eraseToAnyPublisher()))
      again.attempt()
    }
  }

  /// How long to wait before each new attempt.
  public struct Backoff<Stride: SignedNumeric & Comparable> {
    /// The delay before the attempt that follows the failure with this number, from 1.
    public let delay: (Int) -> Stride
    /// A delay for each number.
    public init(delay: @escaping (Int) -> Stride) { self.delay = delay }
    /// Always the same.
    public static func constant(_ delay: Stride) -> Backoff { .init { _ in delay } }
    /// The step, twice the step, three times the step, and so on, but never more than the limit.
    public static func linear(_ step: Stride, upTo limit: Stride) -> Backoff {
      .init { number in multiple(step, number, limit) }
    }
    /// A delay that is multiplied by the factor each time, but never more than the limit.
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
    /// The step multiplied by the count, or the limit if that is less. By doubling, and without a sum beyond the limit: O(log count).
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

extension Publisher {
  /// Sends the latest value of each window; the first value begins it, and its inner publisher ends it.
  ///
  /// *Sends* the latest value when the inner publisher of the first value sends a value or finishes. *Requests*
  /// unlimited values. *Keeps* the latest value. *Drops* a value that is replaced. *Finishes* when the upstream has
  /// finished and no value is pending. *Fails* when the upstream or an inner publisher fails.
  ///
  /// *Use it* to send the newest state when a task is done. *See also* `debounce`, `sample`, `delay`.
  ///
  ///     a: -1-2-----3-|
  ///     b: --x|
  ///     > a.audit { _ in b }
  ///     =  ---2-------(3|)
  ///
  /// A window whose inner publisher finishes without a value ends in the same way. The finish waits until the open
  /// window has ended and its value has been sent. A failure does not wait. The newest value that is due without demand
  /// is sent at the next request.
  ///
  /// - Parameter window: Receives the first value of a window and creates the inner publisher whose first value, or
  ///   finish, ends the window.
  @inlinable public func audit<P: Publisher>(_ window: @escaping (Output) -> P) -> Publishers.Audit<Self, P>
  where P.Failure == Failure {
    .init(upstream: self, window: window)
  }
  /// Sends the latest value of each period; the first value after a period begins the next one.
  ///
  /// *Sends* the latest value at the end of a period that the first value begins. *Requests* unlimited values. *Keeps*
  /// the latest value. *Drops* a value that is replaced. *Finishes* when the upstream has finished and no value is
  /// pending.
  ///
  /// *Use it* to send the newest state at most once in each period, never the first value immediately. *See also*
  /// `debounce`, `throttle`, `sample`. *In Rx:* `auditTime`.
  ///
  ///     a: -1-2-----3-|
  ///     > a.audit(for: 4)
  ///     =  -----2-------(3|)
  ///
  /// - Parameters:
  ///   - interval: The time from the first value of a period to the delivery of the latest one, as a stride of the
  ///     scheduler.
  ///   - scheduler: Measures the time and delivers values.
  ///   - options: Passed to the scheduler with each timer.
  @inlinable public func audit<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.Audit<Self, Publishers.SetFailureType<Publishers.Interval<S>, Failure>> {
    audit { _ in
      Publishers.timer(after: interval, scheduler: scheduler, options: options).setFailureType(to: Failure.self)
    }
  }
}

extension Publishers {
  public struct Audit<Upstream: Publisher, Window: Publisher>: Publisher where Upstream.Failure == Window.Failure {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let window: (Output) -> Window
    @inlinable public init(upstream: Upstream, window: @escaping (Output) -> Window) {
      self.upstream = upstream
      self.window = window
    }
    @inlinable public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      // There is a latest value as long as a window is open.
      let delivery = Offering(subscriber, "Audit"), latest = Kept<Output?>.Gated(nil), isEnding = Kept.Gated(false),
        window = window
      delivery.sendSubscription()
      let close = {
        guard let value = latest.take() else { return }
        delivery.offer(value)
        // A value that was sent from inside has begun another window, for which the finish waits.
        if isEnding.value, latest.value == nil { delivery.end(.finished) }
      }
      let end = { (completion: Subscribers.Completion<Failure>) in
        guard case .failure = completion else { return close() }  // as after a value: contract BC-35
        let dropped = latest.take()
        defer { withExtendedLifetime(dropped) {} }  // released last: its `deinit` may send
        delivery.end(completion)
      }
      let onValue = { (value: Output, _: Link) in
        if latest.replace(by: value) != nil { return }
        let onFirst = { (_: Window.Output, link: Link) in
          delivery.cancel(link)
          close()
        }
        delivery.watch(window(value), onValue: onFirst, onCompletion: end)
      }
      delivery.watch(upstream, onValue: onValue) { completion in
        if case .finished = completion, latest.value != nil { isEnding.set(true) } else { delivery.end(completion) }
      }
    }
  }
}

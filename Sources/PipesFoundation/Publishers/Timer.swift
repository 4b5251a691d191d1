#if !canImport(Combine)
  import Foundation
  import Pipes

  extension Timer {
    /// Returns a publisher that sends the date each time `interval` has passed since `connect()`. It never completes.
    ///
    ///     let clock = Timer.publish(every: 1, on: .main, in: .common).autoconnect()
    ///
    /// - Parameters:
    ///   - interval: The time from one tick to the next, in seconds.
    ///   - tolerance: How much later than due a tick may be, in seconds; `nil` leaves it to the run loop.
    ///   - runLoop: The run loop on which the timer runs and ticks are delivered.
    ///   - mode: The modes of the run loop in which the timer runs, such as `.common`.
    ///   - options: Have no effect.
    public static func publish(
      every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop, in mode: RunLoop.Mode,
      options: RunLoop.SchedulerOptions? = nil
    ) -> TimerPublisher {
      TimerPublisher(interval: interval, tolerance: tolerance, runLoop: runLoop, mode: mode, options: options)
    }

    /// A publisher that sends the date at regular intervals. *Drops* a tick for each subscriber that has not requested
    /// it.
    ///
    /// Each connection has a timer of its own. Cancelling a connection stops its timer and cancels all subscriptions.
    /// Releasing it without a cancel has no effect.
    public final class TimerPublisher: ConnectablePublisher, @unchecked Sendable {
      // Unchecked: the lock guards the subscribers; everything else never changes. Their list is replaced and never
      // changed in place, because a thread that delivers a tick may still read it.
      /// The date of the tick.
      public typealias Output = Date
      /// This publisher never fails.
      public typealias Failure = Never
      /// The time from one tick to the next, in seconds.
      public let interval: TimeInterval
      /// How much later than due a tick may be, in seconds.
      public let tolerance: TimeInterval?
      /// The run loop of the timer.
      public let runLoop: RunLoop
      /// The modes of the run loop in which the timer runs.
      public let mode: RunLoop.Mode
      /// The options of the run loop, which have no effect.
      public let options: RunLoop.SchedulerOptions?
      private let listeners = Guarded<[Listener]>([])

      /// Creates a publisher that is not connected.
      public init(
        interval: TimeInterval, tolerance: TimeInterval? = nil, runLoop: RunLoop, mode: RunLoop.Mode,
        options: RunLoop.SchedulerOptions? = nil
      ) {
        self.interval = interval
        self.tolerance = tolerance
        self.runLoop = runLoop
        self.mode = mode
        self.options = options
      }
      public func receive<S: Subscriber<Date, Never>>(subscriber: S) {
        let subscription = EventSubscription(subscriber, "Timer")
        let listener = Listener(
          id: ObjectIdentifier(subscription), send: subscription.send, cancel: subscription.cancel)
        listeners.with { $0 = $0 + [listener] }
        subscription.whenCancelled { [self, id = ObjectIdentifier(subscription)] in
          let old = listeners.with { listeners in
            defer { listeners = listeners.filter { $0.id != id } }
            return listeners
          }
          withExtendedLifetime(old) {}
        }
        subscriber.receive(subscription: subscription)
      }
      /// Starts a timer. It runs until the result is cancelled; releasing the result has no effect. During a run in
      /// virtual time it runs on the timeline of the run.
      public func connect() -> any Cancellable {
        if let time = RunHook.time(for: runLoop, givenTo: "Timer.publish") {
          let pace = time.pace(interval)
          let timer = runLoop.schedule(in: time, at: time.elapsed.plus(pace), every: pace) { [self] in
            let now = RunHook.time?.date ?? Date()
            for listener in listeners.with({ $0 }) { listener.send(now) }
          }
          return Connection(stop: timer.cancel, publisher: self)
        }
        // The timer gets an explicit fire date: on Linux one without it fires at once.
        let timer = Timer(fire: Date(timeIntervalSinceNow: interval), interval: interval, repeats: true) { [self] _ in
          let now = Date()
          for listener in listeners.with({ $0 }) { listener.send(now) }
        }
        if let tolerance { timer.tolerance = tolerance }
        runLoop.add(timer, forMode: mode)
        return Connection(stop: timer.invalidate, publisher: self)
      }
      fileprivate func dropAll() {
        for listener in listeners.with({ $0 }) { listener.cancel() }
      }
    }
  }

  private struct Listener {
    let id: ObjectIdentifier
    let send: (Date) -> Void
    let cancel: () -> Void
  }

  private struct Connection: Cancellable {
    let stop: () -> Void
    let publisher: Timer.TimerPublisher
    func cancel() {
      stop()
      publisher.dropAll()
    }
  }
#endif

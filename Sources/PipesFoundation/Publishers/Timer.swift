#if !canImport(Combine)
  import Foundation
  import Pipes

  extension Timer {
    /// A publisher of the date, each time `interval` has passed since it was connected. It does not end.
    ///
    ///     let clock = Timer.publish(every: 1, on: .main, in: .common).autoconnect()
    ///
    /// - Parameters:
    ///   - interval: the time between two ticks, in seconds.
    ///   - tolerance: how much later a tick may be, in seconds.
    ///   - runLoop: where the timer runs and the ticks are delivered.
    ///   - mode: the modes of the run loop in which it runs.
    ///   - options: not used.
    public static func publish(
      every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop, in mode: RunLoop.Mode,
      options: RunLoop.SchedulerOptions? = nil
    ) -> TimerPublisher {
      TimerPublisher(interval: interval, tolerance: tolerance, runLoop: runLoop, mode: mode, options: options)
    }

    /// A publisher of dates at a regular pace. A tick is lost for those who have no demand.
    ///
    /// Every connection is a timer. Cancelling a connection stops its timer and drops all subscribers.
    public final class TimerPublisher: ConnectablePublisher, @unchecked Sendable {
      // Unchecked: the subscribers are reached through the lock only; all else never changes.
      /// The date of the tick.
      public typealias Output = Date
      /// It cannot fail.
      public typealias Failure = Never
      /// The time between two ticks, in seconds.
      public let interval: TimeInterval
      /// How much later a tick may be, in seconds.
      public let tolerance: TimeInterval?
      /// The run loop of the timer.
      public let runLoop: RunLoop
      /// The modes of the run loop in which it runs.
      public let mode: RunLoop.Mode
      /// Not used.
      public let options: RunLoop.SchedulerOptions?
      private let listeners = Guarded<[Listener]>([])

      /// A publisher, not connected.
      public init(
        interval: TimeInterval, tolerance: TimeInterval? = nil, runLoop: RunLoop, mode: RunLoop.Mode,
        options: RunLoop.SchedulerOptions? = nil
      ) {
        (self.interval, self.tolerance, self.runLoop, self.mode, self.options) = (interval, tolerance, runLoop, mode, options)
      }
      public func receive<S: Subscriber<Date, Never>>(subscriber: S) {
        let tap = Tap(subscriber, "Timer")
        listeners.with { $0.append(Listener(id: ObjectIdentifier(tap), send: tap.send, cancel: tap.cancel)) }
        tap.whenCancelled { [self, id = ObjectIdentifier(tap)] in
          let old = listeners.with { listeners in listeners.firstIndex { $0.id == id }.map { listeners.remove(at: $0) } }
          withExtendedLifetime(old) {}
        }
        subscriber.receive(subscription: tap)
      }
      /// Starts a timer. It runs until the result is cancelled; dropping the result changes nothing.
      public func connect() -> any Cancellable {
        RunHook.note(runLoop, givenTo: "Timer.publish")
        // With a fire date of its own: on Linux a timer without one fires at once.
        let timer = Timer(fire: Date(timeIntervalSinceNow: interval), interval: interval, repeats: true) { [self] _ in
          let now = Date()
          for listener in listeners.with({ $0 }) { listener.send(now) }
        }
        if let tolerance { timer.tolerance = tolerance }
        runLoop.add(timer, forMode: mode)
        return Connection(timer: timer, publisher: self)
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
    let timer: Timer
    let publisher: Timer.TimerPublisher
    func cancel() {
      timer.invalidate()
      publisher.dropAll()
    }
  }
#endif

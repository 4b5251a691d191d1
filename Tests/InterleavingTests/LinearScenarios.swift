import Pipes
import VirtualTime

extension TimedOperator {
  /// A timed operator sends a value not before the time has passed since the value was sent.
  private func after(_ seconds: Int) -> TimedOperator {
    var timed = self
    timed.timing = { sent, delivered in
      for (value, at) in delivered {
        guard let start = Int(value).flatMap({ sent[$0] }) else { continue }
        if at < start.advanced(by: .seconds(seconds)) { return "\(value) was sent too early" }
      }
      return nil
    }
    return timed
  }
  /// A timed operator keeps a distance between two values.
  private func apart(_ seconds: Int) -> TimedOperator {
    var timed = self
    timed.isSpaced = true
    timed.timing = { _, delivered in
      for (one, next) in zip(delivered, delivered.dropFirst()) where next.at < one.at.advanced(by: .seconds(seconds)) {
        return "\(next.value) was sent too soon after \(one.value)"
      }
      return nil
    }
    return timed
  }
  private var moving: TimedOperator {
    var timed = self
    timed.movesTimers = true
    return timed
  }
  static let all = [
    TimedOperator("debounce", of: { $0.debounce(for: 3, scheduler: $1) }).after(3).moving,
    TimedOperator("throttle, latest", of: { $0.throttle(for: 3, scheduler: $1, latest: true) }).apart(3),
    TimedOperator("throttle, first", of: { $0.throttle(for: 3, scheduler: $1, latest: false) }).apart(3),
    TimedOperator("timeout", of: { $0.timeout(3, scheduler: $1, customError: { .fault }) }).moving,
    TimedOperator("delay", of: { $0.delay(for: 3, scheduler: $1) }).after(3),
    TimedOperator("receive(on:)", of: { $0.receive(on: $1) }),
    TimedOperator("subscribe(on:)", of: { $0.subscribe(on: $1) }),
    TimedOperator("collect(byTime)", of: { $0.collect(.byTime($1, 3)) }),
    TimedOperator("collect(byTimeOrCount)", of: { $0.collect(.byTimeOrCount($1, 3, 2)) }),
    TimedOperator("sample(every:)", of: { $0.sample(every: 3, scheduler: $1) }),
    TimedOperator("audit(for:)", of: { $0.audit(for: 3, scheduler: $1) }),
    TimedOperator(
      "throttle, leading and trailing", of: { $0.throttle(for: 3, scheduler: $1, leading: true, trailing: true) }
    ).apart(3),
    TimedOperator(
      "debounce by a timer",
      of: { a, clock in
        a.debounce { _ in Publishers.timer(after: 3, scheduler: clock).setFailureType(to: Fault.self) }
      }),
    TimedOperator(
      "delay for each",
      of: { a, clock in
        a.delay { _ in Publishers.timer(after: 3, scheduler: clock).setFailureType(to: Fault.self) }
      }
    ).after(3),
  ]
  private init<P: Publisher>(_ name: String, of make: @escaping (Tap, Clock) -> P) where P.Failure == Fault {
    self.init(name) { make($0, $1).map { "\($0)" }.eraseToAnyPublisher() }
  }
}

/// Timed operators whose calls and timers meet.
enum Linear {
  static let all: [Scenario] = TimedOperator.all.flatMap { timed in
    (timed.movesTimers ? [true, false] : [false]).flatMap { isMovable in programs(timed, isMovable).map(\.scenario) }
  }
  private static func programs(_ timed: TimedOperator, _ isMovable: Bool) -> [Program] {
    let clock: [Call] = [.fire, .fire]
    let others: [[Call]] = [
      [.send(2), .send(3)], [.send(2), .finish], [.fail], [.send(2), .fail], [.cancel], [.send(2), .cancel],
    ]
    return others.map { Program(timed: timed, threads: [$0, clock], isMovable: isMovable) }
      + [
        Program(timed: timed, threads: [[.request(1)], clock], isMovable: isMovable, demand: .none),
        Program(timed: timed, threads: [[.request(1), .send(2)], clock], isMovable: isMovable, demand: .max(1)),
        Program(timed: timed, threads: [[.send(2)], [.fire], [.request(1)]], isMovable: isMovable, demand: .max(1)),
        Program(timed: timed, threads: [[.send(2), .finish], [.fire], [.cancel]], isMovable: isMovable),
      ]
  }
}

import Foundation
import PipesFoundation
import Synchronization
import Testing

/// A value that counts how many of it are alive.
private final class Freight: Sendable {
  let alive: Tally
  init(_ alive: Tally) {
    self.alive = alive
    alive.add(1)
  }
  deinit { alive.add(-1) }
}
private final class Tally: Sendable {
  private let number = Atomic(0)
  var value: Int { number.load(ordering: .acquiring) }
  func add(_ count: Int) { number.add(count, ordering: .acquiringAndReleasing) }
}

/// Everything that waits on a scheduler. Each sends something at least `due` after it got a value, if nobody cancels.
private enum Timed: CaseIterable {
  case debounce, delay, throttle, throttleLatest, timeout, collectByTime, collectByTimeOrCount, measureInterval,
    receiveOn, subscribeOn
  case audit, sample, retry, interval, timer

  func stream<S: Scheduler>(_ source: CurrentValueSubject<Freight, Never>, _ scheduler: S) -> AnyPublisher<Any, Never> {
    let due = S.SchedulerTimeType.Stride.milliseconds(1)
    return switch self {
    case .debounce: erase(source.debounce(for: due, scheduler: scheduler))
    case .delay: erase(source.delay(for: due, scheduler: scheduler))
    case .throttle: erase(source.throttle(for: due, scheduler: scheduler, latest: false))
    case .throttleLatest: erase(source.throttle(for: due, scheduler: scheduler, latest: true))
    case .timeout: erase(source.timeout(due, scheduler: scheduler))
    case .collectByTime: erase(source.collect(.byTime(scheduler, due)))
    case .collectByTimeOrCount: erase(source.collect(.byTimeOrCount(scheduler, due, 2)))
    case .measureInterval: erase(source.measureInterval(using: scheduler))
    case .receiveOn: erase(source.receive(on: scheduler))
    case .subscribeOn: erase(source.subscribe(on: scheduler))
    case .audit: erase(source.audit(for: due, scheduler: scheduler))
    case .sample: erase(source.sample(every: due, scheduler: scheduler))
    case .retry: erase(Timed.failingOnce(source).retry(1, delay: due, scheduler: scheduler).replaceError(with: nil))
    case .interval: erase(Publishers.interval(due, scheduler: scheduler).map { (source.value, $0) })
    case .timer: erase(Publishers.timer(after: due, scheduler: scheduler).map { (source.value, $0) })
    }
  }
  private func erase<Value>(_ stream: some Publisher<Value, Never>) -> AnyPublisher<Any, Never> {
    stream.map { $0 as Any }.eraseToAnyPublisher()
  }
  private static func failingOnce(_ source: CurrentValueSubject<Freight, Never>) -> AnyPublisher<Freight?, URLError> {
    let attempts = Tally()
    return Deferred {
      attempts.add(1)
      return attempts.value == 1
        ? Fail(error: URLError(.unknown)).eraseToAnyPublisher()
        : source.map(Optional.some).setFailureType(to: URLError.self).eraseToAnyPublisher()
    }.eraseToAnyPublisher()
  }
}

private enum Place: CaseIterable {
  case mainOperations, serialOperations, concurrentOperations, mainQueue, serialQueue, concurrentQueue, globalQueue,
    runLoop
}

/// Cancels at once, about when the action is due, or after it. Each run has a queue of its own, which nobody keeps.
private struct Run {
  let timed: Timed
  let count: Int
  let alive = Tally(), received = Tally()
  private let canceller = DispatchQueue(label: "canceller", attributes: .concurrent)

  func all<S: Scheduler>(on scheduler: () -> S) {
    var patient: [AnyCancellable] = []
    for number in 0..<count {
      let isPatient = number % 3 == 2, token = begin(scheduler(), isPatient)
      switch number % 3 {
      case 0: token.cancel()
      case 1: canceller.asyncAfter(deadline: .now() + .microseconds(700 + number * 37 % 600)) { token.cancel() }
      default: patient.append(token)
      }
    }
    eventually { received.value >= patient.count }
    for token in patient { token.cancel() }
    patient = []
    eventually { alive.value == 0 }
  }
  private func begin(_ scheduler: some Scheduler, _ isPatient: Bool) -> AnyCancellable {
    let source = CurrentValueSubject<Freight, Never>(Freight(alive)), isFirst = Shared(isPatient)
    let hear = { [received] in
      let counts = isFirst.with { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      if counts { received.add(1) }
    }
    let token = timed.stream(source, scheduler).sink(receiveCompletion: { _ in hear() }, receiveValue: { _ in hear() })
    source.send(Freight(alive))
    return token
  }
}

@Suite(.serialized) struct CancelTests {
  /// How often; the full measure is a thousand.
  static let count = ProcessInfo.processInfo.environment["CANCEL_RUNS"].flatMap { Int($0) } ?? 30

  @Test(
    "TI, SC: cancel before, about and after the due time, the queue released", arguments: Place.allCases, Timed.allCases
  )
  private func cancel(place: Place, timed: Timed) {
    let run = Run(timed: timed, count: Self.count)
    switch place {
    case .mainOperations: run.all { OperationQueue.main }
    case .serialOperations: run.all(on: Self.serialOperations)
    case .concurrentOperations: run.all { OperationQueue() }
    case .mainQueue: run.all { DispatchQueue.main }
    case .serialQueue: run.all { DispatchQueue(label: "serial") }
    case .concurrentQueue: run.all { DispatchQueue(label: "concurrent", attributes: .concurrent) }
    case .globalQueue: run.all { DispatchQueue.global() }
    case .runLoop:
      let thread = LoopThread()
      run.all { thread.loop }
      thread.stop()
    }
  }
  static func serialOperations() -> OperationQueue {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    return queue
  }
}

import Pipes
import Synchronization
import VirtualTime

/// A run in which one thread sends the events of a row, one requests, and in every third run one cancels.
///
/// Which thread is first is chance, so a fault that is found here may not be found the next time. The rows are drawn by the number of the run, the
/// short ones first.
struct ThreadedLawRun<Value, P: Publisher> {
  private typealias Probe = ThreadedLawProbe<P.Output, P.Failure>

  private let except: Set<OperatorLaw>
  private let place: SourcePlace
  private let build: (LawSource<Value>) -> P
  private let events: [Recording<Value, LawFailure>.Event]
  private let requests: [Subscribers.Demand]
  private let cancels: Bool
  /// The number of times that the third thread lets the others run before it cancels.
  private let patience: Int
  private let name: String

  private static var most: Int { 6 }

  init(
    _ values: [Value], except: Set<OperatorLaw>, _ number: Int, of count: Int, at place: SourcePlace,
    _ build: @escaping (LawSource<Value>) -> P
  ) {
    (self.except, self.place, self.build) = (except, place, build)
    name = "run \(number + 1) of \(count)"
    var random = SplitMixSequence(seed: 0, number: number)
    let length = 1 + number * Self.most / max(count, 1)
    events =
      (0..<length).map { _ in .value(values[random.below(values.count)]) } + [[.finished], [.failure(LawFailure())], []][random.below(3)]
    var requests: [Subscribers.Demand] = []
    for _ in 0..<random.below(length + 1) { requests.append(.max(1 + random.below(2))) }
    self.requests = requests + [.unlimited]
    cancels = number % 3 == 2
    patience = random.below(20)
  }

  /// Runs, and returns the first law that is broken.
  func problem() -> MarbleFailure.Problem? {
    // The same row on one thread, for the laws that compare.
    let model = Probe()
    _ = run(model, threads: false)
    let probe = Probe()
    let isReleased = run(probe, threads: true)
    var faults = probe.faults
    // A failure may come before values that wait for demand.
    let fails = events.contains { if case .failure = $0 { true } else { false } }
    let isTogether = !probe.isCancelled && !fails && !except.contains(.everyDemand)
    if isTogether, model.faults.isEmpty, probe.events.map(\.words) != model.events.map(\.words) {
      let law: OperatorLaw = model.isOver && !probe.isOver ? .completes : .everyDemand
      faults.append((law, "on one thread: \(words(model.events))"))
    }
    if probe.isCancelled, !isReleased { faults.append((.cancel, "the upstream is not cancelled after the cancel")) }
    guard let (law, text) = faults.first(where: { !except.contains($0.law) }) else { return nil }
    let asked = requests.map { $0 == .unlimited ? "unlimited" : "\($0.max ?? 0)" }.joined(separator: ", ")
    let lines = [
      "a law of operators is broken with several threads (\(law.rawValue)), \(name)", "  thread 1 sends     \(words(events))",
      "  thread 2 requests  \(asked)",
    ]
    let end = cancels ? ["  thread 3 cancels"] : []
    let rest = [
      "  received           \(words(probe.events))", "  \(text)",
      "  which thread is first is chance: threads: 1_000 tries it more often",
    ]
    return .init(place: place, text: (lines + end + rest).joined(separator: "\n"))
  }

  private func words<Output, Failure>(_ events: [Recording<Output, Failure>.Event]) -> String {
    events.isEmpty ? "nothing" : events.map(\.words).joined(separator: ", ")
  }

  /// Runs a subscriber, and returns whether all subscriptions to the upstream are over afterwards.
  private func run(_ probe: Probe, threads: Bool) -> Bool {
    let timeline = Timeline(actionsPerInstant: 10_000, actionsPerRun: 10_000)
    let test = MarbleTest(frame: .milliseconds(1), at: place, timeline: timeline)
    defer { timeline.removeAll() }
    let script = Recording<Value, LawFailure>(events.map { .init($0, at: .zero) })
    let source = LawSource(test, script, isImmediate: true)
    let feed = LawFeed(askers: threads ? (cancels ? 2 : 1) : 0)
    source.feed = feed
    build(source).subscribe(probe)
    if threads {
      let meeting = LawMeeting(of: cancels ? 3 : 2)
      Files.concurrently(meeting.count, threads: meeting.count) { [requests, patience] number in
        let isMet = meeting.wait()
        switch number {
        case 0: if isMet { feed.run() }
        case 1:
          for demand in requests {
            probe.request(demand)
            Files.yieldThread()
          }
          feed.askers.wrappingSubtract(1, ordering: .sequentiallyConsistent)
        default:
          for _ in 0..<patience { Files.yieldThread() }
          probe.cancel()
          feed.askers.wrappingSubtract(1, ordering: .sequentiallyConsistent)
        }
      }
    } else {
      probe.request(.unlimited)
    }
    repeat {
      feed.run()
      // A timer that repeats for ever is stopped.
      try? timeline.run()
    } while feed.sendOnce()
    return !feed.isAlive
  }
}

/// A place where threads wait for each other, so that all of them begin at once.
private final class LawMeeting: Sendable {
  let count: Int
  private let missing: Atomic<Int>
  private static let patience = 1_000_000

  init(of count: Int) {
    self.count = count
    missing = Atomic(count)
  }

  /// Waits for the others. Returns false if they do not come, because the system has no more threads.
  func wait() -> Bool {
    missing.wrappingSubtract(1, ordering: .sequentiallyConsistent)
    for _ in 0..<Self.patience {
      if missing.load(ordering: .sequentiallyConsistent) <= 0 { return true }
      Files.yieldThread()
    }
    return false
  }
}

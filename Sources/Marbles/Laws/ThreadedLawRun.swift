import PipesCore
import Synchronization
import VirtualTime

/// A run in which one thread sends the events of a row, one requests, and in every third run one cancels. Each further
/// upstream has a thread, too.
///
/// Which thread is first is chance, so a fault that is found here may not be found the next time. The rows are drawn by
/// the number of the run, the short ones first.
struct ThreadedLawRun<Value, P: Publisher> {
  private typealias Probe = ThreadedLawProbe<P.Output, P.Failure>

  private let except: Set<OperatorLaw>
  private let place: SourcePlace
  private let build: (LawSource<Value>) -> P
  private let rows: LawRows<Value>
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
    self.except = except
    self.place = place
    self.build = build
    name = "run \(number + 1) of \(count)"
    var random = SplitMixSequence(seed: 0, number: number)
    let length = 1 + number * Self.most / max(count, 1)
    var requests: [Subscribers.Demand] = []
    for _ in 0..<random.below(length + 1) { requests.append(.max(1 + random.below(2))) }
    self.requests = requests + [.unlimited]
    cancels = number % 3 == 2
    let seed = random.next()
    rows = LawRows(askers: cancels ? 2 : 1) { upstream in
      var random = SplitMixSequence(seed: seed, number: upstream)
      let events: [Recording<Value, LawFailure>.Event] =
        (0..<length).map { _ in .value(values[random.below(values.count)]) }
        + [[.finished], [.failure(LawFailure())], []][random.below(3)]
      return LawRow(recording: Recording(events.map { .init($0, at: .zero) }), isImmediate: true)
    }
    patience = random.below(20)
  }

  /// Runs, and returns the first law that is broken, and whether a request or a cancel came during a delivery.
  func problem() -> (problem: MarbleFailure.Problem?, hasMet: Bool) {
    let probe = Probe()
    return (problem(probe), probe.hasMet)
  }
  private func problem(_ probe: Probe) -> MarbleFailure.Problem? {
    // The same row on one thread, for the laws that compare.
    let model = Probe()
    let sent = run(model, threads: false).sent
    let isReleased = run(probe, threads: true).isReleased
    var faults = probe.faults
    // A failure may come before values that wait for demand.
    let fails = sent.joined().contains { if case .failure = $0 { true } else { false } }
    let isTogether = !probe.isCancelled && !fails && !except.contains(.everyDemand)
    // Which upstream is first is chance.
    var (found, expected) = (probe.events.map(\.words), model.events.map(\.words))
    if sent.count > 1 || except.contains(.order) {
      found.sort()
      expected.sort()
    }
    if isTogether, model.faults.isEmpty, found != expected {
      let law: OperatorLaw = model.isOver && !probe.isOver ? .completes : .everyDemand
      faults.append((law, "on one thread: \(words(model.events))"))
    }
    if probe.isCancelled, !isReleased { faults.append((.cancel, "the upstream is not cancelled after the cancel")) }
    guard let (law, text) = faults.first(where: { !except.contains($0.law) }) else { return nil }
    let asked = requests.map { $0 == .unlimited ? "unlimited" : "\($0.max ?? 0)" }.joined(separator: ", ")
    let headline = "a law of operators is broken with several threads (\(law.rawValue)), \(name)"
    let sends = sent.enumerated().map { "  thread \($0 + 1) sends     \(words($1))" }
    let lines = [headline] + sends + ["  thread \(sends.count + 1) requests  \(asked)"]
    let end = cancels ? ["  thread \(sends.count + 2) cancels"] : []
    let rest = [
      "  received           \(words(probe.events))", "  \(text)",
      "  which thread is first is chance: threads: 1_000 tries it more often",
    ]
    return .init(place: place, text: (lines + end + rest).joined(separator: "\n"), kind: .law(law.rawValue))
  }

  private func words<Output, Failure>(_ events: [Recording<Output, Failure>.Event]) -> String {
    events.isEmpty ? "nothing" : events.map(\.words).joined(separator: ", ")
  }

  /// Runs a subscriber. Returns the events of all upstreams, and whether all subscriptions to them are over afterwards.
  private func run(_ probe: Probe, threads: Bool) -> (sent: [[Recording<Value, LawFailure>.Event]], isReleased: Bool) {
    let timeline = Timeline(actionsPerInstant: 10_000, actionsPerRun: 10_000)
    let test = MarbleTest(TestSetting(frame: FrameLength(nanoseconds: 1_000_000), place: place), on: timeline)
    defer { timeline.removeAll() }
    return SynchronousRun.watched(test) { run(test, probe, threads: threads) }
  }
  private func run(_ test: MarbleTest, _ probe: Probe, threads: Bool) -> (
    sent: [[Recording<Value, LawFailure>.Event]], isReleased: Bool
  ) {
    let source = LawSource(test, rows)
    build(source).subscribe(probe)
    let feeds = source.all.compactMap(\.feed)
    if threads {
      let meeting = LawMeeting(of: feeds.count + (cancels ? 2 : 1))
      Files.concurrently(meeting.count, threads: meeting.count) { [requests, patience] number in
        let isMet = meeting.wait()
        switch number - feeds.count {
        case ..<0: if isMet { feeds[number].run() }
        case 0:
          for demand in requests {
            probe.request(demand)
            Files.yieldThread()
          }
          for feed in feeds { feed.askers.wrappingSubtract(1, ordering: .sequentiallyConsistent) }
        default:
          for _ in 0..<patience { Files.yieldThread() }
          probe.cancel()
          for feed in feeds { feed.askers.wrappingSubtract(1, ordering: .sequentiallyConsistent) }
        }
      }
    } else {
      for feed in feeds { feed.askers.store(0, ordering: .sequentiallyConsistent) }
      probe.request(.unlimited)
    }
    repeat {
      for feed in feeds { feed.run() }
      // A timer that repeats for ever is stopped.
      try? test.timeline.run()
    } while feeds.count { $0.sendOnce() } > 0
    return (source.all.map(\.events), !feeds.contains(where: \.isAlive))
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

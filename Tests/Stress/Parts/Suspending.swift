import Dispatch
import Pipes
import Synchronization

/// `send`, `await`, `send`: a task goes on with another thread after it was suspended.
///
/// The functions that send are written out for each subject, because the fault that this part looks for is one of
/// inlining.
final class Suspending: Part {
  static let name = "async"
  static let purpose =
    "several tasks send, await and send: nothing is lost, one value at a time, the initial value is there"
  private static let tasks = 4
  private static let calls = 4_000

  private static func fetch(_ hops: Bool) async {
    guard hops else { return await Task.yield() }
    await withCheckedContinuation { done in DispatchQueue.global().async { done.resume() } }
  }
  private static func load(_ s: PassthroughSubject<Bool, Never>, _ hops: Bool) async {
    s.send(true)
    await fetch(hops)
    s.send(false)
  }
  private static func load(_ s: CurrentValueSubject<Bool, Never>, _ hops: Bool) async {
    s.send(true)
    await fetch(hops)
    s.send(false)
  }
  private static func load(_ s: ReplaySubject<Bool, Never>, _ hops: Bool) async {
    s.send(true)
    await fetch(hops)
    s.send(false)
  }
  private final class Model: @unchecked Sendable {
    @Published var isLoading = false
  }
  private static func load(_ model: Model, _ hops: Bool) async {
    model.isLoading = true
    await fetch(hops)
    model.isLoading = false
  }

  /// A stream, and the two ways into it.
  private struct Case {
    let name: String
    let publisher: AnyPublisher<Bool, Never>
    let load: @Sendable (Bool) async -> Void
    let initial: Int
  }
  private static func source(_ kind: Int) -> Case {
    switch kind {
    case 0:
      let s = PassthroughSubject<Bool, Never>()
      return Case(
        name: "PassthroughSubject", publisher: s.eraseToAnyPublisher(), load: { await load(s, $0) }, initial: 0)
    case 1:
      let s = CurrentValueSubject<Bool, Never>(false)
      return Case(
        name: "CurrentValueSubject", publisher: s.eraseToAnyPublisher(), load: { await load(s, $0) }, initial: 1)
    case 2:
      let s = ReplaySubject<Bool, Never>(bufferSize: 4)
      return Case(name: "ReplaySubject", publisher: s.eraseToAnyPublisher(), load: { await load(s, $0) }, initial: 0)
    default:
      let model = Model()
      return Case(
        name: "@Published", publisher: model.$isLoading.eraseToAnyPublisher(), load: { await load(model, $0) },
        initial: 1)
    }
  }
  private static let pipelines: [(name: String, make: (AnyPublisher<Bool, Never>) -> AnyPublisher<Bool, Never>)] = [
    ("", { $0 }),
    (".map", { $0.map { !$0 }.eraseToAnyPublisher() }),
    (".tryMap", { $0.tryMap { $0 }.replaceError(with: false).eraseToAnyPublisher() }),
    (".merge", { $0.merge(with: Empty(completeImmediately: false)).eraseToAnyPublisher() }),
    (".flatMap", { $0.flatMap { Just($0).append(Empty()) }.eraseToAnyPublisher() }),
    (".buffer", { $0.buffer(size: 100_000, prefetch: .keepFull, whenFull: .dropNewest).eraseToAnyPublisher() }),
    (".share", { $0.share().eraseToAnyPublisher() }),
    (".combineLatest", { $0.combineLatest(Just(0)).map(\.0).eraseToAnyPublisher() }),
    (".groupBy", { $0.groupBy { $0 }.flatMap { $0 }.eraseToAnyPublisher() }),
  ]
  private static func choice(_ seed: UInt64) -> (kind: Int, pipeline: Int, hops: Bool, work: Int) {
    var random = Random(seed)
    // The plain subjects come half of the time.
    return (
      random.below(4), random.once(in: 2) ? 0 : random.below(pipelines.count), random.once(in: 8),
      [0, 20, 200][random.below(3)]
    )
  }
  func describe(_ seed: UInt64) -> String {
    let choice = Self.choice(seed)
    return
      "\(Self.source(choice.kind).name)\(Self.pipelines[choice.pipeline].name), \(Self.tasks) tasks of \(Self.calls) send, "
      + "\(choice.hops ? "hop to a queue" : "Task.yield"), send"
  }

  func round(_ seed: UInt64) -> [Finding] {
    let choice = Self.choice(seed), source = Self.source(choice.kind)
    let turnstile = Turnstile(), count = Count()
    let token = Self.pipelines[choice.pipeline].make(source.publisher).sink { _ in
      turnstile.pass {
        pause(choice.work)
        count.add()
      }
    }
    var findings: [Finding] = []
    if count.value != source.initial { findings.append(Finding("the initial value is missing", describe(seed))) }
    let done = DispatchSemaphore(value: 0)
    for _ in 0..<Self.tasks {
      Task.detached {
        for _ in 0..<Self.calls { await source.load(choice.hops) }
        done.signal()
      }
    }
    for _ in 0..<Self.tasks { done.wait() }
    // The thread that owns a gate may deliver the last values after the tasks are done.
    let all = source.initial + 2 * Self.tasks * Self.calls
    if !waits(until: { count.value >= all }) || count.value != all {
      findings.append(
        Finding(
          "\(count.value < all ? "values are lost" : "values come twice")",
          "\(count.value) of \(all), \(describe(seed))"))
    }
    if turnstile.overlaps > 0 {
      findings.append(Finding("two callbacks at once", "\(turnstile.overlaps) times, \(describe(seed))"))
    }
    token.cancel()
    return findings
  }
}

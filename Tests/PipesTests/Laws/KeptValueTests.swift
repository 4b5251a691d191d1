import Foundation
import Pipes
import Testing
import VirtualTime

/// Operators that keep values of the user and replace them, each with the files that keep them.
///
/// In a pipeline of a `KeptRow` the values are objects whose `deinit` acts on that pipeline. A value is released when
/// its operator is in a consistent state, and once: an assignment in the middle of which the `deinit` runs would
/// release it twice.
struct KeptRow: Sendable, CustomTestStringConvertible {
  typealias Values = AnyPublisher<Item?, Never>
  typealias Signals = AnyPublisher<Void, Never>
  typealias Timers = TestScheduler<VirtualInstant, Never>
  let name: String
  let files: [String]
  let build: @Sendable (Values, Signals, Timers) -> AnyPublisher<Any, Never>
  var testDescription: String { name }

  init<P: Publisher & SendableMetatype>(
    _ name: String, _ files: String..., build: @escaping @Sendable (Values, Signals, Timers) -> P
  )
  where P.Failure == Never {
    (self.name, self.files) = (name, files)
    self.build = { build($0, $1, $2).map { $0 as Any }.eraseToAnyPublisher() }
  }

  /// The action of the `deinit` of a value.
  enum Act: CaseIterable, Sendable { case sends, signals, passesTime, requests, subscribes, cancels, finishes }

  final class Item {
    private let free: () -> Void
    let order: Int
    init(_ order: Int, _ free: @escaping () -> Void) { (self.order, self.free) = (order, free) }
    deinit { free() }
  }

  static let all: [KeptRow] = [
    KeptRow("scan", "Scan") { a, _, _ in a.scan(nil) { $1 ?? $0 } },
    KeptRow("tryScan", "TryScan") { a, _, _ in a.tryScan(nil as Item?) { $1 ?? $0 }.replaceError(with: nil) },
    KeptRow("reduce", "Reduce") { a, _, _ in a.reduce(nil as Item?) { $1 ?? $0 } },
    KeptRow("tryReduce", "TryReduce") { a, _, _ in a.tryReduce(nil as Item?) { $1 ?? $0 }.replaceError(with: nil) },
    KeptRow("last", "Last") { a, _, _ in a.last() },
    KeptRow("last(where:)", "Last") { a, _, _ in a.last { _ in true } },
    KeptRow("tryLast(where:)", "TryLastWhere") { a, _, _ in a.tryLast { _ in true }.replaceError(with: nil) },
    KeptRow("max", "Comparison") { a, _, _ in a.max { _, _ in true } },
    KeptRow("min", "Comparison") { a, _, _ in a.min { _, _ in false } },
    KeptRow("tryMax", "TryComparison") { a, _, _ in a.tryMax { _, _ in true }.replaceError(with: nil) },
    KeptRow("single", "Decisions") { a, _, _ in a.prefix(1).single().replaceError(with: nil) },
    KeptRow("collect", "Collect") { a, _, _ in a.collect() },
    KeptRow("collect(2)", "CollectByCount") { a, _, _ in a.collect(2) },
    KeptRow("collect(2, every: 1)", "CollectEvery") { a, _, _ in a.collect(2, every: 1).eraseToAnyPublisher() },
    KeptRow("collect(byTime)") { a, _, time in a.collect(.byTime(time, 2)) },
    KeptRow("collect(byTimeOrCount)") { a, _, time in a.collect(.byTimeOrCount(time, 2, 2)) },
    KeptRow("takeLast", "TakeLast") { a, _, _ in a.takeLast(1) },
    KeptRow("skipLast", "SkipLast") { a, _, _ in a.skipLast(1) },
    KeptRow("pairwise") { a, _, _ in a.pairwise() },
    KeptRow("removeDuplicates", "RemoveDuplicates") { a, _, _ in a.removeDuplicates { $0 === $1 } },
    KeptRow("tryRemoveDuplicates", "TryRemoveDuplicates") { a, _, _ in
      a.tryRemoveDuplicates { $0 === $1 }.replaceError(with: nil)
    },
    KeptRow("distinct", "Distinct") { a, _, _ in a.distinct { $0.map { ObjectIdentifier($0) } } },
    KeptRow("buffer", "BufferInner") { a, _, _ in a.buffer(size: 1, prefetch: .byRequest, whenFull: .dropOldest) },
    KeptRow("combineLatest", "CombineLatest") { a, _, _ in a.combineLatest(a) },
    KeptRow("combineLatest of four", "CombineLatest+Arities") { a, _, _ in a.combineLatest(a, a, Just(nil as Item?)) },
    KeptRow("combineLatest of three", "CombineLatest+Arities") { a, _, _ in a.combineLatest(a, Just(nil as Item?)) },
    KeptRow("combineLatest of an array", "Collections") { a, tick, _ in
      [a, tick.map { nil }.eraseToAnyPublisher()].combineLatest()
    },
    KeptRow("zip", "Zip") { a, tick, _ in a.zip(tick) { value, _ in value } },
    KeptRow("zip of three", "Zip+Arities") { a, tick, _ in a.zip(a, tick) { value, _, _ in value } },
    KeptRow("zip of an array", "Collections") { a, tick, _ in [a, tick.map { nil }.eraseToAnyPublisher()].zip() },
    KeptRow("forkJoin") { a, tick, _ in a.forkJoin(tick) },
    KeptRow("merge", "Merger") { a, _, _ in a.merge(with: a) },
    KeptRow("flatMap", "Merger") { a, tick, _ in a.flatMap { value in tick.map { value } } },
    KeptRow("concatMap") { a, tick, _ in a.concatMap { value in tick.first().map { value } } },
    KeptRow("switchMap", "SwitchToLatest") { a, tick, _ in a.switchMap { value in tick.map { value } } },
    KeptRow("expand", "Expand") { a, _, _ in a.expand { _ in Empty<Item?, Never>() } },
    KeptRow("mergeScan") { a, _, _ in a.mergeScan(nil) { Just($1 ?? $0) }.eraseToAnyPublisher() },
    KeptRow("race", "Race") { a, tick, _ in a.race(with: tick.map { nil }.eraseToAnyPublisher()) },
    KeptRow("withLatestFrom", "WithLatestFrom", "Offering") { a, tick, _ in tick.withLatestFrom(a) },
    KeptRow("withLatestFrom of values", "WithLatestFrom", "Offering") { a, tick, _ in a.withLatestFrom(tick.prepend(()))
    },
    KeptRow("sample", "Sample", "Offering") { a, tick, _ in a.sample(tick) },
    KeptRow("sample(every:)", "Sample") { a, _, time in a.sample(every: 2, scheduler: time) },
    KeptRow("audit", "Audit") { a, tick, _ in a.audit { _ in tick } },
    KeptRow("audit(for:)", "Audit") { a, _, time in a.audit(for: 2, scheduler: time) },
    KeptRow("debounce", "Debounce") { a, _, time in a.debounce(for: 1, scheduler: time) },
    KeptRow("debounce by", "DebounceBy") { a, tick, _ in a.debounce { _ in tick } },
    KeptRow("throttle", "Throttle") { a, _, time in a.throttle(for: 2, scheduler: time, latest: true) },
    KeptRow("throttle by", "ThrottleBy") { a, tick, _ in a.throttle(leading: true, trailing: true) { _ in tick } },
    KeptRow("throttle by, leading", "ThrottleBy") { a, tick, _ in
      a.throttle(leading: true, trailing: false) { _ in tick }
    },
    KeptRow("delay", "Delay") { a, _, time in a.delay(for: 2, scheduler: time) },
    KeptRow("delay(for each:)") { a, tick, _ in a.delay { _ in tick } },
    KeptRow("receive(on:)") { a, _, time in a.receive(on: time) },
    KeptRow("timeout") { a, _, time in a.timeout(4, scheduler: time) },
    KeptRow("measureInterval", "MeasureInterval") { a, _, time in a.measureInterval(using: time) },
    KeptRow("groupBy", "GroupBy", "Grouper") { a, _, _ in a.groupBy { $0.map { $0.order % 2 } }.flatMap { $0 } },
    KeptRow("groupBy with a duration", "GroupBy", "Grouper") { a, tick, _ in
      a.groupBy({ Key($0) }, duration: { _ in tick }).flatMap { $0.collect() }
    },
    KeptRow("groupBy that begins anew", "GroupBy", "Grouper") { a, _, _ in
      a.groupBy { Key($0) }.flatMap { $0.prefix(1) }
    },
    KeptRow("window") { a, tick, _ in a.window(tick).flatMap { $0.collect() } },
    KeptRow("prefix(untilOutputFrom:)", "TriggeredRelay") { a, tick, _ in a.prefix(untilOutputFrom: tick.dropFirst(2))
    },
    KeptRow("share(replay:)", "ReplaySubject") { a, _, _ in a.share(replay: 1) },
    KeptRow("CurrentValueSubject", "CurrentValueSubject") { a, _, _ in
      a.multicast(subject: CurrentValueSubject(nil)).autoconnect()
    },
    KeptRow("print", "Print") { a, _, _ in a.print("", to: Silence()) },
    KeptRow("repeat", "Repeat", "Resubscriber") { a, _, _ in a.repeat(2) },
    KeptRow("switchIfEmpty", "SwitchIfEmpty") { a, _, _ in a.switchIfEmpty(Just(nil)).eraseToAnyPublisher() },
    KeptRow("a sequence of values", "Sequence") { a, tick, _ in
      tick.flatMap { [KeptRow.Item](repeating: .init(0) {}, count: 2).publisher }
    },
    KeptRow("append", "Cancellable") { a, _, _ in a.append(a) },
  ]
  private struct Silence: TextOutputStream { func write(_ string: String) {} }
  /// A key that keeps its value, whose `deinit` so runs when an operator releases the key.
  private struct Key: Hashable {
    let item: Item?
    init(_ item: Item?) { self.item = item }
    static func == (a: Key, b: Key) -> Bool { (a.item?.order ?? 0) % 2 == (b.item?.order ?? 0) % 2 }
    func hash(into hasher: inout Hasher) { hasher.combine((item?.order ?? 0) % 2) }
  }
}

/// One pipeline whose values act when they are released.
private final class KeptTrial {
  let act: KeptRow.Act
  let values = PassthroughSubject<KeptRow.Item?, Never>(), signals = PassthroughSubject<Void, Never>()
  let time = TestScheduler()
  private var pipeline: AnyPublisher<Any, Never>?
  private var probes: [Taker] = []
  private(set) var made = 0
  private var left = 6
  private(set) var released: [Int] = []

  init(_ row: KeptRow, _ act: KeptRow.Act) {
    self.act = act
    pipeline = row.build(values.eraseToAnyPublisher(), signals.eraseToAnyPublisher(), time)
  }
  /// Subscribes with a demand of its own, so that values wait.
  func subscribe(_ demand: Subscribers.Demand) {
    let probe = Taker()
    probes.append(probe)
    pipeline?.subscribe(probe)
    probe.subscription?.request(demand)
  }
  func send() {
    made += 1
    let number = made
    values.send(KeptRow.Item(number) { [unowned self] in free(number) })
  }
  private func free(_ number: Int) {
    released.append(number)
    guard left > 0 else { return }
    left -= 1
    switch act {
    case .sends: values.send(nil)
    case .signals: signals.send(())
    case .passesTime: try? time.advance(by: 2)
    case .requests: for probe in probes { probe.subscription?.request(.max(1)) }
    case .subscribes: subscribe(.max(1))
    case .cancels: probes.first?.subscription?.cancel()
    case .finishes: values.send(completion: .finished)
    }
  }
  func run() {
    subscribe(.max(2))
    subscribe(.unlimited)
    for round in 0..<4 {
      send()
      if round % 2 == 0 { values.send(nil) }
      if round == 1 { signals.send(()) }
      if round == 2 { try? time.advance(by: 1) }
      send()
      signals.send(())
      try? time.advance(by: 3)
      for probe in probes { probe.subscription?.request(.max(1)) }
    }
    values.send(nil)
    values.send(completion: .finished)
    signals.send(completion: .finished)
    try? time.advance(by: 9)
    for probe in probes { probe.subscription?.cancel() }
    let old = (probes, pipeline)
    (probes, pipeline) = ([], nil)
    withExtendedLifetime(old) {}  // released outside of the accesses: a `deinit` uses them
    try? time.run()
  }
  private final class Taker: Subscriber {
    var subscription: (any Subscription)?
    func receive(subscription: any Subscription) { self.subscription = subscription }
    func receive(_ input: Any) -> Subscribers.Demand { .none }
    func receive(completion: Subscribers.Completion<Never>) {}
  }
}

@Suite("Kept values") struct KeptValueTests {
  @Test(
    "G6 a value that is replaced is released once, also if its deinit acts on the pipeline", arguments: KeptRow.all,
    KeptRow.Act.allCases)
  func once(_ row: KeptRow, _ act: KeptRow.Act) {
    let trial = KeptTrial(row, act)
    trial.run()
    #expect(trial.released.sorted() == Array(1...trial.made), "released \(trial.released)")
  }

  /// The values keep their order if a `deinit` sends: the value that replaces the old one is sent first.
  @Test(
    "G6 a value that a deinit sends comes after the value that has replaced it",
    arguments: ["scan", "removeDuplicates"])
  func order(_ name: String) {
    final class Item {
      let number: Int, free: () -> Void
      init(_ number: Int, _ free: @escaping () -> Void = {}) { (self.number, self.free) = (number, free) }
      deinit { free() }
    }
    let items = PassthroughSubject<Item, Never>()
    var received: [Int] = []
    let stream =
      name == "scan"
      ? items.scan(Item(0)) { $1 }.eraseToAnyPublisher() : items.removeDuplicates { $0 === $1 }.eraseToAnyPublisher()
    let token = stream.sink { received.append($0.number) }
    items.send(Item(1) { items.send(Item(3)) })
    items.send(Item(2))
    #expect(received == [1, 2, 3])
    token.cancel()
  }

  /// A list that removes its first array must not keep it until the list grows: the values would be released in the
  /// middle of that.
  @Test("G6 values of many arrays are released once, also if their deinit sends") func manyArrays() {
    final class Item {
      let number: Int, free: (Int) -> Void
      init(_ number: Int, _ free: @escaping (Int) -> Void) { (self.number, self.free) = (number, free) }
      deinit { free(number) }
    }
    let items = PassthroughSubject<Item, Never>()
    var made = 0, released: [Int] = []
    func send() {
      made += 1
      items.send(
        Item(made) { number in
          released.append(number)
          if made < 200 { send() }
        })
    }
    let token = items.collect(3, every: 1).sink { _ in }
    for _ in 0..<20 { send() }
    token.cancel()
    #expect(released.sorted() == Array(1...made))
  }

  /// Every file of the engine that keeps values of the user has a row above.
  @Test("G6 the rows are all operators that keep values") func complete() throws {
    let sources = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent().appending(
      path: "../../../Sources/Pipes"
    )
    .standardized
    let rows = Set(KeptRow.all.flatMap(\.files))
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)).compactMap {
      $0 as? URL
    }
    var found = 0
    for file in files where file.pathExtension == "swift" && !file.path.contains("/Primitives/") {
      let text = try String(contentsOf: file, encoding: .utf8)
      guard [" Kept<", " Kept(", "Kept.Gated"].contains(where: { text.contains($0) }) else { continue }
      found += 1
      let name = file.deletingPathExtension().lastPathComponent
      #expect(rows.contains(name), "\(name) keeps a value and has no row")
    }
    #expect(found > 20)
  }
}

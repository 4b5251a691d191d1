// The number of bytes in use is exact in a process of its own, in which nothing else runs.
#if canImport(Glibc) || os(macOS)
  import CMemory
  import Foundation
  import Pipes
  import Testing

  @Suite("Memory", .enabled(if: memoryIsMeasured, "a sanitizer has an allocator of its own")) struct MemoryTests {
    @Test("operators use no more memory after many cycles") func operators() async {
      await #expect(processExitsWith: .success) {
        for row in Row.all + Row.moreTimed {
          for ending in Cycle.Ending.allCases where ending != .failure || row.exempt[.failure] == nil {
            Cycle(row, ending).check()
          }
        }
      }
    }
    @Test("subjects, connections and properties use no more memory after many cycles") func others() async {
      await #expect(processExitsWith: .success) {
        for cycle in Cycle.connections + Cycle.subjects + Cycle.properties + Cycle.origins { cycle.check() }
      }
    }
    @Test("a cycle that keeps a few bytes is found") func leaks() async {
      await #expect(processExitsWith: .success) {
        var kept: [AnyObject] = []
        kept.reserveCapacity(10_000)
        final class Object {}
        let cycle = Cycle("a leak") { kept.append(Object()) }
        #expect(cycle.growth() >= Cycle.count * 16)
      }
    }
  }

  /// Something that is done over and over and leaves nothing behind.
  struct Cycle {
    enum Ending: CaseIterable { case finish, failure, cancel, cancelAtOnce }
    static let count = 64
    let name: String
    private let run: () -> Void

    init(_ name: String, _ run: @escaping () -> Void) { (self.name, self.run) = (name, run) }

    /// An operator that is subscribed, again and again, and ends in a certain way.
    init(_ row: Row, _ ending: Ending) {
      let rig = Rig()
      let stage = row.stageOn?(rig, .immediate(now: .zero)) ?? row.stage(rig)
      let source = stage.source
      source.keepsLines = false
      self.init("\(row.name), \(ending)") {
        let probe = stage.subscribe(ending == .cancelAtOnce ? nil : .unlimited, .none)
        if ending != .cancelAtOnce { source.lines.last?.send(1) }
        switch ending {
        case .finish: source.lines.last?.end(.finished)
        case .failure: source.lines.last?.end(.failure(.oops))
        case .cancel, .cancelAtOnce: break
        }
        if probe.ends == 0 { probe.cancel() }
        _ = rig.take()
      }
    }
    func check(_ location: SourceLocation = #_sourceLocation) {
      let growth = growth()
      #expect(growth < Cycle.count, "\(name): \(Cycle.count) cycles keep \(growth) bytes", sourceLocation: location)
    }
    /// The number of bytes that more cycles keep, once everything is warm: a row of the table keeps up to a hundred
    /// values.
    func growth() -> Int {
      for _ in 0..<120 { run() }
      _ = least()
      let before = least()
      for _ in 0..<Cycle.count { run() }
      return least() - before
    }
    /// A list is cleared once in up to sixteen cycles: the least use counts.
    private func least() -> Int {
      (0..<24).map { _ in
        run()
        return bytesInUse()
      }.min() ?? 0
    }
  }

  /// A sanitizer replaces the allocator that counts the bytes.
  let memoryIsMeasured = ["__asan_init", "__tsan_init"].allSatisfy { (name: String) in
    dlsym(dlopen(nil, RTLD_LAZY), name) == nil
  }
  func bytesInUse() -> Int {
    #if canImport(Glibc)
      return Int(mallinfo2().uordblks)
    #else
      var statistics = malloc_statistics_t()
      malloc_zone_statistics(nil, &statistics)
      return statistics.size_in_use
    #endif
  }

  extension Cycle {
    typealias Numbers = PassthroughSubject<Int, Never>
    private final class Model: ObservableObject { @Published var x = 0 }

    static var connections: [Cycle] {
      let source = Numbers()
      let shared = source.share(), replayed = source.share(replay: 1),
        again = source.share(replay: 1, scope: .whileConnected)
      let multicast = source.multicast { Numbers() }, connectable = source.makeConnectable()
      let listened = source.multicast(subject: CurrentValueSubject<Int, Never>(0))
      let listener = listened.sink { _ in }
      return [
        Cycle("share") { shared.sink { _ in }.cancel() },
        Cycle("share(replay:)") { replayed.sink { _ in }.cancel() },
        Cycle("share(replay:scope:)") { again.sink { _ in }.cancel() },
        Cycle("multicast, connect, cancel") { multicast.connect().cancel() },
        Cycle("makeConnectable, connect, cancel") { connectable.connect().cancel() },
        Cycle("multicast with a subscriber, connect, cancel") {
          listened.connect().cancel()
          withExtendedLifetime(listener) {}
        },
      ]
    }
    static var subjects: [Cycle] {
      func cycles<S: Subject<Int, Never>>(of subject: S, _ name: String) -> [Cycle] {
        let upstream = Numbers(), listener = subject.sink { _ in }
        return [
          Cycle("subscribe(\(name)), cancel") { upstream.subscribe(subject).cancel() },
          Cycle("AnySubscriber(\(name)), finish") {
            let upstream = Numbers()
            upstream.subscribe(AnySubscriber(Numbers()))
            upstream.send(completion: .finished)
          },
          Cycle("subscriber of \(name)") {
            subject.sink { _ in }.cancel()
            subject.send(1)
            withExtendedLifetime(listener) {}
          },
        ]
      }
      return cycles(of: Numbers(), "PassthroughSubject") + cycles(of: CurrentValueSubject(0), "CurrentValueSubject")
        + cycles(of: ReplaySubject(bufferSize: 2), "ReplaySubject")
    }
    static var properties: [Cycle] {
      let model = Model(), upstream = Numbers()
      return [
        Cycle("assign to a property, finish") { Just(1).assign(to: &model.$x) },
        Cycle("assign to a property, no value") { Empty<Int, Never>().assign(to: &model.$x) },
        Cycle("assign on a key path") { upstream.assign(to: \.x, on: model).cancel() },
        Cycle("subscriber of a property") { model.$x.sink { _ in }.cancel() },
        Cycle("subscriber of objectWillChange") {
          model.objectWillChange.sink { _ in }.cancel()
          model.x += 1
        },
        Cycle("objectWillChange of a new object") { Model().objectWillChange.sink { _ in }.cancel() },
      ]
    }
    static var origins: [Cycle] {
      let future = Future<Int, Never> { _ in }
      return [
        Cycle("Future, cancel") { future.sink { _ in }.cancel() },
        Cycle("Future, a value") {
          var promise: Future<Int, Never>.Promise?
          let future = Future<Int, Never> { promise = $0 }
          let token = future.sink { _ in }
          promise?(.success(1))
          token.cancel()
        },
        Cycle("interval, cancel") {
          Publishers.interval(5, scheduler: Row.Timers.immediate(now: .zero)).sink { _ in }.cancel()
        },
      ]
    }
  }
#endif

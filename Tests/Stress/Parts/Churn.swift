import Foundation
import Pipes
import PipesFoundation

/// Subscribes and cancels, over and over: memory must stay the same.
package final class Churn: Part {
  static let name = "churn"
  static let purpose = "subscribe and cancel, connect and disconnect, also while another thread sends: constant memory"
  private static let cycles = 8_000
  /// A leak of one object for each cycle is more than this.
  private static let most = 32
  private let crew = Crew(2)

  private final class Model: @unchecked Sendable {
    @Published var number = 0
  }
  /// The objects that each cycle uses again.
  private final class Bench {
    let a = PassthroughSubject<Int, Fault>(), b = PassthroughSubject<Int, Fault>()
    let numbers = PassthroughSubject<Int, Never>(), model = Model(), other = PassthroughSubject<Int, Fault>()
    lazy var share = a.share()
    lazy var replay = a.share(replay: 2)
    lazy var multicast = a.multicast(subject: other)
    lazy var autoconnected = a.multicast { PassthroughSubject() }.autoconnect()
    lazy var merged = a.merge(with: b).share()
    let state = CurrentValueSubject<Int, Fault>(0), kept = ReplaySubject<Int, Fault>(bufferSize: 2)
    let future = Future<Int, Fault> { _ in }
    static let queue = DispatchQueue(label: "churn")
    func sink(_ stream: some Publisher<Int, Fault>) {
      let token = stream.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
      a.send(1)
      b.send(2)
      token.cancel()
    }
  }
  private typealias Cycle = (name: String, make: (Bench) -> () -> Void)
  private static let cases: [Cycle] =
    plain + timed
    + Stage.all.map { stage in
      (
        "[\(stage.name)](a, b).sink().cancel()",
        { bench in
          let stream = stage.make(bench.a.eraseToAnyPublisher(), bench.b.eraseToAnyPublisher())
          return { bench.sink(stream) }
        }
      )
    }
  private static let plain: [Cycle] = [
    ("subject.sink().cancel()", { bench in { bench.sink(bench.a) } }),
    ("CurrentValueSubject.sink().cancel()", { bench in { bench.sink(bench.state) } }),
    ("ReplaySubject.sink().cancel()", { bench in { bench.sink(bench.kept) } }),
    ("Future.sink().cancel()", { bench in { bench.sink(bench.future) } }),
    ("share().sink().cancel()", { bench in { bench.sink(bench.share) } }),
    ("share(replay:).sink().cancel()", { bench in { bench.sink(bench.replay) } }),
    ("merge.share().sink().cancel()", { bench in { bench.sink(bench.merged) } }),
    ("autoconnect().sink().cancel()", { bench in { bench.sink(bench.autoconnected) } }),
    ("multicast.connect().cancel()", { bench in { bench.multicast.connect().cancel() } }),
    ("publisher.subscribe(subject).cancel()", { bench in { bench.a.subscribe(bench.other).cancel() } }),
    ("publisher.subscribe(CurrentValueSubject).cancel()", { bench in { bench.a.subscribe(bench.state).cancel() } }),
    (
      "Just.subscribe(subject)",
      { bench in { _ = bench.numbers.append(Empty()).first().subscribe(PassthroughSubject<Int, Never>()) } }
    ),
    ("Just.assign(to: &$property)", { bench in { Just(1).assign(to: &bench.model.$number) } }),
    (
      "first().assign(to: &$property)",
      { bench in
        {
          bench.numbers.first().assign(to: &bench.model.$number)
          bench.numbers.send(1)
        }
      }
    ),
    ("$property.sink().cancel()", { bench in { bench.model.$number.sink { _ in }.cancel() } }),
    ("subject.values", { bench in { _ = bench.numbers.values.makeAsyncIterator() } }),
  ]
  private static let timed: [Cycle] = [
    ("debounce", { bench in { bench.sink(bench.a.debounce(for: .seconds(1000), scheduler: Bench.queue)) } }),
    (
      "throttle",
      { bench in { bench.sink(bench.a.throttle(for: .seconds(1000), scheduler: Bench.queue, latest: true)) } }
    ),
    ("timeout", { bench in { bench.sink(bench.a.timeout(.seconds(1000), scheduler: Bench.queue)) } }),
    (
      "interval",
      { bench in
        { bench.sink(Publishers.interval(.seconds(1000), scheduler: Bench.queue).setFailureType(to: Fault.self)) }
      }
    ),
    (
      "collect(.byTime)",
      { bench in
        { bench.sink(bench.a.collect(.byTime(Bench.queue, .seconds(1000))).map(\.count)) }
      }
    ),
  ]

  private static func choice(_ seed: UInt64) -> (cycle: Cycle, storms: Bool) {
    var random = Random(seed)
    // Half of the rounds play the plain ones, which are what programs do.
    let isPlain = random.once(in: 2)
    return (isPlain ? plain[random.below(plain.count)] : cases[random.below(cases.count)], random.once(in: 3))
  }
  func describe(_ seed: UInt64) -> String {
    let choice = Self.choice(seed)
    return "\(choice.cycle.name)\(choice.storms ? ", while another thread sends" : "")"
  }

  func round(_ seed: UInt64) -> [Finding] { play(Self.choice(seed)) }
  /// The findings of the plain cases, for tests.
  package static func findings() -> [String] {
    let part = Churn()
    return plain.flatMap { part.play(($0, false)).map { "\($0.kind): \($0.text)" } }
  }
  private func play(_ choice: (cycle: Cycle, storms: Bool)) -> [Finding] {
    let bench = Bench(), cycle = choice.cycle.make(bench)
    let cycles = Stress.isSanitized ? Self.cycles / 20 : Self.cycles
    run(cycles / 4, cycle, choice.storms ? bench : nil)  // the allocator takes what it needs
    var bytes = 0
    // Growth that does not go on is not a leak.
    for _ in 0..<6 {
      let before = residentMemory()
      run(cycles, cycle, choice.storms ? bench : nil)
      Bench.queue.sync {}
      bytes = max(residentMemory() - before, 0) / cycles
      if bytes < Self.most || Stress.isSanitized { return [] }
    }
    return [
      Finding(
        "\(choice.cycle.name) leaks",
        "some \(bytes) bytes for each of \(cycles) cycles\(choice.storms ? ", while another thread sends" : "")")
    ]
  }
  private func run(_ cycles: Int, _ cycle: @escaping () -> Void, _ storm: Bench?) {
    let isOver = Count()
    let body = {
      for _ in 0..<cycles { cycle() }
      isOver.value = 1
    }
    guard let storm else { return body() }
    crew.run([
      body,
      {
        var sent = 0
        while isOver.value == 0 {
          storm.a.send(3)
          storm.numbers.send(3)
          pause(100)
          sent += 1
          if sent % 64 == 0 { Bench.queue.sync {} }  // a queue that is filled faster than it runs would grow by itself
        }
      },
    ])
  }
}

import Pipes

/// Subscribers come and go inside deliveries, while another thread subscribes. A subscriber that stays must receive
/// every later value.
package final class Deaf: Part {
  static let name = "deaf"
  static let purpose =
    "subscribers come and go inside deliveries of another thread: the first subscriber receives every value"
  private static let subscriptions = 50
  private let crew = Crew(2)

  /// A stream that several subscribe to, and the way into it.
  private struct Source {
    let name: String
    let publisher: AnyPublisher<Int, Never>
    let send: (Int) -> Void
  }
  private final class Model: @unchecked Sendable {
    @Published var number = -1
  }
  private static func source(_ kind: Int) -> Source {
    func subject<S: Subject<Int, Never>>(_ name: String, _ s: S) -> Source {
      Source(name: name, publisher: s.eraseToAnyPublisher(), send: { s.send($0) })
    }
    switch kind {
    case 0: return subject("PassthroughSubject", PassthroughSubject<Int, Never>())
    case 1: return subject("CurrentValueSubject", CurrentValueSubject<Int, Never>(-1))
    case 2: return subject("ReplaySubject", ReplaySubject<Int, Never>(bufferSize: 2))
    case 3:
      let s = PassthroughSubject<Int, Never>()
      return Source(name: "share", publisher: s.share().eraseToAnyPublisher(), send: { s.send($0) })
    case 4:
      let s = PassthroughSubject<Int, Never>()
      return Source(name: "share(replay:)", publisher: s.share(replay: 1).eraseToAnyPublisher(), send: { s.send($0) })
    case 5:
      let a = PassthroughSubject<Int, Never>(), b = PassthroughSubject<Int, Never>()
      return Source(
        name: "merge.share", publisher: a.merge(with: b).share().eraseToAnyPublisher(), send: { a.send($0) })
    default:
      let model = Model()
      return Source(name: "@Published", publisher: model.$number.eraseToAnyPublisher(), send: { model.number = $0 })
    }
  }
  private struct Choice {
    let kind: Int
    /// Whether the short-lived subscriptions are kept until the end, or dropped at once.
    let keeps: Bool
    /// Whether they are cancelled by a value of another subject, or cancel themselves at their first value.
    let byItself: Bool
    /// The time that a delivery takes, so that the other thread subscribes meanwhile.
    let work: Int
    init(_ seed: UInt64) {
      var random = Random(seed)
      (kind, keeps, byItself, work) = (
        random.below(7), random.once(in: 2), random.once(in: 3), [0, 100, 1_000][random.below(3)]
      )
    }
  }
  func describe(_ seed: UInt64) -> String {
    let choice = Choice(seed)
    return
      "s = \(Self.source(choice.kind).name); s.sink {}; s.sink { stop.send() }; thread 1: s.send in a loop; thread 2: "
      + "\(choice.byItself ? "s.prefix(1)" : "s.prefix(untilOutputFrom: stop)").sink {}, \(choice.keeps ? "kept" : "dropped at once"), \(Self.subscriptions) times"
  }

  /// The findings of so many seconds, for tests.
  package static func findings(_ seconds: Double) -> [String] {
    let part = Deaf(), end = now() + seconds
    var random = Random(1), findings: [String] = []
    while now() < end, findings.count < 5 { findings += part.round(random.next()).map { "\($0.kind): \($0.text)" } }
    return findings
  }
  func round(_ seed: UInt64) -> [Finding] {
    let choice = Choice(seed), source = Self.source(choice.kind), stop = PassthroughSubject<Void, Never>()
    let s = source.publisher
    var received: [Int] = []
    received.reserveCapacity(20_002)
    let turnstile = Turnstile()
    let first = s.sink { value in
      if value >= 0 { turnstile.pass { received.append(value) } }
      pause(choice.work)
    }
    let second = s.sink { _ in stop.send() }
    let isDone = Count(), subscribed = Count()
    var kept: [AnyCancellable] = [], sent = 0
    crew.run([
      {
        // As long as the other thread subscribes, so that they meet; a machine that is busy may not let it begin.
        while subscribed.value < Self.subscriptions, sent < 20_000 {
          source.send(sent)
          sent += 1
        }
        isDone.value = 1
      },
      {
        // Not for ever: the other thread may have to carry all of this out.
        for _ in 0..<Self.subscriptions where isDone.value == 0 {
          let token = choice.byItself ? s.prefix(1).sink { _ in } : s.prefix(untilOutputFrom: stop).sink { _ in }
          if choice.keeps { kept.append(token) }
          subscribed.add()
        }
      },
    ])
    source.send(sent)
    var findings: [Finding] = []
    if received.last != sent {
      findings.append(
        Finding("a subscriber is deaf", "it received \(received.count) of \(sent + 1); \(describe(seed))"))
    } else if received != Array(0...sent) {
      findings.append(
        Finding("a subscriber missed values", "it received \(received.count) of \(sent + 1); \(describe(seed))"))
    }
    if turnstile.overlaps > 0 { findings.append(Finding("two callbacks at once", describe(seed))) }
    withExtendedLifetime((first, second, kept)) {}
    return findings
  }
}

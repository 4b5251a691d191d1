import Marbles
import Pipes
import Testing
import VirtualTime

/// An operator with several upstreams under rows: the events of each upstream, the requests of the subscriber, and what
/// follows from them.
struct SeveralUpstreams: CustomTestStringConvertible, Sendable {
  typealias Upstream = AnyPublisher<Int, Oops>
  /// The code of the rule, and the rule.
  let testDescription: String
  /// The row of each upstream, a hot or a cold stream of numbers. `#` is the failure `oops`, and `#'other'` the other
  /// one.
  let upstreams: [String]
  let isHot: Bool
  /// The requests of the subscriber; unlimited if there is no row.
  let demand: String?
  /// The subscription of the subscriber; it begins at zero and is not cancelled if there is no row.
  let subscriber: String?
  /// The events that it receives, each value as a text.
  let result: String
  /// The requests on each upstream. They are not compared if there is no row.
  let asks: [String?]
  /// The subscriptions to each upstream, with a `;` between two; an empty row is none.
  let subscriptions: [String?]
  let build: @Sendable ([Upstream], TestScheduler<VirtualInstant, Never>) -> AnyPublisher<String, any Error>

  /// A frame is a second.
  init<P: Publisher & SendableMetatype>(
    timed rule: String, _ upstreams: String..., isHot: Bool = true, demand: String? = nil,
    from subscriber: String? = nil,
    gives result: String,
    asks: [String?] = [], until subscriptions: [String?] = [],
    _ build: @escaping @Sendable ([Upstream], TestScheduler<VirtualInstant, Never>) -> P
  ) {
    (testDescription, self.upstreams, self.isHot, self.demand, self.result) = (rule, upstreams, isHot, demand, result)
    (self.subscriber, self.asks, self.subscriptions) = (subscriber, asks, subscriptions)
    self.build = { build($0, $1).map { "\($0)" }.mapError { $0 as any Error }.eraseToAnyPublisher() }
  }

  init<P: Publisher & SendableMetatype>(
    _ rule: String, _ upstreams: String..., isHot: Bool = true, demand: String? = nil, from subscriber: String? = nil,
    gives result: String,
    asks: [String?] = [], until subscriptions: [String?] = [], _ build: @escaping @Sendable ([Upstream]) -> P
  ) {
    (testDescription, self.upstreams, self.isHot, self.demand, self.result) = (rule, upstreams, isHot, demand, result)
    (self.subscriber, self.asks, self.subscriptions) = (subscriber, asks, subscriptions)
    self.build = { upstreams, _ in build(upstreams).map { "\($0)" }.mapError { $0 as any Error }.eraseToAnyPublisher() }
  }

  /// One upstream after the other, one for each subscriber.
  static func inTurn(_ upstreams: [Upstream]) -> Deferred<Upstream> {
    var next = upstreams[...]
    return Deferred { next.removeFirst() }
  }

  func check(_ m: MarbleTest) {
    let errors = ["other": Oops.other]
    if isHot {
      let sources = upstreams.enumerated().map {
        m.hot($1, of: Int.self, error: .oops, errors: errors, name: "upstream \($0 + 1)")
      }
      check(m, sources)
    } else {
      let sources = upstreams.enumerated().map {
        m.cold($1, of: Int.self, error: .oops, errors: errors, name: "upstream \($0 + 1)")
      }
      check(m, sources)
    }
  }
  private func check<Source: MarbleSource & Publisher>(_ m: MarbleTest, _ sources: [Source])
  where Source.Output == Int, Source.Failure == Oops {
    let stream = build(sources.map { $0.eraseToAnyPublisher() }, m.scheduler)
    m.expect(stream, from: subscriber, demand: demand).toBe(result)
    for (source, row) in zip(sources, asks) {
      if let row { m.expect(demandOn: source).toBe(row) }
    }
    for (source, row) in zip(sources, subscriptions) {
      guard let rows = row?.split(separator: ";").map(String.init) else { continue }
      switch rows.count {
      case 0: m.expect(subscriptionsOf: source).toBe()
      case 1: m.expect(subscriptionsOf: source).toBe(rows[0])
      case 2: m.expect(subscriptionsOf: source).toBe(rows[0], rows[1])
      default: m.expect(subscriptionsOf: source).toBe(rows[0], rows[1], rows[2])
      }
    }
  }
}

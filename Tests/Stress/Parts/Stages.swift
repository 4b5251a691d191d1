import Pipes

typealias Stream = AnyPublisher<Int, Fault>

/// The values of an upstream that come out of an operator, if the subscriber requests everything and each upstream
/// sends its values in order.
struct Passage: OptionSet {
  let rawValue: Int
  /// They come out without a gap.
  static let whole = Passage(rawValue: 1)
  /// The first one comes out.
  static let first = Passage(rawValue: 2)
  /// The last one comes out, unless another upstream fails.
  static let last = Passage(rawValue: 4)
  /// None comes out twice.
  static let once = Passage(rawValue: 8)
  /// The last one also comes out if the upstream fails after it.
  static let beforeFailure = Passage(rawValue: 16)

  /// The last one comes out once all upstreams have finished. If one fails, an inner publisher may be cut short while
  /// another one goes on.
  static let atFinish = Passage(rawValue: 32)

  static let all: Passage = [.whole, .first, .last, .once, .beforeFailure]
  static let beginning: Passage = [.whole, .first, .once]
  static let grouped: Passage = [.whole, .first, .last, .once, .atFinish]
  static let rest: Passage = [.whole, .last, .once, .beforeFailure]
  /// The values of one operator that the next one sends.
  func followed(by next: Passage) -> Passage { intersection(next).union(union(next).intersection(.atFinish)) }
  static let some: Passage = [.once]
  static let repeated: Passage = []
}

/// An operator with two upstreams; those with one use only the first.
struct Stage {
  let name: String
  var first = Passage.all
  var second = Passage.some
  /// The passage of the first upstream if that is a subject which sends as many values as the second.
  var alone: Passage?
  /// Values pass through several inner publishers, which take turns if the subscriber requests few values, or sends
  /// values meanwhile.
  var groups = false
  /// Whether it requests a number of values, and not unlimited ones, although the subscriber requests everything.
  var requestsFew = false
  /// Whether a completion follows once all upstreams have completed.
  var ends = true
  /// Whether an upstream may be subscribed to several times: then a subject that keeps values sends them again.
  var resubscribes = false
  let make: (Stream, Stream) -> Stream

  static let plain = Stage(name: "") { a, _ in a }
  static let all: [Stage] = combining + flattening + choosing + others

  private static let combining: [Stage] = [
    Stage(name: "merge", second: .all) { $0.merge(with: $1).eraseToAnyPublisher() },
    Stage(name: "merge many", second: .all) { [$0, $1].merge().eraseToAnyPublisher() },
    Stage(name: "zip", first: .beginning, alone: [.whole, .first, .last, .once], resubscribes: true) {
      $0.zip($1) { a, _ in a }.eraseToAnyPublisher()
    },
    Stage(name: "combineLatest, first", first: .repeated) { $0.combineLatest($1) { a, _ in a }.eraseToAnyPublisher() },
    Stage(name: "combineLatest, second", first: .some, second: .repeated) {
      $0.combineLatest($1) { _, b in b }.eraseToAnyPublisher()
    },
    Stage(name: "append", second: .rest) { $0.append($1).eraseToAnyPublisher() },
    Stage(name: "prepend", first: .rest, second: .all) { $0.prepend($1).eraseToAnyPublisher() },
    Stage(name: "race", first: .beginning, second: .beginning) { $0.race(with: $1).eraseToAnyPublisher() },
    Stage(name: "withLatestFrom", first: .rest) { $0.withLatestFrom($1) { a, _ in a }.eraseToAnyPublisher() },
    Stage(name: "forkJoin", first: .some) { $0.forkJoin($1).map { a, _ in a }.eraseToAnyPublisher() },
    Stage(name: "switchIfEmpty", second: .rest) { $0.switchIfEmpty($1).eraseToAnyPublisher() },
  ]
  private static let flattening: [Stage] = [
    Stage(name: "flatMap of both", second: .all) { a, b in
      Just(a).append(Just(b)).setFailureType(to: Fault.self).flatMap { $0 }.eraseToAnyPublisher()
    },
    Stage(name: "flatMap", second: .some) { a, b in
      a.flatMap { Just($0).append(Empty()).setFailureType(to: Fault.self) }.merge(with: b).eraseToAnyPublisher()
    },
    // The buffer drops its values when it fails if the next value has not been requested yet, because another thread
    // still has to deliver the previous one.
    Stage(name: "flatMap, one at a time", first: .all.subtracting(.beforeFailure), second: .some) { a, b in
      a.buffer(size: 10_000, prefetch: .keepFull, whenFull: .dropNewest).flatMap(maxPublishers: .max(1)) { v in
        Just(v).setFailureType(to: Fault.self)
      }.merge(with: b).eraseToAnyPublisher()
    },
    Stage(name: "switchToLatest", second: .some, resubscribes: true) { a, b in
      a.map { v in b.filter { $0 % 3 == v % 3 }.prepend(v) }.switchToLatest().eraseToAnyPublisher()
    },
    Stage(name: "concatMap", second: .all) { a, b in
      a.concatMap { v in Just(v).setFailureType(to: Fault.self) }.merge(with: b).eraseToAnyPublisher()
    },
    Stage(name: "mergeMap", second: .all) { a, b in
      a.mergeMap(concurrency: 2) { v in Just(v).append(Empty()).setFailureType(to: Fault.self) }.merge(with: b)
        .eraseToAnyPublisher()
    },
    Stage(name: "exhaustMap", first: .some, resubscribes: true) { a, b in
      a.exhaustMap { v in b.prefix(1).prepend(v) }.eraseToAnyPublisher()
    },
    Stage(name: "expand", second: .all) { a, b in
      a.merge(with: b).expand { _ in Empty<Int, Fault>() }.eraseToAnyPublisher()
    },
    Stage(name: "mergeScan", second: .all) { a, b in
      a.merge(with: b).mergeScan(0) { _, v in Just(v).setFailureType(to: Fault.self) }.eraseToAnyPublisher()
    },
    Stage(name: "delay(for each:)", second: .all) { a, b in
      a.merge(with: b).delay { _ in Just(0).setFailureType(to: Fault.self) }.eraseToAnyPublisher()
    },
    Stage(name: "groupBy", second: .all, groups: true) { a, b in
      a.merge(with: b).groupBy { $0 % 3 }.flatMap { $0 }.eraseToAnyPublisher()
    },
    Stage(name: "window(count:)", second: .all, groups: true) { a, b in
      a.merge(with: b).window(count: 3).flatMap { $0 }.eraseToAnyPublisher()
    },
    Stage(name: "window", groups: true) { a, b in a.window(b.filter { $0 >= 0 }).flatMap { $0 }.eraseToAnyPublisher() },
    // One group after the other: flatMap may send the next group between two values of a group that has waited for
    // demand.
    Stage(name: "collect", first: .grouped, second: .grouped, groups: true) { a, b in
      a.merge(with: b).collect(3).concatMap { $0.publisher.setFailureType(to: Fault.self) }.eraseToAnyPublisher()
    },
  ]
  private static let choosing: [Stage] = [
    Stage(name: "prefix(untilOutputFrom:)", first: .beginning) { $0.prefix(untilOutputFrom: $1).eraseToAnyPublisher() },
    Stage(name: "drop(untilOutputFrom:)", first: .rest) { $0.drop(untilOutputFrom: $1).eraseToAnyPublisher() },
    Stage(name: "sample", first: .some) { $0.sample($1).eraseToAnyPublisher() },
    Stage(name: "audit", first: .some, resubscribes: true) { a, b in a.audit { _ in b.prefix(1) }.eraseToAnyPublisher()
    },
    Stage(name: "debounce", first: .some, resubscribes: true) { a, b in
      a.debounce { _ in b.prefix(1) }.eraseToAnyPublisher()
    },
    Stage(name: "merge, prefix", first: .beginning, second: .beginning) {
      $0.merge(with: $1).prefix(9).eraseToAnyPublisher()
    },
    Stage(name: "merge, prefix(while:)", first: .beginning, second: .beginning) { a, b in
      a.merge(with: b).prefix { $0 % 1000 < 15 }.eraseToAnyPublisher()
    },
    Stage(name: "merge, removeDuplicates", second: .all) {
      $0.merge(with: $1).removeDuplicates().eraseToAnyPublisher()
    },
    Stage(name: "merge, distinct", second: .all) { $0.merge(with: $1).distinct().eraseToAnyPublisher() },
    Stage(name: "merge, skipLast", first: .beginning, second: .beginning) {
      $0.merge(with: $1).skipLast(2).eraseToAnyPublisher()
    },
  ]
  private static let others: [Stage] = [
    Stage(name: "catch", second: .rest) { a, b in a.catch { _ in b }.eraseToAnyPublisher() },
    Stage(name: "onErrorResumeNext", second: .rest) {
      $0.onErrorResumeNext($1).setFailureType(to: Fault.self).eraseToAnyPublisher()
    },
    Stage(name: "retry", second: .all, resubscribes: true) { $0.retry(1).merge(with: $1).eraseToAnyPublisher() },
    Stage(name: "retry(when:)", first: .beginning, ends: false, resubscribes: true) { a, b in
      a.retry { _ in b }.eraseToAnyPublisher()
    },
    Stage(name: "merge, buffer, keepFull", second: .all, requestsFew: true) {
      $0.merge(with: $1).buffer(size: 10_000, prefetch: .keepFull, whenFull: .dropNewest).eraseToAnyPublisher()
    },
    Stage(name: "merge, buffer, byRequest", second: .all) {
      $0.merge(with: $1).buffer(size: 10_000, prefetch: .byRequest, whenFull: .dropNewest).eraseToAnyPublisher()
    },
    Stage(name: "merge, share", second: .all) { $0.merge(with: $1).share().eraseToAnyPublisher() },
    Stage(name: "merge, share(replay:)", second: .all) { $0.merge(with: $1).share(replay: 100).eraseToAnyPublisher() },
    Stage(name: "merge, multicast", second: .all) {
      $0.merge(with: $1).multicast { PassthroughSubject() }.autoconnect().eraseToAnyPublisher()
    },
    Stage(name: "merge, tryMap", second: .all) {
      $0.merge(with: $1).tryMap { $0 }.mapError { _ in Fault.fault }.eraseToAnyPublisher()
    },
    Stage(name: "merge, materialize", second: .all) {
      $0.merge(with: $1).materialize().dematerialize().eraseToAnyPublisher()
    },
    Stage(name: "merge, scan, map", second: .all) {
      $0.merge(with: $1).scan(0) { $1 }.map { $0 }.eraseToAnyPublisher()
    },
    Stage(name: "merge, handleEvents", second: .all) {
      $0.merge(with: $1).handleEvents(receiveOutput: { _ in }).finalize {}.eraseToAnyPublisher()
    },
  ]
}

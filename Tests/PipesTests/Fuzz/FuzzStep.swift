import Pipes
import VirtualTime

typealias Numbers = AnyPublisher<Int, Oops>

/// One operator of the fuzzer, as a stage from numbers to numbers.
struct FuzzStep: @unchecked Sendable {
  // Unchecked: the closures have no state; the types that they name need not be `Sendable`.
  /// The reason that keeps it from sending the same values at the same instants under every demand and over every kind
  /// of source.
  struct Traits: OptionSet {
    let rawValue: Int
    /// Demand goes up later than a value comes: a cold source is late under finite demand, a hot one loses values.
    static let late = Traits(rawValue: 1)
    /// Does not ask for everything, so that a hot source loses values.
    static let pushesBack = Traits(rawValue: 2)
    /// Its output depends on when values come.
    static let timed = Traits(rawValue: 4)
    /// Drops values that find no demand, by its contract.
    static let lossy = Traits(rawValue: 8)
    /// Subscribes to a source later, or more than once.
    static let again = Traits(rawValue: 16)
    /// Holds values back that a failure overtakes.
    static let parks = Traits(rawValue: 32)
    /// Makes many values of one.
    static let multiplies = Traits(rawValue: 64)
    /// Makes a hot source of a cold one: what finds no demand is lost.
    static let shares = Traits(rawValue: 128)
    /// Merges streams: those that send at one instant come in an order that depends on demand (contract TR-08 and
    /// CO-02: under finite demand one value of each, the others wait).
    static let merges = Traits(rawValue: 256)
    /// Sends values of its own first, and subscribes to its source when they have been requested (contract SQ-09).
    static let successive = Traits(rawValue: 512)
    /// Lets its time pass between two values.
    static let paced = Traits(rawValue: 1024)
  }
  /// The arguments of a step.
  struct Context {
    let other: Numbers
    /// From one to three.
    let count: Int
    /// A length of time that no other step has.
    let time: VirtualInstant.Stride
    let scheduler: TestScheduler<VirtualInstant, Never>
  }
  let name: String
  let traits: Traits
  let build: (Numbers, Context) -> Numbers

  static let all: [FuzzStep] = {
    var list = FuzzList()
    list.addTransforming()
    list.addFiltering()
    list.addReducing()
    list.addFailing()
    list.addCombining()
    list.addFlattening()
    list.addSharing()
    list.addTiming()
    list.addMore()
    return list.steps
  }()
}

/// Makes a number of a value that never comes.
private func impossible<Value>(_ value: Value) -> Int { preconditionFailure("ignoreOutput() sent \(value)") }

/// Collects steps, one call for each, so that each is type-checked by itself.
struct FuzzList {
  private(set) var steps: [FuzzStep] = []

  mutating func add<P: Publisher<Int, Oops>>(
    _ name: String, _ traits: FuzzStep.Traits = [], _ build: @escaping (Numbers, FuzzStep.Context) -> P
  ) {
    steps.append(FuzzStep(name: name, traits: traits) { build($0, $1).eraseToAnyPublisher() })
  }
  /// The same for an operator that may throw.
  mutating func add<P: Publisher<Int, any Error>>(
    throwing name: String, _ build: @escaping (Numbers, FuzzStep.Context) -> P
  ) {
    steps.append(
      FuzzStep(name: name, traits: []) { build($0, $1).mapError { $0 as? Oops ?? .other }.eraseToAnyPublisher() })
  }
  /// The same for one that never fails.
  mutating func add<P: Publisher<Int, Never>>(
    safe name: String, _ traits: FuzzStep.Traits = [], _ build: @escaping (Numbers, FuzzStep.Context) -> P
  ) {
    steps.append(
      FuzzStep(name: name, traits: traits) { build($0, $1).setFailureType(to: Oops.self).eraseToAnyPublisher() })
  }
}

extension FuzzList {
  mutating func addTransforming() {
    add("map") { up, _ in up.map { $0 + 1 } }
    add(throwing: "tryMap") { up, _ in
      up.tryMap { value in
        if value == 13 { throw Oops.other }
        return value * 2
      }
    }
    add("scan") { up, _ in up.scan(0) { ($0 + $1) % 100 } }
    add(throwing: "tryScan") { up, _ in up.tryScan(1) { ($0 + $1) % 50 } }
    add("pairwise") { up, _ in up.pairwise().map { $0 * 10 + $1 } }
    add("collect(count)") { up, c in up.collect(c.count).map { $0.reduce(0, +) } }
    add("materialize") { up, _ in up.materialize().dematerialize() }
    add("mapToResult") { up, _ in up.mapToResult().map { (try? $0.get()) ?? -1 }.setFailureType(to: Oops.self) }
    add("handleEvents") { up, _ in up.handleEvents(receiveOutput: { _ in }) }
    add("finalize") { up, _ in up.finalize {} }
    add("buffer(byRequest)", .parks) { up, _ in up.buffer(size: .max, prefetch: .byRequest, whenFull: .dropNewest) }
    add("buffer(keepFull)", [.parks, .pushesBack]) { up, c in
      up.buffer(size: c.count, prefetch: .keepFull, whenFull: .dropNewest)
    }
  }

  mutating func addFiltering() {
    add("filter") { up, _ in up.filter { $0 % 2 == 0 } }
    add(throwing: "tryFilter") { up, _ in up.tryFilter { $0 % 3 != 0 } }
    add("compactMap") { up, _ in up.compactMap { $0 % 3 == 1 ? nil : $0 } }
    add("removeDuplicates") { up, _ in up.map { $0 / 2 }.removeDuplicates() }
    add("distinct") { up, _ in up.distinct() }
    add("replaceEmpty") { up, _ in up.replaceEmpty(with: 90) }
    add("dropFirst") { up, c in up.dropFirst(c.count) }
    add("drop(while:)") { up, _ in up.drop { $0 < 3 } }
    add("prefix") { up, c in up.prefix(c.count) }
    add("prefix(0)") { up, _ in up.prefix(0) }
    add("prefix(while:)") { up, _ in up.prefix { $0 < 6 } }
    add("prefix(while:behavior:)") { up, _ in up.prefix(while: { $0 < 4 }, behavior: .inclusive) }
    add("output(in:)") { up, c in up.output(in: 1...c.count) }
    add("output(at:)") { up, c in up.output(at: c.count) }
    add("skipLast") { up, c in up.skipLast(c.count) }
    add("takeLast") { up, c in up.takeLast(c.count) }
    add("ignoreOutput") { up, _ in up.ignoreOutput().map(impossible) }
  }

  mutating func addReducing() {
    add("count") { up, _ in up.count() }
    add("reduce") { up, _ in up.reduce(7, +) }
    add(throwing: "tryReduce") { up, _ in up.tryReduce(1, +) }
    add("collect") { up, _ in up.collect().map { $0.count * 10 + ($0.last ?? 0) } }
    add("max") { up, _ in up.max() }
    add("min") { up, _ in up.min() }
    add("first") { up, _ in up.first() }
    add("first(where:)") { up, _ in up.first { $0 > 2 } }
    add("last") { up, _ in up.last() }
    add("last(where:)") { up, _ in up.last { $0 < 4 } }
    add("contains") { up, _ in up.contains(3).map { $0 ? 1 : 0 } }
    add("allSatisfy") { up, _ in up.allSatisfy { $0 < 5 }.map { $0 ? 1 : 0 } }
    add("isEmpty") { up, _ in up.isEmpty().map { $0 ? 1 : 0 } }
    add(throwing: "single") { up, _ in up.single() }
  }

  mutating func addFailing() {
    add("catch", .again) { up, c in up.catch { _ in c.other } }
    add("replaceError") { up, _ in up.replaceError(with: 91).setFailureType(to: Oops.self) }
    add("mapError") { up, _ in up.mapError { _ in Oops.other } }
    add("retry", .again) { up, c in up.retry(c.count) }
    add("retry(if:)", .again) { up, c in up.retry(c.count, if: { $0 == .oops }) }
    add("retry(delay:)", [.again]) { up, c in up.retry(c.count, delay: c.time, scheduler: c.scheduler) }
    add("retry(when:)", [.again, .timed]) { up, c in
      up.retry { (errors: AnyPublisher<Oops, Never>) in errors.prefix(c.count).setFailureType(to: Oops.self) }
    }
    add("repeat", [.again, .multiplies]) { up, c in up.repeat(c.count) }
    add("repeat(when:)", [.again, .timed, .multiplies]) { up, c in
      up.repeat { (ends: AnyPublisher<Void, Never>) in ends.prefix(c.count).setFailureType(to: Oops.self) }
    }
    add(safe: "ignoreFailure") { up, _ in up.ignoreFailure() }
    add(safe: "onErrorResumeNext", .again) { up, c in up.onErrorResumeNext(c.other) }
  }

  mutating func addCombining() {
    add("append", .again) { up, c in up.append(c.other) }
    add("prepend", .again) { up, c in up.prepend(c.other) }
    add("append values") { up, c in up.append(c.count, 8) }
    add("prepend values", .successive) { up, c in up.prepend(c.count, 8) }
    add("zip", [.pushesBack, .parks]) { up, c in up.zip(c.other).map { $0 * 10 + $1 } }
    add("zip of an array", [.pushesBack, .parks]) { up, c in [up, c.other].zip().map { $0[0] - $0[1] } }
    add("merge", [.timed, .parks, .merges]) { up, c in up.merge(with: c.other) }
    add("combineLatest", .timed) { up, c in up.combineLatest(c.other).map { $0 * 10 + $1 } }
    add("combineLatest of three", .timed) { up, c in
      up.combineLatest(c.other, Just(4).setFailureType(to: Oops.self)) { $0 * 10 + $1 + $2 }
    }
    add("combineLatest of an array", .timed) { up, c in [up, c.other].combineLatest().map { $0[0] - $0[1] } }
    add("withLatestFrom", .timed) { up, c in up.withLatestFrom(c.other).map { $0 * 10 + $1 } }
    add("race", .timed) { up, c in up.race(with: c.other) }
    add("forkJoin") { up, c in up.forkJoin(c.other).map { $0 * 10 + $1 } }
    add("sequenceEqual", [.pushesBack, .parks]) { up, c in up.sequenceEqual(c.other).map { $0 ? 1 : 0 } }
    add("prefix(untilOutputFrom:)", .timed) { up, c in up.prefix(untilOutputFrom: c.other) }
    add("drop(untilOutputFrom:)", .timed) { up, c in up.drop(untilOutputFrom: c.other) }
    add("sample", .timed) { up, c in up.sample(c.other) }
  }

  mutating func addFlattening() {
    add("flatMap", [.again, .timed, .parks, .multiplies, .merges]) { up, c in up.flatMap { _ in c.other } }
    add("flatMap of values", [.parks, .timed, .multiplies, .merges]) { up, c in
      up.flatMap { Publishers.Sequence<[Int], Oops>(sequence: [$0, c.count]) }
    }
    add("flatMap one at a time", [.again, .pushesBack, .parks, .multiplies]) { up, c in
      up.flatMap(maxPublishers: .max(1)) { value in c.other.map { $0 + value } }
    }
    add("concatMap", [.again, .parks, .multiplies]) { up, c in up.concatMap { value in c.other.map { $0 + value } } }
    add("mergeMap", [.again, .timed, .parks, .multiplies, .merges]) { up, c in
      up.mergeMap(concurrency: c.count) { value in c.other.map { $0 + value } }
    }
    add("switchMap", [.again, .timed, .multiplies]) { up, c in up.switchMap { value in c.other.map { $0 + value } } }
    add("exhaustMap", [.again, .timed, .multiplies]) { up, c in up.exhaustMap { value in c.other.map { $0 + value } } }
    add("groupBy", [.timed, .parks, .merges]) { up, _ in
      up.groupBy { $0 % 2 }.flatMap { group in group.map { $0 + 100 * group.key } }
    }
    // A group without subscribers is followed by a new one.
    add("groupBy, prefix", [.timed, .parks, .merges, .lossy]) { up, c in
      up.groupBy { $0 % 2 }.flatMap { group in group.prefix(c.count).scan(0) { ($0 + $1) % 100 } }
    }
    add("groupBy(duration:)", [.timed, .parks, .merges]) { up, c in
      up.groupBy({ $0 % 2 }, duration: { $0.dropFirst(c.count) }).flatMap { group in group.scan(0) { ($0 + $1) % 100 } }
    }
    add("audit", [.timed, .again]) { up, c in up.audit { _ in c.other } }
    add("delay(for each:)", [.timed, .again, .parks]) { up, c in up.delay { _ in c.other } }
  }

  /// Operators that Rx has and Combine does not have.
  mutating func addMore() {
    add("collect(every:)") { up, c in up.collect(c.count, every: 2).map { $0.reduce(0, +) } }
    add("firstIndex") { up, _ in up.firstIndex { $0 > 4 } }
    add("timestamp") { up, c in up.timestamp(scheduler: c.scheduler).map(\.value) }
    add("switchIfEmpty", .again) { up, c in up.switchIfEmpty(c.other) }
    add("delaySubscription", [.again, .timed]) { up, c in up.delaySubscription(for: c.time, scheduler: c.scheduler) }
    add("mergeScan", [.again, .timed, .parks, .multiplies, .merges]) { up, c in
      up.mergeScan(1) { sum, value in c.other.map { ($0 + sum + value) % 100 } }
    }
    add("expand", [.again, .timed, .parks, .multiplies, .merges]) { up, c in
      up.expand { value in
        value < 100 ? c.other.map { $0 + value + 40 }.eraseToAnyPublisher() : Empty().eraseToAnyPublisher()
      }
    }
    add("window(count)", [.timed, .parks, .merges]) { up, c in
      up.window(count: c.count).flatMap { window in window.map { $0 + 100 * window.key } }
    }
    add("window", [.timed, .parks, .merges]) { up, c in up.window(c.other).flatMap { $0.count() } }
    add("window(every:)", [.timed, .parks]) { up, c in up.window(every: c.time, scheduler: c.scheduler).concatMap { $0 }
    }
    add("buffer(boundary)", [.timed, .parks]) { up, c in up.buffer(c.other).map { $0.reduce(0, +) } }
    add("debounce by", [.timed, .again]) { up, c in up.debounce { _ in c.other } }
    add("throttle by", [.timed, .again]) { up, c in
      up.throttle(leading: c.count > 1, trailing: c.count < 3) { _ in c.other }
    }
    add("throttle(leading:trailing:)", [.timed, .paced]) { up, c in
      up.throttle(for: c.time, scheduler: c.scheduler, leading: c.count > 1, trailing: c.count < 3)
    }
  }

  mutating func addSharing() {
    add("share", [.timed, .shares]) { up, _ in up.share() }
    // Keeps all that a case can send.
    add("share(replay:)") { up, _ in up.share(replay: .max) }
    add("multicast", [.timed, .shares]) { up, _ in up.multicast(subject: PassthroughSubject()).autoconnect() }
  }

  mutating func addTiming() {
    add("delay", .late) { up, c in up.delay(for: c.time, scheduler: c.scheduler) }
    add("receive(on:)", .late) { up, c in up.receive(on: c.scheduler) }
    add("subscribe(on:)", .late) { up, c in up.subscribe(on: c.scheduler) }
    add("debounce", .timed) { up, c in up.debounce(for: c.time, scheduler: c.scheduler) }
    add("throttle", [.timed, .lossy, .paced]) { up, c in
      up.throttle(for: c.time, scheduler: c.scheduler, latest: c.count > 1)
    }
    add("timeout", [.timed, .late]) { up, c in up.timeout(c.time, scheduler: c.scheduler) }
    add("collect(.byTime)", .timed) { up, c in up.collect(.byTime(c.scheduler, c.time)).map { $0.reduce(0, +) } }
    add("collect(.byTimeOrCount)", [.timed, .pushesBack]) { up, c in
      up.collect(.byTimeOrCount(c.scheduler, c.time, c.count)).map { $0.reduce(0, +) }
    }
    add("sample(every:)", .timed) { up, c in up.sample(every: c.time, scheduler: c.scheduler) }
    add("audit(for:)", .timed) { up, c in up.audit(for: c.time, scheduler: c.scheduler) }
    add("measureInterval", .late) { up, c in up.measureInterval(using: c.scheduler).map { _ in 1 } }
  }
}

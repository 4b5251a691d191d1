import Pipes

/// One operator, in the form in which it is composed with all others. Its name is its signature in the operator table
/// of the specs, and after a comma the form that is meant.
struct Composed {
  typealias Make = (Flow, Flow, Clock) -> Flow
  /// Which values of an upstream come out, if the subscriber has requested all and nothing ended before.
  enum Keeping {
    case nothing
    case everything
    /// Each value that was sent after some value of the other upstream.
    case afterOther
    /// For each value of the other upstream, each value that was sent after it.
    case each
  }
  let name: String
  var main = Keeping.everything
  var side = Keeping.nothing
  /// Whether it may hold a value back that only a later value, the finish or the clock brings out.
  var isLate = false
  /// Whether it completes when all upstreams have.
  var ends = true
  /// Whether each value of a source is in at most one result.
  var isUnique = true
  /// Whether it shares one subscription: it drops values without demand, and subscribes again for a subscriber that
  /// comes when all have left.
  var isShared = false
  /// Whether it may fail although no upstream has.
  var fails = false
  /// Whether a value of the main upstream replaces one inner publisher by another: nobody listens in between.
  var switches = false
  /// Whether it subscribes at most once to each upstream.
  var subscribesOnce = true
  var hasOther = false
  var isTimed = false
  /// Whether several threads can meet in it.
  var meets = false
  let make: Make

  static let all = plain + meeting + timed
  static func named(_ name: String) -> Composed? { all.first { $0.name == name } }

  /// An operator in which no threads meet.
  static func one(
    _ name: String, _ main: Keeping = .everything, isLate: Bool = false, ends: Bool = true, meets: Bool = false,
    once: Bool = true,
    _ make: @escaping (Flow) -> Flow
  ) -> Composed {
    Composed(
      name: name, main: main, isLate: isLate, ends: ends, subscribesOnce: once, meets: meets,
      make: { up, _, _ in make(up) })
  }
  /// An operator with one upstream in which several threads meet.
  static func shared(
    _ name: String, _ main: Keeping = .everything, isLate: Bool = false, ends: Bool = true, once: Bool = true,
    _ make: @escaping (Flow) -> Flow
  ) -> Composed {
    one(name, main, isLate: isLate, ends: ends, meets: true, once: once, make)
  }
  /// The same, but a value may be in several results.
  var repeating: Composed {
    var row = self
    row.isUnique = false
    return row
  }
  var failing: Composed {
    var row = self
    row.fails = true
    return row
  }
  var switching: Composed {
    var row = self
    row.switches = true
    return row
  }
  var sharing: Composed {
    var row = self
    row.isShared = true
    return row
  }
  /// An operator with another upstream.
  static func two(
    _ name: String, _ main: Keeping = .nothing, _ side: Keeping = .nothing, isLate: Bool = false, ends: Bool = true,
    once: Bool = true,
    _ make: @escaping (Flow, Flow) -> Flow
  ) -> Composed {
    Composed(
      name: name, main: main, side: side, isLate: isLate, ends: ends, subscribesOnce: once, hasOther: true, meets: true,
      make: { up, other, _ in make(up, other) })
  }
  /// An operator with a scheduler.
  static func timed(
    _ name: String, _ main: Keeping = .nothing, ends: Bool = true, once: Bool = true,
    _ make: @escaping (Flow, Clock) -> Flow
  ) -> Composed {
    Composed(
      name: name, main: main, isLate: true, ends: ends, subscribesOnce: once, isTimed: true, meets: true,
      make: { up, _, clock in make(up, clock) })
  }
}

/// A list of rows, one to a line, so that each is type-checked by itself.
@resultBuilder enum ComposedBuilder {
  static func buildBlock(_ rows: Composed...) -> [Composed] { rows }
}

extension Publisher {
  var erased: AnyPublisher<Output, Failure> { eraseToAnyPublisher() }
}
extension Publisher where Failure == Fault {
  /// For operators whose results say nothing about the values.
  fileprivate var blank: Flow { map { _ in Parcel([]) }.erased }
}
extension Publisher where Output == Parcel {
  /// After operators with closures that throw.
  fileprivate var faulty: Flow { mapError { _ in Fault.fault }.erased }
}
private func sum(_ parcels: [Parcel]) -> Parcel { Parcel(parcels.flatMap(\.parts)) }
private let blank = Parcel([])

extension Composed {
  /// The operators that call their downstream inside the call of their upstream and have no state that threads share,
  /// but their link.
  static let plain = [transforming, filtering, taking, reducing, matching, failing].flatMap { $0 }

  @ComposedBuilder private static var transforming: [Composed] {
    one("map(_:)") { $0.map { $0 }.erased }
    one("tryMap(_:)") { $0.tryMap { $0 }.faulty }
    one("replaceNil(with:)") { $0.map { $0 as Parcel? }.replaceNil(with: blank).erased }
    one("scan(_:_:)") { $0.scan(blank) { $1 }.erased }
    one("tryScan(_:_:)") { $0.tryScan(blank) { $1 }.faulty }
    one("pairwise()", .nothing) { $0.pairwise().map { $1 }.erased }
    one("materialize()") { $0.materialize().dematerialize().erased }
    one("dematerialize()") { $0.materialize().dematerialize().erased }
    one("mapToResult()") { $0.mapToResult().map { (try? $0.get()) ?? blank }.setFailureType(to: Fault.self).erased }
    one("handleEvents") { $0.handleEvents(receiveOutput: { _ in }).erased }
    one("finalize") { $0.finalize {}.erased }
    one("mapError(_:)") { $0.mapError { $0 }.erased }
  }
  @ComposedBuilder private static var filtering: [Composed] {
    one("filter(_:)") { $0.filter { _ in true }.erased }
    one("tryFilter(_:)") { $0.tryFilter { _ in true }.faulty }
    one("compactMap(_:)") { $0.compactMap { $0 }.erased }
    one("tryCompactMap(_:)") { $0.tryCompactMap { $0 }.faulty }
    one("removeDuplicates()", .nothing) { $0.removeDuplicates().erased }
    one("removeDuplicates(by:)") { $0.removeDuplicates { _, _ in false }.erased }
    one("tryRemoveDuplicates(by:)") { $0.tryRemoveDuplicates { _, _ in false }.faulty }
    one("replaceEmpty(with:)") { $0.replaceEmpty(with: blank).erased }
    one("ignoreOutput()", .nothing) { $0.ignoreOutput().map { _ -> Parcel in }.erased }
    one("distinct()", .nothing) { $0.distinct().erased }
    one("distinct(by:)", .nothing) { $0.distinct { $0 }.erased }
  }
  @ComposedBuilder private static var taking: [Composed] {
    one("first()", .nothing) { $0.first().erased }
    one("first(where:)", .nothing) { $0.first { _ in true }.erased }
    one("tryFirst(where:)", .nothing) { $0.tryFirst { _ in true }.faulty }
    one("last()", .nothing) { $0.last().erased }
    one("last(where:)", .nothing) { $0.last { _ in true }.erased }
    one("tryLast(where:)", .nothing) { $0.tryLast { _ in true }.faulty }
    one("prefix(_:)", .nothing) { $0.prefix(2).erased }
    one("prefix(_:), many") { $0.prefix(99).erased }
    one("prefix(while:)") { $0.prefix { _ in true }.erased }
    one("tryPrefix(while:)") { $0.tryPrefix { _ in true }.faulty }
    one("prefix(while:behavior:)") { $0.prefix(while: { _ in true }, behavior: .inclusive).erased }
    one("dropFirst(_:)", .nothing) { $0.dropFirst(1).erased }
    one("drop(while:)") { $0.drop { _ in false }.erased }
    one("tryDrop(while:)") { $0.tryDrop { _ in false }.faulty }
    one("output(at:)", .nothing) { $0.output(at: 1).erased }
    one("output(in:)") { $0.output(in: 0...).erased }
    one("takeLast(_:)", isLate: true) { $0.takeLast(99).erased }
    one("skipLast(_:)", .nothing) { $0.skipLast(1).erased }
  }
  @ComposedBuilder private static var reducing: [Composed] {
    one("collect()", isLate: true) { $0.collect().map(sum).erased }
    one("collect(_:), by count", isLate: true) { $0.collect(2).map(sum).erased }
    one("collect(_:every:)", isLate: true) { $0.collect(2, every: 2).map(sum).erased }
    one("reduce(_:_:)", isLate: true) { $0.reduce(blank, +).erased }
    one("tryReduce(_:_:)", isLate: true) { $0.tryReduce(blank, +).faulty }
    one("count()", .nothing) { $0.count().blank }
    one("max()", .nothing) { $0.max().erased }
    one("max(by:)", .nothing) { $0.max { $0 < $1 }.erased }
    one("tryMax(by:)", .nothing) { $0.tryMax { $0 < $1 }.faulty }
    one("min()", .nothing) { $0.min().erased }
    one("min(by:)", .nothing) { $0.min { $0 < $1 }.erased }
    one("tryMin(by:)", .nothing) { $0.tryMin { $0 < $1 }.faulty }
    one("isEmpty()", .nothing) { $0.isEmpty().blank }
    one("single()", .nothing) { $0.single().faulty }.failing
    one("firstIndex(where:)", .nothing) { $0.firstIndex { _ in false }.blank }
  }
  @ComposedBuilder private static var matching: [Composed] {
    one("contains(_:)", .nothing) { $0.contains(blank).blank }
    one("contains(where:)", .nothing) { $0.contains { _ in true }.blank }
    one("tryContains(where:)", .nothing) { $0.tryContains { _ in false }.mapError { _ in Fault.fault }.blank }
    one("allSatisfy(_:)", .nothing) { $0.allSatisfy { _ in true }.blank }
    one("tryAllSatisfy(_:)", .nothing) { $0.tryAllSatisfy { _ in true }.mapError { _ in Fault.fault }.blank }
  }
  @ComposedBuilder private static var failing: [Composed] {
    one("replaceError(with:)") { $0.replaceError(with: blank).setFailureType(to: Fault.self).erased }
    one("ignoreFailure(completeImmediately:)") { $0.ignoreFailure().setFailureType(to: Fault.self).erased }
    one("retry(_:)", once: false) { $0.retry(1).erased }
    one("retry(_:if:)", meets: true, once: false) { $0.retry(1, if: { _ in true }).erased }
    one("tryCatch(_:)") { $0.tryCatch { _ in Just(blank).setFailureType(to: Fault.self) }.faulty }
    one("catch(_:), by one value") { $0.catch { _ in Just(blank) }.setFailureType(to: Fault.self).erased }
    one("startWith(_:)") { $0.startWith(blank).erased }
    one("endWith(_:)") { $0.endWith(blank).erased }
    one("prepend(_:), values") { $0.prepend(blank).erased }
    one("append(_:), values") { $0.append(blank).erased }
    one("Deferred(_:)") { up in Deferred { up }.erased }
  }
}

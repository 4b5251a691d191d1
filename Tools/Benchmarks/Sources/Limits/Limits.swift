import Contest

/// The same work written by hand, with the same opaque closures: what no engine can beat by much.
/// (A current value starts with a zero, which does not change the sum.)
public let contestants: [Case: Run] = [loops, timers, rows].reduce(into: [:]) { all, some in
  all.merge(some) { first, _ in first }
}

private let loops: [Case: Run] = [
  .sequence: mapFilter, .sequenceLateDemand: mapFilter, .sequenceErased: mapFilter, .subject: mapFilter,
  .currentValue: mapFilter,
  .subject100: mapFilterFor100, .subscribing: makeAndCall, .chain10: tenSteps, .tryMap: tryMap, .count: mapAndCount,
  .reduce: reduce,
  .collect8: collect8, .buffer16: forward, .merge: merge, .zip: zip, .combineLatest: combineLatest, .flatMap: nested,
  .depth10Map: { maps($0, 10) },
  .depth10RemoveDuplicates: { comparisons($0, 10) },
]

@Sendable private func mapFilter(_ count: Int) -> Int {
  let tally = Tally()
  let (map, filter, sink) = (Opaque.triple(), Opaque.isEven(), tally.adding())
  for value in 0..<count {
    let mapped = map(value)
    if filter(mapped) { sink(mapped) }
  }
  return tally.sum
}

/// A subscriber that is called without counting references to it.
private final class Line {
  private let map = Opaque.triple(), filter = Opaque.isEven(), sink: (Int) -> Void
  init(_ tally: Tally) { sink = tally.adding() }

  @inline(never) func receive(_ value: Int) {
    let mapped = map(value)
    if filter(mapped) { sink(mapped) }
  }
}

@Sendable private func mapFilterFor100(_ count: Int) -> Int {
  let tally = Tally()
  let lines = (0..<100).map { _ in Line(tally) }
  let uncounted = lines.map(Unmanaged.passUnretained)
  for value in 0..<count / 100 {
    for line in uncounted { line._withUnsafeGuaranteedRef { $0.receive(value) } }
  }
  return withExtendedLifetime(lines) { tally.sum }
}

@Sendable private func makeAndCall(_ count: Int) -> Int {
  let tally = Tally()
  for value in 0..<count {
    let (map, filter, sink) = (Opaque.triple(), Opaque.isEven(), tally.adding())
    let mapped = map(value)
    if filter(mapped) { sink(mapped) }
  }
  return tally.sum
}

@Sendable private func tenSteps(_ count: Int) -> Int {
  let tally = Tally()
  let (map, filter, scan, next) = (Opaque.triple(), Opaque.isNoMultipleOf8(), Opaque.sum(), Opaque.increment())
  let (compact, whilePredicate, reduce, sink) = (
    Opaque.nilForMultiplesOf16(), Opaque.isNotNegative(), Opaque.sum(), tally.adding()
  )
  var (scanned, previous, hasPrevious, left, toDrop, result) = (0, 0, false, Int.max, 1, 0)
  for value in 0..<count {
    let mapped = map(value)
    guard filter(mapped) else { continue }
    scanned = scan(scanned, mapped)
    let candidate = next(scanned)
    if hasPrevious, candidate == previous { continue }
    (previous, hasPrevious) = (candidate, true)
    if left == 0 { break }
    left -= 1
    if toDrop > 0 {
      toDrop -= 1
      continue
    }
    guard let kept = compact(candidate) else { continue }
    guard whilePredicate(kept) else { break }
    result = reduce(result, kept)
  }
  sink(result)
  return tally.sum
}

@Sendable private func tryMap(_ count: Int) throws -> Int {
  let tally = Tally()
  let (map, sink) = (Opaque.tripleOrThrow(), tally.adding())
  for value in 0..<count { sink(try map(value)) }
  return tally.sum
}

@Sendable private func mapAndCount(_ count: Int) -> Int {
  let tally = Tally()
  let (map, sink) = (Opaque.triple(), tally.adding())
  var result = 0
  for value in 0..<count {
    _ = map(value)
    result += 1
  }
  sink(result)
  return tally.sum
}

@Sendable private func reduce(_ count: Int) -> Int {
  let tally = Tally()
  let (step, sink) = (Opaque.sum(), tally.adding())
  var result = 0
  for value in 0..<count { result = step(result, value) }
  sink(result)
  return tally.sum
}

@Sendable private func collect8(_ count: Int) -> Int {
  let tally = Tally()
  let sink = tally.addingArrays()
  var batch: [Int] = []
  for value in 0..<count {
    if batch.isEmpty { batch.reserveCapacity(8) }
    batch.append(value)
    if batch.count == 8 {
      sink(batch)
      batch = []
    }
  }
  if !batch.isEmpty { sink(batch) }
  return tally.sum
}

@Sendable private func forward(_ count: Int) -> Int {
  let tally = Tally()
  let sink = tally.adding()
  for value in 0..<count { sink(value) }
  return tally.sum
}

@Sendable private func merge(_ count: Int) -> Int {
  let tally = Tally()
  let sink = tally.adding()
  for value in 0..<count / 2 {
    sink(value)
    sink(value)
  }
  return tally.sum
}

/// Both inputs of a pair are the same number.
@Sendable private func zip(_ count: Int) -> Int {
  let tally = Tally()
  let sink = tally.addingPairs()
  for value in 0..<count / 2 { sink((value, value)) }
  return tally.sum
}

@Sendable private func combineLatest(_ count: Int) -> Int {
  let tally = Tally()
  let sink = tally.addingPairs()
  for value in 0..<count / 2 {
    if value > 0 { sink((value, value - 1)) }
    sink((value, value))
  }
  return tally.sum
}

@Sendable private func nested(_ count: Int) -> Int {
  let tally = Tally()
  let sink = tally.adding()
  let inner = Int(Double(count).squareRoot())
  for base in 0..<count / inner {
    for value in base..<base + inner { sink(value) }
  }
  return tally.sum
}

private func maps(_ count: Int, _ depth: Int) -> Int {
  let tally = Tally()
  let (map, sink) = (Opaque.increment(), tally.adding())
  for value in 0..<count / depth {
    var mapped = value
    for _ in 0..<depth { mapped = map(mapped) }
    sink(mapped)
  }
  return tally.sum
}

private func comparisons(_ count: Int, _ depth: Int) -> Int {
  let tally = Tally()
  let (areEqual, sink) = (Opaque.areEqual(), tally.adding())
  var previous = [Int](repeating: -1, count: depth)
  for value in 0..<count / depth {
    for index in previous.indices {
      if areEqual(previous[index], value) { break }
      previous[index] = value
    }
    sink(value)
  }
  return tally.sum
}

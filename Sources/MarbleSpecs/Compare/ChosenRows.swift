import Marbles
import VirtualTime

/// Rows that are chosen to reach what all short rows may miss: each value, error, count and time of ``ChosenValues``,
/// bursts and ties.
struct ChosenRows {
  typealias Marks = [(frame: Int64, kind: Mark.Kind)]

  private let frame: Int64
  private(set) var rows: [Lane] = []

  /// - Parameters:
  ///   - values: The symbols of the values, at least one.
  ///   - different: Symbols of values that are all different, for rows as long as the counts.
  init(frame: Int64, values: [Symbol], different: [Symbol], errors: [String?], _ chosen: ChosenValues) {
    self.frame = frame
    let kinds = values.map { Mark.Kind.value($0) }
    let (p, q, r) = (kinds[0], kinds[1 % kinds.count], kinds[2 % kinds.count])
    for value in kinds {
      add([(0, value)])
      add([(0, value), (1, .finished)])
    }
    for error in errors {
      let failure = Mark.Kind.failure(error)
      add([(0, failure)])
      add([(0, p), (1, failure)])
      add([(0, p), (1, q), (2, failure)])
    }
    addTies(p, q, r)
    add(Self.steady(kinds, kinds.count) + [(Int64(kinds.count), .finished)])
    add(Self.steady(kinds.reversed(), kinds.count) + [(Int64(kinds.count), .finished)])
    addPairs(kinds)
    for time in chosen.times { addTimes(time, p, q, r) }
    for length in chosen.counts.flatMap({ [$0 - 1, $0, $0 + 1] }).uniqued where length > 0 {
      addCount(length, [p, q, r], different.map { .value($0) })
    }
  }

  private mutating func add(_ marks: Marks) {
    let lane = Lane(frame: frame, marks: marks.map { (VirtualInstant(nanoseconds: $0.frame * frame), $0.kind) })
    if !rows.contains(lane) { rows.append(lane) }
  }

  /// Values one after the other, again and again.
  private static func steady(_ kinds: [Mark.Kind], _ count: Int, from start: Int64 = 0) -> Marks {
    (0..<count).map { (start + Int64($0), kinds[$0 % kinds.count]) }
  }

  /// Several events at one instant.
  private mutating func addTies(_ p: Mark.Kind, _ q: Mark.Kind, _ r: Mark.Kind) {
    add([(0, p), (0, q)])
    add([(0, p), (0, p)])
    add([(0, p), (0, .finished)])
    add([(0, p), (0, .failure(nil))])
    add([(0, p), (0, q), (1, .finished)])
    add([(0, p), (0, q), (0, r), (2, .finished)])
    add([(0, p), (1, q), (1, .finished)])
    add([(0, p), (1, q), (1, r), (2, p), (3, .finished)])
    add([(1, p), (1, q), (2, r), (2, .failure(nil))])
  }

  /// Each two values after each other: all orders of the first ones, of the others only neighbors.
  private mutating func addPairs(_ kinds: [Mark.Kind]) {
    let most = 6
    for (place, one) in kinds.enumerated() {
      for (other, two) in kinds.enumerated() where place < most && other < most || abs(place - other) == 1 {
        add([(0, one), (1, two), (2, .finished)])
      }
    }
  }

  /// Silence that is as long as a time, and a frame shorter and longer.
  private mutating func addTimes(_ time: Int64, _ p: Mark.Kind, _ q: Mark.Kind, _ r: Mark.Kind) {
    for gap in [time - 1, time, time + 1] where gap > 0 {
      add([(0, p), (gap, q)])
      add([(0, p), (gap, .finished)])
      add([(0, p), (gap, .failure(nil))])
      add([(gap, p), (gap + 1, .finished)])
      add([(gap, .finished)])
      add([(0, p), (1, q), (gap, r), (2 * gap + 1, .finished)])
      add([(0, p), (0, q), (gap, r), (gap, .finished)])
    }
    add([(0, p), (2 * time, q), (2 * time + 1, r), (4 * time + 2, .finished)])
    let length = Int(min(2 * time + 3, 40))
    add(Self.steady([p, q, r], length))
    add(Self.steady([p, q, r], length) + [(Int64(length), .finished)])
  }

  /// As many values as a count, as a series and as a burst, alike and different.
  private mutating func addCount(_ length: Int, _ kinds: [Mark.Kind], _ different: [Mark.Kind]) {
    let end = Int64(length)
    add(Self.steady(kinds, length))
    add(Self.steady(kinds, length) + [(end, .finished)])
    add(Self.steady(kinds, length) + [(end, .failure(nil))])
    add(Self.steady(kinds, length).map { (0, $0.kind) } + [(1, .finished)])
    if different.count >= length { add(Self.steady(different, length) + [(end, .finished)]) }
  }
}

import VirtualTime

/// Looks for the simplest list of choices that still fails: it deletes spans, lowers single choices, and changes pairs
/// of choices.
///
/// A list is simpler than another one if it is shorter, or if it is as long and its first different choice is smaller.
/// An order is simpler if it has fewer switches.
/// The caller runs each candidate, so that shrinking is the same for tests with and without `async`.
struct Shrinker {
  /// A change of a list.
  private enum Move {
    case delete(Range<Int>)
    case clear(Range<Int>)
    /// Sets a choice to a number.
    case set(Int, Int)
    /// Lowers a choice and raises another one by as much: an event comes earlier, and the following ones stay where
    /// they are.
    case shift(Int, Int, by: Int)
    /// Deletes two choices and raises a later one by the second of them: an event is left out, and the following ones
    /// stay where they are.
    case close(Int, raising: Int)
    /// Lowers two choices at once.
    case lowerBoth(Int, Int)
  }

  /// The simplest list so far.
  private(set) var best: [Int]
  private var moves: [Move] = []
  private var next = 0
  private var tried: Set<[Int]> = []
  /// Whether the choices are an order.
  private let countsSwitches: Bool

  init(_ list: [Int], countsSwitches: Bool = false) {
    best = list
    tried = [list]
    self.countsSwitches = countsSwitches
    moves = moves(for: list)
  }

  /// Returns the next list to try; `nil` if nothing simpler has been found among all changes of the best list.
  mutating func candidate() -> [Int]? {
    while next < moves.count {
      let move = moves[next]
      next += 1
      if let list = Self.apply(move, to: best), isSimpler(list, than: best), tried.insert(list).inserted { return list }
    }
    return nil
  }

  /// Takes a list that fails, as it was played: a choice may have been out of bounds.
  mutating func accept(_ list: [Int]) {
    tried.insert(list)
    guard isSimpler(list, than: best) else { return }
    best = list
    moves = moves(for: list)
    next = 0
  }

  /// Whether a list of another pass is simpler than the best one and has not been tried. It counts as tried then.
  mutating func mayTry(_ list: [Int]) -> Bool { isSimpler(list, than: best) && tried.insert(list).inserted }

  private func isSimpler(_ list: [Int], than other: [Int]) -> Bool {
    if countsSwitches {
      let (own, others) = (list.count { $0 > 0 }, other.count { $0 > 0 })
      if own != others { return own < others }
    }
    return list.count != other.count ? list.count < other.count : list.lexicographicallyPrecedes(other)
  }

  private static func apply(_ move: Move, to list: [Int]) -> [Int]? {
    var list = list
    switch move {
    case .delete(let range): list.removeSubrange(range)
    case .clear(let range): for place in range { list[place] = 0 }
    case .set(let place, let value): list[place] = value
    case .shift(let place, let other, let count):
      guard list[place] >= count else { return nil }
      list[place] -= count
      list[other] += count
    case .close(let place, let other):
      list[other] += list[place + 1] + 1
      list.removeSubrange(place...place + 1)
    case .lowerBoth(let place, let other):
      guard list[place] > 0, list[other] > 0 else { return nil }
      list[place] -= 1
      list[other] -= 1
    }
    return Choices.trimmed(list)
  }

  private func moves(for list: [Int]) -> [Move] {
    var moves: [Move] = []
    let count = list.count
    if countsSwitches {
      let places = list.indices.filter { list[$0] > 0 }
      var size = places.count
      while size > 0 {
        for start in stride(from: 0, to: places.count, by: size) {
          moves.append(.clear(places[start]..<places[min(start + size, places.count) - 1] + 1))
        }
        size /= 2
      }
    }
    if count > 0 { moves.append(.delete(0..<count)) }
    var size = count / 2
    while size > 8 {
      for start in stride(from: 0, through: count - size, by: size) { moves.append(.delete(start..<start + size)) }
      size /= 2
    }
    for size in stride(from: min(8, count), to: 0, by: -1) {
      for start in (0...count - size).reversed() { moves.append(.delete(start..<start + size)) }
    }
    for place in 0..<max(0, count - 3) { moves.append(.close(place, raising: place + 3)) }
    for place in 0..<count where list[place] > 0 {
      for value in Set([0, list[place] / 2, list[place] - 1]).sorted() { moves.append(.set(place, value)) }
    }
    for place in 0..<count where list[place] > 0 {
      for other in place + 1..<max(place + 1, min(count, place + 7)) {
        for step in Set([list[place], 1]).sorted(by: >) { moves.append(.shift(place, other, by: step)) }
        moves.append(.lowerBoth(place, other))
      }
    }
    return moves
  }
}

/// The choices of one run, as a list of small integers: everything that a run may vary asks here.
///
/// 1. A choice is a number from 0 up to a limit, and 0 is the simplest option. So a shorter list and smaller numbers
///    are a simpler run.
/// 2. The list comes first: as long as it has numbers, they are the choices. A number beyond the limit counts as the
///    last option.
/// 3. After the list each choice is drawn if there is a seed, otherwise it is 0. So a list repeats a run, also without
///    zeros at its end.
package final class Choices {
  /// The choices of the run so far, in order.
  package private(set) var list: [Int] = []
  /// The number of options of each choice.
  package private(set) var limits: [Int] = []
  /// Whether each choice decides a turn at an instant.
  package private(set) var areTurns: [Bool] = []
  /// The list that is repeated.
  package let start: [Int]
  /// The number of an order that is drawn.
  package private(set) var drawnOrder: Int?
  private var random: SplitMixSequence?
  /// A turn that is drawn is a switch once in so many times, or less.
  private var rarity = 1

  /// Creates choices that repeat a list. All further choices are 0.
  package init(repeating list: [Int]) { start = list }
  /// Creates the choices of one of many cases, which a seed draws.
  package init(seed: UInt64, case number: Int) {
    start = []
    random = SplitMixSequence(seed: seed, number: number)
  }
  /// Creates the choices of one of many orders that are drawn: some have many switches, others few.
  package convenience init(drawingTurns number: Int) {
    self.init(seed: 0, case: number)
    rarity = 1 << (number % 4)
    drawnOrder = number
  }

  /// Returns one of several options, by its number.
  ///
  /// - Parameter count: The number of options.
  /// - Parameter always: Whether one option alone is a choice, too, so that lists of equal length are alike.
  /// - Parameter draw: Draws an option with a seed; by default all are equally likely.
  package func choose(
    _ count: Int, always: Bool = false, draw: (inout SplitMixSequence) -> Int = { _ in -1 }
  ) -> Int {
    guard count > 1 || always else { return 0 }
    var choice = 0
    if list.count < start.count {
      choice = min(max(start[list.count], 0), count - 1)
    } else if random != nil {
      choice = draw(&random!)
      if !(0..<count).contains(choice) { choice = random!.below(max(count, 1)) }
    }
    list.append(choice)
    limits.append(count)
    areTurns.append(false)
    return choice
  }
  /// Returns one of several turns, by its number: 0 is the order of scheduling.
  func chooseTurn(_ count: Int) -> Int {
    guard count > 1 else { return 0 }
    let choice = choose(count) { [rarity] in $0.isOne(in: rarity) ? -1 : 0 }
    areTurns[areTurns.count - 1] = true
    return choice
  }
  /// Notes that the latest choice, which was 0, makes no difference.
  func settle() { limits[limits.count - 1] = 1 }

  /// The list without the zeros at its end.
  package var trimmed: [Int] { Choices.trimmed(list) }
  package static func trimmed(_ list: [Int]) -> [Int] {
    Array(list.prefix((list.lastIndex { $0 != 0 } ?? -1) + 1))
  }

  /// Returns the next list in the order of counting, in which the last choices change first; `nil` after the last one.
  ///
  /// - Parameter length: The number of choices at the start that count; by default all.
  package func successor(countingFirst length: Int = .max) -> [Int]? {
    let count = min(list.count, length)
    guard let last = (0..<count).last(where: { list[$0] + 1 < limits[$0] }) else { return nil }
    return list[..<last] + [list[last] + 1]
  }
}

/// Pseudorandom numbers that are the same on every machine: SplitMix64.
package struct SplitMixSequence: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }
  /// Creates the sequence of one of many cases of a seed.
  package init(seed: UInt64, number: Int) {
    var start = SplitMixSequence(seed: seed)
    state = start.next() ^ UInt64(truncatingIfNeeded: number) &* 0xd1b5_4a32_d192_ed03
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ state >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }
  /// Returns a number from 0 up to a limit. The remainder is slightly uneven, which does not matter for small limits.
  package mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
  /// Returns true once in so many times, on average.
  package mutating func isOne(in count: Int) -> Bool { below(count) == 0 }
  /// Returns 0 in half of all cases, 1 in half of the others, and so on.
  package mutating func geometric() -> Int { next().trailingZeroBitCount }
}

/// Counts through the orders at equal instants, those with the fewest switches first, and draws some of the others.
///
/// 1. A run is a list of choices. A *switch* is a choice before a turn that is not the order of scheduling. Choices of
///    another kind, such as those of generated rows, are no switches: all of them are counted at each level.
/// 2. Level *k* has the lists with *k* switches. Each list has one parent, which lacks its last choice that is not 0, so
///    each list comes once. The run of a list says how many choices follow, so it leads to all its children.
/// 3. Nothing is left out because of what a run happened to see. Only turns that run no code of the test are not
///    choices: see `Turns`.
/// 4. The levels up to a number of switches come first, as far as the limit allows. A part of the limit is kept for what
///    has more switches: whole levels that fit into it, otherwise orders that are drawn.
/// 5. As many are drawn as were counted, or that part of the limit if it is larger.
/// 6. A share of several processes has the subtrees of some of the lists with one choice; the first process has the
///    order of scheduling.
package struct OrderSearch {
  /// A list that has run: its children change one of the choices behind it.
  private struct Branch {
    let list: [Int]
    /// The numbers of options of the choices behind the list, and whether each decides a turn.
    let limits: [Int], areTurns: [Bool]
    /// The place of the next child.
    var place = 0, option = 1
    var ordinal = 0

    /// Returns the next child that changes a turn, or another choice.
    mutating func next(turn isTurn: Bool) -> [Int]? {
      while place < limits.count {
        if areTurns[place] == isTurn, option < limits[place] {
          option += 1
          return list + Array(repeating: 0, count: place) + [option - 1]
        }
        place += 1
        option = 1
      }
      return nil
    }
    func count(turn isTurn: Bool) -> Int {
      zip(limits, areTurns).reduce(0) { $1.1 == isTurn ? $0 + $1.0 - 1 : $0 }
    }
  }
  /// The number of switches up to which orders are counted, and the largest number of runs.
  private let switches: Int, limit: Int
  private let share: (number: Int, count: Int)
  /// The runs that are kept for orders with more switches.
  private let spare: Int

  /// The number of switches of the current level.
  private var level = 0
  /// The lists of this level whose other choices change, of the level before whose turns change, and of this level for
  /// the next one.
  private var open: [Branch] = [], parents: [Branch] = [], nextParents: [Branch] = []
  /// The list that runs; `nil` for an order that is drawn.
  private var current: [Int]?
  private var hasBegun = false
  /// For each number of switches, the orders that have run and those that there are.
  private(set) var levels: [(ran: Int, all: Int)] = [(0, 1)]
  /// The number of orders that were drawn.
  private(set) var drawn = 0
  private var mayDraw = false
  /// Whether every order has run.
  package private(set) var isComplete = false
  /// The number of orders that have run.
  package var ran: Int { levels.reduce(drawn) { $0 + $1.ran } }

  /// Whether the latest run belongs to this share.
  package var isOwn: Bool { share.number == 1 || current?.isEmpty != true }

  package init(switches: Int, limit: Int, share: (number: Int, count: Int) = (1, 1)) {
    self.switches = switches
    self.limit = limit
    self.share = share
    spare = limit / 20
    if share.number > 1 { levels[0].all = 0 }
  }

  /// A sentence about the orders that have run.
  package var summary: String {
    if isComplete { return ran == 1 ? "the only order at equal instants" : "all \(ran) orders at equal instants" }
    var parts: [String] = []
    if let complete = completeSwitches {
      let count = levels[...complete].reduce(0) { $0 + $1.ran }
      parts.append(
        complete == 0
          ? "the order of scheduling" : "every order with at most \(Self.switches(complete)) (\(count))")
    }
    for (number, level) in levels.enumerated() where level.ran > 0 && level.ran < level.all {
      parts.append("\(level.ran) of \(level.all) with \(Self.switches(number))")
    }
    if drawn > 0 { parts.append("\(drawn) by chance") }
    return parts.joined(separator: ", ")
  }
  private static func switches(_ count: Int) -> String { "\(count) switch\(count == 1 ? "" : "es")" }

  /// The largest number of switches of which every order has run; `nil` if there is none.
  package var completeSwitches: Int? {
    let count = levels.prefix { $0.ran == $0.all }.count
    return count == 0 ? nil : count - 1
  }

  /// Returns the choices of the next run; `nil` after the last one.
  package mutating func next() -> Choices? {
    if !mayDraw {
      if let list = following() {
        current = list
        return Choices(repeating: list)
      }
      mayDraw = true
    }
    current = nil
    if isComplete || ran >= limit || drawn >= max(spare, ran - drawn) { return nil }
    let number = drawn * share.count + share.number
    drawn += 1
    return Choices(drawingTurns: number)
  }
  /// Takes the choices of the run that ``next()`` has begun.
  package mutating func take(_ choices: Choices) {
    guard let list = current, choices.limits.count >= list.count else { return }
    let isFirst = list.isEmpty
    if isOwn { levels[level].ran += 1 }
    let branch = Branch(
      list: list, limits: Array(choices.limits[list.count...]), areTurns: Array(choices.areTurns[list.count...]))
    func own(_ count: Int) -> Int { isFirst ? (count + share.count - share.number) / share.count : count }
    let others = own(branch.count(turn: false)), turns = own(branch.count(turn: true))
    if others > 0 {
      levels[level].all += others
      open.append(branch)
    }
    if turns == 0 { return }
    if levels.count == level + 1 { levels.append((0, 0)) }
    levels[level + 1].all += turns
    if level < switches || levels[level + 1].all <= spare { nextParents.append(branch) } else { nextParents = [] }
  }
  private mutating func following() -> [Int]? {
    if !hasBegun {
      hasBegun = true
      return []
    }
    while true {
      if ran >= limit - (level <= switches ? spare : 0) { return nil }
      if let list = Self.next(of: &open, turn: false, share) ?? Self.next(of: &parents, turn: true, share) {
        return list
      }
      if levels.count == level + 1 {
        isComplete = true
        return nil
      }
      if level >= switches, levels[level + 1].all > min(spare, limit - ran) { return nil }
      level += 1
      parents = nextParents
      nextParents = []
    }
  }
  /// Returns the next child. The children of the first list are divided among the shares.
  private static func next(of branches: inout [Branch], turn: Bool, _ share: (number: Int, count: Int)) -> [Int]? {
    while var last = branches.popLast() {
      while let list = last.next(turn: turn) {
        last.ordinal += 1
        if last.list.isEmpty, (last.ordinal - 1) % share.count != share.number - 1 { continue }
        branches.append(last)
        return list
      }
    }
    return nil
  }
}

/// Counts through the orders at equal instants, and leaves out those that stand for an order which was run.
///
/// 1. A run is a list of choices: before each turn, the place of the group that runs next. The last choices change
///    first.
/// 2. Two turns *meet* if both have used the same object, as far as the run sees objects: see `OrderTrace`. Turns that
///    do not meet may change places.
/// 3. A turn that was tried at a place *rests* in the later branches of that place, until a turn has run that it meets:
///    to begin with it once more would only change places (a sleep set).
/// 4. When only resting turns are left, the run has an order that stands for one that was run. It is run to its end all
///    the same. If it is like none of the runs before, the turns share something that the run does not see; then they
///    do not rest there. So each turn has run before each other one that waited with it, whatever they share; what is
///    left out are combinations of such changes, none of which has made a difference by itself.
/// 5. The lock of the timeline guards the search during a run; between runs only the test uses it.
package final class OrderSearch {
  /// A share of a search that is divided among several processes.
  package enum Portion {
    /// The share of this search. All choices change.
    case own
    /// A share that another process runs and counts. Only the choices that decide the share change.
    case other
  }
  private struct Place {
    /// The groups of which one runs next; empty for a choice that is not about the order.
    let groups: [UInt64]
    let count: Int
    let instant: Int64
    var choice: Int
    /// The count before the first run with this choice.
    var before: Count
    /// The turns that rest when the run comes here.
    let resting: [UInt64: Rest]
    /// The objects that the turn has used to which each choice has led.
    var uses: [Int: Set<UInt64>] = [:]
    /// The choices after which nothing rests that was tried here before.
    var restless: Set<Int> = []
    /// The choices that do not rest: each has led to a turn that has run others inside itself.
    var open: Set<Int> = []

    /// The number of groups with which the run never goes on here, because they rest.
    var leftOut: Int { groups.isEmpty ? 0 : groups.count - uses.count }
    var following: Int? {
      if groups.isEmpty { return choice + 1 < count ? choice + 1 : nil }
      return groups.indices.first { uses[$0] == nil && resting[groups[$0]] == nil }
    }
  }
  /// Orders that have run, and branches that were left out.
  private struct Count {
    var runs = 0, orders = 0, leftOut = 0
  }
  /// A turn that rests: the objects that it has used, and the index of the place where it was tried.
  private struct Rest {
    let uses: Set<UInt64>
    let place: Int
  }

  private let leavesOut: Bool
  /// The number of choices at the start that decide the share of an order.
  private let shareLength: Int
  private var places: [Place] = []
  /// The traces of the runs up to now.
  private var known: Set<UInt64> = []
  private var count = Count()
  /// The number of branches that were left out. Each of them has one order at least.
  package var leftOut: Int { count.leftOut }
  /// The number of runs that have repeated an order, to try others behind it.
  package var repeated: Int { count.runs - count.orders }
  /// The words for them, after the number of orders that have run.
  package var remark: String { leftOut == 0 ? "" : " that may differ; at least \(leftOut) more were left out" }

  // The run.
  private var depth = 0
  private var instant = Int64.min
  private var resting: [UInt64: Rest] = [:]
  private var open: (place: Int, choice: Int)?
  /// Whether only resting turns were left, and the first place where one of them was tried.
  private var stop: Int?
  /// The number of other groups that might run since then.
  private var untried = 0
  private var hasGivenUp = false
  private var turns: [Int] = []

  /// - Parameters:
  ///   - leavesOut: Whether orders are left out. Otherwise the search counts all of them.
  ///   - shareLength: The number of choices at the start that decide the share of an order. Nothing rests there: each
  ///     process counts through the same ones, and what it finds behind them is independent of the others.
  package init(leavesOut: Bool = true, shareLength: Int = 0) {
    (self.leavesOut, self.shareLength) = (leavesOut, shareLength)
  }

  // MARK: During a run

  func begin() {
    (depth, instant, resting, open, stop, untried, hasGivenUp, turns) = (0, .min, [:], nil, nil, 0, false, [])
  }
  /// Called when a turn runs others inside itself. It does not rest, and no other one in the rest of this run.
  func giveUp() {
    if let open { places[open.place].open.insert(open.choice) }
    (hasGivenUp, resting) = (true, [:])
  }
  /// Returns the place of the group that runs next.
  func choice(among groups: [UInt64], _ choices: Choices, at instant: Int64) -> Int {
    addOthers(choices)
    if instant != self.instant { (self.instant, resting) = (instant, [:]) }
    let first = stop == nil ? groups.firstIndex { resting[$0] == nil } : nil
    guard let first else {
      if stop == nil { stop = groups.compactMap { resting[$0]?.place }.min() }
      untried += groups.count - 1
      return choose(groups.count, choices)
    }
    if groups.count == 1 { return 0 }
    let index = choices.list.count
    if index == places.count {
      places.append(
        Place(
          groups: groups, count: groups.count, instant: instant, choice: first, before: count, resting: resting))
    }
    let choice = choose(groups.count, choices, first)
    depth = index + 1
    open = (index, choice)
    if leavesOut, !hasGivenUp, index >= shareLength, !places[index].restless.contains(choice) {
      let place = places[index]
      for (other, uses) in place.uses where other != choice && !place.open.contains(other) {
        resting[groups[other]] = Rest(uses: uses, place: index)
      }
    }
    return choice
  }
  private func choose(_ count: Int, _ choices: Choices, _ fallback: Int = 0) -> Int {
    if count > 1 { turns.append(choices.list.count) }
    return choices.choose(count, fallback: fallback)
  }
  /// Called when a turn is over.
  func endTurn(uses: Set<UInt64>) {
    // A turn that has chosen something else before may have used other objects then.
    if let open { places[open.place].uses[open.choice, default: []].formUnion(uses) }
    open = nil
    if !resting.isEmpty { resting = resting.filter { $0.value.uses.isDisjoint(with: uses) } }
  }
  /// Adds the choices of generated rows. The rest of the run may differ in everything.
  private func addOthers(_ choices: Choices) {
    guard stop == nil else { return }
    while depth < choices.list.count {
      if depth == places.count {
        places.append(
          Place(
            groups: [], count: choices.limits[depth], instant: instant, choice: choices.list[depth], before: count,
            resting: [:]))
      }
      depth += 1
      resting = [:]
    }
  }

  // MARK: After a run

  /// Returns the list of the next run; `nil` after the last one.
  ///
  /// - Parameters:
  ///   - choices: The choices of the run that is over.
  ///   - trace: A number that differs if the run did.
  ///   - share: The share of the orders that begin like that run.
  package func next(after choices: Choices, trace: UInt64, of share: Portion = .own) -> [Int]? {
    addOthers(choices)
    var trace = trace, turns = turns[...]
    for (index, choice) in choices.list.enumerated() {
      if turns.first == index { turns.removeFirst() } else { trace = OrderTrace.mix(trace, UInt64(choice), 6) }
    }
    let isNews = known.insert(trace).inserted
    if case .own = share {
      count.runs += 1
      count.orders += 1
    }
    if let stop {
      if isNews {
        // All runs with this choice are repeated.
        places.removeSubrange((stop + 1)...)
        places[stop].restless.insert(places[stop].choice)
        (count.orders, count.leftOut) = (places[stop].before.orders, places[stop].before.leftOut)
        return list
      }
      count.leftOut += untried
    }
    if case .other = share, places.count > shareLength { places.removeSubrange(shareLength...) }
    while var last = places.popLast() {
      guard let choice = last.following else {
        count.leftOut += last.leftOut
        continue
      }
      (last.choice, last.before) = (choice, count)
      places.append(last)
      if places.count <= shareLength { known = [] }  // other processes do not know them
      return list
    }
    return nil
  }
  private var list: [Int] { places.map(\.choice) }

  /// The instant with the most orders in the latest run.
  package var busiest: VirtualInstant? {
    var orders: [Int64: Double] = [:]
    for place in places where !place.groups.isEmpty {
      orders[place.instant, default: 1] *= Double(place.count - place.resting.count)
    }
    return orders.max { ($0.value, $1.key) < ($1.value, $0.key) }.map { VirtualInstant(nanoseconds: $0.key) }
  }
}

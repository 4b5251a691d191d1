import Pipes

/// All pairs of operators × reactions × acts, of which a part is run: the same one for the same seed.
struct Generation {
  /// How many scenarios each pair of operators in which threads meet has, for each place of the first one.
  var perPair = 1
  /// One of so many pairs of which one operator has no place where threads meet.
  var stride = 16
  /// Whether each pair comes with all places of the first operator, or with one of them.
  var hasAllPlaces = false
  var seed = 0

  /// The actions of threads. Source 1 is any other source of the pipeline.
  static let scripts: [[[Step]]] = [
    [[.send(0), .send(0)], [.send(1), .send(1)]],
    [[.send(0), .send(1)], [.send(1), .send(0)]],
    [[.send(0), .send(0)], [.send(0), .send(0)]],
    [[.send(0), .send(0)], [.finish(0)]],
    [[.send(0), .send(0)], [.finish(1)]],
    [[.send(0), .send(1)], [.fail(1)]],
    [[.send(0), .send(0)], [.request, .request]],
    [[.send(0), .send(1)], [.cancel]],
    [[.send(0), .send(1)], [.subscribe]],
    [[.send(0), .send(0)], [.subscribe, .send(0)]],
    [[.send(0), .finish(0)], [.send(1), .finish(1)]],
    [[.send(0)], [.send(1)], [.cancel]],
    [[.send(0)], [.send(1)], [.subscribe]],
    [[.send(0), .send(1)], [.release]],
    [[.send(0), .send(0)], [.clock, .clock]],
    [[.send(1), .clock], [.send(0)], [.clock]],
    [[.send(0), .send(0)], [.clock], [.clock]],
    [[.subscribe, .cancelNewest], [.send(0), .send(1)]],
    [[.cancel], [.subscribe], [.send(0)]],
    [[.finish(0)], [.finish(1)]],
    [[.finish(0), .send(1)], [.cancel]],
    [[.fail(0)], [.fail(1)]],
    [[.finish(0)], [.subscribe, .send(1)]],
    [[.fail(0), .send(1)], [.request, .send(1)]],
    [[.subscribe, .send(0)], [.subscribe, .send(1)]],
    [[.send(0), .send(0)], [.lose, .clock]],
    [[.send(0), .lose], [.send(1), .clock]],
    [[.send(0), .send(0)], [.clockTwice, .clock]],
    [[.send(0), .send(0)], [.clockLast, .clockLast]],
    [[.send(0), .send(1), .requestTwo], [.send(1)]],
    [[.send(0), .requestTwo], [.send(1), .requestTwo]],
  ]
  /// The reaction of a subscriber in a callback.
  static let reactions: [Reaction?] = [
    nil, Reaction(.value, .cancel), Reaction(.value, .request), Reaction(.value, .send(0)), Reaction(.value, .send(1)),
    Reaction(.value, .finish(0)), Reaction(.value, .finish(1)), Reaction(.value, .fail(1)),
    Reaction(.value, .subscribe),
    Reaction(.value, .cancelNewest), Reaction(.value, .release), Reaction(.value, .clock),
    Reaction(.subscription, .send(0)),
    Reaction(.subscription, .send(1)), Reaction(.subscription, .cancel), Reaction(.completion, .send(1)),
    Reaction(.completion, .subscribe), Reaction(.completion, .cancel), Reaction(.witness, .send(1)),
    Reaction(.witness, .cancel),
    Reaction(.witness, .cancelNewest), Reaction(.witness, .subscribe), Reaction(.witness, .finish(1)),
    Reaction(.free, .send(0)),
    Reaction(.free, .send(1)), Reaction(.free, .cancel), Reaction(.free, .subscribe), Reaction(.free, .request),
    Reaction(.free, .finish(0)), Reaction(.free, .release),
  ]

  /// Parts of scenarios that chance brings together too seldom: each was a fault. Source 1 is the last one.
  static let corners: [(threads: [[Step]], reaction: Reaction, subscriber: Plan.Receiver)] = [
    // A value that the first operator keeps is let go of when the second one fails, and its `deinit` cancels.
    ([[.send(0), .fail(1)], [.send(0)]], Reaction(.free, .cancel), .all),
    // A value that has waited is requested, and its subscriber sends the next one while it receives it.
    ([[.send(0), .requestTwo], [.send(1)]], Reaction(.value, .send(0)), .nothing),
  ]

  /// The plans of this generation, in a fixed order.
  var plans: [Plan] {
    var plans: [Plan] = []
    var turn = seed * 1_000_003
    for row in Composed.all where row.meets { add(row, nil, .main, &turn, 4 * perPair, to: &plans) }
    for (i, first) in Composed.all.enumerated() {
      for (j, second) in Composed.all.enumerated()
      where first.meets && second.meets || isChosen(first, second, i + j * 7) {
        let places = second.hasOther ? Plan.Place.allCases : [.main]
        if hasAllPlaces {
          for place in places { add(first, second, place, &turn, perPair, to: &plans) }
        } else {
          add(first, second, places[(i + j + seed) % places.count], &turn, perPair, to: &plans)
        }
      }
    }
    return plans
  }
  /// Whether a pair with an operator in which no threads meet is taken.
  private func isChosen(_ first: Composed, _ second: Composed, _ number: Int) -> Bool {
    (first.meets || second.meets) && (number + seed) % stride == 0
  }
  private func add(
    _ first: Composed, _ second: Composed?, _ place: Plan.Place, _ turn: inout Int, _ count: Int, to plans: inout [Plan]
  ) {
    var made = 0
    while made < count {
      turn += 1
      guard let plan = plan(first, second, place, turn) else { continue }
      plans.append(plan)
      made += 1
    }
  }
  /// The combination with a number. All choices are independent of one another, so that every combination comes in the
  /// end.
  private func plan(_ first: Composed, _ second: Composed?, _ place: Plan.Place, _ number: Int) -> Plan? {
    var mixed = Generation.mix(number)
    func choose<T>(_ list: [T]) -> T {
      defer { mixed = Generation.mix(Int(truncatingIfNeeded: mixed)) }
      return list[Int(mixed % UInt64(list.count))]
    }
    if choose([true, false, false, false, false, false, false, false]) {
      return corner(first, second, place, choose(Generation.corners))
    }
    var plan = Plan(first, second, choose(Generation.scripts))
    // Three threads have several times as many schedules.
    if plan.threads.count > 2, choose([true, true, false]) { return nil }
    plan.place = place
    let other = choose(Array(plan.sources.dropFirst()) + (plan.sources.count == 1 ? [0] : []))
    let placed: (Step) -> Step = { $0.source == 1 ? $0.with(other) : $0 }
    plan.threads = plan.threads.map { $0.map(placed) }
    if let reaction = choose(Generation.reactions) { plan.reaction = Reaction(reaction.moment, placed(reaction.step)) }
    plan.kind = choose([.subject, .subject, .subject, .tap, .tap, .current, .replay])
    plan.subscriber = choose([.all, .all, .sink, .one, .nothing])
    plan.isLate = choose([true, false, false]) && plan.threads.joined().contains(.subscribe)
    let clocks = plan.threads.joined().contains(where: \.isClock) || plan.reaction?.step.isClock == true
    if plan.isTimed {
      plan.movesTimers = choose([true, false])
      plan.runsInside = choose([true, false, false, false])
      if !clocks, plan.threads[1].count > 1 { plan.threads[1].insert(.clock, at: 1) }
      if !clocks { plan.threads[1].append(.clock) }
    } else if clocks {
      return nil
    }
    if plan.threads.joined().contains(where: { [.request, .requestTwo].contains($0) }), plan.subscriber != .nothing {
      plan.subscriber = .one
    }
    if plan.reaction?.moment == .subscription, plan.subscriber == .sink { plan.subscriber = .all }
    if !plan.isLawful { plan.kind = .subject }
    return plan.isLawful ? plan : nil
  }
  private func corner(
    _ first: Composed, _ second: Composed?, _ place: Plan.Place,
    _ corner: (threads: [[Step]], reaction: Reaction, subscriber: Plan.Receiver)
  ) -> Plan? {
    var plan = Plan(first, second, corner.threads)
    (plan.place, plan.reaction, plan.subscriber) = (place, corner.reaction, corner.subscriber)
    let other = plan.sources.last!
    func placed(_ step: Step) -> Step { step.source == 1 ? step.with(other) : step }
    plan.threads = plan.threads.map { $0.map(placed) }
    plan.reaction = Reaction(corner.reaction.moment, placed(corner.reaction.step))
    return plan.isLawful ? plan : nil
  }
  private static func mix(_ number: Int) -> UInt64 {
    var x = UInt64(truncatingIfNeeded: number) &+ 0x9E37_79B9_7F4A_7C15
    x = (x ^ (x >> 30)) &* 0xBF58_476D_1CE4_E5B9
    x = (x ^ (x >> 27)) &* 0x94D0_49BB_1331_11EB
    return x ^ (x >> 31)
  }
}

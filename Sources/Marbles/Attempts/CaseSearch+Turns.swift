import VirtualTime

extension CaseSearch {
  /// Returns the seed of the order at equal instants that a case chooses; `nil` for the order of scheduling.
  func order(_ choices: Choices) -> UInt64? {
    guard permutes else { return nil }
    let seed = choices.choose(64, always: true)
    return seed == 0 ? nil : UInt64(seed)
  }

  /// Keeps the order of scheduling, or shows which turns are others in the case that is reported.
  mutating func compare(_ outcome: inout Outcome, _ timeline: Timeline, frame: FrameLength) {
    guard notesTurns, takesTurns, !outcome.isBlocked else { return }
    let here = timeline.actionLog, fails = !outcome.problems.isEmpty
    let names = outcome.names.isEmpty ? shownNames : outcome.names,
      order = RunOrder(here, timeline.switches, names: names), hasTasks = here.contains { $0.turn != nil }
    if fails { outcome.order = order }
    if outcome.choices.start.isEmpty, outcome.choices.drawnOrder == nil { scheduled = here }
    // Of one task, the number of the turn changes.
    let others = order.switches.filter { index in
      guard let passed = order.turns[index].passed.map({ order.turns[$0] }) else { return true }
      return passed.number == nil || passed.name != order.turns[index].name
    }
    let switches = hasTasks ? others.map { "    switch        \(order.sentence(ofSwitch: $0))" } : []
    guard let place = zip(scheduled, here).enumerated().first(where: { $1.0 != $1.1 })?.offset else {
      if fails, hasTasks {
        let turns = Self.turns(here.prefix(Self.mostTurns), names) + (here.count > Self.mostTurns ? ["…"] : [])
        // Tasks whose creator is not known are numbered as they run.
        let isScheduled = outcome.choices.trimmed.isEmpty
        let start =
          scheduled.isEmpty
          ? "The turns of this order"
          : isScheduled ? "The order of scheduling fails" : "It depends on the order of tasks that have one name"
        outcome.turns = ["  \(start):", "    \(turns.joined(separator: ", "))"] + switches
      }
      return
    }
    let instant = min(scheduled[place].instant, here[place].instant)
    func turns(_ steps: [Timeline.RunAction]) -> [String] { Self.turns(steps.filter { $0.instant == instant }, names) }
    let (then, now) = (turns(scheduled), turns(here))
    let start = zip(then, now).prefix { $0 == $1 }.count
    let end = zip(then.dropFirst(start).reversed(), now.dropFirst(start).reversed()).prefix { $0 == $1 }.count
    func moved(_ turns: [String]) -> String {
      let moved = turns[start..<turns.count - end], isLong = moved.count > Self.mostTurns
      return ((start > 0 ? ["…"] : []) + moved.prefix(Self.mostTurns) + (end > 0 || isLong ? ["…"] : []))
        .joined(separator: ", ")
    }
    let time = hasRows ? frame.name(of: instant) : "\(instant)"
    if !fails {
      outcome.turns = ["  Another order holds, by its turns at \(time):", "    \(moved(now))"]
      return
    }
    outcome.turns = [
      "  It depends on the order at \(time):",
      "    as scheduled  \(moved(then))",
      "    here          \(moved(now))",
    ]
    outcome.turns += switches
  }

  /// The most turns that are shown of an order.
  private static let mostTurns = 40
  /// The turns of an instant in words: the task and the number of its turn, and the function in which it goes on where
  /// that is another one than in its turn before.
  private static func turns(_ steps: some Sequence<Timeline.RunAction>, _ names: [String: String]) -> [String] {
    var functions: [String: String] = [:]
    return steps.map { step in
      let name = RunOrder.label(of: step.name, names)
      guard let turn = step.turn else { return name }
      guard let function = step.function, functions[step.name] != function else { return "\(name) \(turn)" }
      functions[step.name] = function
      return name.hasPrefix(function) ? "\(name) \(turn)" : "\(name) \(turn) in \(function)"
    }
  }
}

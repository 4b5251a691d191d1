import MarbleRuns
import Marbles
import VirtualTime

/// The turns of an order that are drawn: all of them, or those near its switches if there are many.
struct ShownTurns {
  enum TurnOrGap: Hashable {
    /// The index of a turn.
    case turn(Int)
    /// A number of turns that are left out.
    case gap(Int)
  }
  /// The largest number of turns that are all drawn, and of switches.
  private static let most = (turns: 40, switches: 12)

  private(set) var columns: [TurnOrGap] = []
  /// The indices of the switches that are drawn, and the number of the others.
  let switches: [Int], moreSwitches: Int

  init(_ order: RunOrder) {
    let all = order.switches, turns = order.turns
    switches = Array(all.prefix(Self.most.switches))
    moreSwitches = all.count - switches.count
    var kept = Set(turns.count <= Self.most.turns ? Array(turns.indices) : [])
    for place in switches {
      kept.formUnion(max(place - 2, 0)...min(place + 1, turns.count - 1))
      if let passed = turns[place].passed { kept.formUnion(passed - 1...min(passed + 1, turns.count - 1)) }
    }
    kept.formUnion([0, turns.count - 2, turns.count - 1].filter(turns.indices.contains))
    for index in turns.indices {
      if kept.contains(index) {
        columns.append(.turn(index))
      } else if case .gap(let count)? = columns.last {
        columns[columns.count - 1] = .gap(count + 1)
      } else {
        columns.append(.gap(1))
      }
    }
    // A turn has no more room than the words for its absence.
    for place in columns.indices where columns[place] == .gap(1) {
      columns[place] = .turn(place == 0 ? 0 : index(of: columns[place - 1]) + 1)
    }
  }
  private func index(of column: TurnOrGap) -> Int { if case .turn(let index) = column { index } else { 0 } }

  /// The words for the number of switches.
  static func words(_ count: Int) -> String {
    count == 0 ? "in the order of scheduling" : count == 1 ? "with one switch" : "with \(count) switches"
  }
}

extension RunOrder {
  /// The order as text: a line for each turn, with the switches.
  package func text(width: Int? = nil) -> String {
    let shown = ShownTurns(self)
    var text = (title.map { "\($0)\n" } ?? "") + "An order that fails, \(ShownTurns.words(switches.count))\n\n"
    func add(_ line: String, _ indent: Int) {
      let line = Printable.line(line)
      for part in width.map({ DisplayWidth.folded(line, to: $0, indent: indent, mark: nil) }) ?? [line] {
        text += part + "\n"
      }
    }
    let times = turns.map { RecordedRun.time($0.instant.nanoseconds) }
    let room = times.reduce(0) { max($0, $1.count) }
    var last = ""
    for column in shown.columns {
      guard case .turn(let index) = column else {
        if case .gap(let count) = column { add("  " + String(repeating: " ", count: room + 3) + "… \(count) turns", 4) }
        continue
      }
      let turn = turns[index], time = times[index] == last ? "" : times[index]
      last = times[index]
      var line = turn.name + (turn.number.map { " \($0)" } ?? "")
      if turn.isSwitch {
        let passed = turn.passed.map { "\(turns[$0].name)" + (turns[$0].number.map { " \($0)" } ?? "") }
        line += "   switch: before \(passed ?? "an action that did not run")"
      }
      add("  " + time + String(repeating: " ", count: room - time.count + 3) + line, room + 7)
    }
    if turns.isEmpty { text += "  no turn has run\n" }
    if omitted > 0 { text += "  … \(omitted) turns more\n" }
    text += "\n"
    for (number, place) in shown.switches.enumerated() {
      add("switch \(number + 1): \(sentence(ofSwitch: place))", 2)
    }
    if shown.moreSwitches > 0 { text += "\(shown.moreSwitches) more switches\n" }
    for failure in failures { for line in failure.split(separator: "\n") { add(String(line), 4) } }
    if let again { add("again: \(again)", 2) }
    return text
  }
}

import VirtualTime

/// Writes an order in the format `marble-order`: a line for the header, for each turn, and for each failure.
package enum OrderWriter {
  package static func text(of order: RunOrder) -> String {
    var text = "{\"marble-order\":\(RunOrder.version)"
    if let title = order.title { JSONString.add("title", title, to: &text) }
    if let again = order.again { JSONString.add("again", again, to: &text) }
    if order.omitted > 0 { text += ",\"omitted\":\(order.omitted)" }
    text += "}\n"
    for turn in order.turns {
      text += "{\"at\":\"\(DurationText.of(turn.instant.nanoseconds))\""
      JSONString.add(turn.number == nil ? "action" : "task", turn.name, to: &text)
      if let number = turn.number { text += ",\"turn\":\(number)" }
      if let function = turn.function { JSONString.add("in", function, to: &text) }
      // A turn is named by its line; the header is line 1.
      if turn.isSwitch { text += ",\"before\":" + (turn.passed.map { String($0 + 2) } ?? "null") }
      text += "}\n"
    }
    for failure in order.failures {
      text += "{\"fail\":"
      JSONString.add(failure, to: &text)
      text += "}\n"
    }
    return text
  }
}

/// Reads the format `marble-order`, or throws the first problem with its line.
///
/// - Complexity: O(*n*) for *n* bytes.
package enum OrderReader {
  package typealias Problem = EventReader.Problem

  /// Whether bytes begin as a file of this format, of any version.
  package static func isOrder(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: "{\"marble-order\":".utf8) }

  package static func order(_ bytes: [UInt8]) throws(Problem) -> RunOrder {
    var lines = JSONLine(bytes), order = RunOrder()
    try lines.readHeader(
      "marble-order", version: RunOrder.version, known: ["marble-order", "title", "again", "omitted"])
    order.title = try lines.text("title")
    order.again = try lines.text("again")
    order.omitted = Int(try lines.whole("omitted", from: 0) ?? 0)
    var switches: [(turn: Int, line: JSONLine, passed: Int)] = []
    while lines.next() {
      try lines.readMembers(known: turnKeys + ["fail"], example: "{\"at\":\"0s\",\"task\":\"load\",\"turn\":1}")
      if try failure(&lines, &order) { continue }
      var turn = try turn(lines)
      if let last = order.turns.last, turn.instant < last.instant {
        throw lines.backwards("turns", from: last.instant, to: turn.instant)
      }
      switch lines.members["before"]?.value {
      case nil: break
      case .null?: turn.isSwitch = true
      default:
        turn.isSwitch = true
        let line = try lines.whole("before", from: Int64(order.turns.count) + 3, or: "null") ?? 0
        turn.passed = Int(line) - 2
        switches.append((order.turns.count, lines, Int(line) - 2))
      }
      order.turns.append(turn)
    }
    for (turn, line, passed) in switches where passed >= order.turns.count {
      throw line.problem(
        "a turn that was passed over is the line of a later turn", at: line.members["before"]?.range,
        fix: fix(from: turn + 3, to: order.turns.count + 1))
    }
    return order
  }

  private static func fix(from first: Int, to last: Int) -> String {
    let number = first < last ? "a number from \(first) to \(last), or " : first == last ? "\(first), or " : ""
    return "write \(number)null if it did not run"
  }
  private static let turnKeys = ["at", "task", "action", "turn", "in", "before"]

  /// Takes the line of a failure. Returns `false` for another line.
  private static func failure(_ lines: inout JSONLine, _ order: inout RunOrder) throws(Problem) -> Bool {
    guard let failure = try lines.text("fail") else {
      if order.failures.isEmpty { return false }
      throw lines.problem("a turn comes after the failures", at: nil, fix: "write the failures at the end")
    }
    if let other = turnKeys.first(where: { lines.members[$0] != nil }) {
      throw lines.problem(
        "a failure has no '\(other)'", at: lines.members[other]?.key, fix: "write turn and failure on two lines")
    }
    order.failures.append(failure)
    return true
  }

  private static func turn(_ lines: JSONLine) throws(Problem) -> RunOrder.Turn {
    guard let at = try lines.duration("at") else { throw lines.missing("at", such: "\"at\":\"0s\"") }
    let instant = VirtualInstant(nanoseconds: at)
    if let action = try lines.text("action") {
      if let other = ["task", "turn", "in"].first(where: { lines.members[$0] != nil }) {
        throw lines.problem(
          "an action has no '\(other)'", at: lines.members[other]?.key, fix: "write \"task\" for a turn of a task")
      }
      return RunOrder.Turn(action, at: instant)
    }
    guard let task = try lines.text("task") else {
      throw lines.problem("the line does not say what ran", at: nil, fix: "add one of task, action, fail")
    }
    guard let number = try lines.whole("turn", from: 1) else { throw lines.missing("turn", such: "\"turn\":1") }
    var turn = RunOrder.Turn(task, Int(number), at: instant)
    turn.function = try lines.text("in")
    return turn
  }
}

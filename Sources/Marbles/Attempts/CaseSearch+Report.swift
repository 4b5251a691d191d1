import VirtualTime

/// The words for the cases that have run.
extension CaseSearch {
  /// The words for the event that the process ends in a case which is about to run.
  func note(_ choices: Choices) -> String {
    let start = "case \(number) \(total)".trimmingEnd + "\n"
    // A case that is drawn makes its choices while it runs.
    if case .drawn = cases.kind, case .searching = phase { return start }
    let text = CaseText(of: choices, frames: frames, permutes: permutes, takesTurns: takesTurns)
    return start + "  again: \(again(text))\n"
  }
  private func again(_ text: CaseText) -> String {
    hasRows ? "cases: .again(\"\(text.text)\")" : "everyOrder(again: \"\(text.text)\")"
  }

  mutating func report(_ outcome: Outcome) {
    phase = .done
    let text = CaseText(outcome.choices.list, frames: frames, permutes: permutes, takesTurns: takesTurns)
    let report = CaseReport(
      number: failedNumber, total: total, rows: outcome.rows, values: outcome.values, again: again(text),
      remarks: tried?.remarks(about: outcome.rows) ?? [],
      isImpure: isImpure, cutAfter: isCutShort ? tries : nil, isFirst: !mayRepeat || outcome.isBlocked,
      isAgain: isAgain, expected: outcome.expected, isPermuted: permutes && outcome.choices.list.first ?? 0 > 0,
      choices: text.list.count,
      switches: takesTurns ? zip(outcome.choices.list, outcome.choices.areTurns).count { $0 > 0 && $1 } : nil,
      turns: outcome.turns)
    let first = outcome.problems.first(where: isOfThisKind) ?? outcome.problems[0]
    let others = outcome.problems.filter { $0.text != first.text }
    problems = [first.with(text: report.text(around: first.text))] + others
    if var order = outcome.order {
      order.again = again(text)
      order.failures = ([first] + others).map(\.text)
      failedOrder = order
    }
  }

  var isAgain: Bool { if case .repeated = cases.kind { true } else { false } }

  /// The words for all cases.
  private var total: String {
    let share = settings.share.map { ", share \($0.number)/\($0.count)" } ?? ""
    return switch cases.kind {
    case .drawn(let count, _, _): "of \(max(count, settings.cases ?? 0))\(share)"
    case .counted(let frames, _): "of all rows of up to \(frames) frames\(share)"
    case .orders: "of the orders at equal instants\(share)"
    case .repeated: ""
    }
  }

  /// A sentence about the cases that have run.
  var summary: String {
    switch cases.kind {
    case .drawn: "\(ran) case\(ran == 1 ? "" : "s") \(ran == number ? "" : total)".trimmingEnd
    case .counted: "\(ran) case\(ran == 1 ? "" : "s") \(total)"
    case .orders where !problems.isEmpty: "stopped after \(ran) order\(ran == 1 ? "" : "s") at equal instants"
    case .orders: orders.summary + (settings.share.map { ", share \($0.number)/\($0.count)" } ?? "")
    case .repeated: "1 case"
    }
  }

  /// A sentence about a text that names choices which the body does not have; `nil` if it has them all.
  func staleness(of choices: Choices) -> String? {
    let hasAll = choices.list.count >= choices.start.count && zip(choices.start, choices.limits).allSatisfy(<)
    guard case .repeated(let text) = cases.kind, !hasAll else { return nil }
    let what = takesTurns ? "a turn" : "a choice"
    return "'\(text)' names \(what) that this test does not have; the test is another one than the one that failed"
      + "\n  leave it out, or copy the text after again: from a new failure"
  }

  /// A line about the instant with the most turns.
  var busiest: String {
    let turns = Dictionary(grouping: scheduled) { $0.instant }
    guard let most = turns.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) }) else { return "" }
    var names: [String] = []
    for step in most.value where !names.contains(step.name) { names.append(step.name) }
    return "  the most turns are at \(most.key): \(names.joined(separator: ", "))\n"
  }
  /// The largest number of switches of which every order has run; `nil` without orders.
  var completeSwitches: Int? {
    guard case .orders = cases.kind else { return nil }
    return orders.isComplete ? .max : orders.completeSwitches
  }

  /// Adds what no case has put to the test, if all of them hold. A share of the cases, or one that is repeated, need
  /// not test everything.
  mutating func check(_ coverage: TestedParts) {
    guard problems.isEmpty, settings.share == nil, !isAgain else { return }
    if !takesTurns, !permutes, !coverage.generates, ran > 1 || frames != nil {
      let fix = "create a source with m.hot(any: \"abc\"), choose with m.choose(…), or leave out cases:"
      problems = [
        .init(
          place: place,
          text: "nothing is generated, so \(ran == 1 ? "there is one case" : "all \(ran) cases are the same")\n  \(fix)"
        )
      ]
    }
    problems += coverage.problems(ran)
  }
}

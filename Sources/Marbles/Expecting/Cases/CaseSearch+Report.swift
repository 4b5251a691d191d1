import VirtualTime

/// The words for the cases that have run.
extension CaseSearch {
  /// The words for the event that the process ends in a case which is about to run.
  func note(_ choices: Choices) -> String {
    let start = "\(place.short): the process ended in case \(number) \(total)".trimmingEnd + "\n"
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
      number: failedNumber, total: total, rows: outcome.rows, again: again(text),
      remarks: tried?.remarks(about: outcome.rows) ?? [],
      isImpure: isImpure, isCutShort: isCutShort, isFirst: !mayRepeat, isAgain: isAgain, patience: settings.patience,
      expected: outcome.expected,
      isPermuted: permutes && outcome.choices.list.first ?? 0 > 0,
      choices: text.list.count,
      switches: takesTurns ? zip(outcome.choices.list, outcome.choices.areTurns).count { $0 > 0 && $1 } : nil,
      turns: outcome.turns)
    let first = outcome.problems.first(where: isOfThisKind) ?? outcome.problems[0]
    let others = outcome.problems.filter { $0.text != first.text }
    problems = [first.with(text: report.text(around: first.text))] + others
    if var order = outcome.order {
      (order.again, order.failures) = (again(text), ([first] + others).map(\.text))
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
}

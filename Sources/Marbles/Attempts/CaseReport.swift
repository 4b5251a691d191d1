/// Adds to the text of a problem the case in which it was found, and how to repeat it.
struct CaseReport {
  var number: Int
  /// The words for all cases, after the number.
  var total: String
  var rows: [GeneratedRow]
  /// The values that `choose` has returned, by the names of the constants.
  var values: [(name: String, text: String)]
  /// The call that repeats the case.
  var again: String
  var remarks: [String]
  var isImpure: Bool
  /// The number of cases after which shrinking was stopped.
  var cutAfter: Int?
  /// Whether it is the first case that fails, because none may be repeated.
  var isFirst = false
  /// Whether the case is a repetition already.
  var isAgain: Bool
  /// The expected row, if the failure compares two streams.
  var expected: String?
  /// Whether the order at equal instants is not that of scheduling.
  var isPermuted = false
  var choices: Int
  /// The number of switches, if choices decide the turns.
  var switches: Int?
  /// The order at the first instant that differs, in the order of scheduling and in this case.
  var turns: [String] = []

  private static let mostRemarks = 3

  func text(around problem: String) -> String {
    var lines = problem.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines[0] +=
      isAgain ? "; a repeated case" : "; case \(number) \(total), \(isImpure ? "not shrunk" : size)"
    for meaning in rows.flatMap(\.meanings) {
      lines.append("  \(meaning.symbol) is \(DisplayWidth.printable(meaning.value))")
    }
    lines += values.map { "  \($0.name) is \(DisplayWidth.printable($0.text))" }
    lines += remarks.prefix(Self.mostRemarks).map { "  \($0)" }
    if isPermuted {
      lines.append("  It depends on the order at equal instants: this row does not fail in the order of scheduling.")
    }
    lines += turns
    if let cutAfter {
      let cases = "\(cutAfter) case\(cutAfter == 1 ? "" : "s")"
      lines.append("  shrinking was stopped after \(cases): a shorter row may fail, too")
    }
    if isImpure {
      lines.append(
        "  the same case does not always fail: it depends on more than its rows, such as a variable outside of the body,"
      )
      lines.append("  a random number, a set or real time; create everything inside the body")
    }
    lines.append("  again: \(again)" + (asTest.map { "     as a test: \($0)" } ?? ""))
    return lines.joined(separator: "\n")
  }

  private var size: String {
    let frames = rows.map(\.frames).max() ?? 0
    if let switches, rows.isEmpty {
      if switches == 0 { return "in the order of scheduling" }
      return "\(isFirst ? "with" : "shrunk to") \(switches) switch\(switches == 1 ? "" : "es")"
    }
    if rows.isEmpty { return "shrunk to \(choices) choice\(choices == 1 ? "" : "s")" }
    if frames == 0 { return "shrunk to empty rows" }
    return "shrunk to \(frames) frame\(frames == 1 ? "" : "s")"
  }

  /// The calls with the rows of this case; `nil` if there are none.
  private var asTest: String? {
    // The rows of a check of laws are not all that is chosen.
    if rows.contains(where: { $0.maker == "source" }) { return nil }
    let calls = rows.map { row in
      row.maker == "row" || row.maker == "demand" ? "\"\(row.text)\"" : "m.\(row.maker)(\"\(row.text)\")"
    }
    if calls.isEmpty { return nil }
    return calls.joined(separator: ", ") + (expected.map { " … toBe(\"\($0)\")" } ?? "")
  }
}

extension GeneratedRow {
  /// The row as it is written in a string literal.
  fileprivate var text: String { lane.description.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") }
}

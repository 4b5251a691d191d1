import Testing

/// One law on one operator.
struct Case: Sendable, CustomTestStringConvertible {
  let row: Row
  let law: Law
  var testDescription: String { "\(row.name): \(law.sentence)" }

  static func all(_ rows: [Row]) -> [Case] {
    rows.flatMap { row in Law.all.filter { $0.applies(to: row) }.map { Case(row: row, law: $0) } }
  }
}

@Suite("Laws") struct LawTests {
  @Test("operators keep the laws", arguments: Case.all(Row.all)) func operators(_ one: Case) {
    for finding in one.law.findings(on: one.row) { Issue.record("\(one.row.name) (\(one.row.entry)): \(finding)") }
  }
  @Test("G13 who asks late sees the last state", arguments: Row.moreTimed + Row.moreOfState) func lateState(_ row: Row)
  {
    for finding in Law.lateState.findings(on: row) { Issue.record("\(row.name) (\(row.entry)): \(finding)") }
  }
}

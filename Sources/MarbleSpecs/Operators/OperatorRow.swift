import Pipes

/// A row of the operator table: the form that the language knows, the other facts about the operator, and its
/// implementation.
struct OperatorRow: Sendable {
  var form: Operator
  let facts: OperatorFacts
  let build: @Sendable (Stage) throws -> [MadeStream]

  init(_ form: Operator, _ facts: OperatorFacts, build: @escaping @Sendable (Stage) throws -> [MadeStream]) {
    self.form = form
    self.facts = facts
    self.build = build
    self.form.rx = facts.rx
    self.form.joins = facts.typing.contains(.joins)
    self.form.rxCall = facts.elsewhere.first { $0.library != "Combine" && $0.call != nil }?.call
  }

  /// The rows without the operators that others add: the families, in their order, with the names that help and
  /// galleries show. Each family is a list in a file of its own.
  static let standard: [OperatorRow] = {
    let families: KeyValuePairs = [
      "Origins": OperatorTable.origins, "Transforming": OperatorTable.transforming,
      "Filtering": OperatorTable.filtering,
      "Reducing": OperatorTable.reducing, "Matching": OperatorTable.matching, "Combining": OperatorTable.combining,
      "Handling failures": OperatorTable.failing, "Timing": OperatorTable.timing, "Sharing": OperatorTable.sharing,
    ]
    return families.flatMap { family, rows in
      rows.map { row in
        var row = row
        row.form.family = family
        return row
      }
    }
  }()
  /// The rows that others have added. They have to be added before the table is first used.
  static let additions = Guarded([OperatorRow]())
  /// The rows of the shared table.
  fileprivate static let all = standard + additions.with { $0 }
}

extension OperatorTable {
  /// The table that is used for reading specs.
  package static let shared = OperatorTable(
    OperatorRow.all.map(\.form), functions: Members.functionNames, members: Members.names
  ) {
    (expression, text) throws(SpecProblem) in
    try Literals.value(of: expression, text)
  }

  /// The facts about an operator, by its name; one element for each form.
  func facts(of name: String) -> [OperatorFacts] { forms(of: name).map(\.facts) }
}

extension Operator {
  /// The facts about the operator that the language does not need.
  package var facts: OperatorFacts { OperatorRow.all[number].facts }
  func build(_ stage: Stage) throws -> [MadeStream] { try OperatorRow.all[number].build(stage) }
  /// The names of the operator in Rx, if they differ.
  package var namesInRx: [String] {
    OperatorTable.shared.rxNames.filter { $0.value == signature || $0.value == name }.map(\.key).sorted()
  }
}

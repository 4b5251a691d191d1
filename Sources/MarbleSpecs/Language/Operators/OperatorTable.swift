/// The operators of the language, and the rest of what a spec may name. The module that runs specs fills it.
package struct OperatorTable: Sendable {
  /// All rows, by family, in the order in which they are shown.
  package private(set) var rows: [Operator] = []
  /// The names of operators in Rx, with the equivalent operators here or the operators that replace them.
  package private(set) var rxNames = Suggestion.relatedRxNames
  /// The names of the functions that a spec may call, and of the members of values.
  let functions: Set<String>
  let members: Set<String>
  let literal: @Sendable (Expression, SpecText) throws(SpecProblem) -> Value
  private var indices: [String: [Int]] = [:]

  init(
    _ rows: [Operator], functions: Set<String>, members: Set<String>,
    literal: @escaping @Sendable (Expression, SpecText) throws(SpecProblem) -> Value
  ) {
    self.functions = functions
    self.members = members
    self.literal = literal
    for row in rows { add(row) }
  }

  private mutating func add(_ row: Operator) {
    indices[row.name, default: []].append(rows.count)
    rows.append(row)
    rows[rows.count - 1].number = rows.count - 1
    for name in row.rx where rxNames[name] == nil { rxNames[name] = row.signature }
  }

  package func forms(of name: String) -> [Operator] { (indices[name] ?? []).map { rows[$0] } }
  func forms(of name: String, on receiver: Operator.Receiver) -> [Operator] {
    forms(of: name).filter { $0.receiver == receiver }
  }
  func names(on receiver: Operator.Receiver) -> [String] { rows.filter { $0.receiver == receiver }.map(\.name) }

  /// Whether the stream that an operator creates waits for a connection.
  func makesConnectable(_ name: String) -> Bool { forms(of: name, on: .stream).contains(where: \.isConnectable) }
  /// Whether some operator creates several streams, one of them with this label.
  func isLabel(_ name: String) -> Bool { rows.contains { $0.outputs.contains(name) } }
}

import Pipes

/// The table of all operators. Each family is a list of rows in a file of its own.
package struct OperatorTable: Sendable {
  /// All rows, by family, in the order in which they are shown.
  package private(set) var rows: [Operator] = []
  private var indices: [String: [Int]] = [:]

  /// The table without the operators that others add: the families, in their order, with the names that help and galleries show.
  static let standard = OperatorTable([
    "Origins": origins, "Transforming": transforming, "Filtering": filtering, "Reducing": reducing, "Matching": matching,
    "Combining": combining, "Handling failures": failing, "Timing": timing, "Sharing": sharing,
  ])
  /// The rows that others have added. They have to be added before the table is first used.
  static let additions = Guarded([Operator]())
  /// The table that is used for reading specs.
  package static let shared: OperatorTable = {
    var table = standard
    for row in additions.with({ $0 }) { table.add(row) }
    return table
  }()

  private init(_ families: KeyValuePairs<String, [Operator]>) {
    for (family, rows) in families {
      for var row in rows {
        row.family = family
        add(row)
      }
    }
  }

  private mutating func add(_ row: Operator) {
    indices[row.name, default: []].append(rows.count)
    rows.append(row)
  }

  /// All forms of an operator.
  package func forms(of name: String) -> [Operator] { (indices[name] ?? []).map { rows[$0] } }
  package func forms(of name: String, on receiver: Operator.Receiver) -> [Operator] { forms(of: name).filter { $0.receiver == receiver } }
  func names(on receiver: Operator.Receiver) -> [String] { rows.filter { $0.receiver == receiver }.map(\.name) }

  /// The facts about an operator, by its name; one element for each form.
  package func facts(of name: String) -> [OperatorFacts] { forms(of: name).map(\.facts) }

  /// Whether the stream that an operator creates waits for a connection.
  func makesConnectable(_ name: String) -> Bool { forms(of: name, on: .stream).contains(where: \.isConnectable) }
  /// Whether some operator creates several streams, one of them with this label.
  package func isLabel(_ name: String) -> Bool { rows.contains { $0.outputs.contains(name) } }
}

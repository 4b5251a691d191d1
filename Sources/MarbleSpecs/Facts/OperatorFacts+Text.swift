/// The texts about an operator in documentation comments, `marble operators` and editors: all of them come from its
/// row.
extension OperatorFacts {
  /// The facts that differ from the usual ones, in a fixed order: a verb and the rest of the sentence.
  package var statements: [(verb: String, rest: String)] {
    let usual = OperatorFacts()
    let all = [
      ("Sends", sends), ("Requests", requests.text == usual.requests.text ? "" : requests.text), ("Keeps", keeps),
      ("Drops", drops),
      ("Finishes", finishes == usual.finishes ? "" : finishes.isEmpty ? "never" : finishes),
      ("Fails", fails == usual.fails ? "" : fails.isEmpty ? "never" : fails), ("Cancels", cancels),
    ]
    return all.filter { !$0.1.isEmpty }
  }

  /// The facts as sentences; `emphasized` marks the first word of each.
  package func text(emphasized: (String) -> String = { $0 }) -> String {
    statements.map { "\(emphasized($0.verb)) \($0.rest)." }.joined(separator: " ")
  }

  /// The purpose of the operator, and the operators that it is compared with.
  package func advice(emphasized: (String) -> String = { $0 }, named: (String) -> String = { $0 }) -> String {
    let others = rivals.isEmpty ? "" : " \(emphasized("See also")) \(rivals.map(named).joined(separator: ", "))."
    // An operator that others add has no purpose beside its sentence.
    return (use.isEmpty ? "" : "\(emphasized("Use it")) \(use).") + others
  }

  /// The names of the operator in Rx, if they differ; empty if there are none.
  package func namesInRx(emphasized: (String) -> String = { $0 }, named: (String) -> String = { $0 }) -> String {
    rx.isEmpty ? "" : "\(emphasized("In Rx:")) \(rx.map(named).joined(separator: ", "))."
  }
}

import PipesCore
import VirtualTime

/// The upstreams and the values that some case of a check has had.
final class LawUsage {
  /// The upstreams that were subscribed to.
  private var areUsed: [Bool] = []
  var hasValues = false

  /// Notes for each operator of a case which of its upstreams are used.
  func note(_ operators: [[Bool]]) {
    for upstreams in operators {
      for (number, isUsed) in upstreams.enumerated() {
        if number == areUsed.count { areUsed.append(false) }
        if isUsed { areUsed[number] = true }
      }
    }
  }

  /// Returns the problems of a check with a number of cases: what never happened. In few cases that may be chance.
  func problems(_ count: Int, except: Set<OperatorLaw>) -> [String] {
    var texts: [String] = []
    func add(_ law: OperatorLaw, _ text: String) {
      if !except.contains(law) { texts.append("a law of operators is broken (\(law.rawValue))\n  \(text)") }
    }
    if count < Self.enough { return [] }
    if let unused = areUsed.firstIndex(of: false) {
      let which = unused == 0 ? "upstream" : "upstream number \(unused) that other() returns"
      add(.upstreams, "the \(which) is not subscribed to in any of \(count) cases")
    }
    if !hasValues {
      add(
        .values,
        "no value came in any of \(count) cases\n  an operator that sends only the completion does not keep this law: except: [.values]"
      )
    }
    return texts
  }
  private static let enough = 100
}

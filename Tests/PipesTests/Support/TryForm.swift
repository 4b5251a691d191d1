import Pipes
import Testing

/// An operator with a closure that throws at the value 3, and what it has sent by then.
struct TryForm: Sendable, CustomTestStringConvertible {
  let name: String
  /// The description of its subscription.
  let description: String
  /// The output for 1 and 2.
  let before: String
  let attach: @Sendable (Rig, Source<Int, Oops>) -> any AnyProbe
  var testDescription: String { name }

  init<P: Publisher & SendableMetatype>(
    _ name: String, _ description: String, _ before: String, _ build: @escaping @Sendable (Source<Int, Oops>) -> P
  ) where P.Failure == any Error {
    (self.name, self.description, self.before) = (name, description, before)
    attach = { rig, source in rig.attach(build(source), demand: .unlimited) }
  }

  static let all = [
    TryForm("tryMap", "TryMap", "1 2") { $0.tryMap { try throwing($0, at: 3) } },
    TryForm("tryScan", "TryScan", "1 3") { $0.tryScan(0) { try $0 + throwing($1, at: 3) } },
    TryForm("tryFilter", "TryFilter", "1 2") { $0.tryFilter { try throwing($0, at: 3) > 0 } },
    TryForm("tryCompactMap", "TryCompactMap", "1 2") { $0.tryCompactMap { try throwing($0, at: 3) } },
    TryForm("tryRemoveDuplicates", "TryRemoveDuplicates", "1 2") {
      $0.tryRemoveDuplicates { try throwing($1, at: 3) == $0 }
    },
    TryForm("tryDrop", "TryDropWhile", "") { $0.tryDrop { try throwing($0, at: 3) > 0 } },
    TryForm("tryPrefix", "TryPrefixWhile", "1 2") { $0.tryPrefix { try throwing($0, at: 3) > 0 } },
    TryForm("tryReduce", "TryReduce", "") { $0.tryReduce(0) { try throwing($1, at: 3) + $0 } },
    TryForm("tryMax", "TryComparison", "") { $0.tryMax { try throwing($1, at: 3) > $0 } },
    TryForm("tryMin", "TryComparison", "") { $0.tryMin { try throwing($0, at: 3) > $1 } },
    TryForm("tryContains", "TryContainsWhere", "") { $0.tryContains { try throwing($0, at: 3) < 0 } },
    TryForm("tryAllSatisfy", "TryAllSatisfy", "") { $0.tryAllSatisfy { try throwing($0, at: 3) > 0 } },
    TryForm("tryFirst", "TryFirstWhere", "") { $0.tryFirst { try throwing($0, at: 3) < 0 } },
    TryForm("tryLast", "TryLastWhere", "") { $0.tryLast { try throwing($0, at: 3) > 0 } },
  ]
}

import MarbleRuns
import Pipes

/// Something that a part of a pipeline does: for people as a clause, in a spec as a key.
///
/// The clause of an operator that drops values ends with its reason: `debounce drops a value: another value arrived
/// before its pause was over`. The key has a fixed word instead, so that it stays the same when the reason is written
/// better: `debounce drops: replaced`.
package struct Behavior: Hashable, Sendable {
  /// `the second ` if several parts have this text; empty otherwise.
  var number = ""
  /// The name of an operator, a call, or an expression.
  let part: String
  /// The rest of the clause.
  let words: String
  /// The way in which an operator drops a value.
  var loss: TraceLoss.Kind?
  /// Whether the operator drops values in one way only.
  var isOnlyLoss = false

  package var sentence: String { "\(number)\(part) \(words)" }
  var key: String { number + ownKey }
  private var ownKey: String { loss.map { "\(part) drops: \($0.key)" } ?? "\(part) \(words)" }

  /// Whether the text after `== never` is about this behavior: its key, or its clause as written by version 0.3, whose
  /// reason may have changed since then. Remove the clause with the version after 0.4.
  func isNamed(by text: String) -> Bool {
    if text == key || text == sentence { return true }
    return isOnlyLoss && text.hasPrefix("\(number)\(part) drops a value: ")
  }
  /// Whether the text is about a part of this text, but does not say about which of several.
  func isNamedWithoutNumber(by text: String) -> Bool {
    var one = self
    one.number = ""
    return !number.isEmpty && one.isNamed(by: text)
  }
}

extension TraceLoss.Kind {
  /// The word for it in a key.
  var key: String {
    switch self {
    case .atOnce: "arrival"
    case .tie: "equal"
    case .replaced: "replaced"
    case .finished: "finished"
    case .failed: "failed"
    case .other: "other"
    }
  }
}

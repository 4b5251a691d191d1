import MarbleRuns
import Marbles

extension Trace {
  /// The number of columns that a name beside a row may take.
  private static let widestName = 20

  /// Returns a short name for the stream of a stage: `answer`, or `beat.map`.
  func name(ofStage stage: Int) -> String {
    let parts = parts(ofStage: stage), whole = parts.joined(separator: ".")
    if DisplayWidth.of(whole) <= Self.widestName { return whole }
    // A longer chain is named by its stream and its last operator.
    return DisplayWidth.cut(
      parts.count > 2 ? "\(parts[0])…\(parts[parts.count - 1])" : whole, to: Self.widestName, mark: "…")
  }

  /// The name of the stream that a stage is called on, as it is written if it is a name, and the names of the operators
  /// up to the stage.
  private func parts(ofStage stage: Int) -> [String] {
    var parts: [String] = []
    var next: Int? = stage
    while let stage = next {
      parts.append(stages[stage].name)
      next = stages[stage].receiver
      if let base = stages[stage].base, base.allSatisfy({ $0.isLetter || $0.isNumber || "_.".contains($0) }) {
        parts.append(base)
        next = nil
      }
    }
    return parts.reversed()
  }
}

import MarbleRuns
import Marbles

extension Trace {
  /// The number of columns that a name beside a row may take.
  private static let widestName = 20

  /// Returns a short name for streams of some stages: `answer`, `beat.map`, or `request, spare`.
  func name(ofStages stages: [Int]) -> String {
    let names = stages.map { parts(ofStage: $0) }.uniqued
    let whole = names.map { $0.joined(separator: ".") }.joined(separator: ", ")
    if DisplayWidth.of(whole) <= Self.widestName { return whole }
    // Of a longer chain the stream and the last operator are named.
    let short = names.map { $0.count > 2 ? "\($0[0])…\($0[$0.count - 1])" : $0.joined(separator: ".") }.joined(separator: ", ")
    return DisplayWidth.cut(short, to: Self.widestName, mark: "…")
  }

  /// The name of the stream that a stage is called on, as it is written if it is a name, and the names of the operators up to the stage.
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

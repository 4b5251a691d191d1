import MarbleRuns
import Marbles

extension PipelinePair {
  /// Both runs on an input, with the causes of their events.
  package func diagram(_ input: Int) throws(SpecProblem) -> Diagram {
    let lanes = shownLanes(input)
    var file = chosen.subject.file(with: lanes)
    let outcomes = try chosen.subject.outcomes(on: lanes)
    if !outcomes.contains(where: \.isCut) { file.limit = self.file.limit }
    return try ExecutedSpec(file, isTraced: true).diagram
  }
}

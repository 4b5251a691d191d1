import Marbles

/// The behaviors of pipelines that the rows of a spec show, and for each other behavior the shortest input that shows
/// it.
///
/// The same call in several pipelines is one call: a spec has a pipeline for each row.
package struct SpecCoverage: Sendable {
  package struct Gap: Sendable {
    package let point: CoveragePoint
    /// The place of its pipeline, for messages.
    package let place: String
    /// The lines of the shortest input that shows it; `nil` if none does among those that were tried.
    package let input: [String]?
  }

  /// The number of points that the rows show.
  package private(set) var shown = 0
  package private(set) var gaps: [Gap] = []
  /// The number of points that the rows, or other inputs, can show.
  package var reachable: Int { shown + gaps.count { $0.input != nil } }

  package init(_ file: SpecFile) throws(SpecProblem) { try self.init(file, most: InputSearch.most) }
  /// - Parameter most: The largest number of short inputs of a pipeline.
  init(_ file: SpecFile, most: Int) throws(SpecProblem) {
    var found: [(block: SpecFile.Block, search: InputSearch, points: [CoveragePoint])] = []
    var reached: Set<String> = []
    for block in file.blocks {
      let search = InputSearch(file, block, most: most), coverage = RunCoverage()
      _ = try search.subject.outcomes(on: nil, isTraced: true, coverage)
      let points = search.subject.map.points(of: coverage, ofRows: true)
      reached.formUnion(points.filter(\.isReached).map(\.point.identity))
      found.append((block, search, points.filter { !$0.isReached }.map(\.point)))
    }
    shown = reached.count
    var known = reached
    for (block, search, points) in found {
      let open = points.filter { known.insert($0.identity).inserted }
      let inputs = Self.inputs(for: open, search)
      let place = file.text.place(of: block.pipeline.span).description
      gaps += open.map { Gap(point: $0, place: place, input: inputs[$0]) }
    }
  }

  /// The shortest input for each point, as far as one is found.
  private static func inputs(for points: [CoveragePoint], _ search: InputSearch) -> [CoveragePoint: [String]] {
    var open = Set(points)
    var inputs: [CoveragePoint: [String]] = [:]
    let map = search.subject.map
    for number in 0..<search.count {
      if open.isEmpty { break }
      let lanes = search.lanes(number)
      for point in Self.points(shownBy: lanes, search.subject, map).intersection(open) {
        open.remove(point)
        let shortest =
          search.isChosen(number)
          ? PairSubject.shrunk(lanes) { Self.points(shownBy: $0, search.subject, map).contains(point) } : lanes
        inputs[point] = search.lines(shortest)
      }
    }
    return inputs
  }

  /// The points that one input shows; none if the pipeline cannot run on it.
  private static func points(shownBy lanes: [Lane], _ subject: PairSubject, _ map: CoverageMap) -> Set<CoveragePoint> {
    let coverage = RunCoverage()
    do throws(SpecProblem) {
      _ = try subject.outcomes(on: lanes, isTraced: true, coverage)
    } catch {
      return []
    }
    return Set(map.points(of: coverage, ofRows: true).filter(\.isReached).map(\.point))
  }
}

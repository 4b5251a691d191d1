import MarbleRuns
import Marbles
import VirtualTime

/// Two pipelines over the same streams, and all the inputs on which they are compared.
package struct PipelinePair: Sendable {
  /// A spec with both pipelines. The streams that vary have any row.
  private let file: SpecFile
  /// The names of the streams that vary.
  package let streams: [String]
  /// The symbols of the values in the rows.
  let symbols: [Symbol]
  package let space: InputSpace
  private let origins: ProblemOrigins

  /// The number of actions after which a run on such a short input does not end, unless the spec says another.
  private static let limit = 500

  /// The largest number of frames whose inputs can be listed. With more the space is empty but for the shortest inputs.
  package let mostFrames: Int

  /// - Parameter symbols: The symbols of the values, at most eight.
  init(_ file: SpecFile, varying streams: [String], symbols: [Symbol], frames: Int, atMost mostFrames: Int, _ origins: ProblemOrigins) {
    (self.file, self.streams, self.symbols, self.origins, self.mostFrames) = (file, streams, symbols, origins, mostFrames)
    space = InputSpace(frames: frames > mostFrames ? 1 : frames, symbols: symbols.count, streams: streams.count)
  }

  /// The spec with the rows of an input.
  private func file(_ input: Int) -> SpecFile {
    var new = file
    let lanes = space.lanes(input, frame: file.frame, symbols)
    for index in file.definitions.indices {
      guard case .source(var source) = file.definitions[index], let place = streams.firstIndex(of: source.name) else { continue }
      source.rows = [SpecFile.MarbleRow(lane: lanes[place], span: source.rows[0].span)]
      new.definitions[index] = .source(source)
    }
    return new
  }

  /// Runs both pipelines on some inputs, one after the other.
  package func findings(on inputs: Range<Int>) -> PairFindings {
    var findings = PairFindings()
    for input in inputs {
      do throws(SpecProblem) {
        let (first, second) = try outcomes(on: input)
        findings.add(input, PairDifference(first, second))
      } catch {
        findings.add(origins.moved(error), at: input)
        break
      }
    }
    return findings
  }

  /// The first input on which the pipelines differ, among the shortest ones up to a number; `nil` if they send the same on all of these. No input after
  /// it is run.
  package func firstDifference(among count: Int) throws(SpecProblem) -> Int? {
    for input in 0..<min(count, space.count) {
      do throws(SpecProblem) {
        let (first, second) = try outcomes(on: input)
        if PairDifference(first, second) != nil { return input }
      } catch {
        throw origins.moved(error)
      }
    }
    return nil
  }

  /// The problem of a pipeline on an input of up to two frames, if it cannot run on it.
  func probe() -> SpecProblem? {
    findings(on: 0..<min(space.count, 1_000)).problem?.problem
  }

  private func outcomes(on input: Int) throws(SpecProblem) -> (SpecOutcome, SpecOutcome) {
    var file = file(input)
    file.limit = file.limit ?? Self.limit
    let names = SpecNames(file)
    return (
      try SpecRun.outcome(of: file, block: file.blocks[0], names, isTraced: false),
      try SpecRun.outcome(of: file, block: file.blocks[1], names, isTraced: false)
    )
  }

  /// Both runs on an input, with the causes of their events.
  package func diagram(_ input: Int) throws(SpecProblem) -> Diagram {
    var file = file(input)
    let (first, second) = try outcomes(on: input)
    if first.isCut || second.isCut { file.limit = file.limit ?? Self.limit }
    return try ExecutedSpec(file, isTraced: true).diagram
  }

  /// The rows of an input, each with the name of its stream: `a: 1-2|`.
  package func rows(_ input: Int) -> [String] {
    zip(streams, space.lanes(input, frame: file.frame, symbols)).map { "\($0): \($1)" }
  }
  /// The values in the rows, as literals.
  package var values: [String] { symbols.map { file.table.meaning(of: $0).description } }
  /// The pipelines, each in one line.
  package var pipelines: [String] { file.blocks.map { $0.pipeline.lines.map { $0.drop { $0 == " " } }.joined() } }
  /// The largest number of frames of a duration in the pipelines.
  package var longestDuration: Int64 {
    file.blocks.flatMap { $0.pipeline.expression.durations }.map { $0 / file.frame }.max() ?? 0
  }
}

extension Expression {
  /// The durations that are written in the expression, in nanoseconds.
  var durations: [Int64] {
    if case .literal(.duration(let length)) = kind { return [length] }
    return kind.children.flatMap(\.durations)
  }
}

import MarbleRuns
import Marbles
import VirtualTime

/// Two pipelines over the same streams, and all the inputs on which they are compared.
package struct PipelinePair: Sendable {
  let subject: PairSubject
  /// The names of the streams that vary.
  package let streams: [String]
  /// The symbols of the values in the short rows.
  let symbols: [Symbol]
  /// All short inputs. They have the first numbers, the chosen inputs those after them.
  package let space: InputSpace
  package let chosen: ChosenInputs
  private let origins: ProblemOrigins

  /// The largest number of frames whose inputs can be listed. With more the space is empty but for the shortest inputs.
  package let mostFrames: Int
  /// The number of all inputs.
  package var count: Int { space.count + chosen.count }

  /// - Parameter symbols: The symbols of the values, at most eight.
  init(
    _ file: SpecFile, varying streams: [String], symbols: [Symbol], given: ChosenValues.Given, frames: Int,
    atMost mostFrames: Int,
    _ origins: ProblemOrigins
  ) {
    (self.streams, self.symbols, self.origins, self.mostFrames) = (streams, symbols, origins, mostFrames)
    subject = PairSubject(file, file.blocks.map(\.pipeline), like: file.blocks[0], varying: streams)
    space = InputSpace(frames: frames > mostFrames ? 1 : frames, symbols: symbols.count, streams: streams.count)
    let values = symbols.map { file.table.meaning(of: $0) }
    chosen = ChosenInputs(subject, own: streams.map { _ in values }, given: given)
  }

  private func lanes(_ input: Int) -> [Lane] {
    input < space.count ? space.lanes(input, frame: subject.file.frame, symbols) : chosen.inputs[input - space.count]
  }
  /// The rows of an input for people: what does not matter for the difference is left out of a chosen one.
  func shownLanes(_ input: Int) -> [Lane] {
    input < space.count ? lanes(input) : chosen.subject.shrunk(lanes(input))
  }
  var file: SpecFile { chosen.subject.file }

  /// Runs both pipelines on some inputs, one after the other.
  package func findings(on inputs: Range<Int>) -> PairFindings {
    var findings = PairFindings()
    for input in inputs {
      do throws(SpecProblem) {
        findings.add(input, try difference(on: input), isChosen: input >= space.count)
      } catch {
        // A chosen input is left out if the pipelines cannot run on it.
        if input >= space.count {
          findings.add(input, nil, isChosen: true)
          continue
        }
        findings.add(origins.moved(error), at: input)
        break
      }
    }
    return findings
  }
  private func difference(on input: Int) throws(SpecProblem) -> PairDifference? {
    try chosen.subject.difference(on: lanes(input))
  }

  /// The first input on which the pipelines differ, among the shortest ones up to a number, and the chosen ones; `nil`
  /// if they send the same on all of these. No input after it is run.
  package func firstDifference(among count: Int) throws(SpecProblem) -> Int? {
    for input in Array(0..<min(count, space.count)) + Array(space.count..<self.count) {
      do throws(SpecProblem) {
        if try difference(on: input) != nil { return input }
      } catch {
        if input < space.count { throw origins.moved(error) }
      }
    }
    return nil
  }

  /// The behaviors of operators, and the decisions of closures, that no input shows, each as a clause. Only where the
  /// pipelines do not differ.
  package func gaps() throws(SpecProblem) -> [String] {
    let coverage = PairCoverage(chosen.subject)
    for input in Array(0..<min(Self.mostCovering, space.count)) + Array(space.count..<count) {
      do throws(SpecProblem) {
        _ = try coverage.outcomes(on: lanes(input), isChosen: input >= space.count)
      } catch {
        if input < space.count { throw origins.moved(error) }
      }
    }
    return (coverage.gaps.map(\.behavior) + chosen.tooLong).map(\.sentence)
  }
  private static let mostCovering = 3_000

  /// The problem of a pipeline on an input of up to two frames, if it cannot run on it.
  func probe() -> SpecProblem? {
    findings(on: 0..<min(space.count, 1_000)).problem?.problem
  }

  /// The rows of an input, each with the name of its stream: `a: 1-2|`.
  package func rows(_ input: Int) -> [String] {
    zip(streams, shownLanes(input)).map { "\($0): \($1)" }
  }
  /// The values in the rows, as literals.
  package var values: [String] { symbols.map { file.table.meaning(of: $0).description } }
  package var pipelines: [String] { file.blocks.map { $0.pipeline.lines.map { $0.drop { $0 == " " } }.joined() } }
}

extension Expression {
  /// The durations that are written in the expression, in nanoseconds.
  var durations: [Int64] {
    if case .literal(.duration(let length)) = kind { return [length] }
    return kind.children.flatMap(\.durations)
  }
}

import MarbleDiagrams
import MarbleRuns
import MarbleSpecs
import Marbles
import PipesCore

extension MarbleTool {
  /// The exit code is 1 if the outcomes differ.
  mutating func replay(_ arguments: ParsedArguments) throws(UsageError) {
    let (specPath, runPath) = (arguments.operands[0], arguments.operands[1])
    let tolerance = try arguments.duration("within", such: "20ms") ?? 20_000_000
    guard let run = recordedRun(runPath) else { return }
    let read = sources
    var words = arguments
    words.operands = [specPath]
    let specs = specs(words)
    sources.formUnion(read)
    guard result.code == 0 else { return }
    guard specs.count == 1, let text = specs.first else {
      throw UsageError(message: "'\(specPath)' has \(specs.count) specs; name a file with one")
    }
    do throws(SpecProblem) {
      let file = try SpecFile(text)
      let replay: ReplayRun
      do throws(ReplayProblem) { replay = try ReplayRun(file, run, outcome: arguments.values["outcome"]) } catch {
        return report("\(runPath): error: \(error.message)", code: 65)
      }
      let source = runPath == "-" ? SpecInputs.inputName : runPath.fileName
      let report = try ReplayReport(
        replay, tolerance: tolerance, source: source, file: arguments.values["write"] ?? "replay")
      show(report, replay, arguments, dropped: run.dropped)
    } catch {
      report(error.description, code: 65)
    }
  }

  private mutating func show(_ report: ReplayReport, _ replay: ReplayRun, _ arguments: ParsedArguments, dropped: Int) {
    func sentence(_ text: String) -> String {
      (terminal.width.map { DisplayWidth.folded(text, to: $0, indent: 0, mark: nil) } ?? [text]).joined(separator: "\n")
    }
    if dropped > 0 { print(sentence("The recorder dropped \(dropped) events before the first one in the file.")) }
    if let difference = report.difference {
      print(
        sentence(
          "\(replay.outcomeName) differs at \(RecordedRun.time(difference.instant.nanoseconds)): \(difference.sentence)."
        ))
      print("\n" + (report.rows?.lines(in: terminal.width ?? 120).joined(separator: "\n") ?? ""), as: .difference)
      let part =
        report.left < report.signals
        ? "\(report.left) of \(report.signals) recorded events of the sources show it:"
        : "All \(report.signals) recorded events of the sources are needed:"
      print("\n" + sentence(part) + "\n")
      print(report.spec.lines.map { String($0) + "\n" }.joined(), as: .diagram)
      end(with: 1)
    } else {
      let count = report.counts.recorded
      print(
        sentence(
          "\(replay.outcomeName) is the same in the recording and in the run: \(count) event\(count == 1 ? "" : "s")."))
    }
    var notes: [String] = []
    if let reason = report.horizon.reason {
      notes.append("Compared up to \(RecordedRun.time(report.horizon.instant)): \(reason).")
    }
    if report.hasUnknownValues {
      notes.append("The recording has no values of \(replay.outcomeName), so their times are compared, not the values.")
    }
    if !notes.isEmpty { print("\n" + notes.map(sentence).joined(separator: "\n")) }
    if let path = arguments.values["write"] {
      let text = report.spec.lines.map { String($0) + "\n" }.joined()
      write(text, to: path) { $0.contains("\nnote: Recorded in ") }
    }
  }
}

extension ParsedArguments {
  /// The length of time of an option, in nanoseconds; `nil` if it was not given.
  func duration(_ name: String, such example: String) throws(UsageError) -> Int64? {
    guard let text = values[name] else { return nil }
    let codes = text.utf8.map { UInt32($0) }
    guard let prefix = DurationText.prefix(of: codes, at: 0), prefix.end == codes.count,
      case .nanoseconds(let length) = DurationText.value(of: prefix, in: codes), length > 0
    else {
      throw UsageError(
        message: "The value '\(text)' is invalid for '--\(name) <time>'. Please provide a time such as \(example).")
    }
    return length
  }
  /// The number of an option; `nil` if it was not given.
  func number(_ name: String, _ value: String = "number", in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = values[name] else { return nil }
    if let number = Int(text), range ~= number { return number }
    let limits = "\(range.lowerBound) to \(range.upperBound)"
    throw UsageError(
      message: "The value '\(text)' is invalid for '--\(name) <\(value)>'. Please provide a number from \(limits).")
  }
}

extension String {
  /// The name of a file without its folder.
  fileprivate var fileName: String { split(separator: "/").last.map(String.init) ?? self }
}

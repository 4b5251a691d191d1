import MarbleSpecs
import Marbles

extension MarbleTool {
  /// Judges a recorded run by the rules of a file. The exit code is 1 if a rule does not hold.
  mutating func check(_ arguments: ParsedArguments, by path: String) throws(UsageError) {
    guard arguments.operands.count == 1, let file = arguments.operands.first, file == "-" || MarbleTool.isEvents(file)
    else {
      throw UsageError(
        message: "'--rules' needs one recorded run, a file .jsonl; the rules of a spec are below its pipeline")
    }
    for option in ["update", "review", "format", "filter"]
    where arguments.flags.contains(option) || arguments.values[option] != nil {
      throw UsageError(message: "'--\(option)' cannot be used with '--rules'")
    }
    guard let run = recordedRun(file), let bytes = bytes(of: path) else { return }
    do throws(SpecProblem) {
      let rules = try RecordedRules(SpecText(String(decoding: bytes, as: UTF8.self), file: path), run)
      let failures = rules.failures(width: terminal.width)
      for failure in failures { print(failure, as: .difference) }
      let count = rules.verdicts.count
      let words = "\(count) rule\(count == 1 ? "" : "s") checked: "
      print(words + (failures.isEmpty ? "all hold" : "\(failures.count) do\(failures.count == 1 ? "es" : "") not hold"))
      if !failures.isEmpty { end(with: 1) }
    } catch {
      report(error.description, code: 65)
    }
  }
}

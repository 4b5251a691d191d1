import MarbleSpecs
import Marbles

extension MarbleTool {
  static let format = Subcommand(
    shape: CommandShape(
      name: "fmt", overview: "Align the rows of specs, so that a column is an instant.", operands: [paths],
      options: [
        CommandShape.Option(
          name: "check", help: "Change nothing; name the files that are not aligned, and exit with code 1.")
      ])
  ) { tool, arguments in tool.format(arguments) }

  private mutating func format(_ arguments: ParsedArguments) {
    let texts = specs(arguments)
    let isCheck = arguments.flags.contains("check"), readsInput = arguments.operands.contains("-")
    var count = 0
    for path in MarbleTool.firstPaths(texts.map(\.file)).uniqued {
      var edits: [Int: (SpecText, SpecUpdate.Edits)] = [:]
      for text in texts where text.file == path {
        do throws(SpecProblem) { _ = try SpecFile(text) } catch {
          // A spec that cannot be read has no rows that could be aligned.
          report(error.description, code: 65)
          continue
        }
        var edit = SpecUpdate.Edits()
        for (line, new) in SpecAlignment.changes(of: text) { edit.replaced[line] = .some(new) }
        if readsInput, path == SpecInputs.inputName {
          print(edit.applied(to: text.lines).map { String($0) + "\n" }.joined())
        } else if !edit.isEmpty {
          edits[text.firstLine] = (text, edit)
        }
      }
      if edits.isEmpty { continue }
      count += 1
      if isCheck {
        print("\(path): not aligned")
        end(with: 1)
      } else if write(edits.sorted { $0.key < $1.key }.map(\.value), to: path) {
        print("\(path): aligned")
      }
    }
    if count == 0, result.code == 0, !readsInput {
      print("\(texts.count) spec\(texts.count == 1 ? "" : "s"): all aligned")
    }
  }
}

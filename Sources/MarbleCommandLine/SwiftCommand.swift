import MarbleSpecs
import PipesCore

extension MarbleTool {
  static let swift = Subcommand(
    shape: CommandShape(
      name: "swift", overview: "Write specs as Swift tests.", operands: [paths],
      options: [
        CommandShape.Option(
          name: "pipeline", value: "code",
          help:
            "Test this Swift code in place of the pipelines, such as 'found(typed, on: m.scheduler)'. It can use the sources by name."
        ),
        CommandShape.Option(
          name: "import", value: "module", help: "The module of that code; it is imported with @testable."),
        CommandShape.Option(
          name: "output", short: "o", value: "path", help: "Write to this file; - is standard output."),
      ])
  ) { tool, arguments in tool.writeSwift(tool.specs(arguments), arguments) }

  private mutating func writeSwift(_ texts: [SpecText], _ arguments: ParsedArguments) {
    let subject = arguments.values["pipeline"]
    var tests: [String] = []
    var names: Set<String> = []
    for text in texts {
      do throws(SpecProblem) {
        tests.append(try SwiftTest.code(of: try ExecutedSpec(text, triesLaws: false), taken: &names, subject: subject))
      } catch {
        report(error.description, code: 65)
      }
    }
    if tests.isEmpty { return }
    let needsFailure = tests.contains { $0.contains("Failed") }
    let needsSeen = tests.contains { $0.contains(" = Seen(") }
    let body = ((needsFailure ? [SwiftTest.failure] : []) + (needsSeen ? [SwiftTest.seen] : []) + tests).joined(
      separator: "\n")
    let tested = arguments.values["import"].map { "\n@testable import \($0)\n" } ?? ""
    let code = SwiftTest.imports(for: body, own: SpecOperator.modules(for: body)) + tested + "\n" + body
    if let path = arguments.output {
      write(Replaceable.exportMark + "\n\n" + code, to: path) { $0.hasPrefix(Replaceable.exportMark) }
    } else {
      print(code)
    }
  }
}

import MarbleSpecs
import MarbleExport

extension MarbleTool {
  static let swift = Subcommand(
    shape: CommandShape(
      name: "swift", overview: "Write specs as Swift tests.", operands: [paths],
      options: [CommandShape.Option(name: "output", short: "o", value: "path", help: "Write to this file; - is standard output.")])
  ) { tool, arguments in tool.writeSwift(tool.specs(arguments), to: arguments.output) }

  private mutating func writeSwift(_ texts: [SpecText], to path: String?) {
    var tests: [String] = []
    var names: Set<String> = []
    for text in texts {
      do throws(SpecProblem) {
        tests.append(try SwiftTest.code(of: try ExecutedSpec(text), taken: &names))
      } catch {
        report(error.description)
        end(with: 65)
      }
    }
    if tests.isEmpty { return }
    let needsFailure = tests.contains { $0.contains("Failed") }
    let body = ((needsFailure ? [SwiftTest.failure] : []) + tests).joined(separator: "\n")
    let code = SwiftTest.imports(for: body, own: SpecOperator.modules(for: body)) + "\n" + body
    if let path {
      write(Replaceable.exportMark + "\n\n" + code, to: path) { $0.hasPrefix(Replaceable.exportMark) }
    } else {
      print(code)
    }
  }
}

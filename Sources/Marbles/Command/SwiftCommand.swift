extension MarbleTool {
  static let swift = Subcommand(
    shape: CommandShape(
      name: "swift", overview: "Write specs as Swift tests.", operands: [paths],
      options: [CommandShape.Option(name: "output", short: "o", value: "path", help: "Write to this file.")])
  ) { tool, arguments in tool.writeSwift(tool.specs(arguments), to: arguments.values["output"]) }

  private mutating func writeSwift(_ texts: [SpecText], to path: String?) {
    var tests: [String] = []
    var needsFailure = false
    for text in texts {
      do {
        let test = SwiftTest.code(of: try ExecutedSpec(text))
        tests.append(test.code)
        if test.needsFailure { needsFailure = true }
      } catch {
        report(error.description)
        end(with: 65)
      }
    }
    if tests.isEmpty { return }
    let body = ((needsFailure ? [SwiftTest.failure] : []) + tests).joined(separator: "\n")
    let code = SwiftTest.imports(for: body) + "\n" + body
    if let path { write(code, to: path) } else { print(code) }
  }
}

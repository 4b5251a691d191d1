import Testing

@testable import MarbleCommandLine
@testable import MarbleSpecs
@testable import Marbles

/// The help is made of the tables that the program reads, and every example in it runs.
struct HelpTests {
  static let spec = MarbleTool.run(["help", "spec"]).output
  static let notation = MarbleTool.run(["help", "notation"]).output

  /// The specs that stand in `help spec`: runs of lines that are indented by six columns.
  static var examples: [String] {
    var examples: [String] = []
    var lines: [Substring] = []
    for line in spec.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("      "), !line.hasPrefix("         ") || !lines.isEmpty {
        lines.append(line.dropFirst(6))
      } else if !lines.isEmpty {
        examples.append(lines.joined(separator: "\n"))
        lines = []
      }
    }
    return examples
  }

  @Test func everyExampleHolds() throws {
    #expect(Self.examples.count > 80)
    for example in Self.examples {
      let spec = try ExecutedSpec(SpecText(example, file: "help"))
      #expect(SpecCheck(spec).failures == [], "\(example)")
    }
  }

  @Test(arguments: SpecWord.allCases) func everyWordStandsInAnExample(_ word: SpecWord) {
    #expect(Self.examples.contains { $0.split(separator: "\n").contains { $0.hasPrefix(word.rawValue) } })
  }

  @Test func everyOperatorStandsInAnExample() {
    let shown = OperatorHelp.families.flatMap(\.forms)
    let missing = shown.filter { !Self.spec.contains("\n  \($0.signature)") }
    #expect(missing.map(\.signature) == [])
    for name in OperatorTable.shared.rows.map(\.name) {
      #expect(
        Self.examples.contains { $0.contains("\(name)(") || $0.contains("\(name) {") || $0.contains(".\(name)") },
        "\(name)")
    }
  }

  @Test func everyMemberIsEvaluated() {
    for group in Members.groups {
      for name in group.table.keys where Members.examples[name] == nil {
        Issue.record("\(group.title): there is no example of \(name)")
      }
      for example in Members.examples(of: group.table) { #expect(Self.spec.contains("  \(example)  ")) }
    }
    #expect(Members.examples.allSatisfy { name, example in example.contains(Members.baseName(name)) })
  }

  /// Each sign of the lexer, apart from brackets and separators, is explained.
  @Test func everySignIsExplained() {
    for sign in [
      "...", "..<", "==", "!=", "<=", ">=", "&&", "||", "??", "?.", "+", "-", "*", "/", "%", "<", ">", "!", "?",
    ] {
      let shown = SpecHelp.values + SpecHelp.operators + SpecHelp.closures
      #expect(shown.contains { $0.contains(sign) }, "\(sign)")
    }
  }

  @Test(arguments: [
    ("1 + 2 * 3", "7"), ("nil ?? 5", "5"), (#"Int("x")?.description"#, "nil"), (#"["a", "bc"].map(\.count)"#, "[1, 2]"),
    ("(-12).signum()", "-1"), ("2.6.rounded()", "3.0"), (#""abc".suffix(2)"#, #""bc""#), ("(1...3).count", "3"),
  ])
  func aValueStandsBesideItsExpression(_ expression: String, _ value: String) {
    let line = Self.spec.split(separator: "\n").first { $0.hasPrefix("  \(expression)  ") }
    #expect(line?.hasSuffix("  \(value)") == true, "\(line ?? "")")
  }

  @Test func noExampleIsAnError() {
    #expect(!Self.spec.contains("error:"))
    #expect(!Self.notation.contains("error"))
  }

  @Test func theNotationTakesTheTimeThatTheParserCounts() {
    for line in [
      "  -            1 frame    Nothing happens.",
      "  (ab|)        5 frames   These events happen at one instant. The group takes as",
      "  [ab|]        1 frame    These events happen at one instant, in a single frame.",
      "  (21)         4 frames   The subscriber requests two values and then one, at",
      "  -a--b--(cd|)                1ms a; 4ms b; 7ms c, d, finish",
      "  -a 20ms b @1s c|            1ms a; 22ms b; 1s c; 1001ms finish",
      "  -a-^-b-|                    -2ms a; 2ms b; 4ms finish",
    ] { #expect(Self.notation.split(separator: "\n").contains { $0 == line }, "\(line)") }
  }

  /// Each thing that a row can hold stands in the help.
  @Test func everyMarkIsExplained() throws {
    var kinds: Set<String> = []
    for row in NotationHelp.sections.flatMap(\.rows) {
      let lane = try Lane(parsing: row.text, as: row.role)
      for mark in lane.moments.flatMap(\.marks) {
        switch mark.kind {
        case .value(let symbol): kinds.insert(symbol.isQuoted ? "quoted" : "value")
        case .anyValue: kinds.insert("any")
        case .finished: kinds.insert("finished")
        case .failure(let text): kinds.insert(text == nil ? "failure" : "failure with a value")
        case .subscribe: kinds.insert("subscribe")
        case .unsubscribe: kinds.insert("unsubscribe")
        case .request(let count): kinds.insert(count == nil ? "unlimited" : "request")
        }
      }
      if lane.moments.contains(where: \.anyOrder) { kinds.insert("any order") }
    }
    #expect(kinds.count == 11)
  }

  @Test func helpIsAsWideAsATerminal() {
    for line in (MarbleTool.run(["--help"]).output + Self.notation).split(separator: "\n") {
      #expect(line.count <= 80, "\(line)")
    }
  }

  @Test func everySubcommandHasHelp() {
    for command in MarbleTool.commands {
      let help = MarbleTool.run([command.shape.name, "--help"])
      #expect(help.code == 0 && help.errors == "")
      #expect(help.output.hasPrefix("OVERVIEW: \(command.shape.overview)\n\nUSAGE: marble \(command.shape.name)"))
      #expect(help.output.hasSuffix("  -h, --help              Show help information.\n"))
      for option in command.shape.options { #expect(help.output.contains("  \(option.spelled)")) }
      #expect(MarbleTool.run(["help", command.shape.name]) == help)
    }
  }

  @Test func anUnknownTopic() {
    let errors = """
      Error: There is no help about 'notaton'. Did you mean 'notation'?
      Usage: marble <subcommand>
        See 'marble --help' for more information.

      """
    #expect(MarbleTool.run(["help", "notaton"]) == .init(errors: errors, code: 64))
  }
}

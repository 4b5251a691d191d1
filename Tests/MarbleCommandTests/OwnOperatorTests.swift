import Foundation
@testable import MarbleCommandLine
import TestFolder
import Testing

/// A command with operators of somebody else's treats them as it treats all others. `Tests/OwnMarble` is one.
struct OwnOperatorTests {
  /// Runs that command with words and an input, which ends unless the command ends by itself.
  private func run(
    _ words: [String], input: String = "", endsInput: Bool = true, name: String? = nil, example: String? = nil,
    row: String? = nil
  ) throws -> (output: String, errors: String, code: Int32) {
    let process = Process()
    let tests = URL(fileURLWithPath: CommandLine.arguments[0])
    process.executableURL = tests.deletingLastPathComponent().appendingPathComponent("OwnMarble")
    process.arguments = words
    // The options of sanitizers hold for the command as well.
    let environment = ProcessInfo.processInfo.environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }
    process.environment = environment.merging(
      ["NO_COLOR": "1", "OWN_NAME": name, "OWN_EXAMPLE": example, "OWN_ROW": row].compactMapValues { $0 }
    ) { $1 }
    // The errors go to a file: a command that fills a pipe which nobody reads yet would wait for ever.
    let folder = try TestFolder(["errors": ""])
    let (stdin, stdout) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput, process.standardError) = (
      stdin, stdout, try FileHandle(forWritingTo: folder.file("errors"))
    )
    try process.run()
    try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    if endsInput { try stdin.fileHandleForWriting.close() }
    let output = String(decoding: stdout.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (output, try folder.text("errors"), process.terminationStatus)
  }

  /// Help, completions and pictures show the example of an operator, so `check` runs it.
  @Test(arguments: [
    (
      "a: -1-|\n> a.shwn()", Int32(65),
      "the example of 'shown':2:5: error: unknown operator 'shwn'; did you mean 'shown'?"
    ),
    ("", 65, "the example of 'shown':1:1: error: "),
    ("a: -1-|\n> a.shown()\n= -2-|", 1, "the example of 'shown':3: a.shown() differs at 1ms"),
  ]) func aBrokenExampleIsNoticed(_ example: String, _ code: Int32, _ message: String) throws {
    let result = try run(["check", "-"], input: "a: -1-|\n> a\n= -1-|\n", example: example)
    #expect(result.code == code)
    #expect((result.errors + result.output).hasPrefix(message), "\(result)")
    #expect(result.output.hasSuffix("1 spec checked: all as expected\n"))
  }
  @Test func anExampleThatHoldsIsNoNews() throws {
    let result = try run(["check", "-"], input: "a: -1-|\n> a\n= -1-|\n", example: "a: -1-|\n> a.shown()\n= -1-|")
    #expect(result == ("1 spec checked: all as expected\n", "", 0))
  }

  /// A program that draws ends with a message, not with a crash.
  @Test func aProgramWithAWrongRowEndsWithAMessage() throws {
    #expect(try run([], row: "-a|") == ("drawn\n", "", 0))
    let wrong = try run([], row: "-b|")
    #expect(wrong.code == 1 && wrong.output == "", "\(wrong)")
    #expect(wrong.errors.hasPrefix("main.swift:") && wrong.errors.contains(": a differs at frame 1\n"), "\(wrong)")
    let unreadable = try run([], row: "-b|-|")
    #expect(
      unreadable.code == 1 && unreadable.output == "" && unreadable.errors.hasPrefix("main.swift:"), "\(unreadable)")
  }

  private func problem(_ pipeline: String) throws -> String {
    let result = try run(["check", "-"], input: "a: -1-2-3-4-|\n> a.\(pipeline)\n= |\n")
    #expect(result.code == 65 && result.output.hasSuffix("1 not run\n"), "\(result)")
    return String(result.errors.split(separator: "\n").first ?? "")
  }

  /// Each kind of parameter arrives as it was written; the rows are derived by hand.
  @Test func everyKindOfParameterArrives() throws {
    let spec = """
      a: -1-2-3-4-|
      b: -7|

      > a.settled(for: 1)
      = --1-2-3-4|

      > a.settled(for: 3)
      = ---------|

      > a.every(2)
      = ---2---4-|

      > a.scaled { $0 * 2 }
      = -2-4-6-8-|

      > a.passing { $0 > 2 }
      = -----3-4-|

      > a.passing(inverted: true) { $0 > 2 }
      = -1-2-----|

      > a.followed(by: b)
      = -1-2-3-4--7|

      > a.open(while: b.map { $0 > 5 })
      = -1-2-3-4-|

      > a.open(while: b.map { $0 < 5 })
      = ---------|

      > a.opened { v in b.map { $0 - v } }
      = --6-5-4-3|

      > a.folded(from: 1) { $0 + $1 }
      = -2-4-7-k-|
        k = 11

      > a.changed { $0 == $1 - 1 }
      = -1-------|

      > a.map { "x" }.numbered()
      = -1-2-3-4-|

      > a.filter { $0 == 3 }.halved()
      = -----h---|
        h = 1.5

      > a.few()
      = -l-m-#'too many'
        l = [1]   m = [1, 2]

      """
    let result = try run(["check", "-"], input: spec)
    #expect(result.output == "1 spec checked: all as expected\n")
    #expect(result.errors == "" && result.code == 0)
  }

  @Test func demandAndCancelGoThrough() throws {
    let spec = """
      a: -1-2-3-4-|
      > a.scaled { $0 }
      from    ^----!
      demand  --1---
      =       --1---
      subs a: ^----!

      """
    #expect(try run(["check", "-"], input: spec).output == "1 spec checked: all as expected\n")
  }

  @Test func whatIsWrongIsAnsweredAsForAllOthers() throws {
    #expect(
      try problem("setled(for: 3)") == "standard input:2:5: error: unknown operator 'setled'; did you mean 'settled'?")
    #expect(
      try problem("settled(four: 3)")
        == "standard input:2:13: error: settled: there is no argument 'four:'; did you mean 'for:'?")
    #expect(try problem("every(0)") == "standard input:2:11: error: every: expected 1 or more, got 0")
    #expect(try problem("every(\"x\")") == "standard input:2:11: error: every: expected an integer, got \"x\"")
    #expect(
      try problem("settled()")
        == "standard input:2:5: error: settled: expected a duration such as 300ms; write settled(for:)")
    #expect(
      try problem("open(while: a)") == "standard input:2:17: error: open: expected a stream of true and false, got 1")
    #expect(
      try problem("passing { $0 + 1 }")
        == "standard input:2:13: error: passing: the closure must give true or false, got 2")
  }

  @Test func theTableListsThemAndRunsTheirExamples() throws {
    let list = try run(["operators"]).output
    #expect(
      list.contains("YOUR OWN:\n  settled(for:)           Sends a value when no other value has arrived for a\n"),
      "\(list)")
    let names = [
      "settled", "every", "scaled", "passing", "followed", "open", "opened", "admitted", "folded", "changed",
      "numbered", "halved",
      "few",
    ]
    for name in names {
      let result = try run(["operators", name])
      #expect(!result.output.contains("Use it") && !result.output.contains("RxJS"), "\(result)")
      #expect(
        result.code == 0 && result.output.hasPrefix(name + "(") && result.output.contains("\n=  "), "\(name): \(result)"
      )
    }
  }

  /// 1 is replaced by 2, which is sent; the second 2 equals it, and is kept to be compared until the end. A value
  /// computed from others is never said to be dropped or passed on.
  @Test func explainTellsWhatIsDropped() throws {
    let told = try run(["explain", "-"], input: "a: -1-2----2----|\n> a.settled(for: 3)\n").output
    #expect(told.contains("it replaces 1"), "\(told)")
    // No reason is known, and none is invented.
    #expect(told.contains("a finishes; settled drops 2\n"), "\(told)")
    let admitted = try run(["explain", "-"], input: "a: -1-2-|\n> a.admitted { $0 > 1 }\n").output
    #expect(admitted.contains("a sends 1; admitted drops it: it may not enter\n"), "\(admitted)")
    let counted = try run(["explain", "-"], input: "a: -1-2-|\n> a.numbered()\n").output
    #expect(counted.contains("numbered sends 2, because of 2") && !counted.contains("drops"), "\(counted)")
  }

  @Test func stagesAndTimersAreDrawn() throws {
    let drawn = try run(
      ["render", "-", "--stages", "--timers"], input: "a: -1-2---|\n> a.map { $0 }.settled(for: 2).count()\n"
    ).output
    #expect(drawn.contains(" -----2-|") && drawn.contains(" settled(for: 2)\n"), "\(drawn)")
    #expect(drawn.contains("timer of settled(for: 2)"), "\(drawn)")
  }

  @Test func theSwiftTestImportsTheModule() throws {
    let code = try run(["swift", "-"], input: "title: Own\na: -1-2----|\n> a.settled(for: 3)\n= ------2-|\n").output
    #expect(code.hasPrefix("import MarblesTesting\nimport Pipes\nimport Settling\nimport Testing\n"), "\(code)")
    #expect(code.contains("let result = a.settled(for: m.frames(3), scheduler: m.scheduler)\n"), "\(code)")
    #expect(!(try run(["swift", "-"], input: "a: -1-|\n> a.count()\n").output.contains("Settling")))
  }

  @Test func editorsCompleteThem() throws {
    let messages = [
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#,
      #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.marble","languageId":"marble","version":1,"text":"a: -1-|\n> a.se\n"}}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"textDocument/completion","params":{"textDocument":{"uri":"file:///a.marble"},"position":{"line":1,"character":6}}}"#,
      #"{"jsonrpc":"2.0","id":3,"method":"shutdown"}"#, #"{"jsonrpc":"2.0","method":"exit"}"#,
    ]
    let input = messages.map { "Content-Length: \($0.utf8.count)\r\n\r\n\($0)" }.joined()
    let result = try run(["lsp"], input: input, endsInput: false)
    #expect(result.code == 0)
    #expect(result.output.contains(#""settled(for:)""#), "\(result.output.prefix(2_000))")
  }

  @Test func theHelpIsWhole() throws {
    let help = try run(["--help"])
    #expect(help.output == MarbleTool.run(["--help"]).output && help.code == 0)
    for command in ["render", "check", "explain", "operators", "swift", "quiz", "watch", "lsp"] {
      #expect(try run([command, "--help"]).output == MarbleTool.run([command, "--help"]).output)
    }
  }

  /// Rows that a seed has drawn, under an operator of somebody else's and under what it is made of: what comes out and
  /// when, and how the source is subscribed, is the same.
  @Test(arguments: 0..<4 as Range<UInt64>) func anOwnOperatorDoesWhatItIsMadeOf(seed: UInt64) throws {
    var random = Dice(seed: seed)
    let pairs = [
      ("settled(for: 2)", "debounce(for: 2).removeDuplicates()"), ("scaled { $0 * 3 }", "map { $0 * 3 }"),
      ("passing(inverted: true) { $0 > 2 }", "filter { $0 <= 2 }"),
      ("folded(from: 5) { $0 + $1 }", "scan(5) { $0 + $1 }"),
      ("changed { $0 == $1 }", "removeDuplicates()"), ("followed(by: b)", "append(b)"),
      ("opened { v in b.map { $0 + v } }", "flatMap { v in b.map { $0 + v } }"), ("every(1)", "map { $0 }"),
    ]
    for _ in 0..<6 {
      let row =
        (0..<Int.random(in: 2...12, using: &random)).map { _ in
          ["-", "--", "1", "2", "3", "(12)"].randomElement(using: &random) ?? "-"
        }.joined() + ["|", "", "#"][Int.random(in: 0..<3, using: &random)]
      let demand = Bool.random(using: &random) ? "demand 1-2--*\n= -\n" : ""
      let blocks = pairs.map { "> a.\($0.0)\n\(demand)> a.\($0.1)\n\(demand)" }.joined()
      let spec = "a: \(row)\nb: -1-2|\n\(blocks)"
      let result = try run(["render", "-", "--format", "json"], input: spec)
      #expect(result.code == 0, "\(spec)\(result.errors)")
      let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
      let all = object?["runs"] as? [[String: Any]] ?? []
      // The meaning of a letter is given once in a file, where it comes first.
      let meanings = all.reduce(into: [String: String]()) {
        $0.merge($1["meanings"] as? [String: String] ?? [:]) { $1 }
      }
      let runs = all.map { outcome($0, meanings) }
      try #require(runs.count == 2 * pairs.count)
      for (index, pair) in pairs.enumerated() {
        #expect(runs[2 * index] == runs[2 * index + 1], "\(pair.0) of \(row) \(demand)")
      }
    }
  }
  /// The instants and kinds of what a run's subscribers received, the values it sent, and its subscriptions.
  private func outcome(_ run: [String: Any], _ meanings: [String: String]) -> [String] {
    let events = (run["subscribers"] as? [[String: Any]] ?? []).flatMap { $0["events"] as? [[String: Any]] ?? [] }
    let received = events.map { event in
      let symbol = event["symbol"] as? String ?? ""
      return "\(event["instant"] ?? "") \(event["kind"] ?? "") \(meanings[symbol] ?? symbol)"
    }
    let windows = (run["subscriptions"] as? [[String: Any]] ?? []).map { "\($0["name"] ?? "") \($0["windows"] ?? "")" }
    return received + windows
  }

  // MARK: Names

  @Test func aNameThatIsTakenEndsTheCommand() throws {
    let taken = try run(["render", "-e", "a: |", "> a"], name: "map")
    #expect(taken.output == "" && taken.code == 64)
    #expect(taken.errors == "Error: there is a 'map' already: give your operator another name.\n")
    let twice = try run(["--help"], name: "numbered")
    #expect(
      twice.errors == "Error: two operators are called 'numbered()': give one of them another name or other labels.\n")
    #expect(twice.code == 64)
    let other = try run(["check", "-"], input: "a: -1|\n> a.another()\n= -1|\n", name: "another")
    #expect(other.code == 0 && other.output == "1 spec checked: all as expected\n")
  }

  private func refusal(_ operators: SpecOperator...) -> String? {
    do throws(SpecOperator.Problem) { try SpecOperator.add(operators) } catch { return error.message }
    return nil
  }
  private func own(_ name: String) -> SpecOperator {
    SpecOperator(name, "Does nothing.", example: "a: |\n> a.own()") { $0 }
  }

  /// All of these throw before anything is added: the table of this process stays as it is.
  @Test func namesThatClashAreErrors() {
    #expect(refusal(own("map")) == "there is a 'map' already: give your operator another name")
    #expect(refusal(own("uppercased")) == "there is a 'uppercased' already: give your operator another name")
    #expect(
      refusal(own("mine"), own("mine"))
        == "two operators are called 'mine()': give one of them another name or other labels")
    for name in ["", "1st", "two words", "naïve", "a.b"] {
      #expect(refusal(own(name)) == "'\(name)' cannot be the name of an operator: write letters, digits and '_'")
    }
    let labeled = SpecOperator("mine", "Does nothing.", .integer("how many"), example: "a: |\n> a.mine()") {
      upstream, _ in upstream
    }
    #expect(
      refusal(labeled) == "the operator 'mine' cannot have an argument 'how many:': write letters, digits and '_'")
    let early = SpecOperator("mine", "Maps.", .transform(), .integer("to"), example: "a: |\n> a.mine()") {
      upstream, _, _ in upstream
    }
    #expect(
      refusal(early)
        == "the operator 'mine' has a closure without a label that is not its last argument: give it a label")
  }
}

/// Numbers that depend on a seed alone.
private struct Dice: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed &+ 1 }
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}

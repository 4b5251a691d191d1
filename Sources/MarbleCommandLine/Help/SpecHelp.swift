import MarbleSpecs

/// The text of `marble help spec`.
enum SpecHelp {
  /// A kind of line, or another part of a spec, with an example.
  struct Part {
    var form: String
    var sentence: String
    var example: String
  }

  static let first = """
    frame: 100ms
    typed: -a-b-c------d-----|
      a = "S"   b = "Sw"   c = "Swift"   d = "Swifty"
    > typed.debounce(for: 300ms).removeDuplicates()
    """

  static let words = SpecWord.allCases.map { Part(form: $0.form, sentence: $0.sentence, example: $0.example) }
  static let signs = [
    Part(
      form: "> pipeline",
      sentence:
        "A pipeline, which has a run of its own. The pipeline continues in indented lines that begin with '.', and in all lines while a "
        + "bracket is open.",
      example: "a: -1-2-3-|\n> a.map { $0 * 2 }\n    .filter { $0 > 2 }\n\n> a.count()"),
    Part(
      form: "= marbles",
      sentence:
        "The events that a subscriber should receive; 'marble render' writes the events that it received. '?' stands for any value, and "
        + "{ab} for values in any order.",
      example: "a: -1-2-[34]-|\n> a.delay(for: 2)\n=  ---1-?-{43}-|"),
    Part(
      form: "== pipeline",
      sentence:
        "A law: this pipeline sends the same events at the same instants as the one above it, whatever the sources send that both name. "
        + "'marble check' tries all short rows, and rows chosen for the values, errors, counts and times in the pipelines. It prints the shortest "
        + "on which they differ. A law is undecided if no input shows some behavior of the pipelines; '== never' with the key from the message "
        + "says that none can. Both have the subscribers of the pipeline above.",
      example: "a: -1-2-|\n> a.delay(for: 1).delay(for: 2)\n== a.delay(for: 3)"),
    Part(
      form: "! rule",
      sentence: "A rule that the run has to keep, as a sentence. 'marble help rules' shows all sentences.",
      example: "a: -1-2-3-|\n> a.delay(for: 2)\n! each a is followed by this within 2"),
    Part(
      form: "  a = 1   b = \"two\"",
      sentence:
        "The meanings of symbols, in an indented line below a row. A symbol has one meaning in the whole file. Without a meaning a digit "
        + "is an integer, and any other symbol is a string. '#' stands for the value of a bare failure. A name stands for a stream.",
      example: "a: -p-q-#\n  p = 10   q = -2   # = \"broken\"\n> a.map { $0 + 1 }"),
    Part(
      form: "# text",
      sentence:
        "A comment up to the end of the line. A comment may begin a line, be written between the lines of a pipeline, or follow anything but the "
        + "text of a header. After a row of marbles '#' has a space on both sides; a '#' that only silence follows is a failure.",
      example: "# Nothing to see here\na: -1-2-|  # a source\n> a\n    # twice\n    .map { $0 * 2 }"),
  ]

  /// Expressions that are evaluated for the help text.
  static let values = [
    "1", "2.5", #""two words""#, #""quotes \", \', \\, \n, \t, \r, \0, \u{e9}""#, #""\(1 + 1) items""#, "true", "false",
    "nil", "300ms",
    "1.5s", "[1, 2, 3]", #"(1, "a").1"#, "(x: 1, y: 2).y", "[4, 5, 6][0]", "(1...3).count", "(1..<3).count", "1...",
    ".max(1)",
  ]
  static let operators = [
    "1 + 2 * 3", "7 - 2", "7 / 2", "7 % 2", #""a" + "b""#, "[1] + [2]", "300ms * 2", "1 == 1", "1 != 1", "1 < 2",
    "1 <= 2", "1 > 2",
    "1 >= 2",
    "true && false", "true || false", "!true", "nil ?? 5", #"1 < 2 ? "yes" : "no""#, #"Int("5")!"#,
    #"Int("x")?.description"#,
  ]
  static let closures = [
    "[1, 2].map { $0 * 2 }", "[1, 2].map { n in n * 2 }", "[3, 1].sorted { $0 < $1 }",
    "[1, 2].reduce(0) { sum, n in sum + n }",
    "[1, 2].reduce(0, +)", "[1, 2].map(String.init)", #"[1, 2].map(\.self)"#,
    "[1, 2].map { n in let m = n * n; return m + 1 }", #"[1, 2].map { if $0 > 1 { return "many" } return "one" }"#,
    #"[1, 2].map { $0 > 1 ? "many" : "one" }"#, "[1, 2].map { n in guard n > 1 else { return 0 }; return n }",
    #"["a", "bc"].map(\.count)"#, #"[(1, "a")].map { $0.1 }"#, #"[(1, "a")].map { n, text in text }"#,
  ]
  static let throwing = Part(
    form: "throw value",
    sentence:
      "The stream fails with this value. 'throw' is allowed in the closures of operators whose names begin with 'try'.",
    example: "a: -1-2-|\n> a.tryMap { $0 > 1 ? throw \"too much\" : $0 }")

  /// The whole topic. Its examples, a law among them, run once.
  static let text: String = {
    var text = """
      A spec is a file *.marble, or a part of a Markdown file between ```marble and
      ```. It declares streams and pipelines. 'marble render' runs the pipelines and
      draws what happened; the drawing is a spec again. 'marble check' compares what
      happened with the lines that begin with '=' or 'subs'. 'marble check --update'
      writes these lines.

      \(indented(HelpTopic.executed(first)))

      'marble help notation' explains the rows of marbles.

      LINES:

      """
    text += (words + signs).map(shown).joined(separator: "\n")
    text += "\nVALUES:\n" + evaluated(values) + "\nOPERATORS BETWEEN VALUES, as in Swift:\n" + evaluated(operators)
    text += "\nCLOSURES:\n" + evaluated(closures) + "\n" + shown(throwing)
    var known: Set<String> = []
    for group in Members.groups {
      let examples = Members.examples(of: group.table).filter { known.insert($0).inserted }
      if !examples.isEmpty { text += "\n\(group.title.uppercased()):\n" + evaluated(examples) }
    }
    text += """

      PIPELINES are Swift, written as with the library: with the same names, labels
      and closures. A duration is written as 300ms; a bare number is a number of
      frames. The scheduler may be left out. All streams fail with plain values.
      'marble render -e' runs a spec without a file. 'marble operators NAME' shows all forms
      of one operator.

      """
    for family in OperatorHelp.families {
      text += "\n\(family.name.uppercased()):\n"
      text += family.forms.map { shown(Part(form: $0.signature, sentence: $0.sentence, example: $0.sample)) }.joined(
        separator: "\n")
    }
    return text
  }()

  private static func shown(_ row: Part) -> String {
    CommandShape.entry(row.form, row.sentence) + indented(HelpTopic.executed(row.example)) + "\n"
  }
  private static func indented(_ lines: [String]) -> String { lines.map { "      " + $0 }.joined(separator: "\n") }

  private static func evaluated(_ expressions: [String]) -> String {
    expressions.map { expression in
      "  " + expression + String(repeating: " ", count: max(2, 50 - expression.count)) + value(of: expression) + "\n"
    }.joined()
  }

  /// The value of an expression as `Just` sends it.
  static func value(of expression: String) -> String {
    do {
      let spec = try ExecutedSpec(SpecText("> Just(\(expression))", file: "example"))
      guard case .value(let value)? = spec.outcomes.first?.recordings.first?.entries.first?.event else { return "" }
      return value.description
    } catch {
      return error.description
    }
  }
}

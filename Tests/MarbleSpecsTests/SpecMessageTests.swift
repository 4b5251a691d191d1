import Testing

/// More messages for wrong specs. The part that the caret marks is between « and » here.
struct SpecMessageTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var marked: String
    var message: String
    init(_ marked: String, _ message: String) { (self.marked, self.message) = (marked, message) }
    var testDescription: String { marked }

    var spec: String { marked.filter { $0 != "«" && $0 != "»" } }
    /// The whole message: the place and the carets are where the marks are.
    var description: String {
      let lines = marked.split(separator: "\n", omittingEmptySubsequences: false)
      let row = lines.firstIndex { $0.contains("«") } ?? 0
      let parts = lines[row].split(separator: "«", omittingEmptySubsequences: false)
      let inner = parts[1].split(separator: "»", omittingEmptySubsequences: false)[0]
      let carets =
        String(repeating: " ", count: parts[0].count) + "^" + String(repeating: "~", count: max(0, inner.count - 1))
      return
        "a.marble:\(row + 1):\(parts[0].count + 1): error: \(message)\n\(lines[row].filter { $0 != "«" && $0 != "»" })\n\(carets)"
    }
  }

  @Test(arguments: rows + lines + calls) func isTold(_ row: Case) {
    #expect(SpecErrorTests.problem(in: row.spec) == row.description)
  }

  /// Wrong values, found while a pipeline runs.
  static let rows: [Case] = [
    Case("a: -1-|\n> a.map { ($0 + 3«...»2).count }", "map: the range 4...2 goes backwards"),
    Case(
      "a: -1-|\n> a.map { (1«...»9223372036854775807).count }",
      "map: overflow: the range 1...9223372036854775807 does not fit"),
    Case("a: -1-|\n> a.map { (0..<9223372036854775807).«count» }", "map: the range is too large"),
    Case("a: -1-|\n> a.map { «!$0» }", "map: '!' needs true or false, got 1"),
    Case("a: -x-|\n> a.map { «-$0» }", "map: '-' needs a number, got \"x\""),
    Case("a: -1-|\n> a.map { «$0» && true }", "map: '&&' needs true or false, got 1"),
    Case("a: -1-|\n> a.map { «$0» ? 1 : 2 }", "map: '?' needs true or false, got 1"),
    Case("a: -1-|\n> a.map { $0[«0»] }", "map: '[…]' needs an array and an integer, got 1 and 0"),
    Case("a: -1-|\n> a.map «{ x, y in x }»", "map: the closure takes 2 values, got one: 1"),
    Case(
      "a: -p-|\n  p = (1, 2)\n> a.map «{ x, y, z in x }»", "map: the closure takes 3 values, the tuple (1, 2) has 2"),
    Case("a: -p-|\n  p = [1, \"x\"]\n> a.map { $0.«sorted»() }", "map: \"x\" and 1 cannot be ordered"),
    Case("a: -1-|\n> a.map { \"ab\".prefix(«\"x\"») }", "map: expected an integer, got \"x\""),
    Case("a: -1-|\n> a.map { \"ab\".hasPrefix(«1») }", "map: expected a string, got 1"),
    Case("a: -1-|\n> a.map { \"ab\".split(separator: «\"\"») }", "map: the separator is empty"),
    Case("a: -1-|\n> a.map { «abs»(\"x\") }", "map: expected a number, got \"x\""),
    Case("a: -1-|\n> a.map { «Int»(1e300) }", "map: overflow: 1e+300 does not fit an Int"),
    Case("a: -1-|\n> a.map { «Int»([1]) }", "map: expected a number or a string, got [1]"),
    Case("a: -1-|\n> a.map { «Double»(true) }", "map: expected a number or a string, got true"),
    Case("a: -1-x-|\n  x = 2\n> a.collect(«\"2\"»)", "collect: expected an integer, got \"2\""),
    Case("a: -1-|\n> a.output(in: «5»)", "output: expected a range such as 1...3, got 5"),
    Case("a: -1-|\n> a.output(in: «-1...2»)", "output: a range must not start below 0, got -1..<3"),
    Case("a: -1-|\n> a.throttle(for: 3, latest: «1»)", "throttle: expected true or false, got 1"),
    Case("a: -1-|\n> a.delay(for: «9223372036854775807»)", "delay: the duration is too long"),
    Case(
      "a: -1-|\n> a.output(at: «9223372036854775807»)",
      "output: expected 9223372036854775806 or less, got 9223372036854775807"),
    Case("a: -p-q-|\n  p = 1   q = nil\n> a.«max»()", "max: 1 and nil cannot be ordered"),
    Case("a: -1-|\n> a.«switchToLatest»()", "switchToLatest: expected a stream, got 1"),
    Case("a: -1-|\n> a.«publisher»", "a stream has no 'publisher'"),
  ]

  /// Lines that cannot be read.
  static let lines: [Case] = [
    Case("a: -1-|\nlet «=» a\n> a", "expected a name after 'let'"),
    Case("a: -1-|\nlet b «a»\n> a", "expected '=' after 'let b'"),
    Case("a: -1-|\n«subs» a: ^\n> a", "'subs' belongs to a pipeline; write '> …' above it"),
    Case("a: -1-|\n> a\nsubs «:» ^", "expected the name of a source after 'subs'"),
    Case("a: -1-|\n> a\nsubs a «^»", "expected ':' after 'subs a'; write 'subs a: …'"),
    Case("a: -1-|\n> a\nsubs «a»:", "expected a row after 'subs a:'; '-' means that there is no subscription"),
    Case("a: -1-|\n  «1 »2\n> a", "expected a table such as a = 1 after the spaces; a pipeline goes on with '.'"),
    Case("a: -1-|\n  «|» = 2\n> a", "'|' has a meaning of its own in marbles; quote it: '|'"),
    Case("a: -1-|\n  «'x = 2»\n> a", "the quoted symbol is not closed; write ' at its end"),
    Case("a: -x-|\n  x = «$0»\n> a", "'$0' is outside a closure; a closure has braces, as in { $0 * 2 }"),
    Case("a: -«\\»-|\n> a", "'\\' is outside quotes; quote it as a value: '\\\\'"),
    Case("a: -'x«\\y»'|\n> a", "'\\' escapes only a quote or itself; write \\\\ for one backslash"),
    Case("frame : «0ms»\na: -1-|\n> a", "a frame must be longer than zero; write a duration such as 100ms"),
    Case("gr«öße:» -1-|\n> a", "expected ':' after 'gr'; \(names)"),
    Case("my«-stream:» -1-|\n> a", "expected ':' after 'my'; \(names)"),
    Case("my «stream:» -1-|\n> a", "expected ':' after 'my'; \(names)"),
    Case(
      "foo «bar»\n> a", "expected ':' after 'foo'; a source is written 'a: -1-2-|', a pipeline '> a.map { $0 * 2 }'"),
    Case("«1a»: -1-|\n> a", "\(line); \(names)"),
    Case("«```marble»\na: -1-|\n> a\n```", "\(line); Markdown is read from files *.md"),
    Case("«*» a: -1-|\n> a", line),
    Case(
      "a: -x-|\n  «x»yz = 1\n> a",
      "expected a table such as a = 1 after the spaces; a symbol of several characters is quoted: 'xyz' = …"),
  ]
  private static let names = "a name is one word of the letters a to z, digits and '_', and does not begin with a digit"
  private static let line = "expected a source such as 'a: -1-2-|', a pipeline after '>', or marbles after '='"

  /// Pipelines that cannot be read, or cannot make sense.
  static let calls: [Case] = [
    Case("a: -1-|\n> a.map { «§» }", "'§' means nothing here"),
    Case("a: -1-|\n> a«)»", "')' has no opening bracket"),
    Case("a: -1-|\n> a.«`map»", "a name in backquotes is not closed"),
    Case("a: -1-|\n> a.map { «$»x }", "'$' takes a digit; the first value of a closure is $0"),
    Case("a: -1-|\n> a.delay(for: «9999999999h»)", "the duration is too long"),
    Case("a: -1-|\n> a.delay(for: «1.5ns»)", "the duration is not a whole number of nanoseconds"),
    Case("a: -1-|\n> a.map { \"\\($0«\" }»", "the string is not closed; write \" at its end"),
    Case("a: -1-|\n> a.map { \"«\\u{110000}»\" }", "'\\u{…}' takes the hexadecimal number of a character"),
    Case("a: -1-|\n> a.map { \"«\\q»\" }", "'\\q' is not an escape; write \\\\ for one backslash"),
    Case("a: -1-|\n> a.map { «-»--------$0 }", "too many signs"),
    Case("a: -1-|\n> a.map { «(x: $0)» }", "a tuple has at least two elements"),
    Case("a: -1-|\n> a.scan(0) { «x, x in» x }", "the closure names two values 'x'"),
    Case("a: -1-|\n> a.map { «(x: Int)» in x }", head),
    Case("a: -1-|\n> a.map { «x -> Int» in x }", head),
    Case("a: -1-|\n> «.»delay(for: 2)", "a pipeline begins with a stream; write its name before '.'"),
    Case("a: -1-|\n> a.«print»()", "a spec has no 'print'; it does not affect timing; remove it"),
    Case("a: -1-|\n> a.«tap» { $0 }", "a spec has no 'tap'; it does not affect timing; remove it"),
    Case("a: -1-|\n> a.map { $0 }.«sink» { $0 }", "a spec has no 'sink'; every pipeline is subscribed to; remove it"),
    Case(
      "a: -1-|\n> a.«makeConnectable»()",
      "a spec has no 'makeConnectable'; use multicast(subject: PassthroughSubject())"),
    Case("a: -1-|\n> a.«connect»()", "a spec has no 'connect'; a line 'connect name: ^' below the pipeline says when"),
    Case(
      "a: -1-|\n> a.multicast(subject: «1»)",
      "multicast: expected a subject, got 1; write PassthroughSubject()"),
    Case(
      "a: -1-|\n> a.share().«autoconnect»()",
      "autoconnect: the stream does not wait for a connection; write it after multicast(…)"),
    Case("a: -1-|\n> a.«delay»()", "delay: these arguments do not fit; write delay(for: 300ms) or delay(for: { … })"),
    Case("a: -1-|\n> a.collect(1, «2»)", "collect: an argument has no label; write collect(1, every: 2)"),
    Case("a: -1-|\n> «a»(1)", "'a' cannot be called"),
    Case("a: -1-|\n> a.delay(for: «a»)", "delay: expected a duration such as 300ms, got a stream"),
    Case(
      "a: -1-|\n> a.«prefix»(2, 3)",
      "prefix: these arguments do not fit; write prefix(_:) or prefix(while:) or prefix(untilOutputFrom:) or prefix(while:behavior:)"
    ),
  ]
  private static let head =
    "expected the names of the closure's values before 'in'; write names alone, such as { x in … }"
}

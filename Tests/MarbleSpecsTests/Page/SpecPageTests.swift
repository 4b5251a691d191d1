import MarbleDiagrams
import MarbleSpecs
import Gallery
import Testing
@testable import MarblePage

/// The facts about a spec for a page that is edited. One search is kept, so a search of another test would begin this
/// one again: one test after the other.
@Suite(.serialized) struct SpecPageTests {
  /// With one value after the other there is no difference; equal values that are not neighbors are the shortest.
  @Test func theShortestDifferenceOfTwoPipelines() {
    let spec = "a: -1-2-|\n\n> a.removeDuplicates()\n\n> a.distinct()\n"
    #expect(
      SpecPage.difference(of: SpecText(spec, file: "spec")).contains(
        "a: 121\\n\\n> a.removeDuplicates()\\n=  121\\n\\n> a.distinct()\\n=  12-\\n"))
    let same = "a: -1-2-|\n> a.delay(for: 1).delay(for: 2)\n> a.delay(for: 3)"
    #expect(
      SpecPage.difference(of: SpecText(same, file: "spec"), among: 300).contains("\"same\": \"Both send the same for "))
    let one = SpecPage.difference(of: SpecText("a: 1\n> a", file: "spec"))
    #expect(one.contains("Two pipelines are compared."))
  }

  /// 1 is replaced, 2 is sent. The shortest rows with a value that a completion finds pending are `1|` and `1#`.
  @Test func theRowsThatWouldExerciseMore() {
    let json = SpecPage.strength(of: SpecText("a: -1-2----|\n\n> a.debounce(for: 3)\n=  ------2-|\n", file: "spec"))
    for part in ["\"shown\": 2", "\"all\": 4", "\"line\": 3", "\"a: 1|\"", "\"a: 1#\""] {
      #expect(json.contains(part), "\(json)")
    }
    #expect(SpecPage.strength(of: SpecText("> a", file: "spec")).contains("\"problem\": "))
  }

  private static let spec = """
    frame: 100ms

    typed: -a-b--(c|)
    hot h: --1--

    > typed.debounce(for: 300ms).map { $0 + "1" }
    from -^---!
    demand -2

    """

  private func json(_ text: String) -> String {
    SpecPage.json(of: SpecText(text, file: "spec"))
  }
  /// The texts of a member, in the order in which they stand there.
  private func members(_ name: String, of json: String) -> [String] { Self.members(name, of: json) }
  private static func members(_ name: String, of json: String) -> [String] {
    json.split(separator: "\"\(name)\": ").dropFirst().map {
      String($0.prefix { $0 != "," && $0 != "}" && $0 != "\n" })
    }
  }

  @Test("rows say where they stand in the text and in the picture") func rows() {
    let json = json(Self.spec)
    #expect(members("role", of: json) == ["\"cold\"", "\"hot\"", "\"result\"", "\"window\"", "\"demand\""])
    #expect(members("line", of: json).prefix(4) == ["2", "3", "6", "7"])
    #expect(!members("y", of: json).contains("null"))
    // a at 100 ms, b at 300, c and the end at 600; columns of "typed: -a-b--(c|)" from zero.
    for mark in [
      #"[100000000, "a", 8, 9, "value", 0, 1]"#, #"[300000000, "b", 10, 11, "value", 0, 1]"#,
      #"[600000000, "c", 14, 15, "value", 0, 2]"#,
      #"[600000000, "|", 15, 16, "finished", 1, 2]"#, #"[200000000, "1", 9, 10, "value", 0, 1]"#,
      #"[100000000, "^", 6, 7, "subscribe", 0, 1]"#,
      #"[500000000, "!", 10, 11, "cancel", 0, 1]"#, #"[100000000, "2", 8, 9, "request", 0, 1]"#,
    ] { #expect(json.contains(mark), "\(mark)") }
  }

  @Test("numbers and operators of pipelines say where they stand") func parts() {
    let json = json(Self.spec)
    #expect(json.contains(#"{"line": 5, "start": 22, "end": 27, "kind": "duration", "text": "300ms"}"#))
    #expect(members("name", of: json).contains("\"debounce\""))
    // The text in the string is not a number.
    #expect(members("kind", of: json).filter { $0 == "\"integer\"" }.isEmpty)
  }

  @Test("what is offered in the place of an operator can be read there") func swaps() throws {
    var count = 0
    for row in OperatorTable.shared.rows where row.receiver == .stream {
      guard let file = try? SpecFile(SpecText(row.sample, file: row.name)) else { continue }
      let parts = PipelineParts(file)
      for call in parts.calls {
        for swap in parts.swaps(of: call) {
          var lines = file.text.lines
          lines[call.span.line].replaceSubrange(call.span.columns, with: Array(swap.text))
          #expect(throws: Never.self, "\(row.name): \(swap.text)") {
            try SpecFile(SpecText(lines: lines, file: "swap", firstLine: 1, indent: 0))
          }
          count += 1
        }
      }
    }
    #expect(count > 100)
    let file = try SpecFile(SpecText(Self.spec, file: "spec"))
    let parts = PipelineParts(file)
    let debounce = try #require(parts.calls.first { $0.name == "debounce" })
    #expect(
      parts.swaps(of: debounce).map(\.text) == [
        "throttle(for: 300ms, latest: true)", "throttle(for: 300ms, latest: false)", "audit(for: 300ms)",
        "sample(every: 300ms)",
        "delay(for: 300ms)", "collect(.byTime(300ms))", "removeDuplicates()",
      ])
    #expect(SpecPage.swaps(of: SpecText(Self.spec, file: "spec")).contains(#""text": "audit(for: 300ms)""#))
    // Its arrays are offered below, with the operators that do something else.
    #expect(!SpecPage.swaps(of: SpecText(Self.spec, file: "spec")).contains("collect"))
    #expect(parts.others(than: debounce).map(\.text).contains("collect(.byTime(300ms))"))
    #expect(SpecPage.swaps(of: SpecText("> a.mpa()", file: "spec")) == "[]")
    // A name with several forms has the sentence of the form in use.
    let sentence = parts.swaps(of: debounce).first { $0.name == "collect" }?.sentence
    #expect(
      sentence == OperatorTable.shared.forms(of: "collect").first { $0.sample.contains("byTime") }?.sentence
        && sentence != nil)
  }

  /// Each is derived by hand from the parameters of the two rows and from what the first one is compared with.
  @Test(
    "an operator is swapped with the same arguments",
    arguments: [
      ("zip(b)", "combineLatest(b)", false), ("zip(b) { $0 + $1 }", "combineLatest(b) { $0 + $1 }", false),
      ("zip(b)", "merge(with: b)", false), ("merge(with: b)", "zip(b)", false),
      ("collect(.byTime(3))", "debounce(for: 3)", false),
      ("throttle(for: 2, latest: true)", "throttle(for: 2, latest: false)", false),
      ("throttle(for: 2, latest: true)", "collect(.byTime(2))", false), ("share()", "share(replay: 2)", false),
      ("prefix(2)", "dropFirst(2)", false), ("prefix(2)", "first()", false),
      ("scan(0) { $0 + $1 }", "reduce(0) { $0 + $1 }", false),
      ("switchMap { _ in b }", "concatMap { _ in b }", false), ("map { $0 }", "scan(0) { $1 }", true),
      ("prepend(8, 9)", "append(8, 9)", false), ("prefix(untilOutputFrom: b)", "drop(untilOutputFrom: b)", false),
    ]) func swapped(call: String, other: String, isInvented: Bool) throws
  {
    let file = try SpecFile(SpecText("a: -1-2|\nb: -3-|\n> a.\(call)", file: "spec"))
    let parts = PipelineParts(file)
    let swaps = parts.swaps(of: try #require(parts.calls.first))
    #expect(swaps.contains { $0.text == other && $0.isInvented == isInvented }, "\(swaps)")
    #expect(!swaps.contains { $0.text == call } && Set(swaps).count == swaps.count)
  }

  /// Below the operators that a call is confused with the page offers the others, once each, in a form that can be read
  /// there.
  @Test func allOperatorsThatFitAreOffered() throws {
    let text = SpecText("frame: 100ms\nkey: -a-|\nb: -3-|\n> key.debounce(for: 300ms)", file: "spec")
    let parts = PipelineParts(try SpecFile(text))
    let debounce = try #require(parts.calls.first)
    let others = parts.others(than: debounce)
    // A missing closure or stream is an example; the duration is the one of the call.
    for call in ["map { $0 }", "zip(b)", "timeout(300ms)", "count()"] {
      #expect(others.contains { $0.text.hasPrefix(call) }, "\(call)")
    }
    let names = others.map(\.name), rivals = parts.swaps(of: debounce).filter { !$0.makesArrays }.map(\.name)
    #expect(Set(names).count == names.count && Set(names).isDisjoint(with: rivals + ["debounce"]))
    for other in others {
      #expect(throws: Never.self, "\(other.text)") {
        try SpecFile(SpecText("frame: 100ms\nkey: -a-|\nb: -3-|\n> key.\(other.text)", file: "spec"))
      }
    }
    #expect(SpecPage.others(of: text, at: "3 6").contains(#""text": "count()""#))
    for place in ["3 5", "9 9", "x", "", "-1 6", "99999999999999999999 1"] {
      #expect(SpecPage.others(of: text, at: place) == "[]", "\(place)")
    }
    #expect(SpecPage.others(of: SpecText("> a.mpa()", file: "spec"), at: "0 4") == "[]")
  }

  /// By hand, from the page for those who come from Rx: there each of these is executed.
  @Test(
    "what other libraries do is run here where a call does it",
    arguments: [
      (
        "a: -123----|", "throttle(for: 3, latest: false)", "throttle(for: 3, leading: true, trailing: false)",
        "-1------|"
      ),
      ("a: -1-----2|", "timeout(3)", "timeout(3, customError: { \"timeout\" })", "-1--#'timeout'"),
      ("a: --|", "first()", "first().switchIfEmpty(Fail(\"no value\"))", "--#'no value'"),
      ("a: -1-----|", "collect(.byTime(3))", "buffer(interval(3))", "---x--y(y|)"),
    ]) func elsewhere(source: String, call: String, other: String, row: String) throws
  {
    let parts = PipelineParts(try SpecFile(SpecText("\(source)\n> a.\(call)", file: "spec")))
    #expect(parts.elsewhere(of: try #require(parts.calls.first)).compactMap(\.text) == [other])
    let table = row.contains("x") ? "\n  x = [1]   y = []" : ""
    let text = SpecText("\(source)\n> a.\(other)\n= \(row)\(table)", file: "spec")
    #expect(SpecCheck(try ExecutedSpec(text)).failures == [])
  }

  @Test("a problem is told with its place and its fix") func problem() {
    let json = json("a: -1-|\n\n> a.debouce(for: 3)\n")
    #expect(members("line", of: json) == ["3"])
    #expect(members("column", of: json) == ["5"])
    #expect(members("width", of: json) == ["7"])
    #expect(json.contains("did you mean 'debounce'?"))
  }

  @Test(
    "rows are edited by command",
    arguments: [
      ("cold 1000000 move 0 3000000", "---a|"), ("cold 1000000 add 0 x", "xa--|"), ("cold 1000000 remove 0", "----|"),
      ("cold 1000000 rename 0 z", "-z--|"),
    ]) func commands(command: String, row: String) throws
  {
    let json = try #require(SpecPage.edited("-a--|", command))
    #expect(json.contains("\"text\": \"\(row)\""), "\(json)")
  }

  @Test(
    "what is no command changes nothing",
    arguments: [
      "", "cold", "cold 0 move 0 0", "cold 1000000 move x 0", "warm 1000000 move 0 0", "cold 1000000 move 0",
      "cold 1000000 jump 0 0",
      "cold 1000000 add x y",
      "cold 1000000 move 99999999999999999999 0", "cold -5 remove 0",
    ]) func noCommands(command: String)
  { #expect(SpecPage.edited("-a--|", command) == nil) }

  /// All steps of a search for the pipelines that send the row of a spec.
  private static func search(_ spec: String, starts: Int? = nil, pairs: Int = 4_000) -> [String] {
    var answers: [String] = [], next: Int? = 0
    while let step = next {
      let answer = SpecPage.pipelines(for: SpecText(spec, file: "spec"), step: step, starts: starts, pairs: pairs)
      answers.append(answer)
      next = members("next", of: answer).first.flatMap { Int($0) }
    }
    return answers
  }
  private static let (starts, pairs): (Int?, Int) = Gallery.isLong ? (nil, 4_000) : (10, 300)
  private static let doubled = "b: -1|\n\na: -1-2-3-|\n\n> a\n= --2-4-6-|\n"
  private static let two = search(doubled, starts: starts, pairs: pairs)
  /// A search after that one.
  private static let one = {
    _ = two
    return search("a: -1-2-3-|\n\n> a\n= --1-2-3-|\n")
  }()

  /// By hand: everything comes one frame later, which two operators do alone.
  @Test("the pipelines of one operator are found in one step") func findsOne() {
    let answers = Self.one
    #expect(answers.count == 1)
    #expect(members("pipeline", of: answers[0]) == ["\"a.delay(for: 1)\"", "\"a.delaySubscription(for: 1)\""])
    #expect(answers[0].contains("Sends each value and the completion after a given time."))
  }

  /// By hand: doubled, and one frame later. The steps say how far they are.
  @Test("pipelines of two operators are found step by step") func findsTwo() throws {
    let answers = Self.two, last = try #require(answers.last)
    #expect(answers.count > 1)
    let tried = answers.flatMap { members("tried", of: $0) }.compactMap { Int($0) }
    #expect(tried == tried.sorted() && members("of", of: last) == members("tried", of: last))
    #expect(
      last.contains("\"a.map { $0 * 2 }.delay(for: 1)\"") || last.contains("\"a.delay(for: 1).map { $0 * 2 }\""),
      "\(last)")
    #expect(!last.contains("(b)") && !last.contains("\"b."), "b is not used by the pipeline")
  }
  @Test("a step alone finds what the steps before it have found, too") func findsAlone() throws {
    let answers = Self.two, last = try #require(answers.last)
    #expect(answers.count > 4)
    #expect(Self.one.count == 1)
    let alone = SpecPage.pipelines(
      for: SpecText(Self.doubled, file: "spec"), step: answers.count - 1, starts: Self.starts, pairs: Self.pairs)
    #expect(alone == last)
  }

  @Test(
    "without a row, or for another subscriber, there is no search",
    arguments: [
      ("a: -1|\n\n> a\n", "a pipeline with a row that it should send is missing"),
      (
        "a: -1|\n\n> a\ndemand 1\n= 1\n",
        "pipelines are searched for one subscriber from the beginning that requests everything"
      ),
      ("> Just(1)\n= (1|)\n", "the pipeline has no source with a row"),
      ("a: -1|\na: -2|\n\n> a\n= -1|\n", "'a' has a row for each subscription"),
    ]) func searchesNothing(spec: String, message: String)
  {
    let answer = Self.search(spec)
    #expect(answer.count == 1 && answer[0].contains("\"problem\": \"\(message)"), "\(answer)")
  }

  @Test("the language is told with calls that can be completed") func about() {
    #expect(SpecPage.about.contains("\"call\": \"debounce(for: 300ms)\""))
    #expect(members("example", of: SpecPage.about).contains("\"each ask is followed by found within 300ms\""))
    #expect(members("receiver", of: SpecPage.about).count == OperatorTable.shared.rows.count)
  }
}

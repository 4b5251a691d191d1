import MarbleDiagrams
import MarbleRuns
import MarbleSpecs
import Marbles
import PipesCore

extension MarbleTool {
  static let find = Subcommand(
    shape: CommandShape(
      name: "find", overview: "Find the operators that turn one row into another.",
      operands: [
        CommandShape.Operand(
          name: "line", kind: .text,
          help:
            "The row of a source and the row that a pipeline sends for it, in quotes: 'a: -1-2-3-|' '= --1-2-3-|'. Further examples after it "
            + "leave fewer pipelines. A source may have a second row beside it, and lines that begin with spaces are tables, as in a spec.",
          isRepeated: true)
      ],
      options: [
        CommandShape.Option(
          name: "count", value: "number", help: "Print at most this many pipelines. The default is 5."),
        CommandShape.Option(name: "two", help: "Try pipelines of two operators, even if one operator is enough."),
        CommandShape.Option(
          name: "format", value: "format", choices: ["text", "json"], help: "With json, print the pipelines as data."),
      ])
  ) { tool, arguments in try tool.find(arguments) }

  /// Searches pipelines. As with `grep`, the exit code is 1 if there is none.
  private mutating func find(_ arguments: ParsedArguments) throws(UsageError) {
    let most = try arguments.number("count", in: 1...1_000) ?? 5
    do throws(SpecProblem) {
      let examples = try FindExamples(arguments.operands)
      let search = FindSearch(examples)
      var (found, runs, left) = (search.ones, search.runs, 0)
      if found.isEmpty || arguments.flags.contains("two") {
        let twos = twos(of: search)
        found += twos.found
        runs += twos.runs
        left = twos.left
      }
      let shown = FindSearch.simplest(found, most: most)
      if arguments.values["format"] == "json" {
        print(FindText.json(shown, of: found.count, runs, left))
      } else {
        for part in FindText.parts(shown, of: found.count, runs, left, examples, terminal) {
          print(part.text, as: part.isDiagram ? .drawing : .plain)
        }
      }
      end(with: found.isEmpty ? 1 : 0)
    } catch {
      report(error.description, code: 65)
    }
  }

  /// Tries the likeliest pipelines of two operators on all cores.
  private func twos(of search: FindSearch) -> (found: [FindSearch.Found], runs: Int, left: Int) {
    let made = Guarded([FindSearch.Candidate]())
    Files.concurrently(search.count) { number in
      let part = search.candidates(number)
      made.with { $0 += part }
    }
    let candidates = made.with { $0 }, likeliest = FindSearch.likeliest(candidates), size = 50
    let parts = (likeliest.count + size - 1) / size
    let all = Guarded((found: [FindSearch.Found](), runs: 0))
    LongWork(terminal: terminal, parts: parts, length: size, words: "pipelines tried").run { number in
      let part = likeliest[number * size..<min((number + 1) * size, likeliest.count)],
        found = part.compactMap(search.found)
      all.with {
        $0.found += found
        $0.runs += part.count
      }
    }
    let (found, runs) = all.with { $0 }
    return (found, runs, candidates.count - runs)
  }
}

/// The outcome of a search as text and as JSON.
enum FindText {
  /// The number of inputs on which the first two pipelines are compared.
  private static let mostInputs = 4_000

  /// The texts to print, one after the other.
  static func parts(
    _ shown: [FindSearch.Found], of count: Int, _ runs: Int, _ left: Int, _ examples: FindExamples, _ terminal: Terminal
  ) -> [(text: String, isDiagram: Bool)] {
    func folded(_ text: String, _ indent: Int) -> String {
      let lines = terminal.width.map { DisplayWidth.folded(text, to: $0, indent: indent, mark: nil) } ?? [text]
      return lines.map { $0 + "\n" }.joined()
    }
    let rest = left == 0 ? "" : " Searched \(runs.grouped) of \((runs + left).grouped) pipelines, the likeliest."
    let rows = examples.count == 1 ? "this row" : "these rows"
    guard !shown.isEmpty else {
      return [
        (
          folded("No pipeline of one or two operators sends \(rows), as far as \(runs.grouped) tries tell.\(rest)", 0),
          false
        )
      ]
    }
    let operators = shown[0].sentences.count == 1 ? "one operator" : "two operators"
    let head =
      count == 1
      ? "One pipeline of \(operators) sends \(rows):"
      : "\(count.grouped) pipelines send \(rows)"
        + (shown.count < count ? "; the simplest \(shown.count):" : ", the simplest first:")
    var text = folded(head, 0)
    if left > 0 { text += folded("Searched \(runs.grouped) of \((runs + left).grouped) pipelines, the likeliest.", 0) }
    for found in shown {
      text += "\n" + folded("  " + found.text, 4)
      for sentence in found.sentences { text += folded("    " + sentence, 4) }
    }
    if shown.count < 2 { return [(text, false)] }
    guard let other = separating(shown[0], shown[1], examples, terminal) else {
      return [(text + "\n" + folded("The first two send the same rows for all short inputs.", 0), false)]
    }
    return [
      (text, false),
      ("\n" + folded("The first two differ on this input. Its row is another example:", 0) + "\n", false),
      (other, true),
    ]
  }

  /// Both runs on the shortest input on which two pipelines differ.
  private static func separating(
    _ one: FindSearch.Found, _ other: FindSearch.Found, _ examples: FindExamples, _ terminal: Terminal
  ) -> String? {
    do throws(SpecProblem) {
      var pair = try PairOperands([one.text, other.text] + examples.headers).pair(frames: nil)
      pair.mostShort = mostInputs
      guard let input = try pair.firstDifference() else { return nil }
      var style = TextStyle()
      style.width = terminal.width
      style.hasColor = terminal.hasColor
      return TextRenderer.text(of: try pair.diagram(input), style: style)
    } catch {
      return nil
    }
  }

  static func json(_ shown: [FindSearch.Found], of count: Int, _ runs: Int, _ left: Int) -> String {
    JSONText.object([
      ("schema", .number(JSONRenderer.schema)), ("found", .number(count)), ("tried", .number(runs)),
      ("left", .number(left)),
      (
        "pipelines",
        .list(
          shown.map {
            .object([("pipeline", .string($0.text)), ("sentences", .texts($0.sentences))])
          })
      ),
    ]).description
  }
}

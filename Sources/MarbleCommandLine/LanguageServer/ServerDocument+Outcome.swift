import MarbleDiagrams
import MarbleRuns
import MarbleSpecs
import Marbles

/// The diagnostics of a document: errors, differences, outcomes, and edits that fix them.
extension ServerDocument {
  // MARK: Diagnostics

  var diagnostics: [JSONText] { specs.indices.flatMap { diagnostics(of: analysis($0), in: specs[$0]) } }

  private func diagnostics(of analysis: SpecAnalysis, in spec: SpecText) -> [JSONText] {
    if let problem = analysis.problem {
      // The places were found when the spec was read: since then it may have moved in its document.
      return zip(problem.all, analysis.problemSpans).map { problem, span in
        diagnostic(1, problem.message + (problem.fix.map { "; \($0)" } ?? ""), at: span, spec)
      }
    }
    if analysis.isTooLong {
      let message =
        "this spec has more than \(SpecAnalysis.longest) characters, so it is not run while it is being written; 'marble check' runs it"
      return [diagnostic(3, message, at: Span(0, 0..<(spec.lines.first?.count ?? 0)), spec)]
    }
    let stops = zip(analysis.file?.blocks ?? [], analysis.executed?.outcomes ?? []).compactMap { block, outcome in
      outcome.runaway.map { diagnostic(2, "\($0)", at: block.pipeline.span, spec) }
    }
    return stops + analysis.failures.map { diagnostic(2, $0.finding.message, at: $0.span, spec) }
  }
  private func diagnostic(_ severity: Int64, _ message: String, at span: Span, _ spec: SpecText) -> JSONText {
    .object([
      ("range", range(of: span, in: spec)), ("severity", .number(severity)), ("source", "marble"),
      ("message", .string(message)),
    ])
  }

  // MARK: Outcomes

  /// The hints after the pipelines in a range: the outcome of each, or a tick if its rows equal the outcome.
  func hints(in range: JSONText?) -> JSONText {
    .list(
      specs(in: range).flatMap(outcomes).map { outcome in
        .object([
          ("position", position(outcome.row, lines[outcome.row].count)), ("label", .string(outcome.text)),
          ("paddingLeft", .bool(true)),
        ])
      })
  }
  private func outcomes(of index: Int) -> [(row: Int, text: String)] {
    let analysis = analysis(index)
    return (analysis.file?.blocks ?? []).indices.compactMap { block in
      guard let text = analysis.outcome(of: block), let file = analysis.file else { return nil }
      let row = specs[index].firstLine - 1 + file.blocks[block].pipeline.last
      return lines.indices.contains(row) ? (row, analysis.holds(block) ? "✓ \(text)" : text) : nil
    }
  }

  /// The number of specs that are run for one answer if they have not run yet. The lenses of the others are resolved
  /// when the editor shows them.
  private static let runsPerAnswer = 20

  /// The lenses above the pipelines, with their outcomes, for editors without inlay hints.
  var lenses: JSONText {
    var left = ServerDocument.runsPerAnswer
    return .list(
      specs.indices.flatMap { index -> [JSONText] in
        if !isKnown(index) { left -= 1 }
        guard left >= 0 || isKnown(index) else { return pipelineRows(of: index).map { lens(at: $0, nil) } }
        return outcomes(of: index).map { lens(at: $0.row, $0.text) }
      })
  }
  /// The last line of each pipeline of a spec, as far as it can be found without parsing the spec.
  private func pipelineRows(of index: Int) -> [Int] {
    let spec = specs[index].lines
    return spec.indices.filter { spec[$0].first == ">" }.map { start in
      let last = spec[(start + 1)...].prefix { $0.first == " " && $0.first { $0 != " " } == "." }.endIndex - 1
      return specs[index].firstLine - 1 + last
    }
  }
  private func lens(at row: Int, _ title: String?) -> JSONText {
    var members: [(String, JSONText)] = [("range", range(row, from: 0, to: lines[row].count))]
    if let title {
      members.append(("command", .object([("title", .string(title)), ("command", "")])))
    } else {
      members.append(("data", .object([("uri", .string(uri)), ("line", .number(row))])))
    }
    return .object(members)
  }
  /// The lens of a pipeline that ends in a line, with its outcome.
  func resolvedLens(at row: Int) -> JSONText? {
    guard let index = spec(at: row) else { return nil }
    let outcome = outcomes(of: index).first { $0.row == row }
    return lens(at: row, outcome?.text ?? analysis(index).problem?.message ?? "not run")
  }

  // MARK: Code actions

  func actions(in range: JSONText?) -> JSONText {
    guard let first = place(range?["start"])?.row, let last = place(range?["end"])?.row, first <= last else {
      return .list([])
    }
    var actions: [JSONText] = []
    let touched = specs(in: range)
    for index in touched {
      let (spec, analysis) = (specs[index], analysis(index))
      if let problem = analysis.problem {
        let span = analysis.problemSpan
        if (first...last).contains(spec.firstLine - 1 + span.line) { actions += mends(of: problem, at: span, spec) }
      } else if !analysis.failures.isEmpty || analysis.file?.hasExpectations == false {
        actions += update(analysis, spec)
      }
    }
    let alignment = alignment(of: touched)
    if !alignment.isEmpty { actions.append(action("Align the rows", "source", alignment)) }
    return .list(actions)
  }

  /// The edit for the fix of a problem, if the fix names a replacement.
  private func mends(of problem: SpecProblem, at span: Span, _ spec: SpecText) -> [JSONText] {
    guard let mend = problem.mend, let title = problem.meant else { return [] }
    return [
      action("Change to '\(title)'", "quickfix", [edit(range(of: Span(span.line, mend.columns), in: spec), mend.text)])
    ]
  }

  /// The edits of `marble check --update`.
  private func update(_ analysis: SpecAnalysis, _ spec: SpecText) -> [JSONText] {
    guard let executed = analysis.executed else { return [] }
    let update = SpecUpdate(executed)
    guard !update.edits.isEmpty, update.updated() != nil else { return [] }
    var edits: [JSONText] = []
    for line in spec.lines.indices {
      let row = spec.firstLine - 1 + line
      guard lines.indices.contains(row) else { continue }
      let indent = String(lines[row].dropLast(spec.lines[line].count))
      let new = (update.edits.inserted[line] ?? []).map { "\n" + indent + $0 }.joined()
      if let replaced = update.edits.replaced[line] {
        guard let text = replaced else {
          edits.append(
            edit(
              .object([("start", position(row, 0)), ("end", position(row + 1, 0))]),
              new.isEmpty ? "" : new.dropFirst() + "\n"))
          continue
        }
        edits.append(edit(range(row, from: 0, to: lines[row].count), indent + text + new))
      } else if !new.isEmpty {
        edits.append(edit(range(row, from: lines[row].count, to: lines[row].count), new))
      }
    }
    return [action("Write what happened", "quickfix", edits)]
  }

  func edit(_ range: JSONText, _ text: String) -> JSONText { .object([("range", range), ("newText", .string(text))]) }
  private func action(_ title: String, _ kind: String, _ edits: [JSONText]) -> JSONText {
    .object([
      ("title", .string(title)), ("kind", .string(kind)),
      ("edit", .object([("changes", .object([(uri, .list(edits))]))])),
    ])
  }

  // MARK: Formatting

  /// The edits that align the rows of specs. A spec whose meaning they would change stays as it is.
  func alignment(of indices: some Sequence<Int>) -> [JSONText] { indices.flatMap(alignment) }

  private func alignment(of index: Int) -> [JSONText] {
    let spec = specs[index]
    return SpecAlignment.changes(of: spec, isKnown(index) ? analysis(index).file : nil).map { line, text in
      edit(range(of: Span(line, 0..<spec.lines[line].count), in: spec), text)
    }
  }
}

extension SpecAnalysis {
  /// Whether a pipeline has expectations, and they hold.
  func holds(_ block: Int) -> Bool {
    guard let file, executed?.outcomes[block].runaway == nil else { return false }
    let rows = file.blocks[block].subscribers.compactMap(\.expected) + file.blocks[block].windows.map(\.row)
    let next = file.blocks.indices.contains(block + 1) ? file.blocks[block + 1].pipeline.span.line : Int.max
    let own = file.blocks[block].pipeline.span.line..<next
    return (!rows.isEmpty || file.blocks[block].law != nil) && !failures.contains { own.contains($0.span.line) }
  }
}

extension SpecProblem {
  /// The place of the problem in the spec that contains it.
  func span(in text: SpecText) -> Span { Span(line - text.firstLine, start..<start + width) }
}

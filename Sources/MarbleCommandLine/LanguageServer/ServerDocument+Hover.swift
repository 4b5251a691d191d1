import MarbleDiagrams
import MarbleRuns
import MarbleSpecs
import Marbles

/// The hover text and the definitions of a document.
extension ServerDocument {
  func hover(at position: JSONText?) -> JSONText {
    guard let place = place(position), let index = spec(at: place.row) else { return .null }
    let (line, column) = placeInSpec(place, specs[index])
    if let mark = mark(at: line, column, index) { return shown(mark.text, range(of: mark.span, in: specs[index])) }
    if let rule = rule(at: line, index) { return shown(rule.text, self.range(of: rule.span, in: specs[index])) }
    guard !place.word.isEmpty else { return .null }
    let word = String(place.line[place.word])
    let isMember = place.word.lowerBound > 0 && place.line[place.word.lowerBound - 1] == "."
    let range = range(place.row, from: place.word.lowerBound, to: place.word.upperBound)
    if !isMember, let span = Declarations(specs[index]).span(of: word) {
      return shown("```marble\n\(String(specs[index].lines[span.line]))\n```", range)
    }
    let forms = OperatorTable.shared.forms(of: word).filter { isMember == ($0.receiver != .nothing) }
    guard !forms.isEmpty else { return .null }
    return shown(forms.map(OperatorPage.markdown).joined(separator: "\n\n---\n\n"), range)
  }
  /// The rule of a line: its verdict, its trials and the meaning of the sentence.
  private func rule(at line: Int, _ index: Int) -> (span: Span, text: String)? {
    guard let file = analysis(index).file, let diagram = analysis(index).diagram else { return nil }
    for (block, run) in zip(file.blocks, diagram.runs) {
      guard let rule = block.rules.first(where: { $0.span.line == line }) else { continue }
      let verdicts = run.rules.filter { $0.text == rule.text }.map {
        "**\($0.headline)**\n\n```\n\($0.lines(in: 100).joined(separator: "\n"))\n```"
      }
      let meaning = RuleForm.all.first { $0.isForm(of: rule.sentence) }.map { "\($0.form): \($0.sentence)" }
      return (rule.span, (verdicts + [meaning].compactMap(\.self)).joined(separator: "\n\n"))
    }
    return nil
  }
  private func shown(_ text: String, _ range: JSONText) -> JSONText {
    .object([("contents", .object([("kind", "markdown"), ("value", .string(text))])), ("range", range)])
  }

  func definition(at position: JSONText?) -> JSONText {
    guard let place = place(position), let index = spec(at: place.row), !place.word.isEmpty,
      let span = Declarations(specs[index]).span(of: String(place.line[place.word]))
    else { return .null }
    return .object([("uri", .string(uri)), ("range", range(of: span, in: specs[index]))])
  }

  /// The marble of a row at a place: its instant, its meaning, and the explanation of the instant by the run.
  private func mark(at line: Int, _ column: Int, _ index: Int) -> (span: Span, text: String)? {
    guard let file = analysis(index).file, let row = file.row(at: line, column) else { return nil }
    let isBusy = specs[index].lines[line].starts(with: "busy ")
    for (instant, mark) in row.lane.marks {
      guard let span = row.span(of: mark), span.columns.contains(column) else { continue }
      var text = "**\(DurationText.inWords(instant.nanoseconds))**: \(isBusy ? Self.busy(mark) : what(mark, file))"
      let story = analysis(index).story(at: instant.nanoseconds, line: line)
      if !story.isEmpty { text += "\n\n" + story.map { "- \($0)" }.joined(separator: "\n") }
      return (span, text)
    }
    return nil
  }
  private static func busy(_ mark: Mark) -> String {
    mark.isEnd ? "the scheduler is free again" : "the scheduler becomes busy"
  }
  private func what(_ mark: Mark, _ file: SpecFile) -> String {
    switch mark.kind {
    case .value(let symbol): "the value `\(file.table.meaning(of: symbol))`"
    case .anyValue: "any one value"
    case .finished: "the stream finishes"
    case .failure(let text): "the stream fails with `\(text ?? file.table.value(of: .failure)?.description ?? "error")`"
    case .subscribe: "the subscription begins, or time zero of a hot stream"
    case .unsubscribe: "the subscription is over"
    case .request(let count):
      count.map { "\($0) value\($0 == 1 ? "" : "s") requested" } ?? "values without limit requested"
    }
  }
}

extension SpecFile {
  fileprivate func row(at line: Int, _ column: Int) -> MarbleRow? {
    rows.first { $0.span.line == line && $0.span.columns.contains(column) }
  }
}

extension SpecAnalysis {
  /// The sentences of `marble explain` for an instant: of the run that a row belongs to, or of all runs for the row of
  /// a source.
  fileprivate func story(at nanoseconds: Int64, line: Int) -> [String] {
    guard let file, let diagram else { return [] }
    let own = file.blocks.lastIndex { $0.pipeline.span.line < line }
    let runs = own.map { [diagram.runs[$0]] } ?? diagram.runs
    return runs.flatMap { run in
      Explanation(run, in: diagram).sentences.filter { $0.instant.nanoseconds == nanoseconds }.map(\.text)
    }.uniqued
  }
}

/// The page of an operator in an editor.
enum OperatorPage {
  static func markdown(of form: Operator) -> String {
    let facts = form.facts.text { "*\($0)*" }
    let advice = form.facts.advice(emphasized: { "*\($0)*" }, named: { "`\($0)`" })
    let names = form.facts.namesInRx(named: { "`\($0)`" })
    let about = ["`\(form.signature)` \(form.sentence)", facts, advice, names].filter { !$0.isEmpty }.joined(
      separator: "\n\n")
    return "\(about)\n\n```marble\n\(drawing(of: form))```"
  }
  /// The diagram of the operator's sample, executed.
  private static func drawing(of form: Operator) -> String {
    guard let spec = try? ExecutedSpec(SpecText(form.sample, file: form.name)) else { return form.sample + "\n" }
    return TextRenderer.text(of: spec.diagram)
  }
}

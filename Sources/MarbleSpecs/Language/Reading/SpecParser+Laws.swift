import Marbles

// Reads `== pipeline`.
extension SpecParser {
  /// The largest number of sources whose rows vary, and of values in the rows of one of them.
  static let (mostVarying, mostValues) = (2, 6)

  mutating func readLaw() throws(SpecProblem) {
    let sign = Span(row, 0..<2)
    guard let block = file.blocks.indices.last else {
      throw text.problem("a law belongs to a pipeline", at: sign, fix: "write '> …' above it")
    }
    let rest = LineReader(text, row, at: 2).restSpan
    if line[rest.columns].starts(with: "never ") { return try readException(rest, of: block) }
    if let law = file.blocks[block].law {
      throw text.problem(
        "the pipeline has a law already, in line \(text.firstLine + law.pipeline.span.line)", at: sign,
        fix: "write the pipeline again above this one")
    }
    let code = LineReader(text, row, at: 2).rowSpan
    if let first = line[code.columns].first, "-|#=".contains(first),
      line[code.columns].allSatisfy({ !".({".contains($0) })
    {
      throw text.problem("a pipeline follows '=='", at: code, fix: "an expected row begins with one '='")
    }
    let pipeline = try readPipeline(from: 2)
    try checker.checkPipeline(pipeline.expression)
    let streams = try varying(file.blocks[block].pipeline, pipeline)
    file.blocks[block].law = SpecFile.Law(pipeline: pipeline, streams: streams)
    owner = .block
  }

  /// Reads `== never clause`.
  private mutating func readException(_ rest: Span, of block: Int) throws(SpecProblem) {
    guard file.blocks[block].law != nil else {
      throw text.problem("'== never' belongs to a law", at: rest, fix: "write '== pipeline' above it")
    }
    let clause = String(String(line[rest.columns]).dropFirst("never ".count).drop { $0 == " " })
    file.blocks[block].law?.exceptions.append(SpecFile.Exception(text: clause, span: rest))
    owner = .block
    row += 1
  }

  /// The sources that both pipelines use, directly or through other streams.
  private func varying(_ first: SpecFile.Pipeline, _ second: SpecFile.Pipeline) throws(SpecProblem) -> [String] {
    let (one, other) = (sources(of: first.expression), sources(of: second.expression))
    let place = second.expression.span
    for (found, missing, name) in [(other, one, "pipeline above"), (one, other, "second pipeline")] {
      guard let odd = found.first(where: { !missing.contains($0) }) else { continue }
      throw text.problem(
        "the \(name) does not use the source '\(odd)'", at: place,
        fix: "a law is about the same sources in both pipelines")
    }
    if one.isEmpty {
      throw text.problem(
        "the law has no source whose row can vary", at: place,
        fix: "declare one, as in 'a: -1-2-|', and use it in both pipelines")
    }
    if one.count > Self.mostVarying {
      throw text.problem(
        "\(one.count) sources would vary (\(one.joined(separator: ", "))), at most two can", at: place,
        fix: "use 'let \(one[2]) = …' for one that does not vary, as in 'let \(one[2]) = [1, 2].publisher'")
    }
    for source in file.sources where one.contains(source.name) {
      let values = file.values(of: source)
      guard values.count > Self.mostValues else { continue }
      throw text.problem(
        "the row of '\(source.name)' has \(values.count) different values, too many for a law to try all rows of them",
        at: source.rows[0].span, fix: "write at most \(Self.mostValues)")
    }
    return one
  }

  /// The names of the sources that an expression uses, in the order of the file.
  private func sources(of expression: Expression) -> [String] {
    var pipelines: [String: Expression] = [:]
    for case .derived(let derived) in file.definitions { pipelines[derived.name] = derived.pipeline.expression }
    var (found, waiting): (Set<String>, [Expression]) = ([], [expression])
    while let next = waiting.popLast() {
      for name in next.allNames(in: table) where found.insert(name).inserted {
        if let pipeline = pipelines[name] { waiting.append(pipeline) }
      }
    }
    return file.sources.map(\.name).filter(found.contains)
  }
}

extension SpecFile {
  /// The different values in the rows of a source, in order.
  func values(of source: Source) -> [Value] {
    source.rows.flatMap(\.lane.keys).compactMap { key in
      if case .symbol(let symbol) = key { table.meaning(of: symbol) } else { nil }
    }.uniqued
  }
}

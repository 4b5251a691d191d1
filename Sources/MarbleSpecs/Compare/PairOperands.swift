import Marbles

/// Two pipelines and further lines of a spec that are given as the arguments of a call. Problems have the number of the
/// argument as their line.
package struct PairOperands {
  private let text: SpecText
  private let expressions: [Expression]
  /// The arguments without `>`, with the columns that were left out before them.
  private let pipelines: [(text: String, cut: Int)]
  private let lines: [String]
  /// The names that further lines define.
  private var defined: Set<String> = []
  /// The free names of the pipelines, in the order in which the first pipeline names them.
  private var streams: [String] = []
  private var hot: Set<String> = []

  /// The largest number of inputs that are tried if no number of frames is given.
  private static let enough = 30_000

  /// - Parameter operands: The two pipelines, and then lines that both share.
  package init(_ operands: [String]) throws(SpecProblem) {
    let texts = operands.map { String($0.map { $0.isNewline ? " " : $0 }) }
    text = SpecText(lines: texts.map(Array.init), file: "compare", firstLine: 1, indent: 0)
    pipelines = texts.prefix(2).map { line in
      let rest = line.drop { $0 == " " || $0 == ">" }
      return (String(rest), line.count - rest.count)
    }
    lines = Array(texts.dropFirst(2))
    var expressions: [Expression] = []
    for (row, pipeline) in pipelines.enumerated() {
      expressions.append(try Expression(text, line: row, from: pipeline.cut, as: "a pipeline", .shared))
    }
    self.expressions = expressions
    for (row, expression) in expressions.enumerated() {
      let table = OperatorTable.shared
      if case .name(let name) = expression.kind, let form = table.forms(of: name, on: .stream).first,
        !operands.dropFirst(2).contains(where: { $0.hasPrefix(name) })
      {
        throw text.problem(
          "'\(name)' is an operator, not a pipeline", at: whole(row), fix: "write a pipeline such as a.\(form.example)")
      }
    }
    try readLines()
    try findStreams()
  }

  // MARK: The further lines

  private enum Place { case header, source, lane }
  private func place(of line: String) -> Place {
    switch SpecWord(rawValue: String(line.prefix { $0.isLetter || $0.isNumber || $0 == "_" })) {
    case .title, .family, .note, .frame, .limit: .header
    case .from, .demand: .lane
    case .cold, .hot, .busy, .let, .subs, .connect, nil: .source
    }
  }

  private mutating func readLines() throws(SpecProblem) {
    for (index, line) in lines.enumerated() {
      let row = index + 2
      let first = line.first { $0 != " " }
      if first == ">" || first == "=" || line.hasPrefix("subs ") {
        throw text.problem(
          first == ">"
            ? "two pipelines are compared, not three"
            : "nothing is expected here: the pipelines are compared with each other",
          at: Span(row, 0..<line.count), fix: "further arguments are lines such as 'b: -1-2-|' or 'demand 1--1'")
      }
      if first == nil || line.first == " " || place(of: line) != .source || isTable(row) { continue }
      var words = LineReader(text, row, at: 0)
      guard var name = words.readName() else { continue }
      let kind = SpecWord(rawValue: name)
      if kind != nil { name = words.readName() ?? "" }
      if isFree(index) { hot.insert(name) } else { defined.insert(name) }
    }
  }
  /// Whether a line is a table, which may begin in the first column here.
  private func isTable(_ row: Int) -> Bool {
    text.lines[row].first == " " || TableReader(text, row, .shared).keyOfMeaning != nil
  }

  // MARK: The streams that vary

  private mutating func findStreams() throws(SpecProblem) {
    var shared: [(name: String, span: Span)] = []
    for (index, line) in lines.enumerated() where line.hasPrefix("let ") {
      guard let sign = line.firstIndex(of: "=") else { continue }
      shared += try Expression(
        text, line: index + 2, from: line.distance(from: line.startIndex, to: sign) + 1, as: "a pipeline", .shared
      )
      .freeNames(
        in: .shared)
    }
    let found = expressions.map { expression in
      (expression.freeNames(in: .shared) + shared).filter { !defined.contains($0.name) }
    }
    let names = found.map { $0.map(\.name).uniqued }
    // The second pipeline is judged first: the first one is the one that is known.
    for pipeline in [1, 0] {
      let others = names[1 - pipeline]
      guard let odd = found[pipeline].first(where: { !others.contains($0.name) }) else { continue }
      throw missing(odd, in: 1 - pipeline, instead: others.first { !names[pipeline].contains($0) })
    }
    streams = names[0]
    if streams.isEmpty {
      throw text.problem(
        "the pipelines have no stream whose row can vary", at: whole(0),
        fix: "begin both with a name, as in a.\(Self.end(of: pipelines[0].text))")
    }
    if streams.count > 2 {
      throw text.problem(
        "\(streams.count) streams would vary (\(streams.joined(separator: ", "))), at most two can",
        at: found[0][0].span, fix: "give one of them a row: '\(streams[2]): -1-2-|'")
    }
  }

  /// The problem of a name that one pipeline does not have.
  private func missing(_ odd: (name: String, span: Span), in pipeline: Int, instead own: String?) -> SpecProblem {
    let row = "give '\(odd.name)' a row: '\(odd.name): -1-2-|'"
    return text.problem(
      "the \(pipeline == 0 ? "first" : "second") pipeline has no stream '\(odd.name)'", at: odd.span,
      fix: (own.map { "write '\($0)' in both, or " } ?? "use it in both, or ") + row)
  }
  private func whole(_ row: Int) -> Span {
    Span(row, pipelines[row].cut..<max(pipelines[row].cut + 1, text.lines[row].count))
  }
  /// The text after the first point, or the text itself if it is the call of an operator.
  private static func end(of text: String) -> String {
    let name = text.prefix { $0.isLetter }
    if !OperatorTable.shared.forms(of: String(name), on: .stream).isEmpty { return text }
    return text.firstIndex(of: ".").map { String(text[text.index(after: $0)...]) } ?? "map { $0 * 2 }"
  }

  // MARK: The pair

  /// Creates the pair. Takes the first kind of values that both pipelines can work with.
  ///
  /// - Parameter frames: The largest number of frames of an input; `nil` for as many as give about 30,000 inputs.
  /// - Parameter given: Values and errors that somebody names: the values come instead of those that the pipelines
  ///   suggest.
  package func pair(frames: Int?, given: ChosenValues.Given = .init()) throws(SpecProblem) -> PairSearch {
    let tables = lines.indices.filter { isTable($0 + 2) }
    if !tables.isEmpty { return try pair([], tables, frames, given) }
    var problem: SpecProblem?
    let named = Array(given.values.prefix(PairValues.mostNamed))
    for values in named.isEmpty ? PairValues.candidates(for: expressions) : [named] {
      let pair = try pair(values, [], frames, given)
      guard let failed = pair.probe() else { return pair }
      problem = problem ?? failed
    }
    throw problem!
  }

  private func pair(
    _ values: [Value], _ tables: [Int], _ frames: Int?, _ given: ChosenValues.Given
  ) throws(SpecProblem) -> PairSearch {
    var (symbols, meanings) = PairValues.symbols(values, except: streams + defined.sorted())
    if !tables.isEmpty { symbols = named(tables) }
    let assembled = assembled(meanings, tables, symbols)
    let file: SpecFile
    do throws(SpecProblem) {
      file = try SpecFile(SpecText(assembled.lines.joined(separator: "\n"), file: text.file))
    } catch {
      throw assembled.origins.moved(error)
    }
    let most = InputSpace.frames(
      symbols: symbols.count, streams: streams.count, atMost: frames == nil ? Self.enough : InputSpace.most)
    let subject = PairSubject(file, file.blocks.map(\.pipeline), like: file.blocks[0], varying: streams)
    let own = symbols.map { file.table.meaning(of: $0) }
    var search = PairSearch(
      InputSearch(
        subject, symbols: streams.map { _ in symbols }, own: streams.map { _ in own }, given: given,
        frames: frames.map { $0 > most ? 1 : $0 } ?? most, atMost: Self.enough))
    search.mostFrames = most
    search.origins = assembled.origins
    return search
  }

  private func named(_ tables: [Int]) -> [Symbol] {
    var found: [Symbol] = []
    for index in tables {
      var reader = TableReader(text, index + 2, .shared)
      while let entry = try? reader.next() { if case .symbol(let symbol) = entry.key { found.append(symbol) } }
    }
    return Array(found.uniqued.prefix(PairValues.mostNamed))
  }

  /// The lines of a spec with both pipelines.
  private func assembled(_ meanings: [String], _ tables: [Int], _ symbols: [Symbol]) -> (
    lines: [String], origins: ProblemOrigins
  ) {
    var (made, origins): ([String], ProblemOrigins) = ([], ProblemOrigins(text))
    func add(_ line: String, _ row: Int?, cut: Int = 0) {
      if let row { origins.add(line: made.count, from: row, cut: cut) }
      made.append(line)
    }
    func add(_ wanted: Place) {
      for index in lines.indices where place(of: lines[index]) == wanted && !tables.contains(index) && !isFree(index) {
        add(lines[index], index + 2)
      }
    }
    add(.header)
    if !lines.contains(where: { $0.hasPrefix("frame") }),
      let frame = PairFrame.frame(for: expressions.flatMap(\.durations))
    {
      add("frame: \(DurationText.of(frame))", nil)
    }
    for (number, name) in streams.enumerated() {
      // Each symbol is used, because a table must not have others.
      add((hot.contains(name) ? "hot " : "") + name + ": " + symbols.map(\.notation).joined(), nil)
      if number > 0 { continue }
      for line in meanings { add("  " + line, nil) }
      for index in tables { add("  " + lines[index], index + 2, cut: -2) }
    }
    add(.source)
    for (row, pipeline) in pipelines.enumerated() {
      add("> " + pipeline.text, row, cut: pipeline.cut - 2)
      add(.lane)
    }
    return (made, origins)
  }
  /// Whether a line is `hot a:`, which has no row.
  private func isFree(_ index: Int) -> Bool {
    let line = lines[index]
    return line.hasPrefix("hot ") && line.last { $0 != " " } == ":"
  }
}

/// The arguments that the lines of an assembled spec come from.
struct ProblemOrigins: Sendable {
  private let text: SpecText?
  private var rows: [Int: (row: Int, cut: Int)] = [:]

  /// - Parameter text: The arguments; `nil` for a spec that is not assembled.
  init(_ text: SpecText?) { self.text = text }

  mutating func add(line: Int, from row: Int, cut: Int) { rows[line] = (row, cut) }

  /// The problem at its place in the arguments.
  func moved(_ problem: SpecProblem) -> SpecProblem {
    guard let text, let (row, cut) = rows[problem.line - 1] else { return problem }
    let start = max(0, problem.start + cut)
    return text.problem(
      problem.message, at: Span(row, start..<start + problem.width), fix: problem.fix, meant: problem.meant,
      kind: problem.kind)
  }
}

/// The length of a frame for pipelines with durations.
enum PairFrame {
  /// The largest length in which all durations are whole numbers of frames; if the shortest one is a single frame, a
  /// third or a half of it, because a row in which something happens during such a time has to be short. `nil` without
  /// durations.
  static func frame(for durations: [Int64]) -> Int64? {
    let lengths = durations.filter { $0 > 0 }
    guard let shortest = lengths.min() else { return nil }
    let common = lengths.reduce(0, divisor)
    if common < shortest { return common }
    return common % 3 == 0 ? common / 3 : common % 2 == 0 ? common / 2 : common
  }
  private static func divisor(_ one: Int64, _ other: Int64) -> Int64 { other == 0 ? one : divisor(other, one % other) }
}

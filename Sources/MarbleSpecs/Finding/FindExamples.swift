import Marbles

/// The rows of sources with the rows that a pipeline should send for them, as the arguments of a call: `a: -1-2|` and
/// `= --1-2|`. Several examples follow one another.
package struct FindExamples: Sendable {
  /// One example: a spec whose pipeline is still to be found.
  struct Example: Sendable {
    var file: SpecFile
    var expected: Lane
    /// The events of each source, row by row.
    var inputs: [SpecOutcome.Events]
    /// The events of the expected row, without those that may have any value.
    var outcome: SpecOutcome.Events
  }

  private(set) var examples: [Example] = []
  /// The names of the sources.
  let streams: [String]
  /// The lines that are headers, such as `frame: 100ms`.
  package let headers: [String]
  package var count: Int { examples.count }

  /// The largest number of examples, and of marbles in a row: thousands of pipelines are run for each of them.
  private static let most = 20
  static let mostMarbles = 400

  package init(_ operands: [String]) throws(SpecProblem) {
    let lines = operands.flatMap {
      $0.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    }
    let text = SpecText(lines: lines.map(Array.init), file: "find", firstLine: 1, indent: 0)
    var headers: [Int] = []
    var groups: [[Int]] = [[]]
    var isAnswered = false
    for (row, line) in lines.enumerated() {
      switch FindExamples.kind(of: line) {
      case .header: headers.append(row)
      case .expected:
        if groups[groups.count - 1].isEmpty {
          throw text.problem(
            "a row that is sent comes after the row of a source", at: Span(row, 0..<1),
            fix: "write 'a: -1-2-|' before it")
        }
        if isAnswered {
          throw text.problem(
            "the pipeline sends one row for each input", at: Span(row, 0..<1), fix: "write the next input before it")
        }
        isAnswered = true
        groups[groups.count - 1].append(row)
      case .table: groups[groups.count - 1].append(row)
      case .other:
        if isAnswered { groups.append([]) }
        isAnswered = false
        groups[groups.count - 1].append(row)
      }
    }
    guard isAnswered, let last = lines.indices.last else {
      let row = max(0, lines.count - 1)
      throw text.problem(
        "the row that the pipeline sends is missing", at: Span(row, 0..<max(1, lines.isEmpty ? 1 : lines[row].count)),
        fix: "write it after '=', as in '= --1-2-|'")
    }
    if groups.count > FindExamples.most {
      throw text.problem(
        "there are \(groups.count) examples, at most \(FindExamples.most) are read", at: Span(last, 0..<1))
    }
    var examples: [Example] = []
    for group in groups { examples.append(try FindExamples.example(of: group, headers, text, lines)) }
    self.headers = headers.map { lines[$0] }
    streams = examples[0].file.sources.map(\.name)
    for (number, example) in examples.enumerated() where example.file.sources.map(\.name) != streams {
      throw text.problem(
        "example \(number + 1) has other streams than the first one", at: Span(groups[number][0], 0..<1),
        fix: "give each example a row for \(streams.joined(separator: ", "))")
    }
    self.examples = examples
  }

  /// Takes the sources of the first pipeline of a spec as the only input, and the row below that pipeline as the row to
  /// be sent.
  package init(_ file: SpecFile, _ text: SpecText) throws(SpecProblem) {
    let place = file.blocks.first?.pipeline.span ?? Span(0, 0..<1)
    guard let block = file.blocks.first, let subscriber = block.subscribers.first, let row = subscriber.expected else {
      throw text.problem(
        "a pipeline with a row that it should send is missing", at: place,
        fix: "write the row below it, as in '= --1-2-|'")
    }
    if block.subscribers.count > 1 || subscriber.from != nil || subscriber.demand != nil {
      throw text.problem(
        "pipelines are searched for one subscriber from the beginning that requests everything", at: place,
        fix: "leave out the rows 'from' and 'demand'")
    }
    var file = file
    let used = SpecNames(file).definitions(usedBy: block)
    file.definitions = used.filter { if case .source = $0 { true } else { false } }
    if file.sources.isEmpty {
      throw text.problem("the pipeline has no source with a row", at: place, fix: "write 'a: -1-2-|' above it")
    }
    if let other = file.sources.first(where: { $0.rows.count != 1 }) {
      throw text.problem("'\(other.name)' has a row for each subscription", at: place, fix: "write one row for it")
    }
    file.blocks = [block]
    try FindExamples.checkLengths(of: file)
    headers = []
    streams = file.sources.map(\.name)
    examples = [
      Example(
        file: file, expected: row.lane, inputs: file.sources.map { source in file.events(of: source.rows[0].lane) },
        outcome: file.events(of: row.lane))
    ]
  }

  private enum Kind { case header, expected, table, other }
  private static func kind(of line: String) -> Kind {
    if line.first == " " { return .table }
    if line.first == "=" { return .expected }
    // A source may have a name that begins like a word, as 'note_played' does.
    let word = SpecWord(rawValue: String(line.prefix { $0.isLetter || $0.isNumber || $0 == "_" }))
    return word.map(SpecWord.headers.contains) == true ? .header : .other
  }

  /// Reads an example as a spec with the source itself as its pipeline.
  private static func example(
    of group: [Int], _ headers: [Int], _ text: SpecText, _ lines: [String]
  ) throws(SpecProblem) -> Example {
    var (made, origins) = ([String](), ProblemOrigins(text))
    for row in headers + group {
      if kind(of: lines[row]) == .expected { made.append("> " + pipeline(group, lines)) }
      origins.add(line: made.count, from: row, cut: 0)
      made.append(lines[row])
    }
    do throws(SpecProblem) {
      let file = try SpecFile(SpecText(made.joined(separator: "\n"), file: text.file))
      guard file.blocks.count == 1, let expected = file.blocks[0].subscribers.first?.expected else {
        throw text.problem("an example has rows of sources and one row after '='", at: Span(group[0], 0..<1))
      }
      try checkLengths(of: file)
      return Example(
        file: file, expected: expected.lane,
        inputs: file.sources.map { source in file.events(of: source.rows[0].lane) },
        outcome: file.events(of: expected.lane))
    } catch {
      throw origins.moved(error)
    }
  }
  private static func checkLengths(of file: SpecFile) throws(SpecProblem) {
    for row in file.sources.flatMap(\.rows) + file.blocks.flatMap(\.subscribers).compactMap(\.expected) {
      let count = row.lane.moments.reduce(0) { $0 + $1.marks.count }
      if count > mostMarbles {
        throw file.text.problem(
          "the row has \(count) marbles, at most \(mostMarbles) are searched with", at: row.span,
          fix: "shorten the rows of the example")
      }
    }
  }
  /// The name of the first source of an example.
  private static func pipeline(_ group: [Int], _ lines: [String]) -> String {
    let head = lines[group[0]].prefix { $0 != ":" }
    return head.split(separator: " ").last.map(String.init) ?? "a"
  }
}

extension SpecFile {
  /// The events that a row means.
  func events(of lane: Lane) -> SpecOutcome.Events {
    SpecOutcome.Events(lane) { symbol, _ in
      table.meaning(of: symbol)
    } failure: { text, _ in
      table.failure(text)
    }
  }
}

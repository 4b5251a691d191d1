import MarbleDiagrams
import MarbleRuns
import MarbleSpecs
import Marbles
import VirtualTime

/// An event that a subscriber receives.
typealias QuizEvent = SpecOutcome.Events.Entry

/// A question: which row does one subscriber of one pipeline receive?
struct QuizCard {
  /// The spec with only the pipeline of the question.
  let file: SpecFile
  /// The index of the subscriber that the question asks about.
  let subscriber: Int
  /// The events that the subscriber receives.
  let events: [QuizEvent]

  var block: SpecFile.Block { file.blocks[0] }
  var subscribers: Int { max(1, block.subscribers.count) }

  /// Creates the card of a subscriber; `nil` if its run cannot be a question because it does not end by itself, or is
  /// too long for a row.
  init?(_ file: SpecFile, block: Int, subscriber: Int = 0) throws(SpecProblem) {
    self.init(try QuizCard.run(of: block, in: file), subscriber: subscriber)
  }
  private static func run(of block: Int, in file: SpecFile) throws(SpecProblem) -> ExecutedSpec {
    var file = file
    file.blocks = [file.blocks[block]]
    // A question is about one run; a law would run its pipelines on thousands of inputs for each card that is tried.
    file.blocks[0].law = nil
    return try ExecutedSpec(file)
  }
  private init?(_ spec: ExecutedSpec, subscriber: Int) {
    guard spec.outcomes[0].runaway == nil, spec.outcomes[0].recordings.indices.contains(subscriber) else { return nil }
    file = spec.file
    self.subscriber = subscriber
    events = spec.outcomes[0].recordings[subscriber].entries
    let length = events.last.map { $0.instant.nanoseconds / file.frame } ?? 0
    if events.count > 40 || length > 80 || events.contains(where: { !$0.canBeWritten }) { return nil }
  }

  static func all(in file: SpecFile) throws(SpecProblem) -> [QuizCard] {
    var cards: [QuizCard] = []
    for (index, block) in file.blocks.enumerated() {
      // All subscribers of a pipeline are in one run.
      let spec = try run(of: index, in: file)
      for subscriber in 0..<max(1, block.subscribers.count) {
        if let card = QuizCard(spec, subscriber: subscriber) { cards.append(card) }
      }
    }
    return cards
  }

  /// The limit of a run that is tried for a question. A pipeline may run for ever: it is stopped early, and is neither
  /// a question nor a rival then.
  static let mostSteps = 1_000

  /// The same question with another line of text; `nil` if the result is neither a spec nor a question.
  func changed(line row: Int, to text: String) -> QuizCard? {
    guard let place = number(of: block, in: file) else { return nil }
    var lines = file.text.lines
    lines[row] = Array(text)
    guard var new = try? SpecFile(file.text.with(lines)), new.blocks.indices.contains(place) else { return nil }
    new.limit = min(new.limit ?? QuizCard.mostSteps, QuizCard.mostSteps)
    return try? QuizCard(new, block: place, subscriber: subscriber)
  }

  /// The index of a block in the text.
  private func number(of block: SpecFile.Block, in file: SpecFile) -> Int? {
    file.text.lines.indices.filter { file.text.lines[$0].first == ">" }.firstIndex(of: block.pipeline.span.line)
  }

  /// The identity of the question, independent of the layout of its text.
  var identity: String {
    let sources = file.sources.map {
      "\($0.isHot ? "hot " : "")\($0.name)\($0.rows.map { "\($0.lane.moments)" }.joined())"
    }
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in (sources + block.pipeline.lines + ["\(file.frame) \(subscriber)"]).joined(separator: "\n").utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x0100_0000_01b3
    }
    return String(hash, radix: 16)
  }

  /// The pipelines with other outcomes that the learner may have had in mind.
  var rivals: [Rival] { Rivals.all(of: self) }

  // MARK: Names

  /// The meanings of the symbols of the input. The symbols that only the answer uses are not part of the question.
  var inputTable: [(symbol: Symbol, value: Value)] {
    let keys = file.sourceRows.flatMap(\.lane.keys)
    let listed = file.sources.flatMap(\.entries).map { file.table.entries[$0].key }
    var seen: Set<SymbolTable.Key> = []
    return (keys + listed).filter { seen.insert($0).inserted }.compactMap { key in
      if case .symbol(let symbol) = key { (symbol, file.table.meaning(of: symbol)) } else { nil }
    }
  }

  /// The spec without the names of computed values.
  var unnamed: SpecFile {
    var new = file
    new.table = SymbolTable()
    var moved: [Int: Int] = [:]
    for index in file.sources.flatMap(\.entries) where moved[index] == nil {
      moved[index] = new.table.entries.count
      new.table.add(file.table.entries[index])
    }
    if let failure = file.table.index(of: .failure), moved[failure] == nil {
      new.table.add(file.table.entries[failure])
    }
    new.definitions = file.definitions.map { definition in
      guard case .source(var source) = definition else { return definition }
      source.entries = source.entries.compactMap { moved[$0] }
      return .source(source)
    }
    new.blocks[0].entries = []
    return new
  }
}

extension QuizEvent {
  fileprivate var canBeWritten: Bool { if case .value(let value) = event { value.canBeWritten } else { true } }
}

import MarbleRuns
import Marbles
import VirtualTime

/// The outcome of a law: the number of inputs on which both pipelines ran, and the shortest on which they differ.
package struct LawOutcome: Sendable {
  /// An input on which the pipelines differ, with the events that one subscriber received from both.
  struct Counterexample: Sendable {
    var way: PairDifference
    var rows: [(name: String, lane: Lane)]
    var first: SpecOutcome.Events
    var second: SpecOutcome.Events
  }

  /// The number of inputs up to the first difference, and of all inputs.
  package internal(set) var tried = 0
  package internal(set) var count = 0
  /// The largest number of frames of an input.
  package internal(set) var frames = 0
  /// The largest number of frames of a time in the pipelines.
  package internal(set) var longest = 0
  var difference: Counterexample?
  /// The meanings of the symbols in the inputs.
  var table = SymbolTable()

  package var holds: Bool { difference == nil }
  /// Whether a time in the pipelines is longer than every input, so that no input tries it.
  package var isTooShort: Bool { longest > frames }

  private var inputs: String { "\(count.inGroups) input\(count == 1 ? "" : "s") of up to \(frames) frame\(frames == 1 ? "" : "s")" }
  /// The number of the last input that was tried.
  var place: String { "input \(tried.inGroups) of the \(inputs)" }
  /// The outcome as a part of a sentence.
  package var sentence: String {
    if let difference { return "broken by " + difference.rows.map { "\($0.name): \($0.lane)" }.joined(separator: " and ") + ", \(place)" }
    return isTooShort ? "undecided: a time of \(longest.inGroups) frames is longer than all \(inputs)" : "the same for all \(inputs)"
  }
}

/// The runs of the two pipelines of a law, on all inputs up to a length.
struct LawRun {
  private let file: SpecFile
  private let block: SpecFile.Block
  private let law: SpecFile.Law
  /// The symbols of each stream that varies.
  private var symbols: [[Symbol]] = []
  private var table: SymbolTable
  private let space: InputSpace

  /// The largest number of inputs, and the number of actions after which a run on such a short input does not end.
  private static let (enough, limit) = (3_000, 500)

  /// Creates the runs; `nil` if the pipeline has no law.
  init?(of file: SpecFile, _ block: SpecFile.Block) {
    guard let law = block.law else { return nil }
    (self.file, self.law, table) = (file, law, file.table)
    var plain = block
    // A law is about the events that subscribers receive.
    (plain.law, plain.rules, plain.windows) = (nil, [], [])
    self.block = plain
    let expressions = [block.pipeline.expression, law.pipeline.expression] + file.definitions.compactMap { $0.pipeline?.expression }
    let taken = Set(file.definitionNames)
    for source in file.sources where law.streams.contains(source.name) {
      var signs: [Symbol] = []
      for value in PairValues.values(in: file.values(of: source), for: expressions) { signs.append(Self.symbol(of: value, &table, taken)) }
      symbols.append(signs)
    }
    let most = symbols.map(\.count).max() ?? 1
    let frames = InputSpace.frames(symbols: most, streams: law.streams.count, atMost: Self.enough)
    space = InputSpace(frames: frames, symbols: most, streams: law.streams.count)
  }

  /// The symbol of a value: one that means it already, or a new one, for which an entry is added.
  private static func symbol(of value: Value, _ table: inout SymbolTable, _ taken: Set<String>) -> Symbol {
    for case .symbol(let symbol) in table.entries.filter({ $0.value == value }).map(\.key) { return symbol }
    if let own = Symbolizer.ownSymbol(of: value), table.index(of: .symbol(own)) == nil { return own }
    let letters = "pqrstuvwxyzabcdefghijklmnoPQRSTUVWXYZ".map { Symbol(String($0)) }
    let free =
      letters.first { table.index(of: .symbol($0)) == nil && !taken.contains($0.text) } ?? Symbol("v\(table.entries.count)", isQuoted: true)
    let place = Span(0, 0..<0)
    table.add(SymbolTable.Entry(key: .symbol(free), value: value, expression: Expression(.literal(value), place), span: place))
    return free
  }

  /// Runs both pipelines on the inputs, the shortest first, up to the first on which they differ.
  func outcome() throws(SpecProblem) -> LawOutcome {
    var outcome = LawOutcome()
    (outcome.count, outcome.frames, outcome.table) = (space.count, space.frames, table)
    let frames = ([block.pipeline, law.pipeline].flatMap { $0.expression.timesInFrames(of: file.frame) }).max() ?? 0
    outcome.longest = Int(clamping: frames)
    var blocks = [block, block]
    blocks[1].pipeline = law.pipeline
    for input in 0..<space.count {
      let lanes = space.lanes(input, frame: file.frame, symbols)
      let varied = file(with: lanes)
      let names = SpecNames(varied)
      outcome.tried += 1
      let rows = zip(law.streams, lanes).map { (name: $0, lane: $1) }
      do throws(SpecProblem) {
        let first = try SpecRun.outcome(of: varied, block: blocks[0], names, isTraced: false)
        let second = try SpecRun.outcome(of: varied, block: blocks[1], names, isTraced: false)
        guard let way = PairDifference(first, second) else { continue }
        let (one, other) = zip(first.recordings, second.recordings).first { $0 != $1 } ?? (first.recordings[0], second.recordings[0])
        outcome.difference = LawOutcome.Counterexample(way: way, rows: rows, first: one, second: other)
        return outcome
      } catch {
        var problem = error
        problem.message += ", if the law has the input " + rows.map { "\($0.name): \($0.lane)" }.joined(separator: " and ")
        throw problem
      }
    }
    return outcome
  }

  /// The spec with the rows of an input.
  private func file(with lanes: [Lane]) -> SpecFile {
    var new = file
    (new.table, new.limit) = (table, min(file.limit ?? Self.limit, Self.limit))
    for index in file.definitions.indices {
      guard case .source(var source) = file.definitions[index], let place = law.streams.firstIndex(of: source.name) else { continue }
      source.rows = [SpecFile.MarbleRow(lane: lanes[place], span: source.rows[0].span)]
      new.definitions[index] = .source(source)
    }
    return new
  }
}

extension Expression {
  /// The times that are written in the expression, as durations or as numbers of frames, rounded up.
  fileprivate func timesInFrames(of frame: Int64) -> [Int64] {
    var found: [Int64] = []
    switch kind {
    case .literal(.duration(let length)): found.append(length / frame + (length % frame > 0 ? 1 : 0))
    case .call(let callee, let arguments):
      guard case .member(_, let name, _, _) = callee.kind else { break }
      let forms = OperatorTable.shared.forms(of: name, on: .stream)
      guard let (form, bound) = forms.lazy.compactMap({ form in form.bind(arguments).map { (form, $0) } }).first else { break }
      for (parameter, given) in zip(form.parameters, bound) where parameter.kind == .duration {
        for case .literal(.integer(let number)) in given.map(\.value.kind) { found.append(number) }
      }
    default: break
    }
    return found + kind.children.flatMap { $0.timesInFrames(of: frame) }
  }
}

extension Int {
  /// The number with a comma before each group of three digits.
  fileprivate var inGroups: String {
    let digits = Array(String(self))
    return String(digits.indices.flatMap { $0 > 0 && (digits.count - $0) % 3 == 0 ? [",", digits[$0]] : [digits[$0]] })
  }
}

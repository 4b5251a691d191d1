import MarbleRuns
import Marbles
import VirtualTime

/// Two pipelines over sources whose rows vary.
struct PairSubject: Sendable {
  private(set) var file: SpecFile
  private let blocks: [SpecFile.Block]
  /// The names of each pipeline, which do not depend on the rows.
  private let names: [SpecNames]
  /// The names of the sources whose rows vary.
  let streams: [String]
  /// The number of actions after which a run on a short input does not end, unless the spec says another, and the
  /// number for each event more.
  let limit: Int
  private static let limitOfEvent = 40
  /// The number of actions of a run on the rows that the spec has.
  private static let limitOfOwn = 20_000

  /// - Parameter pipelines: The pipelines; a law is about the events that subscribers receive, so rules and windows do
  ///   not matter.
  init(
    _ file: SpecFile, _ pipelines: [SpecFile.Pipeline], like block: SpecFile.Block, varying streams: [String],
    limit: Int = 500
  ) {
    self.file = file
    self.streams = streams
    self.limit = limit
    let blocks = pipelines.map { pipeline in
      var plain = block
      plain.pipeline = pipeline
      plain.law = nil
      plain.rules = []
      plain.windows = []
      return plain
    }
    let all = SpecNames(file)
    self.blocks = blocks
    names = blocks.map { all.narrowed(to: $0) }
  }

  /// The sources whose rows vary, in the order of their names.
  var sources: [SpecFile.Source] { streams.compactMap { name in file.sources.first { $0.name == name } } }
  /// The pipelines, and the definitions that they may use.
  var expressions: [Expression] {
    let used = SpecNames(file).definitions(usedByAnyOf: blocks).compactMap { $0.pipeline?.expression }
    return blocks.map(\.pipeline.expression) + used
  }
  var map: CoverageMap { CoverageMap(file.text, expressions) }

  /// The symbol of a value: one that means it already, or a new one, for which an entry is added.
  mutating func symbol(of value: Value) -> Symbol {
    for case .symbol(let symbol) in file.table.entries.filter({ $0.value == value }).map(\.key) { return symbol }
    if let own = Symbolizer.ownSymbol(of: value), file.table.index(of: .symbol(own)) == nil { return own }
    let letters = "pqrstuvwxyzabcdefghijklmnoPQRSTUVWXYZ".map { Symbol(String($0)) }
    let taken = Set(file.definitionNames)
    let free =
      letters.first { file.table.index(of: .symbol($0)) == nil && !taken.contains($0.text) }
      ?? Symbol("v\(file.table.entries.count)", isQuoted: true)
    let place = Span(0, 0..<0)
    file.table.add(
      SymbolTable.Entry(key: .symbol(free), value: value, expression: Expression(.literal(value), place), span: place))
    file.addEntry(file.table.entries.count - 1, to: streams.first)
    return free
  }

  /// Symbols for the values of each source, and for those at which the closures of the pipelines may decide.
  mutating func symbols(of own: [[Value]], most: Int = .max) -> [[Symbol]] {
    let expressions = expressions
    var symbols: [[Symbol]] = []
    for values in own {
      var signs: [Symbol] = []
      for value in PairValues.values(in: values, for: expressions).prefix(most) { signs.append(symbol(of: value)) }
      symbols.append(signs)
    }
    return symbols
  }

  private func limit(for lanes: [Lane]) -> Int {
    let events = lanes.reduce(0) { $0 + $1.moments.reduce(0) { $0 + $1.content.count } }
    let limit = self.limit + max(0, events - 8) * Self.limitOfEvent
    return min(file.limit ?? limit, limit)
  }

  /// The spec with other rows.
  func file(with lanes: [Lane]) -> SpecFile {
    var new = file
    new.limit = limit(for: lanes)
    for index in file.definitions.indices {
      guard case .source(var source) = file.definitions[index], let place = streams.firstIndex(of: source.name) else {
        continue
      }
      source.rows = [SpecFile.MarbleRow(lane: lanes[place], span: source.rows[0].span)]
      new.definitions[index] = .source(source)
    }
    return new
  }

  /// Runs the pipelines on some rows, or on those that the spec has.
  ///
  /// - Parameter coverage: Gets what the runs show: the decisions of closures, and in a traced run those of operators.
  func outcomes(on lanes: [Lane]?, isTraced: Bool = false, _ coverage: RunCoverage? = nil) throws(SpecProblem)
    -> [SpecOutcome]
  {
    var file = lanes.map { self.file(with: $0) } ?? self.file
    if lanes == nil { file.limit = min(file.limit ?? Self.limitOfOwn, Self.limitOfOwn) }
    var outcomes: [SpecOutcome] = []
    for (block, names) in zip(blocks, names) {
      let outcome = try SpecRun.outcome(
        of: file, block: block, names.with(rowsOf: file), isTraced: isTraced, decisions: coverage?.decisions)
      if let trace = outcome.trace { coverage?.add(trace) }
      outcomes.append(outcome)
    }
    return outcomes
  }

  /// The difference of the pipelines on some rows.
  func difference(on lanes: [Lane]) throws(SpecProblem) -> PairDifference? {
    let outcomes = try outcomes(on: lanes)
    return PairDifference(outcomes[0], outcomes[1])
  }

  /// A spec of the pipelines and some rows, or those that the spec has, for people: it has a limit of its own only where
  /// a run does not end.
  func file(showing lanes: [Lane]?) throws(SpecProblem) -> SpecFile {
    var file = lanes.map { self.file(with: $0) } ?? self.file
    file.blocks = blocks
    if lanes != nil, !(try outcomes(on: lanes)).contains(where: \.isCut) { file.limit = self.file.limit }
    return file
  }

  /// The same pipelines with the symbols of another subject.
  func with(_ table: SymbolTable) -> PairSubject {
    var new = self
    new.file.table = table
    return new
  }

  /// Rows with fewer marks and less silence on which the pipelines still differ.
  ///
  /// - Parameter way: The way in which they have to differ; `nil` for any.
  func shrunk(_ lanes: [Lane], keeping way: PairDifference? = nil) -> [Lane] {
    Self.shrunk(lanes) { candidate in
      guard let found = try? self.difference(on: candidate) else { return false }
      return way == nil || found == way
    }
  }

  /// Rows with fewer marks and less silence for which something still holds.
  static func shrunk(_ lanes: [Lane], _ holds: ([Lane]) -> Bool) -> [Lane] {
    var (best, runs) = (lanes, 0)
    var isSmaller = true
    while isSmaller, runs < 400 {
      isSmaller = false
      for candidate in smaller(best) where runs < 400 {
        runs += 1
        if holds(candidate) {
          best = candidate
          isSmaller = true
          break
        }
      }
    }
    return best
  }

  /// Rows without some of their marks, the smallest first, and rows with less silence.
  private static func smaller(_ lanes: [Lane]) -> [[Lane]] {
    var found: [[Lane]] = []
    for (number, lane) in lanes.enumerated() {
      let marks = lane.marks.map { (instant: $0.instant, kind: $0.mark.kind) }
      func add(_ marks: [(instant: VirtualInstant, kind: Mark.Kind)]) {
        var new = lanes
        new[number] = Lane(frame: lane.frame, marks: marks)
        found.append(new)
      }
      var length = marks.count
      while length > 0 {
        for start in stride(from: 0, through: marks.count - length, by: length) {
          add(Array(marks[..<start] + marks[(start + length)...]))
        }
        length /= 2
      }
    }
    let instants = Set(lanes.flatMap { $0.moments.map(\.instant) }).sorted()
    var last = VirtualInstant(nanoseconds: -(lanes.first?.frame ?? 1))
    for instant in instants {
      let gap = (instant.nanoseconds - last.nanoseconds) / max(1, lanes[0].frame) - 1
      for shift in [gap, 1].uniqued where shift > 0 && gap > 0 {
        found.append(lanes.map { $0.moved(from: instant, by: -shift * lanes[0].frame) })
      }
      last = instant
    }
    return found
  }
}

extension Lane {
  /// The row with all marks from an instant on moved.
  fileprivate func moved(from instant: VirtualInstant, by nanoseconds: Int64) -> Lane {
    var lane = self
    for index in lane.moments.indices where lane.moments[index].instant >= instant {
      lane.moments[index].instant = VirtualInstant(nanoseconds: lane.moments[index].instant.nanoseconds + nanoseconds)
    }
    return lane
  }
}

extension SpecFile {
  /// Adds an entry of the table to those that are written below a source.
  fileprivate mutating func addEntry(_ entry: Int, to name: String?) {
    for index in definitions.indices {
      guard case .source(var source) = definitions[index], source.name == name else { continue }
      source.entries.append(entry)
      definitions[index] = .source(source)
    }
  }
}

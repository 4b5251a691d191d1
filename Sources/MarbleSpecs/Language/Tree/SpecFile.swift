import Marbles

/// A spec that has been read and checked, but not run.
package struct SpecFile: Sendable {
  package internal(set) var text: SpecText
  /// The texts of the headers `title`, `note` and `family`.
  package var headers: [String: String] = [:]
  /// The time that one symbol takes, in nanoseconds.
  package var frame = Lane.defaultFrame
  package var frameText: String?
  /// The number of actions that a run may take, if the file sets one.
  package var limit: Int?
  /// The times when the scheduler is busy.
  var busy: MarbleRow?
  /// The declared streams and the streams derived from them, in order.
  package var definitions: [Definition] = []
  package var blocks: [Block] = []
  /// The meanings of the symbols.
  package var table = SymbolTable()
  /// The indices of the lines with tables.
  var tableRows: [Int] = []

  package enum Definition: Sendable {
    case source(Source)
    case derived(Derived)
  }

  /// `name: marbles`, with one row for all subscriptions or a row for each.
  package struct Source: Sendable {
    package var name: String
    package var span: Span
    package var isHot: Bool
    /// The rows, at least one. A hot stream has exactly one. The last row of a cold stream is also for all later
    /// subscriptions.
    package var rows: [MarbleRow]
    /// The indices of the table entries below it.
    package var entries: [Int] = []

    /// The moments of all rows, one row after the other.
    var lane: Lane { Lane(frame: rows[0].lane.frame, moments: rows.flatMap(\.lane.moments)) }
    /// The line of a spec with a row of the source.
    func line(_ row: Lane) -> String { "\(isHot ? "hot " : "")\(name): \(row)" }
  }

  /// `let name = pipeline`, or a value, or a closure.
  package struct Derived: Sendable {
    var name: String
    var span: Span
    var pipeline: Pipeline
    /// Whether the pipeline is known to be a stream before the run.
    var isStream = true
  }

  /// `> pipeline` and the lines that belong to it.
  package struct Block: Sendable {
    package var pipeline: Pipeline
    package var subscribers: [SubscriberRows] = []
    package var windows: [WindowRow] = []
    /// The connections of the streams that wait for one.
    var connections: [WindowRow] = []
    package var entries: [Int] = []
    package var rules: [Rule] = []
    package var law: Law?

    /// The rows of each subscriber. A pipeline without any has one subscriber.
    package var rowsOfSubscribers: [SubscriberRows] { subscribers.isEmpty ? [SubscriberRows()] : subscribers }
    /// The expressions of the pipeline and of its law.
    var expressions: [Expression] { [pipeline.expression] + (law.map { [$0.pipeline.expression] } ?? []) }
  }

  /// `== pipeline`: another pipeline that sends the same events for every row of the sources.
  package struct Law: Sendable {
    var pipeline: Pipeline
    /// The names of the sources whose rows vary.
    var streams: [String]
    /// The behaviors that no input can show, so that they are not gaps.
    var exceptions: [Exception] = []
  }

  /// `== never clause`: what no input of a law can show.
  struct Exception: Sendable {
    var text: String
    var span: Span
  }

  package struct Pipeline: Sendable {
    package var expression: Expression
    package var span: Span
    /// The text as it was written, line by line, without space around it and without comments.
    package var lines: [String]
    /// The index of its last line in the text.
    package var last: Int

    /// The lines behind a sign: those below the first are indented.
    func lines(after sign: String) -> [String] { lines.enumerated().map { ($0 == 0 ? sign : "  ") + $1 } }
  }

  /// A row of marbles and its place in the text.
  package struct MarbleRow: Sendable {
    package var lane: Lane
    package var span: Span

    /// The place of a mark of the row.
    package func span(of mark: Mark) -> Span? {
      let start = span.columns.lowerBound
      return mark.range.map { Span(span.line, start + $0.lowerBound..<start + $0.upperBound) }
    }
  }

  package struct SubscriberRows: Sendable {
    package var from: MarbleRow?
    package var demand: MarbleRow?
    package var expected: MarbleRow?

    package init() {}
  }

  /// `subs name: lane` and `connect name: lane`. A row without marks means that there was no subscription.
  package struct WindowRow: Sendable {
    var name: String
    package var row: MarbleRow
  }

  package var sourceRows: [MarbleRow] { sources.flatMap(\.rows) }
  /// The rows of values: of sources, and those that are expected.
  package var eventRows: [MarbleRow] { sourceRows + blocks.flatMap(\.subscribers).compactMap(\.expected) }
  /// All rows of marbles: of sources, subscribers, subscriptions and connections.
  package var rows: [MarbleRow] {
    var all = sourceRows + (busy.map { [$0] } ?? [])
    for block in blocks {
      for rows in block.subscribers {
        for row in [rows.from, rows.demand, rows.expected] { if let row { all.append(row) } }
      }
      all += block.windows.map(\.row)
      all += block.connections.map(\.row)
    }
    return all
  }
  package var sources: [Source] { definitions.compactMap(\.source) }
  /// The names of the streams, values and closures.
  var definitionNames: [String] { definitions.map(\.name) }
  mutating func addRow(_ row: MarbleRow) {
    guard case .source(var source)? = definitions.popLast() else { return }
    source.rows.append(row)
    definitions.append(.source(source))
  }
  /// The expressions of the pipelines that run, then of those with a name.
  package var pipelines: [Expression] {
    blocks.map(\.pipeline.expression) + definitions.compactMap { $0.pipeline?.expression }
  }
  package var hasExpectations: Bool {
    blocks.contains {
      !$0.windows.isEmpty || !$0.rules.isEmpty || $0.law != nil || $0.subscribers.contains { $0.expected != nil }
    }
  }
}

/// The meanings of symbols in one file: the entries of all its tables, in order.
package struct SymbolTable: Sendable {
  /// The key of an entry.
  package enum Key: Hashable, Sendable {
    case symbol(Symbol)
    /// A bare `#`.
    case failure

    var shown: String {
      switch self {
      case .symbol(let symbol): symbol.notation
      case .failure: "#"
      }
    }
  }
  package struct Entry: Sendable {
    package var key: Key
    var value: Value
    var expression: Expression
    package var span: Span

    /// The entry as it is written.
    var text: String { "\(key.shown) = \(value)" }
  }

  package var entries: [Entry] = []
  private var indices: [Key: Int] = [:]

  package func index(of key: Key) -> Int? { indices[key] }
  package func value(of key: Key) -> Value? { indices[key].map { entries[$0].value } }

  package mutating func add(_ entry: Entry) {
    indices[entry.key] = entries.count
    entries.append(entry)
  }

  /// The value of a symbol: its entry, otherwise the digit or the text itself.
  package func meaning(of symbol: Symbol) -> Value { value(of: .symbol(symbol)) ?? symbol.ownMeaning }
  func valueOfFailure(_ text: String?) -> Value { text.map { .string($0) } ?? value(of: .failure) ?? .bareFailure }

  /// The lines of a table of some keys.
  func lines(of keys: Set<Key>) -> [String] { entries.filter { keys.contains($0.key) }.map { "  " + $0.text } }

  package init() {}
}

extension Symbol {
  /// The integer for a bare digit, else the string.
  var ownMeaning: Value {
    if !isQuoted, text.utf8.count == 1, let code = text.utf8.first, 48...57 ~= code {
      .integer(Int64(code) - 48)
    } else {
      .string(text)
    }
  }
}

extension Value {
  /// The value of a bare `#`, unless a table has another value for it.
  static var bareFailure: Value { .string("error") }
  var asDecimal: Value {
    if case .integer(let number) = self { .decimal(Double(number)) } else { self }
  }

  /// Whether a written value represents this one: integer literals adapt to decimals, at all levels.
  func isMeant(by written: Value) -> Bool {
    switch (written, self) {
    case (.integer(let number), .decimal(let actual)): Double(number) == actual
    case (.array(let one), .array(let other)), (.tuple(let one), .tuple(let other)): Value.isMeant(other, by: one)
    case (.member(let name, let one), .member(let actual, let other)): name == actual && Value.isMeant(other, by: one)
    default: written == self
    }
  }
  private static func isMeant(_ actual: Items, by written: Items) -> Bool {
    actual.elements.count == written.elements.count
      && zip(written.elements, actual.elements).allSatisfy { $1.isMeant(by: $0) }
  }
}

extension SpecFile.Definition {
  var name: String {
    switch self {
    case .source(let source): source.name
    case .derived(let derived): derived.name
    }
  }
  var source: SpecFile.Source? {
    if case .source(let source) = self { source } else { nil }
  }
  var pipeline: SpecFile.Pipeline? {
    if case .derived(let derived) = self { derived.pipeline } else { nil }
  }
}

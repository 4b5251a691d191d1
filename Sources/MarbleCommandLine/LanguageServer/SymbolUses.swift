import MarbleRuns
import MarbleSpecs
import Marbles

/// The places of a spec that write a symbol with a meaning in a table: its entry, the values of rows, and the values
/// that rules name.
struct SymbolUses {
  let symbol: Symbol
  /// The places in the order of the lines; the entry of the table is the declaration.
  private(set) var uses: [SpecNameUses.Use] = []

  /// Finds the symbol at a place. Returns `nil` if no symbol that a table explains is there.
  init?(of file: SpecFile, at line: Int, _ column: Int) {
    let all = Self.places(in: file).filter {
      $0.span.line == line && $0.span.columns.lowerBound <= column && column <= $0.span.columns.upperBound
    }
    // Between two symbols the one behind the place is meant.
    guard let symbol = all.last?.symbol, file.table.entries.contains(where: { $0.key == .symbol(symbol) }) else {
      return nil
    }
    self.init(of: symbol, in: file)
  }

  init(of symbol: Symbol, in file: SpecFile) {
    self.symbol = symbol
    uses = Self.places(in: file).filter { $0.symbol == symbol }
      .map { .init(name: symbol.text, span: $0.span, isDeclaration: $0.isEntry) }
      .sorted { ($0.span.line, $0.span.columns.lowerBound) < ($1.span.line, $1.span.columns.lowerBound) }
  }

  private static func places(in file: SpecFile) -> [(symbol: Symbol, span: Span, isEntry: Bool)] {
    var places: [(Symbol, Span, Bool)] = []
    for row in file.eventRows {
      for (_, mark) in row.lane.marks {
        guard case .value(let symbol) = mark.kind, let span = row.span(of: mark) else { continue }
        places.append((symbol, span, false))
      }
    }
    for entry in file.table.entries {
      if case .symbol(let symbol) = entry.key { places.append((symbol, entry.span, true)) }
    }
    for rule in file.blocks.flatMap(\.rules) { places += quoted(in: rule, file).map { ($0.symbol, $0.span, false) } }
    return places
  }

  /// The values that a rule names, each in single quotes.
  private static func quoted(in rule: SpecFile.Rule, _ file: SpecFile) -> [(symbol: Symbol, span: Span)] {
    let line = file.text.lines[rule.span.line]
    var found: [(Symbol, Span)] = []
    var start = line.firstIndex(of: "'")
    while let first = start, let last = line[(first + 1)...].firstIndex(of: "'") {
      found.append((Symbol(written: String(line[first...last])), Span(rule.span.line, first..<last + 1)))
      start = line[(last + 1)...].firstIndex(of: "'")
    }
    return found
  }
}

extension ServerDocument {
  /// The edits that give another sign to a value, in its table, its rows and its rules.
  func renamed(_ symbols: SymbolUses, of index: Int, to new: String) throws(RenameRefusal) -> JSONText {
    let spec = specs[index]
    guard let file = analysis(index).file else { throw RenameRefusal("the spec has a mistake; correct it before") }
    let text = new.count > 2 && new.first == "'" && new.last == "'" ? String(new.dropFirst().dropLast()) : new
    if text == symbols.symbol.text { return .object([("changes", .object([]))]) }
    let written = Symbol(text).notation
    guard let lane = try? Lane(parsing: written, as: .cold), lane.moments.count == 1,
      case .value(let symbol)? = lane.moments[0].marks.first?.kind
    else { throw RenameRefusal("'\(new)' cannot be a value of a row") }
    let known = file.usedKeys.union(file.table.entries.map(\.key))
    if known.contains(.symbol(symbol)) { throw RenameRefusal("another value is written \(written) already") }
    var lines = spec.lines
    for use in symbols.uses.reversed() {
      let isRule = lines[use.span.line].first == "!"
      lines[use.span.line].replaceSubrange(use.span.columns, with: Array(isRule ? "'\(text)'" : written))
    }
    try check(lines, as: spec, sameTimesAs: file, written)
    return changes(of: spec, to: lines)
  }

  /// Checks that the new lines can be read and that every row has its events at the same instants.
  private func check(_ lines: [[Character]], as spec: SpecText, sameTimesAs old: SpecFile, _ written: String)
    throws(RenameRefusal)
  {
    let file: SpecFile
    do throws(SpecProblem) {
      file = try SpecFile(spec.with(lines))
    } catch { throw RenameRefusal("with \(written) the spec is wrong: \(error.message)") }
    for (one, other) in zip(old.eventRows, file.eventRows)
    where one.lane.moments.map(\.instant) != other.lane.moments.map(\.instant) {
      let line = spec.firstLine + one.span.line
      throw RenameRefusal(
        "\(written) would change the times in line \(line): a group takes as many frames as it has signs; write it in [ ]"
      )
    }
  }
}

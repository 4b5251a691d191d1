import Marbles
import VirtualTime

/// Updates the expectations of a spec to its outcome: its `=` and `subs` rows and the tables that they need. Nothing
/// else changes, and rows that hold stay as they were written.
package struct SpecUpdate {
  /// The changes to the lines of a spec.
  package struct Edits {
    /// The new texts by line; `nil` removes the line.
    package var replaced: [Int: String?] = [:]
    /// The lines that are inserted after a line.
    package var inserted: [Int: [String]] = [:]
    package var isEmpty: Bool { replaced.isEmpty && inserted.isEmpty }

    package init() {}

    /// The lines of a text with these changes.
    package func applied(to lines: [[Character]]) -> [[Character]] {
      lines.indices.flatMap { index in
        let kept = replaced[index].map { $0.map { [Array($0)] } ?? [] } ?? [lines[index]]
        return kept + (inserted[index] ?? []).map(Array.init)
      }
    }
  }

  /// A row, or the rows of one name, that differ from the outcome, and the change after which they hold.
  package struct Change {
    /// The row, or the pipeline of a row that is missing.
    package let span: Span
    /// The lines as they are; none if a row is missing.
    package fileprivate(set) var old: [String] = []
    /// The lines as they would be, without the entries of tables.
    package fileprivate(set) var new: [String] = []
    /// The entries that the new lines need.
    package fileprivate(set) var entries: [String] = []
    fileprivate var edits = Edits()
    fileprivate var oldKeys: Set<SymbolTable.Key> = []
    fileprivate var newKeys: Set<SymbolTable.Key> = []
  }
  private enum Step {
    case change(Change)
    /// New entries of a table, behind a line.
    case entries([SymbolTable.Entry], behind: Int)
  }

  package private(set) var edits = Edits()
  /// The changes, row by row, in the order of the spec.
  package var changes: [Change] { steps.compactMap { if case .change(let change) = $0 { change } else { nil } } }
  private var steps: [Step] = []
  private let spec: ExecutedSpec
  private var symbolizer: Symbolizer
  /// Names the values of rows that do not hold.
  private let names: Symbolizer
  /// The symbols of the rows that stay as they are.
  private var used: Set<SymbolTable.Key>
  private var file: SpecFile { spec.file }

  /// Finds the changes after which a spec holds; there are none if it holds already, or if its runs were stopped.
  ///
  /// - Parameter isReviewed: Whether some of the changes may be left out: no new value then takes a symbol of an old
  ///   row.
  package init(_ spec: ExecutedSpec, isReviewed: Bool = false) {
    self.spec = spec
    names = Symbolizer(spec.file)
    used = Set(spec.file.sourceRows.flatMap(\.lane.keys))
    symbolizer = Symbolizer(spec.file)
    guard spec.outcomes.allSatisfy({ $0.runaway == nil }) else { return }
    used.formUnion(keptRows().flatMap(\.keys))
    symbolizer = Symbolizer(spec.file, alsoTaken: isReviewed ? used.union(spec.file.usedKeys) : used)
    for index in spec.file.blocks.indices { update(index) }
    edits = edits { _ in true }
  }

  /// The spec with the changes; `nil` if it would not hold.
  package func updated() -> SpecText? {
    guard let (new, check) = checked(edits), check.found.isEmpty else { return nil }
    return new
  }

  /// The edits of some of the changes, by their numbers; `nil` if the spec would be wrong after them, or not closer to
  /// its outcome.
  package func edits(accepting accepted: Set<Int>) -> Edits? {
    let edits = edits(where: accepted.contains)
    guard let (_, check) = checked(edits), check.found.count < SpecCheck(spec).found.count else { return nil }
    return edits
  }

  private func checked(_ edits: Edits) -> (SpecText, SpecCheck)? {
    let new = file.text.with(edits.applied(to: file.text.lines))
    guard let file = try? SpecFile(new) else { return nil }
    return (new, SpecCheck(ExecutedSpec(file, spec.outcomes)))
  }

  /// The edits of the changes with some numbers, with the entries of tables that the rows then need.
  private func edits(where isAccepted: (Int) -> Bool) -> Edits {
    var edits = Edits()
    var used = used
    let changes = changes
    for (index, change) in changes.enumerated() { used.formUnion(isAccepted(index) ? change.newKeys : change.oldKeys) }
    var index = 0
    for step in steps {
      switch step {
      case .change(let change):
        if isAccepted(index) {
          // Loops, because Embedded Swift has no `merge`.
          for (line, text) in change.edits.replaced { edits.replaced[line] = .some(text) }
          for (line, texts) in change.edits.inserted { edits.inserted[line, default: []] += texts }
        }
        index += 1
      case .entries(let entries, let line):
        let needed = entries.filter { used.contains($0.key) }
        if !needed.isEmpty {
          edits.inserted[line, default: []].append("  " + needed.map(\.text).joined(separator: "   "))
        }
      }
    }
    removeUnusedEntries(but: used, &edits)
    return edits
  }

  /// The part of a row that holds.
  private func kept(_ row: SpecFile.MarbleRow, _ recording: SpecOutcome.Events) -> Lane {
    let differences = ExpectedRow(row.lane, file.table, names).compare(with: recording).differences
    let instants = Set(differences.map(\.instant))
    return Lane(frame: file.frame, moments: row.lane.moments.filter { !instants.contains($0.instant) })
  }

  /// The rows and the parts of rows that hold.
  private func keptRows() -> [Lane] {
    zip(file.blocks, spec.outcomes).flatMap { block, outcome in
      zip(block.subscribers, outcome.recordings).compactMap { rows, recording in
        rows.expected.map { kept($0, recording) }
      }
    }
  }

  /// The row of what happened, with the part of an expected row that holds.
  private func row(of recording: SpecOutcome.Events, _ expected: SpecFile.MarbleRow?) -> Lane {
    let kept = expected.map { self.kept($0, recording).moments } ?? []
    let known = Set(kept.map(\.instant))
    var rest = recording
    rest.entries.removeAll { known.contains($0.instant) }
    let new = symbolizer.lane(of: rest, frame: file.frame)
    return Lane(frame: file.frame, moments: (kept + new.moments).sorted { $0.instant < $1.instant })
  }

  // MARK: One pipeline

  private mutating func update(_ index: Int) {
    let (block, outcome) = (file.blocks[index], spec.outcomes[index])
    let known = symbolizer.table.entries.count
    let rows = block.rowsOfSubscribers
    let received = zip(rows, outcome.recordings).map { self.row(of: $1, $0.expected) }
    let start = block.pipeline.last
    let texts = texts(of: received, in: rows)
    var last = start
    for (row, (lane, text)) in zip(rows, zip(received, texts)) {
      last = [row.from, row.demand, row.expected].compactMap { $0?.span.line }.max() ?? last
      if row.expected?.lane == lane { continue }
      var change = Change(span: row.expected?.span ?? block.pipeline.span)
      change.oldKeys.formUnion(row.expected?.lane.keys ?? [])
      change.newKeys.formUnion(lane.keys)
      change.entries = symbolizer.table.entries[known...].filter { change.newKeys.contains($0.key) }.map(\.text)
      put(text, at: row.expected?.span, behind: last, after: "=", in: &change)
      steps.append(.change(change))
    }
    let new = symbolizer.table.entries[known...]
    if !new.isEmpty { steps.append(.entries(Array(new), behind: tableRows(of: index).last ?? last)) }
    for name in block.windows.map(\.name).uniqued { updateWindows(of: name, block, outcome) }
  }

  private mutating func updateWindows(of name: String, _ block: SpecFile.Block, _ outcome: SpecOutcome) {
    let rows = block.windows.filter { $0.name == name }.map(\.row)
    let lanes = spec.windowLanes(of: name, in: outcome, like: block)
    guard rows.map(\.lane) != lanes, let last = rows.last else { return }
    var change = Change(span: rows[0].span)
    for index in 0..<max(rows.count, lanes.count) {
      if !lanes.indices.contains(index) {
        change.edits.replaced[rows[index].span.line] = .some(nil)
        change.old.append(String(file.text.lines[rows[index].span.line]))
      } else if !rows.indices.contains(index) || rows[index].lane != lanes[index] {
        let span = rows.indices.contains(index) ? rows[index].span : nil
        let text =
          span == nil ? lanes[index].description : self.text(of: lanes[index], inPlaceOf: rows[index], as: .window)
        put(text, at: span, behind: last.span.line, after: "subs \(name):", in: &change)
      }
    }
    steps.append(.change(change))
  }

  /// Replaces a row, or inserts one after a line, aligned with the rows of the sources.
  private func put(_ marbles: String, at span: Span?, behind line: Int, after label: String, in change: inout Change) {
    let new: String
    if let span {
      let written = file.text.lines[span.line][..<span.columns.lowerBound]
      let comment = String(file.text.lines[span.line][span.columns.upperBound...]).trimmingSpaces
      new = String(written) + (written.last == " " ? "" : " ") + marbles + comment
      change.edits.replaced[span.line] = new
      change.old.append(String(file.text.lines[span.line]))
    } else {
      let column = file.sourceRows.map(\.span.columns.lowerBound).max() ?? 0
      let pad = String(repeating: " ", count: max(1, column - label.count))
      new = label + pad + marbles
      change.edits.inserted[line, default: []].append(new)
    }
    change.new.append(new)
  }

  /// The texts of lanes in the place of expected rows. They are aligned with the sources, unless the rows are laid out
  /// in another way.
  private func texts(of received: [Lane], in rows: [SpecFile.SubscriberRows]) -> [String] {
    let sources = file.sourceRows
    let texts = AlignedRows(sources.map(\.lane) + received).texts
    let old = AlignedRows(sources.map(\.lane) + zip(rows, received).map { $0.expected?.lane ?? $1 }).texts
    let isAligned =
      zip(sources, texts).allSatisfy { text(of: $0) == $1 }
      && zip(rows, old.dropFirst(sources.count)).allSatisfy { row, old in
        row.expected.map { text(of: $0) == old } ?? true
      }
    if isAligned { return Array(texts.dropFirst(sources.count)) }
    return zip(rows, received).map { row, lane in
      row.expected.map { text(of: lane, inPlaceOf: $0, as: .expectation) } ?? lane.description
    }
  }
  private func text(of row: SpecFile.MarbleRow) -> String { String(file.text.lines[row.span.line][row.span.columns]) }
  private func text(of lane: Lane, inPlaceOf row: SpecFile.MarbleRow, as role: Lane.Role) -> String {
    lane.text(inPlaceOf: text(of: row), row.lane, as: role)
  }

  // MARK: Tables

  /// The lines of the tables that belong to a pipeline.
  private func tableRows(of index: Int) -> [Int] {
    let end =
      file.blocks.indices.contains(index + 1) ? file.blocks[index + 1].pipeline.span.line : file.text.lines.count
    return file.tableRows.filter { (file.blocks[index].pipeline.span.line..<end).contains($0) }
  }

  /// Removes the entries that no row uses any more, because an unused entry is an error.
  private func removeUnusedEntries(but used: Set<SymbolTable.Key>, _ edits: inout Edits) {
    for row in file.tableRows {
      var reader = TableReader(file.text, row, .shared)
      var entries: [SymbolTable.Entry] = []
      while let entry = try? reader.next() { entries.append(entry) }
      guard entries.contains(where: { !used.contains($0.key) }) else { continue }
      let line = file.text.lines[row]
      let ends = entries.dropFirst().map(\.span.columns.lowerBound) + [line.count]
      let kept = zip(entries, ends).filter { used.contains($0.0.key) }.map { entry, end in
        String(line[entry.span.columns.lowerBound..<end]).trimmingSpaces
      }
      edits.replaced[row] = .some(kept.isEmpty ? nil : "  " + kept.joined(separator: "   "))
    }
  }
}

extension String {
  /// The text without the spaces at its end.
  fileprivate var trimmingSpaces: String {
    lastIndex { $0 != " " }.map { String(self[...$0]) } ?? ""
  }
}

import Marbles

/// Checks the symbols of a file: table entries are used, streams exist, and the values of a stream have one type.
struct SymbolChecker {
  let file: SpecFile
  let streams: [String]

  func check() throws(SpecProblem) {
    let used = file.usedKeys
    for entry in file.table.entries {
      if !used.contains(entry.key) {
        let free = used.subtracting(file.table.entries.map(\.key)).filter(\.isLetter).map(\.shown).sorted()
        let fix =
          free.count == 1
          ? "did you mean '\(free[0])', which has no meaning? Otherwise remove the entry" : "remove the entry"
        throw file.text.problem(
          "no row uses '\(entry.key.shown)'", at: entry.span, fix: fix, meant: free.count == 1 ? free[0] : nil)
      }
      for literal in entry.expression.subexpressions { try checkStream(literal) }
    }
    for source in file.sources { try checkTypes(source) }
  }

  private func checkStream(_ literal: Expression) throws(SpecProblem) {
    if case .name(let name) = literal.kind, !streams.contains(name) {
      let habit = file.text.habit(name, isInClosure: false)
      let meant = habit == nil ? Suggestion.nearest(to: name, among: streams) : nil
      throw file.text.problem(
        "there is no stream '\(name)'", at: literal.span,
        fix: habit ?? (meant == nil ? "a string has quotes: \"\(name)\"" : nil), meant: meant, kind: .unknownStream)
    }
  }

  private func checkTypes(_ source: SpecFile.Source) throws(SpecProblem) {
    var first: (mark: String, value: Value)?
    for (row, mark) in source.rows.flatMap({ row in row.lane.moments.flatMap(\.marks).map { (row, $0) } }) {
      guard case .value(let symbol) = mark.kind else { continue }
      let value = file.table.meaning(of: symbol)
      if value == .nil { continue }
      guard let known = first else {
        first = (symbol.notation, value)
        continue
      }
      if !known.value.sharesType(with: value), let range = mark.range, let span = row.span(of: mark) {
        let duration =
          attachedDuration(in: row.span, at: range.lowerBound).map { "put spaces around the duration '\($0)', or " }
          ?? ""
        let isFailure = ["X", "E", "e"].contains(symbol.text) && mark.range == row.lane.moments.last?.marks.last?.range
        throw file.text.problem(
          "a stream has values of one type: '\(symbol.notation)' is \(value.shown), '\(known.mark)' is \(known.value.shown)",
          at: span,
          fix: isFailure
            ? "a failure is written '#'"
            : decimal(in: row.span.line, around: span.columns.lowerBound) ?? silence(symbol.text, known.mark)
              ?? duration + "give one of them a meaning in a table")
      }
    }
  }

  /// The fix for the point of a decimal number, as in `-2.5-`.
  private func decimal(in row: Int, around column: Int) -> String? {
    let line = file.text.lines[row]
    let before = line[..<column].reversed().prefix { $0.isNumber }.reversed()
    let behind = line[column...].dropFirst().prefix { $0.isNumber }
    guard line[column] == ".", !before.isEmpty, !behind.isEmpty else { return nil }
    return
      "a number of several characters is a letter with a meaning: x in the row, and '  x = \(String(before)).\(String(behind))' below it"
  }

  /// The fix for a sign that other notations have for silence.
  private func silence(_ mark: String, _ other: String) -> String? {
    [".", "_", "~", "\u{B7}"].contains { $0 == mark || $0 == other } ? "silence is written '-'" : nil
  }

  /// The duration that contains a mark of a row, if no spaces surround the duration.
  private func attachedDuration(in row: Span, at place: Int) -> String? {
    let line = file.text.lines[row.line][row.columns]
    return DurationText.attached(in: line.map { $0.unicodeScalars.first?.value ?? 0 }, around: place).map { range in
      String(line[line.startIndex + range.lowerBound..<line.startIndex + range.upperBound])
    }
  }
}

extension SpecFile {
  /// The symbols that some row of values contains.
  package var usedKeys: Set<SymbolTable.Key> { Set(eventRows.flatMap(\.lane.keys)) }
}

extension Lane {
  /// The keys in a lane for which a table may have entries.
  package var keys: [SymbolTable.Key] {
    var keys: [SymbolTable.Key] = []
    for moment in moments {
      for mark in moment.content {
        switch mark.kind {
        case .value(let symbol): keys.append(.symbol(symbol))
        case .failure(nil): keys.append(.failure)
        default: break
        }
      }
    }
    return keys
  }
}

extension SymbolTable.Key {
  fileprivate var isLetter: Bool {
    if case .symbol(let symbol) = self { symbol.text.count == 1 && symbol.text.first!.isLetter } else { false }
  }
}

extension Value {
  /// Whether both can be in one stream; integer literals adapt to decimals.
  func sharesType(with other: Value) -> Bool {
    switch (self, other) {
    case (.integer, .decimal), (.decimal, .integer): true
    case (.tuple(let one), .tuple(let other)):
      one.elements.count == other.elements.count
        && zip(one.elements, other.elements).allSatisfy { $0.sharesType(with: $1) }
    default: canEqual(other)
    }
  }
}

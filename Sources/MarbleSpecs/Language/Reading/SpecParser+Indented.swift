import Marbles

extension SpecParser {
  // MARK: Indented lines

  mutating func readIndented() throws(SpecProblem) {
    let words = LineReader(text, row, at: 0)
    switch owner {
    case .note:
      file.headers["note", default: ""] += " " + String(line[words.restSpan.columns])
      row += 1
    case _ where words.next == nil || RowComment.isComment(inTable: line, at: words.position):
      row += 1
    case .nothing, .other:
      throw problem(
        "an indented line belongs to a source or a pipeline above it", words.restSpan.columns,
        fix: "begin it in the first column")
    case .source, .block:
      try readTable()
    }
  }

  mutating func readTable() throws(SpecProblem) {
    var reader = TableReader(text, row, table)
    file.tableRows.append(row)
    while let entry = try reader.next() {
      let index: Int
      if let known = file.table.index(of: entry.key) {
        if file.table.entries[known].value != entry.value {
          let first = text.firstLine + file.table.entries[known].span.line
          throw text.problem(
            "'\(entry.key.shown)' has another meaning in line \(first)", at: entry.span,
            fix: "one symbol means one thing in a file")
        }
        index = known
      } else {
        index = file.table.entries.count
        file.table.add(entry)
      }
      addToOwner(index)
    }
    row += 1
  }

  mutating func addToOwner(_ entry: Int) {
    if case .source(let index) = owner, case .source(var source) = file.definitions[index] {
      source.entries.append(entry)
      file.definitions[index] = .source(source)
    } else if case .block = owner {
      file.blocks[file.blocks.count - 1].entries.append(entry)
    }
  }

  // MARK: The length of a frame

  func frame(at span: Span) throws(SpecProblem) -> Int64 {
    let written = String(text.lines[span.line][span.columns])
    let codes = written.map { $0.unicodeScalars.first?.value ?? 0 }
    guard let prefix = DurationText.prefix(of: codes, at: 0), prefix.end == codes.count else {
      let isNumber = !codes.isEmpty && written.allSatisfy(\.isASCIIDigit)
      let number = written.prefix { $0.isASCIIDigit || $0 == "." }
      let unit = DurationText.anyUnit(String(written.dropFirst(number.count).drop { $0 == " " }))
      let fix = number.isEmpty ? nil : unit.map { "write \(number)\($0)" }
      throw text.problem(
        "expected a duration such as 100ms", at: span,
        fix: isNumber ? "a number needs a unit: ns, us, ms, s, m or h" : fix)
    }
    switch DurationText.value(of: prefix, in: codes) {
    case .nanoseconds(0):
      throw text.problem("a frame must be longer than zero", at: span, fix: "write a duration such as 100ms")
    case .nanoseconds(let nanoseconds): return nanoseconds
    case .tooLong: throw text.problem("the duration is too long", at: span, fix: "a row spans at most 292 years")
    case .notWhole: throw text.problem("the duration is not a whole number of nanoseconds", at: span)
    }
  }

  // MARK: Checks of the whole file

  func finish() throws(SpecProblem) {
    try SymbolChecker(file: file, streams: names.filter(\.value.isStream).keys.sorted()).check()
    if file.blocks.isEmpty {
      let last = max(0, text.lines.count - 1)
      if text.file.hasSuffix(".marble"), text.lines.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) {
        let fix =
          "write a source and a pipeline; if a drawing was sent to it with '>', the shell has emptied it: use -o FILE"
        throw text.problem("the file is empty", at: Span(last, 0..<1), fix: fix)
      }
      let quotes = text.isOfArguments ? "; without quotes the shell takes '>' for the name of a file" : ""
      throw text.problem(
        "there is no pipeline", at: Span(last, 0..<1), fix: "write one, such as '> typed.debounce(for: 300ms)'\(quotes)"
      )
    }
  }
}

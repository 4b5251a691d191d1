import Marbles

extension SpecParser {
  /// Reads `subs name: lane` or `connect name: lane`.
  mutating func readWindow(_ words: inout LineReader, of word: String) throws(SpecProblem) {
    guard let block = file.blocks.indices.last else {
      throw problem("'\(word)' belongs to a pipeline", 0..<word.count, fix: "write '> …' above it")
    }
    let isConnection = word == SpecWord.connect.rawValue
    let kind = isConnection ? "connectable stream" : "source"
    let known = isConnection ? names.filter { $0.value.isConnectable }.keys.sorted() : file.sources.map(\.name)
    let span = words.nameSpan
    guard let name = words.readName() else {
      throw text.problem("expected the name of a \(kind) after '\(word)'", at: span)
    }
    guard words.accept(":") else {
      throw text.problem("expected ':' after '\(word) \(name)'", at: words.wordSpan, fix: "write '\(word) \(name): …'")
    }
    guard known.contains(name) else {
      let meant = Suggestion.nearest(to: name, among: known)
      let form = isConnection ? "make one with let name = … .multicast(subject: PassthroughSubject())" : nil
      throw text.problem(
        "there is no \(kind) '\(name)'", at: span,
        fix: meant == nil ? Suggestion.list(of: known, unlessNear: name) ?? form : nil, meant: meant)
    }
    let rest = words.rowSpan
    if rest.columns.isEmpty {
      let fix = isConnection ? "'^' says when" : "'-' means that there is no subscription"
      throw text.problem("expected a row after '\(word) \(name):'", at: span, fix: fix)
    }
    let attempts = isConnection ? nil : readAttempts(rest)
    let row = if let attempts { attempts } else { try readLane(rest, as: .window) }
    let window = SpecFile.WindowRow(name: name, row: row)
    let others = file.blocks[block].windows.filter { $0.name == name }
    if !isConnection, !others.isEmpty, attempts != nil || others[0].row.lane.isOfAttempts {
      throw text.problem(
        "the attempts at \(name) are one row", at: rest,
        fix: "write one row with '^' for each, or a row for each with '^' and '!'")
    }
    if isConnection { file.blocks[block].connections.append(window) } else { file.blocks[block].windows.append(window) }
    owner = .block
    self.row += 1
  }

  /// Reads `busy scheduler: --^--!-^--!`.
  mutating func readBusy(_ words: inout LineReader) throws(SpecProblem) {
    let name = words.nameSpan, example = "write 'busy scheduler: --^---!'"
    guard let word = words.readName() else {
      throw text.problem("expected 'scheduler' after 'busy'", at: name, fix: example)
    }
    if word != "scheduler" {
      let meant = Suggestion.nearest(to: word, among: ["scheduler"])
      throw text.problem("there is no scheduler '\(word)'", at: name, fix: meant == nil ? example : nil, meant: meant)
    }
    guard words.accept(":") else {
      throw text.problem("expected ':' after 'busy scheduler'", at: words.wordSpan, fix: example)
    }
    if file.busy != nil {
      throw text.problem(
        "'busy scheduler' appears twice", at: name, fix: "one row has all times: 'busy scheduler: --^--!-^--!'")
    }
    if !file.blocks.isEmpty {
      throw text.problem("'busy scheduler' comes too late", at: name, fix: "write it above the pipelines")
    }
    file.busy = try readPeriods(words.rowSpan)
    owner = .other
    row += 1
  }

  /// Reads a row of periods, each from `^` to `!`: as one row for each, in which the marks before are silence.
  private func readPeriods(_ span: Span) throws(SpecProblem) -> SpecFile.MarbleRow {
    var marbles = Array(text.lines[span.line][span.columns]), open: Int?
    let fix = "the scheduler is busy from '^' until '!'"
    var lane = Lane(frame: file.frame, moments: [])
    func problem(_ message: String, _ place: Int, _ fix: String) -> SpecProblem {
      text.problem(
        message, at: Span(span.line, span.columns.lowerBound + place..<span.columns.lowerBound + place + 1), fix: fix)
    }
    if !marbles.contains("^"), !marbles.contains("!") {
      throw text.problem("expected '^' and '!' after 'busy scheduler:'", at: span, fix: fix)
    }
    if let group = marbles.firstIndex(where: { "([{'".contains($0) }) {
      throw problem("this row cannot hold '\(marbles[group])'", group, fix)
    }
    for (place, mark) in marbles.enumerated() where mark == "^" || mark == "!" {
      switch (mark, open) {
      case ("^", _?): throw problem("the scheduler is busy already", place, "write '!' before it")
      case ("^", nil): open = place
      case (_, nil):
        throw problem("the scheduler is not busy here", place, "write '^' before '!', where it becomes busy")
      case (_, let start?):
        let isLast = !marbles[(place + 1)...].contains("^")
        lane.moments += try window(Array(isLast ? marbles[...] : marbles[...place]), span)
        (marbles[start], marbles[place], open) = ("-", "-", nil)
      }
    }
    if let open {
      throw problem("the scheduler is busy without end", open, "write '!' where it is free again")
    }
    return SpecFile.MarbleRow(lane: lane, span: span)
  }
  private func window(_ marbles: [Character], _ span: Span) throws(SpecProblem) -> [Lane.Moment] {
    do throws(NotationError) {
      return try Lane(parsing: String(marbles), as: .window, frame: file.frame).moments
    } catch {
      let sign = error.range.count == 1 ? marbles[error.range.lowerBound] : "^"
      let isOfSign = !sign.isNumber && sign != "^" && sign != "!"
      let start = span.columns.lowerBound
      throw text.problem(
        isOfSign ? "this row cannot hold '\(sign)'" : error.message,
        at: Span(span.line, start + error.range.lowerBound..<start + error.range.upperBound),
        fix: isOfSign ? "the scheduler is busy from '^' until '!'" : error.fix, meant: error.meant)
    }
  }

  /// Reads a row with several `^` and no `!`: the beginnings of all subscriptions. Returns `nil` if it is another row.
  private func readAttempts(_ span: Span) -> SpecFile.MarbleRow? {
    let marbles = text.lines[span.line][span.columns]
    if marbles.count(where: { $0 == "^" }) < 2 || marbles.contains(where: { $0 == "!" || $0 == "'" }) { return nil }
    // As in Swift, where any symbol is an attempt.
    guard let lane = try? Lane(parsing: String(marbles.map { $0 == "^" ? "x" : $0 }), as: .actions, frame: file.frame)
    else { return nil }
    let instants = lane.marks.map { $0.instant }
    // Any other symbol is a mistake in a row of one subscription.
    if instants.count != marbles.count(where: { $0 == "^" }) { return nil }
    return SpecFile.MarbleRow(lane: Lane(frame: file.frame, attempts: instants), span: span)
  }
}

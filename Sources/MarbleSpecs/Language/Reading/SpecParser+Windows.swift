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

  /// Reads a row with several `^` and no `!`: the beginnings of all subscriptions. Returns `nil` if it is another row.
  private func readAttempts(_ span: Span) -> SpecFile.MarbleRow? {
    let marbles = text.lines[span.line][span.columns]
    if marbles.count(where: { $0 == "^" }) < 2 || marbles.contains(where: { $0 == "!" || $0 == "'" }) { return nil }
    // As in Swift, where any symbol is an attempt.
    guard let lane = try? Lane(parsing: String(marbles.map { $0 == "^" ? "x" : $0 }), as: .actions, frame: file.frame)
    else { return nil }
    let instants = lane.moments.flatMap { moment in moment.marks.map { _ in moment.instant } }
    // Any other symbol is a mistake in a row of one subscription.
    if instants.count != marbles.count(where: { $0 == "^" }) { return nil }
    return SpecFile.MarbleRow(lane: Lane(frame: file.frame, attempts: instants), span: span)
  }
}

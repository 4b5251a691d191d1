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
    guard let name = words.readName() else { throw text.problem("expected the name of a \(kind) after '\(word)'", at: span) }
    guard words.accept(":") else {
      throw text.problem("expected ':' after '\(word) \(name)'", at: words.wordSpan, fix: "write '\(word) \(name): …'")
    }
    guard known.contains(name) else {
      let fix = Suggestion.fix(for: name, amongFew: known)
      throw text.problem(
        "there is no \(kind) '\(name)'", at: span,
        fix: fix ?? (isConnection ? "make one with let name = … .multicast(subject: PassthroughSubject())" : nil))
    }
    let rest = words.rowSpan
    if rest.columns.isEmpty {
      let fix = isConnection ? "'^' says when" : "'-' means that there is no subscription"
      throw text.problem("expected a row after '\(word) \(name):'", at: span, fix: fix)
    }
    let window = SpecFile.WindowRow(name: name, row: try readLane(rest, as: .window))
    if isConnection { file.blocks[block].connections.append(window) } else { file.blocks[block].windows.append(window) }
    owner = .block
    row += 1
  }
}

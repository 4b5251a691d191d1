extension SpecFile {
  /// Returns how many blocks at the beginning and at the end run as they did before a change: none if a line that does
  /// not belong to one pipeline alone has changed.
  func unchangedBlocks(since old: SpecFile) -> (first: Int, last: Int) {
    let (new, before) = (parts, old.parts)
    guard new.others == before.others else { return (0, 0) }
    let count = min(new.blocks.count, before.blocks.count)
    let first = zip(new.blocks, before.blocks).prefix { $0 == $1 }.count
    let last = zip(new.blocks.reversed(), before.blocks.reversed()).prefix(count - first).prefix { $0 == $1 }.count
    return (first, last)
  }

  /// The facts that the run of a block depends on, apart from the lines that belong to no block.
  private struct Part: Equatable {
    var lines: [[Character]]
    /// Which of the rows `from` and `demand` each subscriber has. A row of what is expected alone makes a subscriber,
    /// too.
    var subscribers: [[Bool]]
  }

  private var parts: (blocks: [Part], others: [[Character]]) {
    var parts: [Part] = []
    var isOther = Array(repeating: true, count: text.lines.count)
    for block in blocks {
      let pipeline = block.pipeline.span.line...max(block.pipeline.span.line, block.pipeline.last)
      let acts =
        block.subscribers.flatMap { [$0.from, $0.demand].compactMap { $0?.span.line } }
        + block.connections.map(\.row.span.line)
        + block.rules.map(\.span.line)
        + (block.law.map {
          Array($0.pipeline.span.line...max($0.pipeline.span.line, $0.pipeline.last)) + $0.exceptions.map(\.span.line)
        }
          ?? [])
      let expected = block.subscribers.compactMap { $0.expected?.span.line } + block.windows.map(\.row.span.line)
      for line in Array(pipeline) + acts + expected where isOther.indices.contains(line) { isOther[line] = false }
      let subscribers = block.subscribers.map { [$0.from != nil, $0.demand != nil] }
      parts.append(Part(lines: (Array(pipeline) + acts).map { text.lines[$0] }, subscribers: subscribers))
    }
    return (parts, text.lines.indices.filter { isOther[$0] }.map { text.lines[$0] })
  }
}

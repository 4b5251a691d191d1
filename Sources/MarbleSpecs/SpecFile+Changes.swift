extension SpecFile {
  /// Returns how many blocks at the beginning and at the end run as they did before a change: none if a line that does not belong to one
  /// pipeline alone has changed.
  func unchangedBlocks(since old: SpecFile) -> (first: Int, last: Int) {
    let (new, before) = (ownLines, old.ownLines)
    guard new.others == before.others else { return (0, 0) }
    let count = min(new.blocks.count, before.blocks.count)
    let first = zip(new.blocks, before.blocks).prefix { $0 == $1 }.count
    let last = zip(new.blocks.reversed(), before.blocks.reversed()).prefix(count - first).prefix { $0 == $1 }.count
    return (first, last)
  }

  /// The lines that the run of each block depends on, and the lines that belong to no block. The rows of what is expected are neither.
  private var ownLines: (blocks: [[[Character]]], others: [[Character]]) {
    var blocks: [[[Character]]] = []
    var isOther = Array(repeating: true, count: text.lines.count)
    for block in self.blocks {
      let pipeline = block.pipeline.span.line...max(block.pipeline.span.line, block.pipeline.last)
      let acts = block.subscribers.flatMap { [$0.from, $0.demand].compactMap { $0?.span.line } } + block.connections.map(\.row.span.line)
      let expected = block.subscribers.compactMap { $0.expected?.span.line } + block.windows.map(\.row.span.line)
      for line in Array(pipeline) + acts + expected where isOther.indices.contains(line) { isOther[line] = false }
      blocks.append((Array(pipeline) + acts).map { text.lines[$0] })
    }
    return (blocks, text.lines.indices.filter { isOther[$0] }.map { text.lines[$0] })
  }
}

/// The definitions of a spec by their names, and the names that each of its pipelines may use.
///
/// A run makes only what its pipeline may use: in a spec of thousands of streams and pipelines most pipelines use few
/// of the streams.
struct SpecNames {
  private var definitions: [SpecFile.Definition]
  /// The definitions that the only pipeline uses whose runs are wanted, if there is only one.
  private var only: [Int]?
  private var indices: [String: Int] = [:]
  /// The definitions that the texts of others name, by the definition.
  private var used: [[Int]] = []
  /// The definitions that are values somewhere: every pipeline may get them from a row.
  private var values: [Int] = []

  init(_ file: SpecFile) {
    definitions = file.definitions
    for (index, definition) in definitions.enumerated() { indices[definition.name] = index }
    used = definitions.map { names(in: $0.pipeline?.lines ?? []) }
    values = file.table.entries.flatMap { streams(in: $0.value) }
  }

  /// Returns the definitions that a pipeline may use, in the order of the spec.
  func definitions(usedBy block: SpecFile.Block) -> [SpecFile.Definition] { definitions(usedByAnyOf: [block]) }

  /// Returns the definitions that at least one pipeline may use, in the order of the spec.
  func definitions(usedByAnyOf blocks: [SpecFile.Block]) -> [SpecFile.Definition] {
    (only ?? self.indices(usedByAnyOf: blocks)).map { definitions[$0] }
  }

  /// The same names for runs of one pipeline: its text is read once, and not for each run.
  func narrowed(to block: SpecFile.Block) -> SpecNames {
    var new = self
    new.only = indices(usedByAnyOf: [block])
    return new
  }
  /// The same names for runs that make all definitions, whatever the texts of their pipelines.
  var forAll: SpecNames {
    var new = self
    new.only = Array(definitions.indices)
    return new
  }
  /// The same names for a spec that has other rows and no other text.
  func with(rowsOf file: SpecFile) -> SpecNames {
    var new = self
    new.definitions = file.definitions
    return new
  }

  private func indices(usedByAnyOf blocks: [SpecFile.Block]) -> [Int] {
    var found: Set<Int> = []
    var waiting = values
    for block in blocks {
      waiting += names(in: block.pipeline.lines) + (block.windows + block.connections).compactMap { indices[$0.name] }
      waiting += names(in: block.law?.pipeline.lines ?? [])
      waiting += block.rules.flatMap { $0.streams.compactMap { indices[$0] } + names(in: [$0.text]) }
    }
    while let next = waiting.popLast() { if found.insert(next).inserted { waiting += used[next] } }
    return found.sorted()
  }

  /// Every word of a text that is a name, wherever it stands: a word too many does no harm.
  private func names(in lines: [String]) -> [Int] {
    lines.flatMap { line in
      line.utf8.split { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...0xFF: false
        default: true
        }
      }.compactMap { indices[String(Substring($0))] }
    }
  }

  private func streams(in value: Value) -> [Int] {
    switch value {
    case .stream(let stream): [stream.name.flatMap { indices[$0] }].compactMap(\.self)
    case .array(let items), .tuple(let items), .member(_, let items): items.elements.flatMap { streams(in: $0) }
    default: []
    }
  }
}

extension SpecFile {
  /// Whether a pipeline names the scheduler, itself or by another stream.
  var usesScheduler: Bool {
    let used = SpecNames(self).definitions(usedByAnyOf: blocks).compactMap(\.pipeline)
    return (used.map(\.expression) + blocks.flatMap(\.expressions)).contains { $0.names.contains("scheduler") }
  }
  /// The sources that no pipeline can use, not even through another stream.
  var unusedSources: [Source] {
    let used = Set(SpecNames(self).definitions(usedByAnyOf: blocks).map(\.name))
    return sources.filter { !used.contains($0.name) }
  }
}

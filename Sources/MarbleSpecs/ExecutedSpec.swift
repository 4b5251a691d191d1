import MarbleRuns
import Marbles
import VirtualTime

/// A spec whose pipelines have run.
package struct ExecutedSpec {
  package let file: SpecFile
  package let outcomes: [SpecOutcome]

  /// Reads and runs a spec. A traced run also records the events between the operators. Its laws are tried, which takes
  /// thousands of runs, unless nobody asks for their outcomes.
  package init(
    _ text: SpecText, isTraced: Bool = false, triesLaws: Bool = true, given: ChosenValues.Given = .init(),
    inParts run: PairSearch.Runner = PairSearch.inOrder
  ) throws(SpecProblem) {
    try self.init(try SpecFile(text), isTraced: isTraced, triesLaws: triesLaws, given: given, inParts: run)
  }

  /// Runs a spec.
  ///
  /// - Parameter given: Further values and errors for the inputs of laws.
  /// - Parameter run: Runs the parts of the search for an input that breaks a law.
  /// - Parameter old: The same spec before a change, if it ran in the same way. A pipeline that is the same, in a spec
  ///   in which all other lines are the same, is not run again.
  package init(
    _ file: SpecFile, isTraced: Bool = false, triesLaws: Bool = true, given: ChosenValues.Given = .init(),
    inParts run: PairSearch.Runner = PairSearch.inOrder, after old: ExecutedSpec? = nil
  ) throws(SpecProblem) {
    var outcomes: [SpecOutcome] = []
    let names = SpecNames(file)
    let (first, last) = old.map { file.unchangedBlocks(since: $0.file) } ?? (0, 0)
    for (index, block) in file.blocks.enumerated() {
      if let old, index < first {
        outcomes.append(old.outcomes[index])
      } else if let old, index >= file.blocks.count - last {
        outcomes.append(old.outcomes[index - file.blocks.count + old.outcomes.count])
      } else {
        var outcome = try SpecRun.outcome(of: file, block: block, names, isTraced: isTraced)
        if triesLaws { outcome.law = try LawOutcome(of: file, block, given, inParts: run) }
        outcomes.append(outcome)
      }
    }
    self.init(file, outcomes)
  }

  /// The input that breaks the law at a place; `nil` if it has none.
  package func counterexample(at place: Finding.Place?) -> LawOutcome.Counterexample? {
    zip(file.blocks, outcomes).lazy.compactMap { block, outcome in
      block.law.map { file.text.place(of: $0.pipeline.span) } == place ? outcome.law?.difference : nil
    }.first
  }

  /// Creates a spec with outcomes that are known already.
  init(_ file: SpecFile, _ outcomes: [SpecOutcome]) {
    self.file = file
    self.outcomes = outcomes
  }

  /// The outcome as a diagram.
  package var diagram: Diagram {
    let symbolizer = Symbolizer(file)
    var runs: [Diagram.Run] = []
    for (block, outcome) in zip(file.blocks, outcomes) {
      let known = symbolizer.table.entries.count
      let rows = block.rowsOfSubscribers
      var subscribers: [Diagram.Subscriber] = []
      for (row, recording) in zip(rows, outcome.recordings) {
        subscribers.append(
          Diagram.Subscriber(
            from: row.from?.lane, demand: row.demand?.lane, received: symbolizer.lane(of: recording, frame: file.frame))
        )
      }
      let names = block.windows.map(\.name).uniqued
      var windows = names.map { Diagram.Windows(name: $0, lanes: windowLanes(of: $0, in: outcome, like: block)) }
      windows += block.connections.map { connection in
        var window = Diagram.Windows(name: connection.name, lanes: [connection.row.lane])
        window.isConnection = true
        return window
      }
      let new = symbolizer.table.entries[known...].map(Diagram.Meaning.init)
      var run = Diagram.Run(pipeline: block.pipeline.lines, subscribers: subscribers, windows: windows, meanings: new)
      run.stop = outcome.runaway?.description
      run.rules = outcome.rules.map(\.verdict)
      run.law = block.law.map {
        Diagram.Law(
          pipeline: $0.pipeline.lines, verdict: outcome.law?.sentence ?? "", exceptions: $0.exceptions.map(\.text),
          inputs: outcome.law.flatMap { $0.holds ? $0.tried + $0.chosen : nil })
      }
      runs.append(run)
    }
    let shown = symbolizer.table.entries.count
    for (index, outcome) in outcomes.enumerated() { runs[index].trace = outcome.trace?.map(symbolizer.mark) }
    let inner = symbolizer.table.entries[shown...].map(Diagram.Meaning.init)
    return diagram(runs, of: symbolizer.table, inner)
  }

  /// The lanes of all subscriptions of a source; a single lane without marks if there were none. If the spec has one
  /// row of all attempts, and there were several, so is the outcome.
  func windowLanes(of name: String, in outcome: SpecOutcome, like block: SpecFile.Block) -> [Lane] {
    guard let windows = outcome.windows[name] ?? (file.sources.contains { $0.name == name } ? [] : nil) else {
      return []
    }
    if windows.count > 1, block.windows.contains(where: { $0.name == name && $0.row.lane.isOfAttempts }) {
      return [Lane(frame: file.frame, attempts: windows.map(\.start))]
    }
    let lanes = windows.map { Lane(frame: file.frame, window: $0) }
    return lanes.isEmpty ? [Lane(frame: file.frame, moments: [])] : lanes
  }

  /// The diagram with the table entries that its rows use, each at the place that it has in the file.
  private func diagram(_ runs: [Diagram.Run], of table: SymbolTable, _ inner: [Diagram.Meaning]) -> Diagram {
    let used = Set((file.sourceRows.map(\.lane) + runs.flatMap(\.subscribers).map(\.received)).flatMap(\.keys))
    func meanings(_ indices: [Int]) -> [Diagram.Meaning] {
      indices.map { table.entries[$0] }.filter { used.contains($0.key) }.map(Diagram.Meaning.init)
    }
    var diagram = Diagram(title: file.headers["title"], note: file.headers["note"], frame: file.frame, runs: runs)
    diagram.family = file.headers["family"]
    diagram.limit = file.limit
    diagram.busy = file.busy?.lane
    diagram.innerMeanings = inner
    diagram.streams = file.definitions.flatMap { definition in
      switch definition {
      case .source(let source): streams(of: source, meanings(source.entries))
      case .derived(let derived):
        [
          Diagram.Stream(
            name: derived.name, kind: .derived(derived.pipeline.lines), lane: Lane(frame: file.frame, moments: []))
        ]
      }
    }
    for index in runs.indices {
      diagram.runs[index].meanings = meanings(file.blocks[index].entries) + runs[index].meanings
    }
    return diagram
  }

  /// A stream for each row of the source; the last one has the table.
  private func streams(of source: SpecFile.Source, _ meanings: [Diagram.Meaning]) -> [Diagram.Stream] {
    source.rows.enumerated().map { number, row in
      var stream = Diagram.Stream(name: source.name, kind: source.isHot ? .hot : .cold, lane: row.lane)
      stream.isLast = number == source.rows.count - 1
      if stream.isLast { stream.meanings = meanings }
      if source.rows.count > 1 { stream.subscription = number }
      return stream
    }
  }
}

extension PairSearch {
  /// Both runs on an input, with the causes of their events.
  package func diagram(_ number: Int) throws(SpecProblem) -> Diagram {
    try ExecutedSpec(inputs.subject.file(showing: shownLanes(number)), isTraced: true).diagram
  }
}

extension LawOutcome.Counterexample {
  /// Both runs on the input, with the causes of their events.
  package func diagram() throws(SpecProblem) -> Diagram { try ExecutedSpec(file, isTraced: true).diagram }
}

extension SpecFile {
  package init(_ text: SpecText) throws(SpecProblem) { try self.init(text, .shared) }
}

extension Diagram.Meaning {
  init(_ entry: SymbolTable.Entry) { self.init(symbol: entry.key.shown, value: entry.value.description) }
}

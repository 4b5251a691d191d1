import MarbleRuns
import Marbles
import VirtualTime

/// A run of a spec, as a run of another engine is compared with it.
package struct ConformingSpec {
  package let file: SpecFile
  /// The outcomes of the pipelines. Each is a stream with the text of its pipeline as the name, each subscriber is a
  /// subscription.
  package let run: RecordedRun
  /// The names of the streams, one for each pipeline.
  package let streams: [String]
  /// The names of the sources that are compared before them.
  package let sources: [String]

  /// - Parameter known: The streams of the other run. If it has sources, their events are compared, too: from other
  ///   inputs other outcomes follow.
  package init(_ text: SpecText, comparedWith known: [String] = []) throws(SpecProblem) {
    let parsed = try SpecFile(text)
    let written = Set(parsed.blocks.map { $0.pipeline.lines.joined() })
    sources = parsed.sources.map(\.name).filter { known.contains($0) && !written.contains($0) }
    let spec = try ExecutedSpec(parsed, isTraced: !sources.isEmpty)
    file = spec.file
    var symbolizer = Symbolizer(file)
    var (run, streams, counts): (RecordedRun, [String], [String: Int]) = (RecordedRun(), [], [:])
    run.frame = file.frame
    if !sources.isEmpty {
      run.events = RecordedRun(spec.diagram).events.filter { [sources] in sources.contains($0.stream) }
    }
    for (block, outcome) in zip(file.blocks, spec.outcomes) {
      let name = block.pipeline.streamName(&counts)
      streams.append(name)
      for (place, recording) in outcome.recordings.enumerated() {
        run.events.append(RecordedRun.Event(.subscribe, of: name, place + 1, at: .zero))
        for entry in recording.entries {
          run.events.append(
            RecordedRun.Event(Self.kind(entry.event, &symbolizer), of: name, place + 1, at: entry.instant))
        }
      }
    }
    self.run = run
    self.streams = streams
  }

  private static func kind(_ event: SpecOutcome.Events.Event, _ symbolizer: inout Symbolizer) -> RecordedRun.Event.Kind
  {
    switch event {
    case .finished: return .finish
    case .failure(let failure):
      if case .string(let text) = failure.value { return .fail(text) }
      return .fail(failure.value.description)
    case .value(let value):
      let symbol = if case .value(let symbol) = symbolizer.kind(of: value) { symbol.text } else { "?" }
      if case .stream = value { return .next(symbol, .unknown) }
      return .next(symbol, .literal(value.description))
    }
  }

  /// The rows of the sources that a stream is made of.
  package func sources(of stream: String) -> [(name: String, lane: Lane)] {
    guard let place = streams.firstIndex(of: stream) else { return [] }
    return SpecNames(file).definitions(usedBy: file.blocks[place]).compactMap(\.source).flatMap { source in
      source.rows.map { (source.name, $0.lane) }
    }
  }
}

extension SpecFile {
  /// A spec with each pipeline of this one over all short rows of its sources, the shortest first. Pipelines are left
  /// out that have more than two sources, further definitions, or a row such as `demand`; the text is empty if all are.
  ///
  /// - Parameter count: The largest number of inputs of a pipeline.
  package func overAllInputs(atMost count: Int) -> String {
    var (sources, pipelines, used): ([String], [String], Set<Symbol>) = ([], [], [])
    for (number, block) in blocks.enumerated() {
      guard let varying = varying(block) else { continue }
      let symbols = varying.map(symbols), most = symbols.map(\.count).max() ?? 1
      used.formUnion(symbols.flatMap { $0 })
      let frames = InputSpace.frames(symbols: most, streams: varying.count, atMost: count)
      let space = InputSpace(frames: frames, symbols: most, streams: varying.count)
      // Every run ends: it is cancelled between two frames, long after the last event of the row.
      let longest = block.pipeline.expression.durations.max() ?? 0
      let end = frame.times(Int64(3 * frames)).plus(longest.times(3)).plus(frame / 2)
      let cancel = "from ^ \(DurationText.of(end)) !"
      for input in 0..<space.count {
        for (place, source) in varying.enumerated() {
          // A source with fewer symbols has the last one again.
          let own = (0..<most).map { symbols[place][min($0, symbols[place].count - 1)] }
          let lane = space.lanes(input, frame: frame, own)[place]
          sources.append("\(source.isHot ? "hot " : "")\(source.name)_\(number)_\(input): \(lane)")
        }
        pipelines.append("> " + text(of: block) { "\($0)_\(number)_\(input)" })
        pipelines.append(cancel)
      }
    }
    if pipelines.isEmpty { return "" }
    sources.insert(contentsOf: table.lines(of: Set(used.map { SymbolTable.Key.symbol($0) } + [.failure])), at: 1)
    return (["frame: \(DurationText.of(frame))", "limit: 500", ""] + sources + [""] + pipelines).joined(separator: "\n")
      + "\n"
  }

  /// The sources of a pipeline, if they can vary.
  private func varying(_ block: Block) -> [Source]? {
    guard busy == nil, block.connections.isEmpty, block.pipeline.lines.count == 1,
      block.subscribers.count < 2, block.subscribers.allSatisfy({ $0.from == nil && $0.demand == nil })
    else { return nil }
    let used = SpecNames(self).definitions(usedBy: block), sources = used.compactMap(\.source)
    return used.count == sources.count && 1...2 ~= sources.count && sources.allSatisfy { $0.rows.count == 1 }
      ? sources : nil
  }

  /// The first two values in the row of a source.
  private func symbols(_ source: Source) -> [Symbol] {
    let all = source.lane.moments.flatMap(\.marks).compactMap { mark -> Symbol? in
      if case .value(let symbol) = mark.kind { symbol } else { nil }
    }
    return Array((all.isEmpty ? [Symbol("1")] : all).uniqued.prefix(2))
  }

  /// The text of a pipeline of one line, with other names of its sources.
  private func text(of block: Block, _ renamed: (String) -> String) -> String {
    let names = Set(sources.map(\.name))
    let found = block.pipeline.expression.freeNames(in: .shared).filter { names.contains($0.name) }
    let line = block.pipeline.span.line
    var columns = text.lines[line].map(String.init)
    for (name, span) in found.sorted(by: { $0.span.columns.lowerBound > $1.span.columns.lowerBound }) {
      columns.replaceSubrange(span.columns, with: [renamed(name)])
    }
    return String(columns.joined().drop { $0 == " " || $0 == ">" })
  }
}

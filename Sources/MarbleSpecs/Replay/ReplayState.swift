import Marbles
import VirtualTime

/// A part of the recorded sources, from which a run is made.
struct ReplayState {
  /// The signals of each subscription of each source.
  var signals: [[[ReplayRun.ReplaySignal]]]
  /// The recorded subscriptions that those of each cold source play, in order.
  var order: [[Int]]
  var from: Lane?
  var demand: Lane?

  init(_ replay: ReplayRun) {
    signals = replay.sources.map { $0.subscriptions.map(\.signals) }
    order = replay.sources.map { $0.isHot ? [] : Array($0.subscriptions.indices) }
    from = replay.from
    demand = replay.demand
  }

  /// The number of signals that the subscriptions play.
  func count(_ replay: ReplayRun) -> Int {
    replay.sources.indices.reduce(0) { count, source in
      let played =
        replay.sources[source].isHot ? Array(signals[source].prefix(1)) : order[source].map { signals[source][$0] }
      return count + played.reduce(0) { $0 + $1.count }
    }
  }
}

extension ReplayRun {
  /// The events of a run, and the subscriptions of each source.
  struct Played {
    var entries: [SpecOutcome.Events.Entry]
    var windows: [[SourceLog.Window]]
  }

  /// The rows of a source. With `isOpen` a cold source has a row without events for the subscriptions that were not
  /// recorded.
  func lanes(_ state: ReplayState, _ source: Int, isOpen: Bool) -> [Lane] {
    let subscriptions = state.signals[source]
    func lane(_ signals: [ReplaySignal]) -> Lane {
      Lane(frame: base.frame, marks: signals.map { (VirtualInstant(nanoseconds: $0.time), $0.kind) })
    }
    if sources[source].isHot { return [lane(subscriptions.first ?? [])] }
    let played = state.order[source].map { lane(subscriptions[$0]) }
    return isOpen || played.isEmpty ? played + [lane([])] : played
  }

  /// Runs the pipeline with a part of the sources; `nil` if it cannot run or does not end.
  func play(_ state: ReplayState, _ template: SpecFile) throws(SpecProblem) -> Played? {
    var file = template
    for index in file.definitions.indices {
      guard case .source(var source) = file.definitions[index],
        let number = sources.firstIndex(where: { $0.name == source.name })
      else { continue }
      source.rows = lanes(state, number, isOpen: true).map { SpecFile.MarbleRow(lane: $0, span: source.span) }
      file.definitions[index] = .source(source)
    }
    var rows = SpecFile.SubscriberRows()
    rows.from = state.from.map { SpecFile.MarbleRow(lane: $0, span: block.pipeline.span) }
    rows.demand = state.demand.map { SpecFile.MarbleRow(lane: $0, span: block.pipeline.span) }
    file.blocks[0].subscribers = [rows]
    let outcome = try SpecRun.outcome(of: file, block: file.blocks[0], SpecNames(file), isTraced: false)
    if outcome.isCut { return nil }
    return Played(entries: outcome.recordings[0].entries, windows: sources.map { outcome.windows[$0.name] ?? [] })
  }

  /// The lines of a spec with a part of the sources.
  ///
  /// - Parameter frame: The time of one symbol in nanoseconds, if the spec has another one.
  func lines(_ state: ReplayState, expected: Lane? = nil, head: [String] = [], frame: Int64? = nil) -> [String] {
    var lines = head + ((frame.map { DurationText.of($0) } ?? base.frameText).map { ["frame: \($0)"] } ?? [])
    func framed(_ lane: Lane) -> Lane { Lane(frame: frame ?? lane.frame, moments: lane.moments) }
    var rows: [String] = [], used: Set<Symbol> = []
    var isFirst = true
    let lanes = sources.indices.map { self.lanes(state, $0, isOpen: false) }
    for lane in lanes.joined() + [expected].compactMap(\.self) {
      for case .symbol(let symbol) in lane.keys { used.insert(symbol) }
    }
    let entries = table.filter { used.contains($0.symbol) }
    for definition in definitions {
      switch definition {
      case .source(let source):
        guard let number = sources.firstIndex(where: { $0.name == source.name }) else { continue }
        rows += lanes[number].map { source.line(framed($0)) }
        if isFirst { rows += tableLines(entries) }
        isFirst = false
      case .derived(let derived): rows += derived.pipeline.lines(after: "let \(derived.name) = ")
      }
    }
    lines += rows + (base.busy.map { ["busy scheduler: \(framed($0.lane))"] } ?? [])
    lines += block.pipeline.lines(after: "> ")
    if let from = state.from { lines.append("from \(framed(from))") }
    if let demand = state.demand { lines.append("demand \(framed(demand))") }
    if let expected { lines.append("= \(framed(expected))") }
    return lines
  }

  /// The entries of a table, as many on a line as fit.
  private func tableLines(_ entries: [(symbol: Symbol, literal: String)]) -> [String] {
    var lines: [String] = []
    for entry in entries {
      let text = "\(entry.symbol.notation) = \(entry.literal)"
      if let last = lines.last, last.count + text.count < 100 {
        lines[lines.count - 1] += "   " + text
      } else {
        lines.append("  " + text)
      }
    }
    return lines
  }
}

import MarbleRuns
import Marbles
import VirtualTime

/// The result of a replay: what differs first, and the fewest recorded events that show it.
package struct ReplayReport {
  package let difference: ReplayDifference?
  /// The time until which the run was compared.
  package let horizon: ReplayHorizon
  /// The recorded signals of the sources, and those that are left after shrinking.
  package private(set) var signals = 0
  package private(set) var left = 0
  /// The numbers of the recorded events and of those that the pipeline sends.
  package let counts: (recorded: Int, played: Int)
  /// Whether values of the outcome were not written down, so that only their times are compared.
  package let hasUnknownValues: Bool
  /// The recorded sources, the recorded outcome and the outcome of the run, and carets below the first difference.
  package private(set) var rows: DifferenceRows?
  /// The spec of the events that matter, or of the whole recording if there is no difference.
  package private(set) var spec: SpecText

  /// Plays a recording and compares the outcome.
  ///
  /// - Parameters:
  ///   - tolerance: The largest difference between the recorded and the virtual instant of an event, in nanoseconds.
  ///   - source: The name of the recording in the spec that is written.
  package init(_ replay: ReplayRun, tolerance: Int64, source: String, file name: String) throws(SpecProblem) {
    let state = ReplayState(replay)
    let template: SpecFile
    do throws(SpecProblem) {
      template = try SpecFile(SpecText(replay.lines(state).joined(separator: "\n"), file: name))
    } catch {
      throw error
    }
    guard let played = try replay.play(state, template) else {
      throw replay.base.text.problem("the run with the recorded sources does not end", at: replay.block.pipeline.span)
    }
    horizon = replay.horizon(played, tolerance: tolerance)
    difference = replay.difference(played, horizon, tolerance: tolerance)
    counts = (replay.outcome.count, played.entries.count)
    hasUnknownValues = replay.outcome.contains { if case .value = $0.kind { $0.value == nil } else { false } }
    signals = state.count(replay)
    left = signals
    var shown = state, frame: Int64?
    if let difference {
      rows = ReplayReport.rows(replay, state, played, difference)
      var shrinker = ReplayShrinker(replay, template, played, tolerance: tolerance)
      if let small = shrinker.shrunk(difference, of: played) {
        shown = small.state
        frame = small.grid
      }
      left = shown.count(replay)
    }
    let sentence = difference.map { "\($0.sentence)." } ?? "The outcome is the recorded one."
    let head = ["title: \(replay.outcomeName), from a recorded run", "note: Recorded in \(source): \(sentence)"].map {
      DisplayWidth.printable($0)
    }
    spec = try ReplayReport.spec(replay, shown, head, nil, name)
    // Rows with a round frame are shorter, unless a time of the pipeline is counted in frames.
    if replay.base.frameText == nil, let frame, let short = try? ReplayReport.spec(replay, shown, head, frame, name),
      let one = try? ExecutedSpec(spec), let other = try? ExecutedSpec(short),
      one.outcomes[0].recordings == other.outcomes[0].recordings
    {
      spec = short
    }
  }

  /// A spec of some recorded signals, with the row of its run.
  private static func spec(_ replay: ReplayRun, _ state: ReplayState, _ head: [String], _ frame: Int64?, _ name: String)
    throws(SpecProblem)
    -> SpecText
  {
    func text(_ expected: Lane?) -> SpecText {
      SpecText(replay.lines(state, expected: expected, head: head, frame: frame).joined(separator: "\n"), file: name)
    }
    // The update writes the expected row.
    let open = text(Lane(frame: frame ?? replay.base.frame, moments: []))
    return SpecUpdate(try ExecutedSpec(open)).updated() ?? text(nil)
  }

  /// The rows around the first difference, rounded so that they are short.
  private static func rows(
    _ replay: ReplayRun, _ state: ReplayState, _ played: ReplayRun.Played, _ difference: ReplayDifference
  ) -> DifferenceRows {
    let span = (max(replay.end, difference.instant.nanoseconds)) / 80
    var power: Int64 = 1
    while power <= span / 10 { power *= 10 }
    let grid = [1, 2, 5, 10].map { $0 * power }.first { $0 >= span } ?? power
    func round(_ time: Int64) -> VirtualInstant { VirtualInstant(nanoseconds: time.plus(grid / 2) / grid * grid) }
    func lane(_ marks: [(time: Int64, kind: Mark.Kind)]) -> Lane {
      Lane(frame: grid, marks: marks.map { (round($0.time), $0.kind) })
    }
    var rows: [(name: String, lane: Lane)] = []
    for (number, source) in replay.sources.enumerated() {
      for (subscription, recorded) in source.subscriptions.enumerated().prefix(12) {
        let name =
          source.isHot || source.subscriptions.count == 1 ? source.name : "\(source.name) (\(subscription + 1))"
        let start =
          source.isHot
          ? 0
          : (played.windows[number].indices.contains(subscription)
            ? played.windows[number][subscription].start.nanoseconds : recorded.start)
        rows.append((name, lane(recorded.signals.map { (start.plus($0.time), $0.kind) })))
      }
    }
    let symbols = ReplaySymbols(replay)
    rows.append(("recorded", lane(replay.outcome.map { ($0.time, $0.kind) })))
    rows.append(("run", lane(played.entries.map { ($0.instant.nanoseconds, symbols.kind(of: $0.event)) })))
    return DifferenceRows(rows, marking: [round(difference.instant.nanoseconds)], inLast: 2)
  }
}

/// The symbols of the values that a run sends. A value that was recorded has its recorded symbol.
private struct ReplaySymbols {
  private var known: [Value: Mark.Kind] = [:]

  init(_ replay: ReplayRun) {
    for one in replay.outcome { if let value = one.value { known[value] = one.kind } }
    for (symbol, literal) in replay.table where known.allSatisfy({ $0.key.description != literal }) {
      if let value = ReplayRun.value(literal) as Value? { known[value] = .value(symbol) }
    }
  }
  func kind(of event: SpecOutcome.Events.Event) -> Mark.Kind {
    switch event {
    case .finished: .finished
    case .failure: .failure(nil)
    case .value(let value):
      known[value] ?? Symbolizer.ownSymbol(of: value).map { .value($0) } ?? .value(Symbol(value.shown, isQuoted: true))
    }
  }
}

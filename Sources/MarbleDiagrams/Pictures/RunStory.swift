import VirtualTime

/// The additions of a trace to a picture: the causes of results, the losses, the inner streams.
struct RunStory {
  typealias Row = PicturePlan.Row
  typealias Sign = PicturePlan.Sign

  private let trace: Trace
  private let run: Int
  private let coloring: Coloring
  /// The events that are drawn.
  private let events: [Int]
  /// The lines that have a row of their own, apart from the subscribers'.
  private var shown: Set<Int> = []
  /// The inner streams, by the operator that flattens them.
  private(set) var innerStreams: [[Row]] = []
  /// The boxes and rows of all operators but the last.
  private(set) var stages: [PicturePlan.Strip] = []
  /// The largest number of inner streams that are drawn.
  private static let mostInner = 24

  init(_ trace: Trace, run: Int, until horizon: VirtualInstant?, coloring: Coloring, _ details: PictureDetails) {
    (self.trace, self.run, self.coloring) = (trace, run, coloring)
    events = trace.events.indices.filter { index in horizon.map { trace.events[index].instant <= $0 } ?? true }
    let groups = trace.lines.indices.filter { trace.lines[$0].consumer == nil || !isInner($0) }.map { innerLines(of: $0) }
      .filter { !$0.isEmpty }
    shown = Set(groups.joined())
    if details.stages {
      let staged = stagedLines
      shown.formUnion(staged.joined())
      stages = staged.flatMap { strips($0, withTimers: details.timers) }
    } else {
      innerStreams = groups.map { $0.map(row) }
    }
  }

  // MARK: Lines

  /// Returns the lines of a subscriber of the pipeline.
  private func last(_ subscriber: Int) -> [Int] {
    trace.lines.indices.filter { trace.lines[$0].consumer == nil && trace.lines[$0].subscriber == subscriber }
  }

  /// Whether a stream was created for a value.
  private func isInner(_ line: Int) -> Bool { trace.lines[line].startedBy.map { trace.events[$0].isValue } ?? false }

  private func innerLines(of line: Int) -> [Int] {
    Array(trace.inputs(of: line).filter { isInner($0) && events.contains(trace.lines[$0].startedBy ?? 0) }.prefix(RunStory.mostInner))
  }

  /// Returns the nearest drawn line downstream; `nil` if it belongs to a subscriber.
  private func shownLine(from line: Int?) -> Int? {
    var line = line
    while let known = line, !shown.contains(known) { line = trace.lines[known].consumer }
    return line
  }

  // MARK: Rows

  private func sign(_ event: Int, loss: Trace.Loss? = nil) -> Sign {
    Sign(
      kind: trace.events[event].kind, colors: coloring.colors(of: event, inRun: run),
      events: [Picture.EventID(run: run, event: event)], loss: loss?.reason, lostAt: loss?.instant.nanoseconds)
  }

  private func row(_ line: Int) -> Row {
    var row = Row(beats: [], start: trace.lines[line].start.nanoseconds)
    if trace.lines[line].isCancelled { row.cut = trace.lines[line].end?.nanoseconds }
    if let origin = trace.lines[line].startedBy {
      row.origin = coloring.colors(of: origin, inRun: run)
      row.madeFor = Picture.EventID(run: run, event: origin)
    }
    let own = events.filter { trace.events[$0].line == line }.map { ($0, sign($0)) }
    row.add(own.map { (instant: trace.events[$0].instant.nanoseconds, sign: $1) } + losses { shownLine(from: $0) == line })
    return row
  }

  /// Returns the dropped values before a row, with the instants at which they arrived.
  private func losses(_ isHere: (Int?) -> Bool) -> [(instant: Int64, sign: Sign)] {
    trace.losses.compactMap { loss in
      guard events.contains(loss.event), isHere(loss.line) else { return nil }
      return (instant: trace.events[loss.event].instant.nanoseconds, sign: sign(loss.event, loss: loss))
    }
  }

  /// Adds the causes of the events, and the dropped values, to the row of a subscriber.
  func complete(_ row: inout Row, ofSubscriber subscriber: Int) {
    let lines = last(subscriber)
    var known = events.filter { lines.contains(trace.events[$0].line) }[...]
    for beat in row.beats.indices {
      for index in row.beats[beat].signs.indices {
        guard let event = known.popFirst(), trace.events[event].kind == row.beats[beat].signs[index].kind else { continue }
        row.beats[beat].signs[index] = sign(event)
      }
    }
    row.add(losses { consumer in shownLine(from: consumer) == nil && consumer.map { trace.lines[$0].subscriber == subscriber } ?? false })
    row.add(misses(ofSubscriber: subscriber))
  }

  /// Returns the values of hot streams for which there was a subscription but no demand.
  private func misses(ofSubscriber subscriber: Int) -> [(instant: Int64, sign: Sign)] {
    trace.misses.filter { trace.lines[$0.line].subscriber == subscriber }.map { miss in
      (
        instant: miss.instant.nanoseconds,
        sign: Sign(kind: miss.kind, colors: coloring.colors(of: miss.kind), loss: "there was no demand")
      )
    }
  }

  func timers(ofSubscriber subscriber: Int) -> [Trace.Timer] {
    timers { $0.map { trace.lines[$0].subscriber == subscriber } ?? (subscriber == 0) && shownLine(from: $0) == nil }
  }
  private func timers(_ isHere: (Int?) -> Bool) -> [Trace.Timer] {
    trace.timers.filter { timer in
      // A timer that is restarted at the same instant has never run.
      timer.waits && timer.end != timer.start && isHere(timer.line)
        && events.last.map { timer.start <= trace.events[$0].instant } ?? true
    }
  }

  // MARK: Stages

  /// The call of the operator that the subscribers see.
  var lastCall: String? { last(0).first.map(call) }

  /// Returns the text of the box above a line: the call, with its receiver if that has no box.
  private func call(of line: Int) -> String {
    let stage = trace.stages[trace.lines[line].stage]
    return (stage.base.map { $0 + "." } ?? "") + stage.call
  }

  /// The lines of each operator before the last, upstream first.
  private var stagedLines: [[Int]] {
    let order = trace.lines.indices.filter { trace.lines[$0].consumer == nil }.reduce(into: [Int]()) { visit($1, &$0) }
    var stages: [Int] = []
    for line in order where trace.stages[trace.lines[line].stage].kind != .source && trace.lines[line].consumer != nil {
      if !stages.contains(trace.lines[line].stage) { stages.append(trace.lines[line].stage) }
    }
    return stages.map { stage in Array(order.filter { trace.lines[$0].stage == stage }.prefix(RunStory.mostInner)) }
  }

  private func visit(_ line: Int, _ order: inout [Int]) {
    for input in trace.inputs(of: line) { visit(input, &order) }
    order.append(line)
  }

  private func strips(_ lines: [Int], withTimers: Bool) -> [PicturePlan.Strip] {
    let call = call(of: lines[0])
    let inner = lines.filter(isInner)
    var strips = [PicturePlan.Strip.code([call], isFramed: true)]
    for line in lines where !inner.contains(line) {
      var row = row(line)
      if row.start == 0 { row.start = nil }
      strips.append(.row(row))
    }
    if !inner.isEmpty { strips.append(.inner(inner.map(row))) }
    let timers = timers { line in line.map(lines.contains) ?? false }
    return withTimers && !timers.isEmpty ? strips + [.timers(timers)] : strips
  }
}

extension Trace.Event {
  var isValue: Bool { if case .value = kind { true } else { kind == .anyValue } }
}

extension PicturePlan.Row {
  /// Adds marks at their instants. Marks of one instant are in the order in which they happened.
  fileprivate mutating func add(_ signs: [(instant: Int64, sign: PicturePlan.Sign)]) {
    for (instant, sign) in signs {
      let index = beats.firstIndex { $0.instant >= instant } ?? beats.count
      if index == beats.count || beats[index].instant > instant { beats.insert(PicturePlan.Beat(instant: instant, signs: []), at: index) }
      if let same = beats[index].signs.firstIndex(where: { $0.loss != nil && $0.kind == sign.kind }) {
        beats[index].signs[same].events += sign.events
      } else {
        let next = beats[index].signs.firstIndex { $0.order > sign.order } ?? beats[index].signs.count
        beats[index].signs.insert(sign, at: next)
      }
    }
  }
}

extension PicturePlan.Sign {
  /// The order within its instant: events by number, then other steps.
  fileprivate var order: Int { events.first?.event ?? .max }
}

import MarbleRuns
import Marbles
import VirtualTime

/// The additions of a trace to a picture: the causes of results, the losses, the subscriptions with rows of their own.
struct TraceAdditions {
  typealias DrawnRow = PicturePlan.DrawnRow
  typealias Sign = PicturePlan.Sign

  private let trace: Trace
  private let index: TraceIndex
  private let run: Int
  private let diagram: Diagram
  private let coloring: Coloring
  private let templates: Set<String>
  /// How many events are drawn.
  private let count: Int
  /// The lines that have a row of their own, apart from the subscribers'.
  private var shown: Set<Int> = []
  /// The nearest line downstream of each that is drawn; nil if that is a subscriber's.
  private var shownLines: [Int?] = []
  /// The losses before each row, and before the row of each subscriber; the lines and the missed values of each
  /// subscriber.
  private var losses: [Int: [Trace.Loss]] = [:]
  private var lossesOfSubscribers: [Int?: [Trace.Loss]] = [:]
  private let lines: [Int?: [Int]]
  private let misses: [Int?: [Trace.Miss]]
  /// The subscriptions with rows of their own, by the operator that made them, and their timers.
  private(set) var subscriptions: [PicturePlan.Strip] = []
  /// The lines that did not begin together with the operator that receives from them.
  private let begun: Set<Int>
  /// The boxes and rows of all operators but the last.
  private(set) var stages: [PicturePlan.Strip] = []
  /// A sentence about the subscriptions that are left out.
  private(set) var omission: String?
  /// The largest number of subscriptions of an operator that are drawn.
  private static let mostRows = 40

  init(
    _ trace: Trace, _ index: TraceIndex, run: Int, of diagram: Diagram, until horizon: VirtualInstant?,
    templates: Set<String>,
    coloring: Coloring, _ details: PictureDetails
  ) {
    (self.trace, self.index, self.run, self.diagram, self.coloring, self.templates) = (
      trace, index, run, diagram, coloring, templates
    )
    let rows = SubscriptionRows(trace, index, templates: templates)
    begun = rows.begun
    count = horizon.flatMap { last in trace.events.firstIndex { $0.instant > last } } ?? trace.events.count
    lines = Dictionary(grouping: trace.subscriptions.indices.filter { trace.subscriptions[$0].consumer == nil }) {
      trace.subscriptions[$0].subscriber
    }
    misses = Dictionary(grouping: trace.misses) { trace.subscriptions[$0.line].subscriber }
    let all = rows.groups.map { group in
      group.filter { line in
        horizon.map { trace.subscriptions[line].start <= $0 } ?? true
          && (trace.subscriptions[line].startedBy ?? -1) < count
      }
    }
    // If there are many, the first ones are drawn, in the order of their group.
    let groups = all.filter { !$0.isEmpty }.map { group in
      let first = Set(group.sorted().prefix(TraceAdditions.mostRows))
      return group.filter(first.contains)
    }
    let more = all.reduce(0) { $0 + max(0, $1.count - TraceAdditions.mostRows) }
    if more > 0 { omission = "\(more) more subscriptions are left out" }
    shown = Set(groups.joined())
    let staged = details.stages ? stagedLines(shown) : []
    shown.formUnion(staged.joined())
    sortLosses()
    if details.stages {
      stages = staged.flatMap { strips($0, withTimers: details.timers) }
    } else {
      subscriptions = groups.flatMap { strips(ofSubscriptions: $0, withTimers: details.timers) }
    }
  }

  /// A line is drawn below the one that receives from it, which began before.
  private mutating func sortLosses() {
    for line in trace.subscriptions.indices {
      shownLines.append(
        shown.contains(line)
          ? line : trace.subscriptions[line].consumer.flatMap { shownLines.indices.contains($0) ? shownLines[$0] : nil }
      )
    }
    for loss in trace.losses where loss.event < count {
      if let line = shownLines[loss.line] {
        losses[line, default: []].append(loss)
      } else {
        lossesOfSubscribers[trace.subscriptions[loss.line].subscriber, default: []].append(loss)
      }
    }
  }

  // MARK: Rows

  private func sign(_ event: Int, loss: Trace.Loss? = nil) -> Sign {
    Sign(
      kind: trace.events[event].kind, colors: coloring.colors(of: event, inRun: run),
      events: [Picture.EventID(run: run, event: event)], loss: loss?.reason, lostAt: loss?.instant.nanoseconds)
  }

  private func row(_ line: Int) -> DrawnRow {
    var row = DrawnRow(beats: [], start: trace.subscriptions[line].start.nanoseconds)
    if trace.subscriptions[line].isCancelled { row.cut = trace.subscriptions[line].end?.nanoseconds }
    if let origin = trace.subscriptions[line].startedBy {
      row.origin = coloring.colors(of: origin, inRun: run).all
      row.startedBy = Picture.EventID(run: run, event: origin)
    }
    if row.origin.isEmpty || row.origin.count > 4 { row.origin = [Coloring.mixed] }
    let own = index.events[line].filter { $0 < count }.map {
      (instant: trace.events[$0].instant.nanoseconds, sign: sign($0))
    }
    row.add(own + signs(losses[line] ?? []) + delays(of: line))
    return row
  }

  /// Returns subscriptions. Beside the first of several of one stream that follow each other are their name and their
  /// number.
  private func inner(_ lines: [Int]) -> PicturePlan.Inner {
    var inner = PicturePlan.Inner(rows: lines.map(row), isInclined: lines.contains(where: begun.contains))
    let names = lines.map { trace.name(ofStage: trace.subscriptions[$0].stage) }
    var first = 0
    for index in lines.indices {
      inner.rows[index].sources = lines[..<index].reversed().prefix { leads($0, to: lines[index]) }.count
      if names[index] != names[first] { first = index }
      inner.rows[first].name = names[index]
      inner.rows[first].note = index == first ? "subscription" : "\(index - first + 1) subscriptions"
    }
    return inner
  }

  /// Returns the rows of subscriptions, and below them the bars of their timers.
  private func strips(ofSubscriptions lines: [Int], withTimers: Bool) -> [PicturePlan.Strip] {
    let all = Set(lines)
    let timers = withTimers ? drawnTimers { $0.line.flatMap { shownLines[$0] }.map(all.contains) ?? false } : []
    return [.inner(inner(lines))] + (timers.isEmpty ? [] : [.timers(timers)])
  }

  /// Whether a line is upstream of another one.
  private func leads(_ line: Int, to other: Int) -> Bool {
    var next = trace.subscriptions[line].consumer
    // An operator subscribes after it has been subscribed to.
    while let consumer = next, consumer > other { next = trace.subscriptions[consumer].consumer }
    return next == other
  }

  /// Returns the values of a cold source that one of its subscriptions sent later than they were due, or not at all.
  private func delays(of line: Int) -> [(instant: Int64, sign: Sign)] {
    let (own, start) = (index.events[line], trace.subscriptions[line].start)
    guard trace.isCold(line, in: templates), !trace.isCut, diagram.runs[run].stop == nil,
      let number = index.subscriptions(ofSource: trace.stages[trace.subscriptions[line].stage].name).firstIndex(
        of: line),
      let stream = diagram.streams.first(where: { trace.isCold(line, in: [$0.name]) && $0.plays(number) })
    else { return [] }
    let due = stream.lane.moments.flatMap { moment in
      moment.marks.map { (instant: moment.instant.nanoseconds, kind: $0.kind) }
    }
    var signs: [(instant: Int64, sign: Sign)] = []
    for (number, mark) in due.enumerated() where mark.kind.symbol != nil {
      let instant = start.nanoseconds.addingReportingOverflow(mark.instant).partialValue
      let sent = own.indices.contains(number) ? trace.events[own[number]].instant.nanoseconds : nil
      if let end = trace.subscriptions[line].end, sent == nil, instant >= end.nanoseconds { break }
      if let sent, sent <= instant { continue }
      var sign = Sign(kind: mark.kind, colors: coloring.colors(of: mark.kind, inSource: stream.name))
      sign.loss = sent == nil ? PlayedStream.unwanted : PlayedStream.waited
      signs.append((instant, sign))
    }
    return signs
  }

  /// Returns the signs of dropped values, with the instants at which they arrived.
  private func signs(_ losses: [Trace.Loss]) -> [(instant: Int64, sign: Sign)] {
    losses.map { (instant: trace.events[$0.event].instant.nanoseconds, sign: sign($0.event, loss: $0)) }
  }

  /// Adds the causes of the events, and the dropped values, to the row of a subscriber.
  func complete(_ row: inout DrawnRow, ofSubscriber subscriber: Int) {
    let events = (lines[subscriber] ?? []).flatMap { index.events[$0] }
    var known = events.filter { $0 < count }.sorted()[...]
    for beat in row.beats.indices {
      for index in row.beats[beat].signs.indices {
        guard let event = known.popFirst(), trace.events[event].kind == row.beats[beat].signs[index].kind else {
          continue
        }
        row.beats[beat].signs[index] = sign(event)
      }
    }
    row.add(signs(lossesOfSubscribers[subscriber] ?? []))
    row.add(misses(ofSubscriber: subscriber))
  }

  /// Returns the values of hot streams for which there was a subscription but no demand.
  private func misses(ofSubscriber subscriber: Int) -> [(instant: Int64, sign: Sign)] {
    (misses[subscriber] ?? []).map { miss in
      (
        instant: miss.instant.nanoseconds,
        sign: Sign(kind: miss.kind, colors: coloring.colors(of: miss.kind), loss: "there was no demand")
      )
    }
  }

  /// Returns the timers of the operators of a subscriber, without those of subscriptions with rows of their own. A
  /// timer without a line is drawn for the first subscriber.
  func timers(ofSubscriber subscriber: Int) -> [Trace.Timer] {
    drawnTimers { timer in
      guard let line = timer.line else { return subscriber == 0 }
      return shownLines[line] == nil && trace.subscriptions[line].subscriber == subscriber
    }
  }
  /// Returns timers in the order in which they start. One that is restarted at the same instant has never run.
  private func drawnTimers(_ isThere: (Trace.Timer) -> Bool) -> [Trace.Timer] {
    let end = count == 0 ? nil : trace.events[count - 1].instant
    return trace.timers.filter { timer in
      timer.waits && timer.end != timer.start && (end.map { timer.start <= $0 } ?? true) && isThere(timer)
    }
  }

  // MARK: Stages

  /// The call of the operator that the subscribers see.
  var lastCall: String? { lines[0]?.first.map(call) }

  /// Returns the text of the box above a line: the call, with its receiver if that has no box.
  private func call(of line: Int) -> String {
    let stage = trace.stages[trace.subscriptions[line].stage]
    return (stage.base.map { $0 + "." } ?? "") + stage.call
  }

  /// The lines of each operator before the last, and those between a source and an operator, upstream first.
  private func stagedLines(_ own: Set<Int>) -> [[Int]] {
    func stages(_ line: Int) -> [Int] {
      let stage = trace.subscriptions[line].stage
      return trace.stages[stage].kind == .source
        ? [stage, trace.subscriptions[line].consumer.map { trace.subscriptions[$0].stage } ?? -1] : [stage]
    }
    let order = trace.subscriptions.indices.filter { trace.subscriptions[$0].consumer == nil }.flatMap {
      index.upstream(of: $0)
    }
    let shown = order.filter { line in
      let isSource = trace.stages[trace.subscriptions[line].stage].kind == .source
      return trace.subscriptions[line].consumer != nil
        && (!isSource || trace.isCold(line, in: templates) || own.contains(line))
    }
    let lines = Dictionary(grouping: shown, by: stages)
    return shown.map(stages).uniqued.map { stages in Array((lines[stages] ?? []).prefix(TraceAdditions.mostRows)) }
  }

  private func strips(_ lines: [Int], withTimers: Bool) -> [PicturePlan.Strip] {
    if trace.stages[trace.subscriptions[lines[0]].stage].kind == .source { return [.inner(inner(lines))] }
    let call = call(of: lines[0])
    let own = lines.filter(begun.contains)
    var strips = [PicturePlan.Strip.code([call], isFramed: true)]
    for line in lines where !own.contains(line) {
      var row = row(line)
      if row.start == 0 { row.start = nil }
      strips.append(.row(row))
    }
    if !own.isEmpty { strips.append(.inner(inner(own))) }
    let all = Set(lines)
    let timers = drawnTimers { $0.line.map(all.contains) ?? false }
    return withTimers && !timers.isEmpty ? strips + [.timers(timers)] : strips
  }
}

extension PicturePlan.DrawnRow {
  /// Adds marks at their instants. Marks of one instant are in the order in which they happened.
  fileprivate mutating func add(_ signs: [(instant: Int64, sign: PicturePlan.Sign)]) {
    var old = beats[...]
    beats = []
    for (instant, sign) in signs.indices.sorted(by: { (signs[$0].instant, $0) < (signs[$1].instant, $1) }).map({
      signs[$0]
    }) {
      while let next = old.first, next.instant <= instant { beats.append(old.removeFirst()) }
      if beats.last?.instant != instant { beats.append(PicturePlan.Beat(instant: instant, signs: [])) }
      beats[beats.count - 1].signs.append(sign)
    }
    beats += old
    let changed = Set(signs.map(\.instant))
    for index in beats.indices where changed.contains(beats[index].instant) { beats[index].merge() }
  }
}

extension PicturePlan.Beat {
  /// A lost value: two of one source are drawn once.
  private struct Ghost: Hashable {
    var kind: Mark.Kind
    var colors: Coloring.Hues
  }

  /// Puts the signs in order, and makes one of those that stand for equal lost values.
  fileprivate mutating func merge() {
    var ghosts: [Ghost: Int] = [:]
    var merged: [PicturePlan.Sign] = []
    for sign in signs {
      let ghost = Ghost(kind: sign.kind, colors: sign.colors)
      if sign.loss != nil, let same = ghosts[ghost] {
        merged[same].events += sign.events
      } else {
        if sign.loss != nil { ghosts[ghost] = merged.count }
        merged.append(sign)
      }
    }
    let order = merged.map(\.order)
    signs = merged.indices.sorted { (order[$0], $0) < (order[$1], $1) }.map { merged[$0] }
  }
}

extension PicturePlan.Sign {
  /// The order within its instant: events by number, then other steps.
  fileprivate var order: Int { events.first?.event ?? .max }
}

import MarbleRuns
import Marbles
import VirtualTime

/// The drawn part of a trace: a row for each subscription between two operators, in the order of the pipeline.
struct TraceRows {
  struct TraceRow {
    /// The events of the line; `nil` if only the timers are drawn.
    var lane: Lane?
    var line: Int
    /// The call whose events the row shows.
    var call: String
    /// The timers of the call over which time passes.
    var timers: [TraceTimer]
    /// The instant of the cancel, if an event has the same instant: the row ends after that event.
    var cut: VirtualInstant?
    /// Whether the row begins with the start of its subscription, and has no line before it.
    var isOwn = false
    /// The text beside the bars.
    var timerNote: String { "timer of \(call)" }
  }

  private let rows: [[TraceRow]]
  /// The subscriptions that are left out, by the call that sends there.
  private let more: [[(count: Int, call: String)]]
  private let results: [TraceRow?]

  /// The lanes, in the order in which they are drawn.
  var lanes: [Lane] { rows.joined().compactMap(\.lane) }
  /// The numbers of their lines in the trace.
  var lines: [Int] { rows.joined().filter { $0.lane != nil }.map(\.line) }
  /// The instants at which the rows of these lanes end, if a cancel without a mark ends them.
  var cuts: [VirtualInstant?] { rows.joined().filter { $0.lane != nil }.map(\.cut) }
  /// Whether each of these lanes is a subscription that began on its own.
  var areOwn: [Bool] { rows.joined().filter { $0.lane != nil }.map(\.isOwn) }

  /// The largest number of subscriptions to one operator, or to one source, that are drawn.
  static let mostLines = 100

  init(_ run: Diagram.Run, _ diagram: Diagram, _ style: TextStyle, templates: Set<String>) {
    guard let trace = run.trace, style.showsStages || style.showsTimers else {
      rows = [[TraceRow]](repeating: [], count: run.subscribers.count)
      more = []
      results = []
      return
    }
    let index = TraceIndex(trace)
    let own = Set(SubscriptionRows(trace, index, templates: templates).groups.joined())
    let declared = Dictionary(grouping: diagram.streams.filter(\.isDeclared)) { $0.name }
    func row(_ line: Int) -> TraceRow {
      let stage = trace.stages[trace.subscriptions[line].stage]
      var lane = trace.lane(of: index.events[line], frame: diagram.frame)
      // A line that the row of the source shows already needs no row of its own.
      let number = stage.kind == .source ? index.numbers[line] : 0
      let isNew = own.contains(line) || trace.isCold(line, in: templates)
      let isKnown =
        !isNew && stage.kind == .source
        && declared[stage.name]?.first { $0.plays(number) }.map { lane.isBeginning(of: $0.lane) } == true
      let timers = style.showsTimers ? index.timers[line].map { trace.timers[$0] } : []
      let group = trace.groupName(line).map { "\($0) of " } ?? ""
      let call = DisplayWidth.cut(group + stage.call, to: 60, mark: style.isASCII ? "..." : "…")
      let cancelled = trace.subscriptions[line].isCancelled ? trace.subscriptions[line].end : nil
      let hasRoom = cancelled.map { $0 != lane.moments.last?.instant } ?? false
      if let cancelled, hasRoom { lane.moments.append(Lane.Moment(instant: cancelled, marks: [Mark(.unsubscribe)])) }
      if isNew { lane.begin(at: trace.subscriptions[line].start) }
      return TraceRow(
        lane: style.showsStages && !isKnown ? lane : nil, line: line, call: call, timers: timers,
        cut: hasRoom ? nil : cancelled,
        isOwn: isNew)
    }
    let roots = run.subscribers.indices.map { number in
      trace.subscriptions.indices.first {
        trace.subscriptions[$0].consumer == nil && (trace.subscriptions[$0].subscriber ?? 0) == number
      }
    }
    var rows: [[TraceRow]] = [], more: [[(count: Int, call: String)]] = []
    for root in roots {
      let lines = root.map { index.upstream(of: $0).dropLast() } ?? []
      // An operator such as flatMap may create many streams; the first are drawn.
      var drawn: [TraceRow] = [], counts: [Int: Int] = [:]
      for line in lines {
        let row = row(line), stage = trace.subscriptions[line].stage
        if row.lane == nil, row.timers.isEmpty { continue }
        counts[stage, default: 0] += 1
        if counts[stage, default: 0] <= TraceRows.mostLines { drawn.append(row) }
      }
      rows.append(drawn)
      let many = counts.filter { $0.value > TraceRows.mostLines }.sorted { $0.key < $1.key }
      more.append(many.map { ($0.value - TraceRows.mostLines, trace.stages[$0.key].call) })
    }
    self.rows = rows
    self.more = more
    results = roots.map { $0.map(row) }
  }

  /// Returns the rows above the row of a subscriber.
  func rows(of subscriber: Int) -> [TraceRow] { rows.indices.contains(subscriber) ? rows[subscriber] : [] }
  /// A sentence for each operator whose rows are not all drawn.
  func omissions(of subscriber: Int) -> [String] {
    guard more.indices.contains(subscriber) else { return [] }
    return more[subscriber].map { "\($0.count) more subscriptions to \($0.call) are left out" }
  }
  func result(of subscriber: Int) -> TraceRow? { results.indices.contains(subscriber) ? results[subscriber] : nil }
}

extension Trace {
  func lane(of line: [Int], frame: Int64) -> Lane {
    var moments: [Lane.Moment] = []
    for event in line.map({ events[$0] }) {
      if moments.last?.instant == event.instant {
        moments[moments.count - 1].content.append(Mark(event.kind))
      } else {
        moments.append(Lane.Moment(instant: event.instant, marks: [Mark(event.kind)]))
      }
    }
    return Lane(frame: frame, moments: moments)
  }
}

extension Lane {
  /// Adds the start of a subscription, unless a mark is there.
  fileprivate mutating func begin(at start: VirtualInstant) {
    if moments.first?.instant != start { moments.insert(Lane.Moment(instant: start, marks: [Mark(.subscribe)]), at: 0) }
  }
  /// Whether another lane begins with this one.
  fileprivate func isBeginning(of other: Lane) -> Bool { other.moments.starts(with: moments) }
}

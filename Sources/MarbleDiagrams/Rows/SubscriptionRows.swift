import MarbleRuns
import VirtualTime

/// The subscriptions of a run that have rows of their own in a picture: those that began on their own, not together
/// with the operator that receives from them.
///
/// These are inner streams, attempts of `retry` and `repeat`, streams that follow another one as in `append` and
/// `catch`, and the subscriptions of a cold source that is subscribed to more than once or later than at zero.
struct SubscriptionRows {
  /// The lines with rows, by the stage that receives from them: upstream first. Stages whose subscriptions begin each
  /// other, as those of a stream that is repeated, have one group.
  ///
  /// In a group each line is behind those that lead to it, which come in the order in which they began. So it is behind
  /// the one with the event that began it, too, unless that event follows from a value of the operator that receives
  /// from the line: then a request has begun it.
  private(set) var groups: [[Int]] = []
  /// The lines that began on their own.
  private(set) var begun: Set<Int> = []

  init(_ trace: Trace, _ index: TraceIndex, templates: Set<String>) {
    begun = Set(trace.subscriptions.indices.filter { SubscriptionRows.isBegun($0, trace) })
    var own = begun
    // The first attempt began with its operator; the others follow it.
    for line in begun where SubscriptionRows.isAttempt(line, trace) {
      guard let consumer = trace.subscriptions[line].consumer else { continue }
      own.formUnion(index.inputs[consumer].filter { trace.subscriptions[$0].stage == trace.subscriptions[line].stage })
    }
    let rows = own
    for line in trace.subscriptions.indices
    where trace.isCold(line, in: templates) && trace.subscriptions[line].consumer != nil && !rows.contains(line) {
      if !SubscriptionRows.isShown(line, by: rows, trace, index) { own.insert(line) }
    }
    let order = trace.subscriptions.indices.filter { trace.subscriptions[$0].consumer == nil }.flatMap {
      index.upstream(of: $0)
    }
    let receivers = order.filter { index.inputs[$0].contains(where: own.contains) }
    let stages = receivers.map { trace.subscriptions[$0].stage }.uniqued
    let numbers = Dictionary(uniqueKeysWithValues: zip(stages, stages.indices))
    var rest = Array(repeating: [Int](), count: stages.count)
    for line in order where own.contains(line) {
      if let number = SubscriptionRows.receiver(of: line, trace).flatMap({ numbers[$0] }) { rest[number].append(line) }
    }
    merge(rest) { line in
      SubscriptionRows.cause(of: line, by: own, trace).flatMap { SubscriptionRows.receiver(of: $0, trace) }.flatMap {
        numbers[$0]
      } ?? 0
    }
    let places = Dictionary(uniqueKeysWithValues: zip(order, order.indices))
    for index in groups.indices { groups[index].sort { places[$0, default: 0] < places[$1, default: 0] } }
  }

  /// Makes one group of those from a line to a later one with the event that began the line.
  private mutating func merge(_ rest: [[Int]], _ number: (Int) -> Int) {
    var last = -1
    for (index, lines) in rest.enumerated() {
      if index <= last { groups[groups.count - 1] += lines } else { groups.append(lines) }
      last = max(last, lines.map(number).max() ?? 0)
    }
  }

  /// The stage that receives from a line.
  private static func receiver(of line: Int, _ trace: Trace) -> Int? {
    trace.subscriptions[line].consumer.map { trace.subscriptions[$0].stage }
  }

  /// Returns the line with the event that began another one; if that has no row, with the nearest event that caused it.
  private static func cause(of line: Int, by rows: Set<Int>, _ trace: Trace) -> Int? {
    var event = trace.subscriptions[line].startedBy
    while let next = event, !rows.contains(trace.events[next].line) { event = trace.events[next].causes.last }
    return event.map { trace.events[$0].line }
  }

  /// Whether a stream follows others of its operator. A stream that was created for a value does not, unless the value
  /// is a signal to subscribe again.
  static func isAttempt(_ line: Int, _ trace: Trace) -> Bool {
    let subscription = trace.subscriptions[line]
    guard let event = subscription.startedBy, trace.events[event].isValue else { return true }
    return subscription.consumer.map { trace.stages[trace.subscriptions[$0].stage].subscribesAgain } ?? false
  }

  /// Whether a line did not begin together with the operator that receives from it.
  private static func isBegun(_ line: Int, _ trace: Trace) -> Bool {
    guard let consumer = trace.subscriptions[line].consumer else { return false }
    return trace.subscriptions[line].start != trace.subscriptions[consumer].start
      || trace.subscriptions[line].startedBy != trace.subscriptions[consumer].startedBy
  }

  /// Whether a row further downstream has its events at the same instants, as if the operators between them were not
  /// there.
  private static func isShown(_ line: Int, by rows: Set<Int>, _ trace: Trace, _ index: TraceIndex) -> Bool {
    var line = line
    let events = index.events[line].map { trace.events[$0].instant }
    let (start, end) = (trace.subscriptions[line].start, trace.subscriptions[line].end)
    while let consumer = trace.subscriptions[line].consumer, index.inputs[consumer].count == 1 {
      if rows.contains(consumer) {
        return trace.subscriptions[consumer].start == start && trace.subscriptions[consumer].end == end
          && index.events[consumer].map { trace.events[$0].instant } == events
      }
      line = consumer
    }
    return false
  }
}

extension Trace {
  /// Whether a line is a subscription of one of some sources.
  func isCold(_ line: Int, in names: Set<String>) -> Bool {
    stages[subscriptions[line].stage].kind == .source && names.contains(stages[subscriptions[line].stage].name)
  }
}

extension Diagram {
  /// The names of the cold sources that a run subscribes to more than once, or later than at zero: their rows are
  /// templates, and each subscription has a row of its own.
  func templates(_ indices: [TraceIndex?]) -> Set<String> {
    var names: Set<String> = []
    for stream in streams where stream.kind == .cold {
      for (run, index) in zip(runs, indices) {
        guard let trace = run.trace, let lines = index?.subscriptions(ofSource: stream.name) else { continue }
        if lines.count > 1 || lines.contains(where: { trace.subscriptions[$0].start != .zero }) {
          names.insert(stream.name)
        }
      }
    }
    return names
  }
}

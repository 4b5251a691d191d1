import MarbleRuns
import VirtualTime

/// The relations between the parts of a trace, each gathered in one pass. All lists are in the order of the run.
package struct TraceIndex: Sendable {
  /// The lines that an operator receives from, by the line that it sends on.
  package private(set) var inputs: [[Int]]
  package private(set) var events: [[Int]]
  /// The timers of each line that wait.
  package private(set) var timers: [[Int]]
  package private(set) var effects: [[Int]]
  /// The timers that were started in the handling of each event.
  package private(set) var timersStarted: [[Int]]
  /// Whether there is no demand for what the operator that receives an event sends.
  package private(set) var isStarved: [Bool]
  /// Whether a timer brought an event.
  package private(set) var isExplained: [Bool]
  /// The lines of each source, by its name.
  private var sources: [String: [Int]] = [:]
  /// Which subscription of its stage a line is, from 0.
  package private(set) var numbers: [Int] = []
  /// Which of the lines of its stage that are open at the same time a line is, from one; `nil` if it is alone.
  private(set) var places: [Int?]

  package init(_ trace: Trace) {
    inputs = Array(repeating: [], count: trace.subscriptions.count)
    events = inputs
    timers = inputs
    effects = Array(repeating: [], count: trace.events.count)
    timersStarted = effects
    isStarved = Array(repeating: false, count: trace.events.count)
    isExplained = Array(repeating: false, count: trace.timers.count)
    places = Array(repeating: nil, count: trace.subscriptions.count)
    addLines(trace)
    for (index, event) in trace.events.enumerated() {
      events[event.line].append(index)
      for cause in event.causes where effects[cause].last != index { effects[cause].append(index) }
      if let timer = event.timer { isExplained[timer] = true }
    }
    for (index, timer) in trace.timers.enumerated() {
      if let line = timer.line, timer.waits { timers[line].append(index) }
      if let event = timer.startedBy { timersStarted[event].append(index) }
    }
    addDemand(trace)
  }

  private mutating func addLines(_ trace: Trace) {
    for (index, line) in trace.subscriptions.enumerated() {
      if let consumer = line.consumer { inputs[consumer].append(index) }
    }
    var lines = Array(repeating: [Int](), count: trace.stages.count)
    for (index, line) in trace.subscriptions.enumerated() {
      numbers.append(lines[line.stage].count)
      lines[line.stage].append(index)
    }
    for stage in lines.indices where trace.stages[stage].kind == .source {
      addPlaces(lines[stage], trace)
      sources[trace.stages[stage].name, default: []] += lines[stage]
    }
  }
  /// The subscriptions of a source, the first one first.
  package func subscriptions(ofSource name: String) -> [Int] { sources[name] ?? [] }
  /// Returns the name of the sender of a line, with a number if the source has several subscriptions at once.
  package func name(of line: Int, in trace: Trace) -> String {
    if let group = trace.groupName(line) { return group }
    let name = trace.stages[trace.subscriptions[line].stage].name
    return places[line].map { "\(name) (\($0))" } ?? name
  }

  /// Counts the open lines of a source as each of its lines begins: those that have begun before, without those that
  /// have ended.
  private mutating func addPlaces(_ lines: [Int], _ trace: Trace) {
    let ends = lines.map { trace.subscriptions[$0].end ?? VirtualInstant(nanoseconds: .max) }
    let starts = lines.map { trace.subscriptions[$0].start }
    let sorted = ends.sorted()
    // How many lines begin and end at the same instant, from each one on; and the next one that does not.
    var momentary = Array(repeating: 0, count: lines.count + 1)
    var lasting = Array(repeating: lines.count, count: lines.count + 1)
    for index in lines.indices.reversed() {
      let next = index + 1
      let isTogether = next < lines.count && starts[next] == starts[index]
      momentary[index] = (ends[index] == starts[index] ? 1 : 0) + (isTogether ? momentary[next] : 0)
      lasting[index] = isTogether && ends[next] == starts[next] ? lasting[next] : next
    }
    var ended = 0
    for index in lines.indices {
      while ended < sorted.count, sorted[ended] <= starts[index] { ended += 1 }
      let open = index - (ended - momentary[index])
      let later = lasting[index]
      let meetsLater = later < lines.count && starts[later] < ends[index]
      places[lines[index]] = open > 0 || meetsLater ? open + 1 : nil
    }
  }

  private mutating func addDemand(_ trace: Trace) {
    var demand = Array(repeating: Int?(0), count: trace.subscriptions.count)
    for step in trace.steps {
      switch step {
      case .event(let event):
        let line = trace.subscriptions[trace.events[event].line]
        if let consumer = line.consumer { isStarved[event] = demand[consumer].map { $0 <= 0 } ?? false }
        demand[trace.events[event].line] = demand[trace.events[event].line].map { $0 - 1 }
      case .requested(let request):
        let (line, count) = (trace.requests[request].line, trace.requests[request].count)
        demand[line] = demand[line].flatMap { left in count.map { left.addingReportingOverflow($0).partialValue } }
      default: break
      }
    }
  }
}

extension TraceIndex {
  /// The lines that lead to a line, those that come first first, and itself.
  package func upstream(of line: Int) -> [Int] {
    var lines: [Int] = []
    var rest = [line]
    // From the end: a line, then what leads to its last input.
    while let next = rest.popLast() {
      lines.append(next)
      rest += inputs[next]
    }
    return lines.reversed()
  }
}

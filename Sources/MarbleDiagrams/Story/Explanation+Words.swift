import MarbleRuns
import Marbles
import VirtualTime

extension Explanation {
  /// Returns the name of the sender of a line, with a number if it has several subscriptions at once.
  func name(of line: Int) -> String { Self.name(of: line, index, trace, names) }
  static func name(of line: Int, _ index: TraceIndex, _ trace: Trace, _ names: [String]) -> String {
    let stage = trace.subscriptions[line].stage
    return names[stage] == trace.stages[stage].name || trace.groupName(line) != nil
      ? index.name(of: line, in: trace) : names[stage]
  }
  /// Returns the name of each stage: several operators of one name have numbers, in the order of the text.
  static func names(_ trace: Trace) -> [String] {
    func place(_ stage: Int) -> [Int] {
      trace.stages[stage].place.split(separator: ":").map { Int($0) ?? 0 } + [stage]
    }
    var names = trace.stages.map(\.name)
    let called = trace.stages.indices.filter { trace.stages[$0].kind != .source && !trace.stages[$0].isGiven }
    for same in Dictionary(grouping: called, by: { names[$0] }).values where same.count > 1 {
      for (number, stage) in same.sorted(by: { place($0).lexicographicallyPrecedes(place($1)) }).enumerated() {
        names[stage] += " #\(number + 1)"
      }
    }
    return names
  }
  /// Returns the stages that lead to a line, such as `answer.map`, without the other streams that they use.
  func chain(_ line: Int) -> String {
    let stage = trace.stages[trace.subscriptions[line].stage]
    let own = trace.groupName(line) ?? stage.name
    let inputs = index.inputs[line]
    return (inputs.first { trace.subscriptions[$0].stage == stage.receiver } ?? inputs.first).map {
      chain($0) + "." + own
    } ?? own
  }
  func time(_ instant: VirtualInstant) -> String { text(of: instant.nanoseconds) }
  func text(of time: Int64) -> String { DurationText.inWords(time) }
  func length(of timer: Int) -> String {
    text(of: trace.timers[timer].due.nanoseconds - trace.timers[timer].start.nanoseconds)
  }
  func symbol(_ event: Int) -> String { symbol(trace.events[event].kind, trace.events[event].text) }
  func symbol(_ kind: Mark.Kind, _ text: String) -> String {
    if kind == .anyValue { return text }
    return kind.symbol.flatMap(letter) ?? Mark(kind).text
  }
  static let freeAgain = "scheduler is free again"
  /// Returns the words for a job that has become due and waits: what it brings, if that is known; `nil` if it belongs to
  /// no operator.
  func words(ofHeld index: Int) -> String? {
    let timer = trace.timers[index]
    guard let line = timer.line, let end = timer.heldUntil else { return nil }
    if timer.waits {
      return "\(name(of: line))'s \(length(of: index)) are over, but scheduler is busy until \(time(end))"
    }
    // A value that another one replaces meanwhile is not what the job sends.
    let brought = timer.startedBy.flatMap { event in
      let isOwn = trace.subscriptions[trace.events[event].line].consumer == line
      return isOwn && !trace.events[event].losses.contains { trace.losses[$0].isReplaced } ? event : nil
    }
    let job = brought.map { trace.events[$0].isEnd ? "the completion" : symbol($0) } ?? "a job"
    return "\(name(of: line)) gives \(job) to scheduler, which is busy until \(time(end))"
  }
  /// Returns the symbol of an event, followed by its value if the symbol does not show that.
  func full(_ event: Int) -> String {
    let (symbol, text) = (symbol(event), trace.events[event].text)
    return text.isEmpty || text == symbol || text == "\"\(symbol)\"" ? symbol : "\(symbol) (\(text))"
  }
  func listed(_ words: [String]) -> String {
    words.count < 2 ? words.joined() : words.dropLast().joined(separator: ", ") + " and " + words[words.count - 1]
  }
}

import MarbleRuns
import Marbles
import VirtualTime

/// The streams within an operator, and why it cancelled them.
extension PosterPlan {
  /// Returns the end of a stream by which a value was sent that was made from earlier ones.
  func endOfStream(before effect: Int) -> Int? {
    guard trace.events[effect].isValue else { return nil }
    var event = trace.events[effect]
    while let before = event.trigger, trace.events[before].instant == event.instant {
      event = trace.events[before]
      if event.isEnd, isDrawn[event.line] { return before }
    }
    return nil
  }
  /// Returns the time for which an operator keeps the completion of its upstream.
  func delayedEnd(on line: Int) -> [Element] {
    guard let end = index.events[line].last, trace.events[end].isEnd else { return [] }
    var cause = causes[end].last
    if let timer = trace.events[end].timer.map({ trace.timers[$0] }) {
      if let starter = timer.startedBy, trace.events[starter].isEnd { return [] }
    } else {
      // A request or a value that leaves may be the cause.
      let inputs = index.inputs[line]
      cause =
        inputs.count == 1 && !inner.contains(inputs[0]) ? index.events[inputs[0]].last.flatMap { drawn($0).last } : nil
    }
    guard let cause, trace.events[cause].isEnd, instant(cause) < instant(end) else { return [] }
    var bar = Element(kind: .bar, from: instant(cause), to: instant(end), hues: [Coloring.mixed])
    bar.causes = [cause]
    bar.effects = [end]
    bar.reason = Element.ofCompletion
    bar.label = "waits"
    let isLast = index.events[line].dropLast().last.map { instant($0) == instant(end) } ?? false
    let reason = isLast ? "for the last value" : "until \(DurationText.of(instant(end)))"
    return [bar, sentence("\(Element.ofCompletion) \(reason)", at: instant(cause))]
  }

  /// Returns the lane of a stream within a stream, or of an attempt.
  func lane(_ line: Int, of consumer: Int?) -> Element {
    let subscription = trace.subscriptions[line]
    let name = groupName(line)
    // The value at which a window opens is not in it.
    let origin = name.hasPrefix("#") ? [] : subscription.startedBy.map(drawn) ?? []
    var colors: [Int] = []
    // An attempt is not made of the signal for it.
    let isAttempt = consumer.map { trace.stages[trace.subscriptions[$0].stage].subscribesAgain } ?? false
    for event in isAttempt ? [] : origin { colors += coloring.colors(of: event, inRun: run) }
    var element = Element(
      kind: .lane, from: subscription.start.nanoseconds, to: subscription.end?.nanoseconds,
      hues: colors.isEmpty ? [Coloring.mixed] : colors.uniqued)
    element.line = line
    element.causes = origin
    element.timer = subscription.timer.flatMap { trace.timers[$0].waits ? $0 : nil }
    if element.timer == nil, let first = origin.last.map(instant), first < element.from { element.waiting = first }
    element.label = name
    element.value = origin.last { trace.events[$0].kind.symbol != nil }.map { trace.events[$0].kind }
    element.row = row(line)
    addInside(line, to: &element)
    guard subscription.end != nil else {
      element.ending = .open
      return element
    }
    if subscription.isCancelled {
      element.ending = .left
      element.reason = cancelReason(line, consumer)
    } else if let last = index.events[line].last, trace.events[last].kind.isFailure {
      element.ending = .failed
    } else {
      element.ending = .finished
    }
    return element
  }

  /// Returns the name of a stream that no value was the reason for: the name of its source, or that it was connected.
  func name(of line: Int) -> String {
    let own = trace.subscriptions[line], stage = trace.stages[own.stage]
    let isConnected = diagram.runs[run].windows.contains { window in
      window.isConnection && window.lanes.contains { $0.instant(of: .subscribe) == own.start.nanoseconds }
    }
    if isConnected, own.trigger == nil, own.timer == nil { return "connect()" }
    return stage.kind == .source ? stage.name : ""
  }

  /// Returns the name of the group or the window that a stream is or comes from: its key, or its number.
  private func groupName(_ line: Int) -> String {
    guard let group = index.upstream(of: line).first(where: { trace.subscriptions[$0].key != nil }),
      let key = trace.subscriptions[group].key
    else { return "" }
    let own = trace.subscriptions[group]
    if trace.stages[own.stage].groups == "window" { return "#\(key)" }
    // A group that has ended may be followed by another one of its key.
    let isAgain = trace.subscriptions.contains { $0.stage == own.stage && $0.key == key && $0.start < own.start }
    return "key \(PosterLettering.plain(key))\(isAgain ? " again" : "")"
  }

  /// Gives numbers to the attempts of an operator such as `retry`. The first began with the operator.
  func numberAttempts(of consumer: Int, _ numbers: inout [Int: Int]) {
    let own = trace.subscriptions[consumer]
    guard trace.stages[own.stage].subscribesAgain else { return }
    let lines = index.inputs[consumer].filter { inner.contains($0) && trace.subscriptions[$0].key == nil }
    for attempts in Dictionary(grouping: lines, by: { trace.subscriptions[$0].stage }).values {
      let first = trace.subscriptions[attempts[0]]
      guard attempts.count > 1, first.startedBy == own.startedBy, first.start == own.start else { continue }
      for (place, line) in attempts.enumerated() { numbers[line] = numbers[line] ?? place + 1 }
    }
  }

  /// Adds the timers and the losses of the operators that lead to a lane.
  private func addInside(_ line: Int, to element: inout Element) {
    for upstream in index.upstream(of: line) where upstream == line || !isDrawn[upstream] {
      for timer in index.timers[upstream].map({ trace.timers[$0] }) where timer.end != timer.start {
        element.waits.append((timer.start.nanoseconds, (timer.end ?? timer.due).nanoseconds))
      }
    }
  }

  /// Returns the reason for which a stream of an operator was cancelled.
  private func cancelReason(_ line: Int, _ consumer: Int?) -> String {
    guard let consumer, let trigger = trace.subscriptions[line].endTrigger else { return "cancelled" }
    if index.upstream(of: line).contains(trace.events[trigger].line) {
      // A value of its own: the operator needs no other one.
      guard trace.events[trigger].isValue else { return "" }
      let part = trace.stages[trace.subscriptions[consumer].stage].groups
      return "\(PosterLettering.plain(trace.events[trigger].text)) \(part.map { "ends the \($0)" } ?? "is enough")"
    }
    for event in trace.events[trigger].causes + [trigger] {
      let cause = trace.events[event]
      guard cause.instant == trace.subscriptions[line].end, cause.isValue, cause.line != line,
        trace.subscriptions[cause.line].consumer == consumer
      else { continue }
      // A stream has the name of the value that it was created for.
      func isStream(_ event: Int) -> Bool {
        let (kind, text) = (trace.events[event].kind, PosterLettering.plain(trace.events[event].text))
        return kind == .anyValue || trace.stages.contains { $0.kind == .source && $0.name == text }
      }
      let named = ([event] + cause.causes.reversed()).first { trace.events[$0].isValue && !isStream($0) }
      return "cancelled by \(named.map { PosterLettering.plain(trace.events[$0].text) } ?? "the next one")"
    }
    return "cancelled"
  }
}

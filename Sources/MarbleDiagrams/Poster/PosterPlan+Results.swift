import MarbleRuns
import Marbles

/// The values that operators such as `reduce` and `allSatisfy` use at once: only a result is kept.
extension PosterPlan {
  /// Returns the results that an operator keeps until its result, or the values whose answers decide nothing yet. Each
  /// value has a line into the box.
  func used(_ values: [Int], on line: Int) -> [Element] {
    let stage = trace.stages[trace.subscriptions[line].stage]
    if stage.accumulates { return results(on: line) }
    var received: [Int: Int] = [:]
    for event in index.inputs[line].flatMap({ index.events[$0] }) {
      for shown in drawn(event) { received[shown] = event }
    }
    let known = stage.undecided.replacing(last: "%", with: PosterLettering.plain(stage.firstArgument))
    return values.map { event in
      var element = Element(kind: .drop, from: instant(event), to: instant(event), hues: hues([event]))
      element.causes = [event]
      let own = received[event].map { trace.events[$0] }
      // One of two streams waits for its partner in the other one.
      if let end = own?.released?.nanoseconds, index.inputs[line].count > 1, end > instant(event) {
        element.kind = .bar
        element.to = end
      } else {
        element.label = own?.answer.map(PosterLettering.plain) ?? known
      }
      return element
    }
  }

  /// Returns the bars of the results so far: the number of values, unless a closure has returned another result.
  private func results(on line: Int) -> [Element] {
    let own = trace.subscriptions[line], first = trace.stages[own.stage].firstArgument
    let received = index.inputs[line].flatMap { index.events[$0] }.filter { trace.events[$0].isValue }
    let begin = Element(
      kind: .bar, from: own.start.nanoseconds, to: nil, hues: [Coloring.mixed], label: first.isEmpty ? "0" : first)
    var bars = [begin]
    for (place, event) in received.enumerated() {
      var bar = Element(kind: .bar, from: instant(event), to: nil, hues: hues(drawn(event)))
      bar.label = trace.events[event].answer.map(PosterLettering.plain) ?? "\(place + 1)"
      bar.causes = drawn(event)
      bars.append(bar)
    }
    for place in bars.indices {
      bars[place].to = place + 1 < bars.count ? bars[place + 1].from : own.end?.nanoseconds
      if bars[place].to == nil { bars[place].ending = .open }
    }
    let end = bars[bars.count - 1].to
    bars[bars.count - 1].effects = index.events[line].filter { trace.events[$0].isValue && instant($0) == end }
    return bars.filter { $0.from != $0.to }
  }

  /// Returns the times that an operator measures: each from the value before to the one that is sent.
  func measured(on line: Int) -> [Element] {
    guard trace.stages[trace.subscriptions[line].stage].measures else { return [] }
    let results = index.events[line].filter { trace.events[$0].isValue }
    let starts = [trace.subscriptions[line].start.nanoseconds] + results.map(instant)
    return zip(starts, results).filter { $0 < instant($1) }.map { start, result in
      var bar = Element(kind: .bar, from: start, to: instant(result), hues: [Coloring.mixed])
      bar.isTimer = true
      bar.label = PosterLettering.plain(trace.events[result].text)
      return bar
    }
  }

  /// Returns the times between two attempts in which another stream decides when the next one begins.
  func pauses(on line: Int) -> [Element] {
    let attempts = index.inputs[line].filter { inner.contains($0) && isDrawn[$0] }
    guard trace.stages[trace.subscriptions[line].stage].subscribesAgain else { return [] }
    return zip(attempts, attempts.dropFirst()).compactMap { before, next in
      let begin = trace.subscriptions[next]
      guard let end = trace.subscriptions[before].end, end < begin.start, begin.timer == nil,
        let signal = begin.startedBy ?? begin.trigger, let last = index.events[before].last
      else { return nil }
      var bar = Element(kind: .bar, from: end.nanoseconds, to: begin.start.nanoseconds, hues: [Coloring.mixed])
      bar.isTimer = true
      let line = trace.events[signal].line, isSource = trace.stages[trace.subscriptions[line].stage].kind == .source
      bar.label = isSource ? "waits for \(streamName(line))" : "waits"
      bar.causes = [last]
      return bar
    }
  }

  /// Whether a value stands for a completion, as `.finished` for that of `dematerialize`, or is the signal for it.
  func decides(_ cause: Int, _ effect: Int) -> Bool {
    guard trace.events[effect].kind == .finished, trace.events[cause].isValue, !trace.stage(of: effect).sums,
      !index.effects[cause].contains(where: { trace.events[$0].isValue })
    else { return false }
    return trace.isSignal(cause) || !trace.stage(of: effect).passes
  }

  /// Returns the values that end a result without being part of it, as the one for which `prefix(while:)` is false.
  func ending(on line: Int) -> [Element] {
    let stage = trace.stages[trace.subscriptions[line].stage]
    guard stage.passes, !stage.sums, let end = index.events[line].last, trace.events[end].kind == .finished else {
      return []
    }
    let inputs = index.inputs[line].filter { !inner.contains($0) && !trace.isSignal(line: $0) }
    let causes = causes[end].filter { event in
      trace.events[event].isValue && instant(event) == instant(end)
        && !index.events[line].contains { $0 != end && self.causes[$0].contains(event) }
        && inputs.contains { index.events[$0].contains { drawn($0).contains(event) } }
    }
    return causes.map { event in
      var element = Element(kind: .drop, from: instant(event), to: instant(event), hues: hues([event]))
      element.ending = .lost
      element.causes = [event]
      return element
    }
  }
}

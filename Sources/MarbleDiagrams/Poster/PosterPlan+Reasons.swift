import MarbleRuns
import Marbles
import VirtualTime

/// The sentences about what an operator does with its streams: why it cancels them, and which result is a glitch.
extension PosterPlan {
  /// Returns the sentences about the streams that an operator cancelled. Of those within its lanes, a stream that another
  /// one has decided about: the others end with their lane.
  func cancels(on line: Int) -> [Element] {
    let within = index.inputs[line].filter(inner.contains).flatMap(index.upstream(of:))
    return cancels(on: line) { index.upstream(of: $0).filter { isDrawn[$0] && !inner.contains($0) } }
      + within.flatMap { cancels(on: $0, isInLane: true, drawn: index.upstream(of:)) }
  }

  private func cancels(on line: Int, isInLane: Bool = false, drawn: (Int) -> [Int]) -> [Element] {
    let own = trace.subscriptions[line]
    var found: [(reason: String, streams: [Int], end: Int64)] = []
    for input in index.inputs[line] where !inner.contains(input) && trace.subscriptions[input].isCancelled {
      // An operator that is itself cancelled only passes that on.
      guard let end = trace.subscriptions[input].end, !(own.isCancelled && own.end == end),
        let reason = reason(input, of: line, end, isInLane)
      else { continue }
      let streams = drawn(input).filter { source in
        trace.subscriptions[source].isCancelled && trace.subscriptions[source].end == end
          && trace.stages[trace.subscriptions[source].stage].kind != .operator
      }
      let place = found.firstIndex { $0.reason == reason && $0.end == end.nanoseconds } ?? found.count
      if place == found.count { found.append((reason, [], end.nanoseconds)) }
      found[place].streams += streams
    }
    return found.filter { !$0.streams.isEmpty }.map { reason, streams, end in
      // In the order of the text.
      let names = streams.sorted { trace.subscriptions[$0].stage < trace.subscriptions[$1].stage }.map(streamName)
        .uniqued
      // The streams of several lanes have the same names.
      let time = isInLane ? " at \(DurationText.of(end))" : ""
      return sentence("\(Self.listed(names)) \(names.count > 1 ? "are" : "is") cancelled\(time): \(reason)", at: end)
    }
  }

  /// Returns the reason for which an operator cancelled a stream of its own.
  private func reason(_ input: Int, of line: Int, _ end: VirtualInstant, _ isInLane: Bool) -> String? {
    if let rival = rival(of: input, of: line, end) ?? (isInLane ? "" : nil) { return rival.isEmpty ? nil : rival }
    let own = trace.subscriptions[input], stage = trace.stages[trace.subscriptions[line].stage]
    let last = index.events[line].last.map { trace.events[$0] }.flatMap { $0.isEnd && $0.instant == end ? $0 : nil }
    // An operator that takes signals has a reason for those, not for its upstream.
    let isMeant = !stage.takesSignals || trace.isSignal(line: input)
    if isMeant, !stage.cancelReason.isEmpty, last?.kind.isFailure != true || own.endTimer != nil {
      guard stage.cancelReason.contains("%") else { return stage.cancelReason }
      if let values = deciding(line, end) { return stage.cancelReason.replacing(last: "%", with: values) }
    }
    if let last, last.kind.isFailure { return "\(PosterPlan.shortName(stage.name)) has failed" }
    let values = values(of: line, at: end)
    if last != nil, let signal = values.first(where: { trace.isSignal(line: $0.line) && !inner.contains($0.line) }) {
      return "\(streamName(signal.line)) sends \(PosterLettering.plain(signal.text))"
    }
    let ending = index.events[line].last.map { end in
      index.inputs[line].flatMap { index.events[$0] }.filter { instant($0) == instant(end) && decides($0, end) }
    }
    if last != nil, let value = ending?.last {
      return "\(PosterLettering.plain(trace.events[value].text)) ends the result"
    }
    // Without demand the result waits, but not the cancel.
    return !values.isEmpty ? "no more values are needed" : last == nil ? nil : "the result has finished"
  }
  /// The values that arrive at an operator at an instant.
  private func values(of line: Int, at instant: VirtualInstant) -> [Trace.Event] {
    index.inputs[line].flatMap { index.events[$0] }.map { trace.events[$0] }.filter {
      $0.isValue && $0.instant == instant
    }
  }

  /// Returns the values that decide about a result: those of all streams at the position of the newest one. Without a
  /// new value it is the time that has passed.
  private func deciding(_ line: Int, _ end: VirtualInstant) -> String? {
    if let timer = index.timers[line].last(where: { trace.timers[$0].end == end && trace.timers[$0].ending == .fired })
    {
      return DurationText.of((trace.timers[timer].due.nanoseconds) - trace.timers[timer].start.nanoseconds)
    }
    let all = index.inputs[line].map {
      index.events[$0].filter { trace.events[$0].isValue && trace.events[$0].instant <= end }
    }
    guard let newest = all.compactMap(\.last).max(), let own = all.first(where: { $0.last == newest }) else {
      return nil
    }
    let names = all.compactMap {
      $0.count < own.count ? nil : PosterLettering.plain(trace.events[$0[own.count - 1]].text)
    }
    return names.count == all.count ? Self.listed(names) : nil
  }

  /// Returns the stream of an operator that decided about another one: it completed, or it was first.
  private func rival(of input: Int, of line: Int, _ end: VirtualInstant) -> String? {
    let inputs = index.inputs[line].filter { !inner.contains($0) }
    guard let trigger = trace.subscriptions[input].endTrigger, trace.events[trigger].instant == end else { return nil }
    func led(_ line: Int) -> Bool { index.upstream(of: line).contains(trace.events[trigger].line) }
    // The event that was being handled came from another input, or that one had finished before.
    let other =
      inputs.first { $0 != input && led($0) }
      ?? inputs.first { other in
        let ended = trace.subscriptions[other]
        return led(input) && other != input && !ended.isCancelled && ended.end.map { $0 <= end } ?? false
      }
    guard let other else { return nil }
    let events = index.events[other].filter { $0 <= trigger }
    guard let last = events.last.map({ trace.events[$0] }) else { return nil }
    // A value of another stream is the reason only if it came before all others.
    let isFirst =
      events.count == 1 && index.events[input].isEmpty && !trace.subscriptions[other].isCancelled
      && !trace.isSignal(line: other)
    if !last.isEnd, !isFirst { return nil }
    let verb = last.kind.isFailure ? "failed" : last.isEnd ? "finished" : "was first"
    return "\(streamName(other)) \(last.instant < end ? "had " : "")\(verb)"
  }

  /// Returns the sentences about results that are sent although another stream is about to change for the same reason.
  func glitches(on line: Int) -> [Element] {
    let inputs = index.inputs[line].filter { !inner.contains($0) }
    guard inputs.count > 1, trace.stages[trace.subscriptions[line].stage].reuses else { return [] }
    func origins(_ input: Int) -> Set<Int> { Set(index.upstream(of: input).map { trace.subscriptions[$0].stage }) }
    let results = index.events[line].filter { trace.events[$0].isValue }
    return zip(results, results.dropFirst()).compactMap { glitch, next in
      let (one, other) = (trace.events[glitch].causes, trace.events[next].causes)
      guard instant(glitch) == instant(next), let old = one.first(where: { !other.contains($0) }),
        let new = other.first(where: { !one.contains($0) && trace.events[$0].line == trace.events[old].line }),
        let changed = one.last(where: { instant($0) == instant(glitch) && $0 != old }),
        !origins(trace.events[changed].line).isDisjoint(with: origins(trace.events[old].line))
      else { return nil }
      let names = [glitch, old, new].map { PosterLettering.plain(trace.events[$0].text) }
      return sentence(
        "\(names[0]) is a glitch: \(names[1]) becomes \(names[2]) at the same instant", at: instant(glitch))
    }
  }

  /// Returns a sentence about the first request, if values had to wait for it.
  func firstRequest(on line: Int) -> [Element] {
    let own = trace.subscriptions[line]
    guard own.consumer == nil, let first = trace.requests.first(where: { $0.line == line }), first.instant > own.start,
      index.events[line].contains(where: { event in
        trace.events[event].instant == first.instant
          && trace.events[event].causes.contains { trace.events[$0].instant < first.instant }
      })
    else { return [] }
    let now = first.instant.nanoseconds
    return [sentence("nothing is requested before \(DurationText.of(now))", at: now)]
  }

  /// Returns the reason for a loss with the name of the other stream and with the number of values.
  func named(_ reason: String, _ event: Int, on line: Int) -> String {
    let inputs = index.inputs[line].filter { !inner.contains($0) }
    var words = reason
    if inputs.count == 2, let other = inputs.first(where: { $0 != trace.events[event].line }) {
      for part in ["another publisher", "the other publisher"] {
        words = words.replacing(last: part, with: streamName(other))
      }
    }
    let argument = trace.stages[trace.subscriptions[line].stage].firstArgument
    guard let count = argument.isEmpty ? 1 : Int(argument) else { return words }
    for (part, place) in [("one of the first values", "the first"), ("one of the last", "the last")] {
      words = words.replacing(last: part, with: count == 1 ? "\(place) value" : "one of \(place) \(count) values")
    }
    return words
  }

  func sentence(_ words: String, at instant: Int64) -> Element {
    var element = Element(kind: .words, from: instant, to: instant, hues: [Coloring.mixed])
    element.reason = words
    return element
  }
  static func listed(_ names: [String]) -> String {
    names.count < 2 ? names.joined() : names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
  }
  /// The name of a stream: of its source, if that sends on it, or of its operator.
  func streamName(_ line: Int) -> String {
    let stage = trace.stages[trace.subscriptions[line].stage]
    return PosterPlan.shortName(stage.definition ?? stage.name)
  }
}

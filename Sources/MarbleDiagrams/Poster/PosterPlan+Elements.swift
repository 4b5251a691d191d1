import MarbleRuns
import Marbles
import Pipes
import VirtualTime

extension PosterPlan {
  /// Adds what happens within the box of an operator.
  mutating func addElements(to number: Int) {
    let node = nodes[number]
    var elements: [Element] = []
    var senders: [Int: Set<Int>] = [:]
    if node.inside.count > 1 {
      for line in node.inside {
        for event in index.events[line] { for cause in causes[event] { senders[cause, default: []].insert(line) } }
      }
    }
    let inside = node.inside.filter { !folded.contains($0) }
    for line in inside {
      elements += held(on: line, senders)
      elements += timers(on: line, beside: &elements) + hops(on: line)
    }
    elements += inside.flatMap(missed) + inside.flatMap(signals)
    let lanes = inside.flatMap { index.inputs[$0].filter(inner.contains) }
    elements += lanes.prefix(PosterPlan.mostLanes).map { lane($0, of: trace.subscriptions[$0].consumer) }
    setOmitted(lanes.count - PosterPlan.mostLanes)
    var numbers: [Int: Int] = [:]
    for line in inside { numberAttempts(of: line, &numbers) }
    for place in elements.indices where elements[place].label.isEmpty {
      guard let line = elements[place].line else { continue }
      elements[place].label = numbers[line].map(\.ordinal) ?? (elements[place].value == nil ? name(of: line) : "")
    }
    elements = elements.merged
    elements.sort { ($0.from, $0.to ?? .max) < ($1.from, $1.to ?? .max) }
    for place in elements.indices { elements[place].effects = elements[place].effects.flatMap(shown) }
    // A reason is written once; the heading has those of lost values, with their names.
    var said: Set<String> = []
    for place in elements.indices where elements[place].ending == .left {
      if !said.insert(elements[place].reason).inserted { elements[place].reason = "" }
    }
    setElements(elements, of: number)
  }

  private func instant(_ event: Int) -> Int64 { trace.events[event].instant.nanoseconds }
  private func hues(_ events: [Int]) -> [Int] {
    let hues = events.flatMap { coloring.colors(of: $0, inRun: run).parts }.uniqued
    return hues.isEmpty ? [Coloring.mixed] : Array(hues.prefix(4))
  }

  // MARK: Values

  /// Returns the values that an operator kept for some time, or dropped. A value that it has sent to another subscriber
  /// is not lost, as a value that `partition` sends to the other stream.
  private func held(on line: Int, _ senders: [Int: Set<Int>]) -> [Element] {
    var until: [Int: Int64] = [:]
    var leaving: [Int: [Int]] = [:]
    for effect in index.events[line] where trace.events[effect].isValue {
      for cause in causes[effect] where trace.events[cause].isValue && instant(cause) < instant(effect) {
        until[cause] = max(until[cause] ?? 0, instant(effect))
        leaving[cause, default: []].append(effect)
      }
    }
    var elements: [Element] = []
    var lost: Set<Int> = []
    for loss in trace.losses where loss.line == line {
      for event in drawn(loss.event) where trace.events[event].isValue && lost.insert(event).inserted {
        if senders[event]?.contains(where: { $0 != line }) == true { continue }
        let end = max(loss.instant.nanoseconds, instant(event), until[event] ?? 0)
        var element = Element(
          kind: end > instant(event) ? .bar : .drop, from: instant(event), to: end, hues: hues([event]))
        element.ending = .lost
        element.reason = loss.reason == TraceLoss.unknown ? "" : loss.reason
        element.value = trace.events[event].kind
        element.causes = [event]
        element.isOneOfSeveral =
          index.events[trace.events[event].line].count { trace.events[$0].kind == trace.events[event].kind } > 1
        element.effects = leaving[event] ?? []
        element.timer = end > instant(event) ? nil : loss.timer
        elements.append(element)
      }
    }
    // A value that was used for a result is not kept: it has a line into the box.
    if trace.stages[trace.subscriptions[line].stage].sums {
      let kept = trace.kept.filter { $0.line == line }.flatMap { drawn($0.event) }
      for event in (until.keys + kept).uniqued.sorted() where trace.events[event].isValue && !lost.contains(event) {
        var element = Element(kind: .drop, from: instant(event), to: instant(event), hues: hues([event]))
        element.causes = [event]
        elements.append(element)
      }
      return elements
    }
    // A value that is kept when the run ends is open: its bar reaches the end of the picture.
    for kept in trace.kept where kept.line == line {
      for event in drawn(kept.event) where trace.events[event].isValue && until[event] == nil {
        guard lost.insert(event).inserted else { continue }
        var element = Element(kind: .bar, from: instant(event), to: nil, hues: hues([event]))
        element.ending = .open
        element.causes = [event]
        elements.append(element)
      }
    }
    for (event, end) in until.sorted(by: { $0.key < $1.key }) where !lost.contains(event) {
      var element = Element(kind: .bar, from: instant(event), to: end, hues: hues([event]))
      element.causes = [event]
      element.effects = leaving[event] ?? []
      elements.append(element)
    }
    let inputs = index.inputs[line].filter { !inner.contains($0) }
    if inputs.count > 1 {
      for place in elements.indices {
        elements[place].input = inputs.firstIndex(of: trace.events[elements[place].causes[0]].line)
      }
    }
    return elements
  }

  /// Returns the values that were not sent to an operator because there was no demand.
  private func missed(on line: Int) -> [Element] {
    trace.misses.filter { trace.subscriptions[$0.line].consumer == line }.map { miss in
      var element = Element(
        kind: .drop, from: miss.instant.nanoseconds, to: nil, hues: coloring.colors(of: miss.kind).parts)
      element.to = element.from
      element.ending = .lost
      element.reason = "no demand"
      element.value = miss.kind
      return element
    }
  }

  // MARK: Timers

  /// Returns the timers of an operator. The timer of a value that waits is the bar of that value.
  private func timers(on line: Int, beside elements: inout [Element]) -> [Element] {
    var bars: [Element] = []
    let places = Dictionary(grouping: elements.indices) { elements[$0].from }
    let sent = Dictionary(grouping: index.events[line]) { trace.events[$0].timer }
    for number in index.timers[line] {
      let timer = trace.timers[number]
      let (from, end) = (timer.start.nanoseconds, timer.end?.nanoseconds)
      if end == from { continue }
      let causes = timer.startedBy.map(drawn) ?? []
      // The label says how long the bar is: one that was cut has none.
      let length = timer.end == timer.due ? DurationText.of(timer.due.nanoseconds - from) : ""
      let own = places[from]?.first {
        let element = elements[$0]
        return element.kind == .bar && element.to == end && element.timer == nil
          && element.causes.contains(where: causes.contains)
      }
      if let own {
        elements[own].label = length
        elements[own].timer = number
        continue
      }
      var bar = Element(kind: .bar, from: from, to: end, hues: hues(causes.filter { trace.events[$0].isValue }))
      bar.label = length
      bar.timer = number
      bar.isTimer = true
      bar.causes = causes.filter { instant($0) == from }
      switch timer.ending {
      case .fired, .passed: bar.ending = .plain
      case .cancelled, .restarted: bar.ending = .left
      case nil: bar.ending = .open
      }
      bar.effects = end == nil ? [] : (sent[number] ?? []).filter { instant($0) == end }
      bars.append(bar)
    }
    return bars
  }

  /// Returns the actions of a scheduler that take no time: a value, or a subscription, waits for a later turn.
  private func hops(on line: Int) -> [Element] {
    // For other operators a turn of the scheduler is a detail.
    if !trace.stages[trace.subscriptions[line].stage].call.contains("(on: ") { return [] }
    let fired = trace.timers.indices.filter {
      trace.timers[$0].line == line && !trace.timers[$0].waits && trace.timers[$0].ending == .fired
    }
    return fired.map { number in
      let timer = trace.timers[number]
      var hop = Element(kind: .hop, from: timer.start.nanoseconds, to: timer.start.nanoseconds, hues: [Coloring.mixed])
      (hop.causes, hop.timer) = (timer.startedBy.map(drawn) ?? [], number)
      return hop
    }
  }

  /// Returns the signals of the other streams of an operator.
  private func signals(on line: Int) -> [Element] {
    let inputs = index.inputs[line].filter { trace.isSignal(line: $0) && !inner.contains($0) && isDrawn[$0] }
    return inputs.flatMap { index.events[$0] }.filter { trace.events[$0].isValue }.map { event in
      var signal = Element(kind: .signal, from: instant(event), to: instant(event), hues: [Coloring.mixed])
      signal.causes = [event]
      return signal
    }
  }

  // MARK: Streams

  /// Returns the lane of a stream within a stream, or of an attempt.
  func lane(_ line: Int, of consumer: Int?) -> Element {
    let subscription = trace.subscriptions[line]
    let origin = subscription.startedBy.map(drawn) ?? []
    var colors: [Int] = []
    for event in origin { colors += coloring.colors(of: event, inRun: run).all }
    var element = Element(
      kind: .lane, from: subscription.start.nanoseconds, to: subscription.end?.nanoseconds,
      hues: colors.isEmpty ? [Coloring.mixed] : colors.uniqued)
    element.line = line
    element.causes = origin
    element.timer = subscription.timer.flatMap { trace.timers[$0].waits ? $0 : nil }
    if element.timer == nil, let first = origin.last.map(instant), first < element.from { element.waiting = first }
    element.label = groupName(line)
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
  private func name(of line: Int) -> String {
    let own = trace.subscriptions[line], stage = trace.stages[own.stage]
    let isConnected = diagram.runs[run].windows.contains { window in
      window.isConnection && window.lanes.contains { $0.instant(of: .subscribe) == own.start.nanoseconds }
    }
    if isConnected, own.trigger == nil, own.timer == nil { return "connect" }
    return stage.kind == .source ? stage.name : ""
  }

  /// Returns the name of the group or the window that a stream is or comes from: its key, or its number.
  private func groupName(_ line: Int) -> String {
    guard let group = index.upstream(of: line).first(where: { trace.subscriptions[$0].key != nil }),
      let key = trace.subscriptions[group].key
    else { return "" }
    let isWindow = trace.stages[trace.subscriptions[group].stage].groups == "window"
    return isWindow ? "#\(key)" : "key \(PosterLettering.plain(key))"
  }

  /// Gives numbers to the attempts of an operator such as `retry`. The first began with the operator.
  private func numberAttempts(of consumer: Int, _ numbers: inout [Int: Int]) {
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

  private func cancelReason(_ line: Int, _ consumer: Int?) -> String {
    guard let consumer else { return "cancelled" }
    let (end, trigger) = (trace.subscriptions[line].end, trace.subscriptions[line].endTrigger)
    for event in trigger.map({ trace.events[$0].causes + [$0] }) ?? [] {
      let cause = trace.events[event]
      guard cause.instant == end, cause.isValue, trace.subscriptions[cause.line].consumer == consumer,
        cause.line != line
      else { continue }
      // The name of a stream says nothing: the next one often has the same.
      let name = PosterLettering.plain(cause.text)
      let isStream = cause.kind == .anyValue || trace.stages.contains { $0.kind == .source && $0.name == name }
      return "cancelled by \(isStream ? "the next one" : name)"
    }
    return "cancelled"
  }
}

extension [PosterPlan.Element] {
  /// The elements without those that are like another one, as of two subscriptions to one operator.
  fileprivate var merged: [PosterPlan.Element] {
    var merged: [PosterPlan.Element] = [], places: [Int64: [Int]] = [:]
    for element in self {
      let same = places[element.from]?.first { merged[$0].isLike(element) }
      guard element.kind != .lane, let same else {
        places[element.from, default: []].append(merged.count)
        merged.append(element)
        continue
      }
      merged[same].causes += element.causes
      merged[same].effects += element.effects
    }
    return merged
  }
}

extension PosterPlan.Element {
  fileprivate func isLike(_ other: Self) -> Bool {
    kind == other.kind && isTimer == other.isTimer && from == other.from && to == other.to && hues == other.hues
      && label == other.label && ending == other.ending && reason == other.reason && input == other.input
  }
}

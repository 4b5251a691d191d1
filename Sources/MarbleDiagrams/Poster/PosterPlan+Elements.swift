import MarbleRuns
import Marbles
import PipesCore
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
    let lives = lives(in: inside)
    for line in inside {
      elements += held(on: line, senders, lives) + totals(on: line) + given(on: line) + delayedEnd(on: line)
      elements += timers(on: line, beside: &elements) + hops(on: line) + busy(on: line)
      elements += measured(on: line) + pauses(on: line) + ending(on: line)
    }
    elements += inside.flatMap(missed) + inside.flatMap(signals)
    for sentences in [cancels, glitches, firstRequest, requests] { elements += inside.flatMap(sentences) }
    let lanes = inside.flatMap { index.inputs[$0].filter { inner.contains($0) && isDrawn[$0] } }
    for line in lanes.prefix(PosterPlan.mostLanes) {
      var lane = lane(line, of: trace.subscriptions[line].consumer)
      // A value that is kept as long as its stream runs is in the lane.
      let same = elements.firstIndex {
        $0.kind == .bar && !$0.isTimer && $0.timer == nil && $0.from == lane.from && $0.to == lane.to && $0.to != nil
          && !$0.causes.isEmpty && $0.causes == lane.causes
      }
      if let same { lane.effects = elements.remove(at: same).effects }
      elements.append(lane)
    }
    setOmitted(lanes.count - PosterPlan.mostLanes)
    var numbers: [Int: Int] = [:]
    for line in inside { numberAttempts(of: line, &numbers) }
    if let first = lanes.first(where: { name(of: $0) == "connect()" }), trace.subscriptions[first].start > .zero {
      var words = Element(kind: .words, from: 0, to: 0, hues: [Coloring.mixed])
      words.reason = "nothing is sent before connect"
      elements.append(words)
    }
    for place in elements.indices where elements[place].label.isEmpty {
      guard let line = elements[place].line else { continue }
      // Beside the groups themselves a value would name a group.
      let hasOwnName = elements[place].value == nil || !groups(of: node).isEmpty
      elements[place].label = numbers[line].map(\.ordinal) ?? (hasOwnName ? name(of: line) : "")
    }
    elements = merged(elements)
    // Running results are below the streams that they come from.
    elements.sort {
      ($0.isTotal ? 1 : 0, $0.from, $0.to ?? .max) < ($1.isTotal ? 1 : 0, $1.from, $1.to ?? .max)
    }
    for place in elements.indices { elements[place].effects = elements[place].effects.flatMap(shown) }
    // A reason is written once; the heading has those of lost values, with their names.
    var said: Set<String> = []
    for place in elements.indices where elements[place].ending == .left {
      if !said.insert(elements[place].reason).inserted { elements[place].reason = "" }
    }
    setElements(elements, of: number)
  }

  func instant(_ event: Int) -> Int64 { trace.events[event].instant.nanoseconds }
  func hues(_ events: [Int]) -> [Int] {
    let hues = events.flatMap { coloring.colors(of: $0, inRun: run) }.uniqued
    return hues.isEmpty ? [Coloring.mixed] : Array(hues.prefix(4))
  }

  // MARK: Values

  /// The line of the operator that kept a value, and the instant at which it kept it no longer.
  private struct Life {
    var line: Int
    var end: Int64
  }

  /// Returns the instants at which the operators of a box kept their values no longer, because they were replaced, used
  /// up or forgotten: the largest one of a value that was kept to the end of the run. A use does not end it.
  private func lives(in lines: [Int]) -> [Int: Life] {
    var lives: [Int: Life] = [:]
    for line in lines where trace.stages[trace.subscriptions[line].stage].reuses {
      for event in index.inputs[line].flatMap({ index.events[$0] }) where trace.events[event].isValue {
        let end = trace.events[event].released?.nanoseconds ?? .max
        for cause in drawn(event) where end > instant(event) {
          lives[cause] = Life(line: line, end: max(lives[cause]?.end ?? 0, end))
        }
      }
    }
    return lives
  }

  /// Returns the results that an operator keeps for the next one.
  private func totals(on line: Int) -> [Element] {
    let stage = trace.stages[trace.subscriptions[line].stage]
    guard stage.accumulates, !stage.sums else { return [] }
    let results = index.events[line].filter { trace.events[$0].isValue && isDrawn[line] }
    let ends = results.dropFirst().map { Optional(instant($0)) } + [trace.subscriptions[line].end?.nanoseconds]
    var totals = zip(results, ends).filter { instant($0) != $1 }.map { result, end in
      var bar = Element(kind: .bar, from: instant(result), to: end, hues: hues([result]))
      bar.value = trace.events[result].kind
      bar.ending = end == nil ? .open : .plain
      return bar
    }
    // The value that it began with is kept until the first result.
    let (start, own) = (trace.subscriptions[line].start.nanoseconds, trace.subscriptions[line])
    if let end = results.first.map(instant) ?? own.end?.nanoseconds, start < end, isDrawn[line] {
      var bar = Element(kind: .bar, from: start, to: end, hues: [Coloring.mixed])
      bar.label = trace.stages[own.stage].firstArgument
      totals.insert(bar, at: 0)
    }
    return totals
  }

  /// Returns the values that an operator sends although it has received none, such as those of `prepend`.
  private func given(on line: Int) -> [Element] {
    guard trace.stages[trace.subscriptions[line].stage].kind == .operator else { return [] }
    let given = index.events[line].filter {
      trace.events[$0].kind.symbol != nil && trace.events[$0].causes.isEmpty && trace.events[$0].timer == nil
    }
    return given.map(instant).uniqued.map { now in
      var element = Element(kind: .drop, from: now, to: now, hues: [Coloring.mixed])
      element.effects = given.filter { instant($0) == now }
      return element
    }
  }

  /// Returns the values that an operator kept for some time, or dropped. A value that it has sent to another subscriber
  /// is not lost, as a value that `partition` sends to the other stream.
  private func held(on line: Int, _ senders: [Int: Set<Int>], _ lives: [Int: Life]) -> [Element] {
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
    let sums = trace.stages[trace.subscriptions[line].stage].sums
    // How often each value and each end comes, counted once for a stream.
    var counts: [Int: [Mark.Kind: Int]] = [:]
    func numbers(_ source: Int) -> [Mark.Kind: Int] {
      if let known = counts[source] { return known }
      let found = index.events[source].reduce(into: [:]) { $0[trace.events[$1].kind, default: 0] += 1 }
      counts[source] = found
      return found
    }
    for loss in trace.losses where loss.line == line && !(sums && loss.kind == .atOnce) {
      for event in drawn(loss.event) where trace.events[event].isValue && lost.insert(event).inserted {
        if senders[event]?.contains(where: { $0 != line }) == true { continue }
        let end = max(loss.instant.nanoseconds, instant(event), until[event] ?? 0)
        var element = Element(
          kind: end > instant(event) ? .bar : .drop, from: instant(event), to: end, hues: hues([event]))
        element.ending = .lost
        element.reason = loss.reason == TraceLoss.unknown ? "" : named(loss.reason, loss.event, on: line)
        element.value = trace.events[event].kind
        element.causes = [event]
        element.isOneOfSeveral = numbers(trace.events[event].line)[trace.events[event].kind, default: 0] > 1
        element.effects = leaving[event] ?? []
        element.timer = end > instant(event) ? nil : loss.timer
        elements.append(element)
      }
    }
    if sums {
      let used =
        trace.kept.filter { $0.line == line }.map(\.event) + trace.losses.filter { $0.line == line }.map(\.event)
      let values = (until.keys + used.flatMap(drawn)).uniqued.sorted().filter {
        trace.events[$0].isValue && !lost.contains($0)
      }
      return elements + self.used(values, on: line)
    }
    // A value that is kept when the run ends is open: its bar reaches the end of the picture.
    for kept in trace.kept where kept.line == line {
      for event in drawn(kept.event) where trace.events[event].isValue && until[event] == nil { until[event] = .max }
    }
    for (event, life) in lives where life.line == line || until[event] != nil { until[event] = life.end }
    // The last value of an operator that keeps each one for the next is kept, too.
    if let last = index.inputs[line].filter({ !inner.contains($0) }).flatMap({ index.events[$0] }).last(where: {
      trace.events[$0].isValue
    }), until[last] == nil, !until.isEmpty, trace.stages[trace.subscriptions[line].stage].keeps,
      let end = trace.events[last].released?.nanoseconds, end > instant(last), isDrawn[trace.events[last].line]
    {
      until[last] = end
    }
    for (event, end) in until.sorted(by: { $0.key < $1.key }) where !lost.contains(event) {
      var element = Element(kind: .bar, from: instant(event), to: end == .max ? nil : end, hues: hues([event]))
      element.ending = end == .max ? .open : .plain
      element.causes = [event]
      element.effects = leaving[event] ?? []
      elements.append(element)
    }
    let inputs = index.inputs[line].filter { !inner.contains($0) }
    if inputs.count > 1 {
      for place in elements.indices {
        let input = trace.events[elements[place].causes[0]].line
        if inputs.contains(input) { elements[place].input = nodes.firstIndex { $0.lines.contains(input) } }
      }
    }
    return elements
  }

  /// Returns the values that were not sent to an operator: there was no demand, or no subscription yet.
  private func missed(on line: Int) -> [Element] {
    func missed(_ kind: Mark.Kind, at instant: Int64, _ reason: String, as sign: Element.Kind) -> Element {
      var element = Element(kind: sign, from: instant, to: instant, hues: coloring.colors(of: kind))
      element.ending = .lost
      element.reason = reason
      element.value = kind
      return element
    }
    let name = PosterPlan.shortName(trace.stages[trace.subscriptions[line].stage].name)
    let misses = trace.misses.filter { trace.subscriptions[$0.line].consumer == line }.map { miss in
      missed(
        miss.kind, at: miss.instant.nanoseconds, demand(on: miss.line, at: miss.instant, of: name), as: .drop)
    }
    let stages = index.inputs[line].map { trace.subscriptions[$0].stage }
    let early = nodes.filter { stages.contains($0.stage) }.flatMap(\.rows).flatMap(\.beats).flatMap { beat in
      // The row of the source has its sign.
      beat.signs.filter { $0.loss == PosterPlan.early }.map {
        missed($0.kind, at: beat.instant, PosterPlan.early, as: .words)
      }
    }
    return misses + early
  }
  /// The words for the demand that has been used up.
  func demand(on line: Int, at instant: VirtualInstant, of subscriber: String) -> String {
    let count = trace.requests.filter { $0.line == line && $0.instant <= instant }.reduce(0) { $0 + ($1.count ?? 0) }
    return "\(subscriber) had requested \(count == 0 ? "none" : "only \(count)")"
  }
  /// The reason for which a value of a hot source is lost before the subscription.
  static let early = "not subscribed yet"

  // MARK: Timers

  /// Returns the timers of an operator. The timer of a value that waits is the bar of that value.
  private func timers(on line: Int, beside elements: inout [Element]) -> [Element] {
    var bars: [Element] = []
    let places = Dictionary(grouping: elements.indices) { elements[$0].from }
    let sent = Dictionary(grouping: index.events[line]) { trace.events[$0].timer }
    let clocks = index.inputs[line].filter(isClock).flatMap { index.timers[$0] }
    let jobs = trace.timers.indices.filter { trace.timers[$0].heldUntil != nil && trace.timers[$0].line == line }
    let numbers = (index.timers[line] + clocks + jobs).uniqued.filter { trace.timers[$0].end != trace.timers[$0].start }
    func own(_ number: Int) -> Int? {
      let timer = trace.timers[number], causes = timer.startedBy.map(drawn) ?? []
      return places[timer.start.nanoseconds]?.first {
        let element = elements[$0]
        return element.kind == .bar && element.to == timer.end?.nanoseconds
          && element.causes.contains(where: causes.contains)
      }
    }
    // In one box all timers of values are drawn alike.
    let areOwn = numbers.allSatisfy { number in
      let starter = trace.timers[number].startedBy
      return trace.timers[number].heldUntil != nil || starter.map { !trace.events[$0].isValue } ?? true
        || own(number) != nil
    }
    for number in numbers {
      let timer = trace.timers[number]
      let (from, end) = (timer.start.nanoseconds, timer.end?.nanoseconds)
      let causes = timer.startedBy.map(drawn) ?? []
      // The label says how long the bar is: one that was cut has none, and nobody has set how long a scheduler is busy.
      let length =
        timer.heldUntil != nil ? "waits" : timer.end == timer.due ? DurationText.of(timer.due.nanoseconds - from) : ""
      if areOwn || timer.heldUntil != nil, let own = own(number), elements[own].timer == nil {
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
      // A restart cancels nothing: another timer follows. A timer also ends with its operator.
      case .fired, .passed, .restarted: bar.ending = .plain
      case .cancelled where trace.subscriptions[line].end == timer.end && !trace.subscriptions[line].isCancelled:
        bar.ending = .plain
      case .cancelled: bar.ending = .left
      case nil: bar.ending = .open
      }
      let values = timer.line.map { $0 == line ? [] : index.events[$0] } ?? []
      bar.effects = end == nil ? [] : ((sent[number] ?? []) + values.flatMap(shown)).filter { instant($0) == end }
      bars.append(bar)
    }
    return bars
  }

  /// Returns the sentences about the values that were requested because an inner stream had finished.
  private func requests(on line: Int) -> [Element] {
    let streams = index.inputs[line].filter(inner.contains)
    return index.inputs[line].filter { !inner.contains($0) && isDrawn[$0] }.flatMap { index.events[$0] }.compactMap {
      guard let trigger = trace.events[$0].causes.last ?? trace.events[$0].trigger, trace.events[$0].isValue,
        trace.events[trigger].isEnd, streams.contains(trace.events[trigger].line),
        let first = trace.subscriptions[trace.events[trigger].line].startedBy
      else { return nil }
      var words = Element(kind: .words, from: instant($0), to: instant($0), hues: [Coloring.mixed])
      let names = [trace.events[$0].text, trace.events[first].text].map(PosterLettering.plain)
      words.reason = "\(names[0]) is requested when the stream of \(names[1]) has finished"
      return words
    }
  }

  /// Returns the signals of the other streams of an operator.
  private func signals(on line: Int) -> [Element] {
    let inputs = index.inputs[line].filter { trace.isSignal(line: $0) && !inner.contains($0) && isDrawn[$0] }
    let sent = Set(inputs.isEmpty ? [] : index.events[line].map(instant))
    return inputs.flatMap { index.events[$0] }.filter { trace.events[$0].isValue }.map { event in
      var signal = Element(kind: .signal, from: instant(event), to: instant(event), hues: [Coloring.mixed])
      signal.causes = [event]
      if !sent.contains(instant(event)) { signal.label = trace.stages[trace.subscriptions[line].stage].undecided }
      return signal
    }
  }
}

extension PosterPlan.Element {
  /// Whether it is a result that is kept for the next one.
  var isTotal: Bool { kind == .bar && causes.isEmpty && !isTimer }
}

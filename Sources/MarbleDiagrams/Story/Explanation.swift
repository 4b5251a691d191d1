import MarbleRuns
import Marbles
import VirtualTime

/// The explanation of a run, step by step.
package struct Explanation {
  /// One step.
  package struct Sentence: Equatable, Sendable {
    package var instant: VirtualInstant
    /// The sentence, in the present tense and without a full stop.
    package var text: String
    /// The event of the trace that the sentence is about; `nil` for other sentences.
    var event: Int?
    /// Whether the sentence is about an event that a subscriber of the pipeline receives.
    package var isResult = false
    /// The steps of the trace that the sentence tells, in its clauses.
    var tells: [TraceStep] = []
  }

  package private(set) var sentences: [Sentence] = []
  let run: Diagram.Run
  let trace: Trace
  let index: TraceIndex
  /// The text for a symbol: the symbol itself in text, the label of the marble in a picture.
  let letter: (Symbol) -> String?
  /// The losses that belong to the sentence of an event, or of a timer.
  private let lostByEvent: [Int: [Int]]
  private let lostByTimer: [Int: [Int]]
  private let places: StoryPlaces
  /// The names of the stages.
  let names: [String]

  /// Explains a run that was traced. There are no sentences about any other.
  package init(_ run: Diagram.Run, in diagram: Diagram) { self.init(run, in: diagram) { _ in nil } }

  /// Explains a run with the labels of the marbles in a picture.
  init(_ run: Diagram.Run, in diagram: Diagram, letter: @escaping (Symbol) -> String?) {
    self.run = run
    self.letter = letter
    let trace = run.trace ?? Trace()
    self.trace = trace
    index = TraceIndex(trace)
    names = Explanation.names(trace)
    lostByEvent = Dictionary(grouping: trace.losses.indices.filter { trace.losses[$0].because != nil }) {
      trace.losses[$0].because ?? 0
    }
    lostByTimer = Dictionary(grouping: trace.losses.indices.filter { trace.losses[$0].timer != nil }) {
      trace.losses[$0].timer ?? 0
    }
    places = StoryPlaces(trace, index)
    for step in trace.steps { tell(step) }
    for rule in run.rules { judge(rule) }
    if trace.isCut {
      sentences.append(Sentence(instant: sentences.last?.instant ?? .zero, text: "the rest is left out"))
    }
  }

  /// Tells each break of a rule at its instant, and the verdict at the end.
  private mutating func judge(_ rule: RuleOutcome) {
    for trial in rule.trials where trial.verdict == .broken {
      let place = sentences.lastIndex { $0.instant <= trial.end }.map { $0 + 1 } ?? 0
      sentences.insert(
        Sentence(instant: trial.end, text: "\(rule.whose)rule broken \(trial.words) (\(rule.text))"), at: place)
    }
    if rule.verdict == .broken { return }
    let end = max(sentences.last?.instant ?? .zero, rule.trials.map(\.drawnEnd).max() ?? .zero)
    sentences.append(Sentence(instant: end, text: "\(rule.whose)rule \(rule.brief): \(rule.text)"))
  }

  private mutating func tell(_ step: TraceStep) {
    switch step {
    case .event(let event): tell(event: event)
    case .subscribed(let line): if places.alone.contains(step) { tell(subscribed: line) }
    case .cancelled(let line):
      guard places.alone.contains(step) else { return }
      let text = trace.subscriptions[line].consumer == nil ? "\(subscriber(of: line)) cancels" : clauses([step])[0]
      tell(step, at: trace.subscriptions[line].end ?? .zero, text)
    case .requested(let request):
      let asked = trace.requests[request]
      guard trace.subscriptions[asked.line].consumer == nil, let words = words(of: request) else { return }
      tell(step, at: asked.instant, "\(subscriber(of: asked.line)) requests \(words)")
    case .timerHeld(let timer):
      if let words = words(ofHeld: timer) { tell(step, at: trace.timers[timer].due, words) }
    case .timerEnded(let timer): tell(timerEnded: timer)
    case .lost(let loss):
      guard trace.losses[loss].because == nil, trace.losses[loss].timer == nil else { return }
      tell(step, at: trace.losses[loss].instant, drops([loss])[0])
    case .missed(let miss):
      let missed = trace.misses[miss]
      tell(
        step, at: missed.instant,
        "\(symbol(missed.kind, missed.text)) of \(name(of: missed.line)) is dropped: there is no demand")
    case .kept(let kept): tell(kept: kept)
    case .timerStarted: break
    }
  }
  private mutating func tell(_ step: TraceStep, at instant: VirtualInstant, _ text: String) {
    sentences.append(Sentence(instant: instant, text: text, tells: [step]))
  }

  /// The number of a request; `nil` for the one without limit that a subscriber makes when it subscribes.
  private func words(of request: Int) -> String? {
    let asked = trace.requests[request]
    if let count = asked.count { return "\(count)" }
    let isFirst = !trace.requests[..<request].contains { $0.line == asked.line }
    return isFirst && asked.instant == trace.subscriptions[asked.line].start ? nil : "values without limit"
  }

  /// Tells what an operator still keeps: all of it with the first of its values.
  private mutating func tell(kept first: Int) {
    let (line, instant) = (trace.kept[first].line, trace.kept[first].instant)
    let all = trace.kept.indices.filter { trace.kept[$0].line == line }
    if all[0] != first { return }
    let values = all.count > 6 ? "\(all.count) values" : listed(all.map { symbol(trace.kept[$0].event) })
    let whom = run.subscribers.count > 1 && trace.subscriptions[line].subscriber != nil
    sentences.append(
      Sentence(
        instant: instant,
        text: "\(name(of: line)) still keeps \(values)" + (whom ? " for \(subscriber(of: line))" : "")
          + " when the run ends", tells: all.map { .kept($0) }))
  }

  private mutating func tell(timerEnded index: Int) {
    let timer = trace.timers[index]
    guard timer.ending == .fired, timer.waits, let owner = timer.line.map(name) else { return }
    let (lost, actions) = (lostByTimer[index] ?? [], places.byTimer[index] ?? [])
    let effects = drops(lost) + clauses(actions)
    if effects.isEmpty, self.index.isExplained[index] { return }
    let text =
      (timer.heldUntil == nil ? "\(owner)'s \(length(of: index)) are over" : Self.freeAgain)
      + (effects.isEmpty ? ", and nothing happens" : "; " + effects.joined(separator: ", "))
    sentences.append(Sentence(instant: timer.end ?? .zero, text: text, tells: lost.map { .lost($0) } + actions))
  }

  /// Returns one clause for each operator and reason, such as
  /// `debounce drops a and b: the stream completed before its pause was over`.
  private func drops(_ losses: [Int]) -> [String] {
    var groups: [(line: Int, reason: String, values: [String])] = []
    for loss in losses.map({ trace.losses[$0] }) {
      if let index = groups.firstIndex(where: { $0.line == loss.line && $0.reason == loss.reason }) {
        groups[index].values.append(symbol(loss.event))
      } else {
        groups.append((loss.line, loss.reason, [symbol(loss.event)]))
      }
    }
    return groups.map { group in
      let values = group.values.count > 6 ? "\(group.values.count) values" : listed(group.values)
      return "\(name(of: group.line)) drops \(values)" + reason(group.reason)
    }
  }

  private func reason(_ reason: String) -> String { reason == TraceLoss.unknown ? "" : ": \(reason)" }

  // MARK: Subscriptions

  /// Tells a subscription that has no event or timer. Of those that begin with a subscriber only the end of the chain is
  /// told, the source: its operators subscribing to one another is obvious.
  private mutating func tell(subscribed line: Int) {
    let own = trace.subscriptions[line]
    var first = line
    while let consumer = trace.subscriptions[first].consumer { first = consumer }
    let step = TraceStep.subscribed(line)
    if own.trigger != nil || own.timer != nil || own.start != trace.subscriptions[first].start {
      let isHeld = own.timer.map { trace.timers[$0].heldUntil != nil } ?? false
      return tell(step, at: own.start, clauses([step])[0] + (isHeld ? ": \(Self.freeAgain)" : ""))
    }
    let isSource = trace.stages[own.stage].kind != .operator
    let isAgain = isSource && own.consumer != nil && index.numbers[line] > 0
    let name = isSource ? names[own.stage] : chain(line)
    tell(step, at: own.start, "\(subscriber(of: line)) subscribes to \(name)" + (isAgain ? " again" : ""))
  }

  /// A clause for each operator that subscribes to something, or cancels it.
  private func clauses(_ actions: [TraceStep]) -> [String] {
    var all: [(consumer: Int, off: [Int], on: [Int])] = []
    func add(_ line: Int, isOn: Bool) {
      guard let consumer = trace.subscriptions[line].consumer else { return }
      let place = all.firstIndex { $0.consumer == consumer } ?? all.count
      if place == all.count { all.append((consumer, [], [])) }
      if isOn { all[place].on.append(line) } else { all[place].off.append(line) }
    }
    for case .cancelled(let line) in actions { add(line, isOn: false) }
    for case .subscribed(let line) in actions { add(line, isOn: true) }
    return all.map { consumer, off, on in
      let words = off.sorted().map { "cancels \(chain($0))" } + on.map { "subscribes to \(chain($0))" }
      return "\(name(of: consumer)) \(listed(words))"
    }
  }

  private func subscriber(of line: Int) -> String {
    guard run.subscribers.count > 1, let number = trace.subscriptions[line].subscriber else { return "the subscriber" }
    return "subscriber \(number + 1)"
  }

  // MARK: Events

  private mutating func tell(event index: Int) {
    let event = trace.events[index]
    let line = trace.subscriptions[event.line]
    // The clauses about the sender come together, before the reactions of the operator that receives.
    var text = what(index) + because(index)
    if timerBegun(with: index) != nil { text += " and start again" }
    if line.consumer == nil, run.subscribers.count > 1, line.subscriber != nil {
      text += ", to \(subscriber(of: event.line))"
    }
    let calledOff = places.byCompletion[index] ?? []
    if !calledOff.isEmpty { text += ", and cancels \(listed(calledOff.sorted().map(chain)))" }
    let actions = places.byEvent[index] ?? []
    let reactions = line.consumer.map { consequences(of: index, name(of: $0), $0, actions) } ?? clauses(actions)
    if !reactions.isEmpty { text += "; " + reactions.joined(separator: ", ") }
    let tells =
      [.event(index)] + calledOff.map { .cancelled($0) } + actions + (lostByEvent[index] ?? []).map { .lost($0) }
    sentences.append(
      Sentence(instant: event.instant, text: text, event: index, isResult: line.consumer == nil, tells: tells))
  }

  /// Returns a clause such as `typed sends a ("S")`.
  private func what(_ index: Int) -> String {
    let stage = name(of: trace.events[index].line)
    switch trace.events[index].kind {
    case .finished: return "\(stage) finishes"
    case .failure: return "\(stage) fails with \(trace.events[index].text)"
    default:
      let passed = trace.events[index].causes
      let isPassed =
        passed.count == 1 && trace.events[passed[0]].text == trace.events[index].text
        && trace.stage(of: index).kind == .operator
        && !trace.stage(of: index).isOpaque && trace.events[passed[0]].instant == trace.events[index].instant
        && trace.events[index].timer.map { trace.timers[$0].waits } != true
      return isPassed ? "\(stage) passes \(symbol(index)) on" : "\(stage) sends \(full(index))"
    }
  }

  /// Returns the cause of an event; empty if it is obvious.
  private func because(_ index: Int) -> String {
    let event = trace.events[index]
    let stage = trace.stage(of: index)
    if let timer = event.timer, trace.timers[timer].waits || trace.timers[timer].heldUntil != nil {
      let since = stage.kind == .operator && !event.isEnd ? madeOf(index) : ""
      return since + ": "
        + (trace.timers[timer].heldUntil == nil ? "its \(length(of: timer)) are over" : Self.freeAgain)
    }
    guard stage.kind == .operator else { return "" }
    if !event.isEnd { return madeOf(index) }
    guard let cause = event.causes.last, !trace.events[cause].isEnd else { return "" }
    return " after \(symbol(cause))"
  }

  private func madeOf(_ index: Int) -> String {
    let event = trace.events[index]
    let others = event.causes.filter { !trace.events[$0].isEnd }
    if trace.stage(of: index).isOpaque {
      return others.map { cause in
        let isNow = trace.events[cause].instant == event.instant
        return ", because of \(symbol(cause))" + (isNow ? "" : ", which came at \(time(trace.events[cause].instant))")
      }.joined()
    }
    if others.count == 1, trace.events[others[0]].text == event.text {
      return trace.events[others[0]].instant == event.instant
        ? "" : ", which came at \(time(trace.events[others[0]].instant))"
    }
    if others.isEmpty || others.count > 6 { return others.isEmpty ? "" : ", computed from \(others.count) values" }
    return ", computed from " + listed(others.map(symbol))
  }

  /// Returns the reactions of an operator to an event, apart from sending.
  private func consequences(of index: Int, _ owner: String, _ consumer: Int, _ actions: [TraceStep]) -> [String] {
    let event = trace.events[index]
    let lost = lostByEvent[index] ?? []
    let replaced = lost.filter { trace.losses[$0].isReplaced && trace.losses[$0].line == consumer }
    if lost.contains(where: { trace.losses[$0].event == index && trace.losses[$0].line == consumer }) {
      return ["\(owner) drops it" + (trace.lossReason(of: index).map(reason) ?? "")] + clauses(actions)
    }
    var parts = replaced.isEmpty ? [] : ["it replaces " + listed(replaced.map { symbol(trace.losses[$0].event) })]
    parts += drops(lost.filter { !replaced.contains($0) })
    let started = self.index.timersStarted[index].first {
      trace.timers[$0].line == consumer && trace.timers[$0].waits && trace.timers[$0].start == event.instant
    }
    if let timer = started, !isToldLater(timer, after: index) {
      let before = self.index.timers[consumer].last(before: timer)
      if let before, trace.timers[before].ending == .restarted, trace.timers[before].end == event.instant {
        parts.append("\(owner)'s \(length(of: timer)) start again")
      } else if let before, trace.timers[before].ending == .passed, trace.timers[before].end == event.instant {
        // No sentence tells the end of a period without a pending value: here it is what lets the value begin the next
        // one.
        parts.append("\(owner)'s \(length(of: timer)) are over and start again")
      } else {
        parts.append("\(owner) waits \(length(of: timer))")
      }
    }
    parts += clauses(actions)
    if parts.isEmpty, waitsForDemand(after: index, consumer) {
      let isFailure = if case .failure = event.kind { true } else { false }
      return [
        "\(owner) \(goesOn(consumer, after: index) ? "goes on" : isFailure ? "fails" : "finishes") when there is demand"
      ]
    }
    guard parts.isEmpty, !event.isEnd, trace.stages[trace.subscriptions[consumer].stage].keeps, !trace.isSignal(index)
    else { return parts }
    let stage = trace.subscriptions[consumer].stage
    let isUsed = self.index.effects[index].contains {
      trace.subscriptions[trace.events[$0].line].stage == stage && trace.events[$0].instant == event.instant
    }
    return isUsed ? [] : ["\(owner) keeps it"]
  }

  /// The timer that began when a value was sent because another timer had fired: the value had arrived at that very
  /// instant, and before.
  private func timerBegun(with event: Int) -> Int? {
    let sent = trace.events[event]
    guard let timer = sent.timer, trace.timers[timer].waits, trace.timers[timer].heldUntil == nil,
      let next = index.timers[sent.line].first(after: timer),
      trace.timers[next].start == trace.timers[timer].end, length(of: next) == length(of: timer),
      let cause = trace.timers[next].startedBy, sent.causes.contains(cause), !isOver(sent.line, at: sent.instant)
    else { return nil }
    return next
  }
  /// Whether the start of a timer is told with the value that is sent, and not with the arrival of that value.
  private func isToldLater(_ timer: Int, after event: Int) -> Bool {
    index.effects[event].contains { timerBegun(with: $0) == timer }
  }

  /// Whether an operator sends something after the completion of its last upstream, or would send it, on request.
  private func waitsForDemand(after index: Int, _ consumer: Int) -> Bool {
    let event = trace.events[index]
    guard self.index.isStarved[index], trace.subscriptions[consumer].end.map({ $0 > event.instant }) ?? true else {
      return false
    }
    let hasTimer = self.index.timers[consumer].contains {
      trace.timers[$0].start <= event.instant && trace.timers[$0].end.map { $0 > event.instant } ?? true
    }
    return !hasTimer
      && self.index.inputs[consumer].allSatisfy { trace.subscriptions[$0].end.map { $0 <= event.instant } ?? false }
  }
  /// Whether an operator sends values after an event.
  private func goesOn(_ line: Int, after event: Int) -> Bool {
    index.events[line].reversed().prefix(2).contains { $0 > event && !trace.events[$0].isEnd }
  }

  /// Whether a line completed at an instant without being cancelled.
  private func isOver(_ line: Int, at instant: VirtualInstant) -> Bool {
    trace.subscriptions[line].end == instant && !trace.subscriptions[line].isCancelled
  }
}

extension [Int] {
  /// The last element of a sorted array that is smaller.
  fileprivate func last(before element: Int) -> Int? {
    let place = place(of: element)
    return place > 0 ? self[place - 1] : nil
  }
  /// The first element of a sorted array that is larger.
  fileprivate func first(after element: Int) -> Int? {
    let place = place(of: element + 1)
    return place < count ? self[place] : nil
  }
  /// The number of elements that are smaller.
  private func place(of element: Int) -> Int { beginning { $0 < element } }
}

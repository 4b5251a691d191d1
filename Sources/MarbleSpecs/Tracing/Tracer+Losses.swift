import MarbleRuns
import Marbles
import Pipes
import VirtualTime

extension Tracer {
  /// Notes the result of a closure about the value that is being handled, for an operator that keeps only results.
  func answer(_ value: Value) {
    guard !isOver, let event = handled, let active, isSum(facts(of: active)) else { return }
    trace.events[event].answer = value.shown
  }
  func isSum(_ known: OperatorFacts) -> Bool { known.memory == .result || known.output == .bools }

  /// Marks events as used: they are causes of the event that is being recorded, or of the line that began.
  func use(_ events: [Int], on line: Int) {
    for event in events {
      if fates[event] == .open { fates[event] = .used }
      reached[event]?.insert(line)
      memories[line].waiting.remove(event)
    }
  }

  /// Records that an operator has released a value, or the result computed from it. Whether the value is lost is
  /// decided when the operator at work is done.
  func letGo(of event: Int) {
    letGo(ofShared: event)
    guard fates.indices.contains(event) else { return }
    if !isOver, !trace.isCut { trace.events[event].released = timeline.now }
    guard fates[event] == .open, let line = consumer(of: trace.events[event].line),
      keepsValues(line)
    else { return }
    if let work = works.lastIndex(where: { $0.line == line }) {
      works[work].dropped.append(event)
    } else {
      lose(event, .other)
    }
  }
  /// Records that the operator at work keeps what is due until there is demand: the newest value of each publisher. An
  /// older one has been replaced, or was due before.
  func keepNewest() {
    guard !isOver, let active else { return }
    memories[active].due = memories[active].due.filter { fates[$0] == .open }
    for input in facts(of: active).takesSignals ? memories[active].inputs.prefix(1) : memories[active].inputs[...] {
      let newest = memories[input].values.reversed().first { fates[$0] == .open || fates[$0] == .used }
      if let newest, fates[newest] == .open { memories[active].due.insert(newest) }
    }
  }

  private func keepsValues(_ line: Int) -> Bool { [.some, .untilTheEnd].contains(facts(of: line).memory) }

  // MARK: Deciding losses

  /// Records that an event has been handled. It is dropped if the operator has not kept it.
  func settle(_ event: Int, isDropped: Bool, _ sharers: [Int]) {
    guard let line = consumer(of: trace.events[event].line) else { return }
    if facts(of: line).isShared { return settleShared(event, isDropped: isDropped, sharers) }
    guard fates[event] == .open else { return }
    // An operator that cancels its upstream because of a value, but sends nothing, has a result for which there is no
    // demand yet.
    let isDecided = facts(of: line).memory == .nothing && trace.subscriptions[trace.events[event].line].isCancelled
    if isDecided, trace.subscriptions[line].end == nil { return memories[line].decided = event }
    if facts(of: line).memory == .nothing || isDropped && keepsValues(line) { return lose(event, .event(event)) }
    memories[line].kept = event
  }

  /// Records that a line has ended: the values that its operator still keeps are lost.
  func settle(_ line: Int, _ trigger: OperatorAtWork.Occasion) {
    loseWaiting(line, trigger)
    if facts(of: line).isShared || hasOpenGroups(line) { return }
    for input in memories[line].inputs {
      for event in memories[input].values where fates[event] == .open { lose(event, trigger) }
    }
  }

  /// Whether groups that a line has sent are still alive: they send values that their operator keeps.
  func hasOpenGroups(_ line: Int) -> Bool {
    openGroups[trace.subscriptions[line].stage]?[trace.subscriptions[line].subscriber].map { $0 > 0 } ?? false
  }

  /// Records the end of the run: the values that are still kept, and the ends of windows without an ending.
  func settleRun() {
    for event in fates.indices where fates[event] == .open {
      if let line = consumer(of: trace.events[event].line), facts(of: line).memory != .unknown { keep(event, line) }
    }
    for line in memories.indices { for event in memories[line].waiting.sorted() { keep(event, line) } }
    for timer in trace.timers.indices where trace.timers[timer].ending == nil {
      guard let line = trace.timers[timer].line, facts(of: line).window != nil else { continue }
      let end = trace.subscriptions[line].end ?? VirtualInstant(nanoseconds: .max)
      trace.timers[timer].end = min(end, trace.timers[timer].due)
      trace.timers[timer].ending = end < trace.timers[timer].due ? .cancelled : .passed
    }
  }

  private func keep(_ event: Int, _ line: Int) {
    guard !trace.isCut else { return }
    trace.kept.append(TraceKept(event: event, line: line, instant: timeline.now))
    note(.kept(trace.kept.count - 1))
  }

  // MARK: Sharing

  /// The lines of the subscribers that share a value, if the operator that receives it is shared.
  func sharers(of event: Int) -> [Int] {
    guard let line = consumer(of: trace.events[event].line), facts(of: line).isShared else { return [] }
    fates[event] = .none
    reached[event] = []
    return sharers(like: line)
  }
  /// Records that a shared value has been handled. A subscriber that it has not reached has lost it, unless the subject
  /// keeps it.
  private func settleShared(_ event: Int, isDropped: Bool, _ sharers: [Int]) {
    let reached = reached.removeValue(forKey: event) ?? []
    for line in sharers
    where !reached.contains(line) && trace.subscriptions[line].end == nil && facts(of: line).memory == .nothing {
      let isWanted = hasDemand(line)
      if !isWanted, !isDropped {
        memories[line].waiting.insert(event)
      } else {
        loseShared(event, line, (isWanted ? facts(of: line).losses.atOnce : nil) ?? Tracer.noDemand, because: event)
      }
    }
  }
  /// Records that a subject has released a shared value: the subscribers that had not requested it have lost it.
  private func letGo(ofShared event: Int) {
    guard fates.indices.contains(event), let line = consumer(of: trace.events[event].line), facts(of: line).isShared
    else { return }
    for line in sharers(like: line) where memories[line].waiting.remove(event) != nil {
      loseShared(event, line, "another value replaced it before there was demand", because: handled)
    }
  }
  /// Records that a subscriber has lost the values that waited for its demand.
  private func loseWaiting(_ line: Int, _ trigger: OperatorAtWork.Occasion) {
    for event in memories[line].waiting.sorted() {
      switch trigger {
      case .cancel: loseShared(event, line, cancelled(line), because: nil)
      default:
        let verb = handled.map { trace.events[$0].payload.isFailure } == true ? "failed" : "completed"
        loseShared(event, line, "the stream \(verb) before there was demand", because: handled)
      }
    }
    memories[line].waiting = []
  }
  private func loseShared(_ event: Int, _ line: Int, _ reason: String, because: Int?) {
    note(TraceLoss(event: event, line: line, instant: timeline.now, reason: reason, because: because))
  }

  // MARK: Losses

  /// Records that a value is lost because of a trigger.
  func lose(_ event: Int, _ trigger: OperatorAtWork.Occasion) {
    guard fates[event] == .open, !trace.isCut, let line = consumer(of: trace.events[event].line),
      facts(of: line).memory != .unknown
    else { return }
    fates[event] = .lost
    var trigger = trigger
    // A turn at the same instant is caused by an earlier event; but an event before the value has not replaced it.
    if case .timer(let timer) = trigger, !trace.timers[timer].waits, let before = trace.timers[timer].startedBy,
      before >= event
    {
      trigger = .event(before)
    }
    let (reason, kind) = decision(event, line, trigger)
    var loss = TraceLoss(event: event, line: line, instant: timeline.now, reason: reason ?? TraceLoss.unknown)
    loss.kind = kind
    // A turn at the same instant is not reported, so a loss in it is reported by itself.
    if case .timer(let timer) = trigger, trace.timers[timer].waits { loss.timer = timer }
    if case .event(let other) = trigger {
      loss.because = other
      loss.isReplaced =
        other != event && !trace.events[other].payload.isEnd && trace.events[other].line == trace.events[event].line
        && !hasFailed(line)
    }
    note(loss)
  }
  private func note(_ loss: TraceLoss) {
    guard !trace.isCut else { return }
    trace.events[loss.event].losses.append(trace.losses.count)
    trace.losses.append(loss)
    note(.lost(trace.losses.count - 1))
  }

  static let noDemand = "there was no demand"
  private static let superseded = "another value replaced it before there was demand"
  private static let failed = "the stream failed before there was a result"
  private static let failedWithoutDemand = "the stream failed before there was demand"

  /// The reason for which an operator drops a value, and the kind of that decision.
  private func decision(_ event: Int, _ line: Int, _ trigger: OperatorAtWork.Occasion) -> (
    reason: String?, kind: TraceLoss.Kind
  ) {
    let facts = facts(of: line), losses = facts.losses
    let isUnwanted = facts.losesWithoutDemand && !hasDemand(line), unwanted = unwanted(line)
    let isFinal = facts.memory == .untilTheEnd || facts.memory == .result
    // The operator has said that the value is due: it waits for demand, and only a failure or a newer value takes its
    // place.
    // Nobody knows whether one of many inner publishers has made its value due; without demand it could not be sent.
    let isWaiting =
      facts.keepsNewest && memories[line].due.contains(event)
      || facts.takesSignals && !facts.keepsNewest && hasFailed(line) && !hasDemand(line)
    let isReplaced = memories[line].due.contains { $0 > event && trace.events[$0].line == trace.events[event].line }
    let left = losses.completed(isFailure: false)
    let hasLater = memories[trace.events[event].line].values.contains { $0 > event }
    let others: (String?, TraceLoss.Kind) =
      losses.atOnce.map { ($0, .atOnce) } ?? (hasLater ? losses.replaced : nil).map { ($0, .replaced) }
      ?? (left, .finished)
    switch trigger {
    case .event(let other) where trace.events[other].payload.isFailure && isFinal: return (Tracer.failed, .failed)
    case _ where isFinal && hasFailed(line): return (losses.failed ?? Tracer.failed, .failed)
    case .event(event) where trace.subscriptions[line].end != nil: return ("the subscription was over", .other)
    case .event(event) where isUnwanted: return (unwanted, .other)
    case .event(event):
      if isTie(event, line), let tie = losses.tie { return (tie, .tie) }
      return (losses.atOnce, .atOnce)
    case .event(let other) where isWaiting:
      return (
        trace.events[other].payload.isFailure && !isReplaced ? Tracer.failedWithoutDemand : Tracer.superseded, .other
      )
    case .event(let other) where trace.events[other].payload.isEnd:
      let isFailure = trace.events[other].payload.isFailure
      return (losses.completed(isFailure: isFailure), isFailure ? .failed : .finished)
    case .event(let other) where trace.events[other].line == trace.events[event].line:
      return losses.replaced.map { ($0, .replaced) } ?? (left, .finished)
    case .timer where isWaiting, .other where isWaiting:
      return (hasFailed(line) && !isReplaced ? Tracer.failedWithoutDemand : Tracer.superseded, .other)
    case .timer where hasFailed(line), .other where hasFailed(line): return (losses.completed(isFailure: true), .failed)
    case .timer, .other, .event: return isUnwanted ? (unwanted, .other) : others
    case .cancel: return (cancelled(line), .other)
    }
  }

  /// Whether a value equals the one that the operator keeps.
  private func isTie(_ event: Int, _ line: Int) -> Bool {
    guard let kept = memories[line].kept, case .value(let one) = trace.events[kept].payload,
      case .value(let other) = trace.events[event].payload
    else { return false }
    return one.isMeant(by: other) || other.isMeant(by: one)
  }

  /// The reason for a loss without demand. The subscriber downstream may have requested the value, and an operator
  /// between, such as `subscribe(on:)`, has not passed the request on yet.
  private func unwanted(_ line: Int) -> String {
    guard memories[line].requested == 0, let consumer = trace.subscriptions[line].consumer, hasDemand(consumer) else {
      return Tracer.noDemand
    }
    return "the request for it had not arrived yet"
  }

  /// The reason for a loss because a line was cancelled. An operator that is itself cancelled only passes the cancel
  /// on.
  private func cancelled(_ line: Int) -> String {
    var canceller = trace.subscriptions[line].consumer
    while let line = canceller, trace.subscriptions[line].isCancelled, trace.subscriptions[line].end == timeline.now {
      canceller = trace.subscriptions[line].consumer
    }
    return
      "\(canceller.map { trace.stages[trace.subscriptions[$0].stage].name } ?? "the subscriber") cancelled the subscription before it was sent"
  }

  /// Whether the operator that sends on a line has failed.
  private func hasFailed(_ line: Int) -> Bool {
    trace.events.indices.last.map { trace.events[$0].line == line && trace.events[$0].payload.isFailure } ?? false
  }
  /// Whether the operator that sends on a line may send a value.
  private func hasDemand(_ line: Int) -> Bool {
    memories[line].requested.map { $0 > memories[line].values.count } ?? true
  }
}

extension SpecEvents.Event {
  fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}

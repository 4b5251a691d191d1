import Marbles
import VirtualTime

extension Trace {
  /// Creates the trace between the sources of a test and one of its expectations; `nil` if it was not recorded.
  ///
  /// A test knows the events of the sources, the timers, and the causes of the events that the expectation received. It
  /// does not know the operators in between: they are one stage, for which only the causing event or timer is known.
  init?(of outcome: RunRecord.Outcome, in rows: RunRecord) {
    guard let journal = rows.journal else { return nil }
    self.init()
    isCut = journal.isCut
    var reader = JournalReader(outcome, rows, journal)
    reader.read(into: &self)
  }
}

/// Reads the entries of one expectation from the journal of a test.
private struct JournalReader {
  private struct SubscriptionKey: Hashable {
    var log: ObjectIdentifier
    var window: Int
  }

  private let outcome: RunRecord.Outcome
  private let rows: RunRecord
  private let journal: Journal
  private var lines: [SubscriptionKey: Int] = [:]
  /// The events and the timers of the trace, by their numbers in the journal.
  private var events: [Int: Int] = [:]
  private var timers: [Int: Int] = [:]
  /// The events of each source, for each row that its subscriptions play one after the other, and the received events,
  /// in order.
  private let sent: [ObjectIdentifier: [[Mark.Kind]]]
  private let received: [Mark.Kind]
  /// The marks that led to received events, and the subscriptions that they belong to.
  private let causes: Set<Int>
  private let subscribed: Set<SubscriptionKey>

  init(_ outcome: RunRecord.Outcome, _ rows: RunRecord, _ journal: Journal) {
    self.outcome = outcome
    self.rows = rows
    self.journal = journal
    var sent: [ObjectIdentifier: [[Mark.Kind]]] = [:]
    for source in rows.sources { if let log = source.log { sent[log, default: []].append(source.lane.events) } }
    self.sent = sent
    received = outcome.received.events
    let contexts =
      journal.notes.filter { $0.subject == outcome.recorder }.map(\.context)
      + journal.timers.filter { $0.context.owner == outcome.owner }.map(\.context)
    causes = Set(contexts.compactMap(\.note))
    subscribed = Set(causes.map { SubscriptionKey(log: journal.notes[$0].subject, window: journal.notes[$0].window) })
  }

  mutating func read(into trace: inout Trace) {
    var stage = TraceStage(kind: .operator, name: outcome.name, call: outcome.name)
    stage.isOpaque = true
    trace.stages.append(stage)
    let start = outcome.from?.moments.first?.instant ?? .zero
    trace.subscriptions.append(TraceSubscription(stage: 0, consumer: nil, subscriber: 0, startedBy: nil, start: start))
    trace.steps.append(.subscribed(0))
    for step in journal.steps {
      switch step {
      case .note(let note): read(note, &trace)
      case .timerStarted(let timer): begin(timer: timer, &trace)
      case .timerEnded(let timer):
        guard let known = timers[timer], trace.timers[known].ending == nil else { continue }
        trace.timers[known].end = journal.timers[timer].end
        trace.timers[known].ending = journal.timers[timer].ending.flatMap { TraceTimer.Ending(rawValue: $0.rawValue) }
        if let cancel, let end = trace.timers[known].end, trace.timers[known].start <= cancel, end > cancel {
          trace.timers[known].end = cancel
          trace.timers[known].ending = .cancelled
        }
        trace.steps.append(.timerEnded(known))
      }
    }
  }

  // MARK: Timers

  /// The instant at which the subscriber cancels, if it does.
  private var cancel: VirtualInstant? {
    outcome.from?.moments.first { $0.marks.contains { $0.kind == .unsubscribe } }?.instant
  }
  /// Nothing comes of the timers of a row that is over: a scheduler may still run an action that it cannot take back.
  private func cancelTimers(_ trace: inout Trace, at end: VirtualInstant) {
    for index in trace.timers.indices where trace.timers[index].ending == nil && trace.timers[index].due > end {
      trace.timers[index].end = end
      trace.timers[index].ending = .cancelled
      trace.steps.append(.timerEnded(index))
    }
  }
  private mutating func begin(timer index: Int, _ trace: inout Trace) {
    let timer = journal.timers[index]
    guard timer.context.owner == outcome.owner || timer.context.owner == nil || isCause(timer: index) else { return }
    trace.timers.append(
      TraceTimer(line: 0, start: timer.start, due: timer.due, startedBy: timer.context.note.flatMap { events[$0] }))
    timers[index] = trace.timers.count - 1
    trace.steps.append(.timerStarted(trace.timers.count - 1))
  }
  private func isCause(timer: Int) -> Bool {
    journal.notes.contains { $0.subject == outcome.recorder && $0.context.timer == timer }
  }

  // MARK: Marks

  private mutating func read(_ index: Int, _ trace: inout Trace) {
    let note = journal.notes[index]
    if note.subject == outcome.recorder {
      guard case .event(let number) = note.kind, received.indices.contains(number) else { return }
      add(received[number], of: index, on: 0, &trace)
      return
    }
    let subscription = SubscriptionKey(log: note.subject, window: note.window)
    switch note.kind {
    case .began:
      guard let source = rows.sources.first(where: { $0.log == note.subject }), isConcerned(note, subscription) else {
        return
      }
      lines[subscription] = trace.subscriptions.count
      var line = TraceSubscription(
        stage: stage(of: source.name, &trace), consumer: 0, subscriber: 0,
        startedBy: note.context.note.flatMap { events[$0] }, start: note.instant)
      line.trigger = line.startedBy
      line.timer = note.context.timer.flatMap { timers[$0] }
      trace.subscriptions.append(line)
      trace.steps.append(.subscribed(trace.subscriptions.count - 1))
    case .cancelled:
      guard let line = lines[subscription] else { return }
      if note.instant == cancel, trace.subscriptions[0].end == nil { end(0, in: &trace, note.instant) }
      end(line, in: &trace, note.instant)
      trace.subscriptions[line].endTrigger = note.context.note.flatMap { events[$0] }
      trace.subscriptions[line].endTimer = note.context.timer.flatMap { timers[$0] }
    case .event(let number):
      guard let line = lines[subscription], let rows = sent[note.subject] else { return }
      let sent = rows[min(note.window, rows.count - 1)]
      guard sent.indices.contains(number) else { return }
      add(sent[number], of: index, on: line, &trace)
    }
  }
  private func end(_ line: Int, in trace: inout Trace, _ instant: VirtualInstant) {
    trace.subscriptions[line].end = instant
    trace.subscriptions[line].isCancelled = true
    trace.steps.append(.cancelled(line))
  }
  private func isConcerned(_ note: Journal.Note, _ subscription: SubscriptionKey) -> Bool {
    note.context.owner == outcome.owner || note.context.owner == nil || subscribed.contains(subscription)
  }

  private mutating func add(_ kind: Mark.Kind, of index: Int, on line: Int, _ trace: inout Trace) {
    let note = journal.notes[index], context = line == 0 ? note.context : Journal.Context()
    let event = Trace.Event(
      line: line, instant: note.instant, payload: TraceMark(kind, text(of: kind)), isEnd: Mark(kind).isEnd,
      causes: [context.note.flatMap { events[$0] }].compactMap(\.self), timer: context.timer.flatMap { timers[$0] })
    trace.events.append(event)
    events[index] = trace.events.count - 1
    if event.isEnd { trace.subscriptions[line].end = note.instant }
    trace.steps.append(.event(trace.events.count - 1))
    if event.isEnd, line == 0 { cancelTimers(&trace, at: note.instant) }
  }

  private func text(of kind: Mark.Kind) -> String {
    switch kind {
    case .value(let symbol): outcome.meanings.first { $0.symbol == Mark(kind).text }?.value ?? symbol.text
    case .failure(let text): text ?? ""
    default: ""
    }
  }

  private func stage(of name: String, _ trace: inout Trace) -> Int {
    if let known = trace.stages.dropFirst().firstIndex(where: { $0.name == name }) { return known }
    trace.stages.append(TraceStage(kind: .source, name: name, call: name))
    return trace.stages.count - 1
  }
}

extension Lane {
  /// The events of the lane, in the order of a recording.
  fileprivate var events: [Mark.Kind] {
    moments.flatMap(\.marks).map(\.kind).filter { kind in
      switch kind {
      case .value, .finished, .failure: true
      case .anyValue, .subscribe, .unsubscribe, .request: false
      }
    }
  }
}

import MarbleRuns
import Marbles
import Pipes
import VirtualTime

/// Watches a run for the rules of a pipeline.
final class RuleRun {
  typealias Event = SpecOutcome.Events.Event

  /// A stream that rules speak of.
  private struct Stream {
    /// The subscriptions that have not ended.
    var live = 0
    /// Whether there was a subscription; a hot source needs none.
    var wasSubscribed = false
    /// The instant at which the last of them ended.
    var closed: Int64?
    var latest: Value?
    var entries: [SpecOutcome.Events.Entry] = []
    /// The rules that speak of its events.
    var rules: [Int] = []
    /// The rules whose condition names it.
    var conditions: [Int] = []
  }
  private struct State {
    let rule: SpecFile.Rule
    var monitor: RuleMonitor<Value>
    /// The instant at which the streams of a condition have sent something that has not been checked.
    var unchecked: Int64?
    /// The values of the sentence, by what they are for.
    var trigger: [Value]
    var response: [Value]
    var exception: [Value]
    var latest: Value?
  }

  private var streams: [String: Stream] = [:]
  private var states: [State] = []
  private let file: SpecFile
  private let timeline: Timeline
  /// Returns whether a condition holds for values.
  private let holds: (Expression, _ names: [String], _ values: [Value]) -> Bool
  private var now: Int64 { timeline.now.nanoseconds }

  init(
    _ file: SpecFile, _ rules: [SpecFile.Rule], _ timeline: Timeline,
    holds: @escaping (Expression, [String], [Value]) -> Bool
  ) {
    self.file = file
    self.timeline = timeline
    self.holds = holds
    for (index, rule) in rules.enumerated() {
      func values(_ events: RuleSentence.Events?) -> [Value] {
        (events?.values ?? []).map { file.table.meaning(of: Symbol(written: $0)) }
      }
      let sentence = rule.sentence
      states.append(
        State(
          rule: rule, monitor: RuleMonitor(sentence.shape), trigger: values(sentence.trigger),
          response: values(sentence.response), exception: values(sentence.exception)))
      for name in sentence.streams.uniqued { streams[name, default: Stream()].rules.append(index) }
      for name in rule.subjects { streams[name, default: Stream()].conditions.append(index) }
    }
  }

  /// Whether a rule speaks of a stream.
  func watches(_ name: String) -> Bool { streams[name] != nil }

  // MARK: Events

  func begin(_ name: String) {
    streams[name]?.live += 1
    streams[name]?.wasSubscribed = true
  }
  func cancel(_ name: String) {
    signal(name, .cancel, nil)
    close(name)
  }
  func see(_ event: Event, of name: String) {
    if let count = streams[name]?.entries.count, count < RuleMonitor<Value>.kept {
      streams[name]?.entries.append(SpecOutcome.Events.Entry(event, at: timeline.now))
    }
    switch event {
    case .value(let value): see(value, of: name)
    case .finished: end(name, .finish)
    case .failure: end(name, .failure)
    }
  }

  private func end(_ name: String, _ kind: RuleSentence.Events.Kind) {
    signal(name, kind, nil)
    close(name)
  }
  private func close(_ name: String) {
    streams[name]?.live -= 1
    if streams[name]?.live == 0 { streams[name]?.closed = now }
  }

  private func see(_ value: Value, of name: String) {
    signal(name, .values, value)
    guard let stream = streams[name], !stream.conditions.isEmpty else { return }
    streams[name]?.latest = value
    for index in stream.conditions { note(index) }
  }

  /// Passes an event to the monitors.
  private func signal(_ name: String, _ kind: RuleSentence.Events.Kind, _ value: Value?) {
    guard let rules = streams[name]?.rules else { return }
    checkConditions(before: now)
    for index in rules {
      let sentence = states[index].rule.sentence
      if sentence.shape == .neverTwoEqual {
        guard let value else { continue }
        // A rule about some values, `never two equal a 'x' in a row`, is broken only by two of those.
        let isMeant = states[index].response.isEmpty || states[index].response.contains { value.isMeant(by: $0) }
        if let before = states[index].latest { states[index].monitor.see(before != value || !isMeant, at: now, value) }
        states[index].latest = value
        continue
      }
      func matches(_ events: RuleSentence.Events?, _ values: [Value]) -> Bool {
        guard let events, events.stream == name, events.accepts(kind) else { return false }
        return values.isEmpty || values.contains { value?.isMeant(by: $0) == true }
      }
      var signals: RuleMonitor<Value>.Signals = []
      if matches(sentence.trigger, states[index].trigger) { signals.insert(.trigger) }
      if matches(sentence.response, states[index].response) { signals.insert(.response) }
      if matches(sentence.exception, states[index].exception) { signals.insert(.exception) }
      if !signals.isEmpty { states[index].monitor.see(signals, at: now, value) }
    }
  }

  // MARK: Conditions

  /// Notes a value for a condition. The condition of one stream is checked for each value, that of several at the end
  /// of the instant.
  private func note(_ index: Int) {
    let isAtEnd = states[index].rule.sentence.shape.isAtEnd
    if let instant = states[index].unchecked, instant < now, !isAtEnd { check(index, at: instant) }
    states[index].unchecked = now
    if states[index].rule.subjects.count == 1, !isAtEnd { check(index, at: now) }
  }
  private func checkConditions(before now: Int64) {
    for index in states.indices {
      guard let instant = states[index].unchecked, instant < now, !states[index].rule.sentence.shape.isAtEnd else {
        continue
      }
      check(index, at: instant)
    }
  }
  private func check(_ index: Int, at instant: Int64) {
    states[index].unchecked = nil
    let rule = states[index].rule
    let values = rule.subjects.compactMap { streams[$0]?.latest }
    guard values.count == rule.subjects.count, let condition = rule.condition,
      case .condition(let isNegated, _) = rule.sentence.shape
    else { return }
    let tag: Value = values.count == 1 ? values[0] : .tuple(Value.Items(values, labels: rule.subjects))
    states[index].monitor.see(holds(condition, rule.subjects, values) != isNegated, at: instant, tag)
  }

  // MARK: The end

  /// Returns the verdicts.
  ///
  /// - Parameter isCut: Whether a guard stopped the run. Otherwise nothing can happen any more.
  func finish(isCut: Bool) -> [RuleOutcome] {
    checkConditions(before: .max)
    let symbolizer = Symbolizer(file)
    return states.indices.map { index in
      if states[index].unchecked != nil { check(index, at: now) }
      let sentence = states[index].rule.sentence
      let response = sentence.response.flatMap { streams[$0.stream] }
      let closed = response.flatMap { $0.live == 0 ? $0.closed : nil }
      states[index].monitor.finish(at: isCut ? now : .max, last: now, closed: closed)
      let subjects = states[index].rule.subjects
      var outcome = RuleOutcome(
        sentence, written: states[index].rule.text, states[index].monitor, tag: { Mark(symbolizer.kind(of: $0)).text }
      ) { value in
        if sentence.shape == .neverTwoEqual {
          return "\(sentence.response?.stream ?? "") is \(value?.description ?? "") again"
        }
        if subjects.count == 1 { return "\(subjects[0]) is \(value?.description ?? "")" }
        guard case .tuple(let items)? = value else { return "" }
        return zip(subjects, items.elements).map { "\($0) is \($1.description)" }.joined(separator: ", ")
      }
      outcome.rows = states[index].rule.streams.map { name in
        (name, symbolizer.lane(of: SpecOutcome.Events(streams[name]?.entries ?? []), frame: file.frame))
      }
      // A stream without a subscriber has sent nothing, which proves nothing.
      outcome.unsubscribed = states[index].rule.streams.first { streams[$0]?.wasSubscribed != true }
      return outcome
    }
  }
}

extension RuleSentence.Events {
  fileprivate func accepts(_ happened: Kind) -> Bool {
    kind == happened || kind == .end && (happened == .finish || happened == .failure)
  }
}

/// Shows the events of a stream to the rules, and passes them on.
struct RuleWatch: Publisher {
  typealias Output = Carried
  typealias Failure = SpecFailure
  let upstream: SpecPublisher
  let name: String
  let rules: [RuleRun]

  func receive<S: Subscriber>(subscriber: S) where S.Input == Carried, S.Failure == SpecFailure {
    upstream.subscribe(WatchedSubscriber(AnySubscriber(subscriber), self))
  }
}

private final class WatchedSubscriber: Subscriber {
  private let downstream: AnySubscriber<Carried, SpecFailure>
  private let line: RuleSubscription

  init(_ downstream: AnySubscriber<Carried, SpecFailure>, _ watch: RuleWatch) {
    self.downstream = downstream
    line = RuleSubscription(watch)
  }

  func receive(subscription: any Subscription) {
    line.upstream = subscription
    for rules in line.watch.rules { rules.begin(line.watch.name) }
    downstream.receive(subscription: line)
  }
  func receive(_ input: Carried) -> Subscribers.Demand {
    if line.isOver { return .none }
    for rules in line.watch.rules { rules.see(.value(input.value), of: line.watch.name) }
    return downstream.receive(input)
  }
  func receive(completion: Subscribers.Completion<SpecFailure>) {
    if line.isOver { return }
    line.isOver = true
    line.upstream = nil
    let event: RuleRun.Event = if case .failure(let error) = completion { .failure(error) } else { .finished }
    for rules in line.watch.rules { rules.see(event, of: line.watch.name) }
    downstream.receive(completion: completion)
  }
}

/// The subscription that is passed down. It holds no subscriber.
private final class RuleSubscription: Subscription {
  let watch: RuleWatch
  var upstream: (any Subscription)?
  var isOver = false

  init(_ watch: RuleWatch) { self.watch = watch }

  func request(_ demand: Subscribers.Demand) { upstream?.request(demand) }
  func cancel() {
    if isOver { return }
    isOver = true
    for rules in watch.rules { rules.cancel(watch.name) }
    upstream.take()?.cancel()
  }
}

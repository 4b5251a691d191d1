/// The result of one test of a rule.
@usableFromInline package enum RuleTrialVerdict: String, Hashable, Sendable {
  case held, broken, undecided
  /// The event after `unless` came first.
  case exempt
}

/// One test of a rule: from what began it to what decided it. Instants are nanoseconds.
@usableFromInline struct RuleTrial<Tag> {
  /// The instant at which it began.
  @usableFromInline var start: Int64
  /// The last instant at which the answer may come, or until which nothing may come; `nil` if there is none.
  @usableFromInline var deadline: Int64?
  /// The instant at which it was decided; the end of the run if it was not.
  @usableFromInline var end: Int64
  @usableFromInline var verdict: RuleTrialVerdict
  /// The value that began it; `nil` for an end or a cancel.
  @usableFromInline var tag: Tag?
  /// The number of answers and of triggers, in a rule that counts.
  @usableFromInline var count = 0
  @usableFromInline var other = 0

  @inlinable init(
    start: Int64, deadline: Int64? = nil, end: Int64, verdict: RuleTrialVerdict, tag: Tag? = nil, count: Int = 0,
    other: Int = 0
  ) {
    self.start = start
    self.deadline = deadline
    self.end = end
    self.verdict = verdict
    self.tag = tag
    self.count = count
    self.other = other
  }
}

/// Watches a run for one rule while it happens.
///
/// `followed` includes its last instant: an answer exactly at the deadline is in time. The windows of `none` and
/// `atMost` do not: what comes exactly when a window is over is outside, so `debounce(for: t)` keeps "none within t",
/// and `throttle(for: t)` keeps "at most 1 within t".
///
/// - Complexity: Amortized O(1) for each event. It keeps the open triggers, or the last *n* + 1 instants of a rule that
///   counts, and the first ``kept`` trials that were decided.
@usableFromInline package struct RuleMonitor<Tag> {
  @usableFromInline typealias Trial = RuleTrial<Tag>
  /// The roles of an event in the rule. One event may have several.
  @usableFromInline package struct Signals: OptionSet, Sendable {
    @usableFromInline package let rawValue: UInt8
    @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }
    @inlinable package static var trigger: Self { Self(rawValue: 1) }
    @inlinable package static var response: Self { Self(rawValue: 2) }
    @inlinable package static var exception: Self { Self(rawValue: 4) }
  }

  /// The largest number of trials of a kind that are kept.
  @inlinable package static var kept: Int { 200 }

  @usableFromInline let shape: RuleSentence.Shape
  /// The decided trials, in the order in which they were decided. All are counted.
  @usableFromInline var trials: [Trial] = []
  @usableFromInline var held = 0
  @usableFromInline var broken = 0
  @usableFromInline var undecided = 0
  @usableFromInline var open = Queue()
  @usableFromInline var instants = Queue()
  @usableFromInline var responses = 0
  @usableFromInline var triggers = 0

  @inlinable package init(_ shape: RuleSentence.Shape) { self.shape = shape }

  /// Notes an event. Events come in the order in which they happened.
  @inlinable package mutating func see(_ signals: Signals, at now: Int64, _ tag: Tag? = nil) {
    expire(before: now)
    if signals.contains(.exception) { decideAll(.exempt, at: now) }
    if signals.contains(.response) { respond(at: now, tag) }
    if signals.contains(.trigger) { begin(at: now, tag) }
  }

  /// Notes whether a condition held.
  @inlinable package mutating func see(_ holds: Bool, at now: Int64, _ tag: Tag? = nil) {
    decide(Trial(start: now, end: now, verdict: holds ? .held : .broken, tag: tag))
  }

  /// Decides what is open at the end of the run.
  ///
  /// - Parameters:
  ///   - end: The last instant that is known; `Int64.max` if nothing can happen any more.
  ///   - last: The last instant of the run at which something happened.
  ///   - closed: The instant at which the stream of the answer ended; `nil` if it may go on.
  package mutating func finish(at end: Int64, last: Int64, closed: Int64?) {
    expire(before: end == .max ? .max : end + 1)
    switch shape {
    case .followed: decideAll(closed == nil ? .undecided : .broken, at: closed ?? last)
    case .none: decideAll(closed == nil && end != .max ? .undecided : .held, at: closed ?? last)
    case .atMostAfterEach: decideAll(.held, at: last)
    case .atLeast(let count):
      if responses < count { decide(Trial(start: 0, end: last, verdict: .broken, count: responses)) }
    case .asMany:
      let verdict: RuleTrialVerdict = responses == triggers ? .held : .broken
      if responses > 0 || triggers > 0 {
        decide(Trial(start: last, end: last, verdict: verdict, count: responses, other: triggers))
      }
    case .atMost, .onlyAfter, .neverMore, .neverTwoEqual, .condition: break
    }
  }

  /// The last deadline of what waits; `nil` if nothing with a deadline waits.
  var lastDeadline: Int64? { open.last?.deadline }

  @inlinable mutating func respond(at now: Int64, _ tag: Tag?) {
    responses += 1
    func one(_ isRight: Bool, from start: Int64? = nil, count: Int = 0) {
      decide(
        Trial(
          start: start ?? now, end: now, verdict: isRight ? .held : .broken, tag: tag, count: count, other: triggers))
    }
    switch shape {
    case .followed: decideAll(.held, at: now)
    case .none: decideAll(.broken, at: now)
    case .atMost(let most, nil): one(responses <= most, count: responses)
    case .atMost(let most, let length?):
      while let first = instants.first, now - first.start >= length { instants.removeFirst() }
      instants.append(Trial(start: now, end: now, verdict: .undecided))
      if instants.count > most + 1 { instants.removeFirst() }
      one(instants.count <= most, from: instants.count > most ? instants.first?.start : nil, count: instants.count)
    case .atMostAfterEach(let most):
      guard let first = open.first else { return }
      if first.count >= most {
        decideAll(.broken, at: now)
      } else {
        open.countFirst()
      }
    case .atLeast(let count):
      if responses == count { one(true, from: 0, count: count) }
    case .onlyAfter: one(triggers > 0)
    case .neverMore: one(responses <= triggers, count: responses)
    case .asMany, .neverTwoEqual, .condition: break
    }
  }

  @inlinable mutating func begin(at now: Int64, _ tag: Tag?) {
    triggers += 1
    var trial = Trial(start: now, end: now, verdict: .undecided, tag: tag)
    switch shape {
    case .followed(let limit, let orNext):
      if orNext { decideAll(.held, at: now) }
      trial.deadline = limit.map { Self.sum(now, $0) }
    case .none(let limit):
      trial.deadline = limit.map { Self.sum(now, $0) }
    case .atMostAfterEach: decideAll(.held, at: now)
    default: return
    }
    open.append(trial)
  }

  /// Decides the trials whose time was over before an instant.
  @inlinable mutating func expire(before now: Int64) {
    while let deadline = open.firstDeadline {
      // A deadline is included, the end of a window that has to be empty is not.
      if case .followed = shape { if deadline >= now { return } } else if deadline > now { return }
      decide(open.removeFirst(), shape.isDemand ? .broken : .held, at: deadline)
    }
  }
  @inlinable mutating func decideAll(_ verdict: RuleTrialVerdict, at now: Int64) {
    while !open.isEmpty { decide(open.removeFirst(), verdict, at: now) }
  }
  @inlinable mutating func decide(_ trial: Trial, _ verdict: RuleTrialVerdict, at now: Int64) {
    var trial = trial
    trial.verdict = verdict
    trial.end = max(now, trial.start)
    decide(trial)
  }
  @inlinable mutating func decide(_ trial: Trial) {
    let number: Int
    switch trial.verdict {
    case .held:
      number = held
      held += 1
    case .broken:
      number = broken
      broken += 1
    case .undecided:
      number = undecided
      undecided += 1
    case .exempt: number = trials.count
    }
    if number < Self.kept { trials.append(trial) }
  }

  @inlinable static func sum(_ instant: Int64, _ length: Int64) -> Int64 {
    let (sum, overflow) = instant.addingReportingOverflow(length)
    return overflow ? .max : sum
  }

  /// A queue whose front is removed in constant time.
  @usableFromInline struct Queue {
    @usableFromInline var items: [Trial] = []
    @usableFromInline var head = 0

    @inlinable init() {}

    @inlinable var count: Int { items.count - head }
    @inlinable var isEmpty: Bool { head == items.count }
    @inlinable var first: Trial? { isEmpty ? nil : items[head] }
    /// The deadline of the first trial. The trial, with its value, is not copied for it.
    @inlinable var firstDeadline: Int64? { isEmpty ? nil : items[head].deadline }
    @inlinable var last: Trial? { head < items.count ? items.last : nil }
    @inlinable mutating func append(_ trial: Trial) { items.append(trial) }
    @inlinable mutating func countFirst() { items[head].count += 1 }
    @inlinable @discardableResult mutating func removeFirst() -> Trial {
      if items.count == 1 { return items.removeLast() }  // so `head` is 0
      let first = items[head]
      head += 1
      if head == items.count {
        items.removeAll(keepingCapacity: true)
        head = 0
      } else if head > 64, head * 2 > items.count {
        items.removeFirst(head)
        head = 0
      }
      return first
    }
  }
}

extension RuleSentence.Shape {
  /// Whether an open trial needs an answer, and is not kept by silence.
  @inlinable var isDemand: Bool { if case .followed = self { true } else { false } }
}

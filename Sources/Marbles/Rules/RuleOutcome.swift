import VirtualTime

/// The verdict on a rule after a run.
package struct RuleOutcome: Sendable {
  package enum Verdict: String, Hashable, Sendable {
    case held, broken, undecided
    /// Nothing happened that the rule speaks of.
    case untested = "never put to the test"
  }
  /// A trial whose first value is a text.
  package struct Trial: Hashable, Sendable {
    package var start: VirtualInstant
    package var end: VirtualInstant
    package var deadline: VirtualInstant?
    package var verdict: RuleTrialVerdict
    /// Whether it holds as long as nothing comes.
    var isSilence = false
    /// The reason of a trial that was broken or is undecided; `nil` for any other.
    package var reason: String?
    /// The sentence of the trial: `for ask b at 500ms: no found until 800ms`.
    package var words: String
  }

  package var text: String
  package var verdict: Verdict
  /// How often it was put to the test with each result.
  package var held: Int
  package var broken: Int
  package var undecided: Int
  package var trials: [Trial]
  /// The number of the rule among those of its pipeline; `nil` in a test, where each rule is written once.
  package var number: Int?
  /// The number of the subscriber that it judges, counted from 0, if there are several.
  package var subscriber: Int?
  /// The first events of the streams that it speaks of.
  package var rows: [(name: String, lane: Lane)] = []
  /// A stream that it speaks of and that had no subscriber in the run.
  package var unsubscribed: String? {
    didSet {
      guard unsubscribed != nil else { return }
      verdict = .untested
      isAllowed = false
      trials = []
    }
  }
  /// Whether the rule allows its verdict.
  package var isAllowed: Bool
  /// The events that a window may have and its length in nanoseconds, of a rule such as `at most 3 B within 1s`.
  package var window: (most: Int, length: Int64)?

  /// - Parameters:
  ///   - text: The rule, as it is written.
  ///   - tag: Returns the text of the value that began a trial.
  ///   - detail: Returns the reason of a broken condition.
  package init<Tag>(
    _ sentence: RuleSentence, written text: String, _ monitor: RuleMonitor<Tag>, tag: (Tag) -> String,
    detail: (Tag?) -> String = { _ in "it did not hold" }
  ) {
    self.text = text
    if case .atMost(let most, let length?) = sentence.shape { window = (most, length) }
    held = monitor.held
    broken = monitor.broken
    undecided = monitor.undecided
    verdict = monitor.verdict
    isAllowed = sentence.allows(verdict)
    trials = monitor.trials.map { trial in
      let reason: String? =
        switch trial.verdict {
        case .held, .exempt: nil
        case .broken: sentence.reason(of: trial, detail)
        case .undecided: sentence.open(trial)
        }
      return Trial(
        start: VirtualInstant(nanoseconds: trial.start), end: VirtualInstant(nanoseconds: trial.end),
        deadline: trial.deadline.flatMap { $0 == .max ? nil : VirtualInstant(nanoseconds: $0) }, verdict: trial.verdict,
        isSilence: sentence.isSilence, reason: reason,
        words: sentence.subject(of: trial, trial.tag.map(tag)) + (reason.map { ": " + $0 } ?? ""))
    }
  }

  /// The subscriber that it judges, as a start of a sentence; empty if there is only one.
  package var whose: String { subscriber.map { "subscriber \($0 + 1): " } ?? "" }
  /// Whether something waited, and what the rule excepts came first each time.
  package var isExempt: Bool { trials.contains { $0.verdict == .exempt } }
  /// The verdict in a sentence.
  package var headline: String {
    switch verdict {
    case .held: "the rule was \(obeyed)"
    case .broken: "rule broken " + (first(.broken)?.words ?? "")
    case .undecided: "rule undecided " + (first(.undecided)?.words ?? "")
    case .untested:
      unsubscribed.map { "the rule cannot be put to the test: \($0) has no subscriber in this run" }
        ?? "the rule was never put to the test"
    }
  }
  /// How often it was obeyed, if it was never broken.
  package var obeyed: String { "obeyed " + (held == 1 ? "once" : held == 2 ? "both times" : "all \(held) times") }
  /// The verdict in a few words, for a row: `obeyed both times`, `broken for ask b at 500ms: no found until 800ms`.
  package var brief: String {
    switch verdict {
    case .held: obeyed
    case .broken, .undecided:
      verdict.rawValue + " " + (trials.first { $0.verdict.rawValue == verdict.rawValue }?.words ?? "")
        + (count.map { "; \($0)" } ?? "")
    case .untested: unsubscribed.map { "\($0) has no subscriber" } ?? verdict.rawValue
    }
  }
  /// How often it was obeyed; `nil` if it was never put to the test.
  var count: String? {
    let all = held + broken + undecided
    if all == 0 || all == 1 && held == 0 { return nil }
    return held == all ? nil : held == 0 ? "it was never obeyed" : "it was obeyed \(held) of \(all) times"
  }
  func first(_ verdict: RuleTrialVerdict) -> Trial? { trials.first { $0.verdict == verdict } }
}

extension RuleMonitor {
  /// The verdict on the trials that were decided, and on those that were not when the run ended.
  var verdict: RuleOutcome.Verdict { broken > 0 ? .broken : undecided > 0 ? .undecided : held > 0 ? .held : .untested }
}

extension RuleSentence {
  func allows(_ verdict: RuleOutcome.Verdict) -> Bool {
    switch verdict {
    case .held: !expectsBreak
    case .broken: expectsBreak
    case .undecided: allowsOpen
    case .untested: allowsNone
    }
  }
}

extension RuleSentence.Shape {
  /// Whether an event after `each` or `after` begins a trial; otherwise each event that is counted is one.
  package var startsTrials: Bool {
    switch self {
    case .followed, .none, .atMostAfterEach: true
    default: false
    }
  }
  /// Whether a condition is checked only when the run ends.
  package var isAtEnd: Bool { if case .condition(_, isAtEnd: true) = self { true } else { false } }
}

extension RuleSentence {
  /// The subject of a trial: `for ask b at 500ms`.
  fileprivate func subject<Tag>(of trial: RuleTrial<Tag>, _ tag: String?) -> String {
    let now = DurationText.inWords(trial.verdict == .broken && !shape.startsTrials ? trial.end : trial.start)
    switch shape {
    case .followed, .none, .atMostAfterEach: return "for \(trigger.map { Self.name($0, tag) } ?? "") at \(now)"
    case .atMost, .onlyAfter, .neverMore: return "by \(response.map { Self.name($0, tag) } ?? "") at \(now)"
    case .neverTwoEqual, .condition: return "at \(now)"
    case .atLeast, .asMany: return "at the end"
    }
  }
  /// Whether the rule holds as long as nothing comes.
  fileprivate var isSilence: Bool {
    switch shape {
    case .none, .atMostAfterEach: true
    default: false
    }
  }
  private static func name(_ events: Events, _ tag: String?) -> String {
    guard events.kind == .values, let tag else {
      return switch events.kind {
      case .values: events.stream
      case .finish, .end: "the end of \(events.stream)"
      case .failure: "the failure of \(events.stream)"
      case .cancel: "the cancel of \(events.stream)"
      }
    }
    return "\(events.stream) \(tag)"
  }

  /// A clause about events that have not happened.
  private static func absence(_ events: Events) -> String {
    switch events.kind {
    case .values: "there was no \(events.words) before it"
    case .finish: "\(events.stream) had not finished"
    case .failure: "\(events.stream) had not failed"
    case .end: "\(events.stream) had not ended"
    case .cancel: "\(events.stream) was not cancelled"
    }
  }

  fileprivate func reason<Tag>(of trial: RuleTrial<Tag>, _ detail: (Tag?) -> String) -> String {
    let end = DurationText.inWords(trial.end)
    let b = response.map { Self.name($0, $0.values.isEmpty ? nil : $0.values.joined(separator: " or ")) } ?? ""
    switch shape {
    case .followed:
      if let deadline = trial.deadline, trial.end == deadline {
        return response.map { $0.kind == .values ? "no \(b) until \(end)" : Self.absence($0) + " by \(end)" } ?? ""
      }
      return "no \(b) before \(response?.stream ?? "") ended at \(end)"
    case .none: return "\(b) at \(end)"
    case .atMost(let most, nil): return "more than \(most)"
    case .atMost(let most, _?): return "more than \(most) since \(DurationText.inWords(trial.start))"
    case .atMostAfterEach(let most): return most == 0 ? "\(b) at \(end)" : "more than \(most), at \(end)"
    case .atLeast: return trial.count == 0 ? "there was no \(b)" : "only \(trial.count) \(b)"
    case .onlyAfter: return trigger.map(Self.absence) ?? ""
    case .neverMore, .asMany: return "\(trial.count) \(b), \(trial.other) \(trigger.map { Self.name($0, nil) } ?? "")"
    case .neverTwoEqual, .condition: return detail(trial.tag)
    }
  }

  fileprivate func open<Tag>(_ trial: RuleTrial<Tag>) -> String {
    let b = response?.stream ?? ""
    guard let deadline = trial.deadline else { return "no answer yet, and \(b) has not ended" }
    return "the run ended at \(DurationText.inWords(trial.end)), before \(DurationText.inWords(deadline))"
  }
}

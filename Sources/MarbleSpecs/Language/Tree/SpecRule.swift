import Marbles

extension SpecFile {
  /// `! each ask is followed by found within 300ms`
  package struct Rule: Sendable {
    package var sentence: RuleSentence
    /// The condition of `always` and `never`.
    var condition: Expression?
    /// The streams that the condition names; `this` is the result of the pipeline.
    var subjects: [String] = []
    package var span: Span
    /// The text as it was written, without the exclamation mark.
    package var text: String

    /// The streams that the rule speaks of, each once.
    var streams: [String] { (sentence.streams + subjects).uniqued }
    /// Whether it speaks of the result of the pipeline.
    var isAboutResult: Bool { streams.contains(Rule.result) }

    /// The name of the result of the pipeline.
    package static let result = "this"
  }
}

/// The strictest rules of a pipeline that demand an answer or forbid it. A rule that contradicts any other one
/// contradicts one of these.
struct StrictRules {
  private struct Topic: Hashable {
    var trigger: RuleSentence.Events?
    var response: RuleSentence.Events?
  }
  /// The shortest times for an answer, and the longest times without one.
  private var answers: [Topic: SpecFile.Rule] = [:]
  private var silences: [Topic: SpecFile.Rule] = [:]

  init() {}

  /// Adds a rule, or says which rule it contradicts.
  mutating func add(_ rule: SpecFile.Rule, _ text: SpecText) throws(SpecProblem) {
    let sentence = rule.sentence, topic = Topic(trigger: sentence.trigger, response: sentence.response)
    if sentence.exception != nil || sentence.expectsBreak { return }
    switch sentence.shape {
    case .followed:
      try check(rule, against: silences[topic], text)
      if answers[topic].map({ sentence.time < $0.sentence.time }) ?? true { answers[topic] = rule }
    case .none:
      try check(rule, against: answers[topic], text)
      if silences[topic].map({ sentence.time > $0.sentence.time }) ?? true { silences[topic] = rule }
    default: break
    }
  }

  private func check(_ rule: SpecFile.Rule, against other: SpecFile.Rule?, _ text: SpecText) throws(SpecProblem) {
    guard let other, other.sentence.contradicts(rule.sentence) || rule.sentence.contradicts(other.sentence) else {
      return
    }
    throw text.problem("this contradicts the rule in line \(text.firstLine + other.span.line)", at: rule.span)
  }
}

extension SpecFile.Rule {
  /// The reason for which a rule was never put to the test.
  var whyUntested: String {
    if !subjects.isEmpty { return "there was no value of \(subjects.joined(separator: " and "))" }
    guard let events = sentence.shape.startsTrials ? sentence.trigger : sentence.response else {
      return "nothing happened"
    }
    return sentence.shape == .neverTwoEqual
      ? "there were no two values of \(events.stream)"
      : events.kind == .values
        ? "there was no \(events.words)"
        : "\(events.stream) never \(events.kind == .cancel ? "was cancelled" : events.words.split(separator: " ").last.map(String.init) ?? "")"
  }
}

extension RuleSentence {
  /// The time of a rule about answers, to compare two of them. One without an end is the longest.
  fileprivate var time: (Int, Int64) {
    switch shape {
    case .followed(let limit?, _), .none(let limit?): (0, limit)
    default: (1, 0)
    }
  }
  /// Whether an answer is demanded before this rule allows one.
  fileprivate func contradicts(_ other: RuleSentence) -> Bool {
    guard case .none(let silence) = shape, case .followed(let limit, _) = other.shape, exception == nil,
      other.exception == nil,
      !expectsBreak,
      !other.expectsBreak
    else { return false }
    return trigger == other.trigger && response == other.response
      && (silence.map { silence in limit.map { $0 < silence } ?? false } ?? true)
  }
}

/// The sentences that a rule may be, for messages and help.
package struct RuleForm: Sendable {
  package let form: String
  package let example: String
  package let sentence: String

  package static let all = [
    RuleForm(
      form: "each A is followed by B within 300ms", example: "each ask is followed by found within 300ms",
      sentence:
        "Each A needs a B at most 300 ms later; exactly 300 ms later is in time. Without 'within' it may come at any time. One B is an "
        + "answer to every A that waits. ', or by the next A' lets a new A replace the old one."),
    RuleForm(
      form: "no B within 300ms after A", example: "no found within 300ms after typed",
      sentence:
        "There is no B from each A on, for 300 ms; exactly 300 ms later is allowed. Without 'within' no B may come at all after an A."
    ),
    RuleForm(
      form: "at most 3 B within 1s", example: "at most 3 found within 1s",
      sentence: "Any period shorter than a second has at most 3. Without 'within' the period is the whole run."),
    RuleForm(
      form: "at most 1 B after each A", example: "at most 1 found after each ask",
      sentence: "From each A up to the next one there is at most one B. What comes before the first A does not count."),
    RuleForm(form: "at least 1 B", example: "at least 1 found", sentence: "The whole run has at least this many."),
    RuleForm(
      form: "B only after A", example: "found only after ask",
      sentence: "Before each B there is an A, however long before it."),
    RuleForm(
      form: "never more B than A", example: "never more found than ask",
      sentence: "At every instant, there have been at most as many B's as A's."),
    RuleForm(
      form: "as many B as A", example: "as many found as ask",
      sentence: "At the end there have been as many B's as A's."),
    RuleForm(
      form: "B finishes within 1s after A finishes", example: "found finishes within 1s after ask finishes",
      sentence:
        "The same as 'each', for what happens once. A stream finishes, fails, ends (one of the two) or is cancelled."),
    RuleForm(
      form: "never two equal B in a row", example: "never two equal found in a row",
      sentence: "A value differs from the previous value."),
    RuleForm(
      form: "always CONDITION", example: "always total >= 0",
      sentence:
        "A condition on values, in the language of closures. Each value of one stream is checked, or the latest values of several streams, "
        + "at the end of each instant, as soon as each has one. 'at the end' checks only the last values."),
    RuleForm(
      form: "never CONDITION", example: "never loading = true at the end",
      sentence: "The opposite of 'always'; '=' means the same as '=='."
    ),
  ]
  /// The parts that may follow a sentence, in words.
  static let additionsFix =
    "', unless …', ', or by the next …', ', if any', ', but is broken' or ', or open at the end' may follow"
  /// Words with which people begin a rule, and the words of a rule.
  static let habits = [
    "every": "each", "all": "each", "any": "each", "none": "no",
  ]

  package func isForm(of sentence: RuleSentence) -> Bool {
    let start =
      switch sentence.shape {
      case .followed: "each A"
      case .none: "no B"
      case .atMost: "at most 3"
      case .atMostAfterEach: "at most 1"
      case .atLeast: "at least"
      case .onlyAfter: "B only"
      case .neverMore: "never more"
      case .asMany: "as many"
      case .neverTwoEqual: "never two"
      case .condition(let isNegated, _): isNegated ? "never C" : "always"
      }
    return form.hasPrefix(start)
  }
  /// The parts that may follow a sentence, after a comma.
  package static let additions: [(form: String, sentence: String)] = [
    (
      ", unless B",
      "A B ends the wait: the rule has neither held nor been broken. ', unless cancelled' is the cancel of this pipeline."
    ),
    (", if any", "Without it a rule that was never put to the test fails."),
    (", but is broken", "For examples: the rule has to be broken, and the break is drawn."),
    (", or open at the end", "Without it a rule that is undecided when the run ends fails."),
  ]
}

extension Symbol {
  /// The symbol of a quoted text in a rule. `'a'` means the symbol `a`, and a text that has quotes in a row, too, is
  /// that symbol.
  package init(written: String) {
    self.init(written.count > 1 && written.last == "'" ? String(written.dropFirst().dropLast()) : written)
    isQuoted = notation != text
  }
}

import Pipes
import VirtualTime

/// A rule about order and time that the streams of a test have to keep, created by ``MarbleTest/each(_:fileID:filePath:line:column:)``,
/// ``MarbleTest/none(of:within:after:fileID:filePath:line:column:)`` and the methods beside them.
///
/// It subscribes to each of its streams at time zero with unlimited demand. A rule that is broken fails the test; so does one that was never put
/// to the test, and one that is undecided when the run ends.
public final class RuleExpectation: Claim {
  let place: SourcePlace
  private let test: MarbleTest
  private let shape: RuleSentence.Shape
  private var taps: [RuleTap] = []
  private var monitor: RuleMonitor<Any>
  private var condition: String?
  /// The reason of a broken condition.
  private var detail: (Any?) -> String = { _ in "it did not hold" }
  private var hasException = false
  private var allowsNone = false
  private var allowsOpen = false

  init(_ test: MarbleTest, _ shape: RuleSentence.Shape, at place: SourcePlace) {
    (self.test, self.shape, self.place) = (test, shape, place)
    monitor = RuleMonitor(shape)
    if let mistake = shape.mistake { test.problems.append(.init(place: place, text: mistake)) }
    test.claims.append(self)
  }

  /// Lets the rule hold if it was never put to the test. Otherwise that is a failure.
  @discardableResult public func allowingNone() -> Self {
    allowsNone = true
    return self
  }
  /// Lets the rule hold if it is undecided when the run ends. Otherwise that is a failure.
  @discardableResult public func allowingOpen() -> Self {
    allowsOpen = true
    return self
  }
  /// Forgets what waits when another stream sends a value: it is neither held nor broken.
  @discardableResult public func unless<P: Publisher>(
    _ other: P, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) -> Self {
    hasException = true
    if !shape.startsTrials {
      test.problems.append(.init(place: place, text: "nothing waits in this rule, so 'unless' has no meaning"))
    }
    return watch(other, .exception, .argument(SourcePlace(fileID, filePath, line, column), ""), first: true)
  }

  // MARK: The parts of a rule

  /// Makes the values of a stream a part of the rule. Streams are subscribed in this order.
  @discardableResult func watch<P: Publisher>(
    _ publisher: P, _ signals: RuleMonitor<Any>.Signals, _ label: RuleTap.Label, first: Bool = false
  ) -> Self {
    let tap = tap(publisher, label) { rule, now, value in rule.monitor.see(signals, at: now, value) }
    tap.signals = signals
    taps.insert(tap, at: first ? 0 : taps.count)
    return self
  }

  /// Checks each value of a stream.
  @discardableResult func check<P: Publisher>(
    _ publisher: P, _ label: RuleTap.Label, _ condition: String?, detail: @escaping (Any?) -> String, _ holds: @escaping (P.Output) -> Bool?
  ) -> Self {
    (self.condition, self.detail) = (condition, detail)
    let tap = tap(publisher, label) { rule, now, value in
      if let holds = (value as? P.Output).flatMap(holds) { rule.monitor.see(holds, at: now, value) }
    }
    tap.signals = .response
    taps.append(tap)
    return self
  }

  /// Checks the latest values of two streams at the end of each instant.
  @discardableResult func check<P: Publisher, Q: Publisher>(
    _ one: P, _ other: Q, _ labels: [RuleTap.Label], _ condition: String?, _ holds: @escaping (P.Output, Q.Output) -> Bool
  ) -> Self {
    var latest: (one: P.Output?, other: Q.Output?)
    var isPending = false
    self.condition = condition
    detail = { $0.map { "\($0)" } ?? "" }
    func note(_ rule: RuleExpectation) {
      if isPending { return }
      isPending = true
      rule.test.timeline.schedule(at: rule.test.timeline.now, by: "a rule") { [weak rule] in
        isPending = false
        guard let rule, let one = latest.one, let other = latest.other else { return }
        let labels = rule.labels(MarbleReport(rule.test))
        let text = "\(labels[0]) is \(ValueText.cut("\(one)")), \(labels[1]) is \(ValueText.cut("\(other)"))"
        rule.monitor.see(holds(one, other), at: rule.test.timeline.now.nanoseconds, text)
      }
    }
    taps.append(
      tap(one, labels[0]) { rule, _, value in
        latest.one = value as? P.Output
        note(rule)
      })
    taps.append(
      tap(other, labels[1]) { rule, _, value in
        latest.other = value as? Q.Output
        note(rule)
      })
    return self
  }

  private func tap<P: Publisher>(
    _ publisher: P, _ label: RuleTap.Label, _ see: @escaping (RuleExpectation, Int64, Any) -> Void
  ) -> RuleTap {
    let timeline = test.timeline
    let recorder = Recorder<P.Output, P.Failure>(timeline: timeline) { [unowned self] event in
      if case .value(let value) = event { see(self, timeline.now.nanoseconds, value) }
    }
    let frame = test.frame
    return RuleTap(
      label, { publisher.subscribe(recorder) }, { recorder.isOver }, { recorder.count }, { "\(recorder.recording)" },
      {
        let entries = recorder.recording.entries
        let row = ExpectedRow<P.Output, P.Failure>(frame: frame) { _, _ in false }
        return (row.shown(entries.prefix(MarbleReport.width)).lane, entries.last?.instant)
      })
  }

  // MARK: The run

  var isListener: Bool { true }
  var isListening: Bool { !taps.allSatisfy { $0.isOver() } }
  var heard: Int { taps.reduce(0) { $0 + $1.count() } }
  var horizon: VirtualInstant { .zero }
  var waitsUntil: VirtualInstant? { monitor.lastDeadline.map { VirtualInstant(nanoseconds: $0) } }
  var recorded: String? { taps.map { $0.recorded() }.joined(separator: " ") }

  func scheduleSubscription() {
    for tap in taps { test.scheduleLane(at: .zero, by: "a rule") { tap.subscribe() } }
  }

  private func labels(_ report: MarbleReport) -> [String] {
    taps.enumerated().map { number, tap in tap.label.text(report) ?? (taps.count == 1 ? "the stream" : "stream \(number + 1)") }
  }

  func problems(_ report: MarbleReport) -> [MarbleFailure.Problem] {
    let timeline = test.timeline, now = timeline.now.nanoseconds
    let response = taps.first { $0.signals.contains(.response) }
    let closed = response?.isOver() == true ? response?.row().last?.nanoseconds ?? 0 : nil
    var monitor = monitor
    monitor.finish(at: timeline.pendingCount == 0 ? .max : now, last: now, closed: closed)
    if monitor.broken == 0, monitor.undecided == 0 || allowsOpen, monitor.held > 0 || allowsNone { return [] }
    let labels = labels(report)
    func events(_ signal: RuleMonitor<Any>.Signals) -> RuleSentence.Events? {
      zip(taps, labels).first { $0.0.signals.contains(signal) }.map { RuleSentence.Events($1) }
    }
    var sentence = RuleSentence(
      shape, trigger: events(.trigger), response: events(.response), exception: events(.exception),
      condition: condition ?? "\(labels.joined(separator: " and ")) as the closure says")
    (sentence.allowsNone, sentence.allowsOpen) = (allowsNone, allowsOpen)
    var outcome = RuleOutcome(
      sentence, written: sentence.words, monitor, closed: closed != nil, tag: { ValueText.cut("\($0)") }, detail: detail)
    if outcome.isAllowed { return [] }
    outcome.rows = zip(labels, taps).map { (name: $0, lane: $1.row().lane) }
    let cure =
      switch outcome.verdict {
      case .held, .broken: [String]()
      case .undecided: ["  let the run go on for longer, or write .allowingOpen()"]
      case .untested: ["  if that is right, write .allowingNone()"]
      }
    let text = ([outcome.headline] + outcome.lines(in: 160) + cure).joined(separator: "\n")
    return [.init(place: place, text: text)]
  }
}

/// A stream that a rule speaks of.
final class RuleTap {
  /// The place of its name.
  enum Label {
    case name(String)
    /// The argument with a label, or without one, of the call at a place.
    case argument(SourcePlace, String)

    func text(_ report: MarbleReport) -> String? {
      switch self {
      case .name(let name): name
      case .argument(let place, let label): report.argument(at: place, label)
      }
    }
  }

  let label: Label
  var signals: RuleMonitor<Any>.Signals = []
  let subscribe: () -> Void
  let isOver: () -> Bool
  let count: () -> Int
  let recorded: () -> String
  let row: () -> (lane: Lane, last: VirtualInstant?)

  init(
    _ label: Label, _ subscribe: @escaping () -> Void, _ isOver: @escaping () -> Bool, _ count: @escaping () -> Int,
    _ recorded: @escaping () -> String, _ row: @escaping () -> (lane: Lane, last: VirtualInstant?)
  ) {
    (self.label, self.subscribe, self.isOver, self.count, self.recorded, self.row) = (label, subscribe, isOver, count, recorded, row)
  }
}

extension RuleSentence.Shape {
  /// The mistake in its numbers; `nil` if there is none.
  fileprivate var mistake: String? {
    switch self {
    case .none(let limit?), .atMost(_, within: let limit?):
      limit > 0 ? nil : "the rule can never be broken: within: is not longer than zero"
    case .followed(let limit?, _): limit >= 0 ? nil : "the rule can never hold: within: is negative"
    case .atLeast(let count): count > 0 ? nil : "the rule can never be broken: at least \(count)"
    default: nil
    }
  }
}

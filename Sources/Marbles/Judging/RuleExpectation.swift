import PipesCore
import VirtualTime

/// A rule about order and time that the streams of a test have to keep, created by
/// ``MarbleTest/each(_:fileID:filePath:line:column:)``,
/// ``MarbleTest/none(of:within:after:fileID:filePath:line:column:)`` and the methods beside them.
///
/// It subscribes to each of its streams at time zero with unlimited demand. A rule that is broken fails the test; so
/// does one that was never put to the test, and one that is undecided when the run ends.
public final class RuleExpectation: JudgingExpectation {
  /// The result of the events so far. They may come from any thread.
  private struct State {
    var monitor: RuleMonitor<Any>
    /// The latest values of the streams of a condition that is checked later.
    var latest: [Any?] = []
    /// The instant of the latest of them, if the condition has not been checked since.
    var unchecked: Int64?
  }

  let place: SourcePlace
  @usableFromInline let test: MarbleTest
  private let shape: RuleSentence.Shape
  private var taps: [RuleTap] = []
  private let state: Guarded<State>
  /// A condition that is checked when an instant is over, or at the end of the run.
  private var laterCondition: (([Any]) -> Bool)?
  private var condition: String?
  /// Returns the reason of a broken condition from its value and the names of the streams.
  private var detail: (Any?, [String]) -> String = { _, _ in "it did not hold" }
  private var allowsNone = false
  private var allowsOpen = false
  private var expectsBreak = false

  @usableFromInline init(_ test: MarbleTest, _ shape: RuleSentence.Shape, at place: SourcePlace) {
    self.test = test
    self.shape = shape
    self.place = place
    state = Guarded(State(monitor: RuleMonitor(shape)))
    if let mistake = shape.mistake { test.addProblem(mistake, at: place) }
    test.add(self)
  }

  /// Lets the rule hold if it was never put to the test. Otherwise that is a failure; of a test with cases, one case
  /// has to put it to the test.
  @discardableResult public func allowingNone() -> Self {
    allowsNone = true
    return self
  }
  /// Lets the rule hold if it is undecided when the run ends. Otherwise that is a failure.
  @discardableResult public func allowingOpen() -> Self {
    allowsOpen = true
    return self
  }
  /// Expects that the rule is broken, for a test that shows what breaks it. A rule that holds is a failure then.
  @discardableResult public func expectingBreak() -> Self {
    expectsBreak = true
    return self
  }
  /// Forgets what waits when another stream sends a value: it is neither held nor broken.
  @discardableResult public func unless<P: Publisher>(
    _ other: P, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) -> Self {
    if !shape.startsTrials { test.addProblem("nothing waits in this rule, so 'unless' has no meaning", at: place) }
    return watch(other, .exception, .argument(SourcePlace(fileID, filePath, line, column)), first: true)
  }

  // MARK: The parts of a rule

  // Inlinable, so that the path of a value is compiled with its type, from the source to the rule.

  /// Makes the values of a stream a part of the rule. Streams are subscribed in this order.
  @discardableResult @inlinable func watch<P: Publisher>(
    _ publisher: P, _ signals: RuleMonitor<Any>.Signals, _ label: RuleTap.Label, first: Bool = false
  ) -> Self {
    add(tap(publisher, label, signals) { rule, value in rule.see(signals, value) }, first: first)
  }

  @discardableResult @inlinable func check<P: Publisher>(
    _ publisher: P, _ label: RuleTap.Label, _ condition: String?, detail: @escaping (String) -> String,
    _ holds: @escaping (P.Output) -> Bool?
  ) -> Self {
    let tap = tap(publisher, label, .response) { rule, value in
      if let holds = holds(value) { rule.see(holds, value) }
    }
    return note(condition, detail).add(tap)
  }

  /// Makes a stream one of those whose latest values are checked at the end of each instant, or of the run.
  @discardableResult @inlinable func remember<P: Publisher>(_ publisher: P, _ label: RuleTap.Label) -> Self {
    let index = addLatest()
    return add(tap(publisher, label, []) { rule, value in rule.keep(value, at: index) })
  }

  /// Returns a stream of the rule. The closure is called with each of its values.
  @inlinable func tap<P: Publisher>(
    _ publisher: P, _ label: RuleTap.Label, _ signals: RuleMonitor<Any>.Signals,
    _ see: @escaping (RuleExpectation, P.Output) -> Void
  ) -> RuleTap {
    let recorder = Recorder<P.Output, P.Failure>(timeline: test.timeline) { [unowned self] event in
      if case .value(let value) = event { see(self, value) }
    }
    return RuleTap(label, signals, recorder, frame: test.frame) { publisher.subscribe(recorder) }
  }

  /// Refuses a rule that compares a stream with itself.
  @usableFromInline func having(oneStream: Bool) -> Self {
    if oneStream, shape.comparesStreams {
      let text = "the rule says nothing: it compares a stream with itself\n  name another stream"
      test.addProblem(text, at: place)
    }
    return self
  }

  // MARK: The effects of a value

  @usableFromInline func see(_ signals: RuleMonitor<Any>.Signals, _ value: Any) {
    state.with { $0.monitor.see(signals, at: test.timeline.rowInstant.nanoseconds, value) }
  }
  @usableFromInline func see(_ holds: Bool, _ value: Any) {
    state.with { $0.monitor.see(holds, at: test.timeline.rowInstant.nanoseconds, value) }
  }
  @usableFromInline func keep(_ value: Any, at index: Int) {
    let now = test.timeline.rowInstant.nanoseconds
    checkLater(before: now)
    state.with {
      $0.latest[index] = value
      $0.unchecked = now
    }
  }

  @usableFromInline func add(_ tap: RuleTap, first: Bool = false) -> Self {
    taps.insert(tap, at: first ? 0 : taps.count)
    return self
  }
  /// Makes room for the latest value of a stream. Returns its place.
  @usableFromInline func addLatest() -> Int {
    state.with { $0.latest.append(nil) }
    return taps.count
  }
  @usableFromInline func note(_ condition: String?, _ detail: @escaping (String) -> String) -> Self {
    self.condition = condition
    self.detail = { value, _ in detail(value.map { ValueText.cut("\($0)") } ?? "") }
    return self
  }
  /// Checks the latest values of the streams, as soon as each has sent one.
  @discardableResult @usableFromInline func check(_ condition: String?, _ holds: @escaping ([Any]) -> Bool) -> Self {
    self.condition = condition
    laterCondition = holds
    detail = { values, labels in
      zip(labels, values as? [Any] ?? []).map { "\($0) is \(ValueText.cut("\($1)"))" }.joined(separator: ", ")
    }
    return self
  }

  /// Checks the latest values if they are of an earlier instant. An instant is over when a later one has begun.
  private func checkLater(before now: Int64) {
    guard let laterCondition, !shape.isAtEnd || now == .max else { return }
    let due: (instant: Int64, values: [Any])? = state.with { state in
      let values = state.latest.compactMap { $0 }
      guard let instant = state.unchecked, instant < now, values.count == state.latest.count else { return nil }
      state.unchecked = nil
      return (instant, values)
    }
    guard let due else { return }
    let holds = laterCondition(due.values)
    state.with { $0.monitor.see(holds, at: due.instant, due.values) }
  }

  // MARK: The run

  var isListening: Bool { !taps.allSatisfy { $0.isOver() } }
  var eventCount: Int { taps.reduce(0) { $0 + $1.count() } }
  var horizon: VirtualInstant { .zero }
  var waitsUntil: VirtualInstant? { state.with { $0.monitor.lastDeadline }.map { VirtualInstant(nanoseconds: $0) } }
  var recorded: String? { taps.map { $0.recorded() }.joined(separator: " ") }

  func scheduleSubscription(in run: TestRun) {
    for tap in taps { run.scheduleLane(at: .zero, by: "a rule") { tap.subscribe() } }
  }

  private func labels(_ report: MarbleReport) -> [String] {
    taps.enumerated().map { number, tap in
      tap.label.text(report) ?? (taps.count == 1 ? "the stream" : "stream \(number + 1)")
    }
  }

  /// The trials at the end of the run.
  private lazy var finished: RuleMonitor<Any> = {
    let timeline = test.timeline, now = timeline.rowInstant.nanoseconds
    let response = taps.first { $0.signals.contains(.response) }
    let closed = response?.isOver() == true ? response?.last()?.nanoseconds ?? 0 : nil
    checkLater(before: .max)
    var monitor = state.with { $0.monitor }
    monitor.finish(at: timeline.pendingCount == 0 ? .max : now, last: now, closed: closed)
    return monitor
  }()

  /// Returns the verdict, with the beginnings of the rows of its streams.
  func rule(_ report: MarbleReport) -> RuleOutcome {
    let labels = labels(report)
    func events(_ signal: RuleMonitor<Any>.Signals) -> RuleSentence.Events? {
      zip(taps, labels).first { $0.0.signals.contains(signal) }.map { RuleSentence.Events($1) }
    }
    var sentence = RuleSentence(
      shape, trigger: events(.trigger), response: events(.response), exception: events(.exception),
      condition: condition ?? "\(labels.joined(separator: " and ")) as the closure says")
    sentence.allowsNone = allowsNone
    sentence.allowsOpen = allowsOpen
    sentence.expectsBreak = expectsBreak
    var outcome = RuleOutcome(
      sentence, written: sentence.words, finished, tag: { ValueText.cut("\($0)") },
      detail: { [detail] in detail($0, labels) })
    outcome.rows = zip(labels, taps).map { (name: $0, lane: $1.row()) }
    return outcome
  }

  var testedParts: [TestedPart] {
    if allowsNone { return [] }
    return [
      TestedPart(place, isTested: finished.verdict != .untested, { _ in "the rule" }) { [self] report in
        rule(report).lines(in: 160) + ["  if that is right, write .allowingNone()"]
      }
    ]
  }

  func problems(_ report: MarbleReport) -> [MarbleFailure.Problem] {
    // Names, words and rows are created for a failure only.
    var sentence = RuleSentence(shape)
    sentence.allowsNone = allowsNone
    sentence.allowsOpen = allowsOpen
    sentence.expectsBreak = expectsBreak
    let verdict = finished.verdict
    // Whether a rule is untested is decided by all cases together.
    guard verdict != .untested, !sentence.allows(verdict) else { return [] }
    let outcome = rule(report)
    let cure =
      switch verdict {
      case .undecided: ["  let the run go on for longer, or write .allowingOpen()"]
      case .held: ["  the test expects that it is broken: .expectingBreak()"]
      case .broken, .untested: [String]()
      }
    let text = ([outcome.headline] + outcome.lines(in: 160) + cure).joined(separator: "\n")
    return [.init(place: place, text: text, kind: .rule("\(verdict)"))]
  }
}

/// A stream that a rule speaks of.
@usableFromInline final class RuleTap {
  /// The place of its name.
  @usableFromInline enum Label {
    case name(String)
    /// The argument of the call at a place: the one with a label, or the one at a position.
    case argument(SourcePlace, SourceText.ArgumentPlace)
    @usableFromInline static func argument(_ place: SourcePlace) -> Self { .argument(place, .position(0)) }
    @usableFromInline static func argument(_ place: SourcePlace, _ label: String) -> Self {
      .argument(place, .label(label))
    }

    func text(_ report: MarbleReport) -> String? {
      switch self {
      case .name(let name): name
      case .argument(let place, let argument): report.argument(at: place, argument)
      }
    }
  }

  let label: Label
  let signals: RuleMonitor<Any>.Signals
  let subscribe: () -> Void
  let isOver: () -> Bool
  let count: () -> Int
  let recorded: () -> String
  let last: () -> VirtualInstant?
  let row: () -> Lane

  @usableFromInline init<Output, Failure>(
    _ label: Label, _ signals: RuleMonitor<Any>.Signals, _ recorder: Recorder<Output, Failure>, frame: Int64,
    _ subscribe: @escaping () -> Void
  ) {
    self.label = label
    self.signals = signals
    self.subscribe = subscribe
    isOver = { recorder.isOver }
    count = { recorder.count }
    recorded = { "\(recorder.recording)" }
    last = { recorder.recording.entries.last?.instant }
    row = {
      let row = ExpectedRow<TestEventNames<Output, Failure>>(frame: frame) { _, _ in false }
      return row.shown(recorder.recording.entries.prefix(MarbleReport.width))
    }
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

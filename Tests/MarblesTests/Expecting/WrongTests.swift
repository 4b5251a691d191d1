import Marbles
import Pipes
import Testing
import VirtualTime

/// A hundred wrong tests, by kinds. Each is written as people write it, and each is red; one that is green is right,
/// and says why.
struct WrongTests {
  struct Wrong: Sendable {
    var kind: String
    var mistake: String
    /// The problems of the test.
    var problems: @Sendable () -> [String]
    /// The reason why the test is right although it looks wrong; `nil` if it has to be red.
    var right: String?
  }

  /// The problems of a test with one run.
  private static func one(
    _ kind: String, _ mistake: String, right: String? = nil, _ body: @escaping @Sendable (MarbleTest) throws -> Void
  ) -> Wrong {
    Wrong(
      kind: kind, mistake: mistake, problems: { found { report in try marbles(report: report, body) } }, right: right)
  }
  private static func cases(
    _ mistake: String, _ cases: Cases = 60, right: String? = nil,
    _ body: @escaping @Sendable (MarbleTest) throws -> Void
  ) -> Wrong {
    Wrong(
      kind: "case", mistake: mistake, problems: { found { report in try marbles(cases: cases, report: report, body) } },
      right: right)
  }
  private static func law<P: Publisher>(
    _ mistake: String, right: String? = nil, _ build: @escaping @Sendable (LawSource<Int>) -> P
  )
    -> Wrong
  {
    Wrong(
      kind: "law", mistake: mistake, problems: { found { report in try checkLaws(cases: 30, report: report, build) } },
      right: right)
  }
  private static func found(_ run: (@escaping (MarbleFailure.Problem) -> Void) throws -> Void) -> [String] {
    var problems: [String] = []
    do { try run { problems.append($0.text) } } catch { problems.append("\(error)") }
    return problems
  }

  private final class Model {
    var token: AnyCancellable?
    var values: [String] = []
    init(_ stream: some Publisher<String, Never>) { token = stream.sink { self.values.append($0) } }
  }

  static let all: [Wrong] = [
    frames, values, errors, completions, subscriptions, schedulers, leaks, shares, rules, generated, laws, recordings,
    allowances,
  ].flatMap { $0 }

  // MARK: frame
  private static let frames: [Wrong] = [
    one("frame", "one frame late") { m in m.expect(m.cold("-a|")).toBe("--a|") },
    one("frame", "one frame early") { m in m.expect(m.cold("--a|")).toBe("-a|") },
    one("frame", "a row moved as a whole") { m in m.expect(m.cold("-a-b|")).toBe("--a-b|") },
    one("frame", "the delay is forgotten") { m in
      m.expect(m.cold("-a|").delay(for: m.frames(2), scheduler: m.scheduler)).toBe("-a|")
    },
    one("frame", "a debounce one frame too long") { m in
      m.expect(m.cold("-a----|").debounce(for: m.frames(3), scheduler: m.scheduler)).toBe("---a--|")
    },
    one("frame", "two instants instead of one") { m in m.expect(m.cold("-(ab)|")).toBe("-ab|") },
    one("frame", "one instant instead of two") { m in m.expect(m.cold("-ab|")).toBe("-(ab)|") },
    one("frame", "a time that is not the row's") { m in m.expect(m.cold("-a 5ms |")).toBe("-a 4ms |") },
    one("frame", "beyond the tolerance") { m in m.expect(m.cold("-a---|")).toBe("-a|", within: m.frames(1)) },
  ]

  // MARK: value
  private static let values: [Wrong] = [
    one("value", "another value") { m in m.expect(m.cold("-a|")).toBe("-b|") },
    one("value", "a value too many") { m in m.expect(m.cold("-a|")).toBe("-ab|") },
    one("value", "a value too few") { m in m.expect(m.cold("-ab|")).toBe("-a|") },
    one("value", "the order at one instant") { m in m.expect(m.cold("-(ab)|")).toBe("-(ba)|") },
    one("value", "a number of a table") { m in m.expect(m.cold("-a|", ["a": 1])).toBe("-a|", ["a": 2]) },
    one("value", "a name that the table does not have") { m in m.expect(m.cold("-a|", ["a": 1])).toBe("-b|", ["a": 1])
    },
    one("value", "a name that no row uses") { m in m.expect(m.cold("-a|", ["a": 1, "b": 2])).toBe("-a|", ["a": 1]) },
    one("value", "a tuple whose second part differs") { m in
      m.expect(m.cold("-a|", ["a": ("x", 1)])).toBe("-a|", ["a": ("x", 2)])
    },
    one("value", "a map that is forgotten") { m in m.expect(m.cold("-a|").map { $0.uppercased() }).toBe("-a|") },
    one("value", "any value where nothing comes") { m in m.expect(m.cold("--|")).toBe("-?|") },
  ]

  // MARK: error
  private static let errors: [Wrong] = [
    one("error", "another error") { m in m.expect(m.cold("-#", error: Trouble.timedOut)).toBe("-#", error: .refused) },
    one("error", "a finish instead of a failure") { m in m.expect(m.cold("-#", error: Trouble.timedOut)).toBe("-|") },
    one("error", "a failure instead of a finish") { m in m.expect(m.cold("-|", error: Trouble.timedOut)).toBe("-#") },
    one("error", "a failure that is caught") { m in
      m.expect(m.cold("-#", error: Trouble.timedOut).replaceError(with: "x")).toBe("-#")
    },
    one("error", "the text of another error") { m in m.expect(m.cold("-#", error: Trouble.timedOut)).toBe("-#'refused'")
    },
    one("error", "a failure without an error") { m in m.expect(m.cold("-#")).toBe("-#") },
    one(
      "error", "any failure is right",
      right: "a bare '#' without error: accepts each failure, as the documentation says"
    ) { m in
      m.expect(m.cold("-#", error: Trouble.timedOut)).toBe("-#")
    },
    one("error", "the failure comes late") { m in m.expect(m.cold("--#", error: Trouble.timedOut)).toBe("-#") },
  ]

  // MARK: completion
  private static let completions: [Wrong] = [
    one("completion", "the finish is forgotten") { m in m.expect(m.cold("-a|")).toBe("-a") },
    one("completion", "a finish that does not come") { m in m.expect(m.cold("-a")).toBe("-a|") },
    one("completion", "the finish comes with the value") { m in m.expect(m.cold("-(a|)")).toBe("-a|") },
    one("completion", "the finish comes after the value") { m in m.expect(m.cold("-a|")).toBe("-(a|)") },
    one("completion", "a merge ends with its first stream") { m in
      m.expect(m.cold("-a|").merge(with: m.cold("---b|"))).toBe("-a|")
    },
    one("completion", "a value after the end") { m in m.expect(m.cold("-a|")).toBe("-a|b") },
    one("completion", "an append that never comes") { m in m.expect(m.cold("-a").append("b")).toBe("-a(b|)") },
    one("completion", "a prefix ends with its last value") { m in m.expect(m.cold("-ab|").prefix(1)).toBe("-a|") },
  ]

  // MARK: count of subscriptions
  private static let subscriptions: [Wrong] = [
    one("subscriptions", "one instead of two") { m in
      let source = m.cold("-a|")
      m.expect(source.merge(with: source)).toBe("-(aa)|")
      m.expect(subscriptionsOf: source).toBe("^-!")
    },
    one("subscriptions", "two instead of one") { m in
      let source = m.cold("-a|")
      m.expect(source).toBe("-a|")
      m.expect(subscriptionsOf: source).toBe("^-!", "^-!")
    },
    one("subscriptions", "none") { m in
      let source = m.cold("-a|")
      m.expect(source).toBe("-a|")
      m.expect(subscriptionsOf: source).toBe()
    },
    one("subscriptions", "the cancel is early") { m in
      let source = m.cold("-a--b|")
      m.expect(source.prefix(1)).toBe("-(a|)")
      m.expect(subscriptionsOf: source).toBe("^---!")
    },
    one("subscriptions", "a retry too few") { m in
      let source = m.cold("-#", error: Trouble.refused)
      m.expect(source.retry(2)).toBe("---#")
      m.expect(attemptsOf: source).toBe("aa")
    },
    one("subscriptions", "a retry at another instant") { m in
      let source = m.cold("-#", error: Trouble.refused)
      m.expect(source.retry(1)).toBe("--#")
      m.expect(attemptsOf: source).toBe("a-a")
    },
    one("subscriptions", "a request is forgotten") { m in
      let source = m.cold("ab|")
      m.expect(source, demand: "1-1").toBe("a-b|")
      m.expect(demandOn: source).toBe("1")
    },
    one("subscriptions", "no request at all") { m in m.expect(m.cold("-a|"), demand: "-").toBe("-a|") },
    one("subscriptions", "a source that nobody uses") { m in
      let a = m.cold("-a|")
      _ = m.cold("-b|")
      m.expect(a).toBe("-a|")
    },
  ]

  // MARK: scheduler
  private static let schedulers: [Wrong] = [
    one("scheduler", "delivered elsewhere") { m in
      let main = TestScheduler<VirtualInstant, Never>(timeline: m.timeline)
      m.expect(m.cold("-a|").receive(on: m.scheduler), on: main).toBe("-a|")
    },
    one("scheduler", "a receive(on:) is missing") { m in m.expect(m.cold("-a|"), on: m.scheduler).toBe("-a|") },
    one("scheduler", "in another turn") { m in
      m.expect(m.cold("-a|").receive(on: m.scheduler), on: m.scheduler, turn: 1).toBe("-a|")
    },
    one("scheduler", "a turn that is not a place") { m in
      m.expect(m.cold("-a|").receive(on: m.scheduler), on: m.scheduler, turn: 0)
    },
    one("scheduler", "of another timeline") { m in
      m.expect(m.cold("-a|"), on: TestScheduler<VirtualInstant, Never>(timeline: Timeline())).toBe("-a|")
    },
    one("scheduler", "a scheduler that is immediate") { m in
      m.expect(m.cold("-a|").receive(on: ImmediateScheduler.shared), on: m.scheduler)
    },
    one("scheduler", "nothing is delivered") { m in m.expect(m.cold("-"), on: m.scheduler) },
    one("scheduler", "a delay in another time") { m in
      m.expect(
        m.cold("-a|").delay(for: m.frames(1), scheduler: TestScheduler<VirtualInstant, Never>(timeline: Timeline()))
      ).toBe("--a|")
    },
  ]

  // MARK: leak
  private static let leaks: [Wrong] = [
    one("leak", "a timer goes on") { m in
      m.expect(m.cold("-a|")).toBe("-a|")
      _ = m.scheduler.schedule(after: m.scheduler.now, interval: m.frames(2)) {}
    },
    one("leak", "a model is kept") { m in
      let typed = m.hot("-a-b").allowingLive()
      var model: Model? = Model(typed)
      m.at("--x") { model = nil }
      m.expectReleased(model, by: "--x")
      m.expect(typed, from: "^---!").toBe("-a-b")
    },
    one("leak", "the model is gone before the run") { m in
      m.expectReleased(Model(m.hot("-a")), by: "--x")
    },
    one("leak", "no instant of the release") { m in
      let model = m.keep(Model(m.hot("-a|")))
      m.expectReleased(model, by: "---")
    },
    one("leak", "a source is still subscribed") { m in
      let other = m.hot("-b")
      m.keep(other.sink { _ in })
      m.expect(m.cold("-a|")).toBe("-a|")
    },
    one("leak", "an event waits for demand") { m in m.expect(m.cold("(ab|)"), demand: "1").toBe("a") },
    one("leak", "a future is never fulfilled") { m in
      let box = Unsafe<(Result<String, Never>) -> Void>()
      m.expect(Future<String, Never> { box.values.append($0) }).toBe("-")
      m.keep(box)
    },
    one("leak", "a nil object") { m in m.expectReleased(nil as Model?, by: "--x") },
  ]

  // MARK: share
  private static let shares: [Wrong] = [
    one("share", "a share is missing") { m in
      let source = m.cold("-a|")
      let shared = source.map { $0 }
      m.expect(shared).toBe("-a|")
      m.expect(shared).toBe("-a|")
      m.expect(subscriptionsOf: source).toBe("^-!")
    },
    one("share", "a late subscriber of a share gets the first value") { m in
      let shared = m.cold("-a-b|").share()
      m.expect(shared).toBe("-a-b|")
      m.expect(shared, from: "--^").toBe("---a-b|")
    },
    one("share", "a replay that does not replay") { m in
      let subject = PassthroughSubject<String, Never>()
      m.drive(subject, with: "-a-b|")
      m.expect(subject, from: "--^").toBe("--(a)b|")
    },
    one("share", "a subject without a subscriber") { m in
      let subject = PassthroughSubject<String, Never>()
      m.drive(subject, with: "-a-b|")
      m.expect(m.cold("-a|")).toBe("-a|")
    },
    one("share", "a watched stream that nobody uses") { m in
      _ = m.watch(Just("a"))
      m.expect(m.cold("-a|")).toBe("-a|")
    },
    one("share", "multicast without connect") { m in
      m.expect(m.cold("-a|").multicast(subject: PassthroughSubject()), name: "multicast").toBe("-a|")
    },
    one("share", "the current value is forgotten") { m in
      m.expect(CurrentValueSubject<String, Never>("a"), name: "state").toBe("-")
    },
    one("share", "two subscriptions of a hot stream at once", right: "a hot stream plays once for all; both subscribe")
    { m in
      let typed = m.hot("-a|")
      m.expect(typed.zip(typed) { $0 + $1 }).toBe("-x|", ["x": "aa"])
      m.expect(subscriptionsOf: typed).toBe("^-!", "^-!")
    },
  ]

  // MARK: rule
  private static let rules: [Wrong] = [
    one("rule", "an answer too late") { m in
      let ask = m.hot("-a------|")
      let found = ask.delay(for: m.frames(4), scheduler: m.scheduler)
      m.each(ask).isFollowed(by: found, within: m.frames(3))
    },
    one("rule", "no question") { m in
      let ask = m.hot("--|")
      m.each(ask).isFollowed(by: ask.map { $0 }, within: m.frames(3))
    },
    one("rule", "two answers") { m in
      let ask = m.hot("-a--|")
      m.atMost(1, of: ask.merge(with: ask), afterEach: ask)
    },
    one("rule", "the same value again") { m in m.never(m.hot("-aa|")) { $0 == $1 } },
    one("rule", "a condition that does not hold") { m in m.always(m.hot("-a|")) { $0 == "b" } },
    one("rule", "a condition at the end") { m in m.atEnd(m.hot("-ab|")) { $0 == "a" } },
    one("rule", "a limit of zero") { m in m.none(of: m.hot("-a|"), within: .zero, after: m.hot("-b|")) },
    one("rule", "before the first one") { m in m.only(m.hot("-a---|"), after: m.hot("--b--|")) },
    one("rule", "fewer than expected") { m in m.atLeast(2, of: m.hot("-a|")) },
  ]

  // MARK: generated case
  private static let generated: [Wrong] = [
    cases("nothing is generated") { m in m.expect(m.hot("-a|")).toBe("-a|") },
    cases("a model that is wrong") { m in
      let typed = m.hot(any: "ab")
      m.expect(typed.removeDuplicates()).toEqual(typed)
    },
    cases("two streams that are silent") { m in
      let typed = m.hot(any: "ab", ends: [.open])
      m.expect(typed.filter { _ in false }).toEqual(typed.map { $0 }.filter { _ in false })
    },
    cases("a filter lets nothing through") { m in
      m.expect(m.hot(any: "ab", ends: [.open]).filter { $0 == "zz" }).latency(
        after: m.hot(any: "ab"), atMost: m.frames(1))
    },
    cases("a rule that no case tests") { m in
      let typed = m.hot(any: "ab", ends: [.open])
      m.never(typed.filter { $0 == "zz" }) { $0 == $1 }
    },
    cases("no cases", 0) { m in m.expect(m.hot(any: "a")).toSatisfy { _ in true } },
    cases("a variable outside of the body") { m in
      outside.with { $0 += 1 }
      m.expect(m.hot(any: "ab")).toSatisfy("fewer than 30 cases") { _ in outside.with { $0 } < 30 }
    },
    cases("a choice without options", right: nil) { m in m.expect(m.hot(any: "")).toSatisfy { _ in true } },
  ]

  // MARK: law
  private static let laws: [Wrong] = [
    law("the failure becomes a finish") {
      FaultyOperator(upstream: $0, fault: .failureBecomesFinish, scheduler: $0.scheduler, frame: $0.frames(1))
    },
    law("more than was requested") {
      FaultyOperator(upstream: $0, fault: .doublesDemand, scheduler: $0.scheduler, frame: $0.frames(1))
    },
    law("an unlimited reply") {
      FaultyOperator(upstream: $0, fault: .repliesUnlimited, scheduler: $0.scheduler, frame: $0.frames(1))
    },
    law("the cancel is ignored") {
      FaultyOperator(upstream: $0, fault: .ignoresCancel, scheduler: $0.scheduler, frame: $0.frames(1))
    },
    law("values without demand are lost") {
      FaultyOperator(upstream: $0, fault: .losesWithoutDemand, scheduler: $0.scheduler, frame: $0.frames(1))
    },
    law("a timer is left behind") { source in
      let scheduler = source.scheduler, late = scheduler.now.advanced(by: source.frames(99))
      return source.handleEvents(receiveSubscription: { _ in scheduler.schedule(after: late) {} })
    },
    law("an operator that looks suspicious", right: "a map keeps all laws") { $0.map { $0 * 0 } },
    law("a failure is replaced") { $0.catch { _ in Just(1).setFailureType(to: LawFailure.self) } },
  ]

  // MARK: recording
  private static let recordings: [Wrong] = [
    one("recording", "read before the run") { m in
      let seen = m.record(m.cold("-a|"))
      if !seen.recording.values.isEmpty { throw Trouble.refused }
    },
    one("recording", "of an expectation, before the run") { m in
      let found = m.expect(m.cold("-a|"))
      found.toBe("-a|")
      if !found.recording.values.isEmpty { throw Trouble.refused }
    },
    one("recording", "nothing is expected") { m in _ = m.cold("-a|") },
    one("recording", "no row") { m in _ = m.expect(m.cold("-a|")) },
    one("recording", "a second row") { m in m.expect(m.cold("-a|")).toBe("-a|").toBe("-a|") },
    one("recording", "described after the run") { m in
      let source = m.cold("-a|")
      m.expect(source).toBe("-a|")
      try m.run()
      m.expect(m.cold("-b|")).toBe("-b|")
    },
    one("recording", "a row that cannot be read") { m in m.expect(m.cold("-(a|")).toBe("-a|") },
    one("recording", "an action that throws") { m in
      m.at("-x") { throw Trouble.refused }
      m.expect(m.cold("-a|")).toBe("-a|")
    },
  ]

  // MARK: allowance
  private static let allowances: [Wrong] = [
    one("allowance", "allowLive for a value that differs") { m in
      m.allowLive()
      m.expect(m.cold("-a|")).toBe("-b|")
    },
    one("allowance", "allowingNone for a rule that is broken") { m in m.never(m.hot("-aa|")) { $0 == $1 }.allowingNone()
    },
    one("allowance", "allowingOpen for a rule that is broken") { m in m.atMost(1, of: m.hot("-aa|")).allowingOpen() },
    one("allowance", "allowingNone for streams that differ") { m in
      m.expect(m.cold("-a|")).toEqual(m.cold("-b|")).allowingNone()
    },
    one("allowance", "allowUnusedNames for a name that is missing") { m in
      m.allowUnusedNames()
      m.expect(m.cold("-a|", ["a": 1, "b": 2])).toBe("-c|", ["a": 1])
    },
    one("allowance", "allowingNoSubscriber for a subscription that is expected") { m in
      let source = m.cold("-a|").allowingNoSubscriber()
      m.expect(m.cold("-b|")).toBe("-b|")
      m.expect(subscriptionsOf: source).toBe("^-!")
    },
    one("allowance", "ignoring: .time for another value") { m in
      m.expect(m.cold("-a|")).toEqual(m.cold("--b|"), ignoring: .time)
    },
    one("allowance", "ignoring: .order for another instant") { m in
      m.expect(m.cold("-a|")).toEqual(m.cold("--a|"), ignoring: .order)
    },
  ]

  private static let outside = Guarded(0)
  private final class Unsafe<Value>: @unchecked Sendable { var values: [Value] = [] }

  @Test func aHundredAreRedAndTheOthersAreRight() {
    #expect(Self.all.count >= 100)
    let kinds = Set(Self.all.map(\.kind))
    #expect(
      kinds == [
        "frame", "value", "error", "completion", "subscriptions", "scheduler", "leak", "share", "rule", "case", "law",
        "recording",
        "allowance",
      ])
    for wrong in Self.all {
      let problems = wrong.problems()
      #expect(problems.isEmpty == (wrong.right != nil), "\(wrong.kind): \(wrong.mistake): \(problems)")
      // Each says something: a headline, and nothing that a type printed.
      for problem in problems {
        #expect(problem.count > 15 && !problem.contains("Optional("), "\(wrong.kind): \(wrong.mistake): \(problem)")
      }
    }
  }
}

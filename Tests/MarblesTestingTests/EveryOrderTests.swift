import Foundation
import MarblesPictures
@testable import MarblesTesting
import Pipes
import Testing
import VirtualTime
import XCTest

/// The issues that a body records, without the places in its file.
func foundIssues(_ body: @escaping @Sendable () async throws -> Void) async throws -> [String] {
  let texts = Guarded<[String]>([])
  let trait: IssueHandlingTrait = .compactMapIssues { issue in
    texts.with { $0.append(issue.comments.map(\.rawValue).joined()) }
    return nil
  }
  try await trait.provideScope(for: #require(Test.current), testCase: Test.Case.current, performing: body)
  return texts.with { $0 }
}

/// Async code without rows, in every order.
@Suite struct EveryOrderTests {
  actor Account {
    private(set) var balance = 0
    func deposit(_ amount: Int, pausing: Bool) async {
      let old = balance
      if pausing { await Task.yield() }
      balance = old + amount
    }
  }
  @Test func rightCodeHolds() async throws {
    let run = try await everyOrder {
      let account = Account()
      async let first: Void = account.deposit(1, pausing: false), second: Void = account.deposit(1, pausing: false)
      _ = await (first, second)
      #expect(await account.balance == 2)
    }
    #expect(run.count > 1 && run.completeSwitches ?? 0 >= 2, "\(run)")
  }
  #if canImport(Glibc)
    /// Threads that the code starts are turns, too.
    @Test(.enabled(if: RealClocks.unavailable == nil)) func threads() async throws {
      let found = Guarded<Set<String>>([])
      try await everyOrder {
        let text = Guarded("")
        for name in ["a", "b"] { Thread.detachNewThread { text.with { $0 += name } } }
        try await Task.sleep(for: .seconds(1))
        found.with { _ = $0.insert(text.with { $0 }) }
      }
      #expect(found.with { $0 } == ["ab", "ba"])
    }
  #endif
  @MainActor private final class Counter {
    var count = 0
    func add(_ more: Int) async {
      let old = count
      await Task.yield()
      count = old + more
    }
  }
  @Test func theBodyMayBeOnTheMainActor() async throws {
    let texts = try await foundIssues {
      try await everyOrder { @MainActor in
        let counter = Counter(), first = Task { await counter.add(1) }
        await counter.add(1)
        await first.value
        MainActor.assertIsolated()
        #expect(counter.count == 2)
      }
    }
    #expect(texts.count == 1)
  }
  /// On several threads the new task may call the actor before its creator does.
  @Test func aTaskMayOvertakeItsCreator() async throws {
    let seen = Guarded<Set<String>>([])
    try await everyOrder {
      let log = Pen()
      let task = Task { await log.write("task") }
      await log.write("creator")
      await task.value
      let first = await log.first
      seen.with { _ = $0.insert(first) }
    }
    #expect(seen.with { $0 } == ["task", "creator"])
  }
  private actor Pen {
    private(set) var first = ""
    func write(_ text: String) { if first.isEmpty { first = text } }
  }
  /// The expectation holds in the order of scheduling.
  private static func lostUpdate(again: String? = nil) async throws {
    try await everyOrder(again: again) {
      let account = Account()
      let first = Task { await account.deposit(1, pausing: false) }
      let second = Task { await account.deposit(1, pausing: true) }
      _ = await (first.value, second.value)
      #expect(await account.balance == 2)
    }
  }
  @Test func anExpectationThatFailsShowsTheOrder() async throws {
    let issues = try await foundIssues { try await Self.lostUpdate() }
    try #require(issues.count == 1, "\(issues)")
    let text = issues[0]
    #expect(text.hasPrefix("Expectation failed: await account.balance == 2 (EveryOrderTests.swift:"), "\(text)")
    #expect(text.contains("of the orders at equal instants, shrunk to 1 switch\n"), "\(text)")
    let name = "EveryOrderTests.lostUpdate(again:)"
    #expect(text.contains("\n    switch        turn 1 of \(name) #2 before turn 1 of \(name) #1\n"), "\(text)")
    let again = try #require(text.split(separator: "everyOrder(again: \"").last?.prefix { $0 != "\"" })
    #expect(again.count <= 20)
    let repeated = try await foundIssues { try await Self.lostUpdate(again: String(again)) }
    #expect(repeated.count == 1 && repeated[0].contains("; a repeated case"), "\(repeated)")
    #expect(try await foundIssues { try await Self.lostUpdate(again: "O0") } == [])
  }
  /// The task of an action is named after it, and what a source leads to after the source.
  @Test func tasksOfOneRowAreToldApart() async throws {
    let issues = try await foundIssues {
      try await marbles(cases: .allOrders) { m in
        let log = PassthroughSubject<String, Never>()
        m.atEach("[ab]") { name in
          await Task.yield()
          log.send(name)
        }
        m.expect(log, from: "^-!").toBe("[ab]")
      }
    }
    try #require(issues.count == 1, "\(issues)")
    #expect(issues[0].contains("\n  It depends on the order at frame 0:\n"), "\(issues[0])")
    let (a, b) = ("actions 1 a at frame 0", "actions 1 b at frame 0")
    #expect(issues[0].contains("\n    switch        turn 1 of \(b) before turn 1 of \(a)\n"), "\(issues[0])")
  }
  /// A limit that stops a run is the failure, not the rows that it cut off; and the task that never ends has a name.
  @Test(arguments: [Cases?.none, .drawn(2), .allOrders(atMost: 20)])
  func aStopIsToldInEachKindOfRun(_ cases: Cases?) async throws {
    let body: @Sendable (MarbleTest) async throws -> Void = { m in
      let sent = PassthroughSubject<String, Never>()
      m.at("-x") { Task { await Self.sleepForNoTime() } }
      m.at("--a") { sent.send("a") }
      m.expect(sent).toBe("--a")
    }
    let issues = try await foundIssues {
      if let cases { try await marbles(cases: cases, body) } else { try await marbles(body) }
    }
    try #require(issues.count == 1, "\(issues)")
    let limit = cases == nil ? 100_000 : 10_000
    #expect(issues[0].hasPrefix("stopped after \(limit) actions at 1ms 1ns and time does not advance; "), "\(issues)")
    #expect(issues[0].contains("a sleeper whose deadline is over, in 'EveryOrderTests.sleepForNoTime()'"), "\(issues)")
    #expect(issues[0].contains("\n  actions 1  -x-\n  actions 2  --a\n  sent       ---"), "\(issues[0])")
  }
  private static func sleepForNoTime() async { while !Task.isCancelled { try? await Task.sleep(for: .zero) } }
  private func sent(_ value: String, _ log: PassthroughSubject<String, Never>) {
    Task {
      await Task.yield()
      log.send(value)
    }
  }
  @Test func tasksOfTwoSourcesAreToldApart() async throws {
    let issues = try await foundIssues {
      try await marbles(cases: .allOrders) { m in
        let log = PassthroughSubject<String, Never>(), taps = m.hot("-a"), keys = m.hot("-b")
        m.keep(taps.merge(with: keys).sink { self.sent($0, log) })
        m.expect(log, from: "^--!").toBe("-[ab]")
        m.allowLive()
      }
    }
    try #require(issues.count == 1, "\(issues)")
    let name = "EveryOrderTests.sent(_:_:) #1 of"
    #expect(issues[0].contains("\(name) keys") && issues[0].contains("\(name) taps"), "\(issues[0])")
    #expect(!issues[0].contains("one name") && !issues[0].contains("hot 1"), "\(issues[0])")
  }
  /// A task is named by itself, else by the function that starts it; its turns by the function in which they go on.
  @Test func tasksHaveNames() async throws {
    let issues = try await foundIssues {
      try await everyOrder {
        let account = Account()
        let quick = Task(name: "quick") { await account.deposit(1, pausing: false) }
        let slow = Task(name: "slow") {
          await Task.yield()
          await account.deposit(1, pausing: true)
        }
        _ = await (quick.value, slow.value)
        let balance = await account.balance
        #expect(balance == 2)
      }
    }
    try #require(issues.count == 1, "\(issues)")
    let text = issues[0]
    // The quick task must come between the two parts of the slow one, so it waits three times.
    #expect(text.hasPrefix("Expectation failed: (balance → 1) == 2 (EveryOrderTests.swift:"), "\(text)")
    #expect(text.contains(", shrunk to 3 switches\n"), "\(text)")
    let begun = "quick 2 in EveryOrderTests.Account.deposit(_:pausing:), the pause of slow, "
    #expect(text.contains("\n    as scheduled  …, quick 1, slow 1, \(begun)"), "\(text)")
    #expect(text.contains("\n    switch        turn 1 of slow before turn 1 of quick\n"), "\(text)")
    let last = "turn 2 of slow, in EveryOrderTests.tasksHaveNames(), before turn 1 of quick"
    #expect(text.contains("\n    switch        \(last)\n"), "\(text)")
  }
  /// The failure of two deposits, each with a pause between reading and writing.
  private func twoDeposits() async throws -> String {
    let issues = try await foundIssues {
      try await everyOrder {
        let account = Account()
        let ann = Task(name: "ann") { await account.deposit(1, pausing: true) }
        let bob = Task(name: "bob") { await account.deposit(2, pausing: true) }
        _ = await (ann.value, bob.value)
        #expect(await account.balance == 3)
      }
    }
    return try #require(issues.first)
  }
  /// Both tasks wait for the actor; each gives it away between reading and writing. After the pause a task goes on outside
  /// of the actor, which it enters again.
  @Test func theTasksOfAnActorAreNamed() async throws {
    let text = try await twoDeposits(), place = "in EveryOrderTests.Account.deposit(_:pausing:)"
    #expect(text.contains("; case 1 of the orders at equal instants, in the order of scheduling\n"), "\(text)")
    let rest = "the pause of ann, the pause of bob, ann 3, bob 3, ann 4, bob 4, the body 2"
    let turns = "ann 2 \(place), bob 2 \(place), \(rest)"
    #expect(text.contains("\n  The order of scheduling fails:\n    the body 1, ann 1, bob 1, \(turns)"), "\(text)")
  }
  /// By hand: with one account and one pause each, the order of scheduling loses a deposit; if ann is over before bob
  /// begins, nothing is lost.
  @Test func anOrderThatHoldsIsNamed() async throws {
    let text = try await twoDeposits()
    #expect(text.contains("\n  Another order holds, by its turns at 0s:\n    …, "), "\(text)")
    let turns = try #require(text.split(separator: "\n").first { $0.hasPrefix("    …, ") }).split(separator: ", ")
    func place(_ turn: String) -> Int? { turns.firstIndex { $0.hasPrefix(turn) } }
    // The second task enters the account when the first one has written.
    let isAnnFirst = try #require(place("ann 4")) < (place("bob 2") ?? -1)
    let isBobFirst = try #require(place("bob 4")) < (place("ann 2") ?? -1)
    #expect(isAnnFirst || isBobFirst, "\(text)")
  }
  /// Two tasks and the body have three orders, and none of them matters.
  @Test func aFaultOfEachOrderIsToldFromARace() async throws {
    let issues = try await foundIssues {
      try await everyOrder {
        let log = Log()
        let first = Task { log.add("a") }, second = Task { log.add("b") }
        _ = await (first.value, second.value)
        #expect(log.text.count == 3)
      }
    }
    let text = try #require(issues.first)
    #expect(text.contains("\n  No order was found that holds (all 3 orders at equal instants)\n"), "\(text)")
  }
  /// The text of a set is another one in each run, and the failure is the same one.
  @Test func valuesOfAFailureDoNotTellItApart() async throws {
    let issues = try await foundIssues {
      try await everyOrder {
        let names = Set((0..<20).map { "name \($0)" })
        #expect(names == [])
      }
    }
    #expect(issues.count == 1 && !issues[0].contains("does not always fail"), "\(issues)")
  }
  @Test(arguments: [
    ("hello", "'hello' is not the text of an order"), ("01", "'01' is not the text of an order"),
    ("O9", "'O9' is not the text of an order"), ("O02", "'O02' names a turn that this test does not have"),
    ("O01O1", "'O01O1' is not the text of an order"), ("O010101010101", "'O010101010101' names a turn that"),
  ])
  func aTextOfAnotherTestIsTold(_ again: String, _ message: String) async throws {
    let issues = try await foundIssues {
      try await everyOrder(again: again) {
        let log = Log()
        let first = Task { log.add("a") }, second = Task { log.add("b") }
        _ = await (first.value, second.value)
        #expect(log.text.count == 2)
      }
    }
    #expect(issues.count == 1 && issues[0].hasPrefix(message), "\(issues)")
  }
  /// Each run would take the patience once more.
  @Test func aBodyThatNeverEndsRunsOnce() async throws {
    let runs = Guarded(0)
    let issues = try await foundIssues {
      try await everyOrder {
        runs.with { $0 += 1 }
        let first = Task { try await Task.sleep(for: .seconds(1)) }, never = AsyncStream<Int> { _ in }
        for await _ in never {}
        try await first.value
      }
    }
    #expect(runs.with { $0 } == 1)
    #expect(issues.count == 1, "\(issues)")
    #expect(issues.first?.contains("nothing is left to do at 1s, but the body still waits") == true, "\(issues)")
    #expect(issues.first?.contains("; case 1 of the orders at equal instants, in the order of scheduling\n") == true)
  }
  @Test func theOrderThatHoldsHasTheNamesOfTheRows() async throws {
    let issues = try await foundIssues {
      try marbles(cases: .allOrders) { m in
        let targets = m.hot("-a-b")
        let stops = m.hot("-x-y")
        m.expect(targets.merge(with: stops)).toSatisfy("begins with x") { $0.values.first == "x" }
      }
    }
    let text = try #require(issues.first)
    #expect(text.contains("\n  Another order holds, by its turns at frame 1:\n    stops, targets\n"), "\(text)")
  }
  /// A breakpoint stops once, and what the body prints comes once.
  @Test func anOrderIsRepeatedOnce() async throws {
    let runs = Guarded(0)
    let issues = try await foundIssues {
      try await everyOrder(again: "O01") {
        runs.with { $0 += 1 }
        let log = Log()
        let first = Task(name: "a") { log.add("a") }, second = Task(name: "b") { log.add("b") }
        _ = await (first.value, second.value)
        #expect(log.text == "ab")
      }
    }
    #expect(runs.with { $0 } == 1)
    let turns = "\n  The turns of this order:\n    the body 1, b 1, a 1, "
    #expect(issues.count == 1 && issues[0].contains(turns), "\(issues)")
    #expect(issues[0].contains("\n    switch        turn 1 of b before turn 1 of a\n"), "\(issues)")
  }
  /// The order that fails, as the test attaches it.
  private func order(_ body: @escaping @Sendable () async throws -> Void) async throws -> RunOrder {
    let drawn = Guarded(RunOrder?.none)
    let drawing = TestDrawing(drawsAll: false, drawOrder: { order in drawn.with { $0 = order } }) { _ in }
    let texts = Guarded<[CaughtIssue]>([])
    _ = try await MarbleTest.perform(
      .orders(.allOrders, again: nil), at: SourcePlace(#fileID, #filePath, #line, #column), drawing: drawing,
      catching: IssueCatcher(mayRepeat: true) { _, body in
        texts.with { $0 = [] }
        try await body()
        return texts.with { $0 }
      }, { _ in }
    ) { _ in
      do { try await body() } catch { texts.with { $0.append(CaughtIssue("\(error)", source: "")) } }
    }
    return try #require(drawn.with { $0 })
  }
  struct Broken: Error {}
  /// The picture on the page "Every order" is the one of its example. `DOCS=write` draws it again.
  @Test func thePictureOfThePage() async throws {
    let path = "Sources/Marbles/Marbles.docc/every-order.svg"
    var order = try await self.order(BankTests.deposits())
    order.title = "deposits()"
    order.failures = ["Expectation failed: (balance → 1) == 2 (BankTests.swift:15)"]
    let picture = try #require(TestFiles.drawer).attachment(order)
    if ProcessInfo.processInfo.environment["DOCS"] == "write" { try Files.write(picture, to: path) }
    #expect(try String(decoding: Files.read(path), as: UTF8.self) == picture)
  }
  /// By hand: the body starts a and b, and awaits a. As scheduled a and b run, then the body, twice. It fails if b runs
  /// first: then the body waits for a, and awaits b, which has ended.
  @Test func theOrderThatFailsIsAFile() async throws {
    let order = try await order {
      let log = Log()
      let first = Task(name: "a") { log.add("a") }, second = Task(name: "b") { log.add("b") }
      _ = await (first.value, second.value)
      if log.text != "ab" { throw Broken() }
    }
    let lines = OrderWriter.text(of: order).split(separator: "\n").map(String.init)
    #expect(lines[0] == #"{"marble-order":1,"again":"everyOrder(again: \"O01\")"}"#)
    #expect(lines[1] == #"{"at":"0s","task":"the body","turn":1}"#, "\(lines)")
    #expect(lines[2] == #"{"at":"0s","task":"b","turn":1,"before":4}"#)
    #expect(lines[3] == #"{"at":"0s","task":"a","turn":1}"#)
    #expect(lines.dropFirst(4).dropLast().allSatisfy { $0.contains(#""task":"the body""#) }, "\(lines)")
    #expect(lines.last == #"{"fail":"Broken()"}"#)
    #expect(order.turns.map(\.isSwitch).firstIndex(of: true) == 1 && order.turns[1].passed == 2)
  }
  @Test func anOrderWithoutASwitchIsAFileToo() async throws {
    let order = try await order { throw Broken() }
    #expect(order.switches.isEmpty && order.failures == ["Broken()"])
    #expect(order.again == "everyOrder(again: \"O0\")")
  }
  @Test func aRequirementAndAnErrorCount() async throws {
    let required = try await foundIssues {
      try await everyOrder { _ = try #require(Int("x")) }
    }
    #expect(required.count == 1 && required[0].hasPrefix("Expectation failed: "), "\(required)")
    let thrown = try await foundIssues {
      try await everyOrder { throw Broken() }
    }
    #expect(thrown.count == 1 && thrown[0].hasPrefix("the body threw an error: Broken(); case 1 of "), "\(thrown)")
    #expect(thrown[0].contains("the orders at equal instants, in the order of scheduling\n"), "\(thrown)")
  }
  /// Beside rows, expectations count as well.
  @Test func anExpectationInATestWithRows() async throws {
    let body: @Sendable (MarbleTest) async throws -> Void = { m in
      let log = Log()
      m.at("x") { log.add("a") }
      m.at("x") { log.add("b") }
      m.at("-x") { #expect(log.text == "ab") }
    }
    let issues = try await foundIssues { try await marbles(cases: .allOrders, body) }
    #expect(issues.count == 1 && issues[0].contains("again: cases: .again(\"O01\")"), "\(issues)")
  }
  final class Log: Sendable {
    private let content = Guarded("")
    var text: String { content.with { $0 } }
    func add(_ part: String) { content.with { $0 += part } }
  }
  /// The order in which the process ends stands on standard error, and in a file.
  @Test func aTrapNamesItsOrder() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try await everyOrder {
        let log = Log()
        let first = Task { log.add("a") }, second = Task { log.add("b") }
        _ = await (first.value, second.value)
        precondition(log.text == "ab")
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let start = ": the process ended in case 2 of the orders at equal instants\n"
    #expect(text.contains(start + "  again: everyOrder(again: \"O01\")\n"), "\(text)")
  }
  /// Returns when a case runs on another thread, where it computes for ever.
  private static func startACaseThatNeverEnds() {
    let isInside = Guarded(false)
    Thread {
      _ = try? marbles(cases: .drawn(1)) { _ in
        isInside.with { $0 = true }
        while true {}
      }
    }.start()
    while !isInside.with({ $0 }) {}
  }
  /// A marble test without cases is named, and what runs beside it is not.
  @Test func aTrapInATestWithoutCasesNamesIt() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Self.startACaseThatNeverEnds()
      try await marbles { m in
        m.at("-x") {
          await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            continuation.resume()
            continuation.resume()
          }
        }
        m.expect(m.cold("-|")).toBe("-|")
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("EveryOrderTests.swift:"), "\(text)")
    #expect(text.contains(": the process ended in this test\n") && !text.contains("case 1"), "\(text)")
  }
  /// The thread that ends the process may be one of another test.
  @Test func aTrapBesideACaseDoesNotBlameIt() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let isInside = Guarded(false)
      Thread {
        while !isInside.with({ $0 }) {}
        fatalError("beside it")
      }.start()
      try await everyOrder {
        isInside.with { $0 = true }
        while true {}
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains(": perhaps in another test the process ended, beside case 1 of the orders"), "\(text)")
    #expect(!text.contains("the process ended in case"), "\(text)")
  }
  /// An order that is run again has its turns there, too. The second task runs before the first; what other tests run at
  /// that time is not named.
  @Test func aTrapThatIsRepeatedNamesItsTurns() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Self.startACaseThatNeverEnds()
      try await everyOrder(again: "O01") {
        let log = Log()
        let first = Task(name: "ann") { log.add("a") },
          second = Task(name: "bob") {
            log.add("b")
            precondition(log.text == "ab")
          }
        _ = await (first.value, second.value)
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let turns = "again: everyOrder(again: \"O01\")\n  in the last of these turns: turn 1 of the body"
    #expect(text.contains(turns), "\(text)")
    #expect(text.contains("turn 1 of bob") && !text.contains("turn 1 of ann"), "\(text)")
    #expect(text.components(separatedBy: "the process ended in case").count == 2, "\(text)")
  }
}

/// The example of the page "Every order".
private enum BankTests {
  static func deposits() -> @Sendable () async throws -> Void {
    {
      let account = EveryOrderTests.Account()
      let quick = Task(name: "quick") { await account.deposit(1, pausing: false) }
      let slow = Task(name: "slow") {
        await Task.yield()
        await account.deposit(1, pausing: true)
      }
      _ = await (quick.value, slow.value)
      if await account.balance != 2 { throw EveryOrderTests.Broken() }
    }
  }
}

final class EveryOrderXCTests: XCTestCase {
  func testTheOrdersOfTwoTasks() async throws {
    let run = try await everyOrder {
      let log = EveryOrderTests.Log()
      let first = Task { log.add("a") }, second = Task { log.add("b") }
      _ = await (first.value, second.value)
      XCTAssertEqual(log.text.count, 2)
    }
    // Both tasks, and between them the body if the first one runs first.
    XCTAssertEqual(run.count, 3)
    XCTAssertEqual(run.completeSwitches, .max)
  }
}

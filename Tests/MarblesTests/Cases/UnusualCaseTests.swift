import Foundation
import Marbles
import Pipes
import Testing
import VirtualTime

/// Tests with generated rows that are used in ways that nobody recommends.
@Suite struct UnusualCaseTests {
  @Test func choicesInsideOfTheRunAreRepeated() throws {
    let text = try failure(cases: 300) { m in
      let typed = m.hot(any: "a", ends: [.open])
      m.expect(typed.map { _ in m.choose(0...9) }).toSatisfy { !$0.values.contains(7) }
    }
    // The list has the row, which takes no further value and does not complete, and then the choice.
    #expect(text.contains("  expectation 1  7\n") && text.contains("again(\"10007\")"), "\(text)")
  }

  @Test(.timeLimit(.minutes(60))) func streamsWithoutEndAreStopped() throws {
    let text = try failure(cases: 3) { m in
      m.expect(Just(1).repeat()).toSatisfy { _ in true }
      m.expect(m.hot(any: "a")).toSatisfy { _ in true }
    }
    #expect(text.contains("stopped after 10000 actions"), "\(text)")
  }

  /// Stands still in real time, also inside a run: as a process without a processor does.
  private static func standStill(for seconds: Double) {
    let pipe = Pipe()
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: seconds)
      pipe.fileHandleForWriting.closeFile()
    }
    _ = pipe.fileHandleForReading.readDataToEndOfFile()
  }
  /// Shrinking counts cases and actions, not seconds: so the text is the same on a machine that is busy.
  @Test func longRowsAreShrunkByWhatTheyCost() throws {
    var runs = 0
    /// The text of a failure, the 10th of whose cases stands still if the process is starved.
    func text(_ effort: Int, isStarved: Bool = false) throws -> String {
      runs = 0
      return try failure(cases: 50, effort: effort, line: 100) { m in
        runs += 1
        if isStarved, runs == 10 { Self.standStill(for: 2.5) }
        let typed = m.hot(any: "abc", frames: 1000)
        m.expect(typed).toSatisfy { run in run.values.count < 40 }
      }
    }
    // A case costs a hundred actions and its own: with each of these sums something is left to try.
    for effort in [1, 99, 100, 1_000, 20_000] {
      let found = try text(effort), tried = runs - 3, cases = tried == 1 ? "1 case" : "\(tried) cases"
      // The case fails, fails again, and is shown at the end.
      #expect(found.contains("  shrinking was stopped after \(cases): a shorter row may fail, too"), "\(found)")
      #expect((tried - 1) * 100 <= effort && effort < tried * 1_100, "\(tried) cases for \(effort)")
      if effort == 20_000 { #expect(try text(effort, isStarved: true) == found) }
    }
  }

  /// A failure is of one kind at whatever instant it comes: a case that fails between two frames is made one that fails
  /// at a frame.
  @Test func aFailureBetweenFramesIsShrunk() throws {
    for seed in 1...4 as ClosedRange<UInt64> {
      let text = try failure(cases: .drawn(100, seed: seed)) { m in
        let late = m.choose(0...999)
        let found = m.cold("-a|").delay(for: .microseconds(late), scheduler: m.scheduler)
        m.expect(found).toEqual(found.map { $0 + "!" })
      }
      #expect(text.hasPrefix("+3: found differs from "), "\(seed): \(text)")
      #expect(text.contains(" at frame 1; case 1 of 100"), "\(seed): \(text)")
    }
  }

  @Test func symbolsThatAreSyntaxAreQuoted() throws {
    let text = try failure(cases: 100) { m in
      let typed = m.hot(any: "|-'\"\\", ends: [.open])
      m.expect(typed).toSatisfy { $0.values.isEmpty || $0.values == ["|"] }
    }
    #expect(text.contains("m.hot(\"'-'\")"), "\(text)")
    try marbles(cases: 200) { m in
      let row = m.row(any: "|-'\"\\#?^!{1 é👩‍👩‍👧")
      m.expect(m.hot(row)).toSatisfy { run in Set(run.values).isSubset(of: Set("|-'\"\\#?^!{1 é👩‍👩‍👧".map(String.init))) }
    }
  }

  @Test func framesOfNoLengthAreRefused() throws {
    for frame in [Duration.zero, .seconds(-1), .seconds(100_000_000_000)] {
      let error = #expect(throws: MarbleFailure.self) {
        try marbles(frame: frame, cases: 5) { m in m.expect(m.hot(any: "a")).toSatisfy { _ in true } }
      }
      #expect(error?.description.contains("is not possible") == true, "\(String(describing: error))")
    }
    try marbles(frame: .nanoseconds(1), cases: 20) { m in
      let typed = m.hot(any: "ab")
      m.expect(typed).toEqual(typed.map { $0 })
    }
  }

  @Test func testsWithinTestsAreApart() throws {
    try marbles(cases: 5) { m in
      let outer = m.hot(any: "ab")
      try marbles(cases: 5) { inner in
        let typed = inner.hot(any: "cd")
        inner.expect(typed).toEqual(typed.map { $0 })
      }
      m.expect(outer).toEqual(outer.map { $0 })
    }
  }

  @Test func aRowCannotBeChosenWhileTheTestRuns() throws {
    let text = try failure(cases: 5) { m in
      m.expect(m.hot(any: "ab", ends: [.finished])).toSatisfy { _ in true }
      try m.run()
      m.expect(m.hot(any: "a")).toSatisfy { _ in true }
    }
    #expect(text.contains("the test runs already"), "\(text)")
  }

  @Test func lawsNeedValues() throws {
    let error = #expect(throws: MarbleFailure.self) { try checkLaws(any: [Int]()) { $0 } }
    #expect(error?.problems.map(\.text) == ["laws are checked with values\n  write any: with a list that is not empty"])
    let other = #expect(throws: MarbleFailure.self) { try checkLaws(cases: .again("*")) { $0 } }
    #expect(other?.problems.count == 1)
  }

  @Test func aLawIsNotBrokenByAnOperatorThatNeverEnds() throws {
    let error = #expect(throws: MarbleFailure.self) {
      try checkLaws(cases: 10) { $0.append(Empty(completeImmediately: false)) }
    }
    // It keeps all laws but one: it does not complete.
    #expect(
      error?.problems.count == 1 && error?.description.contains("(the stream completes after its upstream)") == true,
      "\(error!)")
  }

  // MARK: As a newcomer

  /// A cart whose total is published.
  final class Cart: ObservableObject {
    @Published private(set) var total = 0
    private var token: AnyCancellable?

    init(_ prices: some Publisher<Int, Never>) {
      token = prices.sink { [weak self] in self?.total += $0 }
    }
  }

  @Test func aModelAddsUp() throws {
    try marbles(cases: 200) { m in
      let prices = m.hot(any: [0, 1, 5, -3])
      let cart = m.keep(Cart(prices))
      m.expect(cart.$total).toEqual(prices.scan(0, +).prepend(0).append(Empty(completeImmediately: false)))
    }
  }

  struct Offline: Error {}

  @Test func aRequestIsTriedThreeTimes() throws {
    try marbles(cases: 200) { m in
      let request = m.cold(any: "ab", error: Offline())
      let window = m.window()
      m.expect(request.retry(2), from: window)
        .toSatisfy("a failure only after three attempts") { run in
          guard case .failure = run.completion else { return true }
          return request.log.windows.count >= 3
        }
    }
  }
}

/// A shrunk row has nothing that is not needed.
@Suite struct MinimalRowTests {
  /// A planted fault: a row fails if it has some symbols in this order, each some frames after its predecessor or
  /// later.
  private struct Fault {
    var symbols: [String]
    var gaps: [Int]

    init(seed: UInt64) {
      var random = SplitMixSequence(seed: seed)
      symbols = (0..<2 + random.below(2)).map { _ in ["a", "b", "c"][random.below(3)] }
      gaps = symbols.map { _ in random.below(4) }
    }
    func fails(_ events: [(frame: Int, symbol: String)], from start: Int = 0, after last: Int = -10, number: Int = 0)
      -> Bool
    {
      if number == symbols.count { return true }
      for index in events.indices where index >= start && events[index].symbol == symbols[number] {
        if events[index].frame - last >= gaps[number],
          fails(events, from: index + 1, after: events[index].frame, number: number + 1)
        {
          return true
        }
      }
      return false
    }
  }

  /// No single event can be removed, and none can come a frame earlier, alone or with all that follow, without losing
  /// the failure.
  @Test(arguments: 1...11 as ClosedRange<UInt64>) func noEventIsSuperfluous(_ seed: UInt64) throws {
    let fault = Fault(seed: seed)
    func events<Failure>(_ recording: Recording<String, Failure>) -> [(frame: Int, symbol: String)] {
      recording.entries.compactMap { entry in
        guard case .value(let symbol) = entry.event else { return nil }
        return (Int(VirtualInstant.zero.distance(to: entry.instant).nanoseconds / 1_000_000), symbol)
      }
    }
    let text = try failure(cases: 400) { m in
      m.expect(m.hot(any: "abc", frames: 16)).toSatisfy { !fault.fails(events($0)) }
    }
    let row = try #require(text.firstMatch(of: /as a test: m\.hot\("(.*)"\)/), "\(text)").1
    var found: [(frame: Int, symbol: String)] = []
    try marbles { m in
      let seen = m.record(m.hot(String(row)))
      m.allowLive()
      try m.run()
      found = events(seen.recording)
    }
    #expect(fault.fails(found), "\(row)")
    #expect(found.count == fault.symbols.count, "\(row)")
    for index in found.indices {
      var rest = found
      rest.remove(at: index)
      #expect(!fault.fails(rest), "\(row) without event \(index)")
      // Two events at one instant are not simpler than two in a row.
      let isFree = found[index].frame > (index > 0 ? found[index - 1].frame + 1 : 0)
      var earlier = found
      for later in index..<earlier.count { earlier[later].frame -= 1 }
      if isFree { #expect(!fault.fails(earlier), "\(row), from event \(index) on a frame earlier") }
    }
  }
}

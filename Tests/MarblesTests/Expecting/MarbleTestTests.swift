import Marbles
import Pipes
import Testing
import VirtualTime

/// The actions of a test besides sources and plain expectations.
struct MarbleTestTests {
  @Test func tuplesAndCustomEquality() throws {
    try marbles { m in
      let left = m.cold("-a--b|")
      let right = m.cold("--x-y|")
      m.expect(left.zip(right)).toBe("--1-2|", ["1": ("a", "x"), "2": ("b", "y")])
      m.expect(left, by: { $0.uppercased() == $1.uppercased() }).toBe("-A--B|")
    }
    let text = try failure { m in
      let left = m.cold("-a|")
      m.expect(left.map { ($0, 1, true) }, name: "triples").toBe("-t|", ["t": ("a", 2, true)])
    }
    #expect(
      text == """
        +2: triples differs at frame 1
          left      -a|
          expected  -t|
          actual    -a|
                     ^
          frame 1: expected 't' (("a", 2, true)), got 'a' (("a", 1, true))
        """)
  }

  @Test func aSubjectDrivenByMarbles() throws {
    try marbles { m in
      let subject = PassthroughSubject<Int, Trouble>()
      m.drive(subject, with: "-1-2-#", error: .refused) { Int($0) }
      let current = CurrentValueSubject<String, Never>("start")
      m.drive(current, with: "--x|", ["x": "later"])
      m.expect(subject.map { $0 * 2 }).toBe("-a-b-#", ["a": 2, "b": 4], error: .refused)
      m.expect(current, from: "-^").toBe("-sl|", ["s": "start", "l": "later"])
    }
  }

  @Test func actionsAtInstants() throws {
    var log: [String] = []
    try marbles { m in
      let timeline = m.timeline
      m.atEach("--x-(yz)") { symbol in log.append("\(symbol) \(timeline.now)") }
      m.at("---x") { log.append("at \(timeline.now)") }
    }
    #expect(log == ["x 2ms", "at 3ms", "y 4ms", "z 4ms"])
  }

  @Test func theOrderAtOneInstant() throws {
    var log: [String] = []
    try marbles { m in
      // Declared the other way round: subscriptions come first, then demand, then what happens by itself.
      m.at("x") { log.append("action") }
      let hot = m.hot("a|")
      let noted = hot.map { value in
        log.append("hot \(value)")
        return value
      }
      m.expect(noted, demand: "1").toBe("a|")
    }
    #expect(log == ["action", "hot a"])
  }

  @Test func recordingsAreReadAfterTheRun() throws {
    try marbles { m in
      let source = m.cold("-a-b|")
      let recorded = m.record(source.map { $0 + "!" })
      let expected = m.expect(source)
      expected.toBe("-a-b|")
      try m.run()
      #expect(
        recorded.recording == [
          .value("a!", at: .milliseconds(1)), .value("b!", at: .milliseconds(3)), .finished(at: m.frames(4)),
        ])
      #expect(expected.recording.values == ["a", "b"])
    }
  }

  @Test func afterTheRunNothingCanBeAdded() throws {
    let text = try failure { m in
      m.expect(m.cold("a|")).toBe("a|")
      try m.run()
      _ = m.cold("a|")
    }
    #expect(
      text == """
        +3: the test runs already
          describe everything before m.run(), and outside of closures that run with the streams
        """)
    let late = try failure { m in
      let outer = m.cold("-a|")
      m.expect(outer.flatMap { _ in m.cold("-b|") }).toBe("--b|")
    }
    #expect(late.hasPrefix("+2: the test runs already\n"))
  }

  @Test func framesServeEveryScheduler() throws {
    struct Stride: SchedulerTimeIntervalConvertible, Equatable {
      var count: Int
      static func seconds(_ s: Int) -> Stride { Stride(count: s * 1_000_000_000) }
      static func seconds(_ s: Double) -> Stride { Stride(count: Int(s * 1_000_000_000)) }
      static func milliseconds(_ ms: Int) -> Stride { Stride(count: ms * 1_000_000) }
      static func microseconds(_ us: Int) -> Stride { Stride(count: us * 1000) }
      static func nanoseconds(_ ns: Int) -> Stride { Stride(count: ns) }
    }
    try marbles(frame: .milliseconds(20)) { m in
      #expect(m.frames(3) == Stride(count: 60_000_000))
      #expect(m.frames(3) == VirtualInstant.Stride.milliseconds(60))
      #expect(m.frames(.max) == Stride(count: .max))
      m.expect(m.cold("a--|").delay(for: .milliseconds(40), scheduler: m.scheduler)).toBe("--a--|")
    }
  }

  @Test func rowsAreCalledWhatTheyAreCalledInTheSource() throws {
    let text = try failure { m in
      let plain = m.cold("a")
      var typed: ColdSource<String, Never> = m.cold("b")
      let below =
        m.cold("c")
      typed = m.cold("d", name: "given")
      let subject = PassthroughSubject<String, Never>()
      m.drive(subject, with: "e").allowingNoSubscriber()
      let pair = (m.hot("f"), 1)
      m.expect(plain.merge(with: typed).merge(with: below)).toBe("|")
      m.expect(pair.0, name: "named").toBe("f")
    }
    #expect(
      text == """
        +9: expectation 1 differs at frame 0
          plain     a
          typed     b
          below     c
          given     d
          subject   e
          pair      f
          expected  |
          actual    (adc)
                    ^^^^^
          frame 0: expected the completion '|', got 'a', 'd', 'c'

        +2: nobody has subscribed to typed
          if an object subscribes to it, hold that object until the run is over: m.keep(object)
          if it needs no subscriber, call allowingNoSubscriber() on it
        """)
  }

  @Test func theErrorNamesFileAndLineOfEachProblem() {
    let line = #line
    var text = ""
    do {
      try marbles { m in
        let source = m.cold("a|")
        m.expect(source).toBe("b|")
        m.expect(source)
          .toBe("|")
      }
    } catch {
      text = "\(error)"
    }
    #expect(
      text == """
        MarbleTestTests.swift:\(line + 5): source differs at frame 0
          source    a|
          expected  b|
          actual    a|
                    ^
          frame 0: expected 'b', got 'a'

        MarbleTestTests.swift:\(line + 6): source differs at frame 0
          source    a|
          expected  |
          actual    a|
                    ^^
          frame 0: expected the completion '|', got 'a'
          frame 1: nothing expected, got the completion '|'
        """)
  }

  @Test func whatTheBodyThrowsIsThrown() {
    struct Stop: Error {}
    #expect(throws: Stop.self) { try marbles { _ in throw Stop() } }
  }

  /// A test leaves nothing behind: neither its context nor its streams.
  @Test func nothingIsKept() throws {
    weak var test: MarbleTest?
    weak var kept: ColdSource<String, Never>?
    try marbles { m in
      test = m
      let source = m.cold("-a-b")
      kept = source
      m.at("-x") { _ = m.timeline }
      m.expect(source.debounce(for: m.frames(9), scheduler: m.scheduler)).toBe("- 11ms b")
    }
    #expect(test == nil)
    #expect(kept == nil)
  }

  /// A subscription that is live at the end is cancelled after the comparison, so nothing of the pipeline is left, and
  /// the next test shares no stream with this one.
  @Test func aLiveSubscriptionIsReleased() throws {
    final class Mark: Sendable {}
    weak var mark: Mark?
    let shared = PassthroughSubject<String, Never>()
    var log: [String] = []
    do {
      let held = Mark()
      mark = held
      try marbles { m in
        m.at("-x") { shared.send("a") }
        m.expect(
          shared.handleEvents(
            receiveOutput: { [held] _ in withExtendedLifetime(held) {} }, receiveCancel: { log.append("cancel") })
        )
        .toBe("-a")
      }
    }
    #expect(mark == nil)
    #expect(log == ["cancel"])
  }
}

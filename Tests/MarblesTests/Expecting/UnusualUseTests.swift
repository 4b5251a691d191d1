import Marbles
import Pipes
import Synchronization
import Testing
import VirtualTime

/// Unusual uses of a test: each is reported, or works; it never traps or hangs.
struct UnusualUseTests {
  @Test func aTestInsideATest() throws {
    var inner: [String] = []
    try marbles { m in
      m.at("--x") {
        do {
          try marbles { m in m.expect(m.cold("-a|")).toBe("-b|", line: 1) }
        } catch {
          inner.append("\(error)".split(separator: "\n").last.map(String.init) ?? "")
        }
      }
      m.expect(m.cold("----a|")).toBe("----a|")
    }
    #expect(inner == ["  frame 1: expected 'b', got 'a'"])
  }

  @Test func whatIsNeverSubscribedSaysNothing() throws {
    try marbles { m in
      let source = m.cold("a|")
      m.expect(source, from: "").toBe("-").allowingNone()
      m.expect(subscriptionsOf: source).toBe()
    }
  }

  @Test func aTestThatIsKeptIsOver() throws {
    var kept: MarbleTest?
    try marbles { m in
      kept = m
      m.expect(m.cold("a|")).toBe("a|")
    }
    let source = try #require(kept).cold("-a|")
    var heard: [String] = []
    let token = source.sink { heard.append($0) }
    kept?.expect(source).toBe("-b|")
    try? kept?.run()
    #expect(heard == [], "its time goes on for nobody")
    token.cancel()
  }

  @Test func aSubjectThatIsOverEarly() throws {
    try marbles { m in
      let subject = PassthroughSubject<String, Never>()
      m.drive(subject, with: "-a-b-|")
      m.at("--x") { subject.send(completion: .finished) }
      m.expect(subject).toBe("-a|")
    }
  }

  @Test func framesBeyondTheEndOfTime() throws {
    try marbles { m in
      let source = m.cold("a")
      let late = m.record(source.delay(for: m.frames(.max), scheduler: m.scheduler))
      m.expect(source.debounce(for: m.frames(-3), scheduler: m.scheduler)).toBe("a")
      try m.run()
      #expect(late.recording.entries.isEmpty, "it never comes")
    }
    try marbles { m in
      let source = m.cold("a")
      m.expect(source.delay(for: m.frames(.max), scheduler: m.scheduler), name: "late").toBe("-")
    }
  }

  @Test func aThousandRowsAreATest() throws {
    try marbles { m in
      for _ in 0..<1_000 { m.expect(m.cold("-a|")).toBe("-a|") }
    }
  }

  @Test func whatIsThrownInAnotherOrderIsThrown() {
    struct Stop: Error {}
    var runs = 0
    #expect(throws: Stop.self) {
      try marbles(seeds: 3..<9) { m in
        runs += 1
        if runs == 3 { throw Stop() }
        m.expect(m.cold("a|")).toBe("a|")
      }
    }
    #expect(runs == 3)
  }

  @Test func aTestOfAsyncCodeInsideVirtualTime() async throws {
    let now = try await withVirtualTime(allowsOutsideWork: true) { clock in
      try await clock.sleep(for: .seconds(1))
      try await marbles { m in m.expect(m.async("-a|")).toBe("-a|") }
      return clock.now
    }
    #expect(now.description == "1s")
  }

  @Test func aSequenceThatNeverAnswers() async throws {
    try await marbles { m in
      m.expect(AsyncStream<Int> { _ in }, demand: "-5", name: "silent").toBe("-")
      m.expect(AsyncStream<Int> { $0.finish() }, demand: "-1", name: "empty").toBe("-|")
      m.expect(m.async("a|"), from: "(^!)", name: "cancelled").toBe("-").allowingNone()
    }
  }
}

import Foundation
import MarblesTesting
import Pipes
import Testing
import VirtualTime

/// A test that is not awaited is the same world: clocks are virtual in it, and a task that its code starts is reported.
@Suite(.enabled(if: RealClocks.unavailable == nil)) struct UnawaitedTests {
  final class Poller: @unchecked Sendable {
    let out = PassthroughSubject<String, Never>()
    func start() {
      Task { [out] in
        try? await Task.sleep(for: .milliseconds(30))
        out.send("polled")
      }
    }
    func startOnMain() { Task { @MainActor [out] in out.send("main") } }
    func startElsewhere() { Task.detached { [out] in out.send("detached") } }
  }
  static func problems(_ body: (MarbleTest) throws -> Void) throws -> [String] {
    var problems: [String] = []
    try Marbles.marbles(report: { problems.append($0.text) }, body)
    return problems
  }

  @Test func aTaskIsReported() throws {
    let poller = Poller()
    for row in ["", "@30ms 'polled'"] {
      let problems = try Self.problems { m in
        m.at("--x") { poller.start() }
        m.expect(poller.out).toBe(row)
      }
      #expect(
        problems.first
          == "frame 2: 'UnawaitedTests.Poller.start()' started a task, for which this test does not wait; write 'try await marbles'"
      )
    }
    let detached = try Self.problems { m in
      m.at("x") { poller.startElsewhere() }
      m.expect(m.cold("a|")).toBe("(a|)")
    }
    #expect(detached.first?.contains("'UnawaitedTests.Poller.startElsewhere()' started a task") == true)
  }
  @Test func aTaskOfTheMainActorIsReported() throws {
    let poller = Poller()
    let problems = try Self.problems { m in
      m.at("--x") { poller.startOnMain() }
      m.expect(m.cold("a|")).toBe("a|")
    }
    #expect(
      problems.first
        == "frame 2: 'UnawaitedTests.Poller.startOnMain()' started a task, for which this test does not wait; write 'try await marbles'"
    )
  }
  @MainActor @Test func onTheMainActor() throws {
    var isCalled = false
    let problems = try Self.problems { m in
      m.at("x") {
        MainActor.assumeIsolated { isCalled = true }
        Task {}
      }
      m.expect(m.cold("a|")).toBe("a|")
    }
    #expect(isCalled && problems.count == 1 && problems[0].contains("started a task"), "\(problems)")
  }
  @Test func allowedTasks() throws {
    let poller = Poller()
    let problems = try Self.problems { m in
      m.allowOutsideWork()
      m.at("x") { poller.startElsewhere() }
      m.expect(m.cold("a")).toBe("a")
    }
    #expect(problems == [])
  }
  @Test func generatedRows() throws {
    let poller = Poller()
    var problems: [String] = []
    try Marbles.marbles(cases: 3, report: { problems.append($0.text) }) { m in
      m.at("x") { poller.startElsewhere() }
      m.expect(m.cold("a")).toBe("a")
    }
    #expect(problems.contains { $0.contains("started a task") })
  }

  @Test func clocksAreVirtual() throws {
    let expected = try Date("2026-02-28T23:59:00Z", strategy: .iso8601)
    try marbles(frame: .seconds(60), startingAt: .utc(2026, 2, 28, 23, 59)) { m in
      let start = Date(), clock = ContinuousClock.now
      m.atEach("-x--y") { symbol in
        let frames = symbol == "x" ? 1.0 : 4.0
        #expect(Date().timeIntervalSince(start) == frames * 60)
        #expect(ContinuousClock.now - clock == .seconds(frames * 60))
      }
      #expect(start == expected)
    }
    let real = Date()
    #expect(real.timeIntervalSince1970 > 1_750_000_000)
  }
  @Test func blockingSleeps() throws {
    try marbles { m in
      m.at("x") {
        Thread.sleep(forTimeInterval: 3_600)
        #expect(m.timeline.now == .zero.advanced(by: .seconds(3_600)))
      }
    }
  }
  @Test func directCallsAreReported() throws {
    let problems = try Self.problems { m in
      m.at("x") { DispatchQueue.main.async {} }
      m.expect(m.cold("a")).toBe("a")
    }
    #expect(
      problems.first?.hasPrefix(
        "frame 0: DispatchQueue.main.async in 'UnawaitedTests.directCallsAreReported()' works in real time") == true
    )
  }
  /// A test inside a run: the tasks of its code belong to the run, and are reported, too.
  @Test func insideARun() async throws {
    try await withVirtualTime { clock in
      let poller = Poller()
      let problems = try Self.problems { m in
        m.at("x") { poller.start() }
        m.expect(poller.out).toBe("")
      }
      #expect(problems.count == 1)
      try await clock.sleep(for: .seconds(1))
      #expect(Date().timeIntervalSinceReferenceDate == 1)
    }
  }
}

#if !canImport(Combine)
  import Foundation
  import MarblesTesting
  import Observation
  import PipesFoundation
  import Testing
  import VirtualTime

  /// Declarations with the form of those of swift-dependencies, which this repository does not depend on.
  private struct DependencyValues: Sendable {
    var continuousClock: any Clock<Duration> = ContinuousClock()
    @TaskLocal static var current = DependencyValues()
  }
  @propertyWrapper private struct Dependency<Value> {
    let wrappedValue: Value
    init(_ path: KeyPath<DependencyValues, Value>) { wrappedValue = DependencyValues.current[keyPath: path] }
  }
  private func withDependencies<Result>(_ update: (inout DependencyValues) -> Void, operation: () throws -> Result)
    rethrows -> Result
  {
    var values = DependencyValues.current
    update(&values)
    return try DependencyValues.$current.withValue(values, operation: operation)
  }

  @MainActor @Observable private final class TimerModel {
    private(set) var seconds = 0
    @ObservationIgnored @Dependency(\.continuousClock) private var clock

    func run() async throws {
      while true {
        try await clock.sleep(for: .seconds(1))
        seconds += 1
      }
    }
  }

  /// Sends a sign of life until the third one in a row fails.
  private struct Heartbeat: Sendable {
    let beat: @Sendable () async throws -> Void
    func run() async {
      var failures = 0
      while failures < 3 {
        try? await Task.sleep(for: .seconds(20))
        do {
          try await beat()
          failures = 0
        } catch {
          failures += 1
        }
      }
    }
  }

  /// The code of ComingFromOtherKits.md and ServerSideSwift.md.
  @Suite struct ElsewhereTests {
    // MARK: Kotlin

    @Test(.enabled(if: RealClocks.unavailable == nil)) func runTest() async throws {
      try await withVirtualTime { clock in
        let pause = Task { try await Task.sleep(for: .seconds(60)) }
        try await clock.advance(by: .seconds(59))
        #expect("\(clock.now)" == "59s")
        try await pause.value
        #expect("\(clock.now)" == "1m")
      }
    }

    @Test func turbine() async throws {
      try await marbles { m in
        let names = m.async("-a-b-|")
        m.expect(names.map { $0.uppercased() }).toBe("-A-B-|")
      }
    }

    @Test func shareIn() throws {
      try marbles { m in
        let request = m.cold("-a-b-c-|")
        let shared = request.share(replay: 1, scope: .whileConnected)
        m.expect(shared, from: "    ^---!").toBe("  -a-b")
        m.expect(shared, from: "    --^---!").toBe("--ab-c")
        m.expect(shared, from: "    --------^--!").toBe("---------a")
        m.expect(subscriptionsOf: request).toBe("   ^-----!", "--------^--!")
      }
    }

    // MARK: TCA

    @Test func aDependencyIsTheClockOfTheTest() async throws {
      try await marbles(frame: .milliseconds(500)) { @MainActor m in
        let model = withDependencies {
          $0.continuousClock = m.clock
        } operation: {
          TimerModel()
        }
        let run = Task { try await model.run() }
        m.at("-----x") { run.cancel() }
        m.expect(Observations { model.seconds }, from: "^-----!").toBe("0-1-2") { Int($0) }
      }
    }

    @Test func theTestAdvancesTheClock() async throws {
      try await withVirtualTime { @MainActor clock in
        let model = withDependencies {
          $0.continuousClock = clock
        } operation: {
          TimerModel()
        }
        let run = Task { try await model.run() }
        try await clock.advance(by: .seconds(3))
        #expect(model.seconds == 3)
        run.cancel()
        _ = await run.result
        try clock.checkNobodySleeps()
      }
    }

    // MARK: Questions

    @Test func aTaskHasStarted() async throws {
      try await marbles { m in
        let started = PassthroughSubject<String, Never>()
        m.at("-x") { Task { started.send("s") } }
        m.expect(started).toBe("-s")
      }
    }

    // MARK: Servers

    @Test(.enabled(if: RealClocks.unavailable == nil)) func aHeartbeat() async throws {
      try await marbles(frame: .seconds(20)) { m in
        let server = m.cold("(a|)", then: ["#", "(a|)", "#"], error: URLError(.timedOut)),
          stopped = PassthroughSubject<String, Never>()
        let heartbeat = Heartbeat { for try await _ in server.values {} }
        m.at("x") {
          await heartbeat.run()
          stopped.send("s")
        }
        m.expect(attemptsOf: server).toBe("-123456")
        m.expect(stopped).toBe("------s")
      }
    }
  }
#endif

#if !canImport(Combine)
  import MarblesTesting
  import PipesFoundation
  import Testing
  import VirtualTime

  /// At most three calls in each second.
  private actor RateLimit {
    private var calls: [ContinuousClock.Instant] = []
    func turn() async throws {
      while true {
        calls.removeAll { .now - $0 >= .seconds(1) }
        if calls.count < 3 { break }
        try await Task.sleep(until: calls[0] + .seconds(1), clock: .continuous)
      }
      calls.append(.now)
    }
  }

  private func heartbeats() -> AsyncStream<String> {
    AsyncStream { events in
      let task = Task {
        while (try? await Task.sleep(for: .seconds(15))) != nil { events.yield("h") }
      }
      events.onTermination = { _ in task.cancel() }
    }
  }

  private func loadAll(_ names: [String], _ load: @escaping @Sendable (String) async -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      for (index, name) in names.enumerated() {
        if index >= 2 { await group.next() }
        group.addTask { await load(name) }
      }
    }
  }

  /// The code of ServerSideSwift.md: limits of time, of a rate and of what runs at once.
  @Suite(.enabled(if: RealClocks.unavailable == nil)) struct ServerAnswerTests {
    @Test func aTimeLimit() async throws {
      try await marbles(frame: .seconds(1)) { m in
        let request = m.cold("@40s a|"), outcome = PassthroughSubject<String, Never>()
        m.at("x") {
          let answer = try? await limited(to: .seconds(30)) { await request.values.first { _ in true } }
          outcome.send((answer ?? nil) ?? "too late")
        }
        m.expect(outcome).toBe("@30s t", ["t": "too late"])
        m.expect(subscriptionsOf: request).toBe("^ @30s !")
      }
    }

    @Test func aRateLimit() async throws {
      try await marbles(frame: .milliseconds(500)) { m in
        let limit = RateLimit(), calls = PassthroughSubject<String, Never>()
        m.at("[xxxx]-x") {
          try await limit.turn()
          calls.send("c")
        }
        m.expect(calls).toBe("[ccc]-[cc]")
        m.atMost(3, of: calls, within: .seconds(1))
      }
    }

    @Test func serverSentEvents() async throws {
      try await marbles(frame: .seconds(1)) { m in
        m.expect(heartbeats(), from: "^ @50s !").toBe("@15s h @30s h @45s h")
      }
    }

    @Test func aBatch() throws {
      try marbles(frame: .milliseconds(100)) { m in
        let events = m.hot("-abc--d---------|")
        let batches = events.collect(.byTimeOrCount(m.scheduler, .milliseconds(500), 3)).map { $0.joined() }
        m.expect(batches).toBe("---t------d-----|", ["t": "abc", "d": "d"])
      }
    }

    @Test func twoAtOnce() async throws {
      try await marbles(frame: .seconds(1)) { m in
        let job = m.cold("---a|")
        m.at("x") { await loadAll(["a", "b", "c"]) { _ in for await _ in job.values {} } }
        m.expect(subscriptionsOf: job).toBe("^---!", "^---!", "----^---!")
      }
    }
  }
#endif

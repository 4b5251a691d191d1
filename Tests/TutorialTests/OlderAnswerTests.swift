#if !canImport(Combine)
  import MarblesTesting
  import PipesFoundation
  import Testing

  @MainActor private final class Facts {
    let shown = PassthroughSubject<String, Never>()
    private var loading: Task<Void, any Error>?

    func load(_ fact: @escaping @Sendable () async throws -> String) {
      loading?.cancel()
      loading = Task { shown.send(try await fact()) }
    }
  }

  /// The code of AppQuestions.md about an answer that comes after a newer one.
  @Suite struct OlderAnswerTests {
    @Test func ofPublishers() throws {
      try marbles(frame: .seconds(1)) { m in
        let tap = m.hot("a--b"), fact = m.cold("-----o|", then: ["-n|"])
        m.expect(tap.flatMap { _ in fact }).toBe("----no")  // the older answer stays
        let latest = m.cold("-----o|", then: ["-n|"])
        m.expect(tap.map { _ in latest }.switchToLatest()).toBe("----n")
      }
    }

    @Test func ofTasks() async throws {
      try await marbles(frame: .seconds(1)) { @MainActor m in
        let facts = Facts(), clock = m.clock
        m.atEach("o--n") { name in
          facts.load {
            try await clock.sleep(for: name == "o" ? .seconds(5) : .seconds(1))
            return name
          }
        }
        m.expect(facts.shown).toBe("----n")
      }
    }

    /// An async action is a task of its own for each symbol, so the second one overtakes the first.
    @Test func ofAsyncActions() async throws {
      try await marbles(frame: .seconds(1)) { m in
        let shown = PassthroughSubject<String, Never>(), clock = m.clock
        m.atEach("o--n") { name in
          try await clock.sleep(for: name == "o" ? .seconds(5) : .seconds(1))
          shown.send(name)
        }
        m.expect(shown).toBe("----no")
      }
    }
  }
#endif

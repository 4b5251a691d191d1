#if !canImport(Combine)
  import Foundation
  import MarblesTesting
  import Observation
  import PipesFoundation
  import Testing
  import VirtualTime

  /// A request of a task. A cancel of the subscription cancels the task.
  private func asked(_ request: @escaping @Sendable () async throws -> String) -> some Publisher<String, any Error> {
    Deferred {
      let task = Task { try await request() }
      return Future { promise in Task { promise(await task.result) } }
        .handleEvents(receiveCancel: { task.cancel() })
    }
  }

  @MainActor @Observable private final class Forecast {
    private(set) var isLoading = false
    private(set) var text: String?

    func load(_ request: @escaping @Sendable () async throws -> String, clock: some Clock<Duration>) async {
      isLoading = true
      text = try? await withThrowingTaskGroup(of: String.self) { group in
        group.addTask { try await request() }
        group.addTask {
          try await clock.sleep(for: .seconds(10))
          throw URLError(.timedOut)
        }
        defer { group.cancelAll() }
        return try await group.next()
      }
      isLoading = false
    }
  }

  /// Another package's clock, of the same name.
  private struct ImmediateClock {}

  /// Answers to questions of readers, on several pages.
  @Suite struct ReaderQuestionsTests {
    struct Busy: Error {}

    // MARK: AppQuestions.md

    @Test func theTaskIsCancelled() async throws {
      try await marbles { m in
        let clock = m.clock, cancelled = PassthroughSubject<String, Never>()
        let query = m.hot("-a-b|", failure: (any Error).self)
        let answers = query.map { name in
          asked {
            try await withTaskCancellationHandler {
              try await clock.sleep(for: .milliseconds(5))
              return name
            } onCancel: {
              cancelled.send("c")
            }
          }
        }
        m.expect(answers.switchToLatest()).toBe("--------(b|)")
        m.expect(cancelled).toBe("---c")
      }
    }

    @Test(arguments: [("--a|", "ft-f"), ("--#", "ft-f"), ("-", "ft---------f")])
    func itLoads(answer: String, isLoading: String) async throws {
      try await marbles(frame: .seconds(1)) { @MainActor m in
        let model = Forecast(), clock = m.clock
        let request = m.cold(answer, error: URLError(.badServerResponse))
        m.at("-x") { await model.load({ try await request.values.first { _ in true } ?? "" }, clock: clock) }
        m.expect(Observations { model.isLoading }, from: "^------------!").toBe(isLoading, ["t": true, "f": false])
      }
    }

    // MARK: ComingFromOtherKits.md

    @Test func aClockWithTheNameOfAnother() async throws {
      _ = ImmediateClock()
      let clock = VirtualTime.ImmediateClock()
      let start = clock.now
      try await clock.sleep(for: .seconds(3))
      #expect(start.duration(to: clock.now) == .seconds(3))
    }

    // MARK: TestingQuestions.md

    @Test func errorsOfSeveralTypes() throws {
      try marbles { m in
        let errors: [String: any Error] = ["late": URLError(.timedOut), "busy": Busy()]
        let request = m.cold("-#'late'", then: ["--#'busy'"], failure: (any Error).self, errors: errors)
        m.expect(request.retry(1)).toBe("---#'busy'", errors: errors)
      }
      withKnownIssue {
        try marbles { m in
          let errors: [String: any Error] = ["late": URLError(.timedOut), "busy": Busy()]
          let request = m.cold("-#'late'", failure: (any Error).self, errors: errors)
          m.expect(request).toBe("-#'busy'", errors: errors)
        }
      }
    }

    /// While an expected stream stays open, the run goes on; a window ends it.
    @Test func aTimerBesideAnOpenStream() throws {
      try marbles { m in
        m.expect(PassthroughSubject<String, Never>()).toBe("")
        m.scheduler.schedule(after: m.scheduler.now.advanced(by: m.frames(9))) {}
      }
      try withKnownIssue {
        try marbles { m in
          m.expect(PassthroughSubject<String, Never>(), from: "^-----!").toBe("")
          m.scheduler.schedule(after: m.scheduler.now.advanced(by: m.frames(9))) {}
        }
      } matching: {
        "\($0)".contains("a timer is pending after frame 6, due at frame 9")
      }
    }
  }
#endif

#if !canImport(Combine)
  import Foundation
  import MarblesTesting
  import PipesFoundation
  import Testing
  import VirtualTime

  private func everyMorning(in calendar: () -> Calendar, _ job: () -> Void) async throws {
    while true {
      let nine = calendar().nextDate(after: Date(), matching: DateComponents(hour: 9), matchingPolicy: .nextTime)!
      try await Task.sleep(for: .seconds(nine.timeIntervalSince(Date())))
      job()
    }
  }

  /// Reads the messages of a connection, and connects again two seconds after it was lost.
  private func follow<Messages: AsyncSequence>(
    _ connect: () -> Messages, clock: some Clock<Duration>, show: (Messages.Element) -> Void
  ) async {
    while !Task.isCancelled {
      do { for try await message in connect() { show(message) } } catch {}
      try? await clock.sleep(for: .seconds(2))
    }
  }

  /// The code of AppQuestions.md about a job at nine and about a connection.
  @Suite struct DailyTests {
    /// The second morning has summer time: in UTC it comes an hour earlier.
    @Test(.enabled(if: RealClocks.unavailable == nil)) func aJobAtNine() async throws {
      try await marbles(frame: .seconds(3_600), startingAt: .utc(2026, 3, 28, 0, 0)) { m in
        var berlin = Calendar(identifier: .gregorian)
        berlin.timeZone = TimeZone(identifier: "Europe/Berlin")!
        let jobs = PassthroughSubject<String, Never>()
        let run = Task { [berlin] in try await everyMorning(in: { berlin }) { jobs.send("j") } }
        m.at("@60h x") { run.cancel() }
        m.expect(jobs).toBe("@8h j @31h j @55h j")
      }
    }

    /// The traveller arrives while the job sleeps until nine in Berlin. Nine in Tokyo is midnight in UTC.
    @Test(.enabled(if: RealClocks.unavailable == nil)) func aJobAtNineOfATraveller() async throws {
      try await marbles(frame: .seconds(3_600), startingAt: .utc(2026, 3, 28, 0, 0)) { m in
        let zones = ["Europe/Berlin", "Asia/Tokyo"].map { TimeZone(identifier: $0)! }
        let place = CurrentValueSubject<TimeZone, Never>(zones[0]), jobs = PassthroughSubject<String, Never>()
        let run = Task {
          try await everyMorning(in: {
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = place.value
            return calendar
          }) { jobs.send("j") }
        }
        m.at("@10h x") { place.value = zones[1] }
        m.at("@60h x") { run.cancel() }
        m.expect(jobs).toBe("@8h j @31h j @48h j")
      }
    }

    @Test func aConnectionThatIsLost() async throws {
      try await marbles(frame: .seconds(1)) { m in
        let socket = m.cold("-a-b-#", then: ["--c"], error: URLError(.networkConnectionLost))
        let shown = PassthroughSubject<String, Never>(), clock = m.clock
        let run = Task { await follow({ socket.values }, clock: clock) { shown.send($0) } }
        m.at("----------x") { run.cancel() }
        m.expect(shown).toBe("-a-b-----c")
        m.expect(subscriptionsOf: socket).toBe("^----!", "-------^--!")
      }
    }
  }
#endif

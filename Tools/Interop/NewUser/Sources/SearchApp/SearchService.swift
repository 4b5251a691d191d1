/// Finds titles after a while, as a server does, and gives up after a second.
public struct SearchService: Sendable {
  public struct TimedOut: Error, Equatable {}
  let clock: any Clock<Duration>
  let latency: Duration
  let titles = ["Swift", "Swifter", "Switch", "Marble"]

  public init(clock: any Clock<Duration> = ContinuousClock(), latency: Duration = .milliseconds(50)) {
    (self.clock, self.latency) = (clock, latency)
  }
  public func titles(for query: String) async throws -> [String] {
    try await withThrowingTaskGroup(of: [String].self) { group in
      group.addTask {
        try await clock.sleep(for: latency)
        return titles.filter { $0.lowercased().hasPrefix(query.lowercased()) }
      }
      group.addTask {
        try await clock.sleep(for: .seconds(1))
        throw TimedOut()
      }
      defer { group.cancelAll() }
      return try await group.next() ?? []
    }
  }
}

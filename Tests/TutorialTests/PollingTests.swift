#if !canImport(Combine)
  import Foundation
  import MarblesFoundation
  import MarblesTesting
  import PipesFoundation
  import Testing

  /// Looks at a gauge at every tick, as long as somebody keeps it.
  final class Watch {
    @Published private(set) var level: Int?
    private var timer: AnyCancellable?

    init(ticks: some Publisher<Date, Never>, measure: @escaping () -> AnyPublisher<Int, Never>) {
      timer = ticks.map { _ in measure() }.switchToLatest().sink { [weak self] in self?.level = $0 }
    }
    deinit { timer?.cancel() }
  }

  /// A state that is looked at again and again; `MainThreadTests` has it on a real timer.
  @Suite struct PollingTests {
    /// The ticks of `Timer.publish(every:on:in:).autoconnect()` in another time.
    private func ticks(every interval: Double, on scheduler: some Scheduler<RunLoop.SchedulerTimeType>)
      -> some Publisher<Date, Never>
    {
      Publishers.interval(.seconds(interval), scheduler: scheduler).map { _ in scheduler.now.date }
    }

    @Test func theGaugeIsReadEveryFiveSeconds() throws {
      try marbles(frame: .seconds(1)) { m in
        var levels = [3, 4, 4]
        let scheduler = m.scheduler(for: RunLoop.self)
        var watch: Watch? = Watch(ticks: ticks(every: 5, on: scheduler)) {
          Just(levels.removeFirst()).delay(for: .seconds(1), scheduler: scheduler).eraseToAnyPublisher()
        }
        m.expect(watch!.$level).toBe("n-----3----4----4", ["n": nil, "3": 3, "4": 4])
        m.at("18s x", name: "closed") { watch = nil }
      }
    }
    @Test func nothingIsReadOnceNobodyWatches() throws {
      try marbles(frame: .seconds(1)) { m in
        let ticks = m.hot("--t--t--t--|", ["t": Date(timeIntervalSinceReferenceDate: 0)])
        let level = m.cold("-7|") { Int($0) }
        var watch: Watch? = Watch(ticks: ticks) { level.eraseToAnyPublisher() }
        m.at("------x", name: "closed") { watch = nil }
        m.expect(subscriptionsOf: ticks).toBe("^-----!")
        m.expect(subscriptionsOf: level).toBe("--^-!", "-----^!")
        withExtendedLifetime(watch) {}
      }
    }
  }
#endif

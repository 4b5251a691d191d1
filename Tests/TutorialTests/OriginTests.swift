#if !canImport(Combine)
  import Foundation
  import MarblesFoundation
  import MarblesTesting
  import PipesFoundation
  import Testing

  private enum KitchenProblem: Error, Equatable { case noWater }

  /// The subjects of the tests: a kitchen that takes a while, a tap that may be shut, and a display that lets go of
  /// what it shows.
  private enum Kitchen {
    static func brew(
      _ drink: String, on scheduler: some Scheduler<DispatchQueue.SchedulerTimeType>
    ) -> Future<String, KitchenProblem> {
      Future { promise in
        scheduler.schedule(after: scheduler.now.advanced(by: .milliseconds(20))) {
          promise(.success("a cup of \(drink)"))
        }
      }
    }
    static func fill(isOpen: Bool) -> AnyPublisher<String, KitchenProblem> {
      guard isOpen else { return Fail(error: .noWater).eraseToAnyPublisher() }
      return Just("full").setFailureType(to: KitchenProblem.self).eraseToAnyPublisher()
    }
  }
  private final class Display {
    private(set) var lines: [String] = []
    private var cancellables = Set<AnyCancellable>()
    private var clock: AnyCancellable?
    func show(_ news: some Publisher<String, Never>, clock ticks: some Publisher<Int, Never>) {
      news.sink { [weak self] in self?.lines.append($0) }.store(in: &cancellables)
      clock = ticks.sink { [weak self] in self?.lines.append("\($0) o'clock") }
    }
    func stopTheClock() { clock?.cancel() }
  }

  /// Sources of values, and their receivers.
  @Suite struct OriginTests {
    @Test func oneValueAndTheEnd() {
      var heard: [String] = []
      let token = Just("Good morning").sink { completion in
        switch completion {
        case .finished: heard.append("the end")
        }
      } receiveValue: {
        heard.append($0)
      }
      #expect(heard == ["Good morning", "the end"])
      token.cancel()
    }
    @Test func valuesOfACollection() {
      var heard: [Int] = []
      let token = [3, 1, 2].publisher.sink { heard.append($0) }
      #expect(heard == [3, 1, 2])
      token.cancel()
    }
    @Test func aValueThatIsKept() {
      let warmth = CurrentValueSubject<Int, Never>(18)
      var early: [Int] = [], late: [Int] = []
      let first = warmth.sink { early.append($0) }
      warmth.send(19)
      warmth.value = 21
      let second = warmth.sink { late.append($0) }
      #expect(early == [18, 19, 21] && late == [21] && warmth.value == 21)
      first.cancel()
      second.cancel()
    }
    @Test func aBellThatNobodyHearsAndThenSomebody() {
      let bell = PassthroughSubject<Void, Never>()
      var count = 0
      bell.send()
      let token = bell.sink { count += 1 }
      bell.send()
      bell.send()
      #expect(count == 2)
      token.cancel()
      bell.send()
      #expect(count == 2)
    }
    @Test func aFailureInsteadOfAValue() {
      var problem: KitchenProblem?
      let token = Kitchen.fill(isOpen: false).sink { completion in
        if case .failure(let error) = completion { problem = error }
      } receiveValue: { value in
        Issue.record("got \(value)")
      }
      #expect(problem == .noWater)
      token.cancel()
    }
    @Test func tokensEndWhatTheyStandFor() {
      let news = PassthroughSubject<String, Never>(), ticks = PassthroughSubject<Int, Never>()
      var display: Display? = Display()
      display?.show(news, clock: ticks)
      news.send("rain")
      ticks.send(9)
      display?.stopTheClock()
      ticks.send(10)
      news.send("sun")
      #expect(display?.lines == ["rain", "9 o'clock", "sun"])
      weak let gone = display
      display = nil
      #expect(gone == nil, "neither token keeps the display")
      news.send("nobody receives this")
    }

    // MARK: A promise, in real and in virtual time

    @Test func aPromiseIsKeptLater() {
      let done = Signal(), heard = Shared<[String]>([])
      let token = Kitchen.brew("tea", on: DispatchQueue.global()).sink(receiveCompletion: { _ in done() }) { drink in
        heard.with { $0.append(drink) }
      }
      done.wait()
      #expect(heard.value == ["a cup of tea"])
      token.cancel()
    }
    @Test func aPromiseIsKeptAtItsInstant() throws {
      try marbles(frame: .milliseconds(10)) { m in
        let tea = Kitchen.brew("tea", on: m.scheduler(for: DispatchQueue.self))
        m.expect(tea).toBe("            --(t|)", ["t": "a cup of tea"])
        // It is made once: who comes later gets it at once.
        m.expect(tea, from: "-----^").toBe("-----(t|)", ["t": "a cup of tea"])
      }
    }
    @Test func aPromiseWithAQueueOfItsOwn() {
      let done = Signal()
      let soup = Future<String, KitchenProblem> { promise in
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.005) { promise(.success("soup")) }
      }
      let heard = Shared("")
      let token = soup.sink(receiveCompletion: { _ in done() }) { meal in heard.with { $0 = meal } }
      done.wait()
      #expect(heard.value == "soup")
      token.cancel()
    }
  }
#endif

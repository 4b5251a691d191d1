import Foundation
import Pipes
import Testing

/// The time of a cancel does not depend on the number of other subscribers, nor that of an event on the number of other
/// publishers. It is the processor time of this thread, as a ratio within one run, so that a busy machine does not
/// count.
@Suite("Many subscribers", .serialized) struct ManySubscribersTests {
  struct Shared: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Creates a publisher of which nothing is received, and returns the closure that subscribes to it.
    let make: @Sendable () -> () -> AnyCancellable
    init<P: Publisher & SendableMetatype>(_ name: String, _ make: @escaping @Sendable () -> P) {
      testDescription = name
      self.make = {
        let publisher = make()
        return { publisher.sink(receiveCompletion: { _ in }, receiveValue: { _ in }) }
      }
    }
  }
  static let all = [
    Shared("Future") { Future<Int, Never> { _ in } },
    Shared("PassthroughSubject") { PassthroughSubject<Int, Never>() },
    Shared("CurrentValueSubject") { CurrentValueSubject<Int, Never>(0) },
    Shared("ReplaySubject") { ReplaySubject<Int, Never>(bufferSize: 1) },
    Shared("share") { PassthroughSubject<Int, Never>().share() },
    Shared("objectWillChange") { ObservableObjectPublisher() },
  ]
  @Test("n cancels take n times as long as one", arguments: all, ["first", "last"]) func cancels(
    _ shared: Shared, _ start: String
  ) {
    func time(_ count: Int) -> Double {
      let subscribe = shared.make()
      let tokens = (0..<count).map { _ in subscribe() }
      let begin = processorTime()
      if start == "first" {
        for token in tokens { token.cancel() }
      } else {
        for token in tokens.reversed() { token.cancel() }
      }
      return processorTime() - begin
    }
    expectLinear(time)
  }
  private func expectLinear(_ time: (Int) -> Double) {
    _ = time(400)
    var (small, large) = (0.0, 0.0)
    // Quadratic growth takes a hundred times as long, each time; other programs may make one measurement longer.
    for _ in 0..<3 where large >= 35 * small { (small, large) = (time(400), time(4000)) }
    #expect(large < 35 * small, "400: \(small) s, 4,000: \(large) s")
  }

  typealias Combining = @Sendable ([PassthroughSubject<Int, Never>]) -> AnyPublisher<Int, Never>
  static let arrays: [(name: String, combine: Combining)] = [
    ("merge", { $0.merge().eraseToAnyPublisher() }),
    ("zip", { $0.zip().map(\.count).eraseToAnyPublisher() }),
    ("combineLatest", { $0.combineLatest().map(\.count).eraseToAnyPublisher() }),
    ("forkJoin", { $0.forkJoin().map(\.count).eraseToAnyPublisher() }),
    ("race", { $0.race().eraseToAnyPublisher() }),
  ]
  @Test(
    "BC-03 BC-04 n publishers that send a value and finish take n times as long as one", arguments: arrays.map(\.name))
  func manyPublishers(_ name: String) throws {
    let combine = try #require(Self.arrays.first { $0.name == name }).combine
    expectLinear { count in
      let subjects = (0..<count).map { _ in PassthroughSubject<Int, Never>() }
      var completions = 0
      let token = combine(subjects).sink(receiveCompletion: { _ in completions += 1 }, receiveValue: { _ in })
      let begin = processorTime()
      for subject in subjects {
        subject.send(1)
        subject.send(completion: .finished)
      }
      let time = processorTime() - begin
      #expect(completions == 1)
      withExtendedLifetime(token) {}
      return time
    }
  }
  private func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test("PB-06 of many subscribers those that have not cancelled receive the value, in their order") func order() {
    var promise: Future<Int, Never>.Promise?
    let future = Future<Int, Never> { promise = $0 }
    var received: [Int] = []
    var tokens = (0..<100).map { number in future.sink { _ in received.append(number) } }
    for number in 0..<100 where number % 10 != 3 { tokens[number].cancel() }
    tokens += (100..<103).map { number in future.sink { _ in received.append(number) } }
    tokens[13].cancel()
    promise?(.success(1))
    #expect(received == [3, 23, 33, 43, 53, 63, 73, 83, 93, 100, 101, 102])
    withExtendedLifetime(tokens) {}
  }
}

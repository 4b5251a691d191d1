import PipesCore
import VirtualTime

extension MarbleTest {
  /// Iterates over an `AsyncSequence` and expects its events with `toBe`. Only in an async test.
  ///
  /// - Parameters:
  ///   - sequence: The sequence. The expectation starts a task that iterates over it.
  ///   - areEqual: Returns whether an expected and an actual value are equal; by default `==`, and tuples are compared
  ///     by their elements.
  ///   - window: A row with the instants at which the task begins and is cancelled, such as `--^---!`; by default it
  ///     begins at zero and is never cancelled.
  ///   - demand: A row with the numbers of calls of `next()`, such as `2--1`; by default it is called without a limit.
  ///     The call that returns the completion counts.
  ///   - name: The name of the sequence in failures; by default the text of the argument.
  public func expect<S: AsyncSequence>(
    _ sequence: S, by areEqual: ((S.Element, S.Element) -> Bool)? = nil, from window: String? = nil,
    demand: String? = nil,
    name: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) -> Expectation<S.Element, S.Failure> {
    let place = SourcePlace(fileID, filePath, line, column)
    checkThatItAwaits(at: place)
    let areEqual = areEqual ?? compared(S.Element.self, place)
    let publisher = AsyncSequencePublisher(base: sequence)
    let expectation = expect(
      publisher, by: areEqual, from: window, demand: demand, name: name, fileID: fileID, filePath: filePath, line: line,
      column: column)
    expectation.waits = { publisher.waiting.count > 0 }
    return expectation
  }

  /// Returns a publisher of the elements of an `AsyncSequence`, for rules such as ``each(_:fileID:filePath:line:column:)``
  /// and for operators. Only in an async test.
  ///
  /// A task iterates once, from the first subscription on, and all subscribers share it. It ends when the last one
  /// cancels.
  ///
  /// - Parameter sequence: The sequence.
  public func publisher<S: AsyncSequence>(
    of sequence: S, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) -> AnyPublisher<S.Element, S.Failure> {
    checkThatItAwaits(at: SourcePlace(fileID, filePath, line, column))
    return AsyncSequencePublisher(base: sequence).share().eraseToAnyPublisher()
  }

  private func checkThatItAwaits(at place: SourcePlace) {
    if setting.isAsync { return }
    let text = "an AsyncSequence runs in a test that is awaited\n  write try await marbles { … }"
    addProblem(text, at: place)
  }
}

/// A publisher of the elements of an `AsyncSequence`. A task calls `next()` as often as values are requested. It has
/// one subscriber, and keeps the sequence only until the iterator exists: an `AsyncStream` ends its production when its
/// last iterator is released.
private struct AsyncSequencePublisher<Base: AsyncSequence>: Publisher {
  typealias Output = Base.Element
  typealias Failure = Base.Failure
  private let base: KeptBase
  let waiting = Waiting()

  init(base: Base) { self.base = KeptBase(base) }

  /// The sequence until the task takes it.
  private final class KeptBase: Sendable {
    private let base: Guarded<Base?>
    init(_ base: Base) { self.base = Guarded(base) }
    func take() -> Base? { base.with { $0.take() } }
  }

  /// The number of tasks that wait for the next value.
  final class Waiting: Sendable {
    private let state = Guarded(0)
    var count: Int { state.with { $0 } }
    func add(_ number: Int) { state.with { $0 += number } }
  }

  func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    let iteration = Iteration()
    subscriber.receive(subscription: iteration)
    let work: () async -> Void = { [base, waiting] in
      do throws(Failure) {
        guard var iterator = base.take()?.makeAsyncIterator() else { return }
        while await iteration.isWanted() {
          waiting.add(1)
          defer { waiting.add(-1) }
          let value = try await iterator.next(isolation: #isolation)
          if Task.isCancelled { return }
          guard let value else { return subscriber.receive(completion: .finished) }
          iteration.request(subscriber.receive(value))
        }
      } catch {
        if !Task.isCancelled { subscriber.receive(completion: .failure(error)) }
      }
    }
    let task = Unchecked(work)
    iteration.start(Task { await task.value() })
  }
}

/// The subscription to a task that iterates. A cancel cancels the task.
private final class Iteration: Subscription, Sendable {
  private struct State {
    var demand: Subscribers.Demand = .none
    var task: Task<Void, Never>?
    var waiting: TaskContinuation<Void, Never>?
    var isCancelled = false
  }
  private let state = Guarded(State())

  func start(_ task: Task<Void, Never>) {
    let isCancelled = state.with { state in
      state.task = task
      return state.isCancelled
    }
    if isCancelled { task.cancel() }
  }
  func request(_ demand: Subscribers.Demand) {
    let waiting = state.with { state in
      state.demand += demand
      return state.demand > .none ? state.waiting.take() : nil
    }
    waiting?.resume()
  }
  func cancel() {
    let (task, waiting) = state.with { state in
      state.isCancelled = true
      return (state.task.take(), state.waiting.take())
    }
    task?.cancel()
    waiting?.resume()
  }

  /// Waits for demand and counts one value. Returns false if the task is cancelled.
  func isWanted() async -> Bool {
    await withTaskContinuation { continuation in
      let mustWait = state.with { state in
        guard state.demand == .none, !state.isCancelled else { return false }
        state.waiting = continuation
        return true
      }
      if !mustWait { continuation.resume() }
    }
    return state.with { state in
      guard state.demand > .none, !state.isCancelled else { return false }
      state.demand -= 1
      return true
    }
  }
}

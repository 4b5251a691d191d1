import PipesCore
import VirtualTime

/// An `AsyncSequence` that plays a row of marbles for each iterator, from the instant at which the iterator is created.
///
/// *Keeps* values that arrive while no task waits. Created by
/// ``MarbleTest/async(_:error:name:fileID:filePath:line:column:)``.
public final class MarbleSequence<Element, Failure: Error>: AsyncSequence, MarbleSource, Sendable {
  private let source: ColdSource<Element, Failure>
  public var log: SourceLog { source.log }

  init(_ source: ColdSource<Element, Failure>) { self.source = source }

  public func makeAsyncIterator() -> Iterator { Iterator(source) }

  /// An iterator, which has a subscription of its own. Releasing its last copy cancels the subscription.
  public struct Iterator: AsyncIteratorProtocol {
    private let lifetime: Lifetime

    init(_ source: ColdSource<Element, Failure>) { lifetime = Lifetime(source) }

    public func next() async throws(Failure) -> Element? { try await next(isolation: #isolation) }

    public func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
      let buffer = lifetime.buffer
      await withTaskCancellationHandler {
        // A closure that does not use `actor` would leave it.
        await withTaskContinuation(isolation: actor) { buffer.wait($0) }
      } onCancel: {
        buffer.cancel()
      }
      switch buffer.take() {
      case .value(let value): return value
      case .failure(let error): throw error
      case .finished, nil: return nil
      }
    }

    /// Cancels the subscription when the last copy of the iterator is released.
    private final class Lifetime {
      let buffer: EventBuffer<Element, Failure>
      init(_ source: ColdSource<Element, Failure>) {
        buffer = EventBuffer(source.log.timeline)
        source.subscribe(buffer)
      }
      deinit { buffer.cancel() }
    }
  }
}

/// A subscriber that keeps events until the iterator takes them.
private final class EventBuffer<Value, Failure: Error>: Subscriber, @unchecked Sendable {
  // Unchecked: the lock guards everything that changes.
  typealias Input = Value

  private struct State {
    let events = Queue<Recording<Value, Failure>.Event>()
    var subscription: (any Subscription)?
    var waiting: TaskContinuation<Void, Never>?
    var isOver = false
  }
  private let state = Guarded(State())
  private let timeline: Timeline

  init(_ timeline: Timeline) { self.timeline = timeline }

  func receive(subscription: any Subscription) {
    state.with { $0.subscription = subscription }
    subscription.request(.unlimited)
  }
  func receive(_ input: Value) -> Subscribers.Demand {
    add(.value(input))
    return .none
  }
  func receive(completion: Subscribers.Completion<Failure>) { add(Recording.Event(completion)) }

  /// Resumes the continuation as soon as an event can be taken, or no further event can arrive.
  func wait(_ continuation: TaskContinuation<Void, Never>) {
    let mustWait = state.with { state in
      guard state.events.isEmpty, !state.isOver else { return false }
      state.waiting = continuation
      return true
    }
    if !mustWait { continuation.resume() }
  }
  /// Returns the next event; `nil` after the completion.
  func take() -> Recording<Value, Failure>.Event? { state.with { $0.events.isEmpty ? nil : $0.events.pop() } }

  func cancel() {
    let (subscription, waiting) = state.with { state in
      state.isOver = true
      return (state.subscription.take(), state.waiting.take())
    }
    subscription?.cancel()
    waiting?.resume()
  }

  private func add(_ event: Recording<Value, Failure>.Event) {
    let waiting = state.with { state in
      state.events.push(event)
      if event.isEnd { state.isOver = true }
      return state.waiting.take()
    }
    waiting?.resume()
  }
}

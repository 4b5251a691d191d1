/// The subscriber of an asynchronous iterator. It passes each value to a task that waits for one, and keeps no values.
/// A value that arrives while it is requested resumes the task before the task has been suspended, so the task keeps
/// its thread.
@usableFromInline
package final class AsyncInbox<Input, Failure: Error>: EngineSubscriber, Cancellable, @unchecked Sendable {
  // Unchecked: the state that changes is guarded by the lock.
  @usableFromInline package struct Letter: @unchecked Sendable {
    // Unchecked: the subscriber passes the value on and keeps no reference to it.
    @usableFromInline package let content: Result<Input?, Failure>
    @inlinable package init(_ content: Result<Input?, Failure>) { self.content = content }
  }
  @usableFromInline package struct State {
    @usableFromInline package var waiting: [TaskContinuation<Letter, Never>] = []
    /// The demand that was requested before the subscription arrived.
    @usableFromInline package var owed = 0
    @usableFromInline package var isSubscribed = false
    @usableFromInline package var isOver = false
    /// A failure that no task has received yet.
    @usableFromInline package var failure: Failure?
    @inlinable package init() {}
  }
  @usableFromInline package let state = Guarded(State())
  @usableFromInline package let link: Link
  @usableFromInline package var description: String { link.description }
  @inlinable package init(_ name: String) { link = Link(name) }

  /// Requests one value and waits for it, on the actor of the caller. Returns `nil` after the completion; throws the
  /// failure once.
  @inlinable package func next(isolation: isolated (any Actor)? = #isolation) async throws(Failure) -> Input? {
    let letter = await withTaskCancellationHandler {
      // A closure that does not use `isolation` would leave the actor.
      await withTaskContinuation(isolation: isolation) { wait($0) }
    } onCancel: {
      cancel()
    }
    return try letter.content.get()
  }
  @inlinable package func wait(_ continuation: TaskContinuation<Letter, Never>) {
    let (answer, asks): (Letter?, Bool) = state.with { state in
      if state.isOver { return (Letter(state.failure.take().map { .failure($0) } ?? .success(nil)), false) }
      state.waiting.append(continuation)
      if !state.isSubscribed { state.owed += 1 }
      return (nil, state.isSubscribed)
    }
    if let answer { continuation.resume(returning: answer) } else if asks { link.request(.max(1)) }
  }

  @inlinable package func receive(subscription: any Subscription) {
    guard link.attach(subscription) else { return }
    let owed = state.with { state in
      state.isSubscribed = true
      return state.owed
    }
    if owed > 0 { link.request(.max(owed)) }
  }
  @inlinable package func receive(_ input: Input) -> Subscribers.Demand {
    let first = state.with { state -> TaskContinuation<Letter, Never>? in
      guard !state.isOver, !state.waiting.isEmpty else { return nil }
      // Sent before the subscription: no task waits for that demand any more.
      if !state.isSubscribed { state.owed -= 1 }
      return state.waiting.removeFirst()
    }
    first?.resume(returning: Letter(.success(input)))
    return .none
  }
  @inlinable package func receive(completion: Subscribers.Completion<Failure>) {
    // Also before the subscription, or waiting tasks would never resume.
    guard link.completeUnsubscribed() else { return }
    if case .failure(let error) = completion { finish(error) } else { finish(nil) }
  }
  /// Cancels the upstream; waiting tasks receive `nil`.
  @inlinable package func cancel() {
    _ = link.cancelOnce()
    finish(nil)
  }
  /// Resumes all waiting tasks. The first one receives the failure; if no task waits, the next one that calls receives
  /// it.
  @inlinable package func finish(_ failure: Failure?) {
    let waiting = state.with { state in
      state.isOver = true
      state.failure = state.waiting.isEmpty ? failure : nil
      defer { state.waiting = [] }
      return state.waiting
    }
    for (place, continuation) in waiting.enumerated() {
      continuation.resume(returning: Letter(place == 0 ? failure.map { .failure($0) } ?? .success(nil) : .success(nil)))
    }
  }
}

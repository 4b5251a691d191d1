extension Future where Failure == Never {
  /// The value of the future, once there is one.
  ///
  /// It cannot throw, so it has no way to end without a value: cancelling the task does not end the wait, and a task
  /// group that is left waits for it, too. To wait no longer than the task, iterate over `values`, which end when the
  /// task is cancelled:
  ///
  ///     for await value in future.values { … }
  public var value: Output {
    get async {
      switch await FutureWaiter(self).outcome() {
      case .result(let result): result.get()
      case .cancelled: preconditionFailure("only the form that can throw cancels the wait")
      }
    }
  }
}
extension Future {
  /// The value of the future, once there is one. A result that is there is returned also to a task that has been
  /// cancelled.
  ///
  /// - Throws: The failure of the future, or a `CancellationError` when the task is cancelled before there is a result.
  public var value: Output {
    get async throws {
      let waiter = FutureWaiter(self)
      let outcome = await withTaskCancellationHandler {
        await waiter.outcome()
      } onCancel: {
        waiter.cancel()
      }
      switch outcome {
      case .result(let result): return try result.get()
      case .cancelled: throw CancellationError()
      }
    }
  }
}

/// A task that waits for a future. It subscribes when it is created, so a result that is there comes before a cancel.
private final class FutureWaiter<Output, Failure: Error>: @unchecked Sendable {
  // Unchecked: the state is guarded by the lock. All tasks that wait for a future share its result, which need not be
  // `Sendable`.
  enum Outcome: @unchecked Sendable { case result(Result<Output, Failure>), cancelled }
  private struct State {
    var outcome: Outcome?
    var continuation: TaskContinuation<Outcome, Never>?
    var subscription: (any Subscription)?
  }
  private let state = Guarded(State())

  init(_ future: Future<Output, Failure>) {
    let subscriber = AnySubscriber<Output, Failure>(
      receiveSubscription: { [self] subscription in
        state.with { $0.subscription = subscription }
        subscription.request(.max(1))
      },
      receiveValue: { [self] in
        settle(.result(.success($0)))
        return .none
      },
      receiveCompletion: { [self] in if case .failure(let error) = $0 { settle(.result(.failure(error))) } })
    future.receive(subscriber: subscriber)
  }
  func outcome() async -> Outcome {
    await withTaskContinuation { continuation in
      let outcome = state.with { state in
        if state.outcome == nil { state.continuation = continuation }
        return state.outcome
      }
      if let outcome { continuation.resume(returning: outcome) }
    }
  }
  func cancel() { settle(.cancelled)?.cancel() }
  /// Ends the wait, once. Returns the subscription if this call was the first.
  @discardableResult private func settle(_ outcome: Outcome) -> (any Subscription)? {
    let (continuation, subscription) = state.with {
      state -> (TaskContinuation<Outcome, Never>?, (any Subscription)?) in
      guard state.outcome == nil else { return (nil, nil) }
      state.outcome = outcome
      return (state.continuation.take(), state.subscription.take())
    }
    continuation?.resume(returning: outcome)
    return subscription
  }
}

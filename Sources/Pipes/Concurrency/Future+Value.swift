extension Future where Failure == Never {
  /// The value of the future, once there is one. Cancelling the task does not end the wait.
  public var value: Output {
    get async { await result().get() }
  }
}
extension Future {
  /// The value of the future, once there is one. Throws the failure. Cancelling the task does not end the wait.
  public var value: Output {
    get async throws { try await result().get() }
  }

  private func result() async -> Result<Output, Failure> {
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Delivered, Never>) in
      let subscriber = AnySubscriber<Output, Failure>(
        receiveSubscription: { $0.request(.max(1)) },
        receiveValue: {
          continuation.resume(returning: Delivered(result: .success($0)))
          return .none
        },
        receiveCompletion: {
          if case .failure(let error) = $0 { continuation.resume(returning: Delivered(result: .failure(error))) }
        })
      receive(subscriber: subscriber)
    }.result
  }
  private struct Delivered: @unchecked Sendable {
    // Unchecked: all tasks that wait for a future share its result, which need not be Sendable.
    let result: Result<Output, Failure>
  }
}

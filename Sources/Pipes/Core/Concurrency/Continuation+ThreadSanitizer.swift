// A thread may resume a continuation before its task has begun to wait. The runtime orders the two, which the thread
// sanitizer does not see: it reports the code of `resume` that is inlined here. The code of a checked continuation
// stays in the standard library, which the sanitizer does not follow. No condition of the language says that it
// watches, so in each debug build these names stand for either kind, in all our modules.
#if DEBUG || SANITIZE_THREAD
  @usableFromInline package struct TaskContinuation<Success, Failure: Error>: Sendable {
    private enum Kind: Sendable {
      case unsafe(UnsafeContinuation<Success, Failure>), checked(CheckedContinuation<Success, Failure>)
    }
    private let kind: Kind
    private nonisolated(unsafe) var watchedTask: UnsafeRawPointer?
    fileprivate init(_ continuation: UnsafeContinuation<Success, Failure>) { kind = .unsafe(continuation) }
    /// Called by the task that is about to wait.
    fileprivate init(_ continuation: CheckedContinuation<Success, Failure>) {
      kind = .checked(continuation)
      watchedTask = withUnsafeCurrentTask { $0.map { unsafeBitCast($0, to: UnsafeRawPointer.self) } }
    }

    @usableFromInline package func resume(returning value: sending Success) {
      switch kind {
      case .unsafe(let continuation): continuation.resume(returning: value)
      case .checked(let continuation): continuation.resume(returning: value)
      }
    }
    @usableFromInline package func resume(throwing error: Failure) {
      switch kind {
      case .unsafe(let continuation): continuation.resume(throwing: error)
      case .checked(let continuation): continuation.resume(throwing: error)
      }
    }
    @usableFromInline package func resume() where Success == Void { resume(returning: ()) }
    @usableFromInline package func resume(with result: sending Result<Success, Failure>) {
      switch result {
      case .success(let value): resume(returning: value)
      case .failure(let error): resume(throwing: error)
      }
    }
    /// The object of the task that waits.
    package var task: UnsafeRawPointer? {
      switch kind {
      case .unsafe(let continuation): continuation.task
      case .checked: watchedTask
      }
    }
  }

  @usableFromInline package func withTaskContinuation<Success>(
    isolation: isolated (any Actor)? = #isolation, _ body: (TaskContinuation<Success, Never>) -> Void
  ) async -> sending Success {
    if isWatchedByThreadSanitizer {
      await withCheckedContinuation(isolation: isolation) { body(TaskContinuation($0)) }
    } else {
      await withUnsafeContinuation(isolation: isolation) { body(TaskContinuation($0)) }
    }
  }
  @usableFromInline package func withThrowingTaskContinuation<Success>(
    isolation: isolated (any Actor)? = #isolation, _ body: (TaskContinuation<Success, any Error>) -> Void
  ) async throws -> sending Success {
    if isWatchedByThreadSanitizer {
      try await withCheckedThrowingContinuation(isolation: isolation) { body(TaskContinuation($0)) }
    } else {
      try await withUnsafeThrowingContinuation(isolation: isolation) { body(TaskContinuation($0)) }
    }
  }
#else
  @usableFromInline package typealias TaskContinuation = UnsafeContinuation

  @inlinable @inline(__always) package func withTaskContinuation<Success>(
    isolation: isolated (any Actor)? = #isolation, _ body: (TaskContinuation<Success, Never>) -> Void
  ) async -> sending Success {
    await withUnsafeContinuation(isolation: isolation, body)
  }
  @inlinable @inline(__always) package func withThrowingTaskContinuation<Success>(
    isolation: isolated (any Actor)? = #isolation, _ body: (TaskContinuation<Success, any Error>) -> Void
  ) async throws -> sending Success {
    try await withUnsafeThrowingContinuation(isolation: isolation, body)
  }
#endif

extension UnsafeContinuation {
  /// The object of the task that waits.
  package var task: UnsafeRawPointer? { unsafeBitCast(self, to: UnsafeRawPointer.self) }
}

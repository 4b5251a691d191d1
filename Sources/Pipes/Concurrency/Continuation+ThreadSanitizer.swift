#if DEBUG || SANITIZE_THREAD
  // A thread may resume a continuation before its task has begun to wait. The runtime orders the two, which the thread
  // sanitizer does not see: it reports the code of `resume` that is inlined here. The code of a checked continuation
  // stays in the standard library, which the sanitizer does not follow. No condition of the language says that it
  // watches, so in each debug build these names stand for either kind, in all our modules.

  @usableFromInline package struct UnsafeContinuation<Success, Failure: Error>: Sendable {
    private enum Kind: Sendable {
      case unsafe(_Concurrency.UnsafeContinuation<Success, Failure>), checked(CheckedContinuation<Success, Failure>)
    }
    private let kind: Kind
    fileprivate init(_ continuation: _Concurrency.UnsafeContinuation<Success, Failure>) { kind = .unsafe(continuation) }
    fileprivate init(_ continuation: CheckedContinuation<Success, Failure>) { kind = .checked(continuation) }

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
    /// The object of the task that waits, if it can be found.
    package var task: UnsafeRawPointer? {
      if case .unsafe(let continuation) = kind { continuation.task } else { nil }
    }
  }

  @usableFromInline package func withUnsafeContinuation<Success>(
    isolation: isolated (any Actor)? = #isolation, _ body: (UnsafeContinuation<Success, Never>) -> Void
  ) async -> sending Success {
    if isWatchedByThreadSanitizer {
      await withCheckedContinuation(isolation: isolation) { body(UnsafeContinuation($0)) }
    } else {
      await _Concurrency.withUnsafeContinuation(isolation: isolation) { body(UnsafeContinuation($0)) }
    }
  }
  @usableFromInline package func withUnsafeThrowingContinuation<Success>(
    isolation: isolated (any Actor)? = #isolation, _ body: (UnsafeContinuation<Success, any Error>) -> Void
  ) async throws -> sending Success {
    if isWatchedByThreadSanitizer {
      try await withCheckedThrowingContinuation(isolation: isolation) { body(UnsafeContinuation($0)) }
    } else {
      try await _Concurrency.withUnsafeThrowingContinuation(isolation: isolation) { body(UnsafeContinuation($0)) }
    }
  }
#endif

extension _Concurrency.UnsafeContinuation {
  /// The object of the task that waits.
  package var task: UnsafeRawPointer? { unsafeBitCast(self, to: UnsafeRawPointer.self) }
}

#if SANITIZE_THREAD
  // A thread may resume a continuation before its task has begun to wait. The runtime orders the two, which the thread
  // sanitizer does not see: it reports the code of `resume` that is inlined here. The code of a checked continuation
  // stays in the standard library, which the sanitizer does not follow. So in builds for the thread sanitizer these
  // names stand for the checked kind, in all our modules.

  @usableFromInline package typealias UnsafeContinuation<Success, Failure: Error> = CheckedContinuation<
    Success, Failure
  >

  @usableFromInline package func withUnsafeContinuation<Success>(
    isolation: isolated (any Actor)? = #isolation, _ body: (CheckedContinuation<Success, Never>) -> Void
  ) async -> sending Success {
    await withCheckedContinuation(isolation: isolation, body)
  }
  @usableFromInline package func withUnsafeThrowingContinuation<Success>(
    isolation: isolated (any Actor)? = #isolation, _ body: (CheckedContinuation<Success, any Error>) -> Void
  ) async throws -> sending Success {
    try await withCheckedThrowingContinuation(isolation: isolation, body)
  }
#endif

import Foundation
import MarblesTesting
import Pipes
import Testing

/// A semaphore with the fault of the page: `signal()` does not forget whom it has resumed.
private final class AsyncSemaphore: Sendable {
  private struct State {
    var value: Int, isCancelled = false
    var waiting: CheckedContinuation<Void, any Error>?
  }
  private let state: Guarded<State>
  private let forgets: Bool
  init(value: Int, forgets: Bool = false) {
    state = Guarded(State(value: value))
    self.forgets = forgets
  }
  func waitUnlessCancelled() async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result: Result<Void, any Error>? = state.with {
          if $0.isCancelled { return .failure(CancellationError()) }
          if $0.value == 0 {
            $0.waiting = continuation
            return nil
          }
          $0.value -= 1
          return .success(())
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let waiting = state.with {
        $0.isCancelled = true
        return $0.waiting.take()
      }
      waiting?.resume(throwing: CancellationError())
    }
  }
  var value: Int { state.with { $0.value } }
  func signal() {
    let waiting = state.with {
      if $0.waiting == nil { $0.value += 1 }
      return forgets ? $0.waiting.take() : $0.waiting
    }
    waiting?.resume()
  }
}
@Suite struct SemaphoreTests {
  @Test func aContinuationThatIsResumedTwice() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try await everyOrder {
        let semaphore = AsyncSemaphore(value: 0)
        let waiting = Task(name: "waiting") { try? await semaphore.waitUnlessCancelled() }
        let cancel = Task(name: "cancel") { waiting.cancel() }
        let signal = Task(name: "signal") { semaphore.signal() }
        _ = await (waiting.value, cancel.value, signal.value)
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("  again: everyOrder(again: \"O11\")\n"), "\(text)")
  }
  /// The permit of the signal is taken, or left if the waiting task was cancelled.
  @Test func oneThatForgetsHolds() async throws {
    try await everyOrder(mustComplete: true) {
      let semaphore = AsyncSemaphore(value: 0, forgets: true)
      let waiting = Task(name: "waiting") { try? await semaphore.waitUnlessCancelled() }
      let cancel = Task(name: "cancel") { waiting.cancel() }
      let signal = Task(name: "signal") { semaphore.signal() }
      _ = await (waiting.value, cancel.value, signal.value)
      #expect(semaphore.value == (await waiting.value == nil ? 1 : 0))
    }
  }
}

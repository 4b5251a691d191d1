import PipesCore
import VirtualTime

/// Records the events and the problems of marble tests instead of reporting the problems. The tests of the test kit
/// check with it that a test detects a planted fault.
final class TestObserver: Sendable {
  /// The observer of every marble test that runs while the task-local value is set.
  @TaskLocal static var current: TestObserver?

  private let state = Guarded((received: [String](), problems: [String]()))
  /// The number of frames that a test continues after its last symbol, even if no action can have an effect any more.
  let frames: Int64

  init(frames: Int64 = 0) { self.frames = frames }

  /// The events that the expectations of the tests received.
  var received: [String] { state.with { $0.received } }
  /// The problems that the tests would have reported.
  var problems: [String] { state.with { $0.problems } }

  func look(at test: MarbleTest) {
    let received = test.plan.listeners.compactMap(\.expectation.recorded)
    state.with { $0.received += received }
  }
  func take(_ problems: [MarbleFailure.Problem]) { state.with { $0.problems += problems.map(\.text) } }
}

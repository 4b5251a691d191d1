import Pipes
import VirtualTime

/// Looks at what a test receives, whatever it expects, and takes its problems in place of a report. With this the tests of the test kit find out
/// whether a test notices that something else comes out.
package final class TestObserver: Sendable {
  /// The observer of every marble test that runs meanwhile.
  @TaskLocal package static var current: TestObserver?

  private let state = Guarded((received: [String](), problems: [String]()))
  /// How many frames a test goes on after its last symbol, even if nothing of it can have an effect any more.
  let frames: Int64

  package init(frames: Int64 = 0) { self.frames = frames }

  /// The events that the expectations of the tests received.
  package var received: [String] { state.with { $0.received } }
  /// The problems that the tests would have reported.
  package var problems: [String] { state.with { $0.problems } }

  func look(at test: MarbleTest) {
    let received = test.claims.compactMap(\.recorded)
    state.with { $0.received += received }
  }
  func take(_ problems: [MarbleFailure.Problem]) {
    state.with { $0.problems += problems.map(\.text) }
  }
}

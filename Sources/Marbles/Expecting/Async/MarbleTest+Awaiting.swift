import Pipes
import VirtualTime

extension MarbleTest {
  /// Runs the test now instead of at its end, so that recordings can be read. Later calls do nothing.
  ///
  /// - Throws: ``MarbleFailure`` if a row of marbles could not be read.
  public func run(isolation: isolated (any Actor)? = #isolation) async throws {
    if !hasRun, timeline.now > .zero {
      problems.append(
        .init(place: place, text: "time passed before the test was run\n  wait for nothing before m.run()"))
    }
    guard try start() else { return }
    await timeline.run(while: goesOn(to:))
    end()
  }
}

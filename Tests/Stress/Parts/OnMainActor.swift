import Foundation
import VirtualTime

/// The main actor in virtual time and beside it.
package final class OnMainActor: Part {
  static let name = "mainactor"
  static let purpose =
    "main-actor code of a run in virtual time beside real main-actor code: never both at once, or the run reports it"
  private static let bumps = 20_000

  @MainActor private final class Tally {
    var plain = 0
    /// Counts here, and in a number that threads may share.
    func bump(_ sure: Count) {
      sure.add()
      let old = plain
      pause(5)
      plain = old + 1
    }
  }
  func describe(_ seed: UInt64) -> String {
    "MainActor.run { bump() } inside withVirtualTime, beside a task of the main actor"
  }

  /// The findings of some rounds, for tests.
  package static func findings(_ rounds: Int) -> [String] {
    let part = OnMainActor()
    return (0..<rounds).flatMap { _ in part.round(0).map(\.text) }
  }
  func round(_ seed: UInt64) -> [Finding] {
    let sure = Count(), plain = Count(), isReported = Count(), isOver = Count(), done = DispatchSemaphore(value: 0)
    Task.detached {
      let tally = await Tally()
      let real = Task { @MainActor in
        while isOver.value == 0 {
          for _ in 0..<200 { tally.bump(sure) }
          await Task.yield()
        }
      }
      do {
        try await withVirtualTime { _ in for _ in 0..<Self.bumps { await MainActor.run { tally.bump(sure) } } }
      } catch { isReported.value = 1 }
      isOver.value = 1
      await real.value
      plain.value = await tally.plain
      done.signal()
    }
    done.wait()
    if plain.value == sure.value || isReported.value == 1 { return [] }
    return [
      Finding("two threads on the main actor", "\(plain.value) of \(sure.value) updates are kept; \(describe(seed))")
    ]
  }
}

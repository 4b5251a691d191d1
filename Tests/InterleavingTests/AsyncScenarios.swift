import Dispatch

@testable import Pipes

/// Tasks that wait for values. They begin to wait before the threads start, and the threads resume them. A task that
/// has been resumed runs beside the threads, but uses nothing of the engine any more, so the harness need not control
/// it.
enum Async {
  /// The results of the tasks.
  private final class Mailbox: @unchecked Sendable {
    // Unchecked: the queue guards the list.
    private let queue = DispatchQueue(label: "results")
    private let arrivals = DispatchSemaphore(value: 0)
    private var results: [String] = []
    func add(_ result: String) {
      queue.sync { results.append(result) }
      arrivals.signal()
    }
    /// Waits until so many results have arrived.
    func wait(for count: Int) -> [String] {
      for _ in 0..<count where arrivals.wait(timeout: .now() + 60) == .timedOut { break }
      return queue.sync { results.sorted() }
    }
  }
  private struct Stage: @unchecked Sendable {
    // Unchecked: one thread runs at a time.
    let tap: Tap
    let inbox: AsyncInbox<Int, Fault>
  }

  /// Tasks wait for a value each, then two threads run. Afterwards the upstream finishes, so every task has a result.
  private static func scenario(
    _ name: String, tasks: Int, _ left: @escaping (Tap, AsyncInbox<Int, Fault>) -> Void,
    _ right: @escaping (Tap, AsyncInbox<Int, Fault>) -> Void, results: [[String]]
  ) -> Scenario {
    Scenario(name) {
      let bench = Bench(), mailbox = Mailbox(), asked = DispatchSemaphore(value: 0)
      var stage: Stage! = Stage(tap: Tap(bench, "a"), inbox: AsyncInbox<Int, Fault>("inbox"))
      stage.tap.whenRequested = { asked.signal() }
      stage.tap.subscribe(stage.inbox)
      bench.watch(stage.inbox, "the inbox")
      for _ in 0..<tasks {
        Task.detached { [stage] in
          do { mailbox.add(try await stage!.inbox.next().map(String.init) ?? "nil") } catch { mailbox.add("failure") }
        }
        asked.wait()
      }
      return Trial(threads: [
        { [stage] in left(stage!.tap, stage!.inbox) }, { [stage] in right(stage!.tap, stage!.inbox) },
      ]) {
        stage.tap.end()
        let found = mailbox.wait(for: tasks)
        bench.expect(results.contains(found), "the tasks received \(found)")
        stage.tap.whenRequested = {}
        stage = nil
        return bench.findings
      }
    }
  }
  static let all = [
    scenario(
      "an iterator: a value / a cancel", tasks: 1, { tap, _ in tap.send(1) }, { $1.cancel() },
      results: [["1"], ["nil"]]),
    scenario(
      "an iterator: two values / a cancel, two tasks", tasks: 2,
      { tap, _ in tap.sendAll(1, 2) }, { $1.cancel() }, results: [["1", "2"], ["1", "nil"], ["nil", "nil"]]),
    scenario(
      "an iterator: a value and a failure / a cancel, two tasks", tasks: 2,
      { tap, _ in tap.sendAll(1, then: .failure(.fault)) }, { $1.cancel() },
      results: [["1", "failure"], ["1", "nil"], ["nil", "nil"]]),
  ]
}

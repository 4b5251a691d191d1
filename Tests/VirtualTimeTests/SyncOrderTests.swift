#if canImport(Glibc)
  import Foundation
  import Pipes
  import Testing
  import VirtualTime

  /// A thread that calls `sync` has a place among the work of its queue. Each expectation was seen forty times of forty on
  /// the real queues of Dispatch.
  @Suite(.enabled(if: callsAreVirtual)) struct SyncOrderTests {
    /// Queues, one of which is busy for a second, and threads that come while it is.
    final class Steps: @unchecked Sendable {
      let outer = DispatchQueue(label: "outer"), concurrent = DispatchQueue(label: "c", attributes: .concurrent)
      private(set) lazy var inner = DispatchQueue(label: "inner", target: outer)
      private(set) lazy var wide = DispatchQueue(label: "wide", attributes: .concurrent, target: outer)
      private(set) lazy var ofMain = DispatchQueue(label: "of main", target: .main)
      let log = SharedLog()
      func busy(_ queue: DispatchQueue, _ name: String = "") {
        queue.async { [log] in
          Thread.sleep(forTimeInterval: 1)
          if name != "" { log(name) }
        }
        Thread.sleep(forTimeInterval: 0.01)
      }
      func async(_ queue: DispatchQueue, _ name: String, isBarrier: Bool = false) {
        queue.async(flags: isBarrier ? .barrier : []) { [log] in log(name) }
      }
      func thread(_ body: @escaping @Sendable () -> Void) {
        Thread.detachNewThread { body() }
        Thread.sleep(forTimeInterval: 0.01)
      }
      func sync(_ queue: DispatchQueue, _ name: String = "S", isBarrier: Bool = false) {
        thread { [log] in queue.sync(flags: isBarrier ? .barrier : []) { log(name) } }
      }
    }
    struct Case: CustomTestStringConvertible, Sendable {
      let testDescription, result: String, act: @Sendable (Steps) -> Void
      init(_ name: String, _ result: String, _ act: @escaping @Sendable (Steps) -> Void) {
        (testDescription, self.result, self.act) = (name, result, act)
      }
      static let all = [
        Case("a thread waits in line", "0123") { s in
          s.busy(s.outer, "0")
          s.sync(s.outer, "1")
          s.async(s.outer, "2")
          s.sync(s.outer, "3")
        },
        Case("a loop of syncs lets another thread in", "aBaa") { s in
          s.thread { for _ in 0..<3 { s.outer.sync { Self.nap(s.log, "a") } } }
          s.sync(s.outer, "B")
        },
        Case("an inner queue with work", "ABS") { s in
          s.busy(s.outer)
          s.async(s.inner, "A")
          s.sync(s.inner)
          s.async(s.outer, "B")
        },
        Case("an inner queue without work", "SB") { s in
          s.busy(s.outer)
          s.sync(s.inner)
          s.async(s.outer, "B")
        },
        Case("an inner queue that runs", "ABSC") { s in
          s.busy(s.inner, "A")
          s.sync(s.inner)
          s.async(s.inner, "C")
          s.async(s.outer, "B")
        },
        Case("an inner queue that runs, after other work", "ABSC") { s in
          s.busy(s.inner, "A")
          s.async(s.outer, "B")
          s.sync(s.inner)
          s.async(s.inner, "C")
        },
        Case("in the middle of both", "BADSC") { s in
          s.busy(s.outer)
          s.async(s.outer, "B")
          s.async(s.inner, "A")
          s.sync(s.inner)
          s.async(s.inner, "C")
          s.async(s.outer, "D")
        },
        Case("the outer queue, behind an inner one", "ACSB") { s in
          s.busy(s.outer)
          s.async(s.inner, "A")
          s.sync(s.outer)
          s.async(s.inner, "C")
          s.async(s.outer, "B")
        },
        Case("work given while a thread is on the inner queue", "ABSdCc") { s in
          s.busy(s.outer)
          s.async(s.inner, "A")
          s.thread {
            s.inner.sync {
              s.log("S")
              s.async(s.inner, "c")
              s.async(s.outer, "d")
            }
          }
          s.async(s.outer, "B")
          s.async(s.inner, "C")
        },
        Case("a concurrent queue inside", "ASCB") { s in
          s.busy(s.outer)
          s.async(s.wide, "A")
          s.sync(s.wide)
          s.async(s.wide, "C")
          s.async(s.outer, "B")
        },
        Case("a barrier of a concurrent queue inside", "ABSC") { s in
          s.busy(s.outer)
          s.async(s.wide, "A")
          s.sync(s.wide, isBarrier: true)
          s.async(s.wide, "C")
          s.async(s.outer, "B")
        },
        Case("a barrier moves on when the work before it is over", "AXSY") { s in
          s.busy(s.outer)
          s.async(s.wide, "A")
          s.outer.async {
            s.log("X")
            s.async(s.outer, "Y")
          }
          s.sync(s.wide, isBarrier: true)
        },
        Case("a reader behind a barrier inside", "WCBS") { s in
          s.busy(s.outer)
          s.async(s.wide, "W", isBarrier: true)
          s.sync(s.wide)
          s.async(s.wide, "C")
          s.async(s.outer, "B")
        },
        Case("a barrier that is the first", "SBCD") { s in
          s.busy(s.outer)
          s.sync(s.wide, isBarrier: true)
          s.async(s.wide, "C")
          s.async(s.outer, "B")
          s.async(s.wide, "D")
        },
        Case("work for an inner queue that a thread has", "SBC") { s in
          s.thread { s.inner.sync { Self.nap(s.log, "S") } }
          s.async(s.inner, "C")
          s.async(s.outer, "B")
        },
        Case("work for a queue with a barrier", "SBC") { s in
          s.thread { s.wide.sync(flags: .barrier) { Self.nap(s.log, "S") } }
          s.async(s.wide, "C")
          s.async(s.outer, "B")
        },
        Case("work for a queue with a reader", "SCB") { s in
          s.thread { s.wide.sync { Self.nap(s.log, "S") } }
          s.async(s.wide, "C")
          s.async(s.outer, "B")
        },
        Case("a turn has all that its queue had received", "ACB") { s in
          s.busy(s.outer)
          s.async(s.inner, "A")
          s.async(s.outer, "B")
          s.async(s.inner, "C")
        },
        Case("two threads on an inner queue", "SBTC") { s in
          s.thread { s.inner.sync { Self.nap(s.log, "S") } }
          s.sync(s.inner, "T")
          s.async(s.outer, "B")
          s.async(s.inner, "C")
        },
        Case("threads on both queues", "STBCU") { s in
          s.thread { s.inner.sync { Self.nap(s.log, "S") } }
          s.sync(s.outer, "T")
          s.async(s.inner, "C")
          s.sync(s.inner, "U")
          s.async(s.outer, "B")
        },
        Case("a thread comes before work that is given later", "12453") { s in
          s.busy(s.outer, "1")
          s.thread {
            s.inner.sync {
              s.log("2")
              s.async(s.inner, "3")
            }
          }
          s.thread {
            s.inner.sync {
              s.log("4")
              s.async(s.outer, "5")
            }
          }
        },
        Case("a suspended queue", "ASB") { s in
          s.outer.suspend()
          s.async(s.outer, "A")
          s.sync(s.outer)
          s.async(s.outer, "B")
          s.outer.resume()
        },
        Case("a writer waits for all readers", "RRS") { s in
          s.busy(s.concurrent, "R")
          s.busy(s.concurrent, "R")
          s.sync(s.concurrent, isBarrier: true)
        },
        Case("readers and writers inside", "AWCBSVT") { s in
          s.busy(s.outer)
          s.async(s.wide, "A")
          s.async(s.wide, "W", isBarrier: true)
          s.async(s.outer, "B")
          s.async(s.wide, "C")
          s.sync(s.wide)
          s.async(s.wide, "V", isBarrier: true)
          s.sync(s.wide, "T", isBarrier: true)
        },
        Case("the main queue", "0123") { s in
          s.busy(.main, "0")
          s.sync(.main, "1")
          s.async(.main, "2")
          s.sync(.main, "3")
        },
        Case("a queue of the main queue", "0SB") { s in
          s.busy(.main, "0")
          s.sync(s.ofMain)
          s.async(.main, "B")
        },
      ]
      private static func nap(_ log: SharedLog, _ name: String) {
        Thread.sleep(forTimeInterval: 0.1)
        log(name)
      }
    }
    @Test(.serialized, arguments: Case.all) func aThreadHasAPlace(_ one: Case) async throws {
      let log = try await withVirtualTime { _ in
        let steps = Steps()
        one.act(steps)
        try await Task.sleep(for: .seconds(5))
        return steps.log.entries.joined()
      }
      #expect(log == one.result)
    }
  }
#endif

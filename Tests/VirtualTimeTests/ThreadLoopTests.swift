#if canImport(Glibc)
  import Dispatch
  import Foundation
  import Pipes
  import Testing
  import VirtualTime

  /// The run loop of a thread that the code starts. Each text is what Foundation's own loop says on Linux, in real time.
  @Suite(.enabled(if: callsAreVirtual)) struct ThreadLoopTests {
    typealias Log = QueueTests.Log
    struct Case: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let text: String
      let body: @Sendable (Log) -> Void
      init(_ name: String, _ text: String, _ body: @escaping @Sendable (Log) -> Void) {
        (testDescription, self.text, self.body) = (name, text, body)
      }
    }
    @discardableResult
    static func timer(
      _ seconds: Double, repeats: Bool = false, on loop: RunLoop = .current,
      _ body: @escaping @Sendable (Timer) -> Void
    ) -> Timer {
      let timer = Timer(fire: Date() + seconds, interval: repeats ? seconds : 0, repeats: repeats, block: body)
      loop.add(timer, forMode: .default)
      return timer
    }
    static func counter() -> @Sendable () -> Int {
      let count = Guarded(0)
      return {
        count.with {
          $0 += 1
          return $0
        }
      }
    }
    static func run(_ seconds: Double) -> Bool { RunLoop.current.run(mode: .default, before: Date() + seconds) }
    static func runUntil(_ seconds: Double) { RunLoop.current.run(until: Date() + seconds) }
    static func nap(_ seconds: Double) { Thread.sleep(forTimeInterval: seconds) }

    static let cases: [Case] = [
      Case("nothing", "0:false 0:until 0:run 0:end") { log in
        log("\(run(1))")
        runUntil(0.5)
        log("until")
        RunLoop.current.run()
        log("run")
      },
      Case("a timer until it ends", "100:1 200:2 300:3 300:end") { log in
        let next = counter()
        timer(0.1, repeats: true) { timer in
          let tick = next()
          log("\(tick)")
          if tick == 3 { timer.invalidate() }
        }
        RunLoop.current.run()
      },
      Case("a timer until the limit", "200:t 400:t 600:t 700:over 800:t 1000:t 1200:t 1200:true 1200:end") { log in
        timer(0.2, repeats: true) { _ in log("t") }
        runUntil(0.7)
        log("over")
        log("\(run(0.5))")
      },
      Case("one run without a limit", "200:a 400:b 400:true 400:false 400:end") { log in
        timer(0.2) { _ in log("a") }
        timer(0.4) { _ in log("b") }
        log("\(RunLoop.current.run(mode: .default, before: .distantFuture))")
        log("\(RunLoop.current.run(mode: .default, before: .distantFuture))")
      },
      Case("a block does not end the run", "0:p 300:true 300:false 300:end") { log in
        RunLoop.current.perform { log("p") }
        log("\(run(0.3))")
        log("\(run(0.3))")
      },
      Case("a block comes before a timer that is due", "0:p 0:t 300:u 300:true 300:end") { log in
        timer(0) { _ in log("t") }
        RunLoop.current.perform { log("p") }
        timer(0.3) { _ in log("u") }
        log("\(run(0.5))")
      },
      Case("a block of another thread does not wake", "200:given 500:t 500:p 500:true 500:end") { log in
        nonisolated(unsafe) let loop = RunLoop.current
        timer(0.5) { _ in log("t") }
        Thread.detachNewThread {
          nap(0.2)
          loop.perform { log("p") }
          log("given")
        }
        log("\(run(1))")
      },
      Case("a block of another thread at the limit", "600:p 600:end") { log in
        nonisolated(unsafe) let loop = RunLoop.current
        let timer = timer(3) { _ in log("t") }
        Thread.detachNewThread {
          nap(0.2)
          loop.perform { log("p") }
        }
        runUntil(0.6)
        timer.invalidate()
      },
      Case("a timer of another thread wakes", "400:b own 900:a 900:end") { log in
        nonisolated(unsafe) let loop = RunLoop.current
        Thread.current.name = "own"
        timer(0.9) { _ in log("a") }
        Thread.detachNewThread {
          nap(0.2)
          timer(0.2, on: loop) { _ in log("b \(Thread.current.name ?? "")") }
        }
        runUntil(1.2)
      },
      Case("a run inside of a timer", "100:a 200:b 500:a' 700:c 700:end") { log in
        timer(0.1) { _ in
          log("a")
          runUntil(0.4)
          log("a'")
        }
        timer(0.2) { _ in log("b") }
        timer(0.7) { _ in log("c") }
        runUntil(1)
      },
      Case("a run inside of a block", "0:p 200:b 350:p' 350:q 500:c 500:end") { log in
        RunLoop.current.perform {
          log("p")
          runUntil(0.35)
          log("p'")
        }
        RunLoop.current.perform { log("q") }
        timer(0.2) { _ in log("b") }
        timer(0.5) { _ in log("c") }
        runUntil(1)
      },
      Case("a block of a block waits for a timer", "0:p 300:t 300:q 300:end") { log in
        RunLoop.current.perform {
          log("p")
          RunLoop.current.perform { log("q") }
        }
        timer(0.3) { _ in log("t") }
        runUntil(0.5)
      },
      Case("timers of one instant", "0:p 100:c 100:q 200:a 200:b 200:d 200:end") { log in
        timer(0.2) { _ in
          log("a")
          timer(0) { _ in log("d") }
        }
        timer(0.2) { _ in log("b") }
        RunLoop.current.perform { log("p") }
        timer(0.1) { _ in
          log("c")
          RunLoop.current.perform { log("q") }
        }
        runUntil(0.5)
      },
      Case("another date", "200:t 200:end") { log in
        nonisolated(unsafe) let later = timer(0.5) { _ in log("t") }
        timer(0.1) { _ in later.fireDate = Date() + 0.1 }
        runUntil(0.8)
      },
      Case("a scheduled timer", "200:s 200:end") { log in
        _ = Timer.scheduledTimer(withTimeInterval: 0.2, repeats: false) { _ in log("s") }
        runUntil(0.3)
      },
      Case("a timer that is fired", "0:f 0:false 0:end") { log in
        let timer = timer(0.4) { _ in log("f") }
        timer.fire()
        log("\(timer.isValid)")
        runUntil(0.6)
      },
      Case("a run that is late", "100:a 350:p 350:true 350:b 650:true 650:true 650:end") { log in
        timer(0.1) { _ in
          log("a")
          nap(0.25)
          RunLoop.current.perform { log("p") }
        }
        timer(0.2) { _ in log("b") }
        timer(0.9) { _ in log("c") }
        for limit in [0.3, 0.3, 0] { log("\(run(limit))") }
      },
      Case("a run inside of the only timer", "100:t 300:true 300:over 300:end") { log in
        timer(0.1) { _ in
          log("t")
          log("\(run(0.2))")
        }
        runUntil(0.5)
        log("over")
      },
      Case("a stop ends one run", "100:t 300:true 300:true 600:w 600:true 600:end") { log in
        timer(0.1) { _ in
          log("t")
          RunLoop.current._stop()
          log("\(run(0.2))")
        }
        timer(0.6) { _ in log("w") }
        for _ in 0..<2 { log("\(run(1))") }
      },
      Case("a stop ends no round", "0:p 0:z 0:true 100:t 100:true 100:end") { log in
        timer(0) { _ in log("z") }
        timer(0.1) { _ in log("t") }
        RunLoop.current.perform {
          log("p")
          RunLoop.current._stop()
        }
        for _ in 0..<2 { log("\(run(1))") }
      },
      Case("a timer after the limit", "500:p 500:true 500:t 500:true 500:end") { log in
        timer(0.3) { _ in log("t") }
        RunLoop.current.perform {
          nap(0.5)
          log("p")
        }
        for _ in 0..<2 { log("\(run(0.2))") }
      },
      Case("the last timer, invalidated", "100:i 200:true 200:false 200:end") { log in
        nonisolated(unsafe) let timer = timer(0.2) { _ in log("t") }
        Thread.detachNewThread {
          nap(0.1)
          timer.invalidate()
          log("i")
        }
        for _ in 0..<2 { log("\(run(0.5))") }
      },
      Case("ticks that have gone by", "100:1 500:2 600:3 700:4 800:5 800:end") { log in
        let next = counter()
        timer(0.1, repeats: true) { _ in
          let tick = next()
          log("\(tick)")
          if tick == 1 { nap(0.36) }
        }
        runUntil(0.8)
      },
    ]
    static func text(_ body: @escaping @Sendable (Log) -> Void) async throws -> String {
      try await withVirtualTime(patience: .seconds(60)) { clock in
        let log = Log(clock)
        Thread.detachNewThread {
          body(log)
          log("end")
        }
        try await Task.sleep(for: .seconds(10))
        return log.text
      }
    }
    @Test(arguments: cases) func asInFoundation(_ one: Case) async throws {
      #expect(try await Self.text(one.body) == one.text)
    }

    /// A few timers, each of which may keep the thread for a while, and blocks that they add.
    struct Program: CustomStringConvertible {
      struct Ticks {
        var first = 0, interval = 0, nap = 0, addsBlock = false
      }
      var timers: [Ticks] = [], limits: [Int] = []
      var description: String { "\(timers), limits \(limits)" }

      init(seed: UInt64) {
        var random = SplitMixSequence(seed: seed)
        func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
        timers = (0..<number(1...4)).map { _ in
          Ticks(
            first: number(0...40) * 10, interval: number(0...2) == 0 ? number(3...20) * 10 : 0,
            nap: number(0...2) == 0 ? number(1...30) * 10 : 0, addsBlock: number(0...2) == 0)
        }
        limits = (0..<number(1...3)).map { _ in number(1...60) * 10 }
      }
      func run(_ log: Log) {
        @Sendable func seconds(_ milliseconds: Int) -> Double { Double(milliseconds) / 1_000 }
        for (name, one) in timers.enumerated() {
          let timer = Timer(
            fire: Date() + seconds(one.first), interval: seconds(one.interval), repeats: one.interval > 0
          ) { _ in
            log("\(name)")
            if one.addsBlock { RunLoop.current.perform { log("block of \(name)") } }
            nap(seconds(one.nap))
          }
          RunLoop.current.add(timer, forMode: .common)
        }
        for limit in limits { log("\(ThreadLoopTests.run(seconds(limit)))") }
      }
      /// The same by a list of ticks and a number.
      var model: String {
        var now = 0, log: [String] = [], ticks: [(due: Int, name: Int)] = [], blocks: [Int] = []
        for (name, one) in timers.enumerated() { ticks.append((one.first, name)) }
        func runBlocks() {
          for name in blocks { log.append("\(now):block of \(name)") }
          blocks = []
        }
        for limit in limits {
          var isOver = ticks.isEmpty && blocks.isEmpty
          log += isOver ? ["\(now):false"] : []
          if isOver { continue }
          let end = now + limit
          runBlocks()
          while !isOver {
            now = max(now, min(end, ticks.map(\.due).min() ?? end))
            let woken = now
            for tick in ticks.filter({ $0.due <= woken }).sorted(by: { $0.due < $1.due }) {
              let one = timers[tick.name]
              log.append("\(now):\(tick.name)")
              if one.addsBlock { blocks.append(tick.name) }
              now += one.nap
              ticks.removeAll { $0.name == tick.name }
              var next = tick.due + one.interval
              while one.interval > 0, next <= now { next += one.interval }
              if one.interval > 0 { ticks.append((next, tick.name)) }
            }
            runBlocks()
            isOver = now >= end || ticks.isEmpty && blocks.isEmpty
          }
          log.append("\(now):true")
        }
        return (log + ["\(now):end"]).joined(separator: " ")
      }
    }
    @Test(arguments: 0..<60 as Range<UInt64>) func anyTimers(seed: UInt64) async throws {
      let program = Program(seed: seed)
      #expect(try await Self.text(program.run) == program.model, "seed \(seed): \(program)")
    }
  }
#endif

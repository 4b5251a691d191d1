#if canImport(Glibc)
  import Dispatch
  import Foundation
  import Testing
  import VirtualTime

  /// The queues of Dispatch in virtual time: what is given to them runs at an instant of the timeline, and for Dispatch on
  /// its queue.
  @Suite(.enabled(if: RealClocks.unavailable == nil)) struct QueueTests {
    /// Texts, each with its milliseconds.
    final class Log: Sendable {
      private let clock: VirtualClock
      private let log = SharedLog()
      init(_ clock: VirtualClock) { self.clock = clock }
      func callAsFunction(_ text: String) {
        log("\(clock.now.nanoseconds / 1_000_000):\(text)")
      }
      var text: String { log.entries.joined(separator: " ") }
    }
    private static func run(_ body: @escaping @Sendable (Log) async throws -> Void) async throws -> String {
      try await withVirtualTime(patience: .seconds(120)) { clock in
        let log = Log(clock)
        try await body(log)
        try await Task.sleep(for: .seconds(100))
        return log.text
      }
    }
    private static func isMainThread() -> Bool { Thread.isMainThread }

    // MARK: One queue

    /// A debouncer as in an app: each call cancels the work item of the previous one.
    @Test func aDebouncer() async throws {
      final class Debouncer: @unchecked Sendable {
        private var item: DispatchWorkItem?
        func call(_ text: String, _ log: Log) {
          item?.cancel()
          let new = DispatchWorkItem {
            dispatchPrecondition(condition: .onQueue(.main))
            MainActor.assumeIsolated { log("\(text) \(QueueTests.isMainThread())") }
          }
          item = new
          DispatchQueue.main.asyncAfter(deadline: .now() + 0.3, execute: new)
        }
      }
      for _ in 0..<20 {
        let text = try await Self.run { log in
          let debouncer = Debouncer()
          for text in ["a", "b", "c"] {
            debouncer.call(text, log)
            try await Task.sleep(for: .milliseconds(100))
          }
        }
        #expect(text == "500:c true")
      }
    }
    @Test func theOrderOfASerialQueue() async throws {
      let text = try await Self.run { log in
        let queue = DispatchQueue(label: "serial")
        queue.asyncAfter(deadline: .now() + 0.01) { log("timer") }
        queue.async {
          log("1")
          queue.async { log("3") }
        }
        queue.async { log("2") }
        queue.sync { log("sync") }
        log("body")
        try await Task.sleep(for: .milliseconds(20))
        queue.asyncAfter(wallDeadline: .now() + 0.01) { log("wall") }
        queue.async(flags: .barrier) { log("barrier") }
      }
      // The sync waits for what the queue has received before the call, so not for 3.
      #expect(text == "0:1 0:2 0:sync 0:body 0:3 10:timer 20:barrier 30:wall")
    }
    @Test func whereTheWorkIs() async throws {
      let key = DispatchSpecificKey<Int>()
      let text = try await Self.run { log in
        let base = DispatchQueue(label: "base"), queue = DispatchQueue(label: "queue", target: base)
        base.setSpecific(key: key, value: 7)
        queue.async {
          dispatchPrecondition(condition: .onQueue(queue))
          dispatchPrecondition(condition: .onQueue(base))
          dispatchPrecondition(condition: .notOnQueue(.main))
          log("\(DispatchQueue.getSpecific(key: key) ?? 0) \(Self.isMainThread())")
        }
        DispatchQueue.global().async { log("global \(Self.isMainThread())") }
        DispatchQueue.main.async {
          dispatchPrecondition(condition: .onQueue(.main))
          log("main \(Self.isMainThread())")
        }
      }
      #expect(text == "0:7 false 0:global false 0:main true")
    }
    @Test func suspendedAndInactiveQueues() async throws {
      let text = try await Self.run { log in
        let queue = DispatchQueue(label: "suspended"), base = DispatchQueue(label: "base")
        let above = DispatchQueue(label: "above", target: base)
        let inactive = DispatchQueue(label: "inactive", attributes: .initiallyInactive)
        queue.suspend()
        base.suspend()
        queue.async { log("1") }
        queue.asyncAfter(deadline: .now() + 0.01) { log("2") }
        above.async { log("above") }
        inactive.async { log("active") }
        try await Task.sleep(for: .milliseconds(50))
        queue.resume()
        try await Task.sleep(for: .milliseconds(10))
        base.resume()
        inactive.activate()
      }
      #expect(text == "50:1 50:2 60:above 60:active")
    }
    @Test func aConcurrentQueueWithABarrier() async throws {
      let text = try await Self.run { log in
        let queue = DispatchQueue(label: "store", attributes: .concurrent)
        queue.async { log("read") }
        queue.async(flags: .barrier) { log("write") }
        queue.async { log("read again") }
        queue.sync { log("sync") }
        queue.sync(flags: .barrier) { log("last") }
      }
      // A read does not wait for the reads before it, but for the write: this is one of the two orders.
      #expect(text == "0:read 0:write 0:read again 0:sync 0:last")
    }
    @Test func aStore() async throws {
      try await withVirtualTime { _ in
        nonisolated(unsafe) var value = 0
        let queue = DispatchQueue(label: "store", attributes: .concurrent)
        for number in 1...100 {
          queue.async(flags: .barrier) { value = number }
          #expect(queue.sync { value } == number)
        }
      }
    }
    /// A thread further up the stack that is on a queue keeps it.
    @Test func aQueueOnTheStack() async throws {
      let text = try await withVirtualTime { clock in
        let log = Log(clock)
        let queue = DispatchQueue(label: "outer")
        queue.async {
          queue.async { log("inner") }
          try? clock.timeline.advance(by: .seconds(1))
          log("outer")
        }
        try await Task.sleep(for: .seconds(5))
        return log.text
      }
      #expect(text == "1000:outer 1000:inner")
    }

    // MARK: Groups, operations, timers

    @Test func groups() async throws {
      let text = try await Self.run { log in
        let group = DispatchGroup(), queue = DispatchQueue(label: "queue")
        group.notify(queue: .main) { log("empty at first") }
        queue.async(group: group) { log("1") }
        DispatchQueue.global().async(group: group, execute: DispatchWorkItem { log("2") })
        group.enter()
        queue.asyncAfter(deadline: .now() + 0.2) {
          log("leaves")
          group.leave()
        }
        group.notify(queue: .main) { log("all \(Self.isMainThread())") }
      }
      #expect(text == "0:empty at first 0:1 0:2 200:leaves 200:all true")
    }
    /// A continuation is resumed by a queue, without a departure.
    @Test func aCompletionHandler() async throws {
      for _ in 0..<20 {
        let text = try await Self.run { log in
          let value = await withCheckedContinuation { continuation in
            DispatchQueue.global().asyncAfter(deadline: .now() + 1) {
              DispatchQueue.main.async { continuation.resume(returning: 7) }
            }
          }
          log("\(value)")
        }
        #expect(text == "1000:7")
      }
    }
    @Test func operations() async throws {
      let text = try await Self.run { log in
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        queue.addOperation { log("1") }
        queue.addOperation { log("2") }
        let first = BlockOperation { log("first") }, second = BlockOperation { log("second") }
        second.addDependency(first)
        Self.add([second, first], to: queue)
        try await Task.sleep(for: .milliseconds(10))
        let cancelled = BlockOperation { log("never") }
        queue.isSuspended = true
        queue.addOperation(cancelled)
        queue.addOperation { log("resumed") }
        cancelled.cancel()
        try await Task.sleep(for: .milliseconds(10))
        queue.isSuspended = false
      }
      #expect(text == "0:1 0:2 0:first 0:second 20:resumed")
    }
    private static func add(_ operations: [Operation], to queue: OperationQueue) {
      queue.addOperations(operations, waitUntilFinished: false)
    }
    /// `OperationQueue.main` belongs to the process: another run may be in the middle of an operation.
    @Test func operationsOfTheMainQueueAreReported() async {
      let error = await #expect(throws: VirtualTimeError.self) {
        try await withVirtualTime { _ in OperationQueue.main.addOperation {} }
      }
      #expect(error?.description.contains("OperationQueue.main in '") == true)
    }
    @Test func timersOfTheMainRunLoop() async throws {
      let text = try await Self.run { log in
        nonisolated(unsafe) var left: Timer?
        await MainActor.run {
          nonisolated(unsafe) var ticks = 0
          _ = Timer.scheduledTimer(withTimeInterval: 0.25, repeats: true) { timer in
            ticks += 1
            log("tick \(Self.isMainThread())")
            if ticks == 3 { timer.invalidate() }
          }
          let once = Timer(fire: Date() + 0.6, interval: 0, repeats: false) { timer in log("once \(timer.isValid)") }
          RunLoop.main.add(once, forMode: .common)
          RunLoop.main.add(once, forMode: .default)
          RunLoop.main.perform { log("perform \(Self.isMainThread())") }
          left = once
        }
        try await Task.sleep(for: .seconds(1))
        log("\(left!.isValid)")
      }
      #expect(text.contains("perform true"))
      let rest = text.replacingOccurrences(of: "0:perform true", with: "").split(separator: " ").joined(separator: " ")
      #expect(rest == "250:tick true 500:tick true 600:once true 750:tick true 1000:false")
    }
    @Test func theDateOfATimer() async throws {
      let text = try await Self.run { log in
        let timer = Timer(fire: Date() + 10, interval: 1, repeats: true) { timer in
          log("\(Int(timer.fireDate.timeIntervalSinceReferenceDate))")
          if timer.fireDate.timeIntervalSinceReferenceDate >= 5 { timer.invalidate() }
        }
        RunLoop.main.add(timer, forMode: .common)
        timer.fireDate = Date() + 2
      }
      #expect(text == "2000:2 3000:3 4000:4 5000:5")
    }
    /// Ticks that have gone by while the main thread did something else are not made up for.
    @Test func aTimerThatIsLate() async throws {
      let text = try await Self.run { log in
        nonisolated(unsafe) var ticks = 0
        let timer = Timer(fire: Date() + 0.1, interval: 0.1, repeats: true) { timer in
          ticks += 1
          log("\(Int((timer.fireDate.timeIntervalSinceReferenceDate * 1000).rounded()))")
          if ticks == 2 { Thread.sleep(forTimeInterval: 0.23) }
          if ticks == 4 { timer.invalidate() }
        }
        RunLoop.main.add(timer, forMode: .common)
      }
      #expect(text == "100:100 200:200 500:500 600:600")
    }
    /// A timer that is still there when its timeline is released never fires again.
    @Test func aTimerThatIsLeft() async throws {
      nonisolated(unsafe) var left: Timer?
      do {
        let timeline = Timeline()
        try await withVirtualTime(on: timeline) { _ in
          let timer = Timer(fire: Date() + 1_000, interval: 0, repeats: false) { _ in }
          RunLoop.main.add(timer, forMode: .common)
          left = timer
        }
        #expect(left?.isValid == true)
      }
      #expect(left?.isValid == false)
    }
    /// Cancelled work is not pending any more: a marble test that ends would name it.
    @Test func whatIsCancelledIsNotPending() async throws {
      try await withVirtualTime { clock in
        nonisolated(unsafe) let timer = Timer(fire: Date() + 50, interval: 1, repeats: true) { _ in }
        RunLoop.main.add(timer, forMode: .common)
        RunLoop.main.add(timer, forMode: .default)
        let item = DispatchWorkItem {}
        DispatchQueue.main.asyncAfter(deadline: .now() + 50, execute: item)
        DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: item)
        let other = DispatchWorkItem {}
        DispatchQueue.main.asyncAfter(deadline: .now() + 70, execute: other)
        #expect(clock.timeline.pendingCount == 4)
        timer.fireDate = Date() + 60
        #expect(clock.timeline.pendingCount == 4)
        timer.invalidate()
        #expect(clock.timeline.pendingCount == 3)
        item.cancel()
        #expect(clock.timeline.pendingCount == 1)
        other.cancel()
        #expect(clock.timeline.pendingCount == 0)
      }
    }

    // MARK: Real queues

    /// Queues are real if outside work is allowed, or if schedulers of real time are refused.
    @Test func realQueues() async throws {
      try await withVirtualTime(patience: .seconds(120), allowsOutsideWork: true) { _ in
        let isDone = DispatchSemaphore(value: 0)
        DispatchQueue.global().async { isDone.signal() }
        isDone.wait()
      }
      let error = await #expect(throws: VirtualTimeError.self) {
        try await withVirtualTime { clock in
          clock.timeline.refuseRealSchedulers()
          DispatchQueue.main.async {}
        }
      }
      #expect(error?.description.contains("DispatchQueue.main.async in '") == true)
    }
    /// A queue that gives work to itself for ever ends the run by its name.
    @Test func aQueueThatNeverRests() async {
      let error = await #expect(throws: Timeline.Runaway.self) {
        try await withVirtualTime(on: Timeline(actionsPerInstant: 1_000)) { _ in
          let queue = DispatchQueue(label: "busy")
          @Sendable func again() { queue.async { again() } }
          again()
          await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }
      }
      #expect(error?.culprit == "the queue 'busy'")
    }
    /// Work that is due after the end of the body is released, and a group is not left with members.
    @Test func whatIsLeft() async throws {
      final class Owned: Sendable {}
      let group = DispatchGroup()
      weak var owned: Owned?
      do {
        let object = Owned()
        owned = object
        try await withVirtualTime { [object] _ in
          DispatchQueue.main.asyncAfter(deadline: .now() + 1) { _ = object }
          let queue = DispatchQueue(label: "suspended")
          queue.suspend()
          queue.async(group: group) { _ = object }
          queue.resume()
        }
      }
      #expect(owned == nil)
      #expect(group.wait(timeout: .now()) == .success)
    }

    // MARK: Beside other runs

    /// Two runs never are on one queue at the same time.
    @Test func aQueueOfSeveralRuns() async throws {
      let queue = DispatchQueue(label: "shared")
      nonisolated(unsafe) var isBusy = false, overlaps = 0, count = 0
      let work: @Sendable () -> Void = {
        if isBusy { overlaps += 1 }
        isBusy = true
        count += 1
        isBusy = false
      }
      @Sendable func give() async throws {
        try await withVirtualTime(patience: .seconds(120)) { clock in
          for _ in 0..<100 {
            queue.async(execute: work)
            try await clock.sleep(for: .seconds(1))
          }
        }
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 { group.addTask { try await give() } }
        try await group.waitForAll()
      }
      #expect(overlaps == 0 && count == 800)
    }

    // MARK: Random programs

    private enum Step: CustomStringConvertible {
      case async(Int), after(Int, Int), suspend(Int), resume(Int), sync(Int), wait
      var description: String {
        switch self {
        case .async(let queue): "\(queue).async"
        case .after(let queue, let delay): "\(queue).asyncAfter(\(delay))"
        case .suspend(let queue): "\(queue).suspend"
        case .resume(let queue): "\(queue).resume"
        case .sync(let queue): "\(queue).sync"
        case .wait: "wait"
        }
      }
    }
    /// The steps of a random program; a wait takes 10 ms. Delays are no multiples of 10, so that work that waits for its
    /// instant does not arrive at the instant of a step. No queue is suspended at the end.
    private static func program(_ random: inout some RandomNumberGenerator, count: Int) -> [Step] {
      var suspended: Set<Int> = [], steps: [Step] = []
      for _ in 0..<count {
        if Bool.random(using: &random) { steps.append(.wait) }
        let queue = Int.random(in: 0..<3, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1: steps.append(.async(queue))
        case 2: steps.append(.after(queue, Int.random(in: 0..<5, using: &random) * 10 + steps.count % 9 + 1))
        case 3 where !suspended.contains(queue):
          suspended.insert(queue)
          steps.append(.suspend(queue))
        case 4 where suspended.contains(queue):
          suspended.remove(queue)
          steps.append(.resume(queue))
        // A sync on a suspended queue waits for ever.
        case 5 where !suspended.contains(queue): steps.append(.sync(queue))
        default: steps.append(.async(queue))
        }
      }
      return steps + suspended.sorted().map { .resume($0) }
    }
    /// The outcome of a program by the rules of a serial queue: work runs in the order of its arrival, in a sync that
    /// comes later, at the end of its instant, or when the queue is resumed.
    private static func expected(_ steps: [Step]) -> [String] {
      var log: [String] = []
      for queue in 0..<3 {
        var waiting: [Int] = [], delayed: [(time: Int, number: Int)] = [], isSuspended = false, now = 0
        func run(at time: Int) {
          log += waiting.map { "\(time):\(queue)/\($0)" }
          waiting = []
        }
        func pass(to end: Int) {
          if !isSuspended { run(at: now) }
          for arrival in delayed.sorted(by: { $0 < $1 }) where arrival.time < end {
            waiting.append(arrival.number)
            if !isSuspended { run(at: arrival.time) }
          }
          delayed.removeAll { $0.time < end }
          now = end
        }
        for (number, step) in steps.enumerated() {
          switch step {
          case .async(queue): waiting.append(number)
          case .after(queue, let delay): delayed.append((now + delay, number))
          case .sync(queue):
            waiting.append(number)
            run(at: now)
          case .suspend(queue): isSuspended = true
          case .resume(queue): isSuspended = false
          case .wait: pass(to: now + 10)
          default: break
          }
        }
        pass(to: .max)
      }
      return log
    }
    private static func outcome(_ steps: [Step]) async throws -> [String] {
      try await withVirtualTime(patience: .seconds(120)) { clock in
        let log = SharedLog()
        let queues = (0..<3).map { DispatchQueue(label: "queue \($0)") }
        @Sendable func note(_ queue: Int, _ number: Int) {
          log("\(clock.now.nanoseconds / 1_000_000):\(queue)/\(number)")
        }
        for (number, step) in steps.enumerated() {
          switch step {
          case .async(let queue): queues[queue].async { note(queue, number) }
          case .after(let queue, let delay):
            queues[queue].asyncAfter(deadline: .now() + .milliseconds(delay)) { note(queue, number) }
          case .suspend(let queue): queues[queue].suspend()
          case .resume(let queue): queues[queue].resume()
          case .sync(let queue): queues[queue].sync { note(queue, number) }
          case .wait: try await clock.sleep(for: .milliseconds(10))
          }
        }
        try await clock.sleep(for: .seconds(10))
        return log.entries
      }
    }
    /// Sorted within one instant, where queues are independent, but for the order of each queue.
    private static func canonical(_ entries: [String]) -> [String] {
      entries.enumerated().sorted {
        let (one, two) = ($0.element.split(separator: ":"), $1.element.split(separator: ":"))
        let (time, other) = (Int(one[0])!, Int(two[0])!)
        if time != other { return time < other }
        let (queue, otherQueue) = (one[1].prefix(1), two[1].prefix(1))
        return queue == otherQueue ? $0.offset < $1.offset : queue < otherQueue
      }.map(\.element)
    }
    @Test func randomPrograms() async throws {
      for seed in 0..<150 as Range<UInt64> {
        var random = SplitMixSequence(seed: seed)
        var steps = Self.program(&random, count: 4 + Int(seed % 20))
        func isRight(_ steps: [Step]) async throws -> Bool {
          try await Self.canonical(Self.outcome(steps)) == Self.canonical(Self.expected(steps))
        }
        if try await isRight(steps) { continue }
        // The smallest program that fails.
        var index = 0
        while index < steps.count {
          var fewer = steps
          fewer.remove(at: index)
          if Self.isBalanced(fewer), try await !isRight(fewer) { steps = fewer } else { index += 1 }
        }
        let outcome = try await Self.outcome(steps)
        Issue.record("seed \(seed): \(steps): \(outcome), expected \(Self.canonical(Self.expected(steps)))")
        return
      }
    }
    private static func isBalanced(_ steps: [Step]) -> Bool {
      var suspended: Set<Int> = []
      for step in steps {
        switch step {
        case .suspend(let queue): if !suspended.insert(queue).inserted { return false }
        case .resume(let queue): if suspended.remove(queue) == nil { return false }
        case .sync(let queue): if suspended.contains(queue) { return false }
        default: break
        }
      }
      return suspended.isEmpty
    }
  }
#endif

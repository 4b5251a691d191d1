#if canImport(Glibc)
  import Dispatch
  import Foundation
  import Pipes
  import Testing
  import VirtualTime

  /// `NotificationQueue`, on the loop of a thread that the code starts and on the main one. Each text is what Foundation
  /// says on Linux, in real time; the main loop was run as an async `main` runs it.
  @Suite(.enabled(if: callsAreVirtual)) struct NotificationQueueTests {
    typealias Log = QueueTests.Log
    typealias Body = @Sendable (Log, Posts) -> Void
    struct Case: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let text: String
      let body: Body
      init(_ name: String, _ text: String, _ body: @escaping Body) {
        (testDescription, self.text, self.body) = (name, text, body)
      }
    }
    /// Enqueues notifications, writes the name of each that has been posted, and does what belongs to it.
    final class Posts: Sendable {
      private let acts = Guarded<[String: @Sendable () -> Void]>([:]), observer = Guarded<(any NSObjectProtocol)?>(nil)
      init(_ log: Log) {
        let new = NotificationCenter.default.addObserver(forName: nil, object: self, queue: nil) { [weak self] post in
          log(post.name.rawValue)
          self?.acts.with { $0.removeValue(forKey: post.name.rawValue) }?()
        }
        observer.with { $0 = new }
      }
      deinit { if let observer = observer.with({ $0 }) { NotificationCenter.default.removeObserver(observer) } }
      func notification(_ name: String) -> Notification { Notification(name: .init(name), object: self) }
      func callAsFunction(
        _ name: String, _ style: NotificationQueue.PostingStyle, onName: Bool = false, _ modes: [RunLoop.Mode]? = nil,
        then act: (@Sendable () -> Void)? = nil
      ) {
        acts.with { $0[name] = act }
        NotificationQueue.default.enqueue(
          notification(name), postingStyle: style, coalesceMask: onName ? .onName : [], forModes: modes)
      }
      func both(_ names: String = "ai") {
        for name in names { self("\(name)", name < "i" ? .asap : .whenIdle) }
      }
    }
    static func timer(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
      ThreadLoopTests.timer(seconds) { _ in body() }
    }
    static func run(_ seconds: Double) -> Bool { ThreadLoopTests.run(seconds) }

    static let ofThread: [Case] = [
      Case("nothing else", "0:n 0:false 0:end") { log, posts in
        posts.both()
        posts("n", .now)
        log("\(run(0.2))")
      },
      Case("beside a timer", "0:i 0:a 200:t 200:true 200:end") { log, posts in
        posts.both()
        timer(0.2) { log("t") }
        log("\(run(0.5))")
      },
      Case("the last one first", "0:k 0:j 0:i 0:c 0:b 0:a 200:t 200:true 200:end") { log, posts in
        posts.both("aibjck")
        timer(0.2) { log("t") }
        log("\(run(0.5))")
      },
      Case("in the last timer", "200:t 200:a 200:true 200:false 200:end") { log, posts in
        timer(0.2) {
          log("t")
          posts.both()
        }
        for _ in 0..<2 { log("\(run(0.5))") }
      },
      Case("in a timer", "200:t 200:i 200:a 400:u 400:true 400:end") { log, posts in
        timer(0.2) {
          log("t")
          posts.both()
        }
        timer(0.4) { log("u") }
        log("\(run(0.5))")
      },
      Case("at the limit", "200:t 400:a 400:true 400:i 500:true 800:u 800:true 800:end") { log, posts in
        timer(0.2) {
          log("t")
          posts.both()
          ThreadLoopTests.nap(0.2)
        }
        timer(0.8) { log("u") }
        for limit in [0.3, 0.1, 1] { log("\(run(limit))") }
      },
      Case("in a block", "0:p 0:a 200:t 200:q 200:true 200:end") { log, posts in
        RunLoop.current.perform {
          log("p")
          posts.both()
          RunLoop.current.perform { log("q") }
        }
        timer(0.2) { log("t") }
        log("\(run(0.5))")
      },
      Case("one enqueues the other", "0:i 0:b 0:a 200:t 200:j 400:u 400:true 400:end") { log, posts in
        posts("i", .whenIdle) { posts("b", .asap) }
        posts("a", .asap) { posts("j", .whenIdle) }
        timer(0.2) { log("t") }
        timer(0.4) { log("u") }
        log("\(run(0.5))")
      },
      Case("timers and blocks of posts", "0:i 0:q 0:a 0:t 0:u 0:p 200:v 200:true 200:end") { log, posts in
        posts("a", .asap) {
          RunLoop.current.perform { log("p") }
          timer(0) { log("u") }
        }
        posts("i", .whenIdle) {
          RunLoop.current.perform { log("q") }
          timer(0) { log("t") }
        }
        timer(0.2) { log("v") }
        log("\(run(0.5))")
      },
      Case("a block of a block", "100:t 100:p 100:q 300:u 300:true 300:end") { log, _ in
        timer(0.1) {
          log("t")
          RunLoop.current.perform {
            log("p")
            RunLoop.current.perform { log("q") }
          }
        }
        timer(0.3) { log("u") }
        log("\(run(0.5))")
      },
      Case("other modes", "0:n 0:i 200:t default 200:true 200:end") { log, posts in
        let other = RunLoop.Mode("other")
        posts("a", .asap, [other])
        posts("b", .asap, [.common])
        posts("i", .whenIdle, [other, .default])
        posts("n", .now, [other])
        timer(0.2) {
          log("t \(RunLoop.current.currentMode == .default ? "default" : "")")
          posts("m", .now, [other])
        }
        log("\(run(0.5))")
      },
      Case("one for a name", "0:i 0:a 200:t 200:true 200:end") { log, posts in
        posts("a", .asap)
        posts("b", .asap)
        posts("i", .asap)
        posts("i", .whenIdle, onName: true)
        posts("a", .asap, onName: true)
        NotificationQueue.default.dequeueNotifications(
          matching: posts.notification("b"), coalesceMask: .onName)
        timer(0.2) { log("t") }
        log("\(run(0.5))")
      },
      Case("a run inside of a timer", "100:t 100:i 100:a 300:true 500:u 500:true 500:end") { log, posts in
        timer(0.1) {
          log("t")
          posts.both()
          log("\(run(0.2))")
        }
        timer(0.5) { log("u") }
        log("\(run(1))")
      },
      Case("a run inside of a post", "0:a 100:t 200:true 400:u 400:true 400:end") { log, posts in
        posts("a", .asap) { log("\(run(0.2))") }
        timer(0.1) { log("t") }
        timer(0.4) { log("u") }
        log("\(run(1))")
      },
      Case("without time", "0:i 0:t 0:a 0:true 200:u 200:true 200:end") { log, posts in
        timer(0) { log("t") }
        timer(0.2) { log("u") }
        posts.both()
        for limit in [0, 1.0] { log("\(run(limit))") }
      },
      Case("a timer that a post invalidates", "0:a 0:true 0:false 0:end") { log, posts in
        nonisolated(unsafe) let timer = ThreadLoopTests.timer(0) { _ in log("t") }
        posts("a", .asap) { timer.invalidate() }
        for _ in 0..<2 { log("\(run(0.2))") }
      },
      // A queue lives as long as its thread.
      Case("several queues", "0:a 0:c 0:b 200:t 200:true 200:end") { log, posts in
        for names in ["a", "bc"] {
          let own = NotificationQueue(notificationCenter: .default)
          for name in names { own.enqueue(posts.notification("\(name)"), postingStyle: .asap) }
        }
        timer(0.2) { log("t") }
        log("\(run(0.5))")
      },
    ]
    @Test(arguments: ofThread) func onAThread(_ one: Case) async throws {
      let text = try await ThreadLoopTests.text { log in
        let posts = Posts(log)
        one.body(log, posts)
        withExtendedLifetime(posts) {}
      }
      #expect(text == one.text)
    }

    // MARK: The main loop

    static func async(_ body: @escaping @Sendable () -> Void) { DispatchQueue.main.async(execute: body) }
    static func perform(_ body: @escaping @Sendable () -> Void) { RunLoop.main.perform(body) }
    static let ofMain: [Case] = [
      Case("nothing else", "0:n 0:end 0:i 0:a") { log, posts in
        posts.both()
        posts("n", .now)
        log("end")
      },
      Case("a job", "0:i 0:a 0:q 0:r") { log, posts in
        posts.both()
        async {
          log("q")
          async { log("r") }
        }
      },
      Case("a block, a timer, a job", "0:p 0:i 0:a 0:t 0:q") { log, posts in
        posts.both()
        timer(0) { log("t") }
        async { log("q") }
        perform { log("p") }
      },
      Case("in a timer", "100:t 100:p 100:i 100:q 100:a 100:u") { log, posts in
        timer(0.1) {
          log("t")
          posts.both()
          async { log("q") }
          timer(0) { log("u") }
          perform { log("p") }
        }
      },
      Case("in a block", "0:p 0:i 0:q 0:a 0:t 0:r") { log, posts in
        perform {
          log("p")
          posts.both()
          async { log("r") }
          timer(0) { log("t") }
          perform { log("q") }
        }
      },
      Case("one enqueues the other", "0:i 0:b 0:a 0:t 0:j") { log, posts in
        posts("i", .whenIdle) { posts("b", .asap) }
        posts("a", .asap) { posts("j", .whenIdle) }
        timer(0) { log("t") }
      },
      Case("work of a post before the loop waits", "0:a 0:t 0:p 0:q") { log, posts in
        posts("a", .asap) {
          async { log("q") }
          perform { log("p") }
          timer(0) { log("t") }
        }
      },
      Case("work of a post of an idle loop", "0:i 0:p 0:t 0:q") { log, posts in
        posts("i", .whenIdle) {
          async { log("q") }
          perform { log("p") }
          timer(0) { log("t") }
        }
      },
      Case("jobs of tasks", "0:i 0:a 0:1 0:2 50:3") { log, posts in
        Task { @MainActor in
          posts.both()
          await Task.yield()
          log("1")
          await Task.yield()
          log("2")
          try await Task.sleep(for: .milliseconds(50))
          log("3")
        }
      },
      Case("one for a name, and modes", "0:i 0:q default") { log, posts in
        posts("i", .asap)
        posts("a", .asap, [.common])
        posts("i", .whenIdle, onName: true)
        async { log("q \(RunLoop.main.currentMode == .default ? "default" : "")") }
      },
      Case("two queues", "0:b 0:a 100:u 100:j 100:c 100:d 100:v 100:k") { log, posts in
        nonisolated(unsafe) let other = NotificationQueue(notificationCenter: .default)
        @Sendable func give(_ name: String) { other.enqueue(posts.notification(name), postingStyle: .asap) }
        give("b")
        posts("a", .asap)
        timer(0.1) {
          log("u")
          posts("c", .asap) { give("d") }
          timer(0) {
            log("v")
            async { log("k") }
          }
          async { log("j") }
        }
      },
      Case("calls that wait for the main queue", "0:a 100:b 200:c") { _, posts in
        DispatchQueue.global().async {
          for name in ["a", "b", "c"] {
            DispatchQueue.main.sync { posts(name, .asap) }
            ThreadLoopTests.nap(0.1)
          }
        }
      },
      Case("a nap in a timer", "100:t 300:q 300:a 300:u") { log, posts in
        timer(0.1) {
          log("t")
          async { log("q") }
          posts("a", .asap)
          ThreadLoopTests.nap(0.2)
        }
        timer(0.2) { log("u") }
      },
      Case("a nap after a task and a job", "100:k 100:j") { log, _ in
        Task { @MainActor in log("k") }
        async { log("j") }
        ThreadLoopTests.nap(0.1)
      },
      Case("a nap", "200:p 200:i 200:a 200:t 200:q") { log, posts in
        perform { log("p") }
        async { log("q") }
        timer(0.1) { log("t") }
        posts.both()
        ThreadLoopTests.nap(0.2)
      },
    ]
    static func text(_ body: @escaping Body) async throws -> String {
      try await withVirtualTime(patience: .seconds(60)) { clock in
        let log = Log(clock), posts = Posts(log)
        async { body(log, posts) }
        try await Task.sleep(for: .seconds(10))
        return log.text
      }
    }
    @Test(arguments: ofMain) func onMain(_ one: Case) async throws {
      #expect(try await Self.text(one.body) == one.text)
    }
    /// A notification that is enqueued at the end of a run is not posted in a later one, whatever thread has the main queue.
    @Test func eachRunHasItsOwn() async throws {
      for _ in 0..<2 {
        let text = try await withVirtualTime { @MainActor clock in
          let log = Log(clock), posts = Posts(log), gate = DispatchSemaphore(value: 0)
          posts("a", .asap)
          try await Task.sleep(for: .seconds(1))
          Task.detached { Self.block(gate) }
          try await Task.sleep(for: .seconds(1))
          posts("b", .asap)
          try await Task.sleep(for: .seconds(1))
          gate.signal()
          try await Task.sleep(for: .seconds(1))
          posts("c", .asap)
          return log.text
        }
        #expect(text == "0:a 2000:b")
      }
    }
    /// Locks of Core Foundation that another run has do not give the turn away.
    @Test func runsBesideEachOther() async throws {
      let texts = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<60 { group.addTask { try await withVirtualTime(patience: .seconds(60), Self.onTwoLoops) } }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(texts.count == 1, "\(texts)")
    }
    private static func onTwoLoops(_ clock: VirtualClock) async throws -> String {
      let log = Log(clock), posts = Posts(log)
      async {
        posts.both()
        log("q")
      }
      Thread.detachNewThread {
        posts("A", .asap)
        log("T")
        timer(0.05) { log("T") }
        _ = run(0.06)
      }
      try await Task.sleep(for: .seconds(1))
      withExtendedLifetime(posts) {}
      return log.text
    }
    static func block(_ gate: DispatchSemaphore) { gate.wait() }
    /// Work that code of the main thread gives, in any nesting.
    struct Program: CustomStringConvertible {
      enum Kind: CaseIterable { case job, timer, block, idle, asap }
      struct Piece {
        let name: String, kind: Kind
        var more: [Piece] = []
      }
      var pieces: [Piece] = []
      var description: String { "\(pieces)" }

      init(seed: UInt64) {
        var random = SplitMixSequence(seed: seed), count = 0
        func pieces(in outer: Kind?, depth: Int) -> [Piece] {
          (0..<Int.random(in: depth == 0 ? 2...4 : 0...2, using: &random)).compactMap { _ in
            let kind = Kind.allCases.randomElement(using: &random)!
            // Foundation ends the process if a notification enqueues one of its own style.
            if kind == outer, kind == .idle || kind == .asap { return nil }
            count += 1
            let name = "\(kind)\(count)"
            return Piece(name: name, kind: kind, more: depth < 2 ? pieces(in: kind, depth: depth + 1) : [])
          }
        }
        self.pieces = pieces(in: nil, depth: 0)
      }
      func run(_ log: Log, _ posts: Posts) {
        @Sendable func give(_ pieces: [Piece]) {
          for piece in pieces {
            let body = { @Sendable in
              if piece.kind != .idle, piece.kind != .asap { log(piece.name) }
              give(piece.more)
            }
            switch piece.kind {
            case .job: async(body)
            case .timer: timer(0, body)
            case .block: perform(body)
            case .idle: posts(piece.name, .whenIdle, then: body)
            case .asap: posts(piece.name, .asap, then: body)
            }
          }
        }
        give(pieces)
      }
      /// The same by a list for each kind and the round of Core Foundation.
      var model: String {
        var log: [String] = [], waiting: [Kind: [Piece]] = [:], wasJob = true
        func give(_ pieces: [Piece]) { for piece in pieces { waiting[piece.kind, default: []].append(piece) } }
        func has(_ kind: Kind) -> Bool { waiting[kind]?.isEmpty == false }
        func runAll(_ kind: Kind) {
          let all = waiting.removeValue(forKey: kind) ?? []
          for piece in kind == .idle || kind == .asap ? all.reversed() : all {
            log.append("0:\(piece.name)")
            give(piece.more)
          }
        }
        give(pieces)
        while Kind.allCases.contains(where: has) {
          runAll(.block)
          runAll(.idle)
          runAll(.block)
          if wasJob || !has(.job) {
            runAll(.asap)
            wasJob = !has(.timer) && has(.job)
            runAll(has(.timer) ? .timer : .job)
          } else {
            runAll(.job)
            wasJob = true
          }
        }
        return log.joined(separator: " ")
      }
    }
    @Test(arguments: 0..<80 as Range<UInt64>) func anyWork(seed: UInt64) async throws {
      let program = Program(seed: seed)
      #expect(try await Self.text(program.run) == program.model, "seed \(seed): \(program)")
    }
  }
#endif

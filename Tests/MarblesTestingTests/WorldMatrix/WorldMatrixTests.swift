#if canImport(Glibc)
  import Foundation
  import MarblesTesting
  import Pipes
  import Testing
  import VirtualTime

  /// A sanitizer has many functions of the C library in the program itself, where their calls stay real.
  private let callsAreVirtual =
    RealClocks.unavailable == nil
    && !["__asan_init", "__tsan_init"].contains { (name: String) in dlsym(dlopen(nil, RTLD_NOW), name) != nil }

  /// Each cell of the matrix: virtual, or reported by name.
  @Suite(.enabled(if: callsAreVirtual)) struct WorldMatrixTests {
    typealias Work = WorldMatrix.Work

    actor Room {
      func run(_ work: Work) async throws { try await work() }
    }
    @MainActor static func onMain(_ work: Work) async throws { try await work() }
    @concurrent static func concurrently(_ work: Work) async throws { try await work() }

    static func run(_ work: @escaping Work, _ isolation: WorldMatrix.Isolation) async throws {
      switch isolation {
      case .none: try await work()
      case .actor: try await Room().run(work)
      case .main: try await onMain(work)
      case .concurrent: try await concurrently(work)
      }
    }
    static func run(_ work: @escaping Work, _ kind: WorldMatrix.Kind, _ isolation: WorldMatrix.Isolation) async throws {
      switch kind {
      case .body: try await run(work, isolation)
      case .child:
        async let child: Void = run(work, isolation)
        try await child
      case .group:
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try await run(work, isolation) }
          try await group.waitForAll()
        }
      case .task: try await Task { try await run(work, isolation) }.value
      case .detached: try await Task.detached { try await run(work, isolation) }.value
      case .immediate:
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
          try await Task.immediate { try await run(work, isolation) }.value
        }
      }
    }

    /// Checks one row in a run: that the time passes which it takes, on all clocks alike.
    static func check(
      _ row: WorldMatrix.Row, _ clock: VirtualClock, _ kind: WorldMatrix.Kind, _ isolation: WorldMatrix.Isolation
    )
      async throws
    {
      let start = clock.now
      var length = WorldMatrix.hour
      switch row.use {
      case .reads(let read):
        try await run(
          {
            let before = read()
            try await Task.sleep(for: WorldMatrix.hour)
            #expect(read() - before == 3_600, "\(row), \(kind), \(isolation)")
          }, kind, isolation)
      case .sleeps(let sleep): try await run(sleep, kind, isolation)
      case .yields(let yield):
        length = .zero
        try await run(yield, kind, isolation)
      case .blocks(let block):
        if WorldMatrix.limits.contains(where: { $0.name == row.name }) {
          length = .seconds(WorldMatrix.limit) - .microseconds(1)
        }
        try await run({ block() }, kind, isolation)
      case .given(let seconds, _, let give):
        length = .seconds(seconds)
        let end = Guarded<VirtualInstant?>(nil)
        try await run({ give { end.with { $0 = clock.now } } }, kind, isolation)
        try await Task.sleep(for: WorldMatrix.hour + .seconds(1))
        let passed = end.with { $0 }.map { start.duration(to: $0) } ?? .seconds(-1)
        #expect(passed == length, "\(row), \(kind), \(isolation): \(passed)")
        return
      case .draws(let draw): return try await run({ _ = draw() }, kind, isolation)
      case .leaves(_, let call): return try await run({ call() }, kind, isolation)
      case .comesBack(_, let wait): return try await run(wait, kind, isolation)
      case .outside: return
      }
      let passed = start.duration(to: clock.now)
      #expect(passed >= length && passed < length + .microseconds(10), "\(row), \(kind), \(isolation): \(passed)")
    }
    static var cells: [(kind: WorldMatrix.Kind, isolation: WorldMatrix.Isolation)] {
      WorldMatrix.Kind.allCases.flatMap { kind in WorldMatrix.Isolation.allCases.map { (kind, $0) } }
    }
    static func report(_ body: () async throws -> Void) async -> String {
      do { try await body() } catch { return "\(error)" }
      return ""
    }

    @Test(arguments: WorldMatrix.clocks + WorldMatrix.sleeps + WorldMatrix.waits + WorldMatrix.queues)
    func virtualInEachTask(
      _ row: WorldMatrix.Row
    )
      async throws
    {
      for cell in Self.cells { try await withVirtualTime { try await Self.check(row, $0, cell.kind, cell.isolation) } }
    }
    @Test(arguments: WorldMatrix.chance) func chanceFromTheSeed(_ row: WorldMatrix.Row) async throws {
      guard case .draws(let draw) = row.use else { return }
      func drawn(_ seed: UInt64) async throws -> [String] {
        let all = Guarded<[String]>([])
        try await withVirtualTime(randomNumbers: .seed(seed)) { _ in
          for cell in Self.cells {
            try await Self.run({ all.with { $0.append(draw()) } }, cell.kind, cell.isolation)
          }
        }
        return all.with { $0 }
      }
      let first = try await drawn(1)
      #expect(try await drawn(1) == first, "\(row)")
      #expect(try await drawn(2) != first, "\(row)")
      #expect(Set(first).count == Self.cells.count, "\(row)")
    }
    @Test(arguments: WorldMatrix.limits) func waitsWithALimit(_ row: WorldMatrix.Row) async throws {
      try await withVirtualTime { clock in
        for isolation in WorldMatrix.Isolation.allCases { try await Self.check(row, clock, .task, isolation) }
      }
    }
    @Test(arguments: WorldMatrix.calls + WorldMatrix.tasks) func reportedByName(_ row: WorldMatrix.Row) async throws {
      for (kind, isolation) in [(.body, .none), (.detached, .actor), (.task, .main)]
        as [(WorldMatrix.Kind, WorldMatrix.Isolation)]
      {
        let text = await Self.report {
          try await VirtualTime.withVirtualTime(patience: .seconds(60)) {
            try await Self.check(row, $0, kind, isolation)
          }
        }
        guard case (.leaves(let report, _), let use) = (row.use, row.use) else {
          if case .comesBack(let report, _) = row.use {
            #expect(text.contains(report), "\(row), \(kind), \(isolation)")
          }
          continue
        }
        #expect(text.contains(report), "\(row), \(kind), \(isolation): \(text)")
        #expect(text.contains("' works in real time; "), "the place is named: \(text)")
        #expect(use.awaited.contains(report))
      }
    }

    // MARK: Kinds of tests

    static let all = WorldMatrix.sections.flatMap(\.rows)
    static func problems(_ row: WorldMatrix.Row) async throws -> [String] {
      let problems = Guarded<[String]>([])
      try await Marbles.marbles(report: { problem in problems.with { $0.append(problem.text) } }) { m in
        let clock = m.clock
        m.at("x") { try await Self.check(row, clock, .body, .none) }
      }
      return problems.with { $0 }
    }
    @Test(arguments: WorldMatrix.sections.flatMap(\.rows)) func anAwaitedTest(_ row: WorldMatrix.Row) async throws {
      let problems = try await Self.problems(row)
      switch row.use {
      case .leaves(let report, _): #expect(problems.contains { $0.contains(report) }, "\(problems)")
      // The test may end before the other thread resumes the task: the action still waits then.
      case .comesBack(let report, _):
        #expect(
          problems.contains { $0.contains(report) || $0.contains(" has not ended: it still waits") }, "\(problems)")
      default: #expect(problems == [])
      }
    }
    @Test(arguments: WorldMatrix.sections.flatMap(\.rows)) func aTestThatIsNotAwaited(_ row: WorldMatrix.Row) throws {
      let problems = Guarded<[String]>([])
      try Marbles.marbles(frame: .seconds(3_600), report: { problem in problems.with { $0.append(problem.text) } }) {
        m in
        var before = 0.0
        m.atEach("xy") { symbol in
          switch row.use {
          case .reads(let read):
            if symbol == "y" { #expect(read() - before == 3_600) }
            before = read()
          case .blocks(let block) where symbol == "y":
            let start = m.timeline.now
            block()
            #expect(m.timeline.now > start)
          case .leaves(_, let call): call()
          case .given(_, _, let give): give {}
          case .sleeps(let work), .yields(let work), .comesBack(_, let work): Task { try await work() }
          default: break
          }
        }
      }
      let found = problems.with { $0 }
      switch row.use {
      case .leaves(let report, _), .given(_, let report, _):
        #expect(found.contains { $0.contains(report) }, "\(found)")
      case .sleeps, .yields, .comesBack:
        #expect(
          found.contains { $0.contains("started a task") && $0.contains("write 'try await marbles'") }, "\(found)")
      default: #expect(found == [])
      }
    }
    @Test(.virtualTime, arguments: WorldMatrix.clocks + WorldMatrix.sleeps + WorldMatrix.waits) func aTrait(
      _ row: WorldMatrix.Row
    )
      async throws
    {
      guard case .sleeps(let sleep) = row.use else {
        if case .blocks(let block) = row.use { return block() }
        if case .yields(let yield) = row.use { return try await yield() }
        return
      }
      let start = (Date(), ContinuousClock.now)
      try await sleep()
      #expect(Date().timeIntervalSince(start.0) == 3_600 && ContinuousClock.now - start.1 == WorldMatrix.hour)
    }

    // MARK: The page

    @Test func thePageIsThePrintout() throws {
      let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
        "../../../Sources/VirtualTime/VirtualTime.docc/WhatIsVirtual.md"
      ).standardized
      let head = "| code | in a test that is awaited | in one that is not |\n|---|---|---|\n"
      let table = WorldMatrix.sections.map { section in
        let uses = Set(section.rows.map { [$0.use.awaited, $0.use.unawaited] })
        // One sentence says it if all of a section are treated alike.
        if uses.count == 1, let use = uses.first {
          let awaited = use[0] == use[1] ? "In each test \(use[0])" : "In an awaited test \(use[0]), else \(use[1])"
          return "### \(section.title)\n\n\(awaited): \(section.rows.map(\.name).joined(separator: "; ")).\n"
        }
        let rows = section.rows.map {
          "| \($0.name) | \($0.use.awaited) | \($0.use.awaited == $0.use.unawaited ? "the same" : $0.use.unawaited) |\n"
        }
        return "### \(section.title)\n\n" + head + rows.joined()
      }.joined(separator: "\n")
      let text = try String(contentsOf: path, encoding: .utf8)
      let mark = "<!-- The rest is the printout of the matrix. -->\n\n"
      let parts = text.components(separatedBy: mark)
      try #require(parts.count == 2)
      if ProcessInfo.processInfo.environment["DOCS"] == "write" {
        try (parts[0] + mark + table).write(to: path, atomically: true, encoding: .utf8)
      }
      #expect(parts[1] == table, "DOCS=write swift test --filter WorldMatrixTests")
      let kinds = WorldMatrix.Kind.allCases.map(\.rawValue) + WorldMatrix.Isolation.allCases.map(\.rawValue)
      for kind in kinds { #expect(parts[0].contains(kind), "\(kind)") }
    }
  }
#endif

#if canImport(Glibc)
  import Dispatch
  import Foundation
  import Pipes
  import Testing
  @testable import VirtualTime

  /// The orders of work that queues, the main actor and tasks received at one instant.
  @Suite(.enabled(if: RealClocks.unavailable == nil)) struct QueueOrderTests {
    /// The main actor's jobs and the blocks of the main queue stand in one line, in each order and with each seed.
    @Test(arguments: 0..<8 as Range<UInt64>) func theMainActorAndTheMainQueueAreOneLine(seed: UInt64) async throws {
      var random = SplitMixSequence(seed: seed)
      let areTasks = (0..<4).map { _ in random.next().isMultiple(of: 2) }
      let body: @Sendable (VirtualClock) async throws -> String = { clock in
        let log = QueueTests.Log(clock)
        await MainActor.run {
          for (index, isTask) in areTasks.enumerated() {
            let text = "\(index)"
            if isTask {
              Task { @MainActor in log(text) }
            } else {
              DispatchQueue.main.async { log(text) }
            }
          }
        }
        try await Task.sleep(for: .seconds(1))
        return log.text
      }
      var search = OrderSearch(switches: 2, limit: 100), outcomes = try await OrderSearchTests.outcomes(&search, body)
      outcomes.append(try await withVirtualTime(on: Timeline(seed: seed), body))
      #expect(Set(outcomes) == ["0:0 0:1 0:2 0:3"], "tasks: \(areTasks)")
    }
    /// The main queue may receive a job of another thread before the loop waits, and not before it has begun a round.
    @Test(.enabled(if: callsAreVirtual)) func allOrdersOfNotifications() async throws {
      var search = OrderSearch(switches: 2, limit: 100)
      let outcomes = try await OrderSearchTests.outcomes(&search) { clock in
        let log = QueueTests.Log(clock), posts = NotificationQueueTests.Posts(log)
        NotificationQueueTests.async {
          NotificationQueueTests.timer(0.1) {
            posts.both()
            DispatchQueue.global().async { NotificationQueueTests.async { log("q") } }
          }
        }
        try await Task.sleep(for: .seconds(1))
        withExtendedLifetime(posts) {}
        return log.text
      }
      #expect(Set(outcomes) == ["100:i 100:q 100:a", "100:i 100:a 100:q"])
    }

    /// A `sync` that only waits lets the work before it run in each order.
    @Test func aBarrierThatWaitsHasAllOrders() async throws {
      var search = OrderSearch(switches: 2, limit: 100)
      let found = try await OrderSearchTests.outcomes(&search) { _ in
        let log = SharedLog(), queue = DispatchQueue(label: "c", attributes: .concurrent)
        for name in ["a", "b"] { queue.async { log(name) } }
        queue.sync(flags: .barrier) {}
        return log.entries.joined()
      }
      #expect(search.isComplete && Set(found) == ["ab", "ba"])
    }

    /// A few pieces of work, each of which says its number, and some of which give more.
    fileprivate struct Program: CustomStringConvertible, Sendable {
      enum Kind: String {
        case task, mainTask, mainBlock, ofMain, perform, timerNow
        case first, inner, other, namesake, second, wide, wideBarrier
        case concurrent, barrier, ofConcurrent, global, globalBarrier
        case groupedFirst, groupedInner, leaver, notice, innerNotice, item, cancelledItem
        case afterFirst, afterInner, afterMain, afterOfMain, afterConcurrent, source, sourceOfInner, timer, sleep
        case syncFirst, syncInner, syncRead, syncWrite, syncMain, syncOfSecond
      }
      /// Work of one instant that waits for queues with a target.
      static let delayed: [[Work]] = [
        [Work("1", .afterInner, [Work("2", .source)])]
          + [Work("3", .afterFirst), Work("4", .afterFirst), Work("5", .afterInner)],
        [Work("1", .sourceOfInner, [Work("2", .first)]), Work("3", .source), Work("4", .sourceOfInner)],
        [Work("1", .afterInner), Work("2", .afterFirst), Work("3", .sourceOfInner, [Work("4", .first)])],
        [Work("1", .afterOfMain), Work("2", .afterMain, [Work("3", .ofMain)]), Work("4", .afterOfMain)],
        [Work("1", .afterOfMain, [Work("2", .perform)]), Work("3", .afterMain), Work("4", .afterOfMain)],
        [Work("1", .sleep, [Work("2", .inner)]), Work("3", .afterFirst), Work("4", .afterInner)],
        [Work("1", .mainBlock), Work("2", .ofMain, [Work("3", .ofMain)]), Work("4", .perform), Work("5", .ofMain)],
        [Work("1", .timer), Work("3", .sleep, [Work("4", .mainBlock)]), Work("5", .afterMain)],
      ]
      /// Kinds that have to do with one another.
      static let palettes: [[Kind]] = [
        [.mainTask, .mainBlock, .first, .second, .concurrent, .barrier, .task],
        [.mainTask, .mainBlock, .ofMain, .ofMain, .perform],
        [.first, .inner, .inner, .other, .namesake],
        [.first, .inner, .wide, .wideBarrier],
        [.first, .wide, .wide, .wideBarrier],
        [.concurrent, .barrier, .ofConcurrent, .global, .globalBarrier],
        [.groupedFirst, .groupedInner, .leaver, .notice, .innerNotice, .inner, .second],
        [.item, .cancelledItem, .first, .inner, .second],
        [.afterFirst, .afterInner, .afterMain, .afterConcurrent, .source, .timer, .sleep, .first],
        [.afterFirst, .afterInner, .source, .sleep],
        [.afterFirst, .sleep, .first],
        [.afterInner, .sourceOfInner, .source, .first],
        [.afterOfMain, .afterMain, .timer, .perform],
        [.mainTask, .mainBlock, .perform, .perform, .timerNow, .timerNow],
        [.mainBlock, .perform, .timerNow, .timer, .afterMain, .sleep],
        [.task, .mainBlock, .perform, .timerNow],
        [.first, .inner, .inner],
        [.wide, .wideBarrier, .wideBarrier],
        [.timer, .timer, .mainBlock],
        [.syncFirst, .syncFirst, .syncInner, .first, .inner],
        [.syncInner, .syncInner, .first, .inner, .inner],
        [.syncRead, .syncWrite, .concurrent, .barrier, .ofConcurrent],
        [.syncMain, .syncMain, .mainBlock, .mainTask, .perform],
        [.syncOfSecond, .syncFirst, .second, .first, .inner],
      ]
      final class Work: CustomStringConvertible, Sendable {
        let name: String, kind: Kind, more: [Work]
        init(_ name: String, _ kind: Kind, _ more: [Work] = []) {
          (self.name, self.kind, self.more) = (name, kind, more)
        }
        var description: String { "\(kind) \(name)\(more.isEmpty ? "" : "\(more)")" }
        /// The form in which it is given, if it is a barrier: another one for each number.
        fileprivate var barrier: BarrierTests.Form {
          let forms: [BarrierTests.Form] = [.flags, .item, .group, .quality, .notice]
          return forms[(Int(name) ?? 0) % forms.count]
        }
      }
      let works: [Work]
      var description: String { "\(works)" }

      init(_ works: [Work]) { self.works = works }
      init(seed: UInt64) {
        var random = SplitMixSequence(seed: seed), count = 0
        // The last eight palettes have thirty seeds each, the others fifteen.
        let kinds = Self.palettes[seed < 240 ? Int(seed) % 16 : 16 + Int(seed) % (Self.palettes.count - 16)]
        func works(_ limit: Int, _ depth: Int) -> [Work] {
          (0..<limit).compactMap { _ in
            if count == 5 { return nil }
            count += 1
            let name = "\(count)", kind = kinds.randomElement(using: &random)!
            return Work(
              name, kind, depth > 0 && Int.random(in: 0..<3, using: &random) == 0 ? works(1, depth - 1) : [])
          }
        }
        self.works = works(4, 2)
      }
    }
    @Test(arguments: 0..<480 as Range<UInt64>) func allOrdersOfQueuesAreTheOrdersThatThereAre(seed: UInt64) async throws
    {
      try await checkOrders(of: Program(seed: seed))
    }
    @Test(arguments: Program.delayed.indices) func delayedWorkComesWithTheRestOfItsInnerQueue(number: Int) async throws
    {
      try await checkOrders(of: Program(Program.delayed[number]))
    }
    private func checkOrders(of program: Program) async throws {
      var search = OrderSearch(switches: 100, limit: 20_000)
      let found = Set(try await OrderSearchTests.outcomes(&search) { try await program.run($0) })
      let logs = program.logs
      #expect(
        search.isComplete && found == logs,
        "\(program): missing \(logs.subtracting(found).sorted()), too many \(found.subtracting(logs).sorted())")
    }
  }

  extension QueueOrderTests.Program.Kind {
    /// The queue on which work of this kind waits, and the inner queue that hands it on.
    fileprivate enum Place {
      case alone, serial(String, inner: String?), wide, wideBarrier, concurrent, barrier, ofConcurrent
    }
    fileprivate var place: Place {
      switch self {
      case .task, .global, .globalBarrier, .leaver, .sleep: .alone
      case .mainTask, .mainBlock, .afterMain, .syncMain: .serial("main", inner: nil)
      case .ofMain, .afterOfMain: .serial("main", inner: "of main")
      case .perform: .serial("perform", inner: nil)
      case .timer, .timerNow: .serial("timers", inner: nil)
      case .first, .groupedFirst, .afterFirst, .source, .syncFirst, .syncOfSecond: .serial("first", inner: nil)
      case .inner, .groupedInner, .innerNotice, .afterInner, .sourceOfInner, .syncInner:
        .serial("first", inner: "inner")
      case .other: .serial("first", inner: "other")
      case .namesake: .serial("namesake", inner: nil)
      case .second, .notice, .item, .cancelledItem: .serial("second", inner: nil)
      case .wide: .wide
      case .wideBarrier: .wideBarrier
      case .concurrent, .afterConcurrent, .syncRead: .concurrent
      case .barrier, .syncWrite: .barrier
      case .ofConcurrent: .ofConcurrent
      }
    }
    fileprivate var isLater: Bool {
      rawValue.hasPrefix("after") || [.source, .sourceOfInner, .timer, .sleep].contains(self)
    }
    /// Whether a thread waits for its queue.
    fileprivate var isSync: Bool { rawValue.hasPrefix("sync") }
    fileprivate var isGrouped: Bool { [.groupedFirst, .groupedInner, .leaver].contains(self) }
  }

  extension QueueOrderTests.Program {
    /// The waiting work, as Dispatch keeps it: a serial queue is a list, in which an inner queue stands once, where it became
    /// one with work. When it is its turn, all of its work is run, unless a part came late.
    private struct State {
      struct Waiting {
        let work: Work
        /// The list, and the inner queue in it.
        var list: String?, inner: String?
        /// Whether it came while its inner queue had its turn.
        var isBound = false
        /// Whether the thread of a sync has come to its queue.
        var hasCome = false
        /// Whether that thread has the inner queue, and waits for the next one.
        var hasInner = false
        var place: Kind.Place { work.kind.isSync && !hasCome ? .alone : work.kind.place }
      }
      var pending: [Waiting] = [], later: [(work: Work, due: Int)] = []
      /// The work of the inner queue while a thread has it.
      var aside: [Waiting] = []
      /// Whether a thread has the inner queue, and whether one is on the second queue while it waits for the first.
      var hasInner = false, isSecondHeld = false
      /// The seconds that have passed.
      var now = 0
      var log = ""
      /// The inner queue that had the latest turn of a list.
      var latest: [String: String] = [:]
      var members = 0, notices: [Work] = []
      var loop = MainLoop()
      /// The work that the body has still to give. Meanwhile the main run loop may look.
      var giving: [Work] = []
      /// The work that runs.
      var running: Waiting?

      mutating func give(_ works: [Work]) {
        for work in works {
          if work.kind.isGrouped { members += 1 }
          if [.notice, .innerNotice].contains(work.kind), members > 0 { notices.append(work) } else { receive(work) }
        }
      }
      mutating func receive(_ work: Work) {
        if work.kind.isLater { later.append((work, now + 1)) } else { add(work) }
      }
      mutating func add(_ work: Work) {
        var new = Waiting(work: work)
        if work.kind.isSync {
          if work.kind == .syncOfSecond { new.list = "second" }
          return pending.append(new)
        }
        switch work.kind.place {
        case .alone, .concurrent, .barrier, .ofConcurrent: break
        case .serial(let list, let inner): (new.list, new.inner) = (list, inner)
        case .wide, .wideBarrier:
          // Without a barrier the concurrent queue is none: it hands each piece on.
          let isListed = (pending + [running].compactMap { $0 }).contains { $0.inner == "wide" }
          new.list = "first"
          if work.kind == .wideBarrier || isListed { new.inner = "wide" }
        }
        new.isBound = new.inner != nil && running?.inner == new.inner
        if hasInner, new.inner == "inner" { aside.append(new) } else { pending.append(new) }
      }
      /// A thread comes to the queue for which it waits. A queue that is free is taken at once.
      mutating func come(_ waiting: Waiting) {
        var new = waiting
        new.hasCome = true
        switch new.work.kind.place {
        case .serial(let list, let inner):
          (new.list, new.inner) = (list, inner)
          if new.work.kind == .syncOfSecond { isSecondHeld = true }
          if inner != nil, hasInner { return aside.append(new) }
          if inner != nil, !pending.contains(where: { $0.inner == inner }) { take(&new) }
          if list == "main" || new.inner != nil || pending.contains(where: { $0.list == list }) {
            return pending.append(new)
          }
          latest[list] = nil
        default: if pending.contains(where: { comesFirst($0, before: new) }) { return pending.append(new) }
        }
        act(new)
      }
      mutating func take(_ waiting: inout Waiting) {
        (waiting.inner, waiting.hasInner, hasInner) = (nil, true, true)
        aside += pending.filter { $0.inner == "inner" }
        pending.removeAll { $0.inner == "inner" }
      }
      /// The first thread that waits for the inner queue takes it when it is free, and waits for the next one.
      mutating func moveOn() {
        guard !hasInner, let index = pending.firstIndex(where: { $0.inner == "inner" }), pending[index].work.kind.isSync
        else { return }
        var waiting = pending.remove(at: index)
        take(&waiting)
        pending.append(waiting)
      }
      /// A thread does its work, on the queue.
      mutating func act(_ waiting: Waiting) {
        running = nil
        log += waiting.work.name
        give(waiting.work.more)
        if waiting.work.kind == .syncOfSecond { isSecondHeld = false }
        if !waiting.hasInner { return }
        hasInner = false
        for var work in aside {
          work.isBound = false
          pending.append(work)
        }
        aside = []
      }
      mutating func leave() {
        members -= 1
        if members > 0 { return }
        for notice in notices { add(notice) }
        notices = []
      }
      var text: String {
        var sorted = self
        sorted.loop.turn = []
        sorted.latest = [:]
        return "\(sorted) \(loop.turn.sorted()) \(latest.sorted { $0.key < $1.key })"
      }
      /// Whether one that came earlier comes first.
      func comesFirst(_ earlier: Waiting, before next: Waiting) -> Bool {
        switch (earlier.place, next.place) {
        case (.barrier, .concurrent), (.barrier, .barrier), (.concurrent, .barrier), (.ofConcurrent, .barrier),
          (.barrier, .ofConcurrent), (.ofConcurrent, .ofConcurrent):
          return true
        case (.wide, .wide), (.wide, .wideBarrier), (.wideBarrier, .wide), (.wideBarrier, .wideBarrier): return true
        default: break
        }
        guard let list = next.list, list == earlier.list else { return false }
        if let inner = next.inner, inner != earlier.inner, next.isBound || latest[list] == inner { return false }
        // The timers stand in the order of their dates.
        return (earlier.work.kind, next.work.kind) != (.timerNow, .timer)
      }
      /// Whether the main run loop runs the work in its turn.
      func isInTurn(_ one: Waiting) -> Bool {
        if one.list == "second", isSecondHeld { return false }
        guard let list = one.list, let place = MainLoop.Place(list) else { return true }
        if loop.looks { return false }
        // A block does not wake the loop, unless nothing else can.
        if loop.place == .sleep {
          return place == .blocks && !pending.contains { ["main", "timers"].contains($0.list) }
        }
        if loop.place.list != list { return false }
        return loop.turn.contains(one.work.name) || one.isBound || one.work.kind == .timer
          || place == .queue && one.inner != nil && latest[list] == one.inner
      }
      /// The state when the main run loop has gone on without a piece of work, if it can.
      var afterLoop: State? {
        func waiting(_ place: MainLoop.Place) -> [String] {
          pending.filter { $0.list != nil && $0.list == place.list }.map(\.work.name)
        }
        // Whether work must be run in this turn.
        let rest =
          !loop.looks
          && pending.contains { one in
            one.list == loop.place.list && (loop.turn.contains(one.work.name) || one.isBound || one.work.kind == .timer)
          }
        if rest { return nil }
        var next = self
        func begin(_ place: MainLoop.Place) { (next.loop.place, next.loop.turn) = (place, Set(waiting(place))) }
        if loop.looks {
          next.loop.looks = false
          begin(loop.place)
          return next
        }
        switch loop.place {
        case .queue, .timers:
          next.loop.wasQueue = loop.place == .queue
          begin(.blocks)
        case .blocks: begin(.blocksAgain)
        case .blocksAgain:
          begin(loop.wasQueue || waiting(.queue).isEmpty ? .sleep : .queue)
          next.loop.looks = next.loop.place == .queue
        case .sleep:
          guard let place = [.timers, .queue].first(where: { !waiting($0).isEmpty }) else { return nil }
          next.loop.wasQueue = false
          begin(place)
          next.loop.looks = true
        }
        return next
      }
      func isNext(_ index: Int) -> Bool {
        let next = pending[index]
        if pending.contains(where: { $0.isBound && $0.list == next.list && $0.inner != next.inner }) { return false }
        return isInTurn(next) && !pending[..<index].contains { comesFirst($0, before: next) }
      }
      mutating func run(_ index: Int) {
        if loop.place == .sleep, pending[index].list == "perform" {
          loop = MainLoop(place: .blocksAgain, turn: Set(pending.filter { $0.list == "perform" }.map(\.work.name)))
        }
        let waiting = pending.remove(at: index), work = waiting.work
        if work.kind.isSync, !waiting.hasCome { return come(waiting) }
        defer { moveOn() }
        if work.kind.isSync {
          if let list = waiting.list { latest[MainLoop.Place(list) == nil ? list : "main"] = nil }
          return act(waiting)
        }
        running = waiting
        if work.kind != .cancelledItem { log += work.name }
        if work.kind == .leaver { leave() }
        if work.kind != .cancelledItem { give(work.more) }
        if [.item, .cancelledItem].contains(work.kind) { add(Work("\(work.name)'", .first)) }
        if work.kind.isGrouped, work.kind != .leaver { leave() }
        if let list = waiting.list { latest[MainLoop.Place(list) == nil ? list : "main"] = waiting.inner }
        running = nil
      }
    }
    /// The round of the main run loop.
    private struct MainLoop {
      enum Place {
        case sleep, queue, timers, blocks, blocksAgain
        init?(_ list: String) {
          guard let place = [Place.queue, .timers, .blocks].first(where: { $0.list == list }) else { return nil }
          self = place
        }
        var list: String? {
          switch self {
          case .sleep: nil
          case .queue: "main"
          case .timers: "timers"
          case .blocks, .blocksAgain: "perform"
          }
        }
      }
      var place = Place.sleep, wasQueue = false
      /// Whether the loop is about to look for the work of its place.
      var looks = false
      /// The work that the loop has found when it came to its place.
      var turn: Set<String> = []
    }
    /// The logs of all orders, by going through them.
    var logs: Set<String> {
      var logs: Set<String> = [], seen: Set<String> = []
      func go(_ state: State) {
        if !seen.insert("\(state.text)").inserted { return }
        if let next = state.afterLoop { go(next) }
        if let first = state.giving.first {
          var next = state
          next.giving.removeFirst()
          next.give([first])
          return go(next)
        }
        if state.pending.isEmpty, !state.later.contains(where: { $0.due == state.now }) {
          if state.later.isEmpty { logs.insert(state.log) }
          var next = state
          next.latest = [:]
          next.loop = MainLoop()
          next.now += 1
          return state.later.isEmpty ? () : go(next)
        }
        for index in state.pending.indices where state.isNext(index) {
          var next = state
          next.run(index)
          go(next)
        }
        // Of what is due, each list receives its work in the order of the deadlines.
        var lists: Set<String> = []
        for (index, later) in state.later.enumerated() where later.due == state.now {
          if case .serial(let list, _) = later.work.kind.place, !lists.insert(list).inserted { continue }
          var next = state
          next.later.remove(at: index)
          next.add(later.work)
          go(next)
        }
      }
      go(State(giving: works))
      return logs
    }

    /// Gives the work and waits for its end.
    func run(_ clock: VirtualClock) async throws -> String {
      let log = SharedLog(), first = DispatchQueue(label: "first"), second = DispatchQueue(label: "second")
      let inner = DispatchQueue(label: "inner", target: first), other = DispatchQueue(label: "other", target: first)
      let namesake = DispatchQueue(label: "first"), ofMain = DispatchQueue(label: "of main", target: .main)
      let wide = DispatchQueue(label: "wide", attributes: .concurrent, target: first)
      let concurrent = DispatchQueue(label: "concurrent", attributes: .concurrent)
      let ofConcurrent = DispatchQueue(label: "of concurrent", target: concurrent)
      @Sendable func sync(_ queue: DispatchQueue, isBarrier: Bool = false, _ body: @escaping @Sendable () -> Void) {
        Task.detached { queue.sync(flags: isBarrier ? .barrier : []) { body() } }
      }
      let group = DispatchGroup(), sources = Guarded<[any DispatchSourceTimer]>([])
      @Sendable func give(_ works: [Work]) {
        for work in works {
          let body = { @Sendable in
            log(work.name)
            if work.kind == .leaver { group.leave() }
            give(work.more)
          }
          switch work.kind {
          case .task: Task.detached { body() }
          case .mainTask: Task { @MainActor in body() }
          case .mainBlock: DispatchQueue.main.async(execute: body)
          case .ofMain: ofMain.async(execute: body)
          case .perform: RunLoop.main.perform(body)
          case .first: first.async(execute: body)
          case .inner: inner.async(execute: body)
          case .other: other.async(execute: body)
          case .namesake: namesake.async(execute: body)
          case .second: second.async(execute: body)
          case .wide: wide.async(execute: body)
          case .wideBarrier: work.barrier.give(to: wide, body)
          case .concurrent: concurrent.async(execute: body)
          case .barrier: work.barrier.give(to: concurrent, body)
          case .ofConcurrent: ofConcurrent.async(execute: body)
          case .global: DispatchQueue.global().async(execute: body)
          case .globalBarrier: work.barrier.give(to: .global(), body)
          case .groupedFirst: first.async(group: group, execute: body)
          case .groupedInner: inner.async(group: group, execute: body)
          case .leaver:
            group.enter()
            Task.detached { body() }
          case .notice: group.notify(queue: second, execute: body)
          case .innerNotice: group.notify(queue: inner, execute: body)
          case .item, .cancelledItem:
            let item = DispatchWorkItem(block: body)
            item.notify(queue: first) { log("\(work.name)'") }
            second.async(execute: item)
            if work.kind == .cancelledItem { item.cancel() }
          case .afterFirst: first.asyncAfter(deadline: .now() + 1, execute: body)
          case .afterInner: inner.asyncAfter(deadline: .now() + 1, execute: body)
          case .afterMain: DispatchQueue.main.asyncAfter(deadline: .now() + 1, execute: body)
          case .afterOfMain: ofMain.asyncAfter(deadline: .now() + 1, execute: body)
          case .afterConcurrent: concurrent.asyncAfter(deadline: .now() + 1, execute: body)
          case .source, .sourceOfInner:
            let source = DispatchSource.makeTimerSource(queue: work.kind == .source ? first : inner)
            source.schedule(deadline: .now() + 1, leeway: .milliseconds(100))
            source.setEventHandler(handler: body)
            source.activate()
            sources.with { $0.append(source) }
          case .timer, .timerNow:
            let date = Date(timeIntervalSinceNow: work.kind == .timer ? 1 : 0)
            let timer = Timer(fire: date, interval: 0, repeats: false) { _ in body() }
            RunLoop.main.add(timer, forMode: .default)
          case .syncFirst: sync(first, body)
          case .syncInner: sync(inner, body)
          case .syncRead: sync(concurrent, body)
          case .syncWrite: sync(concurrent, isBarrier: true, body)
          case .syncMain: sync(.main, body)
          case .syncOfSecond: second.async { first.sync { body() } }
          case .sleep:
            Task.detached {
              try? await Task.sleep(for: .seconds(1))
              body()
            }
          }
        }
      }
      give(works)
      try await Task.sleep(for: .seconds(10))
      return log.entries.joined()
    }
  }
#endif

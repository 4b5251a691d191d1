import PipesCore
import Synchronization

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  extension VirtualExecutor {
    /// Whether the work of queues runs in virtual time. It does not if work may leave the run, or if schedulers of real
    /// time are refused.
    var takesQueues: Bool {
      clocks.areVirtual && !answers.isAllowed && QueueLayout.current != nil && acceptsWork && timeline.takesQueues
    }
    func makeVisitor() -> (any Visitor)? { VisitingThread(self) }
    var hasOtherWork: Bool {
      timeline.pendingCount > 0 || !queues.notices.isEmpty || !baton.parked.isEmpty
        || VisitingThread.current(of: self) != nil
    }

    func give(_ work: QueueWork, after delay: Int64, by clock: RunClock) {
      if delay == .never { return }
      if !queues.notices.isEmpty { noticeGroups() }
      queues.waiting += 1
      if delay == 0 { return receive(work) }
      (work.due, work.clock) = (timeline.nanoseconds.plus(delay), clock)
      let ticket = enqueue(
        work.queue, line: work.line, at: timeline.nanoseconds.plus(delay), isTimer: true, by: clock
      ) { [weak self] in
        guard let self else { return }
        if work.number > 0 || receiveDue(work, at: timeline.nanoseconds) {
          runNext(work.line, on: serial(of: work.path), work.number)
        }
      }
      if timeline.takesTurns, work.line == work.queue, let serial = serial(of: RunQueues.chain(work.queue)) {
        queues.later.append(.init(work: work, ticket: ticket, given: timeline.nanoseconds, serial: serial))
      }
      // A timer that was cancelled would be reported at the end of a test.
      queues.delay(work) { [weak timeline] in timeline?.cancel(ticket) }
    }
    private func receiveDue(_ work: QueueWork, at instant: Int64) -> Bool {
      queues.endDelay(of: work)
      return queues.receive(work, at: instant, isTimer: true)
    }
    /// Adds work to its line, with an action that runs the next work of the line.
    func receive(_ work: QueueWork) {
      guard queues.receive(work, at: timeline.nanoseconds) else { return }
      // The action keeps no work: what has run meanwhile is released, and leaves its group.
      let line = work.line, serial = serial(of: work.path), number = work.number
      enqueue(work.queue, line: line, at: timeline.nanoseconds) { [weak self] in self?.runNext(line, on: serial, number)
      }
    }
    @discardableResult private func enqueue(
      _ queue: UnsafeMutableRawPointer, line: UnsafeMutableRawPointer, at instant: Int64, isTimer: Bool = false,
      by clock: RunClock = .continuous, _ action: @escaping () -> Void
    ) -> Timeline.Ticket {
      let name = timeline.index(of: queue.queueName)
      let serial = QueueWork.Part(line) != nil ? line : serial(of: RunQueues.chain(queue))
      return timeline.enqueue(
        action, at: instant, name: name, order: serial == nil ? .free : .inLine, isTimer: isTimer, clock: clock,
        line: serial.map { $0.isMainQueue ? UInt(Timeline.mainQueue) : UInt(bitPattern: $0) } ?? 0)
    }
    /// The serial queue that all work of a line waits for, if there is one.
    private func serial(of path: [UnsafeMutableRawPointer]) -> UnsafeMutableRawPointer? {
      path.last(where: RunQueues.isSerial)
    }
    func give(_ work: QueueWork, whenEmpty group: UnsafeMutableRawPointer) {
      if group.isEmptyGroup { return give(work) }
      queues.notices.append((group, work))
    }
    func didLeaveGroup() { noticeGroups() }
    /// Gives the work that waits for groups which are empty now. Called when one may be.
    func noticeGroups() {
      if queues.notices.isEmpty { return }
      let ready = queues.notices.filter { $0.group.isEmptyGroup }
      if ready.isEmpty { return }
      queues.notices.removeAll { notice in ready.contains { $0.work === notice.work } }
      for notice in ready { give(notice.work) }
    }
    /// Called when a queue is resumed or activated.
    func didResume() { giveOwed() }
    func didCancel(_ block: UnsafeMutableRawPointer) {
      if let group = WorkItems.group(of: block), queues.notices.contains(where: { $0.group == group }) { return }
      if SemaphoreWaits.areWaiting(for: block) { return }
      for work in queues.works(of: block) {
        work.withdraw.take()?()
        queues.keep(work, of: block, at: timeline.nanoseconds)
      }
    }
    func willWait(for block: UnsafeMutableRawPointer) {
      for work in queues.cancelledWorks(of: block) {
        give(work, after: max(0, work.due.minus(timeline.nanoseconds)), by: work.clock)
      }
    }

    /// Lets the run go on inside of a wait of its thread.
    ///
    /// A wait inside of another one lets no time pass: the outer one might be over meanwhile, and could not go on. The
    /// main thread that waits lets only other queues work, and no task, unless it serves the main queue meanwhile.
    func waits(atMost limit: Int64, servesMain: Bool, until isOver: () -> Bool) -> Bool? {
      let isMain = isOnMain || mainQueue.map { queues.holds[$0] != nil } ?? false
      if mayPark, !isMain || !servesMain && baton.hasVisitors { return parks(atMost: limit, until: isOver) }
      let end = timeline.nanoseconds.plus(limit), isOuter = queues.waits == 0
      queues.waits += 1
      defer { queues.waits -= 1 }
      if !servesMain, isMain, let main = mainQueue {
        var isEnded = false
        hold(main, isWait: true) {
          isEnded = isOver()
          while !isEnded, runFirstReceived() { isEnded = isOver() }
        }
        return isEnded ? true : nil
      }
      while true {
        wakeReady()
        if isOver() { return true }
        noticeGroups()
        if let next = timeline.nextDeadline?.nanoseconds, next <= (isOuter ? end : timeline.nanoseconds) {
          guard (try? timeline.runOne()) == true else { return nil }
        } else {
          guard isOuter, limit != .never else { return nil }
          pass(end.minus(timeline.nanoseconds))
          return isOver()
        }
      }
    }
    /// Runs the work that queues received first, of those that may run. Returns false if there is none.
    private func runFirstReceived() -> Bool {
      let first = queues.lines.values.compactMap { line in
        queues.next(in: line, on: nil, at: timeline.nanoseconds, all: false, where: { !isBlocked($0) }).first
          .map { (line, $0) }
      }.min { $0.0[$0.1].number < $1.0[$1.1].number }
      guard let (line, index) = first else { return false }
      run(index, of: line)
      return true
    }

    /// Runs the next work of a line: its own one if a concurrent queue has received it, and one of those that may be the
    /// next.
    private func runNext(_ key: UnsafeMutableRawPointer, on serial: UnsafeMutableRawPointer?, _ number: Int? = nil) {
      // A sync may have run it.
      guard let line = queues.lines[key], !line.isEmpty else { return }
      let now = timeline.nanoseconds
      if line.specialCount > 0 {
        queues.putAside(in: line)
        if line.isEmpty, line.owed == 0 { return queues.lines[key] = nil }
      }
      if timeline.takesTurns {
        let early = queues.early(in: key, at: now, isDue: timeline.isDue), count = timeline.chooseTurn(early.count + 1)
        // No work was given at that instant, so these come last.
        if count > 0 { for work in early[count - 1] { _ = receiveDue(work, at: .min) } }
      }
      var chosen = serial == nil ? number.flatMap { queues.place(of: $0, in: line, at: now) } : nil
      if let own = chosen, isBlocked(line[own]) { chosen = nil }
      if line.loopCount > 0 {
        let places = queues.next(in: line, on: nil, at: now, all: true) { !isBlocked($0) }
        let options = queues.optionsOfMainLoop(places, in: line, at: now)
        if !options.isEmpty {
          let option = options[timeline.chooseTurn(options.count)]
          if number != line[option.place].number { timeline.renameAction(line[option.place].queue.queueName) }
          return run(option.place, of: line, at: option)
        }
      } else if chosen == nil {
        func next(on serial: UnsafeMutableRawPointer?) -> [Int] {
          queues.next(in: line, on: serial, at: now, all: timeline.takesTurns) { !isBlocked($0) }
        }
        // Another action may have run the work of this one.
        let own = next(on: serial), options = own.isEmpty && serial != nil ? next(on: nil) : own
        if !options.isEmpty { chosen = options[timeline.chooseTurn(options.count)] }
      }
      if let chosen {
        if number != line[chosen].number { timeline.renameAction(line[chosen].queue.queueName) }
        return run(chosen, of: line)
      }
      if line.owed == 0 { queues.blocked.append(key) }
      line.owed += 1
    }
    func run(_ index: Int, of line: RunQueues.Line, at option: MainLoop.Option? = nil) {
      let work = line.remove(at: index)
      if line.isEmpty, line.owed == 0 { queues.lines[work.line] = nil }
      queues.waiting -= 1
      if let giveTurn = work.giveTurn {
        queues.optionOfTurn = option
        return giveTurn()
      }
      queues.begin(work, at: timeline.nanoseconds)
      if work.isJob {
        queues.onMainLoop(option, work.number, at: timeline.nanoseconds, work.run)
      } else if RunQueues.chain(work.queue).contains(where: \.isMainQueue) {
        queues.onMainLoop(option, work.number, at: timeline.nanoseconds) { _ = onMain(work.run) }
      } else {
        hold(work.queue, isBarrier: work.isBarrier) {
          place.on(.another) { work.queue.sync(isBarrier: work.isBarrier, work.run) }
        }
      }
      work.finish()
      noticeGroups()
      queues.didRun(work, at: timeline.nanoseconds)
      if !queues.syncs.isEmpty { moveSyncs() }
    }
    /// Called when a job of the main actor is about to run: other work of the main queue and its run loop may come before
    /// it. Then the job comes later, in an action of that work.
    func standsBack(_ job: UnownedJob, _ number: Int) -> Bool {
      guard !queues.lines.isEmpty, let main = mainQueue, let line = queues.lines[main], let first = line.indices.first,
        line.specialCount > 0 || line[first].number < number
      else { return false }
      insert(job, number, in: line, of: main)
      runNext(main, on: main)
      return true
    }
    /// Called when the main actor has received a job. While its run loop has other work, the job is in its line, and its
    /// action runs the next work of the line. Returns that action.
    func actionInLine(_ job: UnownedJob, _ number: Int) -> (() -> Void)? {
      guard !queues.lines.isEmpty, let main = mainQueue, let line = queues.lines[main], line.loopCount > 0 else {
        return nil
      }
      insert(job, number, in: line, of: main)
      return { [weak self] in self?.runNext(main, on: main) }
    }
    private func insert(_ job: UnownedJob, _ number: Int, in line: RunQueues.Line, of main: UnsafeMutableRawPointer) {
      let work = QueueWork(main, isJob: true, { [unowned self] in begin(job, on: .main, endsSleep: false) })
      work.number = number
      work.path = [main]
      line.insert(job: work)
      queues.waiting += 1
    }
    /// Runs a body that is on a queue. The main queue is held only by a wait on it.
    func hold(
      _ queue: UnsafeMutableRawPointer, isBarrier: Bool = false, isWait: Bool = false, _ body: () -> Void
    ) {
      guard let chain = QueueLayout.current?.chain(queue), isWait || !chain.contains(where: \.isMainQueue) else {
        return body()
      }
      for queue in chain { queues.holds[queue, default: .init()].count += 1 }
      if isBarrier { queues.holds[queue]?.barriers += 1 }
      body()
      if isBarrier { queues.holds[queue]?.barriers -= 1 }
      for queue in chain {
        queues.holds[queue]?.count -= 1
        if queues.holds[queue]?.count == 0 { queues.holds[queue] = nil }
      }
      giveOwed()
    }
    func isBlocked(_ work: QueueWork) -> Bool {
      // A thread that waits has the inner queues that are not in its path any more.
      let chain = RunQueues.chain(work.queue)
      return (work.taken.isEmpty ? chain[...] : chain.drop { $0 != work.path[0] }).contains {
        isBlocked($0, isBarrier: work.isBarrier && $0 == work.queue)
      }
    }
    /// Whether a queue runs nothing at present.
    ///
    /// - Parameter isBarrier: Whether what it would run is a barrier.
    func isBlocked(_ queue: UnsafeMutableRawPointer, isBarrier: Bool) -> Bool {
      if RunQueues.isOff(queue) || mainTurn.isStanding && queue.isMainQueue { return true }
      guard let hold = queues.holds[queue] else { return false }
      return RunQueues.isSerial(queue) || hold.barriers > 0 || isBarrier
    }
    func giveOwed() {
      if !queues.aside.isEmpty {
        let works = queues.aside.sorted { $0.number < $1.number }
        queues.aside = works.filter(queues.isAside)
        for work in works where !queues.isAside(work) { receive(work) }
      }
      if !queues.syncs.isEmpty { moveSyncs() }
      if queues.blocked.isEmpty { return }
      var stillBlocked: [UnsafeMutableRawPointer] = []
      for key in queues.blocked {
        guard let line = queues.lines[key], let first = line.indices.first.map({ line[$0] }) else {
          queues.lines[key] = nil
          continue
        }
        if queues.next(in: line, on: nil, at: timeline.nanoseconds, all: false, where: { !isBlocked($0) }).isEmpty {
          stillBlocked.append(key)
          continue
        }
        let owed = line.owed, serial = serial(of: first.path)
        line.owed = 0
        for _ in 0..<owed {
          enqueue(first.queue, line: key, at: timeline.nanoseconds) { [weak self] in self?.runNext(key, on: serial) }
        }
      }
      queues.blocked = stillBlocked
    }
  }
#else
  extension VirtualExecutor {
    func noticeGroups() {}
    func standsBack(_ job: UnownedJob, _ number: Int) -> Bool { false }
    func actionInLine(_ job: UnownedJob, _ number: Int) -> (() -> Void)? { nil }
  }
#endif

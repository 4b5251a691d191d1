import Pipes
import Synchronization

/// The queues of Dispatch in one run: what they have received is run by actions of the timeline.
///
/// 1. Each piece of work has an action, which runs the first work of the queue's line: the order of a queue is that of
///    its line, whatever runs first. On a concurrent queue it runs its own work, unless a barrier stands before that.
/// 2. Work runs inside a call of `dispatch_sync` for its queue, so Dispatch knows that the thread is on that queue, and
///    work of other threads on the same queue waits. Work of the main queue runs while the main actor is borrowed.
/// 3. A queue that is suspended, or on which the thread is further up its stack, runs nothing: its actions are owed
///    until that has changed.
/// 4. Only the thread of the run uses this.
final class RunQueues: @unchecked Sendable {
  struct Line {
    private var works: [QueueWork?] = []
    private var head = 0
    /// The number of barriers that wait.
    private var barriers = 0
    /// The number of actions that found the queue blocked.
    var owed = 0

    var first: QueueWork? { head < works.count ? works[head] : nil }
    /// The number of pieces of work, or of those up to the last barrier.
    func count(throughLastBarrier: Bool) -> Int {
      if !throughLastBarrier { return works.count - head }
      if barriers == 0 { return 0 }
      return works.lastIndex { $0?.isBarrier == true }.map { $0 + 1 - head } ?? 0
    }
    mutating func append(_ work: QueueWork) {
      works.append(work)
      if work.isBarrier { barriers += 1 }
    }
    /// Brings work to the head of the line if no barrier stands before it.
    mutating func bringForward(_ number: Int) {
      for place in works.indices.dropFirst(head) {
        if works[place]?.isBarrier == true { return }
        if works[place]?.number == number {
          if place > head { works.insert(works.remove(at: place), at: head) }
          return
        }
      }
    }
    mutating func removeFirst() -> QueueWork? {
      guard let work = first else { return nil }
      works[head] = nil
      head += 1
      if head > 16, head * 2 > works.count {
        works.removeFirst(head)
        head = 0
      }
      if work.isBarrier { barriers -= 1 }
      return work
    }
  }
  /// The work of this run on a queue that is on the stack of the thread.
  struct Hold {
    var count = 0, barriers = 0
    let thread = currentThread()
  }
  var lines: [UnsafeMutableRawPointer: Line] = [:]
  /// The queues with actions that are owed, in the order in which they were found blocked.
  var blocked: [UnsafeMutableRawPointer] = []
  var holds: [UnsafeMutableRawPointer: Hold] = [:]
  /// The work to give when a group is empty.
  @exclusivity(unchecked) var notices: [(group: UnsafeMutableRawPointer, work: QueueWork)] = []
  /// The number of pieces of work that have neither run nor been released.
  var waiting = 0
  /// The work of each block that waits for its instant.
  private var delayed: [UnsafeMutableRawPointer: [Delayed]] = [:]
  private struct Delayed {
    weak var work: QueueWork?
  }

  /// Work waits for its instant. `withdraw` takes it back from the timeline.
  func delay(_ work: QueueWork, withdraw: @escaping () -> Void) {
    if let block = work.block { delayed[block, default: []].append(Delayed(work: work)) }
    work.withdraw = { [weak self, weak work] in
      if let work { self?.endDelay(of: work) }
      self?.waiting -= 1
      withdraw()
    }
  }
  func endDelay(of work: QueueWork) {
    work.withdraw = nil
    guard let block = work.block else { return }
    delayed[block]?.removeAll { $0.work === work }
    if delayed[block]?.isEmpty == true { delayed[block] = nil }
  }
  func works(of block: UnsafeMutableRawPointer) -> [QueueWork] { (delayed[block] ?? []).compactMap(\.work) }
  /// The number of pieces of work that queues have received.
  private var received = 0
  /// The signals that its sources wait for.
  private(set) lazy var signals = RunSignals()
  /// The number of waits on the stack of the thread, inside of which the run goes on.
  var waits = 0

  func receive(_ work: QueueWork) {
    received += 1
    work.number = received
    lines[work.queue, default: .init()].append(work)
  }
}

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
      queues.waiting += 1
      let queue = work.queue
      let name = timeline.index(of: queue.queueName), order = order(of: queue)
      if delay == 0 {
        queues.receive(work)
        // The action keeps no work: what has run meanwhile is released, and leaves its group.
        let number = work.number
        timeline.enqueue(
          { [weak self] in self?.runNext(of: queue, number) }, at: timeline.nanoseconds, name: name, order: order)
      } else {
        let ticket = timeline.enqueue(
          { [weak self] in
            self?.queues.endDelay(of: work)
            self?.queues.receive(work)
            self?.runNext(of: queue, work.number)
          }, at: timeline.nanoseconds.plus(delay), name: name, order: order, isTimer: true,
          clock: clock)
        // A timer that was cancelled would be reported at the end of a test.
        queues.delay(work) { [weak timeline] in timeline?.cancel(ticket) }
      }
    }
    func give(_ work: QueueWork, whenEmpty group: UnsafeMutableRawPointer) {
      if group.isEmptyGroup { return give(work) }
      queues.notices.append((group, work))
    }
    /// Gives the work that waits for groups which are empty now. Called when nothing is due any more at an instant.
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
      for work in queues.works(of: block) { work.withdraw.take()?() }
    }

    /// Waits for a queue: what it has received before runs first.
    func sync(_ queue: UnsafeMutableRawPointer, isBarrier: Bool, _ body: () -> Void) {
      if queue.isMainQueue, queues.holds[queue] != nil { timeline.didWaitForItself("DispatchQueue.main.sync") }
      while !baton.parked.isEmpty, isHeldByAnother(queue) {
        let own = Baton.Waiter()
        own.isReady = { [self] in !isHeldByAnother(queue) }
        if !park(own) { break }
      }
      let runsAll = isBarrier || QueueLayout.current?.isSerial(queue) == true
      var count = queues.lines[queue]?.count(throughLastBarrier: !runsAll) ?? 0
      while count > 0, let first = queues.lines[queue]?.first, !isBlocked(queue, first.isBarrier) {
        runFirst(of: queue)
        count -= 1
      }
      hold(queue, isBarrier: isBarrier, body)
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
        if timeline.nextDeadline.map({ $0 > timeline.now }) ?? true { noticeGroups() }
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
      noticeGroups()
      let first = queues.lines.values.compactMap(\.first).filter { !isBlocked($0.queue, $0.isBarrier) }.min {
        $0.number < $1.number
      }
      guard let first else { return false }
      runFirst(of: first.queue)
      return true
    }

    private func order(of queue: UnsafeMutableRawPointer) -> ActionQueue.Order {
      QueueLayout.current?.isSerial(queue) == false ? .free : .inLine
    }
    private func runNext(of queue: UnsafeMutableRawPointer, _ number: Int? = nil) {
      if let number, order(of: queue) == .free { queues.lines[queue]?.bringForward(number) }
      // A sync may have run it.
      guard let first = queues.lines[queue]?.first else { return }
      if isBlocked(queue, first.isBarrier) {
        if queues.lines[queue]?.owed == 0 { queues.blocked.append(queue) }
        queues.lines[queue]?.owed += 1
      } else {
        runFirst(of: queue)
      }
    }
    private func runFirst(of queue: UnsafeMutableRawPointer) {
      guard let work = queues.lines[queue]?.removeFirst() else { return }
      if let line = queues.lines[queue], line.first == nil, line.owed == 0 { queues.lines[queue] = nil }
      queues.waiting -= 1
      if QueueLayout.current?.chain(queue).contains(where: \.isMainQueue) == true {
        _ = onMain(work.run)
      } else {
        hold(queue, isBarrier: work.isBarrier) {
          place.on(.another) { queue.sync(isBarrier: work.isBarrier, work.run) }
        }
      }
    }
    /// Runs a body that is on a queue. The main queue is held only by a wait on it.
    private func hold(
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
    private func isBlocked(_ queue: UnsafeMutableRawPointer, _ isBarrier: Bool) -> Bool {
      guard let layout = QueueLayout.current else { return false }
      return layout.chain(queue).contains { other in
        if layout.isOff(other) || mainTurn.isStanding && other.isMainQueue { return true }
        guard let hold = queues.holds[other] else { return false }
        return layout.isSerial(other) || hold.barriers > 0 || isBarrier && other == queue
      }
    }
    /// Whether a thread that is parked is on a queue, or on one to which the queue hands its work.
    private func isHeldByAnother(_ queue: UnsafeMutableRawPointer) -> Bool {
      guard let layout = QueueLayout.current else { return false }
      return layout.chain(queue).contains { other in
        if mainTurn.isStanding, other.isMainQueue { return true }
        guard let hold = queues.holds[other], hold.thread != currentThread() else { return false }
        return layout.isSerial(other) || hold.barriers > 0
      }
    }
    private func giveOwed() {
      if queues.blocked.isEmpty { return }
      var stillBlocked: [UnsafeMutableRawPointer] = []
      for queue in queues.blocked {
        guard let line = queues.lines[queue], let first = line.first else {
          queues.lines[queue] = nil
          continue
        }
        if isBlocked(queue, first.isBarrier) {
          stillBlocked.append(queue)
          continue
        }
        queues.lines[queue]?.owed = 0
        for _ in 0..<line.owed {
          timeline.enqueue(
            { [weak self] in self?.runNext(of: queue) }, at: timeline.nanoseconds,
            name: timeline.index(of: queue.queueName), order: order(of: queue))
        }
      }
      queues.blocked = stillBlocked
    }
  }
#else
  extension VirtualExecutor {
    var takesQueues: Bool { false }
    var hasOtherWork: Bool { false }
    func give(_ work: QueueWork, after delay: Int64, by clock: RunClock) {}
    func give(_ work: QueueWork, whenEmpty group: UnsafeMutableRawPointer) {}
    func noticeGroups() {}
    func didResume() {}
    func didCancel(_ block: UnsafeMutableRawPointer) {}
    func waits(atMost limit: Int64, servesMain: Bool, until isOver: () -> Bool) -> Bool? { nil }
    func makeVisitor() -> (any Visitor)? { nil }
    func sync(_ queue: UnsafeMutableRawPointer, isBarrier: Bool, _ body: () -> Void) { body() }
  }
#endif

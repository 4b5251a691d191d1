import PipesCore

/// The queues of Dispatch in one run: what they have received is run by actions of the timeline.
///
/// 1. Queues that hand their work on to one queue of the code have a line together. Each piece of work has an action,
///    which runs the next work of the line. So the line has the order, and not the actions.
/// 2. Work waits for what came before it on the same serial queue, whether directly or by a queue that hands its work
///    on; a barrier waits for all that came before it on its queue, and what comes later waits for the barrier.
/// 3. Dispatch runs such an inner queue until it is empty. So when work of it has run, the rest of it *may* go on before
///    what came earlier to the outer queue, and what it received while it ran *must*.
/// 4. Work runs inside a call of `dispatch_sync` for its queue, so Dispatch knows that the thread is on that queue, and
///    work of other threads on the same queue waits. Work of the main queue runs while the main actor is borrowed.
/// 5. A line whose queue is suspended, or on which the thread is further up its stack, runs nothing: its actions are owed
///    until that has changed. An inner queue that is suspended has left the line, and comes back behind the others.
/// 6. The main run loop has a place in its round, `MainLoop`, which says whether the blocks, the timers or the main queue
///    come next.
/// 7. Only the thread of the run uses this.
final class RunQueues: @unchecked Sendable {
  typealias Queue = UnsafeMutableRawPointer
  final class Line {
    private var works: [QueueWork?] = []
    private var head = 0
    /// The number of pieces of work that are not simply behind one another: barriers, those of inner queues, and the
    /// timers and blocks of the main run loop.
    private(set) var specialCount = 0
    /// The number of timers and blocks of the main run loop.
    private(set) var loopCount = 0
    /// The number of actions that found nothing that may run.
    var owed = 0

    var indices: Range<Int> { head..<works.count }
    var isEmpty: Bool { head == works.count }
    subscript(index: Int) -> QueueWork { works[index]! }  // those before the head are gone

    /// Adds work that was received at an instant. Work that is due at that instant may have been received before
    /// the work that the code gave at that instant. The action that runs first decides.
    func add(_ work: QueueWork, at instant: Int64, isTimer: Bool) {
      work.given = isTimer ? nil : instant
      var place = works.count
      while isTimer, place > head, self[place - 1].given == instant { place -= 1 }
      // The main run loop goes by numbers.
      if place < works.count, work.line.isMainQueue { work.number = self[place].number - 1 }
      insert(work, at: place)
    }
    /// Adds a job of the main actor, which stands where the main queue has received it.
    func insert(job: QueueWork) {
      var place = works.count
      while place > head, self[place - 1].number > job.number { place -= 1 }
      insert(job, at: place)
    }
    private func insert(_ work: QueueWork, at place: Int) {
      works.insert(work, at: place)
      if work.isSpecial { specialCount += 1 }
      if work.part != .queue { loopCount += 1 }
    }
    func remove(at index: Int) -> QueueWork {
      let work = self[index]
      if index == head {
        works[head] = nil
        head += 1
        if head > 16, head * 2 > works.count {
          works.removeFirst(head)
          head = 0
        }
      } else {
        works.remove(at: index)
      }
      if work.isSpecial { specialCount -= 1 }
      if work.part != .queue { loopCount -= 1 }
      return work
    }
  }
  /// The work of this run on a queue that is on the stack of the thread.
  struct Hold {
    var count = 0, barriers = 0
    /// The thread that began it; 0 if a thread has it that waits for the next queue.
    let thread: UInt
    init(_ thread: UInt = currentThread()) { self.thread = thread }
  }
  /// The lines, by the last queue that hands work on.
  var lines: [Queue: Line] = [:]
  /// The lines with actions that are owed, in the order in which they were found blocked.
  var blocked: [Queue] = []
  /// The work of inner queues that are suspended.
  var aside: [QueueWork] = []
  var holds: [Queue: Hold] = [:]
  /// The threads that wait for an inner queue.
  var syncs: [QueueWork] = []
  /// The option of the main run loop by which a thread has its turn on the main queue.
  var optionOfTurn: MainLoop.Option?
  /// The inner queues that threads have while they wait for the next one.
  var taken: [Queue: Takers] = [:]
  struct Takers {
    var threads = 0
    /// The number of the first work that has left the line until they are done.
    var first = Int.max
  }
  /// The work that runs, on any thread.
  var running: [QueueWork] = []
  /// The work to give when a group is empty.
  @exclusivity(unchecked) var notices: [(group: Queue, work: QueueWork)] = []
  /// The number of pieces of work that have neither run nor been released.
  var waiting = 0
  /// The work of each block that waits for its instant.
  private var delayed: [UnsafeMutableRawPointer: [Delayed]] = [:]
  private struct Delayed {
    weak var work: QueueWork?
  }
  /// The work of items that were cancelled, up to its instant: the code may still ask for the end of the item.
  private var cancelled: [UnsafeMutableRawPointer: [QueueWork]] = [:]
  /// The number of such items from which on those whose instants are over are forgotten.
  private var mostCancelled = 64
  /// The work that waits for its instant, in a search of orders.
  var later: [Later] = []
  struct Later {
    weak var work: QueueWork?
    let ticket: Timeline.Ticket
    /// The instant at which it was given, and the queue that receives it in that order.
    let given: Int64, serial: Queue
  }
  /// The number of pieces of work that queues have received, with the jobs of the main actor.
  private(set) var received = 0
  var mainLoop = MainLoop()
  /// Returns the number of a job of the main actor.
  func receiveJob() -> Int {
    received += 1
    return received
  }
  /// Runs a piece of work of the main run loop.
  ///
  /// - Parameter instant: The time when it begins, and when it ends: it may sleep.
  @inline(__always) func onMainLoop(
    _ option: MainLoop.Option?, _ number: Int, at instant: @autoclosure () -> Int64, _ run: () -> Void
  ) {
    mainLoop.begin(option, number, received, at: instant())
    run()
    mainLoop.end(received, at: instant())
  }
  /// The signals that its sources wait for.
  private(set) lazy var signals = RunSignals()
  private(set) lazy var notifications = MainNotifications()
  /// The number of waits on the stack of the thread, inside of which the run goes on.
  var waits = 0
  /// The inner queue whose work was the latest one of a serial queue, and when.
  private var latest: [Queue: (inner: Queue, instant: Int64)] = [:]

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
    if !later.isEmpty { later.removeAll { $0.work == nil || $0.work === work } }
    guard let block = work.block else { return }
    delayed[block]?.removeAll { $0.work === work }
    if delayed[block]?.isEmpty == true { delayed[block] = nil }
  }
  func works(of block: UnsafeMutableRawPointer) -> [QueueWork] { (delayed[block] ?? []).compactMap(\.work) }
  func keep(_ work: QueueWork, of block: UnsafeMutableRawPointer, at instant: Int64) {
    cancelled[block, default: []].append(work)
    if cancelled.count < mostCancelled { return }
    cancelled = cancelled.filter { $0.value.contains { $0.due > instant } }
    mostCancelled = max(64, 2 * cancelled.count)
  }
  func cancelledWorks(of block: UnsafeMutableRawPointer) -> [QueueWork] {
    cancelled.isEmpty ? [] : cancelled.removeValue(forKey: block) ?? []
  }
}

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  extension RunQueues {
    private static let layout = QueueLayout.current
    static func chain(_ queue: Queue) -> [Queue] { layout?.chain(queue) ?? [queue] }
    static func isOff(_ queue: Queue) -> Bool { layout?.isOff(queue) == true }
    static func isSerial(_ queue: Queue) -> Bool {
      QueueWork.Part(queue) != nil || layout?.isSerial(queue) != false
    }
    /// Whether one of the queues that hand the work on is suspended, or a thread has it that waits for the next one.
    func isAside(_ work: QueueWork) -> Bool {
      guard work.path.count > 1 else { return false }
      let inner = (work.taken.isEmpty ? Self.chain(work.queue) : work.path).prefix { $0 != work.line }
      return inner.contains { Self.isOff($0) || taken[$0].map { $0.first <= work.number } == true }
    }
    /// Adds work to the end of its line. Returns false if it has to wait for its queue.
    func receive(_ work: QueueWork, at instant: Int64, isTimer: Bool = false) -> Bool {
      received += 1
      work.number = received
      setPath(of: work)
      if isAside(work) {
        aside.append(work)
        return false
      }
      if lines[work.line] == nil { lines[work.line] = Line() }
      lines[work.line]!.add(work, at: instant, isTimer: isTimer)
      return true
    }
    /// The work that is due, and that its line may have received already: all up to a piece of an inner queue, which then
    /// comes together with other work of that queue, before what is between them.
    func early(in key: Queue, at instant: Int64, isDue: (Timeline.Ticket) -> Bool) -> [[QueueWork]] {
      let due = later.filter { isDue($0.ticket) }
      if due.isEmpty { return [] }
      for one in due { one.work.map(setPath) }
      return due.indices.compactMap { index in
        guard let own = due[index].work, own.line == key, own.path.count > 1 else { return nil }
        let before = due[..<index].filter { ($0.given, $0.serial) == (due[index].given, due[index].serial) }
          .compactMap(\.work)
        let others = before + (lines[key].map { line in line.indices.map { line[$0] } } ?? [])
        let isTogether = own.path.indices.dropFirst().contains { place in
          let inner = own.path[place - 1], latest = latest[own.path[place]]
          return latest?.instant == instant && latest?.inner == inner || others.contains { $0.path.contains(inner) }
        }
        let comesBefore = others.contains { !$0.path.contains(own.path[0]) }
        return isTogether && comesBefore ? before + [own] : nil
      }
    }
    func setPath(of work: QueueWork) {
      if work.giveTurn != nil {
        if work.number > 0 { work.early = [] }
        return
      }
      if QueueWork.Part(work.line) != nil {
        work.path = [work.line]
        return work.line = work.queue
      }
      if work.part != .queue { return }
      work.early = []
      var path = Self.chain(work.queue)
      if path.count > 1 { path.removeLast() }  // the queue of the system
      work.line = path[path.count - 1]
      work.isBarrier = work.isBarrier && path[0] != Self.chain(path[0]).last && !Self.isSerial(path[0])
      if path.count == 1 { return work.path = path }
      // A concurrent queue hands each piece of work on, unless a barrier keeps it.
      if !work.isBarrier, !Self.isSerial(path[0]), let serial = path.firstIndex(where: Self.isSerial),
        !hasBarriers(work.queue, in: work.line)
      {
        path.removeFirst(serial)
      }
      work.path = path
      for other in running where other.line == work.line { bind(work, to: other) }
    }
    /// Work comes with the turn of its inner queue that has begun with other work.
    private func bind(_ work: QueueWork, to other: QueueWork) {
      guard let place = other.path.firstIndex(where: work.path.contains) else { return }
      work.early += other.path[(place + 1)...].filter(Self.isSerial)
    }
    /// Called when work begins: what its inner queue had received at an earlier instant is in this turn.
    func begin(_ work: QueueWork, at instant: Int64) {
      running.append(work)
      guard work.path.count > 1, let line = lines[work.line] else { return }
      for index in line.indices {
        let other = line[index]
        if other.path.count > 1, other.early.isEmpty, let given = other.given, given < instant { bind(other, to: work) }
      }
    }
    private func hasBarriers(_ queue: Queue, in line: Queue) -> Bool {
      taken[queue].map { $0.first < .max } == true || running.contains { $0.queue == queue && $0.isBarrier }
        || lines[line].map { line in line.indices.contains { line[$0].queue == queue && line[$0].path[0] == queue } }
          == true
    }

    // MARK: The next one

    /// Whether work has to wait for other work of its line.
    func waits(_ work: QueueWork, for other: QueueWork, isEarlier: Bool, at instant: Int64) -> Bool {
      guard let place = work.path.firstIndex(where: other.path.contains) else { return false }
      let queue = work.path[place]
      if !isEarlier { return other.early.contains(queue) }
      if work.queue != other.queue, place > 0, Self.isSerial(queue) {
        if work.early.contains(queue) { return false }
        if let latest = latest[queue], latest == (work.path[place - 1], instant) { return false }
      }
      if work.path[place...].contains(where: Self.isSerial) { return true }
      return other.queue == queue && other.isBarrier || work.queue == queue && work.isBarrier
    }
    private func isNext(_ index: Int, in line: Line, at instant: Int64) -> Bool {
      line.indices.allSatisfy { other in
        other == index || !waits(line[index], for: line[other], isEarlier: other < index, at: instant)
      }
    }
    /// The places of all work that may be the next one.
    ///
    /// - Parameter serial: The queue that all of it waits for; `nil` for the line of a concurrent queue.
    /// - Parameter mayRun: Whether no thread is on its queues.
    func next(
      in line: Line, on serial: Queue?, at instant: Int64, all: Bool, where mayRun: (QueueWork) -> Bool
    ) -> [Int] {
      guard line.specialCount > 0 else {
        return (serial == nil && all ? line.indices : line.indices.prefix(1)).filter { mayRun(line[$0]) }
      }
      var seen: Set<Queue> = [], found: [Int] = []
      for index in line.indices {
        let work = line[index]
        if Self.isSerial(work.path[0]), !seen.insert(work.path[0]).inserted { continue }
        if let serial, !work.path.contains(serial) { continue }
        guard mayRun(work), isNext(index, in: line, at: instant) else { continue }
        found.append(index)
        if !all { break }
      }
      return found
    }
    /// The place of work with an action of its own, if it may run.
    func place(of number: Int, in line: Line, at instant: Int64) -> Int? {
      guard let index = line.indices.first(where: { line[$0].number == number }) else { return nil }
      return line.specialCount == 0 || isNext(index, in: line, at: instant) ? index : nil
    }
    /// The pieces of work for which another one waits if its queue has no turn, in order.
    func predecessors(of work: QueueWork) -> [QueueWork] {
      setPath(of: work)
      guard let line = lines[work.line] else { return [] }
      var needed = [work]
      for index in line.indices.reversed()
      where needed.contains(where: { waits($0, for: line[index], isEarlier: true, at: -1) }) {
        needed.append(line[index])
      }
      return needed.dropFirst().reversed()
    }
    /// Called when work has run.
    func didRun(_ work: QueueWork, at instant: Int64) {
      running.removeAll { $0 === work }
      if latest.isEmpty, work.path.count == 1 { return }
      for (place, queue) in work.path.enumerated() where Self.isSerial(queue) {
        latest[queue] = place > 0 ? (work.path[place - 1], instant) : nil
      }
      if work.part != .queue { latest[work.line] = nil }
    }
    /// The options of the main run loop.
    ///
    /// - Parameter places: The places of the work that each of its parts may run next.
    func optionsOfMainLoop(_ places: [Int], in line: Line, at instant: Int64) -> [MainLoop.Option] {
      let works = places.map { place in
        let work = line[place], latest = latest[work.line]
        // The rest of an inner queue comes in this turn, too, before the work that the queue received while it ran.
        let isBound = line.indices.contains { !line[$0].early.isEmpty && line[$0].path[0] == work.path[0] }
        return MainLoop.Work(
          place: place, number: work.number, part: work.part,
          isBound: isBound || work.isDueTimer && work.due <= mainLoop.began,
          mayGoOn: latest?.instant == instant && latest?.inner == work.path.dropLast().last)
      }
      return mainLoop.options(works, at: instant)
    }
    /// Called when something else has run on a queue.
    func forgetLatest(of queue: Queue) { if !latest.isEmpty { latest[queue] = nil } }
    /// Puts the work of inner queues that are suspended aside.
    func putAside(in line: Line) {
      for index in line.indices.reversed() where isAside(line[index]) { aside.append(line.remove(at: index)) }
    }
  }
#endif

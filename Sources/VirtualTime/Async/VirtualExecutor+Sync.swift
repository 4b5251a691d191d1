#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import PipesCore

  /// A thread that waits for a queue, as `dispatch_sync` does. Dispatch was asked for the order:
  ///
  /// 1. A queue that is free and has received nothing is taken at once.
  /// 2. Else the thread stands in the line of the queue, and parks: what came earlier runs by its own actions, what comes
  ///    later waits.
  /// 3. An inner queue is taken first, and then the one to which it hands its work. A thread that had to wait for the
  ///    inner one goes to the end of the line of the next. Work that the inner queue receives meanwhile has left that
  ///    line, and comes back behind the others.
  /// 4. A thread that may not park runs the earlier work by itself.
  extension VirtualExecutor {
    func sync(_ queue: UnsafeMutableRawPointer, isBarrier: Bool, _ body: () -> Void) {
      if queue.isMainQueue, queues.holds[queue] != nil { timeline.didWaitForItself("DispatchQueue.main.sync") }
      let own = QueueWork(queue, isBarrier: isBarrier) {}
      queues.setPath(of: own)
      // Dispatch traps if the thread has the queue already.
      if mayPark, !RunQueues.chain(queue).contains(where: isOwn) {
        switch turn(of: own) {
        case .hasCome: break
        case .isInVain: queues.withdraw(own)
        case .hasLeft: return body()
        }
      } else {
        for work in queues.predecessors(of: own) {
          guard let line = queues.lines[own.line], let index = line.indices.first(where: { line[$0] === work }) else {
            continue
          }
          if isBlocked(work) { break }
          run(index, of: line)
        }
      }
      for queue in own.path { queues.forgetLatest(of: queue) }
      if own.line.isMainQueue {
        let option = queues.optionOfTurn.take(), number = own.number == 0 ? queues.receiveJob() : own.number
        queues.onMainLoop(option, number, at: timeline.nanoseconds) { hold(queue, isBarrier: isBarrier, body) }
      } else {
        hold(queue, isBarrier: isBarrier, body)
      }
      if own.taken.isEmpty { return }
      for queue in own.taken { queues.release(queue, by: own) }
      giveOwed()
    }

    private enum Turn { case hasCome, isInVain, hasLeft }
    private func turn(of own: QueueWork) -> Turn {
      let waiter = Baton.Waiter()
      waiter.mayLeave = VisitingThread.current(of: self) != nil
      own.giveTurn = { [unowned self] in giveTurn(to: waiter) }
      defer { own.giveTurn = nil }
      takeFreeQueues(own)
      if own.path.count == 1, !own.line.isMainQueue, !isBlocked(own), queues.isFirst(own) { return .hasCome }
      wait(own)
      if park(waiter) { return .hasCome }
      return waiter.hasLeft ? .hasLeft : .isInVain
    }
    /// Takes the inner queues for which a thread need not wait.
    private func takeFreeQueues(_ own: QueueWork) {
      while own.path.count > 1, isFree(own.path[0], for: own) { queues.take(own.path.removeFirst(), by: own) }
    }
    private func isFree(_ queue: UnsafeMutableRawPointer, for own: QueueWork) -> Bool {
      !isBlocked(queue, isBarrier: own.isBarrier && queue == own.queue) && queues.isFirst(own, on: queue)
    }
    /// Lets threads go on to the next queue that have what they wait for on an inner one.
    func moveSyncs() {
      for own in queues.syncs where isFree(own.path[0], for: own) {
        queues.withdraw(own)
        takeFreeQueues(own)
        wait(own)
      }
    }
    private func wait(_ own: QueueWork) {
      queues.waiting += 1
      if own.path.count > 1 { queues.syncs.append(own) }
      receive(own)
    }
    private func isOwn(_ queue: UnsafeMutableRawPointer) -> Bool {
      guard RunQueues.isSerial(queue), let hold = queues.holds[queue] else { return false }
      return hold.thread == currentThread()
    }
  }

  extension RunQueues {
    /// A thread takes an inner queue, and waits for the next one.
    func take(_ queue: Queue, by work: QueueWork) {
      let isBarrier = work.isBarrier && queue == work.queue
      holds[queue, default: Hold(0)].count += 1
      if isBarrier { holds[queue]?.barriers += 1 }
      work.taken.append(queue)
      work.early = []
      var new = taken[queue] ?? Takers()
      new.threads += 1
      if isBarrier || Self.isSerial(queue) { new.first = 0 }
      if let line = lines[work.line] {
        for index in line.indices where line[index].path.contains(queue) {
          // The turn of the queue is over.
          line[index].early = []
          if line[index].isBarrier { new.first = min(new.first, line[index].number) }
        }
      }
      taken[queue] = new
    }
    func release(_ queue: Queue, by work: QueueWork) {
      holds[queue]?.count -= 1
      if work.isBarrier, queue == work.queue { holds[queue]?.barriers -= 1 }
      if holds[queue]?.count == 0 { holds[queue] = nil }
      taken[queue]?.threads -= 1
      if taken[queue]?.threads == 0 { taken[queue] = nil }
    }
    /// Takes work back.
    func withdraw(_ work: QueueWork) {
      waiting -= 1
      syncs.removeAll { $0 === work }
      aside.removeAll { $0 === work }
      guard let line = lines[work.line], let index = line.indices.first(where: { line[$0] === work }) else { return }
      _ = line.remove(at: index)
      if line.isEmpty, line.owed == 0 { lines[work.line] = nil }
    }
    /// Whether a line has no work for which a thread has to wait: on any of its queues, or on one.
    func isFirst(_ work: QueueWork, on queue: Queue? = nil) -> Bool {
      let others = (lines[work.line].map { line in line.indices.map { line[$0] } } ?? []) + aside
      return others.allSatisfy { other in
        if other === work || work.number > 0 && other.number > work.number { return true }
        if let queue, other.queue != queue, !other.path.contains(queue) { return true }
        return !waits(work, for: other, isEarlier: true, at: -1)
      }
    }
  }
#endif

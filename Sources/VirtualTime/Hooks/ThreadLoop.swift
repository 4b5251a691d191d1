#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import PipesCore

  /// The run loop of a thread that the code of a run has started. The thread runs its timers and blocks while it runs the
  /// loop, at instants of the timeline.
  ///
  /// As Foundation does it on Linux, where it was tried:
  ///
  /// 1. A run of the loop that has nothing is over at once. An observer is nothing.
  /// 2. A round calls the observers before timers, runs the blocks, calls the observers before it waits, and waits. A timer
  ///    wakes the loop, which fires all that are due, in the order of their dates, and then runs the blocks. A block does
  ///    not wake it, whoever adds it.
  /// 3. Then the run is over if the limit is, or if nothing is left. Its last act is to call the observers of the exit.
  final class ThreadLoop: @unchecked Sendable {
    // Unchecked: only the thread of the run that has the baton uses the variables.
    private struct Tick {
      let timer: UnsafeMutableRawPointer
      /// The uptime of the run.
      let due: Int64
      let fire: () -> Void
    }
    private let run: any HookedRun
    private unowned let visitor: any Visitor
    private var ticks: [Tick] = []
    private var blocks: [KeptBlock] = []
    private var firing: [UnsafeMutableRawPointer] = []
    /// The date of the last timer, which is not valid any more: it still wakes the loop.
    private var lastDate: Int64?
    private(set) var observers: [LoopObserver] = []
    private var isStopped = false
    /// The number of runs of the loop on the stack of its thread.
    private var depth = 0

    private init(_ run: any HookedRun, _ visitor: any Visitor) {
      self.run = run
      self.visitor = visitor
    }

    // MARK: All loops

    private static let all = Guarded<[UInt: ThreadLoop]>([:])
    /// The default mode, and the common ones.
    nonisolated(unsafe) private static let modes = ["kCFRunLoopDefaultMode", "kCFRunLoopCommonModes"].compactMap {
      Host.symbol($0)?.load(as: Pointer?.self)
    }
    /// Whether a mode, or one of an array of modes, is the default one, which is the only one in which time is virtual.
    static func isDefault(_ mode: UnsafeMutableRawPointer?, orCommon: Bool = false) -> Bool {
      guard let functions = CoreFoundation.all, let mode else { return false }
      if functions.type(mode) == functions.arrayType() {
        return (0..<functions.count(mode)).contains { isDefault(functions.value(mode, $0), orCommon: orCommon) }
      }
      return modes.prefix(orCommon ? 2 : 1).contains { functions.isEqual(mode, $0) != 0 }
    }
    static func copyDefaultMode() -> UnsafeMutableRawPointer? { CoreFoundation.all?.retain(modes.first) }
    /// The loop of this thread, if the code of a run has started the thread.
    static var current: ThreadLoop? {
      guard let visitor = Visitors.current, let run = RunOfThread.current, let key = CoreFoundation.all?.currentLoop()
      else { return nil }
      return all.with { all in
        if let known = all[UInt(bitPattern: key)], known.visitor === visitor { return known }
        let new = ThreadLoop(run, visitor)
        all[UInt(bitPattern: key)] = new
        return new
      }
    }
    /// The loop of a thread of the run that runs.
    static func known(_ loop: UnsafeMutableRawPointer?) -> ThreadLoop? {
      guard let run = RunOfThread.current,
        let known = all.with({ $0.isEmpty ? nil : $0[UInt(bitPattern: loop)] }), known.run === run
      else { return nil }
      return known.visitor.isOver ? nil : known
    }
    /// Called when a thread ends.
    static func end(of visitor: any Visitor) {
      let ended = all.with { all -> [ThreadLoop] in
        let ended = all.filter { $0.value.visitor === visitor }
        for key in ended.keys { all[key] = nil }
        return Array(ended.values)
      }
      for tick in ended.flatMap(\.ticks) { RunLoopTimer.end(tick.timer) }
    }

    // MARK: One loop

    /// The timers that are firing count, each until it is over or not valid any more.
    var isEmpty: Bool { ticks.isEmpty && blocks.isEmpty && firing.isEmpty }
    func set(_ timer: UnsafeMutableRawPointer, at due: Int64, _ fire: @escaping () -> Void) {
      remove(timer)
      lastDate = nil
      let place = ticks.firstIndex { $0.due > due } ?? ticks.endIndex
      ticks.insert(Tick(timer: timer, due: due, fire: fire), at: place)
    }
    func remove(_ timer: UnsafeMutableRawPointer?) {
      firing.removeAll { $0 == timer }
      guard let place = ticks.firstIndex(where: { $0.timer == timer }) else { return }
      let old = ticks.remove(at: place)
      if ticks.isEmpty { lastDate = old.due }
    }
    func add(_ block: KeptBlock) { blocks.append(block) }
    func stop() { isStopped = true }
    var isRunning: Bool { depth > 0 }
    func add(_ observer: LoopObserver) { observers.append(observer) }
    func remove(observer: UnsafeMutableRawPointer?) {
      observers.removeAll { $0.isObserver(observer) }
    }

    /// Runs the loop. Called on its thread.
    ///
    /// - Parameter limit: In nanoseconds; ``Int64/never`` for none.
    /// - Returns: Why the run is over, or `nil` if it has left virtual time.
    func run(atMost limit: Int64) -> Int32? {
      if isEmpty { return LoopWaits.finished }
      guard let start = run.reading?.uptime else { return nil }
      let end = start.plus(limit), outer = isStopped
      isStopped = false
      depth += 1
      defer {
        depth -= 1
        isStopped = outer
      }
      while true {
        observe(.beforeTimers)
        runBlocks()
        // A run without time does not wait.
        if limit > 0 { observe(.beforeWaiting) }
        var due: [Tick] = []
        while due.isEmpty {
          guard let now = run.reading?.uptime else { return nil }
          let next = min(ticks.first?.due ?? lastDate ?? .max, end)
          let isOver = { self.isStopped || (self.ticks.first?.due ?? .max) < next }
          let length = next == .max ? .never : max(0, next.minus(now))
          if run.waits(atMost: length, until: isOver) == nil { return nil }
          guard let now = run.reading?.uptime else { return nil }
          // The limit or the first timer wakes the loop.
          if let first = ticks.first, first.due <= min(now, end) { due = ticks.filter { $0.due <= now } }
          let isWoken = ticks.isEmpty && lastDate.map { $0 <= now } ?? false
          if isWoken { lastDate = nil }
          if isStopped || isWoken || now >= end { break }
        }
        for tick in due where ticks.contains(where: { $0.timer == tick.timer && $0.due == tick.due }) {
          ticks.removeAll { $0.timer == tick.timer }
          firing.append(tick.timer)
          tick.fire()
          if let place = firing.lastIndex(of: tick.timer) { firing.remove(at: place) }
        }
        runBlocks()
        guard let now = run.reading?.uptime else { return nil }
        let reason = isStopped ? LoopWaits.stopped : now >= end ? LoopWaits.timedOut : LoopWaits.finished
        if isStopped || now >= end || isEmpty {
          observe(.exit)
          return reason
        }
      }
    }
    private func observe(_ activity: LoopObserver.Activity) {
      for observer in observers where observer.isCalled(at: activity) { observer.call(activity) }
    }
    private func runBlocks() {
      let now = blocks
      blocks = []
      for block in now { block.call() }
    }
  }
#endif

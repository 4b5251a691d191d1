#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import PipesCore
  import Synchronization

  /// The timers of Foundation in a run that takes queues: each tick is work of the main queue, if the timer is on the main
  /// run loop, or of the loop of a thread.
  ///
  /// Foundation makes all its timers with one function to call. The object of a timer is retained while it is virtual.
  enum RunLoopTimer {
    typealias Fire = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void
    private static var functions: CoreFoundation? { .all }
    /// The function that Foundation calls when a timer fires; zero until one has been made since the first run.
    static let fire = Atomic<UInt>(0)
    /// The latest start of a virtual timer. A tick of an earlier one does nothing, and is taken back from the run.
    private struct Start {
      var round = 0
      /// The uptime of the run at the tick.
      var due: Int64 = 0
      weak var work: QueueWork?
      /// The loop that it is on; `nil` for the main one.
      var loop: ThreadLoop?
    }
    private static let starts = Guarded<[UInt: Start]>([:])
    private static func round(_ timer: UnsafeMutableRawPointer?) -> Int? {
      starts.with { $0.isEmpty ? nil : $0[UInt(bitPattern: timer)]?.round }
    }
    private static func withdraw(_ work: QueueWork?) {
      if RunOfThread.current != nil { work?.withdraw.take()?() }
    }

    /// The run of this thread, if it runs the work of a loop: of the main one. Code on the main actor may have another
    /// loop as its current one, because it runs on the thread of its run.
    static func run(of loop: UnsafeMutableRawPointer?) -> (any HookedRun)? {
      guard let run = RunOfThread.current, run.takesQueues, let functions,
        !CallStack.isCalled(from: "libXCTest.", through: ReplacedFunction.foundation)
      else { return nil }
      return loop == functions.mainLoop() || loop == functions.currentLoop() && run.isOnMain ? run : nil
    }
    static func isVirtual(_ timer: UnsafeMutableRawPointer?) -> Bool {
      round(timer) != nil
    }
    /// Adds a timer to a run loop of a run. Returns false if it is to be a real one.
    static func add(
      _ timer: UnsafeMutableRawPointer?, to loop: UnsafeMutableRawPointer?, _ mode: UnsafeMutableRawPointer?
    ) -> Bool {
      guard let timer, let functions, fire.load(ordering: .relaxed) != 0, let current = RunOfThread.current,
        ThreadLoop.isDefault(mode, orCommon: true)
      else { return false }
      let main = run(of: loop), own = main == nil ? ThreadLoop.known(loop) : nil
      guard let run = main ?? (own == nil ? nil : current) else { return false }
      // A timer may be added for several modes.
      let isFirst = starts.with { starts in
        defer { starts[UInt(bitPattern: timer), default: Start()].loop = own }
        return starts[UInt(bitPattern: timer)] == nil
      }
      if isFirst { _ = functions.retain(timer) }
      start(timer, in: run)
      return true
    }
    /// Called when the date of a virtual timer has been changed.
    static func restart(_ timer: UnsafeMutableRawPointer?) {
      if let timer, let run = RunOfThread.current, run.takesQueues { start(timer, in: run) }
    }
    /// Called when a timer is not valid any more.
    static func cancel(_ timer: UnsafeMutableRawPointer?) {
      guard let old = starts.with({ $0.isEmpty ? nil : $0.removeValue(forKey: UInt(bitPattern: timer)) }) else {
        return
      }
      withdraw(old.work)
      old.loop?.remove(timer)
      functions?.release(timer)
    }
    /// Ends a timer of a loop that is gone.
    static func end(_ timer: UnsafeMutableRawPointer) { round(timer).map { drop(timer, $0) } }
    private static func start(_ timer: UnsafeMutableRawPointer, in run: any HookedRun) {
      guard let functions, let now = run.reading else { return }
      let key = UInt(bitPattern: timer)
      let (round, old) = starts.with { starts in
        let old = starts[key]?.work
        starts[key]?.round += 1
        starts[key]?.work = nil
        return (starts[key]?.round, old)
      }
      withdraw(old)
      guard let round, let date = RunDate(sinceReference: functions.fireDate(timer)) else { return }
      let delay = max(0, date.since(now.date))
      let tick = { [unowned run] in self.tick(timer, round, in: run) }
      if let loop = starts.with({ starts in
        starts[key]?.due = now.uptime.plus(delay)
        return starts[key]?.loop
      }) {
        return loop.set(timer, at: now.uptime.plus(delay), tick)
      }
      guard let work = QueueWork(.timers, tick, end: { drop(timer, round) }) else { return }
      starts.with {
        $0[key]?.due = now.uptime.plus(delay)
        $0[key]?.work = work
      }
      run.give(work, after: delay, by: .suspending)
    }
    /// Called when the work of a tick is released. If no other tick follows, because the run is over, the timer ends.
    private static func drop(_ timer: UnsafeMutableRawPointer, _ round: Int) {
      let isLast = starts.with { starts in
        guard starts[UInt(bitPattern: timer)]?.round == round else { return false }
        starts[UInt(bitPattern: timer)] = nil
        return true
      }
      if !isLast { return }
      // Foundation keeps a timer until it is not valid any more.
      functions?.invalidate(timer)
      functions?.release(timer)
    }
    private static func tick(_ timer: UnsafeMutableRawPointer, _ round: Int, in run: any HookedRun) {
      guard let functions, self.round(timer) == round else { return }
      let information = functions.context(ofTimer: timer).information
      unsafeBitCast(fire.load(ordering: .relaxed), to: Fire.self)(timer, information)
      guard self.round(timer) == round else { return }
      let interval = functions.interval(timer)
      if interval <= 0 {
        functions.invalidate(timer)
        return cancel(timer)
      }
      // A run loop waits by a clock that nobody sets: ticks are intervals apart, whatever the date, without those that
      // have gone by.
      guard let now = run.reading else { return }
      let due = starts.with { $0[UInt(bitPattern: timer)]?.due } ?? now.uptime, date = functions.fireDate(timer)
      let early = RunDate(sinceReference: date)?.since(now.date).plus(now.uptime.minus(due)) ?? 0
      let count = (Double(max(0, now.uptime.minus(due))) / 1_000_000_000 / interval).rounded(.down) + 1
      functions.setFireDate(timer, date + count * interval - (early == 0 ? 0 : Double(early) / 1_000_000_000))
      start(timer, in: run)
    }
  }
#endif

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import Pipes

  private typealias IsMainThread = @convention(c) () -> Bool
  private typealias OfQueue = @convention(c) (UnsafeMutableRawPointer?) -> Void
  private typealias Sync = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void
  private typealias Specific = @convention(c) (UnsafeRawPointer?) -> UnsafeMutableRawPointer?
  private typealias OfThread = @convention(c) (UInt32) -> UnsafeMutableRawPointer?
  private typealias SetOfThread = @convention(c) (UInt32, UnsafeMutableRawPointer?) -> Void
  private typealias SpecificOfQueue =
    @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?) -> UnsafeMutableRawPointer?

  extension Original {
    fileprivate static let isMainThread = Original(), assert = Original(), assertNot = Original(),
      assertBarrier = Original(), sync = Original(), barrierSync = Original(), specific = Original(),
      ofThread = Original(), setOfThread = Original()
  }

  /// The run of this thread, if its code is on the main queue.
  private var runOnMain: (any HookedRun)? {
    guard let run = RunOfThread.current, run.reading != nil, run.isOnMain else { return nil }
    return run
  }
  /// Whether a queue is the main queue, and the code of the run of this thread is on it.
  private func isOnMain(_ queue: UnsafeMutableRawPointer?) -> Bool { queue == mainQueue && runOnMain != nil }
  /// `Thread.mainThread`, or `nil` in a program without Foundation.
  private nonisolated(unsafe) let theMainThread = Host.symbol("$s10Foundation6ThreadC04mainB0ACvgZ").map {
    unsafeBitCast($0, to: (@convention(thin) () -> UnsafeMutableRawPointer).self)()
  }
  /// The classes of what `NotificationQueue` keeps for each thread.
  private nonisolated(unsafe) let classesOfNotifications = ["17NotificationQueue", "14NSMutableArray"].map {
    Host.symbol("$s10Foundation\($0)CN")
  }
  private func isOfNotifications(_ value: UnsafeMutableRawPointer, in run: any HookedRun) -> Bool {
    run.takesQueues && classesOfNotifications.contains(value.load(as: UnsafeMutableRawPointer?.self))
  }
  /// Runs a block that waits for the main queue. Returns false for another queue, or without a run.
  private func syncsOnMain(_ queue: UnsafeMutableRawPointer?, _ block: UnsafeMutableRawPointer?) -> Bool {
    guard queue == mainQueue, let queue, let block, let run = RunOfThread.current, run.reading != nil else {
      return false
    }
    func call() { block.load(fromByteOffset: 16, as: OfQueue.self)(block) }
    if run.isOnMain {
      run.waitsForItself(in: "DispatchQueue.main.sync")
      call()
      return true
    }
    if !run.takesQueues { return run.onMain(call) }
    run.sync(queue, isBarrier: false) { _ = run.onMain(call) }
    return true
  }

  /// Runs a block that waits for a queue.
  private func syncs(
    _ queue: UnsafeMutableRawPointer?, _ block: UnsafeMutableRawPointer?, isBarrier: Bool, _ sync: Sync
  ) {
    if syncsOnMain(queue, block) { return }
    guard let queue, let run = runTaking(queue) else { return sync(queue, block) }
    run.sync(queue, isBarrier: isBarrier) { sync(queue, block) }
  }

  extension ReplacedFunction {
    /// Functions that ask for the main thread or wait for it: in a run, code of the main actor and of the main queue is
    /// on it, whatever the thread.
    static let mainThread: [ReplacedFunction] = [
      ReplacedFunction(
        "_CFIsMainThread", .isMainThread, isNeeded: false,
        {
          guard let run = RunOfThread.current, run.reading != nil else {
            return Original.isMainThread.function(IsMainThread.self)()
          }
          return run.isOnMain || run.place.queue != .another && Original.isMainThread.function(IsMainThread.self)()
        } as IsMainThread),
      // `Thread.current` keeps an object for each thread, which it creates when it is asked for the first time. On the
      // main queue it is the one of the main thread, which no other thread keeps. The objects of `NotificationQueue` for the
      // main thread are kept by the run.
      ReplacedFunction(
        "_CFThreadSpecificGet", .ofThread, from: [foundation], isNeeded: false,
        { key in
          let value = Original.ofThread.function(OfThread.self)(key)
          guard let run = runOnMain else { return value }
          if let own = run.notifications.kept[key] { return Unmanaged.passUnretained(own).toOpaque() }
          guard let value, let theMainThread else { return value }
          if isOfNotifications(value, in: run) { return nil }
          let isThread = value.load(as: UInt.self) == theMainThread.load(as: UInt.self)
          return isThread ? theMainThread : value
        } as OfThread),
      ReplacedFunction(
        "_CFThreadSpecificSet", .setOfThread, from: [foundation], isNeeded: false,
        { key, value in
          if let value, let run = runOnMain {
            if value == theMainThread, !Original.isMainThread.function(IsMainThread.self)() { return }
            if isOfNotifications(value, in: run) {
              return run.notifications.kept[key] = Unmanaged<AnyObject>.fromOpaque(value).takeUnretainedValue()
            }
          }
          Original.setOfThread.function(SetOfThread.self)(key, value)
        } as SetOfThread),
      ReplacedFunction(
        "dispatch_assert_queue", .assert, isNeeded: false,
        { if !isOnMain($0) { Original.assert.function(OfQueue.self)($0) } } as OfQueue),
      ReplacedFunction(
        "dispatch_assert_queue_barrier", .assertBarrier, isNeeded: false,
        { if !isOnMain($0) { Original.assertBarrier.function(OfQueue.self)($0) } } as OfQueue),
      ReplacedFunction(
        "dispatch_assert_queue_not", .assertNot, isNeeded: false,
        {
          precondition(!isOnMain($0), "this code is on the main queue, on which it must not be")
          Original.assertNot.function(OfQueue.self)($0)
        } as OfQueue),
      ReplacedFunction(
        "dispatch_sync", .sync, from: [overlay, program], isNeeded: false,
        { syncs($0, $1, isBarrier: false, Original.sync.function(Sync.self)) } as Sync),
      ReplacedFunction(
        "dispatch_barrier_sync", .barrierSync, from: [overlay, program], isNeeded: false,
        { syncs($0, $1, isBarrier: true, Original.barrierSync.function(Sync.self)) } as Sync),
      ReplacedFunction(
        "dispatch_get_specific", .specific, isNeeded: false,
        { key in
          if runOnMain != nil,
            let ofQueue = Host.symbol("dispatch_queue_get_specific").map({
              unsafeBitCast($0, to: SpecificOfQueue.self)
            }), let value = ofQueue(mainQueue, key)
          {
            return value
          }
          return Original.specific.function(Specific.self)(key)
        } as Specific),
    ]
  }
#endif

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import PipesCore

  private typealias SpecificOfQueue = @convention(c) (Pointer?, UnsafeRawPointer?) -> Pointer?

  extension Original {
    fileprivate static let isMainThread = OriginalFunction<@convention(c) () -> Bool>()
    fileprivate static let assert = OriginalFunction<OfPointer>(), assertNot = OriginalFunction<OfPointer>(),
      assertBarrier = OriginalFunction<OfPointer>()
    fileprivate static let sync = OriginalFunction<OfTwoPointers>(), barrierSync = OriginalFunction<OfTwoPointers>()
    fileprivate static let specific = OriginalFunction<@convention(c) (UnsafeRawPointer?) -> Pointer?>()
    fileprivate static let ofThread = OriginalFunction<@convention(c) (UInt32) -> Pointer?>()
    fileprivate static let setOfThread = OriginalFunction<@convention(c) (UInt32, Pointer?) -> Void>()
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
  /// Runs a block that waits for the main queue, or for one that hands its work on to it. Returns false for another queue,
  /// or without a run.
  private func syncsOnMain(_ queue: UnsafeMutableRawPointer?, _ block: UnsafeMutableRawPointer?) -> Bool {
    guard let queue, let block, let run = RunOfThread.current, run.reading != nil,
      queue == mainQueue || run.takesQueues && QueueLayout.current?.chain(queue).contains(where: \.isMainQueue) == true
    else { return false }
    func call() { block.load(fromByteOffset: 16, as: OfPointer.self)(block) }
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
    _ queue: UnsafeMutableRawPointer?, _ block: UnsafeMutableRawPointer?, isBarrier: Bool, _ sync: OfTwoPointers
  ) {
    if syncsOnMain(queue, block) { return }
    guard let queue, let run = runTaking(queue) else { return sync(queue, block) }
    run.sync(queue, isBarrier: isBarrier || block.map(WorkItems.isBarrier) == true) { sync(queue, block) }
  }

  extension ReplacedFunction {
    /// Functions that ask for the main thread or wait for it: in a run, code of the main actor and of the main queue is
    /// on it, whatever the thread.
    static let mainThread: [ReplacedFunction] = [
      ReplacedFunction("_CFIsMainThread", Original.isMainThread) {
        guard let run = RunOfThread.current, run.reading != nil else {
          return Original.isMainThread.function()
        }
        return run.isOnMain || run.place.queue != .another && Original.isMainThread.function()
      },
      // `Thread.current` keeps an object for each thread, which it creates when it is asked for the first time. On the
      // main queue it is the one of the main thread, which no other thread keeps. The objects of `NotificationQueue` for the
      // main thread are kept by the run.
      ReplacedFunction("_CFThreadSpecificGet", Original.ofThread, from: [foundation]) { key in
        let value = Original.ofThread.function(key)
        guard let run = runOnMain else { return value }
        if let own = run.notifications.kept[key] { return Unmanaged.passUnretained(own).toOpaque() }
        guard let value, let theMainThread else { return value }
        if isOfNotifications(value, in: run) { return nil }
        let isThread = value.load(as: UInt.self) == theMainThread.load(as: UInt.self)
        return isThread ? theMainThread : value
      },
      ReplacedFunction("_CFThreadSpecificSet", Original.setOfThread, from: [foundation]) { key, value in
        if let value, let run = runOnMain {
          if value == theMainThread, !Original.isMainThread.function() { return }
          if isOfNotifications(value, in: run) {
            return run.notifications.kept[key] = Unmanaged<AnyObject>.fromOpaque(value).takeUnretainedValue()
          }
        }
        Original.setOfThread.function(key, value)
      },
      ReplacedFunction("dispatch_assert_queue", Original.assert) { if !isOnMain($0) { Original.assert.function($0) } },
      ReplacedFunction("dispatch_assert_queue_barrier", Original.assertBarrier) {
        if !isOnMain($0) { Original.assertBarrier.function($0) }
      },
      ReplacedFunction("dispatch_assert_queue_not", Original.assertNot) {
        precondition(!isOnMain($0), "this code is on the main queue, on which it must not be")
        Original.assertNot.function($0)
      },
      ReplacedFunction("dispatch_sync", Original.sync, from: [overlay, program]) {
        syncs($0, $1, isBarrier: false, Original.sync.function)
      },
      ReplacedFunction("dispatch_barrier_sync", Original.barrierSync, from: [overlay, program]) {
        syncs($0, $1, isBarrier: true, Original.barrierSync.function)
      },
      ReplacedFunction("dispatch_get_specific", Original.specific) { key in
        if runOnMain != nil,
          let ofQueue = Host.function("dispatch_queue_get_specific", SpecificOfQueue.self),
          let value = ofQueue(mainQueue, key)
        {
          return value
        }
        return Original.specific.function(key)
      },
    ]
  }
#endif

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import Glibc
  import PipesCore

  private typealias DeallocateOfJob = @convention(thin) (UnownedJob, UnsafeMutableRawPointer) -> Void

  extension Original {
    fileprivate static let dispatchAfter = OriginalFunction<@convention(c) (UInt64, Pointer?, Pointer?, UInt) -> Void>()
    fileprivate static let async = OriginalFunction<OfTwoPointers>(), barrierAsync = OriginalFunction<OfTwoPointers>(),
      sourceHandler = OriginalFunction<OfTwoPointers>(),
      context = OriginalFunction<OfTwoPointers>()
    fileprivate static let groupAsync = OriginalFunction<OfThreePointers>(),
      notify = OriginalFunction<OfThreePointers>()
    fileprivate static let after = OriginalFunction<@convention(c) (UInt64, Pointer?, Pointer?) -> Void>()
    fileprivate static let leave = OriginalFunction<OfPointer>(), cancelBlock = OriginalFunction<OfPointer>()
    fileprivate static let timer = OriginalFunction<
      @convention(c) (CInt, CInt, UnsafePointer<itimerspec>?, UnsafeMutablePointer<itimerspec>?) -> CInt
    >()
    fileprivate static let thread = OriginalFunction<
      @convention(c) (Pointer?, UnsafeRawPointer?, @escaping Visitors.Body, Pointer?) -> CInt
    >()
    fileprivate static let asyncJob = OriginalFunction<@convention(c) (Pointer?, Pointer?, UInt) -> Void>()
  }

  /// Reports that a method of a queue is called, unless Foundation does it for itself.
  @inline(__always) func noteDispatch(_ method: String, on queue: UnsafeMutableRawPointer?) {
    guard let run = RunOfThread.current, run.reading != nil else { return }
    report(method, on: queue, to: run)
  }
  private func report(_ method: String, on queue: UnsafeMutableRawPointer?, to run: any HookedRun) {
    let label = DispatchFunctions.all?.label(queue).map { String(cString: $0) } ?? ""
    if ownLabels.contains(where: label.hasPrefix) { return }
    if CallStack.isInside("libFoundationNetworking") { return run.didCall(.session) }
    if label.hasPrefix("NSOperationQueue") { return run.didCall(OutsideCall(name: "an OperationQueue")) }
    if queue == mainQueue, CallStack.isCalledByFoundation(isMainQueue: true) {
      return run.didCall(OutsideCall(name: "OperationQueue.main"))
    }
    let name =
      switch label {
      case "com.apple.main-thread": "DispatchQueue.main"
      case _ where label.hasPrefix("com.apple.root."): "DispatchQueue.global()"
      default: "the queue '\(label)'"
      }
    let scheduler = label == "com.apple.main-thread" ? name : "the queue '\(label)'"
    run.didCall(
      OutsideCall(name: label.hasPrefix("com.apple.") ? "\(name).\(method)" : "\(method) on \(name)", queue: scheduler))
  }
  /// The run of this thread, if it takes the work of a queue. The libraries of Foundation have queues of their own, which
  /// stay real.
  func runTaking(_ queue: UnsafeMutableRawPointer?) -> (any HookedRun)? {
    guard let queue, let run = RunOfThread.current, run.takesQueues, let label = DispatchFunctions.all?.label(queue),
      !ownLabels.contains(where: { strncmp(label, $0, $0.utf8.count) == 0 })
    else { return nil }
    return run
  }
  /// The same for work that does not run inside of the call. `OperationQueue.main` belongs to the process: another run
  /// may be in the middle of an operation, and its thread would go on with the operations of this run.
  func runReceiving(_ queue: UnsafeMutableRawPointer?) -> (any HookedRun)? {
    guard let run = runTaking(queue), !CallStack.isCalledByFoundation(isMainQueue: queue == mainQueue) else {
      return nil
    }
    return run
  }
  /// Gives a block to a queue of a run. Returns false if the queue is real.
  private func give(
    _ block: UnsafeMutableRawPointer?, to queue: UnsafeMutableRawPointer?, isBarrier: Bool = false,
    in group: UnsafeMutableRawPointer? = nil, at when: UInt64 = dispatchNow
  ) -> Bool {
    guard let run = runReceiving(queue), let now = run.reading,
      let work = QueueWork(block: block, queue, isBarrier: isBarrier, group: group, enters: group != nil)
    else { return false }
    run.give(work, after: remaining(until: when, now), by: clock(of: when))
    return true
  }
  /// The beginnings of the labels of queues of Foundation.
  private let ownLabels = ["org.swift.", "URLSession", "workQueue"]
  /// The closure to call when work is over that the code of a run has given to a queue, if virtual time waits for it.
  @inline(__always) private func answer(at when: UInt64 = dispatchNow) -> (@Sendable () -> Void)? {
    guard let run = RunOfThread.current, let now = run.reading else { return nil }
    return run.didGiveWork(after: remaining(until: when, now))
  }
  extension OutsideCall {
    static let session = OutsideCall(
      name: "URLSession.shared, or another URLSession,", fix: "answer its requests with m.session of MarblesFoundation")
  }

  /// Makes a thread. In a run it is one of its threads, or reported.
  private func create(
    _ thread: UnsafeMutableRawPointer?, _ attributes: UnsafeRawPointer?, _ body: @escaping Visitors.Body,
    _ argument: UnsafeMutableRawPointer?, by function: String, isOfCode: Bool = false
  ) -> CInt {
    let create = Original.thread.function
    guard let run = RunOfThread.current, run.reading != nil else { return create(thread, attributes, body, argument) }
    if run.takesQueues, isOfCode || function.hasPrefix("Thread."), let visitor = run.makeVisitor() {
      let start = Visitors.start(body, argument, visitor)
      let code = create(thread, attributes, { Visitors.enter($0) }, start)
      if code == 0 { Visitors.add(visitor, thread) } else { Visitors.cancel(start) }
      return code
    }
    run.didCall(
      CallStack.isCalled(from: "libXCTest.", through: ReplacedFunction.foundation)
        ? OutsideCall(name: "fulfillment(of:)", fix: "wait with 'await' for what the code does")
        : isOfCode || function.hasPrefix("Thread.")
          ? OutsideCall(name: function) : OutsideCall(name: function, fix: OutsideCall.passTheAnswer))
    return create(thread, attributes, body, argument)
  }

  extension ReplacedFunction {
    /// Direct calls of Dispatch work on the timeline of a run that takes queues. Elsewhere they stay real, as threads do,
    /// and are reported. `queue.async(flags: .barrier)` is not: it writes what `queue.sync` reads, which waits for it.
    static let dispatch: [ReplacedFunction] = [
      ReplacedFunction("dispatch_async", Original.async, from: [overlay, program]) { queue, block in
        if give(block, to: queue) { return }
        noteDispatch("async", on: queue)
        if let isOver = answer(), FollowedWork.give(block, to: queue, isOver) { return }
        Original.async.function(queue, block)
      },
      ReplacedFunction("dispatch_barrier_async", Original.barrierAsync, from: [overlay, program]) { queue, block in
        if give(block, to: queue, isBarrier: true) { return }
        Original.barrierAsync.function(queue, block)
      },
      ReplacedFunction("dispatch_block_cancel", Original.cancelBlock, from: [overlay, program]) { block in
        Original.cancelBlock.function(block)
        if let block, let run = RunOfThread.current, run.takesQueues { run.didCancel(block) }
      },
      ReplacedFunction("dispatch_group_async", Original.groupAsync, from: [overlay, program]) { group, queue, block in
        if give(block, to: queue, in: group) { return }
        noteDispatch("async", on: queue)
        Original.groupAsync.function(group, queue, block)
        if let isOver = answer() { FollowedWork.follow(group, isOver) }
      },
      ReplacedFunction("dispatch_group_notify", Original.notify, from: [overlay, program]) { group, queue, block in
        if let group, let run = runReceiving(queue), let work = QueueWork(block: block, queue, group: group) {
          return run.give(work, whenEmpty: group)
        }
        noteDispatch("notify", on: queue)
        if let isOver = answer(), FollowedWork.give(block, to: queue, after: group, isOver) { return }
        Original.notify.function(group, queue, block)
      },
      ReplacedFunction("dispatch_group_leave", Original.leave, from: [overlay, program]) { group in
        Original.leave.function(group)
        if let run = RunOfThread.current, run.takesQueues { run.didLeaveGroup() }
      },
      ReplacedFunction("dispatch_after", Original.after, from: [overlay, program]) { when, queue, block in
        if give(block, to: queue, at: when) { return }
        noteDispatch("asyncAfter", on: queue)
        let time = realTime(when)
        if let isOver = answer(at: when), FollowedWork.give(block, to: queue, at: time, isOver) { return }
        Original.after.function(time, queue, block)
      },
      // The run loops of Foundation set this for the next of their timers: in real time, as far away as in virtual
      // time. They measure from the start of the machine.
      ReplacedFunction("timerfd_settime", Original.timer, from: [foundation]) { file, flags, new, old in
        let setTime = Original.timer.function
        guard let now = RunOfThread.current?.reading, var timer = new?.pointee else {
          return setTime(file, flags, new, old)
        }
        if flags & 1 != 0, timer.it_value.nanoseconds > 0 {
          let length = max(1, timer.it_value.nanoseconds.minus(now.uptime))
          timer.it_value = timespec(nanoseconds: JumpSlots.realNanoseconds().plus(length))
        }
        return setTime(file, flags, &timer, old)
      },
      // A thread of the code, by a method of Thread, or one that Foundation starts for itself, as for processes: that one
      // is real, and the name of the function is the one that the author wrote.
      ReplacedFunction("pthread_create", Original.thread, from: [foundation]) { thread, attributes, body, argument in
        let function = RunOfThread.current?.reading == nil ? nil : CallStack.entry(of: foundation)
        return create(thread, attributes, body, argument, by: function ?? "Thread.start()")
      },
      ReplacedFunction("pthread_create", Original.thread, from: [program]) {
        create($0, $1, $2, $3, by: "pthread_create", isOfCode: true)
      },
    ]

    /// Code in C gives a function to a queue, not a block.
    private static let code: [ReplacedFunction] = [
      ReplacedFunction("dispatch_async_f", Original.asyncJob, from: [program]) { queue, context, function in
        noteDispatch("async", on: queue)
        Original.asyncJob.function(queue, context, function)
      },
      ReplacedFunction("dispatch_after_f", Original.dispatchAfter, from: [program]) { when, queue, context, function in
        noteDispatch("asyncAfter", on: queue)
        Original.dispatchAfter.function(realTime(when), queue, context, function)
      },
    ]

    /// The runtime enqueues the job of a sleep here if the task is on an actor, and not in a task that the executor of
    /// the run started: with `dispatch_after_f` or, if the sleep has a tolerance, with a source.
    static let concurrency: [ReplacedFunction] =
      code + [
        ReplacedFunction("dispatch_after_f", Original.dispatchAfter, from: [concurrencyItself]) {
          when, queue, job, run in
          if let current = RunOfThread.current, let now = current.reading, let job,
            current.sleep(
              unsafeBitCast(job, to: UnownedJob.self),
              for: SleepLength(nanoseconds: remaining(until: when, now), by: clock(of: when)))
          {
            return
          }
          Original.dispatchAfter.function(realTime(when), queue, job, run)
        },
        // No hook sees the job of `Task.yield` in a task that an actor runs or has run, nor a job of the main actor in a
        // test that is not awaited.
        ReplacedFunction("dispatch_async_f", Original.asyncJob, from: [concurrencyItself]) { queue, job, function in
          if let run = RunOfThread.current {
            if queue == mainQueue {
              run.didEnqueue()
            } else if run.runsTasks, let job, RuntimeHooks.take(unsafeBitCast(job, to: UnownedJob.self)) {
              return
            }
          }
          Original.asyncJob.function(queue, job, function)
        },
        ReplacedFunction("dispatch_source_create", Original.source, from: [concurrencyItself]) {
          kind, handle, mask, queue in
          if UInt(bitPattern: kind) == timerSource, RunOfThread.current?.reading != nil {
            return SourceOfSleep.begin()
          }
          return Original.source.function(kind, handle, mask, queue)
        },
        ReplacedFunction("dispatch_source_set_timer", Original.sourceTimer, from: [concurrencyItself]) {
          source, start, interval, leeway in
          if let sleep = SourceOfSleep.current(source) { return sleep.deadline = start }
          Original.sourceTimer.function(source, start, interval, leeway)
        },
        ReplacedFunction("dispatch_source_set_event_handler_f", Original.sourceHandler, from: [concurrencyItself]) {
          source, handler in
          if SourceOfSleep.current(source) == nil {
            Original.sourceHandler.function(source, handler)
          }
        },
        ReplacedFunction("dispatch_set_context", Original.context, from: [concurrencyItself]) { source, job in
          if let sleep = SourceOfSleep.current(source) { return sleep.context = job }
          Original.context.function(source, job)
        },
        ReplacedFunction("dispatch_activate", Original.activate, from: [concurrencyItself]) { source in
          if let sleep = SourceOfSleep.current(source) { return sleep.end() }
          Original.activate.function(source)
        },
      ]
  }
  nonisolated(unsafe) let mainQueue = Host.symbol("_dispatch_main_q")
  private let timerSource = UInt(bitPattern: Host.symbol("_dispatch_source_type_timer"))

  /// The runtime takes this for a source of Dispatch while it enqueues the job of one sleep with a tolerance, all in
  /// one call.
  private final class SourceOfSleep {
    var deadline = dispatchForever
    /// The source and the job, two words that the runtime has allocated for the job.
    var context: UnsafeMutableRawPointer?
    private static let key = Host.ThreadKey<SourceOfSleep>()

    static func begin() -> UnsafeMutableRawPointer {
      let source = SourceOfSleep()
      key.value = source
      return Unmanaged.passRetained(source).toOpaque()
    }
    @inline(__always) static func current(_ source: UnsafeMutableRawPointer?) -> SourceOfSleep? {
      guard let own = key.value, Unmanaged.passUnretained(own).toOpaque() == source else { return nil }
      return own
    }
    func end() {
      Self.key.value = nil
      let own = Unmanaged.passUnretained(self)
      defer { own.release() }
      guard let now = RunOfThread.current?.reading, let context,
        context.load(as: UnsafeMutableRawPointer?.self) == own.toOpaque(),
        let deallocate = Host.function("swift_job_deallocate", DeallocateOfJob.self)
      else { return }
      let job = context.load(fromByteOffset: MemoryLayout<UInt>.size, as: UnownedJob.self)
      deallocate(job, context)
      RuntimeHooks.sleep(job, for: SleepLength(nanoseconds: remaining(until: deadline, now), by: clock(of: deadline)))
    }
  }
#endif

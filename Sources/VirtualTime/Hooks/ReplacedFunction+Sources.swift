#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import Glibc
  import PipesCore

  private typealias Iteration = @convention(c) (Pointer?, Int) -> Void

  private typealias GetData = OriginalFunction<@convention(c) (Pointer?) -> UInt>

  extension Original {
    static let source = OriginalFunction<@convention(c) (UnsafeRawPointer?, UInt, UInt, Pointer?) -> Pointer?>()
    static let sourceTimer = OriginalFunction<@convention(c) (Pointer?, UInt64, UInt64, UInt64) -> Void>()
    static let resume = OriginalFunction<OfPointer>(), activate = OriginalFunction<OfPointer>()
    fileprivate static let cancel = OriginalFunction<OfPointer>(), suspend = OriginalFunction<OfPointer>(),
      release = OriginalFunction<OfPointer>()
    fileprivate static let handler = OriginalFunction<OfTwoPointers>(),
      cancelHandler = OriginalFunction<OfTwoPointers>(), registration = OriginalFunction<OfTwoPointers>(),
      target = OriginalFunction<OfTwoPointers>()
    fileprivate static let data = GetData(), handle = GetData()
    fileprivate static let merge = OriginalFunction<@convention(c) (Pointer?, UInt) -> Void>()
    fileprivate static let blockNotify = OriginalFunction<OfThreePointers>()
    fileprivate static let apply = OriginalFunction<@convention(c) (Int, Pointer?, Pointer?) -> Void>()
    fileprivate static let signal = OriginalFunction<@convention(c) (CInt, UInt) -> UInt>()
    fileprivate static let action = OriginalFunction<
      @convention(c) (CInt, UnsafePointer<sigaction>?, UnsafeMutablePointer<sigaction>?) -> CInt
    >()
    fileprivate static let kill = OriginalFunction<@convention(c) (pid_t, CInt) -> CInt>()
    fileprivate static let raise = OriginalFunction<@convention(c) (CInt) -> CInt>()
  }
  extension SignalAction {
    /// The signals that one process sends to another. The others tell of faults, of children and of files: they come when
    /// the system wants, and their handlers are the process's.
    fileprivate static let areSent: Set<CInt> = [
      SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGCONT, SIGTSTP, SIGWINCH,
    ]
    fileprivate init(_ action: sigaction) {
      function = unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
      flags = action.sa_flags
    }
  }
  extension sigaction {
    fileprivate init(_ action: SignalAction) {
      self.init()
      __sigaction_handler.sa_handler = unsafeBitCast(action.function, to: __sighandler_t?.self)
      sa_flags = action.flags
    }
  }
  private func report(_ call: String) {
    if let run = RunOfThread.current, run.reading != nil { run.didCall(OutsideCall(name: call)) }
  }
  /// Sets a handler of a source of a run. Returns false for another source.
  private func set(
    _ handler: UnsafeMutableRawPointer?, of source: UnsafeMutableRawPointer?, _ set: (RunSource) -> (KeptBlock?) -> Void
  ) -> Bool {
    guard let source = RunSource.at(source) else { return false }
    set(source)(KeptBlock(handler))
    return true
  }
  /// Lets a source go on in real time, because no run is there.
  private func giveBack(_ source: UnsafeMutableRawPointer?) {
    let (handler, cancelHandler) = RunSource.forget(source)
    if let handler { Original.handler.function(source, handler.block) }
    if let cancelHandler { Original.cancelHandler.function(source, cancelHandler.block) }
  }
  /// Whether the run receives a signal that its code sends to its own process. Else the process gets it.
  private func isReceived(_ signal: CInt) -> Bool {
    guard let run = RunOfThread.current, run.takesQueues else { return false }
    return run.signals.send(signal)
  }
  /// The queue of a source that names none.
  private func queueOrGlobal(_ queue: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    queue ?? DispatchFunctions.all?.global(0, 0)
  }

  extension ReplacedFunction {
    /// The sources of Dispatch for timers, data and signals, and work items that others wait for: events and ends on the
    /// timeline of a run that takes queues. Other sources are real, and are reported.
    static let sources: [ReplacedFunction] = [
      ReplacedFunction("dispatch_source_create", Original.source, from: [overlay, program]) {
        type, handle, mask, queue in
        let create = Original.source.function, target = queueOrGlobal(queue)
        if let kind = kinds[UInt(bitPattern: type)], runReceiving(target) != nil, let target {
          // A source for a signal would take it from the process: here it is one for data that nobody sends.
          let isSignal = kind == .signal
          if let source = create(isSignal ? dataSource : type, isSignal ? 0 : handle, mask, queue) {
            RunSource.begin(source, kind, on: target, signal: handle)
            return source
          }
        }
        if let maker = makers[UInt(bitPattern: type)] { report("DispatchSource.\(maker)") }
        return create(type, handle, mask, queue)
      },
      ReplacedFunction("dispatch_source_set_timer", Original.sourceTimer, from: [overlay, program]) {
        source, start, interval, leeway in
        if let run = RunOfThread.current, run.takesQueues, let now = run.reading {
          if let own = RunSource.at(source) {
            let clock = clock(of: start), distance = distance(to: start, now)
            return own.set(
              next: distance == .never ? .never : now.nanoseconds(of: clock).plus(distance), by: clock,
              interval: Int64(clamping: interval))
          }
          if !CallStack.isCalledByFoundation(isMainQueue: false) {
            report("the schedule of a DispatchSource from before the run")
          }
        }
        giveBack(source)
        Original.sourceTimer.function(source, realTime(start), interval, leeway)
      },
      ReplacedFunction("dispatch_source_set_timer", Original.sourceTimer, from: [foundation]) {
        Original.sourceTimer.function($0, realTime($1), $2, $3)
      },
      ReplacedFunction("dispatch_source_set_event_handler", Original.handler, from: [overlay, program]) {
        source, handler in
        if !set(handler, of: source, { $0.set }) { Original.handler.function(source, handler) }
      },
      ReplacedFunction("dispatch_source_set_cancel_handler", Original.cancelHandler, from: [overlay, program]) {
        source, handler in
        if set(handler, of: source, { $0.setCancelHandler }) { return }
        Original.cancelHandler.function(source, handler)
      },
      ReplacedFunction("dispatch_source_set_registration_handler", Original.registration, from: [overlay, program]) {
        source, handler in
        if set(handler, of: source, { $0.setRegistration }) { return }
        Original.registration.function(source, handler)
      },
      ReplacedFunction("dispatch_source_cancel", Original.cancel, from: [overlay, program]) { source in
        Original.cancel.function(source)
        RunSource.at(source)?.cancel()
      },
      ReplacedFunction("dispatch_source_get_data", Original.data, from: [overlay, program]) {
        RunSource.at($0)?.data ?? Original.data.function($0)
      },
      ReplacedFunction("dispatch_source_get_handle", Original.handle, from: [overlay, program]) {
        RunSource.at($0)?.handle ?? Original.handle.function($0)
      },
      ReplacedFunction("signal", Original.signal, from: [program]) { number, action in
        if let run = RunOfThread.current, run.takesQueues {
          return run.signals.set(SignalAction(function: action), for: number).function
        }
        return Original.signal.function(number, action)
      },
      ReplacedFunction("sigaction", Original.action, from: [program]) { number, new, old in
        let action = Original.action.function
        guard let run = RunOfThread.current, run.takesQueues, SignalAction.areSent.contains(number) else {
          return action(number, new, old)
        }
        old?.pointee = sigaction(run.signals.action(for: number))
        if let new = new?.pointee { _ = run.signals.set(SignalAction(new), for: number) }
        return 0
      },
      ReplacedFunction("kill", Original.kill, from: [program]) { process, signal in
        process == getpid() && isReceived(signal) ? 0 : Original.kill.function(process, signal)
      },
      ReplacedFunction("raise", Original.raise, from: [program]) { isReceived($0) ? 0 : Original.raise.function($0) },
      ReplacedFunction("dispatch_source_merge_data", Original.merge, from: [overlay, program]) { source, data in
        if let run = RunOfThread.current, run.takesQueues, let own = RunSource.at(source) { return own.merge(data) }
        giveBack(source)
        report("the data of a DispatchSource")
        Original.merge.function(source, data)
      },
      ReplacedFunction("dispatch_suspend", Original.suspend, from: [overlay, program]) { object in
        Original.suspend.function(object)
        RunSource.at(object)?.suspend()
      },
      ReplacedFunction("dispatch_resume", Original.resume, from: [overlay, foundation, program]) { object in
        Original.resume.function(object)
        if let source = RunSource.at(object) { return source.resume() }
        if let run = RunOfThread.current, run.takesQueues { run.didResume() }
      },
      ReplacedFunction("dispatch_activate", Original.activate, from: [overlay, foundation, program]) { object in
        Original.activate.function(object)
        if let source = RunSource.at(object) { return source.activate() }
        if let run = RunOfThread.current, run.takesQueues { run.didResume() }
      },
      ReplacedFunction("dispatch_set_target_queue", Original.target, from: [overlay, program]) { object, queue in
        Original.target.function(object, queue)
        if let source = RunSource.at(object), let queue = queueOrGlobal(queue) { source.setQueue(queue) }
      },
      ReplacedFunction("dispatch_release", Original.release, from: [overlay]) { object in
        _ = RunSource.forget(object)
        Original.release.function(object)
      },
      ReplacedFunction("dispatch_block_notify", Original.blockNotify, from: [overlay, program]) { item, queue, block in
        willWait(for: item)
        if let run = runReceiving(queue), let group = WorkItems.group(of: item),
          let work = QueueWork(block: block, queue, group: group)
        {
          return run.give(work, whenEmpty: group)
        }
        noteDispatch("notify", on: queue)
        Original.blockNotify.function(item, queue, block)
      },
      // On several threads the iterations may come one after the other, too.
      ReplacedFunction("dispatch_apply", Original.apply, from: [overlay, foundation, program]) { count, queue, block in
        guard let block, queue == nil, RunOfThread.current?.reading != nil else {
          return Original.apply.function(count, queue, block)
        }
        let call = block.load(fromByteOffset: 16, as: Iteration.self)
        for index in 0..<max(0, count) { call(block, index) }
      },
    ]
    private static let kinds: [UInt: RunSource.Kind] = sourceTypes([
      ("timer", .timer), ("data_add", .add), ("data_or", .or), ("data_replace", .replace), ("signal", .signal),
    ])
    private nonisolated(unsafe) static let dataSource = UnsafeRawPointer(Host.symbol("_dispatch_source_type_data_add"))
    /// The functions that make sources of events from outside of the run.
    private static let makers: [UInt: String] = sourceTypes([
      ("timer", "makeTimerSource"), ("signal", "makeSignalSource"), ("read", "makeReadSource"),
      ("write", "makeWriteSource"),
      ("proc", "makeProcessSource"), ("vnode", "makeFileSystemObjectSource"),
      ("memorypressure", "makeMemoryPressureSource"),
    ])
    private static func sourceTypes<Value>(_ names: [(String, Value)]) -> [UInt: Value] {
      Dictionary(
        names.compactMap { name, value in
          Host.symbol("_dispatch_source_type_\(name)").map { (UInt(bitPattern: $0), value) }
        }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// Work items of Dispatch. Each has a group with one member, until it has run or is cancelled: no function returns it.
  enum WorkItems {
    private typealias MakeItem = @convention(c) (UInt, Pointer?) -> Pointer?
    private struct Layout {
      /// The function of all items, and the places of the group and of the flags in the block of an item.
      let function: UInt, place: Int, flags: Int
    }
    /// Found with an item and a group that are known; `nil` if it is not as expected.
    private static let layout: Layout? = {
      guard let dispatch = DispatchFunctions.all, let isa = Host.symbol("_NSConcreteGlobalBlock"),
        let makeItem = Host.function("dispatch_block_create", MakeItem.self), let known = dispatch.makeGroup()
      else { return nil }
      defer { dispatch.release(known) }
      // A block as the compiler of C writes it: a class, flags, a function, and a description of its size. It is never
      // freed.
      let call: OfPointer = { _ in }
      let words = UnsafeMutablePointer<UInt>.allocate(capacity: 6)
      words[4] = 0
      words[5] = 32
      words[0] = UInt(bitPattern: isa)
      words[1] = 1 << 28
      words[2] = unsafeBitCast(call, to: UInt.self)
      words[3] = UInt(bitPattern: words + 4)
      guard let item = makeItem(0, words), let barrier = makeItem(UInt(barrierFlag), words) else { return nil }
      defer {
        dispatch.releaseBlock(item)
        dispatch.releaseBlock(barrier)
      }
      let flags = stride(from: 32, to: size(of: item) - 3, by: 4).first { place in
        let one = item.load(fromByteOffset: place, as: UInt32.self)
        return one & barrierFlag == 0
          && barrier.load(fromByteOffset: place, as: UInt32.self) == one | barrierFlag
      }
      let place = stride(from: 40, to: size(of: item) - 7, by: 8).first { place in
        let word = item.load(fromByteOffset: place, as: UInt.self)
        guard word % 8 == 0, word >> 32 != 0, word >> 47 == 0, let object = UnsafeMutableRawPointer(bitPattern: word)
        else { return false }
        return object.load(as: UInt.self) == known.load(as: UInt.self)
      }
      guard let place, let flags, let group = item.load(fromByteOffset: place, as: UnsafeMutableRawPointer?.self),
        !group.isEmptyGroup
      else { return nil }
      item.load(fromByteOffset: 16, as: OfPointer.self)(item)
      return group.isEmptyGroup
        ? Layout(function: item.load(fromByteOffset: 16, as: UInt.self), place: place, flags: flags) : nil
    }()
    /// `DISPATCH_BLOCK_BARRIER`.
    private static let barrierFlag: UInt32 = 1
    /// Whether a block is an item with the flag `.barrier`. Swift makes an item of work with flags or a quality of
    /// service, except for `async(flags: .barrier)`.
    static func isBarrier(_ block: UnsafeMutableRawPointer) -> Bool {
      guard let layout, block.load(fromByteOffset: 16, as: UInt.self) == layout.function else { return false }
      return block.load(fromByteOffset: layout.flags, as: UInt32.self) & barrierFlag != 0
    }
    private static func size(of block: UnsafeMutableRawPointer) -> Int {
      block.load(fromByteOffset: 24, as: UnsafeMutablePointer<Int>.self)[1]
    }
    static func group(of item: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      guard let item, let layout, item.load(fromByteOffset: 16, as: UInt.self) == layout.function else { return nil }
      return item.load(fromByteOffset: layout.place, as: UnsafeMutableRawPointer?.self)
    }
  }
#endif

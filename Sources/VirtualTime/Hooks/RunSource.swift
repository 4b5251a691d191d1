#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import PipesCore
  import Synchronization

  /// A source of Dispatch that the code of a run has made, for a timer, data or a signal: each event is work of its
  /// queue.
  ///
  /// 1. Dispatch has the source, too. It has no handlers there and is never set, so nothing happens by itself; it counts
  ///    references and suspensions, and traps as ever.
  /// 2. `state` guards the rest. No block is called or released under its lock.
  /// 3. An event belongs to a round. Each change of the source begins another round, and an event of an earlier one does
  ///    nothing.
  /// 4. The overlay releases a source once, when nothing refers to it any more. Then it is forgotten.
  final class RunSource: SignalSource {
    enum Kind { case timer, add, or, replace, signal }
    private struct State {
      /// The queue, which the source of Dispatch retains.
      var queue: UnsafeMutableRawPointer
      var handler, cancelHandler, registration: KeptBlock?
      var isInactive = true, isCancelled = false
      var suspensions = 0, round = 0
      /// The next tick, by a clock of the run, and the nanoseconds between two ticks.
      var next = Int64.never, interval = Int64.never, clock = RunClock.suspending
      /// The data for the next event, and of the latest one. The data of a timer are its ticks.
      var pending: UInt = 0, data: UInt = 0
      /// The tick that the run has.
      weak var work: QueueWork?
    }
    private let kind: Kind
    /// The number of its signal.
    private let signal: UInt
    private let state: Guarded<State>

    private static let sources = Guarded<[UInt: RunSource]>([:])
    private static let count = Atomic<Int>(0)

    private init(_ kind: Kind, _ queue: UnsafeMutableRawPointer, signal: UInt) {
      self.kind = kind
      self.signal = signal
      state = Guarded(State(queue: queue))
    }
    /// Begins to follow a source.
    static func begin(
      _ source: UnsafeMutableRawPointer, _ kind: Kind, on queue: UnsafeMutableRawPointer, signal: UInt = 0
    ) {
      let own = RunSource(kind, queue, signal: signal)
      if kind == .signal { RunOfThread.current?.signals.add(own, of: CInt(truncatingIfNeeded: signal)) }
      sources.with { $0[UInt(bitPattern: source)] = own }
      count.wrappingAdd(1, ordering: .relaxed)
    }
    /// The source of a run at an address of Dispatch. While there is none, this is one load.
    @inline(__always) static func at(_ source: UnsafeMutableRawPointer?) -> RunSource? {
      if count.load(ordering: .relaxed) == 0 { return nil }
      return sources.with { $0[UInt(bitPattern: source)] }
    }
    /// Ends to follow a source. Returns its event handler and its cancel handler.
    @discardableResult static func forget(_ source: UnsafeMutableRawPointer?) -> (KeptBlock?, KeptBlock?) {
      if count.load(ordering: .relaxed) == 0 { return (nil, nil) }
      guard let own = sources.with({ $0.removeValue(forKey: UInt(bitPattern: source)) }) else { return (nil, nil) }
      count.wrappingSubtract(1, ordering: .relaxed)
      return own.state.with { state in
        let old = state
        state = State(queue: old.queue)
        state.round = old.round + 1
        return (old.handler, old.cancelHandler)
      }
    }

    // MARK: Calls of the code

    var data: UInt { state.with { $0.data } }
    /// The number of its signal; `nil` for a source of another kind, whose handle Dispatch has.
    var handle: UInt? { kind == .signal ? signal : nil }
    func set(_ handler: KeptBlock?) { change { $0.handler = handler } }
    func setCancelHandler(_ handler: KeptBlock?) { change { $0.cancelHandler = handler } }
    func setRegistration(_ handler: KeptBlock?) { change { $0.registration = handler } }
    func setQueue(_ queue: UnsafeMutableRawPointer) { change { $0.queue = queue } }
    /// Sets a timer.
    ///
    /// - Parameters:
    ///   - next: The next tick, by a clock of the run.
    ///   - clock: That clock.
    ///   - interval: The nanoseconds between two ticks; `never` for one tick.
    func set(next: Int64, by clock: RunClock, interval: Int64) {
      change { state in
        state.next = next
        state.clock = clock
        // Dispatch does the same.
        state.interval = max(1, interval)
      }
    }
    func merge(_ data: UInt) {
      change { state in
        if state.isCancelled { return }
        switch kind {
        case .timer, .signal: break
        case .add: state.pending &+= data
        case .or: state.pending |= data
        case .replace: state.pending = data
        }
      }
    }
    /// Signals count from the activation on, also while the source is suspended.
    func receive() -> Bool {
      guard state.with({ !$0.isInactive && !$0.isCancelled }) else { return false }
      change { $0.pending += 1 }
      return true
    }
    func suspend() { change { $0.suspensions += 1 } }
    func activate() { change { $0.isInactive = false } }
    func resume() {
      change { state in
        if state.suspensions > 0 { state.suspensions -= 1 } else { state.isInactive = false }
      }
    }
    func cancel() { change { $0.isCancelled = true } }

    // MARK: Events

    /// Changes the source, begins a round, and lets the source go on.
    private func change(_ body: (inout State) -> Void) {
      // It keeps the blocks that the change drops until the lock is free.
      let old = state.with { state in
        let old = state
        body(&state)
        state.work = nil
        state.round += 1
        return old
      }
      if RunOfThread.current != nil { old.work?.withdraw.take()?() }
      goOn()
      withExtendedLifetime(old) {}
    }
    /// Gives the next event to the queue.
    private func goOn() {
      guard let run = RunOfThread.current, run.takesQueues, let now = run.reading else { return }
      let (state, registration) = state.with { state in
        let isOn = !state.isInactive && state.suspensions == 0 && !state.isCancelled
        return (state, isOn ? state.registration.take() : nil)
      }
      if state.isInactive || state.suspensions > 0 { return }
      let round = state.round
      func give(_ action: @escaping () -> Void) {
        if let work = QueueWork(on: state.queue, action) { run.give(work) }
      }
      if let registration { give(registration.call) }
      if state.isCancelled {
        if state.cancelHandler != nil || state.handler != nil { give { [self] in end(round) } }
      } else if kind != .timer {
        if state.pending != 0 { give { [self, unowned run] in act(round, in: run) } }
      } else if state.next != .never {
        guard let work = QueueWork(on: state.queue, { [self, unowned run] in act(round, in: run) }) else { return }
        self.state.with { if $0.round == round { $0.work = work } }
        run.give(work, after: max(0, state.next.minus(now.nanoseconds(of: state.clock))), by: state.clock)
      }
    }
    /// Calls the event handler, on the queue.
    private func act(_ round: Int, in run: any HookedRun) {
      guard let reading = run.reading else { return }
      let (isDue, handler) = state.with { state -> (Bool, KeptBlock?) in
        guard state.round == round else { return (false, nil) }
        if kind != .timer {
          state.data = state.pending
          state.pending = 0
        } else if state.interval == .never {
          state.data = 1
          state.next = .never
        } else {
          // Ticks that are over are one event. The next one is where it would have been.
          let now = reading.nanoseconds(of: state.clock)
          let ticks = 1 + max(0, now.minus(state.next)) / state.interval
          state.data = UInt(ticks)
          state.next = state.next.plus(state.interval.times(ticks))
        }
        return (true, state.handler)
      }
      if !isDue { return }
      handler?.call()
      if state.with({ $0.round == round }) { change { _ in } }
    }
    /// Calls the cancel handler, on the queue. No handler is kept any longer.
    private func end(_ round: Int) {
      let (handler, cancelHandler) = state.with { state -> (KeptBlock?, KeptBlock?) in
        if state.round != round { return (nil, nil) }
        return (state.handler.take(), state.cancelHandler.take())
      }
      cancelHandler?.call()
      withExtendedLifetime(handler) {}
    }
  }
#endif

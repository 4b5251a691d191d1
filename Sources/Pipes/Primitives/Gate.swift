import Synchronization

/// Runs one action at a time, without blocking a thread.
///
/// 1. `owner` names the thread that is inside; it is zero if no thread is, and `shut` if none may enter yet. Only the owner runs actions
///    and touches the state that the gate guards.
/// 2. A thread that finds the gate owned by another thread enqueues its action and returns. The owner runs queued actions, in the order in
///    which they came, before it releases the gate: an action is never left behind.
/// 3. The owner's own thread goes through: `run` and `take` are re-entrant, the inner action runs inside the outer one. `runInTurn` is not:
///    it enqueues the action then, too.
/// 4. A gate that begins shut enqueues everything until `open`.
/// 5. No lock is held while an action runs, so an action may call any code, including the downstream and the upstreams.
/// 6. Only the gate looks up the current thread. A caller that has entered holds a `Pass`, which proves that it is inside.
@usableFromInline package struct Gate: ~Copyable, Sendable {
  /// The lowest bit says that there are queued actions.
  @usableFromInline let owner: Atomic<UInt>
  @usableFromInline let queued = Guarded<[() -> Void]>([])
  @inlinable static var shut: UInt { 2 }

  /// A gate that is open, or one that enqueues actions until `open` is called.
  @inlinable package init(isOpen: Bool = true) { owner = Atomic(isOpen ? 0 : Gate.shut) }

  // MARK: Actions inside the gate

  /// Runs the action inside: now, also re-entrant, or when the owner releases the gate.
  @inlinable @inline(__always) package borrowing func run(_ action: @escaping () -> Void) {
    let me = currentThread()
    if enter(me) {
      action()
      leave(me)
    } else if isOwned(by: me) {
      action()
    } else {
      enqueue(me, action)
    }
  }
  /// Runs an action that captures nothing, in the same way: no closure is created unless the action must be queued. `leaving` runs last
  /// before the gate is released, and after each queued action.
  @inlinable @inline(__always)
  borrowing func run<Owner: AnyObject, Argument>(
    _ object: Owner, _ argument: Argument, leaving: @escaping (Owner) -> Void = { _ in }, _ action: @escaping (Owner, Argument) -> Void
  ) {
    let me = currentThread()
    if enter(me) {
      action(object, argument)
      leaving(object)
      leave(me)
    } else if isOwned(by: me) {
      action(object, argument)
    } else {
      enqueue(me) {
        action(object, argument)
        leaving(object)
      }
    }
  }
  /// Runs an action for a value of an upstream, and returns the demand that it returns. If the value must wait, the demand is requested from
  /// the link afterwards.
  @inlinable @inline(__always)
  borrowing func take<Owner: AnyObject, Value>(
    _ object: Owner, _ value: Value, from link: Link, _ action: @escaping (Owner, Value, Link) -> Subscribers.Demand
  ) -> Subscribers.Demand {
    let me = currentThread(), isReentrant = isOwned(by: me)
    guard isReentrant || enter(me) else {
      enqueue(me) {
        let more = action(object, value, link)
        if more > .none { link.request(more) }
      }
      return .none
    }
    let more = action(object, value, link)
    if !isReentrant { leave(me) }
    return more
  }
  /// Runs the action inside, but never re-entrant. Returns false if this thread is still inside, because an outer call on its stack owns
  /// the gate.
  @usableFromInline borrowing func runInTurn(_ action: @escaping () -> Void) -> Bool {
    let me = currentThread()
    if enter(me) {
      action()
      leave(me)
    } else {
      enqueue(me, action)
    }
    return !isOwned(by: me)
  }

  /// Runs an action that captures nothing, in the same way.
  @usableFromInline borrowing func runInTurn<Owner: AnyObject>(_ owner: Owner, _ action: @escaping (Owner) -> Void) {
    let me = currentThread()
    if enter(me) {
      action(owner)
      leave(me)
    } else {
      enqueue(me) { action(owner) }
    }
  }

  // MARK: Going in by hand

  /// Proves that its holder is inside the gate.
  @usableFromInline struct Pass {
    /// The thread that releases the gate with this pass. Zero for a re-entrant pass: the outer call releases the gate.
    @usableFromInline let thread: UInt
    @inlinable init(_ thread: UInt) { self.thread = thread }
    @inlinable @inline(__always) var isOutermost: Bool { thread != 0 }
  }
  /// Enters the gate, also re-entrant. Returns `nil` if another thread is inside. The caller must `leave`.
  @inlinable @inline(__always) borrowing func enterAgain() -> Pass? {
    let me = currentThread()
    if isOwned(by: me) { return Pass(0) }
    return enter(me) ? Pass(me) : nil
  }
  /// Enters the gate. Returns `nil` if a thread is inside, also if it is the calling one. The caller must `leave`.
  @inlinable @inline(__always) borrowing func enter() -> Pass? {
    let me = currentThread()
    return enter(me) ? Pass(me) : nil
  }
  /// Releases the gate. Returns false if queued actions had to run first; they have run then.
  @inlinable @inline(__always) @discardableResult borrowing func leave(_ pass: Pass) -> Bool { pass.thread == 0 || leave(pass.thread) }
  /// Whether the calling thread is inside.
  @inlinable @inline(__always) var isInside: Bool { isOwned(by: currentThread()) }
  /// Opens a gate that began shut and runs the queued actions.
  @usableFromInline borrowing func open() {
    let me = currentThread()
    _ = owner.exchange(me, ordering: .acquiringAndReleasing)
    drain(me)
  }

  // MARK: Details

  @inlinable @inline(__always) borrowing func enter(_ me: UInt) -> Bool {
    owner.compareExchange(expected: 0, desired: me, ordering: .acquiring).exchanged
  }
  @inlinable @inline(__always) borrowing func isOwned(by me: UInt) -> Bool { owner.load(ordering: .relaxed) & ~1 == me }
  @inlinable @inline(__always) @discardableResult borrowing func leave(_ me: UInt) -> Bool {
    if owner.compareExchange(expected: me, desired: 0, ordering: .releasing).exchanged { return true }
    drain(me)
    return false
  }
  /// Queues the action for the owner of the gate, or runs it if the owner has released the gate meanwhile.
  @usableFromInline borrowing func enqueue(_ me: UInt, _ action: @escaping () -> Void) {
    queued.with { $0.append(action) }
    while true {
      let now = owner.load(ordering: .relaxed)
      if now == 0 {
        if owner.compareExchange(expected: 0, desired: me | 1, ordering: .acquiring).exchanged { return drain(me) }
      } else if owner.compareExchange(expected: now, desired: now | 1, ordering: .acquiringAndReleasing).exchanged {
        return
      }
    }
  }
  @usableFromInline borrowing func drain(_ me: UInt) {
    repeat {
      // The bit is cleared before the queue is read: an action that is enqueued later sets it again.
      _ = owner.exchange(me, ordering: .acquiringAndReleasing)
      let batch = queued.with { queued in
        let batch = queued
        queued = []
        return batch
      }
      for action in batch { action() }
    } while !owner.compareExchange(expected: me, desired: 0, ordering: .acquiringAndReleasing).exchanged
  }
}

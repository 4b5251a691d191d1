import Synchronization

/// Runs one action at a time: a serialized drain, in which no thread waits for another one to finish its action.
///
/// The promise: *an action that was queued, or whose call returned, before another action's call began takes effect
/// before it. On one thread a nested call may run inside the outer one, after everything that was queued before it.* It
/// holds by shape:
///
/// 1. `word` names the thread that is inside, the owner; it is zero if no thread is, and `shut` if none may enter yet.
///    Only the owner runs actions and touches the state that the gate guards.
/// 2. The bit `hasQueued` of the word is set exactly while actions are queued. It changes only under the lock of
///    `backlog`, together with the queue. A thread enters in one step that expects the word zero, and nests in one that
///    expects its own identity without that bit. So no call overtakes a queued action: neither that of another thread
///    nor a re-entrant one. All others are queued behind it.
/// 3. The owner releases the gate in one step that expects its identity without any bit; else it settles: it runs the
///    queued actions one by one, in their order, and the last look into the queue and the release are one step under
///    the lock. An action is never left behind.
/// 4. A re-entrant call runs at once and inside the outer one, unless actions are queued; then it runs before the
///    outermost call returns, or soon, by a thread that has taken over. `runInTurn` is never re-entrant.
/// 5. No lock is held while an action runs, so an action may call any code, including the downstream and the upstreams.
/// 6. The gate is not held while an upstream answers a request: `request(_:from:)`, called inside, makes the request
///    after the release.
/// 7. Nobody is held up for long. A thread that has settled for `Shift.limit`, or for as many actions, hands the gate
///    to a thread that queues an action. A thread that finds more than `Backlog.limit` queued actions waits until there
///    are fewer, and at most a millisecond; then its action stays queued all the same. So a fast sender is slowed, the
///    queue grows by no more than an action per millisecond and sender, and no two threads can wait for each other for
///    ever.
/// 8. Only the gate looks up the current thread. A caller that has entered holds a `Pass`, which proves that it is
///    inside.
@usableFromInline package struct Gate: ~Copyable, Sendable {
  @usableFromInline package let word: Atomic<UInt>
  let backlog = Guarded(Backlog())
  @usableFromInline package let check = Misuse.AccessCheck("the state that a gate guards")
  /// A bit of the word: actions are queued.
  @inlinable static var hasQueued: UInt { 1 }
  /// A bit of the word: the owner has something to do before it leaves, or afterwards.
  @inlinable static var hasExits: UInt { 2 }
  @inlinable package static var bits: UInt { hasQueued | hasExits }
  @inlinable package static var shut: UInt { 4 }

  /// A gate that is open, or one that queues actions until `open` is called.
  @inlinable package init(isOpen: Bool = true) { word = Atomic(isOpen ? 0 : Gate.shut) }

  // MARK: Actions inside the gate

  /// Runs the action inside: now, also re-entrant, or after the actions that are queued.
  @inlinable @inline(__always) package borrowing func run(_ action: @escaping () -> Void) {
    let me = currentThread()
    if enter(me) {
      action()
      leave(me)
    } else if mayNest(me) {
      action()
    } else {
      enqueue(me, action)
    }
  }
  /// Runs an action that captures nothing, in the same way: no closure is created unless the action must be queued.
  /// `leaving` runs last before the gate is released, and after each queued action.
  ///
  /// With a link the action is refused unless that is live when the action gets its place, inside the gate or in the
  /// queue. So a value of an upstream never comes behind what was begun after its cancel.
  @inlinable @inline(__always)
  package borrowing func run<Owner: AnyObject, Argument>(
    _ object: Owner, _ argument: Argument, while link: Link? = nil, leaving: @escaping (Owner) -> Void = { _ in },
    _ action: @escaping (Owner, Argument) -> Void
  ) {
    let me = currentThread()
    if enter(me) {
      if link?.isLive ?? true { action(object, argument) }
      leaving(object)
      leave(me)
    } else if mayNest(me) {
      if link?.isLive ?? true { action(object, argument) }
    } else {
      enqueue(me, while: link) {
        action(object, argument)
        leaving(object)
      }
    }
  }
  /// Runs an action for a value of an upstream, and returns the demand that it returns. If the value must wait, the
  /// demand is requested from the link afterwards.
  @inlinable @inline(__always)
  package borrowing func take<Owner: AnyObject, Value>(
    _ object: Owner, _ value: Value, from link: Link, _ action: @escaping (Owner, Value, Link) -> Subscribers.Demand
  ) -> Subscribers.Demand {
    let me = currentThread(), isNested = mayNest(me)
    guard isNested || enter(me) else {
      enqueue(me, from: link) { action(object, value, link) }
      return .none
    }
    let more = action(object, value, link)
    if !isNested { leave(me) }
    return more
  }
  /// Runs the action inside, but never re-entrant. Returns false if this thread is still inside, because an outer call
  /// on its stack owns the gate.
  @usableFromInline package borrowing func runInTurn(_ action: @escaping () -> Void) -> Bool {
    let me = currentThread()
    if enter(me) {
      action()
      leave(me)
    } else {
      enqueue(me, action)
    }
    return !isOwned(by: me)
  }
  /// Runs the action inside, when no call on the stack of this thread is inside any more: now, after the queued
  /// actions, or directly before the outermost call leaves.
  @usableFromInline package borrowing func runAtExit<Owner: AnyObject>(
    _ owner: Owner, _ action: @escaping (Owner) -> Void
  ) {
    let me = currentThread()
    if enter(me) {
      action(owner)
      leave(me)
    } else if isOwned(by: me) {
      backlog.with {
        $0.exits.append { action(owner) }
        word.bitwiseOr(Gate.hasExits, ordering: .relaxed)
      }
    } else {
      enqueue(me) { action(owner) }
    }
  }
  /// Requests values from an upstream: when this thread has released the gate, or now if it is not inside.
  @usableFromInline package borrowing func request(_ more: Subscribers.Demand, from link: Link) {
    guard isOwned(by: currentThread()) else { return link.request(more) }
    backlog.with {
      $0.requests.append((link, more))
      word.bitwiseOr(Gate.hasExits, ordering: .relaxed)
    }
  }

  // MARK: Going in by hand

  /// Proves that its holder is inside the gate.
  @usableFromInline package struct Pass {
    /// The thread that releases the gate with this pass. Zero for a re-entrant pass: the outer call releases the gate.
    @usableFromInline package let thread: UInt
    @inlinable package init(_ thread: UInt) { self.thread = thread }
    @inlinable @inline(__always) package var isOutermost: Bool { thread != 0 }
  }
  /// Enters the gate, also re-entrant. Returns `nil` if the caller must queue its action. The caller must `leave`.
  @inlinable @inline(__always) package borrowing func enterAgain() -> Pass? {
    let me = currentThread()
    if mayNest(me) { return Pass(0) }
    return enter(me) ? Pass(me) : nil
  }
  /// Enters the gate. Returns `nil` if a thread is inside, also if it is the calling one. The caller must `leave`.
  @inlinable @inline(__always) package borrowing func enter() -> Pass? {
    let me = currentThread()
    return enter(me) ? Pass(me) : nil
  }
  /// Releases the gate. Returns false if queued actions had to run first; they have run then, or another thread runs
  /// them.
  @inlinable @inline(__always) @discardableResult package borrowing func leave(_ pass: Pass) -> Bool {
    pass.thread == 0 || leave(pass.thread)
  }
  /// Whether the calling thread is inside and may act at once, because no action is queued.
  @inlinable @inline(__always) var mayNest: Bool { mayNest(currentThread()) }
  /// Whether a call on the stack of this thread is inside, queued actions or not.
  @usableFromInline package var isInside: Bool { isOwned(by: currentThread()) }
  /// Called inside the gate: whether actions are queued.
  @inlinable @inline(__always) package var isBehind: Bool { word.load(ordering: .relaxed) & Gate.hasQueued != 0 }
  /// Called inside the gate: whether something waits for the release, such as a queued action or a request. If nothing
  /// does, a caller that has no call on the stack inside may begin its next action without leaving.
  @inlinable @inline(__always) package var isAwaited: Bool { word.load(ordering: .relaxed) & Gate.bits != 0 }
  /// Queues an action. The caller, who holds a lock that gives actions their order, calls `settleQueued` after
  /// releasing it.
  @usableFromInline package borrowing func queue(_ action: @escaping () -> Void) {
    append(QueuedAction(link: nil, body: Gate.body(action)))
  }
  /// Runs what `queue` has queued, unless a thread is inside: then that one runs it.
  @usableFromInline borrowing func settleQueued() {
    let me = currentThread()
    if word.compareExchange(expected: Gate.hasQueued, desired: me | Gate.hasQueued, ordering: .acquiring).exchanged {
      settle(me)
    } else {
      waitIfCrowded(me)
    }
  }
  /// Opens a gate that began shut and runs the queued actions.
  @usableFromInline package borrowing func open() {
    let me = currentThread()
    backlog.with { _ in word.store(me | (word.load(ordering: .acquiring) & Gate.bits), ordering: .relaxed) }
    leave(me)
  }

  // MARK: Details

  @inlinable @inline(__always) package borrowing func enter(_ me: UInt) -> Bool {
    let isInside = word.compareExchange(expected: 0, desired: me, ordering: .acquiring).exchanged
    if isInside { check.write() }
    return isInside
  }
  /// Whether a call of this thread is on its stack inside the gate and no action is queued.
  @inlinable @inline(__always) borrowing func mayNest(_ me: UInt) -> Bool {
    word.load(ordering: .relaxed) & ~Gate.hasExits == me
  }
  @inlinable @inline(__always) borrowing func isOwned(by me: UInt) -> Bool {
    word.load(ordering: .relaxed) & ~Gate.bits == me
  }
  @inlinable @inline(__always) @discardableResult package borrowing func leave(_ me: UInt) -> Bool {
    if word.compareExchange(expected: me, desired: 0, ordering: .releasing).exchanged { return true }
    settle(me)
    return false
  }
  private static func body(_ action: @escaping () -> Void) -> () -> Subscribers.Demand {
    {
      action()
      return .none
    }
  }
  @usableFromInline package borrowing func enqueue(_ me: UInt, while link: Link? = nil, _ action: @escaping () -> Void)
  {
    append(QueuedAction(link: nil, body: Gate.body(action)), while: link)
    settleQueued()
  }
  /// Queues the action for the owner of the gate, or runs it if there is no owner any more. The demand that it returns
  /// is requested from the link.
  @usableFromInline package borrowing func enqueue(
    _ me: UInt, from link: Link?, _ body: @escaping () -> Subscribers.Demand
  ) {
    append(QueuedAction(link: link, body: body))
    settleQueued()
  }
  private borrowing func append(_ action: QueuedAction, while link: Link? = nil) {
    backlog.with {
      if let link, !link.isLive { return }
      $0.push(action)
      word.bitwiseOr(Gate.hasQueued, ordering: .relaxed)
    }
  }
}

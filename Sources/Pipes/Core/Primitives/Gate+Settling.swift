import Synchronization

// How the owner of a gate runs what was queued meanwhile, hands the gate on, and how a sender that is too fast is
// slowed. See the invariants of `Gate`.

extension Gate {
  @usableFromInline package struct QueuedAction {
    /// The demand that the body returns is requested from this link.
    @usableFromInline package let link: Link?
    @usableFromInline package let body: () -> Subscribers.Demand
    @usableFromInline package init(link: Link?, body: @escaping () -> Subscribers.Demand) {
      self.link = link
      self.body = body
    }
  }
  @usableFromInline package typealias Request = (link: Link, more: Subscribers.Demand)
  /// The demand whose values may be queued without slowing their sender.
  package static var room: Subscribers.Demand { .max(Backlog.limit) }
  /// Whether so many values may be queued.
  @usableFromInline package var hasRoom: Bool { backlog.with { $0.count < Backlog.limit } }

  /// The work that waits for the owner of a gate. Everything in here is guarded by one lock.
  @usableFromInline package struct Backlog {
    /// More queued actions than this slow the senders.
    #if INTERLEAVE
      @usableFromInline nonisolated(unsafe) static var limit = 128
    #else
      @usableFromInline package static var limit: Int { 128 }
    #endif
    private var actions: ContiguousArray<QueuedAction?> = []
    /// The index of the first action.
    private var head = 0
    /// To be run when no call is inside any more.
    @usableFromInline package var exits: [() -> Void] = []
    /// To be made after the release.
    @usableFromInline package var requests: [Request] = []
    /// A thread that waits and takes over if the gate is handed to it. Zero if there is none.
    var successor: UInt = 0
    /// Whether the owner has settled for long enough and wants to hand the gate on.
    var wantsSuccessor = false
    var count: Int { actions.count - head }
    @usableFromInline package init() {}

    mutating func push(_ action: QueuedAction) { actions.append(action) }
    mutating func pop() -> QueuedAction? {
      guard head < actions.count else { return nil }
      defer {
        head += 1
        if head == actions.count {
          actions.removeAll(keepingCapacity: actions.count <= Backlog.limit)
          head = 0
        } else if head >= 64, head * 2 >= actions.count {
          actions.removeFirst(head)
          head = 0
        }
      }
      return actions[head].take()
    }
  }

  /// The work of one thread as the owner, from the time when it begins to run queued actions.
  struct Shift {
    /// The number of actions, and of nanoseconds, after which another thread may take over.
    #if INTERLEAVE
      nonisolated(unsafe) static var limit = (actions: 256, time: UInt64(1_000_000))
    #else
      static var limit: (actions: Int, time: UInt64) { (256, 1_000_000) }
    #endif
    private var start: UInt64?
    private var actions = 0
    var requests: [Request] = []

    /// Counts an action and returns whether this thread has done enough.
    mutating func isLong() -> Bool {
      defer { actions += 1 }
      if actions >= Shift.limit.actions { return true }
      let now = Pause.now()
      guard let start else {
        start = now
        return false
      }
      return now &- start > Shift.limit.time
    }
  }
  private enum Due { case exits([() -> Void]), action(QueuedAction), left }

  /// Called by the owner, with no call inside on its stack: runs everything that waits, then releases the gate or hands
  /// it to another thread.
  @usableFromInline @inline(never) package borrowing func settle(_ me: UInt) {
    var shift = Shift()
    loop: while true {
      switch nextTurn(&shift) {
      case .exits(let exits):
        check.write()
        for exit in exits { exit() }
      case .action(let action):
        check.write()
        let more = action.body()
        if more > .none, let link = action.link { shift.requests.append((link, more)) }
      case .left: break loop
      }
    }
    for request in shift.requests { request.link.request(request.more) }
  }
  private borrowing func nextTurn(_ shift: inout Shift) -> Due {
    let isLong = isBehind && shift.isLong()
    return backlog.with { backlog in
      shift.requests += backlog.requests
      backlog.requests = []
      let word = word.load(ordering: .relaxed)
      if word & Gate.hasExits != 0 { self.word.store(word & ~Gate.hasExits, ordering: .relaxed) }
      if !backlog.exits.isEmpty {
        defer { backlog.exits = [] }
        return .exits(backlog.exits)
      }
      if isLong, backlog.count > 0 {
        backlog.wantsSuccessor = true
        if backlog.successor != 0 {
          self.word.store(backlog.successor | Gate.hasQueued, ordering: .releasing)
          backlog.successor = 0
          backlog.wantsSuccessor = false
          return .left
        }
      }
      guard let action = backlog.pop() else {
        backlog.wantsSuccessor = false
        self.word.store(0, ordering: .releasing)
        return .left
      }
      if backlog.count == 0 { self.word.bitwiseAnd(~Gate.hasQueued, ordering: .relaxed) }
      return .action(action)
    }
  }

  /// Slows a thread that has queued an action while too many are queued, or while the owner wants to be relieved: it
  /// waits for its turn, takes the gate over if that is handed to it, and otherwise returns after a bounded time.
  borrowing func waitIfCrowded(_ me: UInt) {
    guard !isOwned(by: me), backlog.with({ $0.count > Backlog.limit || $0.wantsSuccessor }) else { return }
    var pause = Pause()
    while true {
      let isPatient = pause.wait()
      let (isOwner, goesOn) = backlog.with { backlog in
        if isOwned(by: me) { return (true, false) }
        let goesOn = isPatient && (backlog.count > Backlog.limit / 2 || backlog.wantsSuccessor)
        if goesOn, backlog.successor == 0 { backlog.successor = me }
        if !goesOn, backlog.successor == me { backlog.successor = 0 }
        return (false, goesOn)
      }
      if isOwner { return settle(me) }
      if !goesOn { return }
    }
  }
}

import Synchronization

/// One at a time, without blocking: who finds the gate taken by another thread leaves a note, and the owner carries it out before it goes.
/// The owner's own thread may go through again, nested.
@usableFromInline package struct Gate: ~Copyable, Sendable {
  /// The owner: zero if nobody, a thread, or `shut`. The lowest bit says that there are notes.
  @usableFromInline let owner: Atomic<UInt>
  @usableFromInline let notes = Guarded<[() -> Void]>([])
  @inlinable static var shut: UInt { 2 }

  /// A gate that is open, or one that takes notes until `open` is called.
  @inlinable package init(isOpen: Bool = true) { owner = Atomic(isOpen ? 0 : Gate.shut) }

  /// True: the caller owns the gate and must `leave`.
  @inlinable @inline(__always) borrowing func enter(_ me: UInt) -> Bool {
    owner.compareExchange(expected: 0, desired: me, ordering: .acquiring).exchanged
  }
  @inlinable @inline(__always) borrowing func isMine(_ me: UInt) -> Bool { owner.load(ordering: .relaxed) & ~1 == me }
  /// False: there were notes, and they were carried out.
  @inlinable @inline(__always) @discardableResult borrowing func leave(_ me: UInt) -> Bool {
    if owner.compareExchange(expected: me, desired: 0, ordering: .releasing).exchanged { return true }
    drain(me)
    return false
  }
  /// Lets what has come to a shut gate through.
  @usableFromInline borrowing func open(_ me: UInt) {
    _ = owner.exchange(me, ordering: .acquiringAndReleasing)
    drain(me)
  }
  /// The gate was taken: leaves the action to its owner, or carries it out if the owner has gone meanwhile.
  @usableFromInline borrowing func note(_ me: UInt, _ action: @escaping () -> Void) {
    notes.with { $0.append(action) }
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
      // Cleared before the look: a note written after the look sets the bit again.
      _ = owner.exchange(me, ordering: .acquiringAndReleasing)
      let batch = notes.with { notes in
        let batch = notes
        notes = []
        return batch
      }
      for action in batch { action() }
    } while !owner.compareExchange(expected: me, desired: 0, ordering: .acquiringAndReleasing).exchanged
  }
  /// Runs the action now, also nested, or leaves it as a note.
  @inlinable @inline(__always) package borrowing func run(_ action: @escaping () -> Void) {
    let me = currentThread()
    if enter(me) {
      action()
      leave(me)
    } else if isMine(me) {
      action()
    } else {
      note(me, action)
    }
  }
  /// The same for an action that captures nothing: no closure is made unless it must wait.
  @inlinable @inline(__always)
  borrowing func run<Owner: AnyObject, Argument>(_ owner: Owner, _ argument: Argument, _ action: @escaping (Owner, Argument) -> Void) {
    let me = currentThread()
    if enter(me) {
      action(owner, argument)
      leave(me)
    } else if isMine(me) {
      action(owner, argument)
    } else {
      note(me) { action(owner, argument) }
    }
  }
}

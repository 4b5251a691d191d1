import Synchronization

/// State that several threads use, stored inline beside its lock. It is the only kind of lock in the engine, and no
/// user code runs under it.
@usableFromInline package struct Guarded<State>: ~Copyable, @unchecked Sendable {
  // Unchecked: `State` is reached through the mutex only. `Mutex` itself requires values that are `Sendable`, and a
  // subscriber need not be.
  @usableFromInline package struct Box: @unchecked Sendable {
    @usableFromInline package var state: State
    @_transparent @inlinable package init(_ state: State) { self.state = state }
  }
  @usableFromInline package let mutex: Mutex<Box>
  #if DEBUG || SANITIZE_THREAD
    /// The thread sanitizer cannot see the mutex, which is part of the runtime. It sees this atomic, which orders the
    /// same accesses. No condition of the language says that it watches, so each debug build has the stamp.
    @usableFromInline package let stamp = Atomic<Bool>(false)
  #endif
  #if INTERLEAVE
    @usableFromInline package let order = Interleaving.Lock()
  #endif

  // Transparent, so that a debug build knows the types where it is used: else each use looks four generic types up.
  @_transparent @inlinable package init(_ initial: State) { mutex = Mutex(Box(initial)) }

  @_transparent @inlinable package borrowing func with<R>(_ body: (inout State) -> R) -> R {
    #if INTERLEAVE
      Interleaving.point()
      Interleaving.locks += 1
      defer { Interleaving.locks -= 1 }
    #endif
    return mutex.withLock { box in
      #if DEBUG || SANITIZE_THREAD
        let turn = stamp.load(ordering: .acquiring)
        defer { stamp.store(!turn, ordering: .releasing) }
      #endif
      #if INTERLEAVE
        order.acquire()
        defer { order.release() }
      #endif
      nonisolated(unsafe) let result = body(&box.state)
      return result
    }
  }
  /// Copies a part of the state and uses the copy outside the lock. Other threads may change the state meanwhile.
  @inlinable @inline(__always) package borrowing func withCopy<Part>(of part: (State) -> Part, _ use: (Part) -> Void) {
    let copy = with { part($0) }
    use(copy)
    #if DEBUG || SANITIZE_THREAD
      // A list is changed in place once its copies are released. The count of references orders that change after the
      // reads above, which the thread sanitizer does not see. It sees the stamp of one more turn of the lock, taken
      // while the copy still exists.
      withExtendedLifetime(copy) { with { _ in } }
    #endif
  }
}

/// A value that several threads read and write.
@usableFromInline package final class SharedValue<Value>: Sendable {
  @usableFromInline package let guarded: Guarded<Value>
  @usableFromInline package let maker = Maker()
  @inlinable package init(_ value: Value) { guarded = Guarded(value) }
  @inlinable @inline(__always) package var value: Value {
    get { guarded.with { $0 } }
    set {
      let old = guarded.with { value in
        defer { value = newValue }
        return value
      }
      withExtendedLifetime(old) {}  // freed outside the lock
    }
  }
  /// Removes the value and returns it. A second caller gets `nil`.
  @inlinable @discardableResult package func dispose<Wrapped>() -> Wrapped? where Value == Wrapped? {
    guarded.with { $0.take() }
  }
  /// Returns the value, and creates it if there is none. User code creates it, so no lock is held meanwhile: see
  /// `Maker`.
  @inlinable @inline(__always) package func value<Wrapped>(orMake make: () -> Wrapped) -> Wrapped
  where Value == Wrapped? {
    value ?? value(patience: nil, make)
  }
  /// Creates the value, or waits while another thread creates it: for a second, or for a number of milliseconds.
  @usableFromInline @inline(never) package func value<Wrapped>(patience: Int?, _ make: () -> Wrapped) -> Wrapped
  where Value == Wrapped? {
    let isMaker = maker.enter(patience ?? Maker.patience) { value != nil }
    defer { if isMaker { maker.leave() } }
    if let value { return value }
    let new = make()
    return guarded.with { slot in
      let value = slot ?? new
      slot = value
      return value
    }
  }
  /// Releases the value if `isOld` returns true for it.
  @usableFromInline package func dispose<Wrapped>(if isOld: (Wrapped) -> Bool) where Value == Wrapped? {
    let old = guarded.with { slot in slot.map(isOld) == true ? slot.take() : nil }
    withExtendedLifetime(old) {}  // freed outside the lock
  }

  /// Selects the one thread that creates a shared value.
  ///
  /// 1. `thread` is the identity of that thread while it runs user code, zero otherwise. It is not a lock: a thread
  ///    that finds another one there waits for it with pauses, up to about a second.
  /// 2. A thread that creates the value may ask for it again: it does not wait for itself, and creates a value inside.
  ///    The one that is stored first is kept, for all.
  /// 3. A thread that has waited for too long creates a value, too: perhaps the other one waits for it. So nothing
  ///    waits for ever.
  @usableFromInline package struct Maker: ~Copyable, Sendable {
    private let thread = Atomic<UInt>(0)
    @usableFromInline package init() {}
    #if INTERLEAVE
      static var patience: Int { 2 }
    #else
      static var patience: Int { 1000 }
    #endif

    /// Waits until no other thread creates the value, or until it exists, for at most `patience` pauses of a
    /// millisecond. Returns whether the caller is the one that creates it.
    borrowing func enter(_ patience: Int, isMade: () -> Bool) -> Bool {
      let me = currentThread()
      for _ in 0..<patience {
        var pause = Gate.Pause()
        repeat {
          let (isFree, owner) = thread.compareExchange(expected: 0, desired: me, ordering: .acquiringAndReleasing)
          if isFree { return true }
          if owner == me || isMade() { return false }
        } while pause.wait()
      }
      return false
    }
    borrowing func leave() { thread.store(0, ordering: .releasing) }
  }
}

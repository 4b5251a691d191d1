import Synchronization

/// State that several threads use, stored inline beside its lock. It is the only kind of lock in the engine, and no user code runs under
/// it.
@usableFromInline package struct Guarded<State>: ~Copyable, @unchecked Sendable {
  // Unchecked: `State` is reached through the mutex only. `Mutex` itself requires values that are `Sendable`, and a subscriber need not be.
  @usableFromInline struct Box: @unchecked Sendable {
    @usableFromInline var state: State
    @inlinable init(_ state: State) { self.state = state }
  }
  @usableFromInline struct Result<Value>: @unchecked Sendable {
    @usableFromInline let value: Value
    @inlinable init(_ value: Value) { self.value = value }
  }
  @usableFromInline let mutex: Mutex<Box>
  #if SANITIZE_THREAD
    /// The thread sanitizer cannot see the mutex, which is part of the runtime. It sees this atomic, which orders the same accesses.
    @usableFromInline let stamp = Atomic<Bool>(false)
  #endif

  @inlinable package init(_ initial: State) { mutex = Mutex(Box(initial)) }

  @inlinable @inline(__always) package borrowing func with<R>(_ body: (inout State) -> R) -> R {
    #if INTERLEAVE
      Interleaving.point()
      Interleaving.locks += 1
      defer { Interleaving.locks -= 1 }
    #endif
    return mutex.withLock { box in
      #if SANITIZE_THREAD
        let turn = stamp.load(ordering: .acquiring)
        defer { stamp.store(!turn, ordering: .releasing) }
      #endif
      return Result(body(&box.state))
    }.value
  }
  /// Copies a part of the state and uses the copy outside the lock. Other threads may change the state meanwhile.
  @inlinable @inline(__always) package borrowing func withCopy<Part>(of part: (State) -> Part, _ use: (Part) -> Void) {
    let copy = with { part($0) }
    use(copy)
    #if SANITIZE_THREAD
      // A list is changed in place once its copies are released. The count of references orders that change after the reads above, which the
      // thread sanitizer does not see. It sees the stamp of one more turn of the lock, taken while the copy still exists.
      withExtendedLifetime(copy) { with { _ in } }
    #endif
  }
}

/// A value that several threads read and write.
@usableFromInline final class SharedValue<Value>: Sendable {
  @usableFromInline let guarded: Guarded<Value>
  @inlinable init(_ value: Value) { guarded = Guarded(value) }
  @inlinable @inline(__always) var value: Value {
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
  @inlinable @discardableResult func dispose<Wrapped>() -> Wrapped? where Value == Wrapped? { guarded.with { $0.take() } }
  /// Returns the value, and creates it if there is none. User code creates it, so no lock is held meanwhile: two threads that come first at
  /// the same time both create a value, and one of the two is kept.
  @inlinable func value<Wrapped>(orMake make: () -> Wrapped) -> Wrapped where Value == Wrapped? {
    if let value { return value }
    let new = make()
    return guarded.with { slot in
      let value = slot ?? new
      slot = value
      return value
    }
  }
  /// Releases the value if `isOld` returns true for it.
  @usableFromInline func dispose<Wrapped>(if isOld: (Wrapped) -> Bool) where Value == Wrapped? {
    let old = guarded.with { slot in slot.map(isOld) == true ? slot.take() : nil }
    withExtendedLifetime(old) {}  // freed outside the lock
  }
}

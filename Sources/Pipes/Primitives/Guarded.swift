import Synchronization

/// The one lock: state that several threads touch, stored inline. No user code runs inside.
@usableFromInline package struct Guarded<State>: ~Copyable, @unchecked Sendable {
  // Unchecked: `State` is reached through the mutex only. `Mutex` by itself wants values that can be sent between threads, and a
  // subscriber need not be.
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
    /// The mutex lives in the runtime, which the thread sanitizer cannot see. This it sees.
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
}

/// Something that several threads use until one lets go of it for all.
@usableFromInline final class Lease<Value>: Sendable {
  @usableFromInline let slot: Guarded<Value?>
  @inlinable init(_ value: Value) { slot = Guarded(value) }
  @inlinable @inline(__always) var value: Value? { slot.with { $0 } }
  @inlinable @discardableResult func drop() -> Value? { slot.with { $0.take() } }
}

/// A value that several threads read and write.
@usableFromInline final class Cell<Value>: Sendable {
  @usableFromInline let guarded: Guarded<Value>
  @inlinable init(_ value: Value) { guarded = Guarded(value) }
  @inlinable var value: Value {
    get { guarded.with { $0 } }
    set {
      let old = guarded.with { value in
        defer { value = newValue }
        return value
      }
      withExtendedLifetime(old) {}  // freed outside the lock
    }
  }
}

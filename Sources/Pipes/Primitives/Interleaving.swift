#if INTERLEAVE
  // Exists only in builds made by Scripts/interleave. A harness runs two or three threads one at a time and switches between them where
  // they can meet: before every operation on an `Atomic` and before every access to a `Guarded`.
  import Synchronization

  @usableFromInline package enum Interleaving {
    /// Called before each step; `nil` while no harness runs.
    nonisolated(unsafe) package static var step: (() -> Void)?
    /// The number of locks that the running thread holds. No switch happens under a lock, so no thread ever blocks.
    @usableFromInline nonisolated(unsafe) static var locks = 0
    @usableFromInline package static func point() { if locks == 0 { step?() } }
  }

  /// Replaces the atomic of the standard library in this module. The harness runs one thread at a time, so plain memory will do.
  @usableFromInline struct Atomic<Value: Equatable>: ~Copyable, @unchecked Sendable {
    // Unchecked: only one thread runs at a time.
    private let place: UnsafeMutablePointer<Value>
    @usableFromInline init(_ value: Value) {
      place = .allocate(capacity: 1)
      place.initialize(to: value)
    }
    deinit {
      place.deinitialize(count: 1)
      place.deallocate()
    }
    private var value: Value {
      get { place.pointee }
      nonmutating set { place.pointee = newValue }
    }
    @usableFromInline func load(ordering: AtomicLoadOrdering) -> Value {
      Interleaving.point()
      return value
    }
    @usableFromInline func store(_ new: Value, ordering: AtomicStoreOrdering) {
      Interleaving.point()
      value = new
    }
    @usableFromInline func exchange(_ new: Value, ordering: AtomicUpdateOrdering) -> Value {
      Interleaving.point()
      defer { value = new }
      return value
    }
    @usableFromInline
    func compareExchange(expected: Value, desired: Value, ordering: AtomicUpdateOrdering) -> (exchanged: Bool, original: Value) {
      Interleaving.point()
      let old = value
      if old == expected { value = desired }
      return (old == expected, old)
    }
    @usableFromInline
    func weakCompareExchange(expected: Value, desired: Value, ordering: AtomicUpdateOrdering) -> (exchanged: Bool, original: Value) {
      compareExchange(expected: expected, desired: desired, ordering: ordering)
    }
    private func change(_ new: (Value) -> Value) -> (oldValue: Value, newValue: Value) {
      Interleaving.point()
      let old = value
      value = new(old)
      return (old, value)
    }
  }
  extension Atomic where Value: FixedWidthInteger {
    typealias Change = (oldValue: Value, newValue: Value)
    @usableFromInline @discardableResult func wrappingAdd(_ more: Value, ordering: AtomicUpdateOrdering) -> (
      oldValue: Value, newValue: Value
    ) {
      change { $0 &+ more }
    }
    @usableFromInline @discardableResult
    func wrappingSubtract(_ less: Value, ordering: AtomicUpdateOrdering) -> (oldValue: Value, newValue: Value) {
      change { $0 &- less }
    }
    @usableFromInline @discardableResult func subtract(_ less: Value, ordering: AtomicUpdateOrdering) -> (oldValue: Value, newValue: Value)
    {
      change { $0 - less }
    }
    @usableFromInline @discardableResult
    func bitwiseOr(_ bits: Value, ordering: AtomicUpdateOrdering) -> (oldValue: Value, newValue: Value) {
      change { $0 | bits }
    }
    @usableFromInline @discardableResult
    func bitwiseAnd(_ bits: Value, ordering: AtomicUpdateOrdering) -> (oldValue: Value, newValue: Value) {
      change { $0 & bits }
    }
  }
#endif

// Exists only in builds made by Tools/Scripts/interleave. A harness runs two or three threads one at a time and
// switches between them where they can meet: before every operation on an `Atomic` and before every access to a
// `Guarded`. It also decides which of the stores that the memory model allows a load returns: see
// InterleavingMemory.swift.
import Synchronization

@usableFromInline package enum Interleaving {
  /// Called before each step; `nil` while no harness runs.
  nonisolated(unsafe) package static var step: (() -> Void)?
  /// The number of locks that the running thread holds. No switch happens under a lock, so no thread ever blocks.
  @usableFromInline nonisolated(unsafe) static var locks = 0
  /// The operations so far that read and write at once: what a processor does with the line of its cache locked. A lock
  /// is taken by one and given back by another.
  nonisolated(unsafe) package static var changes = 0
  @usableFromInline package static func point() { if locks == 0 { step?() } }
}

/// Replaces the atomic of the standard library in this module. It keeps a history of its stores, from which a load
/// may take an older one.
@usableFromInline package struct Atomic<Value: Equatable>: ~Copyable, @unchecked Sendable {
  // Unchecked: the harness runs one thread at a time.
  private let history: Interleaving.History<Value>
  @usableFromInline package init(_ value: Value) { history = Interleaving.History(value) }

  // The last arguments of every operation are the place in the source, which an experiment names whose ordering it
  // weakens.
  @usableFromInline
  package func load(
    ordering: AtomicLoadOrdering, _ file: StaticString = #fileID, _ function: StaticString = #function,
    _ line: UInt = #line
  ) -> Value {
    Interleaving.point()
    return history.load(Interleaving.Site("load", file, function, line).effective(ordering))
  }
  @usableFromInline
  package func store(
    _ new: Value, ordering: AtomicStoreOrdering, _ file: StaticString = #fileID, _ function: StaticString = #function,
    _ line: UInt = #line
  ) {
    Interleaving.point()
    history.store(new, Interleaving.Site("store", file, function, line).effective(ordering))
  }
  @usableFromInline
  package func exchange(
    _ new: Value, ordering: AtomicUpdateOrdering, _ file: StaticString = #fileID,
    _ function: StaticString = #function,
    _ line: UInt = #line
  ) -> Value {
    change("exchange", ordering, file, function, line) { _ in new }.oldValue
  }
  @usableFromInline
  package func compareExchange(
    expected: Value, desired: Value, ordering: AtomicUpdateOrdering, _ file: StaticString = #fileID,
    _ function: StaticString = #function, _ line: UInt = #line
  ) -> (exchanged: Bool, original: Value) {
    Interleaving.point()
    Interleaving.changes += 1
    let order = Interleaving.Site("compareExchange", file, function, line).effective(ordering)
    return history.compareExchange(expected, desired, order, mayFailForNoReason: false)
  }
  @usableFromInline
  package func weakCompareExchange(
    expected: Value, desired: Value, ordering: AtomicUpdateOrdering, _ file: StaticString = #fileID,
    _ function: StaticString = #function, _ line: UInt = #line
  ) -> (exchanged: Bool, original: Value) {
    Interleaving.point()
    Interleaving.changes += 1
    let order = Interleaving.Site("weakCompareExchange", file, function, line).effective(ordering)
    return history.compareExchange(expected, desired, order, mayFailForNoReason: true)
  }
  fileprivate func change(
    _ operation: StaticString, _ ordering: AtomicUpdateOrdering, _ file: StaticString, _ function: StaticString,
    _ line: UInt,
    _ new: (Value) -> Value
  ) -> (oldValue: Value, newValue: Value) {
    Interleaving.point()
    Interleaving.changes += 1
    return history.change(Interleaving.Site(operation, file, function, line).effective(ordering), new)
  }
}
extension Atomic where Value: FixedWidthInteger {
  @usableFromInline package typealias Change = (oldValue: Value, newValue: Value)
  @usableFromInline @discardableResult
  package func wrappingAdd(
    _ more: Value, ordering: AtomicUpdateOrdering, _ file: StaticString = #fileID,
    _ function: StaticString = #function,
    _ line: UInt = #line
  ) -> Change {
    change("wrappingAdd", ordering, file, function, line) { $0 &+ more }
  }
  @usableFromInline @discardableResult
  package func wrappingSubtract(
    _ less: Value, ordering: AtomicUpdateOrdering, _ file: StaticString = #fileID,
    _ function: StaticString = #function,
    _ line: UInt = #line
  ) -> Change {
    change("wrappingSubtract", ordering, file, function, line) { $0 &- less }
  }
  @usableFromInline @discardableResult
  package func add(
    _ more: Value, ordering: AtomicUpdateOrdering, _ file: StaticString = #fileID,
    _ function: StaticString = #function,
    _ line: UInt = #line
  ) -> Change {
    change("add", ordering, file, function, line) { $0 + more }
  }
  @usableFromInline @discardableResult
  package func subtract(
    _ less: Value, ordering: AtomicUpdateOrdering, _ file: StaticString = #fileID,
    _ function: StaticString = #function,
    _ line: UInt = #line
  ) -> Change {
    change("subtract", ordering, file, function, line) { $0 - less }
  }
  @usableFromInline @discardableResult
  package func bitwiseOr(
    _ bits: Value, ordering: AtomicUpdateOrdering, _ file: StaticString = #fileID,
    _ function: StaticString = #function,
    _ line: UInt = #line
  ) -> Change {
    change("bitwiseOr", ordering, file, function, line) { $0 | bits }
  }
  @usableFromInline @discardableResult
  package func bitwiseAnd(
    _ bits: Value, ordering: AtomicUpdateOrdering, _ file: StaticString = #fileID,
    _ function: StaticString = #function,
    _ line: UInt = #line
  ) -> Change {
    change("bitwiseAnd", ordering, file, function, line) { $0 & bits }
  }
}

// What Embedded Swift lacks, for the engine. There is one thread, no reflection, and an error is a box.

open class Thrown: Error, @unchecked Sendable { @inlinable package init() {} }
public final class Boxed<Fault: Error>: Thrown, @unchecked Sendable {
  public let error: Fault
  @inlinable public init(_ error: Fault) {
    self.error = error
    super.init()
  }
}
@inlinable public func thrown<Fault: Error>(_ error: Fault) -> Thrown { Boxed(error) }

public protocol MaybeCodable {}
public protocol CustomReflectable {}
public protocol CustomPlaygroundDisplayConvertible {}
public struct Mirror { @inlinable package init<T>(_ subject: T, children: [Int]) {} }

@usableFromInline package struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  @usableFromInline package let place: UnsafeMutablePointer<Value>
  @inlinable package init(_ value: consuming Value) {
    place = .allocate(capacity: 1)
    place.initialize(to: value)
  }
  @inlinable deinit {
    place.deinitialize(count: 1)
    place.deallocate()
  }
  @inlinable package borrowing func withLock<R>(_ body: (inout Value) -> R) -> R { body(&place.pointee) }
}

/// What something is called, which nobody can tell here.
@usableFromInline package func name<Subject>(of subject: Subject) -> String { "" }
@usableFromInline package func name(of subject: any Subscription) -> String { "" }

extension Subscription {
  public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}
extension Subscription where Self: CustomCombineIdentifierConvertible {
  public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}
extension Scheduler {
  public func movable(after interval: SchedulerTimeType.Stride, _ action: @escaping (Int) -> Void) -> (
    any MovableTimer
  )? { nil }
}
extension MovableTimers {
  public func movable(after interval: SchedulerTimeType.Stride, _ action: @escaping (Int) -> Void) -> (
    any MovableTimer
  )? {
    movableTimer(after: interval, action)
  }
}

// The C library of the one thread.
typealias pthread_key_t = UInt32
nonisolated(unsafe) private var slots: UnsafeMutableRawPointer?
@usableFromInline package func pthread_self() -> Int { 8 }
func pthread_key_create(_ key: inout pthread_key_t, _ destructor: (UnsafeMutableRawPointer?) -> Void) -> Int32 { 0 }
func pthread_getspecific(_ key: pthread_key_t) -> UnsafeMutableRawPointer? { slots }
func pthread_setspecific(_ key: pthread_key_t, _ place: UnsafeMutableRawPointer?) { slots = place }
func malloc(_ count: Int) -> UnsafeMutableRawPointer? { .allocate(byteCount: count, alignment: 8) }
func free(_ memory: UnsafeMutableRawPointer?) { memory?.deallocate() }
let SIGTRAP = 5
func raise(_ signal: Int) { fatalError() }

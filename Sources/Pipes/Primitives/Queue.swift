/// A first-in, first-out queue; pushing and popping take amortized constant time. The first element is stored apart, so a queue that never
/// holds two elements needs no array. Guarded by a gate or a lock.
@usableFromInline package final class Queue<Element> {
  @exclusivity(unchecked) @usableFromInline var first: Element?
  @exclusivity(unchecked) @usableFromInline var rest: ContiguousArray<Element?> = []
  @exclusivity(unchecked) @usableFromInline var head = 0
  /// Whether no more elements will be pushed.
  @exclusivity(unchecked) @usableFromInline var isClosed = false
  @usableFromInline let check = Misuse.AccessCheck("a queue")
  @inlinable package init() {}
  @inlinable @inline(__always) package var isEmpty: Bool { first == nil }
  @inlinable var count: Int { isEmpty ? 0 : 1 + rest.count - head }
  /// Whether the queue is closed and empty.
  @inlinable @inline(__always) var isSpent: Bool { isClosed && isEmpty }
  @inlinable @inline(__always) package func push(_ element: Element) {
    check.write()
    if isEmpty { first = element } else { rest.append(element) }
  }
  @inlinable @inline(__always) package func pop() -> Element {
    check.write()
    let element = first.take()!
    if head < rest.count { moveUp() }
    return element
  }
  @inlinable @inline(never) func moveUp() {
    first = rest[head].take()
    head += 1
    if head == rest.count {
      rest.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 64, head * 2 >= rest.count {
      rest.removeFirst(head)
      head = 0
    }
  }
  @usableFromInline func removeAll() { _ = takeAll() }
  /// Empties the queue. The caller releases the result, which holds the elements, where their `deinit` may run.
  @usableFromInline func takeAll() -> (first: Element?, rest: ContiguousArray<Element?>) {
    check.write()
    let all = (first, rest)
    (first, rest, head) = (nil, [], 0)
    return all
  }
}

/// A value that is guarded by a gate.
@usableFromInline final class GatedValue<Value> {
  #if INTERLEAVE
    private let check = Misuse.AccessCheck("a value that a gate guards")
    private var checked: Value
    @usableFromInline var value: Value {
      get {
        check.read()
        return checked
      }
      set {
        check.write()
        checked = newValue
      }
    }
    @usableFromInline init(_ value: Value) { checked = value }
  #else
    @exclusivity(unchecked) @usableFromInline var value: Value
    @inlinable init(_ value: Value) { self.value = value }
  #endif
}

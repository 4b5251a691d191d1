/// A first-in, first-out queue; pushing and popping take amortized constant time. The first element is stored apart, so
/// a queue that never holds two elements needs no array. Guarded by a gate or a lock.
@usableFromInline package final class Queue<Element> {
  @exclusivity(unchecked) @usableFromInline var front = Kept<Element?>(nil)
  @exclusivity(unchecked) @usableFromInline var rest: ContiguousArray<Element?> = []
  @exclusivity(unchecked) @usableFromInline var head = 0
  @exclusivity(unchecked) @usableFromInline var closed = false
  @usableFromInline package let check = Misuse.AccessCheck("a queue")
  @inlinable package init() {}
  @inlinable @inline(__always) package var isEmpty: Bool { front.value == nil }
  @inlinable package var first: Element? { front.value }
  @inlinable package var count: Int { isEmpty ? 0 : 1 + rest.count - head }
  /// Whether no more elements will be pushed.
  @inlinable @inline(__always) package var isClosed: Bool { closed }
  @inlinable package func close() { closed = true }
  /// Whether the queue is closed and empty.
  @inlinable @inline(__always) package var isSpent: Bool { isClosed && isEmpty }
  @inlinable @inline(__always) package func push(_ element: Element) {
    check.write()
    if isEmpty { _ = front.replace(by: element) } else { rest.append(element) }
  }
  @inlinable @inline(__always) package func pop() -> Element {
    check.write()
    let element = front.take()!
    if head < rest.count { moveUp() }
    return element
  }
  @inlinable @inline(never) func moveUp() {
    _ = front.replace(by: rest[head].take())
    head += 1
    if head == rest.count {
      rest.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 64, head * 2 >= rest.count {
      rest.removeFirst(head)
      head = 0
    }
  }
  @usableFromInline package func removeAll() { _ = takeAll() }
  /// Empties the queue. The caller releases the result, which holds the elements, where their `deinit` may run.
  @usableFromInline package func takeAll() -> (first: Element?, rest: ContiguousArray<Element?>) {
    check.write()
    var others: ContiguousArray<Element?> = []
    swap(&rest, &others)
    head = 0
    return (front.take(), others)
  }
}

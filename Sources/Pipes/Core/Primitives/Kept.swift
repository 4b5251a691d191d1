/// A value of the user that an object keeps and replaces: the only way in which the engine does so, besides a
/// ``Queue``.
///
/// 1. The value changes by `replace(by:)` and `take()` only. Both move it out before another one is moved in, and
///    return it. So its `deinit`, which may send into the same pipeline, request, cancel or subscribe, runs when the
///    change is complete: an assignment of a type parameter would release the old value in the middle of it, and a
///    `deinit` that sends would release it twice.
/// 2. The caller releases the old value when its own change of state is complete: at the latest possible place if
///    values must keep their order, with `withExtendedLifetime(old) {}`.
/// 3. The old value lives beyond the change, also if the caller drops the result: `withExtendedLifetime` behind each
///    change says so to the optimizer, which otherwise releases a result that nobody uses *before* it stores the new
///    value.
/// 4. It has no lock: whatever guards the object guards the value.
///
/// `Tools/Scripts/check` refuses a variable with `@exclusivity(unchecked)` whose type may hold a value of the user and
/// is neither of the two.
@usableFromInline package struct Kept<Value>: ~Copyable {
  @usableFromInline package var storage: Value
  @inlinable package init(_ value: consuming Value) { storage = value }
  @inlinable @inline(__always) package var value: Value { _read { yield storage } }
  /// Keeps another value, and returns the old one.
  @inlinable @inline(__always) package mutating func replace(by new: consuming Value) -> Value {
    swap(&storage, &new)
    withExtendedLifetime(new) {}
    return new
  }
  /// Keeps no value any more, and returns the old one.
  @inlinable @inline(__always) package mutating func take<Wrapped>() -> Wrapped? where Value == Wrapped? {
    let old = storage.take()
    withExtendedLifetime(old) {}
    return old
  }
}
extension Kept where Value: RangeReplaceableCollection {
  @inlinable @inline(__always) package mutating func append(_ element: consuming Value.Element) {
    storage.append(element)
  }
  @inlinable @inline(__always) package mutating func reserveCapacity(_ count: Int) { storage.reserveCapacity(count) }
}
extension Kept where Value: MutableCollection {
  /// Keeps another element at an index, and returns the old one.
  @inlinable @inline(__always) package mutating func replace(at index: Value.Index, by new: consuming Value.Element)
    -> Value.Element
  {
    swap(&storage[index], &new)
    withExtendedLifetime(new) {}
    return new
  }
}
extension Kept {
  /// Appends an element to each array of a list, and removes and returns the first one if it is full. A slice would
  /// keep the removed array until it grows, and release it in the middle of that.
  package mutating func add<Element>(_ element: Element, upTo count: Int) -> [Element]? where Value == [[Element]] {
    for index in storage.indices { storage[index].append(element) }
    return storage.first?.count == count ? storage.removeFirst() : nil
  }
  /// The member for a key. Unlike a look into `value`, it is never a call of an accessor.
  @inlinable @inline(__always) package func member<Key: Hashable, Member>(at key: Key) -> Member?
  where Value == [Key: Member] {
    storage[key]
  }
  /// Keeps another member for a key, or none. Returns the old one with its key, both of which may act when they are
  /// released.
  @inlinable package mutating func replace<Key: Hashable, Member>(at key: Key, by new: Member?) -> (
    key: Key, value: Member
  )?
  where Value == [Key: Member] {
    let old = storage.index(forKey: key).map { storage.remove(at: $0) }
    if let new { storage[key] = new }
    withExtendedLifetime(old) {}
    return old
  }
  /// Adds a member to a set. Returns false if the set has an equal one, which it keeps.
  @inlinable @inline(__always) package mutating func insert<Member>(_ member: Member) -> Bool
  where Value == Set<Member> {
    storage.insert(member).inserted
  }
}

extension Kept {
  /// A kept value that a gate guards, shared by the closures of an operator.
  @usableFromInline package final class Gated {
    @exclusivity(unchecked) @usableFromInline var kept: Kept
    @usableFromInline package let check = Misuse.AccessCheck("a value that a gate guards")
    @inlinable package init(_ value: consuming Value) { kept = Kept(value) }
    @inlinable @inline(__always) package var value: Value {
      check.read()
      return kept.value
    }
    @inlinable @inline(__always) package func replace(by new: consuming Value) -> Value {
      check.write()
      return kept.replace(by: new)
    }
    @inlinable @inline(__always) package func take<Wrapped>() -> Wrapped? where Value == Wrapped? {
      check.write()
      return kept.take()
    }
    /// Stores a value that has no `deinit`.
    @inlinable @inline(__always) package func set(_ new: Value) where Value: BitwiseCopyable { _ = replace(by: new) }
  }
}

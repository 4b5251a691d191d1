import PipesCore

/// The pending actions in the order they will run: a 4-ary heap of small keys with lazy deletion, over a slab that
/// holds the actions.
///
/// A key is 16 bytes: the instant, then the sequence number and the slot in one word, so one comparison decides the
/// order. Cancelling frees the slot and leaves the key behind, which no longer matches the stamp of the slot. Moving a
/// timer to a later instant only rewrites its slot: its key is corrected when it comes to the top. Not thread-safe: the
/// lock of the timeline guards it. It owns its memory, so it cannot be copied.
struct ActionQueue: ~Copyable {
  /// An action. A struct around the closure: a bare closure in an optional or a tuple of generic code is wrapped again
  /// at every access.
  struct Action {
    let run: () -> Void
  }
  /// The content of a slot. It takes two words, because the pointers leave bits free.
  enum Content {
    case action(Action)
    case timer(TimelineTimer)
    case numbered(NumberedAction, Int)
  }

  struct Key {
    var instant: Int64
    var order: UInt64

    var slot: Int { ActionQueue.slot(of: order) }
    var sequence: UInt64 { order >> ActionQueue.slotBits }
    @inline(__always) static func < (lhs: Key, rhs: Key) -> Bool {
      lhs.instant != rhs.instant ? lhs.instant < rhs.instant : lhs.order < rhs.order
    }
  }

  struct Slot {
    /// The sequence number of the content, then its clock, the index of its name and whether it was moved. In a free
    /// slot: the next free slot.
    var stamp: UInt64
    var content: Content?

    var timer: TimelineTimer? { if case .timer(let timer) = content { timer } else { nil } }
    var isEmpty: Bool { if case .none = content { true } else { false } }
    var isFree: Bool { stamp < 1 << ActionQueue.slotBits }
    var sequence: UInt64 { stamp >> ActionQueue.slotBits }
    var name: UInt32 { UInt32(truncatingIfNeeded: (stamp & ActionQueue.nameMask) >> 1) }
    var clock: UInt8 { UInt8(truncatingIfNeeded: (stamp & ActionQueue.slotMask) >> ActionQueue.nameBits) }
    var isMoved: Bool { stamp & 1 == 1 }
  }

  /// The turns that an action may take among others of its instant, if the order is permuted.
  enum Order: Equatable {
    /// One behind the other, with nothing between them: the events of one row, the actions of one scheduler.
    case together
    /// One behind the other: the work of a serial queue, the jobs of the main actor, the tasks that begin on another actor
    /// and those that call it later.
    case inLine
    /// Any.
    case free
  }
  /// The instant at which an action runs, and the values that decide its turn at that instant if the order is permuted.
  struct Place {
    var instant: Int64
    /// The instant at which it was scheduled.
    var from: Int64
    var name: UInt32 = 0, order = Order.together
    /// The name of what keeps the order of its actions. The main actor's jobs stand in the line of the main queue.
    var line: UInt32 { name == Timeline.task ? Timeline.mainQueue : name }
    /// The clock by which the instant was given.
    var clock = RunClock.continuous
    /// The queue or the actor that keeps the order of its actions, for a name does not tell it: two may have the same.
    var queue: UInt = 0
  }

  static let slotBits: UInt64 = 26, nameBits: UInt64 = 24
  static let slotMask: UInt64 = (1 << slotBits) - 1, nameMask: UInt64 = (1 << nameBits) - 1
  static let noSlot = slotMask
  /// Returns the slot of the action with this order.
  @inline(__always) static func slot(of order: UInt64) -> Int { Int(truncatingIfNeeded: order & slotMask) }

  private(set) var keys: UnsafeMutablePointer<Key>
  private(set) var slots: UnsafeMutablePointer<Slot>
  private(set) var keyCount = 0
  private var keyCapacity = 16
  private(set) var slotCount = 0
  private var slotCapacity = 16
  private(set) var freeSlot = noSlot
  private(set) var nextSequence: UInt64 = 1
  /// The number of pending actions.
  private(set) var count = 0

  /// The seed that permutes the order at equal instants; `nil` keeps the order of scheduling.
  let seed: UInt64?
  /// The choices that decide the order at equal instants instead of the seed.
  let turns: Turns?

  init(seed: UInt64?, turns: Turns? = nil) {
    self.seed = turns == nil ? seed : 0
    self.turns = turns
    keys = .allocate(capacity: keyCapacity)
    slots = .allocate(capacity: slotCapacity)
  }
  deinit {
    slots.deinitialize(count: slotCount)
    slots.deallocate()
    keys.deallocate()
  }

  // MARK: Schedule, move, cancel

  /// Adds an action or a timer, in O(log n), or O(1) if it runs last. Returns the order that identifies it.
  @inline(__always)
  mutating func insert(_ content: Content, at place: Place) -> UInt64 {
    let slot: UInt64
    let sequence = takeSequence(place)
    let kind = UInt64(place.clock.rawValue) << Self.nameBits | UInt64(place.name) << 1
    let stamp = sequence << Self.slotBits | kind
    if freeSlot != Self.noSlot {
      slot = freeSlot
      let place = slots + Int(slot)
      freeSlot = place.pointee.stamp
      place.pointee.stamp = stamp
      place.pointee.content = content
    } else {
      slot = UInt64(slotCount)
      if slotCount == slotCapacity { growSlots() }
      (slots + slotCount).initialize(to: Slot(stamp: stamp, content: content))
      slotCount += 1
    }
    count += 1
    let order = sequence << Self.slotBits | slot
    push(Key(instant: place.instant, order: order))
    return order
  }

  /// Whether the action or timer with this order is pending.
  func isPending(_ order: UInt64) -> Bool {
    let slot = Self.slot(of: order)
    return order != 0 && slot < slotCount && slots[slot].sequence == order >> Self.slotBits
  }

  /// Moves a pending timer to an instant that is not earlier, in O(1). Its `due` must be set already.
  mutating func postpone(_ order: UInt64, to place: Place) -> UInt64 {
    if seed != nil { turns?.remove(order >> Self.slotBits) }
    let sequence = takeSequence(place)
    let slot = order & Self.slotMask
    slots[Int(slot)].stamp = sequence << Self.slotBits | slots[Int(slot)].stamp & Self.slotMask | 1
    return sequence << Self.slotBits | slot
  }

  /// Removes the action or timer with this order, if it is pending, in O(1). The caller releases the result outside of
  /// the lock.
  mutating func remove(_ order: UInt64) -> Content? {
    guard isPending(order) else { return nil }
    if seed != nil { turns?.remove(order >> Self.slotBits) }
    let taken = take(Self.slot(of: order))
    if keyCount > 64, keyCount > 4 * count { compact() }
    return taken
  }

  /// Removes everything. The caller releases the result outside of the lock.
  mutating func removeAll() -> [Content?] {
    keyCount = 0
    var removed: [Content?] = []
    for slot in 0..<slotCount where !slots[slot].isFree { removed.append(take(slot)) }
    return removed
  }

  /// The instants of all that is pending, but for series, and whether a sleeper waits for them. The earliest first; in
  /// O(n log n).
  func dues(sleeper: UInt32) -> [(instant: Int64, isSleep: Bool)] {
    (0..<keyCount).compactMap { index -> (Int64, Bool)? in
      let key = keys[index], slot = slots[key.slot]
      if slot.isFree { return nil }
      if case .numbered(let action, _) = slot.content, action.isRecording { return nil }
      if slot.isMoved { return slot.timer.map { ($0.due, false) } }
      return slot.sequence == key.sequence ? (key.instant, slot.name == sleeper) : nil
    }.sorted { $0.0 < $1.0 }
  }

  /// Whether at most a few actions are pending, and all of them are due at an instant.
  func areAllDue(at instant: Int64) -> Bool {
    if count > 16 { return false }
    return (0..<keyCount).allSatisfy { index in
      let key = keys[index], slot = slots[key.slot]
      if slot.isFree { return true }
      if slot.isMoved { return slot.timer?.due == instant }
      return slot.sequence != key.sequence || key.instant == instant
    }
  }

  /// Moves all that was scheduled by a clock, in O(n), and keeps its order. Nothing gets earlier than now.
  mutating func move(_ clock: RunClock, by length: Int64, now: Int64) {
    compact()  // so that each key is that of its slot
    for index in 0..<keyCount where slots[keys[index].slot].clock == clock.rawValue {
      keys[index].instant = max(now, keys[index].instant.plus(length))
      slots[keys[index].slot].timer?.didMove(to: keys[index].instant)
    }
    sortKeys()
  }

  // MARK: The next one

  /// The key of the next action, if it is due at or before an instant. O(1) if it is not, apart from keys of cancelled
  /// actions.
  @inline(__always) mutating func first(until limit: Int64) -> Key? {
    // A timer that was moved is due later than its key, never earlier.
    if keyCount == 0 || keys[0].instant > limit { return nil }
    guard let key = first(), key.instant <= limit else { return nil }
    return seed == nil ? key : chosen(key)
  }

  /// Returns the key of the next action. Drops keys without an action on the way, and corrects keys of moved timers.
  mutating func first() -> Key? {
    while keyCount > 0 {
      let key = keys[0]
      if slots[key.slot].sequence == key.sequence { return key }
      if let corrected = correct(key) {
        siftDown(corrected, from: 0)
      } else {
        dropFirst()
      }
    }
    return nil
  }
  /// Removes and returns the action of a key, which ``first(until:)`` has returned.
  mutating func takeFirst(_ key: Key) -> Content? {
    if seed != nil, let turns {
      turns.begin(key)  // the key may be anywhere, and is dropped later
    } else {
      dropFirst()
    }
    return take(key.slot)
  }

  /// Returns the key of the action that choices make the next one, given the first key. The keys of its instant are at
  /// the top of the heap.
  @inline(never) private mutating func chosen(_ first: Key) -> Key {
    guard let turns else { return first }
    var due: [Key] = [], places = [0]
    while let place = places.popLast() {
      if keys[place].instant != first.instant { continue }
      if slots[keys[place].slot].sequence != keys[place].sequence {
        // A key without an action, or of a timer that was moved, perhaps to this instant.
        compact()
        due = []
        places = [0]
        continue
      }
      due.append(keys[place])
      let child = place << 2 + 1
      if child < keyCount { places += child..<min(child + 4, keyCount) }
    }
    return turns.next(of: due.sorted { $0.order < $1.order })
  }

  // MARK: Details

  private mutating func take(_ slot: Int) -> Content? {
    let place = slots + slot
    let taken = place.pointee.content.take()
    place.pointee.stamp = freeSlot
    freeSlot = UInt64(slot)
    count -= 1
    return taken
  }
  /// Returns the current key of a timer that was moved, for an earlier key; `nil` if there is no such timer.
  private func correct(_ key: Key) -> Key? {
    let place = slots + key.slot
    guard !place.pointee.isFree, place.pointee.isMoved, let timer = place.pointee.timer else { return nil }
    place.pointee.stamp &= ~1
    return Key(instant: timer.due, order: place.pointee.sequence << Self.slotBits | key.order & Self.slotMask)
  }
  @inline(__always) private mutating func takeSequence(_ place: Place) -> UInt64 {
    let sequence = nextSequence
    nextSequence += 1
    precondition(sequence < 1 << (64 - Self.slotBits), "a timeline cannot run more than 274 billion actions")
    return seed == nil ? sequence : permuted(sequence, place)
  }
  private mutating func push(_ key: Key) {
    if keyCount == keyCapacity {
      Self.grow(&keys, count: keyCount, &keyCapacity)
    }
    var hole = keyCount
    keyCount += 1
    while hole > 0 {
      let parent = (hole - 1) >> 2
      guard key < keys[parent] else { break }
      keys[hole] = keys[parent]
      hole = parent
    }
    keys[hole] = key
  }
  private mutating func dropFirst() {
    keyCount -= 1
    if keyCount > 0 { siftDown(keys[keyCount], from: 0) }
  }
  private func siftDown(_ key: Key, from top: Int) {
    var hole = top
    while true {
      let first = hole << 2 + 1
      guard first < keyCount else { break }
      var least = first
      var child = first + 1
      let end = min(first + 4, keyCount)
      while child < end {
        if keys[child] < keys[least] { least = child }
        child += 1
      }
      guard keys[least] < key else { break }
      keys[hole] = keys[least]
      hole = least
    }
    keys[hole] = key
  }
  /// Drops all keys without an action, in O(n), but rarely enough to cost O(1) per call.
  private mutating func compact() {
    var kept = 0
    for index in 0..<keyCount {
      let key = keys[index]
      guard let current = slots[key.slot].sequence == key.sequence ? key : correct(key) else { continue }
      keys[kept] = current
      kept += 1
    }
    keyCount = kept
    sortKeys()
  }
  private mutating func sortKeys() {
    var index = (keyCount - 2) >> 2
    while index >= 0 {
      siftDown(keys[index], from: index)
      index -= 1
    }
  }
  private mutating func growSlots() {
    precondition(slotCount < Int(Self.noSlot), "a timeline holds at most 67 million pending actions")
    Self.grow(&slots, count: slotCount, &slotCapacity)
  }
  private static func grow<T>(_ memory: inout UnsafeMutablePointer<T>, count: Int, _ capacity: inout Int) {
    capacity *= 2
    let larger = UnsafeMutablePointer<T>.allocate(capacity: capacity)
    larger.moveInitialize(from: memory, count: count)
    memory.deallocate()
    memory = larger
  }
}

/// The hand-written limit for timers: small keys in a 4-ary heap, closures apart in a slab whose free places form a
/// list.
///
/// It checks nothing, reports nothing and has one user: what a timeline costs more is the price of being one.
final class KeyHeap {
  struct Key {
    var instant: Int64
    /// The sequence number above, the place in the slab below: comparing the word compares the order of scheduling.
    var low: UInt64

    @inline(__always) static func < (lhs: Key, rhs: Key) -> Bool {
      lhs.instant < rhs.instant || (lhs.instant == rhs.instant && lhs.low < rhs.low)
    }
  }
  private struct Place {
    var action: (() -> Void)?
    var nextFree = 0
  }

  @exclusivity(unchecked) private(set) var now: Int64 = 0
  @exclusivity(unchecked) private(set) var count = 0
  @exclusivity(unchecked) private var sequence: UInt64 = 0
  @exclusivity(unchecked) private var free = -1
  @exclusivity(unchecked) private var used = 0
  @exclusivity(unchecked) private var capacity = 16
  @exclusivity(unchecked) private var keys = UnsafeMutablePointer<Key>.allocate(capacity: 16)
  @exclusivity(unchecked) private var places = UnsafeMutablePointer<Place>.allocate(capacity: 16)

  deinit {
    places.deinitialize(count: used)
    places.deallocate()
    keys.deallocate()
  }

  /// Schedules an action and returns its place, which ``cancel(_:)`` takes while the action is pending.
  @discardableResult func schedule(at instant: Int64, _ action: @escaping () -> Void) -> Int {
    if count == capacity || (free < 0 && used == capacity) { grow() }
    let place: Int
    if free >= 0 {
      place = free
      free = places[place].nextFree
      places[place].action = action
    } else {
      place = used
      used += 1
      (places + place).initialize(to: Place(action: action))
    }
    sequence += 1
    siftUp(Key(instant: instant, low: sequence << 32 | UInt64(place)))
    return place
  }

  /// Empties the place; the key stays in the heap until its turn.
  func cancel(_ place: Int) { places[place].action = nil }

  /// Runs what is due up to an instant, in order, what is scheduled meanwhile included.
  func run(through end: Int64) {
    while count > 0, keys[0].instant <= end {
      let key = keys[0]
      count -= 1
      if count > 0 { siftDown(keys[count]) }
      let place = Int(key.low & 0xffff_ffff)
      let action = places[place].action.take()
      places[place].nextFree = free
      free = place
      now = key.instant
      action?()
    }
    if end != .max { now = end }
  }

  private func siftUp(_ key: Key) {
    var hole = count
    count += 1
    while hole > 0 {
      let parent = (hole - 1) >> 2
      guard key < keys[parent] else { break }
      keys[hole] = keys[parent]
      hole = parent
    }
    keys[hole] = key
  }

  private func siftDown(_ key: Key) {
    let (keys, count) = (keys, count)
    var hole = 0
    while true {
      let first = hole << 2 + 1
      guard first < count else { break }
      var least = first
      for child in first + 1..<max(first + 1, min(first + 4, count)) where keys[child] < keys[least] { least = child }
      guard keys[least] < key else { break }
      keys[hole] = keys[least]
      hole = least
    }
    keys[hole] = key
  }

  private func grow() {
    capacity *= 2
    let (oldKeys, oldPlaces) = (keys, places)
    keys = .allocate(capacity: capacity)
    keys.moveInitialize(from: oldKeys, count: count)
    places = .allocate(capacity: capacity)
    places.moveInitialize(from: oldPlaces, count: used)
    oldKeys.deallocate()
    oldPlaces.deallocate()
  }
}

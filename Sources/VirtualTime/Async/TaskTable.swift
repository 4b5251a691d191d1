/// A dictionary from the numbers of tasks, which begin at 1, to their addresses.
///
/// The runtime counts its tasks, and multiples of the golden ratio lie far apart, so one multiplication spreads the
/// numbers: the hash of a dictionary takes a tenth of a task.
struct TaskTable {
  /// At most half of them are in use, the others have the number 0. Their count is a power of two.
  private(set) var slots = [(task: UInt64, address: UInt)](repeating: (0, 0), count: 8)
  private var count = 0

  subscript(task: UInt64) -> UInt? {
    get {
      let slot = slots[place(of: task)]
      return slot.task == task && task != 0 ? slot.address : nil
    }
    set(address) {
      guard let address, task != 0 else { return }
      let place = place(of: task)
      if slots[place].task == 0 { count += 1 }
      slots[place] = (task, address)
      if count * 2 > slots.count { grow() }
    }
  }
  var all: some Sequence<(task: UInt64, address: UInt)> { slots.lazy.filter { $0.task != 0 } }

  /// The slot of a task, or the free one where it would be.
  private func place(of task: UInt64) -> Int {
    let hash = task &* 0x9E37_79B9_7F4A_7C15
    var place = Int(truncatingIfNeeded: hash >> UInt64(64 - slots.count.trailingZeroBitCount))
    while slots[place].task != task, slots[place].task != 0 { place = (place + 1) & (slots.count - 1) }
    return place
  }
  private mutating func grow() {
    let old = slots
    slots = .init(repeating: (0, 0), count: old.count * 2)
    for slot in old where slot.task != 0 { slots[place(of: slot.task)] = slot }
  }
}

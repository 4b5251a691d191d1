import PipesCore

extension Timeline {
  /// Stops the program if the queue is not in order; O(n). Release tests call it, too, which see no internal names.
  package func checkInvariants() { core.state.with { $0.queue.checkInvariants() } }
}

extension ActionQueue {
  func checkInvariants() {
    var exact = Set<Int>(), late = Set<Int>()
    for index in 0..<keyCount {
      let key = keys[index]
      if index > 0 { precondition(!(key < keys[(index - 1) >> 2]), "a child runs before its parent") }
      precondition(key.slot < slotCount, "a key without a slot")
      let slot = slots[key.slot]
      if slot.sequence == key.sequence { precondition(exact.insert(key.slot).inserted, "two keys for one action") }
      if !slot.isFree, slot.isMoved, let timer = slot.timer, key.instant <= timer.due { late.insert(key.slot) }
    }
    var free = Set<Int>(), next = freeSlot
    while next != Self.noSlot {
      precondition(slots[Int(next)].isFree && free.insert(Int(next)).inserted, "the free list is broken")
      next = slots[Int(next)].stamp
    }
    for index in 0..<slotCount where !free.contains(index) {
      precondition(!slots[index].isFree && !slots[index].isEmpty, "a slot is lost")
      precondition(exact.contains(index) || (slots[index].isMoved && late.contains(index)), "an action without a key")
    }
    for index in free { precondition(slots[index].isEmpty, "a free slot keeps an action") }
    precondition(count == slotCount - free.count, "the number of pending actions is wrong")
  }
}

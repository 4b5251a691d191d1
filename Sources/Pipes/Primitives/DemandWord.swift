import Synchronization

// A demand in one machine word, which several threads raise and lower.
extension Atomic<UInt> {
  /// Adds demand to a word that also carries a flag below its top bit. Returns the word before.
  @usableFromInline func raise(by more: Subscribers.Demand, beside flag: UInt) -> UInt {
    var old = load(ordering: .relaxed)
    while true {
      let sum = Subscribers.Demand(raw: Swift.min(old & ~flag, Subscribers.Demand.top)) + more
      let new = (old & flag) | (sum.raw >= flag ? Subscribers.Demand.top : sum.raw)
      let (done, now) = weakCompareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing)
      if done { return old }
      old = now
    }
  }
  /// Subtracts one from the demand, unless the demand is zero or unlimited, or the flag is set. Returns the word before.
  @usableFromInline func lower(beside flag: UInt) -> UInt {
    var old = load(ordering: .acquiring)
    while old != 0, old & (Subscribers.Demand.top | flag) == 0 {
      let (done, now) = weakCompareExchange(expected: old, desired: old - 1, ordering: .acquiringAndReleasing)
      if done { return old }
      old = now
    }
    return old
  }
}

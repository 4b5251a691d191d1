import Synchronization

// A demand in one machine word, which several threads raise and lower.
extension Atomic<UInt> {
  /// Adds demand to a word that also carries a flag below its top bit. Returns the word before.
  @usableFromInline package func raise(by more: Subscribers.Demand, beside flag: UInt) -> UInt {
    var old = load(ordering: .relaxed)
    while true {
      let sum = Subscribers.Demand(raw: Swift.min(old & ~flag, Subscribers.Demand.top)) + more
      let new = (old & flag) | (sum.raw >= flag ? Subscribers.Demand.top : sum.raw)
      // Releasing: a value that this demand allows happens after the request. Acquiring: a caller that finds no demand
      // may begin to send, after the thread that sent before.
      let (done, now) = weakCompareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing)
      if done { return old }
      old = now
    }
  }
  /// Subtracts one from the demand, unless the demand is zero or unlimited, or the flag is set. Returns the word
  /// before.
  @usableFromInline package func lower(beside flag: UInt) -> UInt {
    // Unlimited demand is not changed below, and the value happens after the request all the same.
    var old = load(ordering: .acquiring)
    while old != 0, old & (Subscribers.Demand.top | flag) == 0 {
      // Acquiring: the value happens after its request. Releasing: a thread that begins to send when the demand was
      // used up does so after this one.
      let (done, now) = weakCompareExchange(expected: old, desired: old - 1, ordering: .acquiringAndReleasing)
      if done { return old }
      old = now
    }
    return old
  }
}

import Synchronization

/// The subscription of an origin. It adds up demand, elects one caller that drains, and releases everything when it is
/// closed.
@usableFromInline package final class OriginSubscription: EngineSubscription, @unchecked Sendable {
  /// The word is the outstanding demand (top bit: unlimited) beside this bit. Demand above zero means that a drainer is
  /// at work.
  @inlinable @inline(__always) package static var closed: UInt { Subscribers.Demand.top >> 1 }
  @usableFromInline package let word = Atomic<UInt>(0)
  /// A struct around the closure: a bare closure behind a generic lock would be wrapped again at every access.
  struct DrainAction { let drain: (OriginSubscription) -> Void }
  let work: Guarded<DrainAction?>
  private let check = Misuse.AccessCheck("the position of an origin")
  let name: () -> String
  let refusesZero: Bool
  @usableFromInline package override var description: String { name() }
  @usableFromInline package override var releasesSubscriber: Bool { true }

  /// `drain` is created in an inlinable `receive(subscriber:)`, so it is specialized for the whole chain downstream.
  @usableFromInline package init(
    _ name: @escaping () -> String, refusesZero: Bool, drain: @escaping (OriginSubscription) -> Void
  ) {
    work = Guarded(DrainAction(drain: drain))
    self.name = name
    self.refusesZero = refusesZero
  }
  @usableFromInline package override func request(_ demand: Subscribers.Demand) {
    guard let work = work.with({ $0 }) else { return }
    if demand == .none {
      if refusesZero { _ = Misuse.isPositive(demand, name()) }
    } else if word.raise(by: demand, beside: OriginSubscription.closed) & ~OriginSubscription.closed == 0 {
      check.write()
      work.drain(self)
    }
  }
  @usableFromInline package override func cancel() { _ = dispose() }
  /// Closes the subscription. Returns true to the one caller that closes it.
  @usableFromInline package func dispose() -> Bool {
    // Relaxed: it elects one caller. One drainer follows another through the changes of the demand, and this does not
    // interrupt their chain.
    let old = word.bitwiseOr(OriginSubscription.closed, ordering: .relaxed).oldValue
    guard old & OriginSubscription.closed == 0 else { return false }
    let dropped = work.with { $0.take() }
    withExtendedLifetime(dropped) {}  // freed outside the lock
    return true
  }
  /// Whether the drainer may deliver one more value.
  @inlinable @inline(__always) package var isOpen: Bool {
    word.load(ordering: .relaxed) & OriginSubscription.closed == 0
  }
  /// Whether values need not be counted any more. Acquiring: they happen after the request.
  @inlinable @inline(__always) package var isUnlimited: Bool {
    word.load(ordering: .acquiring) & Subscribers.Demand.top != 0
  }
  /// Counts a delivered value. Returns false when the demand is used up: then the caller is no longer the one that
  /// drains.
  @usableFromInline package func account(_ more: Subscribers.Demand) -> Bool {
    check.write()
    if more > .none { _ = word.raise(by: more, beside: OriginSubscription.closed) }
    return word.lower(beside: OriginSubscription.closed) & ~OriginSubscription.closed > 1
  }
}

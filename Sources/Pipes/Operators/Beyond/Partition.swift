extension Publisher {
  /// Makes two publishers of this one: one of the values that meet a condition, and one of the others.
  ///
  /// Both share one subscription, as `share()` does: a source that sends at once sends to the one that is subscribed to first only. Rx calls it
  /// `partition`, too.
  @inlinable
  public func partition(
    _ predicate: @escaping (Output) -> Bool
  ) -> (matching: Publishers.Filter<Publishers.Share<Self>>, others: Publishers.Filter<Publishers.Share<Self>>) {
    let shared = share()
    return (shared.filter(predicate), shared.filter { !predicate($0) })
  }
}

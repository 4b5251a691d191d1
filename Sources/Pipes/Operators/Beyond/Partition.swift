extension Publisher {
  /// Returns two publishers: one of the values for which a condition is true, and one of the others.
  ///
  /// Both share one subscription, as with `share()`: a source that sends synchronously sends only to the publisher that is subscribed to
  /// first. Rx calls it `partition`, too.
  @inlinable
  public func partition(
    _ predicate: @escaping (Output) -> Bool
  ) -> (matching: Publishers.Filter<Publishers.Share<Self>>, others: Publishers.Filter<Publishers.Share<Self>>) {
    let shared = share()
    return (shared.filter(predicate), shared.filter { !predicate($0) })
  }
}

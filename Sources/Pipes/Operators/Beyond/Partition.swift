extension Publisher {
  /// Sends the values for which a condition is `true` to one publisher, and the others to another.
  ///
  /// *Requests* unlimited values. *Drops* from each of the two publishers the values of the other. *Cancels* the
  /// upstream when neither has a subscriber.
  ///
  /// *Use it* to handle the values that meet a condition in one way and the others in another. *See also* `filter`,
  /// `groupBy`.
  ///
  ///     a: -1-2-3-|
  ///     let parts = a.partition { $0 > 2 }
  ///     > parts.matching.merge(with: parts.others.map { $0 * 10 })
  ///     =  -b-c-3-|
  ///       b = 10   c = 20
  ///
  /// Both publishers share one subscription, as with `share()`: an upstream that sends synchronously sends only to the
  /// publisher that is subscribed to first. Rx calls it `partition`, too.
  ///
  /// - Parameter predicate: The condition.
  /// - Returns: The publisher of the values for which the condition is true, and the publisher of the others.
  @inlinable public func partition(
    _ predicate: @escaping (Output) -> Bool
  ) -> (matching: Publishers.Filter<Publishers.Share<Self>>, others: Publishers.Filter<Publishers.Share<Self>>) {
    let shared = share()
    return (shared.filter(predicate), shared.filter { !predicate($0) })
  }
}

extension Publisher {
  /// Sends each value together with the value before it.
  ///
  /// *Keeps* the last value. *Drops* a single value that no other one follows.
  ///
  /// *Use it* to compare each value with the value before it. *See also* `scan`, `zip`, `removeDuplicates`.
  ///
  ///     a: -1-2-3-|
  ///     > a.pairwise()
  ///     =  ---a-b-|
  ///       a = (1, 2)   b = (2, 3)
  ///
  /// Requests one more value in place of the first one, which makes no pair.
  @inlinable
  public func pairwise() -> Publishers.CompactMap<Publishers.Scan<Self, (Output?, Output?)>, (Output, Output)> {
    scan((nil, nil)) { ($0.1, $1) }.compactMap { before, now in
      if let before, let now { (before, now) } else { nil }
    }
  }
}

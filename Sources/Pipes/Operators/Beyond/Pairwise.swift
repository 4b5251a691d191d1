extension Publisher {
  /// Sends each value together with the previous value.
  ///
  /// *Requests* as many values as the downstream, and one more for the first value. *Keeps* the last value. *Drops* a
  /// single value that no other one follows.
  ///
  /// *Use it* to compare each value with the previous one. *See also* `scan`, `zip`, `removeDuplicates`.
  ///
  ///     a: -1-2-3-|
  ///     > a.pairwise()
  ///     =  ---b-c-|
  ///       b = (1, 2)   c = (2, 3)
  ///
  /// The first value is not sent: there is no previous value.
  @inlinable
  public func pairwise() -> Publishers.CompactMap<Publishers.Scan<Self, (Output?, Output?)>, (Output, Output)> {
    scan((nil, nil)) { ($0.1, $1) }.compactMap { before, now in
      if let before, let now { (before, now) } else { nil }
    }
  }
}

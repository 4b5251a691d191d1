extension Publisher {
  /// Pairs every value with the one before it. The first value alone makes no pair; one more is asked for in its place.
  ///
  /// Rx calls it `pairwise`, too.
  ///
  ///     source      -1-2-3-|
  ///     pairwise()  ---A-B-|   A = (1, 2), B = (2, 3)
  @inlinable
  public func pairwise() -> Publishers.CompactMap<Publishers.Scan<Self, (Output?, Output?)>, (Output, Output)> {
    scan((nil, nil)) { ($0.1, $1) }.compactMap { before, now in
      if let before, let now { (before, now) } else { nil }
    }
  }
}

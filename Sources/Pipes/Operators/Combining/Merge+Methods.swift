// The forms of `merge` for three to eight publishers. Merging a merged publisher does not nest: the result has all
// publishers side by side.

extension Publisher {
  /// Sends the values of this publisher and two others as they arrive.
  @inlinable public func merge<P, Q>(with p: P, _ q: Q) -> Publishers.Merge3<Self, P, Q> { .init(self, p, q) }
  /// Sends the values of this publisher and three others as they arrive.
  @inlinable public func merge<P, Q, R>(with p: P, _ q: Q, _ r: R) -> Publishers.Merge4<Self, P, Q, R> {
    .init(self, p, q, r)
  }
  /// Sends the values of this publisher and four others as they arrive.
  @inlinable public func merge<P, Q, R, S>(with p: P, _ q: Q, _ r: R, _ s: S) -> Publishers.Merge5<Self, P, Q, R, S> {
    .init(self, p, q, r, s)
  }
  /// Sends the values of this publisher and five others as they arrive.
  @inlinable
  public func merge<P, Q, R, S, T>(with p: P, _ q: Q, _ r: R, _ s: S, _ t: T) -> Publishers.Merge6<Self, P, Q, R, S, T>
  {
    .init(self, p, q, r, s, t)
  }
  /// Sends the values of this publisher and six others as they arrive.
  @inlinable public func merge<P, Q, R, S, T, U>(with p: P, _ q: Q, _ r: R, _ s: S, _ t: T, _ u: U)
    -> Publishers.Merge7<Self, P, Q, R, S, T, U>
  {
    .init(self, p, q, r, s, t, u)
  }
  /// Sends the values of this publisher and seven others as they arrive.
  @inlinable public func merge<P, Q, R, S, T, U, V>(
    with p: P, _ q: Q, _ r: R, _ s: S, _ t: T, _ u: U, _ v: V
  ) -> Publishers.Merge8<Self, P, Q, R, S, T, U, V> {
    .init(self, p, q, r, s, t, u, v)
  }
}

extension Publishers.Merge {
  @inlinable public func merge<P>(with p: P) -> Publishers.Merge3<A, B, P> { .init(a, b, p) }
  @inlinable public func merge<P, Q>(with p: P, _ q: Q) -> Publishers.Merge4<A, B, P, Q> { .init(a, b, p, q) }
  @inlinable public func merge<P, Q, R>(with p: P, _ q: Q, _ r: R) -> Publishers.Merge5<A, B, P, Q, R> {
    .init(a, b, p, q, r)
  }
  @inlinable public func merge<P, Q, R, S>(with p: P, _ q: Q, _ r: R, _ s: S) -> Publishers.Merge6<A, B, P, Q, R, S> {
    .init(a, b, p, q, r, s)
  }
  @inlinable
  public func merge<P, Q, R, S, T>(with p: P, _ q: Q, _ r: R, _ s: S, _ t: T) -> Publishers.Merge7<A, B, P, Q, R, S, T>
  {
    .init(a, b, p, q, r, s, t)
  }
  @inlinable public func merge<P, Q, R, S, T, U>(with p: P, _ q: Q, _ r: R, _ s: S, _ t: T, _ u: U)
    -> Publishers.Merge8<A, B, P, Q, R, S, T, U>
  {
    .init(a, b, p, q, r, s, t, u)
  }
}
extension Publishers.Merge3 {
  @inlinable public func merge<P>(with p: P) -> Publishers.Merge4<A, B, C, P> { .init(a, b, c, p) }
  @inlinable public func merge<P, Q>(with p: P, _ q: Q) -> Publishers.Merge5<A, B, C, P, Q> { .init(a, b, c, p, q) }
  @inlinable public func merge<P, Q, R>(with p: P, _ q: Q, _ r: R) -> Publishers.Merge6<A, B, C, P, Q, R> {
    .init(a, b, c, p, q, r)
  }
  @inlinable
  public func merge<P, Q, R, S>(with p: P, _ q: Q, _ r: R, _ s: S) -> Publishers.Merge7<A, B, C, P, Q, R, S> {
    .init(a, b, c, p, q, r, s)
  }
  @inlinable public func merge<P, Q, R, S, T>(with p: P, _ q: Q, _ r: R, _ s: S, _ t: T)
    -> Publishers.Merge8<A, B, C, P, Q, R, S, T>
  {
    .init(a, b, c, p, q, r, s, t)
  }
}
extension Publishers.Merge4 {
  @inlinable public func merge<P>(with p: P) -> Publishers.Merge5<A, B, C, D, P> { .init(a, b, c, d, p) }
  @inlinable public func merge<P, Q>(with p: P, _ q: Q) -> Publishers.Merge6<A, B, C, D, P, Q> {
    .init(a, b, c, d, p, q)
  }
  @inlinable public func merge<P, Q, R>(with p: P, _ q: Q, _ r: R) -> Publishers.Merge7<A, B, C, D, P, Q, R> {
    .init(a, b, c, d, p, q, r)
  }
  @inlinable
  public func merge<P, Q, R, S>(with p: P, _ q: Q, _ r: R, _ s: S) -> Publishers.Merge8<A, B, C, D, P, Q, R, S> {
    .init(a, b, c, d, p, q, r, s)
  }
}
extension Publishers.Merge5 {
  @inlinable public func merge<P>(with p: P) -> Publishers.Merge6<A, B, C, D, E, P> { .init(a, b, c, d, e, p) }
  @inlinable public func merge<P, Q>(with p: P, _ q: Q) -> Publishers.Merge7<A, B, C, D, E, P, Q> {
    .init(a, b, c, d, e, p, q)
  }
  @inlinable public func merge<P, Q, R>(with p: P, _ q: Q, _ r: R) -> Publishers.Merge8<A, B, C, D, E, P, Q, R> {
    .init(a, b, c, d, e, p, q, r)
  }
}
extension Publishers.Merge6 {
  @inlinable public func merge<P>(with p: P) -> Publishers.Merge7<A, B, C, D, E, F, P> { .init(a, b, c, d, e, f, p) }
  @inlinable public func merge<P, Q>(with p: P, _ q: Q) -> Publishers.Merge8<A, B, C, D, E, F, P, Q> {
    .init(a, b, c, d, e, f, p, q)
  }
}
extension Publishers.Merge7 {
  @inlinable public func merge<P>(with p: P) -> Publishers.Merge8<A, B, C, D, E, F, G, P> {
    .init(a, b, c, d, e, f, g, p)
  }
}

// Three to eight publishers; `Merge.swift` says what they do. That all have the same values and the same failure follows from the types that
// are returned.

extension Publisher {
  /// Sends the values of this publisher and two others as they come.
  @inlinable public func merge<P, Q>(with p: P, _ q: Q) -> Publishers.Merge3<Self, P, Q> { .init(self, p, q) }
  /// Sends the values of this publisher and three others as they come.
  @inlinable public func merge<P, Q, R>(with p: P, _ q: Q, _ r: R) -> Publishers.Merge4<Self, P, Q, R> { .init(self, p, q, r) }
  /// Sends the values of this publisher and four others as they come.
  @inlinable
  public func merge<P, Q, R, S>(with p: P, _ q: Q, _ r: R, _ s: S) -> Publishers.Merge5<Self, P, Q, R, S> { .init(self, p, q, r, s) }
  /// Sends the values of this publisher and five others as they come.
  @inlinable
  public func merge<P, Q, R, S, T>(with p: P, _ q: Q, _ r: R, _ s: S, _ t: T) -> Publishers.Merge6<Self, P, Q, R, S, T> {
    .init(self, p, q, r, s, t)
  }
  /// Sends the values of this publisher and six others as they come.
  @inlinable
  public func merge<P, Q, R, S, T, U>(with p: P, _ q: Q, _ r: R, _ s: S, _ t: T, _ u: U) -> Publishers.Merge7<Self, P, Q, R, S, T, U> {
    .init(self, p, q, r, s, t, u)
  }
  /// Sends the values of this publisher and seven others as they come.
  @inlinable
  public func merge<P, Q, R, S, T, U, V>(
    with p: P, _ q: Q, _ r: R, _ s: S, _ t: T, _ u: U, _ v: V
  ) -> Publishers.Merge8<Self, P, Q, R, S, T, U, V> {
    .init(self, p, q, r, s, t, u, v)
  }
}

extension Publishers {
  /// A publisher of the values of three others, as they come.
  public struct Merge3<A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>>: Publisher {
    /// That of all.
    public typealias Output = A.Output
    /// That of all.
    public typealias Failure = A.Failure
    /// The publishers.
    public let a: A, b: B, c: C
    /// A publisher of the values of all.
    @inlinable public init(_ a: A, _ b: B, _ c: C) { (self.a, self.b, self.c) = (a, b, c) }
    @inlinable @inline(__always)
    public func receive<Target: Subscriber<Output, Failure>>(subscriber: Target) {
      let merger = Merger(subscriber)
      merger.gather {
        merger.join(a)
        merger.join(b)
        merger.join(c)
      }
    }
  }

  /// A publisher of the values of four others, as they come.
  public struct Merge4<
    A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>, D: Publisher<A.Output, A.Failure>
  >: Publisher {
    /// That of all.
    public typealias Output = A.Output
    /// That of all.
    public typealias Failure = A.Failure
    /// The publishers.
    public let a: A, b: B, c: C, d: D
    /// A publisher of the values of all.
    @inlinable public init(_ a: A, _ b: B, _ c: C, _ d: D) { (self.a, self.b, self.c, self.d) = (a, b, c, d) }
    @inlinable @inline(__always)
    public func receive<Target: Subscriber<Output, Failure>>(subscriber: Target) {
      let merger = Merger(subscriber)
      merger.gather {
        merger.join(a)
        merger.join(b)
        merger.join(c)
        merger.join(d)
      }
    }
  }

  /// A publisher of the values of five others, as they come.
  public struct Merge5<
    A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>, D: Publisher<A.Output, A.Failure>,
    E: Publisher<A.Output, A.Failure>
  >: Publisher {
    /// That of all.
    public typealias Output = A.Output
    /// That of all.
    public typealias Failure = A.Failure
    /// The publishers.
    public let a: A, b: B, c: C, d: D, e: E
    /// A publisher of the values of all.
    @inlinable public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E) { (self.a, self.b, self.c, self.d, self.e) = (a, b, c, d, e) }
    @inlinable @inline(__always)
    public func receive<Target: Subscriber<Output, Failure>>(subscriber: Target) {
      let merger = Merger(subscriber)
      merger.gather {
        merger.join(a)
        merger.join(b)
        merger.join(c)
        merger.join(d)
        merger.join(e)
      }
    }
  }

  /// A publisher of the values of six others, as they come.
  public struct Merge6<
    A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>, D: Publisher<A.Output, A.Failure>,
    E: Publisher<A.Output, A.Failure>, F: Publisher<A.Output, A.Failure>
  >: Publisher {
    /// That of all.
    public typealias Output = A.Output
    /// That of all.
    public typealias Failure = A.Failure
    /// The publishers.
    public let a: A, b: B, c: C, d: D, e: E, f: F
    /// A publisher of the values of all.
    @inlinable public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F) {
      (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
    }
    @inlinable @inline(__always)
    public func receive<Target: Subscriber<Output, Failure>>(subscriber: Target) {
      let merger = Merger(subscriber)
      merger.gather {
        merger.join(a)
        merger.join(b)
        merger.join(c)
        merger.join(d)
        merger.join(e)
        merger.join(f)
      }
    }
  }

  /// A publisher of the values of seven others, as they come.
  public struct Merge7<
    A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>, D: Publisher<A.Output, A.Failure>,
    E: Publisher<A.Output, A.Failure>, F: Publisher<A.Output, A.Failure>, G: Publisher<A.Output, A.Failure>
  >: Publisher {
    /// That of all.
    public typealias Output = A.Output
    /// That of all.
    public typealias Failure = A.Failure
    /// The publishers.
    public let a: A, b: B, c: C, d: D, e: E, f: F, g: G
    /// A publisher of the values of all.
    @inlinable public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G) {
      (self.a, self.b, self.c, self.d, self.e, self.f, self.g) = (a, b, c, d, e, f, g)
    }
    @inlinable @inline(__always)
    public func receive<Target: Subscriber<Output, Failure>>(subscriber: Target) {
      let merger = Merger(subscriber)
      merger.gather {
        merger.join(a)
        merger.join(b)
        merger.join(c)
        merger.join(d)
        merger.join(e)
        merger.join(f)
        merger.join(g)
      }
    }
  }

  /// A publisher of the values of eight others, as they come.
  public struct Merge8<
    A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>,
    D: Publisher<A.Output, A.Failure>, E: Publisher<A.Output, A.Failure>, F: Publisher<A.Output, A.Failure>,
    G: Publisher<A.Output, A.Failure>, H: Publisher<A.Output, A.Failure>
  >: Publisher {
    /// That of all.
    public typealias Output = A.Output
    /// That of all.
    public typealias Failure = A.Failure
    /// The publishers.
    public let a: A, b: B, c: C, d: D, e: E, f: F, g: G, h: H
    /// A publisher of the values of all.
    @inlinable public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H) {
      (self.a, self.b, self.c, self.d, self.e, self.f, self.g, self.h) = (a, b, c, d, e, f, g, h)
    }
    @inlinable @inline(__always)
    public func receive<Target: Subscriber<Output, Failure>>(subscriber: Target) {
      let merger = Merger(subscriber)
      merger.gather {
        merger.join(a)
        merger.join(b)
        merger.join(c)
        merger.join(d)
        merger.join(e)
        merger.join(f)
        merger.join(g)
        merger.join(h)
      }
    }
  }
}

extension Publishers.Merge {
  /// Adds a publisher.
  @inlinable public func merge<P>(with p: P) -> Publishers.Merge3<A, B, P> { .init(a, b, p) }
  /// Adds two publishers.
  @inlinable public func merge<P, Q>(with p: P, _ q: Q) -> Publishers.Merge4<A, B, P, Q> { .init(a, b, p, q) }
  /// Adds three publishers.
  @inlinable public func merge<P, Q, R>(with p: P, _ q: Q, _ r: R) -> Publishers.Merge5<A, B, P, Q, R> { .init(a, b, p, q, r) }
  /// Adds four publishers.
  @inlinable
  public func merge<P, Q, R, S>(with p: P, _ q: Q, _ r: R, _ s: S) -> Publishers.Merge6<A, B, P, Q, R, S> { .init(a, b, p, q, r, s) }
  /// Adds five publishers.
  @inlinable
  public func merge<P, Q, R, S, T>(with p: P, _ q: Q, _ r: R, _ s: S, _ t: T) -> Publishers.Merge7<A, B, P, Q, R, S, T> {
    .init(a, b, p, q, r, s, t)
  }
  /// Adds six publishers.
  @inlinable
  public func merge<P, Q, R, S, T, U>(with p: P, _ q: Q, _ r: R, _ s: S, _ t: T, _ u: U) -> Publishers.Merge8<A, B, P, Q, R, S, T, U> {
    .init(a, b, p, q, r, s, t, u)
  }
}
extension Publishers.Merge3 {
  /// Adds a publisher.
  @inlinable public func merge<P>(with p: P) -> Publishers.Merge4<A, B, C, P> { .init(a, b, c, p) }
  /// Adds two publishers.
  @inlinable public func merge<P, Q>(with p: P, _ q: Q) -> Publishers.Merge5<A, B, C, P, Q> { .init(a, b, c, p, q) }
  /// Adds three publishers.
  @inlinable public func merge<P, Q, R>(with p: P, _ q: Q, _ r: R) -> Publishers.Merge6<A, B, C, P, Q, R> { .init(a, b, c, p, q, r) }
  /// Adds four publishers.
  @inlinable
  public func merge<P, Q, R, S>(with p: P, _ q: Q, _ r: R, _ s: S) -> Publishers.Merge7<A, B, C, P, Q, R, S> { .init(a, b, c, p, q, r, s) }
  /// Adds five publishers.
  @inlinable
  public func merge<P, Q, R, S, T>(with p: P, _ q: Q, _ r: R, _ s: S, _ t: T) -> Publishers.Merge8<A, B, C, P, Q, R, S, T> {
    .init(a, b, c, p, q, r, s, t)
  }
}
extension Publishers.Merge4 {
  /// Adds a publisher.
  @inlinable public func merge<P>(with p: P) -> Publishers.Merge5<A, B, C, D, P> { .init(a, b, c, d, p) }
  /// Adds two publishers.
  @inlinable public func merge<P, Q>(with p: P, _ q: Q) -> Publishers.Merge6<A, B, C, D, P, Q> { .init(a, b, c, d, p, q) }
  /// Adds three publishers.
  @inlinable public func merge<P, Q, R>(with p: P, _ q: Q, _ r: R) -> Publishers.Merge7<A, B, C, D, P, Q, R> { .init(a, b, c, d, p, q, r) }
  /// Adds four publishers.
  @inlinable
  public func merge<P, Q, R, S>(with p: P, _ q: Q, _ r: R, _ s: S) -> Publishers.Merge8<A, B, C, D, P, Q, R, S> {
    .init(a, b, c, d, p, q, r, s)
  }
}
extension Publishers.Merge5 {
  /// Adds a publisher.
  @inlinable public func merge<P>(with p: P) -> Publishers.Merge6<A, B, C, D, E, P> { .init(a, b, c, d, e, p) }
  /// Adds two publishers.
  @inlinable public func merge<P, Q>(with p: P, _ q: Q) -> Publishers.Merge7<A, B, C, D, E, P, Q> { .init(a, b, c, d, e, p, q) }
  /// Adds three publishers.
  @inlinable
  public func merge<P, Q, R>(with p: P, _ q: Q, _ r: R) -> Publishers.Merge8<A, B, C, D, E, P, Q, R> { .init(a, b, c, d, e, p, q, r) }
}
extension Publishers.Merge6 {
  /// Adds a publisher.
  @inlinable public func merge<P>(with p: P) -> Publishers.Merge7<A, B, C, D, E, F, P> { .init(a, b, c, d, e, f, p) }
  /// Adds two publishers.
  @inlinable public func merge<P, Q>(with p: P, _ q: Q) -> Publishers.Merge8<A, B, C, D, E, F, P, Q> { .init(a, b, c, d, e, f, p, q) }
}
extension Publishers.Merge7 {
  /// Adds a publisher.
  @inlinable public func merge<P>(with p: P) -> Publishers.Merge8<A, B, C, D, E, F, G, P> { .init(a, b, c, d, e, f, g, p) }
}

extension Publishers.Merge3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
extension Publishers.Merge4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
extension Publishers.Merge5: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable {}
extension Publishers.Merge6: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable {}
extension Publishers.Merge7: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable {}
extension Publishers.Merge8: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable, H: Equatable {}

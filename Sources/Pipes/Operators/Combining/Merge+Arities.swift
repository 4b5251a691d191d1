// Three to eight publishers; `Merge.swift` says what they do. That all have the same values and the same failure follows from the types that
// are returned.

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

extension Publishers.Merge3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
extension Publishers.Merge4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
extension Publishers.Merge5: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable {}
extension Publishers.Merge6: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable {}
extension Publishers.Merge7: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable {}
extension Publishers.Merge8: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable, H: Equatable {}

// The forms for three to eight publishers of `Merge.swift`. The returned types require that all publishers have the
// same output and failure types.

extension Publishers {
  public struct Merge3<A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>>: Publisher {
    public typealias Output = A.Output
    public typealias Failure = A.Failure
    public let a: A, b: B, c: C
    @inlinable public init(_ a: A, _ b: B, _ c: C) {
      self.a = a
      self.b = b
      self.c = c
    }
    @inlinable @inline(__always) public func receive<Target: Subscriber<Output, Failure>>(subscriber: Target) {
      let merger = Merger(subscriber)
      merger.gather { merger.include(a).include(b).include(c) }
    }
  }

  public struct Merge4<
    A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>,
    D: Publisher<A.Output, A.Failure>
  >: Publisher {
    public typealias Output = A.Output
    public typealias Failure = A.Failure
    public let a: A, b: B, c: C, d: D
    @inlinable public init(_ a: A, _ b: B, _ c: C, _ d: D) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
    }
    @inlinable @inline(__always) public func receive<Target: Subscriber<Output, Failure>>(subscriber: Target) {
      let merger = Merger(subscriber)
      merger.gather { merger.include(a).include(b).include(c).include(d) }
    }
  }

  public struct Merge5<
    A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>,
    D: Publisher<A.Output, A.Failure>,
    E: Publisher<A.Output, A.Failure>
  >: Publisher {
    public typealias Output = A.Output
    public typealias Failure = A.Failure
    public let a: A, b: B, c: C, d: D, e: E
    @inlinable public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
    }
    @inlinable @inline(__always) public func receive<Target: Subscriber<Output, Failure>>(subscriber: Target) {
      let merger = Merger(subscriber)
      merger.gather { merger.include(a).include(b).include(c).include(d).include(e) }
    }
  }

  public struct Merge6<
    A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>,
    D: Publisher<A.Output, A.Failure>,
    E: Publisher<A.Output, A.Failure>, F: Publisher<A.Output, A.Failure>
  >: Publisher {
    public typealias Output = A.Output
    public typealias Failure = A.Failure
    public let a: A, b: B, c: C, d: D, e: E, f: F
    @inlinable public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
      self.f = f
    }
    @inlinable @inline(__always) public func receive<Target: Subscriber<Output, Failure>>(subscriber: Target) {
      let merger = Merger(subscriber)
      merger.gather { merger.include(a).include(b).include(c).include(d).include(e).include(f) }
    }
  }

  public struct Merge7<
    A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>,
    D: Publisher<A.Output, A.Failure>,
    E: Publisher<A.Output, A.Failure>, F: Publisher<A.Output, A.Failure>, G: Publisher<A.Output, A.Failure>
  >: Publisher {
    public typealias Output = A.Output
    public typealias Failure = A.Failure
    public let a: A, b: B, c: C, d: D, e: E, f: F, g: G
    @inlinable public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
      self.f = f
      self.g = g
    }
    @inlinable @inline(__always) public func receive<Target: Subscriber<Output, Failure>>(subscriber: Target) {
      let merger = Merger(subscriber)
      merger.gather { merger.include(a).include(b).include(c).include(d).include(e).include(f).include(g) }
    }
  }

  public struct Merge8<
    A: Publisher, B: Publisher<A.Output, A.Failure>, C: Publisher<A.Output, A.Failure>,
    D: Publisher<A.Output, A.Failure>, E: Publisher<A.Output, A.Failure>, F: Publisher<A.Output, A.Failure>,
    G: Publisher<A.Output, A.Failure>, H: Publisher<A.Output, A.Failure>
  >: Publisher {
    public typealias Output = A.Output
    public typealias Failure = A.Failure
    public let a: A, b: B, c: C, d: D, e: E, f: F, g: G, h: H
    @inlinable public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
      self.e = e
      self.f = f
      self.g = g
      self.h = h
    }
    @inlinable @inline(__always) public func receive<Target: Subscriber<Output, Failure>>(subscriber: Target) {
      let merger = Merger(subscriber)
      merger.gather { merger.include(a).include(b).include(c).include(d).include(e).include(f).include(g).include(h) }
    }
  }
}

extension Publishers.Merge3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
extension Publishers.Merge4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
extension Publishers.Merge5: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable {}
extension Publishers.Merge6: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable {}
extension Publishers.Merge7: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable {}
extension Publishers.Merge8: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable, G: Equatable, H: Equatable {}

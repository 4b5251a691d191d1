extension Publisher where Output: Equatable {
  /// Sends `true` and finishes as soon as the value comes; sends `false` if the stream finishes without it.
  ///
  ///     source       -1-2-3-|
  ///     contains(2)  ---(t|)   t = true
  @_disfavoredOverload @inlinable public func contains(_ output: Output) -> Publishers.Contains<Self> {
    .init(upstream: self, output: output)
  }
}
extension Publisher {
  /// Sends `true` and finishes as soon as the closure is true for a value; sends `false` if the stream finishes before.
  @_disfavoredOverload @inlinable public func contains(where predicate: @escaping (Output) -> Bool) -> Publishers.ContainsWhere<Self> {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher of whether a value is among others.
  public struct Contains<Upstream: Publisher>: Publisher where Upstream.Output: Equatable {
    /// Whether the value came.
    public typealias Output = Bool
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// The value to find.
    public let output: Upstream.Output
    /// A publisher of whether a value is among others.
    @inlinable public init(upstream: Upstream, output: Upstream.Output) { (self.upstream, self.output) = (upstream, output) }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Bool, Failure>>(subscriber: S) {
      let output = output
      upstream.subscribe(VerdictInner<Upstream.Output, S>(subscriber, "Contains", on: true) { $0 == output })
    }
  }

  /// A publisher of whether a closure is true for a value.
  public struct ContainsWhere<Upstream: Publisher>: Publisher {
    /// Whether such a value came.
    public typealias Output = Bool
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// Whether a value is the one to find.
    public let predicate: (Upstream.Output) -> Bool
    /// A publisher of whether a closure is true for a value.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      (self.upstream, self.predicate) = (upstream, predicate)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Bool, Failure>>(subscriber: S) {
      upstream.subscribe(VerdictInner<Upstream.Output, S>(subscriber, "ContainsWhere", on: true, predicate))
    }
  }
}

extension Publishers.Contains: Equatable where Upstream: Equatable {}

/// Answers `verdict` at the first value for which the predicate is that; the opposite at the end.
@usableFromInline struct VerdictInner<Input, Downstream: Subscriber>: Folding where Downstream.Input == Bool {
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let downstream: Downstream
  @usableFromInline let link: AnswerLink
  @usableFromInline let verdict: Bool
  @usableFromInline let predicate: (Input) -> Bool
  @inlinable init(_ downstream: Downstream, _ name: String, on verdict: Bool, _ predicate: @escaping (Input) -> Bool) {
    (self.downstream, self.verdict, self.predicate) = (downstream, verdict, predicate)
    link = AnswerLink(name)
  }
  @inlinable var answer: Bool? { !verdict }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    if link.isLive, predicate(input) == verdict { decide(verdict) }
    return .none
  }
}

extension Publisher where Output: Equatable {
  /// Sends `true` as soon as a given value arrives, or `false` when the upstream finishes without it.
  ///
  /// *Requests* unlimited values. *Drops* the values before it. *Finishes* right after the answer. *Cancels* the
  /// upstream when the value has arrived.
  ///
  /// *Use it* to know whether a certain value is sent. *See also* `first`, `allSatisfy`, `isEmpty`.
  ///
  ///     a: -1-2-3-|
  ///     > a.contains(2)
  ///     =  ---(b|)
  ///       b = true
  @_disfavoredOverload @inlinable public func contains(_ output: Output) -> Publishers.Contains<Self> {
    .init(upstream: self, output: output)
  }
}
extension Publisher {
  /// Sends `true` as soon as a condition is `true` for a value, or `false` when the upstream finishes.
  ///
  /// *Requests* unlimited values. *Drops* the values before it. *Finishes* right after the answer. *Cancels* the
  /// upstream when the value has arrived.
  ///
  /// *Use it* to know whether a condition is true for any value. *See also* `first`, `allSatisfy`. *In Rx:* `any`.
  ///
  ///     a: -1-2-3-|
  ///     > a.contains { $0 > 1 }
  ///     =  ---(b|)
  ///       b = true
  ///
  /// - Parameter predicate: The condition. It is not called again once it has returned true.
  @_disfavoredOverload @inlinable public func contains(where predicate: @escaping (Output) -> Bool)
    -> Publishers.ContainsWhere<Self>
  {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  public struct Contains<Upstream: Publisher>: Publisher where Upstream.Output: Equatable {
    /// Whether the value arrived.
    public typealias Output = Bool
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let output: Upstream.Output
    @inlinable public init(upstream: Upstream, output: Upstream.Output) {
      self.upstream = upstream
      self.output = output
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Bool, Failure>>(subscriber: S) {
      let output = output
      upstream.subscribe(VerdictInner<Upstream.Output, S>(subscriber, "Contains", on: true) { $0 == output })
    }
  }

  public struct ContainsWhere<Upstream: Publisher>: Publisher {
    /// Whether the condition was true for a value.
    public typealias Output = Bool
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let predicate: (Upstream.Output) -> Bool
    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Bool, Failure>>(subscriber: S) {
      upstream.subscribe(VerdictInner<Upstream.Output, S>(subscriber, "ContainsWhere", on: true, predicate))
    }
  }
}

extension Publishers.Contains: Equatable where Upstream: Equatable {}

/// Sends `verdict` at the first value for which the predicate returns it, or its opposite at the finish.
@usableFromInline struct VerdictInner<Input, Downstream: Subscriber>: Folding where Downstream.Input == Bool {
  @usableFromInline let downstream: Downstream
  @usableFromInline let link: Link.Answering
  @usableFromInline let verdict: Bool
  @usableFromInline let predicate: (Input) -> Bool
  @inlinable init(_ downstream: Downstream, _ name: String, on verdict: Bool, _ predicate: @escaping (Input) -> Bool) {
    self.downstream = downstream
    self.verdict = verdict
    self.predicate = predicate
    link = Link.Answering(name)
  }
  @inlinable var answer: Bool? { !verdict }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    if link.isLive, predicate(input) == verdict { decide(verdict) }
    return .none
  }
}

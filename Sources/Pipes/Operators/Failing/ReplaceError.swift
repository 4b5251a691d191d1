extension Publisher {
  /// Sends a value and finishes when this publisher fails. The value waits until it is asked for.
  ///
  ///     source                 -1-2-#
  ///     replaceError(with: 9)  -1-2-(9|)
  @_disfavoredOverload @inlinable public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
    .init(upstream: self, output: output)
  }
}

extension Publishers {
  /// A publisher that sends a value in place of a failure.
  public struct ReplaceError<Upstream: Publisher>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// It cannot fail.
    public typealias Failure = Never
    /// Where the values come from.
    public let upstream: Upstream
    /// What is sent in place of a failure.
    public let output: Output
    /// A publisher that sends a value in place of a failure.
    @inlinable public init(upstream: Upstream, output: Output) { (self.upstream, self.output) = (upstream, output) }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Never>>(subscriber: S) {
      let output = output
      upstream.subscribe(CatchInner<Upstream.Failure, Just<Output>, S>(subscriber, "ReplaceError") { _ in Just(output) })
    }
  }
}

extension Publishers.ReplaceError: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}

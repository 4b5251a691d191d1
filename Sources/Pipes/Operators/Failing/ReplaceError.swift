extension Publisher {
  /// Sends a given value in place of a failure, then finishes.
  ///
  /// *Finishes* when the upstream finishes, or after the value that replaces its failure. *Fails* never.
  ///
  /// *Use it* to have a value in place of a failure. *See also* `catch`, `ignoreFailure`, `replaceEmpty`. *In Rx:*
  /// `catchAndReturn`, `onErrorReturn`.
  ///
  ///     a: -1-#
  ///     > a.replaceError(with: 0)
  ///     =  -1-(0|)
  ///
  /// The value is sent only when it is requested.
  @_disfavoredOverload @inlinable public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
    .init(upstream: self, output: output)
  }
}

extension Publishers {
  public struct ReplaceError<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Never
    public let upstream: Upstream
    public let output: Output
    @inlinable public init(upstream: Upstream, output: Output) {
      self.upstream = upstream
      self.output = output
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Never>>(subscriber: S) {
      let output = output
      upstream.subscribe(
        SequentialSubscription.RecoveringSubscriber(subscriber, "ReplaceError") { (_: Upstream.Failure) in Just(output)
        })
    }
  }
}

extension Publishers.ReplaceError: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}

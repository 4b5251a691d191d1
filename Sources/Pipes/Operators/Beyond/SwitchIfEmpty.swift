extension Publisher {
  /// Subscribes to another publisher when the upstream finishes without a value.
  ///
  /// *Finishes* when the publisher that it follows finishes. *Fails* when the publisher that it follows fails.
  ///
  /// *Use it* to continue with another publisher where the upstream sent no value. *See also* `replaceEmpty`, `append`,
  /// `onErrorResumeNext`. *In Rx:* `ifEmpty`.
  ///
  ///     a: ---|
  ///     b: -1-2-|
  ///     > a.switchIfEmpty(b)
  ///     =  ----1-2-|
  ///
  /// - Parameter other: The publisher to continue with. It is subscribed to only if the upstream finishes without a
  ///   value.
  @inlinable public func switchIfEmpty<P: Publisher>(_ other: P) -> some Publisher<Output, Failure>
  where P.Output == Output, P.Failure == Failure {
    SwitchIfEmpty(upstream: self, next: other)
  }
}

@usableFromInline struct SwitchIfEmpty<Upstream: Publisher, Next: Publisher>: Publisher
where Next.Output == Upstream.Output, Next.Failure == Upstream.Failure {
  @usableFromInline typealias Output = Upstream.Output
  @usableFromInline typealias Failure = Upstream.Failure
  @usableFromInline let upstream: Upstream
  @usableFromInline let next: Next
  @inlinable init(upstream: Upstream, next: Next) {
    self.upstream = upstream
    self.next = next
  }
  @inlinable func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    upstream.subscribe(ReplaceEmptyInner(subscriber, "SwitchIfEmpty", refusesZero: false, next: next))
  }
}

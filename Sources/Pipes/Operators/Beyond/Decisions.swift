// Operators that answer a question about a whole stream.

extension Publisher {
  /// Sends `true` when the upstream finishes without a value, or `false` as soon as a value arrives.
  ///
  /// *Requests* unlimited values. *Finishes* right after the answer. *Cancels* the upstream after the first value.
  ///
  /// *Use it* to know whether there is any value. *See also* `contains`, `count`, `replaceEmpty`.
  ///
  ///     a: --1-|
  ///     > a.isEmpty()
  ///     =  --(b|)
  ///       b = false
  @inlinable public func isEmpty() -> Publishers.AllSatisfy<Self> { allSatisfy { _ in false } }
  /// Sends the only value when the upstream finishes; fails if there is none, or a second one.
  ///
  /// *Sends* the value when the upstream finishes. *Requests* unlimited values. *Keeps* the value. *Drops* all values
  /// if there is a second one. *Fails* when the upstream fails, when a second value comes, or when there is none.
  /// *Cancels* the upstream when a second value comes.
  ///
  /// *Use it* where exactly one value is right. *See also* `first`, `last`.
  ///
  ///     a: --1-|
  ///     > a.single()
  ///     =  ----(1|)
  ///
  /// The errors are of the type ``Publishers/SingleValueError``.
  @inlinable public func single() -> Publishers.Single<Self> { .init(upstream: self) }
}
extension Publisher where Output: Equatable {
  /// Sends whether two publishers send equal values in the same order.
  ///
  /// *Requests* from each publisher as many values as the downstream. *Keeps* values until their partners arrive.
  /// *Finishes* right after the answer. *Fails* when one of the publishers fails. *Cancels* both publishers when their
  /// values differ.
  ///
  /// *Use it* to compare two publishers value by value. *See also* `zip`.
  ///
  ///     a: -1-2-|
  ///     b: --1--2|
  ///     > a.sequenceEqual(b)
  ///     =  ------(c|)
  ///       c = true
  ///
  /// The instants of the values do not matter. Sends `false` as soon as two values differ, or one publisher has more
  /// values than the other.
  @inlinable public func sequenceEqual<P: Publisher>(_ other: P) -> some Publisher<Bool, Failure>
  where P.Output == Output, P.Failure == Failure {
    // Each finish becomes a `nil`, which differs from all values, so that lengths are compared, too.
    // The types are written out, because the compiler takes a tenth of a second to find them.
    let own = map { (value: Output) -> Output? in value }.append(Output?.none)
    let others = other.map { (value: Output) -> Output? in value }.append(Output?.none)
    return own.zip(others).allSatisfy { (left: Output?, right: Output?) -> Bool in left == right }
  }
}

extension Publishers {
  public struct Single<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error
    public let upstream: Upstream
    @inlinable public init(upstream: Upstream) { self.upstream = upstream }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(SingleInner<Upstream.Failure, S>(subscriber))
    }
  }

  /// The reasons why `single()` fails.
  public enum SingleValueError: Error, Hashable, Sendable {
    /// The upstream finished without a value.
    case noValue
    /// The upstream sent a second value.
    case severalValues
  }
}

extension Publishers.Single: Equatable where Upstream: Equatable {}

@usableFromInline final class SingleInner<Failure: Error, Downstream: Subscriber>: Folding
where Downstream.Failure == any Error {
  @usableFromInline let downstream: Downstream
  @usableFromInline let link = Link.Answering("Single")
  @exclusivity(unchecked) @usableFromInline var found = Kept<Input?>(nil)
  @inlinable init(_ downstream: Downstream) { self.downstream = downstream }

  @inlinable var answer: Input? { found.value }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.isLive else { return .none }
    if answer == nil {
      _ = found.replace(by: input)
    } else {
      attempt { throw Publishers.SingleValueError.severalValues }
    }
    return .none
  }
  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    guard link.complete() else { return }
    switch completion {
    case .finished where answer == nil: downstream.receive(completion: .failure(Publishers.SingleValueError.noValue))
    case .finished: deliver(answer)
    case .failure: downstream.receive(completion: completion.erased)
    }
  }
}

extension Publisher where Output: Equatable {
  /// Drops each value that equals the previous value.
  ///
  /// *Requests* as many values as the downstream, and one more for each value that it drops. *Keeps* the last value.
  /// *Drops* a value that equals the previous value.
  ///
  /// *Use it* to send only changes. *See also* `distinct`, `filter`, `debounce`. *In Rx:* `distinctUntilChanged`.
  ///
  ///     a: -1-1-2-2-1-|
  ///     > a.removeDuplicates()
  ///     =  -1---2---1-|
  ///
  /// Each value is compared with the previous value, whether or not that one was sent.
  @_disfavoredOverload @inlinable public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
    removeDuplicates(by: ==)
  }
}
extension Publisher {
  /// Drops each value that a closure finds equal to the previous value.
  ///
  /// *Requests* as many values as the downstream, and one more for each value that it drops. *Keeps* the last value.
  /// *Drops* a value that the closure finds equal to the previous value.
  ///
  /// *Use it* to send a value only when a part of it has changed. *See also* `distinct`, `filter`.
  ///
  ///     a: -1-3-4-6-7-|
  ///     > a.removeDuplicates { $0 % 2 == $1 % 2 }
  ///     =  -1---4---7-|
  ///
  /// - Parameter predicate: Receives the previous value and the current one. Returns true to drop the current one.
  @_disfavoredOverload @inlinable public func removeDuplicates(by predicate: @escaping (Output, Output) -> Bool)
    -> Publishers.RemoveDuplicates<Self>
  {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  public struct RemoveDuplicates<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let predicate: (Output, Output) -> Bool
    @inlinable public init(upstream: Upstream, predicate: @escaping (Output, Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(RemoveDuplicatesInner(subscriber, predicate))
    }
  }
}

@usableFromInline final class RemoveDuplicatesInner<Downstream: Subscriber>: Relay {
  @usableFromInline let downstream: Downstream
  @usableFromInline let predicate: (Input, Input) -> Bool
  @usableFromInline let link = Link("RemoveDuplicates", refusesZero: true)
  @exclusivity(unchecked) @usableFromInline var last = Kept<Input?>(nil)
  @inlinable init(_ downstream: Downstream, _ predicate: @escaping (Input, Input) -> Bool) {
    self.downstream = downstream
    self.predicate = predicate
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.takesValue else { return .none }
    let before = last.replace(by: input)
    defer { withExtendedLifetime(before) {} }  // released last: its `deinit` may send
    if let before, predicate(before, input) { return .max(1) }
    return downstream.receive(input)
  }
}

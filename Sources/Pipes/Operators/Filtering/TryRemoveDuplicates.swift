extension Publisher {
  /// Drops each value that a closure finds equal to the previous value; fails if the closure throws.
  ///
  /// *Requests* as many values as the downstream, and one more for each value that it drops. *Keeps* the last value.
  /// *Drops* a value that the closure finds equal to the previous value. *Fails* when the upstream fails or the closure
  /// throws. *Cancels* the upstream when the closure throws.
  ///
  /// *Use it* to send only changes, where comparing can throw. *See also* `removeDuplicates`.
  ///
  ///     a: -1-3-4-6-7-|
  ///     > a.tryRemoveDuplicates { $1 > 6 ? throw "big" : $0 % 2 == $1 % 2 }
  ///     =  -1---4---#
  ///       # = "big"
  ///
  /// - Parameter predicate: Receives the previous value and the current one. Returns true to drop the current one.
  @_disfavoredOverload @inlinable
  public func tryRemoveDuplicates(by predicate: @escaping (Output, Output) throws -> Bool)
    -> Publishers.TryRemoveDuplicates<Self>
  {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  public struct TryRemoveDuplicates<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error
    public let upstream: Upstream
    public let predicate: (Output, Output) throws -> Bool
    @inlinable public init(upstream: Upstream, predicate: @escaping (Output, Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(TryRemoveDuplicatesInner<Upstream.Failure, S>(subscriber, predicate))
    }
  }
}

@usableFromInline final class TryRemoveDuplicatesInner<Failure: Error, Downstream: Subscriber>: Relay
where Downstream.Failure == any Error {
  @usableFromInline let downstream: Downstream
  @usableFromInline let predicate: (Input, Input) throws -> Bool
  @usableFromInline let link = Link("TryRemoveDuplicates", refusesZero: true)
  @exclusivity(unchecked) @usableFromInline var last = Kept<Input?>(nil)
  @inlinable init(_ downstream: Downstream, _ predicate: @escaping (Input, Input) throws -> Bool) {
    self.downstream = downstream
    self.predicate = predicate
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.takesValue else { return .none }
    let before = last.replace(by: input)
    defer { withExtendedLifetime(before) {} }  // released last: its `deinit` may send
    guard let before else { return downstream.receive(input) }
    guard let repeats = attempt({ try predicate(before, input) }) else { return .none }
    return repeats ? .max(1) : downstream.receive(input)
  }
}

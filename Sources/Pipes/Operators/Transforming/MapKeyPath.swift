extension Publisher {
  /// Sends the value at a key path of each value.
  ///
  ///     word: -a-b-|
  ///       a = "ab"   b = "cde"
  ///     > word.map(\.count)
  ///     =     -2-3-|
  ///
  /// The compiler takes a key path that is written in the call for a closure, unless the type of the publisher is
  /// given. Otherwise it would try each closure without types as a key path, too, and could not type-check a chain of
  /// seven operators.
  @_disfavoredOverload @inlinable public func map<T>(_ keyPath: KeyPath<Output, T>) -> Publishers.MapKeyPath<Self, T> {
    .init(upstream: self, keyPath: keyPath)
  }
  /// Sends the values at two key paths of each value, as a tuple.
  @inlinable public func map<T0, T1>(_ keyPath0: KeyPath<Output, T0>, _ keyPath1: KeyPath<Output, T1>)
    -> Publishers.MapKeyPath2<Self, T0, T1>
  {
    .init(upstream: self, keyPath0: keyPath0, keyPath1: keyPath1)
  }
  /// Sends the values at three key paths of each value, as a tuple.
  @inlinable public func map<T0, T1, T2>(
    _ keyPath0: KeyPath<Output, T0>, _ keyPath1: KeyPath<Output, T1>, _ keyPath2: KeyPath<Output, T2>
  ) -> Publishers.MapKeyPath3<Self, T0, T1, T2> {
    .init(upstream: self, keyPath0: keyPath0, keyPath1: keyPath1, keyPath2: keyPath2)
  }
}

extension Publishers {
  public struct MapKeyPath<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let keyPath: KeyPath<Upstream.Output, Output>
    @usableFromInline init(upstream: Upstream, keyPath: KeyPath<Upstream.Output, Output>) {
      self.upstream = upstream
      self.keyPath = keyPath
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let path = keyPath
      upstream.subscribe(KeyPathInner<Upstream.Output, S>(subscriber, "ValueForKey") { $0[keyPath: path] })
    }
  }

  public struct MapKeyPath2<Upstream: Publisher, Output0, Output1>: Publisher {
    public typealias Output = (Output0, Output1)
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let keyPath0: KeyPath<Upstream.Output, Output0>
    public let keyPath1: KeyPath<Upstream.Output, Output1>
    @usableFromInline init(
      upstream: Upstream, keyPath0: KeyPath<Upstream.Output, Output0>, keyPath1: KeyPath<Upstream.Output, Output1>
    ) {
      self.upstream = upstream
      self.keyPath0 = keyPath0
      self.keyPath1 = keyPath1
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let (path0, path1) = (keyPath0, keyPath1)
      upstream.subscribe(
        KeyPathInner<Upstream.Output, S>(subscriber, "ValueForKeys") { ($0[keyPath: path0], $0[keyPath: path1]) })
    }
  }

  public struct MapKeyPath3<Upstream: Publisher, Output0, Output1, Output2>: Publisher {
    public typealias Output = (Output0, Output1, Output2)
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let keyPath0: KeyPath<Upstream.Output, Output0>
    public let keyPath1: KeyPath<Upstream.Output, Output1>
    public let keyPath2: KeyPath<Upstream.Output, Output2>
    @usableFromInline init(
      upstream: Upstream, keyPath0: KeyPath<Upstream.Output, Output0>, keyPath1: KeyPath<Upstream.Output, Output1>,
      keyPath2: KeyPath<Upstream.Output, Output2>
    ) {
      self.upstream = upstream
      self.keyPath0 = keyPath0
      self.keyPath1 = keyPath1
      self.keyPath2 = keyPath2
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let (path0, path1, path2) = (keyPath0, keyPath1, keyPath2)
      upstream.subscribe(
        KeyPathInner<Upstream.Output, S>(subscriber, "ValueForKeys") {
          ($0[keyPath: path0], $0[keyPath: path1], $0[keyPath: path2])
        })
    }
  }
}

@usableFromInline struct KeyPathInner<Input, Downstream: Subscriber>: Passing {
  @usableFromInline let downstream: Downstream
  @usableFromInline let description: String
  @usableFromInline let transform: (Input) -> Downstream.Input
  @inlinable init(_ downstream: Downstream, _ description: String, _ transform: @escaping (Input) -> Downstream.Input) {
    self.downstream = downstream
    self.description = description
    self.transform = transform
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    downstream.receive(transform(input))
  }
}

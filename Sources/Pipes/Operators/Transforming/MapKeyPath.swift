extension Publisher {
  /// Sends what lies at a key path of every value.
  ///
  ///     source          -ab-cde-|
  ///     map(\.count)    -2--3---|
  @inlinable public func map<T>(_ keyPath: KeyPath<Output, T>) -> Publishers.MapKeyPath<Self, T> {
    .init(upstream: self, keyPath: keyPath)
  }
  /// Sends what lies at two key paths of every value, as a tuple.
  @inlinable
  public func map<T0, T1>(_ keyPath0: KeyPath<Output, T0>, _ keyPath1: KeyPath<Output, T1>) -> Publishers.MapKeyPath2<Self, T0, T1> {
    .init(upstream: self, keyPath0: keyPath0, keyPath1: keyPath1)
  }
  /// Sends what lies at three key paths of every value, as a tuple.
  @inlinable
  public func map<T0, T1, T2>(
    _ keyPath0: KeyPath<Output, T0>, _ keyPath1: KeyPath<Output, T1>, _ keyPath2: KeyPath<Output, T2>
  ) -> Publishers.MapKeyPath3<Self, T0, T1, T2> {
    .init(upstream: self, keyPath0: keyPath0, keyPath1: keyPath1, keyPath2: keyPath2)
  }
}

extension Publishers {
  /// A publisher of what lies at a key path of every value.
  public struct MapKeyPath<Upstream: Publisher, Output>: Publisher {
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// What is taken of each.
    public let keyPath: KeyPath<Upstream.Output, Output>
    @usableFromInline init(upstream: Upstream, keyPath: KeyPath<Upstream.Output, Output>) {
      (self.upstream, self.keyPath) = (upstream, keyPath)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let path = keyPath
      upstream.subscribe(KeyPathInner<Upstream.Output, S>(subscriber, "ValueForKey") { $0[keyPath: path] })
    }
  }

  /// A publisher of what lies at two key paths of every value.
  public struct MapKeyPath2<Upstream: Publisher, Output0, Output1>: Publisher {
    /// One of each.
    public typealias Output = (Output0, Output1)
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// What is taken of each first.
    public let keyPath0: KeyPath<Upstream.Output, Output0>
    /// What is taken of each second.
    public let keyPath1: KeyPath<Upstream.Output, Output1>
    @usableFromInline init(upstream: Upstream, keyPath0: KeyPath<Upstream.Output, Output0>, keyPath1: KeyPath<Upstream.Output, Output1>) {
      (self.upstream, self.keyPath0, self.keyPath1) = (upstream, keyPath0, keyPath1)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let (path0, path1) = (keyPath0, keyPath1)
      upstream.subscribe(KeyPathInner<Upstream.Output, S>(subscriber, "ValueForKeys") { ($0[keyPath: path0], $0[keyPath: path1]) })
    }
  }

  /// A publisher of what lies at three key paths of every value.
  public struct MapKeyPath3<Upstream: Publisher, Output0, Output1, Output2>: Publisher {
    /// One of each.
    public typealias Output = (Output0, Output1, Output2)
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// What is taken of each first.
    public let keyPath0: KeyPath<Upstream.Output, Output0>
    /// What is taken of each second.
    public let keyPath1: KeyPath<Upstream.Output, Output1>
    /// What is taken of each third.
    public let keyPath2: KeyPath<Upstream.Output, Output2>
    @usableFromInline init(
      upstream: Upstream, keyPath0: KeyPath<Upstream.Output, Output0>, keyPath1: KeyPath<Upstream.Output, Output1>,
      keyPath2: KeyPath<Upstream.Output, Output2>
    ) {
      (self.upstream, self.keyPath0, self.keyPath1, self.keyPath2) = (upstream, keyPath0, keyPath1, keyPath2)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let (path0, path1, path2) = (keyPath0, keyPath1, keyPath2)
      upstream.subscribe(
        KeyPathInner<Upstream.Output, S>(subscriber, "ValueForKeys") { ($0[keyPath: path0], $0[keyPath: path1], $0[keyPath: path2]) })
    }
  }
}

@usableFromInline struct KeyPathInner<Input, Downstream: Subscriber>: Passing {
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let downstream: Downstream
  @usableFromInline let description: String
  @usableFromInline let transform: (Input) -> Downstream.Input
  @inlinable init(_ downstream: Downstream, _ description: String, _ transform: @escaping (Input) -> Downstream.Input) {
    (self.downstream, self.description, self.transform) = (downstream, description, transform)
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand { downstream.receive(transform(input)) }
}

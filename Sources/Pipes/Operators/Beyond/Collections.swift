// Any number of publishers of one type.

extension Collection where Element: Publisher {
  /// Sends the values of all publishers as they come. Finishes at once if there are none.
  ///
  ///     [a, b].merge()
  @inlinable public func merge() -> Publishers.MergeMany<Element> { .init(self) }
  /// Puts the first values of all publishers together into an array, then the second, and so on. Finishes at once if there are none.
  @inlinable public func zip() -> Publishers.ZipMany<Element> { .init(publishers: Array(self)) }
  /// Puts the latest values of all publishers together into an array, anew for every value of any, once each has one. Finishes at once if
  /// there are none.
  @inlinable public func combineLatest() -> Publishers.CombineLatestMany<Element> { .init(publishers: Array(self)) }
  /// Sends an array of the last value of each publisher when all have finished; just finishes as soon as one has finished without a value.
  @inlinable public func forkJoin() -> Publishers.ZipMany<Publishers.Last<Element>> { map { $0.last() }.zip() }
}

extension Publishers {
  /// A publisher of arrays of one value of each of several publishers.
  public struct ZipMany<Upstream: Publisher>: Publisher {
    /// A value of each, in their order.
    public typealias Output = [Upstream.Output]
    /// That of all.
    public typealias Failure = Upstream.Failure
    /// The publishers.
    public let publishers: [Upstream]
    /// A publisher of arrays of one value of each.
    @inlinable public init(publishers: [Upstream]) { self.publishers = publishers }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      if publishers.isEmpty { return Empty().receive(subscriber: subscriber) }
      let queues = publishers.map { _ in Queue<Upstream.Output>() }
      let fan = FanIn(subscriber, "ZipMany", of: publishers.count, zips: true) { fan in
        while fan.wants, !queues.contains(where: \.isEmpty) { fan.pass(queues.map { $0.pop() }) }
        if queues.contains(where: \.isSpent) { fan.finish() }
      }
      for (publisher, queue) in Swift.zip(publishers, queues) { fan.join(publisher, to: queue) }
    }
  }

  /// A publisher of arrays of the latest value of each of several publishers.
  public struct CombineLatestMany<Upstream: Publisher>: Publisher {
    /// A value of each, in their order.
    public typealias Output = [Upstream.Output]
    /// That of all.
    public typealias Failure = Upstream.Failure
    /// The publishers.
    public let publishers: [Upstream]
    /// A publisher of arrays of the latest value of each.
    @inlinable public init(publishers: [Upstream]) { self.publishers = publishers }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      if publishers.isEmpty { return Empty().receive(subscriber: subscriber) }
      let latest = Latest(publishers.count), slots = publishers.map { _ in Slot<Upstream.Output?>(nil) }
      let fan = FanIn(subscriber, "CombineLatestMany", of: publishers.count) { fan in
        if latest.takeFresh(), fan.wants, case let values = slots.compactMap(\.value), values.count == slots.count { fan.pass(values) }
        if latest.live == 0 { fan.end(.finished) }
      }
      for (publisher, slot) in Swift.zip(publishers, slots) { fan.join(publisher, to: slot, of: latest) }
    }
  }
}

extension Publishers.ZipMany: Equatable where Upstream: Equatable {}
extension Publishers.CombineLatestMany: Equatable where Upstream: Equatable {}

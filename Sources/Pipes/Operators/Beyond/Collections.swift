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
      let queues = publishers.map { _ in Queue<Upstream.Output>() }, row = QueueSummary(publishers.count)
      let fan = FanIn(subscriber, "ZipMany", of: publishers.count, zips: true) { fan in
        while fan.canSend, row.gaps == 0 {
          let values = queues.map { $0.pop() }
          row.gaps = queues.count { $0.isEmpty }
          fan.pass(values)
        }
        if row.isClosing, queues.contains(where: \.isSpent) { fan.complete() }
      }
      for (publisher, queue) in Swift.zip(publishers, queues) {
        let onValue = { (value: Upstream.Output) in
          if queue.isEmpty { row.gaps -= 1 }
          queue.push(value)
        }
        fan.join(publisher, onValue, finished: { (queue.isClosed, row.isClosing) = (true, true) })
      }
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
      let latest = Latest(publishers.count), row = LatestRow<Upstream.Output>(publishers.count)
      let fan = FanIn(subscriber, "CombineLatestMany", of: publishers.count) { fan in
        if latest.takeFresh(), fan.canSend { if row.missing == 0 { fan.pass(row.values) } else { fan.giveBack() } }
        if latest.live == 0 { fan.complete(.finished) }
      }
      for (index, publisher) in publishers.enumerated() {
        let onValue = { (value: Upstream.Output) in
          latest.isFresh = true
          row.set(value, at: index)
        }
        fan.join(publisher, onValue, finished: { latest.live -= 1 })
      }
    }
  }
}

/// What is known of the queues of a zip, so that they are not all looked at for every value. Guarded by a gate.
@usableFromInline final class QueueSummary {
  /// How many of them are empty.
  @exclusivity(unchecked) @usableFromInline var gaps: Int
  /// Whether any is closed.
  @exclusivity(unchecked) @usableFromInline var isClosing = false
  @inlinable init(_ gaps: Int) { self.gaps = gaps }
}

/// The latest value of each. Guarded by a gate.
@usableFromInline final class LatestRow<Element> {
  /// As long as some are missing.
  @exclusivity(unchecked) @usableFromInline var found: [Element?]
  /// From then on. Not copied for a value unless somebody keeps it.
  @exclusivity(unchecked) @usableFromInline var values: [Element] = []
  @exclusivity(unchecked) @usableFromInline var missing: Int
  @inlinable init(_ count: Int) { (found, missing) = (Array(repeating: nil, count: count), count) }
  @inlinable @inline(__always) func set(_ element: Element, at index: Int) {
    if missing > 0 { return find(element, at: index) }
    var old = element  // freed after the access
    swap(&values[index], &old)
  }
  @inlinable @inline(never) func find(_ element: Element, at index: Int) {
    if found[index] == nil { missing -= 1 }
    found[index] = element
    if missing == 0 { (values, found) = (found.map { $0! }, []) }
  }
}

extension Publishers.ZipMany: Equatable where Upstream: Equatable {}
extension Publishers.CombineLatestMany: Equatable where Upstream: Equatable {}

// Operators on any number of publishers of one type.

extension Collection where Element: Publisher {
  /// Sends the values of all publishers as they arrive. *Finishes* when all have finished, immediately if there are
  /// none.
  ///
  ///     [a, b].merge()
  @inlinable public func merge() -> Publishers.MergeMany<Element> { .init(self) }
  /// Sends an array of the first values of all publishers, then of their second values, and so on. *Finishes* as soon
  /// as no further array is possible, immediately if there are no publishers.
  @inlinable public func zip() -> Publishers.ZipMany<Element> { .init(publishers: Array(self)) }
  /// Sends an array of the latest values whenever a publisher sends a value, once each has sent one. *Finishes* when
  /// all have finished, immediately if there are none.
  @inlinable public func combineLatest() -> Publishers.CombineLatestMany<Element> { .init(publishers: Array(self)) }
  /// Sends an array of the last value of each publisher when all have finished. *Finishes* without an array as soon as
  /// one has finished without a value.
  @inlinable public func forkJoin() -> Publishers.ZipMany<Publishers.Last<Element>> {
    .init(publishers: map { $0.last() }, ofResults: true)
  }
}

extension Publishers {
  public struct ZipMany<Upstream: Publisher>: Publisher {
    /// One value of each publisher, in the order of the publishers.
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure
    public let publishers: [Upstream]
    @inlinable public init(publishers: [Upstream]) { self.init(publishers: publishers, ofResults: false) }
    @usableFromInline let ofResults: Bool
    @inlinable init(publishers: [Upstream], ofResults: Bool) {
      self.publishers = publishers
      self.ofResults = ofResults
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      if publishers.isEmpty { return Empty().receive(subscriber: subscriber) }
      let queues = publishers.map { _ in Queue<Upstream.Output>() }, row = QueueSummary(publishers.count)
      let empty = { withExtendedLifetime(queues.map { $0.takeAll() }) {} }
      let fan = FanIn(subscriber, "ZipMany", of: publishers.count, inStep: true, empty: empty) { fan in
        while row.gaps == 0, fan.mayPass {
          let values = queues.map { $0.pop() }
          row.gaps = 0
          for queue in queues where queue.isEmpty { row.count(queue) }
          fan.pass(values)
        }
        if row.isSpent { fan.complete() }
      }
      if ofResults { fan.askAhead() }
      for (publisher, queue) in Swift.zip(publishers, queues) {
        let onValue = { (value: Upstream.Output) in
          if queue.isEmpty { row.gaps -= 1 }
          queue.push(value)
        }
        let onFinish = {
          queue.close()
          if queue.isEmpty { row.isSpent = true }
        }
        fan.join(publisher, onValue, finished: onFinish)
      }
    }
  }

  public struct CombineLatestMany<Upstream: Publisher>: Publisher {
    /// One value of each publisher, in the order of the publishers.
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure
    public let publishers: [Upstream]
    @inlinable public init(publishers: [Upstream]) { self.publishers = publishers }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      if publishers.isEmpty { return Empty().receive(subscriber: subscriber) }
      let latest = Latest(publishers.count), row = LatestValues<Upstream.Output>(publishers.count)
      let fan = FanIn(subscriber, "CombineLatestMany", of: publishers.count, empty: row.empty) { fan in
        fan.sendLatest(latest) { row.values.value }
      }
      for (index, publisher) in publishers.enumerated() {
        let onValue = { (value: Upstream.Output) in
          latest.isFresh = true
          row.set(value, at: index, latest)
        }
        fan.join(publisher, onValue, finished: { latest.live -= 1 })
      }
    }
  }
}

/// A summary of the queues of `zip()`, so that neither a value nor a finish causes a search through all queues. Guarded
/// by the gate.
@usableFromInline final class QueueSummary {
  /// The number of empty queues.
  @exclusivity(unchecked) @usableFromInline var gaps: Int
  /// Whether any queue is spent, so that no further array is possible.
  @exclusivity(unchecked) @usableFromInline var isSpent = false
  @inlinable init(_ gaps: Int) { self.gaps = gaps }
  /// Counts a queue that its last value has left.
  @inlinable @inline(__always) func count<Element>(_ queue: Queue<Element>) {
    gaps += 1
    if queue.isClosed { isSpent = true }
  }
}

/// The latest value of each publisher. Guarded by the gate.
@usableFromInline final class LatestValues<Element> {
  /// The values so far; used until each publisher has sent one.
  @exclusivity(unchecked) @usableFromInline var found: Kept<[Element?]>
  /// All latest values, from then on. Copied for a value only if a subscriber keeps the array.
  @exclusivity(unchecked) @usableFromInline var values = Kept<[Element]>([])
  @inlinable init(_ count: Int) { found = Kept(Array(repeating: nil, count: count)) }
  @inlinable @inline(__always) func set(_ element: Element, at index: Int, _ latest: Latest) {
    if latest.missing > 0 { return find(element, at: index, latest) }
    _ = values.replace(at: index, by: element)
  }
  @usableFromInline func empty() {
    let old = (found.replace(by: []), values.replace(by: []))
    withExtendedLifetime(old) {}  // released last: a `deinit` may send
  }
  @inlinable @inline(never) func find(_ element: Element, at index: Int, _ latest: Latest) {
    let old = found.replace(at: index, by: element)
    if old == nil { latest.missing -= 1 }
    if latest.missing == 0 { _ = values.replace(by: found.replace(by: []).map { $0! }) }
  }
}

extension Publishers.ZipMany: Equatable where Upstream: Equatable {}
extension Publishers.CombineLatestMany: Equatable where Upstream: Equatable {}

// How upstreams of any number and type join a delivery. Each upstream has a `Link`; its subscriber passes the events to
// the owner, together with the link.

extension Link {
  /// The upstreams of a delivery, which are cancelled when the delivery is over.
  @usableFromInline struct Upstreams {
    var isClosed = false
    /// Whether one upstream has been selected, so that no more may join.
    var isNarrow = false
    @usableFromInline var links: ContiguousArray<Link?> = []
    /// The indices of `links` that are free again.
    var free: ContiguousArray<Int> = []
    /// The main upstream: its values create the others, or its values are the ones that are sent.
    @usableFromInline var source: Link?

    mutating func add(_ link: Link, _ isSource: Bool) -> Bool {
      if isClosed || isNarrow { return false }
      if isSource {
        source = link
      } else if let place = free.popLast() {
        link.place = place
        links[place] = link
      } else {
        link.place = links.count
        links.append(link)
      }
      return true
    }
    @discardableResult mutating func remove(_ link: Link) -> Bool {
      guard !isClosed, link.place >= 0 else { return false }
      links[link.place] = nil
      free.append(link.place)
      link.place = -1
      return true
    }
    /// Keeps one upstream and accepts no more. Returns the others, which the caller cancels.
    mutating func narrow(to link: Link) -> [Link] {
      guard !isClosed else { return [] }
      isNarrow = true
      var others: [Link] = []
      for case let other? in links where other !== link {
        remove(other)
        others.append(other)
      }
      return others
    }
    /// Whether there is no upstream, apart from the source.
    var isEmpty: Bool { links.count == free.count }
  }
}

extension Delivery {
  /// Adds an upstream. Returns false if no more upstreams are accepted: the link is cancelled then, and cancels a
  /// subscription that arrives through it. The source is cancelled after the others.
  @usableFromInline @discardableResult final func add(_ link: Link, isSource: Bool = false) -> Bool {
    let isAccepted = upstreams.with { $0.add(link, isSource) }
    if !isAccepted { _ = link.cancelOnce() }
    return isAccepted
  }
  /// Removes an upstream that has completed, or that is about to be cancelled. Returns false if it was removed before.
  @usableFromInline @discardableResult final func remove(_ link: Link) -> Bool { upstreams.with { $0.remove(link) } }
  /// Called inside the gate: removes and cancels an upstream.
  @usableFromInline final func cancel(_ link: Link) {
    remove(link)
    _ = link.cancelOnce()
  }
  @usableFromInline final func isSource(_ link: Link) -> Bool { upstreams.with { $0.source === link } }
}

/// The owner of upstreams that are all of one type.
@usableFromInline protocol InnerOwner: AnyObject {
  associatedtype Value
  associatedtype Fault: Error
  func upstreamAttached(_ link: Link)
  func take(_ value: Value, from link: Link) -> Subscribers.Demand
  func innerCompleted(_ link: Link, _ completion: Subscribers.Completion<Fault>)
}

extension Delivery {
  /// The subscriber of one of several upstreams. Its closures are created where the types are known, so the compiler
  /// specializes them for the whole chain downstream.
  @usableFromInline final class UpstreamSubscriber<Input, Failure: Error>: EngineSubscriber {
    @usableFromInline let link: Link
    @usableFromInline let owner: Delivery<Downstream>
    /// Whether an upstream is still requested from and cancelled after its completion: contract CO-03.
    @usableFromInline let keepsCompleted: Bool
    /// Whether events that come before the subscription are accepted.
    @usableFromInline let takesEarly: Bool
    /// Called for each value, but not after the completion of the upstream or its cancel.
    @usableFromInline let onValue: (Input) -> Subscribers.Demand
    @usableFromInline let onCompletion: (Subscribers.Completion<Failure>) -> Void
    @inlinable
    init(
      _ link: Link, of owner: Delivery<Downstream>, keepsCompleted: Bool = false, takesEarly: Bool = false,
      onValue: @escaping (Input) -> Subscribers.Demand,
      onCompletion: @escaping (Subscribers.Completion<Failure>) -> Void
    ) {
      self.link = link
      self.owner = owner
      self.onValue = onValue
      self.onCompletion = onCompletion
      self.keepsCompleted = keepsCompleted
      self.takesEarly = takesEarly
    }
    @inlinable @inline(__always) var listens: Bool { link.isLive || takesEarly && !link.isOver }
    @inlinable var description: String { link.description }
    @inlinable @inline(__always) func receive(subscription: any Subscription) {
      guard link.attach(subscription) else { return }
      link.catchUp()
      owner.upstreamAttached(link)
    }
    @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand { listens ? onValue(input) : .none }
    @inlinable @inline(__always) func receive(completion: Subscribers.Completion<Failure>) {
      // A completion before the subscription is accepted, or the downstream would wait for ever.
      if link.isOver { return }
      if keepsCompleted { link.completeAttached() } else { _ = link.completeUnsubscribed() }
      onCompletion(completion)
    }
  }

  /// The subscriber of one of many upstreams. It is small because there may be one for every value.
  @usableFromInline struct InnerSubscriber<Owner: InnerOwner>: EngineSubscriber {
    @usableFromInline typealias Input = Owner.Value
    @usableFromInline typealias Failure = Owner.Fault
    @usableFromInline let link: Link
    @usableFromInline let owner: Owner
    @inlinable init(_ link: Link, of owner: Owner) {
      self.link = link
      self.owner = owner
    }
    @inlinable var combineIdentifier: CombineIdentifier { link.combineIdentifier }
    @inlinable var description: String { link.description }
    @inlinable @inline(__always) func receive(subscription: any Subscription) {
      if link.attach(subscription) { owner.upstreamAttached(link) }
    }
    @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
      link.isLive ? owner.take(input, from: link) : .none
    }
    @inlinable @inline(__always) func receive(completion: Subscribers.Completion<Failure>) {
      if link.completeUnsubscribed() { owner.innerCompleted(link, completion) }
    }
  }
}

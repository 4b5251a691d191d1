extension Swift.Sequence {
  /// A publisher of the elements, in order, then the finish.
  @inlinable public var publisher: Publishers.Sequence<Self, Never> { .init(sequence: self) }
}

extension Publishers {
  /// A publisher of the elements of a sequence: as many as were requested, inside the request, and the finish right after the last.
  public struct Sequence<Elements: Swift.Sequence, Failure: Error>: Publisher {
    /// The element of the sequence.
    public typealias Output = Elements.Element
    /// The sequence. It is iterated again for each subscriber.
    public let sequence: Elements
    /// A publisher of the elements of this sequence.
    @inlinable public init(sequence: Elements) { self.sequence = sequence }

    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let elements = sequence
      replay(to: subscriber, named: { String(describing: elements) }, then: .finished)
    }
    @inlinable @inline(__always)
    func replay<S: Subscriber<Output, Failure>>(
      to subscriber: S, named name: @escaping () -> String, then completion: Subscribers.Completion<Failure>
    ) {
      let cursor = Cursor(sequence.makeIterator())
      guard cursor.next != nil else { return subscriber.complete(completion) }
      subscriber.receive(
        subscription: OriginSubscription(name, refusesZero: false) { subscription in
          var (iterator, next) = cursor.take()
          while let value = next {
            guard subscription.isOpen else { return }
            next = iterator.next()
            let more = subscriber.receive(value)
            if next != nil, !subscription.isUnlimited {
              cursor.put(iterator, next)  // before the role is given up: the next drainer may start at once
              guard subscription.account(more) else { return }
              (iterator, next) = cursor.take()
            }
          }
          if subscription.dispose() { subscriber.receive(completion: completion) }
        })
    }

    /// The iterator and its look-ahead between two drains; only the elected drainer touches them.
    @usableFromInline final class Cursor {
      @exclusivity(unchecked) @usableFromInline var iterator: Elements.Iterator?
      @exclusivity(unchecked) @usableFromInline var next: Output?
      @inlinable init(_ start: Elements.Iterator) {
        var start = start
        next = start.next()
        iterator = start
      }
      @inlinable @inline(__always) func take() -> (Elements.Iterator, Output?) {
        let taken = (iterator!, next)
        (iterator, next) = (nil, nil)
        return taken
      }
      @inlinable @inline(__always) func put(_ iterator: Elements.Iterator, _ next: Output?) {
        (self.iterator, self.next) = (iterator, next)
      }
    }
  }
}

extension Publishers.Sequence: Equatable where Elements: Equatable {}
extension Publishers.Sequence: Sendable where Elements: Sendable {}

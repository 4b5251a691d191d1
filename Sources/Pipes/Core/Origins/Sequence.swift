extension Swift.Sequence {
  /// A publisher that sends the elements in order, then finishes.
  @inlinable public var publisher: Publishers.Sequence<Self, Never> { .init(sequence: self) }
}

extension Publishers {
  /// A publisher that sends the elements of a sequence, then finishes.
  ///
  /// Each request sends as many elements as it asks for, inside the call; the finish follows directly after the last
  /// element. Operators on it that need no time are computed when they are called: their closures run inside that call,
  /// not at the subscription.
  public struct Sequence<Elements: Swift.Sequence, Failure: Error>: Publisher {
    public typealias Output = Elements.Element
    /// The sequence. Each subscriber iterates it from the start.
    public let sequence: Elements
    /// Creates a publisher of the elements of a sequence.
    @inlinable public init(sequence: Elements) { self.sequence = sequence }

    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let elements = sequence
      replay(to: subscriber, named: { String(describing: elements) }, then: .finished)
    }
    @inlinable @inline(__always) package func replay<S: Subscriber<Output, Failure>>(
      to subscriber: S, named name: @escaping () -> String, then completion: Subscribers.Completion<Failure>
    ) {
      let cursor = Cursor(sequence.makeIterator())
      guard cursor.next.value != nil else { return subscriber.complete(completion) }
      subscriber.receive(
        subscription: OriginSubscription(name, refusesZero: false) { subscription in
          var (iterator, next) = cursor.take(), isCounted = true
          while let value = next {
            guard subscription.isOpen else { return }
            next = iterator.next()
            let more = subscriber.receive(value)
            if isCounted, next != nil {
              if subscription.isUnlimited {
                isCounted = false
                continue
              }
              cursor.put(iterator, next)  // before this drainer gives up its role: the next drainer may start at once
              guard subscription.account(more) else { return }
              (iterator, next) = cursor.take()
            }
          }
          if subscription.dispose() { subscriber.receive(completion: completion) }
        })
    }

    /// The iterator and the element after the current one, between two drains. Only the elected drainer uses them.
    @usableFromInline package final class Cursor {
      @exclusivity(unchecked) @usableFromInline var iterator: Kept<Elements.Iterator?>
      @exclusivity(unchecked) @usableFromInline var next: Kept<Output?>
      @inlinable package init(_ start: Elements.Iterator) {
        var start = start
        next = Kept(start.next())
        iterator = Kept(start)
      }
      @inlinable @inline(__always) package func take() -> (Elements.Iterator, Output?) {
        (iterator.take()!, next.take())
      }
      @inlinable @inline(__always) package func put(_ iterator: Elements.Iterator, _ next: Output?) {
        _ = self.iterator.replace(by: iterator)
        _ = self.next.replace(by: next)
      }
    }
  }
}

extension Publishers.Sequence: Equatable where Elements: Equatable {}
extension Publishers.Sequence: Sendable where Elements: Sendable {}

extension Publishers.Sequence: SendingOnRequest {}

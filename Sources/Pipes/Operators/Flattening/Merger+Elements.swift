// The elements of an array or of a range of integers, as an inner publisher. No user code computes them, so nothing can
// wait between two of them: the gate is left after an element only if something waits for it.

extension Merger {
  /// Sends all elements of an inner publisher if it is an array or a range of integers. With unlimited demand no
  /// subscription is needed. Returns `false` if one is needed, or if another thread is inside the gate.
  @inlinable @inline(__always) func passElements<P: Publisher>(of upstream: P) -> Bool {
    #if hasFeature(Embedded)
      return false
    #else
      // The compiler decides this in each specialized chain.
      if P.self == Publishers.Sequence<[Downstream.Input], P.Failure>.self {
        return pass(unsafeBitCast(upstream, to: Publishers.Sequence<[Downstream.Input], P.Failure>.self).sequence) {
          $0
        }
      }
      guard Downstream.Input.self == Int.self else { return false }
      if P.self == Publishers.Sequence<Range<Int>, P.Failure>.self {
        return pass(unsafeBitCast(upstream, to: Publishers.Sequence<Range<Int>, P.Failure>.self).sequence) {
          unsafeBitCast($0, to: Downstream.Input.self)
        }
      }
      if P.self == Publishers.Sequence<ClosedRange<Int>, P.Failure>.self {
        return pass(unsafeBitCast(upstream, to: Publishers.Sequence<ClosedRange<Int>, P.Failure>.self).sequence) {
          unsafeBitCast($0, to: Downstream.Input.self)
        }
      }
      return false
    #endif
  }
  /// Enters the gate once for as many elements as possible. After each element it looks whether another thread has
  /// queued something, or a request is to be made outside of the gate: then it leaves the gate, which does both, and
  /// goes on as a newcomer.
  @inlinable @inline(__always)
  func pass<Elements: Swift.Sequence>(_ elements: Elements, _ value: (Elements.Element) -> Downstream.Input) -> Bool {
    guard let first = gate.enterAgain() else { return false }
    guard isUnlimited, !isOver, RunHook.allowsSubscription else {
      gate.leave(first)
      return false
    }
    unfinished += 1  // the finish comes after the last element, also if the outer publisher finishes meanwhile
    var pass: Gate.Pass? = first
    for element in elements {
      if isOver { break }
      if pass == nil { pass = gate.enterAgain() }
      guard let inside = pass else {
        passLater(value(element))
        continue
      }
      _ = deliver(value(element))
      if gate.isAwaited {
        gate.leave(inside)
        pass = nil
      }
    }
    if let pass {
      finishOne()
      gate.leave(pass)
    } else {
      gate.run(self, ()) { merger, _ in merger.finishOne() }
    }
    requestNext()
    return true
  }
  /// Queues an element behind the actions of other threads, or sends it if the gate is free again.
  @inlinable @inline(never) func passLater(_ value: Downstream.Input) {
    gate.run(self, value) { merger, value in
      if !merger.isOver { _ = merger.deliver(value) }
    }
  }
  /// Called inside the gate: an inner publisher without a link has finished.
  @usableFromInline func finishOne() {
    unfinished -= 1
    completeIfDone()
  }
}

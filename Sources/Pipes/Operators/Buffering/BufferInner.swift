@usableFromInline
final class BufferInner<Downstream: Subscriber>: Delivery<Downstream>, EngineSubscriber, @unchecked Sendable {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let link = Link("Buffer")
  @usableFromInline let size: Int
  @usableFromInline let keepsFull: Bool
  /// Whether the finish waits for a request also when no value does.
  @usableFromInline let keepsFinish: Bool
  // Guarded by the gate:
  @usableFromInline let kept = Queue<Input>()
  /// The completion, which waits until all kept values have been sent.
  @exclusivity(unchecked) @usableFromInline var ending = Kept<Subscribers.Completion<Failure>?>(nil)
  /// Whether the completion is the error of an overflow, which waits for demand that comes after it.
  @exclusivity(unchecked) @usableFromInline var isOverflow = false
  @exclusivity(unchecked) @usableFromInline var whenFull: Kept<Publishers.BufferingStrategy<Failure>>
  @exclusivity(unchecked) @usableFromInline var depth = 0
  /// With `.keepFull`, the number of values that `drain` has sent and has not requested others for. It is -1 when the
  /// place of the value that is sent next has been given away. The size is the sum of kept values, unanswered requests,
  /// values inside `take`, and this.
  @exclusivity(unchecked) @usableFromInline var vacant = 0
  /// Whether `drain` is requesting a value. The answer sends what waits before it.
  @exclusivity(unchecked) @usableFromInline var isAsking = false
  @exclusivity(unchecked) var hasSubscription = false

  /// ``drain()``, specialized: requests arrive through code that is not generic over the types.
  @usableFromInline let drainAll: (BufferInner) -> Void

  @inlinable @inline(__always) init(
    _ downstream: Downstream, _ size: Int, _ prefetch: Publishers.PrefetchStrategy,
    _ whenFull: Publishers.BufferingStrategy<Failure>, keepsFinish: Bool = true
  ) {
    self.size = size
    keepsFull = prefetch == .keepFull
    self.keepsFinish = keepsFinish
    self.whenFull = Kept(whenFull)
    drainAll = { $0.drain() }
    super.init(downstream, "Buffer", refusesZero: false)
  }

  /// Requests values from the upstream before the downstream has its subscription, but does not complete it before.
  @usableFromInline func receive(subscription: any Subscription) {
    guard link.attach(subscription) else { return }
    add(link)
    link.request(keepsFull ? .max(size) : .unlimited)
    sendSubscription()
    gate.run { [self] in
      hasSubscription = true
      endIfDue()
    }
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.isLive else { return .none }
    return gate.take(self, input, from: link) { buffer, input, _ in buffer.take(input) }
  }
  @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
    guard link.isLive else { return }
    link.completeAttached()  // until all values are delivered, it can be requested from and cancelled
    gate.run { [self] in
      _ = ending.replace(by: completion)
      endIfDue()
    }
  }
  /// Called inside the gate. Returns the demand that replaces the value that was sent.
  @inlinable @inline(__always) func take(_ input: Input) -> Subscribers.Demand {
    guard canSend, kept.isEmpty, !isAsking else {
      keep(input)
      return .none
    }
    depth += 1
    send(input)
    depth -= 1
    if depth == 0, !kept.isEmpty || ending.value != nil {
      vacant += 1
      drain()
      return .none
    }
    return keepsFull ? .max(1) : .none
  }
  @inlinable @inline(never) func keep(_ input: Input) {
    if isOver || isOverflow { return }
    if kept.count < (vacant < 0 ? size + 1 : size) {
      kept.push(input)
      if isAsking { drain() }
      return
    }
    switch whenFull.value {
    case .dropNewest: break
    case .dropOldest:
      guard !kept.isEmpty else { break }
      let old = kept.pop()
      kept.push(input)
      withExtendedLifetime(old) {}  // released last: its `deinit` may send
    case .customError(let error):
      _ = link.cancelOnce()
      if isOver { break }
      let failure = error()
      if isOver { break }
      isOverflow = true
      _ = ending.replace(by: .failure(failure))
    }
  }
  @usableFromInline override func demandRaised(by more: Subscribers.Demand) -> Link? {
    if depth == 0 { drainAll(self) }
    return nil
  }
  /// Called inside the gate, not re-entrantly: sends kept values as far as there is demand, and requests others.
  ///
  /// Before a delivery the upstream has an unanswered request, so that a value that is sent from inside it finds demand
  /// (contract G6): if it has answered all, one value is requested first. An upstream that answers at once does so by a
  /// call of `take`, which sends what waits and then the answer; the others are requested after the release of the gate,
  /// and sent directly. So such an upstream does not keep the buffer full, which costs three times as much for each
  /// value. Inside of an answer nothing but the size is requested, and what comes at once is kept: no recursion.
  @inlinable @inline(never) func drain() {
    let isAnswer = isAsking
    isAsking = false
    while canSend {
      isOverflow = false  // its error follows what is served now
      if kept.isEmpty { break }
      if keepsFull, vacant >= 0, kept.count + vacant >= size {
        vacant -= 1
        isAsking = !isAnswer
        link.request(.max(1))
        isAsking = false
        continue
      }
      let value = kept.pop()
      vacant += 1
      depth += 1
      send(value)
      depth -= 1
    }
    isAsking = isAnswer
    if keepsFull, vacant > 0, !isOver { gate.request(.max(vacant), from: link) }
    vacant = 0
    endIfDue()
  }
  /// Called inside the gate: completes the downstream if a completion is due.
  @inlinable @inline(__always) func endIfDue() { if ending.value != nil { tryToEnd() } }
  @usableFromInline func tryToEnd() {
    guard let ending = ending.value, hasSubscription, !isOverflow else { return }
    let isDue =
      if case .failure = ending { kept.isEmpty || demand == .none } else {
        kept.isEmpty && (demand > .none || !keepsFinish)
      }
    guard isDue else { return }
    remove(link)
    complete(ending)
  }
  @usableFromInline override func dispose() {
    let old = (kept.takeAll(), ending.take(), whenFull.replace(by: .dropNewest))
    withExtendedLifetime(old) {}  // released last: a `deinit` may send
  }
}

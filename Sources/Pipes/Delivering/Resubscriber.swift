/// Subscribes to one upstream again and again. A closure decides how to continue after each completion.
@usableFromInline
final class Resubscriber<Upstream: Publisher, Downstream: Subscriber<Upstream.Output, Upstream.Failure>>: Delivery<
  Downstream
>,
@unchecked Sendable
{
  @usableFromInline typealias Ending = Subscribers.Completion<Upstream.Failure>
  @usableFromInline let upstream: Upstream
  /// Called inside the gate with each completion. It completes the downstream, attempts again, or waits.
  @usableFromInline let answer: (Resubscriber, Ending) -> Void
  @usableFromInline let trampoline = Trampoline()
  /// Whether the number of failures is counted anew after a value.
  @usableFromInline let resetsOnValue: Bool
  // Guarded by the gate:
  /// Whether the upstream has completed and the next attempt has not been decided.
  @exclusivity(unchecked) @usableFromInline var isWaiting = false
  /// The number of calls that start an attempt, one inside the other.
  @exclusivity(unchecked) @usableFromInline var depth = 0
  /// The completion of an attempt inside the call that started it: the publisher that started it may finish without an
  /// answer to it.
  @exclusivity(unchecked) @usableFromInline var unanswered = Kept<Ending?>(nil)
  /// The number of failures, or of those since the last value.
  @exclusivity(unchecked) @usableFromInline var failures = 0
  /// Whether no attempt follows the running one.
  @exclusivity(unchecked) @usableFromInline var isLast = false
  /// The link of the next attempt. Changed inside the gate; the attempt that reads it comes after that.
  @exclusivity(unchecked) @usableFromInline var next: Link?

  @inlinable init(
    _ upstream: Upstream, _ downstream: Downstream, _ name: String, resetsOnValue: Bool = false,
    answer: @escaping (Resubscriber, Ending) -> Void
  ) {
    self.upstream = upstream
    self.resetsOnValue = resetsOnValue
    self.answer = answer
    super.init(downstream, name)
    next = newLead()
    sendSubscription()
  }
  /// Called inside the gate: subscribes to the upstream once more.
  @inlinable func attempt() {
    next = newLead()
    begin()
  }
  /// Subscribes to the upstream. A completion during that call is handled in a loop, not by a deeper call.
  @inlinable func begin() {
    trampoline.take { [self] in
      guard let link = next else { return }
      let onValue = { [self] (value: Upstream.Output, link: Link) -> Subscribers.Demand in
        if resetsOnValue { failures = 0 }
        return pass(value, from: link)
      }
      follow(upstream, by: link, onValue: onValue, onCompletion: { [self] in answer(self, $0) })
    }
  }
  /// Called inside the gate with the completion of an attempt: `ask` lets the publisher that starts the next one know.
  @inlinable func wait(after completion: Ending, _ ask: () -> Void) {
    isWaiting = true
    let isInside = depth > 0
    ask()
    if isInside, isWaiting { withExtendedLifetime(unanswered.replace(by: completion)) {} }
  }
  /// Waits for a publisher: each value starts the next attempt when the previous one has completed. Its failure fails.
  /// Its finish lets a running attempt go on, which is the last one, and finishes if none is running.
  @inlinable func resume<Trigger: Publisher>(at trigger: Trigger) where Trigger.Failure == Upstream.Failure {
    watch(
      trigger, onValue: { [self] _, _ in resume() },
      onCompletion: { [self] completion in
        if case .failure = completion { return complete(completion) }
        if isWaiting { complete(unanswered.value ?? completion) } else { isLast = true }
      })
  }
  @inlinable func resume() {
    guard isWaiting else { return }
    isWaiting = false
    let old: Ending? = unanswered.take()
    withExtendedLifetime(old) {}
    depth += 1
    attempt()
    depth -= 1
  }
}

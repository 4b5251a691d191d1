/// Subscribes to one upstream again and again. A closure decides how to continue after each completion.
@usableFromInline
final class Resubscriber<Upstream: Publisher, Downstream: Subscriber<Upstream.Output, Upstream.Failure>>: Delivery<Downstream>,
  @unchecked Sendable
{
  @usableFromInline typealias Ending = Subscribers.Completion<Upstream.Failure>
  @usableFromInline let upstream: Upstream
  /// Called inside the gate with each completion. It completes the downstream, attempts again, or waits.
  @usableFromInline let answer: (Resubscriber, Ending) -> Void
  @usableFromInline let trampoline = Trampoline()
  /// Guarded by the gate. Whether the upstream has completed and the next attempt has not been decided.
  @exclusivity(unchecked) @usableFromInline var isWaiting = false

  /// Guarded by the gate. Whether no attempt follows the running one.
  @exclusivity(unchecked) @usableFromInline var isLast = false
  /// The link of the next attempt. Changed inside the gate; the attempt that reads it comes after that.
  @exclusivity(unchecked) @usableFromInline var next: Link?

  @inlinable init(_ upstream: Upstream, _ downstream: Downstream, _ name: String, answer: @escaping (Resubscriber, Ending) -> Void) {
    (self.upstream, self.answer) = (upstream, answer)
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
      follow(upstream, by: link, onValue: { [self] in pass($0, from: $1) }, onCompletion: { [self] in answer(self, $0) })
    }
  }
  /// Waits for a publisher: its first value starts the next attempt, and its completion completes the downstream: its finish at once, or
  /// when the running attempt has completed.
  @inlinable func resume<Trigger: Publisher>(at trigger: Trigger, cutsAttempt: Bool) where Trigger.Failure == Upstream.Failure {
    watch(
      trigger, onValue: { [self] _, _ in resume() },
      onCompletion: { [self] completion in
        if case .finished = completion, !cutsAttempt, !isWaiting { isLast = true } else { complete(completion) }
      })
  }
  @inlinable func resume() {
    guard isWaiting else { return }
    isWaiting = false
    attempt()
  }
}

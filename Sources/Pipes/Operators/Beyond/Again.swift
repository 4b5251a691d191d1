/// An upstream that is subscribed again and again. What each end leads to, a closure says.
@usableFromInline
final class Again<Upstream: Publisher, Downstream: Subscriber<Upstream.Output, Upstream.Failure>>: Led<Downstream>,
  @unchecked Sendable
{
  @usableFromInline typealias Ending = Subscribers.Completion<Upstream.Failure>
  @usableFromInline let upstream: Upstream
  /// Inside the gate. Ends the stream, attempts again, or waits.
  @usableFromInline let answer: (Again, Ending) -> Void
  @usableFromInline let trampoline = Trampoline()
  /// Guarded by the gate. The upstream has ended and nothing has been decided.
  @exclusivity(unchecked) @usableFromInline var isWaiting = false

  @inlinable init(_ upstream: Upstream, _ downstream: Downstream, _ name: String, answer: @escaping (Again, Ending) -> Void) {
    (self.upstream, self.answer) = (upstream, answer)
    super.init(downstream, name)
  }
  /// Subscribes. An end during that leads to another turn, not to a deeper call.
  @inlinable func attempt() {
    trampoline.take { [self] in
      follow(upstream, onValue: { [self] in pass($0, from: $1) }, onCompletion: { [self] in answer(self, $0) })
    }
  }
  /// From now on a value of this publisher ends the wait, and its end ends the stream.
  @inlinable func resume<Trigger: Publisher>(at trigger: Trigger) where Trigger.Failure == Upstream.Failure {
    watch(trigger, onValue: { [self] _, _ in resume() }, onCompletion: { [self] in complete($0) })
  }
  @inlinable func resume() {
    guard isWaiting else { return }
    isWaiting = false
    attempt()
  }
}

import Testing

@testable import Pipes

/// Groups that are kept when their stream has been cancelled: their own gate is the only one. BC-12.
@Suite("groups that are kept") struct KeptGroupCalls {
  private typealias Group = Publishers.Group<Int, Int, Never>
  private final class Log { var entries: [String] = [] }
  private let log = Log()

  /// A group whose stream has gone, with the values 0, 1 and 2.
  private func keptGroup() -> Group {
    let u = PassthroughSubject<Int, Never>()
    var kept: Group!
    let token = u.groupBy { _ in 0 }.sink { kept = $0 }
    for value in 0...2 { u.send(value) }
    token.cancel()
    return kept
  }
  private func subscriber(_ name: String, whenSubscribed: @escaping () -> Void = {}) -> AnySubscriber<Int, Never> {
    AnySubscriber(
      receiveSubscription: {
        whenSubscribed()
        $0.request(.unlimited)
      },
      receiveValue: { [log] in
        log.entries.append("\(name)\($0)")
        return .none
      }, receiveCompletion: { [log] _ in log.entries.append("\(name)|") })
  }

  /// Two threads subscribe while a third one is inside: the first of them receives the values, though the second one
  /// waits behind it.
  @Test func twoAreQueued() {
    let group = keptGroup()
    group.hub.exclusively {
      let first = subscriber("a"), second = subscriber("b")
      onAnotherThread { group.subscribe(first) }
      onAnotherThread { group.subscribe(second) }
    }
    #expect(log.entries == ["a0", "a1", "a2"])
    group.complete(.finished)
    #expect(log.entries.suffix(2) == ["a|", "b|"])
  }
  /// A value and the completion that are queued behind the first subscriber come behind the values that were kept.
  @Test func aValueAndTheEndAreQueued() {
    let group = keptGroup()
    group.hub.exclusively {
      let first = subscriber("a")
      onAnotherThread { group.subscribe(first) }
      onAnotherThread { group.take(3) }
      onAnotherThread { group.complete(.finished) }
    }
    #expect(log.entries == ["a0", "a1", "a2", "a3", "a|"])
  }
  /// The same inside the call that brings the subscription.
  @Test func aValueAndTheEndComeInside() {
    let group = keptGroup()
    group.subscribe(
      subscriber("a") {
        group.take(3)
        group.complete(.finished)
      })
    #expect(log.entries == ["a0", "a1", "a2", "a3", "a|"])
  }
}

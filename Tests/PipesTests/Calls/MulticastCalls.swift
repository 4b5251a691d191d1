import Synchronization
import Testing

@testable import Pipes

@Suite("multicast and makeConnectable") struct MulticastCalls {
  private let rig = Rig()

  @Test("MC-01 the subject is made once, when it is first needed", arguments: [true, false]) func lazily(
    _ connectsFirst: Bool
  ) {
    let source = rig.source()
    var made = 0
    let shared = source.multicast { () -> PassthroughSubject<Int, Oops> in
      made += 1
      return PassthroughSubject()
    }
    #expect(made == 0)
    if connectsFirst { _ = shared.connect() }
    rig.attach(shared, "x", demand: .unlimited)
    rig.attach(shared, "y", demand: .unlimited)
    _ = shared.connect()
    #expect(made == 1)
  }

  @Test("MC-01 nothing is subscribed before connect; requests and replies go to the subject only") func connect() {
    let source = rig.source()
    let shared = source.multicast(subject: PassthroughSubject())
    let x = rig.attach(shared, "x", reply: .max(1))
    rig.attach(shared, "y", demand: .max(1))
    #expect(rig.take() == "x:^Multicast y:^Multicast")
    let connection = shared.connect()
    #expect(rig.take() == "U^ U?*")
    #expect(source.send(1) == .none)
    #expect(rig.take() == "y:1")
    x.request(.max(1))
    source.send(2)
    source.send(3)
    #expect(rig.take() == "x:2 x:3")
    source.finish()
    #expect(rig.take() == "x:| y:|")
    rig.attach(shared, "z", demand: .unlimited)
    #expect(rig.take() == "z:^Multicast z:|")
    connection.cancel()
  }

  @Test("MC-01 a passthrough subject asks upstream when somebody asks it, a current value subject at once") func asks()
  {
    let source = rig.source()
    let passing = source.multicast { PassthroughSubject() }
    let probe = rig.attach(passing)
    let first = passing.connect()
    #expect(rig.take() == "^Multicast U^")
    probe.request(.max(2))
    #expect(rig.take() == "U?*")
    let current = source.multicast { CurrentValueSubject(0) }
    let second = current.connect()
    #expect(rig.take() == "U^ U?*")
    rig.attach(current, demand: .max(1))
    #expect(rig.take() == "^Multicast 0")
    first.cancel()
    second.cancel()
  }

  @Test("MC-01 connecting twice doubles the values") func twice() {
    let source = rig.source()
    let shared = source.multicast { PassthroughSubject() }
    rig.attach(shared, demand: .unlimited)
    let tokens = [shared.connect(), shared.connect()]
    _ = rig.take()
    for line in source.lines { line.send(1) }
    #expect(rig.take() == "1 1")
    for token in tokens { token.cancel() }
    #expect(rig.take() == "U! U!")
  }

  @Test("MC-01 cancelling the connection stops the values and ends nothing; connecting again goes on") func again() {
    let source = rig.source()
    let shared = source.multicast { PassthroughSubject() }
    rig.attach(shared, demand: .unlimited)
    shared.connect().cancel()
    #expect(rig.take() == "^Multicast U^ U?* U!")
    source.send(1)
    #expect(rig.take() == "")
    let connection = shared.connect()
    source.send(2)
    #expect(rig.take() == "U^ U?* 2")
    connection.cancel()
  }

  @Test("MC-01 one who cancels leaves the others") func cancel() {
    let source = rig.source()
    let shared = source.multicast { PassthroughSubject() }
    let x = rig.attach(shared, "x", demand: .unlimited)
    rig.attach(shared, "y", demand: .unlimited)
    let connection = shared.connect()
    x.cancel()
    _ = rig.take()
    source.send(1)
    #expect(rig.take() == "y:1")
    source.fail(.oops)
    #expect(rig.take() == "y:#oops")
    connection.cancel()
  }

  @Test("MC-01 a dropped connection is a cancelled one") func dropped() {
    let shared = rig.source().multicast { PassthroughSubject() }
    rig.attach(shared, demand: .unlimited)
    _ = rig.take()
    _ = shared.connect()
    #expect(rig.take() == "U^ U?* U!")
  }

  @Test("MC-04 PR-11 nothing flows before connect; all copies share one stream") func makeConnectable() {
    let source = Source<Int, Never>(rig)
    let connectable = source.makeConnectable()
    let copy = connectable
    rig.attach(connectable, "x", demand: .unlimited)
    rig.attach(copy, "y", demand: .max(1))
    #expect(rig.take() == "x:^Multicast y:^Multicast")
    let connection = copy.connect()
    source.send(1)
    source.send(2)
    #expect(rig.take() == "U^ U?* x:1 y:1 x:2")
    connection.cancel()
    #expect(rig.take() == "U!")
    let another = Publishers.MakeConnectable(upstream: Just(1)).connect()
    another.cancel()
  }

  @Test("MC-01 PR-11 its parts can be read") func parts() {
    let subject = PassthroughSubject<Int, Never>()
    let shared = Just(1).multicast(subject: subject)
    #expect(shared.upstream == Just(1))
    #expect(shared.createSubject() === subject)
    func connectAny<P: ConnectablePublisher>(_ publisher: P) -> any Cancellable { publisher.connect() }
    rig.attach(shared, demand: .unlimited)
    connectAny(shared).cancel()
    #expect(rig.take() == "^Multicast 1 |")
  }

  @Test("MC-01 the subject is created once, also if two threads come first") func onceForTwoThreads() {
    for _ in 1...20 {
      let calls = Atomic<Int>(0), received = Atomic<Int>(0)
      let shared = Just(1).multicast { () -> PassthroughSubject<Int, Never> in
        calls.add(1, ordering: .sequentiallyConsistent)
        // Time for the other thread to come here, too.
        for _ in 0..<20_000 where calls.load(ordering: .sequentiallyConsistent) < 2 {}
        return PassthroughSubject()
      }
      let tokens = Guarded<[AnyCancellable]>([])
      onTwoThreads { _ in
        let token = shared.sink { _ in received.add(1, ordering: .sequentiallyConsistent) }
        tokens.with { $0.append(token) }
      }
      shared.connect().cancel()
      #expect(calls.load(ordering: .sequentiallyConsistent) == 1)
      #expect(received.load(ordering: .sequentiallyConsistent) == 2)
    }
  }

  @Test("MC-01 creating the subject may subscribe: all subscribers share the subject that was created first")
  func reentrant() {
    var shared: Publishers.Multicast<Just<Int>, PassthroughSubject<Int, Never>>?
    var calls = 0, tokens: [AnyCancellable] = []
    shared = Just(1).multicast { [rig] () -> PassthroughSubject<Int, Never> in
      calls += 1
      if calls == 1, let shared { tokens.append(shared.sink { rig.note("a\($0)") }) }
      return PassthroughSubject()
    }
    tokens.append(shared!.sink { [rig] in rig.note("b\($0)") })
    shared!.connect().cancel()
    #expect(rig.take() == "a1 b1")
    #expect(calls == 2)
    shared = nil
  }

  @Test("MC-01 a thread does not wait for ever for another one that creates the subject and waits for it")
  func noDeadlock() {
    let value = SharedValue<Int?>(nil)
    let first = value.value(patience: 3) {
      var second: Int?
      onAnotherThread { second = value.value(patience: 3) { 2 } }
      #expect(second == 2)
      return 1
    }
    #expect(first == 2, "the value that was stored first counts")
  }
}

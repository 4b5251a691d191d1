import Pipes
import Testing

@Suite("share and autoconnect") struct ShareCalls {
  private let rig = Rig()

  @Test("MC-02 the stream goes on when the share itself is dropped") func dropped() {
    let source = rig.source()
    let token = source.share().sink(
      receiveCompletion: { [rig] in rig.note(note(of: $0)) }, receiveValue: { [rig] in rig.note("\($0)") })
    source.send(1)
    source.fail(.oops)
    // At the completion the sink releases the share, and with it the connection, which is still sending the completion.
    #expect(rig.take() == "U^ U?* 1 #oops U!")
    token.cancel()
    #expect(rig.take() == "")
  }

  enum Shared: CaseIterable { case subject, share, replay }
  @Test(
    "MC-02 BC-45 SJ-03 G6 subscribers that come and go on two threads leave nothing behind", arguments: Shared.allCases)
  func threads(_ kind: Shared) {
    let subject = PassthroughSubject<Int, Never>(), alive = Guarded(0), stays = Turnstile<Int, Never>()
    let source = subject.handleEvents(
      receiveSubscription: { _ in alive.with { $0 += 1 } }, receiveCancel: { alive.with { $0 -= 1 } })
    let stream =
      switch kind {
      case .subject: source.eraseToAnyPublisher()
      case .share: source.share().eraseToAnyPublisher()
      case .replay: source.share(replay: 1, scope: .whileConnected).eraseToAnyPublisher()
      }
    subject.subscribe(stays)
    onTwoThreads { side in
      for step in 0..<500 {
        let token = stream.sink { _ in }
        if step % 2 == side { subject.send(step) }
        token.cancel()
      }
    }
    #expect(alive.with { $0 } == 0)
    #expect(stays.values == 500 && stays.overlaps == 0)
  }

  // MARK: autoconnect

  /// A connectable publisher that notes what is done to it.
  final class Connectable: ConnectablePublisher {
    typealias Output = Int
    typealias Failure = Oops
    let source: Source<Int, Oops>
    var whenConnected: () -> Void = {}
    init(_ rig: Rig) { source = rig.source() }
    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Oops {
      source.receive(subscriber: subscriber)
    }
    func connect() -> any Cancellable {
      source.rig.note("connect")
      whenConnected()
      return Token(rig: source.rig)
    }
    struct Token: Cancellable {
      let rig: Rig
      func cancel() { rig.note("disconnect") }
    }
  }

  @Test("MC-03 the first is subscribed, then it connects; the last cancel disconnects") func autoconnect() {
    let connectable = Connectable(rig)
    let auto = connectable.autoconnect()
    let x = rig.attach(auto, "x", demand: .max(2))
    #expect(rig.take() == "U^ x:^U U?2 connect")
    let y = rig.attach(auto, "y")
    #expect(rig.take() == "U^ y:^U")
    x.cancel()
    #expect(rig.take() == "U!")
    y.cancel()
    #expect(rig.take() == "U! disconnect")
    rig.attach(auto, "z")
    #expect(rig.take() == "U^ z:^U connect")
    #expect(auto.upstream === connectable)
  }

  @Test("MC-03 a cancel counts once for each subscriber") func countsOnce() {
    let connectable = Connectable(rig)
    let auto = connectable.autoconnect()
    let x = rig.attach(auto)
    let y = rig.attach(auto)
    _ = rig.take()
    x.cancel()
    x.cancel()
    #expect(rig.take() == "U!")
    y.cancel()
    y.cancel()
    #expect(rig.take() == "U! disconnect")
  }

  @Test("MC-03 an end does not change the count; events pass as they are") func endKeepsCount() {
    let connectable = Connectable(rig)
    connectable.source.forgets = false
    let auto = connectable.autoconnect()
    let x = rig.attach(auto, demand: .max(1), reply: .max(7))
    #expect(connectable.source.send(1) == .max(7))
    connectable.source.finish()
    #expect(rig.take() == "U^ ^U U?1 connect 1 U+7 |")
    rig.attach(auto)
    #expect(rig.take() == "U^ ^U")
    x.request(.none)
    x.cancel()
    #expect(rig.take() == "U?0 U!")
  }

  @Test("MC-03 one that subscribes while the first is being subscribed: one connection") func reentrant() {
    let connectable = Connectable(rig)
    let auto = connectable.autoconnect()
    var inner: Probe<Int, Oops>?
    let outer = Probe<Int, Oops>(rig, "outer")
    outer.whenSubscribed = { [rig] _ in inner = rig.attach(auto, "inner") }
    auto.subscribe(outer)
    #expect(rig.take() == "U^ outer:^U U^ inner:^U connect")
    outer.cancel()
    inner?.cancel()
    #expect(rig.take() == "U! U! disconnect")
  }

  @Test("MC-03 one that cancels while it is being subscribed, or while it connects, leaves no connection")
  func cancelEarly() {
    let connectable = Connectable(rig)
    let auto = connectable.autoconnect()
    let probe = Probe<Int, Oops>(rig)
    probe.whenSubscribed = { $0.cancel() }
    auto.subscribe(probe)
    #expect(rig.take() == "U^ ^U U!")
    let second = Probe<Int, Oops>(rig)
    connectable.whenConnected = { second.cancel() }
    auto.subscribe(second)
    #expect(rig.take() == "U^ ^U connect U! disconnect")
    connectable.whenConnected = {}
    rig.attach(auto)
    #expect(rig.take() == "U^ ^U connect")
  }
}

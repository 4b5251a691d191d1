import Pipes
import Testing

@Suite("Sink") struct SinkTests {
  let rig = Rig(), source: Source<Int, Oops>
  init() { source = rig.source() }

  private func sink(_ rig: Rig) -> Subscribers.Sink<Int, Oops> {
    Subscribers.Sink(receiveCompletion: { rig.note(note(of: $0)) }, receiveValue: { rig.note(note(of: $0)) })
  }

  @Test("SB-01 asks for everything at the subscription, gives nothing back") func demand() {
    let sink = sink(rig)
    source.subscribe(sink)
    #expect(rig.take() == "U^ U?*")
    #expect(source.send(1) == .none)
    source.finish()
    #expect(rig.take() == "1 |")
    #expect(sink.description == "Sink")
  }

  @Test("SB-01 values and ends after the end are ignored, and upstream is not cancelled") func afterEnd() {
    source.forgets = false
    let sink = sink(rig)
    source.subscribe(sink)
    source.fail(.oops)
    source.send(1)
    source.finish()
    source.fail(.other)
    #expect(rig.take() == "U^ U?* #oops")
    sink.cancel()
    #expect(rig.take() == "")
  }

  @Test("SB-01 a value without a subscription still calls the closure") func earlyValue() {
    let sink = sink(rig)
    #expect(sink.receive(1) == .none)
    #expect(rig.take() == "1")
  }

  @Test("SB-01 a second subscription is cancelled") func secondSubscription() {
    let sink = sink(rig)
    sink.receive(subscription: Ticket(rig, "A"))
    sink.receive(subscription: Ticket(rig, "B"))
    #expect(rig.take() == "A?* B!")
  }

  @Test("SB-01 a cancel is passed on once, and then there is silence") func cancel() {
    source.forgets = false
    let sink = sink(rig)
    source.subscribe(sink)
    sink.cancel()
    sink.cancel()
    source.send(1)
    source.finish()
    #expect(rig.take() == "U^ U?* U!")
  }

  @Test("SB-01 an end from inside the end is ignored") func reentrantEnd() {
    var again: () -> Void = {}
    let sink = Subscribers.Sink<Int, Oops>(
      receiveCompletion: {
        rig.note(note(of: $0))
        again()
      }, receiveValue: { _ in })
    again = { [weak sink] in sink?.receive(completion: .failure(.other)) }
    sink.receive(subscription: Ticket(rig))
    sink.receive(completion: .finished)
    #expect(rig.take() == "T?* |")
  }

  @Test("SB-01 the closures are released at the end and at a cancel", arguments: [true, false]) func release(
    _ cancels: Bool
  ) {
    let rig = Rig()
    let leaks = Leaks()
    let sink: Subscribers.Sink<Int, Oops>
    do {
      let inValue = Rig()
      let inEnd = Rig()
      leaks.watch(inValue, "receiveValue")
      leaks.watch(inEnd, "receiveCompletion")
      sink = Subscribers.Sink(receiveCompletion: { _ in _ = inEnd }, receiveValue: { _ in _ = inValue })
    }
    #expect(leaks.alive == ["receiveValue", "receiveCompletion"])
    sink.receive(subscription: Ticket(rig))
    if cancels { sink.cancel() } else { sink.receive(completion: .finished) }
    #expect(leaks.alive == [])
  }

  @Test("SB-01 a cancel before the subscription keeps the closures") func cancelBefore() {
    let leaks = Leaks()
    let sink: Subscribers.Sink<Int, Oops>
    do {
      let inValue = Rig()
      leaks.watch(inValue, "receiveValue")
      sink = Subscribers.Sink(receiveCompletion: { _ in }, receiveValue: { _ in _ = inValue })
    }
    sink.cancel()
    #expect(leaks.alive == ["receiveValue"])
  }

  @Test("SB-02 sink runs the closures; its token cancels") func operatorForm() {
    let token = source.sink(receiveCompletion: { rig.note(note(of: $0)) }, receiveValue: { rig.note(note(of: $0)) })
    source.send(1)
    #expect(rig.take() == "U^ U?* 1")
    token.cancel()
    #expect(rig.take() == "U!")
    source.send(2)
    #expect(rig.take() == "")
  }

  @Test("SB-02 dropping the token cancels") func droppedToken() {
    var token: AnyCancellable? = source.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    #expect(token != nil)
    token = nil
    #expect(rig.take() == "U^ U?* U!")
  }

  @Test("SB-02 the token does not cancel what has ended") func endedThenDropped() {
    do {
      let token = source.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
      source.finish()
      withExtendedLifetime(token) {}
    }
    #expect(rig.take() == "U^ U?*")
  }

  @Test("SB-03 sink of a stream that cannot fail") func neverForm() {
    let source = Source<Int, Never>(rig)
    let token = source.sink { rig.note(note(of: $0)) }
    source.send(1)
    source.send(2)
    source.finish()
    #expect(rig.take() == "U^ U?* 1 2")
    token.cancel()
    #expect(rig.take() == "")
  }

  @Test("SB-03 G12 a closure with two parameters takes a tuple") func tuple() {
    var sum = 0
    let token = Just((2, 3)).sink { a, b in sum = a * 10 + b }
    token.cancel()
    #expect(sum == 23)
  }
}

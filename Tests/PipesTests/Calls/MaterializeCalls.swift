import Pipes
import Testing

@Suite("materialize, dematerialize, mapToResult, ignoreFailure") struct MaterializeCalls {
  private let rig = Rig()

  @Test("BC-32 an event that is an end cancels the events, and demand goes through") func dematerialize() {
    let events = Source<Subscribers.Event<Int, Oops>, Never>(rig)
    rig.attach(events.dematerialize(), demand: .max(2), reply: .max(3))
    #expect(rig.take() == "U^ ^Dematerialize U?2")
    events.send(.value(1))
    #expect(rig.take() == "1 U+3")
    events.send(.failure(.oops))
    #expect(rig.take() == "U! #oops")
    rig.attach(events.dematerialize(), demand: .unlimited)
    events.send(.finished)
    rig.attach(events.dematerialize(), demand: .unlimited)
    events.finish()
    #expect(rig.take() == "U^ ^Dematerialize U?* U! | U^ ^Dematerialize U?* |")
  }

  @Test("BC-32 events are compared and hashed by what they are") func events() {
    typealias Event = Subscribers.Event<Int, Oops>
    #expect(Event.value(1) != .value(2) && Event.finished != .failure(.oops))
    #expect(Set([Event.value(1), .value(1), .finished, .failure(.oops), .failure(.other)]).count == 4)
  }

  @Test("BC-42 a failure that is ignored ends the stream, or nothing") func ignoreFailure() {
    let u = rig.source()
    rig.attach(u.ignoreFailure(), "a")
    u.fail(.oops)
    rig.attach(u.ignoreFailure(completeImmediately: false), "b")
    u.fail(.oops)
    let c: Probe<Int, any Error> = rig.attach(u.ignoreFailure(setFailureType: (any Error).self), "c")
    u.fail(.oops)
    #expect(rig.take() == "U^ a:^Catch a:| U^ b:^Catch U^ c:^Catch c:|")
    #expect(c.ends == 1)
  }
}

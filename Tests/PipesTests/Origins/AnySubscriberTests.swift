import Pipes
import Testing

@Suite("AnySubscriber") struct AnySubscriberTests {
  let rig = Rig(), source: Source<Int, Oops>
  init() { source = rig.source() }

  @Test("SB-07 passes everything on to the subscriber it wraps") func wrapped() {
    let probe = Probe<Int, Oops>(rig, demand: .max(2), reply: .max(3))
    let erased = AnySubscriber(probe)
    source.subscribe(erased)
    #expect(source.send(1) == .max(3))
    source.fail(.oops)
    #expect(rig.take() == "U^ ^U U?2 1 U+3 #oops")
    #expect(erased.combineIdentifier == probe.combineIdentifier)
  }

  @Test("SB-07 made of closures") func closures() {
    let erased = AnySubscriber<Int, Oops>(
      receiveSubscription: { rig.note("^\($0)") },
      receiveValue: {
        rig.note("\($0)")
        return .max(4)
      }, receiveCompletion: { rig.note(note(of: $0)) })
    source.subscribe(erased)
    #expect(source.send(1) == .max(4))
    source.finish()
    #expect(rig.take() == "U^ ^U 1 U+4 |")
    #expect(erased.description == "Anonymous AnySubscriber")
  }

  @Test("SB-07 without closures it does nothing") func noClosures() {
    let erased = AnySubscriber<Int, Oops>()
    source.subscribe(erased)
    #expect(source.send(1) == .none)
    source.finish()
    #expect(rig.take() == "U^")
    #expect(erased.combineIdentifier == erased.combineIdentifier)
    #expect(erased.combineIdentifier != AnySubscriber<Int, Oops>().combineIdentifier)
  }

  @Test("SB-07 erasing twice does not nest") func twice() {
    let erased = AnySubscriber<Int, Oops>()
    #expect(AnySubscriber(erased).combineIdentifier == erased.combineIdentifier)
    #expect(AnySubscriber(erased).description == "Anonymous AnySubscriber")
  }

  @Test("SB-07 made of a subject") func subject() {
    let subject = PassthroughSubject<Int, Oops>()
    rig.attach(subject, demand: .unlimited)
    let erased = AnySubscriber(subject)
    source.subscribe(erased)
    source.send(1)
    source.finish()
    #expect(rig.take() == "^PassthroughSubject U^ U?* 1 |")
    #expect(erased.description == "Subject")
  }
}

import Pipes
import Testing

@Suite("replaceEmpty: the order of calls") struct ReplaceEmptyCalls {
  let rig = Rig(), source: Source<Int, Oops>
  init() { source = rig.source() }

  @Test("FI-07 upstream gets the requests of the subscriber and no others") func demand() {
    let probe = rig.attach(source.replaceEmpty(with: 9), demand: .max(2), reply: .max(3))
    #expect(rig.take() == "U^ ^ReplaceEmpty U?2")
    probe.request(.max(1))
    source.send([1, 2])
    source.finish()
    #expect(rig.take() == "U?1 1 U+3 2 U+3 |")
    rig.attach(source.replaceEmpty(with: 9))
    #expect(rig.take() == "U^ ^ReplaceEmpty")
  }

  @Test("FI-07 the default waits for the first request") func waits() {
    let late = rig.attach(source.replaceEmpty(with: 9))
    source.finish()
    #expect(rig.take() == "U^ ^ReplaceEmpty")
    late.request(.max(1))
    #expect(rig.take() == "9 |")
    late.request(.max(1))
    late.cancel()
    #expect(rig.take() == "")
    let early = rig.attach(source.replaceEmpty(with: 9), demand: .max(1))
    source.finish()
    #expect(rig.take() == "U^ ^ReplaceEmpty U?1 9 |")
    #expect(early.subscriptions.count == 1)
  }

  @Test("FI-07 cancelling while the default waits drops it") func cancelled() {
    let probe = rig.attach(source.replaceEmpty(with: 9))
    source.finish()
    probe.cancel()
    probe.request(.max(1))
    #expect(rig.take() == "U^ ^ReplaceEmpty")
  }
}

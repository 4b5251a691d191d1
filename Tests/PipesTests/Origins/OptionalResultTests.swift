import Pipes
import Testing

@Suite("Optional, Result and Deferred") struct OptionalResultTests {
  /// Everything that makes up the life of a publisher of one value.
  private func deliversOnce<P: Publisher<Int, E>, E>(_ publisher: P, _ name: String) {
    let rig = Rig()
    let probe = rig.attach(publisher)
    #expect(rig.take() == "^\(name)", "nothing comes before a request")
    probe.request(.max(1))
    #expect(rig.take() == "7 |")
    probe.request(.unlimited)
    probe.cancel()
    #expect(rig.take() == "", "nothing comes after the end")

    let cancelled = rig.attach(publisher)
    _ = rig.take()
    cancelled.cancel()
    cancelled.request(.max(1))
    #expect(rig.take() == "", "cancel drops the value")

    let zero = rig.attach(publisher)
    _ = rig.take()
    #expect(misuses { zero.request(.none) }.count == 1)
    #expect(rig.take() == "")
    zero.request(.max(1))
    #expect(rig.take() == "7 |")
  }
  /// A publisher that ends during the subscription, whatever is asked.
  private func ends<P: Publisher>(_ publisher: P, _ end: String) where P.Output == Int {
    let rig = Rig()
    let probe = rig.attach(publisher)
    #expect(rig.take() == "^Empty \(end)")
    #expect(probe.subscription as AnyObject? === Subscriptions.empty as AnyObject)
    probe.request(.unlimited)
    #expect(rig.take() == "")
  }

  @Test("PB-01 a cancel from inside receive keeps the end away", arguments: [true, false]) func cancelInside(
    _ isJust: Bool
  ) {
    let rig = Rig()
    let probe = Probe<Int, Never>(rig)
    probe.whenReceived = { [unowned probe] in probe.cancel() }
    if isJust { Just(7).subscribe(probe) } else { Future<Int, Never> { $0(.success(7)) }.subscribe(probe) }
    probe.request(.unlimited)
    #expect(rig.take() == (isJust ? "^Just 7" : "^Future 7"))
  }

  @Test("PB-02 Optional") func optional() {
    deliversOnce(Int?(7).publisher, "Optional")
    ends(Int?.none.publisher, "|")
    #expect(Optional.Publisher(7) == Int?(7).publisher)
    #expect(Optional.Publisher(7) != Int?.none.publisher)
    #expect(Optional<Int>.Publisher(nil).output == nil)
  }

  @Test("PB-03 Result") func result() {
    typealias Outcome = Result<Int, Oops>
    deliversOnce(Outcome.success(7).publisher, "Once")
    deliversOnce(Outcome.Publisher(7), "Once")
    ends(Outcome.failure(.oops).publisher, "#oops")
    ends(Outcome.Publisher(.oops), "#oops")
    #expect(Outcome.Publisher(7) == Outcome.success(7).publisher)
    #expect(Outcome.Publisher(.oops) != Outcome.failure(.other).publisher)
    #expect(Outcome.Publisher(.failure(.other)).result == .failure(.other))
  }

  @Test("PB-07 Deferred makes a publisher for each subscriber and passes everything through") func deferred() {
    let rig = Rig()
    var made = 0
    let source = rig.source()
    let deferred = Deferred {
      made += 1
      return source
    }
    #expect(made == 0)
    let probe = rig.attach(deferred)
    #expect(made == 1)
    #expect(probe.subscription as AnyObject? === source.line)
    probe.request(.max(2))
    source.send(1)
    source.finish()
    #expect(rig.take() == "U^ ^U U?2 1 |")
    rig.attach(deferred)
    #expect(made == 2)
    #expect(rig.take() == "U^ ^U")
  }
}

import Pipes
import Testing

@Suite("Origins of one value or none") struct OneValueTests {
  let rig = Rig()

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

  @Test("G8 PB-01 PB-02 PB-03 PB-06 a value comes with the first request, once") func once() {
    deliversOnce(Just(7), "Just")
    deliversOnce(Int?(7).publisher, "Optional")
    deliversOnce(Outcome.success(7).publisher, "Once")
    deliversOnce(Outcome.Publisher(7), "Once")
    deliversOnce(Future<Int, Oops> { $0(.success(7)) }, "Future")
  }

  private typealias Outcome = Result<Int, Oops>
  @Test("PB-02 PB-03 PB-04 PB-05 what has no value ends at once, without demand") func atOnce() {
    ends(Int?.none.publisher, "|")
    ends(Outcome.failure(.oops).publisher, "#oops")
    ends(Outcome.Publisher(.oops), "#oops")
    ends(Empty<Int, Oops>(), "|")
    ends(Fail<Int, Oops>(error: .oops), "#oops")
  }

  @Test("PB-01 PB-02 PB-03 PB-05 equal by value") func equality() {
    #expect(Just(1) != Just(2))
    #expect(Optional.Publisher(7) != Int?.none.publisher)
    #expect(Optional<Int>.Publisher(nil).output == nil)
    #expect(Outcome.Publisher(.oops) != Outcome.failure(.other).publisher)
    #expect(Outcome.Publisher(3) != Outcome.Publisher(4))
    #expect(Outcome.Publisher(.failure(.other)).result == .failure(.other))
    #expect(Fail<Int, Oops>(error: .oops) != Fail(error: .other))
  }

  @Test("PB-01 every subscriber gets the value, in a subscription of its own") func justTwice() {
    let just = Just(7)
    let a = rig.attach(just, "a", demand: .unlimited)
    let b = rig.attach(just, "b", demand: .max(1))
    #expect(rig.take() == "a:^Just a:7 a:| b:^Just b:7 b:|")
    #expect(a.subscription?.combineIdentifier != b.subscription?.combineIdentifier)
  }

  @Test("PB-01 a request from inside the value does not give it twice") func justReentrant() {
    let probe = rig.attach(Just(7))
    probe.whenReceived = { [weak probe] in probe?.request(.max(1)) }
    probe.request(.max(1))
    #expect(rig.take() == "^Just 7 |")
  }

  @Test("PB-01 G5 nothing is left of Just") func justLeaks() {
    for stops in [true, false] {
      let rig = Rig()
      let leaks = Leaks()
      var probe: Probe<Int, Never>? = rig.attach(Just(7))
      leaks.watch(probe!, "subscriber")
      let kept = probe?.subscription
      if stops { kept?.cancel() } else { kept?.request(.max(1)) }
      probe = nil
      #expect(leaks.alive == [])
    }
  }

  @Test("PB-04 Empty may never end") func empty() {
    let probe = rig.attach(Empty<Int, Oops>(completeImmediately: false), demand: .unlimited)
    #expect(rig.take() == "^Empty")
    probe.request(.max(1))
    probe.cancel()
    #expect(rig.take() == "")
  }
}

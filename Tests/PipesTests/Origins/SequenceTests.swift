import Pipes
import Testing

@Suite("Sequences as origins") struct SequenceTests {
  let rig = Rig()

  @Test("PB-10 values come under demand, the end right after the last one") func demand() {
    let probe = rig.attach([1, 2, 3].publisher)
    #expect(rig.take() == "^[1, 2, 3]")
    probe.request(.max(1))
    #expect(rig.take() == "1")
    probe.request(.max(2))
    #expect(rig.take() == "2 3 |")
    probe.request(.unlimited)
    #expect(rig.take() == "")
  }

  @Test("PB-10 an empty sequence ends at once") func empty() {
    rig.attach([Int]().publisher)
    #expect(rig.take() == "^Empty |")
  }

  @Test("PB-10 unlimited demand takes all") func unlimited() {
    rig.attach((1...4).publisher, demand: .unlimited)
    #expect(rig.take() == "^1...4 1 2 3 4 |")
  }

  @Test("PB-10 demand given back counts") func reply() {
    rig.attach((1...4).publisher, demand: .max(1), reply: .max(1))
    #expect(rig.take() == "^1...4 1 2 3 4 |")
  }

  @Test("PB-10 a request from inside only adds demand") func reentrantRequest() {
    let probe = rig.attach((1...6).publisher)
    var depth = 0
    var deepest = 0
    probe.whenReceived = { [weak probe] in
      depth += 1
      deepest = max(deepest, depth)
      if probe?.values == 1 { probe?.request(.max(2)) }
      depth -= 1
    }
    probe.request(.max(1))
    #expect(rig.take() == "^1...6 1 2 3")
    #expect(deepest == 1)
  }

  @Test("PB-10 a long sequence that is asked for one by one does not recurse") func noRecursion() {
    var sum = 0
    let probe = Probe<Int, Never>(Rig(), reply: .none)
    probe.whenReceived = { [weak probe] in
      sum += 1
      probe?.request(.max(1))
    }
    (1...100_000).publisher.subscribe(probe)
    probe.request(.max(1))
    #expect(sum == 100_000)
    #expect(probe.ends == 1)
  }

  @Test("PB-10 a cancel stops after the current value") func cancelInside() {
    let probe = rig.attach((1...4).publisher)
    probe.whenReceived = { [weak probe] in if probe?.values == 2 { probe?.cancel() } }
    probe.request(.unlimited)
    #expect(rig.take() == "^1...4 1 2")
    probe.request(.unlimited)
    #expect(rig.take() == "")
  }

  @Test("PB-10 a cancel at the last value leaves no end") func cancelAtLast() {
    let probe = rig.attach([1].publisher)
    probe.whenReceived = { [weak probe] in probe?.cancel() }
    probe.request(.unlimited)
    #expect(rig.take() == "^[1] 1")
  }

  @Test("G8 PB-10 a request for nothing does nothing") func zeroDemand() {
    let probe = rig.attach([1, 2].publisher)
    #expect(misuses { probe.request(.none) } == [])
    probe.request(.max(1))
    #expect(rig.take() == "^[1, 2] 1")
  }

  @Test("PB-10 elements are taken only as they are asked for, one ahead") func laziness() {
    let endless = sequence(first: 1) { $0 + 1 }
    let probe = rig.attach(Publishers.Sequence<UnfoldFirstSequence<Int>, Oops>(sequence: endless))
    _ = rig.take()
    probe.request(.max(3))
    #expect(rig.take() == "1 2 3")
    probe.cancel()
    probe.request(.unlimited)
    #expect(rig.take() == "")
  }

  @Test("PB-10 G4 each subscriber starts at the beginning") func cold() {
    let publisher = [1, 2].publisher
    let a = rig.attach(publisher, "a", demand: .max(1))
    rig.attach(publisher, "b", demand: .unlimited)
    a.request(.max(1))
    #expect(rig.take() == "a:^[1, 2] a:1 b:^[1, 2] b:1 b:2 b:| a:2 a:|")
  }

  @Test("PB-10 G5 nothing is left", arguments: [true, false]) func leaks(_ stops: Bool) {
    let leaks = Leaks()
    var probe: Probe<Int, Never>? = rig.attach([1, 2].publisher, demand: .max(1))
    leaks.watch(probe!, "subscriber")
    let kept = probe?.subscription
    if stops { kept?.cancel() } else { kept?.request(.max(1)) }
    probe = nil
    #expect(leaks.alive == [])
  }
}

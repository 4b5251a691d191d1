import Pipes
import Testing

@Suite("Origins of one value or none") struct OneValueTests {
  let rig = Rig()

  @Test("PB-01 Just waits for a request, then gives the value and the end") func just() {
    let probe = rig.attach(Just(7))
    #expect(rig.take() == "^Just")
    probe.request(.max(1))
    #expect(rig.take() == "7 |")
    probe.request(.max(1))
    probe.request(.unlimited)
    probe.cancel()
    #expect(rig.take() == "")
  }

  @Test("PB-01 a cancel drops the value") func justCancelled() {
    let probe = rig.attach(Just(7))
    probe.cancel()
    probe.cancel()
    probe.request(.unlimited)
    #expect(rig.take() == "^Just")
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

  @Test("PB-01 Just is equal by value") func justEquality() {
    #expect(Just(1) == Just(1))
    #expect(Just(1) != Just(2))
    #expect(Just("a").output == "a")
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

  @Test("PB-02 a value in an optional is given like Just's") func some() {
    let probe = rig.attach(Optional(7).publisher)
    #expect(rig.take() == "^Optional")
    probe.request(.max(1))
    #expect(rig.take() == "7 |")
    probe.request(.max(1))
    #expect(rig.take() == "")
    let other = rig.attach(Optional(7).publisher)
    other.cancel()
    other.request(.max(1))
    #expect(rig.take() == "^Optional")
  }

  @Test("PB-02 nil ends at once, without demand") func none() {
    rig.attach(Int?.none.publisher)
    #expect(rig.take() == "^Empty |")
  }

  @Test("PB-02 shape of Optional.Publisher") func optionalShape() {
    #expect(Int?.Publisher(3).output == 3)
    #expect(Int?.Publisher(nil).output == nil)
    #expect(Optional(3).publisher == Int?.Publisher(3))
    #expect(Optional(3).publisher != Int?.none.publisher)
  }

  @Test("PB-03 a success is given like Just's") func success() {
    let probe = rig.attach(Result<Int, Oops>.success(7).publisher)
    #expect(rig.take() == "^Once")
    probe.request(.max(1))
    #expect(rig.take() == "7 |")
    probe.request(.max(1))
    #expect(rig.take() == "")
    let other = rig.attach(Result<Int, Oops>.success(7).publisher)
    other.cancel()
    other.request(.max(1))
    #expect(rig.take() == "^Once")
  }

  @Test("PB-03 a failure fails at once, without demand") func failedResult() {
    rig.attach(Result<Int, Oops>.failure(.oops).publisher)
    #expect(rig.take() == "^Empty #oops")
  }

  @Test("PB-03 shape of Result.Publisher") func resultShape() {
    typealias Publisher = Result<Int, Oops>.Publisher
    #expect(Publisher(3) == Publisher(.success(3)))
    #expect(Publisher(Oops.oops) == Publisher(.failure(.oops)))
    #expect(Publisher(3) != Publisher(4))
    #expect(Publisher(3).result == .success(3))
    #expect(Result<Int, Oops>.success(3).publisher == Publisher(3))
  }

  @Test("PB-04 Empty ends at once, or never") func empty() {
    rig.attach(Empty<Int, Oops>())
    #expect(rig.take() == "^Empty |")
    let probe = rig.attach(Empty<Int, Oops>(completeImmediately: false), demand: .unlimited)
    #expect(rig.take() == "^Empty")
    probe.request(.max(1))
    probe.cancel()
    #expect(rig.take() == "")
  }

  @Test("PB-04 shape of Empty") func emptyShape() {
    #expect(Empty<Int, Oops>() == Empty(completeImmediately: true, outputType: Int.self, failureType: Oops.self))
    #expect(Empty<Int, Oops>() != Empty(completeImmediately: false))
    #expect(Empty(outputType: Int.self, failureType: Oops.self).completeImmediately)
  }

  @Test("PB-05 Fail fails at once, without demand") func fail() {
    rig.attach(Fail<Int, Oops>(error: .oops))
    #expect(rig.take() == "^Empty #oops")
    #expect(Fail<Int, Oops>(error: .oops) == Fail(outputType: Int.self, failure: .oops))
    #expect(Fail<Int, Oops>(error: .oops) != Fail(error: .other))
    #expect(Fail<Int, Oops>(error: .oops).error == .oops)
  }

  @Test("G8 PB-01 PB-02 PB-03 a request for nothing is reported") func zeroDemand() {
    let one = rig.attach(Just(7))
    let two = rig.attach(Optional(7).publisher)
    let three = rig.attach(Result<Int, Oops>.success(7).publisher)
    _ = rig.take()
    #expect(misuses { one.request(.none) }.count == 1)
    #expect(misuses { two.request(.none) }.count == 1)
    #expect(misuses { three.request(.none) }.count == 1)
    #expect(rig.take() == "")
    one.request(.max(1))
    #expect(rig.take() == "7 |")
  }
}

import Pipes
import Testing

@Suite("withLatestFrom") struct WithLatestFromTests {
  private let rig = Rig()

  /// Joins `U` with the latest of `V`.
  private func joined() -> (u: Source<Int, Oops>, v: Source<Int, Oops>, pair: AnyPublisher<String, Oops>) {
    let u = rig.source(), v = rig.source("V")
    return (u, v, u.withLatestFrom(v) { "\($0)-\($1)" }.eraseToAnyPublisher())
  }

  @Test("BC-01 the other is subscribed first, and asked for everything") func order() {
    let (_, _, pair) = joined()
    rig.attach(pair, demand: .max(2))
    #expect(rig.take() == "^WithLatestFrom V^ V?* U^ U?2")
  }

  @Test("BC-01 a value without a partner is replaced, one with a partner passes on what comes back") func replaced() {
    let (u, v, pair) = joined()
    let probe = rig.attach(pair, demand: .max(2), reply: .max(3))
    _ = rig.take()
    u.send(1)
    #expect(rig.take() == "U+1")
    v.send(7)
    u.send(2)
    #expect(rig.take() == "2-7 U+3")
    probe.request(.max(4))
    #expect(rig.take() == "U?4")
  }

  @Test("BC-01 values beyond the demand are dropped") func tooMany() {
    let (u, v, pair) = joined()
    rig.attach(pair, demand: .max(1))
    v.send(7)
    u.send([1, 2, 3])
    #expect(rig.take().hasSuffix("U?1 1-7"))
  }

  @Test("BC-01 the end of the other changes nothing") func otherEnds() {
    let (u, v, pair) = joined()
    rig.attach(pair, demand: .unlimited)
    _ = rig.take()
    v.send(7)
    v.finish()
    u.send(1)
    u.finish()
    #expect(rig.take() == "1-7 |")
  }

  @Test("BC-01 a failure of either ends it and cancels the other one") func failures() {
    let (u, _, pair) = joined()
    rig.attach(pair, demand: .unlimited)
    _ = rig.take()
    u.fail(.oops)
    #expect(rig.take() == "V! #oops")
    let (_, v, again) = joined()
    rig.attach(again, demand: .unlimited)
    _ = rig.take()
    v.fail(.other)
    #expect(rig.take() == "U! #other")
  }

  @Test("BC-01 a cancel reaches both") func cancel() {
    let (_, _, pair) = joined()
    let probe = rig.attach(pair, demand: .unlimited)
    _ = rig.take()
    probe.cancel()
    #expect(rig.take() == "V! U!")
  }

  @Test("BC-01 an other that has failed already leaves the source alone") func failedBefore() {
    let u = rig.source()
    rig.attach(u.withLatestFrom(Fail<Int, Oops>(error: .oops)).map(\.0), demand: .unlimited)
    #expect(rig.take() == "^WithLatestFrom #oops")
  }

  @Test("BC-01 two and three others") func more() {
    let u = rig.source()
    let one = Publishers.Sequence<[Int], Oops>(sequence: [7]), two = Publishers.Sequence<[Int], Oops>(sequence: [8, 9])
    rig.attach(u.withLatestFrom(one, two) { "\($0)\($1)\($2)" }, demand: .unlimited)
    u.send(1)
    rig.attach(u.withLatestFrom(one, two, two).map { "\($0.0)\($0.1)\($0.2)\($0.3)" }, demand: .unlimited)
    u.send(2)
    #expect(rig.take().split(separator: " ").filter { $0.allSatisfy(\.isNumber) } == ["179", "2799"])
  }

  @Test("BC-01 values of two threads arrive one at a time") func threads() {
    let u = PassthroughSubject<Int, Never>(), v = PassthroughSubject<Int, Never>()
    let turnstile = Turnstile<(Int, Int), Never>()
    u.withLatestFrom(v).subscribe(turnstile)
    v.send(0)
    onTwoThreads { side in for value in 0..<1000 { if side == 0 { u.send(value) } else { v.send(value) } } }
    #expect(turnstile.values == 1000)
    #expect(turnstile.overlaps == 0)
  }
}

import Pipes
import Testing

@Suite("withLatestFrom: the order of calls") struct WithLatestFromCalls {
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

  @Test("BC-01 values beyond the demand are dropped") func tooMany() {
    let (u, v, pair) = joined()
    rig.attach(pair, demand: .max(1))
    v.send(7)
    u.send([1, 2, 3])
    #expect(rig.take().hasSuffix("U?1 1-7"))
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
}

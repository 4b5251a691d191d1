import Pipes
import Testing

@Suite("race: the order of calls") struct RaceCalls {
  private let rig = Rig()

  @Test("BC-02 demand given back goes to the winner") func reply() {
    let a = rig.source("A"), b = rig.source("B")
    rig.attach(a.race(with: b), demand: .max(1), reply: .max(3))
    _ = rig.take()
    a.send(1)
    #expect(rig.take() == "B! 1 A+3")
  }

  @Test("BC-02 the loser is not heard any more") func loser() {
    let a = rig.source("A"), b = rig.source("B")
    a.forgets = false
    rig.attach(a.race(with: b), demand: .unlimited)
    b.send(5)
    _ = rig.take()
    a.send(1)
    a.fail(.oops)
    b.send(6)
    b.finish()
    #expect(rig.take() == "6 |")
  }

  @Test("BC-02 who answers while being subscribed spares the rest") func decidedEarly() {
    let b = rig.source("B")
    rig.attach(
      Just(1).setFailureType(to: Oops.self).eraseToAnyPublisher().race(with: b.eraseToAnyPublisher()),
      demand: .unlimited)
    #expect(rig.take() == "^Race 1 |")
  }

  @Test("BC-02 who wins does not depend on when values are requested") func sameWinner() {
    let value = Just(0).setFailureType(to: Oops.self).eraseToAnyPublisher(),
      failure = Fail<Int, Oops>(error: .oops).eraseToAnyPublisher()
    let probe = rig.attach(value.race(with: failure))
    probe.request(.unlimited)
    #expect(rig.take() == "^Race 0 |")
    rig.attach(failure.race(with: value), demand: .unlimited)
    #expect(rig.take() == "^Race #oops")
  }

  @Test("BC-02 the value that is requested ahead counts") func ahead() {
    let a = rig.source("A")
    let probe = rig.attach([a].race(), demand: .max(1), reply: .max(1))
    #expect(rig.take() == "^Race A^ A?1")
    probe.request(.max(2))
    #expect(rig.take() == "A?2")
    let early = rig.attach([a].race(), reply: .max(3))
    a.send(7)
    _ = rig.take()
    early.request(.max(1))
    #expect(rig.take() == "7 A?3")
  }

  @Test("BC-02 none, and a cancel") func edges() {
    rig.attach([Source<Int, Oops>]().race(), demand: .unlimited)
    #expect(rig.take() == "^Race |")
    let a = rig.source("A"), b = rig.source("B")
    let probe = rig.attach([a, b].race(), demand: .unlimited)
    _ = rig.take()
    probe.cancel()
    #expect(rig.take() == "A! B!")
  }
}

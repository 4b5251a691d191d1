import Pipes
import Testing

@Suite("Parts of a stream: the order of calls") struct PartCalls {
  private let rig = Rig()

  @Test("SQ-06 a value sent from inside counts") func prefixReentrant() {
    let source = rig.source()
    let probe = rig.attach(source.prefix(2), demand: .unlimited)
    _ = rig.take()
    probe.whenReceived = { if probe.values == 1 { source.send(2) } }
    source.send(1)
    source.send(3)
    #expect(rig.take() == "1 2 U! |")
  }

  @Test("BC-27 what is sent while the last value is received does not come after it") func prefixNested() {
    let u = rig.source()
    let probe = rig.attach(u.prefix(while: { $0 < 3 }, behavior: .inclusive), demand: .unlimited)
    _ = rig.take()
    probe.whenReceived = { u.send(1) }
    u.send(3)
    #expect(rig.take() == "3 U! |")
  }

  @Test("BC-29 skipLast asks for what it holds back") func skipLast() {
    let u = rig.source()
    rig.attach(u.skipLast(2), demand: .max(1), reply: .max(3))
    u.send([1, 2, 3])
    u.finish()
    #expect(rig.take() == "U^ ^U U?1 U+1 U+1 1 U+3 |")
  }

  @Test("BC-44 finalize runs once: at the end, a failure, a cancel") func finalize() {
    for stop in [{ $1.finish() }, { $1.fail(.oops) }, { probe, _ in probe.cancel() }]
      as [(Probe<Int, Oops>, Source<Int, Oops>) -> Void]
    {
      let u = rig.source()
      u.forgets = false
      let probe = rig.attach(u.finalize { rig.note("done") }, demand: .unlimited)
      u.send(1)
      stop(probe, u)
      #expect(rig.take().hasSuffix(" done"))
      probe.cancel()
      u.finish()
      #expect(!rig.take().contains("done"))
    }
  }

  @Test(
    "BC-06 sequenceEqual",
    arguments: [
      ([1, 2], [1, 2], true), ([1, 2], [1, 3], false), ([1, 2], [1], false), ([1], [1, 2], false), ([], [], true),
      ([], [1], false),
    ])
  func sequenceEqual(_ a: [Int], _ b: [Int], _ isEqual: Bool) {
    rig.attach(a.publisher.eraseToAnyPublisher().sequenceEqual(b.publisher.eraseToAnyPublisher()), demand: .unlimited)
    #expect(rig.take().hasSuffix("\(isEqual) |"))
  }

  @Test("BC-06 sequenceEqual knows nil from an end, and stops at the first difference") func sequenceEqualEdges() {
    rig.attach(
      [nil, 1].publisher.eraseToAnyPublisher().sequenceEqual([nil as Int?].publisher.eraseToAnyPublisher()),
      demand: .unlimited)
    #expect(rig.take().hasSuffix("false |"))
    let a = rig.source("A"), b = rig.source("B")
    rig.attach(a.sequenceEqual(b), demand: .unlimited)
    _ = rig.take()
    a.send([1, 2])
    b.send(7)
    let notes = rig.take().split(separator: " ")
    #expect(Set(notes).isSuperset(of: ["A!", "B!", "false", "|"]))
    rig.attach(a.sequenceEqual(b), demand: .unlimited)
    b.fail(.oops)
    #expect(rig.take().contains("#oops"))
  }
}

import Pipes
import Testing

@Suite("parts of a stream and questions about it") struct PartTests {
  private let rig = Rig()

  @Test("BC-27 prefix(while:behavior:): the value that ends it") func prefix() {
    let u = rig.source()
    rig.attach(u.prefix(while: { $0 < 3 }, behavior: .inclusive), demand: .max(5), reply: .max(2))
    u.send([1, 3])
    #expect(rig.take() == "U^ ^PrefixThrough U?5 1 U+2 3 U! |")
    rig.attach(u.prefix(while: { $0 < 3 }, behavior: .exclusive), demand: .max(5))
    _ = rig.take()
    u.send([1, 3])
    #expect(rig.take() == "1 U! |")
  }

  @Test("BC-27 what is sent while the last value is received does not come after it") func prefixNested() {
    let u = rig.source()
    let probe = rig.attach(u.prefix(while: { $0 < 3 }, behavior: .inclusive), demand: .unlimited)
    _ = rig.take()
    probe.whenReceived = { u.send(1) }
    u.send(3)
    #expect(rig.take() == "3 U! |")
  }

  @Test("BC-28 takeLast keeps that many, and sends them as they are asked for") func takeLast() {
    let u = rig.source()
    let probe = rig.attach(u.takeLast(2))
    u.send([1, 2, 3])
    u.finish()
    _ = rig.take()
    probe.request(.max(1))
    #expect(rig.take() == "2")
    probe.request(.max(1))
    #expect(rig.take() == "3 |")
  }

  @Test("BC-28 takeLast of none, and of more than there are") func takeLastEdges() {
    rig.attach([1, 2].publisher.eraseToAnyPublisher().takeLast(0), "a", demand: .unlimited)
    rig.attach([1, 2].publisher.eraseToAnyPublisher().takeLast(9), "b", demand: .unlimited)
    #expect(rig.take() == "a:^FlatMap a:| b:^FlatMap b:1 b:2 b:|")
  }

  @Test("BC-29 skipLast asks for what it holds back") func skipLast() {
    let u = rig.source()
    rig.attach(u.skipLast(2), demand: .max(1), reply: .max(3))
    u.send([1, 2, 3])
    u.finish()
    #expect(rig.take() == "U^ ^U U?1 U+1 U+1 1 U+3 |")
  }

  @Test("BC-26 distinct asks for one more in the place of what came before") func distinct() {
    let u = rig.source()
    rig.attach(u.distinct(), demand: .max(2))
    u.send([1, 2, 1])
    #expect(rig.take() == "U^ ^U U?2 1 2 U+1")
    rig.attach(u.distinct { $0 % 10 }, demand: .unlimited)
    _ = rig.take()
    u.send([1, 11, 2])
    #expect(rig.take() == "1 U+1 2")
  }

  @Test("BC-44 finalize runs once: at the end, a failure, a cancel") func finalize() {
    for stop in [{ $1.finish() }, { $1.fail(.oops) }, { probe, _ in probe.cancel() }] as [(Probe<Int, Oops>, Source<Int, Oops>) -> Void] {
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

  @Test("BC-30 isEmpty") func isEmpty() {
    let u = rig.source()
    rig.attach(u.isEmpty(), demand: .unlimited)
    u.send(1)
    #expect(rig.take().hasSuffix("U?* U! false |"))
  }

  @Test("BC-31 single: one, none, several, and a failure") func single() {
    let u = rig.source()
    func outcome(_ act: () -> Void) -> String {
      rig.attach(u.single(), demand: .unlimited)
      _ = rig.take()
      act()
      return rig.take()
    }
    #expect(
      outcome {
        u.send(1); u.finish()
      } == "1 |")
    #expect(outcome { u.finish() } == "#noValue")
    #expect(outcome { u.send([1, 2]) } == "U! #severalValues")
    #expect(
      outcome {
        u.send(1); u.fail(.oops)
      } == "#oops")
  }

  @Test(
    "BC-06 sequenceEqual",
    arguments: [
      ([1, 2], [1, 2], true), ([1, 2], [1, 3], false), ([1, 2], [1], false), ([1], [1, 2], false), ([], [], true), ([], [1], false),
    ])
  func sequenceEqual(_ a: [Int], _ b: [Int], _ isEqual: Bool) {
    rig.attach(a.publisher.eraseToAnyPublisher().sequenceEqual(b.publisher.eraseToAnyPublisher()), demand: .unlimited)
    #expect(rig.take().hasSuffix("\(isEqual) |"))
  }

  @Test("BC-06 sequenceEqual knows nil from an end, and stops at the first difference") func sequenceEqualEdges() {
    rig.attach([nil, 1].publisher.eraseToAnyPublisher().sequenceEqual([nil as Int?].publisher.eraseToAnyPublisher()), demand: .unlimited)
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

import Pipes
import Testing

@Suite("append and prepend") struct ConcatenateCalls {
  let rig = Rig()

  private func pair(_ demand: Subscribers.Demand? = nil, reply: Subscribers.Demand = .none) -> Pair<Int> {
    let pair = Pair(demand: demand) { $0.append($1) }
    pair.probe.reply = reply
    return pair
  }

  @Test("SQ-09 demand given back goes to the live side, and counts") func reply() {
    let p = pair(.max(1), reply: .max(2))
    #expect(p.a.send(1) == .max(2))
    _ = p.rig.take()
    p.a.finish()
    #expect(p.rig.take() == "B^ B?2")
    #expect(p.b.send(2) == .max(2))
  }

  @Test("SQ-09 what the prefix sends beyond the demand is dropped") func tooMuch() {
    let p = pair(.max(1))
    p.a.send([1, 2, 3])
    #expect(p.rig.take() == "A^ ^Concatenate A?1 1")
  }

  @Test("SQ-09 what a prefix does after its end is ignored") func afterPrefix() {
    let p = Pair<Int>(demand: .unlimited) {
      $0.forgets = false
      return $0.append($1)
    }
    p.a.finish()
    _ = p.rig.take()
    p.a.finish()
    p.a.send(9)
    p.a.fail(.oops)
    p.a.line.open()
    #expect(p.rig.take() == "A!")
    p.b.send(1)
    #expect(p.rig.take() == "1")
  }

  @Test("SQ-09 G5 a cancel releases the suffix, which is never subscribed, also if the prefix forgets nothing")
  func releasesSuffix() {
    let rig = Rig()
    let prefix = rig.source("A")
    prefix.forgets = false
    let leaks = Leaks()
    var suffix: Source<Int, Oops>? = rig.source("B")
    leaks.watch(suffix!, "the suffix")
    let probe = rig.attach(prefix.append(suffix!), demand: .unlimited)
    suffix = nil
    #expect(leaks.alive == ["the suffix"])
    probe.cancel()
    #expect(leaks.alive == [])
    prefix.finish()
    #expect(rig.take() == "A^ ^Concatenate A?* A!")
  }

  @Test("SQ-09 a request between the two is remembered") func gap() {
    let p = pair(.max(1))
    p.b.whenSubscribed = { _ in }
    p.a.send(1)
    p.a.finish()
    p.probe.request(.max(5))
    _ = p.rig.take()
    p.b.line.open()
    #expect(p.rig.take() == "B?5")
  }

  @Test("SQ-09 a suffix whose subscription comes after the cancel is cancelled") func lateSuffix() {
    let p = pair(.unlimited)
    p.b.whenSubscribed = { _ in }
    p.a.finish()
    p.probe.cancel()
    _ = p.rig.take()
    p.b.line.open()
    #expect(p.rig.take() == "B!")
  }

  @Test("SQ-09 a cancel from inside the last value of the prefix") func cancelInside() {
    let probe = Probe<Int, Never>(rig, demand: .unlimited)
    probe.whenReceived = { [unowned probe] in if probe.values == 2 { probe.cancel() } }
    Publishers.Concatenate(prefix: [1, 2].publisher, suffix: [3, 4].publisher).subscribe(probe)
    #expect(rig.take() == "^Concatenate 1 2")
  }

  @Test("SQ-09 values, sequences and publishers, before and after") func overloads() {
    rig.attach(Empty<Int, Oops>().append(1, 2), demand: .unlimited)
    #expect(rig.take() == "^Concatenate 1 2 |")
    rig.attach(Optional(3).publisher.append(Set([4])).prepend([1, 2]).prepend(0), demand: .unlimited)
    #expect(rig.take() == "^Concatenate 0 1 2 3 4 |")
    rig.attach([2].publisher.prepend(Just(1)).append(Just(3)), demand: .unlimited)
    #expect(rig.take() == "^Concatenate 1 2 3 |")
    let ends = Publishers.Concatenate(prefix: [1].publisher, suffix: [2].publisher)
    #expect(ends == [1].publisher.append([2].publisher))
    #expect(ends != [2].publisher.prepend([3].publisher))
    #expect(ends.prefix == [1].publisher)
    #expect(ends.suffix.sequence == [2])
    let typed: Publishers.Concatenate<Publishers.Sequence<[Int], Oops>, Empty<Int, Oops>> = Empty<Int, Oops>().prepend(
      1)
    #expect(typed.prefix.sequence == [1])
  }
}

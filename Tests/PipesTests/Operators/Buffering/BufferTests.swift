import Pipes
import Testing

@Suite("buffer") struct BufferTests {
  private let rig = Rig()
  private func attach(
    _ size: Int, _ prefetch: Publishers.PrefetchStrategy = .byRequest, _ whenFull: Publishers.BufferingStrategy<Oops> = .dropNewest,
    demand: Subscribers.Demand? = nil
  ) -> (source: Source<Int, Oops>, probe: Probe<Int, Oops>) {
    let source = rig.source()
    return (source, rig.attach(source.buffer(size: size, prefetch: prefetch, whenFull: whenFull), demand: demand))
  }

  @Test("BF-01 upstream is asked before the subscriber has its subscription") func asksFirst() {
    _ = attach(4, .keepFull)
    #expect(rig.take() == "U^ U?4 ^Buffer")
    _ = attach(4, .byRequest)
    #expect(rig.take() == "U^ U?* ^Buffer")
  }

  @Test("BF-01 values are served in order as they are asked for; keepFull replaces what is taken") func keepFull() {
    let (source, probe) = attach(3, .keepFull)
    source.send([1, 2, 3])
    _ = rig.take()
    probe.request(.max(2))
    #expect(rig.take() == "1 2 U?2")
    probe.request(.max(2))
    #expect(rig.take() == "3 U?1")
    #expect(source.send(4) == .max(1))
    #expect(rig.take() == "4 U+1")
    #expect(source.send(5) == .none)
  }

  @Test("BF-01 byRequest never asks again") func byRequest() {
    let (source, probe) = attach(3)
    source.send([1, 2])
    _ = rig.take()
    probe.request(.max(3))
    #expect(rig.take() == "1 2")
    #expect(source.send(3) == .none)
    #expect(rig.take() == "3")
  }

  @Test("BF-01 full: the newest or the oldest is dropped") func full() {
    let newest = attach(3, .byRequest, .dropNewest)
    newest.source.send([1, 2, 3, 4, 5])
    _ = rig.take()
    newest.probe.request(.unlimited)
    #expect(rig.take() == "1 2 3")
    let oldest = attach(3, .byRequest, .dropOldest)
    oldest.source.send([1, 2, 3, 4, 5])
    _ = rig.take()
    oldest.probe.request(.unlimited)
    #expect(rig.take() == "3 4 5")
  }

  @Test("BF-01 full with an error: upstream is cancelled at once; the next request is served, then the error comes") func customError() {
    let (source, probe) = attach(5, .byRequest, .customError { .oops })
    source.send([0, 1, 2, 3, 4])
    #expect(rig.take() == "U^ U?* ^Buffer")
    source.send([5, 6, 7, 8, 9])
    #expect(rig.take() == "U!")
    probe.request(.max(3))
    #expect(rig.take() == "0 1 2 #oops")
    probe.request(.max(3))
    #expect(rig.take() == "")
  }

  @Test("BF-01 full with an error: it comes also when the buffer is empty before the demand") func customErrorEmpty() {
    let (source, probe) = attach(2, .byRequest, .customError { .oops })
    source.send([0, 1, 2])
    _ = rig.take()
    probe.request(.none)
    #expect(rig.take() == "")
    probe.request(.unlimited)
    #expect(rig.take() == "0 1 #oops")
  }

  @Test("BF-01 the end waits for an empty buffer and for demand") func end() {
    let (source, probe) = attach(3, demand: .max(1))
    source.send([1, 2])
    source.finish()
    _ = rig.take()
    probe.request(.max(1))
    #expect(rig.take() == "2")
    probe.request(.none)
    #expect(rig.take() == "")
    probe.request(.max(1))
    #expect(rig.take() == "|")
    let direct = attach(3, demand: .max(2))
    direct.source.send(1)
    _ = rig.take()
    direct.source.finish()
    #expect(rig.take() == "|")
  }

  @Test("BF-01 a failure does not wait without demand; what is kept is lost") func failure() {
    let (source, probe) = attach(3)
    source.send([1, 2])
    _ = rig.take()
    source.fail(.oops)
    #expect(rig.take() == "#oops")
    probe.request(.unlimited)
    #expect(rig.take() == "")
  }

  @Test("BF-01 a failure from inside waits until what was asked for is sent") func failureInside() {
    let (source, probe) = attach(3)
    source.send([1, 2, 3])
    probe.whenReceived = { [unowned probe] in if probe.values == 1 { source.fail(.oops) } }
    _ = rig.take()
    probe.request(.max(2))
    #expect(rig.take() == "1 2 #oops")
  }

  @Test("BF-01 CO-04 upstreams that send, fail or end inside the subscription") func atOnce() {
    rig.attach(Fail<Int, Oops>(error: .oops).buffer(size: 1, prefetch: .keepFull, whenFull: .dropNewest))
    #expect(rig.take() == "^Buffer #oops")
    let probe = rig.attach([1, 2, 3].publisher.buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest), demand: .max(2))
    #expect(rig.take() == "^Buffer 1 2")
    probe.request(.max(1))
    #expect(rig.take() == "3")
    probe.request(.max(1))
    #expect(rig.take() == "|")
    rig.attach((1...9).publisher.buffer(size: 3, prefetch: .byRequest, whenFull: .dropOldest), demand: .unlimited)
    #expect(rig.take() == "^Buffer 7 8 9 |")
  }

  @Test("BF-01 a request from inside only adds demand; a send from inside keeps the order") func inside() {
    let (source, probe) = attach(4, .keepFull)
    source.send([1, 2, 3])
    _ = rig.take()
    probe.whenReceived = { [unowned probe, rig] in
      guard probe.values == 1 else { return }
      probe.request(.max(1))
      source.send(4)
      rig.note("out")
    }
    probe.request(.max(1))
    #expect(rig.take() == "1 out 2 U?2")
    probe.request(.max(2))
    #expect(rig.take() == "3 4 U?2")
  }

  @Test("BF-01 a cancel drops what is kept and cancels upstream, once") func cancel() {
    let (source, probe) = attach(4)
    source.send([1, 2])
    _ = rig.take()
    probe.cancel()
    probe.cancel()
    probe.request(.unlimited)
    #expect(rig.take() == "U!")
  }

  @Test("BF-01 a cancel from inside") func cancelInside() {
    let (source, probe) = attach(4)
    source.send([1, 2, 3])
    _ = rig.take()
    probe.whenReceived = { [unowned probe] in probe.cancel() }
    probe.request(.unlimited)
    #expect(rig.take() == "1 U!")
  }

  @Test("BF-01 what is kept is freed by a cancel, also if the subscription and the upstream are kept") func frees() {
    final class Thing {}
    let source = Source<Thing, Oops>(rig)
    source.forgets = false
    let probe = rig.attach(source.buffer(size: 4, prefetch: .byRequest, whenFull: .dropNewest))
    let leaks = Leaks()
    do {
      let thing = Thing()
      leaks.watch(thing, "the value")
      source.send(thing)
    }
    #expect(leaks.alive == ["the value"])
    probe.cancel()
    #expect(leaks.alive == [])
  }

  @Test("BF-01 G6 values from two threads are kept and delivered one at a time") func threads() {
    let subject = PassthroughSubject<Int, Never>()
    let gauge = Turnstile<Int, Never>()
    subject.buffer(size: 10_000, prefetch: .byRequest, whenFull: .dropNewest).subscribe(gauge)
    onTwoThreads { _ in for value in 0..<2_000 { subject.send(value) } }
    #expect(gauge.overlaps == 0)
    #expect(gauge.values == 4_000)
  }

  @Test("BF-01 its parts can be read; strategies are compared") func parts() {
    let buffer = Just(1).buffer(size: 3, prefetch: .keepFull, whenFull: .dropOldest)
    #expect(buffer.upstream == Just(1))
    #expect(buffer.size == 3)
    #expect(buffer.prefetch == .keepFull)
    guard case .dropOldest = buffer.whenFull else { return #expect(Bool(false), "another strategy") }
    #expect(Set([Publishers.PrefetchStrategy.keepFull, .byRequest, .keepFull]).count == 2)
  }
}

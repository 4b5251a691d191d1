import Pipes
import Testing

/// Upstreams that come late, twice, or go on after their end. The expectations are what Combine's users observe.
@Suite("Late and early upstreams") struct LateAndEarlyCalls {
  let rig = Rig()

  /// An upstream that keeps its subscriber after its end, and gives no subscription by itself.
  private func lateSource(_ name: String = "U") -> Source<Int, Oops> {
    let source = rig.source(name)
    source.forgets = false
    source.whenSubscribed = { _ in }
    return source
  }
  private func stubbornSource(_ name: String = "U") -> Source<Int, Oops> {
    let source = rig.source(name)
    source.forgets = false
    return source
  }

  @Test("SQ-03 what is to be dropped is asked for as soon as upstream is there") func dropFirst() {
    let source = rig.source()
    let probe = rig.attach(source.dropFirst(2))
    #expect(rig.take() == "^Drop U^ U?2")
    probe.request(.max(1))
    source.send([1, 2, 3])
    #expect(rig.take() == "U?1 3")
  }

  @Test("SQ-03 RE-02 ER-06 DB-01 an end before the subscription is an end") func earlyEnd() {
    func notes<P: Publisher>(_ make: (Source<Int, Oops>) -> P) -> String {
      let source = lateSource()
      rig.attach(make(source), demand: .unlimited)
      source.finish()
      return rig.take()
    }
    #expect(notes { $0.dropFirst() } == "^Drop U^ |")
    #expect(notes { $0.collect(2) } == "U^ |")
    #expect(notes { $0.retry(1) } == "U^ |")
    #expect(notes { $0.flatMap { Just($0) } } == "^FlatMap U^ |")
    #expect(notes { $0.map { Just($0) }.switchToLatest() } == "^SwitchToLatest U^ |")
    #expect(notes { $0.drop(untilOutputFrom: Empty<Int, Oops>(completeImmediately: false)) } == "^DropUntilOutput U^ |")
    #expect(notes { $0.removeDuplicates() } == "U^")
  }

  @Test("SQ-08 an end before the subscription ends other, too") func earlyEndOfPrefix() {
    let (source, other) = (lateSource(), rig.source("V"))
    rig.attach(source.prefix(untilOutputFrom: other), demand: .unlimited)
    source.finish()
    #expect(rig.take() == "V^ V?1 U^ V! ^ |")
    source.line.open()
    #expect(rig.take() == "U!")
  }

  @Test("SQ-08 a cancel after the end does nothing") func cancelAfterPrefix() {
    let (source, other) = (stubbornSource(), stubbornSource("V"))
    let probe = rig.attach(source.prefix(untilOutputFrom: other), demand: .unlimited)
    other.send(1)
    probe.cancel()
    #expect(rig.take() == "V^ V?1 U^ ^ U?* U! |")
  }

  @Test("TI-03 TI-06 what is returned for a late value is asked for, also when upstream has ended") func lateReplies() {
    for isDelay in [true, false] {
      let c = Clockwork(demand: .max(3)) { source, scheduler in
        isDelay
          ? source.delay(for: 3, scheduler: scheduler).eraseToAnyPublisher()
          : source.receive(on: scheduler).eraseToAnyPublisher()
      }
      _ = c.rig.take()
      c.source.forgets = false
      c.probe.reply = .max(2)
      c.source.send(1)
      c.source.finish()
      #expect(c.go(to: 3) == "1 U?2 |", "delay: \(isDelay)")
    }
  }

  @Test("CO-03 zip asks and cancels all, also those that have ended; the end needs no cancel for them") func zip() {
    let (a, b) = (stubbornSource(), stubbornSource("V"))
    let probe = rig.attach(a.zip(b) { $0 * 10 + $1 }, demand: .max(1))
    #expect(rig.take() == "U^ V^ ^Zip U?1 V?1")
    a.send([1, 2])
    a.finish()
    probe.request(.max(1))
    #expect(rig.take() == "U?1 V?1")
    b.fail(.oops)
    #expect(rig.take() == "#oops U! V!")

    let again = rig.attach(a.zip(b) { $0 * 10 + $1 }, demand: .max(2))
    a.send([1, 2])
    a.finish()
    again.cancel()
    #expect(rig.take() == "U^ V^ ^Zip U?2 V?2 U! V!")

    rig.attach(a.zip(b) { $0 * 10 + $1 }, demand: .max(2))
    a.send(1)
    a.finish()
    b.send(3)
    #expect(rig.take() == "U^ V^ ^Zip U?2 V?2 13 | V!")
  }

  @Test("CO-03 the last subscription brings that of zip, whatever its upstream does next") func zipGreets() {
    let a = rig.source()
    rig.attach(a.zip(Just(3).setFailureType(to: Oops.self)) { $0 * 10 + $1 }, demand: .unlimited)
    a.send(1)
    #expect(rig.take() == "U^ ^Zip U?* 13 | U!")
  }

  @Test("BF-01 a buffer kept full asks on after the end, until all is delivered; a cancel reaches upstream")
  func buffer() {
    let source = stubbornSource()
    let probe = rig.attach(source.buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest))
    source.send([1, 2])
    source.finish()
    probe.request(.max(1))
    #expect(rig.take() == "U^ U?2 ^Buffer U?1 1")
    probe.cancel()
    #expect(rig.take() == "U!")
  }

  @Test("BF-01 an end from inside a delivery is delivered there") func bufferEndsInside() {
    let source = rig.source()
    let probe = rig.attach(source.buffer(size: 2, prefetch: .byRequest, whenFull: .dropNewest), demand: .unlimited)
    probe.whenReceived = {
      source.finish()
      rig.note("after")
    }
    source.send(1)
    #expect(rig.take() == "U^ U?* ^Buffer 1 | after")
  }

  @Test("ER-02 FI-07 ER-05 what the first upstream does after its end is ignored") func stale() {
    let (source, next) = (stubbornSource(), lateSource("V"))
    rig.attach(source.catch { _ in next }, demand: .unlimited)
    let old = source.line
    source.fail(.oops)
    #expect(rig.take() == "U^ ^Catch U?* V^")
    old.open()
    #expect(rig.take() == "U!")
    next.line.open()
    old.send(1)
    old.end(.finished)
    next.send(2)
    #expect(rig.take() == "V?* 2")

    let empty = rig.attach(source.replaceEmpty(with: 9))
    source.finish()
    source.send(1)
    _ = rig.take()
    empty.request(.max(1))
    #expect(rig.take() == "9 |")
  }

  @Test("PB-08 a record is described as its values") func record() {
    rig.attach(Record<Int, Oops>(output: [1, 2], completion: .finished))
    #expect(rig.take() == "^[1, 2]")
  }

  @Test("DB-03 a second subscription is seen, too") func secondSubscription() {
    let source = rig.source()
    rig.attach(source.handleEvents(receiveSubscription: { rig.note("saw \($0)") }))
    source.line.open()
    #expect(rig.take() == "U^ saw U ^HandleEvents saw U U!")
  }

  @Test("MC-03 a cancel while the end is told reaches upstream; after it there is nothing to cancel") func connection()
  {
    let source = stubbornSource()
    let inside = rig.attach(source.share(), demand: .unlimited)
    inside.whenEnded = { inside.cancel() }
    source.finish()
    #expect(rig.take() == "^Multicast U^ U?* | U!")
    let shared = source.share()
    let after = rig.attach(shared, demand: .unlimited)
    source.finish()
    after.cancel()
    #expect(rig.take() == "^Multicast U^ U?* |")
  }
}

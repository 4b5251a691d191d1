import Pipes
import Testing

@Suite("buffer") struct BufferCalls {
  private let rig = Rig()
  private func attach(
    _ size: Int, _ prefetch: Publishers.PrefetchStrategy = .byRequest,
    _ whenFull: Publishers.BufferingStrategy<Oops> = .dropNewest,
    demand: Subscribers.Demand? = nil
  ) -> (source: Source<Int, Oops>, probe: Probe<Int, Oops>) {
    let source = rig.source()
    return (source, rig.attach(source.buffer(size: size, prefetch: prefetch, whenFull: whenFull), demand: demand))
  }

  @Test("BF-01 a request for nothing serves nothing, neither the end nor the error") func nothing() {
    let (source, probe) = attach(3, demand: .max(1))
    source.send(1)
    source.finish()
    let (other, late) = attach(1, .byRequest, .customError { .oops })
    other.send([1, 2])
    _ = rig.take()
    probe.request(.none)
    late.request(.none)
    #expect(rig.take() == "")
  }

  @Test("BF-01 upstream is asked before the subscriber has its subscription") func asksFirst() {
    _ = attach(4, .keepFull)
    #expect(rig.take() == "U^ U?4 ^Buffer")
    _ = attach(4, .byRequest)
    #expect(rig.take() == "U^ U?* ^Buffer")
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
    let probe = rig.attach(
      [1, 2, 3].publisher.buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest), demand: .max(2))
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
    // The last of four places was asked for when 1 was sent, and 4 has taken it: 2 asks first, and 1 is replaced behind it.
    probe.request(.max(1))
    #expect(rig.take() == "1 out U?1 2 U?1")
    probe.request(.max(2))
    #expect(rig.take() == "3 4 U?2")
  }

  @Test("BF-01 an error of an overflow follows the demand that is left, also if it was returned") func overflowInside()
  {
    let (source, probe) = attach(2, .byRequest, .customError { .oops })
    source.send([1, 2])
    probe.whenReceived = { [unowned probe] in if probe.values == 1 { source.send([3, 4]) } }
    _ = rig.take()
    probe.request(.unlimited)
    #expect(rig.take() == "1 U! 2 3 #oops")
    let (other, one) = attach(1, .byRequest, .customError { .oops }, demand: .max(1))
    one.whenReceived = { [unowned one] in
      one.reply = .max(one.values == 2 ? 0 : 1)
      if one.values == 1 { other.send([2, 3]) }
    }
    _ = rig.take()
    other.send(1)
    #expect(rig.take() == "1 U! 2 #oops")
  }

  /// Below a full buffer, a source that sends nine values inside of requests, in one loop or in one for each request.
  private func answer(isLooping: Bool, before: @escaping (Source<Int, Oops>.Line, Int) -> Void) -> (depth: Int, String)
  {
    let source = rig.source()
    var deepest = 0
    source.whenSubscribed = { line in
      var left = 9, depth = 0
      line.whenRequested = { _ in
        if isLooping, depth > 0 { return }
        depth += 1
        deepest = max(deepest, depth)
        while line.demand > .none, left > 0 {
          left -= 1
          before(line, left)
          line.send(left)
        }
        depth -= 1
      }
      line.open()
    }
    rig.attach(source.buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest), demand: .unlimited)
    return (deepest, rig.take())
  }
  @Test("BF-01 G6 an upstream that answers at once does not keep other threads out") func leavesTheGate() {
    let (_, notes) = answer(isLooping: true) { line, left in
      nonisolated(unsafe) let line = line
      if left == 2 { onAnotherThread { line.send(99) } }
    }
    #expect(notes.contains("3 U+1 99 U+1 2 U+1 1"))
  }
  @Test("BF-01 an upstream that answers in a loop for each request makes no recursion") func answersByRecursion() {
    let (depth, notes) = answer(isLooping: false) { _, _ in }
    #expect(depth == 2 && notes.split(separator: " ").compactMap { Int($0) } == (0..<9).reversed())
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

  @Test("BF-01 its parts can be read; strategies are compared") func parts() {
    let buffer = Just(1).buffer(size: 3, prefetch: .keepFull, whenFull: .dropOldest)
    #expect(buffer.upstream == Just(1))
    #expect(buffer.size == 3)
    #expect(buffer.prefetch == .keepFull)
    guard case .dropOldest = buffer.whenFull else { return #expect(Bool(false), "another strategy") }
    #expect(Set([Publishers.PrefetchStrategy.keepFull, .byRequest, .keepFull]).count == 2)
  }
}

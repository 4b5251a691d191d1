import Pipes
import Testing
import VirtualTime

/// Publishers show their parts, and two are equal if their parts are.
@Suite("Shapes of operators") struct ShapeTests {
  private let empty = Empty<Int, Oops>()

  @Test("SQ-03 SQ-05 shapes of Drop and DropUntilOutput") func drops() {
    let three = empty.dropFirst(3)
    #expect(three == Publishers.Drop(upstream: empty, count: 3))
    #expect(three != empty.dropFirst())
    #expect(three.count == 3)
    let publisher = empty.drop(untilOutputFrom: Empty<String, Oops>())
    #expect(publisher == Publishers.DropUntilOutput(upstream: empty, other: Empty()))
    #expect(publisher.other == Empty())
    #expect(publisher != empty.drop(untilOutputFrom: Empty<String, Oops>(completeImmediately: false)))
    #expect(Publishers.PrefixUntilOutput(upstream: empty, other: Empty<String, Oops>()).other == Empty())
  }

  @Test("SQ-06 shape of Output") func output() {
    #expect(empty.prefix(3).range == 0..<3)
    #expect(empty.output(at: 3).range == 3..<4)
    #expect(empty.output(in: 2...).range == 2..<Int.max)
    #expect(empty.output(in: ...2).range == 0..<3)
    #expect(empty.prefix(3) == empty.output(in: ..<3))
    #expect(empty.prefix(3) == Publishers.Output(upstream: empty, range: 0..<3))
    #expect(empty.prefix(3) != empty.prefix(4))
  }

  @Test("FI-07 shape of ReplaceEmpty") func replaceEmpty() {
    #expect(empty.replaceEmpty(with: 3) == Publishers.ReplaceEmpty(upstream: empty, output: 3))
    #expect(empty.replaceEmpty(with: 3) != empty.replaceEmpty(with: 4))
  }

  @Test("RE-01 RE-02 RE-04 RE-05 MA-01 shapes of what gathers values") func gathering() {
    let text = empty.reduce("") { $0 + "\($1)" }
    #expect(text.initial == "" && text.nextPartialResult("a", 1) == "a1")
    #expect(empty.collect() == empty.collect())
    #expect(empty.collect(2) == Publishers.CollectByCount(upstream: empty, count: 2))
    #expect(empty.collect(2) != empty.collect(3))
    #expect(empty.ignoreOutput() == empty.ignoreOutput())
    #expect(empty.count() == empty.count())
  }

  @Test("MA-02 shape of Comparison") func comparison() {
    let texts = Empty<String, Oops>()
    #expect(texts.max().areInIncreasingOrder("a", "b"))
    #expect(texts.min().areInIncreasingOrder("b", "a"))
  }

  @Test("MA-04 SQ-01 SQ-02 shapes of Contains, First and Last") func matching() {
    #expect(empty.contains(2) == Publishers.Contains(upstream: empty, output: 2))
    #expect(empty.contains(2) != empty.contains(3))
    #expect(empty.contains { $0 > 1 }.predicate(2))
    #expect(empty.first() == Publishers.First(upstream: empty))
    #expect(empty.last() == Publishers.Last(upstream: empty))
    #expect(empty.first { $0 > 1 }.predicate(2))
    #expect(empty.last { $0 > 1 }.predicate(2))
    #expect(empty.first { $0 > 1 }.upstream == empty)
  }

  @Test("SQ-09 shape of Concatenate") func concatenate() {
    let fails = empty.append(Fail(error: .oops))
    #expect(fails == Publishers.Concatenate(prefix: Empty(), suffix: Fail(error: .oops)))
    #expect(fails != Publishers.Concatenate(prefix: Empty(), suffix: Fail(error: .other)))
    let front: Publishers.Concatenate<Publishers.Sequence<[Int], Oops>, Empty<Int, Oops>> = empty.prepend(1, 2)
    let range: Publishers.Concatenate<Publishers.Sequence<ClosedRange<Int>, Oops>, Empty<Int, Oops>> = empty.prepend(
      1...2)
    let behind: Publishers.Concatenate<Empty<Int, Oops>, Publishers.Sequence<[Int], Oops>> = empty.append(1, 2)
    #expect(front.suffix == empty && front.prefix.sequence == [1, 2])
    #expect(range.prefix.sequence == 1...2)
    #expect(behind.prefix == empty && behind.suffix.sequence == [1, 2])
  }

  @Test("TR-07 ER-04 ER-05 ER-06 BC-41 shapes of what follows a completion") func following() {
    #expect(empty.replaceError(with: 3) == Publishers.ReplaceError(upstream: empty, output: 3))
    #expect(empty.replaceError(with: 3) != empty.replaceError(with: 4))
    #expect(empty.mapError { $0 == .oops ? Oops.other : .oops }.transform(.oops) == .other)
    #expect(empty.repeat(-3).times == nil && empty.repeat().times == nil)
    let never = Empty<Int, Never>()
    let once: Publishers.SetFailureType<Empty<Int, Never>, Oops> = never.setFailureType(to: Oops.self)
    let twice: Publishers.SetFailureType<Empty<Int, Never>, any Error> = once.setFailureType(to: (any Error).self)
    #expect(once == Publishers.SetFailureType(upstream: never))
    #expect(twice.upstream == never)
  }

  @Test("CD-01 CD-02 shapes of Encode and Decode") func coders() {
    typealias Digits = OneUpstream.Digits
    let encode: Publishers.Encode<Empty<Int, Oops>, Digits> = empty.encode(encoder: Digits())
    let decode: Publishers.Decode<Empty<Int, Oops>, String, Digits> = empty.decode(type: String.self, decoder: Digits())
    #expect(encode.upstream == empty && decode.upstream == empty)
  }

  @Test("RE-03 TI-02 TI-03 TI-04 TI-05 TI-06 TI-07 shapes of timed operators") func timed() {
    let one = Just(1), scheduler = TestScheduler(),
      (delay, debounce) = (
        one.delay(for: 5, tolerance: 1, scheduler: scheduler), one.debounce(for: 5, scheduler: scheduler)
      )
    #expect(delay.interval == 5 && delay.tolerance == 1 && delay.scheduler === scheduler)
    #expect(one.delay(for: 5, scheduler: scheduler).tolerance == scheduler.minimumTolerance)
    #expect(debounce.dueTime == 5 && debounce.scheduler === scheduler && debounce.options == nil)
    let throttle = one.throttle(for: 4, scheduler: scheduler, latest: true),
      timeout = one.timeout(5, scheduler: scheduler)
    #expect(throttle.interval == 4 && throttle.scheduler === scheduler && throttle.latest && throttle.upstream == one)
    #expect(
      timeout.interval == 5 && timeout.scheduler === scheduler && timeout.options == nil && timeout.customError == nil)
    let receive = one.receive(on: scheduler), subscribe = one.subscribe(on: scheduler)
    #expect(receive.scheduler === scheduler && receive.options == nil)
    #expect(subscribe.scheduler === scheduler && subscribe.upstream == one)
    let collect = one.collect(.byTimeOrCount(scheduler, 4, 3))
    #expect(collect.upstream == one && collect.options == nil)
    guard case .byTimeOrCount(_, 4, 3) = collect.strategy else { Issue.record("another strategy"); return }
  }
}

import Pipes
import Testing
import VirtualTime

/// Publishers are equal if their parts are. That the parts can be read is compared in `SurfaceOfOperators`.
@Suite("Shapes of operators") struct ShapeTests {
  private let empty = Empty<Int, Oops>()

  @Test("SQ-03 SQ-05 SQ-06 FI-07 what lets a part of the values through") func parts() {
    #expect(empty.dropFirst(3) == Publishers.Drop(upstream: empty, count: 3))
    #expect(empty.dropFirst(3) != empty.dropFirst())
    let publisher = empty.drop(untilOutputFrom: Empty<String, Oops>())
    #expect(publisher == Publishers.DropUntilOutput(upstream: empty, other: Empty()))
    #expect(publisher != empty.drop(untilOutputFrom: Empty<String, Oops>(completeImmediately: false)))
    #expect(Publishers.PrefixUntilOutput(upstream: empty, other: Empty<String, Oops>()).other == Empty())
    #expect(empty.prefix(3) == empty.output(in: ..<3))
    #expect(empty.prefix(3) == Publishers.Output(upstream: empty, range: 0..<3))
    #expect(empty.prefix(3) != empty.prefix(4))
    #expect(empty.replaceEmpty(with: 3) == Publishers.ReplaceEmpty(upstream: empty, output: 3))
    #expect(empty.replaceEmpty(with: 3) != empty.replaceEmpty(with: 4))
  }

  @Test("RE-01 RE-02 RE-04 MA-01 MA-02 MA-04 SQ-01 SQ-02 what gathers or searches values") func gathering() {
    #expect(empty.collect() == empty.collect())
    #expect(empty.collect(2) == Publishers.CollectByCount(upstream: empty, count: 2))
    #expect(empty.collect(2) != empty.collect(3))
    #expect(empty.ignoreOutput() == empty.ignoreOutput())
    #expect(empty.count() == empty.count())
    #expect(empty.contains(2) == Publishers.Contains(upstream: empty, output: 2))
    #expect(empty.contains(2) != empty.contains(3))
    #expect(empty.first() == Publishers.First(upstream: empty))
    #expect(empty.last() == Publishers.Last(upstream: empty))
  }

  @Test("SQ-09 TR-07 ER-05 ER-06 BC-41 what follows a completion") func following() {
    let fails = empty.append(Fail(error: .oops))
    #expect(fails == Publishers.Concatenate(prefix: Empty(), suffix: Fail(error: .oops)))
    #expect(fails != Publishers.Concatenate(prefix: Empty(), suffix: Fail(error: .other)))
    #expect(empty.replaceError(with: 3) == Publishers.ReplaceError(upstream: empty, output: 3))
    #expect(empty.replaceError(with: 3) != empty.replaceError(with: 4))
    #expect(empty.repeat(-3).times == nil && empty.repeat().times == nil)
    let once = Empty<Int, Never>().setFailureType(to: Oops.self)
    #expect(once == Publishers.SetFailureType(upstream: Empty<Int, Never>()))
  }

  @Test("TI-02 TI-03 TI-04 TI-05 TI-06 TI-07 the schedulers of timed operators, and what is left out") func timed() {
    let one = Just(1), scheduler = TestScheduler()
    let delay = one.delay(for: 5, scheduler: scheduler), timeout = one.timeout(5, scheduler: scheduler)
    let schedulers = [
      delay.scheduler, timeout.scheduler, one.debounce(for: 5, scheduler: scheduler).scheduler,
      one.throttle(for: 4, scheduler: scheduler, latest: true).scheduler, one.receive(on: scheduler).scheduler,
      one.subscribe(on: scheduler).scheduler,
    ]
    #expect(schedulers.allSatisfy { $0 === scheduler })
    #expect(delay.tolerance == scheduler.minimumTolerance && timeout.customError == nil)
  }
}

import Pipes
import Testing

@Suite("Future") struct FutureTests {
  @Test("PB-06 the work starts at once and its first result counts") func startsAtOnce() {
    let rig = Rig()
    var promises: [Future<Int, Oops>.Promise] = []
    let future = Future<Int, Oops> { promises.append($0) }
    #expect(promises.count == 1)
    let waiting = rig.attach(future)
    waiting.request(.max(1))
    #expect(rig.take() == "^Future")
    promises[0](.success(7))
    #expect(rig.take() == "7 |")
    promises[0](.failure(.oops))
    promises[0](.success(8))
    rig.attach(future, demand: .unlimited)
    #expect(rig.take() == "^Future 7 |", "a late subscriber gets the same result")
    #expect(promises.count == 1)
  }

  @Test("PB-06 a value waits for each subscriber's first request") func valueWaits() {
    let rig = Rig()
    var promise: Future<Int, Oops>.Promise?
    let future = Future<Int, Oops> { promise = $0 }
    let a = rig.attach(future, "a"), b = rig.attach(future, "b")
    b.request(.max(1))
    b.request(.max(1))
    _ = rig.take()
    promise?(.success(7))
    #expect(rig.take() == "b:7 b:|")
    a.request(.max(3))
    a.request(.max(3))
    #expect(rig.take() == "a:7 a:|")
  }

  @Test("PB-06 a failure needs no demand") func failure() {
    let rig = Rig()
    var promise: Future<Int, Oops>.Promise?
    let future = Future<Int, Oops> { promise = $0 }
    rig.attach(future, "a")
    rig.attach(future, "b", demand: .max(1))
    _ = rig.take()
    promise?(.failure(.oops))
    #expect(rig.take() == "a:#oops b:#oops")
    rig.attach(future)
    #expect(rig.take() == "^Future #oops")
  }

  @Test("PB-06 a cancel touches neither the work nor the others") func cancel() {
    let rig = Rig()
    var promise: Future<Int, Oops>.Promise?
    let future = Future<Int, Oops> { promise = $0 }
    let a = rig.attach(future, "a", demand: .unlimited)
    rig.attach(future, "b", demand: .unlimited)
    _ = rig.take()
    a.cancel()
    a.cancel()
    promise?(.success(7))
    a.request(.max(1))
    #expect(rig.take() == "b:7 b:|")
  }

  @Test("PB-06 a result during the subscription comes after it") func resultDuringSubscription() {
    let rig = Rig()
    var promise: Future<Int, Oops>.Promise?
    let future = Future<Int, Oops> { promise = $0 }
    let probe = Probe<Int, Oops>(rig, demand: .max(1))
    probe.whenSubscribed = { _ in promise?(.success(7)) }
    future.subscribe(probe)
    #expect(rig.take() == "^Future 7 |")
  }

  @Test("PB-06 nothing is kept after the end or a cancel", arguments: [true, false]) func releases(_ isCancelled: Bool) {
    let rig = Rig()
    let leaks = Leaks()
    var promise: Future<Int, Oops>.Promise?
    var future: Future<Int, Oops>? = Future { promise = $0 }
    var probe: Probe? = rig.attach(future!, demand: .unlimited)
    leaks.watch(probe!, "the subscriber")
    let kept = probe!.subscription!
    if isCancelled { kept.cancel() } else { promise?(.success(7)) }
    probe = nil
    #expect(leaks.alive == [])
    leaks.watch(future!, "the future")
    future = nil
    promise = nil
    #expect(leaks.alive == [])
    withExtendedLifetime(kept) {}
  }

  @Test("G8 a request for nothing is a misuse, and no request") func zero() {
    let rig = Rig()
    let probe = rig.attach(Future<Int, Oops> { $0(.success(7)) })
    #expect(misuses { probe.request(.none) }.count == 1)
    #expect(rig.take() == "^Future")
    probe.request(.max(1))
    #expect(rig.take() == "7 |")
    #expect(misuses { probe.request(.none) } == [])
  }

  @Test("one result wins when two threads have one") func race() {
    for round in 0..<200 {
      let turnstile = Turnstile<Int, Oops>(demand: .max(1))
      var promise: Future<Int, Oops>.Promise?
      let future = Future<Int, Oops> { promise = $0 }
      nonisolated(unsafe) let settle = promise!
      future.subscribe(turnstile)
      onTwoThreads { side in settle(side == 0 ? .success(1) : .failure(.oops)) }
      #expect(turnstile.completions == 1 && turnstile.values <= 1 && turnstile.overlaps == 0, "round \(round)")
    }
  }
}

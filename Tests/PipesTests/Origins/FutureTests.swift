import Pipes
import Testing

@Suite("Future and Deferred") struct FutureTests {
  let rig = Rig()

  typealias IntFuture = Future<Int, Oops>

  @Test("PB-06 the closure runs at once, before any subscriber, and only once") func eager() {
    let future = IntFuture { promise in
      rig.note("run")
      promise(.success(7))
    }
    #expect(rig.take() == "run")
    let a = rig.attach(future, "a")
    #expect(rig.take() == "a:^Future")
    a.request(.max(1))
    rig.attach(future, "b", demand: .unlimited)
    #expect(rig.take() == "a:7 a:| b:^Future b:7 b:|")
  }

  @Test("PB-06 a value that comes later waits for the request of each subscriber") func later() {
    var promise: IntFuture.Promise = { _ in }
    let future = IntFuture { promise = $0 }
    rig.attach(future, "a", demand: .max(1))
    let b = rig.attach(future, "b")
    _ = rig.take()
    promise(.success(7))
    #expect(rig.take() == "a:7 a:|")
    b.request(.max(1))
    #expect(rig.take() == "b:7 b:|")
    b.request(.max(1))
    #expect(rig.take() == "")
  }

  @Test("PB-06 the first promise counts") func once() {
    let future = IntFuture { promise in
      promise(.success(7))
      promise(.success(8))
      promise(.failure(.oops))
    }
    rig.attach(future, demand: .unlimited)
    #expect(rig.take() == "^Future 7 |")
  }

  @Test("PB-06 a failure does not wait for demand") func failure() {
    var promise: IntFuture.Promise = { _ in }
    let future = IntFuture { promise = $0 }
    rig.attach(future, "a")
    promise(.failure(.oops))
    rig.attach(future, "b")
    let notes = rig.take().split(separator: " ")
    #expect(notes.contains("a:#oops"))
    #expect(notes.last == "b:#oops")
  }

  @Test("PB-06 a cancel concerns one subscriber") func cancel() {
    var promise: IntFuture.Promise = { _ in }
    let future = IntFuture { promise = $0 }
    let a = rig.attach(future, "a", demand: .unlimited)
    rig.attach(future, "b", demand: .unlimited)
    _ = rig.take()
    a.cancel()
    promise(.success(7))
    #expect(rig.take() == "b:7 b:|")
  }

  @Test("PB-06 nothing is left after the end", arguments: [true, false]) func leaks(_ succeeds: Bool) {
    let leaks = Leaks()
    var promise: IntFuture.Promise? = { _ in }
    var future: IntFuture? = IntFuture { promise = $0 }
    var probe: Probe<Int, Oops>? = Rig().attach(future!, demand: .unlimited)
    leaks.watch(future!, "future")
    leaks.watch(probe!, "subscriber")
    let kept = probe?.subscription
    promise?(succeeds ? .success(1) : .failure(.oops))
    (future, promise, probe) = (nil, nil, nil)
    #expect(leaks.alive == [])
    withExtendedLifetime(kept) {}
  }

  @Test("PB-07 Deferred makes a publisher for each subscriber, when it subscribes") func deferred() {
    let source = rig.source()
    var calls = 0
    let publisher = Deferred { () -> Source<Int, Oops> in
      calls += 1
      return source
    }
    #expect(calls == 0)
    let probe = rig.attach(publisher, demand: .max(2), reply: .max(1))
    #expect(calls == 1)
    #expect(probe.subscription as AnyObject? === source.line)
    #expect(source.send(1) == .max(1))
    source.fail(.oops)
    rig.attach(publisher)
    #expect(calls == 2)
    #expect(rig.take() == "U^ ^U U?2 1 U+1 #oops U^ ^U")
    #expect(publisher.createPublisher() === source)
  }
}

@testable import Pipes

/// Places where threads meet in ways of their own.
enum Blocks {

  static let all: [Scenario] = [
    Scenario("switchToLatest: a publisher answers late / the next one comes") {
      let bench = Bench()
      let outer = PassthroughSubject<Tap, Fault>()
      var a: Tap! = Tap(bench, "a"), b: Tap! = Tap(bench, "b"), judge: Judge<Int>! = Judge(bench, demand: .max(3))
      a.isLate = true
      outer.switchToLatest().subscribe(judge)
      outer.send(a)
      return Trial(threads: [{ [a] in a!.open() }, { [b] in outer.send(b!) }]) {
        for value in 1...2 { b.send(value) }
        bench.expect(judge.values == [1, 2], "the stream stalls: \(judge.values) of 1, 2")
        // Demand that the subscriber requests now belongs to the latest publisher, too.
        b.send(3)
        judge.request(.max(1))
        b.send(4)
        bench.expect(judge.values == [1, 2, 3, 4], "the stream stalls: \(judge.values) of 1, 2, 3, 4")
        bench.expect(!a.isOpen, "the publisher that was replaced is not cancelled")
        judge.cancel()
        (a, b) = (nil, nil)
        return bench.end(&judge)
      }
    },
    Scenario("race: the first sends / the others are being subscribed") {
      let bench = Bench()
      var a: Tap! = Tap(bench, "a"), b: Tap! = Tap(bench, "b"), c: Tap! = Tap(bench, "c"),
        judge: Judge<Int>! = Judge(bench)
      return Trial(
        threads: [{ [judge, a, b, c] in [a!, b!, c!].race().subscribe(judge!) }, { [a] in a!.send(1) }]
      ) {
        a.send(2)
        bench.expect(a.isOpen, "the winner is cancelled")
        bench.expect(!judge.values.isEmpty, "the winner's values are lost")
        bench.expect(!b.isOpen && !c.isOpen, "a loser is never cancelled")
        judge.cancel()
        (a, b, c) = (nil, nil, nil)
        return bench.end(&judge)
      }
    },
    Scenario("race: two send at once") {
      let bench = Bench()
      var a: Tap! = Tap(bench, "a"), b: Tap! = Tap(bench, "b"), judge: Judge<Int>! = Judge(bench)
      a.race(with: b).subscribe(judge)
      return Trial(threads: [{ [a] in a!.send(1) }, { [b] in b!.send(2) }]) {
        bench.expect(judge.values.count == 1, "one of the two must win: \(judge.values)")
        bench.expect(a.isOpen != b.isOpen, "one of the two must be cancelled")
        judge.cancel()
        (a, b) = (nil, nil)
        return bench.end(&judge)
      }
    },
    Scenario("zip: a value comes / one more is requested") {
      let bench = Bench()
      var a: Tap! = Tap(bench, "a"), b: Tap! = Tap(bench, "b"), judge: Judge<Int>! = Judge(bench, demand: .max(1))
      for tap in [a, b] { tap?.isAskedBySubscriber = true }
      a.zip(b) { $0 * 10 + $1 }.subscribe(judge)
      a.send(1)
      return Trial(threads: [{ [b] in b!.send(1) }, { [judge] in judge!.request(.max(1)) }]) {
        // Both have sent what they were requested for at first.
        let accepted = [a.send(2), b.send(2)]
        bench.expect(accepted == [true, true], "an upstream is not requested for the demand: \(accepted)")
        bench.expect(judge.values == [11, 22], "the stream stalls: \(judge.values) of 11, 22")
        judge.cancel()
        (a, b) = (nil, nil)
        return bench.end(&judge)
      }
    },
    Scenario("a subject: two send, one comes") {
      let bench = Bench()
      let subject = PassthroughSubject<Int, Fault>()
      var first: Judge<Int>! = Judge(bench), second: Judge<Int>! = Judge(bench)
      subject.subscribe(first)
      return Trial(threads: [{ subject.send(1) }, { subject.send(2) }, { [second] in subject.subscribe(second!) }]) {
        bench.expect(first.values.sorted() == [1, 2], "the first subscriber misses a value: \(first.values)")
        subject.send(3)
        bench.expect(first.values.last == 3 && second.values.last == 3, "a subscriber misses the last value")
        subject.send(completion: .finished)
        bench.expect(first.completion != nil && second.completion != nil, "a completion is missing")
        return bench.end(&first, &second)
      }
    },
    Scenario("a subject: sends / ends / a subscriber comes") {
      let bench = Bench()
      let subject = PassthroughSubject<Int, Fault>()
      var judge: Judge<Int>! = Judge(bench)
      return Trial(threads: [
        { subject.send(1) }, { subject.send(completion: .finished) }, { [judge] in subject.subscribe(judge!) },
      ]) {
        bench.expect(judge.completion != nil, "a completion is missing")
        return bench.end(&judge)
      }
    },
    Scenario("a subject: sends / a subscriber cancels") {
      let bench = Bench()
      let subject = PassthroughSubject<Int, Fault>()
      var judge: Judge<Int>! = Judge(bench), other: Judge<Int>! = Judge(bench)
      subject.subscribe(judge)
      subject.subscribe(other)
      return Trial(threads: [{ subject.sendAll(1, 2) }, { [judge] in judge!.cancel() }]) {
        let before = judge.values.count
        subject.send(3)
        bench.expect(judge.values.count == before, "a value that was sent after the cancel")
        bench.expect(other.values == [1, 2, 3], "the other subscriber misses a value: \(other.values)")
        other.cancel()
        return bench.end(&judge, &other)
      }
    },
    Scenario("a current value: two send / asks") {
      let bench = Bench()
      let subject = CurrentValueSubject<Int, Fault>(0)
      var judge: Judge<Int>! = Judge(bench, demand: .max(1)), eager: Judge<Int>! = Judge(bench)
      subject.subscribe(judge)
      subject.subscribe(eager)
      return Trial(threads: [{ subject.send(1) }, { subject.send(2) }, { [judge] in judge!.request(.max(9)) }]) {
        bench.expect(judge.values.last == subject.value, "it ends on \(judge.values), the value is \(subject.value)")
        bench.expect(
          eager.values.last == subject.value, "the other ends on \(eager.values), the value is \(subject.value)")
        bench.expect(eager.values.sorted() == [0, 1, 2], "the other misses a value: \(eager.values)")
        for judge in [judge, eager] {
          judge?.cancel()
          judge?.leave()
        }
        (judge, eager) = (nil, nil)
        return bench.end()
      }
    },
    Scenario("a current value: two send twice") {
      let bench = Bench()
      let subject = CurrentValueSubject<Int, Fault>(0)
      var judge: Judge<Int>! = Judge(bench)
      subject.subscribe(judge)
      return Trial(threads: [{ subject.sendAll(1, 2) }, { subject.sendAll(3, 4) }]) {
        bench.expect(judge.values.sorted() == [0, 1, 2, 3, 4], "a value is missing: \(judge.values)")
        bench.expect(judge.values.last == subject.value, "it ends on \(judge.values), the value is \(subject.value)")
        judge.cancel()
        return bench.end(&judge)
      }
    },
    Scenario("a replay subject: sends / a subscriber comes / asks for more") {
      let bench = Bench()
      let subject = ReplaySubject<Int, Fault>()
      subject.send(1)
      var judge: Judge<Int>! = Judge(bench, demand: .max(1))
      return Trial(threads: [{ subject.send(2) }, { [judge] in subject.subscribe(judge!) }]) {
        judge.request(.unlimited)
        bench.expect(judge.values == [1, 2], "lost or in the wrong order: \(judge.values)")
        subject.send(completion: .finished)
        bench.expect(judge.completion != nil, "a completion is missing")
        return bench.end(&judge)
      }
    },
    Scenario("share: the last one leaves / another one comes") {
      let bench = Bench()
      var tap: Tap! = Tap(bench, "a"), first: Judge<Int>! = Judge(bench), second: Judge<Int>! = Judge(bench)
      let shared = tap.share()
      shared.subscribe(first)
      return Trial(threads: [{ [first] in first!.cancel() }, { [second] in shared.subscribe(second!) }]) {
        tap.send(1)
        bench.expect(second.values == [1], "the one who came receives nothing")
        second.cancel()
        bench.expect(!tap.isOpen, "the connection outlives its subscribers")
        tap = nil
        return bench.end(&first, &second)
      }
    },
    Scenario("share: two come at once") {
      let bench = Bench()
      var tap: Tap! = Tap(bench, "a"), first: Judge<Int>! = Judge(bench), second: Judge<Int>! = Judge(bench)
      let shared = tap.share()
      return Trial(threads: [{ [first] in shared.subscribe(first!) }, { [second] in shared.subscribe(second!) }]) {
        tap.send(1)
        bench.expect(first.values == [1] && second.values == [1], "values: \(first.values) and \(second.values)")
        first.cancel()
        second.cancel()
        bench.expect(!tap.isOpen, "the connection outlives its subscribers")
        tap = nil
        return bench.end(&first, &second)
      }
    },
    Scenario("multicast: connects / disconnects / a value") {
      let bench = Bench()
      var tap: Tap! = Tap(bench, "a"), judge: Judge<Int>! = Judge(bench)
      let shared = tap.multicast(subject: PassthroughSubject())
      shared.subscribe(judge)
      var connection: (any Cancellable)? = shared.connect()
      return Trial(threads: [{ [tap] in tap!.send(1) }, { [connection] in connection?.cancel() }]) {
        bench.expect(!tap.isOpen, "the connection is not cancelled")
        connection = nil
        judge.cancel()
        tap = nil
        return bench.end(&judge)
      }
    },
    Scenario("a sink below a foreign upstream: a value / a cancel") {
      let bench = Bench(), state = AccessCheck("the state behind the closures")
      final class Box {
        let state: AccessCheck
        init(_ state: AccessCheck) { self.state = state }
        deinit { state.write() }
      }
      let tap = Tap(bench, "a")
      tap.forgets = false
      var count = 0
      func subscribe() -> AnyCancellable {
        let box = Box(state)
        bench.watch(box, "what the closures keep")
        return tap.sink(receiveCompletion: { _ in }) { _ in
          state.read()
          bench.step()
          _ = box
          count += 1
        }
      }
      let token = subscribe()
      let cancel = {
        state.read()  // before the closures are released, on whichever thread
        token.cancel()
      }
      return Trial(threads: [{ tap.send(1) }, cancel]) {
        let before = count
        tap.send(2)
        bench.expect(count == before, "a value that was sent after the cancel")
        defer { withExtendedLifetime((tap, token)) {} }
        return bench.end()
      }
    },
    Scenario("a sink below a foreign upstream: a completion / a cancel") {
      let bench = Bench()
      final class Box {}
      let tap = Tap(bench, "a")
      tap.forgets = false
      func subscribe() -> AnyCancellable {
        let box = Box()
        bench.watch(box, "what the closures keep")
        return tap.merge(with: Empty(completeImmediately: false)).sink(receiveCompletion: { _ in _ = box }) { _ in
          _ = box
        }
      }
      let token = subscribe()
      return Trial(threads: [{ tap.sendAll(1, then: .failure(.fault)) }, { token.cancel() }]) {
        defer { withExtendedLifetime((tap, token)) {} }
        return bench.end()
      }
    },
    Scenario("a future: its result / a request / a cancel") {
      let bench = Bench()
      var promise: ((Result<Int, Fault>) -> Void)?
      var judge: Judge<Int>! = Judge(bench, demand: .none), other: Judge<Int>! = Judge(bench)
      let future = Future<Int, Fault> { promise = $0 }
      future.subscribe(judge)
      future.subscribe(other)
      return Trial(
        threads: [
          { [promise] in promise!(.success(1)) }, { [judge] in judge!.request(.max(1)) },
          { [other] in other!.cancel() },
        ]
      ) {
        bench.expect(judge.values == [1] && judge.completion != nil, "the result is lost")
        promise = nil
        return bench.end(&judge, &other)
      }
    },
    Scenario("a trampoline: two call") {
      let bench = Bench(), state = AccessCheck("the state of the action")
      final class Owner { let trampoline = Trampoline() }
      let owner = Owner()
      var calls = OrderedDemand(), runs = 0
      let call = {
        calls.add(.max(1))
        owner.trampoline.take {
          state.write()
          runs += 1
          bench.step()
          bench.expect(calls.ordered >= .max(runs), "a run that is not ordered after the call it is for")
        }
      }
      return Trial(threads: [call, call]) {
        bench.expect(runs == 2, "the action runs \(runs) times")
        return bench.end()
      }
    },
    Scenario("a token: two cancel") {
      let bench = Bench()
      var count = 0
      let token = AnyCancellable { count += 1 }
      return Trial(threads: [{ token.cancel() }, { token.cancel() }]) {
        bench.expect(count == 1, "it is cancelled \(count) times")
        return bench.end()
      }
    },
    Scenario("a sequence: two ask") {
      let bench = Bench()
      var judge: Judge<Int>! = Judge(bench, demand: .none)
      (1...4).publisher.setFailureType(to: Fault.self).subscribe(judge)
      return Trial(threads: [{ [judge] in judge!.request(.max(2)) }, { [judge] in judge!.request(.max(2)) }]) {
        bench.expect(judge.values == [1, 2, 3, 4] && judge.completion != nil, "lost: \(judge.values)")
        return bench.end(&judge)
      }
    },
    Scenario("a sequence: asks for two / for all") {
      let bench = Bench()
      var judge: Judge<Int>! = Judge(bench, demand: .none)
      (1...4).publisher.setFailureType(to: Fault.self).subscribe(judge)
      return Trial(threads: [{ [judge] in judge!.request(.max(2)) }, { [judge] in judge!.request(.unlimited) }]) {
        bench.expect(judge.values == [1, 2, 3, 4] && judge.completion != nil, "lost: \(judge.values)")
        return bench.end(&judge)
      }
    },
    Scenario("groupBy: a value / a subscriber of the group / the end") {
      let bench = Bench()
      var tap: Tap! = Tap(bench, "a"), outer: Judge<Publishers.Group<Int, Int, Fault>>! = Judge(bench),
        inner: Judge<Int>! = Judge(bench)
      tap.groupBy { $0 % 2 }.subscribe(outer)
      tap.send(1)
      let group = outer.values[0]
      return Trial(threads: [{ [tap] in tap!.sendAll(3, then: .finished) }, { [inner] in group.subscribe(inner!) }]) {
        bench.expect(inner.values == [1, 3], "lost: \(inner.values)")
        bench.expect(inner.completion != nil && outer.completion != nil, "a completion is missing")
        inner.leave()
        outer.leave()
        (tap, inner) = (nil, nil)
        return bench.findings
      }
    },
  ]
}

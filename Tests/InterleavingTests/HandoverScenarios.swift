@testable import Pipes

/// One upstream or connection follows another, while threads are inside.
enum Handovers {
  typealias Line = PassthroughSubject<Int, Fault>

  static let all: [Scenario] = [
    follows("append", ending: .finished) { a, b in a.append(b).eraseToAnyPublisher() },
    follows("catch", ending: .failure(.fault)) { a, b in a.catch { _ in b }.eraseToAnyPublisher() },
    follows("retry", ending: .failure(.fault)) { a, b in
      var lines = [a, b]
      return Deferred { lines.removeFirst() }.retry(1).eraseToAnyPublisher()
    },
    cancels("append", ending: .finished) { a, b in a.append(b).eraseToAnyPublisher() },
    cancels("catch", ending: .failure(.fault)) { a, b in a.catch { _ in b }.eraseToAnyPublisher() },
    switches(.unlimited),
    switches(.max(9)),
    opens("window") { a, b in a.window(b).flatMap { $0 }.eraseToAnyPublisher() },
    opens("window, concatMap") { a, b in a.window(b).concatMap { $0 }.eraseToAnyPublisher() },
    reconnects("share") { $0.share().eraseToAnyPublisher() },
    reconnects("autoconnect") { $0.multicast(subject: PassthroughSubject()).autoconnect().eraseToAnyPublisher() },
    reconnects("share(replay:), while connected") { $0.share(replay: 1, scope: .whileConnected).eraseToAnyPublisher() },
    cancelsTwice("a subject") { $0.eraseToAnyPublisher() },
    cancelsTwice("map") { $0.map { $0 }.eraseToAnyPublisher() },
    cancelsTwice("share") { $0.share().eraseToAnyPublisher() },
    cancelsTwice("share(replay:)") { $0.share(replay: 1).eraseToAnyPublisher() },
    cancelsTwice("autoconnect") {
      $0.multicast(subject: CurrentValueSubject(0)).autoconnect().filter { $0 > 0 }.eraseToAnyPublisher()
    },
    cancelsTwice("merge") { $0.merge(with: Line()).eraseToAnyPublisher() },
    cancelsTwice("flatMap") { $0.flatMap { Just($0).setFailureType(to: Fault.self) }.eraseToAnyPublisher() },
    cancelsTwice("switchToLatest") { line in
      Just(line).setFailureType(to: Fault.self).switchToLatest().eraseToAnyPublisher()
    },
    cancelsTwice("combineLatest") {
      $0.combineLatest(Just(0).setFailureType(to: Fault.self)) { a, _ in a }.eraseToAnyPublisher()
    },
    cancelsTwice("append") { Empty().append($0).eraseToAnyPublisher() },
    cancelsTwice("buffer") { $0.buffer(size: 4, prefetch: .byRequest, whenFull: .dropNewest).eraseToAnyPublisher() },
    cancelsTwice("prefix(untilOutputFrom:)") { $0.prefix(untilOutputFrom: Line()).eraseToAnyPublisher() },
    cancelsTwice("retry") { $0.retry(1).eraseToAnyPublisher() },
    cancelsTwice("finalize") { $0.finalize {}.eraseToAnyPublisher() },
  ]

  /// A subscriber cancels inside its first value while another thread cancels, too: no value follows the call that
  /// returned in the callback, whichever of the two calls was the first.
  private static func cancelsTwice(_ name: String, _ make: @escaping (Line) -> AnyPublisher<Int, Fault>) -> Scenario {
    Scenario("\(name): cancels inside its value / cancels") {
      let bench = Bench()
      let a = Line()
      var judge: Judge<Int>! = Judge(bench, demand: .unlimited)
      judge.whenReceived = { [unowned judge] _ in judge!.cancel() }
      make(a).subscribe(judge)
      return Trial(threads: [{ a.sendAll(1, 2) }, { [judge] in judge!.cancel() }]) {
        bench.expect(judge.values.isEmpty || judge.values == [1], "a value after a cancel: \(judge.values)")
        return bench.end(&judge)
      }
    }
  }

  /// The first upstream ends inside the delivery of its value, and another thread sends to the second one. The
  /// subscriber returns demand for each value.
  private static func follows(
    _ name: String, ending: Subscribers.Completion<Fault>, _ make: @escaping (Line, Line) -> AnyPublisher<Int, Fault>
  ) -> Scenario {
    Scenario("\(name): the first ends inside its value / the second sends") {
      let bench = Bench()
      let a = Line(), b = Line()
      var judge: Judge<Int>! = Judge(bench, demand: .max(1))
      judge.reply = .max(1)
      judge.whenReceived = { if $0 == 1 { a.send(completion: ending) } }
      make(a, b).subscribe(judge)
      return Trial(threads: [{ a.send(1) }, { b.sendAll(2, 3) }]) {
        b.send(4)
        b.send(completion: .finished)
        // A value that was sent before the second one was subscribed to, or before a value of it was requested, goes to
        // nobody.
        bench.expect(judge.values.first == 1 && judge.values.last == 4, "a value is lost: \(judge.values)")
        bench.expect(judge.values == judge.values.sorted(), "the order is broken: \(judge.values)")
        bench.expect(judge.completion != nil, "a completion is missing")
        return bench.end(&judge)
      }
    }
  }
  /// A window begins on one thread, and on another one the upstream sends and fails: what was sent before the failure
  /// arrives.
  private static func opens(_ name: String, _ make: @escaping (Line, Line) -> AnyPublisher<Int, Fault>) -> Scenario {
    Scenario("\(name): the upstream sends and fails / a window begins") {
      let bench = Bench()
      let a = Line(), b = Line()
      var judge: Judge<Int>! = Judge(bench, demand: .unlimited)
      make(a, b).subscribe(judge)
      return Trial(threads: [{ a.sendAll(1, then: .failure(.fault)) }, { b.send(0) }]) {
        bench.expect(judge.values == [1], "a value is lost: \(judge.values)")
        bench.expect(judge.completion != nil, "a completion is missing")
        return bench.end(&judge)
      }
    }
  }
  /// The upstream that is replaced sends on one thread, the one that replaces it on another.
  private static func switches(_ demand: Subscribers.Demand) -> Scenario {
    Scenario("switchToLatest: the old one sends / the next one comes and sends, \(demand) requested") {
      let bench = Bench()
      let outer = PassthroughSubject<Line, Fault>(), a = Line(), b = Line()
      var judge: Judge<Int>! = Judge(bench, demand: demand)
      outer.switchToLatest().subscribe(judge)
      outer.send(a)
      return Trial(
        threads: [
          { a.send(1) },
          {
            outer.send(b)
            b.send(2)
          },
        ]
      ) {
        for value in 3...9 { b.send(value) }
        b.send(10)
        let all = Array(2...(demand == .unlimited || judge.values.first == 2 ? 10 : 9))
        bench.expect(
          [all, [1] + all].contains(judge.values), "an old value comes after a new one, or one is lost: \(judge.values)"
        )
        judge.cancel()
        return bench.end(&judge)
      }
    }
  }
  /// A sink is told of its second upstream on one thread, inside a value, and another thread cancels it.
  private static func cancels(
    _ name: String, ending: Subscribers.Completion<Fault>, _ make: @escaping (Line, Line) -> AnyPublisher<Int, Fault>
  ) -> Scenario {
    Scenario("\(name): the first ends inside its value / its sink cancels") {
      let bench = Bench()
      let a = Line(), b = Line()
      var kept: Judge<Int>! = Judge(bench)
      kept.receive(subscription: SinkSubscription())
      var token: AnyCancellable! = make(a, b).sink(receiveCompletion: { [kept] in kept!.receive(completion: $0) }) {
        [kept] value in
        _ = kept!.receive(value)
        if value == 1 { a.send(completion: ending) }
      }
      return Trial(
        threads: [
          {
            a.send(1)
            b.send(2)
          }, { [token] in token!.cancel() },
        ]
      ) {
        let before = kept.values
        b.send(3)
        bench.expect(kept.values == before, "a value comes after the cancel: \(kept.values)")
        bench.expect([[], [1], [1, 2]].contains(before), "the order is broken: \(before)")
        kept.leave()
        // The token is still there: it keeps no closure.
        kept = nil
        let left = bench.end()
        token = nil
        return left
      }
    }
  }
  /// The last subscriber cancels, another one comes on another thread, and a third thread sends.
  private static func reconnects(_ name: String, _ make: @escaping (Line) -> AnyPublisher<Int, Fault>) -> Scenario {
    Scenario("\(name): the last cancels / another one comes / a value comes") {
      let bench = Bench()
      let source = Line(), all = make(source)
      var first: Judge<Int>! = Judge(bench), second: Judge<Int>! = Judge(bench)
      all.subscribe(first)
      return Trial(threads: [
        { [first] in first!.cancel() }, { [second] in all.subscribe(second!) }, { source.send(1) },
      ]) {
        source.send(2)
        bench.expect([[2], [1, 2]].contains(second.values), "a value comes twice, or is lost: \(second.values)")
        source.send(completion: .finished)
        bench.expect(second.completion != nil, "a completion is missing")
        return bench.end(&first, &second)
      }
    }
  }
}

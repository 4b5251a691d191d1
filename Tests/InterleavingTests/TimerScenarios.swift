import Pipes

/// Timed operators: a timer or a delivery on one thread, the upstream or the subscriber on another.
enum Timed {
  typealias Stage = (bench: Bench, tap: Tap, clock: HandScheduler, judge: Judge<String>)

  /// A pipeline in which 1 has been sent, then two threads. At the end everything that is scheduled runs.
  static func scenario(
    _ name: String, _ make: @escaping (Tap, HandScheduler) -> AnyPublisher<String, Fault>,
    demand: Subscribers.Demand = .unlimited,
    _ left: @escaping (Stage) -> Void, _ right: @escaping (Stage) -> Void, check: @escaping (Stage) -> Void
  ) -> Scenario {
    Scenario(name) {
      let bench = Bench()
      var stage: Stage! = (bench, Tap(bench, "a"), HandScheduler(bench), Judge<String>(bench, demand: demand))
      make(stage.tap, stage.clock).subscribe(stage.judge)
      stage.tap.send(1)
      return Trial(threads: [{ [stage] in left(stage!) }, { [stage] in right(stage!) }]) {
        check(stage)
        stage.clock.settle()
        if !stage.judge.isCancelled, stage.judge.completion == nil { stage.judge.cancel() }
        stage.clock.settle()
        bench.expect(stage.clock.running == 0, "a timer is left")
        bench.expect(!stage.tap.isOpen, "the upstream is still open at the end")
        stage.clock.clear()
        stage.judge.leave()
        stage = nil
        return bench.end()
      }
    }
  }
  static let debounce: (Tap, HandScheduler) -> AnyPublisher<String, Fault> = { a, clock in
    a.debounce(for: 3, scheduler: clock).map(String.init).eraseToAnyPublisher()
  }
  static let all: [Scenario] = [
    scenario("debounce: the timer of 1 / sends 2", debounce, { $0.clock.fire(0) }, { $0.tap.send(2) }) { stage in
      let values = stage.judge.values
      stage.bench.expect(values == [] || values == ["1"], "2 did not wait for its own pause: \(values)")
      stage.clock.settle()
      stage.bench.expect(stage.judge.values == values + ["2"], "2 is lost: \(stage.judge.values)")
    },
    scenario("debounce: the timer of 1 / finishes", debounce, { $0.clock.fire(0) }, { $0.tap.end() }) { stage in
      stage.clock.settle()
      stage.bench.expect(stage.judge.completion != nil, "no completion comes")
    },
    scenario("debounce: the timer of 1 / cancels", debounce, { $0.clock.fire(0) }, { $0.judge.cancel() }) { stage in
      let values = stage.judge.values
      stage.tap.send(2)
      stage.clock.settle()
      stage.bench.expect(stage.judge.values == values, "a value that was sent after the cancel")
    },
    scenario(
      "debounce: the timer of 1 / requests", debounce, demand: .max(1), { $0.clock.fire(0) },
      { $0.judge.request(.max(1)) }
    ) { stage in
      stage.bench.expect(stage.judge.values == ["1"], "1 is lost: \(stage.judge.values)")
      stage.tap.send(2)
      stage.clock.settle()
      stage.bench.expect(stage.judge.values == ["1", "2"], "demand is lost: \(stage.judge.values)")
    },
    scenario(
      "throttle: the emission of 1 / sends 2 and 3",
      { a, clock in a.throttle(for: 3, scheduler: clock, latest: true).map(String.init).eraseToAnyPublisher() },
      { $0.clock.runNext() },
      { $0.tap.sendAll(2, 3) }
    ) { stage in
      stage.clock.settle()
      stage.bench.expect(stage.judge.values.last == "3", "the latest value is lost: \(stage.judge.values)")
    },
    scenario(
      "throttle: the emission of 1 / finishes",
      { a, clock in a.throttle(for: 3, scheduler: clock, latest: true).map(String.init).eraseToAnyPublisher() },
      { $0.clock.runNext() }, { $0.tap.end() }
    ) { stage in
      stage.clock.settle()
      stage.bench.expect(stage.judge.values == ["1"], "1 is lost")
      stage.bench.expect(stage.judge.completion != nil, "no completion comes")
    },
    scenario(
      "timeout: the clock / sends 2 and finishes",
      { a, clock in a.timeout(3, scheduler: clock, customError: { .fault }).map(String.init).eraseToAnyPublisher() },
      { stage in if let last = stage.clock.timers.indices.last { stage.clock.fire(last) } },
      { $0.tap.sendAll(2, then: .finished) }
    ) { stage in
      stage.clock.settle()
      stage.bench.expect(stage.judge.values.first == "1", "1 is lost: \(stage.judge.values)")
      stage.bench.expect(stage.judge.completion != nil, "no completion comes")
      let isLate = stage.judge.completion == .failure(.fault)
      stage.bench.expect(isLate || stage.judge.values == ["1", "2"], "it finished without 2: \(stage.judge.values)")
    },
    scenario(
      "timeout: the clock / requests and cancels",
      { a, clock in a.timeout(3, scheduler: clock).map(String.init).eraseToAnyPublisher() }, demand: .max(1),
      { $0.clock.fire(0) },
      {
        $0.judge.request(.max(1))
        $0.judge.cancel()
      }
    ) { _ in },
    hop("receive(on:)") { a, clock in a.receive(on: clock).map(String.init).eraseToAnyPublisher() },
    hop("delay") { a, clock in a.delay(for: 3, scheduler: clock).map(String.init).eraseToAnyPublisher() },
    scenario(
      "collect(byTime): the period / sends 2",
      { a, clock in a.collect(.byTime(clock, 3)).map { "\($0)" }.eraseToAnyPublisher() },
      { $0.clock.fire(0) }, { $0.tap.send(2) }
    ) { stage in
      stage.tap.end()
      stage.clock.settle()
      let values = stage.judge.values
      stage.bench.expect(values == ["[1, 2]"] || values == ["[1]", "[2]"], "a value is lost: \(values)")
    },
    scenario(
      "collect(byTimeOrCount): the period / sends 2 and 3",
      { a, clock in a.collect(.byTimeOrCount(clock, 3, 2)).map { "\($0)" }.eraseToAnyPublisher() },
      { $0.clock.fire(0) },
      { $0.tap.sendAll(2, 3) }
    ) { stage in
      stage.tap.end()
      stage.clock.settle()
      let values = stage.judge.values.joined().filter(\.isNumber)
      stage.bench.expect(values == "123", "a value is lost or in the wrong place: \(stage.judge.values)")
    },
    Scenario("collect(byTime): is subscribed / finishes") {
      let bench = Bench()
      var tap: Tap! = Tap(bench, "a"), clock: HandScheduler! = HandScheduler(bench),
        judge: Judge<String>! = Judge(bench)
      tap.isLate = true
      tap.collect(.byTime(clock, 3)).map { "\($0)" }.subscribe(judge)
      return Trial(threads: [{ [tap] in tap!.open() }, { [tap] in tap!.end() }]) {
        clock.settle()
        if judge.completion == nil { judge.cancel() }
        bench.expect(clock.running == 0, "a timer is left")
        clock.clear()
        (tap, clock) = (nil, nil)
        return bench.end(&judge)
      }
    },
    scenario(
      "subscribe(on:): the request / cancels",
      { a, clock in
        a.subscribe(on: clock).map(String.init).eraseToAnyPublisher()
      }, demand: .none,
      { stage in
        stage.clock.runNext()
        stage.judge.request(.max(1))
        stage.clock.runNext()
      },
      { $0.judge.cancel() }
    ) { stage in
      stage.clock.settle()
    },
  ]
  /// The scheduler delivers 1 while the upstream sends 2 and finishes.
  static func hop(_ name: String, _ make: @escaping (Tap, HandScheduler) -> AnyPublisher<String, Fault>) -> Scenario {
    scenario(
      "\(name): delivers 1 / sends 2 and finishes", make,
      {
        $0.clock.runNext()
        $0.clock.runNext()
      },
      { $0.tap.sendAll(2, then: .finished) }
    ) { stage in
      stage.clock.settle()
      stage.bench.expect(stage.judge.values == ["1", "2"], "lost or in the wrong order: \(stage.judge.values)")
      stage.bench.expect(stage.judge.completion != nil, "no completion comes")
    }
  }
}

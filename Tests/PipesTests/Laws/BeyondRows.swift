import Pipes

extension Row {
  private static let dropsFirst = "section 20: the first value makes no pair"

  /// Operators that Combine does not have.
  static let beyond = [pairing, mapping, again, events, parts, many, windows, more].flatMap { $0 }

  private static let counts = "TR-08: values before the subscription count"

  @RowBuilder static var more: [Row] {
    Row("collect(_:every:)", "section 20", .special, answer: "[1] [2] [3] |", failure: "[1] [2] #oops") {
      $0.collect(1, every: 1).eraseToAnyPublisher()
    }
    Row("firstIndex", "section 20", .reducer, answer: "1 |", failure: "1 |") { $0.firstIndex { $0 > 1 }.eraseToAnyPublisher() }
    Row("timestamp", "section 20", .forwarder) { $0.timestamp(scheduler: ImmediateScheduler.shared).map(\.value) }
    Row("switchIfEmpty", "section 20", .special, empty: "9 |") {
      $0.switchIfEmpty(Just(9).setFailureType(to: Oops.self)).eraseToAnyPublisher()
    }
    Row("mergeScan", "section 20", .special, answer: "1 3 6 |", failure: "1 3 #oops", zero: .reported, exempt: [.earlyValue: counts]) {
      $0.mergeScan(0) { Just($0 + $1).setFailureType(to: Oops.self) }.eraseToAnyPublisher()
    }
    Row("expand", "section 20", .special, zero: .reported, exempt: [.earlyValue: counts]) { $0.expand { _ in Empty<Int, Oops>() } }
    Row("window flattened", "section 20", .special, zero: .reported) { $0.window(count: 2).concatMap { $0 } }
    Row("debounce by", "section 20", .special, zero: .reported, loses: true) { $0.debounce { Just($0).setFailureType(to: Oops.self) } }
    Row(
      "throttle by", "section 20", .special, zero: .reported, loses: true,
      exempt: [.reentrantSend: "section 20: a window drops its other values, and it is open while its first value is received"]
    ) { $0.throttle { _ in Empty<Int, Oops>() } }
  }

  @RowBuilder static var pairing: [Row] {
    Row("withLatestFrom", "section 20", .special, zero: .reported) { $0.withLatestFrom(one) { value, _ in value } }
    Row("withLatestFrom two", "section 20", .special, zero: .reported) { $0.withLatestFrom(one, one) { value, _, _ in value } }
    Row(
      "pairwise", "section 20", .forwarder, answer: "(1,2) (2,3) |", failure: "(1,2) #oops",
      exempt: [.sameDemand: dropsFirst, .reentrantSend: dropsFirst]
    ) { $0.pairwise() }
    Row("race", "section 20", .special, zero: .reported) { $0.race(with: Empty(completeImmediately: false)) }
    Row("race of one", "section 20", .special, zero: .reported) { [$0].race() }
  }

  @RowBuilder static var mapping: [Row] {
    Row("switchMap", "section 20", .special, zero: .reported, loses: true) { $0.switchMap { Just($0).setFailureType(to: Oops.self) } }
    Row("concatMap", "section 20", .special, zero: .reported) { $0.concatMap { Just($0).setFailureType(to: Oops.self) } }
    Row("mergeMap", "section 20", .special, zero: .reported) { $0.mergeMap(concurrency: 2) { Just($0).setFailureType(to: Oops.self) } }
    Row(
      "exhaustMap", "section 20", .special, zero: .reported, loses: true,
      exempt: [.reentrantSend: "section 20: values are ignored while a child is alive, and it is while its value is received"]
    ) {
      $0.exhaustMap { Just($0).setFailureType(to: Oops.self) }
    }
  }

  @RowBuilder static var again: [Row] {
    Row(timed: "retry(_:delay:)", "section 20", .special, zero: .reported) { $0.retry(0, delay: 5, scheduler: $1) }
    Row(timed: "retry(_:backoff:)", "section 20", .special, zero: .reported) {
      $0.retry(0, backoff: .exponential(from: 1, upTo: 8), scheduler: $1)
    }
    Row("retry(_:if:)", "section 20", .special, zero: .reported) { $0.retry(3, if: { _ in false }) }
    Row("retry(when:)", "section 20", .special, zero: .reported) { $0.retry { $0.flatMap { Fail<Int, Oops>(error: $0) } } }
    Row("repeat", "section 20", .special, zero: .reported) { $0.repeat(1) }
    Row("repeat(when:)", "section 20", .special, zero: .reported) {
      $0.repeat { $0.first().ignoreOutput().setFailureType(to: Oops.self) }
    }
    Row("ignoreFailure", "section 20", .special, failure: "1 2 |", zero: .reported) { $0.ignoreFailure() }
    Row(
      "onErrorResumeNext", "section 20", .special, answer: "1 2 3 9 |", failure: "1 2 9 |", empty: "9 |", zero: .reported,
      exempt: [.replyCounts: "section 20: the other publisher follows"]
    ) { $0.onErrorResumeNext(Just(9)) }
    Row("share(replay:)", "section 20", .special, zero: .reported) { $0.share(replay: 100) }
    Row("share(replay:scope:)", "section 20", .special, zero: .reported) { $0.share(replay: 100, scope: .whileConnected) }
    Row("share(replay: 1)", "section 20", .special, zero: .reported, loses: true) { $0.share(replay: 1) }
  }

  @RowBuilder static var events: [Row] {
    Row(
      "materialize", "section 20", .special, answer: "value(1) value(2) value(3) finished |",
      failure: "value(1) value(2) failure(PipesTests.Oops.oops) |", empty: "finished |", zero: .reported,
      exempt: [.replyCounts: "section 20: the end is a value, too"]
    ) { $0.materialize() }
    Row(
      "dematerialize", "section 20", .special, zero: .reported, exempt: [.endsWithoutDemand: "section 20: the end is a value"]
    ) { $0.materialize().dematerialize() }
    Row("dematerialize alone", "section 20", .relay, failure: "1 2 |", zero: .reported) {
      $0.ignoreFailure().map { Subscribers.Event<Int, Oops>.value($0) }.dematerialize()
    }
    Row("mapToResult", "section 20", .special, failure: "1 2 9 |", zero: .reported) { $0.mapToResult().map { (try? $0.get()) ?? 9 } }
    Row("startWith", "section 20", .special) { $0.startWith() }
    Row("endWith", "section 20", .special) { $0.endWith() }
  }

  private static let holdsBack = "section 20: the first value is held back"

  @RowBuilder static var parts: [Row] {
    Row("prefix(while:behavior:)", "section 20", .relay, zero: .reported) { $0.prefix(while: { _ in true }, behavior: .inclusive) }
    Row("skipLast(0)", "section 20", .forwarder) { $0.skipLast(0) }
    Row(
      "skipLast", "section 20", .forwarder, answer: "1 2 |", failure: "1 #oops",
      exempt: [.sameDemand: holdsBack, .reentrantSend: holdsBack]
    ) { $0.skipLast(1) }
    Row("takeLast", "section 20", .special, failure: "#oops", zero: .reported, exempt: [.replyCounts: atTheEnd, .reentrantSend: atTheEnd]) {
      $0.takeLast(100)
    }
    Row("distinct", "section 20", .forwarder) { $0.distinct() }
    Row("finalize", "section 20", .relay) { $0.finalize {} }
    Row("isEmpty", "section 20", .reducer, answer: "false |", failure: "false |", empty: "true |") { $0.isEmpty() }
    Row("sequenceEqual", "section 20", .reducer, answer: "true |", empty: "false |", exempt: [.takesEverything: laterAsked]) {
      $0.sequenceEqual(Publishers.Sequence(sequence: 1...3)).eraseToAnyPublisher()
    }
    Row("groupBy", "section 20", .special, zero: .reported) { $0.groupBy { $0 }.map(\.key) }
    Row("groupBy flattened", "section 20", .special, zero: .reported) { $0.groupBy { $0 % 2 }.flatMap { $0 } }
    Row("delay(for each:)", "section 20", .special, zero: .reported, exempt: [.earlyValue: "TR-08: values before the subscription count"]) {
      $0.delay { Just($0).setFailureType(to: Oops.self) }
    }
  }
  private static let atTheEnd = "section 20: nothing comes before the end"
  private static let laterAsked = "section 20: the one who asks sits behind an append and a zip"

  @RowBuilder static var many: [Row] {
    Row("merge of an array", "section 20", .special, zero: .reported) { [$0].merge() }
    Row("zip of an array", "section 20", .special, zero: .reported) {
      [$0.eraseToAnyPublisher(), numbers.eraseToAnyPublisher()].zip().map { $0[0] }
    }
    Row("combineLatest of an array", "section 20", .special, zero: .reported, exempt: [.endsWithoutDemand: othersWait]) {
      [one.eraseToAnyPublisher(), $0.eraseToAnyPublisher()].combineLatest().map { $0[1] }
    }
    Row("forkJoin", "section 20", .special, answer: "3 |", failure: "#oops", zero: .reported) { $0.forkJoin(one).map { $0.0 } }
  }

  @RowBuilder static var windows: [Row] {
    Row(timed: "sample(every:)", "section 20", .special, zero: .reported, loses: true) { $0.sample(every: 5, scheduler: $1) }
    Row("sample", "section 20", .special, answer: "|", failure: "#oops", zero: .reported) { $0.sample(Empty<Int, Oops>()) }
    Row(timed: "audit(for:)", "section 20", .special, zero: .reported, loses: true) { $0.audit(for: 5, scheduler: $1) }
    Row("audit", "section 20", .special, zero: .reported, loses: true) { $0.audit { Just($0).setFailureType(to: Oops.self) } }
  }
}

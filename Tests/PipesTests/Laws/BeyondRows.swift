import Pipes

extension Row {
  private static let dropsFirst = "BC-18: the first value makes no pair"

  /// Operators that Combine does not have.
  static let beyond = [pairing, mapping, again, events, parts, many, windows, more].flatMap { $0 }

  private static let counts = "TR-08: values before the subscription count"

  @RowBuilder static var more: [Row] {
    Row("collect(_:every:)", "BC-19", .special, answer: "[1] [2] [3] |", failure: "[1] [2] #oops") {
      $0.collect(1, every: 1).eraseToAnyPublisher()
    }
    Row("firstIndex", "BC-21", .reducer, answer: "1 |", failure: "1 |") {
      $0.firstIndex { $0 > 1 }.eraseToAnyPublisher()
    }
    Row("timestamp", "BC-22", .forwarder) { $0.timestamp(scheduler: ImmediateScheduler.shared).map(\.value) }
    Row("switchIfEmpty", "BC-07", .special, empty: "9 |") {
      $0.switchIfEmpty(Just(9).setFailureType(to: Oops.self)).eraseToAnyPublisher()
    }
    Row(
      "mergeScan", "BC-15", .special, answer: "1 3 6 |", failure: "1 3 #oops", zero: .reported,
      exempt: [.earlyValue: counts]
    ) {
      $0.mergeScan(0) { Just($0 + $1).setFailureType(to: Oops.self) }.eraseToAnyPublisher()
    }
    Row("expand", "BC-14", .special, zero: .reported, exempt: [.earlyValue: counts]) {
      $0.expand { _ in Empty<Int, Oops>() }
    }
    Row("window flattened", "BC-13", .special, zero: .reported) { $0.window(count: 2).concatMap { $0 } }
    Row("debounce by", "BC-23", .special, zero: .reported, loses: true) {
      $0.debounce { Just($0).setFailureType(to: Oops.self) }
    }
    Row(
      "throttle by", "BC-24", .special, zero: .reported, loses: true,
      exempt: [
        .reentrantSend: "BC-24: a window drops its other values, and it is open while its first value is received"
      ]
    ) { $0.throttle { _ in Empty<Int, Oops>() } }
  }

  @RowBuilder static var pairing: [Row] {
    Row("withLatestFrom", "BC-01", .special, zero: .reported) { $0.withLatestFrom(one) { value, _ in value } }
    Row("withLatestFrom two", "BC-01", .special, zero: .reported) {
      $0.withLatestFrom(one, one) { value, _, _ in value }
    }
    Row(
      "pairwise", "BC-18", .forwarder, answer: "(1,2) (2,3) |", failure: "(1,2) #oops",
      exempt: [.sameDemand: dropsFirst, .reentrantSend: dropsFirst]
    ) { $0.pairwise() }
    Row("race", "BC-02", .special, zero: .reported) { $0.race(with: Empty(completeImmediately: false)) }
    Row("race of one", "BC-02", .special, zero: .reported) { [$0].race() }
  }

  @RowBuilder static var mapping: [Row] {
    Row("switchMap", "BC-08", .special, zero: .reported, loses: true) {
      $0.switchMap { Just($0).setFailureType(to: Oops.self) }
    }
    Row("concatMap", "BC-09", .special, zero: .reported) { $0.concatMap { Just($0).setFailureType(to: Oops.self) } }
    Row("mergeMap", "BC-10", .special, zero: .reported) {
      $0.mergeMap(concurrency: 2) { Just($0).setFailureType(to: Oops.self) }
    }
    Row(
      "exhaustMap", "BC-11", .special, zero: .reported, loses: true,
      exempt: [
        .reentrantSend: "BC-11: values are ignored while a child is alive, and it is while its value is received"
      ]
    ) {
      $0.exhaustMap { Just($0).setFailureType(to: Oops.self) }
    }
  }

  @RowBuilder static var again: [Row] {
    Row(timed: "retry(_:delay:)", "BC-38", .special, zero: .reported) { $0.retry(0, delay: 5, scheduler: $1) }
    Row(timed: "retry(_:backoff:)", "BC-38", .special, zero: .reported) {
      $0.retry(0, backoff: .exponential(from: 1, upTo: 8), scheduler: $1)
    }
    Row(timed: "retry(_:delay:if:)", "BC-38", .special, zero: .reported) {
      $0.retry(3, delay: 5, if: { _ in false }, scheduler: $1)
    }
    Row(timed: "retry(_:backoff:if:)", "BC-38", .special, zero: .reported) {
      $0.retry(0, backoff: .exponential(from: 1, upTo: 8), if: { _ in true }, resetOnSuccess: true, scheduler: $1)
    }
    Row("retry(_:if:)", "BC-39", .special, zero: .reported) { $0.retry(3, if: { _ in false }) }
    Row("retry(when:)", "BC-40", .special, zero: .reported) { $0.retry { $0.flatMap { Fail<Int, Oops>(error: $0) } } }
    Row("repeat", "BC-41", .special, zero: .reported) { $0.repeat(1) }
    Row("repeat(when:)", "BC-41", .special, zero: .reported) {
      $0.repeat { $0.first().ignoreOutput().setFailureType(to: Oops.self) }
    }
    Row("ignoreFailure", "BC-42", .special, failure: "1 2 |", zero: .reported) { $0.ignoreFailure() }
    Row(
      "onErrorResumeNext", "BC-43", .special, answer: "1 2 3 9 |", failure: "1 2 9 |", empty: "9 |", zero: .reported,
      exempt: [.replyCounts: "BC-43: the other publisher follows"]
    ) { $0.onErrorResumeNext(Just(9)) }
    Row("share(replay:)", "BC-45", .special, zero: .reported) { $0.share(replay: 100) }
    Row("share(replay:scope:)", "BC-45", .special, zero: .reported) { $0.share(replay: 100, scope: .whileConnected) }
    Row("share(replay: 1)", "BC-45", .special, zero: .reported, loses: true) { $0.share(replay: 1) }
  }

  @RowBuilder static var events: [Row] {
    Row(
      "materialize", "BC-32", .special, answer: "value(1) value(2) value(3) finished |",
      failure: "value(1) value(2) failure(PipesTests.Oops.oops) |", empty: "finished |", zero: .reported,
      exempt: [.replyCounts: "BC-32: the end is a value, too"]
    ) { $0.materialize() }
    Row(
      "dematerialize", "BC-32", .special, zero: .reported, exempt: [.endsWithoutDemand: "BC-32: the end is a value"]
    ) { $0.materialize().dematerialize() }
    Row("dematerialize alone", "BC-32", .relay, failure: "1 2 |", zero: .reported) {
      $0.ignoreFailure().map { Subscribers.Event<Int, Oops>.value($0) }.dematerialize()
    }
    Row("mapToResult", "BC-33", .special, failure: "1 2 9 |", zero: .reported) {
      $0.mapToResult().map { (try? $0.get()) ?? 9 }
    }
    Row("startWith", "BC-05", .special) { $0.startWith() }
    Row("endWith", "BC-05", .special) { $0.endWith() }
  }

  private static let holdsBack = "BC-29: the first value is held back"

  @RowBuilder static var parts: [Row] {
    Row("prefix(while:behavior:)", "BC-27", .relay, zero: .reported) {
      $0.prefix(while: { _ in true }, behavior: .inclusive)
    }
    Row("skipLast(0)", "BC-29", .forwarder) { $0.skipLast(0) }
    Row(
      "skipLast", "BC-29", .forwarder, answer: "1 2 |", failure: "1 #oops",
      exempt: [.sameDemand: holdsBack, .reentrantSend: holdsBack]
    ) { $0.skipLast(1) }
    Row(
      "takeLast", "BC-28", .special, failure: "#oops", zero: .reported,
      exempt: [.replyCounts: atTheEnd, .reentrantSend: atTheEnd]
    ) {
      $0.takeLast(100)
    }
    Row("distinct", "BC-26", .forwarder) { $0.distinct() }
    Row("finalize", "BC-44", .relay) { $0.finalize {} }
    Row("isEmpty", "BC-30", .reducer, answer: "false |", failure: "false |", empty: "true |") { $0.isEmpty() }
    Row("sequenceEqual", "BC-06", .reducer, answer: "true |", empty: "false |", exempt: [.takesEverything: laterAsked])
    {
      $0.sequenceEqual(Publishers.Sequence(sequence: 1...3)).eraseToAnyPublisher()
    }
    Row("groupBy", "BC-12", .special, zero: .reported) { $0.groupBy { $0 }.map(\.key) }
    Row(
      "groupBy, with a duration", "BC-12", .special, zero: .reported,
      exempt: [
        .reentrantRequest:
          "BC-12: a key has several groups, and a value that waits in one is sent after the values of the next"
      ]
    ) {
      $0.groupBy({ $0 % 2 }, duration: { $0.dropFirst(1) }).flatMap { $0 }
    }
    Row("groupBy flattened", "BC-12", .special, zero: .reported) { $0.groupBy { $0 % 2 }.flatMap { $0 } }
    Row(
      "delay(for each:)", "BC-17", .special, zero: .reported,
      exempt: [.earlyValue: "TR-08: values before the subscription count"]
    ) {
      $0.delay { Just($0).setFailureType(to: Oops.self) }
    }
  }
  private static let atTheEnd = "BC-28: nothing comes before the end"
  private static let laterAsked = "BC-06: the one who asks sits behind an append and a zip"

  @RowBuilder static var many: [Row] {
    Row("merge of an array", "BC-04", .special, zero: .reported) { [$0].merge() }
    Row("zip of an array", "BC-04", .special, zero: .reported) {
      [$0.eraseToAnyPublisher(), numbers.eraseToAnyPublisher()].zip().map { $0[0] }
    }
    Row("combineLatest of an array", "BC-04", .special, zero: .reported, exempt: [.endsWithoutDemand: othersWait]) {
      [one.eraseToAnyPublisher(), $0.eraseToAnyPublisher()].combineLatest().map { $0[1] }
    }
    Row("forkJoin", "BC-03", .special, answer: "3 |", failure: "#oops", zero: .reported) {
      $0.forkJoin(one).map { $0.0 }
    }
  }

  @RowBuilder static var windows: [Row] {
    Row(timed: "sample(every:)", "BC-34", .special, zero: .reported, loses: true) { $0.sample(every: 5, scheduler: $1) }
    Row("sample", "BC-34", .special, answer: "|", failure: "#oops", zero: .reported) { $0.sample(Empty<Int, Oops>()) }
    Row(timed: "audit(for:)", "BC-35", .special, zero: .reported, loses: true) { $0.audit(for: 5, scheduler: $1) }
    Row("audit", "BC-35", .special, zero: .reported, loses: true) {
      $0.audit { Just($0).setFailureType(to: Oops.self) }
    }
  }
}

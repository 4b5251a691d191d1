import Pipes

extension OperatorTable {
  /// The operators that send values at other times, or by the time.
  @OperatorRows static var timing: [OperatorRow] {
    row(
      "delay", "Sends each value and the completion after a given time.",
      facts: OperatorFacts(
        use: "to move values in time and keep their distances", rivals: ["receive", "debounce", "throttle"],
        isTriedInside: true, elsewhere: [.init("Rx", "lets a failure overtake the values that are on their way")],
        keeps: "each value until its time has come", finishes: "the given time after the upstream has finished",
        fails: "the given time after the upstream has failed", memory: .some,
        losses: .init(before: "its time", never: [.finished, .failed]), typing: [.keepsValues, .joins, .isLenient]),
      .duration("for"), .scheduler, sample: "a: -1-2-3-|\n> a.delay(for: 3)"
    ) { $0.delay(for: $1, scheduler: $2) }
    row(
      "debounce", "Sends a value only after a given time has passed without another one.",
      facts: OperatorFacts(
        use: "to act once when a burst is over, as after typing",
        rivals: ["throttle", "audit", "sample", "delay", "collect", "removeDuplicates"], isTriedInside: true,
        rx: ["debounceTime"], elsewhere: [.init("Rx", "sends the pending value when the upstream finishes")],
        requests: .unlimited, keeps: "the latest value until the time has passed",
        drops: "the pending value when another one arrives, or when the upstream completes first", memory: .some,
        losses: .init(replaced: "another value arrived before its pause was over", before: "its pause was over"),
        keepsNewest: true, typing: .keepsValues),
      .duration("for"), .scheduler, sample: "a: -1-2-3------4------|\n> a.debounce(for: 3)"
    ) { $0.debounce(for: $1, scheduler: $2) }
    row(
      "throttle", "Sends at most one value in each period: the latest or the first.",
      facts: OperatorFacts(
        use: "for a steady pace while values come all the time, as when scrolling",
        rivals: ["debounce", "audit", "sample", "delay", "collect"],
        rx: ["throttleTime"],
        elsewhere: [
          .init(
            "RxJS", "drops all values of the period but the first, unless it is told otherwise",
            as: "throttle(for: %, leading: true, trailing: false)")
        ], sends: "the first value immediately, then one value for each period in which one arrived",
        requests: .unlimited,
        keeps: "the value to send at the end of the period",
        drops: "the other values of the period",
        finishes: "when the upstream has finished and the pending value has been sent",
        fails: "when the upstream has failed and the pending value has been sent",
        memory: .some,
        losses: .init(
          atOnce: "another value arrived first in its period", replaced: "a later value of its period took its place",
          before: "its period was over", never: [.atOnce, .finished, .failed]),
        keepsNewest: true, window: "for", typing: .keepsValues),
      .duration("for"), .scheduler, .bool("latest"), sample: "a: -1-23-----4--|\n> a.throttle(for: 4, latest: true)"
    ) { $0.throttle(for: $1, scheduler: $2, latest: $3) }
    row(
      "timeout", "Finishes, or fails, when no value arrives for a given time.",
      facts: OperatorFacts(
        use: "to give up when no value arrives", rivals: ["race", "prefix"],
        elsewhere: [.init("Rx", "fails when the time is over", as: "timeout(%, customError: { \"timeout\" })")],
        finishes: "when the upstream finishes, or when the time has passed without a value",
        fails: "when the upstream fails, or with customError when the time has passed",
        cancels: "the upstream when the time has passed", cancelReason: "no value for %, so the result ends",
        memory: .some, losses: .init(before: "its turn", left: "the time had run out", never: [.finished, .failed]),
        typing: .keepsValues),
      .duration(), .scheduler, producer(.value, "customError").givingFailure.orNone,
      sample: "a: -1-2-------|\n> a.timeout(4)"
    ) { upstream, interval, scheduler, failure in
      upstream.timeout(
        interval, scheduler: scheduler, customError: failure.map { make in { SpecFailure(make().value) } })
    }
    row(
      "measureInterval", "Sends the time since the previous value in place of each value.",
      facts: OperatorFacts(
        use: "to look at the pace of a stream", rivals: ["scan", "pairwise"], measures: true),
      .scheduler("using").optional, sample: "a: -1--2-3-|\n> a.measureInterval(using: scheduler)"
    ) { $0.measureInterval(using: $1) }
    row(
      "receive",
      "Sends values and the completion on a scheduler. In virtual time that is a later turn of the same instant.",
      facts: OperatorFacts(
        use: "to receive values elsewhere, as on the main queue", rivals: ["subscribe", "delay"], rx: ["observeOn"],
        keeps: "the values that have not been sent yet", memory: .some,
        losses: .init(before: "its turn", never: [.finished, .failed]), typing: .keepsValues),
      .scheduler("on"), sample: "a: -1-2-|\n> a.receive(on: scheduler)"
    ) { $0.receive(on: $1) }
    row(
      "subscribe", "Subscribes, requests and cancels on a scheduler.",
      facts: OperatorFacts(
        use: "to start work that costs time elsewhere", rivals: ["receive"], rx: ["subscribeOn"], typing: .keepsValues),
      .scheduler("on"), sample: "a: -1-2-|\n> a.subscribe(on: scheduler)"
    ) { $0.subscribe(on: $1) }
    row(
      "sample", "Sends the latest value when another publisher sends a value.",
      facts: OperatorFacts(
        use: "to read the latest value when something happens elsewhere",
        rivals: ["withLatestFrom", "throttle", "audit"],
        sends: "nothing for a signal before which no new value has arrived", requests: .unlimited,
        keeps: "the latest value", drops: "a value that is replaced, or that is pending when the upstream completes",
        fails: "when one of the publishers fails", cancels: "the other publisher at the completion", memory: .some,
        losses: .init(replaced: "a later value replaced it", before: "the other publisher sent a value"),
        keepsNewest: true, undecided: "nothing new", takesSignals: true,
        typing: [.keepsValues, .joins, .isLenient]),
      .stream(), sample: "a: -1-2---3-|\nb: ----x--x--\n> a.sample(b)"
    ) { $0.sample($1) }
    row(
      "sample", "Sends the latest value at the end of each period in which one arrived.",
      facts: OperatorFacts(
        use: "to read the latest value at a regular pace", rivals: ["throttle", "audit", "debounce"],
        rx: ["sampleTime"], requests: .unlimited, keeps: "the latest value",
        drops: "a value that is replaced, or that is pending when the upstream completes",
        cancels: "its timer at the completion", memory: .some,
        losses: .init(replaced: "a later value replaced it", before: "the period was over"),
        keepsNewest: true, takesSignals: true, typing: [.keepsValues, .joins, .isLenient]),
      .duration("every"), .scheduler, sample: "a: -1-2---3-|\n> a.sample(every: 4)"
    ) { $0.sample(every: $1, scheduler: $2) }
    let audit = OperatorFacts(
      use: "to send the newest state at most once in each period, never the first value immediately",
      rivals: ["debounce", "throttle", "sample"], rx: ["auditTime"],
      sends: "the latest value at the end of a period that the first value begins", requests: .unlimited,
      keeps: "the latest value", drops: "a value that is replaced",
      finishes: "when the upstream has finished and no value is pending", memory: .some,
      losses: .init(
        replaced: "another value arrived in its window", before: "its window was over", never: [.finished]),
      keepsNewest: true, takesSignals: true, typing: [.keepsValues, .joins, .isLenient])
    row(
      "audit", "Sends the latest value of each period; the first value after a period begins the next one.",
      facts: audit,
      .duration("for"), .scheduler, sample: "a: -1-2-----3-|\n> a.audit(for: 4)"
    ) { $0.audit(for: $1, scheduler: $2) }
    row(
      "audit", "Sends the latest value of each window; the first value begins it, and its inner publisher ends it.",
      facts: audit.but {
        ($0.use, $0.rivals) = ("to send the newest state when a task is done", ["debounce", "sample", "delay"])
        $0.elsewhere = [.init("RxJS", "sends nothing when an inner publisher finishes without a value")]
        $0.sends = "the latest value when the inner publisher of the first value sends a value or finishes"
        ($0.rx, $0.fails) = ([], "when the upstream or an inner publisher fails")
      },
      closure(.stream), sample: "a: -1-2-----3-|\nb: --x|\n> a.audit { _ in b }"
    ) { $0.audit($1) }
    row(
      "delay", "Sends each value when its inner publisher sends a value.",
      facts: OperatorFacts(
        use: "to delay each value by a time of its own", rivals: ["audit", "flatMap"], rx: ["delayWhen"],
        keeps: "each value until its inner publisher sends one",
        drops: "a value whose inner publisher finishes without a value",
        finishes: "when the upstream has finished and no value is pending",
        fails: "when the upstream or an inner publisher fails", memory: .some,
        losses: .init(
          before: "its inner publisher had sent a value", left: "its inner publisher finished without a value"),
        takesSignals: true, typing: [.keepsValues, .joins, .isLenient]),
      closure(.stream, "for"), sample: "a: -1-2---|\nb: --x|\n> a.delay { _ in b }"
    ) { $0.delay(for: $1) }
    row(
      "debounce", "Sends a value when its inner publisher sends one, unless another value has arrived before.",
      facts: OperatorFacts(
        use: "to wait for a pause whose length depends on the value", rivals: ["throttle", "audit", "switchMap"],
        requests: .unlimited, keeps: "the latest value", drops: "the pending value when another one arrives",
        finishes: "when the upstream finishes, after the pending value",
        fails: "when the upstream or an inner publisher fails", memory: .some,
        losses: .init(
          replaced: "another value arrived before its pause was over",
          before: "its inner publisher had sent a value", never: [.finished]),
        keepsNewest: true, takesSignals: true, typing: .keepsValues),
      closure(.stream), sample: "a: -12-----3|\nb: --x|\n> a.debounce { _ in b }"
    ) { $0.debounce($1) }
    let ends: (Parameter<Bool>, Parameter<Bool>) = (.bool("leading"), .bool("trailing"))
    row(
      "throttle", "Sends the first value, the last value, or both, of each window; an inner publisher ends the window.",
      facts: OperatorFacts(
        use: "for a pace that another publisher sets", rivals: ["debounce", "audit", "sample"],
        elsewhere: [.init("RxJS", "sends no pending value when an inner publisher finishes without one")],
        requests: .unlimited, keeps: "the last value of the window", drops: "the other values of the window",
        finishes: "when the upstream has finished and the pending value has been sent",
        fails: "when the upstream or an inner publisher fails", memory: .some,
        losses: .init(
          atOnce: "it came within the window", replaced: "another value arrived in its window",
          before: "its window was over", never: [.atOnce, .finished, .failed]),
        keepsNewest: true, takesSignals: true, typing: .keepsValues),
      ends.0.optional(true), ends.1.optional(false), closure(.stream),
      sample: "a: -1-23-----4-|\nb: ----x|\n> a.throttle { _ in b }"
    ) { $0.throttle(leading: $1, trailing: $2, $3) }
    row(
      "throttle", "Sends the first value, the last value, or both, of each period; a value begins the period.",
      facts: OperatorFacts(
        use: "for a steady pace with the first value, the last, or both", rivals: ["debounce", "audit", "sample"],
        requests: .unlimited, keeps: "the last value of the period", drops: "the other values of the period",
        finishes: "when the upstream has finished and the pending value has been sent", memory: .some,
        losses: .init(
          atOnce: "it came within the period", replaced: "a later value of its period took its place",
          before: "its period was over", never: [.atOnce, .finished]),
        keepsNewest: true, typing: .keepsValues),
      .duration("for"), .scheduler, ends.0, ends.1,
      sample: "a: -1-23-----4-|\n> a.throttle(for: 4, leading: true, trailing: true)"
    ) { $0.throttle(for: $1, scheduler: $2, leading: $3, trailing: $4) }
    row(
      "delaySubscription", "Subscribes to the upstream after a given time.",
      facts: OperatorFacts(
        use: "to start later than other publishers", rivals: ["delay", "subscribe"], typing: .keepsValues),
      .duration("for"), .scheduler, sample: "a: -1-2|\n> a.delaySubscription(for: 3)"
    ) { $0.delaySubscription(for: $1, scheduler: $2).eraseToAnyPublisher() }
  }
}

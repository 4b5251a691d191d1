import Pipes

extension OperatorTable {
  mutating func addTiming() {
    family = "Timing"
    about(
      "delay",
      facts: OperatorFacts(
        use: "to move values in time and keep their distances", rivals: ["receive", "debounce", "throttle"],
        elsewhere: [.init("Rx", "lets a failure overtake the values that are on their way")],
        keeps: "each value until its time has come",
        finishes: "the given time after the upstream has finished", fails: "the given time after the upstream has failed", memory: .some,
        losses: .init(before: "its time"), typing: [.keepsValues, .joins, .isLenient]))
    row(
      "delay", "Sends each value and the completion after a given time.", .duration("for"), .scheduler,
      sample: "a: -1-2-3-|\n> a.delay(for: 3)"
    ) {
      $0.delay(for: $1, scheduler: $2)
    }
    about(
      "debounce",
      facts: OperatorFacts(
        use: "to act once when a burst is over, as after typing",
        rivals: ["throttle", "audit", "sample", "delay", "collect", "removeDuplicates"],
        rx: ["debounceTime"], elsewhere: [.init("Rx", "sends the pending value when the upstream finishes")], requests: .unlimited,
        keeps: "the latest value until the time has passed",
        drops:
          "the pending value when another one arrives, when the upstream completes first, or when there is no demand as the timer fires",
        memory: .some,
        losses: .init(replaced: "another value arrived before its pause was over", before: "its pause was over"),
        losesWithoutDemand: true, typing: .keepsValues))
    row(
      "debounce", "Sends a value only after a given time has passed without another one.", .duration("for"), .scheduler,
      sample: "a: -1-2-3------4------|\n> a.debounce(for: 3)"
    ) { $0.debounce(for: $1, scheduler: $2) }
    about(
      "throttle",
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
        drops: "the other values of the period, and values for which there is no demand",
        finishes: "when the upstream has finished and the pending value has been sent",
        fails: "when the upstream has failed and the pending value has been sent",
        memory: .some,
        losses: .init(
          atOnce: "another value arrived first in its period", replaced: "another value arrived in its period",
          before: "its period was over"),
        losesWithoutDemand: true, window: "for", typing: .keepsValues))
    row(
      "throttle", "Sends at most one value in each period: the latest or the first.", .duration("for"), .scheduler,
      .truth("latest"), sample: "a: -1-23-----4--|\n> a.throttle(for: 4, latest: true)"
    ) { $0.throttle(for: $1, scheduler: $2, latest: $3) }
    about(
      "timeout",
      facts: OperatorFacts(
        use: "to give up when no value arrives", rivals: ["race", "prefix"],
        elsewhere: [.init("Rx", "fails when the time is over", as: "timeout(%, customError: { \"timeout\" })")],
        finishes: "when the upstream finishes, or when the time has passed without a value",
        fails: "when the upstream fails, or with customError when the time has passed", cancels: "the upstream when the time has passed",
        memory: .some, losses: .init(before: "its turn", left: "the time had run out"), typing: .keepsValues))
    row(
      "timeout", "Finishes, or fails, when no value arrives for a given time.", .duration(), .scheduler,
      producer(.value, "customError").orNone,
      sample: "a: -1-2-------|\n> a.timeout(4)"
    ) { upstream, interval, scheduler, failure in
      upstream.timeout(interval, scheduler: scheduler, customError: failure.map { make in { SpecFailure(make().value) } })
    }
    about(
      "measureInterval",
      facts: OperatorFacts(
        use: "to look at the pace of a stream", rivals: ["scan", "pairwise"]))
    row(
      "measureInterval", "Sends the time since the previous value in place of each value.", .scheduler("using").optional,
      sample: "a: -1--2-3-|\n> a.measureInterval(using: scheduler)"
    ) { $0.measureInterval(using: $1) }
    about(
      "receive",
      facts: OperatorFacts(
        use: "to receive values elsewhere, as on the main queue", rivals: ["subscribe", "delay"], rx: ["observeOn"],
        keeps: "the values that have not been sent yet", memory: .some, losses: .init(before: "its turn"),
        typing: .keepsValues))
    row(
      "receive", "Sends values and the completion on a scheduler. In virtual time that is a later turn of the same instant.",
      .scheduler("on"),
      sample: "a: -1-2-|\n> a.receive(on: scheduler)"
    ) { $0.receive(on: $1) }
    about(
      "subscribe",
      facts: OperatorFacts(
        use: "to start work that costs time elsewhere", rivals: ["receive"], rx: ["subscribeOn"], typing: .keepsValues))
    row(
      "subscribe", "Subscribes, requests and cancels on a scheduler.", .scheduler("on"),
      sample: "a: -1-2-|\n> a.subscribe(on: scheduler)"
    ) { $0.subscribe(on: $1) }
  }
}

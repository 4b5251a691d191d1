import Pipes

extension OperatorTable {
  mutating func addTiming() {
    family = "Timing"
    about(
      "delay",
      facts: OperatorFacts(
        use: "to move a stream in time", rivals: ["receive", "debounce"], keeps: "everything that waits",
        finishes: "so long after the upstream has finished", fails: "so long after the upstream has failed", memory: .some,
        losses: .init(left: "the stream ended before its time"), typing: [.keepsValues, .joins, .isLenient]))
    row("delay", "Sends everything later.", .duration("for"), .scheduler, sample: "a: -1-2-3-|\n> a.delay(for: 3)") {
      $0.delay(for: $1, scheduler: $2)
    }
    about(
      "debounce",
      facts: OperatorFacts(
        use: "to act once when a burst is over, as after typing", rivals: ["throttle", "audit", "sample", "removeDuplicates"],
        rx: ["debounceTime"], sends: "a value when the time has passed without another one", requests: .unlimited,
        keeps: "the latest value",
        drops:
          "a value that is followed by another too soon, that waits when the upstream ends, or for which there is no demand when its time is over",
        memory: .some,
        losses: .init(replaced: "another came before its pause was over", left: "the stream ended before its pause was over"),
        losesWithoutDemand: true, typing: .keepsValues))
    row(
      "debounce", "Sends a value when no other has come for a while after it.", .duration("for"), .scheduler,
      sample: "a: -1-2-3------4------|\n> a.debounce(for: 3)"
    ) { $0.debounce(for: $1, scheduler: $2) }
    about(
      "throttle",
      facts: OperatorFacts(
        use: "for a steady pace while values come all the time, as when scrolling", rivals: ["debounce", "audit", "sample", "collect"],
        rx: ["throttleTime"], sends: "the first value at once, and then one for each period in which one came", requests: .unlimited,
        keeps: "the value that is to be sent at the end of the period",
        drops: "the other values of the period, and values for which there is no demand",
        finishes: "when the upstream finishes, after the value that waits", fails: "when the upstream fails, after the value that waits",
        memory: .some,
        losses: .init(
          atOnce: "another was sent in its period", replaced: "another came in its period",
          left: "the stream ended before its period was over"),
        losesWithoutDemand: true, window: "for", typing: .keepsValues))
    row(
      "throttle", "Sends at most one value in each period, the latest of it or the first.", .duration("for"), .scheduler,
      .truth("latest"), sample: "a: -1-23-----4--|\n> a.throttle(for: 4, latest: true)"
    ) { $0.throttle(for: $1, scheduler: $2, latest: $3) }
    about(
      "timeout",
      facts: OperatorFacts(
        use: "to give up when nothing comes", rivals: ["race", "prefix"],
        finishes: "when the upstream finishes, or when the time is over",
        fails: "when the upstream fails, or when the time is over if it is asked to", cancels: "the upstream when the time is over",
        memory: .some, losses: .init(left: "the time had run out"), typing: .keepsValues))
    row(
      "timeout", "Ends the stream when nothing has come for a while.", .duration(), .scheduler, producer(.value, "customError").orNone,
      sample: "a: -1-2-------|\n> a.timeout(4)"
    ) { upstream, interval, scheduler, failure in
      upstream.timeout(interval, scheduler: scheduler, customError: failure.map { make in { SpecFailure(make().value) } })
    }
    about(
      "measureInterval",
      facts: OperatorFacts(
        use: "to look at the pace of a stream", rivals: ["scan", "pairwise"], rx: ["timeInterval"]))
    row(
      "measureInterval", "Sends how long it was since the value before.", .scheduler("using").optional,
      sample: "a: -1--2-3-|\n> a.measureInterval(using: scheduler)"
    ) { $0.measureInterval(using: $1) }
    about(
      "receive",
      facts: OperatorFacts(
        use: "to go on elsewhere, as on the main queue", rivals: ["subscribe", "delay"], rx: ["observeOn"],
        keeps: "everything that waits for its turn", memory: .some, losses: .init(left: "the stream ended before its turn"),
        typing: .keepsValues))
    row(
      "receive", "Sends everything through a scheduler, at the same instant but later in its order.", .scheduler("on"),
      sample: "a: -1-2-|\n> a.receive(on: scheduler)"
    ) { $0.receive(on: $1) }
    about(
      "subscribe",
      facts: OperatorFacts(
        use: "to start elsewhere what costs time", rivals: ["receive"], rx: ["subscribeOn"], typing: .keepsValues))
    row(
      "subscribe", "Subscribes, requests and cancels through a scheduler.", .scheduler("on"),
      sample: "a: -1-2-|\n> a.subscribe(on: scheduler)"
    ) { $0.subscribe(on: $1) }
  }
}

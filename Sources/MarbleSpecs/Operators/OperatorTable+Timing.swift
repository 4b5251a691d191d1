import Pipes

extension OperatorTable {
  mutating func addTiming() {
    family = "Timing"
    row("delay", "Sends everything later.", .duration("for"), .scheduler, sample: "a: -1-2-3-|\n> a.delay(for: 3)") {
      $0.delay(for: $1, scheduler: $2)
    }
    row(
      "debounce", "Sends a value when no other has come for a while after it.", .duration("for"), .scheduler,
      sample: "a: -1-2-3------4------|\n> a.debounce(for: 3)"
    ) { $0.debounce(for: $1, scheduler: $2) }
    row(
      "throttle", "Sends at most one value in each period, the latest of it or the first.", .duration("for"), .scheduler,
      .truth("latest"), sample: "a: -1-23-----4--|\n> a.throttle(for: 4, latest: true)"
    ) { $0.throttle(for: $1, scheduler: $2, latest: $3) }
    row(
      "timeout", "Ends the stream when nothing has come for a while.", .duration(), .scheduler, producer(.value, "customError").orNone,
      sample: "a: -1-2-------|\n> a.timeout(4)"
    ) { upstream, interval, scheduler, failure in
      upstream.timeout(interval, scheduler: scheduler, customError: failure.map { make in { SpecFailure(make()) } })
    }
    row(
      "measureInterval", "Sends how long it was since the value before.", .scheduler("using").optional,
      sample: "a: -1--2-3-|\n> a.measureInterval(using: scheduler)"
    ) { $0.measureInterval(using: $1) }
    row(
      "receive", "Sends everything through a scheduler, at the same instant but later in its order.", .scheduler("on"),
      sample: "a: -1-2-|\n> a.receive(on: scheduler)"
    ) { $0.receive(on: $1) }
    row(
      "subscribe", "Subscribes, requests and cancels through a scheduler.", .scheduler("on"),
      sample: "a: -1-2-|\n> a.subscribe(on: scheduler)"
    ) { $0.subscribe(on: $1) }
  }
}

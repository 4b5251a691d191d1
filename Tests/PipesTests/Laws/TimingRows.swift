import Pipes

extension Row {
  private static let noSubscription: [Law: String] = {
    let why = "TI-07: the subscription comes later, and until then nothing can be requested"
    return [.demandOnItsWay: why, .pastTheSubscription: why]
  }()
  /// Operators with a scheduler.
  @RowBuilder static var timing: [Row] {
    Row(timed: "measureInterval", "TI-01", .relay) { $0.measureInterval(using: $1).scan(0) { count, _ in count + 1 } }
    Row(timed: "delay", "TI-03", .relay) { $0.delay(for: 5, scheduler: $1) }
    Row(timed: "debounce", "TI-02", .special, zero: .ignored, loses: true) { $0.debounce(for: 5, scheduler: $1) }
    Row(timed: "throttle, latest", "TI-04", .special, zero: .ignored, loses: true) {
      $0.throttle(for: 5, scheduler: $1, latest: true)
    }
    Row(timed: "throttle, first", "TI-04", .special, zero: .ignored, loses: true) {
      $0.throttle(for: 5, scheduler: $1, latest: false)
    }
    Row(timed: "timeout", "TI-05", .relay) { $0.timeout(1000, scheduler: $1) }
    Row(timed: "receive(on:)", "TI-06", .relay) { $0.receive(on: $1) }
    Row(timed: "subscribe(on:)", "TI-07", .relay, repliesByRequest: false, exempt: noSubscription) {
      $0.subscribe(on: $1)
    }
    Row(
      timed: "collect(byTime)", "RE-03", .special, answer: "[1] [2] [3] |", failure: "[1] [2] #oops", loses: true,
      exempt: [.zeroDemand: "G8 does not name it"]
    ) { $0.collect(.byTime($1, 5)) }
    Row(
      timed: "collect(byTimeOrCount)", "RE-03", .special, answer: "[1] [2] [3] |", failure: "[1] [2] #oops",
      loses: true,
      exempt: [.zeroDemand: "G8 does not name it"]
    ) { $0.collect(.byTimeOrCount($1, 5, 1)) }
  }
}

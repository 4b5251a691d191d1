import Pipes

extension Row {
  /// Operators with a scheduler.
  static let timing: [Row] = [
    Row(timed: "measureInterval", "TI-01", .relay) { $0.measureInterval(using: $1).scan(0) { count, _ in count + 1 } },
    Row(timed: "debounce", "TI-02", .special, zero: .ignored, loses: true) { $0.debounce(for: 5, scheduler: $1) },
    Row(timed: "delay", "TI-03", .relay, exempt: once) { $0.delay(for: 5, scheduler: $1) },
    Row(timed: "throttle", "TI-04", .special, zero: .ignored, loses: true, exempt: once) {
      $0.throttle(for: 5, scheduler: $1, latest: true)
    },
    Row(timed: "timeout", "TI-05", .relay, exempt: once) { $0.timeout(50, scheduler: $1) },
    Row(timed: "receive(on:)", "TI-06", .relay, exempt: once) { $0.receive(on: $1) },
    Row(
      timed: "subscribe(on:)", "TI-07", .relay,
      exempt: once.merging([.forwardsReply: "TI-07: D's ret returned to U synchronously"]) { $1 }
    ) { $0.subscribe(on: $1) },
    Row(timed: "collect(.byTime)", "RE-03", .special, loses: true) { $0.collect(.byTime($1, 5)).compactMap(\.first) },
    Row(timed: "collect(.byTimeOrCount)", "RE-03", .special, exempt: once) {
      $0.collect(.byTimeOrCount($1, 5, 1)).compactMap(\.first)
    },
  ]
  private static let once: [Law: String] = [.stopsTimers: "SC-01: what was scheduled once cannot be taken back"]
}

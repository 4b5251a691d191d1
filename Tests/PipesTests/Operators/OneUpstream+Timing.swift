import Pipes

extension OneUpstream {
  static let timing = [
    OneUpstream(
      timed: "TI-03 delay: values and the end come later, in order; requests pass at once", "-1-2|", demand: "3",
      "------1-2|", asks: "3", delay),
    OneUpstream(timed: "TI-03 delay: a failure is delayed too", "-1#", "------1#'oops'", delay),
    OneUpstream(
      timed: "TI-03 delay: a cancel drops what is on its way", "-1---2", from: "^--!", "---", until: "^--!", delay),
    OneUpstream(
      timed: "TI-02 debounce: a value comes when it was quiet for so long; each value starts the wait again",
      "-1-2------3-------|", "--------2------3--|", asks: "*", debounce),
    OneUpstream(
      timed: "TI-02 G13 debounce: of what is due without demand the newest waits, and the finish behind it",
      "1-----2-------3-----4-----|", demand: "1-----------1---------------1", "-----1------2---------------(4|)",
      debounce),
    OneUpstream(
      timed: "TI-02 debounce: the finish discards what waits, and comes without delay", "-1-|", "---|", debounce),
    OneUpstream(timed: "TI-02 debounce: so does a failure", "-1-#", "---#'oops'", debounce),
    OneUpstream(timed: "TI-02 debounce: a cancel leaves no value", "-1", from: "^--!", "---", until: "^--!", debounce),
    OneUpstream(
      timed: "TI-05 timeout: silence ends the stream, and the upstream is cancelled", "-", "-----|", asks: "*",
      until: "^----!", timeout),
    OneUpstream(timed: "TI-05 timeout with an error of one's own", "-", "-----#'other'") {
      $0.timeout(5, scheduler: $1, customError: { .other })
    },
    OneUpstream(
      timed: "TI-05 timeout: every value starts the clock again", "----1---2-------3", "----1---2----|",
      until: "^------------!", timeout),
    OneUpstream(
      timed: "TI-05 timeout: the first request starts the clock again, later ones do not", "-", demand: "---1---1",
      "--------|", asks: "---1---1", timeout),
    OneUpstream(timed: "TI-05 timeout: the finish stops the clock", "--|", "--|", timeout),
    OneUpstream(timed: "TI-05 timeout: a failure stops the clock", "--#", "--#'oops'", timeout),
    OneUpstream(timed: "TI-05 timeout: a cancel stops everything", "-1", from: "^--!", "-1", until: "^--!", timeout),
    OneUpstream(
      timed:
        "TI-04 throttle: everything is asked for; a value that is due without demand waits, and a newer one replaces it",
      "-1--------2---3", demand: "---------1--------1", "---------1--------3", asks: "*", throttleLatest),
    OneUpstream(
      timed: "TI-04 throttle: the latest of an interval; after a gap of an interval at once", "-123----4----5",
      "-1---3---4---5", throttleLatest),
    OneUpstream(
      timed: "TI-04 throttle: the first of an interval; after a gap of an interval at once", "-123----4----5",
      "-1---2---4---5", throttleFirst),
    OneUpstream(
      timed: "TI-04 throttle: demand is looked up when a value is due, and a period begins when it is sent",
      "-[12]--3------4", demand: "1---------1-1", "-2--------3---4", throttleLatest),
    OneUpstream(
      timed: "TI-04 throttle: the last demand belongs to the newest value of the period", "-123", demand: "2", "-1---3",
      throttleLatest),
    OneUpstream(
      timed: "TI-04 throttle: the newest value of the period takes one of several, too", "-123", demand: "3", "-1---3",
      throttleLatest),
    OneUpstream(timed: "TI-04 throttle: a finish waits for the value that waits", "-1-2|", "-1---(2|)", throttleFirst),
    OneUpstream(timed: "TI-04 throttle: so does a failure", "-1-2#", "-1---(2#'oops')", throttleFirst),
    OneUpstream(timed: "TI-04 throttle: an end with nothing waiting is not delayed", "-1-|", "-1-|", throttleFirst),
    OneUpstream(
      timed: "TI-04 throttle: a cancel drops the value that waits", "-1-2", from: "^---!", "-1", until: "^---!",
      throttleLatest),
    OneUpstream(
      timed: "TI-06 receive(on:) forwards the requests, and delivers each event", "-[12#]", demand: "3", "-[12#'oops']",
      asks: "3"
    ) {
      $0.receive(on: $1)
    },
    OneUpstream(
      timed: "TI-07 subscribe(on:) forwards the requests and the events", "-1|", demand: "2", "-1|", asks: "2"
    ) {
      $0.subscribe(on: $1)
    },
    OneUpstream(
      timed: "TI-01 the time since the value before, or the subscription", "---99[9#]", "---31[1#'oops']", asks: "*"
    ) {
      $0.measureInterval(using: $1).map { $0.nanoseconds / 1_000_000_000 }
    },
    OneUpstream(timed: "BC-22 timestamp reads the scheduler", "-1-2", "-'1@1'-'2@3'") {
      $0.timestamp(scheduler: $1).map { "\($0.value)@\($0.time.nanoseconds / 1_000_000_000)" }
    },
    OneUpstream(
      timed: "BC-25 delaySubscription keeps the demand", "-1|", demand: "2", "----1|", asks: "---2", until: "---^-!"
    ) {
      $0.delaySubscription(for: 3, scheduler: $1).eraseToAnyPublisher()
    },
    OneUpstream(timed: "BC-25 delaySubscription: a cancel meanwhile", "-1|", from: "^-!", "--", until: "") {
      $0.delaySubscription(for: 3, scheduler: $1).eraseToAnyPublisher()
    },
    OneUpstream(
      timed: "BC-34 sample at a pace sends a value once", "-12", from: "^-----------!", "-----2", until: "^-----------!"
    ) {
      $0.sample(every: 5, scheduler: $1)
    },
    OneUpstream(
      timed: "BC-35 audit for a time; a cancel drops what waits", "-12----3", from: "^--------!", "------2",
      until: "^--------!"
    ) {
      $0.audit(for: 5, scheduler: $1)
    },
    OneUpstream("BC-35 audit: a window that is over at once loses no value", "-1-2|", "-1-2|") {
      $0.audit { _ in Empty<Int, Oops>() }
    },
    OneUpstream("BC-24 throttle with leading: a window that is over at once loses no value", "-1-2|", "-1-2|") {
      $0.throttle(leading: true, trailing: false) { _ in Empty<Int, Oops>() }
    },
    OneUpstream("BC-24 throttle with trailing: a window that is over at once loses no value", "-1-2|", "-1-2|") {
      $0.throttle(leading: false, trailing: true) { _ in Empty<Int, Oops>() }
    },
    OneUpstream("BC-24 throttle with both: a window that is over at once loses no value", "-1-2|", "-1-2|") {
      $0.throttle(leading: true, trailing: true) { _ in Empty<Int, Oops>() }
    },
  ]

  static let gathering = [
    OneUpstream(
      timed: "RE-03 collect by time: one batch per period; empty periods send nothing", "-12------3",
      "----'[1, 2]'-------'[3]'", asks: "*", collectByTime),
    OneUpstream(
      timed: "RE-03 collect by time: the first request asks for everything", "---1", demand: "--1", "----'[1]'",
      asks: "--*", collectByTime),
    OneUpstream(
      timed: "RE-03 collect by time: the demand gates what is sent, values pile up meanwhile", "-1---2---3",
      demand: "1------------7", "----'[1]'-----------'[2, 3]'", asks: "*", collectByTime),
    OneUpstream(
      timed: "RE-03 collect by time or count: a full batch comes at once, the rest with the period", "-[123]-[45678]",
      "-'[1, 2]''[3]'['[4, 5]''[6, 7]']'[8]'", asks: "*"
    ) { $0.collect(.byTimeOrCount($1, 2, 2)) },
    OneUpstream(
      timed: "RE-03 collect by count: the demand is multiplied", "-[123]", demand: "2", "-'[1, 2, 3]'", asks: "6"
    ) {
      $0.collect(.byTimeOrCount($1, 2, 3))
    },
    OneUpstream(
      timed: "RE-03 collect by time: the rest comes with the finish", "-[12|]", "-['[1, 2]'|]", collectByTime),
    OneUpstream(timed: "RE-03 collect by time or count: the rest comes with the finish", "-[12|]", "-['[1, 2]'|]") {
      $0.collect(.byTimeOrCount($1, 4, 3))
    },
    OneUpstream(
      timed: "RE-03 collect by count: the rest is lost with a failure, but not what was complete", "-[123#]",
      "-['[1, 2]'#'oops']"
    ) {
      $0.collect(.byTimeOrCount($1, 4, 2))
    },
    OneUpstream(
      timed: "RE-03 collect by time: everything is lost with a failure", "-[12]#", "--#'oops'", collectByTime),
    OneUpstream(
      timed: "RE-03 collect by time: a cancel drops the batch", "-1", from: "^--!", "---", until: "^--!",
      collectByTime),
    OneUpstream(
      "RE-02 what is left over in collect(n) comes without demand for it", "-1|", demand: "1", "--('[1]'|)", asks: "2"
    ) {
      $0.collect(2)
    },
    OneUpstream("RE-02 collect(n) without a rest", "-12|", "--'[1, 2]'|") { $0.collect(2) },
    OneUpstream("BC-19 collect(_:every:) drops what fills no array when it fails", "-1#", "--#'oops'") {
      $0.collect(2, every: 3).eraseToAnyPublisher()
    },
    OneUpstream("BC-19 collect(_:every:) skips values between two arrays", "-123456|", "--'[1, 2]'--'[4, 5]'-|") {
      $0.collect(2, every: 3).eraseToAnyPublisher()
    },
    OneUpstream(
      "BC-19 collect(_:every:) waits for demand with the rest", "-12|", demand: "-----1-1", "-----'[1, 2]'-('[2]'|)"
    ) { $0.collect(3, every: 1).eraseToAnyPublisher() },
    OneUpstream(
      "BC-13 window(count:) ends each window with its last value, and opens the next at once", "-1-2-3|",
      "-'0:1'-['0:2''0|']-'1:3'['1|'|]",
      asks: "*"
    ) { $0.window(count: 2).flatMap { w in w.map { "\(w.key):\($0)" }.append("\(w.key)|") } },
    OneUpstream("BC-14 expand is breadth first, and ends with its last inner publisher", "-1|", "-[1234567]|") {
      $0.expand { n in
        n < 4
          ? [2 * n, 2 * n + 1].publisher.setFailureType(to: Oops.self).eraseToAnyPublisher()
          : Empty().eraseToAnyPublisher()
      }
    },
    OneUpstream("BC-18 pairwise asks for one more value at the first", "-1-2-3", demand: "1", "---'12'", asks: "11") {
      $0.pairwise().map { "\($0)\($1)" }
    },
  ]

  @Sendable private static func delay(_ upstream: Upstream, _ scheduler: Timers) -> AnyPublisher<Int, Oops> {
    upstream.delay(for: 5, scheduler: scheduler).eraseToAnyPublisher()
  }
  @Sendable private static func debounce(_ upstream: Upstream, _ scheduler: Timers) -> AnyPublisher<Int, Oops> {
    upstream.debounce(for: 5, scheduler: scheduler).eraseToAnyPublisher()
  }
  @Sendable private static func timeout(_ upstream: Upstream, _ scheduler: Timers) -> AnyPublisher<Int, Oops> {
    upstream.timeout(5, scheduler: scheduler).eraseToAnyPublisher()
  }
  @Sendable private static func throttleLatest(_ upstream: Upstream, _ scheduler: Timers) -> AnyPublisher<Int, Oops> {
    upstream.throttle(for: 4, scheduler: scheduler, latest: true).eraseToAnyPublisher()
  }
  @Sendable private static func throttleFirst(_ upstream: Upstream, _ scheduler: Timers) -> AnyPublisher<Int, Oops> {
    upstream.throttle(for: 4, scheduler: scheduler, latest: false).eraseToAnyPublisher()
  }
  @Sendable private static func collectByTime(_ upstream: Upstream, _ scheduler: Timers) -> AnyPublisher<[Int], Oops> {
    upstream.collect(.byTime(scheduler, 4)).eraseToAnyPublisher()
  }
}

import Pipes

extension SeveralUpstreams {
  static let windows = [
    SeveralUpstreams(
      "BC-34 sample asks both for everything, and sends a value once", "--12---3", "-8--88--8", demand: "5",
      gives: "----2---3", asks: ["*", "*"], sample),
    SeveralUpstreams(
      "BC-34 G13 sample: of what found no demand the newest is sent at the next request; the finish waits, and the trigger does not",
      "-1-2-3-4---|", "--8-8-8---8", demand: "1-------1---1", gives: "--1-----3---(4|)", until: [nil, "^----------!"],
      sample),
    SeveralUpstreams(
      "BC-34 sample ends with the source, without what waits", "-1|", "----8", gives: "--|", until: [nil, "^-!"],
      sample),
    SeveralUpstreams(
      "BC-34 sample: the finish of the trigger is no end, a failure is", "-1--#", "--|", gives: "----#'oops'", sample),
    SeveralUpstreams(
      "BC-34 sample fails with the trigger", "-1", "--#'other'", gives: "--#'other'", until: ["^-!"], sample),
    SeveralUpstreams(
      "BC-35 audit opens one window at a time, and closes it at the first value; a finish without a value ends it, too",
      "-12-1", "---8-|",
      "",
      gives: "---2-1", asks: ["*", "-*--*", nil], until: [nil, "-^-!;----^!", ""]
    ) { all in all[0].audit { all[$0] } },
    SeveralUpstreams(
      "BC-35 audit: a value without demand waits", "-1-2", "--8-8", demand: "1----1", gives: "--1--2", audit),
    SeveralUpstreams(
      "BC-35 audit: without a window the end does not wait", "--|", "", gives: "--|", until: [nil, ""], audit),
    SeveralUpstreams(
      "BC-35 audit: the end waits for the window", "-1|", "---8", gives: "---(1|)", until: [nil, "-^-!"], audit),
    SeveralUpstreams(
      "BC-35 audit: a failure does not wait for the window", "-1#", "----8", gives: "--#'oops'", until: [nil, "-^!"],
      audit),
    SeveralUpstreams(
      "BC-35 audit fails with the window", "-1", "--#'other'", gives: "--#'other'", until: ["^-!"], audit),
    SeveralUpstreams(
      "BC-35 audit sends the last value of a window that finishes without one", "-123|", "------|", gives: "------(3|)",
      audit),
    SeveralUpstreams(
      "BC-24 throttle sends the last value of a window that finishes without one", "-123|", "------|",
      gives: "-1----(3|)"
    ) {
      all in
      all[0].throttle(trailing: true) { _ in all[1] }
    },
    SeveralUpstreams(
      "BC-24 throttle: a pending trailing value delays the finish", "-12|", "------8", gives: "-1----(2|)"
    ) { all in
      all[0].throttle(leading: true, trailing: true) { _ in all[1] }
    },
    SeveralUpstreams(
      "BC-24 throttle: a pending trailing value does not delay a failure", "-12#", "------8", gives: "-1-#'oops'",
      until: [nil, "-^-!"]
    ) { all in
      all[0].throttle(leading: true, trailing: true) { _ in all[1] }
    },
    SeveralUpstreams(
      "BC-23 debounce by a stream: the pending value is replaced and its stream cancelled, and it comes with the finish",
      "-12---3|",
      "----8",
      gives: "----2--(3|)", until: [nil, "-^!;--^-!;------^!"]
    ) { all in all[0].debounce { _ in all[1] } },
    SeveralUpstreams(
      "BC-17 each value waits for a publisher of its own; one that finishes without a value keeps its value", "-123|",
      "-------7", "-----7",
      "------|",
      gives: "-----2-(1|)", until: [nil, "-^-----!", "--^--!", "---^--!"]
    ) { all in all[0].delay { all[$0] } },
    SeveralUpstreams(
      "BC-20 buffer(boundary) sends what has come, also nothing, and the rest at the end", "-12---3-|", "---88",
      demand: "-----2---1", gives: "-----['[1, 2]''[]']---('[3]'|)", buffer),
    SeveralUpstreams(
      "BC-20 buffer(boundary) fails with the boundary", "-1", "--#'other'", gives: "--#'other'", until: ["^-!"],
      buffer),
    SeveralUpstreams(
      "BC-20 buffer(boundary): the finish of the boundary changes nothing", "-1---|", "--|", gives: "-----('[1]'|)",
      buffer),
  ]

  @Sendable private static func sample(_ all: [Upstream]) -> Upstream {
    all[0].sample(all[1]).eraseToAnyPublisher()
  }
  @Sendable private static func audit(_ all: [Upstream]) -> Upstream {
    all[0].audit { _ in all[1] }.eraseToAnyPublisher()
  }
  @Sendable private static func buffer(_ all: [Upstream]) -> AnyPublisher<[Int], Oops> {
    all[0].buffer(all[1]).eraseToAnyPublisher()
  }
}

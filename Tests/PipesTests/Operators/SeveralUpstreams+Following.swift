import Pipes

extension SeveralUpstreams {
  static let following = [
    SeveralUpstreams(
      "SQ-09 append: the second is subscribed at the end of the first, and asked for what is left; then requests go to it",
      "-1|", "-----2|", demand: "3---2", gives: "-1---2|", asks: ["3", "--2-2"], until: ["^-!", "--^---!"], append),
    SeveralUpstreams(
      "SQ-09 append: unlimited demand goes over", "-1|", "---2|", gives: "-1-2|", asks: ["*", "--*"], append),
    SeveralUpstreams(
      "SQ-09 append: without demand the second is not asked before a request comes", "-1|", "-----2", demand: "1---4",
      gives: "-1---2", asks: ["1", "----4"], until: [nil, "--^"], append),
    SeveralUpstreams(
      "SQ-09 append: a failure of the first is the end", "-#", "--1", gives: "-#'oops'", until: ["^!", ""], append),
    SeveralUpstreams(
      "SQ-09 append: a failure of the second is the end", "-|", "--#'other'", gives: "--#'other'", append),
    SeveralUpstreams(
      "SQ-09 append: a cancel reaches the first; the second is never subscribed", "-1---|", "------2", from: "^--!",
      gives: "-1", until: ["^--!", ""], append),
    SeveralUpstreams(
      "SQ-09 append: a cancel reaches the second", "-|", "-----2", from: "^--!", gives: "---", until: ["^!", "-^-!"],
      append),
    SeveralUpstreams("SQ-09 prepend: the other way round", "---2|", "-1|", gives: "-1-2|") { $0[0].prepend($0[1]) },
    SeveralUpstreams(
      "BC-07 switchIfEmpty: the other one is not subscribed after a value", "-1|", "--2", demand: "2", gives: "-1|",
      until: [nil, ""], switchIfEmpty),
    SeveralUpstreams(
      "BC-07 switchIfEmpty: after nothing the other one gets the demand", "--|", "---2", demand: "2", gives: "---2",
      asks: ["2", "--2"], until: [nil, "--^"], switchIfEmpty),
    SeveralUpstreams(
      "BC-07 switchIfEmpty: a failure is no finish", "--#", "---2", gives: "--#'oops'", until: [nil, ""],
      switchIfEmpty),
    SeveralUpstreams(
      "BC-43 onErrorResumeNext goes on after a failure, and finishes after another one", "-1#", "---9#'other'",
      gives: "-1-9|",
      until: [nil, "--^-!"]
    ) { $0[0].onErrorResumeNext($0[1]).eraseToAnyPublisher() },
    SeveralUpstreams(
      "BC-43 onErrorResumeNext goes on after a finish", "-1|", "---9|", gives: "-1-9|", until: [nil, "--^-!"]
    ) {
      $0[0].onErrorResumeNext($0[1]).eraseToAnyPublisher()
    },
    SeveralUpstreams(
      "ER-02 catch puts another publisher in place, with the demand that is left; its failure is not caught", "-12#",
      "-----3#'other'",
      demand: "5---1", gives: "-12--3#'other'", asks: ["5", "---31"], until: ["^--!", "---^--!"]
    ) { upstreams in upstreams[0].catch { upstreams[$0 == .oops ? 1 : 0] } },
    SeveralUpstreams(
      "ER-02 catch: without demand the replacement is asked for nothing", "-1#", "-----2", demand: "1---2",
      gives: "-1---2", asks: ["1", "----2"], until: [nil, "--^"], caught),
    SeveralUpstreams("ER-02 catch: the end of upstream passes", "-1|", "--2", gives: "-1|", until: [nil, ""], caught),
    SeveralUpstreams(
      "ER-02 catch: a cancel reaches upstream", "-1", "---2", from: "^--!", gives: "-1", until: ["^--!", ""], caught),
    SeveralUpstreams(
      "ER-02 catch: a cancel reaches the replacement", "-#", "----2", from: "^--!", gives: "---",
      until: ["^!", "-^-!"],
      caught),
    SeveralUpstreams(
      "ER-03 tryCatch: another publisher goes on with the demand that is left, and its failure is not caught", "-1#",
      "----2#'other'",
      demand: "3--1", gives: "-1--2#'other'", asks: ["3", "--21"]
    ) { upstreams in upstreams[0].tryCatch { upstreams[$0 == .oops ? 1 : 0] } },
    SeveralUpstreams(
      "ER-03 G7 tryCatch: what the closure throws is the failure", "-1#", "---2", gives: "-1#'other'", until: [nil, ""]
    ) {
      upstreams in
      upstreams[0].tryCatch { error -> Upstream in
        if error == .oops { throw Oops.other }
        return upstreams[1]
      }
    },
  ]

  static let again = [
    SeveralUpstreams(
      "ER-06 retry: a finish at any attempt is the end", "-#", "---1|", "-----2", gives: "---1|",
      until: ["^!", "-^--!", ""]
    ) {
      inTurn($0).retry(2)
    },
    SeveralUpstreams(
      "ER-06 retry: a cancel stops the attempts", "-#", "---#", "-----2", from: "^-!", gives: "--",
      until: ["^!", "-^!", ""]
    ) {
      inTurn($0).retry(5)
    },
    SeveralUpstreams(
      "BC-39 retry: failures that are not accepted stand", "-#", "--#'other'", gives: "--#'other'",
      until: ["^!", "-^!"]
    ) {
      inTurn($0).retry(5, if: { $0 == .oops })
    },
    SeveralUpstreams(
      timed: "BC-39 retry: with a delay a failure that is not accepted is sent without it", "-#", "-----#'other'",
      gives: "-----#'other'",
      until: ["^!", "----^!"]
    ) { inTurn($0).retry(5, delay: 3, if: { $0 == .oops }, scheduler: $1) },
    SeveralUpstreams(
      timed: "BC-38 retry: a number, a condition and a growing delay together", "-#", "----1#", "----------#",
      gives: "----1-----#'oops'",
      until: ["^!", "---^-!", "---------^!"]
    ) { inTurn($0).retry(2, backoff: .linear(2, upTo: 60), if: { $0 == .oops }, resetOnSuccess: false, scheduler: $1) },
    SeveralUpstreams(
      timed: "BC-38 retry: after a value failures are counted anew", "-#", "----1#", "--------#",
      "-------------#'other'",
      gives: "----1--------#'other'", until: ["^!", "---^-!", "-------^!", "------------^!"]
    ) { inTurn($0).retry(2, backoff: .linear(2, upTo: 60), if: { $0 == .oops }, resetOnSuccess: true, scheduler: $1) },
    SeveralUpstreams(
      "BC-40 retry: a value of the handler's stream after a failure is another attempt; the stream is asked for everything",
      "--#",
      "------1",
      "-8--8", demand: "1", from: "^------!", gives: "------1", asks: ["1", "----1", "*"],
      until: ["^-!", "----^--!", "^------!"]
    ) { upstreams in inTurn(upstreams).retry { _ in upstreams[2] } },
    SeveralUpstreams(
      "BC-40 retry: the finish of the handler's stream lets the running attempt go on, and its failure is sent", "-1-#",
      "--|", gives: "-1-#'oops'", retry),
    SeveralUpstreams(
      "BC-40 retry: a failure of the handler's stream fails", "-----1", "--#'other'", gives: "--#'other'",
      until: ["^-!"], retry),
    SeveralUpstreams(
      "BC-40 retry: the finish of the handler's stream finishes when no attempt is running", "-#", "---|",
      gives: "---|", retry),
    SeveralUpstreams(
      timed: "BC-41 repeat(when:): a failure of a later round is sent", "-1|", "--------#", gives: "-1------#'oops'"
    ) {
      upstreams, scheduler in
      inTurn(upstreams).repeat { $0.delay(for: 5, scheduler: scheduler).setFailureType(to: Oops.self) }
    },
  ]

  @Sendable private static func append(_ all: [Upstream]) -> Upstream {
    all[0].append(all[1]).eraseToAnyPublisher()
  }
  @Sendable private static func switchIfEmpty(_ all: [Upstream]) -> Upstream {
    all[0].switchIfEmpty(all[1]).eraseToAnyPublisher()
  }
  @Sendable private static func caught(_ all: [Upstream]) -> Upstream {
    all[0].catch { _ in all[1] }.eraseToAnyPublisher()
  }
  @Sendable private static func retry(_ all: [Upstream]) -> Upstream {
    all[0].retry { _ in all[1] }.eraseToAnyPublisher()
  }
}

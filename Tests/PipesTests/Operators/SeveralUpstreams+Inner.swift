import Pipes

extension SeveralUpstreams {
  /// Upstream 0 sends the numbers of the others.
  static let flattening = [
    SeveralUpstreams(
      "TR-08 with unlimited demand children are asked for everything, values pass", "-12", "---8-9", "----7",
      gives: "---879", asks: ["*", "-*", "--*"], flatMap),
    SeveralUpstreams("TR-08 upstream is asked for maxPublishers", "-1", "", gives: "", asks: ["2"]) { all in
      all[0].flatMap(maxPublishers: .max(2)) { all[$0] }
    },
    // 9 is kept without demand, so no further value is requested.
    SeveralUpstreams(
      "TR-08 with bounded demand each child is asked for one; a delivered value gives one back", "-1", "--789",
      demand: "2", gives: "--78", asks: ["*", "-111"], flatMap),
    SeveralUpstreams(
      "TR-08 without demand a child is asked for one, which is kept; a request drains, and asks the child again", "-12",
      "---8", "----7---6", demand: "-----12", gives: "-----87-6", asks: ["*", "-1---1", "--1---1-1"], flatMap),
    SeveralUpstreams(
      "TR-08 going from bounded to unlimited drains, then asks every child for everything", "-12", "---8-9", "",
      demand: "----*", gives: "----89", asks: [nil, nil, "--1-*"], flatMap),
    SeveralUpstreams(
      "TR-08 with a limit the end of a child asks upstream for one more", "-1---2|", "---|", "-------|",
      gives: "-------|", asks: ["1--1"],
      until: [nil, "-^-!", "-----^-!"]
    ) { all in all[0].flatMap(maxPublishers: .max(1)) { all[$0] } },
    SeveralUpstreams(
      "TR-08 it ends when upstream, all children and what is kept have ended", "-1-|", "--8-|", demand: "------1",
      gives: "------(8|)", flatMap),
    SeveralUpstreams(
      "TR-08 the end of an upstream without children needs no demand", "--|", demand: "-", gives: "--|", flatMap),
    SeveralUpstreams(
      "TR-08 upstream's failure cancels the children and drops what is kept", "-12-#", "---8", "", demand: "-----*",
      gives: "----#'oops'", until: [nil, "-^--!", "--^-!"], flatMap),
    SeveralUpstreams(
      "TR-08 a child's failure cancels the other children and upstream", "-12", "---#'other'", "", gives: "---#'other'",
      until: ["^--!", nil, "--^!"], flatMap),
    SeveralUpstreams(
      "TR-08 a cancel reaches the children and upstream", "-12", "", "---|", from: "^---!", gives: "",
      until: ["^---!", "-^--!", "--^!"], flatMap),
    SeveralUpstreams(
      "TR-09 the next inner publisher replaces the previous one, and is asked for what is left; upstream is asked for everything",
      "-1---2", "--78", "------9", demand: "5", gives: "--78--9", asks: ["*", "-5", "-----3"],
      until: [nil, "-^---!", "-----^"], switchToLatest),
    SeveralUpstreams(
      "TR-09 a request goes to the current one, and what is left of it to the next", "-1-2---3", "--7", "-----8", "",
      demand: "3---4", gives: "--7--8", asks: ["*", "-3", "---24", "-------5"],
      until: [nil, "-^-!", "---^---!", "-------^"], switchToLatest),
    SeveralUpstreams(
      "TR-09 without demand the new one is asked for nothing", "-1--2", "--7", "-------9", demand: "1-----2",
      gives: "--7----9", asks: ["*", "-1", "------2"], switchToLatest),
    SeveralUpstreams(
      "TR-09 it ends when both upstream and the current one have ended", "-1-2-|", "--|", "------8|", gives: "------8|",
      switchToLatest),
    SeveralUpstreams(
      "TR-09 an upstream without inner publishers ends it", "--|", demand: "-", gives: "--|", switchToLatest),
    SeveralUpstreams(
      "TR-09 upstream ends it when the current one has ended", "-1--|", "--|", demand: "-", gives: "----|",
      switchToLatest),
    SeveralUpstreams(
      "TR-09 a failure of the inner one cancels upstream", "-1", "--#'other'", gives: "--#'other'", until: ["^-!"],
      switchToLatest),
    SeveralUpstreams(
      "TR-09 a failure of upstream cancels the inner one", "-1-#", "", gives: "---#'oops'", until: [nil, "-^-!"],
      switchToLatest),
    SeveralUpstreams(
      "TR-09 a cancel reaches both", "-1--2", "", "", from: "^--!", gives: "", until: ["^--!", "-^-!", ""],
      switchToLatest),
  ]

  static let mapping = [
    SeveralUpstreams(
      "BC-08 switchMap cancels the child before", "-1--2", "--1", "-----3", demand: "3", gives: "--1--3",
      asks: ["*", "-3", "----2"],
      until: [nil, "-^--!", "----^"]
    ) { all in all[0].switchMap { all[$0] } },
    SeveralUpstreams(
      "BC-09 concatMap requests everything, and subscribes to one child after the other", "-1-2-|", "--8---|",
      "-------9|", demand: "3", gives: "--8----9|", asks: ["*", "-11", "------11"],
      until: [nil, "-^----!", "------^-!"], concatMap),
    SeveralUpstreams(
      "BC-09 concatMap: a failure of the source does not wait for the children", "-12#", "------8", "",
      gives: "---#'oops'", until: [nil, "-^-!", ""], concatMap),
    SeveralUpstreams(
      "BC-09 concatMap: a cancel reaches both", "-12", "------8", "", from: "^--!", gives: "",
      until: ["^--!", "-^-!", ""], concatMap),
    SeveralUpstreams(
      "BC-10 mergeMap subscribes to the next child when one of so many has finished", "-123", "", "----|", "",
      gives: "",
      asks: ["*", "-*", "--*", "----*"], until: [nil, "-^", "--^-!", "----^"]
    ) { all in all[0].mergeMap(concurrency: 2) { all[$0] } },
    SeveralUpstreams(
      "BC-11 exhaustMap leaves out what comes while a child lives", "-12--3", "---8|", "", "------9", demand: "3",
      gives: "---8--9", asks: ["*", "-3", nil, "-----2"], until: [nil, "-^--!", "", "-----^"], exhaustMap),
    SeveralUpstreams(
      "BC-11 exhaustMap ends when the source and its child have", "-1-|", "--8--|", gives: "--8--|", exhaustMap),
    SeveralUpstreams(
      "BC-11 exhaustMap fails with a child, and cancels the source", "-1", "--#'other'", gives: "--#'other'",
      until: ["^-!"], exhaustMap),
    SeveralUpstreams(
      "BC-11 exhaustMap fails with the source, and cancels the child", "-1-#", "------8", gives: "---#'oops'",
      until: [nil, "-^-!"], exhaustMap),
    SeveralUpstreams(
      "BC-14 expand fails with an inner publisher and cancels the others", "-1", "--#'other'", gives: "-1#'other'",
      until: ["^-!"]
    ) { all in
      all[0].expand { _ in all[1] }
    },
    // 10 + 2 + 7 is the latest result when the third one begins: 19 + 3.
    SeveralUpstreams(
      "BC-15 mergeScan: each inner publisher starts with the latest result", "-12--3", "", "---7", "------0",
      gives: "---'19'--'22'"
    ) { all in
      all[0].mergeScan(10) { sum, number in all[number].map { $0 + sum + number } }.eraseToAnyPublisher()
    },
  ]

  @Sendable private static func flatMap(_ all: [Upstream]) -> Upstream {
    all[0].flatMap { all[$0] }.eraseToAnyPublisher()
  }
  @Sendable private static func switchToLatest(_ all: [Upstream]) -> Upstream {
    all[0].map { all[$0] }.switchToLatest().eraseToAnyPublisher()
  }
  @Sendable private static func concatMap(_ all: [Upstream]) -> Upstream {
    all[0].concatMap { all[$0] }.eraseToAnyPublisher()
  }
  @Sendable private static func exhaustMap(_ all: [Upstream]) -> Upstream {
    all[0].exhaustMap { all[$0] }.eraseToAnyPublisher()
  }
}

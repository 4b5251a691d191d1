import Pipes

extension SeveralUpstreams {
  static let combining = [
    SeveralUpstreams(
      "CO-01 a pair once both have a value, then one for each value; each is asked for what the subscriber asks for",
      "-12--3-|", "---45---|", gives: "---'24''25''35'--|", asks: ["*", "*"], latest),
    SeveralUpstreams(
      "CO-01 a value that made no pair and was replaced does not count", "-1-2", "--4", demand: "2",
      gives: "--'14''24'", asks: ["21", "2"], latest),
    SeveralUpstreams(
      "CO-01 G13 without demand the latest is stored, and sent at the next request; the finish waits behind it",
      "-1---2--3-|", "-7-------|", demand: "1------1----1", gives: "-'17'-----'27'----('37'|)", asks: ["11-----1"],
      latest),
    SeveralUpstreams(
      "CO-01 it ends when both have ended; the last value of an ended one stays in use", "-1|", "----45|",
      gives: "----'14''15'|", latest),
    SeveralUpstreams("CO-01 one ends without a value: still not the end", "--|", "-1--|", gives: "----|", latest),
    SeveralUpstreams(
      "CO-01 a failure cancels the other", "-1--2", "--#'other'", gives: "--#'other'", until: ["^-!"], latest),
    SeveralUpstreams(
      "CO-01 a cancel reaches both, once", "-1", "--4", from: "^---!", gives: "--'14'", until: ["^---!", "^---!"],
      latest),
    SeveralUpstreams(
      "CO-02 values come in the order of their arrival; it ends when both have ended", "-1-3-|", "--2---|",
      gives: "-123--|", asks: ["*", "*"], merge),
    // 4 and 5 are kept without demand; the request at 6 takes 4 alone.
    SeveralUpstreams(
      "CO-02 with bounded demand each is asked for one, and for one more when its value was delivered", "-12-4---",
      "---3-5--", demand: "3-----1*", gives: "-123--45", asks: ["111---1*"], merge),
    SeveralUpstreams(
      "CO-02 it ends when both have ended and nothing is kept", "-12|", "--|", isHot: false, demand: "1----1",
      gives: "-1---(2|)", merge),
    SeveralUpstreams(
      "CO-02 the first failure cancels the other", "-#", "---1", gives: "-#'oops'", until: [nil, "^!"], merge),
    SeveralUpstreams(
      "CO-02 a cancel reaches both, once", "-1", "--2", from: "^---!", gives: "-12", until: ["^---!", "^---!"], merge),
    SeveralUpstreams("CO-02 any number of the same type", "--1|", "---|", "-3---|", gives: "-31--|") {
      Publishers.MergeMany($0)
    },
    SeveralUpstreams(
      "CO-03 pairs first with first; what is early waits", "-12-----3-|", "---45---6-|", gives: "---'14''25'---'36'-|",
      zip),
    SeveralUpstreams(
      "CO-03 pairs beyond the demand are held until a request, which reaches both", "-123|", "-456|", isHot: false,
      demand: "1----1---*", gives: "-'14'---'25'---('36'|)", asks: ["1----1---*", "1----1---*"], zip),
    SeveralUpstreams(
      "CO-03 it ends when no further pair is possible, and cancels who is left", "-12|", "----4-5-6|",
      gives: "----'14'-('25'|)", until: [nil, "^-----!"], zip),
    SeveralUpstreams(
      "CO-03 no pair is possible with an empty one", "--|", "---1-|", gives: "--|", until: [nil, "^-!"], zip),
    SeveralUpstreams(
      "CO-03 a failure is sent at once, then the others are cancelled; what waits is dropped", "-1---2", "---#'other'",
      gives: "---#'other'", until: ["^--!"], zip),
    SeveralUpstreams(
      "CO-03 a cancel reaches both, once", "-1", "--4", from: "^---!", gives: "--'14'", until: ["^---!", "^---!"], zip),
    SeveralUpstreams("CO-02 CO-04 a merge of none ends at once", gives: "|") { Publishers.MergeMany($0) },
  ]

  static let beyondCombining = [
    // One with the subscription, and the rest of the two that are requested after it.
    SeveralUpstreams(
      "BC-02 all are asked until one has sent something, then it alone", "-----1", "---5-6", demand: "2-1-1",
      gives: "---5-6", asks: ["[11]-1", "[11]-1-1"], until: ["^--!"], race),
    SeveralUpstreams("BC-02 an end wins", "--|", "----1", gives: "--|", until: [nil, "^-!"], race),
    SeveralUpstreams("BC-02 a failure wins", "----1", "-#'other'", gives: "-#'other'", until: ["^!"], race),
    SeveralUpstreams(
      "BC-02 the first value wins before it is requested, and waits, and the end behind it", "-1|", "---2",
      demand: "-----2", gives: "-----(1|)", asks: ["1"], until: [nil, "^!"], race),
    SeveralUpstreams("BC-02 a cancel reaches all", "----1", "----2", from: "^-!", gives: "--", until: ["^-!", "^-!"]) {
      $0.race()
    },
    SeveralUpstreams(
      "BC-01 a value without a partner is replaced, and does not count; the other is asked for everything", "-1-2-3",
      "--7", demand: "2", gives: "---'27'-'37'", asks: ["21", "*"], withLatest),
    SeveralUpstreams("BC-01 the end of the other changes nothing", "---1-|", "-7|", gives: "---'17'-|", withLatest),
    SeveralUpstreams(
      "BC-01 a failure ends it and cancels the other one", "--#", "-7--8", gives: "--#'oops'", until: [nil, "^-!"],
      withLatest),
    SeveralUpstreams(
      "BC-01 a failure of the other one, too", "-1--2", "---#'other'", gives: "---#'other'", until: ["^--!"],
      withLatest),
    SeveralUpstreams(
      "BC-01 a cancel reaches both", "--1", "-7", from: "^---!", gives: "--'17'", until: ["^---!", "^---!"],
      withLatest),
    SeveralUpstreams(
      "SQ-05 drop: values before the first one of the other publisher do not count, and one is asked for in their place",
      "-1-2-3|", "--8-8", demand: "3", gives: "---2-3|", asks: ["31", "1"], until: [nil, "^-!"], drop),
    SeveralUpstreams(
      "SQ-05 drop: the end of the other one before its first value is the end", "---1", "--|", gives: "--|",
      until: ["^-!"], drop),
    SeveralUpstreams("SQ-05 drop: its failure, too", "---1", "-#'other'", gives: "-#'other'", until: ["^!"], drop),
    SeveralUpstreams(
      "SQ-05 drop: at the end of upstream the other one is let go", "--#", "-----1", gives: "--#'oops'",
      until: [nil, "^-!"], drop),
    SeveralUpstreams(
      "SQ-08 prefix: at the end of upstream the other one is let go", "--#", "-----1", gives: "--#'oops'",
      until: [nil, "^-!"], prefix),
    SeveralUpstreams(
      "SQ-05 drop: a cancel reaches both", "-1", "----1", from: "^--!", gives: "----", until: ["^--!", "^--!"], drop),
    SeveralUpstreams(
      "SQ-08 prefix: a cancel reaches both", "-1", "----1", from: "^--!", gives: "-1", until: ["^--!", "^--!"], prefix),
    SeveralUpstreams(
      "SQ-08 prefix: the first value of the other publisher ends the stream", "-1-2-3|", "----8|", demand: "3",
      gives: "-1-2|", asks: ["3", "1"], until: ["^---!"], prefix),
    SeveralUpstreams(
      "SQ-08 prefix: the other one finishes, and nothing happens", "-1-2-3|", "--|", gives: "-1-2-3|", prefix),
    SeveralUpstreams(
      "SQ-08 prefix: the other one fails, and nothing happens", "-1-2-3|", "--#", gives: "-1-2-3|", prefix),
    SeveralUpstreams(
      "BC-04 zip of an array: in the order of the publishers, demand to all, an end as soon as one is spent", "---1",
      "--2---|", "-3",
      demand: "1---1", gives: "---'[1, 2, 3]'--|", asks: ["1---1", "1---1", "1---1"],
      until: ["^-----!", nil, "^-----!"]
    ) { $0.zip() },
    SeveralUpstreams(
      "BC-04 combineLatest of an array: from the moment all have sent, and until all have ended", "-1-|", "--2--|",
      "-3--4-|",
      gives: "--'[1, 2, 3]'-'[1, 2, 4]'-|"
    ) { $0.combineLatest() },
    SeveralUpstreams(
      "BC-04 combineLatest of optional values counts nil as a value", "-0", "--2-0", gives: "--'[7, 2]'-'[7, 7]'"
    ) {
      $0.map { $0.map { value -> Int? in value == 0 ? nil : value } }.combineLatest().map { $0.map { $0 ?? 7 } }
    },
    SeveralUpstreams(
      "BC-04 zip of an array: a failure of one is that of all", "-----1", "-#", "-----1", gives: "-#'oops'",
      until: ["^!", nil, "^!"]
    ) {
      $0.zip()
    },
    SeveralUpstreams(
      "BC-04 combineLatest of an array: a failure of one is that of all", "-----1", "-#", "-----1", gives: "-#'oops'",
      until: ["^!", nil, "^!"]
    ) { $0.combineLatest() },
    SeveralUpstreams("BC-04 merge of an array", "--6", "-5", gives: "-56") { $0.merge() },
    SeveralUpstreams("BC-04 merge of an empty array: just an end", demand: "-", gives: "|") { $0.merge() },
    SeveralUpstreams("BC-04 zip of an empty array: just an end", demand: "-", gives: "|") { $0.zip() },
    SeveralUpstreams("BC-04 combineLatest of an empty array: just an end", demand: "-", gives: "|") {
      $0.combineLatest()
    },
    SeveralUpstreams("BC-04 forkJoin of an empty array: just an end", demand: "-", gives: "|") { $0.forkJoin() },
    SeveralUpstreams(
      "BC-03 forkJoin: the last of each when all have ended, if somebody asks", "-[12]3|", "-[12]|", "-[12]|",
      demand: "------1",
      gives: "------('[3, 2, 2]'|)"
    ) { $0.forkJoin() },
    SeveralUpstreams("BC-03 forkJoin ends at once when one has nothing", "-1", "--|", gives: "--|", until: ["^-!"]) {
      $0[0].forkJoin($0[1]).map(\.0)
    },
    SeveralUpstreams("BC-03 forkJoin fails with any", "-1", "--#'other'", gives: "--#'other'", until: ["^-!"]) {
      $0[0].forkJoin($0[1]).map(\.0)
    },
  ]

  @Sendable private static func latest(_ all: [Upstream]) -> Upstream {
    all[0].combineLatest(all[1]) { 10 * $0 + $1 }.eraseToAnyPublisher()
  }
  @Sendable private static func merge(_ all: [Upstream]) -> Upstream {
    all[0].merge(with: all[1]).eraseToAnyPublisher()
  }
  @Sendable private static func zip(_ all: [Upstream]) -> Upstream {
    all[0].zip(all[1]) { 10 * $0 + $1 }.eraseToAnyPublisher()
  }
  @Sendable private static func race(_ all: [Upstream]) -> Upstream {
    all[0].race(with: all[1]).eraseToAnyPublisher()
  }
  @Sendable private static func withLatest(_ all: [Upstream]) -> Upstream {
    all[0].withLatestFrom(all[1]) { 10 * $0 + $1 }.eraseToAnyPublisher()
  }
  @Sendable private static func drop(_ all: [Upstream]) -> Upstream {
    all[0].drop(untilOutputFrom: all[1]).eraseToAnyPublisher()
  }
  @Sendable private static func prefix(_ all: [Upstream]) -> Upstream {
    all[0].prefix(untilOutputFrom: all[1]).eraseToAnyPublisher()
  }
}

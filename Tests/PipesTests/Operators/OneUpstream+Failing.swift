import Pipes

extension OneUpstream {
  static let failing = [
    OneUpstream("ER-04 mapError changes the failure and nothing else", "-1#", demand: "1", "-1#'other'", asks: "1") {
      $0.mapError { $0 == .oops ? Oops.other : .oops }
    },
    OneUpstream(
      "ER-05 replaceError gives its output for a failure, when there is demand", "-1#", demand: "2", "-1(9|)", asks: "2"
    ) {
      $0.replaceError(with: 9)
    },
    OneUpstream(
      "ER-05 replaceError: without demand the output waits for a request", "-1#", demand: "1---1-1", "-1--(9|)",
      asks: "1"
    ) {
      $0.replaceError(with: 9)
    },
    OneUpstream("ER-05 replaceError: the end of upstream passes", "-1|", demand: "1", "-1|", asks: "1") {
      $0.replaceError(with: 9)
    },
    OneUpstream("ER-01 assertNoFailure lets values and the finish through", "-1|", demand: "1", "-1|", asks: "1") {
      $0.assertNoFailure("never")
    },
    OneUpstream("BC-42 a failure that is ignored ends the stream", "-1#", "-1|") { $0.ignoreFailure() },
    OneUpstream("BC-42 a failure that is ignored ends nothing", "-1#", "-1") {
      $0.ignoreFailure(completeImmediately: false)
    },
    OneUpstream(
      "CD-01 PR-16 G7 an encoder that throws cancels upstream, then fails", "-1-3-5", demand: "2", "-'<1>'-#'oops'",
      asks: "2",
      until: "^--!"
    ) {
      $0.encode(encoder: Digits())
    },
    OneUpstream(
      "CD-02 PR-16 G7 a decoder that throws cancels upstream, then fails", "-2-3-5", demand: "2", "-2-#'oops'",
      asks: "2", until: "^--!"
    ) {
      $0.decode(type: String.self, decoder: Digits())
    },
  ]

  static let again = [
    OneUpstream(
      "ER-06 retry(n) makes n further attempts, each asked for what is left", "-1#", demand: "5", "-1-1-1#'oops'",
      asks: "5-4-3",
      attempts: "1-1-1"
    ) {
      $0.retry(2)
    },
    OneUpstream("ER-06 retry(0) makes none", "-#", "-#'oops'", attempts: "1") { $0.retry(0) },
    OneUpstream(
      timed: "BC-38 retry: a delay between attempts, and the demand that is left", "-1#", demand: "3",
      "-1------1#'oops'", asks: "3------2",
      attempts: "1------1"
    ) { $0.retry(1, delay: 5, scheduler: $1) },
    OneUpstream(
      timed: "BC-38 retry: a request during the wait goes to the next attempt", "-#", demand: "1---4", "-------#'oops'",
      asks: "1-----5"
    ) {
      $0.retry(1, delay: 5, scheduler: $1)
    },
    OneUpstream(timed: "BC-38 retry: a cancel during the wait", "-#", from: "^--!", "---", attempts: "1") {
      $0.retry(5, delay: 5, scheduler: $1)
    },
    // 2 + 1 seconds after the first failure, 4 + 1 after the second one.
    OneUpstream(timed: "BC-38 retry: jitter changes each delay", "-#", "-----------#'oops'", attempts: "1---1-----1") {
      $0.retry(2, backoff: .linear(2, upTo: 60), jitter: { $0 + 1 }, scheduler: $1)
    },
    OneUpstream(
      "BC-40 retry: a handler that allows some attempts: the failure of the last one is sent", "-#", "---#'oops'",
      attempts: "111"
    ) {
      $0.retry { $0.prefix(2) }
    },
    OneUpstream(
      "BC-40 retry: a handler that asks for one failure at a time misses none", "--#", from: "^----!", "---",
      attempts: "1-1-1"
    ) {
      $0.retry { $0.flatMap(maxPublishers: .max(1)) { _ in Just(0).setFailureType(to: Oops.self) } }
    },
    OneUpstream(
      "BC-41 repeat: the demand that is left, and how often", "-1|", demand: "3", "-1-1|", asks: "3-2", attempts: "1-1"
    ) {
      $0.repeat(2)
    },
    OneUpstream("BC-41 repeat passes a failure on", "-1#", "-1#'oops'", attempts: "1") { $0.repeat() },
    OneUpstream(
      timed: "BC-41 repeat(when:) waits for the word", "-1|", from: "^---------!", "-1------1", attempts: "1------1"
    ) {
      upstream, scheduler in
      upstream.repeat { $0.delay(for: 5, scheduler: scheduler).setFailureType(to: Oops.self) }
    },
  ]

  static let buffering = [
    OneUpstream(
      "BF-01 buffer: values are served in order as they are asked for; keepFull replaces what is taken", "-123----4",
      demand: "-----2-2",
      "-----[12]-34", asks: "3----[11]-11"
    ) { $0.buffer(size: 3, prefetch: .keepFull, whenFull: .dropNewest) },
    OneUpstream(
      "BF-01 buffer: byRequest asks for everything, and never again", "-12-3", demand: "---3", "---[12]3", asks: "*",
      bufferOfThree),
    OneUpstream(
      "BF-01 buffer: full, and the newest is dropped", "-12345", demand: "------*", "------[123]", bufferOfThree),
    OneUpstream("BF-01 buffer: full, and the oldest is dropped", "-12345", demand: "------*", "------[345]") {
      $0.buffer(size: 3, prefetch: .byRequest, whenFull: .dropOldest)
    },
    OneUpstream(
      "BF-01 buffer: full with an error: upstream is cancelled at once; the next request is served, then the error comes",
      "-12345",
      demand: "------2-3", "------(12#'other')", until: "^---!"
    ) { $0.buffer(size: 3, prefetch: .byRequest, whenFull: .customError { .other }) },
    OneUpstream(
      "BF-01 buffer: the error comes also when the buffer is empty before the demand", "-123", demand: "-----*",
      "-----(12#'other')"
    ) { $0.buffer(size: 2, prefetch: .byRequest, whenFull: .customError { .other }) },
    OneUpstream(
      "BF-01 buffer: the end waits for an empty buffer and for demand", "-12|", demand: "1---1-1", "-1--2-|",
      bufferOfThree),
    OneUpstream("BF-01 buffer: with demand the end does not wait", "-1|", demand: "2", "-1|", bufferOfThree),
    OneUpstream(
      "BF-01 buffer: a failure does not wait without demand; what is kept is lost", "-12#", demand: "-----*",
      "---#'oops'", bufferOfThree),
    OneUpstream(
      "BF-01 buffer: a cancel drops what is kept and cancels upstream", "-12", demand: "-", from: "^--!", "",
      until: "^--!"
    ) {
      $0.buffer(size: 4, prefetch: .byRequest, whenFull: .dropNewest)
    },
  ]

  static let wrapping = [
    OneUpstream(
      "BC-32 materialize: the finish is a value that waits to be asked for", "-1|", demand: "1--1",
      "-'value(1)'-('finished'|)"
    ) {
      $0.materialize()
    },
    OneUpstream("BC-32 materialize: a failure is, too", "-#", demand: "---1", "---('failure(PipesTests.Oops.oops)'|)") {
      $0.materialize()
    },
    OneUpstream(
      "BC-33 mapToResult: a failure is a value, and then the finish", "-1#",
      "-'success(1)'('failure(PipesTests.Oops.oops)'|)"
    ) {
      $0.mapToResult()
    },
    OneUpstream("BC-05 SQ-09 startWith and endWith are prepend and append", "--1|", "[89]-1[2|]") {
      $0.startWith(8, 9).endWith(2)
    },
    OneUpstream("SQ-09 prepend and append of values, sequences and publishers", "--1|", "[7689]-1[234|]") {
      $0.prepend(Just(9).setFailureType(to: Oops.self)).prepend([6, 8]).prepend(7).append(2).append(3...3).append(
        Just(4).setFailureType(to: Oops.self))
    },
  ]

  /// Writes numbers as text and reads them; 3 it cannot.
  struct Digits: TopLevelEncoder, TopLevelDecoder {
    func encode<T: Encodable>(_ value: T) throws -> String { try "<\(throwing(value as? Int ?? 0, at: 3))>" }
    func decode<T: Decodable>(_ type: T.Type, from input: Int) throws -> T {
      guard let value = "\(try throwing(input, at: 3))" as? T else { throw Oops.other }
      return value
    }
  }

  @Sendable private static func bufferOfThree(_ upstream: Upstream) -> AnyPublisher<Int, Oops> {
    upstream.buffer(size: 3, prefetch: .byRequest, whenFull: .dropNewest).eraseToAnyPublisher()
  }
}

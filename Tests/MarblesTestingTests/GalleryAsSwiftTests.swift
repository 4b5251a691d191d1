import MarblesTesting
import Pipes
import Testing
import VirtualTime

/// The failures of the streams: a string.
private struct Failed: Error, Hashable, ExpressibleByStringInterpolation, CustomStringConvertible {
  var description: String
  init(stringLiteral value: String) { description = value }
  init(_ text: String) { description = text }
}

/// A stream, and what its subscribers receive. A rule about that has no subscription of its own.
private struct Seen<Output, Failure: Error> {
  let stream: AnyPublisher<Output, Failure>
  let values = PassthroughSubject<Output, Never>(), finishes = PassthroughSubject<Void, Never>()
  let failures = PassthroughSubject<Void, Never>(), cancels = PassthroughSubject<Void, Never>()
  var ends: Publishers.Merge<PassthroughSubject<Void, Never>, PassthroughSubject<Void, Never>> {
    finishes.merge(with: failures)
  }

  init(_ upstream: some Publisher<Output, Failure>) {
    let (values, finishes, failures, cancels) = (values, finishes, failures, cancels)
    stream = upstream.handleEvents(
      receiveOutput: { values.send($0) },
      receiveCompletion: { if case .finished = $0 { finishes.send(()) } else { failures.send(()) } },
      receiveCancel: { cancels.send(()) }
    ).eraseToAnyPublisher()
  }
}

/// False is sent with the first value for which the condition is false.
@Test func allSatisfyAnswersAsSoonAsPossible1() throws {
  try marbles { m in
    let age = m.cold("-4-6-9-|") { Int($0) }
    let result = age.allSatisfy { $0 < 9 }
    m.expect(result).toBe("-----(n|)", ["n": false])
    m.expect(subscriptionsOf: age).toBe("^----!")
  }
}

/// False is sent with the first value for which the condition is false.
@Test func allSatisfyAnswersAsSoonAsPossible2() throws {
  try marbles { m in
    let age = m.cold("-4-6-9-|") { Int($0) }
    let result = age.allSatisfy { $0 > 3 }
    m.expect(result).toBe("-------(y|)", ["y": true])
  }
}

/// The other values begin when the source has finished.
@Test func appendSendsMoreValuesAfterTheUpstreamHasFinished1() throws {
  try marbles { m in
    let live = m.cold("--5-6-|") { Int($0) }
    let outro = m.cold("-8-9|") { Int($0) }
    let result = live.append(outro)
    m.expect(result).toBe("--5-6--8-9|") { Int($0) }
    m.expect(subscriptionsOf: outro).toBe("------^---!")
  }
}

/// The other values begin when the source has finished.
@Test func appendSendsMoreValuesAfterTheUpstreamHasFinished2() throws {
  try marbles { m in
    let live = m.cold("--5-6-|") { Int($0) }
    let result = live.append(7)
    m.expect(result).toBe("--5-6-(7|)") { Int($0) }
  }
}

/// The printer requests no page at first. Two pages are kept; the third one does not fit.
@Test func bufferKeepsValuesForWhichThereIsNoDemand1() throws {
  try marbles { m in
    let page = m.cold("-1-2-3------") { Int($0) }
    let result = page.buffer(size: 2, prefetch: .byRequest, whenFull: .dropNewest)
    m.expect(result, demand: "---------1-1").toBe("---------1-2") { Int($0) }
  }
}

/// The printer requests no page at first. Two pages are kept; the third one does not fit.
@Test func bufferKeepsValuesForWhichThereIsNoDemand2() throws {
  try marbles { m in
    let page = m.cold("-1-2-3------") { Int($0) }
    let result = page.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest)
    m.expect(result, demand: "---------1-1").toBe("---------2-3") { Int($0) }
  }
}

/// When the live prices fail, the saved prices replace them.
@Test func catchContinuesWithAnotherPublisher() throws {
  try marbles { m in
    let live = m.cold("-1-2-#'offline'", ["1": 1, "2": 2], failure: Failed.self, errors: ["offline": "offline"])
    let saved = m.cold("-7-8-|", error: Failed("error")) { Int($0) }
    let result = live.catch { _ in saved }
    m.expect(result).toBe("-1-2--7-8-|") { Int($0) }
    m.expect(subscriptionsOf: live).toBe("^----!")
    m.expect(subscriptionsOf: saved).toBe("-----^----!")
  }
}

/// A period without values sends nothing. The rest is sent at the finish.
@Test func collectByTimeSendsAnArrayForEachPeriod1() throws {
  try marbles(frame: .milliseconds(100)) { m in
    let parcel = m.cold("-a-b---------c|")
    let result = parcel.collect(.byTime(m.scheduler, .milliseconds(400)))
    m.expect(result).toBe("----w---------(x|)", ["w": ["a", "b"], "x": ["c"]])
  }
}

/// A period without values sends nothing. The rest is sent at the finish.
@Test func collectByTimeSendsAnArrayForEachPeriod2() throws {
  try marbles(frame: .milliseconds(100)) { m in
    let rush = m.cold("-ab-cd-e|")
    let result = rush.collect(.byTimeOrCount(m.scheduler, .seconds(1), 2))
    m.expect(result).toBe("--w--z--(q|)", ["w": ["a", "b"], "z": ["c", "d"], "q": ["e"]])
  }
}

/// Once each publisher has sent a value, each new value sends a new pair. The last value of a finished publisher
/// stays in use.
@Test func combineLatestSendsTheLatestValues1() throws {
  try marbles { m in
    let size = m.cold("-M---S---|")
    let price = m.cold("--1----2---3-|") { Int($0) }
    let result = size.combineLatest(price)
    m.expect(result).toBe("--x--y-z---w-|", ["x": ("M", 1), "y": ("S", 1), "z": ("S", 2), "w": ("S", 3)])
  }
}

/// Once each publisher has sent a value, each new value sends a new pair. The last value of a finished publisher
/// stays in use.
@Test func combineLatestSendsTheLatestValues2() throws {
  try marbles { m in
    let size = m.cold("-M---S---|")
    let price = m.cold("--1----2---3-|") { Int($0) }
    let result = size.combineLatest(price) { "\($0) for \($1)" }
    m.expect(result).toBe("--p--q-r---s-|", ["p": "M for 1", "q": "S for 1", "r": "S for 2", "s": "S for 3"])
  }
}

/// The text becomes a number if it is one; any other text is dropped.
@Test func compactMapDropsResultsThatAreNil() throws {
  try marbles { m in
    let typed = m.cold("-a-x-b-|", ["a": "1", "x": "two", "b": "3"])
    let result = typed.compactMap { Int($0) }
    m.expect(result).toBe("-1---3-|") { Int($0) }
  }
}

/// The completion is delayed like the values; the distances stay.
@Test func delaySendsValuesAndTheCompletionLater() throws {
  try marbles(frame: .milliseconds(100)) { m in
    let tone = m.cold("-a-b-|", ["a": "C", "b": "G"])
    let result = tone.delay(for: .milliseconds(300), scheduler: m.scheduler)
    m.expect(result).toBe("----a-b-|", ["a": "C", "b": "G"])
  }
}

/// Every question gets its answers, which take their time. The result finishes when the questions and all answers
/// have finished.
@Test func flatMapRunsAnInnerPublisherForEachValue() throws {
  try marbles { m in
    let question = m.cold("-a--b----|")
    let answer = m.cold("--1---2|") { Int($0) }
    let result = question.flatMap { q in answer.map { n in "\(q)\(n)" } }
    m.expect(result).toBe("---w--yx--z|", ["w": "a1", "y": "b1", "x": "a2", "z": "b2"])
    m.expect(subscriptionsOf: question).toBe("^--------!")
    m.expect(subscriptionsOf: answer).toBe("-^------!", "----^------!")
  }
}

/// A publisher for the case in which there is nothing to try.
@Test func failFailsImmediately1() throws {
  try marbles { m in
    let result = Fail<Int, Failed>(error: Failed("no network"))
    m.expect(result).toBe("#'no network'")
  }
}

/// A publisher for the case in which there is nothing to try.
@Test func failFailsImmediately2() throws {
  try marbles { m in
    let result =
      Fail<String, Failed>(error: Failed("no network"))
      .catch { reason in Just(reason.description) }
    m.expect(result).toBe("(r|)", ["r": "no network"])
  }
}

/// The first number is sent one interval after the subscription. It never completes by itself.
@Test func intervalSendsNumbersAtARegularPace1() throws {
  try marbles(frame: .milliseconds(100)) { m in
    let result = Publishers.interval(.milliseconds(300), scheduler: m.scheduler).prefix(3)
    m.expect(result).toBe("---0--1--(2|)") { Int($0) }
  }
}

/// The first number is sent one interval after the subscription. It never completes by itself.
@Test func intervalSendsNumbersAtARegularPace2() throws {
  try marbles(frame: .milliseconds(100)) { m in
    let result = Publishers.interval(.milliseconds(300), scheduler: m.scheduler)
    m.expect(result, from: "--^-------!").toBe("-----0--1--") { Int($0) }
  }
}

/// The second viewer joins the running match and misses its beginning. The match is subscribed to once, and
/// finishes for both.
@Test func shareSubscribesOnceForAllSubscribers() throws {
  try marbles(frame: .seconds(60)) { m in
    let match = m.cold("-1-2-3-|") { Int($0) }
    let result = match.share()
    m.expect(result, from: "^").toBe("-1-2-3-|") { Int($0) }
    m.expect(result, from: "--^").toBe("---2-3-|") { Int($0) }
    m.expect(subscriptionsOf: match).toBe("^------!")
  }
}

/// Cake is shared among guests. Without guests the closure throws, the publisher fails and its source is
/// cancelled.
@Test func tryMapMayFail() throws {
  try marbles { m in
    let guests = m.cold("-4-2-0-5-|", error: Failed("error")) { Int($0) }
    let result = guests.tryMap {
      if $0 == 0 { throw Failed("nobody came") }
      return 8 / $0
    }
    m.expect(result).toBe("-2-4-#'nobody came'") { Int($0) }
    m.expect(subscriptionsOf: guests).toBe("^----!")
  }
}

/// The first name is paired with the first age, and so on. Once no further pair is possible it finishes, and
/// cancels the other publisher.
@Test func zipPairsValuesByTheirPosition1() throws {
  try marbles { m in
    let name = m.cold("-a--b|", ["a": "Ada", "b": "Bob"])
    let age = m.cold("--x---y--z|", ["x": 36, "y": 41, "z": 7])
    let result = name.zip(age)
    m.expect(result).toBe("--m---(n|)", ["m": ("Ada", 36), "n": ("Bob", 41)])
    m.expect(subscriptionsOf: age).toBe("^-----!")
  }
}

/// The first name is paired with the first age, and so on. Once no further pair is possible it finishes, and
/// cancels the other publisher.
@Test func zipPairsValuesByTheirPosition2() throws {
  try marbles { m in
    let name = m.cold("-a--b|", ["a": "Ada", "b": "Bob"])
    let age = m.cold("--x---y--z|", ["x": 36, "y": 41, "z": 7])
    let result = name.zip(age) { "\($0) is \($1)" }
    m.expect(result).toBe("--p---(q|)", ["p": "Ada is 36", "q": "Bob is 41"])
  }
}

/// Each beat restarts the timer. When it fires, the source is cancelled and the result finishes.
@Test func timeoutFinishesAfterASilence1() throws {
  try marbles(frame: .milliseconds(100)) { m in
    let beat = m.cold("-a-b-------c-|", error: Failed("error"))
    let result = beat.timeout(.milliseconds(400), scheduler: m.scheduler)
    m.expect(result).toBe("-a-b---|")
    m.expect(subscriptionsOf: beat).toBe("^------!")
  }
}

/// Each beat restarts the timer. When it fires, the source is cancelled and the result finishes.
@Test func timeoutFinishesAfterASilence2() throws {
  try marbles(frame: .milliseconds(100)) { m in
    let beat = m.cold("-a-b-------c-|", error: Failed("error"))
    let result =
      beat
      .timeout(.milliseconds(400), scheduler: m.scheduler, customError: { Failed("no heartbeat") })
    m.expect(result).toBe("-a-b---#'no heartbeat'")
  }
}

/// A question without an answer counts 0 points.
@Test func replaceNilReplacesNil() throws {
  try marbles { m in
    let points = m.cold("-4-x-2-|", ["4": 4, "x": nil, "2": 2] as [String: Int?])
    let result = points.replaceNil(with: 0)
    m.expect(result).toBe("-4-0-2-|") { Int($0) }
  }
}

/// A number becomes a message.
@Test func mapErrorChangesTheFailure() throws {
  try marbles { m in
    let page = m.cold("-1-#'404'", ["1": 1], failure: Failed.self, errors: ["404": "404"])
    let result = page.mapError { Failed("status \($0)") }
    m.expect(result).toBe("-1-#'status 404'") { Int($0) }
  }
}

/// Each tick requests the progress in percent. Each request has its own answer, as with a server, and no request
/// follows the last answer.
@Test func pollingWithFlatMapUntilTheJobIsDone() throws {
  try marbles(frame: .seconds(1)) { m in
    let tick = m.cold("-a----b----c-|")
    let answer = m.cold("--w|", then: ["--d|"], ["w": 50, "d": 100])
    let result = tick.flatMap { _ in answer }.prefix(while: { $0 < 100 }, behavior: .inclusive)
    m.expect(result).toBe("---w----(d|)", ["w": 50, "d": 100])
    m.expect(subscriptionsOf: answer).toBe("-^--!", "------^-!")
  }
}

/// Both viewers subscribe before the connection.
@Test func multicastWaitsForItsConnection1() throws {
  try marbles(frame: .seconds(60)) { m in
    let match = m.cold("-1-2-|") { Int($0) }
    let shared = match.multicast(subject: PassthroughSubject())
    m.expect(shared, from: "^").toBe("----1-2-|") { Int($0) }
    m.expect(shared, from: "--^").toBe("----1-2-|") { Int($0) }
    var connection: (any Cancellable)?
    m.atEach("---c") { if $0 == "c" { connection = shared.connect() } else { connection?.cancel() } }
    m.expect(subscriptionsOf: match).toBe("---^----!")
  }
}

/// Both viewers subscribe before the connection.
@Test func multicastWaitsForItsConnection2() throws {
  try marbles(frame: .seconds(60)) { m in
    let match = m.cold("-1-2-|") { Int($0) }
    let scored = match.multicast { CurrentValueSubject(0) }
    m.expect(scored, from: "^").toBe("0---1-2-|") { Int($0) }
    m.expect(scored, from: "--^").toBe("--0-1-2-|") { Int($0) }
    var connection: (any Cancellable)?
    m.atEach("---c") { if $0 == "c" { connection = scored.connect() } else { connection?.cancel() } }
  }
}

/// The match begins with the first viewer. When the last viewer leaves, the connection is cancelled.
@Test func autoconnectConnectsWithTheFirstSubscriber1() throws {
  try marbles(frame: .seconds(60)) { m in
    let match = m.cold("-1-2-3-4-|") { Int($0) }
    let result = match.multicast { PassthroughSubject() }.autoconnect()
    m.expect(result, from: "--^---!").toBe("---1-2") { Int($0) }
    m.expect(result, from: "----^---!").toBe("-----2-3") { Int($0) }
    m.expect(subscriptionsOf: match).toBe("--^-----!")
  }
}

/// The match begins with the first viewer. When the last viewer leaves, the connection is cancelled.
@Test func autoconnectConnectsWithTheFirstSubscriber2() throws {
  try marbles(frame: .seconds(60)) { m in
    let match = m.cold("-1-2-3-4-|") { Int($0) }
    let result = match.multicast { PassthroughSubject() }.autoconnect()
    m.expect(result, from: "^---!").toBe("-1-2-") { Int($0) }
    m.expect(result, from: "--^!").toBe("----")
    m.expect(subscriptionsOf: match).toBe("^---!")
  }
}

/// The odd numbers go one way, the even ones another. Both share one subscription.
@Test func partitionSplitsAStreamInTwo1() throws {
  try marbles { m in
    let number = m.cold("-1-2-3-4-|") { Int($0) }
    let parts = number.partition { $0 % 2 == 1 }
    let odd = parts.matching
    let even = parts.others
    let result = odd.merge(with: even)
    m.expect(result).toBe("-1-2-3-4-|") { Int($0) }
    m.expect(subscriptionsOf: number).toBe("^--------!")
  }
}

/// The odd numbers go one way, the even ones another. Both share one subscription.
@Test func partitionSplitsAStreamInTwo2() throws {
  try marbles { m in
    let number = m.cold("-1-2-3-4-|") { Int($0) }
    let parts = number.partition { $0 % 2 == 1 }
    let result = parts.matching
    m.expect(result).toBe("-1---3---|") { Int($0) }
  }
}

@Test func streamsThatFailBesideStreamsThatCannot1() throws {
  try marbles { m in
    let a = m.cold("-1-2-#", error: Failed("error")) { Int($0) }
    let result = a.retry(when: { e in e.delay(for: m.frames(2), scheduler: m.scheduler) }).prefix(3)
    m.expect(result).toBe("-1-2----(1|)") { Int($0) }
  }
}

@Test func streamsThatFailBesideStreamsThatCannot2() throws {
  try marbles { m in
    let a = m.cold("-1-2-#", error: Failed("error")) { Int($0) }
    let result = a.retry(when: { e in e.flatMap { _ in Fail<Int, Failed>(error: Failed("no")) } })
    m.expect(result).toBe("-1-2-#'no'") { Int($0) }
  }
}

@Test func streamsThatFailBesideStreamsThatCannot3() throws {
  try marbles { m in
    let a = m.cold("-1-2-#", error: Failed("error")) { Int($0) }
    let result =
      a
      .retry(2, backoff: .exponential(from: m.frames(1), upTo: m.frames(8)), scheduler: m.scheduler)
    m.expect(result).toBe("-1-2---1-2----1-2-#") { Int($0) }
  }
}

@Test func streamsThatFailBesideStreamsThatCannot4() throws {
  try marbles { m in
    let a = m.cold("-1-2-#", error: Failed("error")) { Int($0) }
    let result = Just(0).setFailureType(to: Failed.self).append(a)
    m.expect(result).toBe("01-2-#") { Int($0) }
  }
}

@Test func streamsThatFailBesideStreamsThatCannot5() throws {
  try marbles { m in
    let a = m.cold("-1-2-#", error: Failed("error")) { Int($0) }
    let result = a.merge(with: Just(5).setFailureType(to: Failed.self))
    m.expect(result).toBe("51-2-#") { Int($0) }
  }
}

@Test func streamsThatFailBesideStreamsThatCannot6() throws {
  try marbles { m in
    let a = m.cold("-1-2-#", error: Failed("error")) { Int($0) }
    let result =
      a
      .zip(Publishers.interval(m.frames(2), scheduler: m.scheduler).setFailureType(to: Failed.self))
    m.expect(result).toBe("--x-y#", ["x": (1, 0), "y": (2, 1)])
  }
}

@Test func streamsThatFailBesideStreamsThatCannot7() throws {
  try marbles { m in
    let a = m.cold("-1-2-#", error: Failed("error")) { Int($0) }
    let result = a.sample(Publishers.interval(m.frames(2), scheduler: m.scheduler))
    m.expect(result).toBe("--1-2#") { Int($0) }
  }
}

@Test func streamsThatFailBesideStreamsThatCannot8() throws {
  try marbles { m in
    let a = m.cold("-1-2-#", error: Failed("error")) { Int($0) }
    let result =
      a
      .catch { e in e == "error" ? Just(9).setFailureType(to: Failed.self).eraseToAnyPublisher() : a.eraseToAnyPublisher() }
    m.expect(result).toBe("-1-2-(9|)") { Int($0) }
  }
}

@Test func streamsThatFailBesideStreamsThatCannot9() throws {
  try marbles { m in
    let a = m.cold("-1-2-#", error: Failed("error")) { Int($0) }
    let result = a.tryMap {
      if $0 > 1 { throw Failed("big") }
      return $0
    }.mapError { Failed("\($0)") }.merge(with: a.map { $0 * 2 })
    m.expect(result).toBe("-[12]-#'big'") { Int($0) }
  }
}

@Test func streamsThatFailBesideStreamsThatCannot10() throws {
  try marbles { m in
    let a = m.cold("-1-2-#", error: Failed("error")) { Int($0) }
    let result = a.tryMap {
      if $0 > 1 { throw Failed("big") }
      return $0
    }.mapError { Failed("\($0)") }.catch { e in Fail<Int, Failed>(error: Failed("\(e.description + "ger")")) }
    m.expect(result).toBe("-1-#'bigger'") { Int($0) }
  }
}

@Test func streamsThatFailBesideStreamsThatCannot11() throws {
  try marbles { m in
    let a = m.cold("-1-2-#", error: Failed("error")) { Int($0) }
    let result =
      a
      .flatMap { $0 > 1 ? Fail(error: Failed("2")).eraseToAnyPublisher() : Just($0).setFailureType(to: Failed.self).eraseToAnyPublisher() }
    m.expect(result).toBe("-1-#'2'") { Int($0) }
  }
}

@Test func streamsThatFailBesideStreamsThatCannot12() throws {
  try marbles { m in
    let a = m.cold("-1-2-#", error: Failed("error")) { Int($0) }
    let result = a.switchMap { x in x > 1 ? Empty().eraseToAnyPublisher() : Just("s").eraseToAnyPublisher() }
    m.expect(result).toBe("-s---#")
  }
}

@Test func streamsThatFailBesideStreamsThatCannot13() throws {
  try marbles { m in
    let a = m.cold("-1-2-#", error: Failed("error")) { Int($0) }
    let result = a.mapError { Failed("\($0)!") }
    m.expect(result).toBe("-1-2-#'error!'") { Int($0) }
  }
}

@Test func streamsThatFailBesideStreamsThatCannot14() throws {
  try marbles { m in
    let a = m.cold("-1-2-#", error: Failed("error")) { Int($0) }
    let result = a.materialize()
    m.expect(result).toBe("-v-w-(f|)", ["v": .value(1), "w": .value(2), "f": .failure("error")])
  }
}

@Test func streamsThatFailBesideStreamsThatCannot15() throws {
  try marbles { m in
    let b = m.cold("12|", error: Failed("error")) { Int($0) }
    m.allowLive()
    m.expect(b, demand: "-1").toBe("-1") { Int($0) }
  }
}

/// "Names" that /* mean */ something else in Swift.
@Test func class1() throws {
  try marbles { marbleTest in
    let m = marbleTest.cold("-1-|") { Int($0) }
    let test = marbleTest.cold("-2-|") { Int($0) }
    let result = marbleTest.cold("-3-|") { Int($0) }
    let pipeline = m.merge(with: test, result)
    marbleTest.expect(pipeline).toBe("-[123]-|") { Int($0) }
  }
}

/// "Names" that /* mean */ something else in Swift.
@Test func class2() throws {
  try marbles { marbleTest in
    let Just_ = marbleTest.cold("-4-|") { Int($0) }
    let stream_ = marbleTest.cold("-5-|") { Int($0) }
    let pipeline = Just_.merge(with: stream_)
    marbleTest.expect(pipeline).toBe("-[45]-|") { Int($0) }
  }
}

/// "Names" that /* mean */ something else in Swift.
@Test func class3() throws {
  try marbles { marbleTest in
    let m = marbleTest.cold("-1-|") { Int($0) }
    let pipeline =
      m
      .flatMap { outcome in Publishers.interval(marbleTest.frames(outcome), scheduler: marbleTest.scheduler).prefix(1) }
    marbleTest.expect(pipeline).toBe("--0|") { Int($0) }
  }
}

/// "Names" that /* mean */ something else in Swift.
@Test func class4() throws {
  try marbles { marbleTest in
    let m = marbleTest.cold("-1-|") { Int($0) }
    let pipeline = m.map { marbles_ in marbles_ + 1 }
    marbleTest.expect(pipeline).toBe("-2-|") { Int($0) }
  }
}

/// "Names" that /* mean */ something else in Swift.
@Test func class5() throws {
  try marbles { marbleTest in
    let m = marbleTest.cold("-1-|") { Int($0) }
    let pipeline = m.map { _ in 7 }
    marbleTest.expect(pipeline).toBe("-7-|") { Int($0) }
  }
}

@Test func rulesThatSeeWhatTheSubscribersOfTheRunReceive1() throws {
  try marbles { m in
    let a = m.hot("-1-2-3-|") { Int($0) }
    let result = a.filter { $0 > 0 }
    let seen1 = Seen(result)
    let seen2 = Seen(result)
    m.atLeast(1, of: seen1.values)
    m.atLeast(1, of: seen2.values)
    m.atMost(3, of: seen1.values)
    m.atMost(3, of: seen2.values)
    m.only(seen1.values, after: a.filter { $0 == 1 })
    m.only(seen2.values, after: a.filter { $0 == 1 })
    m.each(a.filter { $0 == 3 }).isFollowed(by: seen1.values, within: .seconds(0))
    m.each(a.filter { $0 == 3 }).isFollowed(by: seen2.values, within: .seconds(0))
    m.expect(seen1.stream, from: "^", name: "result").toBe("-1-2-3-|") { Int($0) }
    m.expect(seen2.stream, from: "----^", name: "result").toBe("-----3-|") { Int($0) }
  }
}

@Test func rulesThatSeeWhatTheSubscribersOfTheRunReceive2() throws {
  try marbles { m in
    let a = m.hot("-1-2-3-|") { Int($0) }
    let b = m.hot("--2---3|") { Int($0) }
    let result = a.merge(with: b)
    let seen = Seen(result)
    m.atMost(2, of: seen.values)
    m.never(more: seen.values, than: a).expectingBreak()
    m.expect(seen.stream, demand: "2", name: "result").toBe("-12") { Int($0) }
  }
}

@Test func rulesThatSeeWhatTheSubscribersOfTheRunReceive3() throws {
  try marbles { m in
    let c = m.cold("1-2-|") { Int($0) }
    let seenC = Seen(c)
    let result = seenC.stream.append(seenC.stream)
    let seen = Seen(result)
    m.atLeast(4, of: seenC.values)
    m.asMany(seen.values, as: seenC.values)
    m.expect(seen.stream, name: "result").toBe("1-2-1-2-|") { Int($0) }
  }
}

@Test func rulesThatSeeWhatTheSubscribersOfTheRunReceive4() throws {
  try marbles { m in
    let c = m.cold("1-2-|") { Int($0) }
    let seenC = Seen(c)
    let result = seenC.stream.prefix(1)
    let seen = Seen(result)
    m.atMost(1, of: seenC.values)
    m.each(seen.values).isFollowed(by: seenC.cancels, within: .seconds(0))
    m.expect(seen.stream, from: "^", name: "result").toBe("(1|)") { Int($0) }
  }
}

@Test func rulesThatSeeWhatTheSubscribersOfTheRunReceive5() throws {
  try marbles { m in
    let a = m.hot("-1-2-3-|") { Int($0) }
    let b = m.hot("--2---3|") { Int($0) }
    let result = b.combineLatest(a).map { $0 * 10 + $1 }
    let seen = Seen(result)
    m.each(a.filter { $0 == 3 }).isFollowed(by: seen.values, within: .seconds(0))
    m.none(of: seen.values, within: .milliseconds(1), after: b.filter { $0 == 3 }).expectingBreak()
    m.never(seen.values) { $0 == $1 && ($1 == 23) }
    m.expect(seen.stream, from: "-^", name: "result").toBe("--ef-gh|", ["e": 21, "f": 22, "g": 23, "h": 33])
  }
}

@Test func rulesThatSeeWhatTheSubscribersOfTheRunReceive6() throws {
  try marbles { m in
    let a = m.hot("-1-2-3-|") { Int($0) }
    let result = a.map { $0 }
    let seen = Seen(result)
    m.each(seen.values).isFollowed(by: a, within: .milliseconds(2)).expectingBreak()
    m.expect(seen.stream, name: "result").toBe("-1-2-3-|") { Int($0) }
  }
}

@Test func rulesThatSeeWhatTheSubscribersOfTheRunReceive7() throws {
  try marbles { m in
    let c = m.cold("1-2-|") { Int($0) }
    let d = m.cold("-7-|") { Int($0) }.allowingNoSubscriber()
    let result = c.filter { $0 > 9 }.flatMap { _ in d }
    m.expect(result).toBe("----|")
  }
}

@Test func rulesThatSeeWhatTheSubscribersOfTheRunReceive8() throws {
  try marbles { m in
    let seenA = m.hot("-1-2-3-|") { Int($0) }
    let a = m.hot("-1-2-3-|") { Int($0) }
    let result = a.prefix(2)
    let seen = Seen(result)
    m.atMost(3, of: seenA)
    m.each(seenA.filter { $0 == 1 }).isFollowed(by: seen.finishes, within: .milliseconds(3))
    m.expect(seen.stream, name: "result").toBe("-1-(2|)") { Int($0) }
    m.expect(subscriptionsOf: a).toBe("^--!")
  }
}

@Test func rulesThatSeeWhatTheSubscribersOfTheRunReceive9() throws {
  try marbles { m in
    let quiet = m.cold("----|") { Int($0) }
    let result = quiet.scan(0, +).replaceEmpty(with: 7)
    m.expect(result).toBe("----(7|)") { Int($0) }
  }
}

@Test func rulesThatSeeWhatTheSubscribersOfTheRunReceive10() throws {
  try marbles { m in
    let c = m.cold("1-2-|") { Int($0) }
    let result =
      c
      .timestamp(scheduler: m.scheduler).map { ($0.value, VirtualInstant.zero.distance(to: $0.time)) }
      .map { v, t in t }
    m.expect(result).toBe("i-j-|", ["i": .seconds(0), "j": .milliseconds(2)])
  }
}

@Test func streamsOfStreamsThatFail1() throws {
  try marbles { m in
    let a = m.cold("-1-2-#", error: Failed("error")) { Int($0) }
    let b = m.cold("-1-|", error: Failed("error")) { Int($0) }
    let result = a.mergeScan(0) { sum, x in b.map { y in sum + x + y } }
    m.expect(result).toBe("--2-5#") { Int($0) }
  }
}

@Test func streamsOfStreamsThatFail2() throws {
  try marbles { m in
    let a = m.cold("-1-2-#", error: Failed("error")) { Int($0) }
    let b = m.cold("-1-|", error: Failed("error")) { Int($0) }
    let result = b.mergeScan(0) { sum, x in a.map { y in sum + x + y } }
    m.expect(result).toBe("--2-3-#") { Int($0) }
  }
}

@Test func valuesThatSwiftWritesInItsOwnWay1() throws {
  try marbles { m in
    let text = m.cold("-x-y-|", ["x": "say \"hi\"", "y": "1 \\(2) \\ #"])
    let result = text.map { "<\($0)>" }
    m.expect(result).toBe("-q-z-|", ["q": "<say \"hi\">", "z": "<1 \\(2) \\ #>"])
  }
}

@Test func valuesThatSwiftWritesInItsOwnWay2() throws {
  try marbles { m in
    let text = m.cold("-x-y-|", ["x": "say \"hi\"", "y": "1 \\(2) \\ #"])
    let result = text.map { $0.first }
    m.expect(result).toBe("-u-v-|", ["u": "s", "v": "1"])
  }
}

@Test func valuesThatSwiftWritesInItsOwnWay3() throws {
  try marbles { m in
    let text = m.cold("-x-y-|", ["x": "say \"hi\"", "y": "1 \\(2) \\ #"])
    let result = text.map { _ in Array([1, 2].reversed()) }
    m.expect(result).toBe("-r-r-|", ["r": [2, 1]])
  }
}

@Test func valuesThatSwiftWritesInItsOwnWay4() throws {
  try marbles { m in
    let maybe = m.cold("-n-m-|", ["n": nil, "m": 2] as [String: Int?])
    let result = maybe.replaceNil(with: 0)
    m.expect(result).toBe("-0-m-|", ["0": 0, "m": 2])
  }
}

@Test func valuesThatSwiftWritesInItsOwnWay5() throws {
  try marbles { m in
    let nested = m.cold("-s-t-|", ["s": ((1, 2), [3]), "t": ((1, 4), [])] as [String: ((Int, Int), [Int])])
    m.expect(nested, by: { "\($0)" == "\($1)" }).toBe("-s-t-|", ["s": ((1, 2), [3]), "t": ((1, 4), [])])
  }
}

@Test func valuesThatSwiftWritesInItsOwnWay6() throws {
  try marbles { m in
    let silent = m.cold("---|")
    let result = silent.replaceEmpty(with: "none")
    m.expect(result).toBe("---(w|)", ["w": "none"])
  }
}

@Test func valuesThatSwiftWritesInItsOwnWay7() throws {
  try marbles { m in
    let result = Just(nil as Int?)
    m.expect(result).toBe("(n|)", ["n": nil])
  }
}

@Test func valuesThatSwiftWritesInItsOwnWay8() throws {
  try marbles { m in
    let result = ([] as [Int]).publisher
    m.expect(result).toBe("|")
  }
}

import Foundation
import Gallery
import Testing

@testable import MarbleCommandLine
@testable import MarbleSpecs
@testable import Marbles

/// How a predicted row is compared, whose row it is, and why.
struct PredictionQuizTests {
  func card(_ lines: String..., block: Int = 0, subscriber: Int = 0) throws -> QuizCard {
    let file = try SpecFile(SpecText(lines.joined(separator: "\n"), file: "quiz"))
    return try #require(try QuizCard(file, block: block, subscriber: subscriber))
  }
  func answer(_ row: String, to card: QuizCard) throws -> QuizAnswer {
    try QuizAnswer(try Lane(parsing: row, as: .expectation, frame: card.file.frame), to: card)
  }

  // MARK: Comparing

  /// `-a-[bc]|` at 1, 3 and 4 ms.
  private func pairs() throws -> QuizCard { try card("n: -1-2|", "> n.combineLatest(n.map { $0 * 10 })") }

  @Test(arguments: [
    "-a-[bc]|", "-a-[bc]|---", " -x - [yz] |", "-p-[qr]|",
  ]) func rightInAnyWriting(_ row: String) throws {
    let answer = try answer(row, to: pairs())
    #expect(answer.prediction.mistakes == [])
    #expect(answer.sentence == "4 of 4 events.")
  }

  /// By hand: 1 comes at 1 ms, 2 at 3 ms, and the stream finishes at 4 ms.
  @Test(arguments: [
    ("-1-2|", "3 of 3 events."),
    ("-1-(2|)", "2 of 3 events; the completion is 1 frame early."),
    ("-12-|", "2 of 3 events; 2 is 1 frame early."),
    ("-1--2|", "1 of 3 events; everything from 2 on is 1 frame late."),
    ("1-2|", "0 of 3 events; everything is 1 frame early."),
    ("-1-3|", "2 of 3 events; at 3ms 2 is sent, not 3."),
    ("-1--|", "2 of 3 events; at 3ms 2 is sent."),
    ("-1-24|", "2 of 3 events; the completion is 1 frame late; nothing is sent for your 4 at 4ms."),
    ("-1-2#", "2 of 3 events; at 4ms the stream finishes, not #."),
    ("-", "0 of 3 events; at 1ms 1 is sent; at 3ms 2 is sent; at 4ms the stream finishes."),
    ("-[21]--|", "2 of 3 events; 2 is 2 frames early."),
  ]) func whatIsSaid(_ row: String, _ sentence: String) throws {
    #expect(try answer(row, to: card("a: -1-2|", "> a")).sentence == sentence)
  }

  @Test func theOrderWithinAnInstantCounts() throws {
    let card = try card("a: -[12]|", "> a")
    #expect(try answer("-[12]|", to: card).prediction.isRight)
    #expect(
      try answer("-(21)", to: card).sentence
        == "2 of 3 events; at 1ms the order is different; at 2ms the stream finishes.")
  }

  @Test func aNameStandsForOneValue() throws {
    let card = try card("a: -1-2-1|", "> a.map { \"<\\($0)>\" }")
    #expect(try answer("-x-y-x|", to: card).prediction.isRight)
    #expect(!(try answer("-x-x-x|", to: card).prediction.isRight))
    #expect(!(try answer("-x-y-y|", to: card).prediction.isRight))
    // The value itself may be written, too.
    #expect(try answer("-'<1>'-'<2>'-'<1>'|", to: card).prediction.isRight)
  }

  @Test func aFailureNeedsNoNameButTheRightOne() throws {
    let card = try card("a: -1-#'busy'", "> a")
    #expect(try answer("-1-#", to: card).prediction.isRight)
    #expect(try answer("-1-#'busy'", to: card).prediction.isRight)
    #expect(!(try answer("-1-#'late'", to: card).prediction.isRight))
    #expect(!(try answer("-1-|", to: card).prediction.isRight))
  }

  @Test func eachSubscriberIsAQuestion() throws {
    let file = try SpecFile(SpecText("hot a: -1-2|\n> a\nfrom ^\nfrom --^", file: "quiz"))
    let cards = try QuizCard.all(in: file)
    #expect(cards.count == 2)
    #expect(try answer("-1-2|", to: cards[0]).prediction.isRight)
    #expect(try answer("---2|", to: cards[1]).prediction.isRight)
    #expect(!(try answer("-1-2|", to: cards[1]).prediction.isRight))
  }

  @Test func theQuestionHidesTheOutcome() throws {
    let card = try card(
      "title: Search", "note: The second one is cancelled.", "a: -1--2|", "  1 = \"one\"   2 = \"two\"", "work: --x|",
      "> a.map { _ in work }.switchToLatest()",
      "= ---x--x|", "subs work: -^--!")
    let (lines, column) = try card.question(width: nil, isASCII: true)
    let text = lines.joined(separator: "\n")
    #expect(text.contains("title: Search") && text.contains("1 = \"one\"") && text.contains("> a.map"))
    #expect(!text.contains("cancelled") && !text.contains("subs") && !text.contains("= -"))
    #expect(
      lines.contains { $0.hasPrefix("a:" + String(repeating: " ", count: column - 2) + "-1") },
      "rows begin at the column that is said")
  }

  // MARK: Rivals

  private func typing(_ call: String) throws -> QuizCard {
    try card("frame: 100ms", "hot key: -abcdefgh-----i----|", "> key.\(call)")
  }

  /// The rows are those of lesson 2, derived by hand there.
  @Test(arguments: [
    ("-a--d--g--h---i----|", "`throttle(for: 300ms, latest: true)`"),
    ("-a--b--e--h---i----|", "`throttle(for: 300ms, latest: false)`"),
    ("----d---h--------i-|", "`audit(for: 300ms)`"), ("---c--f--h-----i---|", "`sample(every: 300ms)`"),
    ("----abcdefgh-----i----|", "`delay(for: 300ms)`"), ("---j--k--l-----m---|", "`collect(.byTime(300ms))`"),
    ("----------h-----i--|", "`debounce(for: 200ms)`"), ("------------h-----i|", "`debounce(for: 400ms)`"),
  ]) func aRowOfAnotherOperatorIsRecognized(_ row: String, _ rival: String) throws {
    #expect(try answer(row, to: typing("debounce(for: 300ms)")).rival == rival)
  }

  @Test func aFlushAndAnotherSourceAreRecognized() throws {
    let early = try card("frame: 100ms", "hot key: -a----b-|", "> key.debounce(for: 300ms)")
    #expect(
      try answer("----a---(b|)", to: early).rival == "a `debounce` that sends the pending value at the completion")
    let late = try card("hot song: -a-b-c|", "> song", "from ^", "from --^", subscriber: 1)
    #expect(try answer("---a-b-c|", to: late).rival == "the pipeline if `song` were cold")
    let three = try card("a: -1-2-3-|", "> a.prefix(2)")
    #expect(try answer("-1|", to: three).rival == nil)
    #expect(try answer("-(1|)", to: three).rival == "`prefix(1)`")
  }

  @Test func callsInsideOfOthersHaveRivalsToo() throws {
    let card = try card("hot a: -1-2|", "hot b: ---7-8|", "> a.map { $0 + 1 }.zip(b.map { $0 * 2 }).map { $0.0 }")
    #expect(card.rivals.contains { $0.name == "`combineLatest(b.map { $0 * 2 })`" })
  }

  // MARK: Reasons

  @Test func theReasonsAreThoseOfTheDifference() throws {
    let answer = try answer("-----------h--------|", to: typing("debounce(for: 300ms)"))
    #expect(answer.sentence == "1 of 3 events; at 1700ms i is sent; the completion is 1 frame late.")
    let times = answer.reasons.compactMap { $0.split(separator: " ").first }.filter { $0.first?.isNumber == true }
    #expect(times == ["1400ms", "1700ms", "1900ms"], "where i came, where it is sent, and the completion")
    #expect(answer.timers(isASCII: true).contains { $0.contains("timer of debounce") })
    #expect(answer.rows.last?.contains("^") == true)
  }

  @Test func theWrongReasonsAreThoseOfRivals() throws {
    let why = try #require(try answer("-", to: typing("debounce(for: 300ms)")).why)
    #expect((3...4).contains(why.options.count))
    #expect(why.options.count { $0.rival == nil } == 1)
    #expect(Set(why.options.map(\.text)).count == why.options.count)
    #expect(
      why.options.allSatisfy { !$0.text.contains("debounce") && !$0.text.contains("throttle") },
      "the operator is not named")
  }

  // MARK: Over all that there is

  private static let cards = Result { try Gallery.few().flatMap { try QuizCard.all(in: try SpecFile($0)) } }

  /// The run is the right answer, whatever the names, and no longer if one event is moved.
  @Test func everyCardKnowsItsAnswer() throws {
    let cards = try Self.cards.get()
    #expect(cards.count > (Gallery.isLong ? 150 : 40))
    for card in cards {
      let place = "\(card.file.text.file): \(card.block.pipeline.lines[0])"
      let silent = try answer("-", to: card)
      #expect(try answer(silent.sentRow, to: card).prediction.isRight, "\(place)\n\(silent.sentRow)")
      #expect(silent.prediction.right == 0)
      #expect(silent.prediction.mistakes.count == card.events.count)
      var moved = try Lane(parsing: silent.sentRow, as: .expectation, frame: card.file.frame)
      guard let last = moved.moments.indices.last else { continue }
      moved.moments[last].instant = moved.moments[last].instant.advanced(by: .init(nanoseconds: card.file.frame))
      let prediction = Prediction(moved, card.events, of: card)
      #expect(
        !prediction.isRight && prediction.right == card.events.count - moved.moments[last].marks.count, "\(place)")
    }
  }

  /// The 7 stays a 7 in the input, though it was predicted where `false` is sent.
  @Test func aSymbolOfTheInputIsNoNameForAnotherValue() throws {
    let answer = try answer("--7|", to: card("a: -7|", "> a.contains { $0 > 8 }"))
    #expect(!answer.prediction.isRight && !answer.reasons.isEmpty)
  }

  static let stride = ProcessInfo.processInfo.environment["QUIZ"].flatMap { Int($0) } ?? 6

  /// A row that a rival sends is either called by its name, or means the same as the right one. Every second rival of
  /// one card in three; `QUIZ=1` tries all.
  @Test func everyRivalIsRecognized() throws {
    var (count, number) = (0, 0)
    for (place, card) in try Self.cards.get().enumerated() where Self.stride == 1 || place % 3 == 0 {
      for rival in card.rivals {
        number += 1
        if Self.stride != 1, number % 2 != 0 { continue }
        guard let file = rival.file, let other = try QuizCard(file, block: 0, subscriber: card.subscriber) else {
          continue
        }
        let answer = try answer(try self.answer("-", to: other).sentRow, to: card)
        count += 1
        #expect(
          answer.prediction.isRight || answer.rival != nil,
          "\(card.file.text.file): \(card.block.pipeline.lines[0]), \(rival.name)")
      }
    }
    #expect(count * Self.stride > (Gallery.isLong ? 300 : 80))
  }

  /// The seeds for which questions are made up: two of twenty; `QUIZ=1` tries all.
  static let seeds = Array(Swift.stride(from: 0, to: 20, by: stride == 1 ? 1 : 12).map { UInt64($0) })

  @Test(arguments: seeds) func questionsThatAreMadeUpTellOperatorsApart(_ seed: UInt64) throws {
    var generator = QuizGenerator(seed: seed)
    for name in ["debounce", "throttle", "sample", "zip", "withLatestFrom", "share", "prefix"] {
      let made = generator.card(about: name)
      let card = try #require(made, "\(name), seed \(seed)")
      #expect(card.block.pipeline.lines[0].contains(".\(name)("))
      // All that it is confused with sends something else: none was left out because it sends the same.
      let least =
        ["debounce": 7, "throttle": 6, "sample": 4, "zip": 3, "withLatestFrom": 2, "share": 1, "prefix": 3][name] ?? 1
      #expect(card.rivals.count(where: \.isSibling) >= least, "\(name), seed \(seed): \(card.rivals.map(\.name))")
    }
  }
  @Test func aSeedStandsForOneQuestion() throws {
    let identities = ([3, 3, 4] as [UInt64]).map { seed in
      var generator = QuizGenerator(seed: seed)
      return ["debounce", "zip", "share", "prefix"].map { generator.card(about: $0)?.identity }
    }
    #expect(identities[0].allSatisfy { $0 != nil })
    #expect(identities[0] == identities[1])
    #expect(identities[0] != identities[2])
  }

  /// Nothing is asked about an operator whose rivals cannot be told from it.
  @Test func questionsAreMadeUpOfTheTable() {
    #expect(QuizGenerator.names.count > 50)
    #expect(!QuizGenerator.names.contains("interval"))
    var generator = QuizGenerator(seed: 1)
    #expect(generator.card(about: "interval") == nil)
    #expect(generator.card(about: "setFailureType") == nil)
  }

  /// Ten times as many subscribers take about ten times as long, in processor time of this thread.
  @Test func questionsAboutSubscribersGrowWithTheirNumber() throws {
    func seconds(_ count: Int) throws -> Double {
      let file = try SpecFile(SpecText("a: -|\n> a\n" + String(repeating: "from ^\n", count: count), file: "quiz"))
      func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
      }
      let start = now()
      _ = try QuizCard.all(in: file)
      return now() - start
    }
    _ = try seconds(50)
    var (small, large) = (0.0, 0.0)
    // Quadratic growth takes a hundred times as long, each time; other programs may make one measurement longer.
    for _ in 0..<3 where large >= 25 * small { (small, large) = (try seconds(50), try seconds(500)) }
    #expect(large < 25 * small, "50: \(small) s, 500: \(large) s")
  }
}

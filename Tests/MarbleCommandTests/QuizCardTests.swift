import Foundation
import Gallery
import TestFolder
import Testing

@testable import MarbleCommandLine
@testable import MarbleSpecs
@testable import Marbles

/// The cards of the quiz: their rows, their rivals, and why. `Tools/Site/rows.mjs` tests how a page compares a prediction.
struct QuizCardTests {
  func card(_ lines: String..., block: Int = 0, subscriber: Int = 0) throws -> QuizCard {
    let file = try SpecFile(SpecText(lines.joined(separator: "\n"), file: "quiz"))
    return try #require(try QuizCard(file, block: block, subscriber: subscriber))
  }
  @Test func eachSubscriberIsAQuestion() throws {
    let file = try SpecFile(SpecText("hot a: -1-2|\n> a\nfrom ^\nfrom --^", file: "quiz"))
    let cards = try QuizCard.all(in: file)
    #expect(cards.count == 2)
    #expect(try cards.map { try QuizAnswer(to: $0).sentRow } == ["-1-2|", "---2|"])
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
  private func isRow(_ row: String, of rival: Rival, _ card: QuizCard) throws -> Bool {
    let row = try Lane(parsing: row, as: .expectation, frame: card.file.frame)
    return row.moments.flatMap { moment in moment.marks.map { "\(moment.instant) \($0.isEnd)" } }
      == rival.events.map { "\($0.instant) \($0.event.isEnd)" }
  }
  private func expect(_ rival: String, _ row: String, of card: QuizCard) throws {
    #expect(
      try card.rivals.contains { try $0.name == rival && isRow(row, of: $0, card) }, "\(row): \(card.rivals)")
  }

  @Test(arguments: [
    ("-a--d--g--h---i----|", "`throttle(for: 300ms, latest: true)`"),
    ("-a--b--e--h---i----|", "`throttle(for: 300ms, latest: false)`"),
    ("----d---h--------i-|", "`audit(for: 300ms)`"), ("---c--f--h-----i---|", "`sample(every: 300ms)`"),
    ("----abcdefgh-----i----|", "`delay(for: 300ms)`"), ("---j--k--l-----m---|", "`collect(.byTime(300ms))`"),
    ("----------h-----i--|", "`debounce(for: 200ms)`"), ("------------h-----i|", "`debounce(for: 400ms)`"),
  ]) func otherOperatorsAreRivals(_ row: String, _ rival: String) throws {
    try expect(rival, row, of: typing("debounce(for: 300ms)"))
  }

  @Test func aFlushAndAnotherSourceAreRivals() throws {
    let early = try card("frame: 100ms", "hot key: -a----b-|", "> key.debounce(for: 300ms)")
    try expect("a `debounce` that sends the pending value at the completion", "----a---(b|)", of: early)
    let late = try card("hot song: -a-b-c|", "> song", "from ^", "from --^", subscriber: 1)
    try expect("the pipeline if `song` were cold", "---a-b-c|", of: late)
    let three = try card("a: -1-2-3-|", "> a.prefix(2)")
    try expect("`prefix(1)`", "-(1|)", of: three)
  }

  @Test func callsInsideOfOthersHaveRivalsToo() throws {
    let card = try card("hot a: -1-2|", "hot b: ---7-8|", "> a.map { $0 + 1 }.zip(b.map { $0 * 2 }).map { $0.0 }")
    #expect(card.rivals.contains { $0.name == "`combineLatest(b.map { $0 * 2 })`" })
  }

  // MARK: Reasons

  @Test func theReasonsAreThoseOfTheRow() throws {
    let answer = try QuizAnswer(to: typing("debounce(for: 300ms)"))
    let times = answer.reasons.compactMap { $0.split(separator: " ").first }.filter { $0.first?.isNumber == true }
    #expect(times == ["800ms", "1100ms", "1400ms", "1700ms", "1900ms"], "two values, their timers, the completion")
    #expect(answer.timers(isASCII: true).contains { $0.contains("timer of debounce") })
  }

  @Test func theWrongReasonsAreThoseOfRivals() throws {
    let why = try #require(try QuizAnswer(to: typing("debounce(for: 300ms)")).why)
    #expect((3...4).contains(why.options.count))
    #expect(why.options.count { $0.rival == nil } == 1)
    #expect(Set(why.options.map(\.text)).count == why.options.count)
    #expect(
      why.options.allSatisfy { !$0.text.contains("debounce") && !$0.text.contains("throttle") },
      "the operator is not named")
  }

  // MARK: Over all that there is

  private static let cards = Result { try Gallery.few().flatMap { try QuizCard.all(in: try SpecFile($0)) } }

  /// The row that is shown has exactly the events of the run.
  @Test func everyCardKnowsItsAnswer() throws {
    let cards = try Self.cards.get()
    #expect(cards.count > (Gallery.isLong ? 150 : 40))
    for card in cards {
      let row = try QuizAnswer(to: card).sentRow
      let sent = Rival(name: "", file: nil, events: card.events, swapped: nil)
      #expect(try isRow(row, of: sent, card), "\(card.file.text.file): \(card.block.pipeline.lines[0])\n\(row)")
    }
  }

  static let stride = ProcessInfo.processInfo.environment["QUIZ"].flatMap { Int($0) } ?? 6

  /// No rival of a card sends the row of the card or of another rival. One card in three; `QUIZ=1` tries all.
  @Test func rivalsDiffer() throws {
    var count = 0
    for (place, card) in try Self.cards.get().enumerated() where Self.stride == 1 || place % 3 == 0 {
      let rows = card.rivals.map { SpecOutcome.Events($0.events).description }
      count += rows.count
      #expect(Set(rows + [SpecOutcome.Events(card.events).description]).count == rows.count + 1)
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
    let files = try [50, 500].map { count in
      try SpecFile(SpecText("a: -|\n> a\n" + String(repeating: "from ^\n", count: count), file: "quiz"))
    }
    #expect(try growth(files[0], files[1], limit: 25) { _ = try QuizCard.all(in: $0) } < 25)
  }
}

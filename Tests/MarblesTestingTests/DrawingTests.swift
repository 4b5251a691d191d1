import Foundation
import MarbleDiagrams
@testable import Marbles
@testable import MarblesTesting
import Pipes
import TestFolder
import Testing
import VirtualTime

@testable import class MarblesPictures.TestPictures

/// The run of a test is drawn as it happened, under the test's name, and nothing else is touched.
struct DrawingTests {
  /// The diagram of a test; a failing one, too.
  static func rows(_ body: (MarbleTest) throws -> Void) throws -> RunRecord {
    var drawn: RunRecord?
    let drawing = TestDrawing(drawsAll: true) { drawn = $0 }
    _ = try MarbleTest.perform(
      TestTimes(), at: SourcePlace(#fileID, #filePath, #line, #column), drawing: drawing, { _ in }, body)
    return try #require(drawn)
  }

  static func calm(_ expected: String) throws -> RunRecord {
    try rows { m in
      let typed = m.cold("-a-b-c------d-|")
      let calm = typed.debounce(for: m.frames(3), scheduler: m.scheduler)
      m.expect(calm).toBe(expected)
    }
  }

  @Test func aTestThatHoldsIsDrawnAsItHappened() throws {
    let rows = try Self.calm("--------c-----|")
    #expect(rows.holds)
    let text = Diagram(rows, title: "Calm").text()
    #expect(
      text.hasSuffix(
        """
        typed:         -a-b-c------d-|

        > calm
        =              --------c-----|
        #               ├─x─x──┤   ├─x  timer of calm
        subs typed:    ^-------------!
        # demand typed *--------------
        # c at 8ms because of c of typed at 5ms, 3ms of calm
        # | at 14ms because of | of typed at 14ms

        """), "\(text)")
    #expect(text.hasPrefix("title: Calm\n"))
    #expect(!Diagram(rows, title: nil).text(timers: false, causes: false).contains("timer of"))
  }

  /// Expected at 7, came at 8; the carets stand below both.
  @Test func aTestThatFailsShowsBothRowsAndWhereTheyDiffer() throws {
    let rows = try Self.calm("-------c------|")
    #expect(!rows.holds)
    #expect(rows.outcomes[0].differences.map(\.nanoseconds) == [7_000_000, 8_000_000])
    let diagram = Diagram(rows, title: nil)
    let text = diagram.text()
    #expect(
      text.hasSuffix(
        """
        > calm
        # expected     -------c------|
        =              --------c-----|
        #                     ^^
        #               ├─x─x──┤   ├─x  timer of calm
        subs typed:    ^-------------!
        # demand typed *--------------
        # c at 8ms because of c of typed at 5ms, 3ms of calm
        # | at 14ms because of | of typed at 14ms

        """), "\(text)")
    let svg = diagram.svg()
    #expect(svg.contains(">expected<") && svg.contains(">actual<"))
    #expect(svg.components(separatedBy: "<title>differs at").count - 1 == 2)
    #expect(svg.contains("<title>differs at 7ms</title>") && svg.contains("<title>differs at 8ms</title>"))
  }

  @Test func lanesThatTheTestDrivesAreDrawn() throws {
    let rows = try Self.rows { m in
      let price = m.cold("-1-2-|", name: "price")
      m.expect(price, from: "--^---!", demand: "--1", name: "late").toBe("---1")
      m.allowLive()
    }
    let text = Diagram(rows, title: nil).text()
    #expect(
      text.hasSuffix(
        """
        price:         -1-2-|

        > late
        from           --^---!
        demand         --1----
        =              ---1---
        subs price:    --^---!
        # demand price --1----
        # 1 at 3ms because of 1 of price at 3ms

        """), "\(text)")
  }

  @Test func aTolerantExpectationIsDrawnWhereTheValueReallyCame() throws {
    let rows = try Self.rows { m in m.expect(m.cold("--a|")).toBe("-a-|", within: .milliseconds(1)) }
    #expect(rows.holds)
    #expect(rows.outcomes[0].received.description == "--a|")
  }

  /// The first attempt fails at 1 ms, the second one begins there and fails 2 ms later, the third one begins at 3 ms
  /// and sends b a frame later.
  @Test func rowsOfSeveralSubscriptionsAreDrawnWhereTheyPlay() throws {
    let rows = try Self.rows { m in
      let request = m.cold("-#", then: ["--#", "-b|"], error: Refused())
      m.expect(request.retry(2), name: "answer").toBe("----b|")
    }
    #expect(rows.holds)
    let diagram = Diagram(rows, title: nil)
    #expect(diagram.streams.map(\.name) == ["request", "request", "request"])
    let sent = try #require(diagram.runs[0].trace).events.filter { $0.line > 0 }
    #expect(sent.map(\.instant.nanoseconds) == [1_000_000, 3_000_000, 4_000_000, 5_000_000])
    #expect(sent.map(\.text) == ["", "", "b", ""] && sent.map(\.isEnd) == [true, true, false, true])
    let text = diagram.text()
    #expect(text.contains("# b at 4ms because of b of request at 4ms\n"), "\(text)")
    // The attempts are lanes in the box of the pipeline, each with its number.
    let poster = diagram.svg()
    for tip in ["fails at 1ms", "fails at 3ms", "&quot;b&quot; at 4ms"] { #expect(poster.contains(tip), "\(tip)") }
    for number in 1...3 { #expect(poster.contains(">\(number)</text>"), "\(number)") }
  }
  private struct Refused: Error {}

  // MARK: Rules

  /// a is answered at 3 ms; within 3 ms of b at 5 ms nothing follows.
  @Test func rulesAreDrawnBelowTheirStreams() throws {
    let rows = try Self.rows { m in
      let ask = m.hot("-a---b----|"), found = ask.prefix(1).delay(for: m.frames(2), scheduler: m.scheduler)
      m.each(ask).isFollowed(by: found, within: m.frames(3))
    }
    #expect(!rows.holds)
    let diagram = Diagram(rows, title: nil)
    let text = diagram.text()
    #expect(text.contains("> found\n=            ---(a|)\n"), "\(text)")
    #expect(text.contains("! each ask is followed by found within 3ms\n#             [-+][--x "), "\(text)")
    let svg = diagram.svg()
    #expect(
      svg.contains(">broken<") && svg.contains("<title>broken for ask b at 5ms: no found until 8ms</title>"), "\(svg)")
    #expect(svg.contains("<title>held for ask a at 1ms</title>"))
  }

  /// If there are only sources, one is drawn as a result, because the rule has to be below a row; a stream with an
  /// expectation is not drawn twice.
  @Test func aRuleNeedsNoFurtherRow() throws {
    let sources = try Self.rows { m in
      let ask = m.hot("-a-|"), found = m.hot("--b|")
      m.each(ask).isFollowed(by: found, within: m.frames(1))
    }
    #expect(Diagram(sources, title: nil).runs.map(\.pipeline) == [["found"]])
    let expected = try Self.rows { m in
      let ask = m.hot("-a-|")
      let late = ask.delay(for: m.frames(1), scheduler: m.scheduler)
      m.expect(late).toBe("--a-|")
      m.each(ask).isFollowed(by: late, within: m.frames(1))
    }
    let diagram = Diagram(expected, title: nil)
    #expect(diagram.runs.map(\.pipeline) == [["late"]])
    #expect(diagram.runs[0].rules.map(\.verdict) == [.held])
  }

  @Test func rulesHaveAPictureOfTheirOwn() throws {
    let folder = try TestFolder()
    let rows = try Self.rows { m in
      let ask = m.hot("-a-|")
      m.expect(ask).toBe("-a-|")
      m.each(ask).isFollowed(by: ask.map { $0 }, within: m.frames(1))
    }
    #expect(TestPictures(folder: folder.path).draw(rows, of: TestName(["Rules"], isShared: false)) == [])
    #expect(folder.names.filter { $0.hasSuffix(".svg") } == ["Rules.ask.svg", "Rules.rules.svg"])
    #expect(try folder.text("Rules.rules.svg").contains("is followed by"))
    #expect(try !folder.text("Rules.ask.svg").contains("is followed by"))
  }

  // MARK: Timers and causes

  /// Each expectation is drawn with its own timers: 1 + 3 for `late`, none for `plain`, although both listen to one
  /// source.
  @Test func everyExpectationHasItsOwnTimers() throws {
    let rows = try Self.rows { m in
      let clicks = m.hot("-a---|")
      let late = clicks.delay(for: m.frames(3), scheduler: m.scheduler)
      m.expect(late).toBe("----a---|")
      m.expect(clicks, name: "plain").toBe("-a---|")
    }
    let traces = Diagram(rows, title: nil).runs.compactMap(\.trace)
    try #require(traces.count == 2)
    #expect(
      traces.map { $0.timers.map { "\($0.start.nanoseconds / 1_000_000)-\($0.due.nanoseconds / 1_000_000)" } } == [
        ["1-4", "5-8"], [],
      ])
    #expect(traces.map(\.subscriptions.count) == [2, 2])
    let results = traces[0].events.filter { $0.line == 0 }
    #expect(results.map(\.timer) == [0, 1])
    #expect(results.map { $0.causes.map { traces[0].events[$0].instant.nanoseconds / 1_000_000 } } == [[1], [5]])
  }

  /// A model that the test only keeps subscribes for nobody: its timers are drawn with every expectation.
  @Test func timersOfWhatATestKeepsAreDrawn() throws {
    let rows = try Self.rows { m in
      let clicks = m.hot("-a-----|")
      let shown = PassthroughSubject<String, Never>()
      m.keep(clicks.debounce(for: m.frames(2), scheduler: m.scheduler).sink { shown.send($0) })
      m.expect(shown).toBe("---a")
      m.allowLive()
    }
    let text = Diagram(rows, title: nil).text()
    #expect(text.contains("= ") && text.contains("\n#                ├─┤      timer of shown\n"), "\(text)")
    #expect(text.contains("# a at 3ms because of a of clicks at 1ms, 2ms of shown\n"), "\(text)")
  }

  /// An operator of the user's own that subscribes again: the second subscription began because of the value at 1.
  @Test func whatIsSubscribedLaterKnowsBecauseOfWhat() throws {
    let rows = try Self.rows { m in
      let opened = m.cold("-o|"), inner = m.cold("--i|", name: "inner")
      m.expect(opened.flatMap { _ in inner }, name: "all").toBe("---i|")
    }
    let trace = try #require(Diagram(rows, title: nil).runs[0].trace)
    let inner = try #require(trace.subscriptions.last)
    #expect(trace.stages[inner.stage].name == "inner" && inner.consumer == 0)
    #expect(inner.startedBy.map { trace.events[$0].text } == "o")
    let told = Explanation.text(of: Diagram(rows, title: nil))
    #expect(told.contains("all sends i, because of i"), "\(told)")
  }

  @Test func whatOnlyOthersSubscribeToIsNotDrawn() throws {
    let rows = try Self.rows { m in
      let a = m.cold("-a|", name: "a"), b = m.cold("-b|", name: "b"), c = m.cold("-c|", name: "c")
      m.expect(a).toBe("-a|")
      m.expect(b).toBe("-b|")
      _ = c
    }
    var first = rows
    first.outcomes.removeLast()
    #expect(Diagram(rows, title: nil).streams.map(\.name) == ["a", "b", "c"])
    #expect(Diagram(first, title: nil).streams.map(\.name) == ["a", "c"])
  }

  @Test func theSleepOfAsyncCodeIsATimer() async throws {
    let drawn = Guarded(RunRecord?.none)
    let drawing = TestDrawing(drawsAll: true) { rows in drawn.with { $0 = rows } }
    let body: @Sendable (MarbleTest) async throws -> Void = { m in
      let clock = m.clock
      let slow = m.async("-a|").map { letter in
        try? await clock.sleep(for: .milliseconds(2))
        return letter
      }
      m.expect(slow, name: "slow").toBe("---(a|)")
    }
    _ = try await MarbleTest.perform(
      TestTimes(), at: SourcePlace(#fileID, #filePath, #line, #column), drawing: drawing, nil, body)
    let rows = try #require(drawn.with { $0 })
    let timers = Diagram(rows, title: nil).runs[0].trace?.timers.map { "\($0.start.nanoseconds)-\($0.due.nanoseconds)" }
    #expect(timers == ["1000000-3000000"])
  }

  /// Three seconds of a timer each millisecond: the beginning is told, and that there is a rest. The silent source is
  /// how long the test runs.
  @Test func aLongTestIsToldToItsLimit() throws {
    let rows = try Self.rows { m in
      _ = m.cold("3s |", name: "silence")
      let ticks = Publishers.interval(m.frames(1), scheduler: m.scheduler).prefix(3_000)
      m.expect(ticks, name: "ticks").toBe("-")
    }
    #expect(rows.journal?.isCut == true)
    let diagram = Diagram(rows, title: nil)
    let trace = try #require(diagram.runs[0].trace)
    #expect(trace.isCut && trace.events.count <= RunRecord.limit && trace.timers.count <= 4_000)
    #expect(Explanation.text(of: diagram).contains("the rest is left out"))
    #expect(diagram.runs[0].stop == "only 200 events of it are drawn")
    #expect(rows.outcomes[0].differences.count == RunRecord.limit)
  }

  /// The effect of a timer of one expectation on another: a subject that the first one feeds. The cause is the value
  /// behind the timer.
  @Test func aCauseIsFoundBehindATimerOfAnother() throws {
    let rows = try Self.rows { m in
      let source = m.cold("-a|", name: "source")
      let echo = PassthroughSubject<String, Never>()
      let late = source.delay(for: m.frames(2), scheduler: m.scheduler).handleEvents(receiveOutput: { echo.send($0) })
      m.expect(late, name: "late").toBe("---a|")
      m.expect(echo, name: "echo").toBe("---a")
    }
    var echo = rows
    echo.outcomes.removeFirst()
    let diagram = Diagram(echo, title: nil)
    let trace = try #require(diagram.runs[0].trace)
    #expect(diagram.streams.map(\.name) == ["source"])
    let heard = try #require(trace.events.last { $0.line == 0 })
    #expect(heard.instant.nanoseconds == 3_000_000)
    #expect(heard.causes.map { trace.events[$0].instant.nanoseconds } == [1_000_000])
    #expect(heard.timer.map { trace.timers[$0].start.nanoseconds } == 1_000_000)
  }

  // MARK: JSON

  @Test func jsonHasWhatWasExpectedAndDemanded() throws {
    let json = Diagram(try Self.calm("-------c------|"), title: nil).json()
    #expect(json.contains("\"expected\": \"-------c------|\""), "\(json)")
    #expect(json.contains("\"differences\": [7000000, 8000000]"), "\(json)")
    #expect(json.contains("\"demand\": \"*\""), "\(json)")
    #expect((try? JSONSerialization.jsonObject(with: Data(json.utf8))) is [String: Any])
    #expect(!Diagram(try Self.calm("--------c-----|"), title: nil).json().contains("\"expected\""))
  }

  // MARK: Files

  @Test func eachExpectationHasThreeFilesAndThereIsAPage() throws {
    let folder = try TestFolder()
    let pictures = TestPictures(folder: folder.path + "/deep")
    let rows = try Self.rows { m in
      let ticks = m.cold("-a-b|")
      m.expect(ticks).toBe("-a-b|")
      m.expect(ticks.count(), name: "their number / all").toBe("----(2|)", ["2": 2])
    }
    let name = TestName(["App", "ClickTests", "twoClicks()"], isShared: false)
    #expect(pictures.draw(rows, of: name) == [])
    #expect(pictures.writeIndex() == nil)
    let bases = ["App.ClickTests.twoClicks.their-number-all", "App.ClickTests.twoClicks.ticks"]
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/deep").sorted()
    let files: [String] = bases.flatMap { base in ["html", "svg", "txt"].map { "\(base).\($0)" } }
    #expect(names == (files + ["index.html"]).sorted())
    let page = try folder.text("deep/index.html")
    for base in bases { #expect(page.contains("<img src=\"\(base).svg\"") && page.contains("href=\"\(base).html\"")) }
    #expect(try folder.text("deep/\(bases[0]).txt").contains(" ----(2|)\n"))
  }

  @Test func anOrderHasTwoFilesAndIsOnThePage() throws {
    let folder = try TestFolder(), pictures = TestPictures(folder: folder.path)
    var order = RunOrder()
    order.turns = [.init("the body", 1, at: .zero)]
    // Another run writes the same files.
    for _ in 0..<2 { #expect(pictures.draw(order, of: TestName(["T", "a()"], isShared: false)) == []) }
    #expect(pictures.writeIndex() == nil)
    #expect(folder.names == ["T.a.order.svg", "T.a.order.txt", "index.html"])
    let page = try folder.text("index.html")
    #expect(page.contains("<img src=\"T.a.order.svg\"") && page.contains("href=\"T.a.order.txt\""))
    #expect(!page.contains("href=\"T.a.order.html\""))
    #expect(try folder.text("T.a.order.txt").contains("\n  0s   the body 1\n"))
  }

  @Test func anotherRunWritesTheSameBytes() throws {
    let folder = try TestFolder()
    var texts: [[String]] = []
    for _ in 0..<2 {
      let pictures = TestPictures(folder: folder.path)
      #expect(pictures.draw(try Self.calm("--------c-----|"), of: .init(["T", "calm()"], isShared: false)) == [])
      #expect(pictures.writeIndex() == nil)
      texts.append(try folder.names.map(folder.text))
    }
    #expect(texts[0] == texts[1])
    #expect(texts[0].count == 4)
  }

  @Test func aFileThatIsNoPictureOfATestIsNotOverwritten() throws {
    let folder = try TestFolder(["T.calm.svg": "mine", "index.html": "mine"])
    let pictures = TestPictures(folder: folder.path)
    let refusals = pictures.draw(try Self.calm("--------c-----|"), of: .init(["T"], isShared: false))
    #expect(refusals == ["'\(folder.path)/T.calm.svg' was not drawn from a test, so it is not overwritten"])
    #expect(pictures.writeIndex() == "'\(folder.path)/index.html' was not drawn from a test, so it is not overwritten")
    #expect(try folder.text("T.calm.svg") == "mine")
    #expect(try folder.text("index.html") == "mine")
  }

  /// The cases of a test with arguments run in any order, and get the same names in each.
  @Test func casesOfOneTestHaveNamesThatDoNotDependOnTheirOrder() throws {
    let rows = try ["--------c-----|", "-------c------|"].map(Self.calm)
    var names: [[String]] = []
    for order in [rows, rows.reversed()] {
      let folder = try TestFolder()
      let pictures = TestPictures(folder: folder.path)
      for rows in order { #expect(pictures.draw(rows, of: .init(["T"], isShared: true)) == []) }
      names.append(folder.names)
    }
    #expect(names[0] == names[1])
    #expect(names[0].count == 6)
  }

  @Test func expectationsOfOneNameAreCounted() throws {
    let folder = try TestFolder()
    let rows = try Self.rows { m in
      let ticks = m.cold("-a-b|")
      m.expect(ticks, name: "ticks").toBe("-a-b|")
      m.expect(ticks.first(), name: "ticks").toBe("-(a|)")
    }
    #expect(TestPictures(folder: folder.path).draw(rows, of: .init(["T"], isShared: false)) == [])
    #expect(folder.names.filter { $0.hasSuffix("svg") } == ["T.ticks-2.svg", "T.ticks.svg"])
  }

  @Test func whereNothingCanBeWrittenItIsSaid() throws {
    let folder = try TestFolder(["file": "a file"])
    let refusals = TestPictures(folder: folder.path + "/file").draw(
      try Self.calm("--------c-----|"), of: .init(["T"], isShared: false))
    #expect(
      refusals.count == 1 && refusals[0].hasPrefix("the picture '\(folder.path)/file/T.calm' cannot be written: "),
      "\(refusals)")
  }

  // MARK: The files of a failing test

  /// The module that draws is found by its name, without an import: renamed, it would be missing without a word.
  @Test func theModuleOfPicturesIsFound() throws {
    let drawer = try #require(TestFiles.drawer)
    #expect(TestFiles.refusal == nil)
    let rows = try Self.calm("-------c------|")
    #expect(drawer.attachment(rows, title: "Calm") == Diagram(rows, title: "Calm").svg())
  }

  /// c of the source at 5 ms is what debounce sends at 8 ms; both are in the file, and `marble render` reads it.
  @Test func theRunOfATestIsAFileOfEvents() throws {
    let text = TestFiles.events(try Self.calm("-------c------|"), title: "Calm")
    let run = try EventReader.run(Array(text.utf8))
    #expect(run.title == "Calm")
    let values = run.events.filter { if case .next = $0.kind { true } else { false } }
    #expect(
      values.map { "\($0.stream) \($0.instant.nanoseconds / 1_000_000)" } == [
        "typed 1", "typed 3", "typed 5", "calm 8", "typed 12",
      ])
  }

  // MARK: By hand

  @Test func aTestGivesItsDiagram() throws {
    try marbles { m in
      let ticks = m.cold("-a-b|")
      let pairs = m.expect(ticks.count())
      pairs.toBe("----(2|)", ["2": 2])
      m.expect(ticks).toBe("-a-b|")
      try m.run()
      #expect(m.diagram().runs.count == 2)
      let diagram = m.diagram(of: pairs, title: "Count")
      #expect(diagram.title == "Count")
      #expect(diagram.runs.map { $0.subscribers[0].received.description } == ["----(2|)"])
      #expect(diagram.streams.map(\.lane.description) == ["-a-b|"])
    }
  }

  @Test func aDiagramOfLanesAndARecording() throws {
    let recording: Recording<Int, Never> = [
      .init(.value(12), at: .zero), .init(.finished, at: VirtualInstant(nanoseconds: 2_000_000)),
    ]
    let diagram = Diagram(
      title: "Twelve", streams: [.init(name: "a", lane: try Lane(parsing: "-1|", as: .cold))],
      runs: [.init(pipeline: ["a.twelve()"], subscribers: [.init(received: recording)])])
    #expect(diagram.text().contains("> a.twelve()\n=  '12'-|\n"), "\(diagram.text())")
    #expect(diagram.svg().hasPrefix("<svg") && diagram.html().hasPrefix("<!DOCTYPE html>"))
  }
}

import Foundation
import MarbleDiagrams
import Marbles
import Testing
import VirtualTime

/// A diagram that somebody makes of lanes, without a run: nothing is drawn but what it says.
struct DiagramByHandTests {
  private func lane(_ text: String, _ role: Lane.Role = .expectation) throws -> Lane {
    try Lane(parsing: text, as: role)
  }
  private func instant(_ milliseconds: Int64) -> VirtualInstant {
    VirtualInstant(nanoseconds: milliseconds * 1_000_000)
  }

  private func pause() throws -> Diagram {
    Diagram(
      title: "A pause", note: "Typed by hand.",
      streams: [.init(name: "typed", lane: try lane("-a-b-c------d-|", .cold))],
      runs: [
        .init(pipeline: ["typed", ".debounce(for: 3)"], subscribers: [.init(received: try lane("--------c-----|"))])
      ])
  }
  /// Expected one frame earlier, with two subscriptions and their demand.
  private func failing() throws -> Diagram {
    var diagram = try pause()
    diagram.runs[0].subscribers[0].expected = try lane("-------c------|")
    diagram.runs[0].subscribers[0].differences = [instant(7), instant(8)]
    diagram.runs[0].subscribers[0].demand = try lane("*", .demand)
    diagram.runs[0].windows = [
      .init(
        name: "typed", lanes: [try lane("^---!", .window), try lane("-----^--------!", .window)],
        demand: try lane("*--2", .demand))
    ]
    diagram.runs[0].meanings = [.init(symbol: "c", value: "\"Swift\"")]
    return diagram
  }

  @Test func theTextHasEachRowOnce() throws {
    let text = try pause().text()
    #expect(text.hasPrefix("title: A pause\nnote: Typed by hand.\n\n"), "\(text)")
    #expect(
      text.hasSuffix("typed: -a-b-c------d-|\n\n> typed\n  .debounce(for: 3)\n=      --------c-----|\n"), "\(text)")
  }

  @Test func theTextShowsBothRowsAndWhereTheyDiffer() throws {
    let text = try failing().text()
    let rows = """
      demand         *--------------
      # expected     -------c------|
      =              --------c-----|
      #                     ^^
      subs typed:    ^---!
      subs typed:    -----^--------!
      # demand typed *--2-----------
        c = "Swift"

      """
    #expect(text.replacingTrailingDashes.hasSuffix(rows.replacingTrailingDashes), "\(text)")
  }

  @Test func thePictureShowsBothRowsAndWhereTheyDiffer() throws {
    let svg = try failing().svg()
    #expect(svg.contains(">expected<") && svg.contains(">actual<"))
    #expect(svg.components(separatedBy: "<title>differs at").count - 1 == 2)
    #expect(!(try pause().svg().contains("differs at")))
  }

  /// Timers and causes are those of a run: where there was none, asking for them changes nothing.
  @Test func withoutARunThereIsNothingToTell() throws {
    let diagram = try failing()
    #expect(diagram.text(timers: false, causes: false) == diagram.text())
    #expect(!diagram.text().contains("because of") && !diagram.text().contains("timer of"))
  }

  @Test func eachThemeIsAnotherPicture() throws {
    let diagram = try pause()
    #expect(Set(Theme.allCases.map { diagram.svg(theme: $0) }).count == Theme.allCases.count)
    #expect(Set(Theme.allCases.map { diagram.html(theme: $0) }).count == Theme.allCases.count)
  }

  @Test func jsonHasEverythingThatIsDrawn() throws {
    let object = try #require(try JSONSerialization.jsonObject(with: Data(try failing().json().utf8)) as? [String: Any])
    #expect(object["title"] as? String == "A pause" && object["note"] as? String == "Typed by hand.")
    let run = try #require((object["runs"] as? [[String: Any]])?.first)
    #expect(run["pipeline"] as? [String] == ["typed", ".debounce(for: 3)"])
    #expect(run["meanings"] as? [String: String] == ["c": "\"Swift\""])
    let subscriber = try #require((run["subscribers"] as? [[String: Any]])?.first)
    #expect(
      subscriber["marbles"] as? String == "--------c-----|" && subscriber["expected"] as? String == "-------c------|")
    #expect(subscriber["differences"] as? [Int] == [7_000_000, 8_000_000])
    #expect((subscriber["events"] as? [[String: Any]])?.map { $0["instant"] as? Int } == [8_000_000, 14_000_000])
    let source = try #require((run["subscriptions"] as? [[String: Any]])?.first)
    #expect(source["windows"] as? [String] == ["^---!", "-----^--------!"] && source["demand"] as? String == "*--2")
  }

  /// Omitted parts are not written: no row that was expected, no demand.
  @Test func jsonLeavesOutWhatIsNotSaid() throws {
    let json = try pause().json()
    for member in ["expected", "differences"] { #expect(!json.contains("\"\(member)\"")) }
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let run = try #require((object["runs"] as? [[String: Any]])?.first)
    #expect((run["subscriptions"] as? [Any])?.isEmpty == true && run["trace"] is NSNull)
  }

  /// A reader who does not see the picture gets both rows as text, texts without quotation marks.
  @Test func theDescriptionTellsBothRows() throws {
    let svg = try failing().svg()
    #expect(svg.contains("typed .debounce(for: 3): Swift at 8ms, finishes at 14ms."), "\(svg.prefix(600))")
    #expect(svg.contains("Expected: Swift at 7ms, finishes at 14ms."))
  }

  @Test func anEmptyDiagramIsDrawnToo() {
    let diagram = Diagram(title: "Nothing")
    #expect(
      diagram.text() == "title: Nothing\n\n" && diagram.svg().hasPrefix("<svg") && diagram.html().contains("Nothing"))
  }
}

extension String {
  /// Rows without the silence at their ends, which says nothing.
  fileprivate var replacingTrailingDashes: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var line = line
      while line.last == "-" { line.removeLast() }
      return String(line)
    }.joined(separator: "\n")
  }
}

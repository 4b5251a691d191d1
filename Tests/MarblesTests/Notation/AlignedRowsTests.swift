import TestFolder
import Testing

@testable import Marbles

struct AlignedRowsTests {
  func rows(_ texts: (String, Lane.Role)...) throws -> [String] {
    AlignedRows(try texts.map { try Lane(parsing: $0.0, as: $0.1) }).texts
  }

  @Test func aDashPerFrame() throws {
    let printed = try rows(("-a-b-c------d-|", .cold), ("--------c-----|", .expectation), ("^-------------!", .window))
    #expect(printed == ["-a-b-c------d-|", "--------c-----|", "^-------------!"])
  }
  @Test func whatGoesOnIsDrawnToTheLastInstant() throws {
    #expect(try rows(("a", .cold), ("----b|", .cold), ("", .cold)) == ["a-----", "----b|", "------"])
  }
  @Test func groupsSpreadOverTheirFrames() throws {
    #expect(try rows(("--(ab|)", .cold), ("---x---y", .cold)) == ["--(ab|)", "---x---y"])
  }
  @Test func groupsThatCannotSpreadMakeRoom() throws {
    #expect(try rows(("--(ab)c", .cold), ("--[ab]c", .cold)) == ["--[ab]---c", "--[ab]c---"])
  }
  @Test func wideThingsMakeRoom() throws {
    #expect(try rows(("-'abc'-x|", .cold), ("-a-b--", .cold)) == ["-'abc'-x|", "-a    -b-"])
    #expect(try rows(("-日-x", .cold), ("-aab", .cold)) == ["-日-x", "-a ab"])
  }
  @Test func commonSilenceFolds() throws {
    #expect(try rows(("a 30ms b", .cold), ("-- 30ms c", .cold)) == ["a 30ms b-", "- 30ms -c"])
  }
  @Test func zeroStandsInOneColumn() throws {
    #expect(try rows(("a-^-b", .hot), ("-c", .cold)) == ["a-^-b", "  -c-"])
  }
  @Test func insideAFrame() throws {
    #expect(try rows(("a--b", .cold), ("- @0.5ms c", .cold)) == ["a         --      b", "  @500us c 1500us -"])
  }

  /// Any rows, laid out, are still what they were, and what happens at one instant stands in one column.
  @Test func anyRowsKeepTheirMeaningAndColumns() throws {
    var lanes = LaneGenerator(seed: 7)
    for _ in 0..<800 {
      let roles = (0..<2 + lanes.random.below(3)).map { _ in lanes.role() }
      let rows = roles.map { lanes.lane($0) }
      let aligned = AlignedRows(rows)
      for (index, text) in aligned.texts.enumerated() {
        let read = try Lane(parsing: text, as: roles[index])
        try #require(read == rows[index], "\(aligned.texts.joined(separator: "\n"))")
        let graphemes = Array(text)
        for moment in read.moments {
          guard let place = moment.marks.first?.range?.lowerBound, !graphemes[..<place].contains("^") else { continue }
          let isGroup = place > 0 && "([{".contains(graphemes[place - 1])
          let column = DisplayWidth.of(graphemes[..<(isGroup ? place - 1 : place)])
          try #require(
            aligned.span(at: moment.instant, inRows: [index])?.lowerBound == column,
            "\(aligned.texts.joined(separator: "\n"))")
        }
      }
    }
  }

  /// Frames of decades, and what happens at the last instant there is.
  @Test func rowsUpToTheEndOfTime() throws {
    for hours in [1, 20_000, 200_000, 800_000] as [Int64] {
      let frame = hours * 3_600_000_000_000
      let texts = ["ab|", "[ab]-|", "a 1ns b", "(ab)", "-"]
      let lanes = try texts.map { try Lane(parsing: $0, as: .expectation, frame: frame) }
      for (lane, text) in zip(lanes, AlignedRows(lanes).texts) {
        #expect(try Lane(parsing: text, as: .expectation, frame: frame) == lane)
      }
    }
    let last = Lane(frame: ms, moments: [at(0, .plain("a")), at(.max, .plain("b"))])
    #expect(AlignedRows([last]).texts == ["a 9223372036853775807ns b"])
    #expect(last.description == "a 9223372036853775807ns b")
  }

  @Test func nothingCanBeWrittenAfterTheEndOfTime() {
    let error = #expect(throws: NotationError.self) { try Lane(parsing: "9223372036854775807ns a", as: .cold) }
    #expect(error?.description.hasPrefix("the row is too long here\n") == true)
  }

  /// A digit is looked at with those right behind it, not with all of the row: minutes would not do otherwise.
  @Test func longRowsTakeNoTime() throws {
    let row = String(repeating: "-1", count: 60_000) + "|"
    var aligned: [String] = []
    #expect(try processorSeconds { aligned = try rows((row, .cold), ("12-3|", .cold)) } < 30)
    #expect(aligned == [row, "12-3|"])
  }
}

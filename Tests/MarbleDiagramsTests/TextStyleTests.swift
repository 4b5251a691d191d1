import Gallery
import Testing

@testable import MarbleDiagrams
@testable import MarbleSpecs
@testable import Marbles

/// Text diagrams with stages, timers and causes, and in a narrow terminal.
struct TextStyleTests {
  static func drawn(_ spec: String, _ change: (inout TextStyle) -> Void) throws -> String {
    var style = TextStyle()
    change(&style)
    let diagram = try ExecutedSpec(SpecText(spec, file: "a.marble"), isTraced: style.needsTrace).diagram
    return TextRenderer.text(of: diagram, style: style)
  }

  static let pause = "a: -1-2----3--|\n> a.debounce(for: 3).map { $0 * 2 }\n"

  @Test func aStageIsARowOfItsOwn() throws {
    let expected = """
      #  0s   5ms  10ms
      a: -1-2----3--|

      > a.debounce(for: 3).map { $0 * 2 }
      #  ------2----|    debounce(for: 3)
      =  ------4----|

      """
    // The value 3 comes at 8 ms; its pause would be over at 11 ms, when the stream ends.
    #expect(try Self.drawn(Self.pause) { $0.showsStages = true } == expected)
  }

  @Test func barsLastFromStartToEnd() throws {
    // 1 at 1 ms starts the wait, 2 at 3 ms starts it again, it is over at 6 ms; 3 at 8 ms starts it, the end at 11 ms stops it.
    let rows = try Self.drawn(Self.pause) { ($0.showsTimers, $0.isASCII) = (true, true) }.split(separator: "\n")
    #expect(rows[3] == "#   [=x==] [==x    timer of debounce(for: 3)")
    let drawn = try Self.drawn(Self.pause) { $0.showsTimers = true }.split(separator: "\n")
    #expect(drawn[3] == "#   ├─x──┤ ├──x    timer of debounce(for: 3)")
  }

  /// The wait of each value runs at the same time as those of the others.
  @Test func barsThatOverlapHaveRowsOfTheirOwn() throws {
    let rows = try Self.drawn("a: -1-2|\n> a.delay(for: 4)\n") { ($0.showsTimers, $0.isASCII) = (true, true) }.split(separator: "\n")
    #expect(
      Array(rows[3...]) == [
        "=  -----1-2|", "#   [===]     timer of delay(for: 4)", "#     [===]   timer of delay(for: 4)",
        "#      [===]  timer of delay(for: 4)",
      ])
  }

  @Test func theTimerOfAnIntervalGoesOn() throws {
    let rows = try Self.drawn("> interval(3).prefix(2)") { ($0.showsTimers, $0.isASCII) = (true, true) }.split(separator: "\n")
    #expect(rows.contains { $0.hasPrefix("# [==|==]") })
  }

  @Test func anInnerStreamHasARowForEachSubscription() throws {
    let text = try Self.drawn("a: -1---2-|\nx: -5-|\n> a.flatMap { _ in x }") { $0.showsStages = true }
    let expected = """
      #  0s   5ms
      a: -1---2-|
      x: -5-|

      > a.flatMap { _ in x }
      #  --5-|      x
      #  ------5-|  x
      =  --5---5-|

      """
    #expect(text == expected)
  }

  @Test func causesLeadBackToTheSources() throws {
    let rows = try Self.drawn(Self.pause) { $0.showsCauses = true }.split(separator: "\n")
    #expect(
      Array(rows[4...]) == [
        "# 4 at 6ms because of 2 of a at 3ms, 3ms of debounce", "# | at 11ms because of | of a at 11ms",
      ])
  }

  /// With everything drawn it still is a spec that holds.
  @Test func theGalleryStaysASpec() throws {
    var style = TextStyle()
    (style.showsStages, style.showsTimers, style.showsCauses) = (true, true, true)
    for text in try Gallery.specs() {
      let drawn = TextRenderer.text(of: try ExecutedSpec(text, isTraced: true).diagram, style: style)
      #expect(SpecCheck(try ExecutedSpec(SpecText(drawn, file: text.file))).failures == [])
    }
  }

  @Test func asciiIsASCII() throws {
    for text in try Gallery.specs() {
      var style = TextStyle()
      (style.showsStages, style.showsTimers, style.isASCII, style.width) = (true, true, true, 40)
      let source = text.lines.joined()
      let drawn = TextRenderer.text(of: try ExecutedSpec(text, isTraced: true).diagram, style: style)
      #expect(drawn.allSatisfy { $0.isASCII || source.contains($0) })
    }
  }

  // MARK: Folding

  @Test func longRowsGoOnBelow() throws {
    // 20 columns: 3 before the rows, one for the mark at each end: 15 for marbles.
    let text = try Self.drawn("a: -1-2-3-4-5-6-7-8-9-|\n> a.delay(for: 1)") { ($0.width, $0.isASCII) = (20, true) }
    let expected = """
      #  0s        10ms >
      a: -1-2-3-4-5-6-7->

      > a.delay(for: 1)
      =  --1-2-3-4-5-6-7>

      #  >     20ms
      a: >8-9-|

      > a.delay(for: 1)
      =  >-8-9-|

      """
    #expect(text == expected)
  }

  @Test func shortRowsStayAsTheyAre() throws {
    let spec = "a: -1-2-|\n> a"
    #expect(try Self.drawn(spec) { $0.width = 20 } == (try Self.drawn(spec) { _ in }))
  }

  @Test func aWideSignIsNotCutInTwo() {
    #expect(DisplayWidth.slice("a日b", 0..<2) == "a日")
    #expect(DisplayWidth.slice("a日b", 2..<4) == " b")
    #expect(DisplayWidth.slice("abc", 5..<9) == "")
    #expect(DisplayWidth.cut("abcdef", to: 4, mark: "…") == "abc…")
    #expect(DisplayWidth.cut("abcd", to: 4, mark: "…") == "abcd")
  }
}

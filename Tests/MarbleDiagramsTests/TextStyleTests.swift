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
    // 1 at 1 ms starts the wait, 2 at 3 ms starts it again, it is over at 6 ms; 3 at 8 ms starts it, the end at 11 ms
    // stops it.
    let rows = try Self.drawn(Self.pause) { ($0.showsTimers, $0.isASCII) = (true, true) }.split(separator: "\n")
    #expect(rows[3] == "#   [=x==] [==x    timer of debounce(for: 3)")
    let drawn = try Self.drawn(Self.pause) { $0.showsTimers = true }.split(separator: "\n")
    #expect(drawn[3] == "#   ├─x──┤ ├──x    timer of debounce(for: 3)")
  }

  /// The wait of each value runs at the same time as the other waits.
  @Test func barsThatOverlapHaveRowsOfTheirOwn() throws {
    let rows = try Self.drawn("a: -1-2|\n> a.delay(for: 4)\n") { ($0.showsTimers, $0.isASCII) = (true, true) }.split(
      separator: "\n")
    #expect(
      Array(rows[3...]) == [
        "=  -----1-2|", "#   [===]     timer of delay(for: 4)", "#     [===]   timer of delay(for: 4)",
        "#      [===]  timer of delay(for: 4)",
      ])
  }

  @Test func theTimerOfAnIntervalGoesOn() throws {
    let rows = try Self.drawn("> interval(3).prefix(2)") { ($0.showsTimers, $0.isASCII) = (true, true) }.split(
      separator: "\n")
    #expect(rows.contains { $0.hasPrefix("# [==|==]") })
  }

  @Test func anInnerStreamHasARowForEachSubscription() throws {
    let text = try Self.drawn("a: -1---2-|\nx: -5-|\n> a.flatMap { _ in x }") { $0.showsStages = true }
    let expected = """
      #  0s   5ms
      a: -1---2-|
      x: -5-|

      > a.flatMap { _ in x }
      #   ^5-|      x
      #       ^5-|  x
      =  --5---5-|

      """
    #expect(text == expected)
  }

  /// The first subscription sends nothing: x sends its first value 4 ms after it, and it is cancelled after one. It has
  /// its row.
  @Test func aSubscriptionThatSendsNothingHasARow() throws {
    let text = try Self.drawn("a: -12----|\nx: ----5|\n> a.switchMap { _ in x }") { $0.showsStages = true }
    #expect(text.contains("#   ^!  ") && text.contains("#    ^---5|  x\n"), "\(text)")
  }
  /// A source that is subscribed to at zero alone is its row, and is not repeated.
  @Test func oneSubscriptionAtZeroIsTheRowOfItsSource() throws {
    #expect(
      try Self.drawn("a: -1-|\n> a.first()") { $0.showsStages = true } == "#  0s\na: -1-|\n\n> a.first()\n=  -(1|)\n")
  }

  @Test func causesLeadBackToTheSources() throws {
    let rows = try Self.drawn(Self.pause) { $0.showsCauses = true }.split(separator: "\n")
    #expect(
      Array(rows[4...]) == [
        "# 4 at 6ms because of 2 of a at 3ms, 3ms of debounce", "# | at 11ms because of | of a at 11ms",
      ])
  }

  /// Two subscriptions to one source are two, and each has its number, as in what `explain` says.
  @Test func causesTellSubscriptionsApart() throws {
    let rows = try Self.drawn("a: -1-|\n> a.zip(a) { $0 + $1 }") { $0.showsCauses = true }.split(separator: "\n")
    #expect(rows.contains("# 2 at 1ms because of 1 of a (1) at 1ms, 1 of a (2) at 1ms"), "\(rows)")
  }

  /// The first inner publisher is cancelled at 4 ms, the second one at 7 ms, when the stream `a` sends 3: at an instant
  /// of their own.
  @Test func anInnerStreamEndsWhereItIsCancelled() throws {
    let text = try Self.drawn("a: -1--2--3|\nx: ---5-5-5|\n> a.map { v in x.map { $0 + v } }.switchToLatest()") {
      $0.showsStages = true
    }
    let rows = text.split(separator: "\n").map(String.init)
    func inner(_ call: String) -> [String] {
      rows.filter { $0.hasSuffix("  " + call) }.map { row in
        let marks = row.dropFirst(3).dropLast(call.count)
        return String(marks[...(marks.lastIndex { $0 != " " } ?? marks.startIndex)])
      }
    }
    #expect(inner("map { $0 + v }") == [" ^--!", "    ^--!", "       ^--8-8-8|"], "\(text)")
    #expect(inner("x") == [" ^--!", "    ^--!", "       ^--5-5-5|"], "\(text)")
    #expect(rows.contains("=  ----------8-8-8|"))
  }
  /// The cancellation has no column of its own where the stream sends a value at the same instant: the row stops there.
  @Test func aRowStopsAtTheValueThatCancelsIt() throws {
    let text = try Self.drawn("a: -1-2-3-|\nb: -----------1|\n> a.map { $0 * 2 }.prefix(2).append(b)") {
      $0.showsStages = true
    }
    let rows = text.split(separator: "\n").map(String.init)
    #expect(rows.contains { $0.hasPrefix("#  -2-4  ") && $0.hasSuffix("  map { $0 * 2 }") }, "\(text)")
    #expect(rows.contains { $0.hasPrefix("#  -2-(4|)  ") && $0.hasSuffix("  prefix(2)") }, "\(text)")
  }

  // MARK: Failures

  /// `#'busy'` would take seven columns of one instant, and move everything behind it.
  @Test func aFailureInTheMiddleIsASymbol() throws {
    let expected = """
      #  0s   5ms  10ms
      a: -1-#
        # = "busy"
      b: -----2-3-|

      > a.catch { _ in b }
      =  -1------2-3-|

      > a
      =  -1-#

      """
    let text = try Self.drawn("a: -1-#'busy'\nb: -----2-3-|\n> a.catch { _ in b }\n> a") { _ in }
    #expect(text == expected)
    // It is a spec, and it means the same.
    let again = try ExecutedSpec(SpecText(text, file: "a"))
    #expect(SpecCheck(again).failures == [] && TextRenderer.text(of: again.diagram) == text)
  }
  /// A failure that only a result has is explained below the result.
  @Test func aFailureOfAResult() throws {
    let text = try Self.drawn("a: -1-2-|\n> a.tryMap { n in n > 1 ? throw \"busy\" : n }\n> a") { _ in }
    #expect(text.contains("\n=  -1-#\n  # = \"busy\"\n\n> a\n=  -1-2-|\n"), "\(text)")
  }
  /// At the end it moves nothing, and where '#' means something else it cannot stand for the text.
  @Test(arguments: [
    ("a: -1-#'busy'\n> a", "=  -1-#'busy'"), ("a: -1-#'busy'\nb: -#\n> a.catch { _ in b }", "a: -1-#'busy'"),
    ("a: -#'one'\nb: -#'three'\nc: ---|\n> a.catch { _ in b }", "b: -#"),
    ("a: -#'one'\nb: -#'three'\nc: ---|\n> a", "a: -#'one'"),
  ])
  func aFailureThatKeepsItsText(_ spec: String, _ row: String) throws {
    let text = try Self.drawn(spec) { _ in }
    #expect(text.split(separator: "\n").contains { $0 == row }, "\(text)")
    #expect(SpecCheck(try ExecutedSpec(SpecText(text, file: "a"))).failures == [])
  }

  /// With everything drawn it still is a spec that holds.
  @Test func theGalleryStaysASpec() throws {
    var style = TextStyle()
    (style.showsStages, style.showsTimers, style.showsCauses) = (true, true, true)
    for text in try Gallery.few() {
      let drawn = TextRenderer.text(of: try Gallery.traced(text).diagram, style: style)
      #expect(SpecCheck(try ExecutedSpec(SpecText(drawn, file: text.file), triesLaws: false)).failures == [])
    }
  }

  @Test func asciiIsASCII() throws {
    for text in try Gallery.few() {
      var style = TextStyle()
      (style.showsStages, style.showsTimers, style.isASCII, style.width) = (true, true, true, 40)
      let source = text.lines.joined()
      let drawn = TextRenderer.text(of: try Gallery.traced(text).diagram, style: style)
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

import TestFolder
import Testing

@testable import MarbleDiagrams
@testable import MarbleSpecs
@testable import Marbles

struct TimeAxisTests {
  /// The axis of a page that has 220 points for time.
  fileprivate func axis(
    _ instants: [Int64], frame: Int64 = 1_000_000, for room: Double = 220, scale: TimeAxis.Spacing = .even
  ) -> TimeAxis {
    TimeAxis(
      frame: frame, left: 10, rows: [instants.map { TimeAxis.Extent(instant: $0, reach: 16) }], others: [],
      page: room + 66.1, scale: scale
    ).labeled
  }
  fileprivate let ms: Int64 = 1_000_000

  @Test func framesAreEvenlySpaced() {
    let axis = axis([1 * ms, 2 * ms, 5 * ms])
    #expect(axis.places.map { ($0 * 10).rounded() / 10 } == [26, 70, 114, 246])
    #expect(axis.place(of: 3 * ms) == 158)
    #expect(axis.folds.isEmpty && axis.bends.isEmpty)
  }

  /// 70 frames of which two neighbors hold marbles: 16 + 16 + 1.5 points each; every third one has a third of it.
  @Test func manyFramesAreNarrowButMarblesStandApart() {
    let dense = axis((0...69).map { $0 * ms })
    #expect(dense.step == 33.5)
    let sparse = axis(stride(from: 0, through: 69, by: 3).map { Int64($0) * ms })
    #expect(sparse.step == 33.5 / 3)
  }

  @Test func longSilenceIsFolded() {
    let axis = axis([1 * ms, 40 * ms])
    #expect(axis.places.map { ($0 * 10).rounded() / 10 } == [26, 70, 246])
    #expect(axis.folds.map(\.length) == [39 * ms])
  }

  /// Two marbles a nanosecond apart have no room on a page at an even scale.
  @Test func withinAFrameThereIsRoomForBoth() {
    let axis = axis([ms, ms + 1], scale: .bent)
    #expect(axis.places.map { ($0 * 10).rounded() / 10 } == [26, 98, 131.5])
    #expect(axis.bends.map(\.from) == [98] && axis.bends.map(\.to) == [131.5])
    #expect(self.axis([ms, ms + 1]).bends.isEmpty)
  }

  @Test func theFarthestInstantsDoNotTrap() {
    let axis = axis([-Int64.max, 0, Int64.max])
    #expect(axis.places.count == 3 && axis.places.allSatisfy(\.isFinite) && !axis.labels.isEmpty)
  }

  /// At 28 points a frame (560 for 20 frames) there is no room for each: a label takes 24 and stands 20 apart.
  @Test func labelsAreOfOneUnit() {
    let axis = axis([100 * ms, 400 * ms, 2000 * ms], frame: 100 * ms, for: 560)
    #expect(
      axis.labels.map(\.text) == ["0s", "0.2s", "0.4s", "0.6s", "0.8s", "1s", "1.2s", "1.4s", "1.6s", "1.8s", "2s"])
  }
  /// Times that are not hundredths of a second are written in milliseconds, all of them.
  @Test func noUnitIsMixedWithAnother() {
    #expect(
      Set(axis([5 * ms, 400 * ms, 1500 * ms], frame: 5 * ms).labels.map { $0.text.drop { $0.isNumber || $0 == "." } })
        == ["ms"])
    let minutes = axis([60_000 * ms, 90_000 * ms, 180_000 * ms], frame: 30_000 * ms)
    #expect(Set(minutes.labels.map { $0.text.drop { $0.isNumber || $0 == "." } }) == ["s"])
    #expect(minutes.unit.text(of: 180_000 * ms) == "180s" && minutes.unit.text(of: 1) == "0.000000001s")
    // With `min` every second one has room, and the last one always has.
    let long = axis([60_000 * ms, 180_000 * ms], frame: 60_000 * ms, for: 132)
    #expect(long.unit.text(of: 180_000 * ms) == "3m" && long.labels.map(\.text) == ["0min", "2min", "3min"])
    #expect(long.unit.text(of: -90_000 * ms) == "-1.5m")
    // Hours are not written in thousands of seconds.
    #expect(axis([3_600_000 * ms, 7_201_000 * ms], frame: 1_000 * ms).labels.map(\.text) == ["0s", "1h", "2h 1s"])
    #expect(axis([3_600_001 * ms, 7_200_000 * ms]).labels.map(\.text) == ["0ms", "1h 1ms", "2h"])
  }
}

extension TimeAxisTests {
  /// Each label looks at the previous label alone, and a place is found by halving: minutes would not do otherwise.
  @Test func manyInstantsTakeNoTime() {
    var axis = self.axis([0])
    #expect(processorSeconds { axis = self.axis((0..<40_000).map { $0 * ms }) } < 30)
    #expect(axis.places.count == 40_000)
    // A frame has 33.5 points. "9999ms" takes 46 and 20 apart, which is every second one; "10000ms" takes 53, which is
    // every third one.
    #expect(axis.labels.count == 5_000 + 10_000)
    #expect(axis.ticks.indices.allSatisfy { axis.place(of: axis.ticks[$0]) == axis.places[$0] })
  }
}

struct LetteringTests {
  private func lettering(_ text: String) throws -> Lettering {
    Lettering(try ExecutedSpec(SpecText(text, file: "a.marble")).diagram)
  }

  @Test func shortValuesStandInTheirMarbles() throws {
    let letters = try lettering("a: -p-q-|\n  p = \"yes\"   q = \"hi\"\n> a\n")
    #expect(letters.letter(of: Symbol("p")) == "yes" && letters.label(of: Symbol("p")) == nil)
    #expect(letters.letter(of: Symbol("q")) == "hi" && letters.label(of: Symbol("q")) == nil)
  }

  /// One long value, and the whole row shows symbols; another row does not care.
  @Test func aRowIsReadInOneWay() throws {
    let letters = try lettering("a: -p-q-|\n  p = \"a long one\"   q = \"no\"\nb: -r-|\n  r = 11\n> a\n> b\n")
    #expect(letters.letter(of: Symbol("p")) == "p" && letters.label(of: Symbol("p")) == "a long one")
    #expect(letters.letter(of: Symbol("q")) == "q" && letters.label(of: Symbol("q")) == "no")
    #expect(letters.letter(of: Symbol("r")) == "11" && letters.label(of: Symbol("r")) == nil)
  }

  @Test func quotesStayWhereTheyMatter() {
    #expect(Lettering.shown("\"why\"") == "why")
    for literal in ["\"1\"", "\"true\"", "\"\"", "\" \"", "\"a\\nb\"", "(1, \"a\")", "12"] {
      #expect(Lettering.shown(literal) == literal)
    }
  }

  @Test func lettersShrinkBeforeTheyLeave() {
    #expect(Lettering.size(of: "S") == 14)
    #expect(Lettering.size(of: "true") == 12)
    // Nothing is smaller than 11 points.
    #expect(Lettering.size(of: "false") == nil)
  }
}

struct CodeTextTests {
  @Test func brokenBeforeCalls() {
    let line = "typed.debounce(for: 300ms).removeDuplicates().map { $0.count }"
    #expect(CodeText.broken(line, columns: 80) == [line])
    #expect(
      CodeText.broken(line, columns: 40) == ["typed.debounce(for: 300ms)", "  .removeDuplicates().map { $0.count }"])
  }
  /// As one writes it: the names of a closure stand with its bracket, what it does is further right.
  @Test func brokenWithinClosures() {
    let line = "[1, 2].publisher.flatMap(maxPublishers: .max(1)) { n in page.map { row in \"{ \\(n)\" } }.first()"
    #expect(
      CodeText.broken(line, columns: 44) == [
        "[1, 2].publisher", "  .flatMap(maxPublishers: .max(1)) { n in", "    page.map { row in \"{ \\(n)\" }",
        "  }.first()",
      ])
    #expect(CodeText.broken("a.map { $0 + 1000000000 }", columns: 20) == ["a.map {", "  $0 + 1000000000", "}"])
  }
  @Test func brokenBetweenWordsAndAnywhere() {
    #expect(CodeText.broken("a.map(one, two, three)", columns: 12) == ["a.map(one,", "    two,", "    three)"])
    #expect(CodeText.broken("aaaaaaaaaabbbbb", columns: 10) == ["aaaaaaaaaa", "bbbbb"])
    #expect(
      CodeText.broken(".ignoreFailure(completeImmediately: false)", columns: 33) == [
        ".ignoreFailure(", "    completeImmediately: false)",
      ])
    #expect(CodeText.short([".map { q in f(q) }", ".switchToLatest()"], columns: 40) == ".map {…}.switchToLatest()")
    #expect(CodeText.short([".throttle(for: 400ms, latest: true)"], columns: 12) == ".throttle(…)")
    #expect(CodeText.short([".throttle(for: 400ms, latest: true)"], columns: 10) == ".throttle…")
  }
}

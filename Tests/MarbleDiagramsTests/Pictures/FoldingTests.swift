import Testing

@testable import MarbleDiagrams
@testable import MarbleSpecs
@testable import Marbles

/// Pictures that are too wide go on in strips under each other.
struct FoldingTests {
  private static func diagram(_ text: String) throws -> Diagram {
    try ExecutedSpec(SpecText(text, file: "a.marble"), isTraced: true).diagram
  }
  private static let wide = """
    note: A note that is longer than a narrow page has room for, and is wrapped there
    a: \(String(repeating: "a-b-c-", count: 10))|
    b: --x-|
    > a.flatMap { v in b.map { "\\($0) of \\(v)" } }
    > a.debounce(for: 3)
    ! each a is followed by a within 2ms
    """

  private static func words(_ picture: Picture) -> [Picture.Text] {
    picture.items.flatMap(\.parts).compactMap { if case .text(let text) = $0.shape { text } else { nil } }
  }
  private static func marbles(_ picture: Picture) -> [String] {
    picture.items.filter { !$0.events.isEmpty && $0.parts[0].role != .drop }
      .map { "\($0.row) \($0.instant ?? -1) \($0.events.map(\.text)) \($0.tip ?? "")" }.sorted()
  }

  @Test(arguments: [360.0, 480, 720, 1200]) func everyMarbleIsInOneStrip(width: Double) throws {
    let diagram = try Self.diagram(Self.wide)
    let whole = PosterLayout.picture(of: diagram, width: nil)
    let folded = PosterLayout.picture(of: diagram, width: width)
    // In 720 points smaller marbles have room; below, time is in strips, with the time at each but the first.
    #expect(whole.width > 720 && folded.width == width && folded.isFolded == (width < 720))
    #expect(Self.marbles(folded) == Self.marbles(whole))
    let starts = Self.words(folded).filter { $0.string.hasPrefix("from ") }
    #expect((starts.count > 0) == folded.isFolded && Set(starts.map(\.place.y)).count == starts.count)
    for text in Self.words(folded) {
      #expect(text.size >= 11 && text.box.right <= folded.width + 1 && text.box.left >= 0, "\(text)")
    }
    for item in folded.items {
      guard let box = item.box else { continue }
      #expect(box.left >= 0 && box.right <= folded.width && box.bottom <= folded.height, "\(item.parts[0])")
    }
  }

  /// A marble is below the ruler of its strip: the strips are in the order of time, and so are the marbles within each.
  @Test func theStripsAreInTheOrderOfTime() throws {
    let folded = PosterLayout.picture(
      of: try Self.diagram("a: \(String(repeating: "1----", count: 60))|\n> a"), width: 400)
    let row = folded.items.filter { $0.row == "a" && $0.parts[0].role == .marble }
    let order = row.sorted { ($0.box?.top ?? 0, $0.box?.left ?? 0) < ($1.box?.top ?? 0, $1.box?.left ?? 0) }.compactMap(
      \.instant)
    #expect(order.count == 60 && order == order.sorted())
    // "from 35ms": the first marble of that strip is not earlier, and no earlier one is below.
    for start in Self.words(folded) where start.string.hasPrefix("from ") {
      let instant = try #require(Int64(start.string.dropFirst(5).dropLast(2))) * 1_000_000
      let below = row.filter { ($0.box?.top ?? 0) > start.place.y }.compactMap(\.instant)
      #expect(below.allSatisfy { $0 >= instant } && below.count == row.count { $0.instant ?? 0 >= instant })
    }
  }

  @Test func aNarrowPictureIsNotFolded() throws {
    let picture = PosterLayout.picture(of: try Self.diagram("a: -1-2-|\n> a.map { $0 + 1 }"), width: 1200)
    #expect(!picture.isFolded && picture.width == 1200)
  }

  /// Names of 80 letters are on two lines beside their row and shortened: a strip has room for some marbles.
  @Test func longNamesLeaveRoomForMarbles() throws {
    let name = String(repeating: "n", count: 80)
    let picture = PosterLayout.picture(
      of: try Self.diagram("\(name): \(String(repeating: "1-", count: 40))|\n> \(name)"), width: 330)
    #expect(picture.isFolded && picture.width == 330 && picture.height < 2_000)
    #expect(Self.words(picture).contains { $0.string.hasPrefix("nnnn") })
  }

  /// 1920 by 1080: a small picture is enlarged; of a picture that is too high, only the upper part is drawn at its own
  /// scale, and a sentence says so.
  @Test func aSlideIsFilled() throws {
    func slide(_ text: String) throws -> Picture {
      let diagram = try Self.diagram(text)
      return PosterLayout.slide(width: 1920, height: 1080) { PosterLayout.picture(of: diagram, width: $0) }
    }
    let small = try slide("a: -1-2-|\n> a.map { $0 + 1 }")
    #expect(min(1920 / small.width, 1080 / small.height) >= 2)
    let many = (0..<60).map { "s\($0): -1-2-|\n" }.joined() + "> s0.merge(with: s1)\n"
    let cut = try slide(many)
    #expect(cut.height == 1080 && cut.width <= 1920)
    #expect(Self.words(cut).contains { $0.string.hasPrefix("The picture is cut here: only the upper ") })
    #expect(cut.items.allSatisfy { ($0.box?.bottom ?? 0) <= 1080 })
    let svg = SVGRenderer.text(of: small, size: (1920, 1080))
    #expect(svg.contains("width=\"1920\" height=\"1080\" viewBox=\"0 0 \(SVGRenderer.number(small.width)) "))
  }

  /// Each piece of a line appears with its strip, not before.
  @Test func aFoldedPictureIsAnimatedStripByStrip() throws {
    let picture = PosterLayout.picture(
      of: try Self.diagram("a: \(String(repeating: "1----", count: 60))|\n> a.delay(for: 3)"), width: 400)
    let svg = SVGRenderer.text(of: picture, isAnimated: true)
    #expect(svg.contains("--at: ") && !svg.contains("class=\"played\""))
    let delays = svg.split(separator: "--at: ").dropFirst().compactMap { Double($0.prefix { $0 != "s" }) }
    #expect(delays.allSatisfy { (0...4.5).contains($0) } && Set(delays).count > 50)
  }
}

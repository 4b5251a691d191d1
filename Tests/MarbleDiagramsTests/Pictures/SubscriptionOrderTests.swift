import Testing

@testable import MarbleDiagrams
@testable import MarbleSpecs
@testable import Marbles

/// The rows of streams that begin each other, and their names.
struct SubscriptionOrderTests {
  private func picture(_ text: String) throws -> Picture {
    PictureLayout.picture(of: try ExecutedSpec(SpecText(text, file: "a.marble"), isTraced: true).diagram)
  }

  /// Both rows of the second attempt, at 4 ms, begin below the failure of `filter`, which is below the failure of `a`.
  /// The line from the failure leads to the upper one, and from there to the lower one.
  @Test func anAttemptOfTwoRowsBeginsBelowTheFailureBefore() throws {
    let picture = try picture("a: -15-#\n> a.filter { $0 > 2 }.retry(1)")
    let names = picture.items.filter { $0.parts[0].role == .name }.map(\.name)
    #expect(names == ["a", "a", "a.filter", "a", "a.filter"])
    let dots = picture.dots.sorted { $0.y < $1.y }
    let crosses = picture.items.filter { $0.parts[0].role == .failure && !$0.isTemplate && $0.instant == 4_000_000 }
      .compactMap(\.box)
      .sorted { $0.top < $1.top }
    try #require(dots.count == 4 && crosses.count == 2)
    #expect(dots[0].x == dots[1].x && dots[2].x == dots[3].x && dots[2].x == crosses[1].center.x)
    #expect(
      dots[1].y < crosses[1].center.y && crosses[0].bottom < crosses[1].top
        && crosses[1].bottom < dots[2].y - PictureLayout.dot)
    let lines = picture.begins
    #expect(lines.contains { crosses[1].bottom < $0.bottom && $0.bottom < dots[2].y }, "\(lines) \(dots)")
    #expect(lines.contains { dots[2].y < $0.top && $0.bottom < dots[3].y }, "\(lines) \(dots)")
  }
  /// The row of `b` begins below the name of `a`, although there is room for it at the height of that name.
  @Test func noRowBeginsBesideAnotherName() throws {
    let picture = try picture("q: -1-----2|\na: -5|\nb: --6|\n> q.flatMap { v in v == 1 ? a : b }")
    let dots = picture.dots.sorted { $0.x < $1.x }
    let labels = picture.items.filter { $0.parts[0].role == .name }
    try #require(dots.count == 2 && labels.map(\.name) == ["q", "a", "b", "a", "b"])
    let heights = labels.suffix(2).compactMap { $0.box?.center.y }
    #expect(heights[0] < dots[0].y + 1 && dots[0].y < heights[1] - 20 && heights[1] < dots[1].y + 1)
  }
}

extension Picture {
  /// The places at which subscriptions begin, and the pieces of the dashed lines that lead there.
  fileprivate var dots: [Point] { items.filter { $0.tip == PictureLayout.beginning }.compactMap { $0.box?.center } }
  fileprivate var begins: [Box] {
    items.filter { $0.parts[0].role == .begin && $0.instant != nil }.flatMap { $0.parts.map(\.shape.box) }
  }
}

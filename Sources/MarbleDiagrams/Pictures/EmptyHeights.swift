/// The heights at which nothing stands in a strip, but for a little room.
struct EmptyHeights {
  /// The room that stays between two things that stand under each other.
  private static let room = 12.0
  private var gaps: [(from: Double, to: Double)] = []
  /// The height that is taken away up to the end of each gap.
  private var sums: [Double] = []

  init(_ items: [Picture.Item], to bottom: Double) {
    var taken = [(top: bottom, bottom: bottom)]
    for item in items {
      guard let box = item.box else { continue }
      switch item.parts[0].role {
      case .frame:
        for edges in item.parts.map(\.shape.box) { taken += [(edges.top, edges.top), (edges.bottom, edges.bottom)] }
      case .drop, .end: break
      default: taken.append((box.top, box.bottom))
      }
    }
    taken.sort { $0.top < $1.top }
    var last = taken[0].bottom
    for (top, bottom) in taken {
      if top - last > Self.room {
        gaps.append((last + Self.room, top))
        sums.append((sums.last ?? 0) + top - last - Self.room)
      }
      last = max(last, bottom)
    }
  }

  /// The height that is taken away above a height: of a gap as much as is above it, so that a line that bends there does
  /// not lead back.
  func above(_ height: Double) -> Double {
    let index = gaps.beginning { $0.from < height }
    return index == 0 ? 0 : sums[index - 1] - max(0, gaps[index - 1].to - height)
  }
}

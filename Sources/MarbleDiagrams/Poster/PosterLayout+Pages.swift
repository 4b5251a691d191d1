import MarbleRuns

extension PosterLayout {
  /// The room that a page has for a poster.
  package struct Room: Sendable {
    /// The width; a poster whose marbles need more is wider, and the page scrolls.
    var width: Double
    /// Whether each row of the spec is there as it is written, and far enough from the next one: a page on which it is
    /// changed.
    var hasInputs: Bool
    /// Whether the boxes do not show what happens in them, because somebody predicts it.
    var isCovered: Bool

    package init(width: Double = PosterLayout.width, hasInputs: Bool = false, isCovered: Bool = false) {
      self.width = width
      self.hasInputs = hasInputs
      self.isCovered = isCovered
    }
  }

  /// The height from which on a poster is drawn smaller.
  private static let highest = 880.0
  /// The smallest width of one of several posters beside each other, and the distance between them.
  private static let column = (least: 340.0, gap: 16.0)

  /// Returns the poster of a diagram for a page.
  static func picture(of diagram: Diagram, in room: Room) -> Picture {
    let diagram = diagram.withoutManyWindows
    var layout = PosterLayout(diagram, room.width, hasInputs: room.hasInputs, isWide: true)
    // In more room larger marbles are tried first, which may need more still.
    for _ in 0..<4 where layout.axis.right > layout.sheet.page + 0.01 {
      layout = PosterLayout(
        diagram, (layout.axis.right + margin).rounded(.up), hasInputs: room.hasInputs, isWide: true)
    }
    return layout.drawn()
  }

  /// Returns the poster of a diagram. Several pipelines are beside each other if the width allows it, else below each
  /// other.
  ///
  /// - Parameter width: The width. If time does not fit, it goes on in strips under each other. With `nil` the poster
  ///   is as wide as it needs.
  package static func picture(of diagram: Diagram, width: Double?) -> Picture {
    guard let width else { return picture(of: diagram, in: Room()) }
    let diagram = diagram.withoutManyWindows
    var layout = PosterLayout(diagram, width)
    let picture = layout.drawn()
    if let columns = columns(of: diagram, width, isLettered: layout.lettering.isLettered),
      columns.height < picture.height
    {
      return columns
    }
    if picture.height <= highest { return picture }
    var low = PosterLayout(diagram, width, isCompact: true)
    let other = low.drawn()
    return other.height < picture.height ? other : picture
  }

  /// Returns the posters of the runs beside each other, with the same places for the same times; `nil` if they do not
  /// fit, or if they alone need letters that are explained below: one poster has more room.
  private static func columns(of diagram: Diagram, _ width: Double, isLettered: Bool) -> Picture? {
    let count = min(diagram.runs.count, Int((width + column.gap) / (column.least + column.gap)))
    if count < 2 { return nil }
    let own = ((width - column.gap * Double(count - 1)) / Double(count)).rounded(.down)
    // The places are those of all runs, whichever is drawn.
    let all = PosterLayout(diagram, own)
    guard all.strips.plans.allSatisfy({ $0 != nil }), all.axis.right <= all.sheet.page + 0.01,
      !all.lettering.isLettered || isLettered
    else {
      return nil
    }
    var whole: Picture?
    var top = 0.0
    for start in stride(from: 0, to: diagram.runs.count, by: count) {
      var bottom = top
      for run in start..<min(start + count, diagram.runs.count) {
        var layout = all
        layout.sheet.only = run
        let part = layout.drawn()
        let shift = Point((own + column.gap) * Double(run - start), top)
        let items = part.items.filter { $0.parts[0].role != .surface }.map { $0.moved(by: shift) }
        if whole == nil { whole = part }
        if run == 0 { whole?.items = items } else { whole?.items += items }
        bottom = max(bottom, top + part.height)
      }
      top = bottom
    }
    guard var whole else { return nil }
    let surface = Picture.Item(.surface, .box(Box(left: 0, top: 0, right: width, bottom: top), corner: 8))
    whole.items.insert(surface, at: 0)
    // A time has a place in each of them: what is played goes by the instants of the items.
    whole.width = width
    whole.height = top
    whole.rows = []
    whole.isFolded = true
    return whole
  }
}

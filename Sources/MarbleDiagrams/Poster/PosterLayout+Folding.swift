import MarbleRuns
import Marbles

/// A poster whose time has no room beside its names goes on in strips under each other. The strips are known before the
/// words have their places, so that each text is on the paper of its strip.
extension PosterLayout {
  /// Whether time goes on in strips.
  var isFolded: Bool { axis.right > sheet.page + 0.01 }

  /// The number of the strip with a place on the axis.
  func strip(at place: Double) -> Int { max(0, starts.beginning { $0.place <= place } - 1) }

  /// The paper of the strip with a place on the axis, as places on the axis.
  func paper(at place: Double) -> (left: Double, right: Double) {
    let strip = strip(at: place)
    guard strip > 0 else { return (Self.margin, sheet.page) }
    let shift = starts[strip].place - axis.left - starts[strip].lead
    return (Self.margin + shift, sheet.page + shift)
  }

  /// The widest part of a range that is in one strip.
  func widestPiece(_ left: Double, _ right: Double) -> (left: Double, right: Double) {
    let (first, last) = (strip(at: left), max(strip(at: left), strip(at: right)))
    var (widest, from) = ((left: left, right: left), left)
    for end in starts[first...last].dropFirst().map(\.place) + [right] {
      if end - from > widest.right - widest.left { widest = (from, end) }
      from = end
    }
    return widest
  }

  /// Returns an item with the place that it belongs to: that of its instant, if it has no other one.
  func atHome(_ item: Picture.Item) -> Picture.Item {
    var item = item
    if item.home == nil { item.home = item.instant.map(x) }
    return item
  }

  /// The room that is taken at an instant: no strip begins within it.
  private struct Footprint {
    var home: Double
    var left: Double
    var right: Double
    /// Whether it is the end of a stream alone, for which no strip begins.
    var isEnd = false
  }

  private func marks(of row: DrawnRow, isLane: Bool) -> [Footprint] {
    var marks = row.beats.flatMap { beat -> [Footprint] in
      let cluster = cluster(of: beat)
      let right = cluster.right
      let whole = Footprint(
        home: x(beat.instant), left: min(cluster.left, x(beat.instant) - 3),
        right: max(cluster.marks.isEmpty ? right + 3 : right + 5, x(beat.instant) + 3), isEnd: beat.stack.isEmpty)
      if cluster.marks.count < 2 || whole.right - whole.left < (sheet.page - axis.left) / 2 { return [whole] }
      // Marks that need more than one strip are apart from each other.
      return cluster.marks.map { mark in
        let reach = lettering.reach(mark.sign) ?? 0
        return Footprint(home: mark.center, left: mark.center - reach - 3, right: mark.center + reach + 5)
      }
    }
    if isLane { return marks }
    if let start = row.start {
      let place = placeOfStart(row) ?? x(start)
      marks.append(Footprint(home: x(start), left: place - 5, right: place + 5))
    }
    for left in row.left {
      let place = placeOfLeaving(row, left)
      marks.append(Footprint(home: x(left), left: place - 6, right: place + 8, isEnd: true))
    }
    if let cut = row.cut, row.end == nil {
      let place = placeOfLeaving(row, cut)
      marks.append(Footprint(home: x(cut), left: place - 6, right: place + 8, isEnd: true))
    }
    return marks
  }

  private func marks(of element: Element) -> [Footprint] {
    let one = marked(element)
    var marks = element.row.map { self.marks(of: $0, isLane: true) } ?? []
    let first = element.waiting.map(x) ?? one.start
    if element.kind != .bar { marks.append(Footprint(home: first, left: min(one.left, first - 5), right: first + 5)) }
    if [.left, .lost, .failed].contains(element.ending) {
      marks.append(Footprint(home: one.end, left: one.end - 9, right: max(one.end + 9, one.right)))
    }
    return marks
  }

  private var marks: [Footprint] {
    var marks: [Footprint] = []
    var layout = self
    for (run, strip) in strips.strips {
      layout.current.run = run ?? 0
      switch strip {
      case .row(let row): marks += self.marks(of: row, isLane: false)
      case .groups(let elements), .box(_, let elements): marks += elements.flatMap(layout.marks)
      case .demand(let lane, _):
        for moment in lane.moments { marks.append(pill(moment)) }
      case .differences(let instants):
        for place in instants.map({ x($0.nanoseconds) }) {
          marks.append(Footprint(home: place, left: place - 7, right: place + 7))
        }
      case .rule, .note, .gap: break
      }
    }
    return marks
  }
  private func pill(_ moment: Lane.Moment) -> Footprint {
    let (place, half) = (x(moment.instant.nanoseconds), Self.half(of: Self.requests(at: moment)))
    return Footprint(home: place, left: place - half, right: place + half)
  }

  /// Returns the starts of the strips: between two instants whose marks leave room for an edge, if there are such
  /// instants. Else the marks at the edge reach over it, and the next strip has room for them.
  func foundStarts() -> [PictureFold.Start] {
    var starts = [PictureFold.Start(place: axis.left, lead: PictureFold.lead)]
    if !isFolded { return starts }
    let marks = marks.sorted { $0.home < $1.home }
    // The right end of all marks up to each one, and the left end of all from each one on.
    var (rights, lefts) = (marks.map(\.right), marks.map(\.left))
    for index in marks.indices.dropFirst() { rights[index] = max(rights[index], rights[index - 1]) }
    for index in marks.indices.dropLast().reversed() { lefts[index] = min(lefts[index], lefts[index + 1]) }
    let last = marks.lastIndex { !$0.isEnd } ?? 0
    var first = 1
    while let start = starts.last {
      let lead = starts.count == 1 ? 0 : start.lead
      let paper = sheet.page - axis.left - lead
      let rest = axis.right + 1 - start.place
      if rest <= paper { break }
      // Strips of one length, if marks leave room for an edge there.
      let next = sheet.page - axis.left - 2 * PictureFold.lead
      let more = ((rest - paper) / next).rounded(.up)
      let (goal, least) = (start.place + rest / (more + 1), axis.right + 1 - more * next)
      let room = start.place + paper
      var best: (place: Double, lead: Double, cost: Double)?
      var isEmpty = true
      for index in marks.indices.dropFirst(first) where marks[index].home > marks[index - 1].home + 0.1 {
        guard index <= last else { break }
        let (right, left) = (rights[index - 1], lefts[index])
        guard right <= room else { break }
        if marks[index].home <= start.place { first = index }
        isEmpty = isEmpty && (marks[index - 1].isEnd || marks[index - 1].home < start.place)
        let place =
          left - right > 1
          ? min(max(goal, right + min(2, (left - right) / 2)), left - min(2, (left - right) / 2), room)
          : min((marks[index - 1].home + marks[index].home) / 2, room)
        guard place > start.place + 1 else { continue }
        let over = max(0, right - place) + max(0, place - left)
        // A strip of ends alone is worse than one more strip, that is worse than marks that reach over an edge, and that is
        // worse than strips of several lengths.
        let cost = over + abs(place - goal) / 4 + (place < least ? 1000 : 0) + (isEmpty ? 2000 : 0)
        if best.map({ cost <= $0.cost }) ?? true { best = (place, PictureFold.lead + max(0, place - left), cost) }
      }
      // Without any mark, or with one that is wider than the paper.
      let following =
        best.map { PictureFold.Start(place: $0.place, lead: $0.lead) }
        ?? PictureFold.Start(place: min(room, max(goal, least)), lead: PictureFold.lead)
      starts.append(following)
    }
    return starts
  }
}

import MarbleRuns
import Marbles
import VirtualTime

extension PosterLayout {
  /// The room that the marks of a poster need on its axis.
  struct AxisBuilder {
    private let lettering: PosterLettering
    private(set) var spread: [Spread: [Double]] = [:]
    /// Half of the width of each mark of a beat, of all beats of the rows in order: a text is measured once.
    private var reaches: [[Double]] = []
    private var rows: [[TimeAxis.Extent]] = []
    private var others: [Int64] = []
    /// The label of a lane is left of it, and within the box.
    private var labels: [TimeAxis.Extent] = []
    /// The words of the failures that are the last marks of their rows.
    private var failures: [(instant: Int64, words: String)] = []
    private var cancel: Double { lettering.scale.isSlim ? 9.0 : 14 }

    /// Returns `nil` if a marble has too long a text.
    init?(_ strips: [PosterStrips.Band], _ lettering: PosterLettering) {
      self.lettering = lettering
      let rows = strips.flatMap { strip -> [DrawnRow] in
        switch strip {
        case .row(let row): [row]
        case .groups(let elements), .box(_, let elements): elements.compactMap(\.row)
        case .demand, .differences, .rule, .note, .gap: []
        }
      }
      guard addSpread(rows) else { return nil }
      reaches.reverse()
      for strip in strips {
        switch strip {
        case .row(let row):
          add(row)
          if let last = row.beats.last, case .failure(let text)? = last.signs.last?.kind {
            failures.append((last.instant, lettering.base.label(ofFailure: text) ?? ""))
          }
        case .groups(let elements), .box(_, let elements): for element in elements { add(element) }
        case .demand(let lane, _):
          self.rows.append(
            lane.moments.map { moment in
              let half = PosterLayout.half(of: PosterLayout.requests(at: moment))
              return TimeAxis.Extent(instant: moment.instant.nanoseconds, reach: half)
            })
        case .differences(let instants): others += instants.map(\.nanoseconds)
        case .rule(let rule):
          others += rule.trials.flatMap { [$0.start.nanoseconds, $0.end.nanoseconds, $0.drawnEnd.nanoseconds] }
        case .note, .gap: break
        }
      }
    }

    /// Places the marks of instants beside each other; returns `false` if a mark has too long a text.
    private mutating func addSpread(_ rows: [DrawnRow]) -> Bool {
      var halves: [Spread: [Double]] = [:]
      for beat in rows.flatMap(\.beats) {
        var own: [Double] = []
        for sign in beat.stack {
          guard let reach = lettering.reach(sign) else { return false }
          own.append(reach)
        }
        reaches.append(own)
        if own.count < 2 { continue }
        let spread = Spread(instant: beat.instant, count: own.count)
        for (place, reach) in (halves[spread] ?? []).enumerated() { own[place] = max(own[place], reach) }
        halves[spread] = own
      }
      spread = halves.mapValues(Spread.places)
      return true
    }

    private mutating func add(_ row: DrawnRow) {
      var extents: [TimeAxis.Extent] = []
      for beat in row.beats {
        var (left, right) = (2.5, 2.5)
        let stack = beat.stack, places = spread[Spread(instant: beat.instant, count: stack.count)] ?? [0]
        for (reach, place) in zip(reaches.removeLast(), places) {
          left = max(left, reach - place)
          right = max(right, place + reach)
        }
        if stack.count > 1 {
          left += PosterLayout.ofCapsule
          right += PosterLayout.ofCapsule
        }
        if row.isLeft(at: beat.instant) {
          if beat.signs.allSatisfy(\.kind.isEnd) { left += cancel } else if !stack.isEmpty { right += cancel }
        }
        extents.append(TimeAxis.Extent(instant: beat.instant, reach: left, right: right))
      }
      for (instant, reach) in [(row.start, lettering.scale.isSlim ? 0 : 5), (row.cut, cancel / 2)]
        + row.left.map({ (Optional($0), cancel / 2) })
      {
        guard let instant, !extents.contains(where: { $0.instant == instant }) else { continue }
        let place = extents.firstIndex { $0.instant > instant } ?? extents.endIndex
        extents.insert(TimeAxis.Extent(instant: instant, reach: reach), at: place)
      }
      rows.append(extents)
      others += [row.start, row.cut].compactMap(\.self)
    }

    private mutating func add(_ element: PosterPlan.Element) {
      others += [element.from] + (element.to.map { [$0] } ?? [])
      others += element.waits.flatMap { [$0.from, $0.to] } + (element.waiting.map { [$0] } ?? [])
      if var row = element.row {
        if element.ending == .left, row.beats.last?.instant == element.to { row.cut = element.to }
        add(row)
      }
      if element.kind == .hop || element.kind == .busy {
        labels.append(
          TimeAxis.Extent(instant: element.from, reach: PosterLayout.nameOfScheduler + PosterLayout.hop + 8))
        labels.append(TimeAxis.Extent(instant: 0, reach: PosterLayout.nameOfScheduler + 2))
      }
      let label = lettering.label(of: element)
      if element.kind == .lane, !label.isEmpty {
        // The first mark does not reach to the label left of the beginning.
        if let first = rows.last?.first, first.instant != element.from {
          rows[rows.count - 1].insert(TimeAxis.Extent(instant: element.from, reach: 5, right: 0), at: 0)
        }
        let width = TextMetrics.width(label, size: small, isBold: true) + 9
        let first = rows.last?.first.flatMap { $0.instant == element.from ? $0.reach : nil } ?? 0
        labels.append(TimeAxis.Extent(instant: element.from, reach: width + first))
        if let wait = element.waiting { labels.append(TimeAxis.Extent(instant: wait, reach: width)) }
      }
    }

    /// Returns the axis with this room.
    func axis(_ frame: Int64, left: Double, page: Double, _ scale: TimeAxis.Spacing, _ isWide: Bool) -> TimeAxis {
      let last = (rows.joined().map(\.instant) + others).max()
      let margin = lettering.scale.isSlim ? 10 : PosterLayout.tails.least
      var tail = margin
      // The words of a failure are right of it.
      for failure in failures where failure.instant == last {
        tail = max(tail, min(TextMetrics.width(failure.words, size: small) + 16, PosterLayout.tails.most))
      }
      tail = max(tail, rows.compactMap { $0.last { $0.instant == last }?.right }.reduce(0) { max($0, $1 + 6) })
      return TimeAxis(
        frame: frame, left: left, rows: rows, others: others, labels: (PosterLayout.margin, labels), page: page,
        scale: scale, isWide: isWide, margin: margin, tail: tail)
    }
  }
}

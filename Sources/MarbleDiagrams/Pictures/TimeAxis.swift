import MarbleRuns
import Marbles
import VirtualTime

/// The position of each instant in a picture.
///
/// A frame has the same width everywhere. Long silence of all rows is folded, and where the marks of a row have no room
/// at that width, time is drawn longer than it is: both have a sign.
struct TimeAxis {
  /// The marks of a row at an instant: their distances to the left and to the right of it.
  struct Extent {
    var instant: Int64
    var reach: Double
    var right: Double

    init(instant: Int64, reach: Double, right: Double? = nil) {
      self.instant = instant
      self.reach = reach
      self.right = right ?? reach
    }
  }

  /// How a width of a frame is found.
  enum Spacing {
    /// Every mark has room at its place.
    case even
    /// All of time is on the page, and marks without room move those behind them.
    case bent
    /// Marks of different frames have room at their places.
    case long
  }

  let frame: Int64
  /// The width of a frame.
  private(set) var step = 40.0
  /// The distance of marks of a row.
  private static let gap = 1.5
  /// The longest silence that is drawn as long as it is, and the width of folded silence, in frames.
  private var silence = (longest: 20.0, folded: 4.0)
  /// The room left of zero.
  private var lead: Double
  private(set) var ticks: [Int64] = []
  private(set) var places: [Double] = []
  /// The range of the lines.
  let left: Double
  private(set) var right = 0.0
  /// The silences that are shortened, with their lengths.
  private(set) var folds: [(from: Double, to: Double, length: Int64)] = []
  /// The ranges that are longer than their time.
  private(set) var bends: [(from: Double, to: Double)] = []
  /// The labels of the ruler, with their places.
  private(set) var labels: [(place: Double, text: String)] = []
  private(set) var unit = TimeUnit.second

  /// Creates the axis for the marks of each row, in order, and other instants that need a position. It has no labels.
  ///
  /// - Parameters:
  ///   - labels: Words left of instants, with all that is between, and the edge that they do not touch.
  ///   - page: The right end of the page, which the axis fills if the marks have room.
  ///   - isWide: Whether a page may be wider than this.
  ///   - margin: The room left of zero, at least.
  ///   - tail: The room right of the last instant.
  init(
    frame: Int64, left: Double, rows: [[Extent]], others: [Int64], labels: (edge: Double, all: [Extent]) = (0, []),
    page: Double, scale: Spacing = .even, isWide: Bool = false, margin: Double = 16, tail: Double = 40
  ) {
    self.frame = frame
    self.left = left
    ticks = Set(rows.joined().map(\.instant)).union(others).union([0]).sorted()
    lead = margin
    // Not `uniquingKeysWith`, which casts: Embedded Swift cannot.
    var least: [Int64: Double] = [:]
    let firsts = rows.compactMap(\.first).map { ($0.instant, left + $0.reach + 2) }
    for (instant, place) in labels.all.map({ ($0.instant, labels.edge + $0.reach) }) + firsts {
      least[instant] = max(least[instant] ?? 0, place)
    }
    // The marks of all rows in the order of time: most rows have none at most instants.
    let marks = rows.indices.flatMap { row in rows[row].map { (row: row, mark: $0) } }.sorted {
      $0.mark.instant < $1.mark.instant
    }
    func set(_ step: Double) {
      self.step = step
      place(marks, rows.count, least)
      // Several marks may reach over the instants behind them.
      right = rows.compactMap(\.last).reduce((places.last ?? left) + tail) {
        max($0, self.place(of: $1.instant) + $1.right + 6)
      }
    }
    let latest = rows.joined().filter { frames($0.instant, ticks.last ?? 0) <= 2 }
    let room = latest.reduce(tail) { max($0, $1.right + 6) }
    makeRoom(least, page - room)
    let filling = min(72, (page - room - left - lead - 0.1) / max(length(), 1))
    switch scale {
    case .even: set(self.least(rows, filling, from: 0))
    case .long: set(self.least(rows, filling, from: 1))
    case .bent:
      var step = filling
      set(step)
      for _ in 0..<8 where right > page + 0.01 {
        step *= 0.8
        set(step)
      }
    }
    if right > page, !isWide {
      // On a page without room for all of time, no silence takes the half of it.
      let half = ((page - left) / 2 / step).rounded(.down)
      if half < silence.longest {
        silence = (max(1, half), min(silence.folded, 60 / step))
        set(step)
      }
    }
    right = max(right, page)
  }

  private func frames(_ from: Int64, _ to: Int64) -> Double {
    Double(to.subtractingReportingOverflow(from).partialValue) / Double(frame)
  }
  private func isFolded(_ from: Int64, _ to: Int64) -> Bool { frames(from, to) > silence.longest + 1 }
  private func drawn(_ from: Int64, _ to: Int64) -> Double { isFolded(from, to) ? silence.folded : frames(from, to) }
  /// The number of frames up to an instant, without those of folded silence.
  private func length(to last: Int64 = .max) -> Double {
    zip(ticks, ticks.dropFirst()).reduce(0.0) { $1.1 <= last ? $0 + drawn($1.0, $1.1) : $0 }
  }

  /// Makes the room left of zero so large that words left of instants, and the first marks of rows, have theirs, if time ends at a place.
  private mutating func makeRoom(_ least: [Int64: Double], _ end: Double) {
    let (all, room) = (length(), end - left)
    for (instant, place) in least {
      let own = length(to: instant)
      if own < all { lead = max(lead, ((place - left) * all - own * room) / (all - own)) }
      lead = max(lead, place - left - own * 72)
    }
  }

  /// Returns the width of a frame with which marks that are some frames apart have room.
  private func least(_ rows: [[Extent]], _ width: Double, from frames: Double) -> Double {
    var step = width
    for row in rows {
      for (one, next) in zip(row, row.dropFirst()) where self.frames(one.instant, next.instant) >= frames {
        step = max(step, (one.right + next.reach + Self.gap) / self.frames(one.instant, next.instant))
      }
    }
    return step
  }

  /// - Parameter least: The least places of some instants.
  private mutating func place(_ marks: [(row: Int, mark: Extent)], _ rows: Int, _ least: [Int64: Double]) {
    places = []
    folds = []
    bends = []
    var ends = Array(repeating: -Double.infinity, count: rows)
    var next = 0
    var place = left + lead
    for (index, tick) in ticks.enumerated() {
      let before = (tick: index > 0 ? ticks[index - 1] : tick, place: places.last ?? place)
      place += drawn(before.tick, tick) * step
      let even = place
      let first = next
      while next < marks.count, marks[next].mark.instant == tick { next += 1 }
      for (row, mark) in marks[first..<next] { place = max(place, ends[row] + mark.reach + Self.gap) }
      if let least = least[tick] { place = max(place, least) }
      for (row, mark) in marks[first..<next] { ends[row] = place + mark.right }
      places.append(place)
      if isFolded(before.tick, tick) {
        folds.append((before.place, place, tick.subtractingReportingOverflow(before.tick).partialValue))
      } else if index > 0, place > even + 0.1 {
        bends.append((before.place, place))
      }
    }
  }

  /// Returns the position of an instant, interpolated between two known ones.
  func place(of instant: Int64) -> Double {
    let next = ticks.firstIndex(notBefore: instant)
    if next == ticks.endIndex { return right }
    if ticks[next] == instant || next == 0 { return places[next] }
    let share = frames(ticks[next - 1], instant) / frames(ticks[next - 1], ticks[next])
    return places[next - 1] + share * (places[next] - places[next - 1])
  }
}

extension TimeAxis {
  /// The positions of the instants.
  var moments: [Picture.Tick] { zip(ticks, places).map { Picture.Tick(instant: $0, x: $1) } }

  /// The axis with its labels, which one that is only tried does not need.
  var labeled: TimeAxis {
    var axis = self
    axis.addLabels()
    return axis
  }

  private static let steps: [Int64] = [1, 2, 5, 10, 20, 50, 100]
  static let labelSize = 11.0

  /// Creates the labels of the ruler in the smallest round step in which they do not overlap. If time is folded or not
  /// proportional, the events are labeled instead.
  private mutating func addLabels() {
    addEvenLabels()
    // Time goes on to its last instant.
    guard let instant = ticks.last, let place = places.last, let label = labels.last, label.place < place else {
      return
    }
    let text = unit.label(of: instant)
    // The last one alone has the unit.
    let bare = label.text.hasSuffix(unit.sign) ? String(label.text.dropLast(unit.sign.count)) : label.text
    let room = [text, bare].reduce(0) { $0 + TextMetrics.width($1, size: Self.labelSize) / 2 }
    if labels.count > 1, label.place + room + 16 > place { labels.removeLast() }
    labels.append((place, text))
  }
  private mutating func addEvenLabels() {
    unit = TimeUnit(for: ticks, frame: frame)
    guard let first = ticks.first, let last = ticks.last, first < last else { return }
    if folds.isEmpty, bends.isEmpty {
      for step in TimeAxis.steps {
        let own = TimeUnit(for: ticks + [step.multipliedReportingOverflow(by: frame).partialValue], frame: frame)
        guard let even = labels(every: step, from: first, to: last, in: own), TimeAxis.fitting(even).count == even.count
        else { continue }
        labels = even
        unit = own
        return
      }
    }
    labels = TimeAxis.fitting(zip(ticks, places).map { ($1, unit.label(of: $0)) })
  }

  private func labels(
    every step: Int64, from first: Int64, to last: Int64, in unit: TimeUnit
  ) -> [(place: Double, text: String)]? {
    let (stride, overflow) = step.multipliedReportingOverflow(by: frame)
    guard !overflow, (last - first) / stride <= 100 else { return nil }
    var labels: [(place: Double, text: String)] = []
    var instant = first / stride * stride
    while instant <= last {
      labels.append((place(of: instant), unit.label(of: instant)))
      instant += stride
    }
    return labels.count > 1 ? labels : nil
  }

  /// Returns the labels without those that would overlap an earlier one.
  private static func fitting(_ labels: [(place: Double, text: String)]) -> [(place: Double, text: String)] {
    var end = -Double.infinity
    return labels.filter { label in
      let half = TextMetrics.width(label.text, size: labelSize) / 2
      if label.place - half < end + 20 { return false }
      end = label.place + half
      return true
    }
  }
}

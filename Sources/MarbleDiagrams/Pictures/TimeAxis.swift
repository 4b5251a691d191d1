import MarbleRuns
import Marbles
import VirtualTime

/// The position of each instant in a picture.
///
/// A frame has the same width everywhere. Long silence of all rows is folded; events within a frame get the room that
/// they need.
struct TimeAxis {
  /// A mark at an instant with a width, or all marks of a row at that instant.
  struct Extent {
    var instant: Int64
    /// Half of the width of a mark; of several marks their distance to the left of the instant.
    var reach: Double
    /// The distance to the right of it.
    var right: Double

    init(instant: Int64, reach: Double, right: Double? = nil) {
      self.instant = instant
      self.reach = reach
      self.right = right ?? reach
    }
  }

  /// A place for a mark of each row, beside others of its instant.
  struct Column {
    /// The distance from the first one.
    var place: Double
    /// Half of its width.
    var half: Double
  }

  static let lead = 26.0

  let frame: Int64
  /// The width of a frame.
  private(set) var step = 40.0
  /// Whether the axis has the width of the page: positions are not rounded, because many small differences would not
  /// fit.
  private let isFilling: Bool
  /// The distance of marks of a row.
  private let gap: Double
  /// The longest silence that is drawn as long as it is, and the width of folded silence, in frames.
  private var silence = (longest: 20.0, folded: 4.0)
  /// The room left of zero.
  private var lead: Double
  private(set) var ticks: [Int64] = []
  private(set) var places: [Double] = []
  /// The places of the marks of an instant beside each other. Time stands still there.
  let columns: [Int64: [Column]]
  /// The range of the lines.
  let left: Double
  private(set) var right = 0.0
  /// The silences that are shortened, with their lengths.
  private(set) var folds: [(from: Double, to: Double, length: Int64)] = []
  /// The labels of the ruler, with their places.
  private(set) var labels: [(place: Double, text: String)] = []
  private(set) var unit = TimeUnit.second

  /// Creates the axis for the marks of each row, in order, and other instants that need a position.
  ///
  /// - Parameters:
  ///   - labels: Words left of instants, with all that is between, and the edge that they do not touch.
  ///   - columns: The places of the marks of an instant beside each other, from its place on.
  ///   - page: The right end of the page, which the axis fills if the marks have room; `nil` for an axis of its natural
  ///     width.
  ///   - isWide: Whether a page may be wider than this.
  ///   - margin: The room left of zero on a page, at least.
  ///   - tail: The room right of the last instant.
  init(
    frame: Int64, left: Double, rows: [[Extent]], others: [Int64], labels: (edge: Double, all: [Extent]) = (0, []),
    columns: [Int64: [Column]] = [:], page: Double? = nil, isWide: Bool = false, margin: Double = 16, tail: Double = 40
  ) {
    self.frame = frame
    self.left = left
    isFilling = page != nil
    gap = page == nil ? 4 : 1.5
    self.columns = columns
    ticks = Set(rows.joined().map(\.instant)).union(others).union([0]).sorted()
    lead =
      page == nil
      ? TimeAxis.lead : rows.compactMap { $0.first { $0.instant == 0 }?.reach }.reduce(margin) { max($0, $1 + 2) }
    for label in labels.all where label.instant == 0 { lead = max(lead, labels.edge + label.reach - left) }
    step = page.map { filling($0 - tail, rows) } ?? naturalStep(rows)
    // Not `uniquingKeysWith`, which casts: Embedded Swift cannot.
    var least: [Int64: Double] = [:]
    for label in labels.all { least[label.instant] = max(least[label.instant] ?? 0, labels.edge + label.reach) }
    place(rows, least)
    right = (places.last ?? left) + (ticks.last.map(width) ?? 0) + tail
    if let page, right > page, !isWide {
      // On a page without room for all of time, no silence takes the half of it.
      let half = ((page - left) / 2 / step).rounded(.down)
      if half < silence.longest {
        silence = (max(2, half), min(silence.folded, 60 / step))
        places = []
        folds = []
        place(rows, least)
        right = (places.last ?? left) + (ticks.last.map(width) ?? 0) + tail
      }
    }
    if let page, right <= page { right = page }
    addLabels()
  }

  private func frames(_ from: Int64, _ to: Int64) -> Double {
    Double(to.subtractingReportingOverflow(from).partialValue) / Double(frame)
  }
  private func isFolded(_ from: Int64, _ to: Int64) -> Bool { frames(from, to) > silence.longest + 1 }

  /// The width of the marks of an instant beside each other: the distance of the last from the first.
  func width(_ instant: Int64) -> Double { columns[instant]?.last?.place ?? 0 }
  private var widths: Double { ticks.reduce(0) { $0 + width($1) } }

  /// Returns a width of a frame: enough for marks at neighboring frames of a row, but narrow if there are many frames,
  /// so that most pictures fit a page of 760 points.
  private func naturalStep(_ rows: [[Extent]]) -> Double {
    least(rows, min(44, max(14, 560 / max(length, 1)))).rounded(.up)
  }
  /// Returns the width of a frame with which the last instant is at a position, or the least one that marks need.
  private func filling(_ end: Double, _ rows: [[Extent]]) -> Double {
    least(rows, min(72, (end - left - lead - widths - 0.1) / max(length, 1)))
  }
  /// The number of frames, without those of folded silence.
  private var length: Double {
    zip(ticks, ticks.dropFirst()).reduce(0.0) { $0 + (isFolded($1.0, $1.1) ? silence.folded : frames($1.0, $1.1)) }
  }
  private func least(_ rows: [[Extent]], _ width: Double) -> Double {
    var step = width
    for row in rows {
      for (one, next) in zip(row, row.dropFirst()) where frames(one.instant, next.instant) >= 1 {
        step = max(step, (one.right - self.width(one.instant) + next.reach + gap) / frames(one.instant, next.instant))
      }
    }
    return step
  }

  /// - Parameter least: The least places of some instants.
  private mutating func place(_ rows: [[Extent]], _ least: [Int64: Double]) {
    var ends = Array(repeating: -Double.infinity, count: rows.count)
    // The marks of all rows in the order of time: most rows have none at most instants.
    let marks = rows.indices.flatMap { row in rows[row].map { (row: row, mark: $0) } }.sorted {
      $0.mark.instant < $1.mark.instant
    }
    var next = 0
    var place = left + lead
    for (index, tick) in ticks.enumerated() {
      if index > 0 {
        let before = ticks[index - 1]
        place += width(before) + (isFolded(before, tick) ? silence.folded * step : frames(before, tick) * step)
      }
      let first = next
      while next < marks.count, marks[next].mark.instant == tick { next += 1 }
      for (row, mark) in marks[first..<next] { place = max(place, ends[row] + mark.reach + gap) }
      if let least = least[tick] { place = max(place, least) }
      if !isFilling { place = (place * 2).rounded() / 2 }
      for (row, mark) in marks[first..<next] { ends[row] = place + mark.right }
      places.append(place)
    }
    folds = ticks.indices.dropFirst().filter { isFolded(ticks[$0 - 1], ticks[$0]) }.map {
      (
        places[$0 - 1] + width(ticks[$0 - 1]), places[$0],
        ticks[$0].subtractingReportingOverflow(ticks[$0 - 1]).partialValue
      )
    }
  }

  /// Returns the position of an instant, interpolated between two known ones.
  func place(of instant: Int64) -> Double {
    let next = ticks.firstIndex(notBefore: instant)
    if next == ticks.endIndex { return right }
    if ticks[next] == instant || next == 0 { return places[next] }
    let share = frames(ticks[next - 1], instant) / frames(ticks[next - 1], ticks[next])
    let start = places[next - 1] + width(ticks[next - 1])
    return start + share * (places[next] - start)
  }
}

extension TimeAxis {
  /// The positions of the instants; the range of marks beside each other has two.
  var moments: [Picture.Tick] {
    zip(ticks, places).flatMap { tick, place in
      let width = width(tick)
      return [Picture.Tick(instant: tick, x: place)]
        + (width > 0 ? [Picture.Tick(instant: tick, x: place + width)] : [])
    }
  }

  private static let steps: [Int64] = [1, 2, 5, 10, 20, 50, 100]
  static let labelSize = 11.0

  /// Creates the labels of the ruler in the smallest round step in which they do not overlap. If time is folded or not
  /// proportional, the events are labeled instead.
  private mutating func addLabels() {
    unit = TimeUnit(for: ticks, frame: frame)
    guard let first = ticks.first, let last = ticks.last, first < last else { return }
    if folds.isEmpty {
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

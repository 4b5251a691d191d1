import VirtualTime

/// The instants and cells of several rows, before they are laid out in columns.
struct RowGrid {
  /// The text of one moment of one row.
  struct Cell {
    var text: String
    /// The number of columns that the text takes.
    var width: Int
    /// The number of columns that the instant needs. A group in round brackets covers the frames that it takes, so it
    /// needs one.
    var columns: Int
    /// The number of frames that it takes.
    var frames: Int64 = 1
    /// The number of frames that it would take in round brackets; `nil` if it is not a group.
    var roundFrames: Int64?
  }

  let frame: Int64
  private let frameLength: FrameLength
  /// The instants of all moments, and zero, in order.
  let ticks: [Int64]
  /// The cells, by row, then by tick.
  private(set) var cells: [[Cell?]]
  /// The tick at which each row completes; `nil` if it does not.
  let ends: [Int?]
  /// The instant at which each row begins.
  let starts: [Int64]

  init(_ lanes: [Lane]) {
    var rows = lanes.map { $0.withZero() }
    let frameLength = (lanes.first { $0.frameLength.excess > 0 } ?? lanes.first)?.frameLength
    self.frameLength = frameLength ?? FrameLength(nanoseconds: Lane.defaultFrame)
    frame = self.frameLength.nanoseconds
    if self.frameLength.excess > 0 {
      for (row, moments) in rows.enumerated() {
        for index in moments.indices {
          let instant = moments[index].instant.nanoseconds
          rows[row][index].instant.nanoseconds = self.frameLength.inWholeFrames(instant)
        }
      }
    }
    let ticks = Set(rows.joined().map(\.instant.nanoseconds)).union([0]).sorted()
    self.ticks = ticks
    starts = rows.map { min($0.first?.instant.nanoseconds ?? 0, 0) }
    ends = rows.map { row in
      guard let last = row.last, last.content.contains(where: \.isEnd) else { return nil }
      return RowGrid.index(of: last.instant.nanoseconds, in: ticks)
    }
    cells = []
    for row in rows {
      var line = [Cell?](repeating: nil, count: ticks.count)
      for (cell, moment) in zip(RowGrid.cells(of: row, frame: frame), row) {
        line[RowGrid.index(of: moment.instant.nanoseconds, in: ticks)!] = cell
      }
      cells.append(line)
    }
    roundGroups(rows)
  }

  /// Instants as columns count them, where each frame takes the same number of nanoseconds, and back.
  func position(of instant: VirtualInstant) -> Int64 { frameLength.inWholeFrames(instant.nanoseconds) }
  func instant(at position: Int64) -> Int64 { frameLength.fromWholeFrames(position) }

  func tick(of instant: Int64) -> Int? { RowGrid.index(of: instant, in: ticks) }

  private static func index(of instant: Int64, in ticks: [Int64]) -> Int? {
    let index = ticks.firstIndex(notBefore: instant)
    return index < ticks.count && ticks[index] == instant ? index : nil
  }

  /// Returns the cells of one row. A value is put into brackets where it would join the previous one, or begin a
  /// duration after a space.
  private static func cells(of row: [Lane.Moment], frame: Int64) -> [Cell] {
    let texts = row.map { MomentText($0) }
    let plain = texts.map { $0.text(isRound: false) }
    return row.indices.map { index in
      var text = plain[index]
      if row[index].content.count == 1, !row[index].anyOrder {
        var following = text
        if text.utf8.count == 1, UInt32(text.utf8.first!).isDigit {
          for next in index + 1..<row.count {
            guard row[next - 1].instant.nanoseconds.plus(frame) == row[next].instant.nanoseconds else { break }
            guard following.utf8.count < 40, following.utf8.count == next - index else { break }
            following += plain[next]
          }
        }
        let joins = index > 0 && plain[index - 1].joins(text)
        if joins || MomentText.beginsDuration(following.utf8) { text = "[\(text)]" }
      }
      let width = DisplayWidth.of(text)
      let isGroup = texts[index].isGroup && !texts[index].anyOrder
      return Cell(text: text, width: width, columns: width, roundFrames: isGroup ? texts[index].cost : nil)
    }
  }

  /// Gives groups round brackets where no other cell needs the columns that they then cover.
  private mutating func roundGroups(_ rows: [[Lane.Moment]]) {
    guard ticks.allSatisfy({ $0.minus(ticks[0]) % frame == 0 }) else { return }
    for tick in ticks.indices.reversed() {
      let groups = cells.indices.filter { (cells[$0][tick]?.width ?? 1) > 1 }
      guard groups.allSatisfy({ canBeRound(row: $0, tick: tick) }) else { continue }
      for row in groups {
        let cell = cells[row][tick]!
        cells[row][tick] = Cell(
          text: "(" + cell.text.dropFirst().dropLast() + ")", width: cell.width, columns: 1, frames: Int64(cell.width))
      }
    }
  }

  private func canBeRound(row: Int, tick: Int) -> Bool {
    let cell = cells[row][tick]!
    guard cell.roundFrames == Int64(cell.width) else { return false }
    let (end, overflow) = ticks[tick].addingReportingOverflow(
      Int64(cell.width).multipliedReportingOverflow(by: frame).partialValue)
    if overflow || end < ticks[tick] { return false }
    var next = tick + 1
    while next < ticks.count, ticks[next - 1].plus(frame) < end {
      if ticks[next].minus(ticks[next - 1]) > frame.times(21) { return false }
      if ticks[next] < end, cells[row][next] != nil || cells.contains(where: { ($0[next]?.columns ?? 1) > 1 }) {
        return false
      }
      next += 1
    }
    return true
  }
}

extension [Int64] {
  /// Returns the index of the first element of a sorted array that is not smaller, or the end index. Takes O(log *n*).
  package func firstIndex(notBefore instant: Int64) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < instant { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

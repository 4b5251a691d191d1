import VirtualTime

/// Several lanes printed below each other, so that marks of one instant are in one column.
///
/// Parsing a row again gives an equal lane. Silence is a dash per frame; where all rows are silent for more than 20
/// frames it is folded into a duration. A row stops at its completion; a row without one continues to the last instant
/// of any row. All lanes must have the same frame.
package struct AlignedRows {
  /// The rows, without spaces at their ends.
  package var texts: [String] { rows.map(\.trimmed) }
  private let grid: RowGrid
  private var rows: [LaidOutRow]
  /// The start of each instant of the grid, in display columns.
  private var columns: [Int] = []

  /// Lays out the lanes, in O(instants × rows).
  package init(_ lanes: [Lane]) {
    grid = RowGrid(lanes)
    rows = grid.starts.map { LaidOutRow(clock: $0) }
    var column = 0
    for tick in grid.ticks.indices {
      column = addLeads(tick, column)
      columns.append(column)
      column = addCells(tick, column)
      if tick + 1 < grid.ticks.count { column = addSilence(tick, column) }
    }
  }

  /// Returns the display columns of an instant at which any row has a mark. They are as wide as the widest text there
  /// in the chosen rows.
  package func span(at instant: VirtualInstant, inRows chosen: [Int]) -> Range<Int>? {
    guard let tick = grid.tick(of: grid.position(of: instant)) else { return nil }
    let width = chosen.map { grid.cells[$0][tick]?.width ?? 1 }.max() ?? 1
    return columns[tick]..<columns[tick] + width
  }

  /// Returns the display column at which an instant begins; `nil` if it is in folded silence, between two frames, or
  /// beyond the rows.
  package func column(of instant: VirtualInstant) -> Int? {
    let instant = grid.position(of: instant), next = grid.ticks.firstIndex(notBefore: instant)
    guard next < grid.ticks.count else { return nil }
    if grid.ticks[next] == instant { return columns[next] }
    let missing = grid.ticks[next].minus(instant)
    guard next > 0, missing % grid.frame == 0, missing / grid.frame <= 20 else { return nil }
    let column = columns[next] - Int(missing / grid.frame)
    return column > columns[next - 1] ? column : nil
  }

  /// Returns the display column of an instant, or the nearest one: silence may be folded, and the rows may have
  /// stopped.
  package func column(near instant: VirtualInstant) -> Int {
    let instant = grid.position(of: instant), next = grid.ticks.firstIndex(notBefore: instant)
    let end = columns.last ?? 0
    if next < grid.ticks.count, grid.ticks[next] == instant || next == 0 { return columns[next] }
    let (past, overflow) = instant.subtractingReportingOverflow(grid.ticks[next - 1])
    let frames = overflow ? Int64.max : past / grid.frame
    return min(
      columns[next - 1] + Int(clamping: min(frames, 1 << 20)), next < grid.ticks.count ? columns[next] - 1 : end + 1)
  }

  /// Adds the word that moves the clock of a row to the instant of its next moment, if it is not there.
  private mutating func addLeads(_ tick: Int, _ column: Int) -> Int {
    var end = column
    let instant = grid.ticks[tick]
    for row in rows.indices where grid.cells[row][tick] != nil && rows[row].clock != instant {
      let time = instant < 0 ? text(from: rows[row].clock, to: instant) : "@" + text(from: 0, to: instant)
      rows[row].add(" \(time) ", at: column)
      rows[row].clock = instant
      end = max(end, rows[row].width)
    }
    return end
  }

  private func text(from start: Int64, to end: Int64) -> String {
    DurationText.of(grid.instant(at: end).minus(grid.instant(at: start)))
  }

  private mutating func addCells(_ tick: Int, _ column: Int) -> Int {
    let instant = grid.ticks[tick]
    let leavesTime = tick + 1 == grid.ticks.count || grid.ticks[tick + 1].minus(instant) >= grid.frame
    var width = 0
    for row in rows.indices {
      if let cell = grid.cells[row][tick] {
        rows[row].add(cell.text, at: column)
        rows[row].pass(cell.frames, of: grid.frame)
        width = max(width, cell.columns)
      } else if leavesTime, rows[row].clock == instant, !hasEnded(row, before: tick) {
        rows[row].add("-", at: column)
        rows[row].pass(1, of: grid.frame)
        width = max(width, 1)
      }
    }
    return column + width
  }

  /// Adds the silence from the end of a tick to the next tick.
  private mutating func addSilence(_ tick: Int, _ column: Int) -> Int {
    let next = grid.ticks[tick + 1]
    let silence = next.minus(grid.ticks[tick]).minus(grid.frame)
    guard silence >= 0 else { return column }
    var end = silence % grid.frame == 0 && silence / grid.frame <= 20 ? column + Int(silence / grid.frame) : column
    for row in rows.indices where !hasEnded(row, before: tick + 1) {
      let missing = next.minus(rows[row].clock)
      guard missing > 0 else { continue }
      if missing % grid.frame == 0, missing / grid.frame <= 20 {
        rows[row].add(String(repeating: "-", count: Int(missing / grid.frame)), at: column)
      } else {
        rows[row].add(" \(text(from: rows[row].clock, to: next)) ", at: column)
      }
      rows[row].clock = next
      end = max(end, rows[row].width)
    }
    return end
  }

  private func hasEnded(_ row: Int, before tick: Int) -> Bool { grid.ends[row].map { $0 < tick } ?? false }
}

/// A row that is being laid out.
private struct LaidOutRow {
  private var text = ""
  private(set) var width = 0
  /// The instant that the text has reached.
  var clock: Int64

  init(clock: Int64) { self.clock = clock }

  var trimmed: String {
    guard let last = text.lastIndex(where: { $0 != " " }) else { return "" }
    return String(text[...last])
  }

  mutating func add(_ next: String, at column: Int) {
    if width < column {
      text += String(repeating: " ", count: column - width)
      width = column
    }
    text += next
    width += DisplayWidth.of(next)
  }
  mutating func pass(_ frames: Int64, of frame: Int64) {
    let (time, tooLong) = frame.multipliedReportingOverflow(by: frames)
    let (sum, tooLate) = clock.addingReportingOverflow(time)
    clock = tooLong || tooLate ? Int64.max : sum
  }
}

import MarbleRuns
import Marbles
import VirtualTime

/// Bars from the start to the end of timers, in as many rows as needed.
struct TimerBars {
  private(set) var texts: [String] = []
  /// How many timers found no row.
  private(set) var omitted = 0
  /// The largest number of timers running at the same time that are drawn.
  static let mostRows = 100

  /// The characters of a bar.
  private struct BarCharacters {
    var start, running, fired, again, cancelled, open: Character
    static let plain = BarCharacters(start: "[", running: "=", fired: "]", again: "|", cancelled: "x", open: ">")
    static let drawn = BarCharacters(start: "├", running: "─", fired: "┤", again: "┼", cancelled: "x", open: "╌")
  }

  init(_ timers: [TraceTimer], _ aligned: AlignedRows, isASCII: Bool) {
    let signs = isASCII ? BarCharacters.plain : BarCharacters.drawn
    var rows: [[Character]] = []
    for timer in timers {
      let first = aligned.column(near: timer.start)
      let last = max(first, aligned.column(near: timer.end ?? VirtualInstant(nanoseconds: .max)))
      // A bar may begin where another one ends, or after it.
      let index =
        rows.firstIndex { $0.count <= first || $0.count == first + 1 && $0[first] != signs.open } ?? rows.count
      if index == TimerBars.mostRows {
        omitted += 1
        continue
      }
      if index == rows.count { rows.append([]) }
      let follows = rows[index].count == first + 1
      rows[index] += [Character](repeating: " ", count: max(0, first - rows[index].count))
      if !follows {
        rows[index].append(signs.start)
      } else if rows[index][first] == signs.fired {
        rows[index][first] = signs.again
      }
      guard last > first else { continue }
      rows[index] += [Character](repeating: signs.running, count: last - first - 1)
      switch timer.ending {
      case .fired, .passed: rows[index].append(signs.fired)
      case .cancelled, .restarted: rows[index].append(signs.cancelled)
      case nil: rows[index].append(signs.open)
      }
    }
    texts = rows.map { String($0) }
  }
}

import MarbleRuns
import Marbles
import VirtualTime

/// The instants above the rows of a diagram, each above its column.
struct TimeRuler {
  private(set) var text = ""

  /// Creates labels in the smallest round step in which they do not overlap. If time is folded, the events are labeled
  /// instead.
  init(_ rows: AlignedRows, _ diagram: Diagram) {
    let instants = Set(diagram.lanes.flatMap(\.moments).map(\.instant)).union([.zero]).sorted()
    guard let first = instants.first, let last = instants.last, first < last else { return }
    for step in TimeRuler.steps {
      let labels = TimeRuler.labels(
        rows, from: first.nanoseconds, to: last.nanoseconds, step: step, frame: diagram.frame)
      guard let labels else { continue }
      if add(labels) { return }
    }
    addAsFits(
      instants.compactMap { instant in rows.column(of: instant).map { ($0, DurationText.of(instant.nanoseconds)) } })
  }

  private static let steps: [Int64] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]

  /// Returns the labels at every step; `nil` if there are too many or too few.
  private static func labels(_ rows: AlignedRows, from first: Int64, to last: Int64, step: Int64, frame: Int64) -> [(
    Int, String
  )]? {
    let (stride, overflow) = step.multipliedReportingOverflow(by: frame)
    guard !overflow, (last - first) / stride <= 200 else { return nil }
    var labels: [(Int, String)] = []
    var instant = first / stride * stride
    while instant <= last {
      if let column = rows.column(of: VirtualInstant(nanoseconds: instant)) {
        labels.append((column, DurationText.of(instant)))
      }
      let (next, overflow) = instant.addingReportingOverflow(stride)
      if overflow { break }
      instant = next
    }
    return labels.count > 1 ? labels : nil
  }

  /// Adds all labels, if there are at least two columns between any two. Returns whether it did.
  private mutating func add(_ labels: [(Int, String)]) -> Bool {
    for (one, next) in zip(labels, labels.dropFirst()) where one.0 + one.1.count + 2 > next.0 { return false }
    addAsFits(labels)
    return true
  }

  private mutating func addAsFits(_ labels: [(Int, String)]) {
    // Labels are ASCII: their bytes are their columns, and counting bytes takes no time.
    for (column, label) in labels where text.isEmpty || column >= text.utf8.count + 2 {
      text += String(repeating: " ", count: column - text.utf8.count) + label
    }
  }
}

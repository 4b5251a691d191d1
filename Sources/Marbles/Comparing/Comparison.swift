import VirtualTime

/// An expected and an actual row, with their differences. It writes the sentences of tests and of `check`.
package struct Comparison {
  /// One instant at which the rows differ.
  package struct Difference {
    package var instant: VirtualInstant
    var text: String
    /// The text before the instant in a sentence.
    var prefix = ""
    /// The fields in which values differ, one per line.
    var details: [String] = []
  }

  /// The largest number of differences that are described.
  static let sentences = 12

  package var rows: [(label: String, lane: Lane)] = []
  /// The differences, the earliest first within each row.
  package var differences: [Difference] = []
  /// A sentence about all events, which replaces those about single differences.
  var summary: String?
  /// A remark in addition to the differences.
  var note: String?
  /// The actual row, with the marks of the expected row where both agree.
  var recorded: [Lane.Moment] = []

  /// The earliest instant at which the rows differ.
  package var first: VirtualInstant? { differences.map(\.instant).min() }

  /// Adds the differences of two rows whose marks are not values.
  mutating func add(_ expected: Lane, _ actual: Lane, prefix: String, words: (Mark.Kind) -> String) {
    let instants = Set((expected.moments + actual.moments).map(\.instant)).sorted()
    for instant in instants {
      let wanted = expected.moments.first { $0.instant == instant }?.marks ?? []
      let found = actual.moments.first { $0.instant == instant }?.marks ?? []
      if wanted == found { continue }
      let text = Comparison.sentence(wanted.isEmpty ? nil : wanted.map { words($0.kind) }, found.map { words($0.kind) })
      differences.append(Difference(instant: instant, text: text, prefix: prefix))
    }
  }

  // MARK: Sentences

  /// Returns the sentence about the events of one instant. No expected words mean that nothing was expected.
  static func sentence(_ wanted: [String]?, inAnyOrder: Bool = false, _ found: [String]) -> String {
    let happened = found.joined(separator: ", ")
    guard let wanted else { return "nothing expected, got \(happened)" }
    let expected = wanted.joined(separator: inAnyOrder ? " and " : ", ") + (inAnyOrder ? " in any order" : "")
    return "expected \(expected), " + (found.isEmpty ? "nothing happened" : "got \(happened)")
  }

  /// Returns the sentences below the rows: one for all events or one for each difference, then the remark.
  ///
  /// - Parameter time: Returns an instant in words.
  package func lines(_ time: (VirtualInstant) -> String) -> [String] {
    var lines: [String] = []
    if let summary {
      lines.append("  \(summary)")
    } else {
      for difference in differences.prefix(Self.sentences) {
        lines.append("  \(difference.prefix)\(time(difference.instant)): \(DisplayWidth.printable(difference.text))")
        lines += difference.details.map { "    \(DisplayWidth.printable($0))" }
      }
      let rest = differences.count - Self.sentences
      if rest > 0 { lines.append("  and \(rest) more difference\(rest == 1 ? "" : "s")") }
    }
    return lines + (note.map { ["  \(DisplayWidth.printable($0))"] } ?? [])
  }

  /// Returns a distance in time in words: `2 frames late`.
  ///
  /// - Parameters:
  ///   - late: The distance in nanoseconds, negative for an event that comes early.
  ///   - frame: The length of a frame; `nil` for a distance that is not counted in frames.
  static func distance(_ late: Int64, frame: FrameLength?) -> String {
    let time = Int64(clamping: late.magnitude)
    // Two instants are rounded, each by itself.
    let frames = frame.flatMap { $0.frames(in: time) ?? ($0.excess > 0 ? $0.frames(in: time + 1) : nil) }
    let length = frames.map { $0 == 1 ? "1 frame" : "\($0) frames" } ?? DurationText.inWords(time)
    return "\(length) \(late > 0 ? "late" : "early")"
  }
}

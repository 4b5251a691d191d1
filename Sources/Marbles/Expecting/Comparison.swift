import VirtualTime

/// An expected and an actual row, with their differences.
struct Comparison {
  /// One instant at which the rows differ.
  struct Difference {
    var instant: VirtualInstant
    var text: String
    /// The text before the instant in a sentence.
    var prefix = ""
    /// The fields in which values differ, one per line.
    var details: [String] = []
  }

  /// The compared rows.
  var rows: [(label: String, lane: Lane)] = []
  /// The differences, the earliest first within each row.
  var differences: [Difference] = []
  /// A sentence about all events, which replaces those about single differences.
  var summary: String?
  /// A remark in addition to the differences.
  var note: String?
  /// The actual row, with the marks of the expected row where both agree.
  var recorded: [Lane.Moment] = []

  /// Adds the differences of two rows whose marks are not values.
  mutating func add(_ expected: Lane, _ actual: Lane, prefix: String, words: (Mark.Kind) -> String) {
    let instants = Set((expected.moments + actual.moments).map(\.instant)).sorted()
    for instant in instants {
      let wanted = expected.moments.first { $0.instant == instant }?.marks ?? []
      let found = actual.moments.first { $0.instant == instant }?.marks ?? []
      if wanted == found { continue }
      let wantedText = wanted.map { words($0.kind) }.joined(separator: ", ")
      let foundText = found.map { words($0.kind) }.joined(separator: ", ")
      let text =
        wanted.isEmpty
        ? "nothing expected, got \(foundText)" : "expected \(wantedText), " + (found.isEmpty ? "nothing happened" : "got \(foundText)")
      differences.append(Difference(instant: instant, text: text, prefix: prefix))
    }
  }
}

import MarbleRuns
import Marbles
import VirtualTime

/// The inputs that are chosen for two pipelines, and what they show.
///
/// All short rows (``InputSpace``) reach what few values in few frames can reach. The chosen ones reach the rest: the
/// rows of the spec, values beside each constant, names of errors, counts and times.
package struct ChosenInputs: Sendable {
  private(set) var subject: PairSubject
  /// One row for each source that varies.
  private(set) var inputs: [[Lane]] = []
  /// The behaviors that rows are too short to show.
  let tooLong: [Behavior]
  package var count: Int { inputs.count }

  /// The largest number of values that are added because a closure decides differently beside them.
  private static let mostBoundaries = 12
  /// The largest number of inputs, and of their events.
  private static let (most, mostEvents) = (900, 20_000)

  /// - Parameter own: The values of each source that its rows, or somebody, has.
  init(_ subject: PairSubject, own: [[Value]], given: ChosenValues.Given) {
    self.subject = subject
    let chosen = ChosenValues(in: subject.expressions, frame: subject.file.frame)
    tooLong = chosen.tooLong
    var values = own.map { chosen.values(like: $0, given) }
    values = runnable(values)
    let sources = subject.sources
    var rows: [[Lane]] = []
    for (number, source) in sources.enumerated() {
      let written = source.rows.flatMap { row in
        row.lane.moments.flatMap(\.marks).compactMap {
          if case .failure(let text) = $0.kind { Optional(text) } else { nil }
        }
      }
      let symbols = values[number].map { self.subject.symbol(of: $0) }
      var different: [Symbol] = []
      if case .integer? = values[number].first, let most = chosen.counts.filter({ $0 <= 64 }).max() {
        different = (0...Int64(most)).map { self.subject.symbol(of: .integer($0)) }
      }
      rows.append(
        ChosenRows(
          frame: subject.file.frame, values: symbols, different: different,
          errors: chosen.errors(like: written.map { $0 }, given), chosen
        ).rows)
    }
    combine(rows)
  }

  /// All rows of one source; of two, each row of one beside a short, an empty and a similar row of the other.
  private mutating func combine(_ rows: [[Lane]]) {
    var all: [[Lane]] = []
    if rows.isEmpty { return }
    if rows.count == 1 {
      all = rows[0].map { [$0] }
    } else {
      let silent = Lane(frame: subject.file.frame, moments: [])
      for number in 0..<max(rows[0].count, rows[1].count) {
        let (one, other) = (rows[0][min(number, rows[0].count - 1)], rows[1][min(number, rows[1].count - 1)])
        all += [[one, rows[1][1]], [rows[0][1], other], [one, other], [one, silent], [silent, other]]
      }
    }
    var events = 0
    for input in all.uniqued.prefix(Self.most) {
      events += input.reduce(0) { $0 + $1.moments.reduce(0) { $0 + $1.content.count } }
      if events > Self.mostEvents { break }
      inputs.append(input)
    }
  }

  // MARK: Values

  /// The values on which both pipelines run, and between those at which a closure decides in another way the two that
  /// are next to each other.
  private mutating func runnable(_ values: [[Value]]) -> [[Value]] {
    var found: [[Value]] = []
    for number in values.indices {
      var decided: [(value: Value, seen: [ClosureDecisions.Branch: ClosureDecisions.Outcomes])] = []
      for value in values[number] {
        if let seen = decisions(on: value, of: number, beside: values) { decided.append((value, seen)) }
      }
      var kept = decided.map(\.value)
      let sorted = decided.filter { if case .integer = $0.value { true } else { false } }.sorted {
        $0.value.isLess(than: $1.value) == true
      }
      var left = Self.mostBoundaries
      for (low, high) in zip(sorted, sorted.dropFirst()) where low.seen != high.seen && left > 0 {
        guard let pair = boundary(low, high, of: number, beside: values) else { continue }
        left -= 1
        kept += pair
      }
      found.append(kept.isEmpty ? values[number] : kept.uniqued)
    }
    return found
  }

  /// The two neighbors between two values at which the decisions change; `nil` if the values are neighbors.
  private mutating func boundary(
    _ low: (value: Value, seen: [ClosureDecisions.Branch: ClosureDecisions.Outcomes]),
    _ high: (value: Value, seen: [ClosureDecisions.Branch: ClosureDecisions.Outcomes]), of number: Int,
    beside values: [[Value]]
  ) -> [Value]? {
    let first = low.seen
    guard case .integer(var low) = low.value, case .integer(var high) = high.value,
      !high.subtractingReportingOverflow(low).overflow,
      high - low > 1
    else { return nil }
    while high - low > 1 {
      let middle = low + (high - low) / 2
      guard let seen = decisions(on: .integer(middle), of: number, beside: values) else { return nil }
      if seen == first { low = middle } else { high = middle }
    }
    return [.integer(low), .integer(high)]
  }

  /// The decisions of closures for one value and a finish; `nil` if a pipeline cannot run on it.
  private mutating func decisions(
    on value: Value, of number: Int, beside values: [[Value]]
  ) -> [ClosureDecisions.Branch: ClosureDecisions.Outcomes]? {
    let coverage = RunCoverage()
    let lanes = values.indices.map { index in
      let symbol = subject.symbol(of: index == number ? value : values[index][0])
      let frame = subject.file.frame
      return Lane(
        frame: frame, marks: [(.zero, .value(symbol)), (VirtualInstant(nanoseconds: frame), .finished)])
    }
    do throws(SpecProblem) {
      _ = try subject.outcomes(on: lanes, coverage)
      return coverage.decisions.seen
    } catch {
      return nil
    }
  }
}

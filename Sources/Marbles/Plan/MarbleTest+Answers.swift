import PipesCore
import VirtualTime

/// The parts of a test that a source of another module needs, whose consumers make requests.
extension MarbleTest {
  /// Creates a cold stream each of whose rows is one answer: one value, with or without `|` behind it, one failure, or
  /// silence.
  package func answers<Value, Failure: Error>(
    _ rows: [String], _ values: [String: Value]?, error: Failure, errors: [String: Failure]?, name: String,
    at place: SourcePlace, _ value: @escaping (String) -> Value
  ) -> ColdSource<Value, Failure> {
    let source = cold(
      rows, values.map { .table($0) } ?? .transform(value), FailureMeaning(error: error, table: errors), name, place)
    plan.sources[plan.sources.count - 1].isRoute = true
    for row in rows {
      // A row that cannot be read is reported by `cold`.
      guard let lane = try? Lane(parsing: row, as: .cold, frame: frame), let problem = Self.problem(ofAnswer: lane, row)
      else { continue }
      addProblem("\(problem)", at: place)
    }
    return source
  }

  private static func problem(ofAnswer lane: Lane, _ row: String) -> NotationError? {
    let marks = lane.moments.flatMap(\.marks)
    guard let first = marks.first else { return nil }
    if case .finished = first.kind {
      let fix = "write a value, such as '-a', '#' for a failure, or only '-' for a request that is never answered"
      return NotationError(text: row, message: "this answer has no value", fix: fix, range: first.range ?? 0..<0)
    }
    guard let extra = marks.dropFirst().first(where: { $0.kind != .finished }) else { return nil }
    let fix = "write one row for each request: [\"-a\", \"-b\"]; the last one answers all further requests"
    return NotationError(text: row, message: "a request has one answer", fix: fix, range: extra.range ?? 0..<0)
  }
}

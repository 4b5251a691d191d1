import VirtualTime

/// A part of a test that a run may leave untested: an expectation without an event, a watched publisher without a
/// subscriber.
///
/// A run that leaves a part untested says nothing about it, so the test fails. In a test with cases, one of them has to
/// test the part.
struct TestedPart {
  var place: SourcePlace
  /// Whether the run has put it to the test.
  var isTested: Bool
  /// The name of the part in a failure, such as `found`.
  var subject: (MarbleReport) -> String
  /// The reason why the run says nothing about it.
  var reason: String?
  /// The lines below: rows, and the form that allows it.
  var details: (MarbleReport) -> [String]

  init(
    _ place: SourcePlace, isTested: Bool, reason: String? = nil, _ subject: @escaping (MarbleReport) -> String,
    details: @escaping (MarbleReport) -> [String]
  ) {
    self.place = place
    self.isTested = isTested
    self.subject = subject
    self.reason = reason
    self.details = details
  }

  /// The problem of a part that was not tested.
  ///
  /// - Parameter cases: The words for all cases; empty in a test without cases.
  func problem(_ report: MarbleReport) -> (String) -> MarbleFailure.Problem {
    let (place, subject, reason, details) = (place, subject(report), reason, details(report))
    return { cases in
      let headline = "\(subject) was never put to the test" + cases + (reason.map { ": \($0)" } ?? "")
      return .init(place: place, text: ([headline] + details).joined(separator: "\n"), kind: .untested(subject))
    }
  }
}

extension MarbleTest {
  /// Calls a body with each place that may have parts, and with a closure that returns them.
  func forEachCovered(_ body: (SourcePlace, () -> [TestedPart]) -> Void) {
    // A check of laws has several groups of cases, and says itself which upstreams were used.
    if plan.laws != nil { return }
    for expectation in plan.expectations { body(expectation.place) { expectation.testedParts } }
    for row in plan.sources {
      guard row.log?.allowsNone == false, row.kind == .watched || setting.generated != nil else { continue }
      body(row.place) {
        [
          TestedPart(
            row.place, isTested: !row.isUnused, reason: row.reasonOfNoSubscriber, { $0.label(of: row) },
            details: { _ in row.cureOfNoSubscriber })
        ]
      }
    }
    for row in plan.actions { body(row.place) { row.testedParts } }
    for subject in plan.driven { body(subject.place) { subject.testedParts.map { [$0] } ?? [] } }
  }

  /// The problems of parts that a test without cases has left untested. A seed only permutes what the first run has
  /// tested.
  func untested(_ report: MarbleReport) -> [MarbleFailure.Problem] {
    if setting.generated != nil || setting.isPermuted { return [] }
    var problems: [MarbleFailure.Problem] = []
    forEachCovered { _, parts in
      for part in parts() where !part.isTested { problems.append(part.problem(report)("")) }
    }
    return problems
  }
}

/// Which parts of a test with cases some case has put to the test.
final class TestedParts {
  private struct Key: Hashable {
    var line: Int
    var column: Int
    /// The number of the part among those of one place.
    var number = 0

    init(_ place: SourcePlace) {
      line = place.line
      column = place.column
    }
  }
  /// The problem of each part that no case has tested yet; `nil` for a part that one has.
  private var parts: [Key: ((String) -> MarbleFailure.Problem)?] = [:]
  private var order: [Key] = []
  /// For each place, in the order of a case, the places of its parts if all of them have been tested: they are not
  /// looked at again.
  private var done: [(place: Key, parts: [Key])?] = []
  /// Whether a case has made a choice.
  private(set) var generates = false

  func note(_ test: MarbleTest) {
    if test.setting.generated?.choices.list.isEmpty == false { generates = true }
    if !test.hasRun { return }
    var numbers: [Key: Int] = [:], index = 0
    test.forEachCovered { place, parts in
      defer { index += 1 }
      if index == done.count { done.append(nil) }
      if let known = done[index], known.place == Key(place) {
        for part in known.parts { numbers[part, default: 0] += 1 }
        return
      }
      let parts = parts()
      for part in parts { note(part, &numbers, test) }
      if parts.allSatisfy(\.isTested) { done[index] = (Key(place), parts.map { Key($0.place) }) }
    }
  }
  private func note(_ part: TestedPart, _ numbers: inout [Key: Int], _ test: MarbleTest) {
    var key = Key(part.place)
    (numbers[key], key.number) = (numbers[key, default: 0] + 1, numbers[key, default: 0])
    switch parts[key] {
    case nil:
      order.append(key)
      parts[key] = .some(part.isTested ? nil : part.problem(MarbleReport(test)))
    case .some(.some) where part.isTested: parts[key] = .some(nil)
    default: break
    }
  }

  /// The problems of parts that none of some cases has tested.
  func problems(_ count: Int) -> [MarbleFailure.Problem] {
    order.compactMap { key in (parts[key] ?? nil)?(count == 1 ? "" : " in any of \(count) cases") }
  }
}

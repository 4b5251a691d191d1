import MarbleSpecs
import Marbles

/// The rows of a spec that differ, and the changes after which they hold.
struct SpecReview {
  let update: SpecUpdate
  /// The rows to decide about.
  var items: [ReviewItem] = []
  /// The numbers of their changes.
  var numbers: [Int] = []
  /// The differences that are no row, such as broken rules.
  var others: [Finding] = []

  init(_ spec: ExecutedSpec, width: Int?) {
    update = SpecUpdate(spec, isReviewed: true)
    let check = SpecCheck(spec, width: width)
    var changes: [Span: Int] = [:]
    for (number, change) in update.changes.enumerated() { changes[change.span] = changes[change.span] ?? number }
    let all = update.changes
    for failure in check.found {
      // A pipeline differs from its row, or has none; anything else about it is no row.
      let isRow = changes[failure.span].map { !all[$0].old.isEmpty || !spec.file.hasExpectations } ?? false
      guard isRow, let number = changes.removeValue(forKey: failure.span) else {
        others.append(failure.finding)
        continue
      }
      let change = all[number]
      let new = change.new + (change.entries.isEmpty ? [] : ["  " + change.entries.joined(separator: "   ")])
      items.append(
        ReviewItem(
          place: spec.file.text.place(of: failure.span).description, reason: failure.finding.text(width: width),
          old: change.old, new: new))
      numbers.append(number)
    }
  }
}

extension SpecReview {
  /// The differences that are not rows.
  static func notRows(_ spec: ExecutedSpec, width: Int?) -> [Finding] { SpecReview(spec, width: width).others }
}

extension MarbleTool {
  /// Asks about each row that differs, of specs and then of tests, and writes the accepted ones, file by file.
  ///
  /// - Parameter fixed: The decision about all rows, if it is known.
  mutating func review(
    _ checks: inout [CheckedSpec], _ files: [PendingFile], _ fixed: ReviewSession.Decision?
  ) {
    let paths = MarbleTool.firstPaths(checks.map(\.text.file))
    var reviews: [Int: SpecReview] = [:]
    // A file that is named twice has its specs twice, and each is reviewed once.
    var first: [String: Int] = [:]
    for index in checks.indices {
      let place = "\(paths[index]):\(checks[index].text.firstLine)"
      let isNew = first[place] == nil
      first[place] = first[place] ?? index
      guard isNew, checks[index].code == 1, let spec = checks[index].spec else { continue }
      reviews[index] = SpecReview(spec, width: terminal.width)
    }
    let count = reviews.values.reduce(0) { $0 + $1.items.count } + files.reduce(0) { $0 + $1.items.count }
    var session = ReviewSession(of: count, fixed: fixed)
    for (path, indices) in Dictionary(grouping: reviews.keys.sorted(), by: { paths[$0] }).sorted(by: {
      $0.value[0] < $1.value[0]
    }) {
      review(indices, of: path, reviews, &checks, &session)
    }
    for index in checks.indices {
      let place = "\(paths[index]):\(checks[index].text.firstLine)"
      if let original = first[place], original != index { checks[index] = checks[original] }
    }
    review(files, &session)
    session.summarize(&self)
  }

  private mutating func review(
    _ indices: [Int], of path: String, _ reviews: [Int: SpecReview], _ checks: inout [CheckedSpec],
    _ session: inout ReviewSession
  ) {
    let items = indices.flatMap { reviews[$0]?.items ?? [] }
    var decisions = session.decide(items, &self)
    var edits: [(SpecText, SpecUpdate.Edits)] = []
    var position = 0
    for index in indices {
      guard let review = reviews[index] else { continue }
      let range = position..<position + review.items.count
      position = range.upperBound
      let accepted = zip(range, review.numbers).filter { decisions[$0.0] == .accepted }.map(\.1)
      if accepted.isEmpty { continue }
      if let edit = review.update.edits(accepting: Set(accepted)) {
        edits.append((checks[index].text, edit))
      } else {
        report(
          "\(checks[index].text.file):\(checks[index].text.firstLine): error: the spec would be wrong with the new rows; it was not changed",
          code: 65)
        for place in range where decisions[place] == .accepted { decisions[place] = .pending }
      }
    }
    if !edits.isEmpty {
      beforeUpdate()
      if !write(edits, to: path) { decisions = decisions.map { $0 == .accepted ? .pending : $0 } }
    }
    for (item, decision) in zip(items, decisions) { session.count(decision, item) }
    position = 0
    for index in indices {
      guard let review = reviews[index] else { continue }
      let range = position..<position + review.items.count
      position = range.upperBound
      // The rows were shown already.
      checks[index].reviewed(rest: review.others, isAccepted: decisions[range].allSatisfy { $0 == .accepted })
    }
  }
}

import Pipes
import VirtualTime

/// An expected row with the meanings of its symbols.
struct ExpectedRow<Output, Failure: Error> {
  typealias Event = Recording<Output, Failure>.Event

  /// The events that one mark accepts.
  private enum Pattern {
    case value(Output)
    case anyValue
    case finished
    case failure(Failure)
    /// An error with this description; `nil` for any error.
    case described(String?)
  }

  private(set) var lane: Lane
  /// The patterns of the marks of all moments, in order.
  private var patterns: [Pattern]
  /// The index of the first mark of each moment.
  private var starts: [Int]
  private let names: ValueNames<Output>
  private let errors: FailureMeaning<Failure>
  private let tolerance: Int64
  private let areEqual: (Output, Output) -> Bool

  init(
    _ lane: Lane, _ text: String, _ values: Meaning<Output>, _ errors: FailureMeaning<Failure>,
    within tolerance: VirtualInstant.Stride, _ areEqual: @escaping (Output, Output) -> Bool
  ) throws(NotationError) {
    self.lane = lane
    self.areEqual = areEqual
    self.errors = errors
    self.tolerance = max(tolerance.nanoseconds, 0)
    var (patterns, starts): ([Pattern], [Int]) = ([], [])
    patterns.reserveCapacity(lane.moments.count)
    starts.reserveCapacity(lane.moments.count)
    for index in lane.moments.indices {
      starts.append(patterns.count)
      for place in 0..<lane.moments[index].content.count {
        let mark = lane.moments[index].content[place]
        switch mark.kind {
        case .value(let symbol): patterns.append(.value(try values.value(of: symbol, mark, in: text)))
        case .anyValue: patterns.append(.anyValue)
        case .failure(nil): patterns.append(errors.error.map { .failure($0) } ?? .described(nil))
        case .failure(let name?):
          patterns.append(errors.table == nil ? .described(name) : .failure(try errors.error(of: name, mark, in: text)))
        case .finished, .subscribe, .unsubscribe, .request: patterns.append(.finished)
        }
      }
    }
    (self.patterns, self.starts) = (patterns, starts)
    names = ValueNames(values, taken: lane, areEqual)
  }

  /// Creates a row that expects no events.
  init(frame: Int64, _ areEqual: @escaping (Output, Output) -> Bool) {
    lane = Lane(frame: frame, moments: [])
    (patterns, starts, errors, tolerance, self.areEqual) = ([], [], FailureMeaning(), 0, areEqual)
    names = ValueNames(.itself, taken: lane, areEqual)
  }

  /// Creates a row that expects the events of another stream.
  init(_ recording: Recording<Output, Failure>, frame: Int64, _ areEqual: @escaping (Output, Output) -> Bool) {
    self.init(frame: frame, areEqual)
    patterns = recording.entries.map {
      switch $0.event {
      case .value(let value): .value(value)
      case .finished: .finished
      case .failure(let error): .failure(error)
      }
    }
    lane = shown(recording.entries).lane
    var count = 0
    for index in lane.moments.indices {
      starts.append(count)
      count += lane.moments[index].content.count
    }
  }

  /// The row as text, if it can be read without a table.
  var text: String? {
    let canBeRead = Output.self == String.self || Output.self is any LosslessStringConvertible.Type
    return canBeRead && names.meanings.isEmpty ? lane.description : nil
  }

  /// Whether a recording has exactly the expected events in order: a fast check for a test that passes. A result of false is not final.
  func accepts(_ recording: Recording<Output, Failure>) -> Bool {
    guard recording.entries.count == patterns.count else { return false }
    for index in lane.moments.indices {
      let instant = lane.moments[index].instant, start = starts[index]
      if lane.moments[index].anyOrder { return false }
      for place in start..<start + lane.moments[index].content.count {
        guard recording.entries[place].instant == instant, accepts(patterns[place], recording.entries[place].event) else { return false }
      }
    }
    return true
  }

  /// Compares the row with a recording.
  func compare(with recording: Recording<Output, Failure>) -> Comparison {
    var actual = Moments(recording)
    if tolerance > 0 { pull(&actual) }
    var comparison = Comparison()
    var shown: [(instant: VirtualInstant, kind: Mark.Kind)] = []
    let expected = Dictionary(uniqueKeysWithValues: zip(lane.moments.map(\.instant), lane.moments.indices))
    let happened = actual.byInstant
    for instant in Set(expected.keys).union(happened.keys).sorted() {
      let index = expected[instant]
      let events = happened[instant] ?? []
      let partners = index.flatMap { match($0, events) }
      for (place, event) in events.enumerated() {
        shown.append((instant, kind(of: event, matching: partners.map { lane.moments[index!].content[$0[place]] })))
      }
      if partners == nil {
        comparison.differences.append(difference(at: instant, index, events))
        let kinds = shown.suffix(events.count).map { Mark($0.kind) }
        if !events.isEmpty { comparison.recorded.append(Lane.Moment(instant: instant, marks: kinds)) }
      } else if let index {
        comparison.recorded.append(lane.moments[index])
      }
    }
    if !comparison.differences.isEmpty {
      comparison.summary = shift(recording)
      if tolerance > 0, comparison.summary == nil { comparison.note = toleranceNote(recording) }
    }
    comparison.rows = [("expected", lane), ("actual", Lane(frame: lane.frame, marks: shown))]
    return comparison
  }

  /// Moves events to the expected instants that they match within the tolerance.
  private func pull(_ actual: inout Moments<Event>) {
    var next = 0
    for (index, moment) in lane.moments.enumerated() {
      let expected = moment.instant.nanoseconds
      while next < actual.all.count, actual.all[next].instant.nanoseconds < expected.subtractingReportingOverflow(tolerance).partialValue {
        next += 1
      }
      let end = next + moment.content.count
      guard end <= actual.all.count else { return }
      let range = next..<end
      let isNear = range.allSatisfy { actual.all[$0].instant.nanoseconds - expected <= tolerance }
      guard isNear, match(index, actual.all[range].map(\.event)) != nil else { continue }
      for place in range { actual.all[place].instant = moment.instant }
      next = end
    }
  }

  /// Returns the index of the matching mark for each event of a moment; `nil` if they do not match.
  private func match(_ index: Int, _ events: [Event]) -> [Int]? {
    let row = row(index)
    guard row.count == events.count else { return nil }
    if !lane.moments[index].anyOrder { return zip(row, events).allSatisfy(accepts) ? Array(events.indices) : nil }
    return Pairing(events.map { event in zip(events.indices, row).filter { accepts($1, event) }.map { $0.0 } }).partners
  }
  private func row(_ index: Int) -> ArraySlice<Pattern> { patterns[starts[index]...].prefix(lane.moments[index].content.count) }

  private func accepts(_ pattern: Pattern, _ event: Event) -> Bool {
    switch (pattern, event) {
    case (.value(let expected), .value(let value)): areEqual(expected, value)
    case (.anyValue, .value): true
    case (.finished, .finished): true
    case (.failure(let expected), .failure(let error)): Sameness(expected, error) == .same
    case (.described(let text), .failure(let error)): text == nil || text == String(describing: error)
    default: false
    }
  }

  // MARK: Sentences about all events

  /// Returns a sentence if all expected events arrived, each of them by the same time too late or too early.
  private func shift(_ recording: Recording<Output, Failure>) -> String? {
    let entries = recording.entries
    guard entries.count == patterns.count, entries.count > 1, !lane.moments.contains(where: \.anyOrder) else { return nil }
    let instants = lane.moments.flatMap { moment in moment.content.map { _ in moment.instant.nanoseconds } }
    let late = entries[0].instant.nanoseconds - instants[0]
    let isAlike = zip(zip(entries, instants), patterns).allSatisfy { pair, pattern in
      pair.0.instant.nanoseconds - pair.1 == late && accepts(pattern, pair.0.event)
    }
    guard isAlike, late != 0 else { return nil }
    return "all \(entries.count) events come \(distance(late))" + (tolerance > 0 ? ", where \(allowed) is allowed" : "")
  }
  /// Returns a sentence about an event that is outside of the tolerance.
  private func toleranceNote(_ recording: Recording<Output, Failure>) -> String {
    for (index, moment) in lane.moments.enumerated() {
      for (mark, pattern) in zip(moment.content, row(index)) {
        let distances = recording.entries.lazy.filter { accepts(pattern, $0.event) }.map {
          $0.instant.nanoseconds - moment.instant.nanoseconds
        }
        guard let nearest = distances.min(by: { $0.magnitude < $1.magnitude }), nearest.magnitude > tolerance.magnitude else { continue }
        return "events may come \(allowed) early or late; '\(mark.text)' comes \(distance(nearest))"
      }
    }
    return "events may come \(allowed) early or late"
  }
  private var allowed: String { "\(VirtualInstant(nanoseconds: tolerance))" }
  private func distance(_ late: Int64) -> String {
    let (frames, rest) = late.magnitude.quotientAndRemainder(dividingBy: lane.frame.magnitude)
    let length = VirtualInstant(nanoseconds: Int64(clamping: late.magnitude)).inWords
    let text = rest != 0 || tolerance > 0 ? length : frames == 1 ? "1 frame" : "\(frames) frames"
    return "\(text) \(late > 0 ? "late" : "early")"
  }

  // MARK: Texts

  /// Returns the row of the actual events, and the meanings of symbols that the test does not define.
  func shown(_ entries: some Sequence<Recording<Output, Failure>.Entry>) -> (lane: Lane, meanings: [(symbol: String, value: String)]) {
    let lane = Lane(frame: lane.frame, marks: entries.map { ($0.instant, kind(of: $0.event, matching: nil)) })
    return (lane, names.meanings)
  }

  private func kind(of event: Event, matching mark: Mark?) -> Mark.Kind {
    switch event {
    case .value(let value):
      if let mark, case .value = mark.kind { return mark.kind }
      return .value(names.symbol(for: value))
    case .finished: return .finished
    case .failure(let failure):
      if let mark { return mark.kind }
      if let error = errors.error, Sameness(error, failure) == .same { return .failure(nil) }
      if let name = errors.name(of: failure) { return .failure(name) }
      let text = String(describing: failure)
      return .failure(DisplayWidth.of(text) <= ValueNames<Output>.longest ? text : nil)
    }
  }

  private func difference(at instant: VirtualInstant, _ index: Int?, _ events: [Event]) -> Comparison.Difference {
    if let index, let details = details(index, events) { return .init(instant: instant, text: details.text, details: details.lines) }
    return .init(instant: instant, text: difference(index, events))
  }
  /// Returns the fields that differ, if one value with many fields arrived instead of another.
  private func details(_ index: Int, _ events: [Event]) -> (text: String, lines: [String])? {
    guard events.count == 1, lane.moments[index].content.count == 1 else { return nil }
    if case .failure(let expected)? = row(index).first, case .failure(let error) = events[0] { return details(expected, error) }
    guard case .value(let expected)? = row(index).first,
      case .value(let value) = events[0], "\(expected)".count + "\(value)".count > ValueText.longest, !(value is String)
    else { return nil }
    let fields = FieldDifference(expected, value)
    if fields.lines.isEmpty { return nil }
    let rest = fields.count - fields.lines.count
    let last = rest > 0 ? ["and \(rest) more field\(rest == 1 ? "" : "s")"] : []
    return ("expected '\(lane.moments[index].content[0].text)', got a value that differs in", fields.lines + last)
  }
  /// Returns what differs in two failures that read alike.
  private func details(_ expected: Failure, _ found: Failure) -> (text: String, lines: [String])? {
    guard "\(expected)" == "\(found)" else { return nil }
    let type = type(of: found as any Error)
    switch Sameness(expected, found) {
    case .same: return nil
    case .unknown:
      let fix = "make \(type) Equatable, or expect any failure with a bare '#' and no error:"
      return ("expected the failure \(expected), got \(found), and whether they are equal cannot be known", [fix])
    case .different:
      let fields = FieldDifference(expected, found, looksInside: true)
      return ("expected the failure \(expected), got one that differs in", fields.lines)
    }
  }
  private func difference(_ index: Int?, _ events: [Event]) -> String {
    let found = events.map(described).joined(separator: ", ")
    guard let index else { return "nothing expected, got \(found)" }
    let moment = lane.moments[index]
    let separator = moment.anyOrder ? " and " : ", "
    let wanted = zip(moment.content, row(index)).map(described).joined(separator: separator) + (moment.anyOrder ? " in any order" : "")
    return "expected \(wanted), " + (events.isEmpty ? "nothing happened" : "got \(found)")
  }

  private func described(_ event: Event) -> String {
    switch event {
    case .value(let value): names.words(for: value)
    case .finished: "the end"
    case .failure(let error): "the failure \(error)"
    }
  }
  private func described(_ mark: Mark, _ pattern: Pattern) -> String {
    switch pattern {
    case .value(let value): names.words(for: value)
    case .anyValue: "any value"
    case .finished: "the end"
    case .failure(let error): "the failure \(error)"
    case .described(let text): text.map { "the failure \($0)" } ?? "a failure"
    }
  }
}

/// Events with their instants, in order.
private struct Moments<Event> {
  var all: [(instant: VirtualInstant, event: Event)]

  init<Output, Failure>(_ recording: Recording<Output, Failure>) where Event == Recording<Output, Failure>.Event {
    all = recording.entries.map { ($0.instant, $0.event) }
  }
  var byInstant: [VirtualInstant: [Event]] {
    var events: [VirtualInstant: [Event]] = [:]
    for (instant, event) in all { events[instant, default: []].append(event) }
    return events
  }
}

/// Assigns to each of several items a partner of its own from a list of candidates: a bipartite matching.
struct Pairing {
  /// The partner of each item; `nil` if not all of them can have one.
  private(set) var partners: [Int]?
  private var owners: [Int: Int] = [:]

  init(_ choices: [[Int]]) {
    for index in choices.indices {
      var tried: Set<Int> = []
      guard place(index, choices, &tried) else { return }
    }
    var found = [Int](repeating: 0, count: choices.count)
    for (partner, owner) in owners { found[owner] = partner }
    partners = found
  }

  private mutating func place(_ index: Int, _ choices: [[Int]], _ tried: inout Set<Int>) -> Bool {
    for choice in choices[index] where tried.insert(choice).inserted {
      if let owner = owners[choice], !place(owner, choices, &tried) { continue }
      owners[choice] = index
      return true
    }
    return false
  }
}

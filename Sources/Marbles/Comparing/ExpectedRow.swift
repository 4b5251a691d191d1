import VirtualTime

/// An expected row with the meanings of its symbols.
package struct ExpectedRow<Names: EventNames> {
  package typealias Events = Recording<Names.Output, Names.Failure>
  typealias Event = Events.Event
  package typealias Pattern = EventPattern<Names.Output, Names.Failure>

  private(set) var lane: Lane
  /// The patterns of the marks of all moments, in order.
  private var patterns: [Pattern]
  /// The index of the first mark of each moment.
  private var starts: [Int]
  let names: Names
  private let tolerance: Int64

  /// Creates a row.
  ///
  /// - Parameters:
  ///   - lane: The row.
  ///   - names: Compares and names the events.
  ///   - tolerance: The time by which an event may be early or late.
  ///   - pattern: Returns the pattern of a value, or of a failure with its text.
  package init<E>(
    _ lane: Lane, _ names: Names, within tolerance: VirtualInstant.Stride = .zero,
    value: (Symbol, Mark) throws(E) -> Names.Output, failure: (String?, Mark) throws(E) -> Pattern
  ) throws(E) {
    self.lane = lane
    self.names = names
    self.tolerance = max(tolerance.nanoseconds, 0)
    var (patterns, starts): ([Pattern], [Int]) = ([], [])
    patterns.reserveCapacity(lane.moments.count)
    starts.reserveCapacity(lane.moments.count)
    for index in lane.moments.indices {
      starts.append(patterns.count)
      for place in 0..<lane.moments[index].content.count {
        let mark = lane.moments[index].content[place]
        switch mark.kind {
        case .value(let symbol): patterns.append(.value(try value(symbol, mark)))
        case .anyValue: patterns.append(.anyValue)
        case .failure(let text): patterns.append(try failure(text, mark))
        case .finished, .subscribe, .unsubscribe, .request: patterns.append(.finished)
        }
      }
    }
    self.patterns = patterns
    self.starts = starts
  }

  init(_ events: Events = .init(), frame: Int64, _ names: Names) {
    lane = Lane(frame: frame, marks: events.entries.map { ($0.instant, names.kind(of: $0.event)) })
    patterns = events.entries.map { Pattern($0.event) }
    starts = []
    self.names = names
    tolerance = 0
    var count = 0
    for index in lane.moments.indices {
      starts.append(count)
      count += lane.moments[index].content.count
    }
  }

  /// Whether a recording has exactly the expected events in order: a fast check for a test that passes. A result of
  /// false is not final.
  func accepts(_ recording: Events) -> Bool {
    let entries = recording.entries
    guard entries.count == patterns.count else { return false }
    guard !entries.isEmpty else { return true }
    // Variables outside of the loop: their types are looked up once.
    var event = entries[0].event, pattern = patterns[0]
    for index in lane.moments.indices {
      let instant = lane.moments[index].instant, start = starts[index]
      if lane.moments[index].anyOrder { return false }
      for place in start..<start + lane.moments[index].content.count {
        event = entries[place].event
        pattern = patterns[place]
        guard entries[place].instant == instant, pattern.accepts(event, names) else { return false }
      }
    }
    return true
  }

  package func holds(_ recording: Events) -> Bool { accepts(recording) || compare(with: recording).differences.isEmpty }

  package func compare(with recording: Events) -> Comparison {
    var actual = Moments(recording)
    if tolerance > 0 { pull(&actual) }
    var comparison = Comparison()
    // The row of what has happened has the true instants.
    var shown = recording.entries.map { (instant: $0.instant, kind: Mark.Kind.anyValue) }
    var tolerated: [String] = []
    let expected = Dictionary(uniqueKeysWithValues: zip(lane.moments.map(\.instant), lane.moments.indices))
    let happened = actual.byInstant
    for instant in Set(expected.keys).union(happened.keys).sorted() {
      let index = expected[instant]
      let numbers = happened[instant] ?? 0..<0, events = recording.entries[numbers].map(\.event)
      let partners = index.flatMap { match($0, events) }
      for (place, event) in events.enumerated() {
        let number = numbers.lowerBound + place, mark = partners.map { lane.moments[index!].content[$0[place]] }
        shown[number].kind = kind(of: event, matching: mark)
        if let mark, shown[number].instant != instant {
          tolerated.append("'\(mark.text)' \(distance(shown[number].instant.nanoseconds - instant.nanoseconds))")
        }
      }
      if partners == nil {
        comparison.differences.append(difference(at: instant, index, events))
        let kinds = shown[numbers].map { Mark($0.kind) }
        if !events.isEmpty { comparison.recorded.append(Lane.Moment(instant: instant, marks: kinds)) }
      } else if let index {
        comparison.recorded.append(lane.moments[index])
      }
    }
    if !comparison.differences.isEmpty {
      comparison.summary = shift(recording)
      if tolerance > 0, comparison.summary == nil {
        let list = tolerated.prefix(3).joined(separator: ", ") + (tolerated.count > 3 ? ", …" : "")
        comparison.note =
          toleranceNote(recording) + (actual.hasPassed ? "; their order may not differ" : "")
          + (list.isEmpty ? "" : "; allowed: \(list)")
      }
    }
    comparison.rows = [(RowName.expected, lane), (RowName.actual, Lane(frame: lane.frame, marks: shown))]
    return comparison
  }

  /// Moves events to the expected instants that they match within the tolerance.
  private func pull(_ actual: inout Moments<Event>) {
    var next = 0
    for (index, moment) in lane.moments.enumerated() {
      let expected = moment.instant.nanoseconds
      while next < actual.all.count,
        actual.all[next].instant.nanoseconds < expected.subtractingReportingOverflow(tolerance).partialValue
      {
        next += 1
      }
      let end = next + moment.content.count
      guard end <= actual.all.count else { return }
      let range = next..<end
      let isNear = range.allSatisfy { actual.all[$0].instant.nanoseconds - expected <= tolerance }
      guard isNear, match(index, actual.all[range].map(\.event)) != nil else { continue }
      for place in range { actual.all[place].place = moment.instant }
      next = end
    }
    actual.keepOrder()
  }

  /// Returns the index of the matching mark for each event of a moment; `nil` if they do not match.
  private func match(_ index: Int, _ events: [Event]) -> [Int]? {
    let row = row(index)
    guard row.count == events.count else { return nil }
    if !lane.moments[index].anyOrder {
      return zip(row, events).allSatisfy { $0.accepts($1, names) } ? Array(events.indices) : nil
    }
    return Pairing(events.map { event in zip(events.indices, row).filter { $1.accepts(event, names) }.map { $0.0 } })
      .partners
  }
  private func row(_ index: Int) -> ArraySlice<Pattern> {
    patterns[starts[index]...].prefix(lane.moments[index].content.count)
  }

  // MARK: Sentences about all events

  /// Returns a sentence if all expected events arrived, each of them by the same time too late or too early.
  private func shift(_ recording: Events) -> String? {
    let entries = recording.entries
    guard entries.count == patterns.count, entries.count > 1, !lane.moments.contains(where: \.anyOrder) else {
      return nil
    }
    let instants = lane.moments.flatMap { moment in moment.content.map { _ in moment.instant.nanoseconds } }
    let late = entries[0].instant.nanoseconds - instants[0]
    let isAlike = zip(zip(entries, instants), patterns).allSatisfy { pair, pattern in
      pair.0.instant.nanoseconds - pair.1 == late && pattern.accepts(pair.0.event, names)
    }
    guard isAlike, late != 0 else { return nil }
    return "all \(entries.count) events come \(distance(late))" + (tolerance > 0 ? ", where \(allowed) is allowed" : "")
  }
  /// Returns a sentence about an event that is outside of the tolerance.
  private func toleranceNote(_ recording: Events) -> String {
    for (index, moment) in lane.moments.enumerated() {
      for (mark, pattern) in zip(moment.content, row(index)) {
        let distances = recording.entries.lazy.filter { pattern.accepts($0.event, names) }.map {
          $0.instant.nanoseconds - moment.instant.nanoseconds
        }
        guard let nearest = distances.min(by: { $0.magnitude < $1.magnitude }), nearest.magnitude > tolerance.magnitude
        else { continue }
        return "events may come \(allowed) early or late; '\(mark.text)' comes \(distance(nearest))"
      }
    }
    return "events may come \(allowed) early or late"
  }
  private var allowed: String { "\(VirtualInstant(nanoseconds: tolerance))" }
  private func distance(_ late: Int64) -> String {
    Comparison.distance(late, frame: tolerance > 0 ? nil : lane.frameLength)
  }

  // MARK: Texts

  /// Returns the row of the actual events.
  func shown(_ entries: some Sequence<Events.Entry>) -> Lane {
    Lane(frame: lane.frame, marks: entries.map { ($0.instant, names.kind(of: $0.event)) })
  }

  private func kind(of event: Event, matching mark: Mark?) -> Mark.Kind {
    switch (event, mark?.kind) {
    case (.value, .value(let symbol)?): .value(symbol)
    case (.failure, let kind?): kind
    default: names.kind(of: event)
    }
  }

  private func difference(at instant: VirtualInstant, _ index: Int?, _ events: [Event]) -> Comparison.Difference {
    let found = events.map { names.words(for: $0) }
    guard let index else { return .init(instant: instant, text: Comparison.sentence(nil, found)) }
    let moment = lane.moments[index], row = row(index)
    if events.count == 1, row.count == 1, let expected = row.first?.event,
      let details = names.details(expected, events[0], as: moment.content[0])
    {
      return .init(instant: instant, text: details.text, details: details.lines)
    }
    let wanted = zip(row, moment.content).map { pattern, mark in pattern.words(mark, names) }
    var details: [String] = []
    if events.count == row.count, !row.isEmpty {
      for (place, pattern) in row.enumerated() where !pattern.accepts(events[place], names) {
        let mark = moment.content[place]
        details +=
          pattern.event.flatMap { names.details($0, events[place], as: mark) }?.lines.map { "'\(mark.text)': \($0)" }
          ?? []
      }
    }
    return .init(
      instant: instant, text: Comparison.sentence(wanted, inAnyOrder: moment.anyOrder, found), details: details)
  }
}

/// Events with their instants, in order, and the instants at which they are compared.
private struct Moments<Event> {
  var all: [(instant: VirtualInstant, place: VirtualInstant, event: Event)]
  /// Whether an event near its expected instant would have passed another one.
  private(set) var hasPassed = false

  init<Output, Failure>(_ recording: Recording<Output, Failure>) where Event == Recording<Output, Failure>.Event {
    all = recording.entries.map { ($0.instant, $0.instant, $0.event) }
  }
  /// The numbers of the events that are compared at each instant.
  var byInstant: [VirtualInstant: Range<Int>] {
    var numbers: [VirtualInstant: Range<Int>] = [:]
    for (number, event) in all.enumerated() {
      numbers[event.place] = (numbers[event.place]?.lowerBound ?? number)..<number + 1
    }
    return numbers
  }
  /// Takes those back to their own instants that would pass others: the order of events is never allowed to differ.
  mutating func keepOrder() {
    var number = 1
    while number < all.count {
      let isWrong = all[number].place < all[number - 1].place
      let moved = (number - 1...number).filter { isWrong && all[$0].place != all[$0].instant }
      for number in moved {
        all[number].place = all[number].instant
        hasPassed = true
      }
      number = moved.isEmpty ? number + 1 : max(1, number - 1)
    }
  }
}

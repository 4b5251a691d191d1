import Marbles
import VirtualTime

/// Compares events with an expected row.
struct FindMatcher: Sendable {
  private let example: FindExamples.Example
  private let instants: [VirtualInstant]
  /// The expected events, if each has one value and one place.
  private let events: [SpecOutcome.Events.Event]

  init(_ example: FindExamples.Example) {
    self.example = example
    instants = example.expected.marks.map { $0.instant }
    let isFixed =
      !example.expected.moments.contains(where: \.anyOrder) && example.outcome.entries.count == instants.count
    events = isFixed ? example.outcome.entries.map(\.event) : []
  }

  /// Whether an event may be the one with a number, counted from 0.
  func allows(_ event: SpecOutcome.Events.Event, at instant: VirtualInstant, number: Int) -> Bool {
    guard number < instants.count, instants[number] == instant else { return false }
    if events.isEmpty { return true }
    switch (event, events[number]) {
    case (.value(let value), .value(let expected)): return value.isMeant(by: expected)
    case (.finished, .finished), (.failure, .failure): return true
    default: return false
    }
  }
  /// Whether an event is missing after some others, if nothing happens before an instant.
  func misses(_ count: Int, before next: VirtualInstant) -> Bool { count < instants.count && instants[count] < next }

  func matches(_ recording: SpecOutcome.Events) -> Bool {
    guard recording.entries.count == instants.count, zip(recording.entries, instants).allSatisfy({ $0.instant == $1 })
    else { return false }
    return ExpectedRow(example.expected, example.file.table, Symbolizer(example.file)).holds(recording)
  }

  /// Whether all instants of the row are instants of the events, or zero.
  func isWithinInstants(of recording: SpecOutcome.Events) -> Bool {
    let known = Set(recording.entries.map(\.instant) + [.zero])
    return instants.allSatisfy(known.contains)
  }
  /// Whether all values of the row are values of the events.
  func isWithinValues(of recording: SpecOutcome.Events) -> Bool {
    let known = recording.values
    return example.outcome.values.allSatisfy { value in known.contains { $0.isMeant(by: value) } }
  }
}

import Marbles
import VirtualTime

/// Compares a row with the events that happened.
struct SpecComparison {
  /// A difference at one instant.
  struct Difference {
    var instant: VirtualInstant
    var text: String
  }

  let table: SymbolTable
  /// The symbols for the values that happened.
  var symbolizer: Symbolizer

  init(_ file: SpecFile) {
    table = file.table
    symbolizer = Symbolizer(file, alsoTaken: file.usedKeys)
  }

  /// The outcome, written with symbols.
  mutating func lane(of recording: SpecOutcome.Events, frame: Int64) -> Lane {
    recording.lane(frame: frame, value: { symbolizer.kind(of: $0) }, failure: { symbolizer.kind(of: $0) })
  }

  /// The instants at which the events differ from the expected row.
  mutating func differences(expected: Lane, _ recording: SpecOutcome.Events) -> [Difference] {
    let actual = Dictionary(grouping: recording.entries, by: \.instant)
    let wanted = Dictionary(uniqueKeysWithValues: expected.moments.map { ($0.instant, $0) })
    var found: [Difference] = []
    for instant in Set(actual.keys).union(wanted.keys).sorted() {
      let events = (actual[instant] ?? []).map(\.event)
      guard !matches(wanted[instant], events) else { continue }
      let expectation = wanted[instant].map { shown($0.marks) }
      // The marks come first: writing them gives new values a symbol, whose meaning is shown.
      let marks = events.map { mark(of: $0) }
      let happened = marks.isEmpty ? nil : shown(marks)
      let text =
        switch (expectation, happened) {
        case (let expected?, nil): "expected \(expected), nothing happened"
        case (nil, let actual?): "nothing expected, got \(actual)"
        case (let expected, let actual): "expected \(expected ?? ""), got \(actual ?? "")"
        }
      found.append(Difference(instant: instant, text: text))
    }
    return found
  }

  private mutating func mark(of event: SpecOutcome.Events.Event) -> Mark {
    switch event {
    case .value(let value): Mark(symbolizer.kind(of: value))
    case .finished: Mark(.finished)
    case .failure(let failure): Mark(symbolizer.kind(of: failure))
    }
  }

  // MARK: Matching

  private func matches(_ moment: Lane.Moment?, _ events: [SpecOutcome.Events.Event]) -> Bool {
    let marks = moment?.marks ?? []
    guard marks.count == events.count else { return false }
    guard moment?.anyOrder == true else { return zip(marks, events).allSatisfy { matches($0.kind, $1) } }
    var left = events
    // Marks that match any value come last, so that the first match is the right one.
    for mark in marks.sorted(by: { $0.kind != .anyValue && $1.kind == .anyValue }) {
      guard let index = left.firstIndex(where: { matches(mark.kind, $0) }) else { return false }
      left.remove(at: index)
    }
    return true
  }

  private func matches(_ kind: Mark.Kind, _ event: SpecOutcome.Events.Event) -> Bool {
    switch (kind, event) {
    case (.value(let symbol), .value(let value)): value.isMeant(by: table.meaning(of: symbol))
    case (.anyValue, .value), (.finished, .finished): true
    case (.failure(nil), .failure(let failure)): table.value(of: .failure).map { failure.value.isMeant(by: $0) } ?? true
    case (.failure(let text?), .failure(let failure)): failure.value.plain == text
    default: false
    }
  }

  // MARK: Words

  /// Marks as a message shows them, each with its value if the symbol does not show it.
  private func shown(_ marks: [Mark]) -> String {
    marks.map { mark in
      let key: SymbolTable.Key? =
        switch mark.kind {
        case .value(let symbol): .symbol(symbol)
        case .failure(nil): .failure
        default: nil
        }
      if let value = key.flatMap({ symbolizer.table.value(of: $0) }) { return "'\(mark.text)' (\(value.shown))" }
      return mark.kind == .finished ? "the completion '|'" : "'\(mark.text)'"
    }.joined(separator: ", ")
  }
}

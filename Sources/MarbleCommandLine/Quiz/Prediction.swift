import MarbleSpecs
import Marbles
import VirtualTime

/// A predicted row, compared with the events that were received.
struct Prediction {
  /// A mistake in the prediction.
  enum Mistake: Equatable {
    /// An event was predicted for another instant: a number of nanoseconds too early, or too late if negative.
    case shifted(QuizEvent, early: Int64, at: VirtualInstant)
    /// Another event was predicted for the instant of this one.
    case other(QuizEvent, predicted: String)
    /// An event was not predicted.
    case missing(QuizEvent)
    /// An event was predicted that was not received.
    case extra(String, at: VirtualInstant)
    /// The events of an instant were predicted in another order.
    case order(at: VirtualInstant)

    /// The instant of the event that differs, then the instant that was predicted for it.
    var instants: [VirtualInstant] {
      switch self {
      case .shifted(let event, _, let instant): [event.instant, instant]
      case .other(let event, _), .missing(let event): [event.instant]
      case .extra(_, let instant), .order(let instant): [instant]
      }
    }
  }

  let mistakes: [Mistake]
  /// The number of events that were predicted.
  let right: Int
  let total: Int
  /// The learner's names for computed values.
  let names: [(symbol: Symbol, value: Value)]
  var isRight: Bool { mistakes.isEmpty }

  /// Compares by meaning: groups may be written in both ways, silence at the end is ignored, and a computed value may
  /// have any name.
  init(_ row: Lane, _ events: [QuizEvent], of card: QuizCard) {
    var reader = AnswerReader(row, events, card)
    reader.bind()
    names = reader.names
    total = events.count
    (mistakes, right) = reader.compared()
  }
}

/// Compares the marks of a row with events.
private struct AnswerReader {
  /// A mark that was predicted.
  struct Guess {
    var instant: VirtualInstant
    var mark: Mark
  }

  let guesses: [Guess]
  let events: [QuizEvent]
  /// The values that have a symbol in the input, which is their only name.
  private let inputs: Set<Value>
  /// The meanings of symbols that are not free names.
  private var meanings: [Symbol: Value] = [:]
  private(set) var names: [(symbol: Symbol, value: Value)] = []
  private let symbolizer: Symbolizer

  init(_ row: Lane, _ events: [QuizEvent], _ card: QuizCard) {
    symbolizer = Symbolizer(card.file)
    let input = card.inputTable
    guesses = row.moments.flatMap { moment in moment.marks.map { Guess(instant: moment.instant, mark: $0) } }
    self.events = events
    inputs = Set(input.map(\.value))
    let values = events.compactMap { if case .value(let value) = $0.event { value } else { nil } }
    for case .value(let symbol) in guesses.map(\.mark.kind) {
      let known = input.first { $0.symbol.text == symbol.text }?.value
      if let known, values.isEmpty || values.contains(where: { $0.isLike(known) }) {
        meanings[symbol] = known
      } else if let own = values.first(where: {
        $0.isMeant(by: symbol.ownMeaning) || $0.description == symbol.text || $0.plain == symbol.text
      }) {
        meanings[symbol] = own
      } else if symbol.text.first?.isNumber == true, values.contains(where: { $0.isLike(.integer(0)) }) {
        // A digit is a number and no name if numbers are sent.
        meanings[symbol] = symbol.ownMeaning
      }
    }
  }

  /// Gives each free name its most probable value: a value at the same instant, else the next value without a name.
  mutating func bind() {
    var bound: Set<Symbol> = Set(meanings.keys)
    func free(_ instant: VirtualInstant?) -> [Symbol] {
      guesses.filter { instant == nil || $0.instant == instant }.compactMap {
        if case .value(let symbol) = $0.mark.kind, !bound.contains(symbol) { symbol } else { nil }
      }
    }
    for instant in Set(guesses.map(\.instant)).sorted() {
      let marks = guesses.filter { $0.instant == instant }
      let sent = events.filter { $0.instant == instant }
      for (guess, event) in zip(marks, sent) {
        guard case .value(let symbol) = guess.mark.kind, case .value(let value) = event.event, !bound.contains(symbol),
          !isNamed(value)
        else {
          continue
        }
        name(value, symbol)
        bound.insert(symbol)
      }
    }
    for symbol in free(nil) where !bound.contains(symbol) {
      let next = events.lazy.compactMap { if case .value(let value) = $0.event { value } else { nil } }.first {
        !isNamed($0)
      }
      guard let next else { return }
      name(next, symbol)
      bound.insert(symbol)
    }
  }

  private func isNamed(_ value: Value) -> Bool { inputs.contains(value) || meanings.values.contains(value) }
  private mutating func name(_ value: Value, _ symbol: Symbol) {
    meanings[symbol] = value
    names.append((symbol, value))
  }

  private func means(_ mark: Mark, _ event: SpecOutcome.Events.Event) -> Bool {
    let pattern: EventPattern<Value, SpecFailure>? =
      switch mark.kind {
      case .value(let symbol): meanings[symbol].map { .value($0) }
      case .failure(let text): .described(text)
      case .finished: .finished
      default: nil
      }
    return pattern?.accepts(event, symbolizer) ?? false
  }

  // MARK: Comparing

  func compared() -> ([Prediction.Mistake], right: Int) {
    var openGuesses = Array(guesses.indices)
    var openEvents = Array(events.indices)
    var found: [Prediction.Mistake] = []
    var right = 0
    /// Pairs the remaining guesses and events that match by a rule.
    func pair(_ rule: (Guess, QuizEvent) -> Bool, _ body: (Guess, QuizEvent) -> Void) {
      for guess in openGuesses {
        guard let event = openEvents.first(where: { rule(guesses[guess], events[$0]) }) else { continue }
        openGuesses.removeAll { $0 == guess }
        openEvents.removeAll { $0 == event }
        body(guesses[guess], events[event])
      }
    }
    pair({ $0.instant == $1.instant && means($0.mark, $1.event) }, { _, _ in right += 1 })
    pair({ means($0.mark, $1.event) }) { guess, event in
      let early = event.instant.nanoseconds - guess.instant.nanoseconds
      found.append(.shifted(event, early: early, at: guess.instant))
    }
    pair({ $0.instant == $1.instant }) { guess, event in found.append(.other(event, predicted: guess.mark.text)) }
    found += openEvents.map { .missing(events[$0]) }
    found += openGuesses.map { .extra(guesses[$0].mark.text, at: guesses[$0].instant) }
    found += disorder.filter { instant in !found.contains { $0.instants[0] == instant } }.map { .order(at: $0) }
    return (found.sorted { $0.instants[0] < $1.instants[0] }, right)
  }

  /// The instants at which the same events were predicted in another order.
  private var disorder: [VirtualInstant] {
    Set(events.map(\.instant)).sorted().filter { instant in
      let marks = guesses.filter { $0.instant == instant }.map(\.mark)
      let sent = events.filter { $0.instant == instant }.map(\.event)
      return marks.count == sent.count && marks.count > 1 && !zip(marks, sent).allSatisfy { means($0, $1) }
    }
  }
}

extension Value {
  /// Whether the values are of the same kind, so that a symbol for one can be confused with a symbol for the other.
  fileprivate func isLike(_ other: Value) -> Bool {
    switch (self, other) {
    case (.integer, .integer), (.decimal, .decimal), (.integer, .decimal), (.decimal, .integer), (.string, .string),
      (.bool, .bool),
      (.nil, .nil), (.array, .array), (.tuple, .tuple), (.duration, .duration), (.member, .member), (.stream, .stream):
      true
    default: false
    }
  }
}

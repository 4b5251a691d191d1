import VirtualTime

/// A row that the choices of a case have made. A failure shows it and says which of its events do not matter.
struct GeneratedRow {
  /// The name of the function that made it, such as `hot`.
  let maker: String
  var lane: Lane
  var events: [RowGenerator.Event]
  let place: SourcePlace
  /// The generator, the events as they were chosen, and their choices in the list of the case.
  var chosen: (generator: RowGenerator, events: [RowGenerator.Event], choices: Range<Int>)?
  /// The name of its source in failures; `nil` until a failure is shown.
  var label: String?
  /// The values of symbols that are not their own names.
  var meanings: [(symbol: String, value: String)] = []
  /// The number of frames that it takes.
  var frames: Int { (events.last?.frame ?? -1) + 1 }
}

extension MarbleTest {
  /// The choices of a case, and the rows that they have made.
  final class Case {
    let choices: Choices
    /// The number of frames of all rows, if they are counted.
    let frames: Int?
    /// Whether a picture may be drawn.
    let isShown: Bool
    let texts: SourceTexts
    var rows: [GeneratedRow] = []
    /// The first values that `choose` has returned. A failure makes their texts.
    private(set) var values: [(place: SourcePlace, text: () -> String)] = []
    private static let mostValues = 12
    /// Whether events may wait for demand at the end, because the demand is chosen, too.
    var allowsWaiting = false

    init(_ choices: Choices, frames: Int?, isShown: Bool, texts: SourceTexts) {
      self.choices = choices
      self.frames = frames
      self.isShown = isShown
      self.texts = texts
    }

    func note<Value>(_ value: Value, at place: SourcePlace) {
      if isShown, values.count < Case.mostValues {
        values.append((place, { ValueText.cut(String(describing: value)) }))
      }
    }
  }

  /// The symbols of a generated row with their values.
  struct Alphabet<Value> {
    var symbols: [(symbol: Symbol, value: Value)]
    var meanings: [(symbol: String, value: String)] = []

    /// Each value is its description if that is short and no other one has it, otherwise a letter.
    init(_ values: [Value]) {
      let texts = values.map { String(describing: $0) }
      let areNames =
        Set(texts).count == texts.count
        && texts.allSatisfy { !$0.isEmpty && DisplayWidth.of($0) <= ValueText.widestSymbol }
      symbols = zip(values, texts).enumerated().map { number, pair in
        (Symbol(areNames ? pair.1 : Alphabet.letter(number)), pair.0)
      }
      if !areNames { meanings = zip(symbols, texts).map { ($0.symbol.text, ValueText.cut($1)) } }
    }
    private static func letter(_ number: Int) -> String {
      let letters = Array("abcdefghijklmnopqrstuvwxyz")
      return number < letters.count ? String(letters[number]) : "v\(number)"
    }
  }

  /// Chooses a row; an empty one has no values. A problem is kept, and the row is empty then.
  func chooseRow<Value>(
    _ maker: String, _ alphabet: Alphabet<Value>, frames: Int, atOnce: Int?, ends: Set<RowEnd>, canFail: Bool,
    isEmpty: Bool = false, _ place: SourcePlace
  ) -> GeneratedRow {
    let count = setting.generated?.frames ?? frames
    func refused(_ text: String?) -> GeneratedRow {
      if let text { addProblem(text, at: place) }
      return GeneratedRow(maker: maker, lane: Lane(frame: max(frame, 1), moments: []), events: [], place: place)
    }
    guard let generated = setting.generated else {
      return refused("a generated row needs cases\n  write try marbles(cases: 500) { m in … }")
    }
    if hasRun {
      refuseLate(at: place)
      return refused(nil)
    }
    let longest = Int64(RowGenerator.lengths.upperBound).multipliedReportingOverflow(by: frame)
    if frame <= 0 || longest.overflow {
      return refused(
        "a frame of \(VirtualInstant(nanoseconds: frame).inWords) is not possible\n  write a length such as frame: .milliseconds(1)"
      )
    }
    if alphabet.symbols.isEmpty {
      return refused("a generated row needs a symbol\n  write any: \"abc\", or a list of values")
    }
    if !RowGenerator.lengths.contains(count) {
      return refused(
        "a generated row cannot have \(count) frames\n  write a number from 1 to \(RowGenerator.lengths.upperBound)")
    }
    if let atOnce, !(1...16).contains(atOnce) {
      return refused("\(atOnce) events at one instant are not possible\n  write a number from 1 to 16")
    }
    if ends.isEmpty {
      return refused("a generated row needs an end\n  write ends: [.open] for a row that does not complete")
    }
    if ends.contains(.failed), !canFail {
      return refused("a row that fails needs an error\n  write error: with what the stream fails with")
    }
    let generator = RowGenerator(
      symbols: isEmpty ? 0 : alphabet.symbols.count, frames: count, atOnce: atOnce ?? (generated.frames == nil ? 2 : 1),
      ends: RowEnd.allCases.filter(ends.contains))
    let start = generated.choices.list.count
    let events = generator.events(generated.choices)
    let marks = events.map { event -> (instant: VirtualInstant, kind: Mark.Kind) in
      let kind: Mark.Kind =
        switch event.kind {
        case .symbol(let number): .value(alphabet.symbols[number].symbol)
        case .end(.failed): .failure(nil)
        case .end: .finished
        }
      return (VirtualInstant(nanoseconds: setting.frame.time(of: Int64(event.frame))), kind)
    }
    var row = GeneratedRow(maker: maker, lane: Lane(frame: frame, marks: marks), events: events, place: place)
    row.chosen = (generator, events, start..<generated.choices.list.count)
    let used = Set(events.map(\.kind))
    row.meanings = zip(alphabet.meanings, alphabet.symbols.indices).filter { used.contains(.symbol($1)) }.map { $0.0 }
    generated.rows.append(row)
    return row
  }
}

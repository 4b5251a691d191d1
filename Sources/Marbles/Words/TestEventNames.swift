import VirtualTime

/// The names of values and failures in the rows and sentences of a test. They come from the tables where these have
/// them.
final class TestEventNames<Output, Failure: Error>: EventNames {
  typealias Event = Recording<Output, Failure>.Event

  private let meaning: SymbolMeaning<Output>
  private let errors: FailureMeaning<Failure>
  private let areEqual: (Output, Output) -> Bool
  private let lane: Lane
  private lazy var table = meaning.entries
  /// The symbols of the row, which have a value also without a table.
  private lazy var own: [(name: String, value: Output)] = symbols.compactMap { symbol in
    meaning.known(symbol).map { (symbol.text, $0) }
  }
  private var symbols: [Symbol] { lane.moments.flatMap(\.content).compactMap(\.symbol) }
  /// The names that are used already.
  private lazy var taken = Set(table.map(\.name)).union(symbols.map(\.text))
  /// The texts that stand for themselves, so that no letter is one of them.
  private var plain: Set<String> = []
  /// The letters that replace values too long for a row.
  private var letters: [(name: String, value: Output)] = []
  /// The meanings of these letters.
  var meanings: [(symbol: String, value: String)] { letters.map { ($0.name, String(describing: $0.value)) } }

  init(
    _ meaning: SymbolMeaning<Output>, _ errors: FailureMeaning<Failure>, taken lane: Lane,
    _ areEqual: @escaping (Output, Output) -> Bool
  ) {
    self.meaning = meaning
    self.errors = errors
    self.lane = lane
    self.areEqual = areEqual
  }

  func isExpected(_ expected: Output, _ value: Output) -> Bool { areEqual(expected, value) }
  func isExpected(_ expected: Failure, _ failure: Failure) -> Bool { Sameness(expected, failure) == .same }
  func text(of failure: Failure) -> String { ErrorText.of(failure) }

  func kind(of value: Output) -> Mark.Kind { .value(symbol(for: value)) }
  func kind(of failure: Failure) -> Mark.Kind {
    if let error = errors.error, Sameness(error, failure) == .same { return .failure(nil) }
    if let name = errors.name(of: failure) { return .failure(name) }
    let text = text(of: failure)
    return .failure(DisplayWidth.of(text) <= ValueText.widestSymbol ? text : nil)
  }

  private func symbol(for value: Output) -> Symbol {
    if let known = known(value) { return Symbol(known) }
    let text = String(describing: value)
    if !taken.contains(text), DisplayWidth.of(text) <= ValueText.widestSymbol {
      plain.insert(text)
      return Symbol(text)
    }
    let letter = "abcdefghijklmnopqrstuvwxyz".lazy.map(String.init).first {
      !self.taken.contains($0) && !self.plain.contains($0)
    }
    guard let letter else { return Symbol(text) }
    taken.insert(letter)
    letters.append((letter, value))
    return Symbol(letter)
  }

  func words(for value: Output, as symbol: Symbol?) -> String {
    let text = String(describing: value)
    guard let name = symbol?.text ?? known(value) else {
      // Beside the names of a table, a value without a name is told apart from them.
      guard case .table(let table) = meaning, !table.isEmpty else { return "'\(ValueText.cut(text))'" }
      return ValueText.cut(value is String ? String(reflecting: value) : text)
    }
    if name == text { return "'\(ValueText.cut(text))'" }
    return "'\(name)' (\(ValueText.cut(value is String ? String(reflecting: value) : text)))"
  }

  private func known(_ value: Output) -> String? { (table + own + letters).first { areEqual($0.value, value) }?.name }

  /// The fields in which values with long texts differ, or failures with equal texts.
  func details(_ expected: Event, _ found: Event, as mark: Mark) -> (text: String, lines: [String])? {
    switch (expected, found) {
    case (.failure(let expected), .failure(let error)): return details(expected, error)
    case (.value(let expected), .value(let value)):
      let texts = ("\(expected)", "\(value)")
      let areAlike = ValueText.areAlike(ValueText.cut(texts.0), ValueText.cut(texts.1))
      guard areAlike || texts.0.count + texts.1.count > ValueText.longest && !(value is String) else { return nil }
      let fields = FieldDifference(expected, value, looksInside: areAlike)
      if fields.lines.isEmpty {
        return areAlike ? ("expected '\(mark.text)', got a value that reads alike: \(ValueText.cut(texts.1))", []) : nil
      }
      let rest = fields.count - fields.lines.count
      let last = rest > 0 ? ["and \(rest) more field\(rest == 1 ? "" : "s")"] : []
      return ("expected '\(mark.text)', got a value that differs in", fields.lines + last)
    default: return nil
    }
  }
  private func details(_ expected: Failure, _ found: Failure) -> (text: String, lines: [String])? {
    guard ValueText.areAlike(ErrorText.of(expected), ErrorText.of(found)) else { return nil }
    let type = type(of: found as any Error)
    switch Sameness(expected, found) {
    case .same: return nil
    case .unknown:
      let fix = "make \(type) Equatable, or expect any failure with a bare '#' and no error:"
      return ("expected the failure \(expected), got \(found), which cannot be compared", [fix])
    case .different:
      let fields = FieldDifference(expected, found, looksInside: true)
      if fields.lines.isEmpty { return ("expected the failure \(expected), got another one that reads alike", []) }
      return ("expected the failure \(expected), got one that differs in", fields.lines)
    }
  }
}

extension ExpectedRow {
  init<Output, Failure: Error>(
    _ lane: Lane, _ text: String, _ values: SymbolMeaning<Output>, _ errors: FailureMeaning<Failure>,
    within tolerance: VirtualInstant.Stride, _ areEqual: @escaping (Output, Output) -> Bool
  ) throws(NotationError) where Names == TestEventNames<Output, Failure> {
    try self.init(
      lane, TestEventNames(values, errors, taken: lane, areEqual), within: tolerance,
      value: { (symbol, mark) throws(NotationError) in try values.value(of: symbol, mark, in: text) },
      failure: { (name, mark) throws(NotationError) in
        guard let name else { return errors.error.map { .failure($0) } ?? .described(nil) }
        return errors.table == nil ? .described(name) : .failure(try errors.error(of: name, mark, in: text))
      })
  }

  /// Creates a row that expects the events of another stream, or none.
  init<Output, Failure: Error>(
    _ recording: Recording<Output, Failure> = .init(), frame: Int64, _ areEqual: @escaping (Output, Output) -> Bool
  ) where Names == TestEventNames<Output, Failure> {
    self.init(
      recording, frame: frame,
      TestEventNames(.itself, FailureMeaning(), taken: Lane(frame: frame, moments: []), areEqual))
  }

  /// The row as text, if it can be read without a table.
  func text<Output, Failure>() -> String? where Names == TestEventNames<Output, Failure> {
    let canBeRead = Output.self == String.self || Output.self is any LosslessStringConvertible.Type
    return canBeRead && names.meanings.isEmpty ? lane.description : nil
  }
}

extension Mark {
  fileprivate var symbol: Symbol? { if case .value(let symbol) = kind { symbol } else { nil } }
}

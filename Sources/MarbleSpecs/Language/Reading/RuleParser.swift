import Marbles

/// Reads a rule: the line after `!`.
struct RuleParser {
  struct Word {
    var text: String
    var span: Span
  }

  let text: SpecText
  /// Parts of the file, not the whole: its rules would be copied whenever one is added.
  private let (definitions, frame): ([SpecFile.Definition], Int64)
  let names: [String: SpecChecker.Known]
  let table: OperatorTable
  /// Whether a stream that is missing is looked for among the names.
  private let guesses: Bool
  private(set) var words: [Word] = []
  var position = 0
  let span: Span

  init(
    _ text: SpecText, _ row: Int, _ file: SpecFile, _ names: [String: SpecChecker.Known], _ table: OperatorTable,
    guesses: Bool = true
  ) {
    self.text = text
    self.names = names
    self.table = table
    self.guesses = guesses
    definitions = file.definitions
    frame = file.frame
    span = LineReader(text, row, at: 1).rowSpan
    words = Self.words(text.lines[row], span)
  }

  /// The words of a line: a quoted symbol is one word, and so is a comma.
  private static func words(_ line: [Character], _ span: Span) -> [Word] {
    var words: [Word] = []
    var position = span.columns.lowerBound
    let end = span.columns.upperBound
    while position < end {
      let start = position
      switch line[position] {
      case " ":
        position += 1
        continue
      case ",": position += 1
      case "'":
        position += 1
        while position < end, line[position] != "'" { position += line[position] == "\\" ? 2 : 1 }
        position = min(position + 1, end)
      default: while position < end, line[position] != " ", line[position] != "," { position += 1 }
      }
      words.append(Word(text: String(line[start..<position]), span: Span(span.line, start..<position)))
    }
    return words
  }

  mutating func parse() throws(SpecProblem) -> SpecFile.Rule {
    do throws(SpecProblem) { return try read() } catch {
      // A problem that names its place and its cure says more than a guess.
      let isVague =
        switch error.kind {
        case .vagueRule, .unknownStream: true
        case .withoutWithin: !["in", "for", "under", "per", "every"].contains(peek())
        case .unknownName, .unknownOperator, .unknownLine, .other: false
        }
      guard isVague, let form = meant, let last = words.last else { throw error }
      throw text.problem("this is not a rule", at: words[0].span.through(last.span), fix: form)
    }
  }
  private mutating func read() throws(SpecProblem) -> SpecFile.Rule {
    guard let first = words.first else {
      throw text.problem("expected a rule after '!'", at: Span(span.line, 0..<1), fix: Self.advice)
    }
    var rule = SpecFile.Rule(
      sentence: RuleSentence(.asMany), span: span, text: String(text.lines[span.line][span.columns]))
    switch first.text {
    case "each": rule.sentence = try followed()
    case "no": rule.sentence = try none()
    case "at": rule.sentence = try counted()
    case "as": rule.sentence = try asMany()
    case "never" where peek(1) == "two": rule.sentence = try neverTwoEqual()
    case "never" where peek(1) == "more": rule.sentence = try neverMore()
    case "never" where peek(2) == "within" || peek(2) == "after": throw neverWithin()
    case "exactly": throw exactly()
    case "always", "never": try readCondition(&rule)
    default: rule.sentence = try aboutStream()
    }
    if rule.condition == nil { try readAdditions(&rule.sentence) }
    return rule
  }

  static let advice = "write one such as '! each ask is followed by found within 300ms'; 'marble help rules' shows all"

  // MARK: Words

  func peek(_ offset: Int = 0) -> String? { position + offset < words.count ? words[position + offset].text : nil }
  var here: Span {
    if position < words.count { return words[position].span }
    let end = words.last?.span.columns.upperBound ?? span.columns.upperBound
    return Span(span.line, end..<end + 1)
  }
  /// The part of the rule that has been read.
  var before: String { words[..<position].map(\.text).joined(separator: " ") }

  mutating func accept(_ expected: String...) -> Bool {
    for (offset, word) in expected.enumerated() where peek(offset) != word { return false }
    position += expected.count
    return true
  }
  mutating func expect(_ expected: String, as form: Int) throws(SpecProblem) {
    let before = before
    for word in expected.split(separator: " ") {
      if accept(String(word)) { continue }
      let got = position < words.count ? ", got '\(words[position].text)'" : ""
      throw text.problem(
        "expected '\(expected)' after '\(before)'\(got)", at: here,
        fix: "a rule is written '\(RuleForm.all[form].form)'", kind: Self.kind(without: expected))
    }
  }
  /// The kind of a problem of missing words.
  private static func kind(without words: String) -> SpecProblem.Kind {
    switch words {
    case "only after", "is followed by", "after", "most": .vagueRule
    case "within": .withoutWithin
    default: .other
    }
  }

  mutating func events(as form: Int, isTrigger: Bool = false) throws(SpecProblem) -> RuleSentence.Events {
    guard let word = peek(), word != "," else {
      throw text.problem(
        "expected a stream after '\(before)'", at: here, fix: "a rule is written '\(RuleForm.all[form].form)'")
    }
    try checkStream(word, here)
    let stream = words[position]
    position += 1
    var events = RuleSentence.Events(word)
    while let symbol = peek(), symbol.first == "'" {
      try checkValue(symbol, of: stream.text)
      events.values.append(symbol)
      position += 1
      guard peek() == "or", peek(1)?.first == "'" else { break }
      position += 1
    }
    let verb = here
    if accept("finishes") { events.kind = .finish }
    if accept("fails") { events.kind = .failure }
    if accept("ends") { events.kind = .end }
    if accept("is", "cancelled") { events.kind = .cancel }
    if events.kind != .values, !events.values.isEmpty {
      throw text.problem("only a stream \(events.words.split(separator: " ").last ?? ""), not a value", at: verb)
    }
    if isTrigger { try checkEnd(events, stream.span) }
    return events
  }

  func checkStream(_ name: String, _ span: Span) throws(SpecProblem) {
    if name == SpecFile.Rule.result || names[name]?.isStream == true { return }
    if names[name] != nil { throw text.problem("'\(name)' is not a stream", at: span) }
    let known = guesses ? names.filter(\.value.isStream).keys.sorted() + [SpecFile.Rule.result] : []
    let meant = Suggestion.nearest(to: name, among: known)
    let form = "a rule speaks of named streams, or of 'this', the result of the pipeline"
    throw text.problem(
      "there is no stream '\(name)'", at: span, fix: meant == nil ? form : nil, meant: meant, kind: .unknownStream)
  }

  private func source(_ name: String) -> SpecFile.Source? {
    for case .source(let source) in definitions where source.name == name { return source }
    return nil
  }
  /// A value that a declared stream never sends cannot begin anything.
  private func checkValue(_ written: String, of name: String) throws(SpecProblem) {
    guard let source = source(name) else { return }
    let keys = source.rows.flatMap(\.lane.keys)
    if keys.contains(.symbol(Symbol(written: written))) { return }
    let sent = keys.map(\.shown).uniqued.sorted()
    throw text.problem(
      "\(name) never sends \(written)", at: here,
      fix: sent.isEmpty ? "it sends no values" : "it sends \(sent.joined(separator: ", "))")
  }
  private func checkEnd(_ events: RuleSentence.Events, _ span: Span) throws(SpecProblem) {
    guard let source = source(events.stream) else { return }
    let kinds = source.rows.flatMap(\.lane.moments).flatMap(\.content).map(\.kind)
    let (finishes, fails) = (
      kinds.contains(.finished), kinds.contains { if case .failure = $0 { true } else { false } }
    )
    switch events.kind {
    case .values where kinds.allSatisfy({ if case .value = $0 { false } else { true } }):
      throw text.problem("the rule can never be put to the test: \(events.stream) sends no values", at: span)
    case .finish where !finishes, .end where !finishes && !fails:
      throw text.problem(
        "the rule can never be put to the test: \(events.stream) never \(events.kind == .finish ? "finishes" : "ends")",
        at: span,
        fix: "its row has no '|'")
    case .failure where !fails:
      throw text.problem(
        "the rule can never be put to the test: \(events.stream) never fails", at: span, fix: "its row has no '#'")
    default: return
    }
  }

  /// - Parameter mayBeZero: Whether the length may be zero: the answer then comes at the same instant.
  mutating func within(mayBeZero: Bool = false) throws(SpecProblem) -> Int64? {
    if accept("within") { return try length(mayBeZero) }
    try checkTime()
    return nil
  }
  private mutating func length(_ mayBeZero: Bool) throws(SpecProblem) -> Int64 {
    guard let word = peek(), word != "," else {
      throw text.problem("expected a length of time after 'within'", at: here, fix: "write 300ms")
    }
    let place = here
    position += 1
    if let count = Int64(word) {
      if peek() == "frames" || peek() == "frame" { position += 1 }
      if let unit = peek().flatMap(DurationText.anyUnit), unit != word {
        throw text.problem("no space between a number and its unit", at: here, fix: "write \(word)\(unit)")
      }
      let (product, overflow) = count.multipliedReportingOverflow(by: frame)
      if overflow { throw text.problem("the duration is too long", at: place) }
      return try positive(product, place, mayBeZero)
    }
    let codes = word.map { $0.unicodeScalars.first?.value ?? 0 }
    guard let prefix = DurationText.prefix(of: codes, at: 0), prefix.end == codes.count,
      case .nanoseconds(let nanoseconds) = DurationText.value(of: prefix, in: codes)
    else {
      let number = word.prefix { $0.isASCIIDigit || $0 == "." }
      let unit = DurationText.anyUnit(String(word.dropFirst(number.count)))
      let fix = number.isEmpty ? nil : unit.map { "write \(number)\($0)" }
      throw text.problem("expected a length of time such as 300ms, got '\(word)'", at: place, fix: fix)
    }
    return try positive(nanoseconds, place, mayBeZero)
  }
  private func positive(_ nanoseconds: Int64, _ place: Span, _ mayBeZero: Bool) throws(SpecProblem) -> Int64 {
    if nanoseconds > 0 || nanoseconds == 0 && mayBeZero { return nanoseconds }
    throw text.problem(
      "the length of time must be longer than zero", at: place,
      fix: "the rule could never be broken: no two events are less than zero apart; write the time, such as 300ms")
  }

  mutating func number() throws(SpecProblem) -> Int {
    let numbers = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    guard let word = peek(), let count = numbers.firstIndex(of: word) ?? Int(word), count >= 0 else {
      throw text.problem(
        "expected a number after '\(before)'", at: here, fix: "write 'at most 3 found within 1s'", kind: .vagueRule)
    }
    position += 1
    return count
  }
}

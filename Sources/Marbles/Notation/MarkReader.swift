/// Reads the symbols of a row one after the other, and reports errors in them.
struct MarkReader {
  let source: Graphemes
  let role: Lane.Role

  func failure(_ message: String, _ fix: String, _ range: Range<Int>) -> NotationError {
    NotationError(text: source.text, message: message, fix: fix, range: range)
  }

  /// Reads a word that is a duration. Returns `nil` and keeps the position if the word does not begin like one.
  ///
  /// - Parameter after: The position of an `@`, after which a word need not begin at a space.
  func duration(at position: inout Int, after sign: Int? = nil) throws(NotationError) -> Int64? {
    let start = position
    guard start < source.count, source.codes[start].isDigit, sign != nil || start == 0 || source.codes[start - 1] == " "
    else { return nil }
    guard let prefix = DurationText.prefix(of: source.codes, at: start) else { return nil }
    if prefix.end < source.count, source.codes[prefix.end] != " " {
      let end = source.codes[start...].firstIndex { $0 == " " } ?? source.count
      let whole = source.string((sign ?? start)..<end)
      let unit = start + source.codes[start...].prefix { $0.isDigit || $0 == "." }.count
      if let short = DurationText.unit(for: source.string(unit..<end)) {
        let fix = "write \(source.string((sign ?? start)..<unit))\(short)"
        throw failure("'\(source.string(unit..<end))' is not a unit of time", fix, (sign ?? start)..<end)
      }
      let apart = "'\(source.string((sign ?? start)..<prefix.end)) \(source.string(prefix.end..<end))'"
      let value =
        sign == nil ? ", or quote the values: \(quoted(source.string(start)))\(source.string(start + 1..<end))" : ""
      throw failure(
        "'\(whole)' begins like a duration but goes on", "put a space after it: \(apart)\(value)", (sign ?? start)..<end
      )
    }
    position = prefix.end
    switch DurationText.value(of: prefix, in: source.codes) {
    case .nanoseconds(let nanoseconds): return nanoseconds
    case .tooLong:
      throw failure(
        "'\(source.string(start..<prefix.end))' is too long", "a row spans at most 292 years", start..<prefix.end)
    case .notWhole:
      let text = source.string(start..<prefix.end)
      throw failure("'\(text)' is finer than a nanosecond", "write a whole number of nanoseconds", start..<prefix.end)
    }
  }

  /// Reads one symbol that is neither silence nor a time nor a group.
  func mark(at position: inout Int) throws(NotationError) -> Mark {
    let start = position
    let kind = try self.kind(at: &position)
    try checkRole(of: kind, start..<position)
    return Mark(kind, range: start..<position)
  }

  /// Reads a group up to its closing bracket.
  func group(closing close: Unicode.Scalar, at position: inout Int) throws(NotationError) -> [Mark] {
    let start = position
    if close == "}", role != .expectation { throw misplaced(start..<start + 1) }
    position += 1
    var marks: [Mark] = []
    marks.reserveCapacity(4)
    while position < source.count, source.codes[position] != close {
      if source.codes[position] == " " {
        position += 1
      } else {
        marks.append(try member(of: start, after: marks.last, inAnyOrder: close == "}", at: &position))
      }
    }
    guard position < source.count else {
      throw failure("the group is not closed", "write '\(close)' at its end", start..<position)
    }
    position += 1
    if marks.isEmpty {
      throw failure("the group is empty", "write what happens together, or '-' for nothing", start..<position)
    }
    if close == "}", marks.count == 1 {
      throw failure("values in any order must be two or more", "write the value without braces", start..<position)
    }
    return marks
  }

  private func member(of start: Int, after last: Mark?, inAnyOrder: Bool, at position: inout Int) throws(NotationError)
    -> Mark
  {
    let place = position
    switch source.codes[place] {
    case "-":
      throw failure("time cannot pass inside a group", "close the group before '-'", place..<place + 1)
    case "@":
      throw failure("time cannot pass inside a group", "put '@' before the group", place..<place + 1)
    case "(", "[", "{":
      throw failure(
        "a group cannot hold a group", "close the first one before '\(source.string(place))'", place..<place + 1)
    case ")", "]", "}":
      throw failure(
        "'\(source.string(start))' is closed by '\(source.string(place))'", "use brackets of one kind",
        start..<place + 1)
    default:
      if place > start + 1, source.codes[place - 1] == " ",
        let prefix = DurationText.prefix(of: source.codes, at: place)
      {
        throw failure(
          "time cannot pass inside a group", "put the duration outside, or take out the space for values",
          place..<prefix.end)
      }
    }
    let mark = try mark(at: &position)
    if inAnyOrder, mark.isEnd {
      throw failure("a completion cannot come in any order", "write only values in braces", place..<position)
    }
    if let last, last.isEnd {
      throw failure(
        "'\(source.string(last.range!))' must be the last symbol of its group",
        "write '\(source.string(last.range!))' just before the bracket", last.range!)
    }
    return mark
  }

  private func kind(at position: inout Int) throws(NotationError) -> Mark.Kind {
    let start = position
    let code = source.codes[start]
    position += 1
    switch code {
    case "|": return .finished
    case "#":
      guard position < source.count, source.codes[position] == "'" else { return .failure(nil) }
      return .failure(try quotedText(at: &position))
    case "^": return .subscribe
    case "!": return .unsubscribe
    case "?": return .anyValue
    case "'":
      position = start
      let text = try quotedText(at: &position)
      return role == .demand ? try request(text, start..<position) : .value(Symbol(text, isQuoted: true))
    case ")", "]", "}":
      throw failure(
        "'\(source.string(start))' has no opening bracket",
        "open the group before, or quote it as a value: \(quoted(source.string(start)))", start..<position)
    case "\\":
      throw failure("'\\' is outside quotes", "quote it as a value: '\\\\'", start..<position)
    case "\"":
      throw doubleQuote(at: start)
    case "*" where role == .demand: return .request(nil)
    case "," where role != .demand && role != .window:
      let fix = "write values without commas: ab, or [ab] at one instant; as a value, quote it: ','"
      throw failure("there is a ',' in a row", fix, start..<position)
    case ">" where role != .demand && role != .window && source.codes[..<start].contains(where: { "<" ~= $0 }):
      throw failure(
        "'<…>' is not a group", "write [ab] for values at one instant; as a value, quote it: '>'", start..<position)
    case ">" where role != .demand && role != .window:
      throw failure(
        "'>' is not an event", "a row without '|' goes on without a sign; as a value, quote it: '>'", start..<position)
    default:
      if role == .demand, code.isDigit { return try request(source.string(start), start..<position) }
      let text = source.string(start)
      try checkGrapheme(text, code, start)
      return .value(Symbol(text))
    }
  }

  /// The error for `"two words"`, the form of strings in other places.
  private func doubleQuote(at start: Int) -> NotationError {
    guard let last = source.codes[(start + 1)...].firstIndex(of: 0x22), last > start + 1 else {
      return failure("'\"' is not a value by itself", "quote it as a value: '\"'", start..<start + 1)
    }
    let range = start..<last + 1
    return failure(
      "'\(source.string(range))' has double quotes",
      "a value of several characters has single quotes: \(quoted(source.string(start + 1..<last)))",
      range)
  }

  /// Reads `'text'`, with the position on the opening quote.
  private func quotedText(at position: inout Int) throws(NotationError) -> String {
    let start = position
    var text = ""
    position += 1
    /// The start of the part that has not been added to the text.
    var rest = position
    while position < source.count {
      let code = source.codes[position]
      if code == "'" {
        position += 1
        return text + source.string(rest..<position - 1)
      }
      if code == "\\" {
        text += source.string(rest..<position)
        position += 1
        rest = position
        guard position < source.count, source.codes[position] == "'" || source.codes[position] == "\\" else {
          throw failure(
            "'\\' escapes only a quote or itself", "write \\\\ for one backslash",
            position - 1..<min(position + 1, source.count))
        }
      } else if code == 0x0A || code == 0x0D || code == Graphemes.cluster && source.string(position) == "\r\n" {
        throw failure("a quoted value cannot continue on the next line", "keep it on one line", start..<position)
      }
      position += 1
    }
    throw failure("the quote is not closed", "write ' at its end", start..<position)
  }

  private func request(_ digits: String, _ range: Range<Int>) throws(NotationError) -> Mark.Kind {
    if let count = Int(digits), count > 0, digits.utf8.allSatisfy({ UInt32($0).isDigit }) { return .request(count) }
    let duration = DurationText.attached(in: source.codes, around: range.lowerBound).map { source.string($0) }
    throw failure(
      "'\(source.string(range))' is not a number of values to request",
      duration.map { "put spaces around the duration '\($0)'" }
        ?? "write 1 to 9, a larger number in quotes such as '12', or *", range)
  }

  /// Checks that a value is visible, and that it does not join the grapheme beside it.
  private func checkGrapheme(_ text: String, _ code: UInt32, _ position: Int) throws(NotationError) {
    if code > 0x20, code < 0x7F { return }
    if let (name, meant) = Symbol.lookalike(text) {
      var error = failure(
        "'\(text)' is \(name)", "did you mean '\(meant)'? As a value, quote it: \(quoted(text))",
        position..<position + 1)
      error.meant = "\(meant)"
      throw error
    }
    if Symbol.curlyQuotes.contains(text) {
      let fix = "a value of several characters has straight single quotes: 'x y'"
      throw failure("'\(text)' is a curly quotation mark", fix, position..<position + 1)
    }
    let character = Character(text)
    if text == "\t" {
      throw failure("this is a tab; only spaces may separate symbols", "write a space", position..<position + 1)
    }
    if character.isWhitespace {
      throw failure(
        "only plain spaces may separate symbols", "replace this white space by a space", position..<position + 1)
    }
    if DisplayWidth.isInvisible(character) {
      let number = String(character.unicodeScalars.first!.value, radix: 16, uppercase: true)
      let name = "U+" + String(repeating: "0", count: max(4 - number.utf8.count, 0)) + number
      throw failure("the invisible character \(name)", "delete it, or quote it as a value", position..<position + 1)
    }
    if "-\(text)-".count != 3 {
      throw failure(
        "a combining character cannot be a value by itself", "write it with the letter it belongs to",
        position..<position + 1)
    }
  }

  private func checkRole(of kind: Mark.Kind, _ range: Range<Int>) throws(NotationError) {
    let fits =
      switch kind {
      case .value: role != .window && role != .demand
      case .anyValue: role == .expectation
      case .finished, .failure: role == .cold || role == .hot || role == .expectation
      case .subscribe: role == .hot || role == .window
      case .unsubscribe: role == .window
      case .request: role == .demand
      }
    if !fits { throw misplaced(range) }
  }

  /// Creates the error for a symbol that this role does not have.
  private func misplaced(_ range: Range<Int>) -> NotationError {
    let text = source.string(range)
    if role == .window || role == .demand,
      let duration = DurationText.attached(in: source.codes, around: range.lowerBound)
    {
      return failure(
        "\(role.title) cannot hold '\(text)'", "put spaces around the duration '\(source.string(duration))'", range)
    }
    let fix =
      switch (role, text) {
      case (.window, _): "it holds '^' where the subscription begins and '!' where it ends"
      case (.demand, _): "it holds a digit or a quoted number such as '12' for that many values, and '*' for unlimited"
      case (.actions, _): "it holds values, one for each action"
      case (.cold, "^"): "time zero of a cold stream is its first symbol; a hot stream has a '^'"
      case (.expectation, "^"): "the first symbol is time zero"
      case (_, "!"): "a failure is written '#'; to mean a value, quote it: '!'"
      default: "to mean a value, quote it: \(quoted(text))"
      }
    return failure("\(role.title) cannot hold '\(text)'", fix, range)
  }

  private func quoted(_ text: String) -> String { "'\(text)'" }
}

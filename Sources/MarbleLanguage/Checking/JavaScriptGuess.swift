/// Rewrites a line with closures or a `pipe` of JavaScript in the language of specs. It reads characters, because the
/// parser cannot read the line.
struct JavaScriptGuess {
  /// A part of the line, and what to write in its place.
  typealias Mend = SpecProblem.Mend

  private let line: [Character]
  private let table: OperatorTable
  /// A longer line is not rewritten: each nested closure is read again.
  private static let longest = 400

  /// - Returns: `nil` for a line that is too long.
  init?(_ line: some Sequence<Character>, _ table: OperatorTable) {
    (self.line, self.table) = (Array(line), table)
    if self.line.count > JavaScriptGuess.longest { return nil }
  }

  // MARK: Closures

  /// A closure such as `x => x * 2`: where it begins and ends, and its parts.
  private struct Arrow {
    var start: Int
    var end: Int
    var names: String
    var body: Range<Int>
  }

  /// `{ x in x * 2 }` for the closure whose arrow begins at a column, with the brackets of a call around it if it is
  /// the only argument.
  func closure(at column: Int) -> (written: String, mend: Mend)? { closure(at: column, in: 0..<line.count) }
  private func closure(at column: Int, in range: Range<Int>) -> (written: String, mend: Mend)? {
    guard let arrow = arrow(at: column), range.contains(arrow.start), arrow.end <= range.upperBound else { return nil }
    let inside = "\(arrow.names) in \(rewritten(arrow.body))"
    let (before, after) = (lastSign(before: arrow.start), firstSign(from: arrow.end))
    if let before, let after, line[before] == "{", line[after] == "}" {
      return ("{ \(inside) }", Mend(columns: arrow.start..<arrow.end, text: inside))
    }
    let written = "{ \(inside) }"
    if let before, let after, line[before] == "(", line[after] == ")", before > range.lowerBound,
      after < range.upperBound,
      line[before - 1].isLetter
    {
      return (written, Mend(columns: before..<after + 1, text: " " + written))
    }
    return (written, Mend(columns: arrow.start..<arrow.end, text: written))
  }

  private func arrow(at column: Int) -> Arrow? {
    guard line.indices.contains(column + 1), line[column + 1] == ">", line[column] == "=" || line[column] == "-" else {
      return nil
    }
    guard let last = lastSign(before: column) else { return nil }
    var start = last
    let names: String
    if line[last] == ")" {
      guard let open = opening(of: last) else { return nil }
      start = open
      let list = line[open + 1..<last].split(separator: ",").map { String($0.filter { $0 != " " }) }
      guard !list.isEmpty, list.allSatisfy({ $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } && !$0.isEmpty })
      else { return nil }
      names = list.joined(separator: ", ")
    } else {
      while start >= 0, line[start].isLetter || line[start].isNumber || line[start] == "_" { start -= 1 }
      start += 1
      if start > last || line[start].isNumber { return nil }
      names = String(line[start...last])
      if start > 0, line[start - 1] == "\\" { start -= 1 }
    }
    let end = endOfArgument(from: column + 2)
    let body = trimmed(column + 2..<end)
    return body.isEmpty ? nil : Arrow(start: start, end: body.upperBound, names: names, body: body)
  }

  // MARK: Pipes

  /// `.map { x in x * 2 }.filter { … }` for `.pipe(map(x => x * 2), filter(…))`, whose name begins at a column.
  func pipe(at column: Int) -> (written: String, mend: Mend)? {
    let open = column + 4
    guard line.indices.contains(open), line[open] == "(", let close = closing(of: open), column > 0,
      line[column - 1] == "."
    else {
      return nil
    }
    var calls: [String] = []
    var start = open + 1
    while start < close {
      let end = min(close, endOfArgument(from: start))
      let part = trimmed(start..<end)
      guard !part.isEmpty, let call = call(in: part) else { return nil }
      calls.append(call)
      start = end + 1
    }
    if calls.isEmpty { return nil }
    let before = stream(before: column - 1)
    let written = calls.joined(separator: ".")
    return (before + "." + written, Mend(columns: column..<close + 1, text: written))
  }

  /// A call of an operator of RxJS as one of this language.
  private func call(in part: Range<Int>) -> String? {
    guard let open = part.first(where: { !(line[$0].isLetter || line[$0].isNumber || line[$0] == "_") }),
      open > part.lowerBound
    else {
      return nil
    }
    let name = String(line[part.lowerBound..<open])
    let rest = firstSign(from: open) ?? open
    guard line[rest] == "(", closing(of: rest) == part.upperBound - 1 else { return rewritten(part) }
    var arguments: [Range<Int>] = []
    var start = rest + 1
    while start < part.upperBound - 1 {
      let end = min(part.upperBound - 1, endOfArgument(from: start))
      arguments.append(trimmed(start..<end))
      start = end + 1
    }
    return translated(name, arguments)
  }

  /// The call with its name and its labels in this language. The labels belong to the first form that takes so many
  /// arguments.
  private func translated(_ name: String, _ arguments: [Range<Int>]) -> String {
    let rows = table.rows.filter { $0.receiver == .stream && ($0.name == name || $0.rx.contains(name)) }
    let written = arguments.map(rewritten)
    if let only = written.first, written.count == 1, only.hasPrefix("{"),
      let form = rows.first(where: { $0.takesOneClosure })
    {
      return "\(form.name) \(only)"
    }
    for form in rows {
      let parameters = form.parameters.filter { $0.kind != .scheduler && $0.kind != .implied }
      if let call = form.rxCall, name != form.name, written.count == 1 {
        return call.split(separator: "%", omittingEmptySubsequences: false).joined(separator: time(written[0]))
      }
      guard parameters.count == written.count, !parameters.contains(where: \.isClosure) else { continue }
      let list = zip(parameters, written).map { one, text in
        (one.label.isEmpty ? "" : one.label + ": ") + (one.kind == .duration ? time(text) : text)
      }
      return "\(form.name)(\(list.joined(separator: ", ")))"
    }
    let (first, last) = (written.dropLast().joined(separator: ", "), written.last ?? "")
    if last.hasPrefix("{") { return "\(name)\(first.isEmpty ? "" : "(\(first))") \(last)" }
    return "\(rows.first?.name ?? name)(\(written.joined(separator: ", ")))"
  }
  /// A number of milliseconds, as RxJS writes a time, with its unit.
  private func time(_ text: String) -> String { text.allSatisfy(\.isNumber) && !text.isEmpty ? text + "ms" : text }

  // MARK: Reading

  /// A part of the line with all its closures rewritten, and `===` as `==`.
  private func rewritten(_ range: Range<Int>) -> String {
    var text = ""
    var index = range.lowerBound
    while index < range.upperBound {
      let rest = index..<range.upperBound
      if let next = nextPlace(in: rest),
        let (_, mend) = line[next] == "=" ? closure(at: next, in: rest) : pipe(at: next),
        mend.columns.lowerBound >= index, mend.columns.upperBound <= range.upperBound
      {
        text += plain(index..<mend.columns.lowerBound) + mend.text
        index = mend.columns.upperBound
      } else {
        text += plain(index..<range.upperBound)
        index = range.upperBound
      }
    }
    return text
  }
  /// The first arrow, or the first name `pipe` of a call, outside of strings.
  private func nextPlace(in range: Range<Int>) -> Int? {
    var quote: Character?
    for index in range {
      if let open = quote {
        if line[index] == open { quote = nil }
      } else if "\"'`".contains(line[index]) {
        quote = line[index]
      } else if line[index] == "=", index + 1 < range.upperBound, line[index + 1] == ">", arrow(at: index) != nil {
        return index
      } else if line[index...].starts(with: ".pipe("), pipe(at: index + 1) != nil {
        return index + 1
      }
    }
    return nil
  }
  private func plain(_ range: Range<Int>) -> String {
    var text = ""
    for index in range {
      // The third sign of '===' and '!=='.
      if line[index] == "=", index >= 2, line[index - 1] == "=", line[index - 2] == "=" || line[index - 2] == "!" {
        continue
      }
      text.append(line[index])
    }
    return text
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (lower, upper) = (range.lowerBound, range.upperBound)
    while lower < upper, line[lower] == " " { lower += 1 }
    while lower < upper, line[upper - 1] == " " { upper -= 1 }
    return lower..<upper
  }
  private func lastSign(before index: Int) -> Int? { line[..<index].lastIndex { $0 != " " } }
  private func firstSign(from index: Int) -> Int? { index > line.count ? nil : line[index...].firstIndex { $0 != " " } }

  /// The index at which an argument ends: at a comma or a closing bracket of its own level, or at the end of the line.
  private func endOfArgument(from start: Int) -> Int {
    var (depth, quote): (Int, Character?) = (0, nil)
    for index in start..<max(start, line.count) {
      let sign = line[index]
      if let open = quote {
        if sign == open { quote = nil }
        continue
      }
      if "\"'`".contains(sign) { quote = sign }
      if "([{".contains(sign) { depth += 1 }
      if ")]}".contains(sign) {
        if depth == 0 { return index }
        depth -= 1
      }
      if sign == ",", depth == 0 { return index }
    }
    return line.count
  }
  private func closing(of open: Int) -> Int? {
    var start = open + 1
    while start <= line.count {
      let end = endOfArgument(from: start)
      if end >= line.count { return nil }
      if line[end] != "," { return end }
      start = end + 1
    }
    return nil
  }
  private func opening(of close: Int) -> Int? {
    var depth = 0
    for index in line[...close].indices.reversed() {
      if line[index] == ")" { depth += 1 }
      if line[index] == "(" { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }
  /// The name or the call before a dot.
  private func stream(before dot: Int) -> String {
    var start = dot
    while start > 0, line[start - 1].isLetter || line[start - 1].isNumber || line[start - 1] == "_" { start -= 1 }
    return start == dot ? "a" : String(line[start..<dot])
  }
}

extension Operator {
  /// Whether the call is a closure behind the name.
  fileprivate var takesOneClosure: Bool {
    let written = parameters.filter { $0.kind != .scheduler && $0.kind != .implied && !$0.isOptional }
    return written.count == 1 && written[0].isClosure && written[0].label.isEmpty
  }
}

import PipesCore

/// A source file, from which a failing test reads the names of variables.
@usableFromInline struct SourceText {
  private let lines: [Substring]

  /// Reads a file. The text is empty if it cannot be read.
  init(path: String) {
    let bytes = (try? Files.read(path)) ?? []
    lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Returns the variable that the result of a call is assigned to: `typed` for `let typed = m.cold(`. A line may
  /// declare several.
  func declaredName(of place: SourcePlace, _ makers: [String]) -> String? {
    guard let text = self[place.line], makers.contains(where: { text.contains($0) }) else { return nil }
    let before = self[place.line - 1].flatMap { $0.last { $0 != " " } == "=" ? $0 : nil } ?? ""
    let head =
      text.utf8.index(text.startIndex, offsetBy: place.column, limitedBy: text.endIndex).map { Substring(text[..<$0]) }
      ?? text
    let isAtCall = makers.contains { head.hasSuffix($0) }
    let all = before + (isAtCall ? head : text)
    guard let sign = isAtCall ? all.lastIndex(of: "=") : all.firstIndex(of: "=") else { return nil }
    // If there are several calls inside of brackets, none is the variable: `let both = [m.cold("a"), m.cold("b")]`.
    let inside = all[all.index(after: sign)...].dropLast(isAtCall ? 1 : 0)
    // A statement has ended between the variable and the call: `let box = Box(); m.at("-x") { … }`.
    if isAtCall, inside.contains(";") { return nil }
    // A closure that has no end yet is between the variable and the call: `let task = Task { m.cold("a") }`.
    if isAtCall, Self.hasOpenBracket(inside, "{", "}") { return nil }
    if isAtCall, Self.hasOpenBracket(inside), makers.reduce(0, { $0 + text.ranges(of: $1).count }) > 1 { return nil }
    let words = declaration(endingIn: all[..<sign]).split { $0 == " " || $0 == "\t" }
    // The name follows `let`, whatever is before it on the line: `{ m in let typed =`, `if let typed =`.
    let start = words.lastIndex { $0 == "let" || $0 == "var" } ?? words.lastIndex { $0 == "in" }
    guard let name = words[(start.map { $0 + 1 } ?? 0)...].first, name != "_" else { return nil }
    return identifier(name.prefix { $0 != ":" })
  }
  private static func hasOpenBracket(_ text: Substring, _ open: String = "([{", _ closed: String = ")]}") -> Bool {
    var depth = 0
    for character in text {
      if open.contains(character) { depth += 1 }
      if closed.contains(character), depth > 0 { depth -= 1 }
    }
    return depth > 0
  }
  /// The last of several declarations, which commas separate outside of brackets and quotes.
  private func declaration(endingIn text: Substring) -> Substring {
    var depth = 0, isQuoted = false
    for index in text.indices.reversed() {
      let character = text[index]
      if character == "\"" { isQuoted.toggle() }
      if isQuoted { continue }
      if ")]>".contains(character) { depth += 1 }
      if "([<".contains(character) { depth -= 1 }
      if depth < 0 || depth == 0 && ",;{".contains(character) { return text[text.index(after: index)...] }
    }
    return text
  }

  /// Returns the argument of a call, if it is an identifier or a short call without arguments: `calm` for
  /// `m.expect(calm)`.
  func argumentName(of place: SourcePlace, _ call: String) -> String? {
    guard let text = self[place.line]?.utf8,
      let start = text.index(text.startIndex, offsetBy: place.column, limitedBy: text.endIndex),
      Substring(text[..<start]).hasSuffix(call)
    else { return nil }
    let arguments = Substring(text[start...]), label = "after: "
    var depth = 0
    let argument = (arguments.hasPrefix(label) ? arguments.dropFirst(label.count) : arguments).prefix { character in
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      return depth >= 0 && (depth > 0 || character != ",")
    }
    // The name without the brackets of calls: `connection.messages()`.
    let name = argument.replacing("()", with: "")
    return argument.count <= 40 && identifier(Substring(name)) != nil ? String(argument) : nil
  }

  /// Returns the text between the parentheses of a call, on one line.
  func arguments(of place: SourcePlace) -> String? {
    guard let first = self[place.line]?.utf8,
      let start = first.index(first.startIndex, offsetBy: place.column - 1, limitedBy: first.endIndex)
    else { return nil }
    var text = "", depth = 0, isQuoted = false, isEscaped = false
    for character in ([Substring(first[start...])] + lines.dropFirst(place.line).prefix(100)).joined(separator: " ") {
      if isQuoted {
        isQuoted = character != "\"" || isEscaped
        isEscaped = character == "\\" && !isEscaped
      } else {
        isQuoted = character == "\""
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        if depth == 0 { return text }
      }
      text.append(character)
    }
    return nil
  }

  /// Whether the file could not be read.
  var isEmpty: Bool { lines.count <= 1 && lines.first?.isEmpty != false }
  /// Whether one of some lines contains a text.
  func lines(_ range: ClosedRange<Int>, mention text: String) -> Bool {
    range.contains { self[$0]?.contains(text) == true }
  }

  /// The place of an argument in a call.
  @usableFromInline enum ArgumentPlace {
    case label(String)
    /// Counted from zero.
    case position(Int)
  }

  /// Returns a short argument of a call.
  func argument(of place: SourcePlace, _ argument: ArgumentPlace) -> String? {
    guard let text = arguments(of: place)?.dropFirst() else { return nil }
    var parts: [String] = [""], depth = 0
    for character in text {
      if "([{".contains(character) { depth += 1 }
      if ")]}".contains(character) { depth -= 1 }
      if character == ",", depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    let trimmed = parts.map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
    let found =
      switch argument {
      case .position(let index): trimmed.indices.contains(index) ? trimmed[index] : nil
      case .label(let label): trimmed.first { $0.hasPrefix(label + ": ") }.map { String($0.dropFirst(label.count + 2)) }
      }
    guard let found, !found.isEmpty, found.count <= 40 else { return nil }
    for (call, verb) in [("finish", "finishes"), ("failure", "fails"), ("end", "ends")] where found.hasSuffix(")") {
      if let range = found.firstRange(of: ".\(call)(of: ") { return found[range.upperBound...].dropLast() + " \(verb)" }
    }
    return found
  }

  private subscript(line: Int) -> Substring? { lines.indices.contains(line - 1) ? lines[line - 1] : nil }

  private func identifier(_ text: Substring) -> String? {
    guard let first = text.first, first.isLetter || first == "_" else { return nil }
    return text.allSatisfy { $0.isLetter || $0.isNumber || "_.$".contains($0) } ? String(text) : nil
  }
}

/// The source files of a test, each of which is read once.
final class SourceTexts {
  private var texts: [String: SourceText] = [:]

  subscript(path: String) -> SourceText {
    if let known = texts[path] { return known }
    let text = SourceText(path: path)
    texts[path] = text
    return text
  }
}

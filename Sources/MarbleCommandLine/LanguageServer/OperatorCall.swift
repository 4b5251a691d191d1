import MarbleSpecs

/// The call that a completion inserts for a form of an operator: the call in the operator's sample, which runs. Streams
/// of the spec take the places of the sample's streams.
struct OperatorCall: Sendable {
  private let text: [Character]
  /// The columns of the streams of the sample.
  private let streams: [Range<Int>]
  /// The columns of the arguments, which somebody changes first.
  private let arguments: [Range<Int>]

  init(_ form: Operator) {
    let sample = SpecText(form.sample, file: form.name)
    text = Array(OperatorCall.span(of: form, in: sample).map { sample.call(at: $0) } ?? form.example)
    let code = SpecText(lines: [[">", " "] + text], file: form.name, firstLine: 1, indent: 0)
    streams = SpecNameUses(code, of: Set(Declarations(sample).names())).uses.map {
      $0.span.columns.lowerBound - 2..<$0.span.columns.upperBound - 2
    }
    arguments = OperatorCall.arguments(in: text)
  }

  /// The place of the operator's name in its sample.
  private static func span(of form: Operator, in sample: SpecText) -> Span? {
    let name = Array(form.name)
    for (row, line) in sample.lines.enumerated()
    where line.first.map({ "> l".contains($0) }) == true && line.count >= name.count {
      for start in 1..<max(1, line.count - name.count + 1) where line[start..<start + name.count].elementsEqual(name) {
        let end = start + name.count
        if end < line.count, line[end].isWord { continue }
        if form.receiver == .nothing ? !line[start - 1].isWord && line[start - 1] != "." : line[start - 1] == "." {
          return Span(row, start..<end)
        }
      }
    }
    return nil
  }

  /// The values between the parentheses of a call, without their labels, and the body of the closure after them.
  private static func arguments(in text: [Character]) -> [Range<Int>] {
    var arguments: [Range<Int>] = []
    var depth = 0, start = 0, isQuoted = false, isClosure = false
    func trimmed(_ range: Range<Int>) -> Range<Int> {
      let first = text[range].firstIndex { $0 != " " } ?? range.upperBound
      let last = text[range].lastIndex { $0 != " " }.map { $0 + 1 } ?? range.upperBound
      return first..<max(first, last)
    }
    for (index, character) in text.enumerated() {
      if character == "\"" { isQuoted.toggle() }
      if isQuoted { continue }
      if "([{".contains(character) {
        depth += 1
        if depth == 1 {
          start = index + 1
          isClosure = character == "{"
        }
      }
      if depth == 1, character == ":", text[start..<index].allSatisfy({ $0.isWord || $0 == " " }),
        text[start..<index].contains(where: \.isWord)
      {
        start = index + 1
      }
      guard depth == 1, ")]}".contains(character) || character == "," && !isClosure else {
        if ")]}".contains(character) { depth -= 1 }
        continue
      }
      arguments.append(trimmed(start..<index))
      if character == "," { start = index + 1 } else { depth -= 1 }
    }
    return arguments.filter { !$0.isEmpty }
  }

  /// The text to insert.
  ///
  /// - Parameters:
  ///   - names: The streams of the spec that may take the places of the sample's; without one they are `Empty()`.
  ///   - isSnippet: Whether the arguments are places of a snippet, through which the user goes with the tab key.
  func text(with names: [String], isSnippet: Bool) -> String {
    var known: [String: String] = [:]
    var result = ""
    var number = 0
    for index in text.indices {
      if isSnippet, arguments.contains(where: { $0.lowerBound == index }) {
        number += 1
        result += "${\(number):"
      }
      if let stream = streams.first(where: { $0.contains(index) }) {
        if index == stream.lowerBound {
          let name = String(text[stream])
          let new = known[name] ?? (names.isEmpty ? "Empty()" : names[known.count % names.count])
          known[name] = new
          result += new
        }
      } else {
        let isArgument = arguments.contains { $0.contains(index) }
        if isSnippet, (isArgument ? "$}\\" : "$\\").contains(text[index]) { result += "\\" }
        result.append(text[index])
      }
      if isSnippet, arguments.contains(where: { $0.upperBound == index + 1 }) { result += "}" }
    }
    return result
  }
}

import Marbles

// Numbers of several digits in rows, each of which is a value of its own.

extension SpecFile {
  /// The numbers of several digits in the rows of sources that somebody probably meant: one that follows the number
  /// before it, as in `-8-9-10-`, or a round one, as in `-10-20-`.
  package var numbersInDigits: [(number: String, span: Span)] {
    sourceRows.flatMap { row in
      let numbers = numbers(in: row)
      let counted = zip(numbers, numbers.dropFirst()).compactMap { Int($0).map { String($0 + 1) } == $1 ? $1 : nil }
      let round = numbers.filter { $0.last == "0" && $0.first != "0" }
      return (counted + round).filter { $0.count > 1 }.map { (number: $0, span: row.span) }
    }
  }

  /// The sequences of digits in a row, without those of durations and in quotes.
  func numbers(in row: MarbleRow) -> [String] {
    let text = text.lines[row.span.line][row.span.columns]
    let parts = text.split { $0 == " " }.filter { part in
      part.contains { $0 == "-" } && !part.contains { $0 == "'" || $0 == "@" }
    }
    return parts.flatMap { $0.split { !$0.isNumber } }.map { $0.reduce(into: "") { $0.append($1) } }
  }

  /// The way to write a number of several digits.
  package static func sentence(ofNumber number: String) -> String {
    let digits = number.map { String($0) }
    let values = "\(digits.dropLast().joined(separator: ", ")) and \(digits.last ?? "")"
    return "'\(number)' is \(number.count) values, \(values): write a letter, and below the row 'x = \(number)'"
  }
}

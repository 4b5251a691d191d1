import Marbles

/// A failure as a command of GitHub Actions, which shows it at its line of a changed file:
/// `::error file=a.marble,line=3,title=…::text`.
struct GitHubAnnotation {
  /// The line that the runner reads.
  let text: String

  /// - Parameter failure: The text of a failure or of a problem. It begins with the place: `a.marble:3: `, or
  ///   `a.marble:3:5: error: `.
  init(_ failure: String) {
    let first = failure.prefix { $0 != "\n" }
    var properties: [String] = []
    var rest = Substring(first)
    if let (file, line, column, message) = Self.place(in: first) {
      properties += ["file=\(Self.escaped(file, inProperty: true))", "line=\(line)"]
      if let column { properties.append("col=\(column)") }
      rest = message
    }
    if rest.hasPrefix("error: ") || rest.hasPrefix("Error: ") { rest = rest.dropFirst(7) }
    properties.append("title=marble check")
    let body = String(rest) + failure.dropFirst(first.count)
    text = "::error \(properties.joined(separator: ","))::\(Self.escaped(body, inProperty: false))"
  }

  /// The file, the line and the column before a message.
  private static func place(in text: Substring) -> (file: String, line: Int, column: Int?, message: Substring)? {
    // The name of a file may have colons, so the first number between two colons is looked for.
    var colon = text.firstIndex(of: ":")
    while let start = colon {
      let digits = text[text.index(after: start)...].prefix { $0.isASCII && $0.isNumber }
      if let line = Int(digits), text[digits.endIndex...].first == ":" {
        var message = text[digits.endIndex...].dropFirst()
        var column: Int?
        let more = message.prefix { $0.isASCII && $0.isNumber }
        if let number = Int(more), message[more.endIndex...].first == ":" {
          column = number
          message = message[more.endIndex...].dropFirst()
        }
        return (String(text[..<start]), line, column, message.drop { $0 == " " })
      }
      colon = text[text.index(after: start)...].firstIndex(of: ":")
    }
    return nil
  }

  /// The text with the signs that the runner reads itself in percent escapes.
  private static func escaped(_ text: String, inProperty: Bool) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "%": escaped += "%25"
      case "\r": escaped += "%0D"
      case "\n": escaped += "%0A"
      case "\r\n": escaped += "%0D%0A"
      case ":" where inProperty: escaped += "%3A"
      case "," where inProperty: escaped += "%2C"
      default: escaped.append(character)
      }
    }
    return escaped
  }
}

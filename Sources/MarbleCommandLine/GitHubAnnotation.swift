import Marbles

/// A failure as a command of GitHub Actions, which shows it at its line of a changed file:
/// `::error file=a.marble,line=3,title=…::text`.
struct GitHubAnnotation {
  /// The line that the runner reads.
  let text: String

  init(_ finding: Finding) {
    var properties: [String] = []
    var body = finding.description
    if let place = finding.place, let line = place.line {
      properties = ["file=\(Self.escaped(place.file, inProperty: true))", "line=\(line)"]
      if let column = place.column { properties.append("col=\(column)") }
      body = finding.message
    } else if finding.place == nil {
      body = finding.message
    }
    properties.append("title=marble check")
    text = "::error \(properties.joined(separator: ","))::\(Self.escaped(body, inProperty: false))"
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

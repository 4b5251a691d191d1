import Foundation
import MarbleDiagrams
import Testing

@testable import MarbleSpecs

/// The documentation comments of the operators begin with what the operator table says: the sentence, the facts, the
/// advice, the executed diagram.
///
/// `DOCS=write swift test --filter OperatorCommentTests` writes that part anew; everything below the diagram stays.
struct OperatorCommentTests {
  /// A declaration of an operator in a file, with the lines of its comment.
  struct Declaration {
    var file: URL
    var key: String
    var comment: Range<Int>
    var lines: [Substring]
  }

  /// The name and the labels, without those of options, as in `delay(for:scheduler:)`.
  static func key(_ name: String, _ labels: [String]) -> String {
    name + "("
      + labels.filter { !["options", "tolerance", "jitter"].contains($0) }.map { ($0.isEmpty ? "_" : $0) + ":" }
      .joined() + ")"
  }

  // A regular expression is compiled where it is written, each time.
  nonisolated(unsafe) private static let (function, above, slashes) = (
    /public func `?([A-Za-z]+)/, /^ *(\/\/\/|@(?!.*func ))/, /^ *\/\/\//
  )

  /// The first declaration of each operator: the others are forms for failures, arities and fusions.
  static func declarations() throws -> [Declaration] {
    var found: [Declaration] = []
    let root = OperatorCoverageTests.sources
    let names = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    for name in names.sorted()
    where name.hasSuffix(".swift") && !name.contains("+")
      && (name.hasPrefix("Operators/") || name.hasPrefix("Core/Sharing/"))
    {
      let file = root.appendingPathComponent(name)
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
      var isPublisher = false
      for (index, line) in lines.enumerated() {
        if line.hasPrefix("extension ") {
          isPublisher = line.hasPrefix("extension Publisher ") || line.hasPrefix("extension ConnectablePublisher ")
        }
        guard isPublisher, let match = line.firstMatch(of: function) else { continue }
        var first = index
        while first > 0, lines[first - 1].firstMatch(of: above) != nil { first -= 1 }
        let last = lines[first..<index].firstIndex { $0.firstMatch(of: slashes) == nil } ?? index
        if first == last { continue }
        let text = lines[index...].prefix(8).joined(separator: " ")
        var key = Self.key(String(match.1), labels(of: text))
        if text.contains("TimeGroupingStrategy") { key = "collect(strategy:)" }
        if !found.contains(where: { $0.key == key }) {
          found.append(Declaration(file: file, key: key, comment: first..<last, lines: lines))
        }
      }
    }
    return found
  }

  /// The labels of the parameters of a function.
  static func labels(of declaration: String) -> [String] {
    guard let open = declaration.firstRange(of: /public func `?[A-Za-z]+`?(<[^(]*>)?\(/)?.upperBound else { return [] }
    var labels: [String] = [], depth = 0, isLabel = true, label = ""
    var previous: Character = " "
    for character in declaration[open...] {
      if "([{<".contains(character) { depth += 1 }
      if ")]}".contains(character) || character == ">" && previous != "-" { depth -= 1 }
      if depth < 0 { break }
      if depth == 0, character == "," {
        isLabel = true
      } else if isLabel, character == ":" {
        labels.append(String(label.split(separator: " ").first ?? ""))
        (isLabel, label) = (false, "")
      } else if isLabel {
        label.append(character)
      }
      previous = character
    }
    return labels.map { $0 == "_" ? "" : $0 }
  }

  /// The row of each operator that is called on a stream, by the key of its declaration: the first of several forms
  /// with one sentence.
  static func rows() -> [String: Operator] {
    var rows: [String: Operator] = [:], sentences: Set<String> = []
    for row in OperatorTable.shared.rows
    where row.receiver == .stream && sentences.insert(row.name + row.sentence).inserted {
      let isGrouping = row.sample.contains(".byTime")
      let labels = row.parameters.filter { $0.kind != .implied }.map(\.label)
      let key = isGrouping ? "collect(strategy:)" : Self.key(row.name, labels)
      if rows[key] == nil { rows[key] = row }
    }
    return rows
  }

  /// The lines of a comment that come from a row, without the slashes.
  static func text(_ row: Operator, width: Int) throws -> [String] {
    let facts = row.facts
    let drawing = TextRenderer.text(of: try ExecutedSpec(SpecText(row.sample, file: row.name)).diagram)
    let diagram = drawing.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { "    " + $0 }
    func code(_ text: String) -> String {
      text.replacing(/\b(true|false|nil|completeImmediately|customError)\b/) { "`\($0.output.0)`" }
        .replacing(#/ (\.[a-z][A-Za-z]+)/#) { " `\($0.output.1)`" }
    }
    let rx = facts.namesInRx(emphasized: { "*\($0)*" }, named: { "`\($0)`" })
    let advice = facts.advice(emphasized: { "*\($0)*" }, named: { "`\($0)`" }) + (rx.isEmpty ? "" : " " + rx)
    let paragraphs = [code(row.sentence), code(facts.text { "*\($0)*" }), advice].filter { !$0.isEmpty }.map {
      wrapped($0, width)
    }
    return Array(paragraphs.joined(separator: [""])) + [""] + diagram
  }

  static func wrapped(_ text: String, _ width: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      if !lines[lines.count - 1].isEmpty, lines[lines.count - 1].count + 1 + word.count > width { lines.append("") }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
    }
    return lines
  }

  /// The comment as it should be: the text of the row, then everything below the diagram that was there.
  static func comment(_ declaration: Declaration, _ row: Operator) throws -> [String] {
    let old = declaration.lines[declaration.comment].map { $0.drop { $0 == " " }.dropFirst(3) }
    let indent = String(declaration.lines[declaration.comment.lowerBound].prefix { $0 == " " })
    var rest = old[...]
    if let diagram = old.firstIndex(where: { $0.hasPrefix("     ") }) {
      rest = old[diagram...].drop { $0.hasPrefix("     ") }
    } else {
      rest = old.drop { !$0.hasPrefix(" - Parameter") }
    }
    while rest.first?.isEmpty == true { rest.removeFirst() }
    let text = try text(row, width: 120 - indent.count - 4).map { $0.isEmpty ? "///" : "/// " + $0 }
    return (text + (rest.isEmpty ? [] : ["///"] + rest.map { "///" + $0 })).map { indent + $0 }
  }

  @Test func commentsBeginWithWhatTheTableSays() throws {
    let rows = Self.rows()
    let declarations = try Self.declarations()
    let keys = Set(declarations.map(\.key))
    #expect(rows.keys.filter { !keys.contains($0) }.sorted() == [], "no declaration for these rows")
    let writes = ProcessInfo.processInfo.environment["DOCS"] == "write"
    for (file, all) in Dictionary(grouping: declarations, by: \.file).sorted(by: { $0.key.path < $1.key.path }) {
      guard var lines = all.first?.lines.map(String.init) else { continue }
      for declaration in all.reversed() {
        guard let row = rows[declaration.key] else { continue }
        let comment = try Self.comment(declaration, row)
        if writes {
          lines.replaceSubrange(declaration.comment, with: comment)
        } else {
          #expect(
            lines[declaration.comment].elementsEqual(comment),
            "\(file.lastPathComponent): the comment of \(declaration.key) is not what its row says; DOCS=write swift test --filter OperatorCommentTests"
          )
        }
      }
      if writes { try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8) }
    }
  }
}

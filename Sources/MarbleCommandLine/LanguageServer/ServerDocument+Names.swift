import MarbleDiagrams
import MarbleSpecs

/// The names of a document: their places, a new name for them, and the outline.
extension ServerDocument {
  /// A request that cannot be answered, with a sentence for the user.
  struct RenameRefusal: Error {
    let message: String
    init(_ message: String) { self.message = message }
  }

  /// The name at a place, with its spec and all its uses there. A symbol with a meaning in a table is a name, too.
  private func name(at position: JSONText?) -> (
    index: Int, use: SpecNameUses.Use, all: [SpecNameUses.Use], symbols: SymbolUses?
  )? {
    guard let place = place(position), let index = spec(at: place.row) else { return nil }
    let (line, column) = placeInSpec(place, specs[index])
    func isThere(_ use: SpecNameUses.Use) -> Bool {
      use.span.line == line && use.span.columns.lowerBound <= column && column <= use.span.columns.upperBound
    }
    let uses = SpecNameUses(specs[index]).uses
    if let use = uses.first(where: isThere) { return (index, use, uses.filter { $0.name == use.name }, nil) }
    guard let file = analysis(index).file, let symbols = SymbolUses(of: file, at: line, column),
      let use = symbols.uses.last(where: isThere)
    else { return nil }
    return (index, use, symbols.uses, symbols)
  }

  // MARK: References

  func references(at position: JSONText?, withDeclaration: Bool) -> JSONText {
    guard let (index, _, all, _) = name(at: position) else { return .null }
    return .list(
      all.filter { withDeclaration || !$0.isDeclaration }.map { use in
        .object([("uri", .string(uri)), ("range", range(of: use.span, in: specs[index]))])
      })
  }

  func highlights(at position: JSONText?) -> JSONText {
    guard let (index, _, all, _) = name(at: position) else { return .null }
    // Written at the declaration, read elsewhere.
    return .list(
      all.map {
        .object([("range", range(of: $0.span, in: specs[index])), ("kind", .number($0.isDeclaration ? 3 : 2))])
      })
  }

  // MARK: Rename

  private static let nothingToRename =
    "there is nothing to rename here: a stream, a 'let' and a symbol with a meaning in a table have a name"

  func renameable(at position: JSONText?) throws(RenameRefusal) -> JSONText {
    guard let (index, use, _, _) = name(at: position) else { throw RenameRefusal(Self.nothingToRename) }
    return .object([("range", range(of: use.span, in: specs[index])), ("placeholder", .string(use.name))])
  }

  /// The edits that give a name to a stream, in its declaration and wherever the spec names it. Aligned rows stay
  /// aligned.
  func renamed(at position: JSONText?, to new: String?) throws(RenameRefusal) -> JSONText {
    guard let (index, use, all, symbols) = name(at: position) else { throw RenameRefusal(Self.nothingToRename) }
    let (spec, new) = (specs[index], new ?? "")
    if let symbols { return try renamed(symbols, of: index, to: new) }
    if new == use.name { return .object([("changes", .object([]))]) }
    try check(new, in: spec)
    let lines = aligned(Self.lines(of: spec, renaming: all, to: new), as: index)
    try check(lines, against: index, all, to: new)
    return changes(of: spec, to: lines)
  }
  /// The edits that replace lines of a spec.
  func changes(of spec: SpecText, to lines: [[Character]]) -> JSONText {
    let edits = lines.indices.filter { lines[$0] != spec.lines[$0] }.map { line in
      edit(range(of: Span(line, 0..<spec.lines[line].count), in: spec), String(lines[line]))
    }
    return .object([("changes", .object([(uri, .list(edits))]))])
  }

  private static func lines(of spec: SpecText, renaming uses: [SpecNameUses.Use], to new: String) -> [[Character]] {
    var lines = spec.lines
    for use in uses.reversed() { lines[use.span.line].replaceSubrange(use.span.columns, with: Array(new)) }
    return lines
  }

  /// Checks that a word can be a name of a spec.
  private func check(_ new: String, in spec: SpecText) throws(RenameRefusal) {
    guard let first = new.first, !first.isNumber, new.allSatisfy({ $0.isASCII && $0.isWord }) else {
      throw RenameRefusal(
        "'\(new)' is not a name: a name has only the letters A to Z and a to z, digits and _, and does not start with a digit"
      )
    }
    if SpecWord(rawValue: new) != nil {
      throw RenameRefusal("'\(new)' is not a name, because it is the first word of a kind of line")
    }
    if SpecWord.ofSwift.contains(new) || new == "scheduler" || new == SpecFile.Rule.result {
      throw RenameRefusal("'\(new)' is a word of the language, not a name")
    }
    if let taken = Declarations(spec).span(of: new) {
      throw RenameRefusal("the name '\(new)' is taken, in line \(spec.firstLine + taken.line)")
    }
  }

  /// Checks that the new lines name the same things as the old ones.
  private func check(_ lines: [[Character]], against index: Int, _ uses: [SpecNameUses.Use], to new: String)
    throws(RenameRefusal)
  {
    let spec = specs[index]
    let renamed = spec.with(lines)
    let found = SpecNameUses(renamed, of: [new]).uses
    if let other = zip(found.map(\.span.line) + [-1], uses.map(\.span.line) + [-1]).first(where: { $0 != $1 }) {
      let line = [other.0, other.1].filter { $0 >= 0 }.min() ?? 0
      throw RenameRefusal("'\(new)' already means something else in line \(spec.firstLine + line)")
    }
    // A spec that could be read can be read afterwards.
    guard analysis(index).file != nil else { return }
    do throws(SpecProblem) { _ = try SpecFile(renamed) } catch {
      throw RenameRefusal("with the name '\(new)' the spec is wrong: \(error.message)")
    }
  }

  /// The lines after a rename, with their rows aligned if the rows of the spec were.
  private func aligned(_ lines: [[Character]], as index: Int) -> [[Character]] {
    let columns = Set(specs[index].lines.compactMap { RowText($0)?.column })
    let rows = lines.indices.compactMap { line in RowText(lines[line]).map { (line, $0) } }
    guard columns.count == 1, let old = columns.first, let longest = rows.map(\.1.label.count).max() else {
      return lines
    }
    var lines = lines
    for (line, row) in rows { lines[line] = row.aligned(at: max(old, longest + 1)) }
    return lines
  }

  // MARK: The outline

  /// The kinds of symbols, with the numbers of the protocol.
  private enum SymbolKind: Int64 { case module = 2, function = 12, variable = 13, constant = 14, event = 24 }

  /// The streams, names and pipelines of each spec. In Markdown each spec is a symbol that contains them.
  var symbols: JSONText {
    let all = specs.map { spec in
      let isFence = spec.firstLine > 1
      let children = symbols(of: spec)
      guard isFence, let first = spec.lines.first else { return children }
      let title = spec.lines.first { $0.starts(with: "title:") }.map { String($0.dropFirst(6).drop { $0 == " " }) }
      let last = Span(spec.lines.count - 1, 0..<(spec.lines.last?.count ?? 0))
      let name = title ?? "spec in line \(spec.firstLine)"
      return [symbol(name, "", .module, Span(0, 0..<first.count), through: last, in: spec, children)]
    }
    return .list(all.flatMap(\.self))
  }

  private func symbols(of spec: SpecText) -> [JSONText] {
    var symbols: [JSONText] = []
    var known: Set<String> = []
    for (index, line) in spec.lines.enumerated() {
      let whole = Span(index, 0..<line.count)
      if let columns = Declarations.declaration(in: line) {
        let name = String(line[columns])
        let isDerived = line.starts(with: "let ")
        // Several rows of one source are one stream.
        guard known.insert(name).inserted else { continue }
        let detail = line[columns.upperBound...].drop { ": =".contains($0) }
        let isClosure = isDerived && detail.first == "{"
        let kind: SymbolKind = isClosure ? .function : isDerived ? .variable : .event
        symbols.append(symbol(name, String(detail), kind, Span(index, columns), through: whole, in: spec))
      } else if line.first == ">" {
        let end = spec.lines[(index + 1)...].prefix {
          $0.first.map { " )]}".contains($0) } == true && $0.first { $0 != " " } == "."
        }
        .endIndex
        let parts = spec.lines[(index + 1)..<end].map { String($0.drop { $0 == " " }) }
        let name = (String(line.dropFirst().drop { $0 == " " }) + parts.joined())
        if name.isEmpty { continue }
        let last = Span(end - 1, 0..<spec.lines[end - 1].count)
        symbols.append(symbol(String(name.prefix(80)), "", .function, whole, through: last, in: spec))
      } else if line.first == "!" {
        let name = String(line.drop { "! ".contains($0) })
        if !name.isEmpty { symbols.append(symbol(name, "", .constant, whole, through: whole, in: spec)) }
      }
    }
    return symbols
  }

  private func symbol(
    _ name: String, _ detail: String, _ kind: SymbolKind, _ span: Span, through last: Span, in spec: SpecText,
    _ children: [JSONText] = []
  ) -> JSONText {
    let selection = range(of: span, in: spec)
    let start = range(of: Span(span.line, 0..<0), in: spec)["start"] ?? .null
    let end = range(of: last, in: spec)["end"] ?? .null
    var members: [(String, JSONText)] = [
      ("name", .string(name.isEmpty ? "spec" : name)), ("detail", .string(detail)), ("kind", .number(kind.rawValue)),
      ("range", .object([("start", start), ("end", end)])), ("selectionRange", selection),
    ]
    if !children.isEmpty { members.append(("children", .list(children))) }
    return .object(members)
  }
}

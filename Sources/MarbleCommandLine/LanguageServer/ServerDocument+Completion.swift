import MarbleDiagrams
import MarbleRuns
import MarbleSpecs

/// The completions at a place of a document.
extension ServerDocument {
  /// - Parameter areSnippets: Whether the editor takes snippets, whose places are filled in one after the other.
  func completions(at position: JSONText?, areSnippets: Bool = false) -> JSONText {
    guard let place = place(position), let index = spec(at: place.row) else { return .list([]) }
    let spec = specs[index]
    let line = placeInSpec(place, spec).line
    guard spec.lines.indices.contains(line) || !place.before.isEmpty || place.row >= spec.firstLine - 1 else {
      return .list([])
    }
    let before = place.before.drop { $0 == " " }
    if before.allSatisfy(\.isWord), place.before.count == before.count { return .list(SpecWord.completions) }
    if before.first == "!" { return .list(ruleCompletions(before, spec, line)) }
    guard isPipeline(spec, line) else { return .list(rowCompletions(before, spec)) }
    let items = expressionCompletions(place, spec, line, areSnippets)
    guard items.count > ServerDocument.longestList else { return .list(items) }
    // The editor sends the request again for each further letter, and the names then begin with it.
    let word = String(place.before[place.word.lowerBound...])
    let fitting = items.filter { $0["label"]?.string?.hasPrefix(word) == true }
    return .object([("isIncomplete", .bool(true)), ("items", .list(Array(fitting.prefix(ServerDocument.longestList))))])
  }
  private static let longestList = 1_000

  /// Whether a line of a spec belongs to a pipeline.
  private func isPipeline(_ spec: SpecText, _ line: Int) -> Bool {
    guard spec.lines.indices.contains(line) else { return false }
    let start = spec.lines[...line].lastIndex { $0.first != " " } ?? 0
    let words = String(spec.lines[start].prefix(4))
    return words.hasPrefix(">") || words == "let "
  }

  private func rowCompletions(_ before: ArraySlice<Character>, _ spec: SpecText) -> [JSONText] {
    if before.starts(with: "subs "), !before.contains(":") {
      return Declarations(spec).names(atMost: ServerDocument.longestList, areSources: true).map {
        CompletionItem($0, .variable, "a stream", insert: $0 + ": ").json
      }
    }
    if before.starts(with: "busy "), !before.contains(":") {
      return [CompletionItem("scheduler", .variable, "the scheduler", insert: "scheduler: ").json]
    }
    let isFrame = before.starts(with: "frame:") && before.dropFirst(6).allSatisfy { $0 == " " || $0.isNumber }
    return isFrame && before.last?.isNumber == true ? unitCompletions(before) : []
  }

  /// The forms of a rule after '!', then its streams and words.
  private func ruleCompletions(_ before: ArraySlice<Character>, _ spec: SpecText, _ line: Int) -> [JSONText] {
    let words = before.dropFirst().split(separator: " ")
    if before.last?.isNumber == true {
      return words.dropLast().last == ["w", "i", "t", "h", "i", "n"] ? unitCompletions(before) : []
    }
    let names = Declarations(spec, before: line).names(atMost: ServerDocument.longestList) + [SpecFile.Rule.result]
    let streams = names.map {
      CompletionItem($0, .variable, $0 == SpecFile.Rule.result ? "the result of the pipeline" : "a stream").json
    }
    if words.isEmpty || words.count == 1 && before.last != " " {
      let verbs = ["each", "no", "at most", "at least", "as many", "never", "always"]
      return verbs.map { verb in
        CompletionItem(verb, .keyword, RuleForm.all.first { $0.form.hasPrefix(verb) }?.form ?? "", insert: verb + " ")
          .json
      } + streams
    }
    let parts = [
      "is followed by", "within", "after", "after each", "only after", "finishes", "fails", "ends", "than", "as",
      "in a row", "at the end",
    ]
    return streams + parts.map { CompletionItem($0, .keyword, "a part of a rule", insert: $0 + " ").json }
  }

  /// The units of a duration, after its digits.
  private func unitCompletions(_ before: ArraySlice<Character>) -> [JSONText] {
    let digits = String(before.reversed().prefix { $0.isNumber || $0 == "." }.reversed())
    let units = [
      ("ms", "milliseconds"), ("s", "seconds"), ("m", "minutes"), ("h", "hours"), ("us", "microseconds"),
      ("ns", "nanoseconds"),
    ]
    return units.map { CompletionItem(digits + $0.0, .unit, $0.1).json }
  }

  private func expressionCompletions(_ place: DocumentPlace, _ spec: SpecText, _ line: Int, _ areSnippets: Bool)
    -> [JSONText]
  {
    let word = place.before[place.word.lowerBound...]
    let brackets = OpenBrackets(code(before: place, spec, line))
    if brackets.isInText { return [] }
    if place.word.lowerBound > 0, place.line[place.word.lowerBound - 1] == "$" { return numbered(brackets, place) }
    if word.first?.isNumber == true { return brackets.takesUnit ? unitCompletions(word) : [] }
    if place.word.lowerBound > 0, place.line[place.word.lowerBound - 1] == "." {
      let isImplicit = place.word.lowerBound < 2 || " (,:[".contains(place.line[place.word.lowerBound - 2])
      let isIndented = !place.line[..<(place.word.lowerBound - 1)].contains { $0 != " " }
      if isImplicit, !isIndented { return ServerDocument.cases }
      let isValue = place.word.lowerBound > 1 && place.line[place.word.lowerBound - 2] == "]"
      return ServerDocument.operators.filter { ($0.receiver == .value) == isValue }.map {
        $0.json(streams(spec, line), areSnippets)
      }
    }
    let declarations = Declarations(spec, before: line)
    // If there are more names than an answer takes, only those that fit.
    var names = declarations.names(atMost: ServerDocument.longestList + 1)
    if names.count > ServerDocument.longestList {
      names = declarations.names(beginning: word, atMost: ServerDocument.longestList + 1)
    }
    return labels(of: brackets.call) + brackets.received.map(ServerDocument.received)
      + names.map { CompletionItem($0, .variable, "a stream").json }
      + ServerDocument.origins.map { $0.json(streams(spec, line), areSnippets) } + [ServerDocument.scheduler]
  }
  /// The sources that a call may name: others than the one that its pipeline begins with, if there are others.
  private func streams(_ spec: SpecText, _ line: Int) -> [String] {
    let names = Declarations(spec, before: line).names(atMost: 10, areSources: true)
    let start = spec.lines[...line].lastIndex { $0.first != " " } ?? 0
    let first = String(spec.lines[start].drop { !$0.isWord }.prefix { $0.isWord })
    let others = names.filter { $0 != first }
    return others.isEmpty ? names : others
  }

  private static func received(_ name: String, _ owner: String) -> JSONText {
    CompletionItem(name, .variable, "a value that the closure of \(owner) receives").json
  }
  /// The values without a name that a closure receives, behind the '$' that they replace.
  private func numbered(_ brackets: OpenBrackets, _ place: DocumentPlace) -> [JSONText] {
    brackets.received.filter { $0.name.first == "$" }.map { name, owner in
      guard case .object(let members) = ServerDocument.received(name, owner) else { return .null }
      let edit = edit(range(place.row, from: place.word.lowerBound - 1, to: place.word.upperBound), name)
      return .object(members + [("textEdit", edit)])
    }
  }
  /// The code of a pipeline before a place, its lines one behind the other.
  private func code(before place: DocumentPlace, _ spec: SpecText, _ line: Int) -> [Character] {
    let start = spec.lines[...line].lastIndex { $0.first != " " } ?? 0
    return Array(spec.lines[start..<line].joined(separator: [" "])) + [" "] + place.before
  }
  private func labels(of call: String?) -> [JSONText] {
    guard let call else { return [] }
    return OperatorTable.shared.forms(of: call).flatMap(\.labels).uniqued.map {
      CompletionItem($0 + ":", .field, "a parameter of \(call)", insert: $0 + ": ").json
    }
  }

  private static let operators: [CallCompletion] = {
    let forms = OperatorTable.shared.rows.filter { $0.receiver != .nothing }
    let own = forms.map { CallCompletion($0, label: $0.signature, filter: $0.name) }
    let rx = OperatorTable.shared.rxNames.sorted { $0.key < $1.key }.compactMap { name, ours -> CallCompletion? in
      guard let form = forms.first(where: { $0.signature == ours || $0.name == ours }) else { return nil }
      return CallCompletion(form, label: "\(name) → \(form.signature)", filter: name)
    }
    return own + rx
  }()
  private static let origins = OperatorTable.shared.rows.filter { $0.receiver == .nothing }.map {
    CallCompletion($0, label: $0.signature, filter: $0.name)
  }
  private static let scheduler = CompletionItem("scheduler", .keyword, "the virtual scheduler of the run").json
  private static let cases: [JSONText] = OperatorTable.shared.rows.flatMap(\.cases).uniqued.sorted().map {
    CompletionItem($0, .member, "a case").json
  }
}

/// A completion at a place.
private struct CompletionItem {
  /// The kinds of completions, with the numbers of the protocol.
  enum Kind: Int64 { case function = 3, field = 5, variable = 6, unit = 11, keyword = 14, member = 20 }

  var members: [(String, JSONText)]
  var json: JSONText { .object(members) }

  init(_ label: String, _ kind: Kind, _ detail: String, insert: String? = nil) {
    members = [
      ("label", .string(label)), ("kind", .number(kind.rawValue)), ("detail", .string(detail)),
      ("insertText", .string(insert ?? label)),
    ]
  }
}

/// The completion of an operator, whose call depends on the spec.
private struct CallCompletion {
  let receiver: Operator.Receiver
  private let call: OperatorCall
  private let members: [(String, JSONText)]

  init(_ form: Operator, label: String, filter: String) {
    receiver = form.receiver
    call = OperatorCall(form)
    let page: JSONText = .object([("kind", "markdown"), ("value", .string(OperatorPage.markdown(of: form)))])
    members = [
      ("label", .string(label)), ("kind", .number(CompletionItem.Kind.function.rawValue)),
      ("detail", .string(form.sentence)),
      ("documentation", page), ("filterText", .string(filter)),
      ("sortText", .string("\(filter) \(CallCompletion.rank(of: form))")),
    ]
  }

  /// The place of a form among those of its name: the table begins with the usual one, an alphabet would not.
  private static func rank(of form: Operator) -> String {
    let rank = OperatorTable.shared.forms(of: form.name).firstIndex { $0.signature == form.signature } ?? 99
    return rank < 10 ? "0\(rank)" : "\(rank)"
  }

  func json(_ streams: [String], _ isSnippet: Bool) -> JSONText {
    let format: [(String, JSONText)] = isSnippet ? [("insertTextFormat", .number(2))] : []
    return .object(members + [("insertText", .string(call.text(with: streams, isSnippet: isSnippet)))] + format)
  }
}

extension SpecWord {
  fileprivate static let completions: [JSONText] =
    allCases.map { word in
      let isHeader = headers.contains(word)
      return CompletionItem(word.rawValue, .keyword, word.sentence, insert: word.rawValue + (isHeader ? ": " : " "))
        .json
    } + [
      CompletionItem(">", .keyword, "The pipeline that runs.", insert: "> ").json,
      CompletionItem("=", .keyword, "The events that one subscriber should receive.", insert: "= ").json,
    ]
}

/// The streams that a spec declares. They are found line by line, so that they are known while another line is
/// incomplete.
///
/// Nothing is made of a line that is not asked for: a document may declare tens of thousands.
struct Declarations {
  private let lines: ArraySlice<[Character]>

  init(_ spec: SpecText, before end: Int? = nil) { lines = spec.lines.prefix(end ?? spec.lines.count) }

  /// The names that begin with a word, up to a number of them: those of sources, then those of other streams.
  func names(beginning word: ArraySlice<Character> = [], atMost limit: Int = .max, areSources: Bool = false) -> [String]
  {
    var (sources, derived): ([String], [String]) = ([], [])
    for line in lines {
      if sources.count + derived.count >= limit { break }
      guard let found = Declarations.name(in: line), line[found.columns].starts(with: word) else { continue }
      guard let name = Declarations.text(found.columns, in: line) else { continue }
      if found.isDerived { derived.append(name) } else { sources.append(name) }
    }
    return areSources ? sources : sources + derived
  }

  /// The columns of the name that a line declares.
  static func declaration(in line: [Character]) -> Range<Int>? {
    guard let found = name(in: line), text(found.columns, in: line) != nil else { return nil }
    return found.columns
  }

  /// The place where a name is declared.
  func span(of name: String) -> Span? {
    let characters = Array(name)
    for index in lines.indices.reversed() {
      guard let found = Declarations.name(in: lines[index]), lines[index][found.columns].elementsEqual(characters)
      else { continue }
      if Declarations.text(found.columns, in: lines[index]) != nil { return Span(index, found.columns) }
    }
    return nil
  }

  /// The columns of the name that a line declares: it begins the line, before a colon, or follows a word such as `let`.
  private static func name(in line: [Character]) -> (columns: Range<Int>, isDerived: Bool)? {
    guard line.first?.isWord == true else { return nil }
    let end = self.end(of: line, from: 0)
    let next = line[end...].firstIndex { $0 != " " } ?? line.count
    if next < line.count, line[next] == ":" { return (0..<end, false) }
    guard next > end, next < line.count, line[next].isWord else { return nil }
    let last = self.end(of: line, from: next)
    let behind = line[last...].first { $0 != " " }
    guard last == line.count || line[last] == " " || behind == ":" || behind == "=" else { return nil }
    switch String(line[..<end]) {
    case "let": return (next..<last, true)
    case "hot", "cold": return (next..<last, false)
    default: return nil
    }
  }
  private static func end(of line: [Character], from start: Int) -> Int {
    line[start...].firstIndex { !$0.isWord } ?? line.count
  }
  /// The name; nil for a word that begins another kind of line.
  private static func text(_ columns: Range<Int>, in line: [Character]) -> String? {
    let text = String(line[columns])
    return columns.lowerBound == 0 && SpecWord(rawValue: text) != nil ? nil : text
  }
}

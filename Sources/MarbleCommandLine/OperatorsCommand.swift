import MarbleDiagrams
import MarbleRuns
import MarbleSpecs

extension MarbleTool {
  static let operators = Subcommand(
    shape: CommandShape(
      name: "operators", overview: "List the operators, or show one of them at work.",
      operands: [
        CommandShape.Operand(
          name: "name", kind: .operatorName,
          help: "An operator such as debounce, its Rx name, or a purpose in your words: wait until typing stops.",
          isRepeated: true, isOptional: true)
      ],
      options: [
        CommandShape.Option(
          name: "format", value: "format", choices: ["text", "json"],
          help: "With json, print each form with its facts and its sample as data.")
      ])
  ) { tool, arguments in
    let name = arguments.operands.isEmpty ? nil : arguments.operands.joined(separator: " ")
    if arguments.values["format"] == "json" { return tool.print(try OperatorHelp.json(of: name)) }
    guard let name else { return tool.print(OperatorHelp.list) }
    if let list = OperatorHelp.list(for: name) { return tool.print(list) }
    tool.print(try OperatorHelp.text(of: name), as: .diagram)
  }
}

/// The help texts of the operator table.
enum OperatorHelp {
  private static let table = OperatorTable.shared

  /// The forms of the table, each sentence once, with the families in order.
  static var families: [(name: String, forms: [Operator])] {
    var families: [(name: String, forms: [Operator])] = []
    for form in table.rows {
      let index = families.firstIndex { $0.name == form.family } ?? families.count
      if index == families.count { families.append((form.family, [])) }
      if !families[index].forms.contains(where: { $0.name == form.name && $0.sentence == form.sentence }) {
        families[index].forms.append(form)
      }
    }
    return families
  }

  /// All operators by family, one line each.
  static var list: String {
    families.map { family in
      family.name.uppercased() + ":\n" + family.forms.map { CommandShape.entry($0.signature, $0.sentence) }.joined()
        + "\n"
    }.joined() + "  See 'marble operators <name>' for one of them at work.\n"
  }

  /// The list of the operators for a purpose; `nil` if the words are a name, or no operator fits.
  static func list(for words: String) -> String? {
    guard let names = names(for: words) else { return nil }
    let forms = names.compactMap { name in table.rows.first { $0.name == name } }
    return "Operators for '\(words)', the likeliest first:\n"
      + forms.map { CommandShape.entry($0.name, $0.sentence) }.joined()
      + "\n  See 'marble operators <name>' for one of them at work.\n"
  }
  /// The names of the operators for a purpose. One word is a name that was mistyped, if one is near.
  private static func names(for words: String) -> [String]? {
    guard exactForms(of: words).isEmpty, Suggestion.notInSpecs[words] == nil else { return nil }
    let longer = table.rows.filter { $0.begins(with: words) }.map(\.name).uniqued
    if !longer.isEmpty { return longer.count == 1 ? nil : longer }
    let isText = words.contains(" "), search = OperatorSearch.shared
    guard isText || search.isPhrase(words) || meant(by: words) == nil else { return nil }
    let names = Array(search.names(for: words, guesses: isText).prefix(5))
    return names.isEmpty ? nil : names
  }
  private static func meant(by name: String) -> String? {
    table.meant(by: name, among: table.rows.map(\.name) + table.rxNames.keys.sorted())
  }

  /// Whether a word is the name of an operator, here or in Rx.
  static func has(_ name: String) -> Bool { table.rows.contains { $0.isCalled(name) || $0.facts.rx.contains(name) } }

  /// The sentence and the facts of an operator, and the diagram of its sample, which is executed for each call.
  static func text(of name: String) throws(UsageError) -> String {
    let forms = try forms(of: name)
    var text = ""
    if !forms.contains(where: { $0.isCalled(name) }) {
      let isName = forms.contains { $0.facts.rx.contains(name) || $0.begins(with: name) }
      text += "\(name) is \(isName ? "called" : "written with") \(forms[0].name) here.\n\n"
    }
    var sentence = ""
    for form in forms {
      if !text.isEmpty, !text.hasSuffix("\n\n") { text += "\n" }
      text += form.signature + "\n"
      if form.sentence != sentence { text += about(form) }
      sentence = form.sentence
      let spec = try sample(of: form)
      text += "\n" + TextRenderer.text(of: spec.diagram)
    }
    return text
  }

  /// All forms as data, in the order of the table, or those of one operator, or for one purpose: the texts of ``text(of:)``, each by
  /// itself.
  static func json(of name: String?) throws(UsageError) -> String {
    var list: [JSONText] = []
    var shown = table.rows
    if let name {
      if let names = names(for: name) {
        shown = names.flatMap { name in table.rows.filter { $0.name == name } }
      } else {
        shown = try forms(of: name)
      }
    }
    for form in shown { list.append(try data(of: form)) }
    return JSONText.object([("operators", .list(list))]).description
  }

  private static func data(of form: Operator) throws(UsageError) -> JSONText {
    let spec = try sample(of: form)
    return .object([
      ("name", .string(form.name)), ("signature", .string(form.signature)), ("family", .string(form.family)),
      ("sentence", .string(form.sentence)),
      ("use", .string(form.facts.use)), ("rivals", .texts(form.facts.rivals)), ("rx", .texts(form.facts.rx)),
      ("words", .texts(Intentions.phrases[form.name.split(separator: ".").last.map { String($0) } ?? ""] ?? [])),
      ("facts", .texts(form.facts.statements.map { "\($0.verb) \($0.rest)." })),
      ("sample", .string(form.sample)), ("drawn", .string(TextRenderer.text(of: spec.diagram))),
      ("elsewhere", .texts(form.facts.differences)),
    ])
  }

  /// The sentence and the facts of a form, in lines of at most 80 columns.
  private static func about(_ form: Operator) -> String {
    let facts = form.facts
    let texts = [form.sentence, facts.text(), facts.advice(), facts.namesInRx()] + facts.differences
    return texts.filter { !$0.isEmpty }.map { CommandShape.wrapped($0, 0) + "\n" }.joined()
  }

  /// The forms of a name, here or in Rx, or of a name that leads to another operator.
  private static func exactForms(of name: String) -> [Operator] {
    let forms = table.rows.filter { $0.isCalled(name) }
    if !forms.isEmpty { return forms }
    let inRx = table.rows.filter { $0.facts.rx.contains(name) }
    return inRx.isEmpty ? table.rows.filter { $0.signature == Suggestion.relatedRxNames[name] } : inRx
  }
  private static func forms(of name: String) throws(UsageError) -> [Operator] {
    let forms = exactForms(of: name)
    if !forms.isEmpty { return forms }
    if let reason = Suggestion.notInSpecs[name] { throw UsageError(message: "Specs have no '\(name)'; \(reason).") }
    let longer = table.rows.filter { $0.begins(with: name) }
    if longer.map(\.name).uniqued.count == 1 { return longer }
    let fix = meant(by: name).map { "Did you mean '\($0)'?" }
    throw UsageError(message: "There is no operator '\(name)'. " + (fix ?? "'marble operators' lists them."))
  }

  private static func sample(of form: Operator) throws(UsageError) -> ExecutedSpec {
    do { return try ExecutedSpec(SpecText(form.sample, file: form.name)) } catch {
      throw UsageError(message: error.description)
    }
  }
}

extension Operator {
  /// Whether a word is the name of the operator, with or without the part before the last dot, or its signature.
  fileprivate func isCalled(_ wanted: String) -> Bool {
    wanted == name || wanted == signature || name.hasSuffix("." + wanted)
  }
  /// Whether the name begins with a word and goes on with another one, as `withLatestFrom` does after `withLatest`.
  fileprivate func begins(with word: String) -> Bool {
    word.count > 2 && name.lowercased().hasPrefix(word.lowercased())
      && name.dropFirst(word.count).first?.isUppercase == true
  }
}

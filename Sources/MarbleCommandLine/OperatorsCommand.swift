import MarbleDiagrams
import MarbleSpecs

extension MarbleTool {
  static let operators = Subcommand(
    shape: CommandShape(
      name: "operators", overview: "List the operators, or show one of them at work.",
      operands: [CommandShape.Operand(name: "name", help: "An operator such as debounce, or its Rx name.", isOptional: true)])
  ) { tool, arguments in
    guard let name = arguments.operands.first else { return tool.print(OperatorHelp.list) }
    tool.print(try OperatorHelp.text(of: name), as: .diagram)
  }
}

/// What the operator table has to say.
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

  /// All operators by family, a line each.
  static var list: String {
    families.map { family in
      family.name.uppercased() + ":\n" + family.forms.map { CommandShape.entry($0.signature, $0.sentence) }.joined() + "\n"
    }.joined() + "  See 'marble operators <name>' for one of them at work.\n"
  }

  /// What an operator does, and a diagram of it that is executed here and now.
  static func text(of name: String) throws(UsageError) -> String {
    let forms = try forms(of: name)
    var text = ""
    if !forms.contains(where: { $0.isCalled(name) }) { text += "\(name) is called \(forms[0].name) here.\n\n" }
    var sentence = ""
    for form in forms {
      if !text.isEmpty, !text.hasSuffix("\n\n") { text += "\n" }
      text += form.signature + "\n"
      if form.sentence != sentence { text += form.sentence + inRx(form) + "\n" }
      sentence = form.sentence
      text += "\n" + (try drawing(of: form))
    }
    return text
  }

  private static func inRx(_ form: Operator) -> String {
    let names = form.facts?.rx ?? []
    return names.isEmpty ? "" : " In Rx: \(names.joined(separator: ", "))."
  }

  private static func forms(of name: String) throws(UsageError) -> [Operator] {
    let forms = table.rows.filter { $0.isCalled(name) }
    if !forms.isEmpty { return forms }
    let inRx = table.rows.filter { $0.facts?.rx.contains(name) ?? false }
    if !inRx.isEmpty { return inRx }
    if let reason = Suggestion.notInSpecs[name] { throw UsageError(message: "Specs have no '\(name)'; \(reason).") }
    let known = table.rows.map(\.name) + Suggestion.rxNames.keys.sorted()
    let fix = Suggestion.fix(for: name, among: known).map { $0.prefix(1).uppercased() + $0.dropFirst() }
    throw UsageError(message: "There is no operator '\(name)'. " + (fix ?? "'marble operators' lists them."))
  }

  private static func drawing(of form: Operator) throws(UsageError) -> String {
    do { return TextRenderer.text(of: try ExecutedSpec(SpecText(form.sample, file: form.name)).diagram) } catch {
      throw UsageError(message: error.description)
    }
  }
}

extension Operator {
  /// By its name, with or without what stands before the last dot, or by its signature.
  fileprivate func isCalled(_ wanted: String) -> Bool {
    wanted == name || wanted == signature || name.hasSuffix("." + wanted)
  }
}

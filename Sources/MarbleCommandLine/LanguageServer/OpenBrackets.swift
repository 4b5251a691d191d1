import MarbleSpecs

/// The brackets of a pipeline that are open at a place. They are read without the parser, because a pipeline is not
/// whole while somebody writes it.
struct OpenBrackets {
  private struct Open {
    let index: Int
    /// The name before the bracket: of a closure, the operator that takes it.
    let owner: String
    /// The place of the current argument, and its number.
    var start: Int, argument = 0
  }
  private let code: [Character]
  /// The outermost first.
  private var open: [Open] = []

  init(_ code: [Character]) {
    self.code = code
    var closed = ""
    var index = 0
    while index < code.count {
      let isText = isInText, character = code[index]
      if character == "\"" {
        if isText { open.removeLast() } else { push(index, "") }
      } else if isText {
        // A text goes on behind the brackets of the code in it.
        if character == "\\" {
          index += 1
          if index < code.count, code[index] == "(" { push(index, "") }
        }
      } else if "([{".contains(character) {
        push(index, owner(of: index, closed))
      } else if ")]}".contains(character) {
        closed = open.popLast()?.owner ?? ""
      } else if character == ",", !open.isEmpty {
        open[open.count - 1].start = index + 1
        open[open.count - 1].argument += 1
      }
      index += 1
    }
  }
  private mutating func push(_ index: Int, _ owner: String) {
    open.append(Open(index: index, owner: owner, start: index + 1))
  }
  /// The name before a bracket. A closure follows it, or follows the arguments of its call, or is an argument itself.
  private func owner(of index: Int, _ closed: String) -> String {
    guard code[index] == "{" else { return word(before: index) }
    let end = code[..<index].lastIndex { $0 != " " }.map { $0 + 1 } ?? 0
    if end > 0, code[end - 1] == ")" { return closed }
    let word = word(before: end)
    return word.isEmpty ? open.last?.owner ?? "" : word
  }
  private func word(before end: Int) -> String { String(code[..<end].reversed().prefix { $0.isWord }.reversed()) }

  var isInText: Bool { open.last.map { code[$0.index] == "\"" } == true }
  /// The operator whose arguments contain the place; `nil` in a closure, and outside of calls.
  var call: String? { open.last.flatMap { code[$0.index] == "(" ? $0.owner : nil } }

  /// Whether the place is the end of an integer that may become a duration.
  var takesUnit: Bool {
    guard let last = open.last, code[last.index] == "(" else { return false }
    let argument = code[last.start...].filter { $0 != " " }, digits = argument.reversed().prefix(while: \.isNumber)
    let rest = argument.dropLast(digits.count)
    guard rest.isEmpty || rest.last == ":" else { return false }
    let label = String(rest.dropLast())
    let rows = OperatorTable.shared.rows
    let forms = rows.filter { $0.name == last.owner || $0.name.hasSuffix("." + last.owner) }
    let isArgument = forms.contains { form in
      let written = form.parameters.filter { $0.kind != .scheduler && $0.kind != .implied }
      return label.isEmpty
        ? written.indices.contains(last.argument) && written[last.argument].isDuration("")
        : written.contains { $0.isDuration(label) }
    }
    // Or of a case, such as `.byTimeOrCount(300ms, 3)`.
    let isOfCase = rows.contains {
      $0.parameters.contains { $0.durations[last.owner]?.contains(last.argument) == true }
    }
    return isArgument || forms.isEmpty && isOfCase
  }

  /// The values that the closures around the place receive, each with the operator that takes the closure: those with a
  /// name, and of the innermost closure those with a number.
  var received: [(name: String, owner: String)] {
    var all: [(String, String)] = [], isInnermost = true
    for bracket in open.reversed() where code[bracket.index] == "{" {
      let names = names(in: code[(bracket.index + 1)...])
      if let names {
        all += names.map { ($0, bracket.owner) }
      } else if isInnermost {
        let counts = OperatorTable.shared.forms(of: bracket.owner).flatMap(\.parameters).map(\.closureParameters)
        all += (0..<max(1, counts.max() ?? 1)).map { ("$\($0)", bracket.owner) }
      }
      isInnermost = false
    }
    return all
  }
  /// The names before `in`; `nil` if the code of a closure begins otherwise.
  private func names(in code: ArraySlice<Character>) -> [String]? {
    let words = code.prefix { $0.isWord || " ,()".contains($0) }.split { !$0.isWord }.map { String($0) }
    return words.firstIndex(of: "in").map { words[..<$0].filter { $0 != "_" } }
  }
}

extension ParameterInfo {
  fileprivate func isDuration(_ label: String) -> Bool { kind == .duration && self.label == label }
  /// The number of values that a closure receives; 0 for another parameter.
  fileprivate var closureParameters: Int { if case .closure(let takes, _) = kind { takes } else { 0 } }
}

import Marbles

/// A call that can replace another call: of an operator that is confused with it, with the same arguments.
package struct Swap: Hashable, Sendable {
  package var name: String
  package var text: String
  /// Whether the call has an argument that the other call has no equivalent of.
  package var isInvented: Bool
  /// The effect of the operator in this form.
  package var sentence: String
  /// Whether it sends arrays of the values that the other call sends.
  package var makesArrays = false
}

/// Finds the calls that a call could be confused with: the same operator with another choice, its form with one number
/// more or less, and the operators that its row is compared with.
struct SwapFinder {
  /// A call whose arguments are being found.
  private struct Draft {
    var given: [(kind: ParameterInfo.Kind, text: String)]
    var arguments: [String] = []
    var trailing = ""
    /// The kinds of the arguments that had to be invented.
    var invented: [ParameterInfo.Kind] = []

    mutating func put(_ text: String, for parameter: ParameterInfo) {
      if parameter.isClosure, parameter.label.isEmpty {
        trailing = " " + text
      } else {
        arguments.append((parameter.label.isEmpty ? "" : parameter.label + ": ") + text)
      }
    }
    mutating func take(_ kind: ParameterInfo.Kind) -> String? {
      given.firstIndex { $0.kind.suits(kind) }.map { given.remove(at: $0).text }
    }
    func text(_ name: String) -> String {
      name + (arguments.isEmpty && !trailing.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))") + trailing
    }
  }

  private let form: Operator
  private let file: SpecFile
  private let given: [(kind: ParameterInfo.Kind, text: String)]

  /// - Parameter bound: The arguments of the call for each parameter of its form.
  init(_ form: Operator, _ bound: [[Argument]], in file: SpecFile) {
    self.form = form
    self.file = file
    given = zip(form.parameters, bound).flatMap { parameter, arguments in
      arguments.flatMap { SwapFinder.parts(of: $0.value, parameter.kind, file.text) }
    }
  }

  /// The parts of an argument that can be used again: the argument, and the durations inside a choice such as
  /// `.byTime(300ms)`.
  private static func parts(
    of value: Expression, _ kind: ParameterInfo.Kind, _ text: SpecText
  ) -> [(kind: ParameterInfo.Kind, text: String)] {
    let own = text.source(value.span).map { [(kind: kind, text: $0)] } ?? []
    guard case .choice = kind, case .implicit(_, let payload) = value.kind else { return own }
    return own
      + payload.prefix(1).compactMap { argument in
        guard case .literal = argument.value.kind else { return nil }
        return text.source(argument.value.span).map { (kind: .duration, text: $0) }
      }
  }

  /// All calls with which a call can be confused, without the call itself.
  func all(except call: String) -> [Swap] {
    var swaps = drafts(for: form).map {
      Swap(name: form.name, text: $0.text(form.name), isInvented: false, sentence: form.sentence)
    }
    for other in OperatorTable.shared.forms(of: form.name)
    where other.receiver == .stream && other.signature != form.signature {
      for draft in drafts(for: other) where (draft.invented + draft.given.map(\.kind)).allSatisfy({ $0 == .integer }) {
        swaps.append(Swap(name: form.name, text: draft.text(form.name), isInvented: false, sentence: other.sentence))
      }
    }
    for rival in form.facts.rivals { swaps += calls(of: rival) }
    return swaps.filter { $0.text != call }.uniqued
  }

  /// A call of each further operator of streams, in the order of the table. A rival that makes arrays is
  /// here, because nobody confuses it in a picture.
  var others: [Swap] {
    var known = Set(form.facts.rivals.filter { !calls(of: $0).contains { $0.makesArrays } } + [form.name])
    return OperatorTable.shared.rows.filter { $0.receiver == .stream && known.insert($0.name).inserted }
      .compactMap { calls(of: $0.name).first }
  }

  /// The calls of an operator, in its form that fits best, one for each case of a choice.
  private func calls(of name: String) -> [Swap] {
    let rows = OperatorTable.shared.forms(of: name).filter { $0.receiver == .stream }
    let forms = rows.map { (row: $0, drafts: drafts(for: $0)) }.filter { !$0.drafts.isEmpty }
    // The form with the fewest invented arguments, and then with the fewest unused ones.
    let best = forms.min {
      ($0.drafts[0].invented.count, $0.drafts[0].given.count) < ($1.drafts[0].invented.count, $1.drafts[0].given.count)
    }
    guard let best else { return [] }
    return best.drafts.map {
      Swap(
        name: name, text: $0.text(name), isInvented: !$0.invented.isEmpty, sentence: best.row.sentence,
        makesArrays: best.row.facts.output == .arrays && form.facts.output != .arrays)
    }
  }

  /// The behavior of other libraries with this call, each with a call that does the same here, if there is one.
  var elsewhere: [(facts: OperatorFacts.Elsewhere, text: String?)] {
    form.facts.elsewhere.map { facts in
      guard let call = facts.call else { return (facts, nil) }
      // A duration inside a choice is listed after the choice.
      let argument = given.last { if case .choice = $0.kind { false } else { true } }
      guard call.contains("%") else { return (facts, call) }
      return (
        facts, argument.map { call.split(separator: "%", omittingEmptySubsequences: false).joined(separator: $0.text) }
      )
    }
  }

  /// The calls of a form, with the arguments that match and with examples for the others; one call for each case of a
  /// choice.
  private func drafts(for other: Operator) -> [Draft] {
    other.parameters.filter { $0.kind != .scheduler && $0.kind != .implied }.reduce([Draft(given: given)]) {
      drafts, parameter in
      drafts.flatMap { extended($0, parameter) }
    }
  }

  private func extended(_ draft: Draft, _ parameter: ParameterInfo) -> [Draft] {
    if case .choice(let names) = parameter.kind { return chosen(draft, parameter, names) }
    var draft = draft
    if let text = draft.take(parameter.kind) {
      draft.put(text, for: parameter)
      var more = parameter
      more.label = ""
      more.isVariadic = false
      while parameter.isVariadic, let text = draft.take(parameter.kind) { draft.put(text, for: more) }
    } else if !parameter.isOptional {
      guard let example = parameter.kind.example(frame: file.frame, sources: file.sources.map { $0.name }) else {
        return []
      }
      draft.invented.append(parameter.kind)
      draft.put(example, for: parameter)
    }
    return [draft]
  }

  /// A draft for each case; a case with a duration takes the duration of the call.
  private func chosen(_ draft: Draft, _ parameter: ParameterInfo, _ names: [String]) -> [Draft] {
    names.compactMap { name in
      var draft = draft
      let isOwn = draft.take(parameter.kind) != nil
      let isTruth = names == ["true", "false"]
      if let open = name.firstIndex(of: "(") {
        guard name[open...] == "(300ms)", let duration = draft.take(.duration) else { return nil }
        draft.put(".\(name[..<open])(\(duration))", for: parameter)
      } else {
        if !isOwn, !isTruth {
          if parameter.isOptional { return name == names.first ? draft : nil }
          draft.invented.append(parameter.kind)
        }
        draft.put((isTruth ? "" : ".") + name, for: parameter)
      }
      return draft
    }
  }
}

extension SpecText {
  /// The text in some columns of a line; `nil` if they are not all in it.
  func source(_ span: Span) -> String? {
    guard lines.indices.contains(span.line), span.columns.upperBound <= lines[span.line].count else { return nil }
    return String(lines[span.line][span.columns])
  }
}

extension ParameterInfo.Kind {
  /// Whether an argument of this kind can be used as one of the other kind.
  fileprivate func suits(_ other: ParameterInfo.Kind) -> Bool {
    switch (self, other) {
    case (.closure(let one, _), .closure(let two, _)): one == two
    case (.scheduler, _), (.implied, _): false
    default: self == other
    }
  }

  /// An example for a missing argument.
  fileprivate func example(frame: Int64, sources: [String]) -> String? {
    switch self {
    case .integer: "2"
    case .duration: DurationText.of(frame * 3)
    case .stream: sources.last
    case .value: "0"
    case .demand: ".max(1)"
    case .range: "0...1"
    case .closure(let takes, _): takes == 1 ? "{ $0 }" : takes == 2 ? "{ $1 }" : nil
    case .subject: "PassthroughSubject()"
    case .choice, .scheduler, .implied: nil
    }
  }
}

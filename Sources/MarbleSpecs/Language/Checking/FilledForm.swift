/// A form of an operator, filled with the arguments of a call that does not fit: a missing label is added, a missing
/// argument is a placeholder. It is the call that was probably meant.
struct FilledForm {
  private(set) var missing: [ParameterInfo] = []
  /// The first argument without its label.
  private(set) var unlabeled: Argument?
  private let name: String
  private var parts: [String] = []
  private var hasTrailing = false

  /// Fills a form. Returns `nil` if an argument is left over.
  init?(_ form: Operator, _ arguments: [Argument], in text: SpecText) {
    name = form.name
    var rest = arguments[...]
    for parameter in form.parameters where parameter.kind != .implied {
      var taken = 0
      while let argument = rest.first, parameter.couldTake(argument, isFirst: taken == 0) {
        add(argument, to: parameter, isFirst: taken == 0, text)
        rest.removeFirst()
        taken += 1
        if !parameter.isVariadic || taken == parameter.most { break }
      }
      if taken == 0, !parameter.isOptional {
        missing.append(parameter)
        parts.append((parameter.label.isEmpty ? "" : parameter.label + ": ") + parameter.shortPlaceholder)
      }
    }
    if !rest.isEmpty { return nil }
  }

  private mutating func add(_ argument: Argument, to parameter: ParameterInfo, isFirst: Bool, _ text: SpecText) {
    if argument.isTrailing { return hasTrailing = true }
    let label = isFirst ? parameter.label : ""
    if argument.label.isEmpty, !label.isEmpty, unlabeled == nil { unlabeled = argument }
    let line = text.lines[argument.value.span.line]
    let written = String(line[argument.value.span.columns.clamped(to: line.indices)])
    parts.append((label.isEmpty ? "" : label + ": ") + written)
  }

  /// The call, such as `throttle(for: 3, latest: true)`.
  var call: String {
    let arguments = parts.joined(separator: ", ")
    return name + (arguments.isEmpty && hasTrailing ? "" : "(\(arguments))") + (hasTrailing ? " { … }" : "")
  }

  /// The best of several forms, with nothing missing or one argument; `nil` if there is none.
  static func best(of forms: [Operator], _ arguments: [Argument], in text: SpecText) -> FilledForm? {
    var best: FilledForm?
    if arguments.isEmpty { return nil }
    for form in forms {
      guard let filled = FilledForm(form, arguments, in: text), filled.missing.count <= 1 else { continue }
      if filled.missing.isEmpty, filled.unlabeled == nil { continue }
      if best == nil || filled.missing.count < best!.missing.count { best = filled }
    }
    return best
  }

  /// The first form that takes the arguments without their labels.
  static func withoutLabels(_ forms: [Operator], _ arguments: [Argument], in text: SpecText) -> FilledForm? {
    let bare = arguments.map { argument in
      var argument = argument
      argument.label = ""
      return argument
    }
    for form in forms { if let filled = FilledForm(form, bare, in: text), filled.missing.isEmpty { return filled } }
    return nil
  }

  /// The mistake in the call.
  var message: String {
    guard let missing = missing.first else { return "an argument has no label" }
    if !missing.label.isEmpty { return "'\(missing.label):' is missing" }
    return (missing.kind == .value && hasTrailing ? "an initial value" : missing.expected) + " is missing"
  }
}

extension ParameterInfo {
  private var isTruth: Bool { if case .choice(let names) = kind { names.contains("true") } else { false } }

  /// A short argument that could be written there.
  fileprivate var shortPlaceholder: String {
    switch kind {
    case .value: "0"
    case .integer: "1"
    case .choice where isTruth: "true"
    default: placeholder
    }
  }

  /// Whether an argument could be meant for the parameter, its label apart.
  fileprivate func couldTake(_ argument: Argument, isFirst: Bool) -> Bool {
    if argument.isTrailing { return isFirst && isClosure }
    if kind == .scheduler { return argument.label == "scheduler" }
    return (argument.label.isEmpty || argument.label == (isFirst ? label : "")) && suits(argument.value)
  }
  private func suits(_ value: Expression) -> Bool {
    if isClosure || value.isFunction { return isClosure && value.isFunction }
    switch (kind, value.kind) {
    case (.value, _): return true
    case (.choice, .literal(.bool)): return isTruth
    case (.choice, .implicit), (.demand, .implicit): return true
    case (.choice, _), (.demand, _), (.subject, .literal), (.stream, .literal): return false
    case (.integer, .literal(.integer)), (.duration, .literal(.integer)), (.duration, .literal(.duration)): return true
    case (.integer, .literal), (.duration, .literal), (.integer, .implicit), (.duration, .implicit): return false
    default: return true
    }
  }
}

import MarbleRuns
import MarbleSpecs
import Marbles

/// The pipelines of a spec in the words of RxJS, as the operator table has them.
package struct RxJSWords {
  /// A pipeline, and sentences about the places in which RxJS differs.
  package struct Written: Hashable, Sendable {
    /// The index of the line in the text.
    package var line: Int
    package var code: String
    package var notes: [String]
    /// Whether RxJS has all operators of the pipeline.
    package var hasAll: Bool
  }

  private let file: SpecFile
  private let streams: Set<String>

  package init(_ file: SpecFile) {
    self.file = file
    streams = Set(file.sources.map(\.name))
      .union(
        file.definitions.compactMap {
          if case .derived(let derived) = $0, derived.isStream { derived.name } else { nil }
        })
  }

  /// All pipelines, in the order of the text.
  package var lines: [Written] {
    var found: [Written] = []
    for case .derived(let derived) in file.definitions {
      var (line, code) = line(of: derived.pipeline)
      line.code = "const \(RxJSExpressions.name(derived.name)) = \(code);"
      found.append(line)
    }
    for block in file.blocks { found.append(line(of: block.pipeline).line) }
    return found.sorted { $0.line < $1.line }
  }

  /// The lines as JSON; empty if the spec cannot be read.
  package static func json(of text: SpecText) -> String {
    do throws(SpecProblem) {
      return JSONText.list(
        RxJSWords(try SpecFile(text)).lines.map { line in
          .object([
            ("line", .number(Int64(line.line))), ("code", .string(line.code)),
            ("notes", .list(line.notes.map { .string($0) })),
          ])
        }
      ).description
    } catch {
      return "[]"
    }
  }

  private func line(of pipeline: SpecFile.Pipeline) -> (line: Written, code: String) {
    let (code, said) = RxJSStreams(file: file, streams: streams).text(of: pipeline.expression)
    return (Written(line: pipeline.span.line, code: code, notes: said.notes, hasAll: said.hasAll), code)
  }
}

/// Writes one pipeline, and collects what there is to say about it.
private struct RxJSStreams {
  let file: SpecFile
  let streams: Set<String>

  func text(of expression: Expression) -> (code: String, said: Collected) {
    let collected = Collected()
    let words = RxJSExpressions(
      stream: { RxJSStreams.stream($0, $1, self, collected) }, names: streams, streams: streams)
    if let code = words.text(of: expression) { return (code, collected) }
    collected.add("This pipeline has parts that JavaScript does not have.")
    collected.hasAll = false
    return (file.text.source(of: expression), collected)
  }

  /// The sentences, which calls inside of closures add to, too.
  final class Collected {
    var notes: [String] = []
    var hasAll = true
    func add(_ note: String) { if !notes.contains(note) { notes.append(note) } }
  }

  // MARK: Calls

  /// The stream that a call creates; `nil` if the expression is not a call of an operator.
  private static func stream(_ call: Expression, _ words: RxJSExpressions, _ own: RxJSStreams, _ collected: Collected)
    -> String?
  {
    guard let (name, upstream, arguments) = parts(of: call), let form = form(name, upstream, arguments, words),
      let bound = form.bind(arguments)
    else { return nil }
    let pairs = zip(form.parameters, bound).filter { $0.0.kind != .scheduler && $0.0.kind != .implied }.map {
      (info: $0.0, arguments: $0.1)
    }
    let before = upstream.flatMap { words.text(of: $0) }
    if upstream != nil, before == nil, form.receiver != .value { return nil }
    let hasGroups =
      upstream.flatMap(parts).map { OperatorTable.shared.forms(of: $0.name).contains { $0.facts.makesGroups } } ?? false
    let values = RxJSArguments(pairs: pairs, words: words, own: own, hasGroups: hasGroups)
    guard let found = form.facts.rxJS.forms[values.key(upstream)] ?? form.facts.rxJS.forms[""] else {
      collected.add("RxJS has no operator like \(form.name) in this form.")
      collected.hasAll = false
      let shown = before.map { "\($0).pipe(/* \(own.file.text.call(call, from: name)) */)" }
      return shown ?? "/* \(own.file.text.source(of: call)) */"
    }
    let (template, difference) = found.parts
    let written = values.written(template, before)
    let differences =
      difference.map { [$0] }
      ?? form.facts.elsewhere.filter { $0.library.hasPrefix("Rx") && $0.library != "RxSwift" }.map(\.behavior)
    for one in differences where !one.isEmpty { collected.add("In RxJS \(template.prefix { $0.isLetter }) \(one).") }
    if !written.isWhole { collected.add("A closure stays in Swift: JavaScript does not have all its parts.") }
    if let before, !template.contains("%0"), form.receiver == .stream { return before.piped(written.text) }
    return written.text
  }

  private static func parts(of call: Expression) -> (name: String, upstream: Expression?, arguments: [Argument])? {
    switch call.kind {
    case .call(let callee, let arguments):
      switch callee.kind {
      case .member(let base, let name, _, _):
        if case .name("Publishers") = base.kind { return ("Publishers." + name, nil, arguments) }
        return (name, base, arguments)
      case .name(let name): return (name, nil, arguments)
      default: return nil
      }
    case .member(let base, let name, _, _): return (name, base, [])
    default: return nil
    }
  }

  private static func form(_ name: String, _ upstream: Expression?, _ arguments: [Argument], _ words: RxJSExpressions)
    -> Operator?
  {
    let forms = OperatorTable.shared.forms(of: name).filter { $0.bind(arguments) != nil }
    guard let upstream else { return forms.first { $0.receiver == .nothing } }
    return forms.first { $0.receiver == (words.isStream(upstream) ? .stream : .value) }
  }
}

/// The arguments of a call, to be put into a template.
private struct RxJSArguments {
  let pairs: [(info: ParameterInfo, arguments: [Argument])]
  let words: RxJSExpressions
  let own: RxJSStreams
  /// Whether the values of the stream are streams.
  let hasGroups: Bool

  /// The case that decides about the form: that of an argument, `stream` for a stream among values, `list` for an
  /// array.
  func key(_ upstream: Expression?) -> String {
    if let upstream, case .array = upstream.kind { return "list" }
    for (info, arguments) in pairs {
      guard let argument = arguments.first?.value else { continue }
      switch (info.kind, argument.kind) {
      case (.choice, .implicit(let name, _)), (.demand, .implicit(let name, _)): return name
      case (.choice, .literal(.bool(let bool))): return bool ? "true" : "false"
      case (.range, _): return "range"
      case (.closure, _) where info.givesFailure: return "error"
      case (.value, _) where words.isStream(argument): return "stream"
      default: break
      }
    }
    return ""
  }

  /// The template with the arguments in it, and whether all closures could be written.
  func written(_ template: String, _ before: String?) -> (text: String, isWhole: Bool) {
    var (text, isWhole) = ("", true)
    var rest = Array(template)[...]
    while let character = rest.popFirst() {
      guard character == "%", let sign = rest.popFirst() else {
        text.append(character)
        continue
      }
      if sign == "0" { text += before ?? "" }
      if sign == "*" { (text, isWhole) = all(after: text, &rest, isWhole) }
      guard let number = sign.wholeNumberValue, number > 0 else { continue }
      let part = rest.first == "a" ? 0 : rest.first == "b" ? 1 : nil
      if part != nil { rest.removeFirst() }
      var fallback: String?
      if rest.first == "|" {
        rest.removeFirst()
        fallback = String(rest.prefix { $0 != ")" && $0 != "," && $0 != " " })
        rest.removeFirst(fallback?.count ?? 0)
      }
      let (value, isComplete) = argument(number - 1, part)
      isWhole = isWhole && isComplete
      text += value ?? fallback ?? ""
    }
    return (text, isWhole)
  }

  /// All arguments but a closure, which becomes a `map` after the operator.
  private func all(after text: String, _ rest: inout ArraySlice<Character>, _ isWhole: Bool) -> (String, Bool) {
    var (values, isWhole, after) = ([String](), isWhole, "")
    for (info, arguments) in pairs {
      for one in arguments {
        let value = written(one, info)
        isWhole = isWhole && value.isWhole
        if info.isClosure { after = "map(\(tupled(one.value) ?? value.text))" } else { values.append(value.text) }
      }
    }
    var end = String(rest)
    rest = []
    if !after.isEmpty { end += ", " + after }
    return (text + values.joined(separator: ", ") + end, isWhole)
  }
  /// A closure of several values as a function of an array of them.
  private func tupled(_ expression: Expression) -> String? {
    if case .closure(let closure) = expression.kind { words.function(closure, takes: 1) } else { nil }
  }

  private func argument(_ index: Int, _ part: Int?) -> (text: String?, isWhole: Bool) {
    guard pairs.indices.contains(index), let argument = pairs[index].arguments.first else { return (nil, true) }
    let info = pairs[index].info
    if let part {
      switch argument.value.kind {
      case .implicit(_, let payload):
        let parts = payload.filter { if case .name("scheduler") = $0.value.kind { false } else { true } }
        return parts.indices.contains(part)
          ? (time(parts[part].value, isTime: info.label == "backoff" || part == 0), true) : (nil, true)
      case .binary(let sign, let low, let high, _):
        guard case .literal(.integer(let lower)) = low.kind, case .literal(.integer(let upper)) = high.kind else {
          return ("…", false)
        }
        return (String(part == 0 ? lower : upper - lower + (sign == "..." ? 1 : 0)), true)
      default: return ("…", false)
      }
    }
    let value = written(argument, info)
    return (value.text, value.isWhole)
  }

  private func written(_ argument: Argument, _ info: ParameterInfo) -> (text: String, isWhole: Bool) {
    let value = argument.value
    switch (info.kind, value.kind) {
    case (.duration, _): return (time(value, isTime: true), true)
    case (.demand, .implicit("max", let payload)):
      return (payload.first.flatMap { words.text(of: $0.value) } ?? "…", true)
    case (.closure(let takes, _), .closure(let closure)):
      let ofStreams =
        switch info.receives {
        case .values: hasGroups
        case .signals, .failures: true
        case .result, .failure: false
        }
      if let text = words.function(closure, takes: max(takes, 1), ofStreams: ofStreams) { return (text, true) }
    case (.closure, .operatorName(let sign)): return ("(x, y) => x \(sign) y", true)
    default: if let text = words.text(of: value) { return (text, true) }
    }
    return ("/* \(own.file.text.source(of: value)) */", false)
  }

  /// A time in milliseconds. An integer counts frames.
  private func time(_ value: Expression, isTime: Bool) -> String {
    if case .literal(.integer(let count)) = value.kind, isTime {
      let (nanoseconds, isTooLong) = count.multipliedReportingOverflow(by: own.file.frame)
      return isTooLong ? "Infinity" : RxJSExpressions.milliseconds(nanoseconds)
    }
    return words.text(of: value) ?? "…"
  }
}

extension String {
  /// A form and what is different in RxJS, which is written after it; `nil` if nothing is written.
  fileprivate var parts: (template: String, difference: String?) {
    let words = split(separator: " ", omittingEmptySubsequences: false)
    guard let sign = words.firstIndex(of: "--") else { return (self, nil) }
    return (words[..<sign].joined(separator: " "), words[(sign + 1)...].joined(separator: " "))
  }

  /// A stream with further operators: those of one `pipe` follow each other.
  fileprivate func piped(_ operators: String) -> String {
    guard last == ")", endsInPipe else { return "\(self).pipe(\(operators))" }
    return "\(dropLast()), \(operators))"
  }
  /// Whether the last call is a `pipe`.
  private var endsInPipe: Bool {
    var depth = 0
    let characters = Array(self)
    for index in characters.indices.reversed() {
      if characters[index] == ")" { depth += 1 }
      if characters[index] == "(" { depth -= 1 }
      if depth == 0 { return index >= 5 && String(characters[index - 5..<index]) == ".pipe" }
    }
    return false
  }
}

extension SpecText {
  /// The text of an expression, without line ends.
  fileprivate func source(of expression: Expression) -> String {
    let span = expression.span
    guard lines.indices.contains(span.line) else { return "…" }
    let line = lines[span.line]
    return String(line[min(span.columns.lowerBound, line.count)..<min(span.columns.upperBound, line.count)]).replacing(
      "*/", with: "* /")
  }
  /// The text of a call from the name of the operator on.
  fileprivate func call(_ expression: Expression, from name: String) -> String {
    guard case .call(let callee, _) = expression.kind, case .member(_, _, let place, _) = callee.kind,
      place.line == expression.span.line
    else { return name }
    return source(
      of: Expression(
        .literal(.nil),
        Span(place.line, place.columns.lowerBound..<max(place.columns.upperBound, expression.span.columns.upperBound))))
  }
}

extension String {
  /// The text with one part replaced wherever it occurs.
  fileprivate func replacing(_ part: String, with other: String) -> String {
    var rest = Substring(self)
    var text = ""
    while !rest.isEmpty {
      if rest.hasPrefix(part) {
        text += other
        rest = rest.dropFirst(part.count)
      } else {
        text.append(rest.removeFirst())
      }
    }
    return text
  }
}

extension Suggestion {
  /// The operators of Rx that have no equivalent of another name here, with the operators that replace them.
  package static let relatedRxNames = [
    "mapTo": "map(_:)", "filterMap": "compactMap(_:)", "mergeAll": "flatMap(maxPublishers:_:)",
    "includes": "contains(_:)",
    "some": "contains(where:)", "publishReplay": "share(replay:scope:)", "timeInterval": "measureInterval(using:)",
    "distinctUntilKeyChanged": "removeDuplicates(by:)",
  ]

  /// The operators of the library and of Rx that have no effect that a spec could show, with advice for each.
  package static let notInSpecs: [String: String] = {
    var reasons: [String: String] = [:]
    for name in [
      "print", "handleEvents", "breakpoint", "breakpointOnError", "finalize", "finally", "eraseToAnyPublisher", "tap",
      "do", "doOnNext",
    ] {
      reasons[name] = "it does not affect timing; remove it"
    }
    for name in ["sink", "assign", "store", "subscribe"] {
      reasons[name] = "every pipeline is subscribed to; remove it"
    }
    for name in ["setFailureType", "assertNoFailure"] {
      reasons[name] = "all streams of a spec have one failure type; remove it"
    }
    reasons["makeConnectable"] = "use multicast(subject: PassthroughSubject())"
    reasons["connect"] = "a line 'connect name: ^' below the pipeline says when"
    reasons["pipe"] = "operators follow each other: a.map { $0 * 2 }.filter { $0 > 2 }"
    for name in ["encode", "decode"] { reasons[name] = "use map(_:)" }
    for name in [
      "onEach", "peek", "log", "debug", "doOnError", "doOnSubscribe", "doOnComplete", "receiveOnMain", "launchIn",
      "asObservable",
    ] {
      reasons[name] = "it does not affect timing; remove it"
    }
    for (name, form) in foreignForms { reasons[name] = "write \(form)" }
    return reasons
  }()

  /// The names of operators in RxJava, RxSwift, Kotlin, Reactor and most, with the form in a spec.
  static let foreignForms = [
    "throttleFirst": "throttle(for: 300ms, leading: true, trailing: false)", "throttleLast": "sample(every: 300ms)",
    "throttleLatest": "throttle(for: 300ms, latest: true)", "interval": "interval(300ms), with no stream before it",
    "timer": "delaySubscription(for: 300ms), or Just(0).delay(for: 300ms) with no stream before it",
    "toList": "collect()", "toArray": "collect()", "asList": "collect()", "onErrorReturn": "replaceError(with: 0)",
    "onErrorReturnItem": "replaceError(with: 0)", "onErrorComplete": "catch { _ in Empty() }",
    "onErrorResume": "catch { _ in b }",
    "recover": "catch { _ in b }", "mapNotNull": "compactMap { $0 }", "filterNotNull": "compactMap { $0 }",
    "unwrap": "compactMap { $0 }",
    "collectLatest": "switchMap { x in b }", "transformLatest": "switchMap { x in b }",
    "flatMapConcat": "concatMap { x in b }",
    "flatMapMerge": "flatMap { x in b }", "stateIn": "prepend(0).removeDuplicates().share(replay: 1)",
    "shareIn": "share()", "conflate": "buffer(size: 1, prefetch: .byRequest, whenFull: .dropOldest)",
    "runningFold": "scan(0, +).prepend(0)", "runningReduce": "scan(0, +)",
    "where": "filter { $0 > 1 }", "select": "map { $0 * 2 }", "selectMany": "flatMap { x in b }",
    "aggregate": "reduce(0, +)",
    "skipWhile": "drop(while: { $0 < 2 })", "takeUntilDestroyed": "prefix(untilOutputFrom: b)",
    "bufferTime": "buffer(interval(300ms))",
    "delayElements": "concatMap { x in Just(x).delay(for: 300ms) }", "sampleTime": "sample(every: 300ms)",
    "unique": "distinct()",
    "uniq": "removeDuplicates()",
  ]

  /// The members of values in other languages, with the form in a closure of a spec.
  static let members = [
    "length": "count, as in $0.count", "size": "count, as in $0.count", "len": "count, as in $0.count",
    "toString": "\"\\($0)\"",
    "to_s": "\"\\($0)\"", "toUpperCase": "$0.uppercased()", "toLowerCase": "$0.lowercased()",
    "upper": "$0.uppercased()",
    "lower": "$0.lowercased()", "startsWith": "$0.hasPrefix(\"a\")", "endsWith": "$0.hasSuffix(\"a\")",
    "includes": "$0.contains(1)",
    "toInt": "Int($0)", "parseInt": "Int($0)",
  ]

  /// The functions of values in other languages, with the form in a closure of a spec.
  static let functions = [
    "str": "\"\\($0)\"", "string": "\"\\($0)\"", "toString": "\"\\($0)\"", "len": "$0.count", "length": "$0.count",
    "size": "$0.count",
    "int": "Int($0)", "parseInt": "Int($0)", "Number": "Int($0)", "float": "Double($0)", "parseFloat": "Double($0)",
    "round": "Int($0 + 0.5)", "floor": "Int($0)",
  ]

  /// The functions of Rx that create a stream, with the form in a spec.
  private static let origins = [
    "of": "[1, 2].publisher", "from": "[1, 2].publisher", "range": "(1...3).publisher",
    "never": "Empty(completeImmediately: false)",
    "empty": "Empty()", "just": "Just(1)", "throwError": "Fail(\"error\")",
  ]
  private static let subjects = [
    "BehaviorSubject": "CurrentValueSubject(0)", "PublishSubject": "PassthroughSubject()",
    "Subject": "PassthroughSubject()",
  ]

  /// The fix `write a.zip(b)` for `Publishers.Zip(a, b)`, `zip(a, b)` or `of(1, 2)`: for a function or a type of
  /// another library that creates a stream, with its arguments.
  static func form(of name: String, _ arguments: [String], takesValues: Bool, in table: OperatorTable) -> String? {
    if ["cold", "hot"].contains(name) { return "a source is a row of its own: \(name) a: -1-2-|" }
    if let subject = subjects[name] { return "write \(subject)" }
    var base = name
    while base.last?.isASCIIDigit == true { base.removeLast() }
    base = base.prefix(1).lowercased() + base.dropFirst()
    if let origin = origins[base] { return "write \(origin)" }
    if table.forms(of: base, on: .stream).isEmpty { base = String((table.rxNames[base] ?? "").prefix { $0 != "(" }) }
    let forms = table.forms(of: base, on: .stream)
    let joining =
      forms.first { $0.parameters.first?.kind == .stream }
      ?? forms.first { $0.joins && $0.parameters.first?.kind == .value }
    if let joining, arguments.count > 1, !takesValues {
      let label = joining.parameters[0].label
      return
        "write \(arguments[0]).\(base)(\(label.isEmpty ? "" : label + ": ")\(arguments[1...].joined(separator: ", ")))"
    }
    if takesValues, let list = arguments.first, !table.forms(of: base, on: .value).isEmpty {
      return "write \(list).\(base)()"
    }
    return forms.first.map { "write the stream before the operator: a.\($0.example)" }
  }
}

extension OperatorTable {
  /// The name that was probably meant: for a name of Rx its equivalent, such as `race(with:)`, if it is among the known
  /// names, otherwise the nearest of these; `nil` if none is near.
  package func meant(by name: String, among known: some Sequence<String>) -> String? {
    if let ours = rxNames[name], known.contains(String(ours.prefix { $0 != "(" })) { return ours }
    return Suggestion.nearest(to: name, among: known)
  }
}

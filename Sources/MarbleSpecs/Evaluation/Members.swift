import Pipes

/// The properties, methods and functions of values, by their spelling in Swift: `count`, `prefix(_:)`.
package enum Members {
  package typealias Body = @Sendable (MemberCall) throws -> Value

  static func table(for value: Value) -> [[String: Body]] {
    switch value {
    case .string: [texts, collections]
    case .array: [arrays, collections]
    case .integer: [integers, numbers]
    case .decimal: [decimals, numbers]
    case .member("..<", _), .member("...", _): [collections]
    case .member: [cases]
    case .duration: [durations]
    case .bool: [bools]
    case .tuple, .nil, .stream, .function: []
    }
  }

  /// The members whose closures take two values.
  static let ofTwo: Set = ["reduce", "sorted"]
  /// The members that give a part of a value, which may have a type of its own in Swift.
  static let parts: Set = [
    "first", "last", "min", "max", "prefix", "suffix", "dropFirst", "dropLast", "split", "reversed",
  ]

  private static func integer(_ call: MemberCall) -> Int64 {
    if case .integer(let number) = call.receiver { number } else { 0 }
  }
  private static func decimal(_ call: MemberCall) -> Double {
    if case .decimal(let number) = call.receiver { number } else { 0 }
  }
  private static func text(_ call: MemberCall) -> String {
    if case .string(let text) = call.receiver { text } else { "" }
  }

  static let collections: [String: Body] = [
    "count": { call in .integer(Int64(try call.elements().count)) },
    "isEmpty": { call in .bool(try call.elements().isEmpty) },
    "first": { call in try call.elements().first ?? .nil },
    "last": { call in try call.elements().last ?? .nil },
    "prefix(_:)": { call in call.rebuilt(try call.elements().prefix(try call.count(0))) },
    "suffix(_:)": { call in call.rebuilt(try call.elements().suffix(try call.count(0))) },
    "dropFirst()": { call in call.rebuilt(try call.elements().dropFirst()) },
    "dropFirst(_:)": { call in call.rebuilt(try call.elements().dropFirst(try call.count(0))) },
    "dropLast()": { call in call.rebuilt(try call.elements().dropLast()) },
    "dropLast(_:)": { call in call.rebuilt(try call.elements().dropLast(try call.count(0))) },
    "reversed()": { call in .list(try call.elements().reversed()) },
    "sorted()": { call in try call.sorted(by: nil) },
    "sorted(by:)": { call in try call.sorted(by: 0) },
    "min()": { call in try call.least(by: nil, reversed: false) },
    "max()": { call in try call.least(by: nil, reversed: true) },
    "map(_:)": { call in
      var result: [Value] = []
      for element in try call.elements() { result.append(try call.apply(0, element)) }
      return try call.evaluator.checked(.list(result), call.span)
    },
    "compactMap(_:)": { call in
      var result: [Value] = []
      for element in try call.elements() { result.append(try call.apply(0, element)) }
      return try call.evaluator.checked(.list(result.filter { $0 != .nil }), call.span)
    },
    "filter(_:)": { call in
      var result: [Value] = []
      for element in try call.elements() where try call.test(0, element) { result.append(element) }
      return call.rebuilt(result)
    },
    "reduce(_:_:)": { call in
      var result = try call.value(0)
      for element in try call.elements() { result = try call.apply(1, result, element) }
      return result
    },
    "allSatisfy(_:)": { call in
      for element in try call.elements() where try !call.test(0, element) { return .bool(false) }
      return .bool(true)
    },
    "contains(where:)": { call in
      for element in try call.elements() where try call.test(0, element) { return .bool(true) }
      return .bool(false)
    },
    "first(where:)": { call in
      for element in try call.elements() where try call.test(0, element) { return element }
      return .nil
    },
  ]

  static let arrays: [String: Body] = [
    "contains(_:)": { call in
      let wanted = try call.value(0)
      return .bool(try call.elements().contains(wanted))
    },
    "joined()": { call in .string(try call.elements().map(\.plain).joined()) },
    "joined(separator:)": { call in
      let separator = try call.text(0)
      let pieces = try call.elements()
      try call.evaluator.takeSteps(pieces.count * (1 + separator.utf8.count), at: call.span)
      return try call.evaluator.checked(.string(pieces.map(\.plain).joined(separator: separator)), call.span)
    },
    "enumerated()": { call in
      .list(
        try call.elements().enumerated().map {
          .tuple(Value.Items([.integer(Int64($0)), $1], labels: ["offset", "element"]))
        })
    },
  ]

  static let texts: [String: Body] = [
    "uppercased()": { call in .string(text(call).uppercased()) },
    "lowercased()": { call in .string(text(call).lowercased()) },
    "hasPrefix(_:)": { call in .bool(text(call).hasPrefix(try call.text(0))) },
    "hasSuffix(_:)": { call in .bool(text(call).hasSuffix(try call.text(0))) },
    "contains(_:)": { call in .bool(text(call).contains(try call.text(0))) },
    "split(separator:)": { call in
      let separator = try call.text(0)
      if separator.isEmpty { throw call.problem("the separator is empty", at: call.arguments[0].value.span) }
      return .list(text(call).split(separator: separator).map { .string(String($0)) })
    },
  ]

  static let numbers: [String: Body] = ["description": { call in .string(call.receiver.description) }]

  static let integers: [String: Body] = [
    "isMultiple(of:)": { call in .bool(integer(call).isMultiple(of: try call.integer(0))) },
    "magnitude": { call in try absolute(call.receiver, call) },
    "signum()": { call in .integer(integer(call).signum()) },
  ]

  static let decimals: [String: Body] = [
    "rounded()": { call in .decimal(decimal(call).rounded()) },
    "magnitude": { call in try absolute(call.receiver, call) },
  ]

  static let bools: [String: Body] = [
    "description": { call in .string(call.receiver.description) }
  ]

  static let durations: [String: Body] = [
    "magnitude": { call in
      guard case .duration(let nanoseconds) = call.receiver else { return call.receiver }
      return .integer(Int64(clamping: nanoseconds.magnitude))
    }
  ]

  static let cases: [String: Body] = [
    "value": { call in
      guard case .member(_, let items) = call.receiver else { return .nil }
      return items.elements.first ?? .nil
    }
  ]

  static func absolute(_ value: Value, _ call: MemberCall) throws -> Value {
    if let isNegative = value.isLess(than: .integer(0)) {
      call.evaluator.context.decisions?.add(.negativity, call.span, isNegative)
    }
    switch value {
    case .integer(.min): throw call.problem("overflow: the magnitude of \(Int64.min) does not fit")
    case .integer(let number): return .integer(abs(number))
    case .decimal(let number): return .decimal(number.magnitude)
    default: throw call.problem("expected a number, got \(value.shown)")
    }
  }

  static let functions: [String: Body] = [
    "Int(_:)": { call in
      switch try call.value(0) {
      case .integer(let number): return .integer(number)
      case .string(let text): return Int64(text).map { .integer($0) } ?? .nil
      case .decimal(let number):
        guard let whole = Int64(exactly: number.rounded(.towardZero)) else {
          throw call.problem("overflow: \(number) does not fit an Int")
        }
        return .integer(whole)
      case let other: throw call.problem("expected a number or a string, got \(other.shown)")
      }
    },
    "Double(_:)": { call in
      switch try call.value(0) {
      case .integer(let number): return .decimal(Double(number))
      case .decimal(let number): return .decimal(number)
      case .string(let text): return Double(text).flatMap { $0.isFinite ? .decimal($0) : nil } ?? .nil
      case let other: throw call.problem("expected a number or a string, got \(other.shown)")
      }
    },
    "String(_:)": { call in
      let value = try call.value(0)
      if case .array(let items) = value { return .string(items.elements.map(\.plain).joined()) }
      return .string(value.plain)
    },
    "Array(_:)": { call in
      let value = try call.value(0)
      return .list(
        try MemberCall(evaluator: call.evaluator, receiver: value, span: call.span, arguments: [], scope: nil)
          .elements())
    },
    "abs(_:)": { call in try absolute(try call.value(0), call) },
    "min(_:_:)": { call in
      let (one, other) = (try call.value(0), try call.value(1))
      return call.decided(try call.isLess(other, one, by: nil)) ? other : one
    },
    "max(_:_:)": { call in
      let (one, other) = (try call.value(0), try call.value(1))
      return call.decided(try !call.isLess(other, one, by: nil)) ? other : one
    },
  ]

  /// The argument of `multicast`.
  static let subjects: [String: Body] = [
    "PassthroughSubject()": { _ in .member("PassthroughSubject") },
    "CurrentValueSubject(_:)": { call in .member("CurrentValueSubject", try call.value(0)) },
    "ReplaySubject(bufferSize:)": { call in
      let count = try call.count(0)
      if count < 1 { throw call.problem("expected 1 or more, got \(count)", at: call.arguments[0].value.span) }
      return .member("ReplaySubject", .integer(Int64(count)))
    },
  ]

  /// The methods of optionals: the receiver is `nil`, or the value itself.
  static let optionals: [String: Body] = [
    "map(_:)": { call in call.receiver == .nil ? .nil : try call.apply(0, call.receiver) },
    "flatMap(_:)": { call in call.receiver == .nil ? .nil : try call.apply(0, call.receiver) },
  ]

  /// The names of all members, for a check before the run.
  static let names: Set<String> = Set(
    [collections, arrays, texts, numbers, integers, decimals, bools, durations, cases, optionals].flatMap(\.keys).map(
      baseName))
  static let functionNames: Set<String> = Set((Array(functions.keys) + Array(subjects.keys)).map(baseName))

  static func baseName(_ signature: String) -> String { String(signature.prefix { $0 != "(" }) }
}

extension Evaluator {
  /// Evaluates a property or method of a value that is not a stream.
  func memberOfValue(_ call: MemberCall, _ name: String, _ isCall: Bool) throws -> Value {
    if case .tuple(let items) = call.receiver, !isCall {
      if let index = Int(name), items.elements.indices.contains(index) { return items.elements[index] }
      if let index = items.labels.firstIndex(of: name) { return items.elements[index] }
    }
    let tables = Members.table(for: call.receiver) + [Members.optionals]
    if let body = find(name, in: tables, isCall ? call.arguments : nil) { return try body(call) }
    let known = tables.flatMap(\.keys).filter { Members.baseName($0) == name }.sorted()
    let what = call.receiver == .nil ? "nil" : call.receiver.shown
    if !known.isEmpty {
      throw problem(
        "\(what) has no '\(spelled(name, isCall ? call.arguments : nil))'", at: call.span,
        fix: "it has \(known.joined(separator: " and "))"
      )
    }
    let names = Set(tables.flatMap(\.keys).map(Members.baseName)).sorted()
    throw Interruption.problem(
      context.text.problem(
        "\(what) has no '\(name)'", at: call.span, meant: Suggestion.nearest(to: name, among: names)))
  }

  /// Evaluates a function without a receiver, such as `max(_:_:)`.
  func function(_ name: String, _ span: Span, _ arguments: [Argument], _ scope: Scope?) throws -> Value {
    if let body = find(name, in: [Members.functions, Members.subjects], arguments) {
      return try body(MemberCall(evaluator: self, receiver: .nil, span: span, arguments: arguments, scope: scope))
    }
    let known = (Array(Members.functions.keys) + Array(Members.subjects.keys)).filter { Members.baseName($0) == name }
      .sorted()
    throw problem(
      "there is no '\(spelled(name, arguments))'", at: span,
      fix: known.isEmpty ? nil : "there is \(known.joined(separator: " and "))")
  }

  private func find(_ name: String, in tables: [[String: Members.Body]], _ arguments: [Argument]?) -> Members.Body? {
    var signatures = [spelled(name, arguments)]
    if let arguments, var last = arguments.last, last.isTrailing {
      // A closure behind the parentheses needs no label.
      for label in ["by", "where"] {
        last.label = label
        signatures.insert(spelled(name, arguments.dropLast() + [last]), at: 0)
      }
    }
    for signature in signatures {
      for table in tables { if let body = table[signature] { return body } }
    }
    return nil
  }

  private func spelled(_ name: String, _ arguments: [Argument]?) -> String {
    guard let arguments else { return name }
    return "\(name)(" + arguments.map { ($0.label.isEmpty ? "_" : $0.label) + ":" }.joined() + ")"
  }
}

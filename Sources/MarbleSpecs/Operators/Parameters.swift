import Pipes
import VirtualTime

// The kinds of parameters that rows have.

extension Parameter {
  /// The same parameter, which may be omitted. Its argument is then the fallback.
  func optional(_ fallback: @escaping @Sendable @autoclosure () -> Bound) -> Parameter {
    var info = info
    info.isOptional = true
    let convert = convert
    return Parameter(info: info) { stage, arguments in
      arguments.isEmpty ? fallback() : try convert(stage, arguments)
    }
  }
}

extension Parameter {
  /// The same parameter, which may be omitted. Its argument is then `nil`.
  var orNone: Parameter<Bound?> {
    var info = info
    info.isOptional = true
    let convert = convert
    return Parameter<Bound?>(info: info) { stage, arguments in arguments.isEmpty ? nil : try convert(stage, arguments) }
  }
}

extension Parameter<Carried> {
  static func value(_ label: String = "") -> Parameter {
    Parameter(info: ParameterInfo(label: label, kind: .value)) { stage, arguments in
      Carried(try stage.value(arguments[0]))
    }
  }
}

extension Parameter<Int> {
  static func integer(_ label: String = "", atLeast least: Int = .min, atMost most: Int = .max) -> Parameter {
    Parameter(info: ParameterInfo(label: label, kind: .integer)) { stage, arguments in
      let number = try stage.value(arguments[0], as: "an integer") { value -> Int64? in
        if case .integer(let number) = value { number } else { nil }
      }
      if number < least { throw stage.problem("expected \(least) or more, got \(number)", at: arguments[0].value.span) }
      if most < .max, number > most {
        throw stage.problem("expected \(most) or less, got \(number)", at: arguments[0].value.span)
      }
      return Int(clamping: number)
    }
  }
}

extension Parameter<VirtualInstant.Stride> {
  /// A duration, or a bare number of frames.
  static func duration(_ label: String = "") -> Parameter {
    Parameter(info: ParameterInfo(label: label, kind: .duration)) { stage, arguments in
      try stage.duration(try stage.value(arguments[0]), at: arguments[0].value.span)
    }
  }
}

extension Stage {
  func duration(_ value: Value, at span: Span) throws -> VirtualInstant.Stride {
    guard let (nanoseconds, overflow) = value.nanoseconds(frame: context.frame) else {
      throw problem("expected a duration such as 300ms, got \(value.shown)", at: span, fix: value.fixOfDuration)
    }
    if overflow { throw problem("the duration is too long", at: span) }
    if nanoseconds < 0 { throw problem("a duration must not be negative, got \(value.shown)", at: span) }
    return VirtualInstant.Stride(nanoseconds: nanoseconds)
  }
}

extension Value {
  fileprivate var fixOfDuration: String? {
    switch self {
    case .decimal: "a number of seconds has a unit: \(shown)s"
    case .string(let text) where text.first?.isASCIIDigit == true: "write it without quotes: \(text)"
    default: nil
    }
  }
  /// The duration in nanoseconds that the value means where a duration is expected; `nil` if it means none.
  func nanoseconds(frame: Int64) -> (Int64, overflow: Bool)? {
    switch self {
    case .duration(let nanoseconds): return (nanoseconds, false)
    case .integer(let frames): return product(frames, frame)
    case .member(let name, let items):
      guard items.elements.count == 1, case .integer(let count) = items.elements[0] else { return nil }
      let units: [String: Int64] = [
        "seconds": 1_000_000_000, "milliseconds": 1_000_000, "microseconds": 1_000, "nanoseconds": 1,
      ]
      return units[name].map { product(count, $0) }
    default: return nil
    }
  }
  private func product(_ count: Int64, _ unit: Int64) -> (Int64, overflow: Bool) {
    let (product, overflow) = count.multipliedReportingOverflow(by: unit)
    return (product, overflow)
  }
}

extension Parameter<SpecScheduler> {
  /// The virtual scheduler, which may be omitted.
  static var scheduler: Parameter { scheduler("scheduler").optional }
  /// The virtual scheduler, with a label, which may not be omitted.
  static func scheduler(_ label: String) -> Parameter {
    Parameter(info: ParameterInfo(label: label, kind: .scheduler)) { stage, arguments in
      stage.scheduler(isNamed: !arguments.isEmpty)
    }
  }
  /// The same parameter, which may be omitted.
  var optional: Parameter {
    var info = info
    info.isOptional = true
    return Parameter(info: info, convert: convert)
  }
}

extension Parameter<Subscribers.Demand> {
  static func demand(_ label: String) -> Parameter {
    Parameter(info: ParameterInfo(label: label, kind: .demand)) { stage, arguments in
      try stage.value(arguments[0], as: ".max(1), .unlimited or .none") { value -> Subscribers.Demand? in
        guard case .member(let name, let items) = value else { return nil }
        switch (name, items.elements.first, items.elements.count) {
        case ("unlimited", nil, _): return .unlimited
        case ("none", nil, _): return Subscribers.Demand.none
        case ("max", .integer(let count)?, 1) where count >= 0: return .max(Int(clamping: count))
        default: return nil
        }
      }
    }
  }
}

extension Parameter<SpecPublisher> {
  static func stream(_ label: String = "") -> Parameter {
    Parameter(info: ParameterInfo(label: label, kind: .stream)) { stage, arguments in
      try stage.publisher(try stage.value(arguments[0]), at: arguments[0].value.span)
    }
  }
}

extension Parameter<AnyPublisher<Bool, SpecFailure>> {
  /// A stream of `true` and `false`. Any other value stops the run.
  static func bools(_ label: String = "") -> Parameter {
    let stream = Parameter<SpecPublisher>.stream(label)
    return Parameter(info: stream.info) { stage, arguments in
      let span = arguments[0].value.span
      let read = { (value: Carried) in
        stage.attempt(or: false) {
          if case .bool(let bool) = value.value { return bool }
          throw stage.problem("expected a stream of true and false, got \(value.value.shown)", at: span)
        }
      }
      return try stream.convert(stage, arguments).map(read).eraseToAnyPublisher()
    }
  }
}

extension Parameter<SpecPublisher> {
  /// The elements that are sent before or after a stream: another stream, an array of values, or values.
  static var elements: Parameter {
    Parameter(info: ParameterInfo(label: "", kind: .value, isVariadic: true)) { stage, arguments in
      var values: [Value] = []
      for argument in arguments { values.append(try stage.value(argument)) }
      switch (values.count, values[0]) {
      case (1, .stream(let stream)): return stream.publisher
      case (1, .array(let items)): values = items.elements
      default: break
      }
      return Publishers.Sequence<[Value], SpecFailure>(sequence: values).adapted
    }
  }
}

extension Parameter<[SpecPublisher]> {
  static func streams(_ label: String = "", atMost most: Int = .max) -> Parameter {
    Parameter(info: ParameterInfo(label: label, kind: .stream, isVariadic: true, most: most)) { stage, arguments in
      var streams: [SpecPublisher] = []
      for argument in arguments {
        streams.append(try stage.publisher(try stage.value(argument), at: argument.value.span))
      }
      return streams
    }
  }
}

extension Parameter<Bool> {
  static func bool(_ label: String) -> Parameter {
    Parameter(info: ParameterInfo(label: label, kind: .choice(["true", "false"]))) { stage, arguments in
      try stage.value(arguments[0], as: "true or false") { if case .bool(let bool) = $0 { bool } else { nil } }
    }
  }
}

extension Parameter<Range<Int>> {
  static func range(_ label: String) -> Parameter {
    Parameter(info: ParameterInfo(label: label, kind: .range)) { stage, arguments in
      let value = try stage.value(arguments[0])
      guard case .member(let name, let items) = value, name == "..<" || name == "...",
        case .integer(let lower)? = items.elements.first
      else { throw stage.problem("expected a range such as 1...3, got \(value.shown)", at: arguments[0].value.span) }
      var upper = Int64.max
      if case .integer(let end)? = items.elements.dropFirst().first { upper = end }
      if lower < 0 {
        throw stage.problem("a range must not start below 0, got \(value.shown)", at: arguments[0].value.span)
      }
      return Int(clamping: lower)..<Int(clamping: upper)
    }
  }
}

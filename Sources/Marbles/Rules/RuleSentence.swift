import VirtualTime

/// A rule about order and time, as one of a few fixed sentences. It has no operators of logic and does not nest.
@usableFromInline package struct RuleSentence: Hashable, Sendable {
  /// The sentence without the streams that it speaks of. Lengths are nanoseconds.
  @usableFromInline package enum Shape: Hashable, Sendable {
    /// `each A is followed by B within 300ms, or by the next A`
    case followed(within: Int64?, orNext: Bool)
    /// `no B within 300ms after A`
    case none(within: Int64?)
    /// `at most 3 B within 1s`
    case atMost(Int, within: Int64?)
    /// `at most 1 B after each A`
    case atMostAfterEach(Int)
    /// `at least 1 B`
    case atLeast(Int)
    /// `B only after A`
    case onlyAfter
    /// `never more B than A`
    case neverMore
    /// `as many B as A`
    case asMany
    /// `never two equal B in a row`
    case neverTwoEqual
    /// `always x > 0 at the end`, or `never x > 0`
    case condition(isNegated: Bool, isAtEnd: Bool)

    /// Whether the rule says nothing if it names one stream twice.
    var comparesStreams: Bool {
      switch self {
      case .atMostAfterEach, .neverMore, .asMany, .condition: true
      default: false
      }
    }
  }

  /// Events of a stream.
  package struct Events: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case values, finish, failure, end, cancel }
    package var stream: String
    package var kind: Kind
    /// The values that count, as they are written; empty if all do.
    package var values: [String]

    package init(_ stream: String, _ kind: Kind = .values, values: [String] = []) {
      self.stream = stream
      self.kind = kind
      self.values = values
    }
  }

  package var shape: Shape
  /// The events after `each` or `after`.
  package var trigger: Events?
  /// The events that are demanded, forbidden or counted.
  package var response: Events?
  /// The events after `unless`.
  package var exception: Events?
  package var condition: String?
  /// Whether the rule holds if it was never put to the test.
  package var allowsNone = false
  /// Whether the rule holds if it is undecided at the end.
  package var allowsOpen = false
  /// Whether the rule is said to be broken, which shows what breaks it.
  package var expectsBreak = false

  package init(
    _ shape: Shape, trigger: Events? = nil, response: Events? = nil, exception: Events? = nil, condition: String? = nil
  ) {
    self.shape = shape
    self.trigger = trigger
    self.response = response
    self.exception = exception
    self.condition = condition
  }

  /// The streams that the sentence names, without those of a condition.
  package var streams: [String] { [trigger, response, exception].compactMap { $0?.stream } }
}

extension RuleSentence.Events {
  /// The events as a subject: `found`, `found 'a'`, `found finishes`.
  package var words: String {
    let values = values.isEmpty ? "" : " " + values.joined(separator: " or ")
    return switch kind {
    case .values: stream + values
    case .finish: stream + " finishes"
    case .failure: stream + " fails"
    case .end: stream + " ends"
    case .cancel: stream + " is cancelled"
    }
  }
}

extension RuleSentence {
  var words: String {
    var text = core
    if let exception { text += exception.kind == .cancel ? ", unless cancelled" : ", unless " + exception.words }
    if allowsNone { text += ", if any" }
    if allowsOpen { text += ", or open at the end" }
    if expectsBreak { text += ", but is broken" }
    return text
  }

  private var core: String {
    let (a, b) = (trigger?.words ?? "", response?.words ?? "")
    switch shape {
    case .followed(let limit, let orNext):
      return "each \(a) is followed by \(b)\(Self.within(limit))" + (orNext ? ", or by the next \(a)" : "")
    case .none(let limit): return "no \(b)\(Self.within(limit)) after \(a)"
    case .atMost(let count, let limit): return "at most \(count) \(b)\(Self.within(limit))"
    case .atMostAfterEach(let count): return "at most \(count) \(b) after each \(a)"
    case .atLeast(let count): return "at least \(count) \(b)"
    case .onlyAfter: return "\(b) only after \(a)"
    case .neverMore: return "never more \(b) than \(a)"
    case .asMany: return "as many \(b) as \(a)"
    case .neverTwoEqual: return "never two equal \(b) in a row"
    case .condition(let isNegated, let isAtEnd):
      return (isNegated ? "never " : "always ") + (condition ?? "") + (isAtEnd ? " at the end" : "")
    }
  }
  private static func within(_ limit: Int64?) -> String { limit.map { " within " + DurationText.of($0) } ?? "" }
}

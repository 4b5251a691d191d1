import MarbleRuns

/// The facts about an operator beside its signature and its implementation, for help, documentation, `explain`, the
/// pictures, the Swift export and the quiz. No other file refers to an operator by its name, which `OperatorFactsTests`
/// checks.
package struct OperatorFacts: Sendable {
  /// The values that an operator keeps.
  enum Memory: Sendable {
    /// None: the operator sends or drops each value when it receives it.
    case nothing
    /// Values that the operator may send, or use for a result, later.
    case some
    /// Values that the operator sends when the upstream finishes.
    case untilTheEnd
    /// A result of all values since the last value that it sent.
    case result
    /// Unknown; so no value is reported as lost.
    case unknown
  }

  /// The reasons for which a value is lost, each as a clause with "it" for the value. Three reasons are the same for
  /// all operators and are not listed: no demand, a failure before the result, a cancelled subscription.
  package struct Losses: Sendable {
    /// The value is dropped when it arrives.
    var atOnce: String?
    /// The value is kept, and another value replaces it.
    var replaced: String?
    /// The value is kept until the stream completes: the condition for which it waited, such as "its pause was over".
    var before: String?
    /// The value is kept until the stream finishes, if there is more to say than that.
    var left: String?
    /// The value is kept for a result, and the operator fails because of another value.
    var failed: String?
    /// The value is dropped when it arrives, and equals the value that is kept.
    var tie: String?
    /// The kinds of decisions that no input of the operator leads to while everything is requested, although the words
    /// for them exist.
    var never: Set<TraceLoss.Kind> = []

    /// The reason for which a completion loses a value.
    package func completed(isFailure: Bool) -> String? {
      if isFailure { return "the stream failed" + (before.map { " before \($0)" } ?? "") }
      return left ?? before.map { "the stream completed before \($0)" }
    }
  }

  /// The number of values that an operator requests, in words.
  struct Requests: ExpressibleByStringLiteral, Sendable {
    let text: String
    init(stringLiteral text: String) { self.text = text }
    static let same: Requests = "as many values as the downstream"
    static let oneMore: Requests = "as many values as the downstream, and one more for each value that it drops"
    static let unlimited: Requests = "unlimited values"
    static let each: Requests = "from each publisher as many values as the downstream"
  }

  /// The effect of an operator on the types of values and failures.
  struct Typing: OptionSet, Sendable {
    let rawValue: Int
    init(rawValue: Int) { self.rawValue = rawValue }
    /// The operator sends the values of its upstream, or of the streams that are its arguments.
    static let keepsValues = Typing(rawValue: 1)
    /// The upstream and the arguments have one failure type.
    static let joins = Typing(rawValue: 2)
    /// One of the streams may have the failure type `Never`, even if the other can fail.
    static let isLenient = Typing(rawValue: 4)
    /// The operator creates a stream for each value, and sends the values of that stream.
    static let flattens = Typing(rawValue: 8)
    /// The result cannot fail.
    static let cures = Typing(rawValue: 16)
    /// The values contain the failure of the stream.
    static let tells = Typing(rawValue: 32)
    /// The operator also sends its arguments, or their values. They have the type of the upstream's values.
    static let adds = Typing(rawValue: 64)
    /// The other streams have the types of the upstream.
    static let isAlike = Typing(rawValue: 128)
    /// All other streams have one publisher type.
    static let isUniform = Typing(rawValue: 256)
  }

  /// The values that an operator sends, where ``Typing`` does not say it.
  enum Output: Sendable {
    case unknown
    /// None at all.
    case nothing
    case integers, bools
    /// Arrays of the values of the upstream.
    case arrays
    /// The values of the upstream, of which none is `nil`.
    case present
    case argument
    case results
    /// The values of the stream that the closure creates.
    case created
    /// The values of the streams that the upstream sends.
    case inner
    /// The values in the events that the upstream sends.
    case unpacked
  }

  /// The failures of an operator, where ``Typing`` does not say it.
  enum FailureType: Sendable {
    case upstream
    /// The failures of the upstream, and some of its own.
    case any
    /// The argument, or the result of the closure.
    case given
    /// The failures of the other stream.
    case other
  }

  /// The behavior of another library's operator with the same arguments, if it differs.
  package struct Elsewhere: Sendable {
    package let library: String
    /// The words after "In RxJS it".
    package let behavior: String
    /// A call that does the same here, with `%` for each argument that is used again; `nil` if no single call does.
    let call: String?

    init(_ library: String, _ behavior: String, as call: String? = nil) {
      self.library = library
      self.behavior = behavior
      self.call = call
    }
  }

  // MARK: For people, in the order in which documentation says it

  /// The purpose of the operator: the words after "Use it".
  package var use = ""
  /// The names of the operators that it is compared with: a reader might use one of them instead.
  package var rivals: [String] = []
  /// Whether `find` also tries the operator on the second stream of another one.
  var isTriedInside = false
  /// The names of the operator in Rx, if they differ.
  package var rx: [String] = []
  var elsewhere: [Elsewhere] = []
  /// When the operator sends a value, if its sentence does not say so.
  var sends = ""
  var requests: Requests = .same
  package var keeps = ""
  var drops = ""
  var finishes = "when the upstream finishes"
  var fails = "when the upstream fails"
  /// The publishers that the operator cancels.
  var cancels = ""
  /// The reason for that in a picture, where neither another publisher nor a failure is the reason. `%` stands for the
  /// values that decide, or for the time that has passed.
  var cancelReason = ""

  // MARK: For those who trace, draw and export

  var memory = Memory.nothing
  package var losses = Losses()
  /// Whether the operator drops a value for which there is no demand. Otherwise it keeps the value, or does not request
  /// it.
  var losesWithoutDemand = false
  /// Whether the operator sends state: it keeps the newest value for which there is no demand, and a newer one replaces
  /// it. Contract G13.
  var keepsNewest = false
  /// Whether the operator may use a kept value several times, as `combineLatest` does.
  var reuses = false
  /// Whether the operator keeps each result for the next one, as `scan` does, or each result so far, as `reduce` does.
  var accumulates = false
  /// The answer about a value that decides nothing, if no closure gives it; `%` is the argument.
  var undecided = ""
  /// Whether each value is the time between two values of the upstream.
  var measures = false
  /// Whether the values of the other streams are only signals: they are not used for a result.
  var takesSignals = false
  /// Whether the operator subscribes to its upstream again and again, as `retry` does: each subscription is an attempt
  /// or a round.
  var subscribesAgain = false
  /// The name of each value of the operator, such as `group`, if it sends streams of the values that it receives.
  var groups: String?
  var makesGroups: Bool { groups != nil }
  /// Whether several subscribers share one subscription.
  var isShared = false
  /// The label of the parameter for the time after a sent value during which the operator sends nothing.
  var window: String?
  var typing: Typing = []
  var output = Output.unknown
  var failure = FailureType.upstream
  /// The name in Swift, where the arguments have no labels, if it is another one.
  var swiftName: String?
  /// A call behind the operator that makes its values in Swift those of a spec; empty if they are the same.
  var swiftMore = ""

  /// The differences of the operator in other libraries, in sentences.
  package var differences: [String] {
    elsewhere.map { "In \($0.library) \($0.library == "RxJS" ? rx.first ?? "it" : "it") \($0.behavior)." }
  }

  /// The facts of another form, of which only some differ.
  func but(_ change: (inout OperatorFacts) -> Void) -> OperatorFacts {
    var facts = self
    change(&facts)
    return facts
  }
  /// The facts of the form whose closure can throw.
  func throwing(
    _ use: String, rival: String, cancels: String = "the upstream when the closure throws"
  ) -> OperatorFacts {
    but {
      ($0.use, $0.rivals, $0.rx) = (use, [rival], [])
      ($0.fails, $0.cancels) = ("when the upstream fails or the closure throws", cancels)
    }
  }
  /// The facts of an operator behind which a test in Swift has another call.
  func inSwift(followedBy call: String) -> OperatorFacts { but { $0.swiftMore = call } }
  /// The facts of an operator with another name in Swift.
  func inSwift(_ name: String) -> OperatorFacts { but { $0.swiftName = name } }
}

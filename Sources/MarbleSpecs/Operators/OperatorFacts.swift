/// The facts about an operator beside its signature and its implementation: everything that help, documentation, `explain`, the pictures, the
/// Swift export and the quiz say of it or have to know of it. No other file knows an operator by its name.
package struct OperatorFacts: Sendable {
  /// The values that an operator keeps.
  package enum Memory: Sendable {
    /// Nothing: what becomes of a value is decided when it comes.
    case nothing
    /// Values that it may send, or make something of, later.
    case some
    /// Values that it sends when the upstream finishes.
    case untilTheEnd
    /// A result of all values since the last one that it sent.
    case result
    /// Nobody knows, so no value is said to be lost.
    case unknown
  }

  /// Why a value is lost, each as a clause with "it" for the value. That there was no demand, that the stream failed before a result and
  /// that the subscription was cancelled is said alike of all operators.
  package struct Losses: Sendable {
    /// It is dropped when it comes.
    package var atOnce: String?
    /// It is kept, and another one takes its place.
    package var replaced: String?
    /// It is kept until the stream ends.
    package var left: String?
    /// It is kept for a result, and the operator fails instead because of another value.
    package var failed: String?
    /// It is still kept when the run is over.
    package var waiting: String?
  }

  /// How many values an operator requests, in words.
  package struct Requests: ExpressibleByStringLiteral, Sendable {
    package let text: String
    package init(stringLiteral text: String) { self.text = text }
    package static let same: Requests = "as many values as the downstream"
    package static let oneMore: Requests = "as many values as the downstream, and one more for each value that it drops"
    package static let unlimited: Requests = "unlimited values"
    package static let each: Requests = "from each publisher as many values as the downstream"
  }

  /// The effect of an operator on the types of values and failures.
  package struct Typing: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    /// It sends the values of its stream, or of others beside it.
    package static let keepsValues = Typing(rawValue: 1)
    /// Its streams fail alike.
    package static let joins = Typing(rawValue: 2)
    /// It takes a stream that cannot fail beside one that may.
    package static let isLenient = Typing(rawValue: 4)
    /// It makes a stream of each value, and sends what that sends.
    package static let flattens = Typing(rawValue: 8)
    /// Nothing fails after it.
    package static let cures = Typing(rawValue: 16)
    /// Its values say how the stream failed.
    package static let tells = Typing(rawValue: 32)
  }

  /// The behavior of another library with the same arguments, where it differs.
  package struct Elsewhere: Sendable {
    package let library: String
    /// As what follows "In RxJS it".
    package let deed: String
    /// A call that does that here, with `%` for each argument that is used again; nil where no single call does.
    package let call: String?

    package init(_ library: String, _ deed: String, as call: String? = nil) { (self.library, self.deed, self.call) = (library, deed, call) }
  }

  // MARK: For people, in the order in which documentation says it

  /// Its purpose, as the words after "Use it".
  package var use = ""
  /// The operators that it is compared with, by name: those that somebody might take instead.
  package var rivals: [String] = []
  /// Its names in Rx, where they differ.
  package var rx: [String] = []
  package var elsewhere: [Elsewhere] = []
  /// When it sends a value, where its sentence leaves that open.
  package var sends = ""
  /// How many values it requests.
  package var requests: Requests = .same
  /// The values that it keeps.
  package var keeps = ""
  /// Which values it drops.
  package var drops = ""
  package var finishes = "when the upstream finishes"
  package var fails = "when the upstream fails"
  /// The publishers that it cancels by itself.
  package var cancels = ""

  // MARK: For those who trace, draw and export

  package var memory = Memory.nothing
  package var losses = Losses()
  /// Whether a value that finds no demand is lost; otherwise it waits, or never comes.
  package var losesWithoutDemand = false
  /// Whether other streams only give signs: nothing is made of their values.
  package var takesSigns = false
  /// Whether its values are streams of what it received.
  package var makesGroups = false
  /// Whether several subscribers share one subscription.
  package var isShared = false
  /// The parameter that says how long after a value that it sent nothing is sent.
  package var window: String?
  package var typing: Typing = []
}

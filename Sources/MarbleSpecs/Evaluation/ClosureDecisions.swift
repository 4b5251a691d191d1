/// The decisions that the closures of a pipeline have taken in some runs, each with the outcomes that occurred.
///
/// The evaluator records a decision where it takes it. A decision of which only one outcome occurred is a gap: no input
/// has shown the other one.
final class ClosureDecisions {
  /// A place in a closure at which the evaluation goes one of two ways.
  struct Branch: Hashable, Sendable {
    enum Kind: String, Hashable, Sendable {
      /// The closure is called. Its only outcome is "yes".
      case call
      /// A condition, or the result of a closure, is true or false.
      case bool
      /// The value before `??` or `?.`, or the result of a closure, is `nil`.
      case isNil
      /// A division leaves no remainder.
      case exactness
      /// A number whose magnitude is taken is negative.
      case negativity
      /// `min` or `max` takes its second argument.
      case second
    }
    let kind: Kind
    let span: Span
  }

  struct Outcomes: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    static let yes = Outcomes(rawValue: 1)
    static let no = Outcomes(rawValue: 2)
    static let both: Outcomes = [.yes, .no]
  }

  private(set) var seen: [Branch: Outcomes] = [:]
  /// The number of outcomes that were new.
  private(set) var additions = 0

  init() {}

  func add(_ other: ClosureDecisions) {
    for (branch, outcomes) in other.seen { seen[branch, default: []].formUnion(outcomes) }
  }
  func add(_ kind: Branch.Kind, _ span: Span, _ outcome: Bool) {
    if seen[Branch(kind: kind, span: span), default: []].insert(outcome ? .yes : .no).inserted { additions += 1 }
  }
}

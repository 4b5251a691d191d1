/// The decisions that the closures of a pipeline have taken in some runs, each with the outcomes that occurred.
///
/// The evaluator records a decision where it takes it. A decision of which only one outcome occurred is a gap: no input has shown the other one.
package final class ClosureDecisions {
  /// A place in a closure at which the evaluation goes one of two ways.
  package struct Branch: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
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
    package let kind: Kind
    package let span: Span

    package init(kind: Kind, span: Span) { (self.kind, self.span) = (kind, span) }
  }

  /// The outcomes of a decision.
  package struct Outcomes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let yes = Outcomes(rawValue: 1)
    package static let no = Outcomes(rawValue: 2)
    package static let both: Outcomes = [.yes, .no]
  }

  package private(set) var seen: [Branch: Outcomes] = [:]
  /// The number of outcomes that were new.
  package private(set) var additions = 0

  package init() {}

  package func add(_ kind: Branch.Kind, _ span: Span, _ outcome: Bool) {
    if seen[Branch(kind: kind, span: span), default: []].insert(outcome ? .yes : .no).inserted { additions += 1 }
  }
}

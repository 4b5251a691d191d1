import VirtualTime

/// A law that each operator keeps, unless its documentation says otherwise. `checkLaws`
/// checks them.
public enum OperatorLaw: String, Hashable, Sendable, CaseIterable {
  /// One subscription comes, before everything else.
  case oneSubscription = "one subscription comes, before everything else"
  /// No more values come than were requested.
  case demand = "no more values come than were requested"
  /// Nothing follows a completion.
  case oneCompletion = "nothing follows a completion"
  /// The stream completes after its upstream has completed, if everything is requested.
  case completes = "the stream completes after its upstream"
  /// A failure of the only upstream arrives as a failure. An operator that replaces a failure does not keep this law;
  /// one that cannot fail is not asked.
  case failure = "a failure of the upstream arrives as a failure"
  /// No upstream waits for demand when everything is requested. An operator that holds one upstream back until another
  /// one completes does not keep this law.
  case progress = "no upstream waits for demand when everything is requested"
  /// A completion without values needs no demand.
  case completionWithoutDemand = "a completion without values needs no demand"
  /// Nothing follows a cancel, and the upstream is cancelled at the same instant.
  case cancel = "nothing follows a cancel, and the upstream is cancelled"
  /// The subscriber is released after the completion or the cancel.
  case release = "the subscriber is released after the completion or the cancel"
  /// No timer waits after the completion or the cancel.
  case timers = "no timer waits after the completion or the cancel"
  /// The same values come, however they are requested. An operator that drops values without demand does not keep this
  /// law. A different order breaks ``order``.
  case everyDemand = "the same values come, however they are requested"
  /// The values come in the same order, however they are requested. An operator that merges the values of several
  /// upstreams does not keep this law.
  case order = "the values come in the same order, however they are requested"
  /// A demand that is never used up is like unlimited demand: the same values come at the same instants.
  case largeDemand = "a demand that is never used up is like unlimited demand"
  /// A request inside of `receive` counts, and so does the demand that it returns. An operator that is excepted from
  /// ``everyDemand`` is not asked.
  case reentrancy = "a request inside of receive counts, and so does the demand that it returns"
  /// Values that an upstream sends at once meet the demand that follows the subscription.
  case initialValues = "values that come at once meet the demand that follows the subscription"
  /// Two subscribers receive what one receives. An operator that shares its upstream does not keep this law.
  case independence = "two subscribers receive what one receives"
  /// Each upstream is subscribed to in some case. It is checked with 100 cases or more.
  case upstreams = "each upstream is subscribed to"
  /// A value comes in some case. An operator that sends only the completion does not keep this law. It is checked with
  /// 100 cases or more.
  case values = "a value comes"
  /// A subscriber is called by one thread at a time. `threads:` of `checkLaws` checks it, together with the laws of the
  /// other runs.
  case oneAtATime = "a subscriber is called by one thread at a time"
}

/// The failure of the upstream, in a check of laws.
public struct LawFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// Creates the failure.
  public init() {}
  /// The text of the failure.
  public var description: String { "failed" }
}

/// A broken law with its instant.
struct LawFault {
  var law: OperatorLaw
  var instant: VirtualInstant
  var text: String
}

/// The expectation that no law is broken.
final class LawExpectation: ListeningExpectation, LawChecking {
  let place: SourcePlace
  let except: Set<OperatorLaw>
  var trial = "the rules of the protocol"
  /// The subscribers of the trial.
  var probes: [any LawListener] = []
  /// Returns the broken laws after the run.
  var faults: () -> [LawFault] = { [] }
  /// Called after the run.
  var ended: () -> Void = {}
  /// The rows that are shown above the subscribers.
  var lanes: [(label: String, lane: Lane)] = []
  var horizon = VirtualInstant.zero
  var rows: [(label: String, lane: Lane)] { lanes + probes.map { ($0.label, $0.lane) } }

  init(at place: SourcePlace, except: Set<OperatorLaw>) {
    self.place = place
    self.except = except
  }

  var isListening: Bool { probes.contains { !$0.isOver } }
  var eventCount: Int { probes.reduce(0) { $0 + $1.count } }

  func problems(_ report: MarbleReport) -> [MarbleFailure.Problem] {
    ended()
    let all = (probes.flatMap { $0.faults } + faults()).filter { !except.contains($0.law) }
    guard let law = all.first?.law else { return [] }
    var comparison = Comparison()
    comparison.rows = rows
    comparison.differences = all.filter { $0.law == law }.map { .init(instant: $0.instant, text: $0.text) }
    if law == .everyDemand {
      comparison.note = "an operator that drops values without demand does not keep this law: except: [.everyDemand]"
    }
    if law == .order {
      comparison.note =
        "an operator that merges the values of several upstreams does not keep this law: except: [.order]"
    }
    if law == .failure {
      comparison.note = "an operator that replaces a failure does not keep this law: except: [.failure]"
    }
    if law == .independence {
      comparison.note = "an operator that shares its upstream does not keep this law: except: [.independence]"
    }
    let headline = "a law of operators is broken (\(law.rawValue))"
    return report.difference(headline, comparison, at: place, kind: .law(law.rawValue))
  }
}

/// A subscriber of a trial, whatever its values are.
protocol LawListener: AnyObject {
  var label: String { get }
  var lane: Lane { get }
  var faults: [LawFault] { get }
  var isOver: Bool { get }
  var count: Int { get }
  var hasValues: Bool { get }
}

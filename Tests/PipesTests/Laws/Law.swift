import Pipes
import Testing

/// Something operators owe their neighbors: a sentence, the kinds of operators that owe it, and the trial that finds
/// out.
struct Law: Hashable, Sendable, CustomTestStringConvertible {
  let sentence: String
  private let kinds: Set<Row.Kind>
  private let check: @Sendable (Trial) -> Void

  init(_ sentence: String, of kinds: Set<Row.Kind>, _ check: @escaping @Sendable (Trial) -> Void) {
    (self.sentence, self.kinds, self.check) = (sentence, kinds, check)
  }
  static func == (lhs: Law, rhs: Law) -> Bool { lhs.sentence == rhs.sentence }
  func hash(into hasher: inout Hasher) { hasher.combine(sentence) }

  var testDescription: String { sentence }
  func applies(to row: Row) -> Bool { kinds.contains(row.kind) && row.exempt[self] == nil }

  /// The faults of the operator, in sentences; nothing if it keeps the law.
  func findings(on row: Row) -> [String] {
    let trial = Trial(row)
    check(trial)
    return trial.findings
  }

  static let all = ofAll + ofForwarders + ofGuarded + ofRelays + ofReducers + ofDemand
}

/// One operator, one fresh pipeline, one law.
final class Trial {
  let row: Row
  let stage: Stage
  private(set) var findings: [String] = []
  /// How much was requested by ``request(_:)`` and at the subscription.
  private(set) var asked = Subscribers.Demand.none
  var probe: (any AnyProbe)!

  init(_ row: Row) {
    self.row = row
    stage = row.stage(Rig())
  }

  // Steps. Each lets the time pass that the operator needs.

  func attach(_ demand: Subscribers.Demand? = nil, reply: Subscribers.Demand = .none) {
    asked += demand ?? .none
    probe = stage.subscribe(demand, reply)
    stage.settle()
  }
  func request(_ demand: Subscribers.Demand) {
    asked += demand
    probe.request(demand)
    stage.settle()
  }
  func cancel() {
    probe.cancel()
    stage.settle()
  }
  func send(_ values: Int...) {
    for value in values {
      stage.source.send(value)
      stage.settle()
    }
  }
  func finish() {
    stage.source.finish()
    stage.settle()
  }
  func fail() {
    stage.source.fail(.oops)
    stage.settle()
  }
  /// Makes the source a good one that has these values and then ends.
  func feed(_ values: ClosedRange<Int>) {
    stage.source.whenSubscribed = {
      $0.open()
      $0.feed(Array(values), then: .finished)
    }
  }
  func dropProbe() { probe = nil }

  // Findings.

  /// The notes since the last take.
  func take() -> String { stage.rig.take() }
  /// The notes of the probe alone, without the subscription.
  func received() -> String {
    take().split(separator: " ").filter { !$0.hasPrefix("U") && !$0.hasPrefix("^") }.joined(separator: " ")
  }
  func expect(_ got: String, _ expected: String, _ when: String) {
    if got != expected { findings.append("\(when): expected '\(expected)', got '\(got)'") }
  }
  func expect(_ holds: Bool, _ otherwise: @autoclosure () -> String) {
    if !holds { findings.append(otherwise()) }
  }
}

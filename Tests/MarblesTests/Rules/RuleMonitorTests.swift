import Testing
import VirtualTime

@testable import Marbles

/// The monitor of rules, beside a slow and obvious evaluator that reads the whole trace.
@Suite struct RuleMonitorTests {
  typealias Monitor = RuleMonitor<Int>
  struct Event: CustomStringConvertible {
    var instant: Int64
    var signals: Monitor.Signals
    var description: String {
      "\(instant):" + (signals.contains(.exception) ? "u" : "") + (signals.contains(.response) ? "b" : "")
        + (signals.contains(.trigger) ? "a" : "")
    }
  }
  struct Counts: Equatable {
    var held = 0, broken = 0, undecided = 0
  }

  /// From the whole trace to the counts, by the words of the rule.
  static func evaluate(_ shape: RuleSentence.Shape, _ trace: [Event], end: Int64, closed: Int64?) -> Counts {
    var counts = Counts()
    func all(_ signal: Monitor.Signals) -> [Int] { trace.indices.filter { trace[$0].signals.contains(signal) } }
    // The roles of one event count in the order exception, answer, trigger: a trigger is after the answer of its own
    // event.
    func first(_ signal: Monitor.Signals, after trigger: Int) -> Int? { all(signal).first { $0 > trigger } }
    func time(_ index: Int?) -> Int64 { index.map { trace[$0].instant } ?? .max }
    let triggers = all(.trigger), answers = all(.response)
    func add(_ isRight: Bool) { if isRight { counts.held += 1 } else { counts.broken += 1 } }
    switch shape {
    case .followed(let limit, let orNext):
      for trigger in triggers {
        let deadline = limit.map { trace[trigger].instant + $0 } ?? .max
        let answer = first(.response, after: trigger), exception = first(.exception, after: trigger)
        let next = orNext ? first(.trigger, after: trigger) : nil
        let found = [answer, next].compactMap { $0 }.min()
        let isExcepted = exception.map { $0 <= found ?? .max } ?? false
        if isExcepted, time(exception) <= deadline { continue }
        if let found, time(found) <= deadline {
          counts.held += 1
        } else if deadline <= end, deadline != .max {
          counts.broken += 1
        } else if closed != nil {
          counts.broken += 1
        } else {
          counts.undecided += 1
        }
      }
    case .none(let limit):
      for trigger in triggers {
        let deadline = limit.map { trace[trigger].instant + $0 } ?? .max
        let answer = first(.response, after: trigger), exception = first(.exception, after: trigger)
        if let exception, exception <= answer ?? .max, time(exception) < deadline { continue }
        if let answer, time(answer) < deadline {
          counts.broken += 1
        } else if end == .max || deadline <= end + 1 || closed != nil {
          // Instants are whole numbers: nothing is between the end of the run and the next one.
          counts.held += 1
        } else {
          counts.undecided += 1
        }
      }
    case .atMost(let most, let length):
      for answer in answers {
        let count = answers.filter {
          $0 <= answer && (length.map { trace[answer].instant - $0 } ?? .min) < trace[$0].instant
        }.count
        add(count <= most)
      }
    case .atMostAfterEach(let most):
      for (number, trigger) in triggers.enumerated() {
        let next = number + 1 < triggers.count ? triggers[number + 1] : Int.max
        // The answer of the event that is the next trigger still belongs to this one.
        let inside = answers.filter { $0 > trigger && $0 <= next }
        let exception = first(.exception, after: trigger).flatMap { $0 <= next ? $0 : nil }
        let before = inside.filter { $0 < exception ?? .max }
        if before.count > most { counts.broken += 1 } else if exception == nil { counts.held += 1 }
      }
    case .atLeast(let count): add(answers.count >= count)
    case .onlyAfter: for answer in answers { add(triggers.contains { $0 < answer }) }
    case .neverMore:
      for (number, answer) in answers.enumerated() { add(number + 1 <= triggers.count { $0 < answer }) }
    case .asMany: if !answers.isEmpty || !triggers.isEmpty { add(answers.count == triggers.count) }
    case .neverTwoEqual, .condition: break
    }
    return counts
  }

  static func monitored(_ shape: RuleSentence.Shape, _ trace: [Event], end: Int64, closed: Int64?) -> Monitor {
    var monitor = Monitor(shape)
    for event in trace { monitor.see(event.signals, at: event.instant) }
    let last = trace.last?.instant ?? 0
    monitor.finish(at: end, last: end == .max ? last : end, closed: closed)
    return monitor
  }

  private static func shape(_ random: inout some RandomNumberGenerator) -> RuleSentence.Shape {
    let limit: Int64? = Bool.random(using: &random) ? Int64.random(in: 1...6, using: &random) : nil
    let count = Int.random(in: 0...3, using: &random)
    return switch Int.random(in: 0..<8, using: &random) {
    case 0: .followed(within: limit, orNext: Bool.random(using: &random))
    case 1: .none(within: limit)
    case 2: .atMost(count, within: limit)
    case 3: .atMostAfterEach(count)
    case 4: .atLeast(count + 1)
    case 5: .onlyAfter
    case 6: .neverMore
    default: .asMany
    }
  }

  /// SplitMix64: the same numbers on every machine.
  @Test func agreesWithAnEvaluatorOfTheWholeTrace() {
    var verdicts: Set<String> = []
    for seed in 0..<20_000 {
      var random = SplitMixSequence(seed: UInt64(seed))
      let shape = Self.shape(&random)
      var now: Int64 = 0
      let trace = (0..<Int.random(in: 0...10, using: &random)).map { _ in
        now += Int64.random(in: 0...3, using: &random)
        return Event(
          instant: now, signals: Monitor.Signals(rawValue: [1, 2, 1, 2, 3, 4].randomElement(using: &random) ?? 1))
      }
      let end: Int64 = Bool.random(using: &random) ? .max : now + Int64.random(in: 0...4, using: &random)
      let closed = Bool.random(using: &random) ? now : nil
      let monitor = Self.monitored(shape, trace, end: end, closed: closed)
      let found = Counts(held: monitor.held, broken: monitor.broken, undecided: monitor.undecided)
      let expected = Self.evaluate(shape, trace, end: end, closed: closed)
      if found != expected {
        Issue.record(
          "seed \(seed): \(shape) of \(trace), end \(end), closed \(closed as Any): expected \(expected), got \(found)")
        return
      }
      if found.held > 0 { verdicts.insert("held") }
      if found.broken > 0 { verdicts.insert("broken") }
      if found.undecided > 0 { verdicts.insert("undecided") }
    }
    #expect(verdicts.count == 3)
  }

  /// Its memory is bounded by what waits: half a million answered triggers leave nothing.
  @Test func keepsOnlyWhatWaits() {
    var monitor = Monitor(.followed(within: 10, orNext: false))
    for instant in 0..<500_000 { monitor.see(instant % 2 == 0 ? .trigger : .response, at: Int64(instant)) }
    #expect(monitor.held == 250_000 && monitor.trials.count == Monitor.kept && monitor.lastDeadline == nil)
  }
}

import Marbles
import VirtualTime

@testable import MarbleDiagrams
@testable import MarbleSpecs

/// The clauses of a story beside the steps of the trace: each step is told once, at its own instant, and no
/// subscription, request, cancel or value is left out.
struct StoryTruth {
  private(set) var problems: [String] = []
  private let trace: Trace
  private var told: [TraceStep: Int] = [:]

  init(_ story: [Explanation.Sentence], _ trace: Trace) {
    self.trace = trace
    for sentence in story {
      for step in sentence.tells {
        told[step, default: 0] += 1
        if let instant = instant(of: step), instant != sentence.instant {
          problems.append("'\(sentence.text)' is told at \(sentence.instant), and \(step) happened at \(instant)")
        }
      }
      checkWords(of: sentence)
    }
    for (step, count) in told where count > 1 { problems.append("\(step) is told \(count) times") }
    // A part of something that is told is not told itself; what it is part of comes before it.
    var isKnown: Set<TraceStep> = []
    for step in trace.steps {
      if told[step] != nil || isPart(step, isKnown) {
        isKnown.insert(step)
      } else if isWanted(step) {
        problems.append("no sentence tells \(step), \(words(step))")
      }
    }
    checkFirst()
  }

  private func instant(of step: TraceStep) -> VirtualInstant? {
    switch step {
    case .subscribed(let line): trace.subscriptions[line].start
    case .cancelled(let line): trace.subscriptions[line].end
    case .requested(let request): trace.requests[request].instant
    case .event(let event): trace.events[event].instant
    case .lost(let loss): trace.losses[loss].instant
    case .missed(let miss): trace.misses[miss].instant
    case .kept(let kept): trace.kept[kept].instant
    case .timerHeld(let timer): trace.timers[timer].due
    case .timerStarted, .timerEnded: nil
    }
  }

  /// Whether the step is the subscription of an operator's upstream with the operator, or its cancel.
  private func isPart(_ step: TraceStep, _ isKnown: Set<TraceStep>) -> Bool {
    switch step {
    case .subscribed(let line):
      let own = trace.subscriptions[line]
      // The first of all: `checkFirst` asks whether a part of it is told.
      guard let consumer = own.consumer else { return trace.stages[own.stage].kind == .operator }
      return trace.stages[own.stage].isGiven
        || own.start == trace.subscriptions[consumer].start && isKnown.contains(.subscribed(consumer))
    case .cancelled(let line):
      guard let consumer = trace.subscriptions[line].consumer else { return false }
      return trace.subscriptions[consumer].end == trace.subscriptions[line].end
        && isKnown.contains(.cancelled(consumer))
    default: return false
    }
  }

  private func isWanted(_ step: TraceStep) -> Bool {
    switch step {
    case .timerStarted, .timerEnded: return false
    case .requested(let request):
      let asked = trace.requests[request]
      // An operator's requests follow from its rule; a subscriber without a row requests everything at once.
      guard trace.subscriptions[asked.line].consumer == nil else { return false }
      return asked.count != nil || asked.instant > trace.subscriptions[asked.line].start
    default: return true
    }
  }

  /// Each subscriber's own subscription is told: itself, or one of its instant that leads to it.
  private mutating func checkFirst() {
    for line in trace.subscriptions.indices where trace.subscriptions[line].consumer == nil {
      let isTold = trace.subscriptions.indices[line...].contains { other in
        var place = Optional(other)
        while let one = place, one != line { place = trace.subscriptions[one].consumer }
        return place == line && told[.subscribed(other)] != nil
          && trace.subscriptions[other].start == trace.subscriptions[line].start
      }
      if !isTold {
        problems.append("no sentence tells that a subscriber subscribes at \(trace.subscriptions[line].start)")
      }
    }
  }

  /// The words of a sentence are about the steps that it says it tells.
  private mutating func checkWords(of sentence: Explanation.Sentence) {
    func has(_ words: String, _ isMeant: (TraceStep) -> Bool) {
      if sentence.text.contains(words) != sentence.tells.contains(where: isMeant) {
        problems.append("'\(sentence.text)' tells \(sentence.tells)")
      }
    }
    has("subscribes to ") { if case .subscribed = $0 { true } else { false } }
    has(" cancels") { if case .cancelled = $0 { true } else { false } }
    has(" requests ") { if case .requested = $0 { true } else { false } }
    has(" still keeps ") { if case .kept = $0 { true } else { false } }
    has(" is dropped: ") { if case .missed = $0 { true } else { false } }
    let isLoss = sentence.text.contains(" drops ") || sentence.text.contains(" it replaces ")
    if isLoss != sentence.tells.contains(where: { if case .lost = $0 { true } else { false } }) {
      problems.append("'\(sentence.text)' tells \(sentence.tells)")
    }
    checkNames(in: sentence)
  }
  /// A sentence names what is missed, kept or lost. A value that is dropped when it comes is named before; more than six
  /// are counted.
  private mutating func checkNames(in sentence: Explanation.Sentence) {
    func name(_ kind: Mark.Kind, _ text: String) -> String { kind == .anyValue ? text : Mark(kind).text }
    let names = sentence.tells.compactMap { step -> String? in
      let event: Int
      switch step {
      case .missed(let miss): return name(trace.misses[miss].kind, trace.misses[miss].text)
      case .kept(let kept): event = trace.kept[kept].event
      case .lost(let loss): event = trace.losses[loss].event
      default: return nil
      }
      return name(trace.events[event].kind, trace.events[event].text)
    }
    let words = sentence.text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    for name in Set(names) where names.count <= 6 {
      let parts = name.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      if !parts.allSatisfy({ words.contains($0) }) { problems.append("'\(sentence.text)' does not name \(name)") }
    }
  }

  private func words(_ step: TraceStep) -> String {
    switch step {
    case .subscribed(let line), .cancelled(let line):
      "\(trace.stages[trace.subscriptions[line].stage].call) by "
        + (trace.subscriptions[line].consumer.map { trace.stages[trace.subscriptions[$0].stage].call } ?? "a subscriber")
    default: ""
    }
  }
}

import Marbles
import VirtualTime

@testable import MarbleDiagrams
@testable import MarbleSpecs

/// The assertion of each sentence about a lost value, found from the events, the lines and the call alone: which
/// operators may say it, what must have happened before, and what at the very instant. A sentence that is not in the
/// list is a problem, too.
struct ReasonTruth {
  private(set) var problems: [String] = []
  /// How often each sentence was put to the test.
  private(set) var heard: [String: Int] = [:]
  private let trace: Trace
  /// The lines that an operator receives, by its own line.
  private let inputs: [Int: [Int]]
  private let events: [[Int]]

  init(_ trace: Trace) {
    self.trace = trace
    var events = trace.subscriptions.map { _ in [Int]() }
    for index in trace.events.indices { events[trace.events[index].line].append(index) }
    self.events = events
    inputs = Dictionary(grouping: trace.subscriptions.indices.filter { trace.subscriptions[$0].consumer != nil }) {
      trace.subscriptions[$0].consumer ?? 0
    }
    if trace.isCut { return }
    var seen = 0
    for step in trace.steps {
      switch step {
      case .event(let event): seen = max(seen, event + 1)
      case .lost(let loss): check(trace.losses[loss], seen)
      default: break
      }
    }
  }

  private mutating func check(_ loss: TraceLoss, _ seen: Int) {
    let place = Place(self, loss, seen)
    heard[loss.reason, default: 0] += 1
    guard
      let sentence = Self.sentences.first(where: {
        loss.reason.hasPrefix($0.text) || loss.reason.hasSuffix($0.text) && $0.isEnding
      })
    else {
      return blame(place, "nobody knows what this sentence asserts")
    }
    if let operators = sentence.operators, !operators.contains(place.name) {
      blame(place, "\(place.name) cannot say this")
    }
    if !sentence.holds(place) { blame(place, "it is false") }
  }
  private mutating func blame(_ place: Place, _ problem: String) {
    let event = trace.events[place.event]
    problems.append(
      "\(event.text) at \(event.instant), lost by \(place.stage.call) at \(place.instant) because \(place.reason): \(problem)"
    )
  }

  /// A value and the operator that lost it.
  struct Place {
    let truth: ReasonTruth
    let event: Int, line: Int, instant: VirtualInstant, reason: String
    /// The number of events that had happened.
    let seen: Int
    var trace: Trace { truth.trace }
    var stage: TraceStage { trace.stages[trace.subscriptions[line].stage] }
    var name: String { stage.name }
    init(_ truth: ReasonTruth, _ loss: TraceLoss, _ seen: Int) {
      self.truth = truth
      (event, line, instant, reason, self.seen) = (loss.event, loss.line, loss.instant, loss.reason, seen)
    }

    func isValue(_ event: Int) -> Bool { !Mark(trace.events[event].kind).isEnd }
    func isFinish(_ event: Int) -> Bool { trace.events[event].kind == .finished }
    func isFailure(_ event: Int) -> Bool { !isValue(event) && !isFinish(event) }
    func text(_ event: Int) -> String { trace.events[event].text }
    func number(_ event: Int) -> Int? { Int(text(event)) }
    /// The events on a line.
    func events(_ line: Int) -> [Int] { truth.events[line].filter { $0 < seen } }
    func values(_ line: Int) -> [Int] { events(line).filter(isValue) }
    var inputs: [Int] { truth.inputs[line] ?? [] }
    var own: Int { trace.events[event].line }
    /// The other lines that the operator receives: other publishers, inner ones, windows.
    var others: [Int] { inputs.filter { $0 != own } }
    var before: [Int] { values(own).filter { $0 < event } }
    var after: [Int] { values(own).filter { $0 > event } }
    var position: Int { before.count }
    /// Whether another value is before this one in an order; one without a number may be.
    func isOther(_ other: Int, by order: (Int, Int) -> Bool) -> Bool {
      guard let one = number(other), let own = number(event) else { return text(other) != text(event) }
      return order(one, own)
    }
    var isAtOnce: Bool { instant == trace.events[event].instant }
    var hasClosure: Bool { stage.call.contains("{") }
    /// A value came at this instant and on the same line, after the lost one.
    var isReplaced: Bool { after.contains { trace.events[$0].instant == instant } }
    /// A publisher that the operator listens to, or the operator itself, completed at this instant.
    func completes(failing: Bool) -> Bool {
      (inputs + [line]).contains { line in
        events(line).contains { trace.events[$0].instant == instant && (failing ? isFailure($0) : isFinish($0)) }
      }
    }
    /// Something came of the value.
    var isUsed: Bool { trace.events.contains { $0.causes.contains(event) } }
    var inner: [Int] { trace.subscriptions.indices.filter { trace.subscriptions[$0].startedBy == event } }
    /// The latest stream that a value of the own line, this one or an older one, has begun.
    var window: Int? {
      others.filter { line in
        trace.subscriptions[line].startedBy.map { trace.events[$0].line == own && $0 <= event } ?? false
      }.max { trace.subscriptions[$0].startedBy! < trace.subscriptions[$1].startedBy! }
    }
    /// Whether more was requested of the operator before this instant than it has sent.
    var hadDemand: Bool {
      let requests = trace.requests.filter { $0.line == line && $0.instant < instant }.map(\.count)
      return requests.contains(nil) || requests.reduce(0) { $0 + $1! } > sent(line).count
    }
    /// The number in the call, such as the 2 of `.drop(2)`.
    var count: Int? { stage.call.firstMatch(of: /\((?:[a-z]+: )?([0-9]+)\)/).flatMap { Int($0.output.1) } }
    func sent(_ line: Int) -> [Int] { events(line).filter(isValue) }
    /// Whether the operator below, or a later one, or the subscriber, has cancelled.
    var isCancelled: Bool {
      var line = Optional(line)
      while let one = line {
        if trace.subscriptions[one].isCancelled, trace.subscriptions[one].end.map({ $0 <= instant }) == true {
          return true
        }
        line = trace.subscriptions[one].consumer
      }
      return false
    }
  }

  /// The assertion of a sentence.
  struct Sentence: Sendable {
    let text: String
    var isEnding = false
    /// The operators that may say it; `nil` if all may.
    let operators: Set<String>?
    let holds: @Sendable (Place) -> Bool
  }

  private static func say(
    _ text: String, _ operators: Set<String>? = nil, ends: Bool = false, _ holds: @escaping @Sendable (Place) -> Bool
  )
    -> Sentence
  {
    Sentence(text: text, isEnding: ends, operators: operators, holds: holds)
  }
  /// The operators that send state: contract G13.
  private static let states: Set<String> = [
    "combineLatest", "debounce", "throttle", "audit", "sample", "withLatestFrom",
  ]
  private static let groups: Set<String> = ["groupBy"], windows: Set<String> = ["window"]
  private static let limits: Set<String> = ["max", "min", "tryMax", "tryMin"]

  /// The longer of two that begin alike stands first.
  static let sentences: [Sentence] = general + atOnce + replaced + late

  /// Sentences for all operators.
  private static let general: [Sentence] = [
    // `Truth` counts the demand.
    say("there was no demand") { _ in true },
    say("the request for it had not arrived yet") { $0.trace.subscriptions[$0.line].consumer != nil },
    say("another value replaced it before there was demand") { place in
      place.isReplaced || states.contains(place.stage.name) && !place.isUsed && !place.after.isEmpty
    },
    say("the stream failed before there was demand") { $0.completes(failing: true) && !$0.hadDemand },
    // A value that was due has not waited for this any more.
    say("the stream failed before its window was over", ["audit", "throttle"]) { place in
      place.completes(failing: true)
        && (place.name != "audit" || place.window.map { place.events($0).allSatisfy(place.isFailure) } ?? true)
    },
    say("the stream failed before its inner publisher had sent a value", ["debounce", "delay"]) { place in
      place.completes(failing: true) && place.inner.allSatisfy { place.values($0).isEmpty }
    },
    say("the stream failed before the other publisher sent a value", ["sample"]) { place in
      place.completes(failing: true) && place.others.allSatisfy { place.values($0).allSatisfy { $0 < place.event } }
    },
    say("the stream failed before every publisher had sent one", ["combineLatest"]) { place in
      place.completes(failing: true) && (place.others.isEmpty || place.others.contains { place.values($0).isEmpty })
    },
    say("the stream failed") { $0.completes(failing: true) },
    say("the stream completed before") { $0.completes(failing: false) && !$0.isReplaced },
    say("the subscription was over") { $0.trace.subscriptions[$0.line].end != nil },
    say("cancelled the subscription before it was sent", ends: true) { $0.isCancelled },
  ]

  /// Reasons to drop a value when it arrives.
  private static let atOnce: [Sentence] = [
    say("its condition is false", ["filter", "tryFilter", "last", "tryLast", "prefix", "tryPrefix"]) {
      $0.isAtOnce && $0.hasClosure
    },
    say("the closure returned nil for it", ["compactMap", "tryCompactMap"]) { $0.isAtOnce && $0.hasClosure },
    say("it equals the previous value", ["removeDuplicates"]) { place in
      !place.hasClosure && place.isAtOnce && place.before.last.map { place.text($0) == place.text(place.event) } == true
    },
    say("the closure finds it equal to the previous value", ["removeDuplicates", "tryRemoveDuplicates"]) {
      $0.hasClosure && $0.isAtOnce && !$0.before.isEmpty
    },
    say("an equal value was sent before", ["distinct"]) { place in
      !place.hasClosure && place.isAtOnce && place.before.contains { place.text($0) == place.text(place.event) }
    },
    say("a value with an equal key was sent before", ["distinct"]) {
      $0.hasClosure && $0.isAtOnce && !$0.before.isEmpty
    },
    say("all values are ignored", ["ignoreOutput"]) { $0.isAtOnce },
    say("it is not the one that was looked for", ["first", "tryFirst", "contains", "tryContains", "firstIndex"]) {
      $0.isAtOnce
    },
    say("it meets the condition, so the answer is still open", ["allSatisfy", "tryAllSatisfy"]) { $0.isAtOnce },
    say("it arrived too late", ["prefix"]) { place in
      // Either as many were sent as the call says, or the other publisher has sent a value.
      place.isAtOnce
        && (place.count.map { place.position >= $0 } ?? place.others.contains { !place.values($0).isEmpty }
          || place.trace.subscriptions[place.line].end != nil)
    },
    say("it is one of the first values", ["dropFirst", "drop"]) { place in
      place.isAtOnce && place.position < place.count ?? 1
    },
    say("the condition was still true", ["drop", "tryDrop"]) { $0.isAtOnce && $0.sent($0.line).isEmpty },
    say("the other publisher had sent no value yet", ["drop"]) { place in
      place.isAtOnce && place.others.allSatisfy { place.values($0).isEmpty }
    },
    say("its position is not in the range", ["output"]) { $0.isAtOnce },
    say("it is at another position", ["output"]) { $0.isAtOnce && $0.position != $0.count },
    say("another publisher was first", ["race"]) { place in
      place.others.contains { line in place.events(line).first.map { $0 < place.event } == true }
    },
    say("the previous inner publisher is still running", ["exhaustMap"]) { place in
      place.isAtOnce
        && place.others.contains { line in
          let started = place.trace.subscriptions[line].startedBy.map { $0 < place.event } ?? false
          return started && place.trace.subscriptions[line].end.map { $0 >= place.instant } ?? true
        }
    },
    say("another publisher had sent no value yet", ["withLatestFrom"]) { place in
      place.others.contains { place.values($0).isEmpty }
    },
    say("it belongs to the other stream", ["partition"]) { $0.isAtOnce },
    say("it is between two arrays", ["collect"]) { $0.isAtOnce },
    say("it came within the window", ["throttle"]) { $0.isAtOnce && !$0.before.isEmpty },
    say("it came within the period", ["throttle"]) { $0.isAtOnce && !$0.before.isEmpty },
    say("another value arrived first in its period", ["throttle"]) { $0.isAtOnce && !$0.before.isEmpty },
    say("there was a larger one", ["max"]) { place in
      place.isAtOnce && place.before.contains { place.isOther($0, by: >) }
    },
    say("a larger one came after it", ["max"]) { place in place.after.contains { place.isOther($0, by: >) } },
    say("there was a smaller one", ["min"]) { place in
      place.isAtOnce && place.before.contains { place.isOther($0, by: <) }
    },
    say("a smaller one came after it", ["min"]) { place in place.after.contains { place.isOther($0, by: <) } },
    say("an equal value came before it", ["max", "min"]) { place in
      place.isAtOnce && place.before.contains { place.text($0) == place.text(place.event) }
    },
    say("by the closure it is not", limits) { $0.hasClosure && $0.isAtOnce && !$0.before.isEmpty },
    say("by the closure a later value is", limits) { $0.hasClosure && $0.isReplaced },
    say("it is not one of the last", ["suffix", "takeLast"]) { place in
      place.isReplaced || place.isAtOnce && place.stage.call.contains("0")
    },
    say("the buffer was full, and it was the oldest", ["buffer"]) { place in
      // Nothing older is still to be sent.
      place.isReplaced
        && place.before.allSatisfy { one in place.trace.events.contains { $0.causes.contains(one) } || place.isLost(one)
        }
    },
    say("the buffer was full", ["buffer"]) { place in
      place.isAtOnce && place.before.count - place.sent(place.line).count >= min(place.size ?? 0, place.before.count)
    },
  ]

  /// Reasons to replace a kept value.
  private static let replaced: [Sentence] = [
    say("a later value replaced it", ["last", "tryLast", "sample", "forkJoin"]) { $0.isReplaced },
    say("another value arrived before it was used", ["combineLatest", "withLatestFrom"]) { $0.isReplaced },
    say("another value arrived before its pause was over", ["debounce"]) { place in
      place.isReplaced && place.inner.allSatisfy { place.values($0).isEmpty }
    },
    say("another value arrived in its window", ["audit", "throttle"]) { $0.isReplaced },
    say("a later value of its period took its place", ["throttle", "audit"]) { $0.isReplaced },
    say("there was more than one value", ["single"]) { $0.isReplaced },
  ]

  /// Reasons to drop a value that waited in vain.
  private static let late: [Sentence] = [
    say("no partner arrived", ["zip"]) { place in place.others.contains { place.values($0).count <= place.position } },
    say("not every publisher has sent one", ["combineLatest"]) { place in
      // One that is never subscribed to, because an earlier one has failed, has no line.
      place.others.contains { place.values($0).isEmpty } || place.others.isEmpty
    },
    say("another publisher sent none", ["forkJoin"]) { place in place.others.contains { place.values($0).isEmpty } },
    say("no other value followed", ["pairwise"]) { $0.after.isEmpty },
    say("it is one of the last", ["skipLast", "dropLast"]) { place in place.after.count < place.count ?? 1 },
    say("no value met the condition", ["firstIndex"]) { _ in true },
    say("its inner publisher finished without a value", ["delay", "debounce", "audit", "throttle"]) { place in
      place.inner.contains { line in place.values(line).isEmpty && place.events(line).contains(where: place.isFinish) }
    },
    say("the time had run out", ["timeout"]) { $0.completes(failing: false) || $0.completes(failing: true) },
    say("its window has no subscriber", windows) { place in place.isAtOnce && !place.isUsed },
    say("its group had no demand for it", groups) { !$0.isUsed },
    say("its window had no demand for it", windows) { !$0.isUsed },
  ]
}

extension ReasonTruth.Place {
  func isLost(_ event: Int) -> Bool { !trace.events[event].losses.isEmpty }
  /// The size of a buffer.
  var size: Int? { stage.call.firstMatch(of: /size: ([0-9]+)/).flatMap { Int($0.output.1) } }
}

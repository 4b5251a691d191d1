import Foundation
import Pipes

/// One thing that a thread, or a subscriber in a callback, does. Sources have the letters a, b and c.
enum Step: Hashable, CustomStringConvertible {
  case send(Int), finish(Int), fail(Int)
  case request, requestTwo, cancel, cancelNewest, subscribe, release, clock
  /// Faults of a scheduler: it loses the actions that wait, runs an action twice, or runs the last one first.
  case lose, clockTwice, clockLast

  private static let words: [(String, Step)] = [
    ("request", .request), ("request two", .requestTwo), ("cancel", .cancel), ("cancel newest", .cancelNewest),
    ("subscribe", .subscribe), ("release", .release), ("clock", .clock), ("lose", .lose),
    ("clock twice", .clockTwice), ("clock last", .clockLast),
  ]
  var description: String {
    switch self {
    case .send(let source): "send " + Step.letter(source)
    case .finish(let source): "finish " + Step.letter(source)
    case .fail(let source): "fail " + Step.letter(source)
    default: Step.words.first { $0.1 == self }!.0
    }
  }
  init?(_ text: some StringProtocol) {
    if let word = Step.words.first(where: { $0.0 == text }) {
      self = word.1
      return
    }
    let parts = text.split(separator: " ")
    guard parts.count == 2, let source = ["a", "b", "c"].firstIndex(of: parts[1]) else { return nil }
    switch parts[0] {
    case "send": self = .send(source)
    case "finish": self = .finish(source)
    case "fail": self = .fail(source)
    default: return nil
    }
  }
  static func letter(_ source: Int) -> String { ["a", "b", "c"][source] }
  var source: Int? {
    switch self {
    case .send(let source), .finish(let source), .fail(let source): source
    default: nil
    }
  }
  var isClock: Bool { [.clock, .lose, .clockTwice, .clockLast].contains(self) }
  /// The same for another source.
  func with(_ source: Int) -> Step {
    switch self {
    case .send: .send(source)
    case .finish: .finish(source)
    case .fail: .fail(source)
    default: self
    }
  }
}

/// The reaction of a subscriber in one of its callbacks, once.
struct Reaction: Hashable, CustomStringConvertible {
  enum Moment: String { case subscription, value, completion, witness, free }
  let moment: Moment
  var step: Step
  // With `free` nobody reacts, but the `deinit` of a value.
  /// Whether the subscriber that reacts is the one beside the pipeline, at the first source.
  var isWitness: Bool { moment == .witness }
  var description: String { "on \(moment) \(step)" }
  init(_ moment: Moment, _ step: Step) { (self.moment, self.step) = (moment, step) }
  init?(_ text: some StringProtocol) {
    let words = text.split(separator: " ", maxSplits: 2)
    guard words.count == 3, let moment = Moment(rawValue: String(words[1])), let step = Step(words[2]) else {
      return nil
    }
    self.init(moment, step)
  }
}

/// A generated scenario. Its name says all about it:
/// `first then second @main; subject; all; on value send b; send a, send a / send b`.
struct Plan: CustomStringConvertible {
  /// Which upstream of the second operator the first one is. With `both` the other one is the first source itself.
  enum Place: String, CaseIterable { case main, other, both }
  /// The subscriber: a sink, one that requests everything, one that requests one value, or one that requests nothing
  /// until the end.
  enum Receiver: String { case sink, all, one, nothing }
  var first: Composed
  var second: Composed?
  var place = Place.main
  var kind = Source.Kind.subject
  var subscriber = Receiver.all
  var movesTimers = false
  /// Whether the scheduler runs actions without a date inside `schedule`.
  var runsInside = false
  /// Whether only threads subscribe to the pipeline.
  var isLate = false
  var reaction: Reaction?
  var threads: [[Step]]

  var description: String {
    var words = [
      first.name + (second.map { " then \($0.name) @\(place.rawValue)" } ?? ""), kind.rawValue, subscriber.rawValue,
    ]
    if movesTimers { words.append("movable timers") }
    if runsInside { words.append("inside") }
    if isLate { words.append("late") }
    if let reaction { words.append(reaction.description) }
    words.append(threads.map { $0.map(\.description).joined(separator: ", ") }.joined(separator: " / "))
    return words.joined(separator: "; ")
  }
  init(_ first: Composed, _ second: Composed?, _ threads: [[Step]]) {
    (self.first, self.second, self.threads) = (first, second, threads)
  }
  init?(_ name: String) {
    var words = name.split(separator: "; ").map(String.init)
    guard words.count >= 4 else { return nil }
    var operators = words.removeFirst(), placed = Place.main
    if operators.contains(" then "), let at = operators.range(of: " @", options: .backwards) {
      placed = Place(rawValue: String(operators[at.upperBound...])) ?? .main
      operators = String(operators[..<at.lowerBound])
    }
    let names = operators.components(separatedBy: " then ")
    guard let first = Composed.named(names[0]), let kind = Source.Kind(rawValue: words.removeFirst()),
      let subscriber = Receiver(rawValue: words.removeFirst())
    else { return nil }
    (self.first, self.kind, self.subscriber) = (first, kind, subscriber)
    if names.count > 1 { (second, place) = (Composed.named(names[1]), placed) }
    threads = words.removeLast().components(separatedBy: " / ").map {
      $0.components(separatedBy: ", ").compactMap { Step($0) }
    }
    movesTimers = words.contains("movable timers")
    runsInside = words.contains("inside")
    isLate = words.contains("late")
    reaction = words.lazy.compactMap { Reaction($0) }.first
  }

  /// The sources of the pipeline. The first is always there.
  var sources: [Int] {
    [0] + (first.hasOther ? [1] : []) + (second?.hasOther == true && place != .both ? [2] : [])
  }
  var operators: [Composed] { [first] + (second.map { [$0] } ?? []) }
  /// Whether each value of a source is in at most one result.
  var isUnique: Bool {
    let isOnce = operators.allSatisfy(\.subscribesOnce), isShared = operators.contains(where: \.isShared)
    guard operators.allSatisfy(\.isUnique), place != .both, isOnce || !isShared else { return false }
    return kind == .subject || kind == .tap || isOnce && !isShared
  }
  var isTimed: Bool { operators.contains { $0.isTimed } }

  /// The pipeline over the sources.
  func pipeline(_ source: (Int) -> Flow, _ clock: Clock) -> Flow {
    let nothing = Empty<Parcel, Fault>(completeImmediately: false).erased
    let made = first.make(source(0), first.hasOther ? source(1) : nothing, clock)
    guard let second else { return made }
    switch place {
    case .main: return second.make(made, second.hasOther ? source(2) : nothing, clock)
    case .other: return second.make(source(2), made, clock)
    case .both: return second.make(made, source(0), clock)
    }
  }

  /// Whether the plan keeps the rules of its parts. Taps have one subscriber, and one thread at a time calls each.
  var isLawful: Bool {
    guard threads.count > 1 else { return false }
    let steps = threads.flatMap { $0 } + (reaction.map { [$0.step] } ?? [])
    guard steps.allSatisfy({ $0.source.map(sources.contains) ?? true }) else { return false }
    if place != .main, second?.hasOther != true { return false }
    // A completion whose action is lost does not come.
    if steps.contains(.lose) {
      if steps.contains(where: { step in if case .send = step { false } else { step.source != nil } }) { return false }
      if second != nil, first.main != .everything || first.fails || place != .main { return false }
      if operators.contains(where: { $0.name.hasPrefix("subscribe(on:)") }) { return false }
    }
    // A sink cannot cancel before it has its token.
    if reaction?.moment == .subscription, subscriber == .sink { return false }
    if kind != .tap { return true }
    guard place != .both, operators.allSatisfy(\.subscribesOnce), !steps.contains(.subscribe), !isLate else {
      return false
    }
    if reaction?.isWitness == true || reaction?.step.source != nil { return false }
    return sources.allSatisfy { source in threads.count { $0.contains { $0.source == source } } <= 1 }
  }
  /// Plans with one thing less.
  var simpler: [Plan] {
    var plans: [Plan] = []
    func add(_ change: (inout Plan) -> Void) {
      var plan = self
      change(&plan)
      if plan.isLawful { plans.append(plan) }
    }
    if let second {
      add {
        $0.drop { $0 == 2 ? nil : $0 }; $0.second = nil; $0.place = .main
      }
      add {
        $0.drop { $0 == 1 ? nil : $0 == 2 ? 1 : 0 }; ($0.first, $0.second, $0.place) = (second, nil, .main)
      }
      if let map = Composed.named("map(_:)"), first.name != map.name {
        add {
          $0.drop { $0 == 1 ? nil : $0 }; $0.first = map
        }
      }
      if place == .both { add { $0.place = .main } }
    }
    if reaction != nil { add { $0.reaction = nil } }
    for thread in threads.indices {
      if threads.count > 2 { add { $0.threads.remove(at: thread) } }
      for step in threads[thread].indices where threads[thread].count > 1 {
        add { $0.threads[thread].remove(at: step) }
      }
    }
    if kind != .subject { add { $0.kind = .subject } }
    if subscriber != .all { add { $0.subscriber = .all } }
    if movesTimers { add { $0.movesTimers = false } }
    if runsInside { add { $0.runsInside = false } }
    if isLate { add { $0.isLate = false } }
    return plans
  }
  /// Gives the sources of all steps other numbers. Steps of sources without a new number go.
  private mutating func drop(_ new: (Int) -> Int?) {
    func changed(_ step: Step) -> Step? { step.source.map { new($0).map(step.with) } ?? step }
    threads = threads.map { $0.compactMap(changed) }.filter { !$0.isEmpty }
    reaction = reaction.flatMap { old in changed(old.step).map { Reaction(old.moment, $0) } }
  }
  var scenario: Scenario {
    Scenario(description) {
      var rig: Rig! = Rig(self)
      return Trial(threads: threads.map { steps in { [rig] in for step in steps { rig!.perform(step) } } }) {
        let bench = rig.bench, isOver = rig.conclude()
        rig = nil
        return bench.findings + (isOver ? bench.left.map { "\($0) is never freed" } : [])
      }
    }
  }
}

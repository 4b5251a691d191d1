import Pipes
import VirtualTime

/// A random pipeline, made of a seed.
struct FuzzCase: CustomStringConvertible {
  struct Stage {
    var step: FuzzStep
    var count: Int
    var time: Int
    var other: FuzzRow
  }
  var source: FuzzRow
  var stages: [Stage]

  init(seed: UInt64) {
    var random = SplitMixSequence(seed: seed)
    source = FuzzRow.random(upTo: 5, frames: 12, &random)
    stages = []
    var factors = 0
    for index in 0..<Int.random(in: 1...6, using: &random) {
      let step = FuzzStep.all.randomElement(using: &random)!
      let multiplies = step.traits.contains(.multiplies)
      if multiplies { factors += 1 }
      if multiplies, factors > 2 { continue }
      let other = FuzzRow.random(upTo: 3, frames: 5, &random)
      // A length that is not a sum of others, so that no two things happen at one instant by chance.
      let time = FuzzRow.frame * Int.random(in: 1...6, using: &random) + [11, 101, 1009, 3001, 7001, 15013][index]
      stages.append(Stage(step: step, count: Int.random(in: 1...3, using: &random), time: time, other: other))
    }
  }
  var description: String {
    (["source: \(source)"]
      + stages.map {
        "  .\($0.step.name)  count: \($0.count)  time: \(Double($0.time) / Double(FuzzRow.frame))  other: \($0.other)"
      })
      .joined(separator: "\n")
  }

  var traits: FuzzStep.Traits { stages.reduce(into: []) { $0.formUnion($1.step.traits) } }
  var rows: [FuzzRow] { [source] + stages.map(\.other) }
  /// Whether a source never completes.
  var isSilent: Bool { hasRow { $0.end == nil && $0.kind != .atOnce } }
  func hasRow(_ isWanted: (FuzzRow) -> Bool) -> Bool { rows.contains(where: isWanted) }

  /// Runs the pipeline; `kind` takes the place of hot sources.
  func run(_ mode: FuzzSubscriber.Mode, hotAs kind: FuzzRow.Kind = .hot, isRecording: Bool = false) -> FuzzLog {
    let scheduler = TestScheduler(), log = FuzzLog(scheduler, stages: isRecording ? stages.count + 1 : 0)
    func publisher(_ row: FuzzRow, _ index: Int, stage: Int? = nil) -> Numbers {
      var row = row
      if row.kind == .hot { row.kind = kind }
      return Checked(
        upstream: row.publisher(on: scheduler, offset: 20_000 * (index + 1)), name: "source \(index)", log: log,
        stage: stage
      )
      .eraseToAnyPublisher()
    }
    var made = publisher(source, 0, stage: 0)
    for (index, stage) in stages.enumerated() {
      let context = FuzzStep.Context(
        other: publisher(stage.other, index + 1), count: stage.count, time: .nanoseconds(stage.time),
        scheduler: scheduler)
      made = Checked(upstream: stage.step.build(made, context), name: stage.step.name, log: log, stage: index + 1)
        .eraseToAnyPublisher()
    }
    weak var last: FuzzSubscriber?
    do {
      let subscriber = FuzzSubscriber(mode, log)
      last = subscriber
      made.subscribe(subscriber)
    }
    do {
      try scheduler.advance(by: .nanoseconds(FuzzRow.frame * (isSilent ? 600 : 6000)))
    } catch { log.fault("time does not pass: \(error)") }
    if log.hasEnded || mode == .cancels && log.events.count == 2, last != nil {
      log.fault("the subscriber is kept after the end")
    }
    return log
  }

  /// The fault, or nil.
  var finding: String? {
    let all = run(.all)
    if let text = problem(all, "unlimited") { return text }
    for mode in [FuzzSubscriber.Mode.oneByReturn, .oneByRequest] {
      let one = run(mode)
      if let text = problem(one, "\(mode)") { return text }
      if let text = difference(all, one, "\(mode)"), !isExplained(mode) { return text }
    }
    if let fault = run(.cancels).faults.first { return "cancels: \(fault)" }
    let slow = run(.slow)
    if let text = problem(slow, "slow") ?? slowDifference(all, slow) { return text }
    if hasRow({ $0.kind == .hot }) {
      let cold = run(.all, hotAs: .cold)
      if let text = problem(cold, "cold") { return text }
      let isSame = all.events == cold.events && all.instants == cold.instants
      if traits.isDisjoint(with: [.again, .pushesBack, .late]), !isSame {
        return "hot \(shown(all)) but cold \(shown(cold))"
      }
    }
    return nil
  }
  /// A pipeline keeps the rules and ends when all its sources do.
  private func problem(_ log: FuzzLog, _ mode: String) -> String? {
    if let fault = log.faults.first { return "\(mode): \(fault)" }
    if !log.hasEnded, !isSilent { return "\(mode): never ends, after \(shown(log))" }
    if let last = stages.last, last.step.traits.contains(.paced) {
      let values = zip(log.events, log.instants).filter { if case .value = $0.0 { true } else { false } }.map(\.1)
      for (earlier, later) in zip(values, values.dropFirst()) where later - earlier < last.time {
        return "\(mode): less than \(Double(last.time) / Double(FuzzRow.frame)) between two values of \(shown(log))"
      }
    }
    return nil
  }
  /// One value at a time, answered at once, is as good as everything.
  private func difference(_ all: FuzzLog, _ one: FuzzLog, _ mode: String) -> String? {
    let traits = traits
    // Back pressure keeps a cold source from failing, and makes a hot one lose values.
    if traits.contains(.lossy) { return nil }
    if traits.contains(.pushesBack), traits.contains(.shares) || hasRow({ $0.kind == .hot || $0.end?.fails == true }) {
      return nil
    }
    if traits.contains(.late) {
      if traits.contains(.timed) || traits.contains(.shares) || hasRow({ $0.kind == .hot || $0.end?.fails == true }) {
        return nil
      }
      return all.events == one.events ? nil : "unlimited \(shown(all)) but \(mode) \(shown(one))"
    }
    return all.events == one.events && all.instants == one.instants
      ? nil : "unlimited \(shown(all)) but \(mode) \(shown(one))"
  }
  /// Slow demand on cold sources gives the same values later, where time plays no part.
  private func slowDifference(_ all: FuzzLog, _ slow: FuzzLog) -> String? {
    if hasRow({ $0.kind == .hot }) || !traits.isDisjoint(with: [.timed, .lossy]) { return nil }
    if traits.contains(.parks), hasRow({ $0.end?.fails == true }) { return nil }
    let isLater = zip(all.instants, slow.instants).allSatisfy { $0 <= $1 }
    return all.events == slow.events && isLater ? nil : "unlimited \(shown(all)) but slow \(shown(slow))"
  }
  private func shown(_ log: FuzzLog) -> String {
    let words = zip(log.events, log.instants).map { event, instant in
      let text =
        switch event {
        case .value(let value): "\(value)"
        case .finished: "|"
        case .failed(let error): "#\(error)"
        }
      return "\(text)@\(Double(instant / 10_000) / 100)"
    }
    return "[\(words.joined(separator: " "))]"
  }

  /// The smallest case of the same kind that can be found by leaving things out.
  var smallest: FuzzCase {
    var best = self, isSmaller = true
    while isSmaller {
      isSmaller = false
      for candidate in best.parts where candidate.finding != nil {
        best = candidate
        isSmaller = true
        break
      }
    }
    return best
  }
  var parts: [FuzzCase] {
    var parts: [FuzzCase] = []
    for index in stages.indices {
      var part = self
      part.stages.remove(at: index)
      parts.append(part)
    }
    for index in source.values.indices {
      var part = self
      part.source.values.remove(at: index)
      parts.append(part)
    }
    for (index, stage) in stages.enumerated() {
      for value in stage.other.values.indices {
        var part = self
        part.stages[index].other.values.remove(at: value)
        parts.append(part)
      }
    }
    return parts
  }
}

extension FuzzRow {
  static func random(upTo count: Int, frames: Int, _ random: inout SplitMixSequence) -> FuzzRow {
    let kind: Kind = [.hot, .cold, .cold, .atOnce].randomElement(using: &random)!
    let times = (0..<Int.random(in: 0...count, using: &random)).map { _ in Int.random(in: 0...frames, using: &random) }
      .sorted()
    let values = times.map { (frame: $0, value: Int.random(in: 0...9, using: &random)) }
    let isSilent = Int.random(in: 0..<8, using: &random) == 0
    let last = (times.last ?? 0) + Int.random(in: 0...3, using: &random)
    return FuzzRow(kind: kind, values: values, end: isSilent ? nil : (last, Int.random(in: 0..<4, using: &random) == 0))
  }
}

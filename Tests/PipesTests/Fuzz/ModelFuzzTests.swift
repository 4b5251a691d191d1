import Foundation
import Testing

/// Random pipelines, compared with short functions that say what each operator does:
/// `MODELS=50000 swift test --filter ModelFuzz` runs so many, `FUZZ_FROM` begins at another seed.
@Suite("Random pipelines and models") struct ModelFuzzTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["MODELS"].flatMap { UInt64($0) } ?? 2_000
  private static let first = environment["FUZZ_FROM"].flatMap { UInt64($0) } ?? 1

  @Test("the same values at the same instants as the models") func agree() {
    var compared = 0, steps: Set<String> = [], seed = Self.first, worst: (text: String, length: Int)?, found = 0
    while compared < Self.count, seed < Self.first + Self.count * 40 {
      defer { seed += 1 }
      let made = FuzzCase(seed: seed)
      guard let difference = made.differenceFromModels else { continue }
      compared += 1
      steps.formUnion(made.stages.map(\.step.name))
      if difference.isEmpty { continue }
      found += 1
      let smallest = made.smallestUnlikeModels,
        text = "seed \(seed): \(smallest.differenceFromModels ?? "")\n\(smallest)"
      if Self.environment["MODELS_ALL"] != nil { print(text) }
      if text.count < worst?.length ?? .max { worst = (text, text.count) }
    }
    #expect(worst == nil, "\(found) differ; the smallest: \(worst?.text ?? "")")
    #expect(compared == Self.count)
    // Every step with a model was in one of the pipelines.
    if Self.count >= 2_000 { #expect(Set(Models.shared.all.keys).subtracting(steps) == []) }
  }
  /// A new operator of the fuzzer needs a model, or a reason here why there is none.
  @Test func everyStepHasAModel() {
    let without: Set<String> = [
      // Requests less than everything, so that the instants depend on who waits: see the other test of random
      // pipelines.
      "flatMap one at a time", "sequenceEqual", "collect(.byTimeOrCount)",
    ]
    #expect(Set(FuzzStep.all.map(\.name)) == Set(Models.shared.all.keys).union(without))
  }
}

extension FuzzCase {
  /// How the engine differs from the models; empty if it does not, `nil` if no model can say.
  var differenceFromModels: String? {
    let ties = ModelRun.Ties()
    for (index, stage) in stages.enumerated() {
      // One value at a time keeps a cold source waiting and loses those of a hot one: modelled next to a source only.
      if stage.step.traits.contains(.pushesBack), index > 0 || source.kind == .hot || stage.other.kind == .hot {
        return nil
      }
      // A request that is late finds other values waiting.
      if stage.step.name == "subscribe(on:)", stages.count > 1 { return nil }
      // combineLatest requests when all its upstreams are there. Until then publishers of values wait: one is replaced,
      // still running, or sends in another order (contract TR-08); and an operator that requests no more than was
      // requested receives no completion.
      let isBefore = stages[index...].contains { $0.step.name.hasPrefix("combineLatest") }
      let changes =
        !stage.step.traits.isDisjoint(with: [.merges, .pushesBack])
        || ["switchMap", "exhaustMap"].contains(stage.step.name)
      if source.kind == .atOnce, isBefore, changes { return nil }
      // A publisher that subscribes again meets what others share.
      let isShared = stage.step.traits.contains(.shares) || stage.step.name == "share(replay:)"
      if isShared,
        stages[index...].contains(where: { $0.step.name.hasPrefix("retry") || $0.step.name.hasPrefix("repeat") })
      {
        return nil
      }
    }
    var play = self.play(source, 0, ties)
    for (index, stage) in stages.enumerated() {
      guard let model = Models.shared.all[stage.step.name] else { return nil }
      play = model(
        play,
        Models.Context(
          other: self.play(stage.other, index + 1, ties), count: stage.count, time: stage.time,
          isLast: index == stages.count - 1,
          ties: ties))
    }
    let wanted = play(0)
    if ties.areMet || wanted.contains(where: { $0.instant > FuzzRow.frame * 300 }) { return nil }
    let log = run(.all), got = zip(log.instants, log.events).map { Heard(instant: Int($0), event: $1) }
    return got == wanted ? "" : "the model says \(Self.text(wanted)), the engine \(Self.text(got))"
  }
  private func play(_ row: FuzzRow, _ index: Int, _ ties: ModelRun.Ties) -> Play {
    let offset = 20_000 * (index + 1)
    let events: [(frame: Int, event: FuzzLog.Event)] =
      row.values.map { ($0.frame, .value($0.value)) }
      + (row.end.map { [($0.frame, $0.fails ? .failed(.oops) : .finished)] } ?? [])
    switch row.kind {
    case .atOnce:
      let all = row.end == nil ? events + [(0, .finished)] : events
      return { start in all.map { Heard(instant: start, event: $0.event) } }
    case .cold:
      return { start in events.map { Heard(instant: start + $0.frame * FuzzRow.frame + offset, event: $0.event) } }
    case .hot:
      let all = events.enumerated().map { Heard(instant: $1.frame * FuzzRow.frame + offset, event: $1.event, rank: $0) }
      return { start in
        if all.contains(where: { $0.instant == start }) { ties.areMet = true }
        if let end = all.last, end.event.number == nil, end.instant <= start {
          return [Heard(instant: start, event: end.event)]
        }
        return all.filter { $0.instant > start }
      }
    }
  }
  private static func text(_ all: [Heard]) -> String {
    let words = all.map { heard in
      let what = heard.event.number.map(String.init) ?? heard.event.error.map { "#\($0)" } ?? "|"
      return "\(what)@\(Double(heard.instant / 10_000) / 100)"
    }
    return "[\(words.joined(separator: " "))]"
  }
  /// The smallest case that differs from the models, found by leaving things out.
  var smallestUnlikeModels: FuzzCase {
    var best = self
    while let next = best.parts.first(where: { $0.differenceFromModels?.isEmpty == false }) { best = next }
    return best
  }
}

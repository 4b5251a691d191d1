import Pipes

// The places in which two runs under different demand may differ, by the contract. The first stage whose output differs
// has received the same in both, so it must have the reason.
extension FuzzCase {
  /// Whether the difference between unlimited demand and one value at a time begins at a stage that may make it:
  ///
  /// 1. A stage that merges streams may send the values of one instant in another order (TR-08, CO-02), none more and
  ///    none less.
  /// 2. Above a stage with back pressure, demand comes later than the values, and so do the values of a cold source. A
  ///    stage that depends on time drops, keeps or pairs other values then (CO-01, TI-02, TI-04, RE-03), and what
  ///    subscribes again, or after values of its own, does so later or never (SQ-09, ER-02, ER-06).
  func isExplained(_ mode: FuzzSubscriber.Mode) -> Bool {
    let all = run(.all, isRecording: true).outputs, one = run(mode, isRecording: true).outputs
    var isLate = false
    let different = all.indices.first { index in
      if FuzzCase.isBeginning(all[index], one[index]) { return false }
      // A later value of a stage's input is later in its output.
      let mayBeLate = isLate || stages[index...].contains { $0.step.traits.contains(.pushesBack) }
      isLate = mayBeLate && FuzzCase.isLater(all[index], one[index])
      return !isLate
    }
    let delayed = stages.indices.filter { index in
      stages[index...].dropFirst().contains { $0.step.traits.contains(.pushesBack) }
    }
    guard let different else {
      return isLate || delayed.contains { !stages[$0].step.traits.isDisjoint(with: [.again, .successive]) }
    }
    // The source is the same in both runs.
    guard different > 0 else { return false }
    let stage = different - 1, traits = stages[stage].step.traits
    if traits.contains(.merges), stage < stages.count - 1, FuzzCase.isReordered(all[different], one[different]) {
      return true
    }
    return delayed.contains(stage) && !traits.isDisjoint(with: [.timed, .again, .successive, .late])
  }

  /// Whether one is what the other begins with.
  private static func isBeginning(_ one: [FuzzLog.Output], _ other: [FuzzLog.Output]) -> Bool {
    zip(one, other).allSatisfy { $0 == $1 }
  }

  /// Whether one is the same as what the other begins with, later.
  private static func isLater(_ all: [FuzzLog.Output], _ one: [FuzzLog.Output]) -> Bool {
    zip(all, one).allSatisfy { $0.event == $1.event && $0.instant <= $1.instant }
  }

  /// Whether two outputs differ in the order at one instant before they differ in anything else.
  private static func isReordered(_ all: [FuzzLog.Output], _ one: [FuzzLog.Output]) -> Bool {
    guard let place = zip(all, one).enumerated().first(where: { $1.0 != $1.1 })?.offset else { return false }
    let instant = all[place].instant
    guard one[place].instant == instant else { return false }
    func count(_ outputs: [FuzzLog.Output]) -> [Int: Int] {
      outputs.reduce(into: [:]) { counts, output in
        if case .value(let value) = output.event { counts[value, default: 0] += 1 }
      }
    }
    let (more, less) = (count(all.filter { $0.instant == instant }), count(one.filter { $0.instant == instant }))
    let isPart = less.allSatisfy { $1 <= more[$0, default: 0] }
    // A completed stage has sent everything.
    let isWhole = all.last?.event != .finished || one.last?.event != .finished || all.count == one.count
    return isPart && isWhole
  }
}

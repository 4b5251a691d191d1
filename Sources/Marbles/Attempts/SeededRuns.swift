import PipesCore
import VirtualTime

/// The runs of a test without cases: one in the order of scheduling, and one more for each seed. The first that fails is
/// the last one.
final class SeededRuns: Attempts {
  private let times: TestTimes
  private let place: SourcePlace
  private let isAsync: Bool
  /// Whether tests that pass are drawn; `nil` if none is drawn.
  private let drawsAll: Bool?
  private let note = CrashNote()
  private var number = 0
  /// The seed of the run, and its timeline.
  private var seed: UInt64?
  private var timeline = Timeline()
  private(set) var problems: [MarbleFailure.Problem] = []
  /// The failure of a test that a limit has stopped: it also has the rows.
  private var stop: MarbleFailure?

  init(_ times: TestTimes, at place: SourcePlace, isAsync: Bool, drawsAll: Bool?) {
    self.times = times
    self.place = place
    self.isAsync = isAsync
    self.drawsAll = drawsAll
  }

  private var moreRuns: Int { times.seeds?.count ?? 0 }

  func next() -> (setting: TestSetting, timeline: Timeline)? {
    guard problems.isEmpty, number <= moreRuns else { return nil }
    seed = number == 0 ? nil : times.seeds.map { $0.lowerBound + UInt64(number - 1) }
    number += 1
    note.name(seed.map { "this test, with seed \($0)\n" } ?? "this test\n", at: place.short)
    timeline = Timeline(seed: seed)
    if let start = times.start { timeline.start = start }
    timeline.use(times.randomNumbers) { [place] in place.seed }
    let setting = TestSetting(
      frame: FrameLength(times.frame), place: place, recorder: seed == nil ? times.recorder : nil,
      isPermuted: seed != nil, isAsync: isAsync)
    return (setting, timeline)
  }
  func begin() { note.begin() }
  /// A test that passes is drawn only if all tests are drawn, and only in the run without a seed.
  func look(at test: MarbleTest, _ failure: (any Error)?, draw: (RunRecord) -> Void) -> (any Error)? {
    let found = failure.map { ($0 as? MarbleFailure)?.problems } ?? []
    if let drawsAll, let found, test.hasRun, test.setting.observer == nil, !found.isEmpty || drawsAll && seed == nil {
      var record = test.runRecord
      record.problems = found
      draw(record)
    }
    stop = test.testRun?.isStopped == true ? failure as? MarbleFailure : nil
    return failure
  }
  func take(_ failure: (any Error)?, _ issues: [CaughtIssue]) throws {
    note.end()
    guard let failure = failure is Timeline.Runaway ? stop ?? failure : failure else { return }
    if let failure = failure as? MarbleFailure {
      problems = failure.problems
    } else if isAsync, failure is VirtualTimeError || failure is Timeline.Runaway {
      problems = [.init(place: place, text: TestRun.text(of: failure))]
    } else {
      throw failure
    }
    problems = MarbleFailure(problems: problems).drawn(on: timeline).found(with: seed).problems
  }
  func finish() -> RunCount {
    let words = moreRuns == 0 ? "1 run" : "\(1 + moreRuns) runs, \(moreRuns) of them with a seed"
    return RunCount(count: 1 + moreRuns, description: words)
  }
}

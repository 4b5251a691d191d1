import Marbles
import Testing
import VirtualTime

@testable import MarbleDiagrams
@testable import MarbleSpecs

/// `busy scheduler: --^--!`: jobs that wait. Outcomes of single specs are in `runs.txt`, mistakes in `mistakes.txt`.
struct BusySchedulerTests {
  /// Each job runs at the first instant, from the one on at which it is due, at which the scheduler is not busy, and
  /// jobs run in the order in which they became due.
  @Test(arguments: [(".receive(on: scheduler)", 0), (".delay(for: 3, scheduler: scheduler)", 3)])
  func jobsRunAsSoonAsTheSchedulerIsFree(_ call: String, _ delay: Int) throws {
    var waited = 0
    for seed in 0..<200 {
      var random = SplitMixSequence(seed: UInt64(seed))
      let length = Int.random(in: 4...16, using: &random)
      let row = (0..<length).map { _ in
        Bool.random(using: &random) ? "-" : String(Int.random(in: 1...9, using: &random))
      }
      // Busy or free, frame by frame; the last `!` is behind the row.
      let flips = (0..<Int.random(in: 1...4, using: &random)).reduce(into: Set<Int>()) { flips, _ in
        flips.formUnion([Int.random(in: 0..<length + 4, using: &random)])
      }.sorted()
      let signs = (flips.count.isMultiple(of: 2) ? flips : flips + [length + 5])
      let busy = (0...length + 5).map { frame in
        signs.firstIndex(of: frame).map { $0.isMultiple(of: 2) ? "^" : "!" } ?? "-"
      }.joined()
      let isBusy = { (frame: Int) in signs.count { $0 <= frame }.isMultiple(of: 2) == false }
      var expected: [String] = []
      for (frame, sign) in (row + ["|"]).enumerated() where sign != "-" {
        var time = frame + delay
        while isBusy(time) { time += 1 }
        if time > frame + delay { waited += 1 }
        expected.append("\(time)\(sign)")
      }
      let text = "a: \(row.joined())|\nbusy scheduler: \(busy)\n> a\(call)\n"
      let spec = try ExecutedSpec(SpecText(text, file: "a.marble"))
      let lane = try #require(spec.diagram.runs.first).subscribers[0].received
      let actual = lane.moments.flatMap { moment in
        moment.marks.map { "\(moment.instant.nanoseconds / 1_000_000)\($0.text)" }
      }
      #expect(actual == expected, "\(text)")
    }
    #expect(waited > 300)
  }

  private static let spec = """
    frame: 100ms
    touch:          -a-b---|
    busy scheduler: --^---!
    > touch.receive(on: scheduler)
    =               -a----b|

    """

  @Test func theTraceHasBothInstantsAndTheValue() throws {
    let spec = try ExecutedSpec(SpecText(Self.spec, file: "a.marble"), isTraced: true)
    #expect(SpecCheck(spec).failures == [])
    #expect(spec.diagram.busy?.periods.map { "\($0)" } == ["200ms..<600ms"])
    let trace = try #require(spec.diagram.runs.first?.trace)
    let held = trace.timers.filter { $0.heldUntil != nil }
    #expect(held.map { $0.due.nanoseconds / 1_000_000 } == [300])
    #expect(held.map { ($0.end?.nanoseconds ?? 0) / 1_000_000 } == [600])
    #expect(held.map(\.heldUntil) == held.map(\.end))
    #expect(held.map { $0.startedBy.map { trace.events[$0].text } } == ["\"b\""])
    #expect(
      trace.events.filter { $0.timer.map { trace.timers[$0].heldUntil != nil } ?? false }.map(\.text) == ["\"b\""])
    // Before it ran it waits, and before it was due it does not.
    let steps = trace.steps.indices.filter { if case .timerHeld = trace.steps[$0] { true } else { false } }
    #expect(steps.count == 1)
    #expect(trace.beginning(steps[0]).timers.allSatisfy { $0.heldUntil == nil })
    #expect(trace.beginning(steps[0] + 1).timers.contains { $0.heldUntil != nil && $0.end == nil })
  }

  @Test func textAndUpdateKeepTheRow() throws {
    let spec = try ExecutedSpec(SpecText(Self.spec, file: "a.marble"))
    #expect(TextRenderer.text(of: spec.diagram).contains("busy scheduler: --^---!"))
    let traced = try ExecutedSpec(SpecText(Self.spec, file: "a.marble"), isTraced: true).diagram
    var style = TextStyle()
    style.showsCauses = true
    #expect(
      TextRenderer.text(of: traced, style: style).contains(
        "# b at 600ms because of b of touch at 300ms, 300ms of scheduler\n"))
    let json = JSONRenderer.text(of: traced)
    #expect(json.contains("\"busy\": \"--^---!\"") && json.contains("\"heldUntil\": 600000000"))
    let wrong = Self.spec.replacing("-a----b|", with: "-a-b---|")
    let updated = try #require(SpecUpdate(ExecutedSpec(SpecText(wrong, file: "a.marble"))).updated())
    #expect(updated.lines.map { String($0) } == Self.spec.split(separator: "\n").map(String.init))
  }

  @Test func swiftHasNone() throws {
    let spec = try ExecutedSpec(SpecText(Self.spec, file: "a.marble"))
    var taken: Set<String> = []
    let problem = #expect(throws: SpecProblem.self) { try SwiftTest.code(of: spec, taken: &taken) }
    let expected =
      "a.marble:3:17: error: in a test in Swift the scheduler is never busy\nbusy scheduler: --^---!\n                ^~~~~~~"
    #expect(problem?.description == expected)
  }
}

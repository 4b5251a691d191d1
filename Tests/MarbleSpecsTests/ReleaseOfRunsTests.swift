import Marbles
import Testing
import VirtualTime

@testable import MarbleSpecs

/// A run leaves nothing behind, also if its subscriptions are still live at its end: a process that runs a million
/// specs needs no more memory.
struct ReleaseOfRunsTests {
  /// The example of each operator, and the same with sources that never complete.
  static let specs = OperatorTable.shared.rows.map(\.sample).filter { !$0.isEmpty }
    .flatMap { sample in
      let isRow = { (line: Substring) in line.wholeMatch(of: /(hot |cold )?[a-z]+:.*/) != nil }
      let endless = sample.split(separator: "\n").map { isRow($0) ? $0.replacing(/[|#].*/, with: "-") : $0 }.joined(
        separator: "\n")
      return [sample, endless]
    }

  @Test(arguments: specs, [false, true]) func aRunIsReleased(_ spec: String, _ isTraced: Bool) throws {
    weak var timeline: Timeline?
    let file = try SpecFile(SpecText(spec, file: "a.marble"))
    let names = SpecNames(file)
    for block in file.blocks {
      do {
        let run = SpecRun(file, block, names, isTraced: isTraced)
        defer { run.tearDown() }
        timeline = run.timeline
        let recorder = Recorder<Value, SpecFailure>(timeline: run.timeline)
        run.makeSources()
        // Some operators without an end go on until a guard stops them.
        try? run.timeline.perform { run.prepare([SpecFile.SubscriberRows()], [recorder]) }
        try? run.timeline.advance(by: .milliseconds(100))
      }
      #expect(timeline == nil, "\(spec)")
    }
  }
}

import MarbleDiagrams
import MarbleSpecs
import Marbles
import Pipes
import Testing
import VirtualTime

/// A marble test and a spec of the same pipeline draw the same: the rows, the timers, and what came when because of
/// what.
///
/// A spec writes its timers down in its own scheduler, a test on the timeline; neither knows of the other.
struct TestTimersTests {
  typealias Source = ColdSource<String, Never>

  /// An operator as a spec writes it, and as Swift does.
  struct Pipeline: Sendable, CustomTestStringConvertible {
    var call: String
    var make: @Sendable (Source, MarbleTest) -> AnyPublisher<String, Never>
    var testDescription: String { call }
  }

  static let pipelines: [Pipeline] = [
    Pipeline(call: "debounce(for: 3)") {
      $0.debounce(for: $1.frames(3), scheduler: $1.scheduler).eraseToAnyPublisher()
    },
    Pipeline(call: "delay(for: 2)") { $0.delay(for: $1.frames(2), scheduler: $1.scheduler).eraseToAnyPublisher() },
    Pipeline(call: "timeout(4)") { $0.timeout($1.frames(4), scheduler: $1.scheduler).eraseToAnyPublisher() },
    Pipeline(call: "debounce(for: 1).delay(for: 3)") {
      $0.debounce(for: $1.frames(1), scheduler: $1.scheduler).delay(for: $1.frames(3), scheduler: $1.scheduler)
        .eraseToAnyPublisher()
    },
    Pipeline(call: "map { $0 }.delay(for: 1).prefix(2)") {
      $0.map { $0 }.delay(for: $1.frames(1), scheduler: $1.scheduler).prefix(2).eraseToAnyPublisher()
    },
  ]

  /// A row of up to 30 frames that is drawn by a seed.
  static func row(_ seed: UInt64) -> String {
    var random = SplitMixSequence(seed: seed)
    let letters = ["a", "b", "c", "-", "-", "-", "--", "(ab)"]
    return (0..<Int.random(in: 1...12, using: &random)).map { _ in letters.randomElement(using: &random) ?? "-" }
      .joined()
      + (Bool.random(using: &random) ? "|" : "")
  }

  private func rows(_ row: String, _ pipeline: Pipeline) throws -> RunRecord {
    var drawn: RunRecord?
    let drawing = TestDrawing(drawsAll: true) { drawn = $0 }
    _ = try MarbleTest.perform(
      TestTimes(), at: SourcePlace(#fileID, #filePath, #line, #column), drawing: drawing, { _ in }
    ) { m in
      _ = m.expect(pipeline.make(m.cold(row, name: "a"), m), name: "result")
      m.allowLive()
    }
    return try #require(drawn)
  }

  private func timers(_ trace: Trace) -> [String] {
    trace.timers.filter(\.waits).map { timer in
      let ending = timer.ending.map { " \($0) at \(timer.end?.nanoseconds ?? -1)" } ?? ""
      let cause = timer.startedBy.map { " for \(trace.root(of: $0))" } ?? ""
      return "\(timer.start.nanoseconds)-\(timer.due.nanoseconds)\(ending)\(cause)"
    }.sorted()
  }
  /// The events of the subscriber: when, and because of which event of the source.
  private func results(_ trace: Trace) -> [String] {
    trace.events.filter { trace.subscriptions[$0.line].consumer == nil }.map { event in
      "\(Mark(event.kind).text) at \(event.instant.nanoseconds)"
        + event.causes.map { " because of \(trace.root(of: $0))" }.joined()
    }
  }

  @Test(arguments: pipelines) func aTestDrawsWhatASpecDraws(_ pipeline: Pipeline) throws {
    for seed in 0..<60 as Range<UInt64> {
      let row = Self.row(seed)
      let inTest = Diagram(try rows(row, pipeline), title: nil)
      let inSpec = try ExecutedSpec(SpecText("a: \(row)\n> a.\(pipeline.call)\n", file: "spec"), isTraced: true).diagram
      let (test, spec) = (try #require(inTest.runs[0].trace), try #require(inSpec.runs[0].trace))
      #expect(inTest.runs[0].subscribers[0].received == inSpec.runs[0].subscribers[0].received, "\(row)")
      #expect(timers(test) == timers(spec), "\(row)")
      #expect(results(test) == results(spec), "\(row)")
    }
  }
}

extension Trace {
  /// The event of a source that an event comes from.
  fileprivate func root(of event: Int) -> String {
    if let cause = events[event].causes.first { return root(of: cause) }
    return "\(Mark(events[event].kind).text) at \(events[event].instant.nanoseconds)"
  }
}

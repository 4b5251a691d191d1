import Foundation
import Marbles
import TestFolder
import Testing

@testable import MarbleDiagrams
@testable import MarbleSpecs

/// Ten times as much takes at most about ten times as long. It measures the processor time of this thread, as a ratio
/// within one run, so that a busy machine does not count. `Tools/Benchmarks/growth` does the same with the command, up
/// to a million events.
@Suite(.serialized) struct GrowthTests {
  /// Ten times as much takes up to 13 times as long, and a hundred times if the time grows with the square. The closer the
  /// limit is, the smaller is the size at which a square shows beside what grows evenly.
  static let limit = 16.0

  /// Something that is done with a spec of a size.
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var size = 100
    let spec: @Sendable (Int) -> String
    let work: @Sendable (ExecutedSpec) throws -> Void

    init(
      _ name: String, size: Int = 100, spec: @escaping @Sendable (Int) -> String,
      work: @escaping @Sendable (ExecutedSpec) throws -> Void
    ) {
      (testDescription, self.size, self.spec, self.work) = (name, size, spec, work)
    }
  }

  static func text(_ spec: ExecutedSpec) {
    var style = TextStyle()
    (style.showsStages, style.showsTimers, style.showsCauses, style.width) = (true, true, true, 80)
    _ = TextRenderer.text(of: spec.diagram, style: style)
  }
  static func row(_ count: Int) -> String { "a: \(String(repeating: "-x", count: count))|\n" }

  static let cases: [Case] = [
    // Each value needs a symbol of its own.
    Case("symbols", spec: { "> interval(1).prefix(\($0))" }, work: { _ = TextRenderer.text(of: $0.diagram) }),
    // Each frame of the two rows differs.
    Case(
      "rows that differ", spec: { row($0) + "> a\n= " + String(repeating: "x-", count: $0) + "|" },
      work: { _ = SpecCheck($0).failures }),
    // Beyond 200,000 frames the events are labeled.
    Case(
      "the ruler", spec: { "> interval(1s)\nfrom ^ \(1200 * $0)ms !" }, work: { _ = TextRenderer.text(of: $0.diagram) }),
    Case("stages, timers and causes", spec: { row($0) + "> a.delay(for: 30).debounce(for: 1)" }, work: text),
    Case("inner publishers", spec: { row($0) + "b: -1-2|\n> a.flatMap { _ in b }" }, work: text),
    Case("groups", spec: { "> interval(1).prefix(\($0)).groupBy { $0 }.flatMap { $0 }" }, work: text),
    Case(
      "windows that a timer ends", size: 250, spec: { row($0) + "> a.window(every: 4).flatMap { w in w.count() }" },
      work: { _ in }),
    Case("a stream that is shared", size: 40, spec: { row($0) + "let b = a.share()\n> b.zip(b)" }) {
      _ = SVGRenderer.text(of: PosterLayout.picture(of: $0.diagram, width: 480))
    },
    Case("a page", size: 40, spec: { row($0) + "> a.scan(\"\") { all, x in x }.delay(for: 5)" }) {
      _ = HTMLRenderer.text(of: $0.diagram)
    },
    Case(
      "JSON of many pipelines", size: 15, spec: { "a: -1-2-|\n" + (0..<$0).map { "> a.map { $0 + \($0) }\n" }.joined() }
    ) {
      _ = JSONRenderer.text(of: $0.diagram)
    },
    Case("the story", spec: { row($0) + "b: -----1\n> a.switchMap { _ in b }" }) {
      _ = Explanation.text(of: $0.diagram)
    },
    Case("subscribers", size: 200, spec: { "a: -|\n> a\n" + String(repeating: "from ^\n", count: $0) }, work: { _ in }),
    Case("rules", spec: { "a: -1-|\n> a\n" + (1...$0).map { "! at most \($0) a within 1\n" }.joined() }, work: text),
    Case("subscriptions", spec: { "a: -1|\n> a.repeat(\($0))\nsubs a: ^!" }) {
      text($0)
      _ = SpecCheck($0).failures
    },
    Case(
      "streams and pipelines", size: 15,
      spec: { count in
        (0..<count).map { "hot s\($0): -1|\n" }.joined() + (0..<count).map { "> s\($0)\n" }.joined()
      }
    ) { _ = SpecCheck($0).failures },
    Case(
      "Swift for many pipelines", size: 15,
      spec: { "a: -1-2-|\n" + (0..<$0).map { "> a.map { $0 + \($0) }\n= -3-4-|\n" }.joined() }
    ) {
      var names: Set<String> = []
      _ = try SwiftTest.code(of: $0, taken: &names)
    },
  ]

  @Test(arguments: cases) func growsWithItsInput(_ one: Case) throws {
    let ratio = try growth(one.size, 10 * one.size, limit: Self.limit) {
      try one.work(try ExecutedSpec(SpecText(one.spec($0), file: "a.marble"), isTraced: true))
    }
    #expect(ratio < Self.limit)
  }

  /// Specs of lines that cannot be understood: the names behind one that is missing, and pipelines and rules of a
  /// stream that is missing, beside as many that are there.
  static let mistakes: [Case] = [
    Case(
      "names", size: 60,
      spec: { "let n0 = nothing\n" + (1...$0).map { "let n\($0) = n\($0 - 1).map { $0 }\n" }.joined() }, work: { _ in }),
    Case(
      "pipelines", size: 60, spec: { streams($0) + String(repeating: "> nothing.map { $0 }\n", count: $0) },
      work: { _ in }),
    Case(
      "rules", size: 60,
      spec: { streams($0) + "> s0\n" + String(repeating: "! at most 1 nothing within 1\n", count: $0) }, work: { _ in }),
  ]
  static func streams(_ count: Int) -> String { (0..<count).map { "s\($0): -1|\n" }.joined() }

  /// The whole spec is searched for what a missing name may mean, so only where that is told.
  @Test(arguments: mistakes) func mistakesTakeAsLongAsLines(_ one: Case) {
    let ratio = growth(one.size, 10 * one.size, limit: Self.limit) { count in
      #expect(throws: SpecProblem.self) { try SpecFile(SpecText(one.spec(count), file: "a.marble")) }
    }
    #expect(ratio < Self.limit)
  }

  /// The symbols of the whole file are gathered once, not for each row, subscriber or pipeline.
  @Test func symbolsAreGatheredOnce() throws {
    func ratio(_ size: Int, _ spec: (Int) -> String, _ work: (ExecutedSpec) throws -> Void) throws -> Double {
      let specs = try [size, 10 * size].map { try ExecutedSpec(SpecText(spec($0), file: "a.marble"), isTraced: true) }
      return try growth(specs[0], specs[1], limit: 22, work)
    }
    let groups = try ratio(150, { "> interval(1).prefix(\($0)).groupBy { $0 }.flatMap { $0 }" }) {
      _ = Lettering($0.diagram)
    }
    #expect(groups < 22)
    let subscribers = try ratio(200, { "hot a: -1-2-|\n> a\n" + String(repeating: "from ^\n", count: $0) }) {
      var names: Set<String> = []
      _ = try SwiftTest.code(of: $0, taken: &names)
    }
    #expect(subscribers < 22)
    let pipelines = try ratio(30, { "a: -1-2-|\n" + (0..<$0).map { "> a.map { $0 + \($0) }\n" }.joined() }) {
      _ = HTMLRenderer.text(of: $0.diagram)
    }
    #expect(pipelines < 22)
  }

  /// Five levels more would be 32 times as much if each were done twice.
  @Test func levelsAreWrittenOnce() throws {
    func time(_ depth: Int) throws -> Double {
      let text =
        "a: -1-|\n> " + String(repeating: "a.merge(with: ", count: depth) + "a" + String(repeating: ")", count: depth)
      let spec = try ExecutedSpec(SpecText(text, file: "a.marble"))
      return try (0..<3).map { _ in
        try processorSeconds {
          var names: Set<String> = []
          _ = try SwiftTest.code(of: spec, taken: &names)
        }
      }.min() ?? 0
    }
    let (small, large) = (try time(5), try time(10))
    #expect(large < 16 * small, "5 levels: \(small) s, 10: \(large) s")
  }
  @Test func levelsAreCountedOnce() throws {
    func time(_ depth: Int) throws -> Double {
      let levels = (0..<depth).map { "{ let v\($0) = " }.joined(),
        ends = String(repeating: "; return 1 }", count: depth)
      let text = SpecText("a: -1-|\n> a.map \(levels)1\(ends)", file: "a.marble")
      return try (0..<3).map { _ in try processorSeconds { _ = try SpecFile(text) } }.min() ?? 0
    }
    let (small, large) = (try time(5), try time(10))
    #expect(large < 16 * small, "5 levels: \(small) s, 10: \(large) s")
  }

  /// A run without end is cut when it is traced as it is when it is not: its first 50 events, and a sentence.
  @Test(arguments: [
    "a: -1|\n> a.repeat()", "> interval(1).map { $0 * 2 }", "a: -1|\n> a.repeat().filter { _ in false }",
  ])
  func anEndlessRunIsCutWhenItIsTraced(_ text: String) throws {
    let spec = try ExecutedSpec(SpecText("limit: 20000\n" + text, file: "a.marble"), isTraced: true)
    let run = spec.diagram.runs[0], trace = try #require(run.trace)
    #expect(run.stop != nil && trace.isCut)
    #expect(trace.events.count <= 2_000)
    // The rest refers only to parts that exist.
    #expect(trace.subscriptions.allSatisfy { $0.startedBy.map(trace.events.indices.contains) ?? true })
    #expect(
      trace.events.allSatisfy {
        $0.losses.allSatisfy(trace.losses.indices.contains) && $0.causes.allSatisfy(trace.events.indices.contains)
      }
    )
    #expect(trace.timers.allSatisfy { $0.startedBy.map(trace.events.indices.contains) ?? true })
    let received = trace.events.indices.filter(trace.isResult)
    #expect(received.count == spec.outcomes[0].recordings[0].entries.count)
  }

  /// The first of thousands of subscriptions are drawn, and a sentence says how many there are.
  @Test func manySubscriptionsAreCutWithASentence() throws {
    let spec = try ExecutedSpec(SpecText("a: -1|\n> a.repeat(300)\nsubs a: ^!", file: "a.marble"), isTraced: true)
    let text = TextRenderer.text(of: spec.diagram)
    #expect(text.split(separator: "\n").count { $0.hasPrefix("subs a:") } == 200)
    #expect(text.contains("# 100 more subscriptions of a are left out\n"))
    let failure = try #require(SpecCheck(spec).failures.first)
    #expect(failure.contains("1 expected, 300 happened; the first 0 are equal"))
    #expect(failure.hasSuffix("and 280 more"))
    let inner = try ExecutedSpec(
      SpecText(GrowthTests.row(130) + "b: 1\n> a.flatMap { _ in b.map { $0 } }", file: "a.marble"), isTraced: true)
    var style = TextStyle()
    style.showsStages = true
    #expect(
      TextRenderer.text(of: inner.diagram, style: style).contains(
        "# 30 more subscriptions to map { $0 } are left out\n"))
    let picture = PosterLayout.picture(of: inner.diagram, width: nil)
    let words = picture.items.flatMap(\.parts).compactMap {
      if case .text(let text) = $0.shape { text.string } else { nil }
    }
    #expect(words.contains("90 more subscriptions are left out"))
  }
}

import Foundation
import Gallery
import Marbles
import Testing
import VirtualTime

@testable import MarbleDiagrams
@testable import MarbleRuns

/// Each stream that an operator cancels has a sentence with the reason, and each such sentence is true, in the gallery
/// and in random pipelines. `TRUTH=2000 TRUTH_SEED=7 swift test --filter CancelReason` tries more of them, and others.
struct CancelReasonTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["TRUTH"].flatMap { Int($0) } ?? 150
  private static let seed = environment["TRUTH_SEED"].flatMap { UInt64($0) } ?? 0

  private static let calls = [
    ".map { $0 * 3 }", ".filter { $0 > 4 }", ".prefix(2)", ".prefix(while: { $0 < 6 })", ".first()", ".isEmpty()",
    ".prefix(while: { $0 < 6 }, behavior: .inclusive)", ".allSatisfy { $0 < 7 }", ".contains(4)", ".sequenceEqual(b)",
    ".race(with: b)", ".race(with: b, c)", ".zip(b) { $0 + $1 }", ".combineLatest(b) { $0 + $1 }", ".merge(with: b, c)",
    ".timeout(3)", ".drop(untilOutputFrom: b)", ".prefix(untilOutputFrom: b)", ".buffer(b).map { $0.count }",
    ".sample(b)", ".withLatestFrom(b) { $0 + $1 }", ".firstIndex(where: { $0 > 5 })", ".output(at: 1)",
    ".tryFilter { $0 > 7 ? throw \"high\" : true }", ".flatMap { v in c.race(with: b) }", ".switchMap { _ in c }",
    ".retry { _ in b }", ".output(in: 1...2)", ".forkJoin(b).map { $0.0 }", ".switchMap { _ in b.prefix(1) }",
  ]

  @Test func ofTheGallery() throws {
    var said = 0
    for text in try Gallery.few() {
      let truth = CancelTruth(try Gallery.traced(text).diagram)
      #expect(truth.problems == [], "\(text.file)")
      said += truth.said.values.reduce(0, +)
    }
    #expect(said > 10)
  }

  @Test func ofRandomPipelines() {
    var said: [String: Int] = [:]
    for number in 0..<Self.count {
      var specs = PosterSpecs(seed: Self.seed &* 1_000_003 &+ UInt64(number), calls: Self.calls)
      let text = specs.next().replacing("\nx: ", with: "\nc: ")
      guard let diagram = try? PosterTests.diagram(text) else { continue }
      let truth = CancelTruth(diagram)
      #expect(truth.problems == [], "\(text)")
      if !truth.problems.isEmpty { return }
      said.merge(truth.said, uniquingKeysWith: +)
    }
    // All kinds of reasons were put to the test.
    #expect(said.count > (Self.count < 2_000 ? 8 : 11), "\(said)")
  }

  @Test(arguments: [
    ("a: -1-2-3-|\n> a.prefix(2)", "a is cancelled: no more values are needed"),
    ("a: -1-7-3-|\n> a.prefix(while: { $0 < 5 })", "a is cancelled: the condition is false for 7"),
    ("a: -1-7-3-|\n> a.map { $0 * 2 }.allSatisfy { $0 < 9 }", "a is cancelled: the answer is known"),
    ("a: -1-2-3-|\nb: -1-3-|\n> a.sequenceEqual(b)", "a and b are cancelled: 2 and 3 differ"),
    ("a: -1-2-3-|\nb: --5-6|\n> a.prefix(untilOutputFrom: b)", "a and b are cancelled: b sends 5"),
    ("a: -1-2-3-|\nb: --5-6|\n> a.drop(untilOutputFrom: b)", "b is cancelled: its first value is enough"),
    ("a: -1-2-3-|\nb: -1------4-|\n> a.sample(b)", "b is cancelled: a finished"),
    ("a: -1-----3-|\n> a.timeout(4)", "a is cancelled: no value for 4ms, so the result ends"),
    ("a: -1-0-3-|\n> a.tryMap { $0 == 0 ? throw \"zero\" : $0 }", "a is cancelled: tryMap has failed"),
    ("a: -1-2-3-|\n> a.firstIndex(where: { $0 == 2 })", "a is cancelled: the index is known"),
    ("a: 1|\nb: --1|\nc: -2-|\n> a.flatMap { _ in b.race(with: c) }", "b is cancelled at 1ms: c was first"),
    ("a: -1-#\nhot b: ----5-6-|\n> a.retry { _ in b }.prefix(2)", "b is cancelled: no more values are needed"),
  ]) func reasons(_ text: String, _ sentence: String) throws {
    let truth = CancelTruth(try PosterTests.diagram(text))
    #expect(truth.sentences.contains(sentence) && truth.problems == [], "\(truth.sentences)")
  }

  /// Both sides of a glitch come from one source; two sources that send at the same instant make none.
  @Test(arguments: [
    ("hot a: -1-2-|\n> a.combineLatest(a.map { $0 * 10 })", [" is a glitch: 10 becomes 20 at the same instant"]),
    ("a: -1-2-|\nb: -3-4-|\n> a.combineLatest(b)", []), ("hot a: -1-2-|\n> a.zip(a.map { $0 * 10 })", []),
  ]) func glitches(_ text: String, _ sentences: [String]) throws {
    let said = CancelTruth.words(try PosterTests.diagram(text)).map(\.reason)
    let ends = said.filter { $0.contains("glitch") }.map {
      String($0[($0.firstRange(of: " is a ")?.lowerBound ?? $0.startIndex)...])
    }
    #expect(ends == sentences)
  }

  @Test func lateSubscribersAndLateRequests() throws {
    func said(_ text: String) throws -> [String] {
      PosterLayout.picture(of: try PosterTests.diagram(text), width: 480).items
        .filter { [.reason, .note].contains($0.parts[0].role) }.map(\.words)
    }
    #expect(
      try said("a: -1-2-3-|\n> a.share()\nfrom ^\nfrom ----^").contains(
        "subscriber 2 misses 1 and 2: not subscribed yet"))
    #expect(
      try said("a: -1-2-3-|\n> a.share(replay: 1)\nfrom ^\nfrom ----^").contains(
        "subscriber 2 misses 1: only 2 is replayed"))
    #expect(try said("a: -1-2-3-|\n> a\nfrom ^\nfrom ----^").allSatisfy { !$0.contains("misses") })
    #expect(try said("a: -1-2-3-|\n> a.share(replay: 1)\nfrom ^\nfrom ----^").allSatisfy { !$0.contains("requested") })
    #expect(
      try said("hot a: -1-2-|\n> a.buffer(size: 2, prefetch: .keepFull, whenFull: .dropOldest)\ndemand -----1")
        .contains { $0.contains("nothing is requested before 5ms") })
    #expect(try said("a: -1-2-3-|\n> a.dropFirst(2)").contains { $0.contains("each is one of the first 2 values") })
    #expect(try said("a: -1-2-3-|\n> a.dropFirst()").contains { $0.contains("it is the first value") })
    #expect(try said("a: -1-2-|\nb: --4|\n> a.withLatestFrom(b)").contains { $0.contains("b had sent no value yet") })
  }
}

/// The sentences of a picture about cancelled streams, compared with the events of the run.
struct CancelTruth {
  private(set) var problems: [String] = []
  private(set) var sentences: [String] = []
  /// How often each reason was told, without names and numbers.
  private(set) var said: [String: Int] = [:]

  static func plans(_ diagram: Diagram) -> [PosterPlan] {
    diagram.runs.indices.compactMap { run in
      guard let trace = diagram.runs[run].trace, !trace.isCut, diagram.runs[run].stop == nil else { return nil }
      let coloring = Coloring(diagram, Lettering(diagram))
      return PosterPlan(trace, TraceIndex(trace), run: run, of: diagram, coloring, isCompact: false)
    }
  }
  static func words(_ diagram: Diagram) -> [PosterPlan.Element] {
    plans(diagram).flatMap(\.nodes).flatMap(\.elements).filter { $0.kind == .words }
  }

  init(_ diagram: Diagram) { for plan in Self.plans(diagram) { check(plan) } }

  private mutating func check(_ plan: PosterPlan) {
    let trace = plan.trace, words = plan.nodes.flatMap(\.elements).filter { $0.kind == .words }
    var told: Set<String> = []
    for element in words {
      guard let (names, reason) = Self.parts(element.reason) else { continue }
      sentences.append(element.reason)
      for name in names {
        told.insert("\(name) \(element.from)")
        if !Self.lines(of: name, trace).contains(where: { Self.isCancelled($0, at: element.from, trace) }) {
          problems.append("\(name) is not cancelled at \(element.from): \(element.reason)")
        }
      }
      guard let kind = Self.kind(of: reason, names, at: element.from, plan) else {
        problems.append("false at \(element.from): \(element.reason)")
        continue
      }
      said[kind, default: 0] += 1
    }
    for line in trace.subscriptions.indices {
      let own = trace.subscriptions[line], stage = trace.stages[own.stage]
      guard own.isCancelled, plan.isDrawn[line], !plan.inner.contains(line), stage.kind == .source, let end = own.end
      else { continue }
      // The operator that decided is the first one downstream that was not itself cancelled then.
      var operatorLine = own.consumer
      while let next = operatorLine, trace.subscriptions[next].isCancelled, trace.subscriptions[next].end == end {
        operatorLine = trace.subscriptions[next].consumer
      }
      guard let next = operatorLine, !plan.folded.contains(next), !plan.inner.contains(next) else { continue }
      if plan.nodes.contains(where: { $0.inside.contains(next) }), !told.contains("\(stage.name) \(end.nanoseconds)") {
        problems.append("\(stage.name) is cancelled at \(end) without a reason")
      }
    }
  }

  /// The names and the reason of `a and b are cancelled: b sends 5`; within a lane it also has its time.
  private static func parts(_ sentence: String) -> (names: [String], reason: String)? {
    guard let verb = sentence.firstRange(of: " is cancelled") ?? sentence.firstRange(of: " are cancelled"),
      let colon = sentence[verb.upperBound...].firstRange(of: ": ")
    else { return nil }
    let names = sentence[..<verb.lowerBound].replacing(" and ", with: ", ").split(separator: ", ").map(String.init)
    return (names, String(sentence[colon.upperBound...]))
  }
  private static func lines(of name: String, _ trace: Trace) -> [Int] {
    trace.subscriptions.indices.filter { line in
      let stage = trace.stages[trace.subscriptions[line].stage]
      return [stage.definition, stage.name, PosterPlan.shortName(stage.name)].contains(name)
    }
  }
  private static func isCancelled(_ line: Int, at end: Int64, _ trace: Trace) -> Bool {
    trace.subscriptions[line].isCancelled && trace.subscriptions[line].end?.nanoseconds == end
  }

  /// The kind of a reason that is true; `nil` for one that is false or unknown.
  private static func kind(of reason: String, _ names: [String], at end: Int64, _ plan: PosterPlan) -> String? {
    let trace = plan.trace
    func events(_ name: String? = nil) -> [Trace.Event] {
      trace.events.filter { event in
        event.instant.nanoseconds == end && (name.map { lines(of: $0, trace).contains(event.line) } ?? true)
      }
    }
    func hasValue(_ text: String, _ name: String? = nil) -> Bool {
      events(name).contains { $0.isValue && PosterLettering.plain($0.text) == text }
    }
    let hasFinished = events().contains { $0.kind == .finished && trace.stage(of: $0).kind == .operator }
    func ended(_ name: String, failing: Bool, before: Bool) -> Bool {
      lines(of: name, trace).contains { line in
        trace.events.contains {
          $0.line == line && $0.isEnd && $0.kind.isFailure == failing
            && (before ? $0.instant.nanoseconds < end : $0.instant.nanoseconds == end)
        }
      }
    }
    let words = reason.split(separator: " ").map(String.init)
    switch reason {
    case "no more values are needed": return events().contains { $0.isValue } ? reason : nil
    case "the result has finished": return hasFinished ? reason : nil
    case "the answer is known":
      let known = events().contains { ["true", "false"].contains($0.text) }
      // Without demand the answer waits.
      return known || events().contains { $0.isValue } ? reason : nil
    case "the index is known": return events().contains { $0.isValue } ? reason : nil
    case "its first value is enough":
      return lines(of: names[0], trace).contains { line in
        trace.events.count { $0.line == line && $0.isValue } == 1 && isCancelled(line, at: end, trace)
      } ? reason : nil
    default: break
    }
    if reason.hasPrefix("the condition is false for ") {
      return hasValue(String(reason.dropFirst(27))) ? "the condition is false" : nil
    }
    if reason.hasPrefix("no value for ") {
      return trace.timers.contains {
        $0.end?.nanoseconds == end && $0.ending == .fired
          && reason == "no value for \(DurationText.of(end - $0.start.nanoseconds)), so the result ends"
      } ? "no value" : nil
    }
    if words.count == 4, words[3] == "differ" {
      return words[0] != words[2] && (hasValue(words[0]) || hasValue(words[2])) ? "differ" : nil
    }
    if words.count >= 3, words[1] == "sends" {
      return hasValue(words[2...].joined(separator: " "), words[0]) ? "sends" : nil
    }
    if reason.hasSuffix(" has failed") { return ended(words[0], failing: true, before: false) ? "has failed" : nil }
    if reason.hasSuffix(" was first") { return events(words[0]).isEmpty ? nil : "was first" }
    for (verb, failing) in [("finished", false), ("failed", true)] where words.last == verb {
      return ended(words[0], failing: failing, before: words.contains("had")) ? words.dropFirst().joined() : nil
    }
    return nil
  }
}

extension RunTrace {
  fileprivate func stage(of event: Event) -> TraceStage { stages[subscriptions[event.line].stage] }
}

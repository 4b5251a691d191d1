import Gallery
import Testing

@testable import MarbleDiagrams
@testable import MarbleSpecs

/// The text of `explain` for small runs, word by word.
struct ExplanationTests {
  static func told(_ spec: String) throws -> [String] {
    let diagram = try ExecutedSpec(SpecText(spec, file: "a.marble"), isTraced: true).diagram
    return Explanation.text(of: diagram).split(separator: "\n").drop { !$0.hasPrefix("> ") }.dropFirst().map {
      String($0)
    }
  }

  /// An effect is not told before its cause: the filter is cancelled by `first`, which has its value by then.
  @Test func aCancelIsToldOfTheOperatorThatDecides() throws {
    let first = try Self.told("a: 1-2|\n> a.filter { $0 > 1 }.first()")
    #expect(
      first == [
        "   0s   the subscriber subscribes to a", "        a sends 1; filter drops it: its condition is false",
        "  2ms   a sends 2",
        "        filter passes 2 on", "      = first passes 2 on",
        "      = first finishes after 2, and cancels a.filter",
      ])
    // An operator that decides itself is named.
    let inner = try Self.told("a: 1-2\nb: ---3|\n> a.switchMap { _ in b }.prefix(1)")
    #expect(inner[2] == "  2ms   a sends 2; switchMap cancels b and subscribes to b", "\(inner)")
    #expect(inner.contains { $0.hasSuffix("prefix finishes after 3, and cancels a.switchMap") }, "\(inner)")
  }
  /// A finish that waits for a request is told when it begins to wait.
  @Test func aFinishThatWaitsForDemand() throws {
    let buffer = "a.buffer(size: 2, prefetch: .byRequest, whenFull: .dropNewest)"
    let empty = try Self.told("a: --|\n> \(buffer)\ndemand -----1")
    #expect(empty.contains("  2ms   a finishes; buffer finishes when there is demand"), "\(empty)")
    let kept = try Self.told("a: 1-|\n> \(buffer)\ndemand -----1--1")
    #expect(kept.contains("  2ms   a finishes; buffer goes on when there is demand"), "\(kept)")
    let requested = try Self.told("a: 1-|\n> \(buffer)\ndemand 2")
    #expect(requested.contains("  2ms   a finishes"), "\(requested)")
    let delayed = try Self.told("a: -|\n> a.delay(for: 3)\ndemand -----1")
    #expect(delayed.contains { $0.hasSuffix("a finishes; delay waits 3ms") }, "\(delayed)")
  }
  /// The second value is not told to replace the first one: there must not be a second one.
  @Test func singleFails() throws {
    let told = try Self.told("a: 1-2-|\n> a.single()")
    #expect(told.contains("  2ms   a sends 2; single drops 1: there was more than one value"), "\(told)")
  }
  /// A generated symbol is not a stream's name: `a` would be read as the stream.
  @Test func aSymbolIsNoStream() throws {
    let told = try Self.told("a: 1|\nb: 2|\nlet d = b.map { $0 }\n> a.zip(d)")
    #expect(told.contains { $0.hasSuffix("zip sends c ((1, 2)), computed from 1 and 2") }, "\(told)")
    let next = try Self.told("a: 1|\nc: 2|\nlet b = c.map { $0 }\n> a.zip(b)")
    #expect(next.contains { $0.hasSuffix("zip sends d ((1, 2)), computed from 1 and 2") }, "\(next)")
  }

  /// Operators of one name have numbers in the order of the text, also if a later one is subscribed to first.
  @Test func operatorsOfOneNameHaveNumbers() throws {
    let chain = try Self.told("a: 1|\n> a.map { $0 + 1 }.filter { $0 > 0 }.map { $0 * 2 }")
    #expect(
      chain[1...4].map { String($0.drop { $0 == " " }) } == [
        "a sends 1", "map #1 sends 2, computed from 1", "filter passes 2 on", "= map #2 sends 4, computed from 2",
      ], "\(chain)")
    let defined = try Self.told("a: 1-|\nb: -1|\nlet c = b.delay(for: 3)\n> a.delay(for: 1).merge(with: c)")
    #expect(defined.contains { $0.hasSuffix("a sends 1; delay #2 waits 1ms") }, "\(defined)")
    #expect(defined.contains { $0.hasSuffix("b sends 1; delay #1 waits 3ms") }, "\(defined)")
    let one = try Self.told("map: 1|\n> map.map { $0 }")
    #expect(!one.joined().contains("#"), "\(one)")
  }

  /// In the gallery no two operators have one name, and no name but theirs has a number.
  @Test func namesInTheGalleryDiffer() throws {
    var numbered = 0
    for text in try Gallery.few() {
      for run in try Gallery.traced(text).diagram.runs {
        guard let trace = run.trace else { continue }
        let names = Explanation.names(trace)
        let called = trace.stages.indices.filter { trace.stages[$0].kind != .source && !trace.stages[$0].isGiven }
        #expect(Set(called.map { names[$0] }).count == called.count, "\(text.file)")
        for stage in trace.stages.indices where names[stage] != trace.stages[stage].name {
          numbered += 1
          #expect(called.count { trace.stages[$0].name == trace.stages[stage].name } > 1, "\(text.file)")
        }
      }
    }
    #expect(numbered > 4)
  }

  /// A spec and what is told of it.
  struct Case: Sendable, CustomTestStringConvertible {
    var spec: String
    var told: [String]
    init(_ spec: String, _ told: String...) { (self.spec, self.told) = (spec, told) }
    var testDescription: String { spec }
  }

  static let cases: [Case] = [
    Case(
      "frame: 100ms\na: -b-c----d-|\n> a.debounce(for: 300ms)",
      "      0s   the subscriber subscribes to a", "   100ms   a sends b; debounce waits 300ms",
      "   300ms   a sends c; it replaces b, debounce's 300ms start again",
      "   600ms = debounce sends c, which came at 300ms: its 300ms are over",
      "   800ms   a sends d; debounce waits 300ms",
      "  1000ms   a finishes; debounce drops d: the stream completed before its pause was over",
      "         = debounce finishes"),
    Case(
      "a: -c-d-e-|\nb: --x---|\n> a.zip(b) { $0 + $1 }", "   0s   the subscriber subscribes to a",
      "        the subscriber subscribes to b",
      "  1ms   a sends c; zip keeps it", "  2ms   b sends x", "      = zip sends f (\"cx\"), computed from c and x",
      "  3ms   a sends d; zip keeps it",
      "  5ms   a sends e; zip keeps it", "  6ms   b finishes; zip drops d and e: no partner arrived",
      "      = zip finishes, and cancels a"),
    Case(
      "a: -1-2-|\n> a.filter { $0 > 1 }.map { $0 * 10 }", "   0s   the subscriber subscribes to a",
      "  1ms   a sends 1; filter drops it: its condition is false", "  3ms   a sends 2", "        filter passes 2 on",
      "      = map sends b (20), computed from 2", "  5ms   a finishes", "        filter finishes",
      "      = map finishes"),
    Case(
      "hot a: -1-2-3-|\n> a\ndemand 1----1", "   0s   the subscriber subscribes to a",
      "        the subscriber requests 1",
      "  1ms = a sends 1",
      "  3ms   2 of a is dropped: there is no demand", "  5ms   the subscriber requests 1", "      = a sends 3",
      "  7ms = a finishes"),
    Case(
      "a: -1-2-|\n> a.prefix(1)", "   0s   the subscriber subscribes to a", "  1ms   a sends 1",
      "      = prefix passes 1 on",
      "      = prefix finishes after 1, and cancels a"),
    Case(
      "a: -1-#'x'\n> a.retry(1)", "   0s   the subscriber subscribes to a", "  1ms   a sends 1",
      "      = retry passes 1 on",
      "  3ms   a fails with \"x\"; retry subscribes to a", "  4ms   a sends 1", "      = retry passes 1 on",
      "  6ms   a fails with \"x\"",
      "      = retry fails with \"x\""),
    Case(
      "a: -1--|\nx: --5|\n> a.map { _ in x }.switchToLatest()", "   0s   the subscriber subscribes to a",
      "  1ms   a sends 1",
      "        map sends b (x), computed from 1; switchToLatest subscribes to x", "  3ms   x sends 5",
      "      = switchToLatest passes 5 on",
      "  4ms   a finishes", "        map finishes", "        x finishes", "      = switchToLatest finishes"),
    Case(
      "a: -1-2-3-|\n> a\nfrom ^--!", "   0s   the subscriber subscribes to a", "  1ms = a sends 1",
      "  3ms   the subscriber cancels"),
    Case(
      "a: -1-|\n> a.share()\nfrom ^\nfrom -^", "   0s   subscriber 1 subscribes to a",
      "  1ms   subscriber 2 subscribes to share",
      "        a sends 1",
      "      = share passes 1 on, to subscriber 1", "      = share passes 1 on, to subscriber 2", "  3ms   a finishes",
      "      = share finishes, to subscriber 1", "      = share finishes, to subscriber 2"),
    Case(
      "a: -1---|\n> a.timeout(3)", "   0s   the subscriber subscribes to a",
      "  1ms   a sends 1; timeout's 3ms start again",
      "      = timeout passes 1 on",
      "  4ms = timeout finishes: its 3ms are over, and cancels a"),
    // At 4 ms the period that 1 began is over as 2 arrives, and 2 begins the next one; at 9 ms no period is open.
    Case(
      "a: -1--2----3|\n> a.throttle(for: 3, latest: true)", "    0s   the subscriber subscribes to a",
      "   1ms   a sends 1; throttle waits 3ms",
      "       = throttle passes 1 on", "   4ms   a sends 2; throttle's 3ms are over and start again",
      "       = throttle passes 2 on",
      "   9ms   a sends 3; throttle waits 3ms", "       = throttle passes 3 on", "  10ms   a finishes",
      "       = throttle finishes"),
    Case("a:\n> a", "  0s   the subscriber subscribes to a"),
    Case(
      "a: -1-2---|\nb: ----x----|\n> a.sample(b)", "   0s   the subscriber subscribes to a",
      "        the subscriber subscribes to b",
      "  1ms   a sends 1; sample keeps it", "  3ms   a sends 2; it replaces 1", "  4ms   b sends x",
      "      = sample sends 2, which came at 3ms",
      "  7ms   a finishes", "      = sample finishes, and cancels b"),
    Case(
      "a: -1-1|\n> a.groupBy { $0 }.map { g in g.key }", "   0s   the subscriber subscribes to a", "  1ms   a sends 1",
      "        groupBy sends a stream, computed from 1", "      = map sends 1, computed from a stream",
      "  3ms   a sends 1; groupBy keeps it",
      "  4ms   a finishes; groupBy drops 1: its group had no demand for it", "        groupBy finishes",
      "      = map finishes"),
  ]

  /// Texts that were wrong once: who does something, when, and because of which event.
  static let mended: [Case] = [
    // The new subscription begins when the timer fires, and that is what comes of it.
    Case(
      "a: -1-#'x'\n> a.retry(1, delay: 3)", "   0s   the subscriber subscribes to a", "  1ms   a sends 1",
      "      = retry passes 1 on",
      "  3ms   a fails with \"x\"; retry waits 3ms", "  6ms   retry's 3ms are over; retry subscribes to a",
      "  7ms   a sends 1",
      "      = retry passes 1 on", "  9ms   a fails with \"x\"", "      = retry fails with \"x\""),
    // The timer belongs to delay, and what prefix cancels is the stream that it is called on.
    Case(
      "a: -1-#'x'\n> a.retry { errors in errors.delay(for: 3) }.prefix(2)", "   0s   the subscriber subscribes to a",
      "  1ms   a sends 1",
      "        retry passes 1 on", "      = prefix passes 1 on", "  3ms   a fails with \"x\"",
      "        failures sends x; delay waits 3ms",
      "  6ms   delay sends x, which came at 3ms: its 3ms are over; retry subscribes to a", "  7ms   a sends 1",
      "        retry passes 1 on",
      "      = prefix passes 1 on", "      = prefix finishes after 1, and cancels a.retry"),
    Case(
      "a: -1|\n> a.repeat { ends in ends.delay(for: 3).map { _ in 7 } }.prefix(2)",
      "   0s   the subscriber subscribes to a",
      "  1ms   a sends 1",
      "        repeat passes 1 on", "      = prefix passes 1 on", "  2ms   a finishes",
      "        completions sends b (()); delay waits 3ms",
      "  5ms   delay sends b (()), which came at 2ms: its 3ms are over",
      "        map sends 7, computed from b; repeat subscribes to a",
      "  6ms   a sends 1", "        repeat passes 1 on",
      "      = prefix passes 1 on", "      = prefix finishes after 1, and cancels a.repeat"),
    Case(
      "q: -1-2-|\nreq: -#'x'\nreq: -5|\n> q.switchMap { _ in req.retry { errors in errors.delay(for: 9) } }",
      "   0s   the subscriber subscribes to q", "  1ms   q sends 1; switchMap subscribes to req.retry",
      "  2ms   req fails with \"x\"",
      "        failures sends x; delay waits 9ms",
      "  3ms   q sends 2; switchMap cancels req.retry and subscribes to req.retry",
      "        delay drops x: switchMap cancelled the subscription before it was sent",
      "  4ms   req sends 5", "        retry passes 5 on", "      = switchMap passes 5 on", "  5ms   q finishes",
      "        req finishes",
      "        retry finishes, and cancels failures.delay", "      = switchMap finishes"),
    Case(
      "x: -1-|\nmove: -1-2-|\nup: ------1|\n> x.map { _ in move.prefix(untilOutputFrom: up) }.switchToLatest()",
      "   0s   the subscriber subscribes to x", "  1ms   x sends 1",
      "        map sends a stream, computed from 1; switchToLatest subscribes to move.prefix", "  2ms   move sends 1",
      "        prefix passes 1 on",
      "      = switchToLatest passes 1 on", "  3ms   x finishes", "        map finishes", "  4ms   move sends 2",
      "        prefix passes 2 on",
      "      = switchToLatest passes 2 on", "  6ms   move finishes", "        prefix finishes, and cancels up",
      "      = switchToLatest finishes"),
    // The newest value that found no demand waits, and the finish behind it. The first value waits for the first
    // request, which uses its demand and begins the 4ms (BC-24): at 5ms the newest value is due.
    Case(
      "a: 9(12)8--|\n> a.throttle(for: 4, leading: true, trailing: true)\ndemand -1",
      "   0s   the subscriber subscribes to a",
      "        a sends 9; throttle keeps it", "  1ms   the subscriber requests 1",
      "      = throttle sends 9, which came at 0s",
      "        a sends 1; throttle keeps it",
      "        a sends 2; it replaces 1", "  5ms   a sends 8; it replaces 2",
      "        throttle's 4ms are over, and nothing happens",
      "  8ms   a finishes; throttle finishes when there is demand",
      "        throttle still keeps 8 when the run ends"),
    // A subscription is told when it begins, not with the value that it was made for.
    Case(
      "hot a: -1-2-|\nb: ---x-|\n> a.concatMap { _ in b }", "    0s   the subscriber subscribes to a",
      "   1ms   a sends 1; concatMap subscribes to b", "   3ms   a sends 2; concatMap keeps it",
      "   4ms   b sends x", "       = concatMap passes x on", "   5ms   a finishes",
      "   6ms   b finishes; concatMap subscribes to b", "   9ms   b sends x", "       = concatMap passes x on",
      "  11ms   b finishes", "       = concatMap finishes"),
    // A late subscription and a late request.
    Case(
      "a: -1|\n> a.delaySubscription(for: 2)\ndemand --1-*", "   0s   the subscriber subscribes to a.delaySubscription",
      "  2ms   the subscriber requests 1",
      "        delaySubscription's 2ms are over; delaySubscription subscribes to a",
      "  3ms   a sends 1", "      = delaySubscription passes 1 on",
      "  4ms   the subscriber requests values without limit",
      "        a finishes", "      = delaySubscription finishes"),
    Case(
      "a: -12-\nlet m = a.multicast(subject: PassthroughSubject())\n> m\nconnect m: --^-!",
      "   0s   the subscriber subscribes to a.multicast", "  2ms   multicast subscribes to a", "  3ms   a sends 1",
      "      = multicast passes 1 on", "  4ms   multicast cancels a"),
    // The end of the run is not the end of the stream.
    Case(
      "hot a: -1-2-\n> a.buffer(size: 5, prefetch: .byRequest, whenFull: .dropNewest)\ndemand 1",
      "   0s   the subscriber subscribes to a", "        the subscriber requests 1", "  1ms   a sends 1",
      "      = buffer passes 1 on", "  3ms   a sends 2; buffer keeps it",
      "        buffer still keeps 2 when the run ends"),
    Case(
      "hot a: -1-2---\n> a.collect(3)", "   0s   the subscriber subscribes to a", "  1ms   a sends 1; collect keeps it",
      "  3ms   a sends 2; collect keeps it", "        collect still keeps 1 and 2 when the run ends"),
    // A group is known by its key, whatever its number.
    Case(
      "a: -7-|\n> a.groupBy { $0 * 10 }.flatMap { $0 }", "   0s   the subscriber subscribes to a", "  1ms   a sends 7",
      "        groupBy sends a stream, computed from 7; flatMap subscribes to group 70", "        group 70 passes 7 on",
      "      = flatMap passes 7 on",
      "  3ms   a finishes", "        group 70 finishes", "        groupBy finishes", "      = flatMap finishes"),
    Case(
      "a: -x-|\n> a.groupBy { \"<\\($0)>\" }.flatMap { $0 }", "   0s   the subscriber subscribes to a",
      "  1ms   a sends x",
      "        groupBy sends a stream, computed from x; flatMap subscribes to group \"<x>\"",
      "        group \"<x>\" passes x on",
      "      = flatMap passes x on",
      "  3ms   a finishes", "        group \"<x>\" finishes", "        groupBy finishes", "      = flatMap finishes"),
    // Times of five digits and more are said in several units.
    Case(
      "frame: 100ms\na: -1 1h 2|\n> a.delay(for: 200ms)", "        0s   the subscriber subscribes to a",
      "     100ms   a sends 1; delay waits 200ms",
      "     300ms = delay sends 1, which came at 100ms: its 200ms are over",
      "  1h 200ms   a sends 2; delay waits 200ms", "  1h 300ms   a finishes; delay waits 200ms",
      "  1h 400ms = delay sends 2, which came at 1h 200ms: its 200ms are over",
      "  1h 500ms = delay finishes: its 200ms are over"),
  ]

  @Test(arguments: cases + mended) func tellsWhatHappenedAndWhy(_ row: Case) throws {
    #expect(try Self.told(row.spec) == row.told)
  }

  /// Every event of every diagram is told once, and no sentence has a hole.
  @Test func theWholeGalleryIsTold() throws {
    for text in try Gallery.few() {
      let diagram = try Gallery.traced(text).diagram
      for run in diagram.runs {
        let explanation = Explanation(run, in: diagram)
        let trace = try #require(run.trace)
        #expect(explanation.sentences.compactMap(\.event) == Array(trace.events.indices))
        #expect(explanation.sentences.map(\.instant) == explanation.sentences.map(\.instant).sorted())
        for sentence in explanation.sentences {
          #expect(
            !sentence.text.contains("  ") && !sentence.text.hasSuffix(" ") && !sentence.text.hasSuffix(":"),
            "\(sentence.text)")
        }
      }
    }
  }

  /// Each value that a subscriber received stands behind a '='.
  @Test func whatIsReceivedIsMarked() throws {
    for text in try Gallery.few() {
      let diagram = try Gallery.traced(text).diagram
      for run in diagram.runs where run.stop == nil {
        let received = run.subscribers.flatMap(\.received.moments).reduce(0) { $0 + $1.marks.count }
        #expect(Explanation(run, in: diagram).sentences.count(where: \.isResult) == received, "\(text.file)")
      }
    }
  }
}

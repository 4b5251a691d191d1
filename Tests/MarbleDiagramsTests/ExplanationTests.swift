import Gallery
import Testing

@testable import MarbleDiagrams
@testable import MarbleSpecs

/// What `explain` tells of small runs, word by word.
struct ExplanationTests {
  static func told(_ spec: String) throws -> [String] {
    let diagram = try ExecutedSpec(SpecText(spec, file: "a.marble"), isTraced: true).diagram
    return Explanation.text(of: diagram).split(separator: "\n").drop { !$0.hasPrefix("> ") }.dropFirst().map { String($0) }
  }

  /// A spec and what is told of it.
  struct Case: Sendable, CustomTestStringConvertible {
    var spec: String
    var told: [String]
    init(_ spec: String, _ told: String...) { (self.spec, self.told) = (spec, told) }
    var testDescription: String { spec }
  }

  static let cases = [
    Case(
      "frame: 100ms\na: -b-c----d-|\n> a.debounce(for: 300ms)",
      "     0s   the subscriber subscribes to a", "  100ms   a sends b; debounce waits 300ms",
      "  300ms   a sends c; it replaces b, debounce's 300ms start again",
      "  600ms = debounce sends c, which came at 300ms: its 300ms are over",
      "  800ms   a sends d; debounce waits 300ms", "     1s   a finishes; debounce drops d: the stream completed before its pause was over",
      "        = debounce finishes"),
    Case(
      "a: -c-d-e-|\nb: --x---|\n> a.zip(b) { $0 + $1 }", "   0s   the subscriber subscribes to a", "        the subscriber subscribes to b",
      "  1ms   a sends c; zip keeps it", "  2ms   b sends x", "      = zip sends a (\"cx\"), made of c and x",
      "  3ms   a sends d; zip keeps it",
      "  5ms   a sends e; zip keeps it", "  6ms   b finishes; zip drops d and e: it never got a partner",
      "      = zip finishes, and cancels a"),
    Case(
      "a: -1-2-|\n> a.filter { $0 > 1 }.map { $0 * 10 }", "   0s   the subscriber subscribes to a",
      "  1ms   a sends 1; filter drops it: its condition is false", "  3ms   a sends 2", "        filter passes 2 on",
      "      = map sends a (20), made of 2", "  5ms   a finishes", "        filter finishes", "      = map finishes"),
    Case(
      "hot a: -1-2-3-|\n> a\ndemand 1----1", "   0s   the subscriber subscribes to a", "        the subscriber requests 1",
      "  1ms = a sends 1",
      "  3ms   2 of a is dropped: there is no demand", "  5ms   the subscriber requests 1", "      = a sends 3", "  7ms = a finishes"),
    Case(
      "a: -1-2-|\n> a.prefix(1)", "   0s   the subscriber subscribes to a", "  1ms   a sends 1", "      = prefix passes 1 on",
      "      = prefix finishes after 1, and cancels a"),
    Case(
      "a: -1-#'x'\n> a.retry(1)", "   0s   the subscriber subscribes to a", "  1ms   a sends 1", "      = retry passes 1 on",
      "  3ms   a fails with \"x\"; retry subscribes to a", "  4ms   a sends 1", "      = retry passes 1 on", "  6ms   a fails with \"x\"",
      "      = retry fails with \"x\""),
    Case(
      "a: -1--|\nx: --5|\n> a.map { _ in x }.switchToLatest()", "   0s   the subscriber subscribes to a", "  1ms   a sends 1",
      "        map sends a (x), made of 1; switchToLatest subscribes to x", "  3ms   x sends 5", "      = switchToLatest passes 5 on",
      "  4ms   a finishes", "        map finishes", "        x finishes", "      = switchToLatest finishes"),
    Case(
      "a: -1-2-3-|\n> a\nfrom ^--!", "   0s   the subscriber subscribes to a", "  1ms = a sends 1", "  3ms   the subscriber cancels"),
    Case(
      "a: -1-|\n> a.share()\nfrom ^\nfrom -^", "   0s   subscriber 1 subscribes to a", "  1ms   subscriber 2 subscribes to share",
      "        a sends 1",
      "      = share passes 1 on, to subscriber 1", "      = share passes 1 on, to subscriber 2", "  3ms   a finishes",
      "      = share finishes, to subscriber 1", "      = share finishes, to subscriber 2"),
    Case(
      "a: -1---|\n> a.timeout(3)", "   0s   the subscriber subscribes to a", "  1ms   a sends 1; timeout's 3ms start again",
      "      = timeout passes 1 on",
      "  4ms = timeout finishes: its 3ms are over, and cancels a"),
    Case("a:\n> a", "  0s   the subscriber subscribes to a"),
    Case(
      "a: -1-2---|\nb: ----x----|\n> a.sample(b)", "   0s   the subscriber subscribes to a", "        the subscriber subscribes to b",
      "  1ms   a sends 1; sample keeps it", "  3ms   a sends 2; it replaces 1", "  4ms   b sends x",
      "      = sample sends 2, which came at 3ms",
      "  7ms   a finishes", "      = sample finishes, and cancels b"),
    Case(
      "a: -1-1|\n> a.groupBy { $0 }.map { g in g.key }", "   0s   the subscriber subscribes to a", "  1ms   a sends 1",
      "        groupBy sends a stream, made of 1", "      = map sends 1, made of a stream", "  3ms   a sends 1; groupBy keeps it",
      "  4ms   a finishes; groupBy drops 1: its group had no demand for it", "        groupBy finishes", "      = map finishes"),
  ]

  @Test(arguments: cases) func tellsWhatHappenedAndWhy(_ row: Case) throws {
    #expect(try Self.told(row.spec) == row.told)
  }

  /// Every event of every diagram is told once, and no sentence has a hole.
  @Test func theWholeGalleryIsTold() throws {
    for text in try Gallery.specs() {
      let diagram = try ExecutedSpec(text, isTraced: true).diagram
      for run in diagram.runs {
        let explanation = Explanation(run, in: diagram)
        let trace = try #require(run.trace)
        #expect(explanation.sentences.compactMap(\.event) == Array(trace.events.indices))
        #expect(explanation.sentences.map(\.instant) == explanation.sentences.map(\.instant).sorted())
        for sentence in explanation.sentences {
          #expect(!sentence.text.contains("  ") && !sentence.text.hasSuffix(" ") && !sentence.text.hasSuffix(":"), "\(sentence.text)")
        }
      }
    }
  }

  /// Each value that a subscriber received stands behind a '='.
  @Test func whatIsReceivedIsMarked() throws {
    for text in try Gallery.specs() {
      let diagram = try ExecutedSpec(text, isTraced: true).diagram
      for run in diagram.runs where run.stop == nil {
        let received = run.subscribers.flatMap(\.received.moments).reduce(0) { $0 + $1.marks.count }
        #expect(Explanation(run, in: diagram).sentences.count(where: \.isResult) == received, "\(text.file)")
      }
    }
  }
}

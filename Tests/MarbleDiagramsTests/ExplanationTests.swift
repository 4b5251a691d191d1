import Gallery
import TestFolder
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

  /// The runs are in `explanations.txt`.
  @Test(arguments: TextTable("explanations.txt").rows) func tellsWhatHappenedAndWhy(_ row: TextTable.Row) throws {
    #expect(try Self.told(row.input) == row.said)
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

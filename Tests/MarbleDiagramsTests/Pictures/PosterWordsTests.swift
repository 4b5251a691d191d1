import Foundation
import Gallery
import MarbleSpecs
import Testing

@testable import MarbleDiagrams
@testable import MarbleRuns

/// The words of a poster: the tones of code, long values, and the bars of timers and of values.
struct PosterWordsTests {
  private func items(_ pipeline: String, _ role: Picture.Role) throws -> [Picture.Item] {
    let diagram = try PosterTests.diagram("a: -1-2----|\nb: --|\n> \(pipeline)")
    return PosterLayout.picture(of: diagram, width: 480).items.filter { $0.parts[0].role == role }
  }

  /// A bar is filled as long as a value waits, and hollow while a timer runs without one.
  @Test(arguments: [
    ("a.delay(for: 2)", filled: 2, hollow: 1), ("a.debounce(for: 1)", 2, 0), ("a.timeout(5)", 0, 3),
    ("interval(2).prefix(2)", 0, 2), ("timer(after: 3)", 0, 1), ("a.collect(.byTime(4))", 2, 2), ("a.collect()", 2, 0),
    ("a.throttle(for: 3, latest: true)", 1, 2), ("a.map { $0 }", 0, 0),
  ])
  func timersAreHollow(pipeline: String, filled: Int, hollow: Int) throws {
    #expect(try items(pipeline, .bar).count == filled)
    #expect(try items(pipeline, .timer).count == hollow)
  }

  /// Each way in which a value of a source does not come out, and its words: the kinds of losses, a value for which there
  /// was no demand or no subscription, a source that is cancelled, and a value that is kept to the end of the run.
  private static let losses: [(kind: TraceLoss.Kind?, text: String, words: String)] = [
    (.atOnce, "a: -1-2-|\n> a.filter { $0 > 1 }", "1 is not passed on: its condition is false"),
    (.tie, "a: -2-2-|\n> a.max()", "2 at 3ms is not passed on: "),
    (.replaced, "a: -12---|\n> a.debounce(for: 2)", "1 is not passed on: another value arrived before"),
    (.finished, "a: -1|\n> a.debounce(for: 2)", "1 is not passed on: the stream completed before"),
    (.failed, "a: -1#\n> a.debounce(for: 2)", "1 is not passed on: the stream failed before"),
    (.other, "a: -1---|\n> a.delay(for: 3)\nfrom ^-!", "1 is not passed on: the subscriber cancelled the subscription"),
    (
      nil, "hot a: -123---|\n> a.buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest)\ndemand -----1-1",
      "3 is not passed on: buffer had requested only 2"
    ),
    (nil, "hot a: -1-2-|\n> a\ndemand --1", "1 is not passed on: the subscriber had requested none"),
    (nil, "hot a: 1-2-|\n> a.subscribe(on: scheduler)", "1 is not passed on: not subscribed yet"),
    (nil, "a: --1-|\nb: -2-|\n> a.race(with: b)", "a is cancelled: b was first"),
    (nil, "a: -12|\nb: -3---4-5|\n> a.zip(b)", "b is cancelled: a had finished"),
    (nil, "a: -1-|\nx: --5|\n> a.switchMap { _ in x }\nfrom ^--!", "cancelled"),
  ]
  @Test func everyLossIsInWords() throws {
    #expect(Set(Self.losses.compactMap(\.kind)) == Set(TraceLoss.Kind.allCases))
    for (kind, text, words) in Self.losses {
      let diagram = try PosterTests.diagram(text), geometry = PosterGeometry(of: diagram)
      if let kind { #expect(diagram.runs[0].trace?.losses.map(\.kind).contains(kind) == true, "\(text)") }
      let said = geometry.picture.items.filter { [.reason, .note].contains($0.parts[0].role) }.map(\.words)
      #expect(said.joined(separator: " ").contains(words), "\(text): \(said)")
      #expect(geometry.faults == [], "\(text)")
    }
    // A stream is not said to be first that is not.
    for pipeline in ["a.sequenceEqual(b)", "a.merge(with: b).prefix(1)", "a.combineLatest(b).prefix(1)"] {
      let diagram = try PosterTests.diagram("a: -1-2-|\nb: --3-4-|\n> \(pipeline)")
      let words = PosterGeometry(of: diagram).picture.items.filter { $0.parts[0].role == .reason }.map(\.words)
      #expect(!words.contains { $0.contains("was first") }, "\(pipeline): \(words)")
    }
    let kept = PosterGeometry(of: try PosterTests.diagram("a: -1-\n> a.collect()"))
    #expect(kept.picture.items.contains { $0.parts[0].role == .bar } && kept.faults == [])
  }

  private func marked(_ lines: [Substring]) -> [String] {
    zip(lines, CodeTone.tones(of: lines)).map { line, tones in
      var rest = line
      return tones.map { tone in
        defer { rest = rest.dropFirst(tone.count) }
        let piece = String(rest.prefix(tone.count))
        return tone.kind == .name ? "<\(piece)>" : tone.kind == .closure ? "~\(piece)~" : piece
      }.joined() + rest
    }
  }

  /// The name of each operator is heavier, what a closure has is paler, and no letter is lost.
  @Test(arguments: [
    ([".debounce(for: 300ms)"], [".<debounce>(for: 300ms)"]), (["a.map { $0 * 2 }"], ["a.<map> ~{ $0 * 2 }~"]),
    ([".map { n in", "  b.map { n }", "}"], [".<map> ~{ n in~", "~  b.map { n }~", "~}~"]),
    ([".groupBy({ $0 }, duration: { g in g.count() })"], [".<groupBy>(~{ $0 }~, duration: ~{ g in g.count() }~)"]),
    (["[1, 2].publisher"], ["[1, 2].<publisher>"]), (["event"], ["event"]), (["Just(3)"], ["<Just>(3)"]),
    ([".replaceError(with: \"a { b\")", ".first()"], [".<replaceError>(with: \"a { b\")", ".<first>()"]),
  ])
  func codeHasTones(lines: [String], marks: [String]) {
    #expect(marked(lines.map { $0[...] }) == marks)
  }

  /// In every box of the gallery the heavy words are names of operators of its run, and each such name is heavy once.
  @Test func theNamesOfOperatorsAreHeavy() throws {
    var count = 0
    for text in try Gallery.few() {
      let diagram = try Gallery.traced(text).diagram
      let names = Set(diagram.runs.compactMap(\.trace).flatMap(\.stages).filter { $0.kind != .source }.map(\.name))
      let last = Set(names.map { $0.split(separator: ".").last.map(String.init) ?? "" })
      for item in PosterLayout.picture(of: diagram, width: 480).items {
        guard case .text(let code) = item.parts[0].shape, item.parts[0].role == .code else { continue }
        #expect(code.tones.reduce(0) { $0 + $1.count } == (code.tones.isEmpty ? 0 : code.string.count))
        var rest = code.string[...]
        for tone in code.tones {
          if tone.kind == .name {
            count += 1
            let name = String(rest.prefix(tone.count))
            #expect(last.contains(name) || !code.string.hasPrefix("."), "\(text.file): \(name)")
          }
          rest = rest.dropFirst(tone.count)
        }
      }
    }
    #expect(count > 40)
  }

  private func letters(_ text: String) throws -> (marbles: Set<String>, key: [String]) {
    let items = PosterLayout.picture(of: try PosterTests.diagram(text), width: 480).items
    func strings(_ item: Picture.Item) -> [String] {
      item.parts.compactMap { if case .text(let text) = $0.shape { text.string } else { nil } }
    }
    let marbles = items.filter { $0.parts[0].role == .marble }.map { strings($0).joined(separator: " ") }
    let key = items.filter { $0.parts[0].role == .label }.flatMap(strings).filter { $0.contains(" = ") }
    return (Set(marbles), key)
  }

  /// A value that is too long ends with an ellipsis; only values that differ behind it have letters. The key has both.
  @Test func longValuesEndWithAnEllipsis() throws {
    let long = try letters("a: -m-d-|\n  m = \"Milk\"   d = \"2026-11-29\"\n> a")
    #expect(long.marbles == ["Milk", "2026-11-…"])
    #expect(long.key == ["2026-11-… = 2026-11-29"])
    let same = try letters("a: -m-d-|\n  m = \"2026-11-28\"   d = \"2026-11-29\"\n> a")
    #expect(same.marbles == ["m", "d"])
  }

  /// In the gallery no two values have the same beginning in their marbles, and each ellipsis has its value in the key.
  @Test func eachEllipsisIsOneValue() throws {
    for text in try Gallery.few() {
      let picture = PosterLayout.picture(of: try Gallery.traced(text).diagram, width: 480)
      var values: [String: Set<String>] = [:]
      var key = ""
      for item in picture.items {
        let words = item.parts.compactMap { if case .text(let text) = $0.shape { text.string } else { nil } }
        if item.parts[0].role == .label { key += words.joined() + "\n" }
        guard item.parts[0].role == .marble, words.contains(where: { $0.hasSuffix("…") }), let tip = item.tip else {
          continue
        }
        values[words.joined(separator: " "), default: []].insert(String(tip.split(separator: " at ")[0]))
      }
      for (shown, whole) in values {
        #expect(whole.count == 1 && key.contains("\(shown) = "), "\(text.file): \(shown)")
      }
    }
  }
}

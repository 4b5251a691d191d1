import Gallery
import Testing
import VirtualTime

@testable import MarbleDiagrams
@testable import MarbleSpecs
@testable import Marbles

/// Invariants of every picture: each picture of the gallery, and some that are harder, at three widths.
struct InvariantTests {
  /// A diagram with its trace, and its picture.
  private struct Sample: Sendable {
    var name: String
    var diagram: Diagram
    var geometry: PosterGeometry
    var picture: Picture { geometry.picture }
  }

  /// Specs that ask for more than the gallery does.
  private static let hard = [
    "title: Many at once\na: (1234567)-(89)-|\nb: --x|\n> a.filter { $0 > 3 }.merge(with: b.map { _ in 0 })\n> a.collect(3)\n",
    "frame: 1s\na: -1- 5m 2 2h (345)#'a failure with a long name'\n> a.delay(for: 3m)\n> a.debounce(for: 1s)\n> a.retry(1)\n",
    "a: -p-q|\n  p = \"a value of very many letters\"   q = \"another one, which is even longer than that\"\n> a.map { $0 + $0 }.collect()\n",
    "q: (12)3--|\na: -7--8|\n> q.flatMap { x in a.map { y in x * y } }\n> q.groupBy { $0 % 2 }.flatMap { g in g.map { $0 + 1 } }\n",
    "hot h: -1-2-3-4-|\nc: -5|\n> h.share()\nfrom ^---!\nfrom --^\ndemand --1--*\n> c.zip(h)\n> c.repeat(2).sample(h)\n",
    "a: 1234567890123456789012345678901234567890|\n> a.throttle(for: 5, latest: true).delay(for: 1)\n",
    "a: -1-2-#\nb: --5--6-|\n> a.retry(2, delay: 3).catch { _ in b.retry(1) }\n> a.map { $0 }.repeat(2)\n> a.append(b).switchMap { _ in b }\n",
    "a: -12---|\nx: ----5|\nlet s = x.share()\n> a.switchMap { _ in x.delay(for: 2) }\n> s.merge(with: s, x)\nfrom --^--!\n> a.concatMap { _ in x }\n",
    "work: -1-|\n> work.prefix(untilOutputFrom: Just(0)).append(work)\n",
    "a: 12-|\nlet s = a.share(replay: 2)\n> s\nfrom ^\nfrom -----^\n",
    "a: ---#\nb: ---#\nc: -7|\n> a.catch { _ in c }\n> b.catch { _ in c }\n",
    "> Fail(\"no\").catch { reason in Just(reason) }\n", "a: -1|\n> interval(3).flatMap { _ in a }.prefix(2)\n",
    "limit: 300\n> interval(1)\n", "> Empty()\n", "> Fail(\"no\")\n", "a:\n> a\n",
  ]

  private static let all = Result { try drawn() }
  private static func samples() throws -> [Sample] { try all.get() }

  private static func drawn() throws -> [Sample] {
    let texts = try Gallery.few() + hard.enumerated().map { SpecText($1, file: "hard-\($0).marble") }
    return try texts.flatMap { text in
      let diagram = try Gallery.traced(text).diagram
      return [480, 720, nil].map { width in
        Sample(
          name: "\(text.file) \(width ?? 0)", diagram: diagram, geometry: PosterGeometry(of: diagram, width: width))
      }
    }
  }

  /// No text lies on another text, a marble or a box, no bar runs into another or into a text, everything lies within
  /// the paper, each event has its place and its words, and a value has one color.
  @Test func everythingHasItsPlace() throws {
    for sample in try Self.samples() { #expect(sample.geometry.faults == [], "\(sample.name)") }
  }

  /// A poster fits on a screen; a spec of a comparison has more pipelines than one picture of the gallery.
  @Test func aPosterIsNotHigh() throws {
    let posters = try Self.samples().filter { $0.name.hasSuffix(".marble 480.0") && $0.name.contains("/Diagrams/") }
    let heights = posters.map(\.picture.height)
    for poster in posters where !poster.name.contains("/compare-") {
      #expect(poster.picture.height <= 900, "\(poster.name)")
    }
    // Of all; the forty that differ in kind have more of what is high.
    #expect(!Gallery.isLong || heights.sorted()[heights.count / 2] <= 360)
    #expect(heights.count >= Gallery.kinds.count)
  }

  /// Each event of a subscriber is drawn. An event is drawn once, or twice where a source is the result itself.
  @Test func everyEventIsDrawnOnce() throws {
    for sample in try Self.samples() {
      var counts: [Picture.EventID: Int] = [:]
      // A line between events is not an event itself.
      for item in sample.picture.items where !item.isGhost && ![.drop, .end].contains(item.parts[0].role) {
        for event in item.events { counts[event, default: 0] += 1 }
      }
      for (index, run) in sample.diagram.runs.enumerated() {
        guard let trace = run.trace, run.stop == nil else { continue }
        let often = trace.events.indices.filter { event in
          let line = trace.subscriptions[trace.events[event].line]
          // A source that is subscribed late is a lane, and its row.
          let isLate = line.startedBy != nil || line.start != .zero
          let isTwice = trace.stages[line.stage].kind == .source && (line.consumer == nil || isLate)
          return counts[Picture.EventID(run: index, event: event), default: 0] > (isTwice ? 2 : 1)
        }
        #expect(often == [], "\(sample.name)")
        let missing = trace.events.indices.filter { event in
          trace.isResult(event) && counts[Picture.EventID(run: index, event: event)] == nil
        }
        #expect(missing == [], "\(sample.name)")
      }
    }
  }

  /// Without a trace: as many marbles, bars and crosses as the lanes of the diagram have values, completions and
  /// failures.
  @Test func everyMarkOfALaneIsDrawn() throws {
    for text in try Gallery.few() {
      let diagram = try Gallery.rerun(text, isTraced: false).diagram
      let picture = PosterLayout.picture(of: diagram, width: nil)
      func count(_ role: Picture.Role) -> Int { picture.items.count { $0.parts[0].role == role && !$0.row.isEmpty } }
      let lanes = diagram.streams.filter(\.isDeclared).map(\.lane) + diagram.runs.flatMap(\.subscribers).map(\.received)
      let kinds = lanes.flatMap(\.moments).flatMap(\.marks).map(\.kind)
      #expect(count(.marble) == kinds.count { $0.symbol != nil || $0 == .anyValue }, "\(text.file)")
      #expect(count(.finish) == kinds.count { $0 == .finished }, "\(text.file)")
      #expect(count(.failure) == kinds.count { $0.isFailure }, "\(text.file)")
    }
  }

  /// Earlier never stands to the right of later. An instant with several values has two places, its first and its last.
  @Test func placesFollowTime() throws {
    for sample in try Self.samples() {
      let moments = sample.picture.moments
      #expect(
        zip(moments, moments.dropFirst()).allSatisfy { $0.instant <= $1.instant && $0.x < $1.x }, "\(sample.name)")
    }
  }

  /// The description has the instant of everything that a subscriber receives, as far as it goes.
  @Test func everyOutcomeIsToldInWords() throws {
    for sample in try Self.samples() where !sample.picture.description.contains(" more events follow.") {
      for moment in sample.diagram.runs.flatMap(\.subscribers).flatMap(\.received.moments) {
        let time = DurationText.inWords(moment.instant.nanoseconds)
        let told = sample.picture.description
        #expect(told.contains("At \(time) ") || told.contains(" at \(time)"), "\(sample.name)")
      }
    }
  }

  /// A line of causes starts and ends at events of one run.
  @Test func causesStayWithinTheirRun() throws {
    for sample in try Self.samples() {
      for item in sample.picture.items where item.parts[0].role == .drop {
        #expect(Set(item.events.map(\.run)).count <= 1, "\(sample.name)")
      }
    }
  }

  /// Execution, layout and text give the same again.
  @Test func theSameSpecGivesTheSamePicture() throws {
    for text in try Gallery.few() {
      func draw() throws -> (String, String) {
        let diagram = try Gallery.rerun(text, isTraced: true).diagram
        return (SVGRenderer.text(of: PosterLayout.picture(of: diagram, width: 480)), HTMLRenderer.text(of: diagram))
      }
      let (one, other) = (try draw(), try draw())
      #expect(one == other, "\(text.file)")
    }
  }
}

import Gallery
import Foundation
import Testing
import VirtualTime

@testable import MarbleDiagrams
@testable import MarbleSpecs
@testable import Marbles

/// Invariants of every picture: each picture of the gallery, and some that are harder, with every choice of details.
struct InvariantTests {
  /// A diagram with its trace, and its picture.
  private struct Sample: Sendable {
    var name: String
    var diagram: Diagram
    var details: PictureDetails
    var picture: Picture
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
    "limit: 300\n> interval(1)\n", "> Empty()\n", "> Fail(\"no\")\n", "a:\n> a\n",
  ]

  private static let all = Result { try drawn() }
  private static func samples() throws -> [Sample] { try all.get() }

  private static func drawn() throws -> [Sample] {
    let texts = try Gallery.few() + hard.enumerated().map { SpecText($1, file: "hard-\($0).marble") }
    return try texts.flatMap { text in
      let diagram = try Gallery.traced(text).diagram
      return (0..<8).map { choice in
        let details = PictureDetails(stages: choice & 1 > 0, timers: choice & 2 > 0, causes: choice & 4 > 0)
        let picture = PictureLayout.picture(of: diagram, details: details)
        return Sample(name: "\(text.file) \(details)", diagram: diagram, details: details, picture: picture)
      }
    }
  }

  /// No text lies on another text, a marble or a box, no bar runs into another or into a text, and everything lies
  /// within the paper.
  @Test func everythingHasItsPlace() throws {
    for sample in try Self.samples() { #expect(sample.picture.faults == [], "\(sample.name)") }
  }

  /// Each event of a subscriber is drawn once, and so is each event on the line of an operator that has a row.
  @Test func everyEventIsDrawnOnce() throws {
    for sample in try Self.samples() {
      var counts: [Picture.EventID: Int] = [:]
      for item in sample.picture.items where !item.isGhost && item.parts[0].role != .cause {
        for event in item.events { counts[event, default: 0] += 1 }
      }
      for (index, run) in sample.diagram.runs.enumerated() {
        guard let trace = run.trace, run.stop == nil else { continue }
        // The events that a source sends to the subscriber itself, or as a stream within a stream, are drawn there, and
        // where the source is declared.
        let often = trace.events.indices.filter { event in
          let line = trace.subscriptions[trace.events[event].line]
          let isLate = line.startedBy != nil || line.start != .zero
          let isTwice = trace.stages[line.stage].kind == .source && (line.consumer == nil || isLate)
          return counts[Picture.EventID(run: index, event: event), default: 0] > (isTwice ? 2 : 1)
        }
        #expect(often == [], "\(sample.name)")
        let expected = trace.events.indices.filter { event in
          sample.details.stages || trace.isResult(event)
        }
        let missing = expected.filter { counts[Picture.EventID(run: index, event: $0)] == nil }.map { "\(index)-\($0)" }
        #expect(missing == [], "\(sample.name)")
      }
    }
  }

  /// Without a trace: as many marbles, bars and crosses as the lanes of the diagram have values, completions and
  /// failures.
  @Test func everyMarkOfALaneIsDrawn() throws {
    for text in try Gallery.few() {
      let diagram = try Gallery.rerun(text, isTraced: false).diagram
      let picture = PictureLayout.picture(of: diagram)
      let kinds =
        (diagram.streams.filter(\.isDeclared).map(\.lane) + diagram.runs.flatMap(\.subscribers).map(\.received))
        .flatMap(\.moments).flatMap(\.marks).map(\.kind)
      #expect(picture.count(.marble) == kinds.count { $0.symbol != nil || $0 == .anyValue }, "\(text.file)")
      #expect(picture.count(.finish) == kinds.count { $0 == .finished }, "\(text.file)")
      #expect(picture.count(.failure) == kinds.count { $0.isFailure }, "\(text.file)")
    }
  }

  /// Earlier never stands to the right of later, and what happens at one instant stands at one place.
  @Test func placesFollowTime() throws {
    for sample in try Self.samples() {
      let moments = sample.picture.moments
      #expect(zip(moments, moments.dropFirst()).allSatisfy { $0.instant < $1.instant && $0.x < $1.x }, "\(sample.name)")
      let places = Dictionary(uniqueKeysWithValues: moments.map { ($0.instant, $0.x) })
      for item in sample.picture.items where !item.events.isEmpty && item.parts[0].role != .cause {
        #expect(
          item.box.map { abs($0.center.x - (places[item.instant ?? -1] ?? -1)) < 0.01 } == true,
          "\(sample.name): \(item.name)")
      }
    }
  }

  /// A reader who sees no shapes and no colors finds a text for every marble, completion and lost value: its meaning
  /// and its instant.
  @Test func everyMarbleIsToldInWords() throws {
    for sample in try Self.samples() {
      for item in sample.picture.items where item.isEvent {
        let tip = try #require(item.tip, "\(sample.name)")
        let time = VirtualInstant(nanoseconds: try #require(item.instant)).inWords
        #expect(tip.contains(" at \(time)"), "\(sample.name): \(tip)")
        #expect(!item.isGhost || tip.contains(" at \(time): "), "\(sample.name): \(tip) does not say why")
      }
      for run in sample.diagram.runs {
        for moment in run.subscribers.flatMap(\.received.moments) {
          #expect(
            sample.picture.description.contains(" at \(DurationText.inWords(moment.instant.nanoseconds))"),
            "\(sample.name)")
        }
      }
    }
  }

  /// A marble without a letter would be known by its color alone. Each has its letter, or says below what it is.
  @Test func colourIsNeverAlone() throws {
    for sample in try Self.samples() {
      let labels = Set(sample.picture.items.filter { $0.parts[0].role == .label }.compactMap(\.instant))
      for item in sample.picture.items where item.parts[0].role == .marble && item.isEvent {
        let letters = item.parts.filter { $0.role == .letter }.compactMap(\.name)
        #expect(letters.contains { !$0.isEmpty } || labels.contains(item.instant ?? -1), "\(sample.name): \(item.name)")
      }
    }
  }

  /// A line of causes starts and ends at marbles of one run, and crosses the boxes of no other. A law has a box of its
  /// own beside that of its run.
  @Test func causesStayWithinTheirRun() throws {
    for sample in try Self.samples() where sample.details.causes && !sample.details.stages {
      let frames = sample.picture.items.filter { $0.parts[0].role == .frame }.compactMap(\.area)
      if sample.name.contains("law-") { continue }
      #expect(frames.count == sample.diagram.runs.count, "\(sample.name)")
      let centers = sample.picture.centers
      for item in sample.picture.items {
        // A line with gaps has several parts.
        guard case .link(let from, _, _) = item.parts[0].shape,
          case .link(_, let to, _) = item.parts[item.parts.count - 1].shape
        else {
          continue
        }
        let runs = Set(item.events.map(\.run))
        #expect(runs.count == 1, "\(sample.name)")
        #expect(centers.contains(from) && centers.contains(to), "\(sample.name)")
        let crossed = frames.indices.filter {
          min(from.y, to.y) < frames[$0].top && frames[$0].bottom < max(from.y, to.y)
        }
        #expect(Set(crossed).isSubset(of: runs), "\(sample.name): a line of run \(runs) crosses \(crossed)")
      }
    }
  }

  /// Execution, layout and text give the same again.
  @Test func theSameSpecGivesTheSamePicture() throws {
    let everything = PictureDetails(stages: true, timers: true, causes: true)
    for text in try Gallery.few() {
      func draw() throws -> (String, String) {
        let diagram = try Gallery.rerun(text, isTraced: true).diagram
        return (
          SVGRenderer.text(of: PictureLayout.picture(of: diagram, details: everything)), HTMLRenderer.text(of: diagram)
        )
      }
      let (one, other) = (try draw(), try draw())
      #expect(one == other, "\(text.file)")
    }
  }
}

extension Picture.Item {
  /// Whether it shows something that happened.
  fileprivate var isEvent: Bool {
    if isTemplate { return false }
    return switch parts[0].shape {
    case .circle(_, let radius, _): radius == Lettering.radius
    default: [.finish, .failure].contains(parts[0].role)
    }
  }
}

extension Picture {
  fileprivate func count(_ role: Role) -> Int { items.count { $0.parts[0].role == role && $0.isEvent } }
  /// The places of marbles, and the starts of streams within streams.
  fileprivate var centers: Set<Point> {
    Set(items.compactMap { if case .circle(let center, _, _) = $0.parts[0].shape { center } else { nil } })
  }
}

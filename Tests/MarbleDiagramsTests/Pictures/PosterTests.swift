import Foundation
import Gallery
import Marbles
import Testing
import VirtualTime

@testable import MarbleDiagrams
@testable import MarbleRuns
@testable import MarbleSpecs

/// Posters are right, by their numbers: in the gallery, and of random specs.
/// `PICTURES=2000 swift test --filter PosterTests` tries more than usual, and `PICTURE_SEED=7` others.
struct PosterTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["PICTURES"].flatMap { Int($0) } ?? 60
  private static let seed = environment["PICTURE_SEED"].flatMap { UInt64($0) } ?? 0

  static func diagram(_ text: String) throws -> Diagram {
    try ExecutedSpec(SpecText(text, file: "a.marble"), isTraced: true).diagram
  }

  /// A picture of the gallery shows one pipeline, unless it compares up to three, and is not higher than 700 points.
  @Test func noPictureOfTheGalleryIsHigh() throws {
    var high: Set<String> = []
    let names = try FileManager.default.contentsOfDirectory(atPath: Gallery.folder).filter { $0.hasSuffix(".svg") }
    for name in names {
      let head = try Gallery.text(name).prefix(300)
      let height = try #require(head.firstMatch(of: /height="([0-9.]+)"/).flatMap { Double($0.1) })
      if height > 700 { high.insert(String(name.dropLast(4))) }
    }
    #expect(names.count > 160 && high == [])
  }

  /// The picture of a pipeline is that of a spec without the others.
  @Test func ofRandomPipelines() throws {
    var drawn = 0
    for number in 0..<Self.count {
      var random = PosterSpecs(seed: Self.seed &* 1_000_003 &+ UInt64(number))
      let lines = random.next().split(separator: "\n").map(String.init)
      guard let own = lines.firstIndex(where: { $0.hasPrefix(">") }) else { continue }
      let other = lines[..<own] + ["> a.map { $0 * 2 }"] + lines[own...]
      guard let diagram = try? Self.diagram(other.joined(separator: "\n")) else { continue }
      // A stream that no pipeline names has a row in both. Letters of long values depend on all of the spec.
      let alone = try Self.diagram(lines.joined(separator: "\n")), one = diagram.only(1)
      drawn += 1
      func marks(_ diagram: Diagram) -> [String] {
        let items = PosterLayout.picture(of: diagram, width: nil).items
        return items.filter { [.marble, .failure, .finish, .code].contains($0.parts[0].role) }.map {
          "\($0.row) \($0.words)"
        }.sorted()
      }
      #expect(marks(one) == marks(alone), "\(other)")
      #expect(diagram.only(0).runs.count == 1 && diagram.only(0).streams.contains { $0.name == "a" })
    }
    #expect(drawn > Self.count / 2)
  }

  /// On a phone every word of the gallery is whole, code stands once, and no strip of time is there for ends alone.
  @Test func everyPictureOfTheGalleryIsReadAtThreeHundredPoints() throws {
    for text in try Gallery.few() {
      let geometry = PosterGeometry(of: try Gallery.traced(text).diagram, width: 300)
      #expect(geometry.faults + geometry.phoneFaults == [], "\(text.file)")
    }
  }

  /// A strip of time begins with a value, if the ends behind all values do not fit beside them.
  @Test(arguments: [
    "a: 123456789123456789123456789-|\n> a", "a: 123456789123456789(12)--|\nb: ------|\n> a.merge(with: b)",
    "hot a: -656-(12)#\nb: 1-(12)6(12)(12)(12)-(12)-|\nx: -8---4-#\n> a.map { \"text \\($0)\" }",
    "a: 4(4321)------3-5|\nb: (12)(4321)8(12)9#\nx: (312)--#\n> a.retry(1)\ndemand --2---*",
  ])
  func noStripIsThereForEndsAlone(text: String) throws {
    let geometry = PosterGeometry(of: try Self.diagram(text), width: 300)
    #expect(geometry.picture.isFolded)
    #expect(geometry.faults + geometry.phoneFaults == [])
  }

  /// `partition` sends each value to one of its streams: to the other one it is not lost, as far as both are drawn.
  @Test(arguments: [("parts.matching.merge(with: parts.others)", 0), ("parts.matching", 2)])
  func aValueThatWasSentIsNotLost(
    pipeline: String, stubs: Int
  ) throws {
    let diagram = try Self.diagram("a: -1-2-3-4-|\nlet parts = a.partition { $0 % 2 == 1 }\n> \(pipeline)")
    let geometry = PosterGeometry(of: diagram)
    #expect(geometry.faults == [])
    #expect(geometry.picture.items.count { $0.parts[0].role == .stub } == stubs)
  }

  /// A signal that begins a stream, and a signal of its instant that does nothing, have a line each. In the second spec
  /// a failure comes between them, so that the later signal begins the stream.
  @Test(arguments: [
    ("a: -1-#\nc: -----(xy)--|\n> a.retry { _ in c }", ["x": Picture.Role.drop, "y": .end]),
    ("hot c: ---x---|\nhot a: -1-#\nhot d: ---y---|\n> a.retry { _ in c.merge(with: d) }", ["x": .end, "y": .drop]),
  ]) func eachSignalOfAnInstantHasItsLine(text: String, roles: [String: Picture.Role]) throws {
    let diagram = try Self.diagram(text), geometry = PosterGeometry(of: diagram)
    #expect(geometry.faults == [])
    let trace = try #require(diagram.runs[0].trace)
    for (number, event) in trace.events.enumerated() where trace.isSignal(number) && event.isValue {
      let lines = geometry.picture.items.filter {
        [.drop, .end].contains($0.parts[0].role) && $0.events == [Picture.EventID(run: 0, event: number)]
      }
      #expect(lines.map(\.parts[0].role) == [roles[event.text.filter(\.isLetter)]])
    }
  }

  /// Each of two equal values that are dropped at one instant has a stub below its mark; two subscribers share them.
  @Test(arguments: ["a.filter { $0 > 1 }", "a.filter { $0 > 1 }.merge(with: a.filter { $0 > 1 })", "x.merge(with: x)"])
  func eachDroppedValueOfAnInstantHasItsStub(pipeline: String) throws {
    let diagram = try Self.diagram("a: -(11)-|\nlet x = a.filter { $0 > 1 }\n> \(pipeline)")
    let geometry = PosterGeometry(of: diagram)
    #expect(geometry.faults == [])
    let marbles = geometry.picture.items.filter { $0.parts[0].role == .marble }.compactMap(\.area?.center.x)
    let stubs = geometry.picture.items.filter { $0.parts[0].role == .stub }.compactMap(\.box?.left)
    #expect(Set(stubs) == Set(marbles) && Set(stubs).count == 2, "\(stubs) below \(marbles)")
  }

  /// Each stream of several has the name that `let` gives to it, and else that of its operator.
  @Test(arguments: [
    ("odd.merge(with: even)", ["odd", "even"]), ("p.matching.merge(with: even)", ["matching", "even"]),
    ("odd.zip(p.others)", ["odd", "others"]),
  ]) func streamsOfOneOperatorHaveTheirNames(pipeline: String, expected: [String]) throws {
    let lets = "let p = a.partition { $0 % 2 == 1 }\nlet odd = p.matching\nlet even = p.others\n"
    let text = "a: -1-2-|\n\(lets)> \(pipeline)"
    let items = PosterGeometry(of: try Self.diagram(text)).picture.items
    let names = items.filter { $0.isFixed && [.name, .note].contains($0.parts[0].role) }
    // The names within a box are farther right.
    let shown = names.filter { ($0.box?.left ?? 0) < PosterLayout.margin + 4 }.map(\.words)
    #expect(shown == ["a"] + expected + ["result"])
  }

  /// Attempts have their numbers at the beginnings of their lanes, streams of values the values, and others the names
  /// of their sources.
  @Test(arguments: [
    ("a.retry(2)", ["1st", "2nd", "3rd"]), ("a.retry(1, delay: 2)", ["1st", "2nd"]), ("b.repeat(2)", ["1st", "2nd"]),
    ("a.retry { errors in errors.delay(for: 2) }.prefix(3)", ["1st", "2nd", "3rd"]),
    ("a.retry(when: { errors in errors })\nfrom ^---!", ["1st", "2nd"]),
    ("b.repeat { ends in ends.delay(for: 2) }.prefix(3)", ["1st", "2nd"]),
    ("b.flatMap { _ in a }", ["1", "2"]), ("b.append(b)", ["b", "b"]), ("a.catch { _ in b }", ["b"]),
  ]) func attemptsAreNumbered(pipeline: String, numbers: [String]) throws {
    let geometry = PosterGeometry(of: try Self.diagram("a: -1-#\nb: -1--2|\n> \(pipeline)"))
    #expect(geometry.faults == [])
    // The labels of timers are not bold.
    let labels = geometry.picture.items.filter { item in
      if case .text(let text) = item.parts[0].shape { item.parts[0].role == .label && text.isBold } else { false }
    }
    #expect(labels.compactMap { if case .text(let text) = $0.parts[0].shape { text.string } else { nil } } == numbers)
    // An animation shows a number when its attempt begins.
    #expect(labels.allSatisfy { $0.instant != nil })
  }

  /// Nothing goes on after a failure, and a subscription is seen when it begins.
  @Test func linesEndAndBeginWithTheirStreams() throws {
    let picture = PosterGeometry(of: try Self.diagram("a: -1-#\n> a\n> a.prefix(1)\nfrom --^----!")).picture
    let crosses = Set(picture.items.filter { $0.parts[0].role == .failure }.compactMap(\.area?.center))
    let ends = picture.items.filter { $0.parts[0].role == .stream }.compactMap(\.box).map { Point($0.right, $0.bottom) }
    #expect(!crosses.isEmpty && crosses.isSubset(of: ends))
    let dots = picture.items.filter { $0.tip?.hasPrefix("subscribes at") == true }
    #expect(!dots.isEmpty && dots.allSatisfy { $0.instant != nil })
  }

  /// On a page of any width each row of a spec can be changed.
  @Test func rowsAreUnderTheirHandles() throws {
    for text in try Gallery.specs() {
      let diagram = try ExecutedSpec(text, isTraced: true, triesLaws: false).diagram
      for width in [288.0, 480] {
        let geometry = PosterGeometry(of: diagram, in: PosterLayout.Room(width: width, hasInputs: true))
        let faults = geometry.rowFaults + geometry.faults
        #expect(faults.isEmpty, "\(text.file) at \(width)\n\(faults.prefix(5).joined(separator: "\n"))")
        #expect(!geometry.picture.isFolded && geometry.picture.width >= width)
      }
      let covered = PosterLayout.picture(
        of: HTMLRenderer.covered(diagram), in: PosterLayout.Room(hasInputs: true, isCovered: true))
      #expect(!covered.items.contains { [.bar, .lane].contains($0.parts[0].role) }, "\(text.file) shows its outcome")
    }
  }

  /// A page is not wider than it has to be: fifteen steps of 29.5 points for the largest marbles are too many for 480
  /// points, of 25.5 for the next ones they are not.
  @Test func smallerMarblesComeBeforeAWiderPage() throws {
    let diagram = try Self.diagram("a: 1234567891234567|\n> a")
    let page = PosterLayout.picture(of: diagram, in: PosterLayout.Room(width: 480, hasInputs: true))
    #expect(page.width == 480)
  }

  /// Two pipelines of the gallery's comparisons are beside each other where both fit, and below each other where they
  /// do not.
  @Test func comparisonsAreBesideEachOther() throws {
    var isBeside = 0, isBelow = 0
    for text in try Gallery.specs() {
      // A law is drawn without its verdict, which takes thousands of runs; of the forty it is drawn above.
      let file = try SpecFile(text)
      guard file.blocks.count > 1 else { continue }
      let diagram = try ExecutedSpec(file, isTraced: true, triesLaws: false).diagram
      let geometry = PosterGeometry(of: diagram, width: 720), narrow = PosterGeometry(of: diagram, width: 480).picture
      #expect(geometry.faults.isEmpty, "\(text.file)\n\(geometry.faults.prefix(5).joined(separator: "\n"))")
      // Each has a ruler of its own.
      func rulers(_ picture: Picture) -> Set<Double> {
        Set(
          picture.items.filter { $0.parts[0].role == .guide }.compactMap(\.box).filter {
            $0.height == 0 && $0.width > 20
          }.map(\.left))
      }
      #expect(rulers(narrow).count <= 1, "\(text.file)")
      let columns = rulers(geometry.picture).count
      if columns < 2 {
        isBelow += 1
        continue
      }
      isBeside += 1
      #expect(columns == 2, "\(text.file)")
      for run in diagram.runs.indices {
        var layout = PosterLayout(diagram, 352, only: run)
        let part = PosterGeometry(layout.drawn(), of: diagram, width: 352)
        #expect(part.timeFaults.isEmpty && part.overlapFaults.isEmpty, "\(text.file) \(run)")
      }
    }
    #expect(isBeside > 20 && isBelow > 0, "\(isBeside) beside, \(isBelow) below")
    let wide = try Self.diagram(
      "a: \(String(repeating: "-1-2-3", count: 12))|\n> a.map { $0 * 1000 }\n> a.delay(for: 1)")
    #expect(PosterGeometry(of: wide, width: 720).faults == [])
  }

  /// Words have their places on the paper of their strip, beside each other and beside the lines.
  @Test(arguments: [
    (320, "a: 3----363|\n> a.repeat(2).delay(for: 2).removeDuplicates()"),
    (320, "a: 987---78--(12)|\nb: 1-(12)-(12)4--|\n> a.removeDuplicates().repeat(2).sample(b)\ndemand --2---*"),
    (320, "a: -537-1(12)-|\nb: --332(12)--6--|\n> a.sample(b).repeat(2).debounce(for: 2)"),
    (320, "a: 64-96-2-1|\nx: (12)-(12)86(12)-24#\n> a.flatMap { v in x.map { $0 + v } }"),
    (320, "a: 5-(12)-588-\n> a.map { \"text \\($0)\" }\ndemand --2---*"),
    (
      480,
      "a: 7----(4321)-(4321)42|\nb: 2-(4321)-7|\nhot x: --5--|\n"
        + "> a.retry(2, delay: 3).repeat(2).switchMap { _ in x }\ndemand --2---*"
    ),
    (480, "hot a: 21------(12)--|\nhot b: (12)--(12)---4-6|\n> a.withLatestFrom(b) { $0 + $1 }"),
    (300, "a: 12|\n> a.repeat(2)"), (300, "a: -1#\n> a.retry(2)"), (320, "a: 1-2-3-|\n> a.repeat(2)"),
    (300, "a: (12)|\n> a.repeat(2)"), (300, "a: 12|\nx: 1-2|\n> a.flatMap { _ in x }"),
    (320, "hot a: 85(12)-7-3-|\nhot x: 69-----5--1|\n> a.switchMap { _ in x }.share()\ndemand --2---*"),
  ]) func wordsHaveRoom(width: Double, text: String) throws {
    let diagram = try Self.diagram(text)
    #expect(PosterGeometry(of: diagram, width: width).faults == [])
    #expect(PosterGeometry(of: diagram, in: PosterLayout.Room(width: width, hasInputs: true)).faults == [])
  }

  /// The values of one instant stand beside each other: a row is not higher than others, however many it has.
  @Test(arguments: [
    "a: -(123)-|\n> a.map { $0 * 2 }.scan(0, +)", "a: [12345678|]\n> a.scan(0, +)",
    "a: [12345678|]\n> a.filter { $0 > 6 }",
    "a: (12)|\nx: (345|)\n> a.flatMap { _ in x }", "a: (12|)\n> a.repeat(3)", "a: -(12)-(34)|\n> a.delay(for: 3)",
    "a: -(12#)\n> a.retry(1)", "a: (12|)\nb: (34|)\n> a.append(b)", "hot a: -(123)--|\n> a.debounce(for: 1)",
    "a: (1234)|\nx: -5-6|\n> a.switchMap { _ in x }", "a: -(123)---(45)|\nb: -(67)--8--|\n> a.zip(b) { $0 + $1 }",
    "a: [1234|]\n> a.collect(3).map { $0.count }", "a: [123456|]\n> a\ndemand 2-2-*",
  ])
  func oneInstantIsOneRow(text: String) throws {
    let diagram = try Self.diagram(text)
    for width in [480.0, 300] {
      let geometry = PosterGeometry(of: diagram, width: width)
      #expect(geometry.faults + geometry.stripFaults == [], "\(width)")
      let rows = geometry.picture.items.filter { $0.parts[0].role == .cluster }.compactMap(\.box)
      #expect(!rows.isEmpty && rows.allSatisfy { $0.height < 40 })
    }
    let page = PosterGeometry(of: diagram, in: PosterLayout.Room(width: 480, hasInputs: true))
    #expect(page.faults + page.rowFaults == [])
  }

  /// Random specs of the operators that may use a kept value several times.
  @Test func ofKeptValues() throws {
    let calls = [".combineLatest(b) { $0 + $1 }", ".withLatestFrom(b) { $0 + $1 }", ".share(replay: 1)"]
    for number in 0..<Self.count {
      var random = PosterSpecs(seed: Self.seed &* 1_000_003 &+ UInt64(number), calls: calls)
      let text = random.next() + (number % 3 == 0 ? "\nfrom ----^" : "")
      let faults = PosterGeometry(of: try Self.diagram(text), width: nil).faults
      #expect(faults.isEmpty, "\(faults.prefix(5).joined(separator: "\n"))\n\(text)")
    }
  }

  /// In a strip of a folded picture the heights between a lane and the result go: a line that bends there goes down only.
  @Test func aLineThatBendsInAFoldedPictureGoesDown() throws {
    let diagram = try Self.diagram(
      """
      a: 58---29--92|
      hot b: --3-(12)--17-4|
      x: (12)6-98-8-
      > a.switchMap { _ in x }.combineLatest(b) { $0 + $1 }.flatMap { v in x.map { $0 + v } }
      """)
    let picture = PosterLayout.picture(of: diagram, width: 300)
    #expect(picture.isFolded)
    for item in picture.items where item.parts[0].role == .drop {
      let heights = item.parts.flatMap { part in
        if case .link(let from, let to, _) = part.shape { [from.y, to.y] } else { [Double]() }
      }
      #expect(heights == heights.sorted(), "\(item.words) \(heights)")
    }
  }

  /// A hot source that has finished finishes at once for a later subscriber: that line begins there, and not at the end of
  /// the row of the source.
  @Test func aSourceThatHadFinishedEndsALaneNow() throws {
    let diagram = try Self.diagram("a: -1--#\nhot b: -6|\n> a.merge(with: b).catch { _ in b }")
    let geometry = PosterGeometry(of: diagram, width: 480)
    #expect(geometry.faults == [])
    let places = geometry.picture.items.filter { $0.parts[0].role == .end && $0.events.count == 2 }
    #expect(places.allSatisfy { ($0.box?.width ?? 0) < 10 }, "\(places.map(\.box))")
  }

  @Test func ofRandomSpecs() throws {
    var drawn = 0
    for number in 0..<Self.count {
      var random = PosterSpecs(seed: Self.seed &* 1_000_003 &+ UInt64(number))
      var text = random.next()
      // A title that names an operator folds others.
      if number % 2 == 1 {
        text = "title: \(text.split(separator: ".").last?.prefix(while: \.isLetter) ?? "")\n\(text)"
      }
      guard let diagram = try? Self.diagram(text) else { continue }
      drawn += 1
      let width = [480.0, 300, 720][number % 3]
      let still = PosterGeometry(of: diagram, width: width),
        form = still.picture.isFolded ? "in strips" : "in one piece"
      let page = PosterGeometry(of: diagram, in: PosterLayout.Room(width: width, hasInputs: true))
      let faults =
        (still.faults + still.stripFaults).map { "\(form): \($0)" }
        + (page.faults + page.rowFaults).map { "on a page: \($0)" }
      #expect(faults.isEmpty, "\(faults.prefix(5).joined(separator: "\n"))\n\(width)\n\(text)")
    }
    #expect(drawn > Self.count / 2)
  }
}

/// Specs of up to three operators on short streams.
struct PosterSpecs {
  private var random: SplitMixSequence
  private let calls: [String]

  init(seed: UInt64, calls: [String] = Self.calls) { (random, self.calls) = (SplitMixSequence(seed: seed), calls) }

  private static let calls = [
    ".map { $0 * 11 }", ".filter { $0 > 4 }", ".debounce(for: 2)", ".throttle(for: 3, latest: true)", ".delay(for: 2)",
    ".scan(0) { $0 + $1 }",
    ".switchMap { _ in x }", ".flatMap { v in x.map { $0 + v } }", ".concatMap { _ in x }", ".exhaustMap { _ in x }",
    ".flatMap { v in x.delay(for: 2) }", ".map { _ in x }.switchToLatest()", ".retry(1)", ".retry(2, delay: 3)",
    ".repeat(2)",
    ".catch { _ in b }", ".append(b)", ".prepend(b)", ".zip(b) { $0 + $1 }", ".combineLatest(b) { $0 + $1 }",
    ".merge(with: b)",
    ".sample(b)", ".withLatestFrom(b) { $0 + $1 }", ".share(replay: 1)", ".collect(2).map { $0.count }", ".prefix(2)",
    ".share()",
    ".removeDuplicates()",
    ".groupBy { $0 % 2 }.flatMap { g in g.map { $0 + 1 } }",
    ".buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest)",
    ".map { \"text \\($0)\" }", ".timeout(4)", ".window(count: 2).flatMap { w in w.collect() }.map { $0.count }",
  ]

  private mutating func lane() -> String {
    var text = ""
    for _ in 0..<Int.random(in: 3...11, using: &random) {
      switch Int.random(in: 0..<9, using: &random) {
      case 0...4: text += "-"
      case 5: text += ["(12)", "(12)", "(312)", "(4321)"][Int.random(in: 0..<4, using: &random)]
      default: text += String(Int.random(in: 1...9, using: &random))
      }
    }
    return text + ["|", "|", "#", ""][Int.random(in: 0..<4, using: &random)]
  }

  mutating func next() -> String {
    var lines = ["limit: 3000"]
    for name in ["a", "b", "x"] {
      lines.append((Int.random(in: 0..<5, using: &random) == 0 ? "hot " : "") + "\(name): \(lane())")
    }
    let count = Int.random(in: 1...3, using: &random)
    lines.append("> a" + (0..<count).map { _ in calls.randomElement(using: &random) ?? "" }.joined())
    if Int.random(in: 0..<5, using: &random) == 0 { lines.append("from --^-----!") }
    if Int.random(in: 0..<5, using: &random) == 0 { lines.append("demand --2---*") }
    return lines.joined(separator: "\n")
  }
}

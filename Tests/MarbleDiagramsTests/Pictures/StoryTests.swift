import Gallery
import Testing

@testable import MarbleDiagrams
@testable import MarbleSpecs
@testable import Marbles

/// The parts of a picture that need the trace: colors by origin, ghosts, streams within streams, timers, causes.
struct StoryTests {
  private func picture(_ text: String, _ details: PictureDetails = PictureDetails()) throws -> Picture {
    let picture = PictureLayout.picture(
      of: try ExecutedSpec(SpecText(text, file: "a.marble"), isTraced: true).diagram, details: details)
    #expect(picture.faults == [])
    return picture
  }

  @Test func aMarbleKeepsItsColour() throws {
    let picture = try picture("a: -1-2-3-|\n> a.filter { $0 > 1 }.map { $0 * 3 }.delay(for: 1)\n")
    #expect(picture.marbles(at: 3) == ["2: 1"])
    #expect(picture.marbles(at: 4) == ["6: 1"])
    #expect(picture.marbles(at: 6) == ["9: 2"])
  }

  /// A pair has both colors; a sum has the colors of its terms.
  @Test func aMarbleOfSeveralHasTheirColours() throws {
    let pairs = try picture("a: -1-|\nb: --2|\n> a.zip(b)\n")
    #expect(pairs.marbles(at: 2) == ["2: 1", "(1, 2): 0 1"])
    let sum = try picture("a: 123|\n> a.reduce(0) { $0 + $1 }\n")
    #expect(sum.marbles(at: 3) == ["6: 0 1 2"])
    let many = try picture("a: 12345|\n> a.count()\n")
    #expect(many.marbles(at: 5) == ["5: -1"])
  }

  @Test func whatGotLostIsAGhostWithItsReason() throws {
    let picture = try picture("a: -1-2-|\n> a.filter { $0 > 1 }\n")
    #expect(picture.items.filter(\.isGhost).compactMap(\.tip) == ["1 at 1ms: its condition is false"])
    #expect(
      SVGRenderer.text(of: picture).contains("<g class=\"ghost\"><title>1 at 1ms: its condition is false</title>"))
  }

  /// Below the row stands why, once; with the marbles where there are several reasons.
  @Test func whyIsWrittenBelow() throws {
    #expect(try picture("a: -1-2-3-|\n> a.filter { $0 > 2 }\n").notes == ["its condition is false"])
    #expect(
      try picture("a: -1-2-2-3-|\n> a.removeDuplicates().filter { $0 > 1 }\n").notes
        == ["1: its condition is false", "2: it equals the previous value"])
    #expect(try picture("a: -1-|\n> a\n").notes == [])
  }
  /// A list that is cut says so: 6 of 8 marbles are named. Seven need no more room.
  @Test func howManyMoreWereDropped() throws {
    let two = try picture("a: -1-2-3-4-5-6-7-8-9-|\n> a.filter { $0 > 8 }.dropFirst()\n").notes
    #expect(
      two == ["1, 2, 3, 4, 5, 6 and 2 more: its condition is false", "9: it is one of the first, which are dropped"])
    let seven = try picture("a: -1-2-3-4-5-6-7-8-|\n> a.filter { $0 > 7 }.dropFirst()\n").notes
    #expect(seven == ["1, 2, 3, 4, 5, 6, 7: its condition is false", "8: it is one of the first, which are dropped"])
  }

  /// Each operator has its own reason, and it is about the right value: 3 is the last of three, 2 was not above 2.
  @Test func reasonsAreTrue() throws {
    func lost(_ pipeline: String) throws -> [String] {
      try picture("a: -1-3-2-|\n> \(pipeline)\n").items.filter(\.isGhost).compactMap(\.tip)
    }
    #expect(try lost("a.skipLast(1)") == ["2 at 5ms: it is one of the last"])
    #expect(try lost("a.takeLast(2)") == ["1 at 1ms: it is not one of the last"])
    #expect(try lost("a.last()") == ["1 at 1ms: a later value replaced it", "3 at 3ms: a later value replaced it"])
    #expect(try lost("a.last { $0 > 2 }") == ["1 at 1ms: its condition is false", "2 at 5ms: its condition is false"])
    #expect(try lost("a.distinct(by: { $0 % 2 })") == ["3 at 3ms: a value with an equal key was sent before"])
    #expect(try lost("a.single()") == ["1 at 1ms: there was more than one value"])
    let unfair = try lost("a.tryMax { $1 == 2 ? throw \"unfair\" : $0 < $1 }")
    #expect(
      unfair == [
        "1 at 1ms: by the closure a later value is greater", "3 at 3ms: the stream failed before there was a result",
      ])
  }

  /// The order in which things happened at an instant follows the call stack: 1 and 2 came and were dropped before 3
  /// came.
  @Test func aStackIsReadFromAbove() throws {
    let picture = try picture("a: (123)|\n> a.filter { $0 > 2 }\n")
    let stack = picture.items.filter { $0.instant == 0 && $0.tip != nil }.suffix(3)
    #expect(
      stack.compactMap(\.tip).map { $0.prefix(1) } == ["1", "2", "3"] && stack.map(\.isGhost) == [true, true, false])
    #expect(zip(stack, stack.dropFirst()).allSatisfy { $0.box!.center.y < $1.box!.center.y })
  }

  // MARK: Timers and rules

  /// Each value waits for two frames in a stream of its own, and so does the completion of that stream. The bars are
  /// below the rows of these streams.
  @Test func timersOfInnerStreams() throws {
    let text = "wish: -1-25--|\n> wish.flatMap { Just($0).delay(for: 2) }.delay(for: 1)\n"
    let picture = try picture(text, PictureDetails(timers: true))
    let bars = picture.items.filter { $0.parts[0].role == .timer && $0.tip != nil }
    func starts(_ lasting: Int) -> [String] {
      bars.compactMap(\.tip).compactMap { $0.wholeMatch(of: /timer from (\d+)ms, fires at (\d+)ms/) }
        .filter { Int($0.2).map { $0 - lasting } == Int($0.1) }.map { String($0.1) }.sorted()
    }
    #expect(starts(2) == ["1", "1", "3", "3", "4", "4"])
    // The last inner stream and the wishes complete together at 6 ms, and this completion is sent at 7 ms.
    #expect(starts(1) == ["3", "5", "6", "7"] && bars.count == 10)
    let diagram = try ExecutedSpec(SpecText(text, file: "a.marble"), isTraced: true).diagram
    let plan = PicturePlan(diagram, Coloring(diagram, Lettering(diagram)), PictureDetails(timers: true))
    let counts = plan.strips.map { if case .timers(let timers) = $0 { timers.count } else { 0 } }
    #expect(counts == [0, 0, 0, 6, 0, 4])
  }

  /// The bar of a trial ends where it was decided, and the legend has the signs that occur: the answer comes in time,
  /// the second question is excepted at 8 ms, the third has no answer until 15 ms.
  @Test func barsOfRulesEndInTime() throws {
    let picture = try picture(
      """
      hot ask:  -a---b-----c-----|
      hot answer: --d--------------|
      hot stop: --------e--------|
      > ask.merge(with: answer)
      ! each ask is followed by answer within 4ms, unless stop, but is broken

      """)
    let bars = picture.items.filter { $0.decidedAt != nil && $0.instant != $0.decidedAt }
    let ends = bars.compactMap { bar in
      bar.parts.compactMap { if case .line(let from, let to) = $0.shape, from.y == to.y { to.x } else { nil } }.first
    }
    let places = Dictionary(uniqueKeysWithValues: picture.moments.map { ($0.instant, $0.x) })
    // The diamond of the exception is five points wide on each side of its instant.
    let due = [places[5_000_000], places[8_000_000].map { $0 - 5 }, places[15_000_000]].compactMap(\.self)
    #expect(ends.sorted() == due && due.count == 3)
    let keys = picture.items.filter { $0.parts[0].role == .key }
    let words = keys.compactMap { if case .text(let text) = $0.parts[0].shape { text.string } else { nil } }
    #expect(words == ["the rule holds", "the end of its time", "the rule is broken", "excepted"])
  }

  private func told(_ row: String, _ spec: String) throws -> [String] {
    try picture(spec).items.filter { $0.row == row }.sorted { ($0.instant ?? 0) < ($1.instant ?? 0) }.compactMap(\.tip)
  }

  /// x is subscribed at 1 ms. Its 3 is due 5 ms later, but flatMap still keeps 2 then and requests nothing before 9 ms,
  /// which is 8 ms later.
  @Test func aValueStandsWhereItWasSent() throws {
    let inner = try told(
      "subscription of x", "a: -1-------|\nx: -1-2-3-|\n> a.flatMap { _ in x }\ndemand -1-------1--*\n")
    #expect(inner == ["1 at 2ms", "2 at 4ms", "3 at 6ms: it waited for demand", "finishes at 9ms", "3 at 9ms"])
    // 2 is due at 3 ms and sent at 5 ms, with 3 behind it.
    let outer = try told("a", "a: -1-2-3-|\n> a\ndemand -1---2\n")
    #expect(outer == ["1 at 1ms", "2 at 3ms: it waited for demand", "2 at 5ms", "3 at 5ms", "finishes at 7ms"])
    // Nobody requests 2 and 3, and the stream cannot finish.
    let never = try told("a", "a: -1-2-3-|\n> a\ndemand -1\n")
    #expect(never == ["1 at 1ms", "2 at 3ms: there was no demand", "3 at 5ms: there was no demand"])
    // After a cancel nothing is due.
    #expect(try told("a", "a: -1-2-3-|\n> a\nfrom ^-!\n") == ["1 at 1ms", "2 at 3ms", "3 at 5ms", "finishes at 7ms"])
  }
  /// A long text stands in the list at the end, whole, with the time of its failure; a short one below its cross.
  @Test func aLongFailureIsInTheList() throws {
    let long = "the server did not answer within the time that was given to it, and nobody knows why"
    let picture = try picture("a: -1-#'\(long)'\nb: -#'no'\n> a.replaceError(with: 2).merge(with: b)\n")
    let texts = picture.items.flatMap { $0.parts.compactMap(\.shape.string) }
    #expect(texts.filter { $0.hasPrefix("3ms: the server") }.count == 1)
    let words = texts.joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(words.contains("3ms: \(long)") && !words.contains("…"))
    #expect(texts.contains("no"))
  }

  /// One run waits and the other one does not: the row cannot show both, and says so.
  @Test func aStreamThatIsPlayedInTwoWays() throws {
    let spec = "a: -1-2-|\n> a\n> a\ndemand -1---1\n"
    #expect(try told("a", spec) == ["1 at 1ms", "2 at 3ms", "finishes at 5ms"])
    #expect(try picture(spec).items.contains { $0.parts.contains { $0.shape.string == "as written" } })
  }

  /// 1 was dropped for 3: nothing of it comes out, and the others keep their colors.
  @Test func theOldestOfABufferIsLost() throws {
    let picture = try picture(
      "a: 123|\n> a.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest)\ndemand -----2\n")
    #expect(
      picture.items.filter(\.isGhost).compactMap { $0.tip?.split(separator: ":").first }.map(String.init) == ["1 at 0s"]
    )
    #expect(picture.marbles(at: 5) == ["2: 1", "3: 2"])
  }

  /// A value that a click sends keeps its color; the value that was replaced before is a ghost.
  @Test func whatIsSampledIsTheReading() throws {
    let picture = try picture("a: -1-2----|\nclick: -----x-|\n> a.sample(click)\n")
    #expect(picture.marbles(at: 5) == ["\"x\": 2", "2: 1"])
    #expect(
      picture.items.filter(\.isGhost).compactMap { $0.tip?.split(separator: ":").first }.map(String.init) == [
        "1 at 1ms"
      ])
  }

  /// The same, with the click declared first: what counts is what `sample` is called on.
  @Test func theReadingIsWhatIsSampled() throws {
    let picture = try picture("click: -----x-|\na: -1-2----|\n> a.sample(click)\n")
    #expect(picture.marbles(at: 5) == ["\"x\": 0", "2: 2"])
    #expect(picture.items.filter(\.isGhost).compactMap(\.tip) == ["1 at 1ms: a later value replaced it"])
  }

  @Test func aPairHasTheColoursOfBoth() throws {
    #expect(try picture("a: -1-2-|\n> a.pairwise()\n").marbles(at: 3) == ["2: 1", "(1, 2): 0 1"])
  }

  /// 2 comes while nothing is asked for; after the cancel, 4 is nobody's loss.
  @Test func whatNobodyAskedForIsAGhost() throws {
    let picture = try picture("hot a: -1-2-3-4-|\n> a\nfrom ^-----!\ndemand 1---1\n")
    #expect(picture.items.filter(\.isGhost).compactMap(\.tip) == ["2 at 3ms: there was no demand"])
    #expect(picture.marbles(at: 5) == ["3: 2", "3: 2"])
  }

  @Test func aGhostOfTwoBranchesIsOne() throws {
    let picture = try picture("a: -1-|\n> a.filter { $0 > 1 }.merge(with: a.filter { $0 > 2 })\n")
    #expect(picture.items.filter { $0.isGhost && $0.tip != nil }.count == 1)
  }

  /// Each question's answers go downwards, in the color of the answer and with a ring in the color of the question.
  @Test func streamsWithinStreamsAreInclined() throws {
    let picture = try picture("q: 1-------2-----|\na: -7--8|\n> q.flatMap { x in a.map { y in x + y } }\n")
    let inner = picture.items.compactMap { item -> (from: Point, to: Point)? in
      if case .line(let from, let to) = item.parts[0].shape, item.parts[0].role == .stream, from.y != to.y {
        (from, to)
      } else {
        nil
      }
    }
    #expect(inner.count == 2)
    #expect(inner.allSatisfy { $0.to.x > $0.from.x && $0.to.y > $0.from.y })
    #expect(picture.marbles(at: 1).suffix(2) == ["8: 2 in 0", "8: 2 in 0"])
    #expect(picture.marbles(at: 9) == ["9: 2 in 1", "9: 2 in 1"])
  }

  /// A group is a stream within a stream; its values have the colors of the grouped values.
  @Test func groupsAreInclined() throws {
    let picture = try picture("a: -1-2-3-|\n> a.groupBy { $0 % 2 }.flatMap { g in g }\n")
    let inner = picture.items.compactMap { item -> Double? in
      if case .line(let from, let to) = item.parts[0].shape, item.parts[0].role == .stream, from.y < to.y {
        from.x
      } else {
        nil
      }
    }
    #expect(inner.count == 2 && inner[0] < inner[1])
    #expect(picture.marbles(at: 1) == ["1: 0", "1: 0", "1: 0"])
    #expect(picture.marbles(at: 3) == ["2: 1", "2: 1", "2: 1"])
    #expect(picture.marbles(at: 5) == ["3: 2", "3: 2", "3: 2"])
  }

  /// A stream as a value is a marble with an arrow that goes down; its groups are a row each below the box of
  /// `groupBy`.
  @Test func groupsAreStages() throws {
    let picture = try picture("a: -1-2-|\n> a.groupBy { $0 }.flatMap { g in g }\n", PictureDetails(stages: true))
    let letters = picture.items.filter { $0.instant == Lane.defaultFrame }.flatMap(\.parts).compactMap(\.name)
    #expect(letters == ["1", "↘", "1", "1"])
  }

  @Test func whatIsSwitchedAwayIsCut() throws {
    let picture = try picture("q: 1--2------|\na: -7--8|\n> q.map { x in a }.switchToLatest()\n")
    #expect(picture.items.compactMap(\.tip).filter { $0.hasPrefix("cancelled") } == ["cancelled at 3ms"])
  }

  @Test func timersAreBars() throws {
    let spec = "a: -1-2----|\n> a.debounce(for: 3)\n"
    let timers = try picture(spec, PictureDetails(timers: true)).items.filter { $0.parts[0].role == .timer }
    #expect(timers.compactMap(\.tip) == ["timer from 1ms, restarted at 3ms", "timer from 3ms, fires at 6ms"])
    #expect(try picture(spec).items.allSatisfy { $0.parts[0].role != .timer })
  }

  @Test func causesLeadFromMarbleToMarble() throws {
    let picture = try picture("a: -1-2----|\n> a.debounce(for: 3)\n", PictureDetails(causes: true))
    let links = picture.items.compactMap { item -> (Point, Point, Int)? in
      if case .link(let from, let to, let color) = item.parts[0].shape { (from, to, color) } else { nil }
    }
    let centers = picture.items.filter { !$0.isGhost }.compactMap { item -> Point? in
      if case .circle(let center, _, _) = item.parts[0].shape { center } else { nil }
    }
    #expect(links.count == 1)
    #expect(links.first.map { [$0.0, $0.1] } == Array(centers.suffix(2)))
    #expect(links.first?.2 == 1)
  }

  /// A declared row for each run that plays it: three boxes, and `a` above the first and the third.
  @Test func eachRunHasItsSources() throws {
    let spec = "a: -1-|\nb: -2-|\n> a.delay(for: 1)\n> b.delay(for: 1)\n> a.zip(b)\n"
    #expect(try picture(spec, PictureDetails(causes: true)).rows == ["a", "#", "b", "#", "a", "b", "#"])
    #expect(try picture(spec).rows == ["a", "b", "#", "#", "#"])
  }

  /// The third marble means the same as the first: both are causes, each of its own.
  @Test func equalMarblesAreCausesOfTheirOwn() throws {
    let picture = try picture("a: -x-y-|\n  x = 5   y = 5\n> a.delay(for: 1)\n", PictureDetails(causes: true))
    let links = picture.items.filter { $0.parts[0].role == .cause }.compactMap(\.box)
    #expect(links.count == 2 && links.first?.width == links.last?.width)
  }

  @Test func stagesHaveBoxesAndRowsOfTheirOwn() throws {
    let picture = try picture("a: -1-2-|\n> a.map { $0 * 2 }.filter { $0 > 2 }\n", PictureDetails(stages: true))
    let codes = picture.items.flatMap(\.parts).compactMap { part -> String? in
      if case .text(let text) = part.shape, part.role == .code { text.string } else { nil }
    }
    #expect(codes == ["a.map { $0 * 2 }", "filter { $0 > 2 }"], "an operator stands with the source it is called on")
    #expect(picture.marbles(at: 1) == ["1: 0", "2: 0", "2: 0"])
  }

  /// The receiver of an operator is written before it if it has no box: a name, a choice, an array, a name space.
  @Test func boxesSayWhatIsCalledOn() throws {
    func codes(_ spec: String) throws -> [String] {
      try picture(spec, PictureDetails(stages: true)).items.flatMap(\.parts).filter { $0.role == .code }.compactMap(
        \.name)
    }
    #expect(try codes("a: -1-|\nb: -2-|\n> (1 < 2 ? a : b).first()\n") == ["(1 < 2 ? a : b).first()"])
    #expect(try codes("> [1, 2].publisher.map { $0 }.collect()\n") == ["[1, 2].publisher", "map { $0 }", "collect()"])
    #expect(try codes("> Timer.publish(every: 2).prefix(1)\n") == ["Timer.publish(every: 2)", "prefix(1)"])
    #expect(
      try codes("a: -1-|\nlet b = a.map { $0 }\n> b\n  .filter { $0 > 1 }\n").dropFirst() == [
        "a.map { $0 }", "filter { $0 > 1 }",
      ])
  }

  @Test func anEndlessRunEnds() throws {
    let picture = try picture("limit: 3000\n> interval(1)\n", PictureDetails(stages: true, timers: true, causes: true))
    #expect(picture.items.contains { $0.parts[0].role == .warning })
  }
}

extension Picture {
  /// The texts below rows.
  fileprivate var notes: [String] { items.filter { $0.parts[0].role == .note }.compactMap(\.name) }
  /// The names of the rows and the boxes, from above.
  fileprivate var rows: [String] {
    items.filter { [.name, .frame].contains($0.parts[0].role) }.map { $0.parts[0].role == .frame ? "#" : $0.name }
  }
  /// The marbles at a frame, each with its value and its colors, in the order in which they are drawn.
  fileprivate func marbles(at frame: Int64) -> [String] {
    items.compactMap { item in
      guard item.instant == frame * Lane.defaultFrame, let (colors, ring) = item.colors,
        let value = item.tip?.split(separator: " at ").first
      else { return nil }
      let names = [colors, ring].filter { !$0.isEmpty }.map { $0.map(String.init).joined(separator: " ") }
      return "\(value): \(names.joined(separator: " in "))"
    }
  }
}

extension Picture.Item {
  /// The colors of a marble and of its ring.
  var colors: (colors: [Int], ring: [Int])? {
    guard case .circle(_, Lettering.radius, let outer) = parts[0].shape else { return nil }
    guard parts.count > 1, case .circle(_, _, let colors) = parts[1].shape else { return (outer, []) }
    return (colors, outer)
  }
}

extension Picture.Shape {
  fileprivate var string: String? { if case .text(let text) = self { text.string } else { nil } }
}

/// Each subscription that begins on its own is a line from its real instant.
struct SubscriptionPictureTests {
  private func picture(_ text: String) throws -> Picture {
    let picture = PictureLayout.picture(of: try ExecutedSpec(SpecText(text, file: "a.marble"), isTraced: true).diagram)
    #expect(picture.faults == [])
    return picture
  }
  /// The frames at which lines start, apart from those that start before zero.
  private func starts(_ text: String) throws -> [Int64] {
    try picture(text).items.filter { $0.parts[0].role == .stream }.compactMap {
      $0.instant.map { $0 / Lane.defaultFrame }
    }
  }

  @Test func eachInnerSubscriptionStartsAtItsValue() throws {
    #expect(try starts("a: -1---2-|\nx: --5-|\n> a.switchMap { _ in x }\n") == [1, 5])
    // The first one is cancelled after 1 ms and sends nothing.
    #expect(try starts("a: -12----|\nx: ----5|\n> a.switchMap { _ in x }\n") == [1, 2])
    // The second one waits for the end of the first one, 4 ms after its start.
    #expect(try starts("a: -12----|\nx: --5-|\n> a.concatMap { _ in x }\n") == [1, 5])
  }
  /// It fails 2 ms after each start, and the next attempt waits 3 ms.
  @Test func eachAttemptStartsWhenItWasMade() throws {
    #expect(try starts("a: -1#\n> a.retry(2, delay: 3)\n") == [0, 5, 10])
    #expect(try starts("a: -1|\n> a.repeat(3)\n") == [0, 2, 4])
  }
  @Test func aStreamThatFollowsStartsAtTheEndBeforeIt() throws {
    #expect(try starts("a: -1-#\nb: -2|\n> a.catch { _ in b }\n") == [3])
    #expect(try starts("a: -1-|\nb: -2|\n> a.append(b)\n") == [3])
  }
  /// The subscription of the shared source starts with the first subscriber, and is cancelled with the last one.
  @Test func theSubscriptionOfASharedSourceIsARow() throws {
    let picture = try picture("a: -1-2-3-|\n> a.share()\nfrom --^---!\nfrom ---^----!\n")
    let shared = picture.items.filter { $0.row == "subscription of a" }.compactMap(\.tip)
    #expect(shared == ["1 at 3ms", "2 at 5ms", "3 at 7ms"])
  }
  /// The row of the source says so, and shows no event of the run.
  @Test func aSourceWithSeveralSubscriptionsIsATemplate() throws {
    let picture = try picture("a: -1-#\n> a.retry(1)\n")
    let template = picture.items.filter(\.isTemplate)
    #expect(template.allSatisfy { $0.instant == nil && $0.events.isEmpty })
    #expect(
      template.compactMap(\.tip) == ["1 in each subscription, after 1ms", "fails in each subscription, after 3ms"])
    #expect(
      picture.items.contains { $0.name == "each subscription:" }
        && picture.items.contains { $0.name == "2 subscriptions" })
    #expect(try self.picture("a: -1-|\n> a.map { $0 }\n").items.allSatisfy { !$0.isTemplate })
  }
  /// The first row of the third page is cancelled before it is sent: its marble is pale, and nothing is written below
  /// it.
  @Test func theLegendNamesAValueThatWasNotSent() throws {
    let spec = try #require(try Gallery.specs().first { $0.file.hasSuffix("/pages.marble") })
    let svg = SVGRenderer.text(of: PictureLayout.picture(of: try Gallery.traced(spec).diagram))
    #expect(svg.matches(of: />(?:&quot;)?page 3, row a(?:&quot;)?<\/text>/).count == 1)
    #expect(svg.matches(of: />(?:&quot;)?page 1, row a(?:&quot;)?<\/text>/).count == 1)
  }
  /// A source with a row for each of many subscriptions says which one plays it.
  @Test func theRowsOfASourceAreCounted() throws {
    let rows = String(repeating: "a: #\n", count: 23), picture = try picture(rows + "> a.retry(22)\n")
    for name in ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "from 23rd"] {
      #expect(picture.items.contains { $0.name == "\(name) subscription:" }, "\(name)")
    }
  }
  /// Nine retries, one in each frame: ten strokes in one row, at their instants and with their numbers.
  @Test func attemptsAreStrokesInOneRow() throws {
    let picture = try picture("a: -#\n> a.retry(9)\nsubs a: ^^^^^^^^^^\n")
    let strokes = picture.items.filter { $0.tip?.contains("attempt") == true }
    #expect(strokes.compactMap(\.tip) == ["attempt 1, at 0s"] + (1...9).map { "attempt \($0 + 1), at \($0)ms" })
    #expect(strokes.map(\.instant) == (0...9).map { $0 * Lane.defaultFrame })
    let lines = strokes.compactMap { if case .line(let from, let to) = $0.parts[0].shape { (from, to) } else { nil } }
    #expect(
      lines.count == 10 && Set(lines.map(\.0.y)).count == 1
        && zip(lines, lines.dropFirst()).allSatisfy { $0.0.x < $1.0.x })
    // At one instant they are one stroke, which counts them.
    let together = try self.picture("a: #\n> a.retry(2)\nsubs a: (^^^)\n").items.compactMap(\.tip).filter {
      $0.contains("attempt")
    }
    #expect(together == ["3 attempts at 0s"])
  }
  /// One dashed line comes from the failure, at its instant, to the start of the second attempt; the first attempt has
  /// none.
  @Test func aLineComesFromTheCauseOfASubscription() throws {
    let begins = try picture("a: -1-#\n> a.retry(1)\n").items.filter { $0.parts[0].role == .begin }
    #expect(begins.map(\.instant) == [3 * Lane.defaultFrame])
    #expect(begins.first?.box?.width == 0)
  }
  /// The meanings of the signs are written below the picture, if these occur in it.
  @Test func signsHaveTheirMeanings() throws {
    func signs(_ text: String) throws -> [String] {
      try picture(text).items.filter { $0.parts[0].role == .key }.map(\.name)
    }
    #expect(try signs("a: -1-|\n> a.map { $0 }\n") == [])
    #expect(try signs("a: -1-#\n> a.retry(1)\n") == ["a subscription begins", "started by", "fails"])
    #expect(
      try signs("a: -1--2-|\nx: -4-5|\n> a.switchMap { _ in x }\n") == [
        "a subscription begins", "started by", "cancelled", "ring: the value that started this stream",
      ])
    #expect(try signs("a: -1\n> a\nfrom -^\n") == ["subscribes", "goes on"])
    #expect(try signs("a: -(12)-|\n> a.filter { $0 > 1 }\n") == ["not sent here", "same instant, top first"])
  }
  /// A row of inner streams has the name of their stream: the name that is written in the closure, with the operators
  /// after it.
  @Test func rowsOfStreamsHaveNames() throws {
    func names(_ text: String) throws -> [String] {
      try picture(text).items.filter { $0.parts[0].role == .name }.map(\.name)
    }
    let streams = "a: -1--2-|\nb: -4|\nx: -5#\n"
    #expect(try names(streams + "> a.switchMap { v in x.map { $0 + v } }\n") == ["a", "b", "x", "x.map"])
    // The sources, the subscriptions of `flatMap`, and the one of `catch` that did not begin together with it.
    #expect(
      try names(streams + "> a.flatMap { v in v == 1 ? b : x }.catch { _ in b }\n") == ["a", "b", "x", "b", "x", "b"])
    #expect(
      try names(streams + "> a.flatMap { _ in x.filter { $0 > 0 }.delay(for: 1).replaceError(with: 0) }\n").contains(
        "x…replaceError"))
    #expect(try names(streams + "> a.groupBy { $0 }.flatMap { g in g.count() }\n").contains("a.groupBy.count"))
  }
  /// A value keeps its number in the palette when it comes after another one.
  @Test func aColourDoesNotDependOnThePlaceInTheRow() throws {
    func colors(_ row: String) throws -> Set<String> {
      Set(
        try picture("a: \(row)|\nb: 1-|\n> a.delay(for: 1)\n").items.compactMap { item in
          item.colors.map { "\(item.name.prefix(1)) \($0)" }
        })
    }
    #expect(try colors("b-c-d-") == colors("c-b-d-"))
    // Marbles of two sources differ, even if they are equal.
    let two = try picture("a: -1-|\nb: --1|\n> a.merge(with: b)\n").items.compactMap(\.colors)
    #expect(two.map(\.colors) == [[0], [1], [0], [1]])
  }
}

import Testing

@testable import MarbleDiagrams
@testable import MarbleSpecs
@testable import Marbles

/// The parts of a picture that need the trace: colors by origin, ghosts, streams within streams, timers, causes.
struct StoryTests {
  private func picture(_ text: String, _ details: PictureDetails = PictureDetails()) throws -> Picture {
    let picture = PictureLayout.picture(of: try ExecutedSpec(SpecText(text, file: "a.marble"), isTraced: true).diagram, details: details)
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
    #expect(SVGRenderer.text(of: picture).contains("<g class=\"ghost\"><title>1 at 1ms: its condition is false</title>"))
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
    #expect(unfair == ["1 at 1ms: by the closure a later value is greater", "3 at 3ms: the stream failed before there was a result"])
  }

  /// The order in which things happened at an instant follows the call stack: 1 and 2 came and were dropped before 3 came.
  @Test func aStackIsReadFromAbove() throws {
    let picture = try picture("a: (123)|\n> a.filter { $0 > 2 }\n")
    let stack = picture.items.filter { $0.instant == 0 && $0.tip != nil }.suffix(3)
    #expect(stack.compactMap(\.tip).map { $0.prefix(1) } == ["1", "2", "3"] && stack.map(\.isGhost) == [true, true, false])
    #expect(zip(stack, stack.dropFirst()).allSatisfy { $0.box!.center.y < $1.box!.center.y })
  }

  private func told(_ row: String, _ spec: String) throws -> [String] {
    try picture(spec).items.filter { $0.row == row }.sorted { ($0.instant ?? 0) < ($1.instant ?? 0) }.compactMap(\.tip)
  }

  /// x is subscribed at 1 ms. Its c is due 5 ms later, but flatMap still keeps b then and requests nothing before 9 ms, which is 8 ms later.
  @Test func aValueStandsWhereItWasSent() throws {
    let inner = try told("x", "a: -1-------|\nx: -1-2-3-|\n> a.flatMap { _ in x }\ndemand -1-------1--*\n")
    #expect(inner == ["1 at 1ms", "2 at 3ms", "3 at 5ms: it waited for demand", "finishes at 8ms", "3 at 8ms"])
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
    let picture = try picture("a: 123|\n> a.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest)\ndemand -----2\n")
    #expect(picture.items.filter(\.isGhost).compactMap { $0.tip?.split(separator: ":").first }.map(String.init) == ["1 at 0s"])
    #expect(picture.marbles(at: 5) == ["2: 1", "3: 2"])
  }

  /// A value that a click sends keeps its color; the value that was replaced before is a ghost.
  @Test func whatIsSampledIsTheReading() throws {
    let picture = try picture("a: -1-2----|\nclick: -----x-|\n> a.sample(click)\n")
    #expect(picture.marbles(at: 5) == ["\"x\": 2", "2: 1"])
    #expect(picture.items.filter(\.isGhost).compactMap { $0.tip?.split(separator: ":").first }.map(String.init) == ["1 at 1ms"])
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

  /// Each question's answers go downwards, in the color of the question.
  @Test func streamsWithinStreamsAreInclined() throws {
    let picture = try picture("q: 1-------2-----|\na: -7--8|\n> q.flatMap { x in a.map { y in x + y } }\n")
    let inner = picture.items.compactMap { item -> (from: Point, to: Point)? in
      if case .line(let from, let to) = item.parts[0].shape, item.parts[0].role == .stream, from.y != to.y { (from, to) } else { nil }
    }
    #expect(inner.count == 2)
    #expect(inner.allSatisfy { $0.to.x > $0.from.x && $0.to.y > $0.from.y })
    #expect(picture.marbles(at: 1).suffix(2) == ["8: 0", "8: 0"])
    #expect(picture.marbles(at: 9) == ["9: 1", "9: 1"])
  }

  /// A group is a stream within a stream; its values have the colors of the grouped values.
  @Test func groupsAreInclined() throws {
    let picture = try picture("a: -1-2-3-|\n> a.groupBy { $0 % 2 }.flatMap { g in g }\n")
    let inner = picture.items.compactMap { item -> Double? in
      if case .line(let from, let to) = item.parts[0].shape, item.parts[0].role == .stream, from.y < to.y { from.x } else { nil }
    }
    #expect(inner.count == 2 && inner[0] < inner[1])
    #expect(picture.marbles(at: 1) == ["1: 0", "1: 0", "1: 0"])
    #expect(picture.marbles(at: 3) == ["2: 1", "2: 1", "2: 1"])
    #expect(picture.marbles(at: 5) == ["3: 2", "3: 2", "3: 2"])
  }

  /// A stream as a value is a marble with an arrow that goes down; its groups are a row each below the box of `groupBy`.
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
    #expect(timers.compactMap(\.tip) == ["timer from 1ms, started anew at 3ms", "timer from 3ms, fires at 6ms"])
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
      try picture(spec, PictureDetails(stages: true)).items.flatMap(\.parts).filter { $0.role == .code }.compactMap(\.name)
    }
    #expect(try codes("a: -1-|\nb: -2-|\n> (1 < 2 ? a : b).first()\n") == ["(1 < 2 ? a : b).first()"])
    #expect(try codes("> [1, 2].publisher.map { $0 }.collect()\n") == ["[1, 2].publisher", "map { $0 }", "collect()"])
    #expect(try codes("> Timer.publish(every: 2).prefix(1)\n") == ["Timer.publish(every: 2)", "prefix(1)"])
    #expect(try codes("a: -1-|\nlet b = a.map { $0 }\n> b\n  .filter { $0 > 1 }\n").dropFirst() == ["a.map { $0 }", "filter { $0 > 1 }"])
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
      guard item.instant == frame * Lane.defaultFrame, case .circle(_, let radius, let colors) = item.parts[0].shape else { return nil }
      guard radius == Lettering.radius, let value = item.tip?.split(separator: " at ").first else { return nil }
      return "\(value): \(colors.map(String.init).joined(separator: " "))"
    }
  }
}

extension Picture.Shape {
  fileprivate var string: String? { if case .text(let text) = self { text.string } else { nil } }
}

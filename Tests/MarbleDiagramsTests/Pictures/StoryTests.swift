import Gallery
import Marbles
import Testing

@testable import MarbleDiagrams
@testable import MarbleSpecs

/// The parts of a picture that need the trace: colors by origin, losses, streams within streams, timers, causes.
struct StoryTests {
  private func picture(_ text: String, in room: PosterLayout.Room = PosterLayout.Room()) throws -> Picture {
    let geometry = PosterGeometry(of: try PosterTests.diagram(text), in: room)
    #expect(geometry.faults == [])
    return geometry.picture
  }
  /// The values that are dropped within operators, each with its frame, and the reason if it was not written before.
  private func losses(_ text: String) throws -> [String] {
    try picture(text).items.filter { $0.parts[0].role == .stub }
      .map { "\(($0.instant ?? 0) / Lane.defaultFrame): \($0.tip ?? "")" }
  }

  // MARK: Colors

  @Test func aMarbleKeepsItsColor() throws {
    let picture = try picture("a: -1-2-3-|\n> a.filter { $0 > 1 }.map { $0 * 3 }.delay(for: 1)\n")
    // Of the source, of filter, of map; then the result.
    #expect(picture.marbles(at: 3) == ["2: 1", "2: 1", "6: 1"])
    #expect(picture.marbles(at: 4) == ["6: 1"])
    #expect(picture.marbles(at: 6) == ["9: 2"])
  }

  /// A pair has both colors, a total or a count the color of the last value; an answer has none.
  @Test func aMarbleOfSeveralHasTheirColors() throws {
    let pairs = try picture("a: -1-|\nb: --2|\n> a.zip(b)\n")
    #expect(pairs.marbles(at: 2) == ["2: 1", "(1, 2): 0 1"])
    let sum = try picture("a: 123|\n> a.reduce(0) { $0 + $1 }\n")
    #expect(sum.marbles(at: 3) == ["6: 2"])
    #expect(try picture("a: -5|\n> a.count()\n").marbles(at: 2) == ["1: 0"])
    #expect(try picture("a: -5|\n> a.contains(4)\n").marbles(at: 2) == ["false: -1"])
    let totals = try picture("b: 12345|\n> b.scan(0) { $0 + $1 }")
    #expect(totals.marbles(at: 4) == ["5: 4", "15: 4"] && totals.marbles(at: 1) == ["2: 1", "3: 1"])
    #expect(try picture("a: -1-2-|\n> a.pairwise()\n").marbles(at: 3) == ["2: 1", "(1, 2): 0 1"])
  }

  /// A value keeps its number in the palette when it comes after another one; marbles of two sources differ, even if
  /// they are equal.
  @Test func aColorDoesNotDependOnThePlaceInTheRow() throws {
    func colors(_ row: String) throws -> Set<String> {
      let picture = try picture("a: \(row)|\nb: 1-|\n> a.delay(for: 1)\n")
      return Set(picture.items.compactMap { item in item.colors.map { "\(item.words.prefix(2)) \($0)" } })
    }
    #expect(try colors("b-c-d-") == colors("c-b-d-"))
    let two = try picture("a: -1-|\nb: --1|\n> a.merge(with: b)\n").items.compactMap(\.colors)
    #expect(two == [[0], [1], [0], [1]])
  }

  /// An inner value has the color of the question that its stream was created for, and so has what is computed from both;
  /// an attempt has the colors of the source.
  @Test func streamsWithinStreamsHaveTheColorOfTheirCause() throws {
    let picture = try picture("q: 1-------2-----|\na: -7--8|\n> q.flatMap { x in a.map { y in x + y } }\n")
    #expect(picture.marbles(at: 1) == ["8: 0", "8: 0"])
    #expect(picture.marbles(at: 9) == ["9: 1", "9: 1"])
    #expect(picture.lanes == [0, 8])
    let again = try self.picture("a: 1-#\na: 2-|\nhot b: ---x-\n> a.retry { _ in b }")
    #expect(again.marbles(at: 0) == ["1: 0", "1: 0"] && again.marbles(at: 3).contains("2: 1"))
    let total = try self.picture("a: -1---2-|\n> a.mergeScan(0) { sum, n in Just(sum + n).delay(for: 2) }")
    #expect(total.marbles(at: 7) == ["3: 1", "3: 1"])
  }

  /// A group is a stream within a stream; its values have the colors of the grouped values.
  @Test func groupsAreLanes() throws {
    let picture = try picture("a: -1-2-3-|\n> a.groupBy { $0 % 2 }.flatMap { g in g }\n")
    // Each is a band that `groupBy` sends, and a lane in the box of `flatMap`.
    #expect(picture.lanes == [1, 1, 3, 3])
    // Of the source, of the band and the lane of the group, and the result.
    for (frame, value) in [(1, "1: 0"), (3, "2: 1"), (5, "3: 2")] as [(Int64, String)] {
      #expect(picture.marbles(at: frame) == [value, value, value, value])
    }
  }

  // MARK: Losses

  /// Each stub has its instant and its reason.
  @Test func whatIsDroppedHasAStubAndAReason() throws {
    #expect(try losses("a: -1-2-|\n> a.filter { $0 > 1 }\n") == ["1: its condition is false"])
    #expect(
      try losses("a: -1-2-3-|\n> a.filter { $0 > 2 }\n") == ["1: its condition is false", "3: its condition is false"])
    #expect(
      try losses("a: -1-2-2-3-|\n> a.removeDuplicates().filter { $0 > 1 }\n")
        == ["5: it equals the previous value", "1: its condition is false"])
    #expect(try losses("a: -1-|\n> a.map { $0 }\n") == [])
  }

  /// Each operator has its own reason, and it is about the right value: 3 is the last of three, 2 was not above 2.
  @Test(arguments: [
    ("skipLast(1)", ["7: it is the last value"]), ("takeLast(2)", ["5: it is not one of the last 2 values"]),
    ("last()", ["3: a later value replaced it", "5: a later value replaced it"]),
    ("last { $0 > 2 }", ["1: its condition is false", "5: its condition is false"]),
    ("distinct(by: { $0 % 2 })", ["3: a value with an equal key was sent before"]),
    ("single()", ["3: there was more than one value"]),
    (
      "tryMax { $1 == 2 ? throw \"unfair\" : $0 < $1 }",
      ["3: by the closure a later value is greater", "5: the stream failed before there was a result"]
    ),
  ]) func reasonsAreTrue(call: String, expected: [String]) throws {
    #expect(try losses("a: -1-3-2-|\n> a.\(call)\n") == expected)
  }

  /// 1 was dropped for 3: nothing of it comes out, and the others keep their colors.
  @Test func theOldestOfABufferIsLost() throws {
    let spec = "a: 123|\n> a.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest)\ndemand -----2\n"
    #expect(try losses(spec).count == 1 && losses(spec)[0].hasPrefix("2: "))
    #expect(try picture(spec).marbles(at: 5) == ["2: 1", "3: 2"])
  }

  /// A value that a click sends keeps its color, and the value that was replaced before has a stub: what counts is what
  /// `sample` is called on, not what is declared first.
  @Test(arguments: [
    ("a: -1-2----|\nclick: -----x-|\n", ["\"x\": 2", "2: 1"]),
    ("click: -----x-|\na: -1-2----|\n", ["\"x\": 0", "2: 2"]),
  ]) func whatIsSampledIsTheReading(rows: String, marbles: [String]) throws {
    let picture = try picture(rows + "> a.sample(click)\n")
    #expect(Set(picture.marbles(at: 5)) == Set(marbles))
    #expect(try losses(rows + "> a.sample(click)\n") == ["3: a later value replaced it"])
  }

  /// 2 comes while nothing is asked for; after the cancel, 4 is nobody's loss.
  @Test func whatNobodyAskedForIsAGhost() throws {
    let picture = try picture("hot a: -1-2-3-4-|\n> a\nfrom ^-----!\ndemand 1---1\n")
    #expect(picture.items.filter(\.isGhost).compactMap(\.tip) == ["2 at 3ms: there was no demand"])
    #expect(picture.marbles(at: 5) == ["3: 2", "3: 2"])
  }

  // MARK: Streams within streams

  /// The frames at which subscriptions begin that an operator makes later than at its own start, or again.
  @Test(
    arguments: [
      ("a: -1---2-|\nx: --5-|\n> a.switchMap { _ in x }", [1, 5]),
      // The first one is cancelled after 1 ms and sends nothing.
      ("a: -12----|\nx: ----5|\n> a.switchMap { _ in x }", [1, 2]),
      // The second one waits for the end of the first one, 4 ms after its start.
      ("a: -12----|\nx: --5-|\n> a.concatMap { _ in x }", [1, 5]),
      // It fails 2 ms after each start, and the next attempt waits 3 ms.
      ("a: -1#\n> a.retry(2, delay: 3)", [0, 5, 10]), ("a: -1|\n> a.repeat(3)", [0, 2, 4]),
      ("a: -1-#\nb: -2|\n> a.catch { _ in b }", [3]), ("a: -1-|\nb: -2|\n> a.append(b)", [3]),
      ("a: -1-|\n> a.map { $0 }", []),
    ] as [(String, [Int64])]) func eachSubscriptionBeginsAtItsInstant(spec: String, starts: [Int64]) throws
  {
    #expect(try picture(spec).lanes == starts)
  }

  /// More than twelve in a box: each of thirty has its lane, with its number, and so has each of forty inner streams.
  /// Of forty-five, forty are drawn, and a sentence counts the others.
  @Test func aBoxHasFortyLanes() throws {
    for width in [480.0, nil] {
      let retries = PosterGeometry(of: try PosterTests.diagram("a: -#\n> a.retry(29)"), width: width)
      #expect(retries.faults == [] && retries.picture.lanes == (0..<30).map(Int64.init))
      #expect(retries.picture.words(.label).suffix(30) == (1...30).map(\.ordinal))
      let row = "a: \(String(repeating: "1", count: 40))|\nx: -----2|\n> a.flatMap { _ in x }"
      let inner = PosterGeometry(of: try PosterTests.diagram(row), width: width)
      // A lane that goes on in the next strip is there again.
      #expect(inner.faults == [] && Set(inner.picture.lanes).isSuperset(of: (0..<40).map(Int64.init)))
      #expect(!inner.picture.words(.note).contains { $0.hasSuffix("are left out") })
    }
    let many = try picture("a: \(String(repeating: "1", count: 45))|\nx: -----2|\n> a.flatMap { _ in x }")
    #expect(many.lanes.count == 40 && many.words(.note).contains("5 more subscriptions are left out"))
  }

  /// The subscription of the shared source begins with the first subscriber, and is cancelled with the last one.
  @Test func theSubscriptionOfASharedSourceIsItsRow() throws {
    let spec = "a: -1-2-3-|\n> a.share()\nfrom --^---!\nfrom ---^----!\n"
    #expect(try told("a", spec) == ["1 at 3ms", "2 at 5ms", "3 at 7ms"])
    let tips = try picture(spec).items.compactMap(\.tip)
    #expect(tips.contains("subscribes at 2ms") && tips.contains("cancelled at 8ms"))
  }

  @Test func whatIsSwitchedAwayIsLeft() throws {
    let items = try picture("q: 1--2------|\na: -7--8|\n> q.map { x in a }.switchToLatest()\n").items
    #expect(items.filter { $0.parts[0].role == .cut }.compactMap(\.tip) == ["cancelled by 2"])
  }

  /// A line leads from the failure, at its instant, down to the second attempt; none leads to the first one.
  @Test func aLineComesFromTheCauseOfASubscription() throws {
    let picture = try picture("a: -1-#\n> a.retry(1)\n")
    let ends = picture.items.filter { $0.parts[0].role == .lane }.compactMap(\.box)
    let links = picture.items.filter { $0.parts[0].role == .drop && $0.instant == 3 * Lane.defaultFrame }
    #expect(ends.count == 2)
    #expect(links.contains { link in link.box.map { abs($0.left + 5 - ends[1].left) < 0.1 } == true })
    #expect(!picture.items.contains { $0.parts[0].role == .drop && $0.instant == 0 })
  }

  /// A page has the row of such a source as it is written, too: it shows no event of the run, and counts the rows.
  @Test func aSourceWithSeveralSubscriptionsIsATemplate() throws {
    let page = PosterLayout.Room(hasInputs: true), picture = try picture("a: -1-#\n> a.retry(1)\n", in: page)
    let template = picture.items.filter(\.isTemplate)
    #expect(template.allSatisfy { $0.instant == nil && $0.events.isEmpty })
    #expect(
      template.compactMap(\.tip).sorted() == [
        "1 in each subscription, after 1ms", "fails in each subscription, after 3ms",
      ])
    #expect(picture.words(.note).contains("each time"))
    #expect(try self.picture("a: -1-|\n> a.map { $0 }\n", in: page).items.allSatisfy { !$0.isTemplate })
    let rows = try self.picture(String(repeating: "a: #\n", count: 23) + "> a.retry(22)\n", in: page).words(.note)
    for name in ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "from 23rd"] {
      #expect(rows.contains("\(name) time"), "\(name)")
    }
  }

  // MARK: Timers and rules

  /// Each value waits for two frames in a stream of its own, and so does a completion; a zero follows three frames later.
  /// The bars are within the lanes of these streams. A lane that is as long as its only wait has no bar.
  @Test func timersOfInnerStreams() throws {
    let picture = try picture(
      "wish: -1-2------|\n> wish.flatMap { Just($0).delay(for: 2).append(Just(0).delay(for: 3)) }.delay(for: 1)\n")
    func bars(_ pattern: String) -> [String] { bars(pattern, in: picture) }
    func bars(_ pattern: String, in picture: Picture) -> [String] {
      picture.items.filter { [.bar, .timer].contains($0.parts[0].role) }.compactMap(\.tip).filter {
        $0.hasPrefix(pattern)
      }.sorted()
    }
    let waits = [(1, 3), (1, 3), (3, 5), (3, 5), (3, 6), (3, 6), (5, 8), (5, 8)]
    #expect(bars("timer ") == waits.map { "timer from \($0)ms to \($1)ms" })
    #expect(bars("from ") == [3, 5, 6, 8, 10].map { "from \($0)ms to \($0 + 1)ms" }.sorted())
    let short = try self.picture("wish: -1-2--|\n> wish.flatMap { Just($0).delay(for: 2) }\n")
    #expect(bars("timer ", in: short).isEmpty)
  }

  @Test func timersAreBars() throws {
    let bars = try picture("a: -1-2----|\n> a.debounce(for: 3)\n").items.filter { $0.parts[0].role == .bar }
    #expect(bars.compactMap(\.tip) == ["from 1ms to 3ms", "from 3ms to 6ms"])
  }

  /// The bar of a trial ends where its time is over: the answer comes in time, the second question is excepted at 8 ms,
  /// the third has no answer until 15 ms.
  @Test func barsOfRulesEndInTime() throws {
    let picture = try picture(
      """
      hot ask:  -a---b-----c-----|
      hot answer: --d--------------|
      hot stop: --------e--------|
      > ask.merge(with: answer)
      ! each ask is followed by answer within 4ms, unless stop, but is broken

      """)
    let bars = picture.items.filter { $0.signs > 0 }
    let ends = bars.compactMap { bar in
      bar.parts.compactMap { if case .line(let from, let to) = $0.shape, from.y == to.y { to.x } else { nil } }.first
    }
    let places = Dictionary(uniqueKeysWithValues: picture.moments.map { ($0.instant, $0.x) })
    #expect(ends.sorted() == [places[5_000_000], places[8_000_000], places[15_000_000]] && ends.count == 3)
    // A check, an empty diamond and a cross, each at its decision.
    #expect(bars.map(\.signs) == [2, 4, 2] && bars.map(\.decidedAt) == [2_000_000, 8_000_000, 15_000_000])
  }

  // MARK: Rows

  private func told(_ row: String, _ spec: String) throws -> [String] {
    try picture(spec).items.filter { $0.row == row }
      .sorted { ($0.instant ?? 0, $0.box?.left ?? 0) < ($1.instant ?? 0, $1.box?.left ?? 0) }.compactMap(\.tip)
  }

  /// x is subscribed at 1 ms. Its 3 is due 5 ms later, but flatMap still keeps 2 then and requests nothing before 9 ms,
  /// which is 8 ms later.
  @Test func aValueStandsWhereItWasSent() throws {
    let inner = try told("stream", "a: -1-------|\nx: -1-2-3-|\n> a.flatMap { _ in x }\ndemand -1-------1--*\n")
    #expect(inner == ["1 at 2ms", "2 at 4ms", "3 at 9ms", "finishes at 9ms"])
    // 2 is due at 3 ms and sent at 5 ms, with 3 behind it.
    let outer = try told("a", "a: -1-2-3-|\n> a\ndemand -1---2\n")
    #expect(outer == ["1 at 1ms", "2 at 3ms: it waited for demand", "2 at 5ms", "3 at 5ms", "finishes at 7ms"])
    // Nobody requests 2 and 3, and the stream cannot finish.
    let never = try told("a", "a: -1-2-3-|\n> a\ndemand -1\n")
    #expect(never == ["1 at 1ms", "2 at 3ms: there was no demand", "3 at 5ms: there was no demand"])
    // After a cancel nothing is due.
    #expect(try told("a", "a: -1-2-3-|\n> a\nfrom ^-!\n") == ["1 at 1ms", "2 at 3ms", "3 at 5ms", "finishes at 7ms"])
  }

  /// The values of one instant are beside each other on the line, in their order.
  @Test func oneInstantIsReadFromTheLeft() throws {
    let picture = try picture("a: (123)|\n> a.filter { $0 > 2 }\n")
    let stack = picture.items.filter { $0.row == "a" && $0.parts[0].role == .marble }
    #expect(stack.compactMap(\.tip) == ["1 at 0s", "2 at 0s", "3 at 0s"])
    #expect(zip(stack, stack.dropFirst()).allSatisfy { $0.box!.right < $1.box!.left && $0.box!.top == $1.box!.top })
  }

  /// A long text takes two lines, and the tooltip has all of it; a short one is beside its cross.
  @Test func aLongFailureHasTwoLines() throws {
    let long = "the server did not answer within the time that was given to it, and nobody knows why"
    let picture = try picture("a: -1-#'\(long)'\nb: -#'no'\n> a.replaceError(with: 2).merge(with: b)\n")
    let lines = picture.items.filter { $0.parts[0].role == .warning && $0.tip == long }
    #expect(lines.count == 2 && picture.words(.warning).contains("no"))
  }

  /// One run waits and the other one does not: each has a row of its own.
  @Test func aStreamThatIsPlayedInTwoWays() throws {
    let all = try picture("a: -1-2-|\n> a\n> a\ndemand -1---1\n").items.filter { $0.row == "a" }
    let finishes = all.filter { $0.tip == "finishes at 5ms" }.compactMap(\.box?.center.y).sorted()
    try #require(finishes.count == 2)
    let middle = (finishes[0] + finishes[1]) / 2
    func tips(_ isFirst: Bool) -> Set<String> {
      Set(all.filter { ($0.box!.center.y < middle) == isFirst }.compactMap(\.tip))
    }
    #expect(tips(true) == ["1 at 1ms", "2 at 3ms", "finishes at 5ms"])
    #expect(tips(false) == ["1 at 1ms", "2 at 3ms: it waited for demand", "2 at 5ms", "finishes at 5ms"])
  }

  // MARK: Causes and boxes

  /// From the source's 2 down to the bar, and from the bar's end down to the result.
  @Test func causesLeadFromMarbleToMarble() throws {
    let picture = try picture("a: -1-2----|\n> a.debounce(for: 3)\n")
    let links = picture.items.filter { $0.parts[0].role == .drop }
    #expect(links.map(\.instant) == [1, 3, 6].map { $0 * Lane.defaultFrame })
    let colors = links.compactMap { if case .link(_, _, let color) = $0.parts[0].shape { color } else { nil } }
    #expect(colors == [0, 1, 1])
    #expect(links.map { $0.parts.contains { $0.role == .head } } == [false, false, true])
  }

  /// The third marble means the same as the first: both are causes, each of its own.
  @Test func equalMarblesAreCausesOfTheirOwn() throws {
    let links = try picture("a: -x-y-|\n  x = 5   y = 5\n> a.delay(for: 1)\n").items.filter {
      $0.parts[0].role == .drop
    }
    // The two values and the finish fall into their bars, and the values leave these a frame later: the finish, too, but
    // its line is gray.
    #expect(links.map(\.instant) == [1, 3, 5, 2, 4].map { $0 * Lane.defaultFrame })
    #expect(links.map { $0.events.map(\.text) } == [["0-0"], ["0-2"], ["0-4"], ["0-1"], ["0-3"]])
  }

  /// A row of each source in each run that plays it, above its box: the names and the boxes from above.
  @Test func eachRunHasItsSources() throws {
    let spec = "a: -1-|\nb: -2-|\n> a.delay(for: 1)\n> b.delay(for: 1)\n> a.zip(b)\n"
    let named = try picture(spec).items.filter { [.name, .frame].contains($0.parts[0].role) }
    let order = named.sorted { ($0.box?.top ?? 0) < ($1.box?.top ?? 0) }
    #expect(order.map { $0.parts[0].role == .frame ? "#" : $0.words } == ["a", "#", "b", "#", "a", "b", "#"])
  }

  /// An array and a name space have a box; what has a row above the box is not written in it, also if it was chosen.
  @Test(arguments: [
    ("a: -1-2-|\n> a.map { $0 * 2 }.filter { $0 > 2 }", [".map { $0 * 2 }", ".filter { $0 > 2 }"]),
    ("a: -1-|\nb: -2-|\n> (1 < 2 ? a : b).first()", [".first()"]),
    ("> [1, 2].publisher.map { $0 }.collect()", ["[1, 2].publisher", ".map { $0 }", ".collect()"]),
    ("> Timer.publish(every: 2).prefix(1)", ["Timer.publish(every: 2)", ".prefix(1)"]),
    ("a: -1-|\nlet b = a.map { $0 }\n> b\n  .filter { $0 > 1 }", [".map { $0 }", ".filter { $0 > 1 }"]),
  ]) func boxesSayWhatIsCalledOn(spec: String, code: [String]) throws {
    #expect(try picture(spec).words(.code) == code)
  }

  @Test func anEndlessRunEnds() throws {
    let notes = try picture("limit: 3000\n> interval(1)\n").words(.note)
    #expect(notes.contains { $0.hasPrefix("only the start of the run") })
  }

  /// The dotted line says how long the silence is.
  @Test func foldedSilenceHasItsLength() throws {
    let picture = try picture("frame: 1s\na: -1- 1h -2|\n> a")
    // From 1 to 2: the frames around the hour are 3 s more, which no tenth of an hour shows.
    #expect(picture.words(.note, .ruler, .label).contains("≈1h"))
    #expect(TimeUnit.short(3_600_000_000_000) == "+1h" && TimeUnit.short(5_400_000_000_001) == "≈1.5h")
    #expect(
      TimeUnit.short(3_598_000_000_000) == "≈60min" && TimeUnit.short(20_000_000) == "+20ms"
        && TimeUnit.short(0) == "+0ns")
    #expect(TimeUnit.short(9_498_000_000) == "≈9.5s" && TimeUnit.short(9_960_000_000) == "≈10s")
    #expect(TimeUnit.short(420_000_000_000) == "+7min" && TimeUnit.short(7_000_000) == "+7ms")
  }
}

extension Picture {
  /// The texts of some roles, in the order in which they are drawn.
  func words(_ roles: Role...) -> [String] {
    items.flatMap(\.parts).compactMap { part in
      if case .text(let text) = part.shape, roles.contains(part.role) { text.string } else { nil }
    }
  }
  /// The frames at which the subscriptions within boxes begin.
  fileprivate var lanes: [Int64] {
    items.filter { $0.parts[0].role == .lane }.compactMap { $0.instant.map { $0 / Lane.defaultFrame } }.sorted()
  }
  /// The marbles at a frame, each with its value and its colors, from above.
  fileprivate func marbles(at frame: Int64) -> [String] {
    items.filter { $0.instant == frame * Lane.defaultFrame && !$0.isGhost && $0.colors != nil }
      .sorted { $0.box!.top < $1.box!.top }
      .map {
        "\($0.words.prefix(upTo: $0.words.range(of: " at ")!.lowerBound)): \($0.colors!.map(String.init).joined(separator: " "))"
      }
  }
}

extension Picture.Item {
  /// The colors of a marble.
  fileprivate var colors: [Int]? {
    if case .capsule(_, _, let colors) = parts[0].shape, parts[0].role == .marble { colors } else { nil }
  }
}

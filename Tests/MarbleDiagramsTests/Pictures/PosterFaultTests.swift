import Testing

@testable import MarbleDiagrams

/// Each check of `PosterGeometry` finds a fault that is put into a right poster.
struct PosterFaultTests {
  private static let spec = "t: -a-b-c------|\nx: -1--2|\n> t.debounce(for: 3).switchMap { _ in x }"

  /// Returns the faults after a change of the shapes. Without the change there are none.
  private func faults(_ change: (inout Picture) throws -> Void) throws -> [String] {
    var geometry = PosterGeometry(of: try PosterTests.diagram(Self.spec))
    #expect(geometry.faults == [])
    try change(&geometry.picture)
    return geometry.faults
  }
  private func place(_ picture: Picture, _ role: Picture.Role) throws -> Int {
    try #require(picture.items.firstIndex { $0.parts[0].role == role })
  }
  private func without(_ role: Picture.Role) throws -> [String] {
    try faults { $0.items.removeAll { $0.parts[0].role == role } }
  }
  private func name(_ picture: Picture) throws -> Picture.Text {
    guard case .text(let text) = picture.items[try place(picture, .name)].parts[0].shape else { throw Missing() }
    return text
  }
  private struct Missing: Error {}

  @Test func theWidthAndThePaper() throws {
    #expect(try faults { $0.width = 481 } == ["the width is 481.0"])
    #expect(try faults { $0.height = 40 }.contains { $0.hasSuffix("is not on the paper") })
  }
  @Test func aSmallText() throws {
    let faults = try faults { picture in
      var text = try name(picture)
      text.size = 9
      let place = try place(picture, .name)
      picture.items[place].parts[0].shape = .text(text)
    }
    #expect(faults == ["t is too small"])
  }
  @Test func aTextOnATextAndUnderALine() throws {
    let both = try faults { $0.items.append(Picture.Item(.note, .text(try name($0)))) }
    #expect(both == ["t lies on t"])
    let crossed = try faults { picture in
      let box = try name(picture).box
      picture.items.append(Picture.Item(.stream, .line(Point(0, box.center.y), Point(60, box.center.y))))
    }
    #expect(crossed.first == "a line of stream crosses t")
  }
  @Test func aMarbleOnAMarble() throws {
    let faults = try faults { picture in
      var item = picture.items[try place(picture, .marble)]
      item.tip = "another"
      picture.items.append(item)
    }
    #expect(faults.contains { $0.hasSuffix("lies on another") })
  }
  @Test func aSignRightOfItsBox() throws {
    let faults = try faults { picture in
      let place = try place(picture, .frame)
      guard case .box(var box, let corner) = picture.items[place].parts[0].shape else { throw Missing() }
      box.right = 60
      picture.items[place].parts = [Picture.Part(role: .frame, shape: .box(box, corner: corner))]
    }
    #expect(faults.contains { $0.hasSuffix("is right of its box") })
  }
  @Test func aLineThatLeavesItsTime() throws {
    let faults = try faults { picture in
      let place = try place(picture, .drop)
      guard case .link(let from, let to, let color) = picture.items[place].parts[0].shape else { throw Missing() }
      picture.items[place].parts[0].shape = .link(from, Point(to.x + 8, to.y), color: color)
    }
    #expect(faults.contains { $0.hasPrefix("a line leaves its time") })
  }
  /// The last instant stands too late, and the sign of a bend says so.
  @Test func aBendWithoutASign() throws {
    var geometry = PosterGeometry(of: try PosterTests.diagram("a: -1-2-|\n> a"))
    #expect(geometry.faults == [])
    geometry.picture.moments[3].x += 4
    #expect(geometry.faults.contains("from 3000000 to 5000000 time is not even"))
    let x = geometry.picture.moments[3].x - 9
    geometry.picture.items.append(Picture.Item(.bend, .line(Point(x - 2, 0), Point(x + 2, 4))))
    #expect(!geometry.faults.contains { $0.hasSuffix("is not even") })
  }
  @Test func aBarThatBeginsElsewhere() throws {
    let faults = try faults { picture in
      let place = try place(picture, .bar)
      guard case .capsule(let box, let corner, let colors) = picture.items[place].parts[0].shape else {
        throw Missing()
      }
      let later = Box(left: box.left + 6, top: box.top, right: box.right, bottom: box.bottom)
      picture.items[place].parts[0].shape = .capsule(later, corner: corner, colors: colors)
    }
    #expect(
      faults.contains { $0.hasPrefix("a bar does not begin at") } && faults.contains { $0.hasPrefix("the timer from") })
  }
  /// `x` is subscribed by `switchMap` alone: only a page has it as it is written.
  @Test func aLineThroughAHeadingAndASlantedOne() throws {
    func moved(_ change: (Box, Point, Point) -> (Point, Point)) throws -> [String] {
      try faults { picture in
        let (frame, place) = (picture.items[try place(picture, .frame)].parts, try place(picture, .drop))
        guard case .link(let from, let to, let color) = picture.items[place].parts[0].shape else { throw Missing() }
        let ends = change(try #require(frame.first { $0.role == .heading }).shape.box, from, to)
        picture.items[place].parts[0].shape = .link(ends.0, ends.1, color: color)
      }
    }
    #expect(
      try moved { box, from, to in (Point(from.x, box.top - 4), Point(to.x, box.bottom + 4)) }.contains(
        "a line crosses a heading"))
    #expect(try moved { _, from, to in (from, Point(to.x + 4, to.y)) }.contains("a line is slanted"))
  }
  @Test func aSentenceOutsideOfItsHeading() throws {
    let faults = try faults { picture in
      let place = try place(picture, .reason)
      picture.items[place] = picture.items[place].moved(by: Point(0, 60))
    }
    #expect(faults.contains { $0.hasSuffix("is in no heading") })
  }
  @Test func aRowWithoutAName() throws {
    #expect(try without(.name).contains { $0.hasSuffix("has no name") })
  }
  @Test func aTimerInARowOfItsOwn() throws {
    var geometry = PosterGeometry(of: try PosterTests.diagram("a: -1-2--|\n> a.timeout(5)"))
    #expect(geometry.faults == [])
    let place = try #require(geometry.picture.items.lastIndex { $0.parts[0].role == .timer })
    geometry.picture.items[place] = geometry.picture.items[place].moved(by: Point(0, -2))
    #expect(geometry.faults.contains("2 rows of timers for 1 at once"))
  }
  /// Of `a` nothing is received after 2, and of 2 itself everything.
  @Test func whatNobodyReceives() throws {
    var geometry = PosterGeometry(of: try PosterTests.diagram("a: -1-2-3-|\n> a.prefix(2)"))
    #expect(geometry.faults == [])
    #expect(
      geometry.picture.items.filter(\.isUnheard).map(\.words).sorted() == ["3 at 5ms", "finishes at 7ms", "stream"])
    let events = geometry.picture.items.first { $0.tip == "1 at 1ms" }?.events ?? []
    let place = try #require(geometry.picture.items.firstIndex { $0.tip == "3 at 5ms" })
    geometry.picture.items[place].events = events
    #expect(geometry.faults.contains("3 at 5ms is pale"))
    geometry.picture.items[place].events = []
    geometry.picture.items[place].isUnheard = false
    #expect(geometry.faults == ["3 at 5ms is not pale"])
  }
  @Test func aCompletionOfTwoStrokes() throws {
    let faults = try faults { picture in
      let place = try place(picture, .finish)
      picture.items[place].parts.append(picture.items[place].parts[0])
    }
    #expect(faults.contains { $0.hasSuffix("has several strokes") })
  }
  @Test func aRowWithoutAHandle() throws {
    let diagram = try PosterTests.diagram(Self.spec)
    #expect(PosterGeometry(of: diagram, in: PosterLayout.Room(hasInputs: true)).rowFaults == [])
    #expect(PosterGeometry(of: diagram).rowFaults.contains("x has no row"))
    var geometry = PosterGeometry(of: diagram, in: PosterLayout.Room(hasInputs: true))
    geometry.picture.rows[0].y += 12
    #expect(
      geometry.rowFaults.contains { $0.hasSuffix("is elsewhere") }
        && geometry.rowFaults.contains { $0.hasSuffix("apart") })
  }
  /// At 4 ms the 3 that had to wait is left of the 5 of this instant.
  @Test func aHandleOfAValueThatWaits() throws {
    let diagram = try PosterTests.diagram("t: -1-35-|\n> t\ndemand 1---2--*")
    var geometry = PosterGeometry(of: diagram, in: PosterLayout.Room(hasInputs: true))
    #expect(geometry.rowFaults == [])
    geometry.picture.rows[0].places = [:]
    #expect(geometry.rowFaults == ["5 of t is elsewhere"])
  }
  /// Marks that share an instant share its place.
  @Test func oneInstantHasOnePlace() throws {
    func moved(_ text: String, _ words: String, by shift: Double) throws -> [String] {
      var geometry = PosterGeometry(of: try PosterTests.diagram(text))
      #expect(geometry.faults == [])
      let place = try #require(geometry.picture.items.lastIndex { $0.tip == words })
      geometry.picture.items[place] = geometry.picture.items[place].moved(by: Point(shift, 0))
      return geometry.faults
    }
    let late = "a: -1-2-|\n> a.delay(for: 1)\nfrom --^"
    #expect(try moved(late, "subscribes at 2ms", by: -8).contains("'subscribes at 2ms' is drawn at another time"))
    for text in ["a: -1-(2|)\n> a", "a: -1-(23|)\n> a"] {
      #expect(try moved(text, "finishes at 3ms", by: 15).contains("'finishes at 3ms' is not at its instant"))
    }
    let left = "hot a: -1-2-|\nb: -----|\n> a.prefix(untilOutputFrom: b.append(a))"
    #expect(PosterGeometry(of: try PosterTests.diagram(left)).faults == [])
    var both = PosterGeometry(of: try PosterTests.diagram("a: -1-2-|\n> a.map { $0 }"))
    let end = try #require(both.picture.items.first { $0.tip == "finishes at 5ms" }),
      center = try #require(end.box).center
    var cut = Picture.Item(.cut, .line(Point(center.x - 14, center.y - 5), Point(center.x - 8, center.y + 5)))
    (cut.tip, cut.instant) = ("cancelled at 5ms", end.instant)
    both.picture.items.append(cut)
    #expect(both.faults == ["a row has two signs of its end at 5000000"])
  }
  @Test func whatIsMissing() throws {
    #expect(try without(.marble).contains { $0.hasPrefix("event ") })
    #expect(try without(.bar).contains { $0.hasPrefix("the timer from") })
    #expect(try without(.lane).contains { $0.hasPrefix("subscription ") })
    #expect(try without(.stub).contains { $0.hasPrefix("the loss of ") })
  }
}

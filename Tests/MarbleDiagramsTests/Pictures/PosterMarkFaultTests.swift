import Marbles
import Testing

@testable import MarbleDiagrams

/// Each check of the marks of `PosterGeometry` finds a fault that is put into a right poster.
struct PosterMarkFaultTests {
  private static let spec = "a: -(12)-3-|\n> a.map { $0 }\nfrom ^------!\ndemand 3"

  /// Returns the faults after a change of the shapes. Without the change there are none.
  private func faults(_ change: (inout Picture) throws -> Void) throws -> [String] {
    var geometry = PosterGeometry(of: try PosterTests.diagram(Self.spec))
    #expect(geometry.faults == [])
    try change(&geometry.picture)
    return geometry.faults
  }
  private func place(_ picture: Picture, _ tip: String, row: String = "a") throws -> Int {
    try #require(picture.items.firstIndex { $0.tip == tip && $0.row == row })
  }

  @Test func aLetterLargerThanItsMarble() throws {
    let faults = try faults { picture in
      let place = try place(picture, "3 at 6ms")
      picture.items[place].parts[1].shape = .text(.middle("3", at: picture.items[place].area!.center, size: 60))
    }
    #expect(faults.contains("3 is larger than its place"))
  }
  @Test func aRequestOnAnother() throws {
    let faults = try faults { picture in
      picture.items.append(try #require(picture.items.first { $0.parts[0].role == .request }))
    }
    #expect(faults.contains("requests 3 lies on requests 3"))
  }
  @Test func aBarInATextAndInABar() throws {
    let text = try faults { picture in
      let center = try #require(picture.items[try place(picture, "finishes at 8ms")].box?.center)
      picture.items.append(Picture.Item(.note, .text(.middle("word", at: center, size: 12))))
    }
    #expect(text.contains("finishes at 8ms runs into word"))
    let bar = try faults { picture in
      var other = picture.items[try place(picture, "finishes at 8ms")]
      other.tip = "another"
      picture.items.append(other)
    }
    #expect(bar.contains("finishes at 8ms runs into another"))
  }
  @Test func aCutOnAMarble() throws {
    let faults = try faults { picture in
      let box = try #require(picture.items[try place(picture, "3 at 6ms")].area)
      picture.items.append(
        Picture.Item(.cut, .line(Point(box.left, box.top), Point(box.right, box.bottom)), tip: "cancelled"))
    }
    #expect(faults.contains("cancelled lies on a marble"))
  }
  /// A cancel stands at the mark of its instant.
  @Test func aCutThatIsLate() throws {
    var geometry = PosterGeometry(of: try PosterTests.diagram("a: -1-2-3-|\n> a.prefix(1)"))
    #expect(geometry.faults == [])
    let place = try #require(geometry.picture.items.firstIndex { $0.parts[0].role == .cut })
    let cut = geometry.picture.items[place]
    geometry.picture.items[place] = cut.moved(by: Point(6, 0))
    #expect(geometry.faults == ["cancelled at 1ms is beside its place"])
    geometry.picture.items.remove(at: place)
    geometry.picture.items.insert(cut.moved(by: Point(-16, 0)), at: 0)
    #expect(geometry.faults.contains("cancelled at 1ms is hidden"))
  }
  /// A line goes back; the words of a capsule are missing; the head of a signal is under the line of a value.
  @Test func waysOfLines() throws {
    var one = PosterGeometry(of: try PosterTests.diagram("a: -1--2-|\n> a.map { $0 }"))
    #expect(one.faults == [])
    let place = try #require(one.picture.items.firstIndex { $0.parts[0].role == .drop && $0.parts.count > 1 })
    let to = try #require(one.picture.items[place].parts[0].shape.ends?.0)
    one.picture.items[place].parts[0].shape = .link(Point(to.x + 20, to.y), to, color: 1)
    one.picture.items[place].parts.append(Picture.Part(role: .drop, shape: .link(to, Point(to.x + 20, to.y), color: 1)))
    #expect(one.faults.contains { $0.hasSuffix(" goes back") }, "\(one.faults)")
    // Marks of another instant may be as near.
    let near = try PosterTests.diagram(
      """
      limit: 3000
      a: -7---74-|
      hot b: 7-(12)-21(312)-(12)--|
      x: 3--(312)5---8-(4321)#
      > a.share(replay: 1).withLatestFrom(b) { $0 + $1 }.share(replay: 1)
      from --^-----!
      from ----^
      """)
    #expect(PosterGeometry(of: near, width: nil).faults == [])
    let said = try faults { $0.items.removeAll { $0.words == "both at 1ms" } }
    #expect(said.contains("a capsule does not say its instant"), "\(said)")
    var signal = PosterGeometry(of: try PosterTests.diagram("a: -1-2-|\nb: --3--|\n> a.sample(b)"))
    #expect(signal.faults == [])
    let line = try #require(signal.picture.items.first { $0.parts[0].role == .end && $0.events.count == 1 })
    let drop = try #require(signal.picture.items.first { $0.parts[0].role == .drop && $0.instant == 2_000_000 })
    guard let (start, end) = drop.parts[0].shape.ends else { return }
    var head = line
    head.parts.append(
      Picture.Part(
        role: .head,
        shape: .head(
          [end, Point(end.x - 4, end.y - 3), Point(end.x + 4, end.y - 3)].map { Point($0.x, $0.y - 1) }, color: -1)))
    #expect(start.y < end.y - 4)
    signal.picture.items.append(head)
    #expect(signal.faults.contains("a head is under the line of a value"), "\(signal.faults)")
  }
  /// Uses of one instant stand beside each other, and what has no value of its own is hollow, or says that it is empty.
  @Test func whatStandsTogether() throws {
    func faults(
      _ text: String, _ isIt: (Picture.Item) -> Bool, change: (inout Picture.Item) -> Void
    ) throws -> [String] {
      var geometry = PosterGeometry(of: try PosterTests.diagram(text))
      #expect(geometry.faults == [], "\(text)")
      let found = geometry.picture.items.firstIndex(where: isIt), place = try #require(found, "\(text)")
      change(&geometry.picture.items[place])
      return geometry.faults
    }
    let last = "a: -1-2--|\n> a.takeLast(2)"
    let end = try faults(last) {
      $0.tip == "finishes at 6ms"
    } change: {
      $0 = $0.moved(by: Point(-20, 0))
    }
    #expect(end.contains("'finishes at 6ms' is not at its instant"), "\(end)")
    let dot = try faults("a: -1-2--|\n> a.share(replay: 1)\nfrom ^\nfrom --^") {
      $0.tip == "subscribes at 2ms"
    } change: {
      $0.tip = nil
    }
    #expect(dot == ["nobody subscribes at 2ms"])
    let use = try faults("a: -1-|\nb: -1-|\n> a.sequenceEqual(b)") { item in
      item.parts[0].role == .drop && item.parts.contains { $0.role == .head } && item.events.count == 1
    } change: {
      $0 = $0.moved(by: Point(8, 0))
    }
    #expect(use.contains { $0.hasSuffix(" lies on another one") }, "\(use)")
    let clock = try faults("a: -1-2------|\n> a.debounce { _ in timer(after: 3) }") {
      $0.parts[0].role == .bar && $0.instant == 3_000_000
    } change: {
      $0.parts[0].role = .lane
    }
    #expect(clock.contains("the timer of 2 has no bar"), "\(clock)")
    let busy = "busy scheduler: --^----!\na: -1-2-4--5--|\n> a.receive(on: scheduler)"
    for (role, words) in [
      (Picture.Role.hop, "2 jobs at 7000000 have fewer signs"), (.bar, "a job waits from 3000000 without a bar"),
    ] {
      let job = try faults(busy) {
        $0.parts[0].role == role && $0.instant == (role == .hop ? 7_000_000 : 3_000_000)
      } change: {
        $0 = Picture.Item(.note, .line(Point(9, 9), Point(9, 9)))
      }
      #expect(job.contains(words), "\(job)")
    }
    let free = try faults(busy) {
      $0.tip?.hasPrefix("scheduler is busy") == true
    } change: {
      $0.instant = nil
    }
    #expect(free == ["the scheduler is not busy at 2000000"])
    let empty = try faults("a: -1-2-|\n> a.flatMap { _ in Empty() }") {
      $0.words == "1: empty"
    } change: {
      guard case .text(var text) = $0.parts[0].shape else { return }
      text.string = "1"
      $0.parts[0].shape = .text(text)
    }
    #expect(empty.contains("2 streams are empty, and 1 say so"), "\(empty)")
    let band = try faults("a: -1-2-|\n> a.receive(on: scheduler)") {
      $0.parts[0].role == .lane && $0.isFixed
    } change: {
      $0 = $0.moved(by: Point(-9, 0))
    }
    #expect(band.contains("the scheduler is there before time 0"), "\(band)")
  }
  /// A value that an answer is made from is used: without its arrow into the box it is missed.
  @Test(arguments: ["a.allSatisfy { $0 > 0 }", "a.contains(3)"]) func anAnswerUsesItsValues(pipeline: String) throws {
    var geometry = PosterGeometry(of: try PosterTests.diagram("a: -1-2-|\n> \(pipeline)"))
    #expect(geometry.faults == [] && !geometry.picture.items.contains { $0.parts[0].role == .stub })
    geometry.picture.items.removeAll { $0.parts[0].role == .drop }
    #expect(geometry.faults.contains { $0.hasSuffix("has no arrow into its box") }, "\(geometry.faults)")
  }
  /// A bar that ends where its value is used says that the value is used up.
  @Test(arguments: ["a.withLatestFrom(b)", "a.combineLatest(b)", "b.share(replay: 1)\nfrom ^\nfrom ---^"])
  func aBarThatEndsAtAUse(pipeline: String) throws {
    var geometry = PosterGeometry(of: try PosterTests.diagram("a: ---1---2-|\nb: -3---4---|\n> \(pipeline)"))
    #expect(geometry.faults == [])
    let use = try #require(geometry.picture.items.first { $0.tip == "used at 3ms" }?.box)
    let place = try #require(geometry.picture.items.firstIndex { $0.parts[0].role == .bar && $0.instant == 1_000_000 })
    guard case .capsule(var bar, let corner, let colors) = geometry.picture.items[place].parts[0].shape else { return }
    bar.right = use.center.x
    geometry.picture.items[place].parts[0].shape = .capsule(bar, corner: corner, colors: colors)
    #expect(geometry.faults.contains { $0.hasSuffix("has no bar to 5000000") }, "\(geometry.faults)")
  }
  /// The words of a loss, or of a value without demand, are missed.
  @Test(arguments: [
    ("a.filter { $0 > 1 }", "has no words"), ("a\ndemand --1", "is missed without words"),
  ])
  func aLossWithoutWords(pipeline: String, fault: String) throws {
    var geometry = PosterGeometry(of: try PosterTests.diagram("hot a: -1-2-|\n> \(pipeline)"))
    #expect(geometry.faults == [])
    geometry.picture.items.removeAll { [.reason, .note].contains($0.parts[0].role) && !$0.words.hasPrefix("result") }
    #expect(geometry.faults.contains { $0.contains(fault) }, "\(geometry.faults)")
  }
  /// Without its line each cause is missed.
  @Test(arguments: [
    ("a.sample(b)", "the signal 1 has no line"),
    ("a.retry(1, delay: 2)", "the timer of subscription 2 has no line to it"),
  ])
  func aCauseWithoutItsLine(pipeline: String, fault: String) throws {
    var geometry = PosterGeometry(of: try PosterTests.diagram("a: -1-#\nb: --2\n> \(pipeline)"))
    #expect(geometry.faults == [])
    geometry.picture.items.removeAll { $0.parts[0].role == .end }
    #expect(geometry.faults.contains(fault), "\(geometry.faults)")
  }
  /// Two values of one row and one instant change their places, and then a result and its cause.
  @Test(arguments: [("2 at 1ms", "a", "was sent before it"), ("1 at 1ms", "result", "is above its cause")])
  func theLaterOneFirst(tip: String, row: String, words: String) throws {
    let faults = try faults { picture in
      let (one, other) = (try place(picture, "1 at 1ms"), try place(picture, tip, row: row))
      let events = picture.items[one].events
      picture.items[one].events = picture.items[other].events
      picture.items[other].events = events
    }
    #expect(faults.contains { $0.contains(words) }, "\(faults)")
  }
  /// A value of an instant with several is moved up, or to the left; its line and the capsule are removed.
  @Test func aStack() throws {
    func moved(_ shift: Point) throws -> [String] {
      try faults { picture in
        let place = try place(picture, "2 at 1ms", row: "result")
        picture.items[place] = picture.items[place].moved(by: shift)
      }
    }
    #expect(try moved(Point(0, -30)).contains { $0.contains("is not beside") })
    #expect(try moved(Point(-14, 0)).contains { $0.contains("has no capsule") })
    let single = try faults { picture in
      let events = picture.items[try place(picture, "2 at 1ms", row: "result")].events
      picture.items.removeAll { $0.parts[0].role == .drop && !Set($0.events).isDisjoint(with: events) }
    }
    #expect(single.contains { $0.contains("has no line") }, "\(single)")
    let bare = try faults { $0.items.removeAll { $0.parts[0].role == .cluster } }
    #expect(bare.contains { $0.contains("has no capsule") }, "\(bare)")
  }
  @Test func anEndWithoutItsLine() throws {
    var geometry = PosterGeometry(of: try PosterTests.diagram("a: -1-2-|\n> a.map { $0 }"))
    #expect(geometry.faults == [])
    geometry.picture.items.removeAll { $0.parts[0].role == .end }
    #expect(geometry.faults.count == 1 && geometry.faults[0].hasPrefix("the end "), "\(geometry.faults)")
  }
  @Test func aSlantedLineOfAnEnd() throws {
    var geometry = PosterGeometry(of: try PosterTests.diagram("a: -1-(23)-|\n> a.prefix(3)"))
    #expect(geometry.faults == [])
    let place = try #require(geometry.picture.items.firstIndex { $0.parts[0].role == .end && $0.parts.count > 2 })
    let line = geometry.picture.items[place].parts
    guard case .link(let from, _, let color) = line[0].shape, case .link(_, let to, _)? = line.last?.shape else {
      return
    }
    geometry.picture.items[place].parts = [Picture.Part(role: .end, shape: .link(from, to, color: color))]
    #expect(geometry.faults.contains("the line of an end is slanted"))
    geometry.picture.items[place].parts = [line[0]]
    #expect(geometry.faults.count == 1 && geometry.faults[0].hasPrefix("the line of an end is beside it"))
  }
  @Test func aValueThatChangesItsColor() throws {
    let faults = try faults { picture in
      let place = try place(picture, "3 at 6ms", row: "result")
      guard case .capsule(let box, let corner, _) = picture.items[place].parts[0].shape else { return }
      picture.items[place].parts[0].shape = .capsule(box, corner: corner, colors: [7])
    }
    #expect(faults.contains { $0.contains(" has the colors [7], and its cause") }, "\(faults)")
  }
  @Test func aMarbleWithoutItsWords() throws {
    let bare = try faults { picture in picture.items[try place(picture, "3 at 6ms")].tip = "3" }
    #expect(bare.contains("3 does not say when"))
    let lost = try faults { picture in picture.items[try place(picture, "3 at 6ms")].isGhost = true }
    #expect(lost.contains("3 at 6ms does not say why"))
    let blank = try faults { picture in picture.items[try place(picture, "3 at 6ms")].parts.removeLast() }
    #expect(blank.contains("3 at 6ms has no letter"))
  }
}

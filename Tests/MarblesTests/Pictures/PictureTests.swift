import Testing

@testable import Marbles

/// Every picture of the gallery, as boxes: nothing covers anything, nothing leaves the paper, every letter is inside of what holds it.
struct PictureGalleryTests {
  @Test func nothingOverlaps() throws {
    let everything = PictureDetails(stages: true, timers: true, causes: true)
    for text in try GalleryTests.specs() {
      let diagram = try ExecutedSpec(text, isTraced: true).diagram
      #expect(PictureLayout.picture(of: diagram).faults == [], "\(text.file)")
      #expect(PictureLayout.picture(of: diagram, details: everything).faults == [], "\(text.file)")
      #expect(PictureLayout.picture(of: try ExecutedSpec(text).diagram).faults == [], "\(text.file), without a trace")
    }
  }
}

/// What the test of overlap itself is worth: pictures that are wrong are found out.
struct PictureFaultTests {
  private func text(_ string: String, _ x: Double, _ y: Double) -> Picture.Item {
    Picture.Item(.label, .text(Picture.Text(string: string, place: Point(x, y), size: 10)))
  }
  private func picture(_ items: [Picture.Item]) -> Picture {
    Picture(width: 100, height: 100, title: "", description: "", items: items)
  }

  @Test func textsOnEachOtherAreFound() {
    #expect(picture([text("one", 10, 20), text("two", 40, 20)]).faults == [])
    #expect(picture([text("one", 10, 20), text("two", 20, 20)]).faults == ["one covers two"])
  }
  @Test func textBeyondThePaperIsFound() {
    #expect(picture([text("beyond", 90, 20)]).faults == ["beyond leaves the paper"])
  }
  @Test func textLargerThanItsMarbleIsFound() {
    var item = Picture.Item(.marble, .circle(Point(50, 50), radius: 10, colors: [0]))
    item.claim = Box(around: Point(50, 50), radius: 10)
    item.parts.append(Picture.Part(role: .letter, shape: .text(.middle("wide", at: Point(50, 50), size: 14))))
    #expect(picture([item]).faults == ["wide is larger than its place"])
  }
  @Test func twoMarblesAtOnePlaceAreFound() {
    var item = Picture.Item(.marble, .circle(Point(50, 50), radius: 10, colors: [0]), tip: "first")
    item.claim = Box(around: Point(50, 50), radius: 10)
    #expect(picture([item, item]).faults == ["first covers first"])
  }
}

extension Picture {
  /// What is wrong with the places of its shapes.
  var faults: [String] {
    var faults: [String] = []
    let paper = Box(left: 0, top: 0, right: width, bottom: height)
    let claims = items.filter { $0.claim != nil }
    for item in items {
      if let box = item.box, !paper.contains(box) { faults.append("\(item.name) leaves the paper") }
      guard let claim = item.claim else { continue }
      for part in item.parts where !claim.contains(part.shape.box) { faults.append("\(part.name ?? item.name) is larger than its place") }
    }
    for (index, item) in claims.enumerated() {
      for other in claims[(index + 1)...] where item.claim!.overlaps(other.claim!) { faults.append("\(item.name) covers \(other.name)") }
    }
    return faults
  }
}

extension Picture.Item {
  fileprivate var name: String { tip ?? parts.compactMap(\.name).first ?? parts.first?.role.rawValue ?? "nothing" }
}

extension Picture.Part {
  fileprivate var name: String? { if case .text(let text) = shape { text.string } else { nil } }
}

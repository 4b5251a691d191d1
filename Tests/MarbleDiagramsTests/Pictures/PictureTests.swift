import Testing

@testable import MarbleDiagrams

/// Tests of the test of overlap: it finds wrong pictures.
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
    item.area = Box(around: Point(50, 50), radius: 10)
    item.parts.append(Picture.Part(role: .letter, shape: .text(.middle("wide", at: Point(50, 50), size: 14))))
    #expect(picture([item]).faults == ["wide is larger than its place"])
  }
  @Test func aBarInATextIsFound() {
    let bar = Picture.Item(.finish, .line(Point(50, 10), Point(50, 30)), tip: "bar")
    #expect(picture([bar, text("text", 60, 20)]).faults == [])
    #expect(picture([bar, text("text", 45, 20)]).faults == ["bar runs into text"])
    #expect(
      picture([bar, Picture.Item(.finish, .line(Point(50, 29), Point(50, 40)), tip: "other")]).faults == [
        "bar runs into other"
      ])
  }
  @Test func twoMarblesAtOnePlaceAreFound() {
    var item = Picture.Item(.marble, .circle(Point(50, 50), radius: 10, colors: [0]), tip: "first")
    item.area = Box(around: Point(50, 50), radius: 10)
    #expect(picture([item, item]).faults == ["first covers first"])
  }
}

extension Picture {
  /// The faults in the places of its shapes.
  var faults: [String] {
    var faults: [String] = []
    let paper = Box(left: 0, top: 0, right: width, bottom: height)
    let areas = items.filter { $0.area != nil }
    for item in items {
      if let box = item.box, !paper.contains(box) { faults.append("\(item.name) leaves the paper") }
      guard let area = item.area else { continue }
      for part in item.parts where !area.contains(part.shape.box) {
        faults.append("\(part.name ?? item.name) is larger than its place")
      }
    }
    for (index, item) in areas.enumerated() {
      for other in areas[(index + 1)...] where item.area!.overlaps(other.area!) {
        faults.append("\(item.name) covers \(other.name)")
      }
    }
    return faults + bars
  }

  /// The bars of completions that run into each other, into a text, or into something that stands elsewhere.
  private var bars: [String] {
    let bars = items.filter { $0.parts[0].role == .finish }.compactMap { item in
      item.box.map { (item, Box(around: $0, 1.5)) }
    }
    return bars.enumerated().flatMap { index, bar in
      bars[(index + 1)...].filter { $0.1.overlaps(bar.1) }.map { "\(bar.0.name) runs into \($0.0.name)" }
        + items.filter { other in
          guard let area = other.area, area.overlaps(bar.1) else { return false }
          return abs(area.center.x - bar.1.center.x) > 0.01 || !bar.1.insetsVertically(area)
        }.map { "\(bar.0.name) runs into \($0.name)" }
    }
  }
}

extension Box {
  fileprivate init(around box: Box, _ gap: Double) {
    self.init(left: box.left - gap, top: box.top, right: box.right + gap, bottom: box.bottom)
  }
  /// Whether something on a bar lies within its height.
  fileprivate func insetsVertically(_ other: Box) -> Bool { top <= other.top && other.bottom <= bottom }
}

extension Picture.Item {
  var name: String { tip ?? parts.compactMap(\.name).first ?? parts.first?.role.rawValue ?? "nothing" }
}

extension Picture.Part {
  var name: String? { if case .text(let text) = shape { text.string } else { nil } }
}

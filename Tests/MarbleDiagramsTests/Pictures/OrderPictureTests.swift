@testable import Marbles
import Testing
import VirtualTime

@testable import MarbleDiagrams

/// Pictures of orders of turns: nothing covers another thing, and everything is inside.
struct OrderPictureTests {
  static let names = ["a", "quick", "SearchTests.typesAndFindsWhatWasTyped(_:then:) #12", "a task on an actor", "#"]

  static func random(_ seed: UInt64) -> RunOrder {
    var dice = SplitMixSequence(seed: seed), order = RunOrder(), instant: Int64 = 0, turns: [String: Int] = [:]
    if dice.isOne(in: 2) { (order.title, order.again) = (names[dice.below(5)], "everyOrder(again: \"O0101\")") }
    let count = dice.below(dice.isOne(in: 2) ? 12 : 150), tasks = 1 + dice.below(5)
    for _ in 0..<count {
      if dice.isOne(in: 6) { instant += Int64(dice.below(3_000_000_000)) }
      let name = names[dice.below(tasks)]
      turns[name, default: dice.isOne(in: 9) ? 990 : 0] += 1
      order.turns.append(.init(name, name == "#" ? nil : turns[name], at: VirtualInstant(nanoseconds: instant)))
    }
    for place in order.turns.indices.dropLast() where dice.isOne(in: 9) {
      order.turns[place].isSwitch = true
      if !dice.isOne(in: 9) { order.turns[place].passed = place + 1 + dice.below(min(count - place - 1, 20)) }
    }
    order.failures = (0..<dice.below(3)).map { "Expectation \($0) failed: a\n" + names.joined(separator: " == ") }
    return order
  }

  @Test(arguments: [300, 480, 720, nil]) func nothingCoversAnotherThing(_ width: Double?) {
    for seed in 0..<150 as Range<UInt64> {
      let picture = OrderLayout.picture(of: Self.random(seed), width: width)
      if let width { #expect(picture.width == width) }
      let all = Box(left: 0, top: 0, right: picture.width + 0.01, bottom: picture.height + 0.01)
      var areas: [Box] = []
      for item in picture.items {
        if let box = item.box, !all.contains(box) { Issue.record("seed \(seed): \(item) is outside of \(all)") }
        guard let area = item.area, item.parts[0].role != .surface else { continue }
        if let other = areas.first(where: { $0.overlaps(area) }) {
          Issue.record("seed \(seed): \(item.parts) covers \(other)")
        }
        areas.append(area)
      }
    }
  }
  /// By hand: the quick turn was first, and the slow one took its place.
  @Test func aTurnThatMovedHasAPaleBox() throws {
    var order = RunOrder()
    order.turns = [.init("body", 1, at: .zero), .init("slow", 1, at: .zero), .init("quick", 1, at: .zero)]
    (order.turns[1].isSwitch, order.turns[1].passed) = (true, 2)
    let picture = OrderLayout.picture(of: order, width: 480)
    func boxes(_ role: Picture.Role) -> [Box] {
      picture.items.filter { $0.parts.count == 2 && $0.parts[0].role == role }.map { $0.parts[0].shape.box }
    }
    let (still, switched, pale) = (boxes(.bar), boxes(.marble), boxes(.lane))
    try #require(still.count == 2 && switched.count == 1 && pale.count == 1)
    #expect(picture.items.filter(\.isGhost).count == 1)
    // In the column of the turn that took its place, and in the lane of the quick turn.
    #expect(pale[0].left == switched[0].left && pale[0].top == still[1].top && switched[0].top < pale[0].top)
    #expect(still[0].left < switched[0].left && switched[0].left < still[1].left)
    let texts = picture.items.compactMap { item -> String? in
      if case .text(let text) = item.parts[0].shape { text.string } else { nil }
    }
    #expect(texts.contains("turn 1 of slow before turn 1 of quick") && texts.contains("slow"), "\(texts)")
  }
  /// If there are many turns, those near the switch are drawn.
  @Test func turnsThatAreFarFromASwitchAreLeftOut() {
    var order = RunOrder()
    order.turns = (1...100).map { .init("a", $0, at: .zero) }
    order.turns[50] = .init("b", 1, at: .zero)
    order.turns[60] = .init("c", 1, at: .zero)
    (order.turns[50].isSwitch, order.turns[50].passed) = (true, 60)
    let lines = order.text().split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(
      lines == [
        "An order that fails, with one switch", "0s   a 1", "… 47 turns", "a 49", "a 50", "b 1   switch: before c 1",
        "a 52", "… 7 turns", "a 60", "c 1", "a 62", "… 36 turns", "a 99", "a 100",
        "switch 1: turn 1 of b before turn 1 of c",
      ])
  }
}

import Pipes
import Testing
import VirtualTime

@testable import Marbles

/// Failures that show data: the whole text of each.
struct DataTests {
  struct Address: Equatable {
    var street = "A long street with a long name that fills the line"
    var number = 1
  }
  struct User: Equatable {
    var name = "Ada"
    var tags = ["first", "second", "third"]
    var addresses = [Address(), Address()]
    var settings = ["color": "red", "size": "small"]
    var friend: String?
    var note = String(repeating: "a note that is very long indeed, ", count: 10)
  }

  @Test func onlyTheFieldsThatDiffer() throws {
    var other = User()
    other.name = "Bob"
    other.tags = ["first", "2nd"]
    other.addresses[1].number = 12
    other.settings = ["color": "blue", "weight": "light"]
    other.friend = "Cleo"
    let text = try failure { [other] m in
      let users = m.cold("-u|", ["u": other])
      m.expect(users).toBe("-u|", ["u": User()])
    }
    let lines = text.split(separator: "\n").map(String.init)
    #expect(
      lines.prefix(8) == [
        "+2: users differs at frame 1", "  users     -u|", "  expected  -u|", "  actual    -a|", "             ^",
        "  frame 1: expected 'u', got a value that differs in", #"    name: expected "Ada", got "Bob""#,
        #"    tags[1]: expected "second", got "2nd""#,
      ])
    #expect(
      Set(lines.dropFirst(8)) == [
        #"    tags[2]: expected "third", got nothing"#, "    addresses[1].number: expected 1, got 12",
        #"    settings["color"]: expected "red", got "blue""#, #"    settings["size"]: expected "small", got nothing"#,
        #"    settings["weight"]: expected nothing, got "light""#, #"    friend: expected nil, got Optional("Cleo")"#,
      ])
  }

  /// Whatever two values of fields are, exactly the fields that differ are told.
  @Test func randomFields() {
    struct Leaf: Equatable {
      var first: Int, second: String
      var rest: [Int]
    }
    struct Tree: Equatable {
      var left: Leaf, right: Leaf?
    }
    var random = SplitMixSequence(seed: 9)
    for _ in 0..<300 {
      func leaf() -> Leaf {
        Leaf(first: Int(random.next() % 3), second: "\(random.next() % 2)", rest: [Int(random.next() % 2)])
      }
      let (one, two) = (Tree(left: leaf(), right: leaf()), Tree(left: leaf(), right: leaf()))
      var paths: Set<String> = []
      for (name, first, second) in [("left", one.left, two.left), ("right.some", one.right!, two.right!)] {
        if first.first != second.first { paths.insert("\(name).first") }
        if first.second != second.second { paths.insert("\(name).second") }
        if first.rest != second.rest { paths.insert("\(name).rest[0]") }
      }
      let difference = FieldDifference(one, two)
      #expect(Set(difference.lines.map { String($0.prefix { $0 != ":" }) }) == paths)
      #expect(difference.count == paths.count)
    }
  }
  @Test func otherShapes() {
    enum Shape: Equatable {
      case circle(radius: Int)
      case square(side: Int, name: String)
      case none
    }
    #expect(FieldDifference(Shape.circle(radius: 1), .circle(radius: 2)).lines == ["circle.radius: expected 1, got 2"])
    #expect(FieldDifference(Shape.none, .circle(radius: 2)).lines.count == 1)
    #expect(FieldDifference([1, 2], [1, 2, 3]).lines == ["[2]: expected nothing, got 3"])
    #expect(FieldDifference((1, "a"), (1, "b")).lines == [#"1: expected "a", got "b""#])
    #expect(FieldDifference(1, 1).lines.isEmpty)
    #expect(FieldDifference(Set([1]), Set([2])).count == 2)
    class Base { var name = "a" }
    final class Derived: Base { var size = 1 }
    let (one, two) = (Derived(), Derived())
    two.name = "b"
    #expect(FieldDifference(one, two).lines == [#"name: expected "a", got "b""#])
    final class Ring { var next: Ring? }
    let ring = Ring(), other = Ring()
    (ring.next, other.next) = (ring, other)
    #expect(FieldDifference(ring, other).count <= 1, "it ends")
    #expect(FieldDifference(Array(0..<100), Array(1..<101)).lines.count == FieldDifference.most)
  }

  @Test func stringsAreQuoted() throws {
    let text = try failure { m in
      let names = m.cold("-a|", ["a": "Ada "])
      m.expect(names).toBe("-b|", ["b": "Ada"])
    }
    #expect(
      text == """
        +2: names differs at frame 1
          names     -a     |
          expected  -b     |
          actual    -'Ada '|
                     ^^^^^^
          frame 1: expected 'b' ("Ada"), got "Ada "
        """)
  }
  @Test func longTextsAreCut() throws {
    let long = String(repeating: "0123456789", count: 60)
    let text = try failure { m in
      let names = m.cold("-a|", ["a": long])
      m.expect(names).toBe("-b|", ["b": "short"])
    }
    #expect(text.contains("(602 characters)") && text.count < 400, "\(text)")
  }

  // MARK: Time

  @Test func aConstantShiftIsSaidOnce() throws {
    let text = try failure { m in
      let values = m.cold("-a-b-c|")
      m.expect(values.delay(for: m.frames(1), scheduler: m.scheduler), name: "late").toBe("-a-b-c|")
      m.expect(values, name: "early").toBe("---a-b-c|")
    }
    #expect(
      text == """
        +2: late differs at frame 1
          values    -a-b-c|
          expected  -a-b-c|
          actual    --a-b-c|
                     ^^^^^^^
          all 4 events come 1 frame late

        +3: early differs at frame 1
          values    -a-b-c|
          expected  ---a-b-c|
          actual    -a-b-c|
                     ^ ^ ^^^^
          all 4 events come 2 frames early
        """)
  }
  @Test func whatIsNoConstantShift() throws {
    let text = try failure { m in
      m.expect(m.cold("-a-b|"), name: "other").toBe("--a--b|")
      m.expect(m.cold("-a-b|"), name: "values").toBe("--a-c|")
    }
    #expect(!text.contains("all "), "\(text)")
  }
  @Test func theToleranceIsMentioned() throws {
    let text = try failure { m in
      let values = m.cold("----a|")
      m.expect(values, name: "slow").toBe("-a---|", within: .milliseconds(2))
      m.expect(values, name: "missing").toBe("----b|", within: .milliseconds(2))
      m.expect(values, name: "shifted").toBe("-a|", within: .milliseconds(2))
    }
    #expect(
      text == """
        +2: slow differs at frame 1
          values    ----a|
          expected  -a---|
          actual    ----a|
                     ^  ^
          frame 1: expected 'a', nothing happened
          frame 4: nothing expected, got 'a'
          events may come 2ms early or late; 'a' comes 3ms late

        +3: missing differs at frame 4
          values    ----a|
          expected  ----b|
          actual    ----a|
                        ^
          frame 4: expected 'b', got 'a'
          events may come 2ms early or late

        +4: shifted differs at frame 1
          values    ----a|
          expected  -a|
          actual    ----a|
                     ^^ ^^
          all 2 events come 3ms late, where 2ms is allowed
        """)
  }
  @Test func framesBeyondAThousandShowTheTime() throws {
    let text = try failure { m in
      m.expect(m.cold("1s a"), name: "late").toBe("1.001s a")
    }
    #expect(
      text.contains("  frame 1000: nothing expected, got 'a'\n  frame 1001 (1001ms): expected 'a', nothing happened"),
      "\(text)")
  }

  // MARK: Words

  @Test(arguments: [("—", "an em dash"), ("–", "an en dash"), ("−", "a minus sign"), ("‐", "a typographic hyphen")])
  func aDashThatAnEditorMade(_ dash: Character, _ name: String) throws {
    let text = try failure { m in
      _ = m.cold("-a\(dash)b|")
    }
    #expect(
      text == """
        +1: '\(dash)' is \(name)
          -a\(dash)b|
            ^
          did you mean '-'? As a value, quote it: '\(dash)'
        """)
    try marbles { m in m.expect(Just("\(dash)")).toBe("('\(dash)'|)") }
    let shown = try failure { m in m.expect(Just("\(dash)"), name: "one").toBe("-") }
    #expect(shown.contains("actual    ('\(dash)'|)"), "\(shown)")
  }
}

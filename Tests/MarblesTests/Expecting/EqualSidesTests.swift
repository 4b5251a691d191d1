import Foundation
import Marbles
import Pipes
import Testing
import VirtualTime

/// A difference never has two sides that read alike.
struct EqualSidesTests {
  /// The sentences of a failure about one value: what was expected and what came, without the name of the value.
  private func sides<Value: Equatable>(_ expected: Value, _ found: Value) throws -> [(expected: String, found: String)]
  {
    let text = try failure { m in
      let source = m.cold("-a|", ["a": found])
      m.expect(source).toBe("-b|", ["b": expected])
    }
    return try Self.sides(in: text)
  }
  private static func sides(in text: String) throws -> [(expected: String, found: String)] {
    // The text of a value may have several lines, which are printed on one.
    let lines = text.split(separator: "\n").map(String.init)
    let start = try #require(lines.firstIndex { $0.hasPrefix("  frame 1: ") }, "\(text)")
    let head = lines[start].dropFirst("  frame 1: ".count)
    if head.hasSuffix("differs in") {
      let fields = lines[(start + 1)...].prefix { $0.hasPrefix("    ") && !$0.hasPrefix("    and ") }
      return try fields.map { line in
        let match = try #require(line.firstMatch(of: /^    .*?: expected (.*), got (.*)$/), "\(text)")
        return (String(match.1), String(match.2))
      }
    }
    let match = try #require(head.firstMatch(of: /^expected (.*), got (.*)$/), "\(text)")
    let named = match.1.firstMatch(of: /^'b' \((.*)\)$/)
    return [(String(named?.1 ?? match.1), String(match.2))]
  }

  // MARK: Types whose values read alike

  /// Each describes itself by less than it has.
  private struct Money: Equatable, CustomStringConvertible {
    var cents: Int
    var description: String { "\(cents / 100) €" }
  }
  private final class Node: Equatable {
    let id: Int
    init(_ id: Int) { self.id = id }
    static func == (left: Node, right: Node) -> Bool { left.id == right.id }
  }
  private final class Identity: Equatable {
    static func == (left: Identity, right: Identity) -> Bool { left === right }
  }
  private struct Odd: Equatable, CustomStringConvertible, CustomReflectable {
    var hidden: Int
    var description: String { "odd" }
    var customMirror: Mirror { Mirror(self, children: []) }
  }
  private struct Order: Equatable {
    var customer = String(repeating: "c", count: 60)
    var lines: [Money]
    var note: String
  }
  private enum Shape: Equatable, CustomStringConvertible {
    case circle(Double), square(Double)
    var description: String { "a shape" }
  }

  @Test func bytes() throws {
    let text = try failure { m in
      let source = m.cold("-a|", ["a": Data([1, 2, 3])])
      m.expect(source).toBe("-a|", ["a": Data([1, 2, 4])])
    }
    #expect(
      text.hasSuffix(
        """
          frame 1: expected 'a', got a value that differs in
            [2]: expected 4, got 3
        """), "\(text)")
  }

  @Test func eachKindSaysWhatDiffers() throws {
    func check<Value: Equatable>(_ expected: Value, _ found: Value, _ wanted: [String], line: Int = #line) throws {
      let found = try sides(expected, found)
      #expect(found.map { "\($0.expected) ≠ \($0.found)" } == wanted, "line \(line)")
    }
    try check(Date(timeIntervalSinceReferenceDate: 0.25), Date(timeIntervalSinceReferenceDate: 0.5), ["0.25 ≠ 0.5"])
    try check(Money(cents: 120), Money(cents: 150), ["120 ≠ 150"])
    try check(Node(1), Node(2), ["1 ≠ 2"])
    try check(Double.nan, Double.nan, ["nan ≠ nan, which is equal to nothing"])
    try check([1, Double.nan], [1, Double.nan], ["nan ≠ nan, which is equal to nothing"])
    try check(Shape.circle(1), Shape.circle(2), ["1.0 ≠ 2.0"])
    try check(Odd(hidden: 1), Odd(hidden: 2), ["odd ≠ another Odd that reads alike"])
    try check("a\u{1}b", "a\u{2}b", [#""a\u{01}b" ≠ "a\u{02}b""#])
    try check(Order(lines: [Money(cents: 120)], note: ""), Order(lines: [Money(cents: 190)], note: ""), ["120 ≠ 190"])
    try check([Money(cents: 120)], [Money(cents: 150)], ["120 ≠ 150"])
    try check(["k": Money(cents: 120)], ["k": Money(cents: 150)], ["120 ≠ 150"])
    try check(Optional(Money(cents: 120)), Optional(Money(cents: 150)), ["120 ≠ 150"])
    let same = Identity()
    let found = try sides(same, Identity())
    #expect(found.count == 1 && found[0].found.hasPrefix("another Identity"), "\(found)")
  }

  /// Swift's description of a type inside of a function has an address, which differs in each run.
  @Test func typesInsideOfAFunctionHaveNoAddress() throws {
    struct Part: Hashable { var number: Int }
    for (expected, found) in [([Part(number: 1)], []), ([Part(number: 1), Part(number: 2)], [Part(number: 1)])] {
      let texts = try sides(expected, found as [Part])
      #expect(texts.allSatisfy { $0.expected.contains("SidesTests.Part(number: \(expected.count))") }, "\(texts)")
      #expect(!"\(texts)".contains("$"), "\(texts)")
    }
    let keys = try sides([Part(number: 1): 1], [Part(number: 1): 2])
    #expect(keys.map(\.expected) == ["1"] && keys.map(\.found) == ["2"])
    let text = try failure { m in
      let source = m.cold("-a|", ["a": [Part(number: 1): 1]])
      m.expect(source).toBe("-a|", ["a": [Part(number: 1): 2]])
    }
    #expect(text.contains("Part(number: 1)]: expected 2, got 1") && !text.contains("$"), "\(text)")
  }

  @Test func longTextsAreCutAroundTheDifference() throws {
    let long = String(repeating: "x", count: 300)
    let found = try sides(long + "abc", long + "abd")
    #expect(found.count == 1)
    #expect(found[0].expected == "…" + String(repeating: "x", count: 18) + "abc\"")
    #expect(found[0].found == "…" + String(repeating: "x", count: 18) + "abd\" (at character 304)")
  }

  @Test func severalValuesAtOneInstant() throws {
    let text = try failure { m in
      let source = m.cold("-(ab|)", ["a": Money(cents: 110), "b": Money(cents: 120)])
      m.expect(source).toBe("-(xy|)", ["x": Money(cents: 110), "y": Money(cents: 150)])
    }
    #expect(text.hasSuffix("\n    'y': cents: expected 150, got 120"), "\(text)")
  }

  @Test func twoStreamsThatAreCompared() throws {
    let text = try failure { m in
      let found = m.cold("-a|", ["a": Money(cents: 120)]), model = m.cold("-a|", ["a": Money(cents: 150)])
      m.expect(found).toEqual(model, ignoring: .time)
    }
    #expect(text.contains("got a value that differs in\n    cents: expected 150, got 120\n"), "\(text)")
    // The same value at another instant.
    let late = try failure { m in
      let found = m.cold("-a|"), model = m.cold("--a|")
      m.expect(found).toEqual(model, ignoring: .order)
    }
    #expect(late.contains("expected 'a' at frame 2, got 'a' at frame 1\n"), "\(late)")
  }

  @Test func failuresOfAStream() throws {
    struct Silent: Error, Equatable, CustomStringConvertible, CustomReflectable {
      var code: Int
      var description: String { "silent" }
      var customMirror: Mirror { Mirror(self, children: []) }
    }
    let text = try failure { m in
      let source = m.cold("-#", error: Silent(code: 1))
      m.expect(source).toBe("-#", error: Silent(code: 2))
    }
    #expect(
      text.contains(
        "expected the failure silent, got one that differs in\n    the value: expected silent, got another Silent that reads alike"
      ),
      "\(text)")
  }

  /// Names and values are told apart: the table has no name `20`.
  @Test func aValueWithoutANameIsNotQuoted() throws {
    let numbers = try failure { m in m.expect(m.cold("-a|", ["a": 20])).toBe("-y|", ["y": 21]) }
    #expect(numbers.hasSuffix("  frame 1: expected 'y' (21), got 20"), "\(numbers)")
    let texts = try failure { m in m.expect(m.cold("-a|", ["a": "y"])).toBe("-y|", ["y": "x"]) }
    // The value reads as a name that the table has for another value, so it gets a letter.
    #expect(
      texts.hasSuffix("  actual    -a|\n             ^\n  frame 1: expected 'y' (\"x\"), got 'a' (\"y\")"), "\(texts)")
  }

  /// Nor is a letter one that another value has as its text.
  @Test func aLetterIsNotTheTextOfAnotherValue() throws {
    let text = try failure { m in
      let source = m.cold("xy|", ["x": "a", "y": "something rather long"])
      m.expect(source).toBe("k|", ["k": "k"])
    }
    #expect(text.contains("\n  actual    ab|\n"), "\(text)")
  }

  // MARK: The law

  /// Unequal values of generated types have unequal texts.
  @Test func unequalValuesHaveUnequalTexts() throws {
    var random = SplitMixSequence(seed: 58), alike = 0
    for _ in 0..<250 {
      let (left, right) = Self.pair(&random)
      guard left != right else { continue }
      let pairs = try sides(left, right)
      #expect(!pairs.isEmpty)
      for pair in pairs { #expect(pair.expected != pair.found, "\(left) and \(right)") }
      if "\(left)" == "\(right)" { alike += 1 }
    }
    // The generator finds the planted fault, a text that is only the description.
    #expect(alike > 20)
  }

  /// A value of some type, nested in others.
  private indirect enum Value: Equatable, CustomStringConvertible {
    case number(Int), fraction(Double), text(String), bytes(Data), date(Date), money(Money), node(Node), odd(Odd)
    case list([Value]), table([String: Value]), some(Value?), order(Order)

    var description: String {
      switch self {
      case .number(let value): "\(value)"
      case .fraction(let value): "\(value)"
      case .text(let value): value
      case .bytes(let value): "\(value)"
      case .date(let value): "\(value)"
      case .money(let value): "\(value)"
      case .node(let value): "\(value)"
      case .odd(let value): "\(value)"
      case .list(let value): "\(value)"
      case .table(let value): "\(value)"
      case .some(let value): "\(value as Any)"
      case .order(let value): "\(value)"
      }
    }
  }
  /// Two values of one shape that differ in one place, or not at all.
  private static func pair(_ random: inout SplitMixSequence, depth: Int = 3) -> (Value, Value) {
    let small = Int.random(in: 0..<50, using: &random), other = Int.random(in: 0..<50, using: &random)
    let tail = String(repeating: "x", count: [0, 5, 130, 300].randomElement(using: &random)!)
    switch Int.random(in: 0..<(depth > 0 ? 12 : 8), using: &random) {
    case 0: return (.number(small), .number(other))
    case 1:
      return small < 10
        ? (.fraction(.nan), .fraction(.nan)) : (.fraction(Double(small) / 7), .fraction(Double(other) / 7))
    case 2: return (.text(tail + "\(small)" + tail), .text(tail + "\(other)" + tail))
    case 3: return (.bytes(Data([1, UInt8(small), 3])), .bytes(Data([1, UInt8(other), 3])))
    case 4:
      return (
        .date(Date(timeIntervalSinceReferenceDate: Double(small) / 100)),
        .date(Date(timeIntervalSinceReferenceDate: Double(other) / 100))
      )
    case 5: return (.money(Money(cents: small)), .money(Money(cents: other)))
    case 6: return (.node(Node(small)), .node(Node(other)))
    case 7: return (.odd(Odd(hidden: small)), .odd(Odd(hidden: other)))
    case 8:
      let (a, b) = pair(&random, depth: depth - 1)
      return (.list([.number(1), a]), .list([.number(1), b]))
    case 9:
      let (a, b) = pair(&random, depth: depth - 1)
      return (.table(["k": a]), .table(["k": b]))
    case 10:
      let (a, b) = pair(&random, depth: depth - 1)
      return (.some(a), .some(b))
    default:
      return (
        .order(Order(lines: [Money(cents: small)], note: tail)), .order(Order(lines: [Money(cents: other)], note: tail))
      )
    }
  }
}

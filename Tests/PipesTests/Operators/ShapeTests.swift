import Pipes
import Testing

/// Publishers show their parts, and two are equal if their parts are.
@Suite("Shapes of operators with one upstream") struct ShapeTests {
  private let empty = Empty<Int, Oops>()

  @Test("SQ-03 SQ-05 shapes of Drop and DropUntilOutput") func drops() {
    let three = empty.dropFirst(3)
    #expect(three == Publishers.Drop(upstream: empty, count: 3))
    #expect(three != empty.dropFirst())
    #expect(three.count == 3)
    let publisher = empty.drop(untilOutputFrom: Empty<String, Oops>())
    #expect(publisher == Publishers.DropUntilOutput(upstream: empty, other: Empty()))
    #expect(publisher.other == Empty())
  }

  @Test("SQ-06 shape of Output") func output() {
    #expect(empty.prefix(3).range == 0..<3)
    #expect(empty.output(at: 3).range == 3..<4)
    #expect(empty.output(in: 2...).range == 2..<Int.max)
    #expect(empty.output(in: ...2).range == 0..<3)
    #expect(empty.prefix(3) == empty.output(in: ..<3))
    #expect(empty.prefix(3) == Publishers.Output(upstream: empty, range: 0..<3))
    #expect(empty.prefix(3) != empty.prefix(4))
  }

  @Test("FI-07 shape of ReplaceEmpty") func replaceEmpty() {
    #expect(empty.replaceEmpty(with: 3) == Publishers.ReplaceEmpty(upstream: empty, output: 3))
    #expect(empty.replaceEmpty(with: 3) != empty.replaceEmpty(with: 4))
  }

  @Test("RE-01 RE-02 RE-04 RE-05 MA-01 shapes of what gathers values") func gathering() {
    let text = empty.reduce("") { $0 + "\($1)" }
    #expect(text.initial == "" && text.nextPartialResult("a", 1) == "a1")
    #expect(empty.collect() == empty.collect())
    #expect(empty.collect(2) == Publishers.CollectByCount(upstream: empty, count: 2))
    #expect(empty.collect(2) != empty.collect(3))
    #expect(empty.ignoreOutput() == empty.ignoreOutput())
    #expect(empty.count() == empty.count())
  }

  @Test("MA-02 shape of Comparison") func comparison() {
    let texts = Empty<String, Oops>()
    #expect(texts.max().areInIncreasingOrder("a", "b"))
    #expect(texts.min().areInIncreasingOrder("b", "a"))
  }

  @Test("MA-04 SQ-01 SQ-02 shapes of Contains, First and Last") func matching() {
    #expect(empty.contains(2) == Publishers.Contains(upstream: empty, output: 2))
    #expect(empty.contains(2) != empty.contains(3))
    #expect(empty.contains { $0 > 1 }.predicate(2))
    #expect(empty.first() == Publishers.First(upstream: empty))
    #expect(empty.last() == Publishers.Last(upstream: empty))
    #expect(empty.first { $0 > 1 }.predicate(2))
    #expect(empty.last { $0 > 1 }.predicate(2))
    #expect(empty.first { $0 > 1 }.upstream == empty)
  }
}

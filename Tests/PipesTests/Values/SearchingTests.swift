import Pipes
import Testing

/// The searches in texts that the engine of regular expressions is not linked for.
struct SearchingTests {
  /// Every text of up to six letters, and every word of up to three in it, against a search letter by letter.
  @Test func everyShortWordInEveryShortText() {
    func texts(_ count: Int) -> [[Character]] {
      (0..<count).reduce([[]]) { all, _ in all.flatMap { text in ["a", "b"].map { text + [$0] } } }
    }
    for text in (0...6).flatMap(texts) {
      for word in (0...3).flatMap(texts) {
        let places = text.indices.filter { text[$0...].starts(with: word) }
        #expect((String(text).firstRange(of: String(word)) != nil) == (word.isEmpty || !places.isEmpty))
        #expect(text.firstRange(of: word)?.lowerBound == (word.isEmpty ? 0 : places.first))
        if word.isEmpty { continue }
        let apart = places.reduce(into: [Int]()) { if $1 >= ($0.last ?? -word.count) + word.count { $0.append($1) } }
        #expect(text.ranges(of: word).map(\.lowerBound) == apart)
        let parts = text.split(separator: word, omittingEmptySubsequences: false)
        #expect(parts.count == apart.count + 1 && Array(parts.joined(separator: word)) == text)
        #expect(text.split(separator: word).count == parts.count { !$0.isEmpty })
        #expect(text.replacing(word, with: "-") == Array(parts.joined(separator: "-")))
      }
    }
  }
  @Test func aLetterIsAsSwiftComparesIt() {
    #expect("né".contains("ne\u{301}") && !"né".contains("ne") && "a\r\nb".ranges(of: "\n").isEmpty)
  }
}

import Marbles
import Testing

@testable import MarbleSpecs

/// The inputs on which pipelines are compared.
struct InputSpaceTests {
  static let digits = ["1", "2", "3"].map { Symbol($0) }

  func rows(_ space: InputSpace) -> [[String]] {
    (0..<space.count).map { number in space.lanes(number, frame: 1_000_000, Self.digits).map(\.description) }
  }

  /// Every text of up to so many symbols, without silence at its end and with nothing after the completion.
  static func texts(_ frames: Int, _ symbols: String) -> Set<String> {
    var (texts, open): (Set<String>, [String]) = (["-"], [""])
    for _ in 0..<frames {
      for start in open { texts.formUnion((symbols + "|#").map { start + String($0) }) }
      open = open.flatMap { start in (symbols + "-").map { start + String($0) } }
    }
    return texts
  }

  @Test(arguments: [(1, "1"), (1, "12"), (3, "12"), (4, "1"), (3, "123")])
  func everyRowIsThereOnce(_ frames: Int, _ symbols: String) {
    let space = InputSpace(frames: frames, symbols: symbols.count, streams: 1)
    let all = rows(space).map { $0[0] }
    #expect(Set(all) == Self.texts(frames, symbols))
    #expect(all.count == Set(all).count)
    #expect(InputSpace.count(frames: frames, symbols: symbols.count, streams: 1) == all.count)
  }

  @Test func everyPairOfRowsIsThereOnce() {
    let space = InputSpace(frames: 2, symbols: 2, streams: 2)
    let texts = Self.texts(2, "12")
    #expect(texts.count == 17)
    let all = rows(space)
    #expect(Set(all) == Set(texts.flatMap { one in texts.map { [one, $0] } }))
    #expect(all.count == 17 * 17)
  }

  /// Few frames come first, then few symbols, then different values, then early ones; values come before ends.
  @Test func theShortestComesFirst() {
    let all = rows(InputSpace(frames: 2, symbols: 2, streams: 1)).map { $0[0] }
    let order = ["-", "1", "2", "|", "#", "-1", "-2", "-|", "-#", "12", "11", "1|", "1#", "21", "22", "2|", "2#"]
    #expect(all == order)
  }

  @Test func theFirstValueOfTheSecondStreamIsAnother() {
    let all = rows(InputSpace(frames: 1, symbols: 2, streams: 2))
    #expect(
      all.prefix(9).map { $0.joined(separator: " ") }
        == ["- -", "1 -", "2 -", "| -", "# -", "- 1", "- 2", "- |", "- #"].sorted(by: Self.asListed(all)))
    #expect(all.firstIndex(of: ["1", "2"])! < all.firstIndex(of: ["1", "1"])!)
  }
  private static func asListed(_ all: [[String]]) -> (String, String) -> Bool {
    { one, other in
      all.firstIndex(of: one.split(separator: " ").map(String.init))! < all.firstIndex(
        of: other.split(separator: " ").map(String.init))!
    }
  }

  /// A space with too many inputs is not listed.
  @Test func theNumberOfFramesIsBounded() {
    #expect(InputSpace.count(frames: 64, symbols: 2, streams: 1) == nil)
    #expect(InputSpace.count(frames: 10, symbols: 3, streams: 2) == nil)
    // With one symbol there are 3 * 2^n - 2 rows of up to n frames.
    #expect(InputSpace.count(frames: 12, symbols: 1, streams: 1) == 12_286)
    #expect(InputSpace.frames(symbols: 1, streams: 1, atMost: 12_286) == 12)
    #expect(InputSpace.frames(symbols: 1, streams: 1, atMost: 12_285) == 11)
    #expect(InputSpace.frames(symbols: 8, streams: 2, atMost: 1) == 1)
  }
}

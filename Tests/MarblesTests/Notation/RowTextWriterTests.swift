import Testing
import VirtualTime

@testable import Marbles

/// A row in the place of another one: what holds stays as it was written.
struct RowTextWriterTests {
  private func written(_ old: String, _ new: String) throws -> String {
    let (row, lane) = try (Lane(parsing: old, as: .expectation), Lane(parsing: new, as: .expectation))
    return lane.text(inPlaceOf: old, row, as: .expectation)
  }

  @Test(arguments: [
    // The old row, the new one in another layout, and the text: `?`, any order, silence and spaces stay.
    ("-?-3-|", "-?-2-|", "-?-2-|"), ("-{31}4|", "-{31}5|", "-{31}5|"), ("-1 10ms 2|", "-1----------3|", "-1 10ms 3|"),
    ("  -1 10ms 2|", "-1-----------|", "  -1-----------|"), ("- - 1 - 2", "--1-3", "- - 1 - 3"),
    // A value that is missing or new is a change of its own.
    ("-1 10ms 2", "-1", "-1"), ("-1-2-|", "-1-2-3-|", "-1-2-3-|"), ("-1-", "---", "-"),
    ("-(12)-|", "-(13)-|", "-(13)-|"),
    ("-[12]-|", "-[13]-|", "-[13]-|"), ("-(12)-|", "-1----|", "-1----|"),
  ]) func keepsWhatHolds(_ old: String, _ new: String, _ text: String) throws {
    #expect(try written(old, new) == text)
  }

  /// Rows of random pieces, of which one is replaced by another that takes the same time.
  @Test func oneOfManyPieces() throws {
    var random = SplitMixSequence(seed: 77), tried = 0
    for _ in 0..<2_000 {
      var pieces: [String] = []
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        pieces.append(["-", "--", " - ", " 1s ", " 30ms ", "-----"].randomElement(using: &random) ?? "")
        pieces.append(["1", "?", "{ab}", "[12]", "'x y'", "(12)", "7"].randomElement(using: &random) ?? "")
      }
      pieces.append(["", "|", "-|", " 5ms |", "---"].randomElement(using: &random) ?? "")
      let place = Int.random(in: 0..<pieces.count / 2, using: &random) * 2 + 1
      var changed = pieces
      let same = ["(12)": ["(34)"], "[12]": ["[34]", "5", "{cd}"]]
      changed[place] = (same[pieces[place]] ?? ["5", "{cd}"]).randomElement(using: &random) ?? ""
      let old = pieces.joined(), new = changed.joined()
      guard let lane = try? Lane(parsing: new, as: .expectation), (try? Lane(parsing: old, as: .expectation)) != nil
      else {
        continue
      }
      tried += 1
      // The new lane comes from a row in the canonical layout, without the pieces.
      let text = try written(old, lane.description)
      #expect(text == new, "\(old) becomes \(text)")
      if text != new { return }
    }
    #expect(tried > 1_000)
  }
}

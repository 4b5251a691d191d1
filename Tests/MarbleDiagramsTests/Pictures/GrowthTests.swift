import TestFolder
import Testing

@testable import MarbleDiagrams
@testable import MarbleSpecs
@testable import Marbles

/// Ten times as much to draw takes ten times as long: the processor time of this thread, as a ratio within one run.
@Suite(.serialized) struct GrowthTests {
  static let specs: [(name: String, text: @Sendable (Int) -> String)] = [
    // Below some hundred frames there is no strip, or one.
    ("strips", { "a: \(String(repeating: "-1", count: $0))|\n> a.map { $0 }" }),
    ("dropped values", { "a: \(String(repeating: "-(11)", count: $0 / 4))|\n> a.filter { $0 > 1 }" }),
    ("a label", { "a: -'\(String(repeating: "x", count: $0))'-|\n> a.map { $0 }" }),
    ("a value of the legend", { "a: -v-|\n  v = \"\(String(repeating: "x", count: $0))\"\n> a.map { $0 }" }),
    ("a word of code", { "a: -1-|\n> a.map { n in \"\(String(repeating: "x", count: $0))\".count + n }" }),
  ]
  @Test(arguments: specs.map(\.name)) func drawing(_ name: String) throws {
    let spec = try #require(Self.specs.first { $0.name == name })
    let diagrams = try (name == "strips" ? [150, 1500] : [300, 3000]).map {
      try ExecutedSpec(SpecText(spec.text($0), file: "a.marble"), isTraced: true).diagram
    }
    let ratio = growth(diagrams[0], diagrams[1], limit: 22) {
      #expect(PosterLayout.picture(of: $0, width: 1200).width <= 1200)
    }
    #expect(ratio < 22)
  }
}

import Foundation
import Testing

@testable import MarbleDiagrams
@testable import MarbleSpecs
@testable import Marbles

/// Ten times as much to draw takes ten times as long: the processor time of this thread, as a ratio within one run.
@Suite(.serialized) struct GrowthTests {
  static let specs: [(name: String, text: @Sendable (Int) -> String)] = [
    ("strips", { "a: \(String(repeating: "-1", count: $0))|\n> a.map { $0 }" }),
    ("a label", { "a: -'\(String(repeating: "x", count: $0))'-|\n> a.map { $0 }" }),
    ("a value of the legend", { "a: -v-|\n  v = \"\(String(repeating: "x", count: $0))\"\n> a.map { $0 }" }),
    ("a word of code", { "a: -1-|\n> a.map { n in \"\(String(repeating: "x", count: $0))\".count + n }" }),
  ]
  @Test(arguments: specs.map(\.name)) func drawing(_ name: String) throws {
    let spec = try #require(Self.specs.first { $0.name == name })
    let diagrams = try [300, 3000].map {
      try ExecutedSpec(SpecText(spec.text($0), file: "a.marble"), isTraced: true).diagram
    }
    func time(_ diagram: Diagram) -> Double {
      let begin = processorTime()
      #expect(PosterLayout.picture(of: diagram, width: 1200).width <= 1200)
      return processorTime() - begin
    }
    _ = time(diagrams[0])
    var (small, large) = (0.0, 0.0)
    // Quadratic growth takes a hundred times as long, each time; other programs may make one measurement longer.
    for _ in 0..<3 where large >= 35 * small { (small, large) = (time(diagrams[0]), time(diagrams[1])) }
    #expect(large < 35 * small, "300: \(small) s, 3,000: \(large) s")
  }
  private func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

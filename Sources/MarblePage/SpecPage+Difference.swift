import MarbleDiagrams
import MarbleSpecs
import Marbles

extension SpecPage {
  /// The largest number of inputs on which two pipelines are compared while somebody waits.
  static let mostInputs = 3_000

  /// Finds the shortest input on which the two pipelines of a spec differ. The outcome as JSON is a `spec` with both
  /// runs on it, or a sentence that there is none (`same`), or the text of a `problem`. The rows of all sources that
  /// the pipelines use vary.
  static func difference(of text: SpecText, among mostInputs: Int = mostInputs) -> String {
    do throws(SpecProblem) {
      let file = try SpecFile(text)
      guard file.blocks.count == 2 else {
        return JSONText.object([("problem", "Two pipelines are compared.")]).description
      }
      let pipelines = file.blocks.map(\.pipeline.lines.oneLine)
      let lines = text.lines.map { String($0) }.filter { $0.hasPrefix("let ") || $0.hasPrefix("frame:") }
      let hot = file.sources.filter(\.isHot).map { "hot \($0.name):" }
      var pair = try PairOperands(pipelines + lines + hot).pair(frames: nil)
      pair.mostShort = mostInputs
      if let input = try pair.firstDifference() {
        return JSONText.object([("spec", .string(TextRenderer.text(of: try pair.diagram(input), style: TextStyle())))])
          .description
      }
      let which = pair.short < pair.inputs.short.count ? "the first \(pair.short)" : "all \(pair.short)"
      return JSONText.object([
        ("same", .string("Both send the same for \(which) short inputs and \(pair.inputs.chosen.count) chosen ones."))
      ])
      .description
    } catch {
      return JSONText.object([("problem", .string(error.message))]).description
    }
  }
}

import MarbleRuns
import MarbleSpecs
import Marbles

extension SpecPage {
  /// The behaviors of pipelines that the rows of a spec do not exercise, as JSON: how many behaviors are `shown`, of
  /// how many `all`, and the `gaps`, each with the `line` of its pipeline, the `sentence`, and the lines of the
  /// shortest `input` that shows it, `null` if none does; or the text of a `problem`.
  static func strength(of text: SpecText) -> String {
    do throws(SpecProblem) {
      let coverage = try SpecCoverage(try SpecFile(text))
      let gaps = coverage.gaps.map { gap in
        JSONText.object([
          ("line", .number(text.firstLine + gap.point.span.line)), ("sentence", .string(gap.point.sentence)),
          ("input", .texts(gap.input)),
        ])
      }
      return JSONText.object([
        ("shown", .number(coverage.shown)), ("all", .number(coverage.reachable)), ("gaps", .list(gaps)),
      ]).description
    } catch {
      return JSONText.object([("problem", .string(error.message))]).description
    }
  }
}

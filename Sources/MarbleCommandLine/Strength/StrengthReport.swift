import MarbleDiagrams
import MarbleRuns
import MarbleSpecs
import Marbles
import PipesCore

/// How strong the rows of specs are: what they exercise, and which changes of the pipelines they notice.
struct StrengthReport {
  enum Kind: String {
    case coverage, mutants

    /// The kind that a call wants; `nil` if it wants none.
    init?(_ arguments: ParsedArguments) throws(UsageError) {
      let wanted = [Kind.coverage, .mutants].filter { arguments.flags.contains($0.rawValue) }
      if wanted.count > 1 {
        throw UsageError(message: "'--coverage' and '--mutants' have an outcome each; use one of the two")
      }
      guard let kind = wanted.first else {
        if arguments.values["at-least"] != nil {
          throw UsageError(message: "'--at-least' is for '--coverage' and '--mutants'")
        }
        return nil
      }
      if arguments.flags.contains("update") || arguments.flags.contains("review") {
        throw UsageError(message: "'--\(kind.rawValue)' changes no row; use '--update' or '--review' before it")
      }
      self = kind
    }
  }

  /// A gap of a spec, or a mutant of it.
  struct Missing: Sendable {
    var place: String
    var text: String
    /// The lines of a spec that would exercise it, or notice it; `nil` if no input does among those that were tried.
    var input: [String]?
  }
  /// The outcome of one spec.
  struct Part: Sendable {
    var good: Int, all: Int
    var items: [Missing]
  }

  let kind: Kind
  let parts: [Part]
  var good: Int { parts.reduce(0) { $0 + $1.good } }
  var all: Int { parts.reduce(0) { $0 + $1.all } }
  /// The percentage, rounded down: 100 only if nothing is missing.
  var percent: Int { all == 0 ? 100 : good * 100 / all }
  private var open: [Missing] { parts.flatMap(\.items).filter { $0.input != nil } }
  private var unreachable: [Missing] { parts.flatMap(\.items).filter { $0.input == nil } }

  /// The outcome of a spec whose rows are as expected.
  static func part(_ kind: Kind, of text: SpecText) -> Part? {
    guard let spec = try? ExecutedSpec(text, triesLaws: false), spec.file.hasExpectations, !text.isPrediction else {
      return nil
    }
    switch kind {
    case .coverage:
      guard let coverage = try? SpecCoverage(spec.file) else { return nil }
      let items = coverage.gaps.map { Missing(place: $0.place, text: $0.point.sentence, input: $0.input) }
      return Part(good: coverage.shown, all: coverage.reachable, items: items)
    case .mutants:
      let mutants = SpecMutants(of: spec)
      let items = mutants.mutants.compactMap { mutant -> Missing? in
        switch mutant.verdict {
        case .caught: nil
        case .missed(let input): Missing(place: mutant.place, text: mutant.line, input: input)
        case .same: Missing(place: mutant.place, text: mutant.line, input: nil)
        }
      }
      return Part(good: mutants.caught, all: mutants.different, items: items)
    }
  }

  var text: String {
    var lines: [String] = []
    for item in open {
      lines.append("\(item.place): \(kind == .coverage ? "not exercised: " : "not noticed: ")\(item.text)")
      lines += (item.input ?? []).map { "    " + $0 }
    }
    let rest = unreachable
    if !rest.isEmpty {
      lines.append(
        kind == .coverage
          ? "No input was found that exercises:" : "No input was found on which these differ from their pipelines:")
      lines += rest.map { "  \($0.place): \($0.text)" }
    }
    let sentence =
      kind == .coverage
      ? "\(good.grouped) of \(all.grouped) behaviors are exercised: \(percent) %"
      : "\(good.grouped) of \(all.grouped) changes are noticed: \(percent) %"
    return (lines + [sentence]).joined(separator: "\n")
  }

  var json: String {
    func list(_ items: [Missing]) -> JSONText {
      .list(
        items.map { item in
          .object([
            ("place", .string(item.place)), ("text", .string(item.text)), ("input", .texts(item.input)),
          ])
        })
    }
    return JSONText.object([
      ("schema", .number(JSONRenderer.schema)), ("kind", .string(kind.rawValue)), ("percent", .number(percent)),
      ("good", .number(good)), ("all", .number(all)), ("missing", list(open)), ("notFound", list(unreachable)),
    ]).description
  }
}

extension MarbleTool {
  /// Prints how strong the rows of the specs are that are as expected.
  mutating func report(_ kind: StrengthReport.Kind, on checks: [CheckedSpec], _ least: Int, _ isData: Bool) {
    let texts = checks.filter { $0.code == 0 }.map(\.text)
    let progress = progress(of: texts.count, "specs judged")
    let parts = Guarded([StrengthReport.Part?](repeating: nil, count: texts.count))
    Files.concurrently(texts.count) { index in
      let part = StrengthReport.part(kind, of: texts[index])
      parts.with { $0[index] = part }
      progress?.step()
    }
    progress?.end()
    let report = StrengthReport(kind: kind, parts: parts.with { $0.compactMap(\.self) })
    print(isData ? report.json : report.text)
    if report.percent < least {
      self.report("Error: \(report.percent) % is less than '--at-least \(least)'.", code: 1)
    }
  }
}

import Foundation
import Gallery
import Marbles
import Pipes
import Testing

@testable import MarbleCommandLine
@testable import MarbleSpecs

/// The rows of the gallery, as strong as they can be: each small change of a pipeline that its picture does not notice
/// is noticed by a row in `Diagrams/Rows.md`, or sends the same on all inputs that are tried.
///
/// `GALLERY_MUTANTS=all swift test --filter GalleryMutantsTests` looks at the whole gallery, which takes minutes, names
/// each change that no row notices, and prints the figure; `GALLERY_MUTANTS=write` also writes the rows that are
/// missing.
struct GalleryMutantsTests {
  private struct Outcome: Sendable {
    var name: String
    var mutants: SpecMutants
  }

  @Test func eachChangeOfAGalleryPipelineIsNoticed() throws {
    let mode = ProcessInfo.processInfo.environment["GALLERY_MUTANTS"]
    let specs = try Gallery.specs().enumerated().filter { mode != nil || $0.offset % 25 == 3 }.map(\.element)
    let all = Guarded([Outcome?](repeating: nil, count: specs.count))
    Files.concurrently(specs.count) { index in
      guard let spec = try? ExecutedSpec(specs[index], triesLaws: false), SpecCheck(spec).failures.isEmpty else {
        return
      }
      let outcome = Outcome(name: specs[index].file.baseName, mutants: SpecMutants(of: spec))
      all.with { $0[index] = outcome }
    }
    let outcomes = all.with { $0.compactMap(\.self) }
    #expect(outcomes.count == specs.count)
    var rows = try Self.rows()
    var (same, added) = (0, 0)
    for outcome in outcomes {
      // The search is bounded, also where a changed pipeline has timers that never end.
      #expect(outcome.mutants.work < 1_500_000, "\(outcome.name): \(outcome.mutants.work)")
      for mutant in outcome.mutants.mutants {
        switch mutant.verdict {
        case .caught: continue
        case .same: same += 1
        case .missed(let lines):
          if rows[outcome.name, default: []].contains(where: { Self.notices($0, mutant) }) { continue }
          if mode == "write" {
            rows[outcome.name, default: []].append(lines.joined(separator: "\n"))
            added += 1
          } else if mode == "all" {
            Issue.record(
              "\(outcome.name): no row notices \(mutant.line); this one would:\n\(lines.joined(separator: "\n"))")
          }
        }
      }
    }
    if mode == "write" { try Self.text(of: rows).write(toFile: Self.path, atomically: true, encoding: .utf8) }
    let (caught, different) = outcomes.reduce((0, 0)) { ($0.0 + $1.mutants.caught, $0.1 + $1.mutants.different) }
    #expect(different > 30 && caught * 10 > different * 8)
    if mode != nil {
      print(
        "gallery: \(caught) of \(different) changes are noticed by the pictures, \(added) rows added; \(same) more send the same"
      )
    }
  }

  /// Whether a row of the same pipeline is different for a changed one.
  private static func notices(_ spec: String, _ mutant: SpecMutants.Mutant) -> Bool {
    var lines = spec.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let original = mutant.original.trimmingCharacters(in: .whitespaces)
    guard let place = lines.firstIndex(where: { $0.trimmingCharacters(in: .whitespaces) == original }) else {
      return false
    }
    lines[place] = mutant.line
    guard let spec = try? ExecutedSpec(SpecText(lines.joined(separator: "\n"), file: "row"), triesLaws: false) else {
      return true
    }
    return !SpecCheck(spec, checksUse: false).failures.isEmpty
  }

  // MARK: The page

  private static let path = "\(Gallery.folder)/Rows.md"
  private static let head = """
    # Rows that the pictures leave out

    A picture of the gallery shows an operator with one row. These rows notice the small changes of its pipeline that the picture's row does not: another number, another label,
    another operator, another order. `marble check --mutants` found them, and `GALLERY_MUTANTS=write swift test --filter GalleryMutantsTests` writes this page.

    """

  private static func rows() throws -> [String: [String]] {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [:] }
    var rows: [String: [String]] = [:]
    for part in text.components(separatedBy: "\n## ").dropFirst() {
      let name = String(part.prefix { $0 != "\n" })
      for fence in part.components(separatedBy: "```marble\n").dropFirst() {
        rows[name, default: []].append(fence.components(separatedBy: "\n```")[0])
      }
    }
    return rows
  }
  private static func text(of rows: [String: [String]]) -> String {
    rows.keys.sorted().reduce(head) { text, name in
      text + "\n## \(name)\n" + (rows[name] ?? []).map { "\n```marble\n\($0)\n```\n" }.joined()
    }
  }
}

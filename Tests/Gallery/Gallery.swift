import Foundation
import Pipes

@testable import MarbleSpecs

/// The specs in `Diagrams/`, for the tests of several modules.
package enum Gallery {
  package static let folder =
    "\(#filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/"))/Diagrams"

  /// All of them, in the order of their names.
  package static func specs() throws -> [SpecText] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".marble") }.sorted()
    return try names.map { SpecText(try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8), file: "\(folder)/\($0)") }
  }

  /// A file beside them.
  package static func text(_ name: String) throws -> String { try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) }

  /// A spec after its traced run, which all tests share: a law alone runs its pipelines on thousands of inputs.
  package static func traced(_ text: SpecText) throws -> ExecutedSpec {
    if let known = runs.with({ $0[text.file] }), known.file.text.lines == text.lines { return known }
    let spec = try ExecutedSpec(text, isTraced: true)
    runs.with { $0[text.file] = spec }
    return spec
  }
  private static let runs = Guarded<[String: ExecutedSpec]>([:])

  /// A further run of a spec, for the tests that compare two of them. The outcomes of its laws come from the shared run.
  package static func rerun(_ text: SpecText, isTraced: Bool) throws -> ExecutedSpec {
    let shared = try traced(text)
    var outcomes = try ExecutedSpec(withoutLaws(shared.file), isTraced: isTraced).outcomes
    for index in outcomes.indices { outcomes[index].law = shared.outcomes[index].law }
    return ExecutedSpec(shared.file, outcomes)
  }

  /// A spec without its laws.
  package static func withoutLaws(_ file: SpecFile) -> SpecFile {
    var file = file
    for index in file.blocks.indices { file.blocks[index].law = nil }
    return file
  }
}

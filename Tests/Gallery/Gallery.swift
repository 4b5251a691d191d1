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
    let known = runs.with { runs in
      let run = runs[text.file] ?? SharedRun()
      runs[text.file] = run
      return run
    }
    return try known.spec(of: text)
  }
  private static let runs = Guarded<[String: SharedRun]>([:])

  /// The run of a spec. Tests that need it while it is made wait for it.
  private final class SharedRun: Sendable {
    private let made = Guarded<ExecutedSpec?>(nil)

    func spec(of text: SpecText) throws -> ExecutedSpec {
      try made.with { made in
        Result {
          if let made, made.file.text.lines == text.lines { return made }
          let new = try ExecutedSpec(text, isTraced: true)
          made = new
          return new
        }
      }.get()
    }
  }

  /// A further run of a spec, for the tests that compare two of them. The outcomes of its laws come from the shared run.
  package static func rerun(_ text: SpecText, isTraced: Bool) throws -> ExecutedSpec {
    let shared = try traced(text)
    var outcomes = try ExecutedSpec(shared.file, isTraced: isTraced, triesLaws: false).outcomes
    for index in outcomes.indices { outcomes[index].law = shared.outcomes[index].law }
    return ExecutedSpec(shared.file, outcomes)
  }
}

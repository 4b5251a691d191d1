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
    return try names.map {
      SpecText(try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8), file: "\(folder)/\($0)")
    }
  }

  /// Whether tests have their long forms, as in a night: all diagrams, and many more random cases.
  package static let isLong = ProcessInfo.processInfo.environment["LONG"] != nil

  /// Forty diagrams that differ in kind. They have all families, and of the calls of the Swift export, the sentences of
  /// `explain` and the signs of a drawing that two diagrams or more have, nine in ten.
  package static let kinds = """
    allSatisfy audit buffer catch collectByTime compare-calming compare-ending compare-flattening compare-later compare-timeout debounce deferred
    delaySubscription drop-while dropFirst filter first flatMap forecast gauge law-reduce materialize max polling prefix-until removeDuplicates
    retry-when rule-end rule-order rule-rate search search-servers share streams throttle-early tryMax tryPrefix-while window withLatestFrom zip
    """.split { $0.isWhitespace }.map { String($0) }

  /// These, or all in the long form.
  package static func few() throws -> [SpecText] {
    if isLong { return try specs() }
    return try kinds.map { SpecText(try text("\($0).marble"), file: "\(folder)/\($0).marble") }
  }

  /// A file beside them.
  package static func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
  }

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

  /// A further run of a spec, for the tests that compare two of them. The outcomes of its laws come from the shared
  /// run.
  package static func rerun(_ text: SpecText, isTraced: Bool) throws -> ExecutedSpec {
    let shared = try traced(text)
    var outcomes = try ExecutedSpec(shared.file, isTraced: isTraced, triesLaws: false).outcomes
    for index in outcomes.indices { outcomes[index].law = shared.outcomes[index].law }
    return ExecutedSpec(shared.file, outcomes)
  }
}

import MarbleDiagrams
import MarbleSpecs
import Marbles

/// A spec and the outcome of its check.
struct CheckedSpec: Sendable {
  let text: SpecText
  /// The outcome of a spec that ran and differs.
  private(set) var spec: ExecutedSpec?
  private(set) var findings: [Finding] = []
  private let width: Int?
  /// The findings as texts, which fit the width of the terminal. A broken law says why.
  var failures: [String] {
    findings.map { finding in finding.text(width: code == 1 ? width : nil) + (why(finding).map { "\n" + $0 } ?? "") }
  }
  private func why(_ finding: Finding) -> String? {
    guard finding.kind == .brokenLaw, let diagram = try? spec?.counterexample(at: finding.place)?.diagram() else {
      return nil
    }
    return "\nWhy:\n\n" + Explanation.text(of: diagram, width: width) + "\n"
  }
  private(set) var code: Int32 = 0
  private(set) var isUpdated = false

  /// - Parameter needsExpectations: Whether a spec without any expected row fails.
  /// - Parameter given: Further values and errors for the inputs of laws.
  /// - Parameter run: Runs the parts of the search for an input that breaks a law.
  init(
    _ text: SpecText, width: Int? = nil, needsExpectations: Bool = true, given: ChosenValues.Given = .init(),
    inParts run: PairSearch.Runner = PairSearch.inOrder
  ) {
    self.text = text
    self.width = width
    do {
      let spec = try ExecutedSpec(text, given: given, inParts: run)
      if !needsExpectations, !spec.file.hasExpectations { return }
      findings = SpecCheck(spec, width: width).found.map(\.finding)
      if !findings.isEmpty {
        self.spec = spec
        code = 1
      }
    } catch {
      findings = error.all.map(\.finding)
      code = 65
    }
  }

  mutating func update() {
    findings = []
    code = 0
    isUpdated = true
  }

  /// Sets the outcome after a review.
  ///
  /// - Parameter rest: The findings that are not about rows.
  mutating func reviewed(rest: [Finding], isAccepted: Bool) {
    if rest.isEmpty, isAccepted { update() } else { findings = rest }
  }
}

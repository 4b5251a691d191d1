import MarbleSpecs
import Marbles

/// A spec and the outcome of its check.
struct CheckedSpec: Sendable {
  let text: SpecText
  /// The outcome of a spec that ran and differs.
  private(set) var spec: ExecutedSpec?
  private(set) var findings: [Finding] = []
  private let width: Int?
  /// The findings as texts, which fit the width of the terminal.
  var failures: [String] { findings.map { $0.text(width: code == 1 ? width : nil) } }
  private(set) var code: Int32 = 0
  private(set) var isUpdated = false

  /// - Parameter needsExpectations: Whether a spec without any expected row fails.
  /// - Parameter given: Further values and errors for the inputs of laws.
  init(_ text: SpecText, width: Int? = nil, needsExpectations: Bool = true, given: ChosenValues.Given = .init()) {
    (self.text, self.width) = (text, width)
    do {
      let spec = try ExecutedSpec(text, given: given)
      if !needsExpectations, !spec.file.hasExpectations { return }
      findings = SpecCheck(spec, width: width).found.map(\.finding)
      if !findings.isEmpty { (self.spec, code) = (spec, 1) }
    } catch {
      (findings, code) = (error.all.map(\.finding), 65)
    }
  }

  mutating func update() { (findings, code, isUpdated) = ([], 0, true) }

  /// Sets the outcome after a review.
  ///
  /// - Parameter rest: The findings that are not about rows.
  mutating func reviewed(rest: [Finding], isAccepted: Bool) {
    if rest.isEmpty, isAccepted { update() } else { findings = rest }
  }
}

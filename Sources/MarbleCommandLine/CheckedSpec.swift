import MarbleSpecs
import Marbles

/// A spec and the outcome of its check.
struct CheckedSpec: Sendable {
  let text: SpecText
  /// The outcome of a spec that ran and differs.
  private(set) var spec: ExecutedSpec?
  private(set) var failures: [String] = []
  private(set) var code: Int32 = 0
  private(set) var isUpdated = false

  /// - Parameter needsExpectations: Whether a spec without any expected row fails.
  /// - Parameter given: Further values and errors for the inputs of laws.
  init(_ text: SpecText, width: Int? = nil, needsExpectations: Bool = true, given: ChosenValues.Given = .init()) {
    self.text = text
    do {
      let spec = try ExecutedSpec(text, given: given)
      if !needsExpectations, !spec.file.hasExpectations { return }
      failures = SpecCheck(spec, width: width).failures
      if !failures.isEmpty { (self.spec, code) = (spec, 1) }
    } catch {
      (failures, code) = (error.all.map(\.description), 65)
    }
  }

  mutating func update() { (failures, code, isUpdated) = ([], 0, true) }

  /// Sets the outcome after a review.
  ///
  /// - Parameter rest: The failures that are not about rows.
  mutating func reviewed(rest: [String], isAccepted: Bool) {
    if rest.isEmpty, isAccepted { update() } else { failures = rest }
  }
}

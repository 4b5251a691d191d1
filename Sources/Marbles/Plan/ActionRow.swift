import PipesCore

/// A row of actions, created by `m.at` and `m.atEach`.
///
/// The test fails if the row has no symbol: no action runs then. In a test with cases, one case has to have a symbol.
public final class ActionRow {
  let place: SourcePlace
  private let lane: Lane
  private let name: String?
  private var allowsNone = false

  init(_ lane: Lane, _ name: String?, at place: SourcePlace) {
    self.lane = lane
    self.name = name
    self.place = place
  }

  /// Allows that the row has no symbol.
  @discardableResult public func allowingNone() -> Self {
    allowsNone = true
    return self
  }

  var testedParts: [TestedPart] {
    if allowsNone { return [] }
    let subject = name.map { "the action '\($0)'" } ?? "the action"
    return [
      TestedPart(place, isTested: !lane.moments.isEmpty, reason: "its row has no symbol", { _ in subject }) { _ in
        ["  write a symbol where it runs, such as \"--x\"; if it must not run, write .allowingNone() behind it"]
      }
    ]
  }
}

/// The stream that an expectation is about: values of one type with the same bytes are one stream.
@usableFromInline struct StreamIdentity: Equatable {
  private let type: ObjectIdentifier
  private let bytes: [UInt8]

  @usableFromInline init<P>(_ stream: P) {
    type = ObjectIdentifier(P.self)
    bytes = withUnsafeBytes(of: stream) { Array($0) }
  }
}

import Pipes

/// The rows of a test that it may leave unused: the rows of actions, and those that a case has chosen.
struct RowUse {
  private var actions: [ActionRow] = []
  private var chosen: [(text: String, place: SourcePlace)] = []
  /// The rows that were read, in a test with cases.
  private var read: [String] = []

  mutating func add(_ row: ActionRow) { actions.append(row) }
  /// Notes that a row was read.
  mutating func noteRead(_ text: String) { if !chosen.isEmpty { read.append(text) } }
  /// Returns a chosen row, which the test has to use as it is or as a part of another one.
  mutating func choose(_ text: String, at place: SourcePlace) -> String {
    chosen.append((text, place))
    return text
  }

  func forEachCovered(_ body: (SourcePlace, () -> [Coverage]) -> Void) {
    for row in actions { body(row.place) { row.coverage } }
    for row in chosen {
      body(row.place) {
        let isUsed = read.contains { $0.contains(row.text) }
        return [
          Coverage(row.place, isTested: isUsed, reason: "no row of the test uses it", { _ in "the chosen row" }) { _ in
            ["  pass it to m.drive, to m.at, or to from: and demand: of m.expect"]
          }
        ]
      }
    }
  }
}

/// A row of actions, created by ``MarbleTest/at(_:name:fileID:filePath:line:column:_:)`` and `atEach`.
///
/// The test fails if the row has no symbol: no action runs then. In a test with cases, one case has to have a symbol.
public final class ActionRow {
  let place: SourcePlace
  private let lane: Lane
  private let name: String?
  private var allowsNone = false

  init(_ lane: Lane, _ name: String?, at place: SourcePlace) {
    (self.lane, self.name, self.place) = (lane, name, place)
  }

  /// Allows that the row has no symbol.
  @discardableResult public func allowingNone() -> Self {
    allowsNone = true
    return self
  }

  fileprivate var coverage: [Coverage] {
    if allowsNone { return [] }
    let subject = name.map { "the action '\($0)'" } ?? "the action"
    return [
      Coverage(place, isTested: !lane.moments.isEmpty, reason: "its row has no symbol", { _ in subject }) { _ in
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

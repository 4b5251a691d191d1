import MarbleRuns
import Marbles

/// The name of a test in the names of the files that it leaves.
package struct TestName {
  package var text: String
  /// Whether several tests share the name, as the cases of a test with arguments do.
  package var isShared: Bool

  init(_ parts: [String], isShared: Bool) {
    text = parts.map(TestName.plain).filter { !$0.isEmpty }.joined(separator: ".")
    self.isShared = isShared
  }

  /// Returns the letters, digits and underscores of a text, joined by hyphens: a name that every file system accepts.
  package static func plain(_ text: String) -> String {
    let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    return String(words.joined(separator: "-").prefix(60))
  }
}

/// Draws tests: an interface that the module `MarblesPictures` fills. It is found by its name, so that tests without
/// pictures do not compile what draws them.
package protocol TestPictureDrawer: SendableMetatype {
  /// Whether `MARBLES_DRAW` names a folder for the pictures of all tests.
  static var drawsAll: Bool { get }
  /// Returns the picture of a test that fails, as SVG.
  static func attachment(_ rows: RunRecord, title: String) -> String
  /// Draws a test into the folder of `MARBLES_DRAW`. Returns a message for each picture that cannot be written.
  static func draw(_ rows: RunRecord, of name: TestName) -> [String]
  /// Returns the picture of an order of turns with which a test fails, as SVG.
  static func attachment(_ order: RunOrder) -> String
  /// Draws such an order into the folder of `MARBLES_DRAW`. Returns a message for each picture that cannot be written.
  static func draw(_ order: RunOrder, of name: TestName) -> [String]
}

/// The files that a test leaves: the run of a test that fails and, with the module `MarblesPictures`, pictures.
enum TestFiles {
  /// The drawer of the module `MarblesPictures`, if it is linked.
  static let drawer = _typeByName("15MarblesPictures13PictureDrawerO") as? any TestPictureDrawer.Type

  /// The message if `MARBLES_DRAW` is set and nothing can draw; otherwise `nil`.
  static let refusal: String? = {
    guard drawer == nil, let folder = Files.environment("MARBLES_DRAW"), !folder.isEmpty else { return nil }
    return "MARBLES_DRAW=\(folder) draws nothing, because the test target does not depend on MarblesPictures; "
      + "add .product(name: \"MarblesPictures\", package: \"swift-marbles\") to its dependencies and import it in one file"
  }()

  /// Whether tests that hold are drawn, too.
  static var drawsAll: Bool { refusal != nil || drawer?.drawsAll == true }

  /// Returns the run of a test as text in the format `marble-events`, which `marble render` draws.
  static func events(_ rows: RunRecord, title: String) -> String {
    EventWriter.text(of: RecordedRun(Diagram(rows, title: title)))
  }

  /// Draws a test. Returns a message for each picture that cannot be written.
  static func draw(_ rows: RunRecord, of name: TestName) -> [String] {
    drawer?.draw(rows, of: name) ?? refusal.map { [$0] } ?? []
  }
  /// Draws an order of turns with which a test fails. Returns a message for each picture that cannot be written.
  static func draw(_ order: RunOrder, of name: TestName) -> [String] {
    drawer?.draw(order, of: name) ?? refusal.map { [$0] } ?? []
  }
}

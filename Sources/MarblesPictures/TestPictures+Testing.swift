import MarbleDiagrams
import MarbleRuns
import Marbles
import MarblesTesting

/// Draws the tests of this process. `MarblesTesting` finds this type by its name: whoever depends on this module has
/// pictures.
enum PictureDrawer: TestPictureDrawer {
  static var drawsAll: Bool { TestPictures.shared != nil }

  static func attachment(_ rows: RunRecord, title: String) -> String { Diagram(rows, title: title).svg() }

  static func draw(_ rows: RunRecord, of name: TestName) -> [String] { TestPictures.shared?.draw(rows, of: name) ?? [] }

  static func attachment(_ order: RunOrder) -> String {
    SVGRenderer.text(of: OrderLayout.picture(of: order, width: OrderLayout.width))
  }

  static func draw(_ order: RunOrder, of name: TestName) -> [String] {
    TestPictures.shared?.draw(order, of: name) ?? []
  }
}

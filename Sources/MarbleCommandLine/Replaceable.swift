import MarbleDiagrams
import MarbleRuns
import MarbleSpecs
import Marbles

/// The files that the command may replace: it can write their text again, so nothing that somebody wrote is lost.
enum Replaceable {
  /// Whether a file may be replaced by a text: it is empty, has that text already, or has a text that can be written
  /// again.
  static func isReplaceable(_ bytes: [UInt8], by text: String, _ isReplaceable: (String) -> Bool) -> Bool {
    bytes.isEmpty || bytes.elementsEqual(text.utf8)
      || String(validating: bytes, as: UTF8.self).map(isReplaceable) ?? false
  }

  /// Whether a text is a picture that the command drew: SVG, a page, JSON or events.
  static func isPicture(_ text: String) -> Bool {
    SVGRenderer.hasDrawn(text) || HTMLRenderer.hasDrawn(text) || JSONRenderer.hasDrawn(text)
      || EventReader.isEvents(text) || OrderReader.isOrder(text.utf8)
  }

  /// Whether a text is the drawing of a spec, in any style. Such a drawing is a spec itself, and is its own drawing.
  static func isDrawing(_ spec: SpecText, _ text: String) -> Bool {
    guard let diagram = try? ExecutedSpec(spec, isTraced: true).diagram else { return false }
    return styles.contains { TextRenderer.text(of: diagram, style: $0) == text }
  }

  private static let styles: [TextStyle] = (0..<16).map { bits in
    var style = TextStyle()
    style.isASCII = bits & 1 > 0
    style.showsStages = bits & 2 > 0
    style.showsTimers = bits & 4 > 0
    style.showsCauses = bits & 8 > 0
    return style
  }

  /// The first line of an exported test file.
  static let exportMark = "// Written by 'marble swift -o', which replaces the whole file."
}

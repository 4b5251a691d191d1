import Foundation
import Gallery
import MarbleSpecs
import Marbles
import Testing

@testable import MarbleDiagrams

/// Text for a terminal with colors: a value keeps the color of its marble, and the text is the same as without colors.
struct ColoredTextTests {
  /// Writes the colors as words: `<1>x</>` is a value with the first color, `<_2>y</>` an underlined one with the
  /// second.
  private func drawn(_ spec: String, _ change: (inout TextStyle) -> Void = { _ in }) throws -> [String] {
    var style = TextStyle()
    style.hasColor = true
    change(&style)
    var text = TextRenderer.text(
      of: try ExecutedSpec(SpecText(spec, file: "a.marble"), isTraced: true).diagram, style: style)
    text = text.replacing("\u{1B}[24;39m", with: "</>").replacing("\u{1B}[4m", with: "<_>")
    for (number, code) in [32, 130, 28, 168, 136].enumerated() {
      text = text.replacing("\u{1B}[38;5;\(code)m", with: "<\(number + 1)>").replacing(
        "\u{1B}[4;38;5;\(code)m", with: "<_\(number + 1)>")
    }
    return text.split(separator: "\n").map(String.init)
  }

  /// The doubled 1 is written 2. It has the color of the 1, not the color of the source's 2.
  @Test func aValueKeepsItsColor() throws {
    let lines = try drawn("a: -1-2-|\n> a.map { $0 * 2 }.delay(for: 1)")
    #expect(lines.contains("a: -<1>1</>-<2>2</>-|"))
    #expect(lines.contains("=  --<1>2</>-<2>4</>-|"))
  }

  /// A group is one instant: each of its values has its own color. A value of two is underlined.
  @Test func groupsAndPairs() throws {
    let lines = try drawn("a: -(12)-|\nb: --7--8-|\n> a.merge(with: b)\n> a.zip(b) { $0 + $1 }")
    #expect(lines[1].hasPrefix("a: -[<1>1</><2>2</>]-"))
    #expect(lines[2].hasPrefix("b: --") && lines[2].contains("<3>7</>--<4>8</>-|"))
    #expect(
      lines.contains { $0.hasPrefix("=") && $0.contains("<1>1</>") && $0.contains("<3>7</>") && $0.contains("<4>8</>") }
    )
    // 1 and 7 at 2 ms, 2 and 8 at 5 ms: 8 and 10, of which the second needs a letter.
    let pairs = try #require(lines.last { $0.hasPrefix("=") })
    #expect(pairs.contains("<_1>8</>--<_2>c</>"))
  }

  /// The rows of operators have the colors of their events. The values of an inner stream have the color of the value that
  /// created it.
  @Test func rowsOfOperators() throws {
    let lines = try drawn("a: -1-2-|\nx: -5|\n> a.switchMap { _ in x }.map { $0 + 1 }") { $0.showsStages = true }
    #expect(lines.contains { $0.hasPrefix("#") && $0.contains("<1>5</>") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("=  --<1>6</>-<2>6</>") }, "\(lines)")
  }

  /// A row that goes on further below: each value has its color in its own line.
  @Test func foldedRows() throws {
    let lines = try drawn("a: 12341234123412|\n> a.prefix(0)") { $0.width = 14 }
    let four = "<1>1</><2>2</><3>3</><4>4</>"
    #expect(lines.contains("a: \(four)\(four)<1>1</><2>2</>…"), "\(lines)")
    #expect(lines.contains("a: …<3>3</><4>4</><1>1</><2>2</>|"), "\(lines)")
  }

  @Test func aValueOverTheEdgeHasItsColorInBothLines() throws {
    let span = [ColoredSpan(columns: 3..<7, start: "<")]
    #expect("---abcd--".colored(span) == "---<abcd\(ColoredSpan.end)--")
    #expect("---ab".colored(span) == "---<ab\(ColoredSpan.end)")
    #expect("cd--".colored(span, from: 5) == "<cd\(ColoredSpan.end)--")
    #expect("--".colored(span, from: 7) == "--")
    // A comment is dim, and its values are not.
    #expect("---abcd-".colored(span, isComment: true) == "---\u{1B}[22m<abcd\(ColoredSpan.end)\u{1B}[2m-")
  }

  /// Without its colors the text is the text, for each spec of the gallery, with all details and folded or not.
  @Test func colorsChangeNoText() throws {
    for spec in try Gallery.few() {
      let diagram = try Gallery.traced(spec).diagram
      for choice in 0..<4 {
        var style = TextStyle()
        (style.showsStages, style.showsTimers, style.width) = (
          choice & 1 > 0, choice & 1 > 0, choice & 2 > 0 ? 40 : nil
        )
        let plain = TextRenderer.text(of: diagram, style: style)
        style.hasColor = true
        let colored = TextRenderer.text(of: diagram, style: style)
        #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain, "\(spec.file)")
        #expect(colored.split(separator: "\n").allSatisfy { $0.count { $0 == "\u{1B}" } % 2 == 0 }, "\(spec.file)")
        if diagram.streams.contains(where: { !$0.lane.symbols.isEmpty }) { #expect(colored != plain, "\(spec.file)") }
      }
    }
  }

  /// The colors can be read on white and on black.
  @Test func colorsHaveContrast() {
    func light(_ part: Int) -> Double {
      let value = Double([0, 95, 135, 175, 215, 255][part]) / 255
      return value <= 0.04045 ? value / 12.92 : Foundation.pow((value + 0.055) / 1.055, 2.4)
    }
    for color in TextColors.palette {
      let place = color - 16
      let luminance = 0.2126 * light(place / 36) + 0.7152 * light(place / 6 % 6) + 0.0722 * light(place % 6)
      #expect(1.05 / (luminance + 0.05) >= 3 && (luminance + 0.05) / 0.05 >= 3, "\(color)")
    }
    #expect(Set(TextColors.palette).count == StyleSheet.inks.count)
  }
}

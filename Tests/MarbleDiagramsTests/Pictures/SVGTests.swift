import Gallery
import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@testable import MarbleDiagrams
@testable import MarbleSpecs

struct SVGTests {
  private func svg(_ text: String, theme: Theme = .light) throws -> String {
    SVGRenderer.text(
      of: PosterLayout.picture(of: try ExecutedSpec(SpecText(text, file: "a.marble")).diagram, width: nil), theme: theme
    )
  }

  @Test func aStreamThatSaysNothing() throws {
    let text = try svg("> Empty(completeImmediately: false)\n")
    #expect(text.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"marbles-light\" role=\"img\" width=\""))
    #expect(text.hasSuffix("</svg>\n"))
    #expect(text.contains("<title>Empty(completeImmediately: false)</title>"))
    #expect(text.contains("<desc>Empty(completeImmediately: false): nothing happens.</desc>"))
    #expect(
      !text.contains("class=\"marble\"") && !text.contains("class=\"finish\"") && text.contains("class=\"arrow\""))
  }

  @Test func whatHappensIsThere() throws {
    let text = try svg("title: Half\na: -4-#'no \"<&>\"'\n> a.map { $0 / 2 }\n")
    #expect(text.contains("<title>4 at 1ms</title>") && text.contains("<title>2 at 1ms</title>"))
    #expect(text.contains("<title>fails with no &quot;&lt;&amp;&gt;&quot; at 3ms</title>"))
    #expect(text.contains(">a.<tspan font-weight=\"600\">map</tspan> <tspan class=\"quiet\">{ $0 / 2 }</tspan></text>"))
    #expect(text.contains("a: 4 at 1ms, fails with no &quot;&lt;&amp;&gt;&quot; at 3ms."))
  }

  /// The last color of a capsule ends where its outline does, whether its corners meet or not.
  @Test(arguments: [
    (16.0, "M20 0H24A16 16 0 0 1 24 32H20Z"), (10, "M20 0H30A10 10 0 0 1 40 10V22A10 10 0 0 1 30 32H20Z"),
  ]) func colorsStayWithinTheirMarble(corner: Double, path: String) {
    let box = Box(left: 0, top: 0, right: 40, bottom: 32)
    let item = Picture.Item(.marble, .capsule(box, corner: corner, colors: [0, 1]))
    let picture = Picture(width: 50, height: 40, title: "", description: "", items: [item])
    #expect(SVGRenderer.text(of: picture).contains("d=\"\(path)\""))
  }

  /// Two pictures in one page do not change each other: every selector begins with the class of the picture's own
  /// theme.
  @Test(arguments: Theme.allCases) func everySelectorIsThePicturesOwn(theme: Theme) throws {
    let text = try svg("a: -1-2-|\n> a.filter { $0 > 1 }\n", theme: theme)
    let style = text.split(separator: "<style>")[1].split(separator: "</style>")[0]
    let rules = style.split(separator: "\n").filter { $0.contains("{") && !$0.hasPrefix("@") }
    #expect(rules.count > 20)
    for rule in rules {
      let selectors = rule.prefix { $0 != "{" }.split(separator: ",")
      #expect(selectors.allSatisfy { $0.drop { $0 == " " }.hasPrefix(".marbles-\(theme.rawValue) ") }, "\(rule)")
    }
  }

  /// Later events appear later; a reader who wants less motion sees all of them, and so does a printer. A lost value is
  /// whole until it is lost.
  @Test func anAnimationIsOfStyleSheetsAlone() throws {
    let diagram = try ExecutedSpec(SpecText("a: -1-2-|\n> a.debounce(for: 3)\n", file: "a.marble"), isTraced: true)
      .diagram
    let picture = PosterLayout.picture(of: diagram, width: nil)
    let (still, text) = (SVGRenderer.text(of: picture), SVGRenderer.text(of: picture, isAnimated: true))
    #expect(!still.contains("animation") && !text.contains("<script") && !text.contains("<animate"))
    let rules = text.split(separator: "@media screen and (prefers-reduced-motion: no-preference) {")
    #expect(rules.count == 2 && !rules[0].contains("animation"))
    let delays = text.split(separator: "--at: ").dropFirst().compactMap { Double($0.prefix { $0 != "s" }) }
    let instants = picture.items.compactMap { item in item.instant.flatMap { item.isDrawnOut ? nil : $0 } }
    #expect(delays.count == instants.count && delays.allSatisfy { (0...4.5).contains($0) })
    for one in zip(delays, instants) { for two in zip(delays, instants) where one.1 < two.1 { #expect(one.0 < two.0) } }
    // 1 is replaced at 3 ms, and 2 is dropped at the finish: their stubs are not there before.
    func times(_ shape: String) -> [Double] {
      text.split(separator: "\n").filter { $0.contains(shape) }.compactMap { line in
        line.firstMatch(of: /--at: ([0-9.]+)s/).flatMap { Double($0.1) }
      }
    }
    #expect(times("1 at 1ms</title>")[0] < times("2 at 3ms</title>")[0])
    #expect(times("class=\"stub\"") == [times("2 at 3ms</title>")[0], times("finishes at 5ms</title>")[0]])
  }

  /// The line is not seen through what is pale.
  @Test func aGhostHidesTheLine() throws {
    let text = try svg("a: -1-|\n> a\ndemand --1\n")
    #expect(text.contains(".ghost .surface, .marbles-light .template .surface { fill-opacity: 1 }"))
  }

  /// Equal values have one color, different ones another.
  @Test func coloursFollowValues() throws {
    let text = try svg("a: -1-2-1-|\n> a.delay(for: 1)\n")
    let fills = text.split(separator: "fill=\"").dropFirst().map { String($0.prefix(7)) }
    let (one, two) = (StyleSheet.palette[0], StyleSheet.palette[1])
    #expect(fills == [one, two, one, one, two, one])
  }

  @Test func themes() throws {
    let spec = "a: -1-|\n> a\n"
    let (light, dark, auto) = (try svg(spec), try svg(spec, theme: .dark), try svg(spec, theme: .auto))
    #expect(light.contains("fill: #ffffff") && !light.contains("@media"))
    #expect(dark.contains("fill: #0d1117") && !dark.contains("@media"))
    #expect(
      auto.contains("#ffffff") && auto.contains("@media (prefers-color-scheme: dark)") && auto.contains("#0d1117"))
  }

  /// A reader of XML takes it, whatever stands in the spec, and finds a description of every marble.
  @Test func wellFormed() throws {
    let odd = "title: <b>&amp;\"]]>\na: -x-'\u{1}&<'-#'</svg>'\n  x = \"<!--\"\n> a.filter { $0 < \"b\" && true }\n"
    for text in try Gallery.few() + [SpecText(odd, file: "odd.marble")] {
      let svg = SVGRenderer.text(of: PosterLayout.picture(of: try Gallery.traced(text).diagram, width: nil))
      let reader = SVGReader()
      let parser = XMLParser(data: Data(svg.utf8))
      parser.delegate = reader
      #expect(parser.parse(), "\(text.file): \(String(describing: parser.parserError)) at line \(parser.lineNumber)")
      #expect(reader.untold == 0, "\(text.file)")
      #expect(reader.marbles > 0 || ["empty", "fail"].contains { text.file.hasSuffix("\($0).marble") }, "\(text.file)")
    }
  }

  /// Nothing is fetched and nothing runs.
  @Test func selfContained() throws {
    for text in try Gallery.few() {
      let svg = SVGRenderer.text(of: PosterLayout.picture(of: try Gallery.traced(text).diagram, width: nil))
      let links = svg.split(separator: "http").count - 1
      #expect(links == 1, "the name space and nothing else")
      #expect(
        !svg.contains("<script") && !svg.contains("@import") && !svg.contains("url(") && !svg.contains("font-face"))
    }
  }
}

/// Counts the marbles of a picture, and those of which no title tells.
private final class SVGReader: NSObject, XMLParserDelegate {
  var marbles = 0
  var untold = 0
  private var isTold = [false]

  func parser(
    _: XMLParser, didStartElement name: String, namespaceURI _: String?, qualifiedName _: String?,
    attributes: [String: String]
  ) {
    if name == "title" { isTold[isTold.count - 1] = true }
    if name == "g" { isTold.append(false) }
    guard name == "rect", attributes["class"] == "marble" else { return }
    marbles += 1
    if isTold.last == false { untold += 1 }
  }
  func parser(_: XMLParser, didEndElement name: String, namespaceURI _: String?, qualifiedName _: String?) {
    if name == "g" { isTold.removeLast() }
  }
}

/// Shapes that the style sheet shows have the contrast that WCAG 2.1 asks for: 4.5 for text, 3 for all else.
struct ContrastTests {
  @Test(arguments: [Theme.light, .dark]) func everythingStandsOut(theme: Theme) throws {
    let sheet = Sheet(theme)
    let surface = try sheet.color("fill", of: "surface")
    for role in ["name", "note", "label", "ruler", "warning"] {
      #expect(surface.contrast(try sheet.color("fill", of: role)) >= 4.5, "\(role)")
    }
    let letter = try sheet.color("fill", of: "letter")
    for role in ["code", "quiet", "reason"] {
      #expect(try sheet.color("fill", of: role).contrast(sheet.color("fill", of: "heading")) >= 4.5, "\(role)")
    }
    #expect(try letter.contrast(sheet.color("fill", of: "request")) >= 4.5)
    for role in [
      "stream", "finish", "fold", "cut", "failure", "frame", "marble", "request", "ghost .marble", "unheard .marble",
      "unheard .stream",
    ] {
      #expect(surface.contrast(try sheet.color("stroke", of: role)) >= 3, "\(role)")
    }
    #expect(surface.contrast(try sheet.color("fill", of: "arrow")) >= 3)

    let (pale, opacity) = (try sheet.color("fill", of: "ghost .letter"), try sheet.opacityOfGhosts)
    for fill in StyleSheet.palette + [StyleSheet.neutral] {
      #expect(letter.contrast(Color(fill)) >= 4.5, "\(fill)")
      #expect(pale.contrast(Color(fill).over(surface, opacity)) >= 4.5, "a ghost of \(fill)")
    }
    for ink in StyleSheet.inks + [StyleSheet.ink(-1)] { #expect(surface.contrast(Color(ink)) >= 3, "\(ink)") }
  }

  /// Adjacent colors of the palette also differ for readers who see no red or no green.
  @Test func neighboursDiffer() {
    for matrix in [Color.normal, Color.withoutRed, Color.withoutGreen] {
      let colors = StyleSheet.palette.map { Color($0).seen(matrix) }
      for (one, next) in zip(colors, colors.dropFirst()) { #expect(one.distance(next) > 0.1, "\(one) \(next)") }
    }
  }

  @Test func theMeasureIsThatOfWCAG() {
    #expect(abs(Color("#000000").contrast(Color("#ffffff")) - 21) < 0.001)
    #expect(abs(Color("#777777").contrast(Color("#ffffff")) - 4.48) < 0.005)
    #expect(Color("#ffffff").over(Color("#000000"), 0.5).contrast(Color("#808080")) < 1.01)
  }
}

/// The rules of a theme, as a reader of style sheets sees them: the last one wins.
private struct Sheet {
  var rules: [(selectors: [String], body: String)] = []

  init(_ theme: Theme) {
    for line in StyleSheet.css(theme, scope: "s", isPale: true).split(separator: "\n") {
      let halves = line.split(separator: "{").map(String.init)
      guard halves.count == 2 else { continue }
      let selectors = halves[0].split(separator: ",").map {
        $0.replacingOccurrences(of: "s .", with: ".").trimmingCharacters(in: .whitespaces)
      }
      rules.append((selectors, halves[1]))
    }
  }

  func color(_ property: String, of role: String) throws -> Color {
    let bodies = rules.filter { $0.selectors.contains(".\(role)") }.map(\.body)
    let value = try #require(
      bodies.compactMap { self.value(property, $0) }.last { $0.hasPrefix("#") }, "\(property) of \(role)")
    return Color(value)
  }

  var opacityOfGhosts: Double {
    get throws {
      let bodies = rules.filter { $0.selectors.contains(".ghost rect:not(.surface)") }.map(\.body)
      return try #require(bodies.compactMap { value("fill-opacity", $0) }.compactMap { Double($0) }.last)
    }
  }

  private func value(_ property: String, _ body: String) -> String? {
    body.split { ";}".contains($0) }.map { entry in
      entry.split(separator: ":").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    .last { $0.count == 2 && $0[0] == property }?[1]
  }
}

/// A color of sRGB, each part from 0 to 1.
private struct Color {
  var parts: [Double]

  init(parts: [Double]) { self.parts = parts }
  init(_ text: String) {
    let number = Int(text.dropFirst(), radix: 16) ?? 0
    parts = [16, 8, 0].map { Double(number >> $0 & 255) / 255 }
  }

  var linear: [Double] { parts.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) } }
  private var luminance: Double { zip(linear, [0.2126, 0.7152, 0.0722]).map(*).reduce(0, +) }

  func contrast(_ other: Color) -> Double {
    (max(luminance, other.luminance) + 0.05) / (min(luminance, other.luminance) + 0.05)
  }
  func over(_ ground: Color, _ opacity: Double) -> Color {
    Color(parts: zip(parts, ground.parts).map { $0 * opacity + $1 * (1 - opacity) })
  }

  // The image without the cones for red or for green, in linear light (Viénot, Brettel and Mollon, 1999).
  static let normal: [[Double]] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
  static let withoutRed: [[Double]] = [[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]]
  static let withoutGreen: [[Double]] = [[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]]
  func seen(_ matrix: [[Double]]) -> [Double] { matrix.map { zip($0, linear).map(*).reduce(0, +) } }
}

extension [Double] {
  /// The distance of two colors in linear light.
  fileprivate func distance(_ other: [Double]) -> Double {
    Swift.zip(self, other).map { ($0 - $1) * ($0 - $1) }.reduce(0, +).squareRoot()
  }
}

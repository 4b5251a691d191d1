import Testing

@testable import Marbles

struct SVGTests {
  private func svg(_ text: String, theme: Theme = .light) throws -> String {
    SVGRenderer.text(of: PictureLayout.picture(of: try ExecutedSpec(SpecText(text, file: "a.marble")).diagram), theme: theme)
  }

  @Test func aStreamThatSaysNothing() throws {
    let text = try svg("> Empty(completeImmediately: false)\n")
    #expect(text.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"marbles\" role=\"img\" width=\""))
    #expect(text.hasSuffix("</svg>\n"))
    #expect(text.contains("<title>Empty(completeImmediately: false)</title>"))
    #expect(text.contains("<desc>Empty(completeImmediately: false): nothing happens.</desc>"))
    #expect(!text.contains("class=\"marble\"") && !text.contains("class=\"finish\"") && text.contains("class=\"arrow\""))
  }

  @Test func whatHappensIsThere() throws {
    let text = try svg("title: Half\na: -4-#'no \"<&>\"'\n> a.map { $0 / 2 }\n")
    #expect(text.contains("<title>4 at 1ms</title>") && text.contains("<title>2 at 1ms</title>"))
    #expect(text.contains("<title>fails with no &quot;&lt;&amp;&gt;&quot; at 3ms</title>"))
    #expect(text.contains(">a.map { $0 / 2 }</text>"))
    #expect(text.contains("a: 4 at 1ms, fails with no &quot;&lt;&amp;&gt;&quot; at 3ms."))
  }

  /// Equal values have one colour, different ones another.
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
    #expect(auto.contains("#ffffff") && auto.contains("@media (prefers-color-scheme: dark)") && auto.contains("#0d1117"))
  }

  /// Nothing is fetched and nothing runs.
  @Test func selfContained() throws {
    for text in try GalleryTests.specs() {
      let svg = SVGRenderer.text(of: PictureLayout.picture(of: try ExecutedSpec(text, isTraced: true).diagram))
      let links = svg.split(separator: "http").count - 1
      #expect(links == 1, "the name space and nothing else")
      #expect(!svg.contains("<script") && !svg.contains("@import") && !svg.contains("url(") && !svg.contains("font-face"))
    }
  }

  /// Letters of marbles and of everything else stand out from what is behind them: a contrast of at least 4.5.
  @Test(arguments: [Theme.light, .dark]) func contrast(theme: Theme) throws {
    for fill in StyleSheet.palette { #expect(contrast("#16202c", fill) >= 4.5, "\(fill)") }
    let rules = StyleSheet.css(theme, scope: "s").split(separator: "\n").map(String.init)
    func color(_ selector: String) throws -> String {
      let rule = try #require(rules.first { $0.contains(selector) && $0.contains("fill: #") })
      return String(rule.split(separator: "fill: ")[1].prefix(7))
    }
    let surface = try color(".surface")
    for role in [".title", ".note", ".warning"] { #expect(contrast(try color(role), surface) >= 4.5, "\(role)") }
    #expect(contrast(try color(".code"), try color(".frame")) >= 4.5)
  }

  private func contrast(_ one: String, _ other: String) -> Double {
    let (light, dark) = (max(luminance(one), luminance(other)), min(luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)
  }
  /// The relative luminance of WCAG, with its curve approximated by a power of 2.2 in whole steps: x² for the bound from above.
  private func luminance(_ color: String) -> Double {
    let number = Int(color.dropFirst(), radix: 16) ?? 0
    func part(_ shift: Int) -> Double {
      let share = Double(number >> shift & 255) / 255
      return share <= 0.04045 ? share / 12.92 : share * share * (0.75 + 0.25 * share)
    }
    return 0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0)
  }
}

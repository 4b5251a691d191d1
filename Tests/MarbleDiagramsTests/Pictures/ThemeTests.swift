import Gallery
import Testing

@testable import MarbleDiagrams
@testable import MarbleSpecs
@testable import Marbles

/// The colors of themes, by numbers.
struct ThemeTests {
  /// A color in linear light.
  private typealias Light = (red: Double, green: Double, blue: Double)

  private static func light(_ hex: String) -> Light {
    let number = Int(hex.dropFirst(), radix: 16) ?? 0
    func linear(_ value: Int) -> Double {
      let share = Double(value & 255) / 255
      return share <= 0.04045 ? share / 12.92 : power((share + 0.055) / 1.055)
    }
    return (linear(number >> 16), linear(number >> 8), linear(number))
  }
  /// Returns the power to 2.4, by a root that is found in steps.
  private static func power(_ base: Double) -> Double { base * base * root(base * base, 5) }
  private static func root(_ value: Double, _ degree: Int) -> Double {
    var (low, high) = (0.0, max(1, value))
    for _ in 0..<80 {
      let middle = (low + high) / 2
      if (0..<degree).reduce(1.0, { product, _ in product * middle }) < value { low = middle } else { high = middle }
    }
    return high
  }
  private static func luminance(_ hex: String) -> Double {
    let light = light(hex)
    return 0.2126729 * light.red + 0.7151522 * light.green + 0.0721750 * light.blue
  }
  private static func contrast(_ one: String, _ other: String) -> Double {
    let (low, high) = (min(luminance(one), luminance(other)), max(luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
  }

  /// The colors as readers see them: with all cones, and without those for red, green and blue (Machado, Oliveira and
  /// Fernandes 2009, severity 1).
  private static let eyes: [(name: String, rows: [[Double]])] = [
    ("all", [[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
    ("protan", [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    ("deutan", [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]),
    ("tritan", [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]),
  ]

  /// The coordinates of a color in CIELAB, as someone sees it.
  private static func lab(_ hex: String, _ eye: [[Double]]) -> [Double] {
    let light = light(hex)
    let seen = eye.map { max(0, min(1, $0[0] * light.red + $0[1] * light.green + $0[2] * light.blue)) }
    let rows = [
      [0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041],
    ]
    let xyz = zip(rows, [0.95047, 1, 1.08883]).map { row, white in zip(row, seen).reduce(0) { $0 + $1.0 * $1.1 } / white
    }
    let roots = xyz.map { $0 > 0.008856 ? root($0, 3) : 7.787 * $0 + 16.0 / 116 }
    return [116 * roots[1] - 16, 500 * (roots[0] - roots[1]), 200 * (roots[1] - roots[2])]
  }

  /// The smallest distance of two colors for any of these readers.
  private static func least(_ colors: [String]) -> Double {
    var least = Double.infinity
    for eye in eyes {
      let places = colors.map { lab($0, eye.rows) }
      for (index, one) in places.enumerated() {
        for other in places[(index + 1)...] {
          least = min(least, root(zip(one, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }, 2))
        }
      }
    }
    return least
  }

  /// A distance of 2.3 is just noticeable, one of 10 at a glance. The test finds two colors that only some readers can
  /// tell apart.
  @Test func colorsForColorBlindReadersDiffer() {
    #expect(abs(Self.least(["#000000", "#ffffff"]) - 100) < 0.1)
    #expect(Self.least(["#96dfa3", "#f79d90"]) < 20, "green and red")
    #expect(Self.least(StyleSheet.colorblindPalette) >= 30)
    #expect(Self.least(StyleSheet.colorblindInks) >= 30)
    #expect(Self.least(StyleSheet.palette) < 5)
  }

  /// A letter is dark: 4.5 to 1 on each fill. A line has 3 to 1 on white.
  @Test func lettersAndLinesCanBeRead() {
    for theme in Theme.allCases {
      for fill in StyleSheet.fills(theme) { #expect(Self.contrast(fill, "#16202c") >= 4.5, "\(theme) \(fill)") }
    }
    for ink in StyleSheet.colorblindInks + StyleSheet.inks(.print) {
      #expect(Self.contrast(ink, "#ffffff") >= 3, "\(ink)")
    }
    // Lines, timers and lanes are drawn on the paper and in boxes, light and dark. The fills of timers are too light
    // for that: they have a line around.
    for ink in StyleSheet.inks {
      for ground in ["#ffffff", "#f3f5f8", "#0d1117", "#1b222c"] {
        #expect(Self.contrast(ink, ground) >= 3, "\(ink) on \(ground)")
      }
    }
    for ink in StyleSheet.colorblindInks + StyleSheet.inks(.print) {
      #expect(Self.contrast(ink, "#f3f5f8") >= 3, "\(ink)")
    }
    #expect(StyleSheet.palette.allSatisfy { Self.contrast($0, "#f3f5f8") < 3 })
  }

  /// Only failures and broken rules are red.
  @Test func redIsForFailuresAlone() throws {
    func isRed(_ hex: String) -> Bool {
      let number = Int(hex.dropFirst(), radix: 16) ?? 0
      let (red, green, blue) = (number >> 16, number >> 8 & 255, number & 255)
      // A hue within 15 degrees of red.
      return red - min(green, blue) > 40 && red > max(green, blue) && 4 * abs(green - blue) < red - min(green, blue)
    }
    #expect(isRed("#d1242f") && isRed("#ff7b72") && isRed("#f79d90") && !isRed("#c8731c") && !isRed("#f7a8c9"))
    #expect((StyleSheet.palette + StyleSheet.inks).filter(isRed) == [])
    for theme in [Theme.light, .dark, .auto, .print] {
      let rules = StyleSheet.css(theme, scope: ".m").matches(of: /([^{}]+) \{ [^}]*?(#[0-9a-f]{6})[^}]*\}/)
      let red = rules.filter { isRed(String($0.2)) }.map { String($0.1).split(separator: ".").last ?? "" }
      #expect(Set(red).isSubset(of: ["warning", "failure", "broken"]) && red.isEmpty == (theme == .print))
    }
    // An item of these roles, or with a line in the color of failures, shows a failure.
    var shown = 0
    for text in try Gallery.few() {
      let diagram = try Gallery.traced(text).diagram
      let failures = diagram.runs.enumerated().flatMap { run, outcome in
        (outcome.trace?.events ?? []).enumerated().filter { $0.element.kind.isFailure }.map {
          Picture.EventID(run: run, event: $0.offset)
        }
      }
      for item in PosterLayout.picture(of: diagram, width: 480).items where item.decidedAt == nil {
        let isRed = item.parts.contains { part in
          if case .link(_, _, PosterLayout.failing) = part.shape { return true }
          return [.failure, .warning, .broken].contains(part.role)
        }
        // A failure that nobody receives is gray.
        guard isRed, !item.isUnheard, !item.isGhost, item.tip?.hasPrefix("differs at ") != true else { continue }
        shown += 1
        let isFailure =
          item.parts[0].role == .warning
          ? diagram.runs.contains { run in
            run.trace?.events.contains { $0.kind.isFailure && $0.instant.nanoseconds == item.instant } == true
          } : !item.events.isEmpty && !Set(item.events).isDisjoint(with: failures)
        #expect(isFailure, "\(text.file): \(item.words)")
      }
    }
    #expect(shown > 10)
  }

  @Test func barsAndLanesHaveALineInTheirColor() throws {
    let text = "a: -1---2----|\nb: --4|\n> a.debounce(for: 2).flatMap { _ in b }"
    let diagram = try ExecutedSpec(SpecText(text, file: "a.marble"), isTraced: true).diagram
    for theme in Theme.allCases {
      let svg = SVGRenderer.text(of: PosterLayout.picture(of: diagram, width: 480), theme: theme)
      let shapes = svg.matches(of: /<rect class="(bar|lane)" [^>]*>/).map { String($0.0) }
      #expect(shapes.count == 4, "two timers and two streams")
      #expect(
        shapes.allSatisfy { shape in StyleSheet.inks(theme).contains { shape.contains("stroke=\"\($0)\"") } },
        "\(theme)")
    }
  }

  /// The letter of a pale marble has 4.5 to 1, too, on its color as it is seen through: in light and dark, and in
  /// print.
  @Test func palePosterMarblesCanBeRead() {
    func through(_ hex: String, _ ground: String) -> String {
      let (color, below) = (Int(hex.dropFirst(), radix: 16) ?? 0, Int(ground.dropFirst(), radix: 16) ?? 0)
      let parts = [16, 8, 0].map { shift in
        StyleSheet.paleness * Double(color >> shift & 255) + (1 - StyleSheet.paleness) * Double(below >> shift & 255)
      }
      return "#" + parts.map { String(Int($0) + 256, radix: 16).suffix(2) }.joined()
    }
    for (fills, ground, letter) in [
      (StyleSheet.palette, "#ffffff", "#57606a"), (StyleSheet.palette, "#0d1117", "#e6edf3"),
      (StyleSheet.colorblindPalette, "#ffffff", "#24292f"),
      (StyleSheet.grays, "#ffffff", "#24292f"),
    ] {
      for fill in fills { #expect(Self.contrast(through(fill, ground), letter) >= 4.5, "\(fill) on \(ground)") }
    }
    // Not seen through, as posters once had them, they cannot be read in the dark.
    #expect(StyleSheet.palette.contains { Self.contrast($0, "#e6edf3") < 1.5 })
    for theme in Theme.allCases {
      #expect(
        StyleSheet.css(theme, scope: ".m", isPale: true).contains(
          ".ghost rect:not(.surface), .m .template rect:not(.surface) { fill-opacity: 0.4"))
    }
    for (theme, dark) in [(Theme.print, "#282828"), (.colorblind, "#24292f")] {
      #expect(
        StyleSheet.css(theme, scope: ".m").hasSuffix(".m .ghost .letter, .m .template .letter { fill: \(dark) }\n"))
    }
  }

  /// Neighboring grays differ on paper, and nothing else than black, white and gray is used for marbles.
  @Test func graysDifferInPrint() {
    let lightness = StyleSheet.grays.map { Self.lab($0, Self.eyes[0].rows)[0] }
    #expect(zip(lightness, lightness.dropFirst()).allSatisfy { $0 - $1 >= 8 })
  }

  /// A printer without colors prints each color of `print` as it is: failures, boxes and verdicts are gray, too.
  @Test func nothingIsColoredInPrint() throws {
    for text in try Gallery.few() {
      let diagram = try Gallery.traced(text).diagram
      let svg = SVGRenderer.text(of: PosterLayout.picture(of: diagram, width: 480), theme: .print)
      let colors = Set(svg.matches(of: /#([0-9a-f]{6})[^0-9a-f]/).map { String($0.1) })
      let colored = colors.filter { $0.prefix(2) != $0.suffix(2) || $0.prefix(2) != $0.dropFirst(2).prefix(2) }
      #expect(colors.count > 5 && colored == [], "\(text.file)")
    }
  }

  @Test func aPictureHasTheColorsOfItsTheme() throws {
    let diagram = try ExecutedSpec(
      SpecText("a: -1-2-3-|\nb: --4|\n> a.zip(b)\n> a.flatMap { _ in b }", file: "a.marble"), isTraced: true
    )
    .diagram
    let picture = PosterLayout.picture(of: diagram, width: nil)
    for theme in Theme.allCases {
      let shapes = SVGRenderer.text(of: picture, theme: theme).split(separator: "</style>")[1]
      func colors(_ pattern: Regex<(Substring, Substring)>) -> Set<String> {
        Set(shapes.matches(of: pattern).map { String($0.1) })
      }
      let heads = colors(/class="head" fill="(#[0-9a-f]+)"/), fills = colors(/fill="(#[0-9a-f]+)"/).subtracting(heads)
      #expect(
        fills.subtracting(StyleSheet.fills(theme) + [StyleSheet.fill(-1, theme)]).isEmpty && fills.count >= 4,
        "\(theme)")
      let lines = colors(/stroke="(#[0-9a-f]+)"/).union(heads)
      #expect(
        !heads.isEmpty && lines.subtracting(StyleSheet.inks(theme) + [StyleSheet.ink(-1, theme)]).isEmpty, "\(theme)")
    }
  }

  /// Each variable is read, and a page that defines none sees the colors of `auto`.
  @Test func aPageGivesColorsByVariables() throws {
    let css = StyleSheet.css(.css, scope: ".marbles-css")
    for one in StyleSheet.variableNames { #expect(css.contains("var(--marble-\(one.name), revert-layer)")) }
    #expect(css.contains("[fill=\"#8ecbff\"] { fill: var(--marble-1, #8ecbff) }"))
    #expect(css.hasPrefix("@layer marbles {\n" + StyleSheet.css(.auto, scope: ".marbles-css")))
    #expect(!StyleSheet.css(.auto, scope: ".m").contains("var("))
  }
}

import MarbleRuns

/// The colors of a picture.
public enum Theme: String, CaseIterable, Sendable {
  /// Colors for a white page.
  case light
  /// Colors for a black page.
  case dark
  /// Light or dark colors, by the setting of the reader's system.
  case auto
  /// Black, white and grays, for a printer without colors.
  case print
  /// Eight colors that differ for readers with any form of color blindness, on a white page.
  case colorblind
  /// Colors of the page that contains the picture: variables such as `--marble-line`. Without them it is as `auto`.
  case css
}

/// The style sheet of the roles.
enum StyleSheet {
  /// The fills of marbles: light enough for dark letters, and distinguishable from each other. None is red, the color
  /// of failures.
  static let palette = [
    "#8ecbff", "#ffc078", "#96dfa3", "#f7a8c9", "#f9e07f", "#c3b1f7", "#7fdcd3", "#cfe07a", "#dcc3a5", "#b4c4d8",
    "#e6b0f0",
  ]

  /// The fill of a marble that was made from too many others.
  static let neutral = "#d5dce4"
  /// The same colors for lines, which must be visible on white, on black, and in the boxes of operators.
  static let inks = [
    "#2f86d1", "#c8731c", "#2f9e4f", "#d1538f", "#a98700", "#8468d8", "#129a8d", "#7a9410", "#a67c48", "#6d829b",
    "#b35fc4",
  ]

  /// The smallest distance of two of these colors in CIELAB is 30, also as they are seen without red, green or blue
  /// cones.
  static let colorblindPalette = [
    "#a1caff", "#ffce0e", "#cb639e", "#44fdcd", "#e46117", "#e9ff9a", "#b15df5", "#8c9b69",
  ]
  static let colorblindInks = ["#5595b3", "#f15e07", "#1c00f9", "#7e2405", "#891ab4", "#938d70", "#000247", "#2f000c"]
  /// Grays that differ in print, from white.
  static let grays = ["#ffffff", "#e0e0e0", "#c2c2c2", "#a5a5a5", "#898989"]

  static func fills(_ theme: Theme) -> [String] {
    switch theme {
    case .light, .dark, .auto, .css: palette
    case .print: grays
    case .colorblind: colorblindPalette
    }
  }
  /// Returns the colors of a theme for lines.
  static func inks(_ theme: Theme) -> [String] {
    switch theme {
    case .light, .dark, .auto, .css: inks
    case .print: ["#000000", "#767676"]
    case .colorblind: colorblindInks
    }
  }

  /// Returns the fill of a marble.
  static func fill(_ color: Int, _ theme: Theme = .auto) -> String {
    let fills = fills(theme)
    return color < 0 ? shown(neutral, theme) : fills[color % fills.count]
  }
  static func ink(_ color: Int, _ theme: Theme = .auto) -> String {
    let inks = inks(theme)
    if color == PosterLayout.failing { return shown("#e5534b", theme) }
    return color < 0 ? shown("#6d829b", theme) : inks[color % inks.count]
  }

  /// Returns a text with its colors: in print each is the gray that is as light.
  private static func shown(_ text: String, _ theme: Theme) -> String {
    if theme != .print { return text }
    var pieces = text.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
    for index in pieces.indices.dropFirst() {
      guard let color = Int(pieces[index].prefix(6), radix: 16) else { continue }
      let gray = ((color >> 16) * 299 + (color >> 8 & 255) * 587 + (color & 255) * 114) / 1000
      let digits = String(gray + 256, radix: 16).dropFirst()
      pieces[index] = String(digits + digits + digits + pieces[index].dropFirst(6))
    }
    return pieces.joined(separator: "#")
  }

  /// Returns the rules that a poster has in addition.
  static func posterRules(scope: String) -> String { rules(poster + pale, scope) }

  /// Returns the style rules of a theme.
  ///
  /// - Parameters:
  ///   - judges: Whether the picture has rules of a spec, whose bars have colors of their own.
  ///   - isPale: Whether the picture has pale marbles.
  static func css(_ theme: Theme, scope: String, judges: Bool = true, isPale: Bool = false) -> String {
    let shared = rules(
      shared + poster + (isPale ? pale : [])
        + (judges ? [(".held, .broken, .undecided", "fill: none; stroke-width: 2")] : []), scope)
    func shaded(_ shade: Shade) -> String { rules(colors(shade) + (judges ? verdicts(shade) : []), scope) }
    switch theme {
    case .light: return shared + shaded(.light)
    // On darker fills a pale letter is too pale.
    case .print, .colorblind:
      let dark = rules([(".unheard .letter, .ghost .letter, .template .letter", "fill: #24292f")], scope)
      return shown(shared + shaded(.light) + dark, theme)
    case .dark: return shared + shaded(.dark)
    case .auto, .css:
      let auto = shared + shaded(.light) + "@media (prefers-color-scheme: dark) {\n" + shaded(.dark) + "}\n"
      return theme == .css ? "@layer marbles {\n" + auto + "}\n" + variables(scope) : auto
    }
  }

  /// The variables of the theme `css`, and the roles and properties that they color. A variable that the page does not
  /// define changes nothing.
  static let variableNames: [(name: String, roles: [(String, property: String)])] = [
    ("surface", [(".surface, .timer", "fill"), (".label, .note, .ruler, .warning", "stroke")]),
    ("text", [(".name, .code, .label", "fill")]),
    ("note", [(".note, .ruler, .quiet, .reason", "fill")]),
    ("line", [(".stream, .finish, .fold, .bend, .marble", "stroke"), (".arrow", "fill")]),
    ("guide", [(".guide", "stroke")]),
    ("box", [(".frame", "fill")]),
    ("letter", [(".letter", "fill")]),
    ("failure", [(".failure", "stroke"), (".warning", "fill")]),
  ]

  /// Returns the rules that read the variables. For a variable that is not defined, `revert-layer` keeps the color of
  /// the rules in the layer.
  private static func variables(_ scope: String) -> String {
    let colors = variableNames.flatMap { one in
      one.roles.map { role in
        rules([(role.0, "\(role.property): var(--marble-\(one.name), revert-layer)")], scope)
      }
    }
    let fills = palette.enumerated().map { "\(scope) [fill=\"\($1)\"] { fill: var(--marble-\($0 + 1), \($1)) }\n" }
    let inks = inks.enumerated().map { "\(scope) [stroke=\"\($1)\"] { stroke: var(--marble-\($0 + 1)-line, \($1)) }\n" }
    return colors.joined() + (fills + inks).joined()
  }

  private static func rules(_ rules: [(String, String)], _ scope: String) -> String {
    rules.map { rule in
      rule.0.split(separator: ", ").map { "\(scope) \($0)" }.joined(separator: ", ") + " { \(rule.1) }\n"
    }.joined()
  }

  private static let sans = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
  private static let mono =
    "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', 'DejaVu Sans Mono', monospace"

  private static let shared = [
    ("text", "font-family: \(sans)"),
    (".mono", "font-family: \(mono)"),
    (".letter", "fill: #16202c"),
    (".marble, .frame, .request", "stroke-width: 2"),
    (".stream, .cut", "fill: none; stroke-width: 2"),
    (".fold", "fill: none; stroke-width: 2; stroke-dasharray: 2 5"),
    (".finish", "fill: none; stroke-width: 3"),
    (".failure", "fill: none; stroke-width: 3; stroke-linecap: round"),
    (".label, .note, .ruler, .warning", "paint-order: stroke; stroke-width: 3; stroke-linejoin: round"),
    (".ghost circle, .ghost path", "fill-opacity: 0.4; stroke-dasharray: 3 3"),
    (".ghost .surface, .template .surface", "fill-opacity: 1"),
    (".template circle, .template path", "fill-opacity: 0.4"),
    (".template .failure", "stroke-opacity: 0.5"),
    (".guide", "stroke-width: 1; stroke-dasharray: 2 3"), (".bend", "stroke-width: 1.5"),
  ]

  /// Thicker lines, and what happens within an operator.
  private static let poster = [
    (".stream", "stroke-width: 3"),
    (".fold", "stroke-width: 3"),
    (".finish", "stroke-width: 4"),
    (".marble", "stroke-width: 2.5"),
    (".drop", "fill: none; stroke-width: 2.5"),
    (".end", "fill: none; stroke-width: 1.25"),
    (".stub", "fill: none; stroke-width: 2.5; stroke-dasharray: 3 3; stroke-opacity: 0.75"),
    (".bar, .timer", "stroke-width: 1.5"),
    (".lane", "fill-opacity: 0.35; stroke-width: 1.5"),
    (".cluster", "stroke-width: 1.5"),
    (".letter", "paint-order: normal"),
  ]

  private static let pale = [
    (".ghost rect:not(.surface), .template rect:not(.surface)", "fill-opacity: \(paleness); stroke-dasharray: 3 3"),
    (".unheard rect:not(.surface)", "fill-opacity: \(paleness)"),
  ]
  /// How much of its color a pale marble has.
  static let paleness = 0.4

  private enum Shade { case light, dark }

  private static func verdicts(_ shade: Shade) -> [(String, String)] {
    [
      (".held", "stroke: \(shade == .light ? "#1a7f37" : "#56d364")"),
      (".broken", "stroke: \(shade == .light ? "#d1242f" : "#ff7b72")"),
      (".undecided", "stroke: \(shade == .light ? "#57606a" : "#9aa4b0")"),
    ]
  }

  private static func colors(_ shade: Shade) -> [(String, String)] {
    func pick(_ light: String, _ dark: String) -> String { shade == .light ? light : dark }
    let line = pick("#24292f", "#e6edf3")
    let surface = pick("#ffffff", "#0d1117")
    let faint = pick("#57606a", "#9aa4b0")
    let pale = pick("#8c959f", "#6e7681")
    return [
      (".surface, .timer", "fill: \(surface)"),
      (".label, .note, .ruler, .warning", "stroke: \(surface)"),
      (".name, .code, .label", "fill: \(line)"),
      (".note, .ruler, .quiet, .reason", "fill: \(faint)"),
      (".warning", "fill: \(pick("#b3261e", "#ff8f87"))"),
      (".guide", "stroke: \(pick("#d5dbe1", "#3d4754"))"),
      (".stream, .finish, .fold, .bend", "stroke: \(line)"),
      (".arrow", "fill: \(line)"),
      (".marble", "stroke: \(line)"),
      (".unheard .letter, .ghost .letter, .template .letter", "fill: \(pick("#57606a", "#e6edf3"))"),
      (
        ".ghost .marble, .template .marble, .template .stream, .template .finish, .template .fold",
        "stroke: \(faint)"
      ),
      (".template .arrow", "fill: \(faint)"),
      (
        ".unheard .stream, .unheard .finish, .unheard .fold, .unheard .marble, .unheard .cluster, .unheard .failure",
        "stroke: \(pale)"
      ),
      (".unheard .arrow", "fill: \(pale)"), (".unheard .warning", "fill: \(faint)"),
      (".cut", "stroke: \(faint)"),
      (".cluster", "fill: \(surface); stroke: \(faint)"),
      (".failure", "stroke: \(pick("#d1242f", "#ff7b72"))"),
      (".frame", "fill: \(pick("#f3f5f8", "#1b222c")); stroke: \(line)"),
      (".heading", "fill: \(pick("#e4e9ef", "#2a333f"))"), (".hop", "fill: \(line)"),
      (".request", "fill: \(pick("#dfe5ec", "#c3ccd6")); stroke: \(faint)"),
    ]
  }
}

import Marbles

/// The terminal of the command, as far as it changes the output.
package struct Terminal: Hashable, Sendable {
  /// The columns of the terminal that shows the output; nil where the output goes elsewhere, and must not depend on any width.
  package var width: Int?
  /// Whether the output may have colours.
  package var hasColor = false
  /// Whether the messages may have colours.
  package var hasMessageColor = false
  /// Whether somebody watches the messages, and may want to know how far things are.
  package var showsProgress = false

  /// Whether somebody types what is read from standard input.
  package var isInteractive = false
  /// The folder in which the command keeps what it knows of the user; nil if there is none.
  package var stateFolder: String?

  package init() {}

  /// The terminal of this process: no colour with `NO_COLOR` or for a terminal that knows none.
  package static var current: Terminal {
    var terminal = Terminal()
    terminal.width = Files.terminalWidth
    let wantsColor = (Files.environment("NO_COLOR") ?? "").isEmpty && Files.environment("TERM") != "dumb"
    terminal.showsProgress = Files.isTerminal(error: true) && Files.environment("TERM") != "dumb"
    terminal.hasColor = wantsColor && terminal.width != nil
    terminal.hasMessageColor = wantsColor && Files.isTerminal(error: true)
    terminal.isInteractive = Files.isInputTerminal && terminal.width != nil
    let state = Files.environment("XDG_STATE_HOME").flatMap { $0.isEmpty ? nil : $0 }
    let home = Files.environment("HOME").flatMap { $0.isEmpty ? nil : $0 + "/.local/state" }
    terminal.stateFolder = terminal.isInteractive ? (state ?? home).map { $0 + "/marble" } : nil
    return terminal
  }
}

/// Colours for what is printed, line by line.
enum Paint {
  enum Kind { case plain, diagram, difference, message }
  private enum Color: String { case bold = "1", dim = "2", red = "31", green = "32", cyan = "36" }

  static func paint(_ text: String, as kind: Kind) -> String {
    if kind == .plain { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard let color = color(of: line, kind) else { return String(line) }
      return "\u{1B}[\(color.rawValue)m\(line)\u{1B}[0m"
    }.joined(separator: "\n")
  }

  private static func color(of line: Substring, _ kind: Kind) -> Color? {
    switch kind {
    case .diagram: line.first == "#" ? .dim : line.first == ">" ? .cyan : nil
    case .difference:
      line.isEmpty
        ? nil : line.first != " " ? .bold : line.hasPrefix("  expected") ? .green : line.hasPrefix("  actual") || line.isCarets ? .red : nil
    case .message: line.hasPrefix("Error:") || line.contains(": error: ") ? .red : line.isCarets ? .green : nil
    case .plain: nil
    }
  }
}

extension Substring {
  fileprivate var isCarets: Bool { contains("^") && allSatisfy { " ^~".contains($0) } }
}

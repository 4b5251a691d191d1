import Marbles
import PipesCore

/// The properties of the terminal that affect the output of the command.
struct Terminal: Hashable, Sendable {
  /// The number of columns of the terminal that shows the output; `nil` if the output is written elsewhere and must not
  /// depend on a width.
  var width: Int?
  /// Whether it is the terminal of this process, whose user may resize it while the command runs.
  private var isOwn = false
  /// The number of columns at this moment.
  var currentWidth: Int? { isOwn ? Files.terminalWidth : width }
  /// Whether the output may have colors.
  var hasColor = false
  var hasMessageColor = false
  /// How the progress of long work is shown; `nil` if it is not.
  var progress: Progress.Style?
  /// Whether long work is stopped before its end: by Control-C, or from the start.
  var isStopped = false

  /// Whether standard input is typed on a terminal.
  var isInteractive = false

  init() {}

  /// The terminal of this process. It has no colors with `NO_COLOR`, or if it does not support them.
  static var current: Terminal {
    var terminal = Terminal()
    terminal.width = Files.terminalWidth
    terminal.isOwn = true
    let wantsColor = (Files.environment("NO_COLOR") ?? "").isEmpty && Files.environment("TERM") != "dumb"
    terminal.progress = Files.isTerminal(error: true) && Files.environment("TERM") != "dumb" ? .line : .log
    terminal.hasColor = wantsColor && terminal.width != nil
    terminal.hasMessageColor = wantsColor && Files.isTerminal(error: true)
    terminal.isInteractive = Files.isInputTerminal && terminal.width != nil
    return terminal
  }
}

/// The one writer of the command: whatever is printed passes it. It makes text printable, and colors it line by line.
enum Paint {
  /// A drawing has colors of its own.
  enum Kind { case plain, diagram, drawing, difference, message }
  /// The marks before a row as it is in a file, and as it would be.
  static let oldMark = "  old  ", newMark = "  new  "
  private enum Color: String { case bold = "1", dim = "2", red = "31", green = "32", cyan = "36" }

  static func printed(_ text: String, as kind: Kind, hasColor: Bool) -> String {
    hasColor
      ? colored(kind == .drawing ? Printable.drawing(text) : Printable.text(text), as: kind) : Printable.text(text)
  }

  private static func colored(_ text: String, as kind: Kind) -> String {
    if kind == .plain { return text }
    var isPipeline = false
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      // Lines that begin with a space continue the pipeline above them.
      isPipeline = (kind == .diagram || kind == .drawing) && (line.first == ">" || (isPipeline && line.first == " "))
      guard let color = isPipeline ? .cyan : color(of: line, kind) else { return String(line) }
      return "\u{1B}[\(color.rawValue)m\(line)\u{1B}[0m"
    }.joined(separator: "\n")
  }

  private static func color(of line: Substring, _ kind: Kind) -> Color? {
    switch kind {
    case .diagram, .drawing: line.first == "#" ? .dim : nil
    case .difference:
      line.isEmpty
        ? nil
        : line.first != " "
          ? .bold
          : begins(line, "  " + RowName.expected, newMark)
            ? .green : begins(line, "  " + RowName.actual, oldMark) || line.isCarets ? .red : nil
    // As a compiler writes them, for people and for editors.
    case .message: line.hasPrefix("Error:") || line.contains(": error: ") ? .red : line.isCarets ? .green : nil
    case .plain: nil
    }
  }
  private static func begins(_ line: Substring, _ marks: String...) -> Bool { marks.contains { line.hasPrefix($0) } }
}

extension Substring {
  fileprivate var isCarets: Bool { contains("^") && allSatisfy { " ^~".contains($0) } }
}

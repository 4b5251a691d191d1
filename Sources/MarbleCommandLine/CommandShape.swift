import MarbleSpecs
import PipesCore

/// The arguments of a subcommand, for its help, its usage and its parser.
struct CommandShape: Sendable {
  struct Option: Sendable {
    var name: String
    var short: Character?
    /// The placeholder of the value in help; `nil` for a flag.
    var value: String?
    /// The values of the option, if there are few.
    var choices: [String] = []
    var help: String

    /// `-o, --output <path>`
    var spelled: String { (short.map { "-\($0), " } ?? "") + "--\(name)" + (value.map { " <\($0)>" } ?? "") }
    var inUsage: String { "[" + (short.map { "-\($0)" } ?? "--\(name)") + (value.map { " <\($0)>" } ?? "") + "]" }
  }
  struct Operand: Sendable {
    /// The kind of the operand, so that a shell can complete it.
    enum Kind: Hashable, Sendable { case path, text, operatorName }

    var name: String
    var kind = Kind.path
    var help: String
    /// Whether `-` is standard input.
    var takesInput = false
    var isRepeated = false
    var isOptional = false

    var spelled: String { "<\(name)>" + (isRepeated ? " ..." : "") }
    var inUsage: String { isOptional ? "[\(spelled)]" : spelled }
  }

  var name: String
  /// The effect of the subcommand, in one sentence.
  var overview: String
  var operands: [Operand] = []
  /// The operand with the option `-e`, which makes the arguments lines of a spec.
  var lines: Operand?
  var options: [Option] = []

  var usage: String { (["marble", name] + operands.map(\.inUsage) + options.map(\.inUsage)).joined(separator: " ") }

  var help: String {
    var text = "OVERVIEW: \(overview)\n\nUSAGE: \(usage)\n"
    if !operands.isEmpty {
      text += "\nARGUMENTS:\n" + operands.map { CommandShape.entry($0.spelled, $0.help) }.joined()
    }
    return text + "\nOPTIONS:\n" + options.map { CommandShape.entry($0.spelled, $0.help) }.joined()
      + CommandShape.entry("-h, --help", "Show help information.")
  }

  /// A line of a help text: the words in one column, the explanation in the next.
  static func entry(_ words: String, _ help: String) -> String {
    let start = "  " + words
    let column = 26
    let pad =
      start.count + 2 <= column
      ? String(repeating: " ", count: column - start.count) : "\n" + String(repeating: " ", count: column)
    return start + pad + wrapped(help, column) + "\n"
  }
  static func wrapped(_ text: String, _ indent: Int) -> String {
    text.wrapped(width: 80 - indent).joined(separator: "\n" + String(repeating: " ", count: indent))
  }
}

/// An error in the arguments of the call.
struct UsageError: Error {
  var message: String
}

/// The parsed arguments of a subcommand.
struct ParsedArguments {
  var operands: [String] = []
  var values: [String: String] = [:]
  var flags: Set<String> = []
  private(set) var wantsHelp = false

  /// Reads the words after the name of a subcommand.
  init(_ words: [String], for shape: CommandShape) throws(UsageError) {
    // A call for help prints the help, whatever else is wrong.
    if words.prefix(while: { $0 != "--" }).contains(where: { $0 == "-h" || $0 == "--help" }) {
      wantsHelp = true
      return
    }
    var shape = shape
    if let lines = shape.lines, words.contains(where: { ["-e", "--lines"].contains($0) }) { shape.operands = [lines] }
    var index = 0
    var isOver = false
    while index < words.count {
      let word = words[index]
      index += 1
      if word == "--", !isOver {
        isOver = true
      } else if isOver || word == "-" || !word.hasPrefix("-") || isLine(word, shape) {
        operands.append(word)
      } else {
        try readOption(word, words, &index, shape)
      }
    }
    try checkOperands(shape)
  }

  /// Whether a word that begins as an option is a line of a spec, because it has spaces.
  private func isLine(_ word: String, _ shape: CommandShape) -> Bool {
    shape.operands.first?.kind == .text && !word.hasPrefix("--") && word.contains(" ") && !word.contains("=")
      || word.hasPrefix("-- ")
  }

  private mutating func readOption(_ word: String, _ words: [String], _ index: inout Int, _ shape: CommandShape)
    throws(UsageError)
  {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let name = parts[0]
    guard let option = shape.options.first(where: { "--\($0.name)" == name || $0.short.map { "-\($0)" } == name })
    else {
      if shape.operands.first?.kind == .text, let row = CommandGuess.namedRow(word) {
        if let head = operands.last, head.hasSuffix(":") {
          let example = "'\(head) -1-2-|' '> \(head.dropLast()).delay(for: 2)'"
          throw UsageError(
            message: "Each line of a spec needs quotes, or the shell takes '|' and '>' for itself: \(example)")
        }
        if operands.contains(where: { $0.contains(":") }), shape.name == "find" {
          throw UsageError(message: "The outcome begins with '=': '= \(word)'")
        }
        throw UsageError(message: "A row needs a name: '\(row)'")
      }
      throw UsageError(message: "Unknown option '\(name)'" + CommandGuess.option(for: name, of: shape))
    }
    guard option.value != nil else {
      if parts.count > 1 {
        throw UsageError(
          message: "The option '--\(option.name)' does not take any value, but '\(parts[1])' was specified.")
      }
      flags.insert(option.name)
      return
    }
    let value = parts.count > 1 ? parts[1] : index < words.count ? words[index] : ""
    if value.isEmpty { throw UsageError(message: "Missing value for '\(option.spelled)'") }
    if parts.count == 1 { index += 1 }
    if !option.choices.isEmpty, !option.choices.contains(value) {
      let known = option.choices.map { "'\($0)'" }.joined(separator: ", ")
      let isPixels = option.choices.contains("svg") && Drawing.pixelFormats.contains(value.lowercased())
      let near =
        isPixels
        ? " Draw an SVG file, then: rsvg-convert --zoom 2 a.svg -o a.png"
        : Suggestion.nearest(to: value, among: option.choices).map { " Did you mean '\($0)'?" } ?? ""
      throw UsageError(
        message: "The value '\(value)' is invalid for '\(option.spelled)'. Please provide one of \(known).\(near)")
    }
    values[option.name] = value
  }

  private func checkOperands(_ shape: CommandShape) throws(UsageError) {
    let needed = shape.operands.filter { !$0.isOptional }
    if operands.count < needed.count {
      let operand = needed[operands.count]
      let kinds =
        operand.takesInput
        ? ": a file, a folder, or - for standard input" : ""
      throw UsageError(message: "Missing expected argument '\(operand.spelled)'\(kinds)")
    }
    if !shape.operands.contains(where: \.isRepeated), operands.count > shape.operands.count {
      let extra = operands[shape.operands.count]
      let takes =
        shape.operands.isEmpty
        ? "no argument" : shape.operands.count == 1 ? "one argument" : "\(shape.operands.count) arguments"
      throw UsageError(message: "Unexpected argument '\(extra)'. '\(shape.name)' takes \(takes)")
    }
  }
}

@_exported import MarbleSpecs
import Marbles

/// The command `marble` without the process: it takes words and returns texts and an exit code.
public struct MarbleTool {
  /// The result of a call.
  struct Result: Hashable, Sendable {
    /// The text for standard output.
    var output = ""
    /// The text for standard error.
    var errors = ""
    var code: Int32 = 0

    /// Writes the output to standard output. The result has the messages and the exit code, also of a failure to write.
    func delivered(to handle: Int32 = Files.standardOutput) -> Result {
      var rest = Result(errors: errors, code: code)
      do { try Files.print(output, to: handle) } catch {
        rest.errors += "Error: Standard output cannot be written: \(error.reason).\n"
        rest.code = max(code, 66)
      }
      return rest
    }
  }

  /// Runs the command with the arguments of the process, and ends the process.
  ///
  /// An executable that calls it is a command like `marble` that has your operators:
  ///
  ///     import MarbleCommandLine
  ///
  ///     MarbleTool.main(adding: [settled])
  ///
  /// - Parameter operators: Your own operators. A name that exists already is an error, which ends the process with
  ///   code 64.
  public static func main(adding operators: [SpecOperator] = []) -> Never {
    Files.ignoreClosedPipes()
    do throws(SpecOperator.Problem) { try SpecOperator.add(operators) } catch {
      Files.printError(Printable.text("Error: \(error.message).\n"))
      Files.exit(64)
    }
    let result = run(Array(CommandLine.arguments.dropFirst()), on: .current, key: standardKey).delivered()
    Files.printError(result.errors)
    Files.exit(result.code)
  }

  static let version = "0.4.0"

  /// Runs the command with the words after its name.
  ///
  /// - Parameters:
  ///   - beforeUpdate: Called between reading specs and writing into them, where others may write, too.
  ///   - key: Reads a key; `nil` at the end of the input. It may print the result so far, and then removes that from
  ///     the result.
  static func run(
    _ words: [String], on terminal: Terminal = Terminal(), beforeUpdate: @escaping () -> Void = {},
    key: @escaping (inout Result) -> Character? = { _ in nil }
  ) -> Result {
    var tool = MarbleTool(terminal: terminal, beforeUpdate: beforeUpdate, key: key)
    tool.run(words)
    return tool.result
  }

  let terminal: Terminal
  let beforeUpdate: () -> Void
  private let key: (inout Result) -> Character?
  /// The files that were read. They are not overwritten.
  var sources: Set<Files.Identity> = []
  /// The files that were drawn.
  var written: Set<String> = []
  var result = Result()

  private init(
    terminal: Terminal, beforeUpdate: @escaping () -> Void, key: @escaping (inout Result) -> Character?
  ) {
    self.terminal = terminal
    self.beforeUpdate = beforeUpdate
    self.key = key
  }

  /// Prints a prompt and reads a key; `nil` at the end of the input. The key is echoed.
  mutating func askKey(_ prompt: String) -> Character? {
    result.output += Printable.text(prompt)
    let key = key(&result)
    let isShown = key?.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F } ?? false
    result.output += (isShown ? String(key ?? " ") : "") + "\n"
    return key
  }

  /// Prints the output so far, and reads a key of the terminal.
  static func standardKey(_ result: inout Result) -> Character? {
    let rest = result.delivered()
    Files.printError(rest.errors)
    result = Result(code: rest.code)
    return Files.key()
  }

  mutating func print(_ text: String, as kind: Paint.Kind = .plain) {
    let text = text.hasSuffix("\n") ? text : text + "\n"
    result.output += Paint.printed(text, as: kind, hasColor: terminal.hasColor)
  }
  mutating func report(_ text: String) {
    let text = text.hasSuffix("\n") ? text : text + "\n"
    result.errors += Paint.printed(text, as: .message, hasColor: terminal.hasMessageColor)
  }
  mutating func report(_ text: String, code: Int32) {
    report(text)
    end(with: code)
  }
  /// Writes a text into a file, unless the file is one of the sources of the text, or has a text that would be lost.
  ///
  /// - Parameter isReplaceable: Whether the text that a file has can be written again.
  mutating func write(_ text: String, to path: String, over isReplaceable: (String) -> Bool) {
    do {
      if let entry = try Files.entry(at: path) {
        if sources.contains(entry.identity) {
          return report(
            "Error: '\(path)' is the spec itself, which the drawing would replace; write to another file or folder.",
            code: 64)
        }
        if entry.kind == .folder {
          return report("Error: '\(path)' is a folder; name a file in it.", code: 66)
        }
        if entry.kind == .file, !Replaceable.isReplaceable(try Files.read(path), by: text, isReplaceable) {
          return report(
            "Error: '\(path)' has other content, which would be lost; write to another file or folder, or remove it first.",
            code: 66)
        }
      }
      announce(text, path)
      try Files.write(text, to: path)
    } catch {
      let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
      let isMissing = !folder.isEmpty && Files.stamp(at: folder) == nil
      let fix = isMissing ? " There is no folder '\(folder)'; make it first." : ""
      report("Error: '\(path)' cannot be written: \(error.reason).\(fix)", code: 66)
    }
  }
  /// Says that a file is going to be large, before the seconds that it takes to write it.
  private func announce(_ text: String, _ path: String) {
    let megabytes = text.utf8.count / 1_000_000
    if megabytes >= 20, terminal.progress != nil {
      Files.printError(Printable.text("'\(path)' takes \(megabytes) MB\n"))
    }
  }
  /// Sets the exit code, unless a higher one has been set.
  mutating func end(with code: Int32) { result.code = max(result.code, code) }

  private mutating func run(_ words: [String]) {
    guard let first = words.first else { return print(MarbleTool.help) }
    switch first {
    case "--version": print(MarbleTool.version)
    case "-h", "--help": print(MarbleTool.help)
    case "help": help(Array(words.dropFirst()))
    default:
      if let command = MarbleTool.commands.first(where: { $0.shape.name == first }) {
        run(command, Array(words.dropFirst()))
      } else {
        let what = first.hasPrefix("-") ? "Unknown option" : "Unexpected argument"
        refuse("\(what) '\(first)'" + CommandGuess.subcommand(for: first), nil)
      }
    }
  }

  private mutating func run(_ command: Subcommand, _ words: [String]) {
    do {
      if words == ["help"], command.shape.operands.first?.kind == .path, Files.stamp(at: "help") == nil {
        return refuse(
          "There is no file or folder 'help'. Did you mean 'marble help \(command.shape.name)'?", command.shape)
      }
      let arguments = try ParsedArguments(words, for: command.shape)
      if arguments.wantsHelp { return print(command.shape.help) }
      try command.run(&self, arguments)
    } catch {
      refuse((error as? UsageError)?.message ?? "\(error)", command.shape)
    }
  }

  /// Reports an error in the arguments.
  mutating func refuse(_ message: String, _ shape: CommandShape?) {
    report("Error: \(message)")
    report("Usage: \(shape?.usage ?? "marble <subcommand>")")
    report("  See 'marble \(shape.map { $0.name + " " } ?? "")--help' for more information.", code: 64)
  }
}

/// A subcommand: its arguments and its action.
struct Subcommand: Sendable {
  var shape: CommandShape
  var run: @Sendable (inout MarbleTool, ParsedArguments) throws -> Void
}

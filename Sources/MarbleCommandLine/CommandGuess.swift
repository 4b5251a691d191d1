import MarbleSpecs
import Marbles

/// Guesses what somebody meant who writes a call as in another tool.
enum CommandGuess {
  /// The subcommands for words that other tools use.
  private static let subcommands: [String: [String]] = {
    let words: [([String], [String])] = [
      (["show", "view", "print", "display", "picture", "plot", "svg", "html", "text", "export", "fmt", "format"], ["render"]),
      (["run", "exec", "execute", "start", "build"], ["render", "check"]),
      (["test", "verify", "validate", "lint", "diff", "assert", "update", "fix", "record"], ["check"]),
      (["accept", "reject", "approve", "pending", "snapshots"], ["check --review", "review"]),
      (["why", "trace", "debug", "steps", "log", "describe"], ["explain"]),
      (["ops", "operator", "list", "ls", "search", "doc", "docs", "rx"], ["operators"]),
      (["eval", "repl", "play", "-e", "-c"], ["try"]), (["convert", "xctest", "generate", "code"], ["swift"]),
      (["learn", "course", "exercise", "question", "questions"], ["quiz"]), (["serve", "live", "--watch", "-w"], ["watch"]),
      (["server", "language-server", "--stdio"], ["lsp"]), (["man"], ["manual"]),
      (["which", "guess", "identify", "solve"], ["find"]),
      (["cmp", "versus", "vs", "equal", "same", "equivalent", "difference"], ["compare"]), (["completion", "complete"], ["completions"]),
      (["version", "-v", "-V"], ["--version"]), (["-?", "/?", "usage"], ["--help"]),
    ]
    var all: [String: [String]] = [:]
    for (names, commands) in words { for name in names { all[name] = commands } }
    return all
  }()

  /// A question with the subcommand that the first word of a call was probably meant to be; an empty text if nothing is near.
  static func subcommand(for word: String) -> String {
    let owners = MarbleTool.commands.map(\.shape).filter { shape in shape.options.contains { "--\($0.name)" == word } }.map(\.name)
    if !owners.isEmpty, subcommands[word] == nil {
      let all = owners.map { "'\($0)'" }.joined(separator: owners.count == 2 ? " and " : ", ")
      return ". It is an option of \(all) and comes after the subcommand: marble \(owners[0]) \(word)"
    }
    if let commands = subcommands[word] { return question(commands) }
    let known = MarbleTool.commands.map(\.shape.name) + ["help", "--version", "--help"]
    if let nearest = Suggestion.nearest(to: word, among: known) { return question([nearest]) }
    let isSpec = ["marble", "md", "markdown"].contains(word.fileExtension.lowercased()) || Files.stamp(at: word) != nil
    if isSpec { return question(["render \(word)", "check \(word)"]) }
    if isLine(word) { return question(["try '\(word)'"]) }
    if OperatorTable.shared.rows.contains(where: { $0.name == word }) { return question(["operators \(word)"]) }
    return ""
  }

  /// The options for words that other tools use.
  private static let options: [String: String] = [
    "--fix": "--update", "--write": "--update", "--record": "--update", "--accept": "--update", "--bless": "--update",
    "--apply": "--update", "--save": "--update", "-u": "--update", "-w": "--update", "-i": "--update", "--in-place": "--update",
    "--overwrite": "--update", "--interactive": "--review", "--ask": "--review", "-p": "--review", "--patch": "--review",
    "--svg": "--format svg", "--html": "--format html", "--json": "--format json", "--text": "--format text", "--type": "--format",
    "-f": "--format", "--as": "--format", "--dark": "--theme dark", "--light": "--theme light", "--out": "--output", "--file": "--output",
    "--to": "--output", "--times": "--timers", "--reasons": "--causes", "--why": "--causes", "--plain": "--ascii", "-n": "--count",
  ]

  /// A sentence, after a period, with the option that an unknown option of a subcommand was probably meant to be; an empty text if nothing is near.
  static func option(for name: String, of shape: CommandShape) -> String {
    let own = shape.options.map { "--\($0.name)" }
    if let meant = options[name], own.contains(String(meant.prefix { $0 != " " })) { return question([meant]) }
    if let short = shape.options.first(where: { $0.value != nil && $0.short != nil && name.hasPrefix("-\($0.short ?? " ")") })?.short {
      return question(["-\(short) \(name.dropFirst(2))"])
    }
    if let nearest = Suggestion.nearest(to: name, among: own + ["--help"]) { return question([nearest]) }
    let others = MarbleTool.commands.map(\.shape).filter { other in other.options.contains { "--\($0.name)" == name } }
    if others.isEmpty { return "" }
    return ". It is an option of " + others.map { "'\($0.name)'" }.joined(separator: " and ")
  }

  /// The row with a name, if a word that begins as an option is a row of marbles.
  static func namedRow(_ word: String) -> String? {
    guard word.contains("|") || word.contains("#") || isOfShortParts(word) else { return nil }
    do throws(NotationError) { _ = try Lane(parsing: word, as: .cold) } catch { return nil }
    return "a: \(word)"
  }
  /// Whether a word is one of letters between dashes, such as `-a-b`; `-x` is an option.
  private static func isOfShortParts(_ word: String) -> Bool {
    word.count > 2 && word.split(separator: "-").allSatisfy { $0.count == 1 } && word.contains { $0 != "-" }
  }
  /// Whether a word is a line of a spec.
  private static func isLine(_ word: String) -> Bool {
    word.hasPrefix(">") || word.hasPrefix("-") && namedRow(word) != nil || word.contains(": ") && word.contains("-")
  }

  private static func question(_ meant: [String]) -> String {
    ". Did you mean " + meant.map { "'\($0)'" }.joined(separator: " or ") + "?"
  }
}

import MarbleSpecs
import Marbles
import PipesCore

/// Guesses what somebody meant who writes a call as in another tool.
enum CommandGuess {
  /// The subcommands for words that other tools use.
  private static let subcommands: [String: [String]] = {
    let words: [([String], [String])] = [
      (
        [
          "show", "view", "print", "display", "picture", "plot", "draw", "svg", "html", "text", "export", "fmt",
          "format",
        ],
        ["render"]
      ),
      (["run", "exec", "execute", "start", "build"], ["render", "check"]),
      (["test", "verify", "validate", "lint", "assert"], ["check"]), (["update", "fix", "record"], ["check --update"]),
      (["diff"], ["check", "compare"]),
      (["new", "init", "create", "add", "template", "spec", "syntax"], ["help spec"]),
      (["notation", "symbols"], ["help notation"]), (["rules", "rule"], ["help rules"]),
      (["review", "accept", "reject", "approve", "pending", "snapshots"], ["check --review"]),
      (["why", "trace", "debug", "steps", "log", "describe"], ["explain"]),
      (["ops", "operator", "list", "ls", "search", "doc", "docs", "rx"], ["operators"]),
      (["try", "eval", "repl", "play", "-e", "-c"], ["render -e"]),
      (["convert", "xctest", "generate", "code"], ["swift"]),
      (["learn", "course", "exercise", "question", "questions"], ["quiz"]),
      (["serve", "live", "--watch", "-w"], ["watch"]),
      (["server", "language-server", "--stdio"], ["lsp"]), (["man", "manual"], ["help man"]),
      (["replay"], ["conform --replay"]), (["which", "guess", "identify", "solve"], ["find"]),
      (["cmp", "versus", "vs", "equal", "same", "equivalent", "difference"], ["compare"]),
      (["completion", "complete", "completions"], ["help bash", "help zsh", "help fish"]),
      (["version", "-v", "-V"], ["--version"]), (["-?", "/?", "usage"], ["--help"]),
    ]
    var all: [String: [String]] = [:]
    for (names, commands) in words { for name in names { all[name] = commands } }
    return all
  }()

  /// A question with the subcommand that the first word of a call was probably meant to be; an empty text if nothing is
  /// near.
  static func subcommand(for word: String) -> String {
    let owners = MarbleTool.commands.map(\.shape).filter { shape in shape.options.contains { "--\($0.name)" == word } }
      .map(\.name)
    if !owners.isEmpty, subcommands[word] == nil {
      let all = owners.map { "'\($0)'" }.joined(separator: owners.count == 2 ? " and " : ", ")
      return ". It is an option of \(all) and comes after the subcommand: marble \(owners[0]) \(word)"
    }
    if let commands = subcommands[word] { return question(commands) }
    let known = MarbleTool.commands.map(\.shape.name) + ["help", "--version", "--help"]
    if let nearest = Suggestion.nearest(to: word, among: known) { return question([nearest]) }
    let isSpec = ["marble", "md", "markdown"].contains(word.fileExtension.lowercased()) || Files.stamp(at: word) != nil
    if isSpec { return question(["render \(word)", "check \(word)"]) }
    if isLine(word) { return question(["render -e '\(word)'"]) }
    if isOperator(word) { return question(["operators \(word)"]) }
    if let way = ways.first(where: { $0.words.contains(word) && $0.subcommands == nil })?.way { return ". \(way)" }
    return ". The subcommands are \((MarbleTool.commands.map(\.shape.name) + ["help"]).joined(separator: ", "))."
  }

  /// A sentence, after a space, about a word that was given as the path of a spec; an empty text if it is like nothing
  /// else.
  static func path(_ word: String) -> String {
    if isOperator(word) { return " It is an operator; 'marble operators \(word)' shows it." }
    if isLine(word) { return " It is a line of a spec; 'marble render -e' takes lines, each in quotes." }
    if word.contains("*") { return " No file has such a name; name a folder to read all specs in it." }
    if DiagramFormat.allCases.contains(where: { $0.fileExtension == word.fileExtension }),
      word.fileExtension != "marble"
    {
      return " Did you mean '-o \(word)'?"
    }
    return ""
  }
  private static func isOperator(_ word: String) -> Bool { OperatorTable.shared.rows.contains { $0.name == word } }

  /// The options of other tools that have no counterpart, with the way to the same end.
  private static let ways: [(words: [String], subcommands: [String]?, way: String)] = [
    (["-r", "-R", "--recursive"], nil, "The folders inside a folder are always read"),
    (["-v", "--verbose", "--trace"], nil, "'marble explain' prints each step of a run"),
    (["-q", "--quiet", "-s", "--silent"], nil, "The exit code says the result: 0 if all is as expected"),
    (["-l", "--list", "-a", "--all"], ["operators"], "'marble operators' without a name lists all"),
    (["-a", "--all", "--yes", "-y"], ["check"], "'--accept' accepts all rows, '--reject' rejects them"),
    (
      ["--xctest", "--testing", "--swift-testing"], ["swift"],
      "The code inside the function is also that of a method of an XCTestCase"
    ),
    (["-j", "--jobs", "--parallel"], nil, "All cores are used"),
  ]

  /// The options for words that other tools use.
  private static let options: [String: String] = [
    "--fix": "--update", "--write": "--update", "--record": "--update", "--bless": "--update",
    "--apply": "--update", "--save": "--update", "-u": "--update", "-w": "--update", "-i": "--update",
    "--in-place": "--update",
    "--overwrite": "--update", "--interactive": "--review", "--ask": "--review", "-p": "--review",
    "--patch": "--review",
    "--svg": "--format svg", "--html": "--format html", "--json": "--format json", "--text": "--format text",
    "--type": "--format",
    "-f": "--format", "--as": "--format", "--dark": "--theme dark", "--light": "--theme light", "--out": "--output",
    "--file": "--output",
    "--to": "--output", "--times": "--timers", "--reasons": "--causes", "--why": "--causes", "--plain": "--ascii",
    "-n": "--count",
  ]

  /// A sentence, after a period, with the option that an unknown option of a subcommand was probably meant to be; an
  /// empty text if nothing is near.
  static func option(for name: String, of shape: CommandShape) -> String {
    let own = shape.options.map { "--\($0.name)" }
    if let meant = options[name], own.contains(String(meant.prefix { $0 != " " })) { return question([meant]) }
    if let short = shape.options.first(where: {
      $0.value != nil && $0.short != nil && name.hasPrefix("-\($0.short ?? " ")")
    })?.short {
      return question(["-\(short) \(name.dropFirst(2))"])
    }
    if let nearest = Suggestion.nearest(to: name, among: own + ["--help"]) { return question([nearest]) }
    if let way = ways.first(where: { $0.words.contains(name) && $0.subcommands?.contains(shape.name) != false })?.way {
      return ". \(way)"
    }
    let others = MarbleTool.commands.map(\.shape).filter { other in other.options.contains { "--\($0.name)" == name } }
    if others.isEmpty { return "" }
    return ". It is an option of " + others.map { "'\($0.name)'" }.joined(separator: ", ")
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

import MarbleDiagrams
import MarbleRuns
import MarbleSpecs
import Marbles

extension MarbleTool {
  static let watch = Subcommand(
    shape: CommandShape(
      name: "watch",
      overview:
        "Draw specs again whenever they are saved, or a recorded run (*.jsonl, or - for a pipe) while it is written. Control-C ends it.",
      operands: [paths],
      options: [
        CommandShape.Option(
          name: "check", help: "Show only the differences from the lines that begin with '=' and 'subs'."),
        CommandShape.Option(
          name: "last", value: "time",
          help: "Draw only this much time before the last event of a recorded run. The default is 10s."),
        CommandShape.Option(
          name: "tests",
          help: "Show the newest drawings of tests; the paths are folders that were given as MARBLES_DRAW."),
      ] + drawingOptions.filter { ["stages", "timers", "causes", "ascii"].contains($0.name) })
  ) { tool, arguments in
    if LiveWatch.isMeant(by: arguments) { return try tool.watchLive(arguments) }
    if arguments.values["last"] != nil {
      throw UsageError(message: "'--last' is for a recorded run, a file .jsonl or '-'")
    }
    var watching = Watching(arguments, on: tool.terminal)
    if let problem = watching.problem {
      return tool.report(problem, code: 66)
    }
    while true {
      // It ends when the reader of the output has gone.
      if let text = watching.step(), !Files.put(text, Files.standardOutput) { break }
      Files.pause(milliseconds: watching.pause)
    }
  }
}

extension MarbleTool {
  private mutating func watchLive(_ arguments: ParsedArguments) throws(UsageError) {
    for flag in ["check", "tests", "stages", "timers", "causes"] where arguments.flags.contains(flag) {
      throw UsageError(message: "'--\(flag)' is for specs; a recorded run always shows its last events")
    }
    var watching = try LiveWatch(arguments, on: terminal)
    if let problem = watching.problem {
      return report(problem, code: 66)
    }
    while true {
      if let text = watching.step(), !Files.put(text, Files.standardOutput) { return }
      if watching.hasEnded { return }
      Files.pause(milliseconds: 100)
    }
  }
}

/// The output of `marble watch` after each change. It never waits: ``step()`` looks for changes once.
struct Watching {
  private let arguments: ParsedArguments
  private var terminal: Terminal
  /// Returns the number of columns of the terminal, which may change.
  private let measure: () -> Int?
  private var watch: FileWatch
  private var isFirst = true
  /// The last diagrams of the readable specs of each file.
  private var diagrams: [String: [Diagram]] = [:]
  /// The files whose drawings are on the screen, and the files that changed before that.
  private var shown: [String] = []
  private var status = ""
  /// The problems of each file that has any.
  private var failures: [String: [String]] = [:]
  /// The time until the next look, in milliseconds: three times as long as a look takes, but 20 to 50. A user who has
  /// just saved a file soon saves again, so for a minute the time is as long as a look takes, but 15 to 25.
  private(set) var pause = 20
  private var lastSave: ContinuousClock.Instant?
  /// The reason for which there is nothing to watch.
  private(set) var problem: String?

  private var checks: Bool { arguments.flags.contains("check") }
  private var showsTests: Bool { arguments.flags.contains("tests") }

  /// - Parameter measure: Returns the current width of the terminal.
  init(_ arguments: ParsedArguments, on terminal: Terminal, measure: (() -> Int?)? = nil) {
    self.arguments = arguments
    self.terminal = terminal
    self.measure = measure ?? { terminal.currentWidth }
    let tests = arguments.flags.contains("tests")
    watch = FileWatch(arguments.operands) { path in
      tests ? path.hasSuffix(".txt") : path.hasSuffix(".marble") || Markdown.isName(path)
    }
    for path in arguments.operands where Files.stamp(at: path) == nil {
      problem = problem ?? "Error: There is no file or folder '\(path)'."
    }
  }

  /// The output to print now; `nil` if no file was saved, and the terminal has kept its width, since the last look.
  mutating func step() -> String? {
    let start = ContinuousClock.now
    let (saved, gone) = watch.changes()
    let now = ContinuousClock.now
    let took = Int((now - start) / .milliseconds(1))
    if !saved.isEmpty, !isFirst { lastSave = now }
    let isBusy = lastSave.map { now - $0 < .seconds(60) } ?? false
    pause = isBusy ? min(25, max(15, took)) : min(50, max(20, took * 3))
    let width = measure()
    let isWider = width != terminal.width
    terminal.width = width
    guard !saved.isEmpty || !gone.isEmpty || isFirst || isWider else { return nil }
    for path in gone {
      diagrams[path] = nil
      failures[path] = nil
    }
    if !saved.isEmpty || !gone.isEmpty || isFirst {
      // The first look at several files shows none of them, because they would not fit on the screen.
      shown = isFirst && (saved.count > 1 || showsTests) ? [] : saved
      status = status(saved, gone)
    }
    // All texts are folded again for another width.
    let text =
      showsTests
      ? tests() : checks ? checked(isWider ? watch.files : saved) : shown.map { drawn($0) }.joined(separator: "\n")
    isFirst = false
    return clearing(text + "\n" + status)
  }

  /// The text, which replaces the previous one on a terminal and follows it elsewhere.
  private func clearing(_ text: String) -> String { terminal.width == nil ? text : "\u{1B}[H\u{1B}[2J\u{1B}[3J" + text }

  private func status(_ saved: [String], _ gone: [String]) -> String {
    let count = watch.files.count
    let watched = "watching \(count) file\(count == 1 ? "" : "s")"
    let what =
      isFirst
      ? ""
      : ": "
        + ((saved.prefix(3).map { "\($0) was saved" } + gone.prefix(3).map { "\($0) is gone" }).joined(separator: ", "))
    let line = "# \(watched)\(what)\n"
    return Paint.printed(line, as: .diagram, hasColor: terminal.hasColor)
  }

  // MARK: Drawings

  private mutating func drawn(_ path: String) -> String {
    let inputs = SpecInputs([path])
    var errors = inputs.errors.map(\.description)
    var found: [Diagram] = []
    for (index, spec) in inputs.specs.enumerated() {
      do {
        found.append(try ExecutedSpec(spec, isTraced: true).diagram)
      } catch {
        errors.append(error.description)
        // The last drawing of a readable spec stays.
        if let old = diagrams[path], old.indices.contains(index) { found.append(old[index]) }
      }
    }
    if !found.isEmpty { diagrams[path] = found }
    let drawing = (diagrams[path] ?? []).map { TextRenderer.text(of: $0, style: style) }.joined(separator: "\n")
    let messages = errors.map { $0 + "\n" }.joined()
    return Paint.printed(drawing, as: .drawing, hasColor: terminal.hasColor)
      + (messages.isEmpty ? "" : "\n" + Paint.printed(messages, as: .message, hasColor: terminal.hasMessageColor))
  }

  private var style: TextStyle {
    var style = TextStyle()
    style.isASCII = arguments.flags.contains("ascii")
    style.showsStages = arguments.flags.contains("stages")
    style.showsTimers = arguments.flags.contains("timers")
    style.showsCauses = arguments.flags.contains("causes")
    style.width = terminal.width
    style.hasColor = terminal.hasColor
    return style
  }

  // MARK: Checks

  private mutating func checked(_ paths: [String]) -> String {
    for path in paths {
      let inputs = SpecInputs([path])
      let checks = inputs.specs.map { CheckedSpec($0, width: terminal.width) }
      let found = inputs.errors.map(\.description) + checks.flatMap(\.failures)
      failures[path] = found.isEmpty ? nil : found
    }
    let all = watch.files.compactMap { failures[$0] }.flatMap(\.self)
    if all.isEmpty { return "all as expected\n" }
    let text = all.map { $0 + "\n" }.joined()
    return Paint.printed(text, as: .difference, hasColor: terminal.hasColor)
  }

  // MARK: Drawings of tests

  private func tests() -> String {
    let texts = shown.map { path in
      let text = (try? Files.read(path)).map { String(decoding: $0, as: UTF8.self) } ?? ""
      return "# \(path)\n\(text)"
    }
    return Paint.printed(texts.joined(separator: "\n"), as: .plain, hasColor: false)
  }
}

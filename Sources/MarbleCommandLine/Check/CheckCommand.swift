import MarbleSpecs
import Marbles
import PipesCore

extension MarbleTool {
  static let check = Subcommand(
    shape: CommandShape(
      name: "check", overview: "Run specs and compare what happened with their '=' and 'subs' lines.",
      operands: [
        CommandShape.Operand(
          name: "path",
          help:
            "Specs, Markdown files with specs, or folders; - is standard input. With '--review' also tests in Swift; the default is this folder.",
          takesInput: true, isRepeated: true, isOptional: true)
      ],
      options: [
        CommandShape.Option(name: "update", help: "Replace the lines that differ from what happened."),
        CommandShape.Option(
          name: "review",
          help:
            "Show each row that differs, also of tests in Swift after a run with MARBLES_RECORD=review, and accept or reject it by a key; "
            + "without a terminal, only show them."),
        CommandShape.Option(name: "accept", help: "As '--review', and accept all rows without asking."),
        CommandShape.Option(name: "reject", help: "As '--review', and reject all rows without asking."),
        CommandShape.Option(
          name: "rules", value: "path",
          help: "Judge a recorded run (a file .jsonl) by the rules in this file, which are lines that begin with '!'."),
        givenValues, givenErrors,
        CommandShape.Option(
          name: "format", value: "format", choices: ["text", "github", "json", "junit"],
          help:
            "With github, print each failure also as a command of GitHub Actions, which shows it at its line. With json or junit, print "
            + "only a report that other programs read; junit is the XML that most CI systems show. With '--coverage' or '--mutants', json "
            + "has their outcome."),
        CommandShape.Option(
          name: "filter", value: "name",
          help: "Check only the specs that have this text in their path or their title, in any case."),
        CommandShape.Option(
          name: "coverage",
          help:
            "Print what the rows do not exercise of the pipelines, each with the shortest input that would exercise it."
        ),
        CommandShape.Option(
          name: "mutants",
          help:
            "Change the pipelines, and print the changes that the rows do not notice, each with the shortest row that would notice it."
        ),
        CommandShape.Option(
          name: "at-least", value: "percent",
          help: "Exit with 1 if '--coverage' or '--mutants' gives less than this percentage."),
      ])
  ) { tool, arguments in try tool.check(arguments) }

  private mutating func check(_ arguments: ParsedArguments) throws(UsageError) {
    if let rules = arguments.values["rules"] { return try check(arguments, by: rules) }
    let strength = try StrengthReport.Kind(arguments),
      least = try arguments.number("at-least", "percent", in: 0...100) ?? 0
    let updates = arguments.flags.contains("update")
    let flags = arguments.flags
    if flags.isSuperset(of: ["accept", "reject"]) {
      throw UsageError(message: "Rows are accepted or rejected; use one option")
    }
    let decision: ReviewSession.Decision? =
      flags.contains("accept") ? .accepted : flags.contains("reject") ? .rejected : nil
    let reviews = flags.contains("review") || decision != nil
    if arguments.operands.isEmpty, !reviews {
      throw UsageError(message: "Missing expected argument '<path> ...': a file, a folder, or - for standard input")
    }
    if updates, reviews {
      throw UsageError(message: "'--update' accepts all rows and '--review' asks for each; use one of the two")
    }
    if updates || reviews, arguments.operands.contains("-") {
      throw UsageError(message: "'\(updates ? "--update" : "--review")' writes files; it cannot be used with '-'")
    }
    let given = try given(arguments)
    var paths = arguments
    if reviews {
      paths.operands = (paths.operands.isEmpty ? ["."] : paths.operands).filter { $0.fileExtension != "swift" }
    }
    let inputs = inputs(paths, takes: .both, allowsNone: reviews)
    let isTest = { (path: String) in path.fileExtension == "swift" || Files.stamp(at: path)?.kind == .folder }
    let files =
      reviews ? pendingFiles((arguments.operands.isEmpty ? ["."] : arguments.operands).filter(isTest)) : []
    var (texts, markers) = (inputs.specs, inputs.markers)
    if let name = arguments.values["filter"] {
      let all = texts.count
      texts.removeAll { !$0.isNamed(name) }
      markers = []
      if texts.isEmpty, all > 0 {
        return self.report("Error: None of the \(all) specs has '\(name)' in its path or its title.", code: 64)
      }
    }
    let annotates = arguments.values["format"] == "github"
    let report = CheckReport.Format(rawValue: arguments.values["format"] ?? "")
    if annotates { for error in inputs.errors { print(GitHubAnnotation(error).text) } }
    if reviews, files.isEmpty, texts.isEmpty, markers.isEmpty, result.code == 0 {
      return print("No row is pending. A test run with MARBLES_RECORD=review finds the rows that differ.")
    }
    if texts.isEmpty, markers.isEmpty, files.isEmpty { return }
    let progress = progress(of: texts.count, "specs checked")
    var checks = MarbleTool.checks(of: texts, width: terminal.width, given, progress)
    progress?.end()
    if updates { update(&checks) }
    if reviews { review(&checks, files, decision) }
    if texts.isEmpty, markers.isEmpty { return }
    if let report, strength == nil {
      for check in checks { end(with: check.code) }
      return print(CheckReport(checks, inputs.errors).text(as: report))
    }
    for check in checks {
      for failure in check.failures { check.code == 1 ? print(failure, as: .difference) : self.report(failure) }
      end(with: check.code)
    }
    if annotates { for failure in checks.flatMap(\.findings) { print(GitHubAnnotation(failure).text) } }
    checkExamples()
    let outdated = check(markers)
    let pictures =
      "\(markers.count) picture\(markers.count == 1 ? "" : "s"): \(outdated == 0 ? "all current" : "\(outdated) out of date")"
    let isData = arguments.values["format"] == "json"
    if !checks.isEmpty, !isData { print(summary(of: checks)) }
    if !markers.isEmpty, !isData { print(pictures) }
    if let strength { self.report(strength, on: checks, least, isData) }
  }

  /// Reports the examples of your own operators that cannot run, or that do not hold. Help and completions show them.
  private mutating func checkExamples() {
    for check in SpecOperator.examples.map({ CheckedSpec($0, width: terminal.width, needsExpectations: false) }) {
      for failure in check.failures { check.code == 1 ? print(failure, as: .difference) : report(failure) }
      end(with: check.code)
    }
  }

  private func summary(of checks: [CheckedSpec]) -> String {
    let specs = "\(checks.count) spec\(checks.count == 1 ? "" : "s")"
    let counts: [(String, Int)] = [
      ("as expected", checks.count { $0.code == 0 && !$0.isUpdated }), ("updated", checks.count(where: \.isUpdated)),
      ("not as expected", checks.count { $0.code == 1 }), ("not run", checks.count { $0.code > 1 }),
    ]
    let parts = counts.filter { $0.1 > 0 }
    return "\(specs) checked: "
      + (parts.count == 1 && counts[0].1 > 0
        ? "all as expected" : parts.map { "\($0.1) \($0.0)" }.joined(separator: ", "))
  }

  /// Checks specs on all cores: beside each other, or the laws of the only one in parts. The outcomes are in the order
  /// of the specs.
  private static func checks(of texts: [SpecText], width: Int?, _ given: ChosenValues.Given, _ progress: Progress?)
    -> [CheckedSpec]
  {
    let checks = Guarded([CheckedSpec?](repeating: nil, count: texts.count))
    Files.concurrently(texts.count) { index in
      let check = CheckedSpec(
        texts[index], width: width, given: given,
        inParts: texts.count == 1 ? { Files.concurrently($0, $1) } : PairSearch.inOrder)
      checks.with { $0[index] = check }
      progress?.step()
    }
    return checks.with { $0.compactMap(\.self) }
  }

  // MARK: --update

  private mutating func update(_ checks: inout [CheckedSpec]) {
    beforeUpdate()
    let paths = MarbleTool.firstPaths(checks.map(\.text.file))
    for path in paths.uniqued {
      var edits: [Int: (SpecText, SpecUpdate.Edits)] = [:]
      var updated: [Int] = []
      for index in checks.indices where paths[index] == path && checks[index].code == 1 {
        guard let spec = checks[index].spec else { continue }
        let update = SpecUpdate(spec)
        // Rows can be written; a rule, a law or a run that does not end stays as it is.
        guard let edit = update.updated() != nil ? update.edits : update.edits(accepting: Set(update.changes.indices)),
          !edit.isEmpty
        else { continue }
        edits[checks[index].text.firstLine] = (checks[index].text, edit)
        updated.append(index)
      }
      guard !updated.isEmpty, write(edits.sorted { $0.key < $1.key }.map(\.value), to: path) else { continue }
      for index in updated {
        guard let spec = checks[index].spec else { continue }
        checks[index].reviewed(rest: SpecReview.notRows(spec, width: terminal.width), isAccepted: true)
      }
      print("\(path): updated")
    }
    for check in checks where check.code == 1 {
      // A file that could not be written has been reported.
      guard let spec = check.spec, !SpecReview.notRows(spec, width: terminal.width).isEmpty else { continue }
      report(
        "\(check.text.file):\(check.text.firstLine): note: '--update' writes rows; what else does not hold stays as it is"
      )
    }
  }

  /// For each path, the first path that leads to the same file.
  static func firstPaths(_ paths: [String]) -> [String] {
    var known: [Files.Identity: String] = [:]
    return paths.map { path in
      guard let entry = try? Files.entry(at: path) else { return path }
      let first = known[entry.identity] ?? path
      known[entry.identity] = first
      return first
    }
  }

  /// Changes the lines of a file. Reports a message and returns `false` if that is not possible.
  mutating func write(_ edits: [(SpecText, SpecUpdate.Edits)], to path: String) -> Bool {
    change(path) { document in
      edits.reversed().allSatisfy { text, edits in
        guard document.holds(text) else { return false }
        document.apply(edits, to: text)
        return true
      }
    }
  }

  /// Changes a file completely or not at all. Reports a message and returns `false` if the file was changed since it
  /// was read, or cannot be written.
  mutating func change(_ path: String, _ body: (inout DocumentLines) -> Bool) -> Bool {
    do {
      guard var document = String(validating: try Files.read(path), as: UTF8.self).map(DocumentLines.init),
        body(&document)
      else {
        report("\(path): error: the file was changed meanwhile; nothing was written", code: 65)
        return false
      }
      try Files.replace(path, by: document.text)
      return true
    } catch {
      report("Error: '\(path)' cannot be written: \(error.reason).", code: 66)
      return false
    }
  }
}

import Marbles
import Testing

@testable import MarbleCommandLine

/// Mistakes of newcomers who know a shell, another library or another language: each message names the form to write.
@Suite struct NewcomerMistakeTests {
  typealias Folder = MarbleToolTests.Folder

  @Test(arguments: [
    (
      ["a:", "-1-2-|", "> a.delay(for: 2)"],
      "Error: Each line of a spec needs quotes, or the shell takes '|' and '>' for itself: 'a: -1-2-|' '> a.delay(for: 2)'"
    ),
    (
      [#"a: -1-2-|\n> a.delay(for: 2)"#],
      #"-e:1:10: error: '\n' does not begin a new line; give it as an argument of its own: 'a: -1-2-|' '> a.delay(for: 2)'"#
    ),
    (
      ["a: -1-2-| > a.delay(for: 2)"],
      "-e:1:11: error: a pipeline is a line of its own; give it as an argument of its own: 'a: -1-2-|' '> a.delay(for: 2)'"
    ),
    (
      ["a: -1-2-|", "> a.map { bash + 1 }"],
      "-e:2:11: error: there is no name 'bash'; the shell has replaced $0 by its name: write the line in single quotes"
    ),
    (
      ["a: -1-2-|", "> a.map { /bin/zsh + 1 }"],
      "-e:2:11: error: expected a value, found '/'; the shell has replaced $0 by its name: write the line in single quotes"
    ),
    (
      ["a: -1-2-|", "> a.pipe(map(x => x * 2), filter(x => x > 2))"],
      "-e:2:5: error: a spec has no 'pipe'; operators follow each other: a.map { $0 * 2 }.filter { $0 > 2 }"
    ),
    (["a: -1-2-|", "> a.map { it * 2 }"], "-e:2:11: error: there is no name 'it'; the value is $0, as in { $0 * 2 }"),
    (["// doubles", "a: -1-2-|", "> a"], "-e:1:1: error: a comment begins with '#'; write # …"),
    (
      ["a: -1-2-|", "> a", "=> -1-2-|"],
      "-e:3:1: error: a line cannot begin with '=>'; an expected row begins with '=', as in '= -1-2-|'"
    ),
    (
      ["a: -1-2-X", "> a.retry(1)"],
      "-e:1:9: error: a stream has values of one type: 'X' is \"X\", '1' is 1; a failure is written '#'"
    ),
    (
      ["a: -x-y-|   x = 1   y = 2", "> a"],
      "-e:1:13: error: meanings are written below the row; write '  x = …' on an indented line"
    ),
    (
      ["a: -x-y-|", "  x = 1   z = 2", "> a"],
      "-e:2:11: error: no row uses 'z'; did you mean 'y', which has no meaning? Otherwise remove the entry"
    ),
    (["a: -1-2-|", "> a.retry(1, delay = 3)"], "-e:2:20: error: a label ends in ':'; write delay: …"),
    (
      ["let a = cold('-1-2-|')", "> a"],
      "-e:1:13: error: a source is not created by a call; write a row of its own, such as cold a: -1-2-|"
    ),
    (
      ["let a = hot(\"-1-2-|\")", "> a"],
      "-e:1:9: error: there is no 'hot(…)'; a source is a row of its own: hot a: -1-2-|"
    ),
    (
      ["a: -1-2-|", "expectObservable(a).toBe('-1-')"],
      "-e:2:1: error: a spec has no 'expectObservable'; an expected row is written below a pipeline: '> a', and in the next line '= -1-2-|'"
    ),
    (["a: -1-2-|", "> a.filter { $0 = 2 }"], "-e:2:17: error: '=' does not compare; write == to compare"),
    (["a: -1-2-|", "> a.filter { x in x = 2 }"], "-e:2:21: error: '=' does not compare; write == to compare"),
    (
      ["a: -1-2-|", "> a.flatMap { _ in a.retry(1, delay = 3) }"],
      "-e:2:37: error: a label ends in ':'; write delay: …"
    ),
    (
      ["a: -1-2-|", "> a.map($0 * 2)"],
      "-e:2:9: error: '$0' is outside a closure; a closure has braces, as in { $0 * 2 }"
    ),
    (["a: -1-2-|", "> a.delay(for: 3 frames)"], "-e:2:16: error: a number without a unit counts frames; write 3"),
    (["a: -1-2-|", "> a.throttle(for: 3, latest: yes)"], "-e:2:30: error: there is no name 'yes'; write true"),
    (["a: -1-2-|", "> a.map { null }"], "-e:2:11: error: there is no name 'null'; write nil"),
    (
      ["a: -1-2-|", "> a | map { $0 }"],
      "-e:2:5: error: '|' means nothing here; operators follow each other after periods, as in a.map { $0 * 2 }.filter { $0 > 2 }"
    ),
    (
      ["a: -1-2-|", "> a.store(in: &set)"],
      "-e:2:5: error: a spec has no 'store'; every pipeline is subscribed to; remove it"
    ),
    (
      ["> a", "= -1-|", "a: -1-|"],
      "-e:1:3: error: there is no name 'a' yet; line 3 declares it; write the streams above the pipelines that use them"
    ),
    (
      ["a: -1-|", "> a.merge(with: late)", "let late = a.delay(for: 1)"],
      "-e:2:17: error: there is no name 'late' yet; line 3 declares it; write the streams above the pipelines that use them"
    ),
    (
      ["a: -1--2.5-|", "> a"],
      "-e:1:9: error: a stream has values of one type: '.' is \".\", '1' is 1; a number of several characters is a letter with a meaning: x in the row, "
        + "and '  x = 2.5' below it"
    ),
  ]) func tryNamesTheFormToWrite(_ lines: [String], _ message: String) {
    #expect(
      MarbleTool.run(["render", "-e"] + lines, on: Terminal()).errors.split(separator: "\n").first.map(String.init)
        == message)
  }

  @Test func aMisspelledFenceIsNotSkipped() throws {
    let right = "```marble\na: -1-|\n> a\n= -1-|\n```\n"
    let folder = try Folder([
      "two.md": right + "\n```Marble\na: -1-|\n> a\n= -2-|\n```\n", "other.md": right + "```mermaid\n```\n",
    ])
    let result = MarbleTool.run(["check", "\(folder.path)/two.md"], on: Terminal())
    #expect(result.code == 65)
    #expect(
      result.errors == "\(folder.path)/two.md:7: error: a spec in Markdown begins with ```marble, not with ```Marble\n")
    #expect(MarbleTool.run(["check", "\(folder.path)/other.md"], on: Terminal()).code == 0)
  }

  /// The forms of other tools, and a fence inside a quotation, are not skipped either.
  @Test(arguments: [
    ("```{.marble}", "a spec in Markdown begins with ```marble, not with ```{.marble}"),
    ("```{marble}", "a spec in Markdown begins with ```marble, not with ```{marble}"),
    ("```marble:a.marble", "a spec in Markdown begins with ```marble, not with ```marble:a.marble"),
    ("```swift marble", "a spec in Markdown begins with ```marble, not with ```swift"),
    ("> ```marble", "a spec is not read in a quotation; remove the '>' before it"),
  ]) func aFenceInTheFormOfAnotherTool(_ head: String, _ message: String) throws {
    let folder = try Folder(["a.md": "```marble\na: -1-|\n> a\n= -1-|\n```\n\n\(head)\na: -1-|\n> a\n= -2-|\n```\n"])
    let result = MarbleTool.run(["check", "\(folder.path)/a.md"], on: Terminal())
    #expect(result.code == 65)
    #expect(result.errors.split(separator: "\n").first.map(String.init) == "\(folder.path)/a.md:7: error: \(message)")
  }

  @Test func aFenceThatIsNotClosedIsNamed() throws {
    let spec = "# T\n\n```marble\na: -1-|\n> a\n= -1-|\n"
    let folder = try Folder([
      "end.md": spec, "next.md": spec + "\nText.\n\n```swift\nlet a = 1\n```\n",
      "text.md": spec + "\nSome text after.\n",
    ])
    func errors(_ name: String) -> [String] {
      MarbleTool.run(["check", "\(folder.path)/\(name)"], on: Terminal()).errors.split(separator: "\n").map(String.init)
    }
    #expect(errors("end.md") == ["\(folder.path)/end.md:3: error: the fence is not closed: write ``` below the spec"])
    #expect(
      errors("next.md").first
        == "\(folder.path)/next.md:3: error: the fence is not closed before the next one begins, in line 10")
    #expect(
      errors("text.md").first == "\(folder.path)/text.md:3: error: the fence is not closed: write ``` below the spec")
  }

  @Test func aMisspelledFileHasANeighbor() throws {
    let folder = try Folder(["ok.marble": "a: -1-|\n> a\n"])
    let errors = MarbleTool.run(["render", "\(folder.path)/ok.marbel"], on: Terminal()).errors
    #expect(
      errors
        == "Error: There is no file or folder '\(folder.path)/ok.marbel'. Did you mean '\(folder.path)/ok.marble'?\n")
  }

  /// A word that is no path gets a hint what it is.
  @Test(arguments: [
    ("debounce", " It is an operator; 'marble operators debounce' shows it."),
    ("a: -1-|", " It is a line of a spec; 'marble render -e' takes lines, each in quotes."),
    ("> a", " It is a line of a spec; 'marble render -e' takes lines, each in quotes."),
    ("specs/*.marble", " No file has such a name; name a folder to read all specs in it."),
    ("out.svg", " Did you mean '-o out.svg'?"), ("nothing", ""),
  ]) func aWordThatIsNoPath(_ word: String, _ hint: String) throws {
    for command in ["render", "check", "explain"] {
      let result = MarbleTool.run([command, word], on: Terminal())
      #expect(
        result.code == 66 && result.errors == "Error: There is no file or folder '\(word)'.\(hint)\n",
        "\(result.errors)")
    }
  }
  @Test func aPathWithoutItsExtension() throws {
    let folder = try Folder(["timing.marble": "a: -1-|\n> a\n= -1-|\n", "README.md": "# T\n"])
    for (word, whole) in [("timing", "timing.marble"), ("README", "README.md")] {
      let errors = MarbleTool.run(["check", "\(folder.path)/\(word)"], on: Terminal()).errors
      #expect(
        errors
          == "Error: There is no file or folder '\(folder.path)/\(word)'. Did you mean '\(folder.path)/\(whole)'?\n")
    }
  }
  @Test func aDrawingIsNoSpec() throws {
    let folder = try Folder(["a.svg": "<svg/>\n"])
    let result = MarbleTool.run(["render", "\(folder.path)/a.svg"], on: Terminal())
    #expect(result.code == 65)
    #expect(
      result.errors
        == "\(folder.path)/a.svg: error: this is a drawing, not a spec; a spec is a file *.marble, or is written in a *.md between ```marble and ```\n"
    )
  }
  @Test(arguments: [
    (
      ["debounce", "throttle"],
      "compare:1:1: error: 'debounce' is an operator, not a pipeline; write a pipeline such as a.debounce(for: 300ms)"
    ),
    (
      ["debounce(for: 3)", "throttle(for: 3, latest: true)"],
      "compare:1:1: error: the pipelines have no stream whose row can vary; begin both with a name, as in a.debounce(for: 3)"
    ),
  ]) func operatorsAreNoPipelines(_ pair: [String], _ message: String) {
    let errors = MarbleTool.run(["compare"] + pair, on: Terminal()).errors
    #expect(errors.split(separator: "\n").first.map(String.init) == message, "\(errors)")
  }

  /// Each failure is also a command of GitHub Actions, with the file and the line. Signs that end a property are
  /// escaped.
  @Test func failuresAreAnnotations() throws {
    let folder = try Folder([
      "a.marble": "a: -1-|\n> a\n= -2-|\n", "wrong.marble": "a: -1-|\n> b\n", "ok.marble": "a: -1-|\n> a\n= -1-|\n",
    ])
    let result = MarbleTool.run(["check", "--format", "github", folder.path], on: Terminal())
    let commands = result.output.split(separator: "\n").filter { $0.hasPrefix("::") }
    let differs =
      "a differs at 1ms%0A  a         -1-|%0A  expected  -2-|%0A  actual    -1-|%0A             ^%0A  1ms: expected '2', got '1'"
    #expect(
      commands == [
        "::error file=\(folder.path)/a.marble,line=3,title=marble check::\(differs)",
        "::error file=\(folder.path)/wrong.marble,line=2,col=3,title=marble check::there is no stream 'b'; there is 'a'%0A> b%0A  ^",
      ], "\(result.output)")
    #expect(result.output.hasSuffix("3 specs checked: 1 as expected, 1 not as expected, 1 not run\n"))
    let missing = MarbleTool.run(["check", "--format", "github", "none.marble"], on: Terminal())
    #expect(
      missing.output == "::error title=marble check::There is no file or folder 'none.marble'.\n" && missing.code == 66)
    #expect(
      GitHubAnnotation("C:\\a,b.marble:3: 100 %").text
        == "::error file=C%3A\\a%2Cb.marble,line=3,title=marble check::100 %25")
    #expect(GitHubAnnotation("no place").text == "::error title=marble check::no place")
  }

  @Test func aFolderIsNotAFile() throws {
    let folder = try Folder(["ok.marble": "a: -1-|\n> a\n= -1-|\n"])
    let result = MarbleTool.run(["swift", "\(folder.path)/ok.marble", "-o", folder.path], on: Terminal())
    #expect(result.code == 66)
    #expect(result.errors == "Error: '\(folder.path)' is a folder; name a file in it.\n")
  }

  @Test func anOptionComesAfterItsSubcommand() {
    let errors = MarbleTool.run(["--update", "check", "ok.marble"], on: Terminal()).errors
    #expect(
      errors.hasPrefix(
        "Error: Unknown option '--update'. It is an option of 'check' and comes after the subcommand: marble check --update\n"
      ))
  }

  /// Each digit of a row is a value, so 16 needs a name. A quoted number, a time and a repetition are meant as they are
  /// written.
  @Test func aNumberOfSeveralDigits() {
    let told = MarbleTool.run(["render", "-e", "a: -8-9-|", "> a.map { $0 * 2 }", "= -16-18-|"])
    #expect(
      told.output.contains("'16' is 2 values, 1 and 6: write a letter, and below the row 'x = 16'"),
      "\(told.output)\(told.errors)")
    let drawn = MarbleTool.run(["render", "-e", "a: -10-20-|", "> a"])
    #expect(
      drawn.errors == "-e:1: note: '10' is 2 values, 1 and 0: write a letter, and below the row 'x = 10'\n"
        && drawn.code == 0)
    #expect(MarbleTool.run(["render", "-e", "a: -12-3-|", "> a"]).errors.isEmpty)
    for row in ["= -x-'18'|", "= -'16' @18ms '18'-|", "= -1-8-|"] {
      let other = MarbleTool.run(["render", "-e", "a: -8-9-|", "> a.map { $0 * 2 }", row])
      #expect(!other.output.contains("values,") && other.code != 0, "\(row): \(other.output)\(other.errors)")
    }
  }

  @Test(arguments: [
    (["render", "a.marble", "-ofoo.svg"], "Unknown option '-ofoo.svg'. Did you mean '-o foo.svg'?"),
    (["check", "help"], "There is no file or folder 'help'. Did you mean 'marble help check'?"),
    (["new"], "Unexpected argument 'new'. Did you mean 'help spec'?"),
    (["update", "a.marble"], "Unexpected argument 'update'. Did you mean 'check --update'?"),
    (["diff", "a.marble"], "Unexpected argument 'diff'. Did you mean 'check' or 'compare'?"),
    (["notation"], "Unexpected argument 'notation'. Did you mean 'help notation'?"),
    (["check", "-r", "."], "Unknown option '-r'. The folders inside a folder are always read"),
    (["render", "--verbose", "a.marble"], "Unknown option '--verbose'. 'marble explain' prints each step of a run"),
    (["--verbose", "check", "."], "Unknown option '--verbose'. 'marble explain' prints each step of a run"),
    (["check", "--quiet", "."], "Unknown option '--quiet'. The exit code says the result: 0 if all is as expected"),
    (["operators", "--list"], "Unknown option '--list'. 'marble operators' without a name lists all"),
    (["check", "--review", "--all"], "Unknown option '--all'. '--accept' accepts all rows, '--reject' rejects them"),
    (
      ["swift", "a.marble", "--xctest"],
      "Unknown option '--xctest'. The code inside the function is also that of a method of an XCTestCase"
    ),
    (["replay", "run.jsonl", "a.marble"], "Unexpected argument 'replay'. Did you mean 'conform --replay'?"),
    (["try", "a: -1-|"], "Unexpected argument 'try'. Did you mean 'render -e'?"),
    (["draw", "run.jsonl"], "Unexpected argument 'draw'. Did you mean 'render'?"),
    (["review"], "Unexpected argument 'review'. Did you mean 'check --review'?"),
    (["manual"], "Unexpected argument 'manual'. Did you mean 'help man'?"),
    (["completions"], "Unexpected argument 'completions'. Did you mean 'help bash' or 'help zsh' or 'help fish'?"),
    (
      ["render", "a.marble", "--format", "png"],
      "The value 'png' is invalid for '--format <format>'. Please provide one of 'text', 'svg', 'html', 'json', 'events'. "
        + "Draw an SVG file, then: rsvg-convert --zoom 2 a.svg -o a.png"
    ),
    (
      ["compare", "a.marble", "b.marble"],
      "'a.marble' is a file; two pipelines are compared, as in marble compare 'a.debounce(for: 3)' 'a.throttle(for: 3, latest: true)'"
    ),
  ]) func callsAreGuessed(_ words: [String], _ message: String) {
    let result = MarbleTool.run(words)
    #expect(result.code == 64 && result.errors.hasPrefix("Error: \(message)\n"), "\(result.errors)")
  }
}

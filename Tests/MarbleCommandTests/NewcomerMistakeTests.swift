import Marbles
import TestFolder
import Testing

@testable import MarbleCommandLine

/// Mistakes of newcomers who know a shell, another library or another language: each message names the form to write.
@Suite struct NewcomerMistakeTests {
  typealias Folder = MarbleToolTests.Folder

  /// The first line of what is said of a call, and the exit code if it stands there.
  @Test(arguments: TextTable("mistakes.txt").rows) func aMistakeGetsItsForm(_ row: TextTable.Row) {
    let result = MarbleTool.run(row.input.split(separator: "\n").map(String.init), on: Terminal())
    #expect(result.errors.split(separator: "\n").first.map(String.init) == row.said[0])
    if row.said.count > 1 { #expect("exit code \(result.code)" == row.said[1]) }
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
      GitHubAnnotation(Finding(at: Finding.Place(file: "C:\\a,b.marble", line: 3), .unused, "100 %")).text
        == "::error file=C%3A\\a%2Cb.marble,line=3,title=marble check::100 %25")
    #expect(GitHubAnnotation(Finding(mistake: "no place", at: nil)).text == "::error title=marble check::no place")
  }

  /// The place of a failure is known, and not read from its text: a name of a file may look like a place.
  @Test func aFileWhoseNameLooksLikeAPlace() throws {
    let folder = try Folder(["x:7:y.marble": "a: -1-|\n> a\n= -2-|\n", "x:8:y.jsonl": "{}"])
    let start = "::error file=\(folder.path)/x%3A7%3Ay.marble,line=3,title=marble check::a differs at 1ms%0A"
    let failed = MarbleTool.run(["check", "--format", "github", "\(folder.path)/x:7:y.marble"]).output
    #expect(failed.split(separator: "\n").contains { $0.hasPrefix(start) }, "\(failed)")
    // Without a line there is nothing to show it at.
    let other = MarbleTool.run(["check", "--format", "github", "\(folder.path)/x:8:y.jsonl"]).output
    #expect(
      other.hasPrefix("::error title=marble check::\(folder.path)/x:8:y.jsonl: error: this is a recorded run"),
      "\(other)")
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
}

import Testing

@testable import MarbleCommandLine

/// The quiz as it is used, over a pipe and on a terminal.
struct QuizTests {
  typealias Folder = MarbleToolTests.Folder

  /// Runs the quiz with lines that are typed.
  func quiz(_ words: [String], typing lines: [String], on terminal: Terminal = Terminal()) -> MarbleTool.Result {
    var left = lines[...]
    return MarbleTool.run(["quiz"] + words, on: terminal, input: { _ in left.popFirst() })
  }
  func person() -> Terminal {
    var terminal = Terminal()
    (terminal.isInteractive, terminal.width) = (true, 80)
    return terminal
  }
  static let spec = "frame: 100ms\nhot key: -a----b-|\n> key.debounce(for: 300ms)\n= ----a---|\n"

  @Test func aRightRow() throws {
    let folder = try Folder(["a.marble": Self.spec])
    let result = quiz([folder.path + "/a.marble"], typing: ["----x---|"])
    #expect(result.code == 1, "an x is not an a")
    let right = quiz([folder.path + "/a.marble"], typing: ["= ----a---|"])
    #expect(right.code == 0)
    #expect(right.output.contains("Right: 2 of 2 events.\n"))
    #expect(right.output.hasSuffix("\n1 of 1 row right, 2 of 2 events.\n"))
  }

  @Test func aWrongRowIsAnswered() throws {
    let folder = try Folder(["a.marble": Self.spec])
    let result = quiz([folder.path + "/a.marble"], typing: ["----a---(b|)"])
    #expect(result.code == 1)
    let answer = """
        key    -a----b-|
        yours  ----a---(b|)
        sent   ----a---|
                       ^^^^
      2 of 2 events; nothing is sent for your b at 800ms.
      This is the row of a `debounce` that sends the pending value at the completion.

      """
    #expect(result.output.contains(answer))
    #expect(result.output.contains("key finishes; debounce drops b: the stream completed before its pause\n"))
  }

  @Test func theAnswerIsNotInTheQuestion() throws {
    let folder = try Folder(["a.marble": Self.spec])
    let result = quiz([folder.path + "/a.marble"], typing: [])
    #expect(!result.output.contains("----a---|"))
    #expect(result.output.contains("> key.debounce(for: 300ms)\n"))
    #expect(result.code == 1, "a question without an answer is not passed")
  }

  @Test func aRowThatCannotBeReadCostsNothing() throws {
    let folder = try Folder(["a.marble": Self.spec])
    let result = quiz([folder.path + "/a.marble"], typing: ["----(a", "", "----?---|", "----a---|"])
    #expect(result.code == 0)
    #expect(result.output.contains("the group is not closed"))
    #expect(result.output.contains("A prediction says which value comes"))
  }

  /// With the end at 1 s the timer of b fires at 900 ms.
  @Test func theInputCanBeChanged() throws {
    let folder = try Folder(["a.marble": Self.spec])
    let result = quiz([folder.path + "/a.marble"], typing: ["key: -a----b---|", "key: -a-(", "----a----b|"])
    #expect(result.code == 0)
    #expect(result.output.contains("hot key: -a----b---|"))
    #expect(result.output.contains("the group is not closed"))
  }

  @Test func onATerminalItAsksWhy() throws {
    let folder = try Folder(["a.marble": Self.spec])
    // The answer is shown, the reason too, and no other input is asked for.
    let result = quiz([folder.path + "/a.marble"], typing: [".", ".", ""], on: person())
    #expect(result.output.contains(", and why?\n"))
    #expect(result.output.hasSuffix("0 of 1 row right, 0 of 2 events.\n"))
  }

  @Test func onlyQuestionsOfALesson() throws {
    let text = "```marble predict\na: -1|\n> a\n> a.map { $0 + 1 }\n```\n```marble\na: -1|\n> a\n= -1|\n```\n"
    let folder = try Folder(["a.md": text])
    #expect(quiz([folder.path + "/a.md"], typing: ["-1|", "-2|"]).output.contains("2 of 2 rows right"))
  }

  @Test func sixtyColumnsAreEnough() {
    let words = ["--seed", "3", "--why", "debounce", "zip", "share"]
    var terminal = Terminal()
    terminal.width = 60
    let result = quiz(words, typing: Array(repeating: ".", count: 40), on: terminal)
    #expect(result.output.contains("rows right"))
    let wide = result.output.split(separator: "\n").filter { $0.count > 60 }.map(String.init)
    #expect(wide == [])
  }

  @Test func operatorsByBothNames() {
    #expect(quiz(["debounceTime", "--seed", "1"], typing: []).output.contains(".debounce(for: "))
    #expect(quiz(["count"], typing: []).output.contains(".count()"))
    let wrong = quiz(["debounse"], typing: [])
    #expect(wrong.code == 64 && wrong.errors.contains("Did you mean 'debounce'?"))
    #expect(quiz(["77"], typing: []).errors.contains("There is no lesson 77"))
    #expect(quiz(["--seed", "x"], typing: []).code == 64)
    #expect(quiz(["none.marble"], typing: []).code == 66)
  }

  @Test func aSeedMakesTheSameQuestions() {
    let one = quiz(["--seed", "5", "--count", "3"], typing: [".", ".", "."])
    #expect(one == quiz(["--seed", "5", "--count", "3"], typing: [".", ".", "."]))
    #expect(one.output != quiz(["--seed", "6", "--count", "3"], typing: [".", ".", "."]).output)
    #expect(one.output.contains("0 of 3 rows right"))
  }

  @Test func aPageGetsTheQuestionsWithTheirAnswers() throws {
    let folder = try Folder(["a.marble": Self.spec])
    let result = quiz([folder.path + "/a.marble", "--format", "json"], typing: [])
    #expect(result.code == 0)
    #expect(result.output.contains("\"row\": \"----a---|\""))
    #expect(result.output.contains("that sends the pending value at the completion"))
  }
}

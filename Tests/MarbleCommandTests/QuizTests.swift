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
  func person(_ folder: Folder? = nil, width: Int = 80) -> Terminal {
    var terminal = Terminal()
    (terminal.isInteractive, terminal.width, terminal.stateFolder) = (
      true, width, folder.map { $0.path + "/state/marble" }
    )
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

  @Test func hintsComeInSteps() throws {
    let folder = try Folder(["a.marble": Self.spec])
    let result = quiz([folder.path + "/a.marble"], typing: ["?", "?", "?", "?", "?", "----a---|"])
    let hints = [
      "2 events, including the completion.", "Something happens at 400ms, 800ms.", "At 400ms: the value \"a\".",
      "At 800ms: the stream finishes.",
      "There are no more hints.",
    ]
    var rest = result.output[...]
    for hint in hints {
      let place = try #require(rest.range(of: hint), "\(hint)")
      rest = rest[place.upperBound...]
    }
  }

  /// With the end at 1 s the timer of b fires at 900 ms.
  @Test func theInputCanBeChanged() throws {
    let folder = try Folder(["a.marble": Self.spec])
    let result = quiz([folder.path + "/a.marble"], typing: ["key: -a----b---|", "key: -a-(", "----a----b|"])
    #expect(result.code == 0)
    #expect(result.output.contains("hot key: -a----b---|"))
    #expect(result.output.contains("the group is not closed"))
  }

  @Test func onATerminalItAsksWhyAndOnceMore() throws {
    let folder = try Folder(["a.marble": Self.spec])
    // The answer is shown, the reason too, no other input; then the question comes again.
    let result = quiz([folder.path + "/a.marble"], typing: [".", ".", "", "----a---|", ".", ""], on: person(folder))
    #expect(result.output.contains(", and why?\n"))
    #expect(result.output.contains("Question 2 of 2, once more"))
    #expect(result.output.contains("1 of 2 rows right, 2 of 4 events."))
  }

  @Test func whatWasMissedComesFirstTheNextTime() throws {
    let folder = try Folder(["a.md": "```marble\na: -1|\n> a\n= -1|\n```\n```marble\nb: -2|\n> b\n= -2|\n```\n"])
    let path = folder.path + "/a.md"
    _ = quiz([path], typing: ["-1|", "", "-", "", "q"], on: person(folder))
    #expect(try folder.text("state/marble/quiz").split(separator: "\n").count == 1)
    let next = quiz([path], typing: ["-2|", "", "-1|", ""], on: person(folder))
    let (b, a) = (next.output.range(of: "> b\n"), next.output.range(of: "> a\n"))
    #expect(try #require(b).lowerBound < #require(a).lowerBound)
    #expect(try folder.text("state/marble/quiz") == "")
    _ = quiz([path, "--no-history"], typing: ["-", "", "q"], on: person(folder))
    #expect(try folder.text("state/marble/quiz") == "")
  }

  @Test func aHistoryThatCannotBeWrittenIsNoMisfortune() throws {
    let folder = try Folder(["a.marble": Self.spec, "state": "a file"])
    let result = quiz([folder.path + "/a.marble"], typing: [".", ".", "", "q"], on: person(folder))
    #expect(result.errors.contains("The history of the quiz cannot be"))
    #expect(result.code == 1)
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

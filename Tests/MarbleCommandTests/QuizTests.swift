import Testing

@testable import MarbleCommandLine

/// The questions as they are printed, and as a page gets them.
struct QuizTests {
  typealias Folder = MarbleToolTests.Folder

  func quiz(_ words: String..., on terminal: Terminal = Terminal()) -> MarbleTool.Result {
    MarbleTool.run(["quiz"] + words, on: terminal)
  }
  static let spec = "frame: 100ms\nhot key: -a----b-|\n> key.debounce(for: 300ms)\n= ----a---|\n"

  /// By hand: the timer of a fires at 400 ms, the one of b would at 900 ms, after the end.
  @Test func theAnswersComeAfterTheQuestions() throws {
    let folder = try Folder(["a.marble": Self.spec])
    let result = quiz(folder.path + "/a.marble")
    #expect(result.code == 0 && result.errors.isEmpty)
    let parts = result.output.split(separator: "\nAnswer 1\n").map(String.init)
    try #require(parts.count == 2, "\(result.output)")
    #expect(parts[0].hasPrefix("Question 1 of 1 (") && parts[0].contains("> key.debounce(for: 300ms)\n"))
    #expect(!parts[0].contains("----a---|"))
    #expect(parts[1].contains("----a---|\n"))
    #expect(parts[1].contains("key finishes; debounce drops b: the stream completed before its pause was over\n"))
  }

  @Test func onlyQuestionsOfALesson() throws {
    let text = "```marble predict\na: -1|\n> a\n> a.map { $0 + 1 }\n```\n```marble\na: -1|\n> a\n= -1|\n```\n"
    let folder = try Folder(["a.md": text])
    let output = quiz(folder.path + "/a.md").output
    #expect(output.contains("Question 2 of 2") && output.contains("Answer 2\n"))
  }

  @Test func operatorsByBothNames() {
    #expect(quiz("debounceTime", "--seed", "1", "--count", "1").output.contains(".debounce(for: "))
    #expect(quiz("count", "--count", "1").output.contains(".count()"))
    let wrong = quiz("debounse")
    #expect(wrong.code == 64 && wrong.errors.contains("Did you mean 'debounce'?"))
    #expect(quiz("77").errors.contains("There is no lesson 77"))
    #expect(quiz("--seed", "x").code == 64)
    #expect(quiz("none.marble").code == 66)
  }

  @Test func aSeedMakesTheSameQuestions() {
    let one = quiz("--seed", "5", "--count", "3")
    #expect(one == quiz("--seed", "5", "--count", "3"))
    #expect(one.output != quiz("--seed", "6", "--count", "3").output)
    #expect(one.output.contains("Answer 3\n"))
  }

  @Test func aPageGetsTheQuestionsWithTheirAnswers() throws {
    let folder = try Folder(["a.marble": Self.spec])
    let result = quiz(folder.path + "/a.marble", "--format", "json")
    #expect(result.code == 0)
    #expect(result.output.contains("\"row\": \"----a---|\""))
    #expect(result.output.contains("that sends the pending value at the completion"))
  }
}

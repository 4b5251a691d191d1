import Foundation
import Gallery
@testable import MarbleCommandLine
import Marbles
import TestFolder
import Testing

/// The pages of the course: what they quote of runs is what the command prints, and each has all parts of a lesson.
///
/// `COURSE=write swift test --filter CourseTests` writes what is quoted anew: the fences `text explain 1 300ms`, which
/// hold the lines of `marble explain` for the first pipeline of the spec above at that instant, and `text timers 1`,
/// its rows with their timers.
struct CourseTests {
  static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
  static let folder = root + "/Course"
  static let lessons = ((try? Files.names(in: folder)) ?? []).filter {
    $0.hasSuffix(".md") && $0.first?.isNumber == true
  }.sorted()
  /// The lessons, and the other pages that quote a run.
  static let pages =
    lessons.map { "Course/\($0)" } + ["README.md", "Sources/Marbles/Marbles.docc/FifteenQuestions.md"]

  /// A fence with its place among the lines of its page.
  struct Fence {
    var info: [String]
    var lines: Range<Int>
    var isHidden: Bool
  }

  struct Page {
    var name: String
    var lines: [String]

    init(_ name: String) throws {
      self.name = name
      lines = String(decoding: try Files.read("\(CourseTests.root)/\(name)"), as: UTF8.self).components(
        separatedBy: "\n")
    }

    var fences: [Fence] {
      var fences: [Fence] = []
      var start: Int?
      var isHidden = false
      for (index, line) in lines.enumerated() {
        if line.hasPrefix("<details>") { isHidden = true }
        if line.hasPrefix("</details>") { isHidden = false }
        guard line.hasPrefix("```") else { continue }
        if let first = start {
          fences.append(
            Fence(
              info: lines[first].dropFirst(3).split(separator: " ").map(String.init), lines: first + 1..<index,
              isHidden: isHidden))
          start = nil
        } else {
          start = index
        }
      }
      return fences
    }

    func text(_ fence: Fence) -> [String] { Array(lines[fence.lines]) }

    /// The page with everything it quotes as a run says it now.
    func current() throws -> [String] {
      var result = lines
      let fences = fences
      for (index, fence) in fences.enumerated().reversed() where fence.info.first == "text" && fence.info.count > 2 {
        let spec = try #require(
          fences[..<index].last { $0.info == ["marble"] }, "\(name): what is quoted needs a spec above it")
        let run = try #require(Int(fence.info[2]))
        result.replaceSubrange(
          fence.lines,
          with: fence.info[1] == "timers"
            ? try timers(run, text(spec)) : try explanation(run, text(spec), at: fence.info[3...]))
      }
      return result
    }

    private func output(_ command: [String], _ spec: [String]) throws -> [String] {
      let folder = try TestFolder(["a.marble": spec.joined(separator: "\n")])
      let result = MarbleTool.run(command + [folder.path + "/a.marble"])
      #expect(result.errors.isEmpty && result.code == 0, "\(name): \(result.errors)")
      return result.output.components(separatedBy: "\n")
    }

    /// The rows of the sources, and a pipeline with its rows and timers.
    private func timers(_ run: Int, _ spec: [String]) throws -> [String] {
      let lines = try output(["render", "--timers"], spec)
      let first = try #require(lines.firstIndex { $0.hasPrefix(">") })
      let starts = lines.indices.filter { lines[$0].hasPrefix(">") } + [lines.endIndex]
      let sources = lines[..<first].filter { !$0.hasPrefix("title:") && !$0.hasPrefix("frame:") && !$0.isEmpty }
      return sources + lines[starts[run - 1]..<starts[run]].filter { !$0.isEmpty }
    }

    /// The events at some instants.
    private func explanation(_ run: Int, _ spec: [String], at instants: ArraySlice<String>) throws -> [String] {
      let lines = try output(["explain"], spec)
      let starts = lines.indices.filter { lines[$0].hasPrefix("> ") } + [lines.endIndex]
      var instant = ""
      var told: [String] = []
      for line in lines[starts[run - 1] + 1..<starts[run]] where !line.isEmpty {
        if let word = line.split(separator: " ").first.map(String.init), word.first?.isNumber == true { instant = word }
        if instants.contains(instant) { told.append(line) }
      }
      let missing = instants.filter { time in !told.contains { $0.contains(time) } }
      #expect(missing == [], "\(name): nothing happens in pipeline \(run) at \(missing.joined(separator: ", "))")
      return told
    }
  }

  @Test(arguments: pages) func quotesWhatARunSays(_ name: String) throws {
    let page = try Page(name)
    let current = try page.current()
    if Files.environment("COURSE") == "write" {
      return try Files.write(current.joined(separator: "\n"), to: "\(Self.root)/\(name)")
    }
    if page.lines == current { return }
    let line = zip(page.lines, current).prefix { $0 == $1 }.count
    Issue.record(
      """
      \(name):\(line + 1): what is quoted is not what a run says
        page: \(page.lines.indices.contains(line) ? page.lines[line] : "the end")
        run:  \(current.indices.contains(line) ? current[line] : "the end")
      If the run is right: COURSE=write swift test --filter CourseTests
      """)
  }

  @Test func thereAreElevenLessons() {
    #expect(Self.lessons.map { String($0.prefix(3)) } == (0...10).map { $0 < 10 ? "0\($0)-" : "\($0)-" })
  }

  @Test(arguments: lessons) func hasAllPartsOfALesson(_ name: String) throws {
    let page = try Page("Course/\(name)")
    let headings = page.lines.filter { $0.hasPrefix("## ") }
    let last = ["## Experiments", "## Why", "## Questions that learners ask", "## The same as a Swift test"]
    #expect(headings.suffix(4).filter(last.contains) == last.filter(headings.contains), "\(name)")
    #expect(headings.contains(last[0]) && headings.contains(last[1]) && headings.last == last[3], "\(name)")
    #expect(headings.first != last[0], "\(name): nothing is explained before the experiments")
    #expect(page.lines.contains { $0.hasPrefix("**Goal.** ") })
    for number in 1...3 {
      #expect(page.lines.contains { $0.hasPrefix("**\(number). ") }, "\(name): experiment \(number)")
    }
    let letters = ["A", "B", "C", "D"]
    let options = page.lines.filter { $0.hasPrefix("- **") && $0.contains(".**") }
    let answers = page.lines.filter { $0.hasPrefix("- **") && !$0.contains(".**") }
    #expect(options.map { String($0.dropFirst(4).prefix(1)) } == letters)
    #expect(answers.map { String($0.dropFirst(4).prefix(1)) } == letters)
    #expect(answers.filter { $0.contains("** is right.") }.count == 1, "\(name): one answer is right")
    #expect(page.fences.contains { $0.info == ["swift"] })
  }

  /// A task stands alone: four lines say what it needs, and it asks for three rows at most, each with its answer behind
  /// it.
  @Test(arguments: try! Files.names(in: folder + "/Tasks").filter { $0 != "README.md" }.sorted())
  func aTaskStandsAlone(_ name: String) throws {
    let page = try Page("Course/Tasks/\(name)")
    let questions = page.fences.filter { $0.info == ["marble", "predict"] },
      answers = page.fences.filter { $0.info == ["marble"] }
    #expect(
      1...3 ~= questions.count && questions.count == answers.count && answers.allSatisfy(\.isHidden)
        && !questions.contains(where: \.isHidden))
    for (question, answer) in zip(questions, answers) {
      let asked = page.text(question), told = page.text(answer)
      #expect(
        asked.filter { $0.hasPrefix("> ") }.count == 1 && !asked.contains { $0.hasPrefix("=") },
        "\(name):\(question.lines.lowerBound)")
      #expect(
        Array(told.prefix(asked.count)) == asked && told.filter { $0.hasPrefix("=") }.count == 1,
        "\(name):\(answer.lines.lowerBound)")
      #expect(question.lines.upperBound < answer.lines.lowerBound)
    }
    let needs = try #require(page.lines.firstIndex(of: "**You need four lines:**"))
    #expect(page.lines[(needs + 2)...].prefix { $0.hasPrefix("- ") }.count == 4)
    // It defines its words itself: no lesson is needed before it.
    #expect(!page.lines[..<(page.lines.lastIndex { $0.hasPrefix("## ") } ?? 0)].contains { $0.contains("lesson") })
  }

  /// A question hides its answer, and the answer is about the same streams and pipelines.
  @Test(arguments: lessons) func everyQuestionIsAnswered(_ name: String) throws {
    let page = try Page("Course/\(name)")
    func isOutcome(_ line: String) -> Bool { line.hasPrefix("=") || line.hasPrefix("subs ") }
    func title(_ fence: Fence) -> String? { page.text(fence).first { $0.hasPrefix("title: ") } }
    /// The text that is visible before the answer, without the columns that answers are aligned with.
    func question(_ fence: Fence) -> [String] {
      var lines: [String] = []
      var follows = ""
      for line in page.text(fence) {
        if !line.hasPrefix(" ") { follows = line }
        if isOutcome(line) || (line.hasPrefix(" ") && (isOutcome(follows) || follows.hasPrefix("from"))) { continue }
        lines.append(line.split(separator: " ").joined(separator: " "))
      }
      return lines
    }
    var questions = 0
    for fence in page.fences where fence.info == ["marble", "predict"] {
      questions += 1
      // On GitHub nothing moves it out of the answer.
      #expect(!fence.isHidden, "\(name):\(fence.lines.lowerBound): the question is hidden in an answer")
      #expect(!page.text(fence).contains(where: isOutcome), "\(name):\(fence.lines.lowerBound): the answer can be seen")
      let answer = page.fences.first { $0.info == ["marble"] && $0.isHidden && title($0) == title(fence) }
      #expect(
        answer.map(question) == question(fence),
        "\(name):\(fence.lines.lowerBound): there is no answer to this question")
    }
    #expect(questions >= 4, "\(name): a question and three experiments")
    #expect(page.fences.allSatisfy { $0.info != ["marble"] || $0.isHidden }, "\(name): an answer can be seen")
    let answers = page.fences.indices.filter { page.fences[$0].info.first == "marble" && page.fences[$0].isHidden }
    #expect(
      page.lines.filter { $0.hasPrefix("**Rests on:** ") }.count == answers.count,
      "\(name): each answer names its rules")
  }
}

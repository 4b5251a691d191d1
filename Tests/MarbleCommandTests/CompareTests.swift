import Foundation
import Testing

@testable import MarbleCommandLine
@testable import MarbleDiagrams
@testable import MarbleSpecs

/// `marble compare` as it is called.
struct CompareTests {
  func compare(_ operands: String..., frames: Int? = nil, width: Int? = nil) -> MarbleTool.Result {
    var terminal = Terminal()
    terminal.width = width
    return MarbleTool.run(["compare"] + operands + (frames.map { ["--frames", "\($0)"] } ?? []), on: terminal)
  }

  @Test func theShortestInputAndBothRuns() {
    let result = compare("a.debounce(for: 3)", "a.throttle(for: 3, latest: true)", frames: 2)
    #expect(result.code == 1)
    #expect(result.errors == "")
    // The rows with a value differ, among the 17 of up to two frames: 1, 2, -1, -2, 1|, 1#, 2|, 2# and the four with
    // two values.
    #expect(result.output.hasPrefix("The pipelines differ on 12 of 17 inputs of up to 2 frames.\n\n"))
    #expect(
      result.output.contains(
        """
        They send the same values at different times. The shortest input:


        """))
    #expect(
      result.output.contains(
        "a: 1---\n\n> a.debounce(for: 3)\n=  ---1\n\n> a.throttle(for: 3, latest: true)\n=  1---\n"))
    #expect(result.output.contains("\nWhy:\n\n> a.debounce(for: 3)\n\n   0s   the subscriber subscribes to a\n"))
    #expect(result.output.contains("= debounce sends 1, which came at 0s: its 3ms are over\n"))
  }

  /// `1|`: debounce drops the value, throttle sends it at once. It is longer than `1`, so it comes after it.
  @Test func eachOtherWayHasItsShortestInput() {
    let result = compare("a.debounce(for: 3)", "a.throttle(for: 3, latest: true)", frames: 2)
    #expect(result.output.contains("\nThe second one sends more values:\n\n"))
    #expect(
      result.output.contains(
        "a: 12---\n\n> a.debounce(for: 3)\n=  ----2\n\n> a.throttle(for: 3, latest: true)\n=  1--2-\n"))
  }

  @Test func aLawHolds() {
    // 1 + 4 * (1 + 3 + 9 + 27) rows.
    let result = compare("a.delay(for: 1).delay(for: 2)", "a.delay(for: 3)", frames: 4)
    #expect(result.code == 0)
    #expect(result.output.hasPrefix("No difference in all 161 inputs of up to 4 frames and "), "\(result.output)")
    #expect(result.output.hasSuffix(" chosen ones, with the values 1 and 2.\n"), "\(result.output)")
  }

  @Test func theCompletionAlone() {
    let result = compare("a.append(a.prefix(0))", "a", frames: 1)
    #expect(result.code == 0)
    // prefix(0) finishes before anything can fail.
    let replaced = compare("a.replaceError(with: 1).prefix(0)", "a.prefix(0)", frames: 1)
    #expect(replaced.code == 1)
    #expect(
      replaced.output.contains("\nUndecided: no input shows that\n  replaceError receives a failure\n"),
      "\(replaced.output)")
    let failing = compare("a", "a.catch { _ in Empty() }", frames: 1)
    #expect(
      failing.output.hasPrefix(
        "The pipelines differ on 1 of 5 inputs of up to 1 frame.\n\nThey send the same values and complete differently."
      ))
    #expect(failing.output.contains("a: #\n\n> a\n=  #\n\n> a.catch { _ in Empty() }\n=  |\n"))
  }

  @Test func theTimeOfTheCompletionAlone() {
    let result = compare("a.ignoreOutput()", "a.delay(for: 1).ignoreOutput()", frames: 1)
    #expect(result.output.contains("They send the same values and complete at different times. The shortest input:\n"))
    #expect(result.output.contains("a: |\n\n> a.ignoreOutput()\n=  |\n\n> a.delay(for: 1).ignoreOutput()\n=  -|\n"))
  }

  /// Both send at frame 0 in the order of their subscriptions.
  @Test func twoStreams() {
    let result = compare("a.merge(with: b)", "b.merge(with: a)", frames: 1)
    #expect(result.code == 1)
    #expect(result.output.contains("of 25 inputs of up to 1 frame."))
    #expect(result.output.contains("They send the same values in a different order. The shortest input:\n"))
    #expect(result.output.contains("a: 1\nb: 2\n") || result.output.contains("a: 1   \nb: 2"), "\(result.output)")
  }

  /// Each finishing run begins again, without an end.
  @Test func aRunWithoutAnEnd() {
    let result = compare("a.repeat()", "a", frames: 1)
    #expect(result.code == 1)
    #expect(result.output.contains("One of them does not end. The shortest input:\n"))
    #expect(result.output.contains("# only the start of the run; "))
  }

  // MARK: Values

  /// 1 and 2 pass neither filter; the values at the limits do.
  @Test func theValuesComeFromComparisons() {
    let result = compare("a.filter { $0 > 10 }", "a.filter { $0 > 11 }", frames: 1)
    #expect(
      result.output.hasPrefix(
        "The pipelines differ on 1 of 8 inputs of up to 1 frame.\n\nThe second one sends fewer values."))
    #expect(result.output.contains(" = 11\n"))
  }

  @Test func textsAreTakenIfIntegersCannotBeUsed() {
    let result = compare("a.map { $0.uppercased() }", "a", frames: 1)
    #expect(result.output.contains("a: x\n"))
    #expect(result.output.contains("> a.map { $0.uppercased() }\n=  X\n"))
  }

  @Test func theValuesCanBeNamed() {
    let result = compare("a.flatMap { $0.publisher }", "a.map { $0.count }", "x = [5, 6]   y = []", frames: 1)
    #expect(result.code == 1, "\(result.errors)")
    #expect(result.output.contains("a: x\n  x = [5, 6]\n"))
    #expect(result.output.contains("of 5 inputs of up to 1 frame"))
  }

  /// Only an input that is chosen shows the difference; it is shown as short as it can be.
  @Test func aChosenInputIsShortened() {
    let result = compare("a.filter { $0 >= 0 }", "a", frames: 1)
    #expect(result.code == 1)
    #expect(result.output.contains("chosen for what is written in them, and on none of "), "\(result.output)")
    #expect(result.output.contains("a: p\n  p = -1\n"), "\(result.output)")
    let count = compare("a.prefix(9)", "a", frames: 1)
    // Nine values show the completion, ten the values, which come first.
    #expect(
      count.output.contains("\nThe second one sends more values. The shortest input of these:\n")
        && count.output.contains("\nThey send the same values and complete differently:\n"), "\(count.output)")
    let rows = count.output.split(separator: "\n").filter { $0.hasPrefix("a: ") }.map {
      $0.dropFirst(3).count { $0 != " " }
    }
    #expect(rows.prefix(2) == [10, 9], "\(count.output)")
    let named = compare("a.map { $0 }", "a.catch { e in e == \"down\" ? Empty() : Fail(e) }", frames: 1)
    #expect(named.output.contains("a: #'down'\n"), "\(named.output)")
  }

  /// An input that is shown shorter than it was found still differs in the way that is said.
  @Test(arguments: [
    ["a.merge(with: b)", "a.append(b)"], ["a.prefix(9)", "a"], ["a.filter { $0 >= 0 }.prefix(3)", "a"],
  ])
  func eachInputDiffersAsItSays(_ pipelines: [String]) throws {
    let pair = try PairOperands(pipelines).pair(frames: 1)
    let ways = pair.findings().ways
    #expect(ways.count > 1)
    for way in ways {
      let lanes = pair.shownLanes(way.input)
      #expect(try pair.inputs.subject.difference(on: lanes) == way.difference, "\(pipelines): \(lanes)")
    }
  }

  @Test func valuesAndErrorsOfTheCall() {
    let words = ["compare", "a.filter { $0 * 7 % 1000 != 993 }", "a", "--frames", "1"]
    #expect(MarbleTool.run(words + ["--values", "1, 999"]).output.contains(" = 999\n"))
    #expect(
      MarbleTool.run(words + ["--values", "x"]).errors.contains("The value 'x' is invalid for '--values <list>'"))
    let errors = MarbleTool.run([
      "compare", "a.catch { e in e.count == 9 ? Empty() : Fail(e) }", "a", "--frames", "1", "--errors", "ninechars",
    ])
    #expect(errors.output.contains("#'ninechars'"), "\(errors.output)")
  }

  // MARK: Further lines

  @Test func aStreamWithARowDoesNotVary() {
    let result = compare("a.merge(with: b)", "a.append(b)", "b: -5|", frames: 1)
    #expect(result.output.contains("of 5 inputs of up to 1 frame."))
    #expect(result.output.contains("b: -5|\n"))
  }

  /// A cold stream begins again at 2 ms and sends its 1, a hot one has sent it.
  @Test func aStreamCanBeHot() {
    let pipelines = ["a.delaySubscription(for: 2)", "a.ignoreOutput()"]
    #expect(
      MarbleTool.run(["compare"] + pipelines + ["--frames", "1"]).output.contains("The second one sends fewer values."))
    let hot = MarbleTool.run(["compare"] + pipelines + ["hot a:", "--frames", "1"]).output
    // It has no subscriber before 3 ms, so the shortest input with another value is a chosen one.
    #expect(
      hot.contains("The second one sends fewer values. The shortest input of these:\n\n#      0s\nhot a: ---r\n"),
      "\(hot)")
  }

  @Test func theSubscriberCanRequestAndCancel() {
    // A finish needs no demand, but buffer keeps it until a value is requested.
    let finish = compare(
      "a.buffer(size: 1, prefetch: .keepFull, whenFull: .dropNewest)", "a", "demand -", "hot a:", frames: 1)
    #expect(finish.output.hasPrefix("The pipelines differ on 1 of 5 inputs of up to 1 frame."))
    #expect(finish.output.contains("hot a: |\n"))
    #expect(finish.output.contains("demand -\n"))
    let undemanded = compare("a.delay(for: 1)", "a.delay(for: 1).map { $0 + 1 }", "demand -", "hot a:", frames: 1)
    #expect(
      undemanded.output.contains("Undecided: no input shows that\n  `{ $0 + 1 }` is called\n"), "\(undemanded.output)")
    let cancelled = compare("a.delay(for: 5)", "a.delay(for: 6)", "from ^--!", frames: 1)
    #expect(cancelled.code == 0)
  }

  /// A third of the duration is a frame, and the longest time is named if no input reaches it.
  @Test func theFrameFollowsFromTheDurations() {
    let result = compare("a.delay(for: 300ms)", "a.delay(for: 200ms)", frames: 1)
    #expect(result.output.contains("frame: 100ms\n"))
    #expect(compare("a.delay(for: 300ms)", "a", frames: 1).output.contains("frame: 100ms\n"))
    #expect(compare("a.delay(for: 500ms)", "a", frames: 1).output.contains("frame: 250ms\n"))
    let short = compare("a.debounce(for: 300ms)", "a.debounce(for: 300ms)", "frame: 10ms", frames: 2)
    // The chosen inputs are as long as the time.
    #expect(short.output.hasPrefix("No difference in all 17 inputs of up to 2 frames and "), "\(short.output)")
    #expect(short.code == 0)
    let long = compare("a.debounce(for: 300ms)", "a.debounce(for: 310ms)", "frame: 10ms", frames: 2)
    #expect(long.output.contains("a: 1"), "\(long.output)")
  }

  // MARK: Wrong calls

  @Test(arguments: [
    (
      ["a.debunce(for: 3)", "a"],
      "compare:1:3: error: unknown operator 'debunce'; did you mean 'debounce'?\na.debunce(for: 3)\n  ^~~~~~~\n"
    ),
    (
      ["a", "> a.debunce(for: 3)"],
      "compare:2:5: error: unknown operator 'debunce'; did you mean 'debounce'?\n> a.debunce(for: 3)\n    ^~~~~~~\n"
    ),
    (
      ["a.map { $0 }", "b.map { $0 }"],
      "compare:2:1: error: the first pipeline has no stream 'b'; write 'a' in both, or give 'b' a row: 'b: -1-2-|'\nb.map { $0 }\n^\n"
    ),
    (
      ["a.merge(with: b)", "a"],
      "compare:1:15: error: the second pipeline has no stream 'b'; use it in both, or give 'b' a row: 'b: -1-2-|'\na.merge(with: b)\n              ^\n"
    ),
    (
      ["Just(1)", "Just(2)"],
      "compare:1:1: error: the pipelines have no stream whose row can vary; begin both with a name, as in a.map { $0 * 2 }\nJust(1)\n^~~~~~~\n"
    ),
    (
      ["a.merge(with: b, c)", "a.merge(with: c, b)"],
      "compare:1:1: error: 3 streams would vary (a, b, c), at most two can; give one of them a row: 'c: -1-2-|'\na.merge(with: b, c)\n^\n"
    ),
    (
      ["a", "a", "> a"],
      "compare:3:1: error: two pipelines are compared, not three; further arguments are lines such as 'b: -1-2-|' or 'demand 1--1'\n> a\n^~~\n"
    ),
    (
      ["a", "a", "= -1"],
      "compare:3:1: error: nothing is expected here: the pipelines are compared with each other; further arguments are lines such as 'b: -1-2-|' or 'demand 1--1'\n= -1\n^~~~\n"
    ),
    (["a", "a.map { $0 + }"], "compare:2:14: error: expected a value, found '}'\na.map { $0 + }\n             ^\n"),
  ])
  func aMistakeHasItsPlace(_ operands: [String], _ message: String) {
    let result = MarbleTool.run(["compare"] + operands)
    #expect(result.errors == message)
    #expect(result.code == 65)
    #expect(result.output == "")
  }

  @Test(arguments: [
    (["compare"], "Error: Missing expected argument '<first>'\n"),
    (["compare", "a"], "Error: Missing expected argument '<second>'\n"),
    (
      ["compare", "a", "a", "--frames", "0"],
      "Error: The value '0' is invalid for '--frames <number>'. Please provide a number from 1 to 64.\n"
    ),
    (
      ["compare", "a", "a", "--frames", "40"],
      "Error: There are too many inputs of up to 40 frames. Write '--frames 10' or less.\n"
    ),
  ])
  func aWrongCall(_ words: [String], _ message: String) {
    let result = MarbleTool.run(words)
    #expect(result.errors.hasPrefix(message), "\(result.errors)")
    #expect(result.code == 64)
  }

  /// A mistake that only a run finds names the input.
  @Test func anInputThatCannotRun() {
    let result = compare("a.map { [1, 2][$0] }", "a", frames: 1)
    #expect(result.code == 65)
    #expect(result.errors.hasPrefix("compare:1:"), "\(result.errors)")
  }

  // MARK: Output

  @Test func linesAreAsWideAsTheTerminal() {
    let result = compare(
      "a.debounce(for: 3).map { $0 + 1 }.removeDuplicates()", "a.throttle(for: 3, latest: true).map { $0 + 1 }",
      frames: 3, width: 60)
    for line in result.output.split(separator: "\n") { #expect(line.count <= 60, "\(line)") }
  }

  /// It prints its findings up to then, with the number of inputs that were tried.
  @Test func aStoppedComparisonSaysSo() {
    var terminal = Terminal()
    terminal.isStopped = true
    let result = MarbleTool.run(["compare", "a.map { $0 }", "a", "--frames", "4"], on: terminal)
    #expect(result.output.hasPrefix("Stopped. No difference in 0 of "), "\(result.output)")
    #expect(result.code == 130)
  }

  @Test func theInputsAsData() throws {
    let result = MarbleTool.run(["compare", "a.delay(for: 1)", "a", "--frames", "1", "--format", "json"])
    #expect(result.code == 1)
    for part in [
      "\"schema\": 1", "\"frames\": 1", "\"inputs\": 5", "\"differing\": 4", "\"way\": \"times\"",
      "\"rows\": [\"a: 1\"]",
      "\"marbles\": [\"-1\"]",
      "\"way\": \"completionTime\"", "\"rows\": [\"a: |\"]",
      "\"text\": \"delay sends 1, which came at 0s: its 1ms are over\"",
    ] { #expect(result.output.contains(part), "\(part)\n\(result.output)") }
  }

  /// `1` is the shortest input: one sends it at 0 ms, the other at 1 ms, so the rows differ at both.
  @Test func bothRunsAsOnePicture() throws {
    let words = ["compare", "a.delay(for: 1)", "a", "--frames", "1", "--format", "svg"]
    let result = MarbleTool.run(words)
    #expect(result.code == 1)
    #expect(result.output.hasPrefix("<svg ") && result.output.hasSuffix("</svg>\n"))
    for part in [">a.delay(for: 1) and a<", "<title>differs at 1ms</title>", "4 of 5 inputs"] {
      #expect(result.output.contains(part), "\(part)\n\(result.output)")
    }
    #expect(result.output.components(separatedBy: "<title>differs at").count == 3)
    let same = MarbleTool.run(["compare", "a", "a.map { $0 }", "--frames", "1", "--format", "svg"])
    #expect(same.errors.hasPrefix("No difference in all 5 inputs of up to 1 frame and "), "\(same)")
    let folder = try MarbleToolTests.Folder([:])
    #expect(MarbleTool.run(Array(words.dropLast(2)) + ["-o", folder.path + "/both.svg"]) == .init(code: 1))
    #expect(try folder.text("both.svg") == result.output)
    #expect(MarbleTool.run(Array(words.dropLast(2)) + ["-o", folder.path + "/both.txt"]).code == 64)
  }

  /// Each example of a comparison is a spec that says the same.
  @Test func eachInputIsASpec() throws {
    let result = compare("a.scan(0) { $0 + $1 }", "a.reduce(0) { $0 + $1 }", frames: 3)
    let input = result.output.split(separator: "\n\nWhy:")[0].split(separator: "input:\n\n")[1]
    let spec = try ExecutedSpec(SpecText(String(input), file: "compare"))
    #expect(spec.file.blocks.count == 2)
    #expect(SpecCheck(spec).failures == [])
  }

  @Test func aWordOfAnotherToolIsGuessed() {
    #expect(MarbleTool.run(["cmp", "a", "a"]).errors.contains("Did you mean 'compare'?"))
    #expect(MarbleTool.run(["comapre"]).errors.contains("Did you mean 'compare'?"))
  }
}

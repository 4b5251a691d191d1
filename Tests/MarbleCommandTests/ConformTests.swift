import Foundation
import Gallery
import TestFolder
import Testing

@testable import MarbleCommandLine
@testable import Marbles

/// `marble conform`: a run of another library beside the run of a spec.
struct ConformTests {
  private let folder: TestFolder
  private let spec: String
  private let other: String

  init() throws {
    folder = try TestFolder(["a.marble": "a: -1-2-|\n\n> a.delay(for: 2)\n"])
    (spec, other) = (folder.path + "/a.marble", folder.path + "/a.jsonl")
  }

  /// The lines that `conform` prints for events of the other library; the header is added.
  private func conform(_ events: [String], _ options: [String] = []) throws -> MarbleTool.Result {
    try Files.write((["{\"marble-events\":1}"] + events).map { $0 + "\n" }.joined(), to: other)
    return MarbleTool.run(["conform", spec, other] + options)
  }
  private func event(_ at: String, _ what: String) -> String {
    "{\"at\":\"\(at)\",\"stream\":\"a.delay(for: 2)\",\(what)}"
  }
  private var same: [String] {
    [event("3ms", "\"next\":\"1\""), event("5ms", "\"next\":\"x\",\"value\":\"2\""), event("7ms", "\"finish\":true")]
  }

  @Test func anEqualRunIsTheSame() throws {
    // Requests, subscriptions and cancels do not count, and neither does the symbol of a value.
    let asked = [event("0s", "\"subscribe\":true"), event("0s", "\"request\":1")]
    let result = try conform(asked + same)
    #expect(result.output == "1 stream compared: all the same\n")
    #expect(result.code == 0)
  }

  @Test(arguments: [
    ("time", [3, 6, 7], "1 2", "the spec sends 2 at 5ms, the other at 6ms"),
    ("value", [3, 5, 7], "1 3", "the spec sends 2 at 5ms, the other sends 3 at 5ms"),
    ("value", [3, 7], "1", "the spec sends 2 at 5ms, the other finishes at 7ms"),
    ("completion", [3, 5, 8], "1 2", "the spec finishes at 7ms, the other at 8ms"),
    ("completion", [3, 5], "1 2", "the spec finishes at 7ms, the other does not"),
  ])
  func eachDifferenceHasItsKind(_ kind: String, _ times: [Int], _ values: String, _ sentence: String) throws {
    let values = values.split(separator: " ")
    let events = times.enumerated().map { place, time in
      event("\(time)ms", place < values.count ? "\"next\":\"\(values[place])\"" : "\"finish\":true")
    }
    let result = try conform(events)
    #expect(result.code == 1)
    #expect(result.output.hasPrefix("a.delay(for: 2): \(kind): \(sentence)\n"))
    #expect(result.output.hasSuffix("1 stream compared: 1 differs\n"))
  }

  /// If the other run has the sources, too, their events come first: from another input another outcome follows.
  @Test func otherInputsAreSaid() throws {
    func sent(_ at: String, _ what: String) -> String { "{\"at\":\"\(at)\",\"stream\":\"a\",\(what)}" }
    let input = [sent("1ms", "\"next\":\"1\""), sent("3ms", "\"next\":\"2\""), sent("5ms", "\"finish\":true")]
    // In the order of the instants.
    #expect(
      try conform([input[0], input[1], same[0], input[2], same[1], same[2]]).output
        == "2 streams compared: all the same\n")
    let late = sent("4ms", "\"next\":\"2\"")
    let result = try conform([input[0], same[0], late, input[2], event("6ms", "\"next\":\"2\""), same[2]])
    #expect(result.output.hasPrefix("a: time: the spec sends 2 at 3ms, the other at 4ms\n"), "\(result.output)")
    #expect(result.output.hasSuffix("2 streams compared: 2 differ\n"))
    #expect(result.code == 1)
  }

  @Test func valuesInAnotherOrderAtAnInstantAreNotOtherValues() throws {
    try Files.write("a: -[12]-|\n\n> a.map { $0 }\n", to: spec)
    func swapped(_ what: String) -> String { "{\"at\":\"1ms\",\"stream\":\"a.map { $0 }\",\(what)}" }
    let result = try conform([swapped("\"next\":\"2\""), swapped("\"next\":\"1\"")])
    #expect(
      result.output.hasPrefix("a.map { $0 }: order at an instant: the spec sends 1 at 1ms, the other sends 2 at 1ms\n"))
  }

  @Test func aStreamThatTheOtherDoesNotHaveIsNoSuchOperator() throws {
    try Files.write("a: -1-|\n\n> a.delay(for: 2)\n\n> a.audit(for: 2)\n", to: spec)
    let result = try conform([event("3ms", "\"next\":\"1\""), event("5ms", "\"finish\":true")])
    #expect(result.code == 1)
    #expect(result.output.hasPrefix("a.audit(for: 2): no such operator: the other does not have this stream\n"))
    #expect(result.output.hasSuffix("2 streams compared: 1 differs\n"))
  }

  @Test func rowsAndDataShowTheDifference() throws {
    var events = same
    events[1] = event("6ms", "\"next\":\"2\"")
    #expect(
      try conform(events).output == """
        a.delay(for: 2): time: the spec sends 2 at 5ms, the other at 6ms
          a          -1-2-|
          the spec   ---1-2-|
          the other  ---1--2|
                          ^

        1 stream compared: 1 differs

        """)
    #expect(try conform(events, ["--within", "1ms"]).code == 0)
    let data = try #require(
      try JSONSerialization.jsonObject(with: Data(conform(events, ["--format", "json"]).output.utf8)) as? [String: Any])
    let difference = try #require((data["differences"] as? [[String: Any]])?.first)
    #expect(data["compared"] as? Int == 1 && data["differing"] as? Int == 1)
    #expect(difference["kind"] as? String == "time" && difference["instant"] as? Int == 5_000_000)
  }

  @Test func twoRecordedRunsAreComparedByTheirCommonStreams() throws {
    let first = other + ".first.jsonl"
    #expect(MarbleTool.run(["render", spec, "--format", "events", "-o", first]) == .init())
    try Files.write("{\"marble-events\":1}\n\(same.joined(separator: "\n"))\n", to: other)
    #expect(MarbleTool.run(["conform", first, other]).output == "1 stream compared: all the same\n")
    #expect(MarbleTool.run(["conform", first, first]).output == "2 streams compared: all the same\n")
  }

  // MARK: Hostile input

  @Test(arguments: [
    (
      ["{\"at\":\"1ms\",\"stream\":\"b\",\"next\":\"1\"}"],
      ": error: the runs have no stream in common; this one has 'b'\n"
    ),
    (["{\"at\":\"1ms\",\"stream\":\"b\""], ":2:25: error: the line ends before its object does"),
    (
      ["{\"at\":\"2ms\",\"stream\":\"b\",\"next\":\"1\"}", "{\"at\":\"1ms\",\"stream\":\"b\",\"next\":\"1\"}"],
      ":3:7: error: time goes back from 2ms to 1ms"
    ),
    (["{\"at\":\"1ms\",\"stream\":\"b\",\"nxt\":\"1\"}"], "'nxt'"),
    (["[1]"], ":2:1: error:"),
  ])
  func aWrongRunGetsAMessage(_ events: [String], _ message: String) throws {
    let result = try conform(events)
    #expect(result.code == 65 && result.output.isEmpty && result.errors.contains(message), "\(result)")
  }

  @Test func bytesThatAreNotUTF8GetAMessage() throws {
    try Data([0x7B, 0xFF, 0xFE, 0x7D, 0x0A]).write(to: URL(fileURLWithPath: other))
    let result = MarbleTool.run(["conform", spec, other])
    #expect(result.code == 65 && result.errors.contains(":1:"), "\(result)")
  }

  @Test func aRunWithoutStreamsHasNoneOfTheOperators() throws {
    let result = try conform([])
    #expect(result.code == 1 && result.output.hasPrefix("a.delay(for: 2): no such operator: "))
  }

  @Test func aCallThatCannotBeMeantGetsAMessage() throws {
    #expect(MarbleTool.run(["conform", spec]).errors.hasPrefix("Error: Missing expected argument '<second>'\n"))
    #expect(
      MarbleTool.run(["conform", "-", "-"]).errors.hasPrefix("Error: Only one run can come from standard input.\n"))
    #expect(MarbleTool.run(["conform", spec, "none.jsonl"]).code == 66)
    #expect(MarbleTool.run(["conform", "none.marble", other]).code == 66)
    #expect(MarbleTool.run(["conform", spec, spec]).errors.contains("this is a spec, not a recorded run"))
    #expect(
      MarbleTool.run(["conform", spec, other, "--inputs", "0"]).errors.hasPrefix(
        "Error: The value '0' is invalid for '--inputs <number>'.")
    )
    #expect(
      MarbleTool.run(["conform", spec, other, "--inputs", "9"]).errors.hasPrefix("Error: '--inputs' takes one spec"))
    #expect(
      MarbleTool.run(["conform", spec, other, "--within", "soon"]).errors.hasPrefix(
        "Error: The value 'soon' is invalid"))
    try Files.write("a: -1-|\n", to: spec)
    #expect(MarbleTool.run(["conform", spec, other]).code == 65)
    try Files.write("a: -1-|\n> a.dely(for: 2)\n", to: spec)
    #expect(MarbleTool.run(["conform", spec, other]).errors.contains("delay"))
  }

  // MARK: Inputs

  @Test func inputsAreASpecWithAllShortRows() throws {
    try Files.write("frame: 100ms\na: -x-y-|\n  x = 10   y = 20\n\n> a.delay(for: 200ms)\n", to: spec)
    // One row of no frame, and with one frame one for each value and completion.
    #expect(
      MarbleTool.run(["conform", spec, "--inputs", "5"]).output == """
        frame: 100ms
        limit: 500

        a_0_0: -
          x = 10
          y = 20
        a_0_1: x
        a_0_2: y
        a_0_3: |
        a_0_4: #

        > a_0_0.delay(for: 200ms)
        from ^ 950ms !
        > a_0_1.delay(for: 200ms)
        from ^ 950ms !
        > a_0_2.delay(for: 200ms)
        from ^ 950ms !
        > a_0_3.delay(for: 200ms)
        from ^ 950ms !
        > a_0_4.delay(for: 200ms)
        from ^ 950ms !

        """)
    try Files.write("a: -1-|\nb: 1\nc: 1\n\n> a.merge(with: b, c)\n", to: spec)
    #expect(MarbleTool.run(["conform", spec, "--inputs", "5"]).errors.contains("no pipeline has one or two sources"))
  }

  /// Each pipeline of the gallery is exported as a tree, and conforms to itself by its events.
  @Test func theGalleryConformsToItself() throws {
    // A law is not a part of the program that another engine runs.
    for path in try Gallery.few().map({ String($0.file.dropFirst(Gallery.folder.count + 1)) })
    where !path.hasPrefix("law-") {
      let events = other + "-\(path).jsonl"
      #expect(MarbleTool.run(["render", "\(Gallery.folder)/\(path)", "--format", "events", "-o", events]).code == 0)
      let data = MarbleTool.run(["render", "\(Gallery.folder)/\(path)", "--format", "json"]).output
      let whole = try #require(try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any])
      let pipelines = try #require((whole["program"] as? [String: Any])?["pipelines"] as? [[String: Any]])
      #expect(pipelines.allSatisfy { ($0["tree"] as? [String: Any])?.isEmpty == false }, "\(path)")
      // A pipeline that is only a source has all the subscriptions of the source in the events of the run.
      if pipelines.contains(where: { ($0["tree"] as? [String: Any])?["name"] != nil }) { continue }
      let result = MarbleTool.run(["conform", "\(Gallery.folder)/\(path)", events])
      #expect(result.code == 0, "\(path): \(result.output)")
    }
  }
}

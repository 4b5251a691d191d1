import Foundation
import Testing
import VirtualTime

@testable import Marbles

/// The format `marble-events`: its writer, its reader, and the messages for files that are wrong.
struct EventFormatTests {
  static let header = "{\"marble-events\":1}\n"

  static func read(_ text: String) throws -> RecordedRun { try EventReader.run(Array(text.utf8)) }
  static func problem(_ text: String) -> String {
    do { return "no problem: \(try read(text))" } catch { return "\(error)" }
  }

  // MARK: Writing and reading

  @Test func aRunIsALineForEachEvent() throws {
    var run = RecordedRun()
    run.frame = 1_000_000
    run.events = [
      .init(.subscribe, of: "typed", at: .zero), .init(.request(nil), of: "typed", at: .zero),
      .init(.next("a", .literal("\"s\"")), of: "typed", at: VirtualInstant(nanoseconds: 1_000_000)),
      .init(.next("b", .unknown), of: "found", 2, at: VirtualInstant(nanoseconds: 300_500_000)),
      .init(.fail("off\nline"), of: "found", at: VirtualInstant(nanoseconds: 1_000_000_000)),
      .init(.cancel, of: "typed", at: .init(nanoseconds: 1_000_000_001)),
    ]
    run.events[3].causes = [2]
    run.events[3].timer = 300_000_000
    let text = """
      {"marble-events":1,"frame":"1ms"}
      {"at":"0s","stream":"typed","subscribe":true}
      {"at":"0s","stream":"typed","request":"unlimited"}
      {"at":"1ms","stream":"typed","next":"a","value":"\\"s\\""}
      {"at":"300500us","stream":"found","subscription":2,"next":"b","value":null,"cause":4,"timer":"300ms"}
      {"at":"1s","stream":"found","fail":"off\\nline"}
      {"at":"1000000001ns","stream":"typed","cancel":true}

      """
    #expect(EventWriter.text(of: run) == text)
    #expect(try Self.read(text) == run)
  }

  @Test func theOrderOfKeysSpacesAndLineEndsAreFree() throws {
    let text =
      "\u{FEFF}{ \"dropped\": 3 , \"marble-events\": 1 }\r\n{\"next\":\"\\u0061\\ud83d\\ude00\",\"x-mine\":{\"a\":[1,\"}\"]}, \"stream\":\"t\",\"at\":\"0.3s\"}"
    let run = try Self.read(text)
    #expect(run.dropped == 3)
    #expect(run.events == [.init(.next("a😀", .symbol), of: "t", at: VirtualInstant(nanoseconds: 300_000_000))])
  }

  /// A run of up to forty events of up to three streams.
  static func random(_ seed: UInt64) -> RecordedRun {
    var dice = SplitMixSequence(seed: seed)
    let texts = ["a", "1", "sw", "é", "👨‍👩‍👧", "\"", "\\", "\n\t\r", "\u{1}\u{7F}", "|", "", "x y", "\u{2028}", "{}[],:"]
    func text(_ dice: inout SplitMixSequence, orEmpty: Bool = true) -> String {
      var text = ""
      repeat { for _ in 0...dice.geometric() { text += texts[dice.below(texts.count)] } } while text.isEmpty && !orEmpty
      return text
    }
    var run = RecordedRun()
    if dice.isOne(in: 3) { run.title = text(&dice) }
    if dice.isOne(in: 2) { run.frame = Int64(dice.below(5) + 1) * 500_000 }
    if dice.isOne(in: 4) { run.dropped = dice.below(1000) }
    let streams = (0..<3).map { _ in text(&dice) }
    var now: Int64 = 0
    for number in 0..<dice.below(40) {
      if !dice.isOne(in: 3) { now += [1, 999, 1_000_000, 300_000_000, 3_600_000_000_000][dice.below(5)] }
      let kind: RecordedRun.Event.Kind =
        switch dice.below(6) {
        case 0: .subscribe
        case 1: .request(dice.isOne(in: 2) ? nil : dice.below(1_000_000))
        case 2: .finish
        case 3: .fail(dice.isOne(in: 2) ? nil : text(&dice))
        case 4: .cancel
        default: .next(text(&dice, orEmpty: false), [.symbol, .unknown, .literal(text(&dice))][dice.below(3)])
        }
      var event = RecordedRun.Event(
        kind, of: streams[dice.below(3)], dice.geometric() + 1, at: VirtualInstant(nanoseconds: now))
      if number > 0 { for _ in 0..<dice.geometric() { event.causes.append(dice.below(number)) } }
      if dice.isOne(in: 5) { event.timer = Int64(dice.below(1_000_000)) * 1_000 }
      run.events.append(event)
    }
    return run
  }

  /// `LONG=1` tries ten thousand.
  @Test func randomRunsAreReadAsTheyWereWritten() throws {
    for seed in 0..<(ProcessInfo.processInfo.environment["LONG"] == nil ? 600 : 10_000) as Range<UInt64> {
      let run = Self.random(seed)
      let text = EventWriter.text(of: run)
      if try Self.read(text) != run { Issue.record("seed \(seed)\n\(text)") }
      #expect(
        text.split(separator: "\n", omittingEmptySubsequences: false).count == run.events.count + 2, "seed \(seed)")
    }
  }

  // MARK: Files that are wrong

  @Test(arguments: [
    ("", "1:1: error: the file is empty; begin the file with {\"marble-events\":1}"),
    ("{\"marble-events\":2}\n", "1:18: error: this is version 2 of the format, and version 1 is read here"),
    (
      "{\"marble-events\":\"1\"}\n",
      "1:18: error: the version is not a number; begin the file with {\"marble-events\":1}"
    ),
    ("{\"at\":\"1s\"}\n", "1:1: error: the file has no header; begin the file with {\"marble-events\":1}"),
    ("hello\n", "1:1: error: expected an object on one line; begin the file with {\"marble-events\":1}"),
    (
      header + "{\"at\":\"1s\",\"stream\":\"a\"",
      "2:24: error: the line ends before its object does; if the recording was cut off here, remove the line"
    ),
    (
      header + "{\"at\":\"1s\",\"stream\":\"a",
      "2:21: error: the line ends inside a text; if the recording was cut off here, remove the line"
    ),
    (
      header + "{\"at\":\"1s\",\"stream\":\"a\",\"finish\":true}\n{\"at\":\"1ms\",\"stream\":\"a\",\"cancel\":true}\n",
      "3:7: error: time goes back from 1s to 1ms; write the events in the order of time"
    ),
    (header + "\n{\"at\":\"1s\",\"stream\":\"a\",\"finish\":true}\n", "2:1: error: the line is empty; remove it"),
  ])
  func aWrongFileIsReportedWithItsPlace(_ text: String, _ message: String) {
    #expect(Self.problem(text).split(separator: "\n").first.map(String.init) == message)
  }

  /// A line below the header, and its message behind the number of the line.
  @Test(arguments: [
    (#"{"at":"1s","straem":"a","finish":true}"#, "12: there is no key 'straem'; did you mean 'stream'?"),
    (
      #"{"at":"1s","stream":"a","finish":true,"colour":1}"#,
      "39: there is no key 'colour'; the keys are at, stream, subscription, value, cause, timer, next, finish, fail, subscribe, cancel, request; your own begin with 'x-'"
    ),
    (#"{"at":"1 sec","stream":"a","finish":true}"#, #"7: '1 sec' is not a time; write "1s""#),
    (
      #"{"at":"-1s","stream":"a","finish":true}"#,
      #"7: '-1s' is not a time; write one such as "300ms"; the units are ns, us, ms, s, m and h"#
    ),
    (#"{"at":"300000000h","stream":"a","finish":true}"#, "7: the time is too long; the limit is 292 years"),
    (#"{"stream":"a","finish":true}"#, #"1: 'at' is missing; add one such as "at":"300ms""#),
    (#"{"at":"1s","finish":true}"#, #"1: 'stream' is missing; add one such as "stream":"typed""#),
    (
      #"{"at":"1s","stream":"a"}"#,
      "1: the line does not say what happened; add one of next, finish, fail, subscribe, cancel, request"
    ),
    (#"{"at":"1s","stream":"a","next":"a","finish":true}"#, "36: 'next' and 'finish' are two events; write two lines"),
    (#"{"at":"1s","stream":"a","finish":true,"value":"1"}"#, "39: only 'next' has a value; remove 'value'"),
    (#"{"at":"1s","stream":"a","finish":1}"#, #"34: expected true; "finish":true"#),
    (#"{"at":"1s","stream":"a","request":-1}"#, #"35: expected a number from 0 or "unlimited""#),
    (#"{"at":"1s","stream":"a","next":""}"#, #"32: expected the symbol of a value; such as "a""#),
    (
      #"{"at":"1s","stream":"a","next":"a","cause":2}"#,
      "44: a cause is the line of an earlier event; the first event has none"
    ),
    (#"{"at":"1s","at":"1s","stream":"a","finish":true}"#, "12: 'at' appears twice"),
    (#"{"at":"1s","stream":"a","finish":true} {}"#, "40: the line goes on after its object; write one object a line"),
    (
      #"{"at":"1s","stream":"\q","finish":true}"#,
      #"22: this is not an escape of JSON; a backslash itself is written \\"#
    ),
  ])
  func aWrongLineIsReportedWithItsPlace(_ line: String, _ message: String) {
    let parts = message.split(separator: ": ", maxSplits: 1)
    aWrongFileIsReportedWithItsPlace(Self.header + line + "\n", "2:\(parts[0]): error: \(parts[1])")
  }

  @Test func aProblemShowsItsLineAndACaret() {
    let text = Self.header + "{\"at\":\"1s\",\"stream\":\"a\",\"finish\":true,\"next\":\"a\"}\n"
    #expect(
      Self.problem(text) == """
        2:25: error: 'next' and 'finish' are two events; write two lines
        {"at":"1s","stream":"a","finish":true,"next":"a"}
                                ^~~~~~~~
        """)
  }

  @Test func bytesThatAreNotUTF8AreReportedWithTheirPlace() {
    let bytes =
      Array((Self.header + "{\"at\":\"1s\",\"stream\":\"é").utf8) + [0xFF] + Array("\",\"finish\":true}\n".utf8)
    #expect(throws: EventReader.Problem.self) { try EventReader.run(bytes) }
    do { _ = try EventReader.run(bytes) } catch {
      #expect("\(error)".hasPrefix("2:23: error: this is not UTF-8: byte 0xFF\n"))
    }
  }

  @Test func aLineOfMoreThanAMegabyteIsNotRead() {
    let long = Self.header + "{\"at\":\"" + String(repeating: "1", count: EventReader.longestLine)
    #expect(Self.problem(long).hasPrefix("2:1: error: the line has more than 1048576 bytes\n"))
    // The rest of a file with such a line is not read either.
    #expect(EventReader.isTooLong(Array(long.utf8)))
    #expect(!EventReader.isTooLong(Array((long.dropLast(100) + "\n").utf8)))
  }

  /// A file in which random bytes were changed, added and removed is read or reported, and never stops the program.
  @Test func anyBytesAreReadOrReported() {
    let signs = Array("{}[]\":,\\\n0x".utf8) + [0, 0xC3, 0xFF]
    var reported: UInt64 = 0
    let count: UInt64 = ProcessInfo.processInfo.environment["LONG"] == nil ? 800 : 4_000
    for seed in 0..<count {
      var bytes = Array(EventWriter.text(of: Self.random(seed)).utf8)
      var dice = SplitMixSequence(seed: seed ^ 0xABCD)
      for _ in 0...dice.geometric() {
        let place = dice.below(bytes.count)
        switch dice.below(4) {
        case 0: bytes[place] = signs[dice.below(signs.count)]
        case 1: bytes.insert(signs[dice.below(signs.count)], at: place)
        case 2: bytes.remove(at: place)
        default: bytes.removeLast(dice.below(bytes.count))
        }
        if bytes.isEmpty { bytes = [10] }
      }
      do { _ = try EventReader.run(bytes) } catch {
        reported += 1
        let lines = bytes.split(separator: 10, omittingEmptySubsequences: false).count
        #expect((1...lines).contains(error.line) && error.column >= 1, "seed \(seed)")
      }
    }
    #expect(reported > count / 2)
  }

  @Test func readingIsLinear() throws {
    func bytes(_ count: Int) -> [UInt8] {
      var run = RecordedRun()
      run.events = (0..<count).map {
        .init(.next("a", .literal("\"text\"")), of: "typed", at: VirtualInstant(nanoseconds: Int64($0)))
      }
      return Array(EventWriter.text(of: run).utf8)
    }
    let few = bytes(400), many = bytes(20_000)
    #expect(try BacklogTests.ratio(few: 400) { _ = try EventReader.run($0 == 400 ? few : many) } < BacklogTests.limit)
  }
}

/// The page about the format.
struct EventPageTests {
  private static func page() throws -> String {
    String(decoding: try Files.read("Sources/Marbles/Marbles.docc/RecordedRuns.md"), as: UTF8.self)
  }

  /// The schema has the keys that the reader knows, and no other.
  @Test func theSchemaHasTheKeysOfTheReader() throws {
    let file = try Files.read("Tools/Interop/marble-events.schema.json")
    let schema = try #require(try JSONSerialization.jsonObject(with: Data(file)) as? [String: Any])
    let kinds = try #require(schema["oneOf"] as? [[String: Any]])
    let keys = try kinds.map { try #require($0["properties"] as? [String: Any]).keys.sorted() }
    #expect(keys == [EventReader.headerKeys.sorted(), EventReader.eventKeys.sorted()])
  }

  @Test func theExampleIsRead() throws {
    let example = try #require(
      try Self.page().components(separatedBy: "```\n{\"marble-events\"").last?.components(separatedBy: "\n```").first)
    let run = try EventFormatTests.read("{\"marble-events\"" + example)
    #expect(run.events.count == 5 && run.events[3].causes == [2] && run.events[3].timer == 300_000_000)
  }
}

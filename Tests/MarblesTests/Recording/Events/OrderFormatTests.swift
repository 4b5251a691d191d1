import Foundation
import Testing
import VirtualTime

@testable import Marbles

/// The format `marble-order`: its writer, its reader, and the messages for files that are wrong.
struct OrderFormatTests {
  static let header = "{\"marble-order\":1}\n"

  static func read(_ text: String) throws -> RunOrder { try OrderReader.order(Array(text.utf8)) }
  static func problem(_ text: String) -> String {
    do { return "no problem: \(try read(text))" } catch { return "\(error)" }
  }

  @Test func anOrderIsALineForEachTurn() throws {
    var order = RunOrder()
    (order.title, order.again, order.omitted) = ("deposits()", "everyOrder(again: \"O01\")", 3)
    order.turns = [.init("the body", 1, at: .zero), .init("slow", 1, at: .zero), .init("x", at: .zero)]
    order.turns.append(.init("quick", 1, at: VirtualInstant(nanoseconds: 1_500_000)))
    (order.turns[1].isSwitch, order.turns[1].passed, order.turns[1].function) = (true, 3, "Bank.deposit()")
    order.turns[2].isSwitch = true
    order.failures = ["2 is not 1\n  as it should be", "another"]
    let text = """
      {"marble-order":1,"title":"deposits()","again":"everyOrder(again: \\"O01\\")","omitted":3}
      {"at":"0s","task":"the body","turn":1}
      {"at":"0s","task":"slow","turn":1,"in":"Bank.deposit()","before":5}
      {"at":"0s","action":"x","before":null}
      {"at":"1500us","task":"quick","turn":1}
      {"fail":"2 is not 1\\n  as it should be"}
      {"fail":"another"}

      """
    #expect(OrderWriter.text(of: order) == text)
    #expect(try Self.read(text) == order)
    #expect(order.switches == [1, 2])
    #expect(order.sentence(ofSwitch: 1) == "turn 1 of slow, in Bank.deposit(), before turn 1 of quick")
    #expect(order.sentence(ofSwitch: 2) == "x before an action that did not run")
    #expect(OrderReader.isOrder(text.utf8) && !OrderReader.isOrder(EventFormatTests.header.utf8))
  }

  @Test func theExampleOfThePageIsRead() throws {
    let page = String(decoding: try Files.read("Sources/Marbles/Marbles.docc/EveryOrder.md"), as: UTF8.self)
    let example = try #require(page.components(separatedBy: "```json\n").last?.components(separatedBy: "```").first)
    let order = try Self.read(example)
    #expect(order.title == "deposits()" && order.turns.count == 4 && order.failures == ["1 is not 2"])
    #expect(order.switches == [1] && order.turns[1].passed == 2)
    #expect(OrderWriter.text(of: order) == example)
  }

  static func random(_ seed: UInt64) -> RunOrder {
    var dice = SplitMixSequence(seed: seed), order = RunOrder(), instant: Int64 = 0
    let texts = ["a", "the \"body\"", "über\n2", "Search.start(_:) #2", "\u{2028}"]
    if dice.isOne(in: 2) { (order.title, order.again) = (texts[dice.below(5)], texts[dice.below(5)]) }
    order.omitted = dice.below(3)
    let count = dice.below(12)
    for number in 0..<count {
      if dice.isOne(in: 3) { instant += Int64(dice.below(3_000_000)) }
      let name = texts[dice.below(5)], isAction = dice.isOne(in: 4)
      var turn = RunOrder.Turn(name, isAction ? nil : 1 + dice.below(9), at: VirtualInstant(nanoseconds: instant))
      if !isAction, dice.isOne(in: 3) { turn.function = texts[dice.below(5)] }
      turn.isSwitch = dice.isOne(in: 3)
      if turn.isSwitch, number + 1 < count, dice.isOne(in: 2) {
        turn.passed = number + 1 + dice.below(count - number - 1)
      }
      order.turns.append(turn)
    }
    order.failures = (0..<dice.below(3)).map { _ in texts[dice.below(5)] }
    return order
  }
  @Test func randomOrdersAreReadAsTheyWereWritten() throws {
    for seed in 0..<600 as Range<UInt64> {
      let order = Self.random(seed), text = OrderWriter.text(of: order)
      if try Self.read(text) != order { Issue.record("seed \(seed)\n\(text)") }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
      #expect(lines == order.turns.count + order.failures.count + 2, "seed \(seed)")
    }
  }
  /// Each file that is cut, or has one other byte, is read or has a message with a place in it.
  @Test func brokenFilesHaveAPlace() {
    for seed in 0..<60 as Range<UInt64> {
      let bytes = Array(OrderWriter.text(of: Self.random(seed)).utf8)
      var dice = SplitMixSequence(seed: seed)
      for _ in 0..<20 {
        var broken = bytes, place = dice.below(bytes.count)
        if dice.isOne(in: 2) { broken.removeLast(bytes.count - place) } else { broken[place] = UInt8(dice.below(256)) }
        do throws(EventReader.Problem) { _ = try OrderReader.order(broken) } catch {
          place = broken.count { $0 == 10 }
          #expect(1...place + 1 ~= error.line && error.column >= 1 && !error.message.isEmpty, "seed \(seed): \(error)")
        }
      }
    }
  }

  @Test(arguments: [
    ("", "1:1: error: the file is empty; begin the file with {\"marble-order\":1}"),
    ("{\"marble-order\":2}\n", "1:17: error: this is version 2 of the format, and version 1 is read here"),
    ("{\"marble-events\":1}\n", "1:1: error: the file has no header; begin the file with {\"marble-order\":1}"),
    (
      header + "{\"fail\":\"b\"}\n{\"at\":\"0s\",\"action\":\"a\"}\n",
      "3:1: error: a turn comes after the failures; write the failures at the end"
    ),
    (
      header + "{\"at\":\"1s\",\"action\":\"a\"}\n{\"at\":\"0s\",\"action\":\"a\"}\n",
      "3:7: error: time goes back from 1s to 0s; write the turns in the order of time"
    ),
    (
      header + "{\"at\":\"0s\",\"action\":\"a\",\"before\":2}\n{\"at\":\"0s\",\"action\":\"b\"}\n",
      "2:34: error: expected a number from 3 or null"
    ),
    (
      header + "{\"at\":\"0s\",\"action\":\"a\",\"before\":4}\n{\"at\":\"0s\",\"action\":\"b\"}\n{\"fail\":\"c\"}\n",
      "2:34: error: a turn that was passed over is the line of a later turn; write 3, or null if it did not run"
    ),
  ])
  func aWrongFileHasAPlaceAndAFix(_ text: String, _ message: String) {
    let problem = Self.problem(text)
    #expect(problem.split(separator: "\n").first.map(String.init) == message)
  }

  /// A line below the header, and its message behind the number of the line.
  @Test(arguments: [
    ("", "1: the line is empty; remove it"),
    ("turn 1", #"1: expected an object on one line; such as {"at":"0s","task":"load","turn":1}"#),
    (#"{"task":"a","turn":1}"#, #"1: 'at' is missing; add one such as "at":"0s""#),
    (#"{"at":"0s"}"#, "1: the line does not say what ran; add one of task, action, fail"),
    (#"{"at":"0s","task":"a"}"#, #"1: 'turn' is missing; add one such as "turn":1"#),
    (#"{"at":"0s","task":"a","turn":0}"#, "30: expected a number from 1"),
    (#"{"at":"0s","action":"a","turn":1}"#, #"25: an action has no 'turn'; write "task" for a turn of a task"#),
    (#"{"at":"0s","task":"a","turn":1,"fail":"b"}"#, "2: a failure has no 'at'; write turn and failure on two lines"),
    (
      #"{"at":"0s","action":"a","before":3}"#,
      "34: a turn that was passed over is the line of a later turn; write null if it did not run"
    ),
    (#"{"at":"0s","tsak":"a","turn":1}"#, "12: there is no key 'tsak'; did you mean 'task'?"),
  ])
  func aWrongLineIsReportedWithItsPlace(_ line: String, _ message: String) {
    let parts = message.split(separator: ": ", maxSplits: 1)
    aWrongFileHasAPlaceAndAFix(Self.header + line + "\n", "2:\(parts[0]): error: \(parts[1])")
  }
}

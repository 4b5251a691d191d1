import MarbleSpecs
import Marbles
import Testing
@testable import MarblePage

/// Rows that are edited in a picture: the text a person would have written.
struct RowEditTests {
  private static let ms: Int64 = 1_000_000

  private func row(_ text: String, _ action: RowEdit.MarkEdit, as role: Lane.Role = .cold) throws -> RowEdit.Outcome? {
    try RowEdit(text, as: role, frame: Self.ms).outcome(of: action)
  }
  private func text(_ text: String, _ action: RowEdit.MarkEdit, as role: Lane.Role = .cold) throws -> String? {
    try row(text, action, as: role)?.text
  }

  @Test(
    "a marble that is pulled takes dashes from one side and leaves them on the other",
    arguments: [
      ("-a-b--c--|", 1, 4, "-a--b-c--|"), ("-a-b--c--|", 0, 0, "a--b--c--|"), ("-a-|", 0, 2, "--a|"),
      ("--a", 0, 0, "a--"), ("a--", 0, 2, "--a"), (" -a-b", 0, 2, " --ab"),
    ]) func pulls(before: String, mark: Int, frame: Int64, after: String) throws
  {
    #expect(try text(before, .move(mark, to: frame * Self.ms)) == after)
  }

  @Test("marbles pass each other") func passing() throws {
    #expect(try row("-a-b-|", .move(0, to: 4 * Self.ms)) == RowEdit.Outcome(text: "---ba|", mark: 1))
  }

  @Test("at one instant they are a group, round where there is room") func groups() throws {
    #expect(try row("-a--b----c", .move(1, to: Self.ms)) == RowEdit.Outcome(text: "-(ab)----c", mark: 1))
    #expect(try text("-a-b-c", .move(1, to: Self.ms)) == "-(ab)c")
    #expect(try text("-a-bc|", .move(1, to: Self.ms)) == "-[ab]--c|")
    #expect(try text("-(ab)-c|", .move(1, to: 3 * Self.ms)) == "-a-b--c|")
    #expect(try text("-[ab]-c|", .move(0, to: 2 * Self.ms)) == "-bac|")
  }

  @Test("nothing follows an end, and an end follows everything") func ends() throws {
    #expect(try text("-a--|", .move(0, to: 9 * Self.ms)) == "----(a|)")
    #expect(try text("-a--|", .move(1, to: 0)) == "-(a|)")
    #expect(try text("-a--|", .move(1, to: 7 * Self.ms)) == "-a-----|")
    #expect(try text("-a--|", .remove(1)) == "-a---")
    #expect(try text("-a--|", .add("#", at: 2 * Self.ms)) == "-a#")
  }

  @Test("durations stay where silence was written as one") func durations() throws {
    #expect(try text("a 100ms b 1s c|", .move(1, to: 90 * Self.ms)) == "a 89ms b 1011ms c|")
    #expect(try text("a 100ms b-c|", .move(2, to: 104 * Self.ms)) == "a 100ms b--(c|)")
  }

  @Test("new, renamed and removed marbles") func values() throws {
    #expect(try row("-a---b-|", .add("x", at: 3 * Self.ms)) == RowEdit.Outcome(text: "-a-x-b-|", mark: 1))
    #expect(try row("-a-|", .rename(0, "'two'")) == RowEdit.Outcome(text: "-'two'-|", mark: 0))
    #expect(try row("-a-b|", .remove(0)) == RowEdit.Outcome(text: "---b|", mark: nil))
    #expect(try text("", .add("a", at: 2 * Self.ms)) == "--a")
  }

  @Test(
    "what is no mark, or not there, changes nothing",
    arguments: [
      RowEdit.MarkEdit.add("ab", at: 0), .add("-", at: 0), .add("^", at: 0), .rename(0, "(a"), .rename(5, "x"),
      .move(7, to: 0),
      .move(-1, to: 0), .remove(9),
    ]) func refuses(action: RowEdit.MarkEdit) throws
  {
    #expect(try row("-a|", action) == nil)
  }

  @Test("subscriptions and requests") func lanes() throws {
    #expect(try text("--^---!", .move(0, to: 4 * Self.ms), as: .window) == "----^-!")
    #expect(try text("--^---!", .move(0, to: 9 * Self.ms), as: .window) == "------(^!)")
    #expect(try text("--^---!", .move(1, to: 3 * Self.ms), as: .window) == "--^!")
    #expect(try text("1--2", .move(1, to: Self.ms), as: .demand) == "12--")
    #expect(try text("1--2", .rename(1, "*"), as: .demand) == "1--*")
  }

  @Test("a hot stream keeps its zero") func hot() throws {
    #expect(try text("-a-^-b-|", .move(1, to: 3 * Self.ms), as: .hot) == "-a-^--b|")
    #expect(try text("-a-^-b-|", .move(0, to: -1 * Self.ms), as: .hot) == "--a^-b-|")
  }

  @Test("the row means what was asked for, whatever it was", arguments: 0..<300) func meaning(seed: UInt64) throws {
    var random = Draw(seed)
    let before = random.row()
    let lane = try Lane(parsing: before, as: .cold, frame: Self.ms)
    let count = lane.moments.reduce(0) { $0 + $1.marks.count }
    guard count > 0 else { return }
    let number = Int(random.next(UInt64(count))), frame = Int64(random.next(30))
    guard let outcome = try row(before, .move(number, to: frame * Self.ms)) else {
      Issue.record("seed \(seed): '\(before)' refuses to move \(number) to \(frame)")
      return
    }
    let after = try Lane(parsing: outcome.text, as: .cold, frame: Self.ms)
    // All marks but the one are where they were; that one is where it was asked for, or next to the end.
    var rest = lane.flat, moved = after.flat
    let mark = rest.remove(at: number)
    let place = try #require(outcome.mark, "seed \(seed)")
    let now = moved.remove(at: place)
    #expect(now.mark == mark.mark, "seed \(seed): '\(before)' to '\(outcome.text)'")
    #expect(rest == moved, "seed \(seed): '\(before)' to '\(outcome.text)'")
    let end = rest.last { $0.mark.isEnd }?.instant ?? .max, last = rest.map(\.instant).max() ?? 0
    #expect(
      now.instant == (mark.mark.isEnd ? max(frame * Self.ms, last) : min(frame * Self.ms, end)),
      "seed \(seed): '\(outcome.text)'")
    // Pulled back it is the lane that it was, up to the order at one instant.
    let back = try #require(try row(outcome.text, .move(place, to: mark.instant)), "seed \(seed)")
    let again = try Lane(parsing: back.text, as: .cold, frame: Self.ms)
    #expect(Set(again.flat) == Set(lane.flat), "seed \(seed): '\(before)' to '\(outcome.text)' to '\(back.text)'")
  }
}

private struct Flat: Hashable {
  var instant: Int64
  var mark: Mark
}
extension Lane {
  fileprivate var flat: [Flat] {
    moments.flatMap { moment in moment.marks.map { Flat(instant: moment.instant.nanoseconds, mark: $0) } }
  }
}

/// Rows as people write them: dashes, groups of both kinds, quotes, durations, an end or none.
private struct Draw {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 &+ 1 }

  mutating func next(_ bound: UInt64) -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state % bound
  }
  mutating func row() -> String {
    let names = ["a", "b", "1", "'two'", "ü"]
    var text = ""
    for _ in 0..<next(7) {
      switch next(8) {
      case 0: text += "(\(names[Int(next(5))])\(names[Int(next(5))]))"
      case 1: text += "[\(names[Int(next(5))])\(names[Int(next(5))])]"
      case 2: text += " \(next(9) + 2)ms "
      case 3, 4: text += String(repeating: "-", count: Int(next(6)))
      default: text += (text.last == " " ? "-" : "") + names[Int(next(5))]
      }
    }
    return text + ["", "|", "--|", "-#", "(x|)", "---"][Int(next(6))]
  }
}

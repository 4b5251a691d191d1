import Foundation
import Testing
import VirtualTime

@testable import Marbles

/// Makes lanes of every shape the notation can say.
struct LaneGenerator {
  var random: SplitMixSequence
  let frame = ms

  init(seed: UInt64) { random = SplitMixSequence(seed: seed) }

  static let symbols: [Mark.Kind] = [
    .plain("a"), .plain("b"), .plain("x"), .plain("m"), .plain("s"), .plain("1"), .plain("0"), .plain("."), .plain("é"),
    .plain("日"),
    .plain("🇩"),
    .plain("🇪"), .plain("👩‍👩‍👧"), .plain("ᄀ"), .plain("ᅡ"), .plain("क्"), .plain("त"), .quoted("\""), .quoted("two words"),
    .quoted("1"),
    .quoted(""),
    .quoted("it's"), .quoted(#"\"#), .quoted("|"), .quoted("(^)"), .quoted("日本"),
  ]

  mutating func role() -> Lane.Role { random.pick(Lane.Role.allCases) }

  mutating func lane(_ role: Lane.Role) -> Lane {
    var instant: Int64 = 0
    var moments: [Lane.Moment] = []
    if role == .hot, random.below(2) == 0 {
      instant = Int64(-6 - random.below(30)) * frame
      while instant < -frame {
        moments.append(moment(instant, role, canEnd: false))
        instant += frame * Int64(1 + random.below(4))
      }
      instant = 0
    }
    if role == .window { return Lane(frame: frame, moments: window()) }
    if random.below(3) > 0 { instant += gap() }
    for _ in 0..<random.below(6) {
      moments.append(moment(instant, role, canEnd: true))
      if moments.last!.marks.last!.isEnd { break }
      instant += random.below(12) == 0 ? 1 + Int64(random.below(Int(frame))) : frame + gap()
    }
    return Lane(frame: frame, moments: moments)
  }

  private mutating func gap() -> Int64 {
    switch random.below(20) {
    case 0: Int64(20 + random.below(4)) * frame
    case 1: Int64(random.below(3_000_000))
    case 2: Int64(random.below(100)) * 3_600_000_000_000
    default: Int64(random.below(4)) * frame
    }
  }

  private mutating func moment(_ instant: Int64, _ role: Lane.Role, canEnd: Bool) -> Lane.Moment {
    var moment = Lane.Moment(instant: .init(nanoseconds: instant), marks: [])
    let count = random.below(4) == 0 ? 1 + random.below(4) : 1
    for _ in 0..<count { moment.marks.append(Mark(symbol(role))) }
    if role == .expectation, count > 1, random.below(2) == 0 {
      moment.anyOrder = true
    } else if canEnd, role != .demand, role != .actions, random.below(6) == 0 {
      let end: Mark.Kind = random.pick([.finished, .failure(nil), .failure("no"), .failure("")])
      if random.below(2) == 0 { moment.marks = [] }
      moment.marks.append(Mark(end))
    }
    return moment
  }

  private mutating func symbol(_ role: Lane.Role) -> Mark.Kind {
    switch role {
    case .demand: random.pick([.request(1), .request(9), .request(12), .request(nil), .request(.max)])
    case .expectation: random.below(6) == 0 ? .anyValue : random.pick(Self.symbols)
    default: random.pick(Self.symbols)
    }
  }

  private mutating func window() -> [Lane.Moment] {
    let start = random.below(2) == 0 ? 0 : gap()
    switch random.below(4) {
    case 0: return []
    case 1: return [at(start, .subscribe)]
    case 2: return [at(start, .subscribe, .unsubscribe)]
    default: return [at(start, .subscribe), at(start + 1 + gap(), .unsubscribe)]
    }
  }

  static let pieces: [Character] = Array("-|#()[]{}?!^@\"'\\*abm1s0. \t日\u{301}\u{200D}🇩\u{600}\n") + ["\r\n"]

  /// The text with up to three graphemes put in, taken out or replaced.
  mutating func mutated(_ text: String) -> String {
    var characters = Array(text)
    for _ in 0...random.below(3) {
      let place = random.below(characters.count + 1)
      switch random.below(3) {
      case 0: characters.insert(random.pick(Self.pieces), at: place)
      case 1 where place < characters.count: characters[place] = random.pick(Self.pieces)
      default: if place < characters.count { characters.remove(at: place) }
      }
    }
    return String(characters)
  }
}

struct LanePropertyTests {
  /// `LONG=1` tries a hundred thousand.
  private static let count = ProcessInfo.processInfo.environment["LONG"] == nil ? 8_000 : 100_000

  @Test func whatIsPrintedIsReadBack() throws {
    var lanes = LaneGenerator(seed: 1)
    for _ in 0..<Self.count {
      let role = lanes.role()
      let lane = lanes.lane(role)
      let text = lane.description
      let read = Result { try Lane(parsing: text, as: role) }
      if case .success(lane) = read { continue }
      Issue.record("\(role): '\(text)' gives \(read), not \(lane.moments)")
      return
    }
  }

  @Test func noTextTrapsAndWhatIsReadIsStable() throws {
    var lanes = LaneGenerator(seed: 2)
    var read = 0
    for _ in 0..<Self.count {
      let role = lanes.role()
      let text = lanes.mutated(lanes.lane(role).description)
      guard let lane = try? Lane(parsing: text, as: role) else { continue }
      read += 1
      let printed = lane.description
      let again = try? Lane(parsing: printed, as: role)
      if again == lane, again?.description == printed { continue }
      Issue.record("\(role): '\(text)' is printed as '\(printed)'")
      return
    }
    #expect(read > Self.count / 5 && read < Self.count * 4 / 5)
  }
}

@testable import Marbles
import Pipes
import Testing
import VirtualTime

/// The instants of rows, to the nanosecond.
struct RowTimeTests {
  private func send(_ names: [(String, Int64)], in m: MarbleTest) -> PassthroughSubject<String, Never> {
    let sent = PassthroughSubject<String, Never>()
    for (name, instant) in names {
      m.timeline.schedule(at: VirtualInstant(nanoseconds: instant)) { sent.send(name) }
    }
    return sent
  }

  /// Frame n is at n times the length of a frame, rounded once: three thirds of a second are a second.
  @Test(arguments: [3, 7, 30, 60, 144]) func partsOfASecond(_ parts: Int) throws {
    let silence = String(repeating: "-", count: parts)
    try marbles(frame: .seconds(1) / parts) { m in
      m.expect(send([("a", 1_000_000_000), ("b", 2_000_000_000)], in: m)).toBe(silence + "a" + silence.dropLast() + "b")
      m.expect(m.hot(silence + "a|")).toBe("1s a|")
      m.expect(m.hot(silence + "a|")).toBe("@1s a|")
      m.expect(m.hot("--^" + silence.dropLast() + "a|")).toBe("1s a|")
      // Intervals of schedulers are whole nanoseconds each.
      m.expect(Just("a").delay(for: m.frames(parts), scheduler: m.scheduler)).toBe(silence + "(a|)")
      m.expect(m.cold("-a|").delay(for: m.frames(2), scheduler: m.scheduler)).toBe("---a|")
      let ticks = Publishers.interval(m.frames(1), scheduler: m.scheduler).prefix(parts).last()
      m.expect(ticks.map { _ in "a" }).toBe(silence + "(a|)")
    }
    let text = try failure(frame: .seconds(1) / parts) { m in
      m.expect(send([("a", 1_000_000_000)], in: m)).toBe(silence + "-a")
    }
    #expect(text.contains("frame \(parts)") && text.contains("frame \(parts + 1)"), "\(text)")
  }
  /// Events that are nanoseconds apart are two instants.
  @Test(arguments: [1, 2, 500, 999, 1_000] as [Int64]) func nanosecondsApart(_ gap: Int64) throws {
    let events = [("a", 1_000_000), ("b", 1_000_000 + gap)]
    try marbles { m in m.expect(send(events, in: m)).toBe("-a @\(1_000_000 + gap)ns b") }
    let text = try failure { m in m.expect(send(events, in: m)).toBe("-(ab)") }
    #expect(text.contains("differs at 1ms") || text.contains("differs at frame 1"), "\(text)")
  }
  /// The same beside a sleep that ends a nanosecond late: only that nanosecond does not count.
  @Test(.enabled(if: RealClocks.unavailable == nil)) func besideASleep() async throws {
    try await marbles { m in
      let sent = PassthroughSubject<String, Never>()
      m.at("x") {
        try await Task.sleep(for: .seconds(1.1))
        sent.send("a")
      }
      m.expect(sent).toBe("1100ms a @1200ms b")
      m.at("1200ms x") { sent.send("b") }
      let later = PassthroughSubject<String, Never>()
      for (name, instant) in [("c", 1_300_000_000), ("d", 1_300_000_500)] as [(String, Int64)] {
        m.timeline.schedule(at: VirtualInstant(nanoseconds: instant)) { later.send(name) }
      }
      m.expect(later).toBe("1300ms c @1300000500ns d")
      m.expect(sent.prefix(2).map { $0 }).toBe("1100ms a @1200ms (b|)")
    }
  }
  /// Random rows with instants a nanosecond apart, or some frames: a row is printed and read as itself, is played where
  /// it says, and differs from one in which an event is a nanosecond later.
  @Test(arguments: 1...60 as ClosedRange<UInt64>) func randomRows(_ seed: UInt64) throws {
    var random = SplitMixSequence(seed: seed)
    let frames: [Duration] = [.milliseconds(1), .nanoseconds(1), .microseconds(7), .seconds(1) / 3, .seconds(1) / 60]
    let duration = frames.randomElement(using: &random)!, frame = FrameLength(duration)
    var moments: [Lane.Moment] = [], number: Int64 = 0, instant: Int64 = 0
    for index in 0..<Int.random(in: 1...8, using: &random) {
      number += Int64.random(in: 1...30, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0 where frame.excess == 0: instant += Int64.random(in: 1...3, using: &random)
      case 1 where frame.excess == 0: instant += Int64.random(in: 1...999, using: &random)
      default:
        if frame.excess > 0 {
          instant = frame.time(of: number)
        } else {
          instant += frame.nanoseconds * Int64.random(in: 1...30, using: &random)
        }
      }
      let symbol = Symbol(String(UnicodeScalar(UInt8(97 + index))))
      moments.append(.init(instant: VirtualInstant(nanoseconds: instant), marks: [Mark(.value(symbol))]))
    }
    func text(of moments: [Lane.Moment]) throws -> String {
      let lane = Lane(frame: frame, moments: moments), text = lane.description
      let read = try Lane(parsing: text, as: .expectation, frame: frame)
      #expect(read.moments.map(\.instant) == moments.map(\.instant), "\(text)")
      return text
    }
    let row = try text(of: moments)
    try marbles(frame: duration) { m in m.expect(m.hot(row)).toBe(row) }
    let aligned = AlignedRows([Lane(frame: frame, moments: moments), Lane(frame: frame, moments: moments)]).texts
    let read = try Lane(parsing: aligned[1], as: .expectation, frame: frame)
    #expect(read.moments.map(\.instant) == moments.map(\.instant), "\(aligned)")

    if frame.excess > 0 { return }
    let changed = Int.random(in: moments.indices, using: &random)
    moments[changed].instant.nanoseconds += 1
    if changed + 1 < moments.count, moments[changed + 1].instant == moments[changed].instant { return }
    let late = try text(of: moments)
    #expect(try !failure(frame: duration) { m in m.expect(m.hot(row)).toBe(late) }.isEmpty, "\(row), \(late)")
  }
}

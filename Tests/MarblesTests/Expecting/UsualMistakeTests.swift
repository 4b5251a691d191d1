import Foundation
import Marbles
import Pipes
import Testing
import VirtualTime

/// Failures of mistakes that many make have a hint, and others have none.
struct UsualMistakeTests {
  @Test func aSourceIsNotNamedAfterTheClosureAroundIt() throws {
    let text = try failure { m in
      let run = { m.expect(m.cold("-a|"), name: "s").toBe("-b|") }
      _ = run()
    }
    #expect(text.contains("\n  cold 1    -a|\n"), "\(text)")
    let typed = try failure { m in
      let run = { () -> Void in
        let typed = m.cold("-a|"); m.expect(typed, name: "s").toBe("-b|")
      }
      run()
    }
    #expect(typed.contains("\n  typed     -a|\n"), "\(typed)")
    let nameless = try failure { m in
      let _ = m.cold("-c|").allowingNoSubscriber(), used = m.cold("-a|")
      m.expect(used, name: "s").toBe("-b|")
    }
    #expect(nameless.contains("\n  cold 1    -c|\n  used      -a|\n"), "\(nameless)")
  }

  @Test func aSubscriptionThatEndsWithItsEvent() throws {
    let text = try failure { m in m.expect(m.hot("----a|"), from: "^---!", name: "s").toBe("----a") }
    #expect(text.hasSuffix("\n  the subscription ends at frame 4, before the events of that instant"), "\(text)")
    let later = try failure { m in m.expect(m.hot("---b-|"), from: "^----!", name: "s").toBe("----a") }
    #expect(!later.contains("the subscription ends"), "\(later)")
  }

  @Test func secondsInsteadOfFrames() throws {
    let text = try failure { m in
      m.expect(m.hot("-a|").delay(for: 3, scheduler: m.scheduler), name: "s").toBe("----a|")
    }
    #expect(text.hasSuffix("\n  3 as a length of time is 3 seconds: did you mean m.frames(3)?"), "\(text)")
    // Late for another reason; and a frame of a second, where both are the same.
    let late = try failure { m in
      m.expect(m.hot("-a|").delay(for: m.frames(5), scheduler: m.scheduler), name: "s").toBe("----a|")
    }
    #expect(!late.contains("did you mean"), "\(late)")
    let other = try failure { m in
      m.expect(m.hot("-b|").delay(for: 3, scheduler: m.scheduler), name: "s").toBe("----a|")
    }
    #expect(!other.contains("did you mean"), "\(other)")
  }

  @Test func aTextWithoutQuotes() throws {
    let text = try failure { m in m.expect(m.hot("-a-b-|").map { $0 + "x" }, name: "s").toBe("-ax-bx-|") }
    #expect(text.hasSuffix("\n  'ax' is one value: a text of several characters has quotes"), "\(text)")
    let number = try failure { m in m.expect(m.hot("-1|", of: Int.self).map { $0 * 10 }, name: "s").toBe("-10|") }
    #expect(number.hasSuffix("\n  '10' is one value: a text of several characters has quotes"), "\(number)")
    // Other characters, a gap, a value of one symbol, and one that has its quotes.
    for row in ["-ay-|", "-a-x-|", "-b-|", "-'ax'-|"] {
      let other = try failure { m in m.expect(m.hot("-a|").map { $0 + "x" }, name: "s").toBe(row) }
      #expect(!other.contains("quotes"), "\(other)")
    }
  }

  @Test func anErrorOfFoundationHasItsName() throws {
    let text = try failure { m in
      m.expect(m.cold("-#", error: URLError(.timedOut)), name: "s").toBe("-#", error: URLError(.cancelled))
    }
    #expect(text.hasSuffix(": expected the failure URLError.cancelled, got the failure URLError.timedOut"), "\(text)")
  }

  @Test func aLoopSaysTheSameOnce() throws {
    let text = try failure { m in
      for _ in 0..<9 { _ = m.expect(m.cold("-a|"), name: "s") }
    }
    #expect(text.components(separatedBy: "s has no expected row").count == 2, "\(text)")
  }
}

import Dispatch
import Pipes
import Testing
import VirtualTime

@testable import Marbles

@Suite struct RuleExpectationTests {
  @Test func rulesThatHold() throws {
    try marbles { m in
      let typed = m.hot("-a-b-----c------|")
      let found = typed.debounce(for: m.frames(3), scheduler: m.scheduler)
      m.each(typed).isFollowed(by: found, within: m.frames(5))
      m.none(of: found, within: m.frames(3), after: typed)
      m.atMost(1, of: found, within: m.frames(4))
      m.atMost(1, of: found, afterEach: typed)
      m.atLeast(2, of: found)
      m.only(found, after: typed)
      m.never(more: found, than: typed)
      m.asMany(typed.filter { $0 != "a" }, as: found)
      m.never(found) { $0 == $1 }
      m.always(found) { $0 != "a" }
      m.always(typed, found) { $0 >= $1 }
      m.each(m.finish(of: typed)).isFollowed(by: m.finish(of: found), within: m.frames(1))
    }
  }

  @Test func aBrokenRuleSaysWhichEventHadNoAnswer() throws {
    let text = try failure { m in
      let ask = m.hot("-a---b---")
      let found = ask.filter { $0 == "a" }.delay(for: m.frames(2), scheduler: m.scheduler)
      m.each(ask).isFollowed(by: found, within: m.frames(3))
    }
    // b is sent at 5 ms, so its answer has to come until 8 ms. The first trial, a at 1 ms, holds at 3 ms, before its
    // deadline at 4 ms.
    let expected = """
      rule broken for ask b at 5ms: no found until 8ms
        ask    -a---b---
        found  ---a-----
        rule    [-+][--x  each ask is followed by found within 3ms
        it was obeyed 1 of 2 times
      """
    #expect(text.contains(expected), "\(text)")
  }

  @Test func aRuleThatWasNeverPutToTheTestFails() throws {
    let text = try failure { m in
      let ask = m.hot("-----|"), found = m.hot("-a---|")
      m.each(ask).isFollowed(by: found, within: m.frames(3))
    }
    #expect(
      text.contains("the rule was never put to the test") && text.contains("write .allowingNone()"))
    try marbles { m in
      let ask = m.hot("-----|"), found = m.hot("-a---|")
      m.each(ask).isFollowed(by: found, within: m.frames(3)).allowingNone()
    }
  }

  @Test func withoutATimeALiveStreamLeavesARuleUndecided() throws {
    let text = try failure { m in
      let ask = m.hot("-a---"), found = m.hot("-----").allowingNoSubscriber()
      m.each(ask).isFollowed(by: found)
    }
    #expect(
      text.contains("rule undecided for ask a at 1ms: no answer yet, and found has not ended"), "\(text)"
    )
    // The stream of the answer has finished: no answer can come.
    let broken = try failure { m in
      let ask = m.hot("-a---"), found = m.hot("-----|")
      m.each(ask).isFollowed(by: found)
    }
    #expect(
      broken.contains("rule broken for ask a at 1ms: no found before found ended at 5ms"), "\(broken)")
  }

  @Test func whatIsExceptedIsNeitherHeldNorBroken() throws {
    try marbles { m in
      let ask = m.hot("-a--b---"), stop = m.hot("--x-----"), found = m.hot("------c-")
      m.each(ask).isFollowed(by: found, within: m.frames(2)).unless(stop)
    }
    try marbles { m in
      let ask = m.hot("-a-b----"), found = m.hot("-----c--")
      m.each(ask).isFollowed(by: found, within: m.frames(2), unless: .next)
    }
  }

  @Test func theBoundsAreThoseOfDebounceAndThrottle() throws {
    // An answer exactly at the end is in time; a value exactly at the end of a silence, or of a window, is outside.
    try marbles { m in
      let a = m.hot("-a-----|"), b = m.hot("----b--|")
      m.each(a).isFollowed(by: b, within: m.frames(3))
      m.none(of: b, within: m.frames(3), after: a)
      m.atMost(1, of: a.merge(with: b), within: m.frames(3))
    }
    let early = try failure { m in
      let a = m.hot("-a-----|"), b = m.hot("---b---|")
      m.none(of: b, within: m.frames(3), after: a)
    }
    #expect(early.contains("rule broken for a a at 1ms: b at 3ms"), "\(early)")
    let many = try failure { m in
      let a = m.hot("-a--b--|")
      m.atMost(1, of: a, within: m.frames(4))
    }
    #expect(many.contains("rule broken by a b at 4ms: more than 1 since 1ms"), "\(many)")
  }

  /// As in a spec: a value answers the earlier ones of its stream, and not itself.
  @Test func oneStreamMayBeBothSidesOfARule() throws {
    try marbles { m in
      let a = m.hot("-a-b-c-|")
      m.each(a).isFollowed(by: a, within: m.frames(2)).expectingBreak()
      m.each(a).isFollowed(by: a, unless: .next).expectingBreak()
      m.none(of: a, within: m.frames(2), after: a)
    }
    let unanswered = try failure { m in
      let a = m.hot("-a-b--|")
      m.each(a).isFollowed(by: a)
    }
    #expect(
      unanswered.contains("rule broken for a b at 3ms: no a before a ended at 6ms\n"), "\(unanswered)")
    #expect(unanswered.contains("it was obeyed 1 of 2 times"), "\(unanswered)")
    let early = try failure { m in
      let a = m.hot("-a-b--|")
      m.none(of: a, within: m.frames(3), after: a)
    }
    #expect(early.contains("rule broken for a a at 1ms: a at 3ms\n"), "\(early)")
    let first = try failure { m in
      let a = m.hot("-a-b--|")
      m.only(a, after: a)
    }
    #expect(first.contains("rule broken by a a at 1ms: there was no a before it\n"), "\(first)")
  }

  /// A rule that compares two streams says nothing about one stream.
  @Test func aStreamIsNotComparedWithItself() throws {
    let rules: [(MarbleTest, HotSource<String, Never>) -> RuleExpectation] = [
      { m, a in m.asMany(a, as: a) }, { m, a in m.never(more: a, than: a) },
      { m, a in m.atMost(1, of: a, afterEach: a) }, { m, a in m.always(a, a) { $0 == $1 } },
      { m, a in m.atEnd(a, a) { $0 == $1 } },
    ]
    for (number, rule) in rules.enumerated() {
      let text = try failure { m in _ = rule(m, m.hot("-a-b-|")).allowingNone() }
      #expect(
        text.hasSuffix(": the rule says nothing: it compares a stream with itself\n  name another stream"),
        "\(number): \(text)")
    }
    try marbles { m in
      let a = m.hot("-a-b-|"), b = m.hot("-a-b-|")
      m.asMany(a, as: b)
      m.always(a, b) { $0 == $1 }
    }
  }

  @Test func aConditionOnTwoStreamsIsCheckedWhenTheInstantIsOver() throws {
    // Both streams have sent their value when 1 ms is over: the second one in two turns more.
    try marbles { m in
      let one = m.hot("-a-b--")
      let other = one.receive(on: m.scheduler).receive(on: m.scheduler)
      m.always(one, other) { $0 == $1 }
    }
    let text = try failure { m in
      let one = m.hot("-a-b--"), other = m.hot("-a--b-")
      m.always(one, other, "both are equal") { $0 == $1 }
    }
    #expect(text.contains("rule broken at 3ms: one is b, other is a"), "\(text)")
  }

  @Test func aConditionAtTheEndSeesOnlyTheLastValues() throws {
    try marbles { m in
      let loading = m.hot("-t-f-t-f|")
      m.atEnd(loading) { $0 == "f" }
      m.atEnd(loading, loading.map { $0 + "x" }) { $1 == $0 + "x" }
    }
    let text = try failure { m in
      let loading = m.hot("-t-f-t--|")
      m.atEnd(loading, "it loads no longer") { $0 == "f" }
    }
    #expect(text.contains("rule broken at 5ms: loading is t"), "\(text)")
    let untested = try failure { m in m.atEnd(m.hot("----|")) { (_: String) in true } }
    #expect(untested.contains("the rule was never put to the test"), "\(untested)")
  }

  @Test func eventsOfOtherThreadsAreCounted() throws {
    // Four threads send 500 values each while the run waits for them; each is one response.
    final class Senders: @unchecked Sendable {
      let subjects = (0..<4).map { _ in PassthroughSubject<Int, Never>() }
    }
    let senders = Senders()
    let text = try failure { m in
      let start = m.hot("-s|")
      m.atLeast(
        2001, of: senders.subjects[0].merge(with: senders.subjects[1], senders.subjects[2], senders.subjects[3]))
      m.atLeast(1, of: start)
      m.at("-s") {
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
          for value in 0..<500 { senders.subjects[thread].send(value) }
        }
      }
    }
    #expect(text.contains("only 2000"), "\(text)")
  }

  @Test func mistakesAreSaid() throws {
    let short = try failure { m in m.atMost(1, of: m.hot("-a"), within: .zero) }
    #expect(short.contains("within: is not longer than zero"))
    let free = try failure { m in m.atLeast(0, of: m.hot("-a")) }
    #expect(free.contains("the rule can never be broken: at least 0"))
    let loose = try failure { m in m.only(m.hot("-a"), after: m.hot("a")).unless(m.hot("-")) }
    #expect(loose.contains("nothing waits in this rule"))
  }
}

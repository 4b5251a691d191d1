import MarblesTesting
import Pipes
import Testing

/// The code of the page about rules.
struct RulePageTests {
  @Test func anAnswerInTime() throws {
    try marbles(frame: .milliseconds(100)) { m in
      let ask = m.hot("-a---b-----|")
      let found = ask.delay(for: .milliseconds(200), scheduler: m.scheduler)
      m.each(ask).isFollowed(by: found, within: .milliseconds(300))
    }
  }

  @Test func everySentenceOfTheTable() throws {
    try marbles(frame: .milliseconds(100)) { m in
      let ask = m.hot("-a---b-----|"), close = m.hot("-----------|")
      let found = ask.delay(for: .milliseconds(200), scheduler: m.scheduler)
      let total = ask.scan(0) { count, _ in count + 1 }
      m.each(ask).isFollowed(by: found, within: .milliseconds(300), unless: .next)
      m.none(of: found, within: .milliseconds(200), after: ask)
      m.atMost(3, of: found, within: .seconds(1))
      m.atMost(1, of: found, afterEach: ask)
      m.atLeast(1, of: found)
      m.only(found, after: ask)
      m.never(more: found, than: ask)
      m.asMany(found, as: ask)
      m.never(found) { $0 == $1 }
      m.always(total) { $0 >= 0 }
      m.each(m.finish(of: ask)).isFollowed(by: m.finish(of: found), within: .seconds(1))
      m.each(ask).isFollowed(by: found).unless(close)
      m.none(of: found, after: close).allowingNone()
    }
  }

  @Test func aRuleForManyRows() throws {
    try marbles(cases: 500) { m in
      let typed = m.hot(any: "abc")
      let found = typed.debounce(for: m.frames(3), scheduler: m.scheduler)
      m.none(of: found, within: m.frames(3), after: typed)
    }
  }
}

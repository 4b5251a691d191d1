import Marbles
import Pipes
import Testing
import VirtualTime

/// How long a test runs: as long as what its rows say can still have an effect. Each failure here is one that was
/// missed when a run ended at the last symbol as soon as only repeating timers were left.
struct HorizonTests {
  // MARK: A timer that fires once, made as Combine's operators make it: a repeating one that is cancelled at its first tick

  @Test func debounceOnAnErasedScheduler() throws {
    let text = try failure { m in
      let typed = m.hot("-a")
      m.expect(typed.debounce(for: m.frames(3), scheduler: m.scheduler.eraseToAnyScheduler()), name: "calm").toBe("-")
    }
    #expect(
      text == """
        +2: calm differs at frame 4
          typed     -a---
          expected  -----
          actual    ----a
                        ^
          frame 4: nothing expected, got 'a'
        """)
  }

  @Test func timeoutOnAnErasedScheduler() throws {
    let text = try failure { m in
      let typed = m.hot("-a")
      m.expect(typed.timeout(m.frames(5), scheduler: m.scheduler.eraseToAnyScheduler()), name: "limited").toBe("-a")
    }
    #expect(
      text == """
        +2: limited differs at frame 6
          typed     -a-----
          expected  -a-----
          actual    -a----|
                          ^
          frame 6: nothing expected, got the completion '|'
        """)
  }

  @Test func audit() throws {
    let text = try failure { m in
      let typed = m.hot("-a")
      m.expect(typed.audit(for: m.frames(5), scheduler: m.scheduler), name: "audited").toBe("-")
    }
    #expect(
      text == """
        +2: audited differs at frame 6
          typed     -a-----
          expected  -------
          actual    ------a
                          ^
          frame 6: nothing expected, got 'a'
        """)
  }

  @Test func aRetryThatWaits() throws {
    let text = try failure { m in
      let source = m.cold("-#", error: Trouble.refused)
      m.expect(source.retry(1, delay: m.frames(5), scheduler: m.scheduler), name: "again").toBe("-", error: .refused)
    }
    #expect(
      text == """
        +2: again differs at frame 7
          source    -#
          expected  --------
          actual    -------#
                           ^
          frame 7: nothing expected, got the failure refused
        """)
  }

  // MARK: Timers that repeat

  @Test func theFirstWindowOfCollect() throws {
    let text = try failure { m in
      let typed = m.hot("-a")
      m.expect(typed.collect(.byTime(m.scheduler, m.frames(5))), name: "batches").toBe("-", [:])
    }
    #expect(
      text == """
        +2: batches differs at frame 5
          typed     -a----
          expected  ------
          actual    -----'["a"]'
                         ^^^^^^^
          frame 5: nothing expected, got '["a"]'
        """)
  }

  @Test func aLaterWindowOfCollect() throws {
    let text = try failure { m in
      let typed = m.hot("-a----b")
      m.expect(typed.collect(.byTime(m.scheduler, m.frames(5))), name: "batches").toBe("-----x", ["x": ["a"]])
    }
    #expect(
      text == """
        +2: batches differs at frame 10
          typed     -a----b----
          expected  -----x-----
          actual    -----x----'["b"]'
                              ^^^^^^^
          frame 10: nothing expected, got ["b"]
        """)
  }

  /// The first hands on at frame 5, the second at frame 6, and that is delayed by four.
  @Test func oneTimerHandsOnToAnother() throws {
    let text = try failure { m in
      let typed = m.hot("-a")
      let twice = typed.collect(.byTime(m.scheduler, m.frames(5))).collect(.byTime(m.scheduler, m.frames(3)))
      m.expect(twice.delay(for: m.frames(4), scheduler: m.scheduler), name: "late").toBe("-", [:])
    }
    #expect(text.hasSuffix("  frame 10: nothing expected, got '[[\"a\"]]'"), "\(text)")
  }

  @Test func whatWaitsBesideATimerThatRepeats() throws {
    let text = try failure { m in
      let typed = m.hot("-a")
      m.keep(Publishers.interval(m.frames(2), scheduler: m.scheduler).sink { _ in })
      m.expect(typed.delay(for: m.frames(5), scheduler: m.scheduler), name: "late").toBe("-")
    }
    #expect(
      text == """
        +3: late differs at frame 6
          typed     -a-----
          expected  -------
          actual    ------a
                          ^
          frame 6: nothing expected, got 'a'
        """)
  }

  /// An interval goes on after its first tick, and the run sees six more: one was set before that tick was over, and
  /// five after it.
  @Test func theFirstTickOfAnInterval() throws {
    let text = try failure { m in
      let ticks = Publishers.interval(m.frames(3), scheduler: m.scheduler)
      m.expect(ticks).toBe("-") { Int($0) }
    }
    #expect(
      text == """
        +2: ticks differs at frame 3
          expected  ----------------------
          actual    ---0--1--2--3--4--5--6
                       ^  ^  ^  ^  ^  ^  ^
          frame 3: nothing expected, got '0'
          frame 6: nothing expected, got '1'
          frame 9: nothing expected, got '2'
          frame 12: nothing expected, got '3'
          frame 15: nothing expected, got '4'
          frame 18: nothing expected, got '5'
          frame 21: nothing expected, got '6'
        """)
  }

  /// A row says everything, so a stream without an end needs a window.
  @Test func anIntervalNeedsAWindow() throws {
    let text = try failure { m in
      let ticks = Publishers.interval(m.frames(2), scheduler: m.scheduler)
      m.expect(ticks).toBe("--0-1-") { Int($0) }
    }
    #expect(
      text.hasPrefix("+2: ticks differs at frame 6\n") && text.contains("\n  frame 6: nothing expected, got '2'\n"))
    try marbles { m in
      let ticks = Publishers.interval(m.frames(2), scheduler: m.scheduler)
      m.expect(ticks, from: "^----!").toBe("--0-1-") { Int($0) }
      m.expect(ticks.prefix(2)).toBe("--0-(1|)") { Int($0) }
    }
  }

  /// An interval that has an end misses nothing either, if nobody receives its first ticks.
  @Test func anIntervalThatEnds() throws {
    let text = try failure { m in
      let ticks = Publishers.interval(m.frames(2), scheduler: m.scheduler).prefix(3)
      m.expect(ticks.debounce(for: m.frames(3), scheduler: m.scheduler), name: "calm").toBe("-") { Int($0) }
    }
    #expect(
      text == """
        +2: calm differs at frame 6
          expected  -------
          actual    ------|
                          ^
          frame 6: nothing expected, got the completion '|'
        """)
  }

  /// Each tick takes the timer of `debounce` back, for ever, and the run does not wait for that.
  @Test(arguments: [true, false]) func aTimerThatNeverFires(_ isErased: Bool) throws {
    try marbles { m in
      let ticks = Publishers.interval(m.frames(2), scheduler: m.scheduler)
      let never =
        isErased
        ? ticks.debounce(for: m.frames(3), scheduler: m.scheduler.eraseToAnyScheduler()).eraseToAnyPublisher()
        : ticks.debounce(for: m.frames(3), scheduler: m.scheduler).eraseToAnyPublisher()
      m.expect(never).toBe("-") { Int($0) }
    }
  }

  /// Timers that start timers and hand on to each other, for ever: the run ends.
  @Test func timersWithoutAnEnd() throws {
    try marbles { m in
      let two = Publishers.interval(m.frames(2), scheduler: m.scheduler),
        three = Publishers.interval(m.frames(3), scheduler: m.scheduler)
      let started = two.flatMap { _ in Publishers.interval(m.frames(5), scheduler: m.scheduler) }
      let late = two.combineLatest(three).map { $0 + $1 }.delay(for: m.frames(7), scheduler: m.scheduler)
      let all = started.merge(with: late).collect(.byTimeOrCount(m.scheduler, m.frames(4), 100)).sample(three)
      m.expect(all.filter { _ in false }).toBe("-", [:])
    }
  }

  @Test func inAsyncTestsToo() async throws {
    let error = await #expect(throws: MarbleFailure.self) {
      try await marbles { m in
        let typed = m.hot("-a----b")
        m.expect(typed.collect(.byTime(m.scheduler, m.frames(5))), name: "batches").toBe("-----x", ["x": ["a"]])
        m.expect(m.async("-a|").map { $0 }, name: "letters").toBe("-a|")
      }
    }
    #expect(
      error?.problems.count == 1 && error?.description.hasSuffix("  frame 10: nothing expected, got [\"b\"]") == true)
  }
}

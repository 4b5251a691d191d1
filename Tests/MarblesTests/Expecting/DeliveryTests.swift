import Marbles
import Pipes
import Testing
import VirtualTime

/// Expectations about the scheduler and the turn in which events are delivered.
@Suite struct DeliveryTests {
  /// The row is the same with and without `receive(on:)`.
  @Test func aDroppedReceiveOnIsFound() throws {
    try marbles { m in
      let typed = m.hot("-a-b|")
      m.expect(typed.receive(on: m.scheduler), on: m.scheduler).toBe("-a-b|")
    }
    let text = try failure { m in
      let typed = m.hot("-a-b|")
      let titles = typed.map { $0 }
      m.expect(titles, on: m.scheduler).toBe("-a-b|")
    }
    #expect(
      text == """
        +3: titles is not delivered on m.scheduler at frame 1
          typed   -a-b|
          titles  -a-b|
                   ^ ^^
          frame 1: 'a' is delivered by typed
          frame 3: 'b' is delivered by typed
          frame 4: the completion '|' is delivered by typed
          write .receive(on: m.scheduler) where the pipeline ends
        """)
  }

  /// The timer of `debounce` runs in the first turn of frame 3, and what `receive(on:)` schedules then in the second
  /// one.
  @Test func theTurnTellsOneSchedulerApart() throws {
    try marbles { m in
      let found = m.hot("-a----").debounce(for: m.frames(2), scheduler: m.scheduler)
      m.expect(found, on: m.scheduler, turn: 1).toBe("---a--")
      m.expect(found.receive(on: m.scheduler), on: m.scheduler).toBe("---a--")
    }
    try marbles { m in
      let found = m.hot("-a----").debounce(for: m.frames(2), scheduler: m.scheduler)
      m.expect(found.receive(on: m.scheduler), on: m.scheduler, turn: 2).toBe("---a--")
    }
    let text = try failure { m in
      let found = m.hot("-a----").debounce(for: m.frames(2), scheduler: m.scheduler)
      m.expect(found, on: m.scheduler, turn: 2).toBe("---a--")
    }
    #expect(text.hasPrefix("+2: found is delivered in another turn at frame 3\n"), "\(text)")
    #expect(text.contains("\n  frame 3: 'a' comes in turn 1, expected turn 2\n"), "\(text)")
  }

  /// A model subscribes in its initializer, before the expectation: its timers are timers of the scheduler all the
  /// same.
  @Test func aTimerThatIsOlderThanTheExpectation() throws {
    try marbles { m in
      let calm = PassthroughSubject<String, Never>()
      m.keep(m.hot("-a-----|").debounce(for: m.frames(2), scheduler: m.scheduler).sink { calm.send($0) })
      m.expect(calm, on: m.scheduler).toBe("---a----")
    }
  }

  @Test func aStreamOfOtherValues() throws {
    try marbles { m in
      let pairs = m.hot("-a-b|").map { (1, $0) }.receive(on: m.scheduler)
      m.expect(pairs, by: { $0 == $1 }).delivered(on: m.scheduler)
    }
    let text = try failure { m in
      m.expect(m.hot("-a-b|").map { (1, $0) }, by: { $0 == $1 }).delivered(on: m.scheduler)
    }
    #expect(text.contains(" is not delivered on m.scheduler at frame 1\n"), "\(text)")
  }

  /// A completion is delivered on the scheduler, too.
  @Test func onlyTheCompletionIsElsewhere() throws {
    let text = try failure { m in
      let found = m.hot("-a--|").receive(on: m.scheduler).merge(with: m.hot("-----|"))
      m.expect(found, on: m.scheduler)
    }
    #expect(text.contains(" is not delivered on m.scheduler at frame 5\n"), "\(text)")
  }

  @Test func wrongArguments() throws {
    let other = try failure { m in m.expect(m.hot("-a"), on: TestScheduler()).toBe("-a") }
    #expect(
      other == "+0: the scheduler has another virtual time than the test\n  take m.scheduler or m.scheduler(for:)")
    let turn = try failure { m in m.expect(m.hot("-a"), on: m.scheduler, turn: 0).toBe("-a") }
    #expect(turn == "+0: turn 0 is not a place\n  write turn: 1 for the first action of an instant")
    let unknown = try failure { m in m.expect(m.hot("-a"), on: ImmediateScheduler.shared).toBe("-a") }
    #expect(unknown.hasPrefix("+0: a test cannot see which scheduler of type ImmediateScheduler delivers an event\n"))
  }
}

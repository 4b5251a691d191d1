import Marbles
import Pipes
import Testing
import VirtualTime

/// Things that a test must not leave open, and that a publisher must not do: the whole text of each.
struct StrictnessTests {
  @Test func anExpectationMustSaySomething() throws {
    let text = try failure { m in
      let source = m.cold("-a|")
      _ = m.expect(source)
      _ = m.expect(subscriptionsOf: source)
      _ = m.expect(demandOn: source)
    }
    #expect(
      text == """
        +2: source has no expected row
          write .toBe("…") after m.expect

        +3: the subscriptions of source have no expected row
          write .toBe("…") after m.expect

        +4: the demand on source has no expected row
          write .toBe("…") after m.expect
        """)
  }

  @Test func aSecondToBe() throws {
    let text = try failure { m in
      let expectation = m.expect(m.cold("-a|"))
      expectation.toBe("-a|")
      expectation.toBe("-a|")
    }
    #expect(
      text == """
        +3: a second toBe for one expectation
          write another m.expect
        """)
  }

  @Test func aTimerThatIsPending() throws {
    let text = try failure { m in
      m.expect(m.cold("-a|")).toBe("-a|")
      m.scheduler.schedule(after: m.scheduler.now.advanced(by: m.frames(9))) {}
    }
    #expect(
      text == """
        +0: a timer is pending after frame 2, due at frame 9, although every expected stream has ended
          cancel what needs no more time, or call m.allowLive()
        """)
    let several = try failure { m in
      m.expect(m.cold("-a|")).toBe("-a|")
      for frame in 3...5 { m.scheduler.schedule(after: m.scheduler.now.advanced(by: m.frames(frame))) {} }
    }
    #expect(
      several == """
        +0: 3 timers are pending after frame 2, due at frame 3, frame 4, frame 5, although every expected stream has ended
          cancel what needs no more time, or call m.allowLive()
        """)
  }

  @Test func aTimerThatRepeats() throws {
    let text = try failure { m in
      m.expect(m.cold("-a|")).toBe("-a|")
      _ = m.scheduler.schedule(after: m.scheduler.now, interval: m.frames(2)) {}
    }
    #expect(
      text == """
        +0: a repeating timer goes on after frame 2, next at frame 4, although every expected stream has ended
          cancel what needs no more time, or call m.allowLive()
        """)
  }

  /// Whether a timer with an interval fires again is known when it has fired: `timer(after:)` is one that does not.
  @Test func aTimerThatFiresOnce() throws {
    let text = try failure { m in
      m.expect(m.cold("-a|")).toBe("-a|")
      m.keep(Publishers.timer(after: m.frames(9), scheduler: m.scheduler).sink { _ in })
    }
    #expect(
      text == """
        +0: a timer is pending after frame 2, due at frame 9, although every expected stream has ended
          cancel what needs no more time, or call m.allowLive()
        """)
  }

  @Test func whatIsHeardOfMayGoOn() throws {
    try marbles { m in
      let ticks = Publishers.interval(m.frames(2), scheduler: m.scheduler)
      m.expect(ticks, from: "^------!").toBe("--0-1-2-") { Int($0) }
      m.expect(ticks.filter { _ in false }).toBe("-", [:])
      m.allowLive()
    }
  }

  @Test func eventsThatWaitForDemand() throws {
    let text = try failure { m in
      let source = m.cold("abc|")
      m.expect(source, demand: "1").toBe("a")
    }
    #expect(
      text == """
        +1: the last 3 events of source wait for demand that never came
          request more, or call m.allowLive()
        """)
    let several = try failure { m in
      let source = m.cold("ab")
      let ended = m.cold("a|")
      m.expect(source, demand: "1").toBe("a")
      m.expect(ended.prefix(3), demand: "-").toBe("-")
    }
    #expect(
      several == """
        +2: the last 2 events of ended wait for demand that never came
          request more, or call m.allowLive()
        """)
  }

  @Test func allowLiveTakesItAsMeant() throws {
    try marbles { m in
      let source = m.cold("abc|")
      m.expect(source, demand: "1").toBe("a")
      m.expect(m.cold("-a|")).toBe("-a|")
      m.scheduler.schedule(after: m.scheduler.now.advanced(by: m.frames(9))) {}
      m.allowLive()
    }
  }

  @Test func aTestThatExpectsNothing() throws {
    let text = try failure { m in
      _ = m.cold("-a|")
    }
    #expect(
      text == """
        +0: nothing is expected
          write m.expect(…).toBe("…")
        """)
    try marbles { m in m.at("-x") {} }
    try marbles { m in
      let subject = PassthroughSubject<String, Never>()
      m.drive(subject, with: "-a").allowingNoSubscriber()
      try m.run()
    }
  }

  @Test func aSourceThatIsStillSubscribed() throws {
    let text = try failure { m in
      let typed = m.hot("-a-b")
      m.keep(typed.sink { _ in })
      m.expect(typed.first()).toBe("-(a|)")
    }
    #expect(
      text == """
        +1: typed is still subscribed, since frame 0, although every expected stream has ended
          cancel the subscription, or call allowingLive() on the source, or m.allowLive()
        """)
  }

  @Test func whatLivesMayBeAllowedByName() throws {
    try marbles { m in
      let typed = m.hot("-a-b").allowingLive()
      m.keep(typed.sink { _ in })
      m.expect(typed.first()).toBe("-(a|)")
    }
    try marbles { m in
      m.expect(m.cold("-a|")).allowingLive().toBe("-a|")
      m.scheduler.schedule(after: m.scheduler.now.advanced(by: m.frames(9))) {}
    }
    let text = try failure { m in
      let typed = m.hot("-a-b").allowingLive()
      let other = m.hot("-c")
      m.keep((typed.sink { _ in }, other.sink { _ in }))
      m.expect(typed.first()).toBe("-(a|)")
    }
    #expect(text.hasPrefix("+2: other is still subscribed, since frame 0"), "\(text)")
  }

  /// A model that subscribes by itself and is not held is gone before the run.
  @Test func aModelThatIsNotHeld() throws {
    final class Badge {
      let count = CurrentValueSubject<Int, Never>(0)
      private var token: AnyCancellable?
      init(_ typed: some Publisher<String, Never>) {
        token = typed.scan(0) { count, _ in count + 1 }.sink { [count] in count.send($0) }
      }
    }
    let text = try failure { m in
      let typed = m.hot("-a-b")
      let count = Badge(typed).count
      m.expect(count).toBe("01-2") { Int($0) }
    }
    #expect(
      text.hasSuffix(
        "\n\n+1: nobody has subscribed to typed\n  if an object subscribes to it, hold that object until the run is over: m.keep(object)\n"
          + "  if it needs no subscriber, call allowingNoSubscriber() on it"))
    try marbles { m in
      let typed = m.hot("-a-b")
      m.expect(m.keep(Badge(typed)).count).toBe("01-2") { Int($0) }
    }
  }

  // MARK: The protocol

  /// Sends what a closure says, whatever was requested.
  struct Rude: Publisher {
    typealias Output = String
    typealias Failure = Never
    let body: (any Subscriber<String, Never>) -> Void

    func receive<S: Subscriber<String, Never>>(subscriber: S) { body(subscriber) }
  }
  struct Deaf: Subscription {
    let combineIdentifier = CombineIdentifier()
    func request(_ demand: Subscribers.Demand) {}
    func cancel() {}
  }

  @Test func moreThanDemanded() throws {
    let text = try failure { m in
      let rude = Rude { subscriber in
        subscriber.receive(subscription: Deaf())
        _ = subscriber.receive("a")
        _ = subscriber.receive("b")
      }
      m.expect(rude, from: "--^", demand: "1").toBe("--(ab)")
    }
    #expect(text == "+6: rude breaks the protocol at frame 2: a value came that was not requested")
  }

  @Test func afterTheEnd() throws {
    let text = try failure { m in
      let rude = Rude { subscriber in
        subscriber.receive(subscription: Deaf())
        subscriber.receive(completion: .finished)
        subscriber.receive(completion: .finished)
        _ = subscriber.receive("a")
      }
      m.expect(rude).toBe("|")
    }
    #expect(
      text == """
        +7: rude breaks the protocol at frame 0: a second completion came

        +7: rude breaks the protocol at frame 0: a value came after the completion

        +7: rude differs at frame 0
          expected  |
          actual    (||a)
                    ^^^^^
          frame 0: expected the completion '|', got the completion '|', the completion '|', 'a'
        """)
  }

  @Test func beforeTheSubscription() throws {
    let text = try failure { m in
      let rude = Rude { subscriber in
        _ = subscriber.receive("a")
        subscriber.receive(subscription: Deaf())
        subscriber.receive(completion: .finished)
      }
      m.expect(rude).toBe("(a|)")
    }
    #expect(text == "+6: rude breaks the protocol at frame 0: a value came before the subscription")
  }

  @Test func anEndOrASecondSubscriptionOutOfTurn() throws {
    let text = try failure { m in
      let early = Rude { $0.receive(completion: .finished) }
      let twice = Rude { subscriber in
        subscriber.receive(subscription: Deaf())
        subscriber.receive(subscription: Deaf())
      }
      m.expect(early).toBe("|")
      m.expect(twice).toBe("-")
    }
    #expect(
      text == """
        +6: early breaks the protocol at frame 0: a completion came before the subscription

        +7: twice breaks the protocol at frame 0: a second subscription came
        """)
  }

  @Test func afterACancel() throws {
    let text = try failure { m in
      let rude = Rude { subscriber in
        subscriber.receive(subscription: Deaf())
        m.timeline.schedule(at: .zero.advanced(by: .milliseconds(3))) {
          _ = subscriber.receive("a")
          subscriber.receive(completion: .finished)
        }
      }
      m.expect(rude, from: "^-!").toBe("---(a|)")
      m.allowLive()
    }
    #expect(
      text == """
        +8: rude breaks the protocol at frame 3: a value came after the subscription was cancelled

        +8: rude breaks the protocol at frame 3: a completion came after the subscription was cancelled
        """)
  }

  @Test func aRuleOfTheEngine() throws {
    let text = try failure { m in
      let subject = PassthroughSubject<String, Never>()
      m.at("--x") {
        subject.subscribe(AnySubscriber<String, Never>(receiveSubscription: { $0.request(.none) }))
      }
      m.expect(subject, from: "^---!").toBe("-")
    }
    #expect(text == "+0: frame 2: PassthroughSubject: a subscriber must not request a demand of zero")
  }

  // MARK: Runs without an end

  @Test func anEndlessLoop() throws {
    let text = try failure { m in
      let source = m.cold("-a")
      let timeline = m.timeline
      func again() { timeline.schedule(at: timeline.now, by: "again") { again() } }
      m.at("---x") { again() }
      m.expect(source).toBe("-b")
    }
    #expect(
      text == """
        +0: stopped after 100000 actions at 3ms and time does not advance; 1000 of the last 1000 were again
          source     -a--
          actions 1  ---x
          source     -a--
        """)
  }
}

#if !canImport(Combine)
  import MarblesFoundation
  import MarblesTesting
  import PipesFoundation
  import Testing

  import class Foundation.RunLoop

  private struct Badge: Equatable {
    var name: String
    var room: Int
  }

  /// Several streams that become one.
  @Suite struct CombiningTests {
    @Test func aFormIsCompleteWhenAllOfItIs() {
      let name = CurrentValueSubject<String, Never>(""), seats = CurrentValueSubject<Int, Never>(0)
      var states: [Bool] = []
      let token = Publishers.CombineLatest(name, seats).map { name, seats in !name.isEmpty && seats > 0 }.sink {
        states.append($0)
      }
      name.send("Ada")
      seats.send(2)
      #expect(states == [false, false, true])
      token.cancel()
    }
    @Test func aFormOverTime() throws {
      try marbles { m in
        let name = m.hot(" -A-----e--|", ["A": "Ada", "e": ""])
        let seats = m.hot("0--2-0----2--|") { Int($0) }
        let isComplete = Publishers.CombineLatest(name, seats).map { name, seats in !name.isEmpty && seats > 0 }
        m.expect(isComplete).toBe("-f-t-f-f--f--|", ["f": false, "t": true])
      }
    }

    @Test func twoAnswersThatBelongTogether() {
      let names = PassthroughSubject<String, Never>(), rooms = PassthroughSubject<Int, Never>()
      var badges: [String] = []
      let token = Publishers.Zip(names, rooms).sink { name, room in badges.append("\(name): \(room)") }
      names.send("Ada")
      names.send("Alan")
      #expect(badges.isEmpty)
      rooms.send(101)
      rooms.send(102)
      rooms.send(103)
      #expect(badges == ["Ada: 101", "Alan: 102"])
      token.cancel()
    }
    @Test func twoRequestsAtOnceTakeAsLongAsTheSlowerOne() throws {
      try marbles(frame: .milliseconds(100)) { m in
        let scheduler = m.scheduler(for: RunLoop.self)
        let name = Just("Ada").delay(for: .milliseconds(500), scheduler: scheduler)
        let room = Just(101).delay(for: .milliseconds(200), scheduler: scheduler)
        let badge = name.zip(room) { name, room in Badge(name: name, room: room) }
        m.expect(badge).toBe("-----(b|)", ["b": Badge(name: "Ada", room: 101)])
      }
    }

    @Test func messagesFromThreePlaces() {
      let mail = PassthroughSubject<String, Never>(), chat = PassthroughSubject<String, Never>(),
        door = PassthroughSubject<String, Never>()
      var heard: [String] = []
      let token = Publishers.Merge3(mail, chat, door).sink { heard.append($0) }
      chat.send("hello?")
      door.send("the postman")
      mail.send("your invoice")
      chat.send("anyone?")
      #expect(heard == ["hello?", "the postman", "your invoice", "anyone?"])
      token.cancel()
    }
    @Test func messagesOverTime() throws {
      try marbles { m in
        let mail = m.hot("--m------|")
        let chat = m.hot("-c---c|")
        let door = m.hot("---d-d--|")
        m.expect(Publishers.Merge3(mail, chat, door)).toBe("-cmd-[cd]---|")
      }
    }
  }
#endif

import Marbles
import Pipes
import Testing
import VirtualTime

/// Publishers whose subscriptions are watched, and objects that have to be released.
@Suite struct WatchingTests {
  final class Form: ObservableObject {
    @Published var query = ""
    var token: AnyCancellable?
    init(_ typed: some Publisher<String, Never>, leaks: Bool) {
      token = typed.sink { [weak self] in self?.query = $0 }
      if leaks { token = typed.sink { self.query = $0 } }
    }
  }

  @Test func aMissingShareIsSeen() throws {
    try marbles { m in
      let subject = PassthroughSubject<String, Never>()
      m.drive(subject, with: "-a-b|")
      let query = m.watch(subject)
      let shared = query.share()
      m.expect(shared.map { $0 + "!" }).toBe("-a-b|") { $0 + "!" }
      m.expect(shared).toBe("-a-b|")
      m.expect(subscriptionsOf: query).toBe("^---!")
      m.expect(demandOn: query).toBe("*")
    }
    let text = try failure { m in
      let subject = PassthroughSubject<String, Never>()
      m.drive(subject, with: "-a-b|")
      let query = m.watch(subject)
      m.expect(query.map { $0 + "!" }).toBe("-a-b|") { $0 + "!" }
      m.expect(query).toBe("-a-b|")
      m.expect(subscriptionsOf: query).toBe("^---!")
    }
    #expect(text.contains("the subscriptions of query differ"), "\(text)")
  }

  @Test func aCancelEndsAWatchedSubscription() throws {
    try marbles { m in
      let subject = PassthroughSubject<String, Never>()
      m.drive(subject, with: "-a-b")
      let query = m.watch(subject)
      m.expect(query, from: "-^-!").toBe("-a")
      m.expect(query.prefix(1)).toBe("-(a|)")
      m.expect(subscriptionsOf: query).toBe("^!", "-^-!")
    }
  }

  @Test func aLeakIsAFailure() throws {
    func run(leaks: Bool) throws {
      try marbles { m in
        let typed = m.hot("-a-b").allowingLive()
        var form: Form? = Form(typed, leaks: leaks)
        m.expectReleased(form, by: "---x")
        m.at("---x") { form = nil }
        m.expect(typed, from: "^---!").toBe("-a-b")
      }
    }
    try run(leaks: false)
    let error = #expect(throws: MarbleFailure.self) { try run(leaks: true) }
    #expect(error?.problems.first?.text.hasPrefix("Form is still referred to at frame 3\n") == true, "\(error!)")
  }

  @Test func badArgumentsGetSentences() throws {
    let text = try failure { m in
      m.expectReleased(Form?.none, by: "--x")
      m.expectReleased(Form(Empty(), leaks: false), by: "--")
    }
    #expect(
      text.contains("the object is nil before the test runs") && text.contains("the row has no symbol"), "\(text)")
  }
}

#if !canImport(Combine)
  import MarblesTesting
  import PipesFoundation
  import Testing

  /// The form of a new member: an address, and a password that has to be typed twice.
  private final class SignUp: ObservableObject {
    @Published var mail = ""
    @Published var password = ""
    @Published var repeated = ""
    @Published private(set) var isMailValid = false
    @Published private(set) var canJoin = false
    @Published private(set) var hint: String?
    private(set) var cancellables = Set<AnyCancellable>()

    init() {
      // `assign(to:on:)` keeps its object: `leave()` has to break the circle.
      $mail.map { $0.wholeMatch(of: /[a-z.]+@[a-z]+\.[a-z]+/) != nil }.assign(to: \.isMailValid, on: self).store(
        in: &cancellables)
      Publishers.CombineLatest3($isMailValid, $password, $repeated)
        .map { isMailValid, password, repeated in isMailValid && password.count >= 8 && password == repeated }
        .removeDuplicates()
        .assign(to: \.canJoin, on: self)
        .store(in: &cancellables)
      // This one keeps nothing, and ends with the form.
      $password.map { (1..<8).contains($0.count) ? "eight characters at least" : nil }.assign(to: &$hint)
    }
    func leave() { cancellables.removeAll() }
  }

  /// The same facts in the two kinds of state that a model can have.
  private final class Lamp {
    @Published var isOn = false
    let brightness = CurrentValueSubject<Int, Never>(0)
  }

  /// Something to say to everybody, without everybody being able to say something.
  private final class Bus<Event> {
    private let subject = PassthroughSubject<Event, Never>()
    var events: AnyPublisher<Event, Never> { subject.eraseToAnyPublisher() }
    func post(_ event: Event) { subject.send(event) }
    func close() { subject.send(completion: .finished) }
  }

  /// Models, and the observers of their changes.
  @Suite struct ModelTests {
    @Test func aFormIsReadyWhenEverythingInItFits() {
      let form = SignUp()
      #expect(!form.isMailValid && !form.canJoin && form.hint == nil)
      form.mail = "ada@example"
      form.password = "engine"
      #expect(!form.isMailValid && form.hint == "eight characters at least")
      form.mail = "ada@example.org"
      form.password = "analytical"
      form.repeated = "analytica"
      #expect(form.isMailValid && !form.canJoin && form.hint == nil)
      form.repeated = "analytical"
      #expect(form.canJoin)
      form.mail = ""
      #expect(!form.canJoin)
      form.leave()
    }
    @Test func aFormThatIsLeftIsLetGoOf() {
      weak var kept: SignUp?
      do {
        let form = SignUp()
        kept = form
        #expect(form.cancellables.count == 2)
      }
      #expect(kept != nil, "assign(to:on:) holds it")
      kept?.leave()
      #expect(kept == nil)
    }
    @Test func aFormThatIsFilledIn() throws {
      try marbles { m in
        let form = SignUp()
        m.atEach("-m-x-m", name: "mail") { form.mail = $0 == "m" ? "ada@example.org" : "ada" }
        m.at("--p", name: "password") { form.password = "analytical" }
        m.atEach("---p---q", name: "repeated") { form.repeated = $0 == "p" ? "analytical" : "" }
        let states = ["y": true, "n": false]
        m.expect(form.$isMailValid).toBe("ny-n-y", states)
        // At frame 3 the address is spoiled before the password is repeated.
        m.expect(form.$canJoin).toBe("    n----y-n", states)
        try m.run()
        form.leave()
      }
    }

    @Test func publishedTellsBeforeTheChangeAndASubjectAfterIt() {
      let lamp = Lamp()
      var switched: [String] = [], dimmed: [String] = []
      let first = lamp.$isOn.dropFirst().sink { new in switched.append("told \(new), is \(lamp.isOn)") }
      let second = lamp.brightness.dropFirst().sink { new in dimmed.append("told \(new), is \(lamp.brightness.value)") }
      lamp.isOn = true
      lamp.brightness.send(70)
      lamp.isOn = false
      lamp.brightness.value = 0
      #expect(switched == ["told true, is false", "told false, is true"])
      #expect(dimmed == ["told 70, is 70", "told 0, is 0"])
      first.cancel()
      second.cancel()
    }
    @Test func aTurnLaterPublishedHasChangedToo() throws {
      try marbles { m in
        let lamp = Lamp()
        m.at("-x-x", name: "switch") { lamp.isOn.toggle() }
        let seen = lamp.$isOn.receive(on: m.scheduler).map { told in told == lamp.isOn }
        m.expect(seen).toBe("yy-y", ["y": true])
      }
    }

    @Test func everybodyHearsWhatIsPosted() {
      let bus = Bus<String>()
      var kitchen: [String] = [], hall: [String] = []
      bus.post("nobody is here yet")
      let first = bus.events.sink { kitchen.append($0) }
      bus.post("dinner")
      let second = bus.events.filter { $0 != "dinner" }.sink { hall.append($0) }
      bus.post("dinner")
      bus.post("fire")
      first.cancel()
      bus.post("all clear")
      #expect(kitchen == ["dinner", "dinner", "fire"] && hall == ["fire", "all clear"])
      second.cancel()
    }
    @Test func eventsOverTime() throws {
      try marbles { m in
        let bus = Bus<String>()
        m.atEach("-a-b-c", name: "posted") { bus.post($0) }
        m.at("------x", name: "closed") { bus.close() }
        m.expect(bus.events, name: "from the start").toBe("-a-b-c|")
        m.expect(bus.events, from: "--^-!", name: "for a while").toBe("---b")
      }
    }
  }
#endif

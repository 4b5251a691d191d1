import Pipes
import Testing

/// Values of types that take no memory, such as `()`. The address of such a value means nothing, and optimized code may
/// take any address for it. PW-03 of `ObservableObjectTests` has failed for that reason, in
/// `swift test -c release -Xswiftc -enable-testing`.
@Suite("Values without bytes") struct ValuesWithoutBytesTests {
  struct Tick: Equatable {}

  /// Sends without demand, with a demand of two, and without limit, to one downstream and to two.
  private func play<Value>(_ value: Value, sourceLocation: SourceLocation = #_sourceLocation) {
    let rig = Rig()
    let subject = PassthroughSubject<Value, Oops>()
    let probe = rig.attach(subject)
    subject.send(value)
    #expect(probe.values == 0, sourceLocation: sourceLocation)
    probe.request(.max(2))
    for _ in 0..<3 { subject.send(value) }
    #expect(probe.values == 2, sourceLocation: sourceLocation)
    var received = 0
    let token = subject.sink(receiveCompletion: { _ in received += 100 }, receiveValue: { _ in received += 1 })
    for _ in 0..<3 { subject.send(value) }
    #expect(received == 3 && probe.values == 2, sourceLocation: sourceLocation)
    subject.send(completion: .finished)
    #expect(received == 103 && probe.ends == 1, sourceLocation: sourceLocation)
    withExtendedLifetime(token) {}
  }

  @Test func ofTwoTypes() {
    play(())
    play(Tick())
  }

  @Test func replayed() {
    let subject = ReplaySubject<Void, Never>(bufferSize: 2)
    for _ in 0..<3 { subject.send() }
    var count = 0
    let token = subject.sink { count += 1 }
    #expect(count == 2)
    subject.send()
    #expect(count == 3)
    withExtendedLifetime(token) {}
  }

  @Test func twoAtOnceAndOneAfterTheOther() {
    let subject = PassthroughSubject<Void, Never>()
    var notes = ""
    let tokens = [subject.sink { notes += "a" }, subject.map { "b" }.sink { notes += $0 }]
    subject.send()
    subject.send(())
    tokens[0].cancel()
    subject.send()
    #expect(notes == "ababb")
    withExtendedLifetime(tokens) {}
  }

  @Test func currentValue() {
    let subject = CurrentValueSubject<Void, Never>(())
    var count = 0
    let token = subject.sink { count += 1 }
    for _ in 0..<4 { subject.send() }
    #expect(count == 5)
    withExtendedLifetime(token) {}
  }
}

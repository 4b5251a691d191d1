import Foundation
import Pipes
import Testing
import VirtualTime

@testable import Marbles

/// The recorder for running apps.
struct SessionRecorderTests {
  private struct Offline: Error {}
  private struct Point { var x: Int }

  /// A recorder in virtual time.
  private static func recorder(_ timeline: Timeline, capacity: Int = 10_000) -> SessionRecorder {
    SessionRecorder(capacity: capacity, clock: VirtualClock(timeline: timeline))
  }

  @Test func everySignalIsRecordedWithItsInstant() throws {
    let timeline = Timeline()
    let recorder = Self.recorder(timeline), typed = PassthroughSubject<String, Offline>()
    var received: [String] = []
    timeline.schedule(at: VirtualInstant(nanoseconds: 1_000_000)) { typed.send("s") }
    timeline.schedule(at: VirtualInstant(nanoseconds: 2_000_000)) { typed.send("sw") }
    timeline.schedule(at: VirtualInstant(nanoseconds: 2_000_000)) { typed.send("s") }
    timeline.schedule(at: VirtualInstant(nanoseconds: 5_000_000)) { typed.send(completion: .failure(Offline())) }
    let token = typed.recorded("typed", in: recorder) { $0 }.sink { _ in
      received.append("failure")
    } receiveValue: {
      received.append($0)
    }
    try timeline.run()
    token.cancel()
    #expect(received == ["s", "sw", "s", "failure"])
    #expect(
      recorder.text == """
        {"marble-events":1}
        {"at":"0s","stream":"typed","subscribe":true}
        {"at":"0s","stream":"typed","request":"unlimited"}
        {"at":"1ms","stream":"typed","next":"s"}
        {"at":"2ms","stream":"typed","next":"a","value":"\\"sw\\""}
        {"at":"2ms","stream":"typed","next":"s"}
        {"at":"5ms","stream":"typed","fail":"Offline"}

        """)
  }

  @Test func valuesAreNotWrittenUnlessAskedFor() {
    let recorder = Self.recorder(Timeline())
    let secret = ["password", "other", "password"].publisher
    _ = secret.recorded("hashable", in: recorder).sink { _ in }
    _ = [Point(x: 1), Point(x: 1)].publisher.recorded("other", in: recorder).sink { _ in }
    #expect(!recorder.text.contains("password"))
    let symbols = recorder.run.events.compactMap { event -> String? in
      if case .next(let symbol, .unknown) = event.kind { event.stream + " " + symbol } else { nil }
    }
    // Equal values have equal symbols; without an equality each has its own.
    #expect(symbols == ["hashable a", "hashable b", "hashable a", "other c", "other d"])
  }

  @Test func numbersAndTruthsAreLiteralsAndTextsAreQuoted() {
    let recorder = Self.recorder(Timeline())
    _ = [3, 12].publisher.recorded("number", in: recorder) { $0 }.sink { _ in }
    _ = [true].publisher.recorded("truth", in: recorder) { $0 }.sink { _ in }
    _ = ["3", "a\"b", "x"].publisher.recorded("text", in: recorder) { $0 }.sink { _ in }
    let values = recorder.run.events.compactMap { event -> String? in
      switch event.kind {
      case .next(let symbol, .symbol): symbol
      case .next(let symbol, .literal(let text)): "\(symbol) = \(text)"
      default: nil
      }
    }
    #expect(values == ["3", "a = 12", "b = true", "c = \"3\"", "d = \"a\\\"b\"", "x"])
  }

  @Test func demandAndCancelsAreRecorded() {
    let recorder = Self.recorder(Timeline())
    let numbers = PassthroughSubject<Int, Never>()
    let subscriber = AnySubscriber<Int, Never>(
      receiveSubscription: { $0.request(.max(1)) }, receiveValue: { $0 == 1 ? .max(2) : .none },
      receiveCompletion: { _ in })
    numbers.recorded("numbers", in: recorder) { $0 }.subscribe(subscriber)
    numbers.send(1)
    numbers.send(2)
    let token = numbers.recorded("numbers", in: recorder) { $0 }.prefix(1).sink { _ in }
    numbers.send(3)
    token.cancel()
    // `prefix` passes the request of the sink on.
    let kinds = recorder.run.events.map { "\($0.subscription) \($0.kind)" }
    #expect(
      kinds == [
        "1 subscribe", "1 request(Optional(1))", "1 next(\"1\", Marbles.RecordedRun.Event.Content.symbol)",
        "1 request(Optional(2))",
        "1 next(\"2\", Marbles.RecordedRun.Event.Content.symbol)", "2 subscribe", "2 request(nil)",
        "1 next(\"3\", Marbles.RecordedRun.Event.Content.symbol)",
        "2 next(\"3\", Marbles.RecordedRun.Event.Content.symbol)", "2 cancel",
      ])
  }

  @Test func aFullRecorderKeepsTheLastEventsAndCountsTheOthers() throws {
    let recorder = Self.recorder(Timeline(), capacity: 3)
    _ = (1...9).publisher.recorded("numbers", in: recorder) { $0 }.sink { _ in }
    // Subscribe, request, nine values and the finish are twelve events.
    #expect(recorder.count == 3 && recorder.dropped == 9)
    #expect(
      recorder.text == """
        {"marble-events":1,"dropped":9}
        {"at":"0s","stream":"numbers","next":"8"}
        {"at":"0s","stream":"numbers","next":"9"}
        {"at":"0s","stream":"numbers","finish":true}

        """)
    recorder.removeAll()
    #expect(recorder.count == 0 && recorder.dropped == 0)
  }

  @Test func nothingIsRecordedWhileItIsOff() {
    let recorder = SessionRecorder(isRecording: false)
    let numbers = PassthroughSubject<Int, Never>()
    var received: [Int] = []
    let token = numbers.recorded("numbers", in: recorder) { value -> Int in
      #expect(value == 2)
      return value
    }.sink { received.append($0) }
    let other = numbers.recorded("numbers", in: nil).sink { received.append($0 * 10) }
    numbers.send(1)
    recorder.isRecording = true
    numbers.send(2)
    recorder.isRecording = false
    numbers.send(3)
    token.cancel()
    other.cancel()
    #expect(received == [1, 10, 2, 20, 3, 30])
    #expect(recorder.run.events.map(\.kind) == [.next("2", .symbol)])
  }

  @Test func aRecordedPublisherKeepsTheRulesOfThePublisherAboveIt() throws {
    // The same events at the same instants with and without recording, with demand and with a cancel.
    try marbles { m in
      let recorder = SessionRecorder(clock: VirtualClock(timeline: m.scheduler.timeline))
      let a = m.cold("-a-b-|")
      m.expect(a.recorded("a", in: recorder)).toBe("-a-b-|")
      m.expect(a.recorded("a", in: recorder), from: "--^-!").toBe("---a-")
      m.expect(a.recorded("a", in: recorder), demand: "1---1").toBe("-a--b|")
    }
  }

  @Test func anAsyncSequenceIsRecorded() async throws {
    let recorder = Self.recorder(Timeline())
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    continuation.yield("x")
    continuation.yield("y")
    continuation.finish()
    var received: [String] = []
    for await value in stream.recorded("letters", in: recorder, writing: { $0 }) { received.append(value) }
    #expect(received == ["x", "y"])
    let empty = AsyncStream<Int> { _ in }
    _ = empty.recorded("open", in: recorder).makeAsyncIterator()
    #expect(
      recorder.run.events.map { "\($0.stream) \(Mark($0.kind.mark).text)" } == [
        "letters ^", "letters 1", "letters x", "letters 1", "letters y", "letters 1", "letters |", "open ^", "open !",
      ])
  }

  @Test func anErrorOfAnAsyncSequenceIsRecordedByTheNameOfItsType() async {
    let recorder = Self.recorder(Timeline())
    let failing = AsyncThrowingStream<Int, any Error> { $0.finish(throwing: Offline()) }
    await #expect(throws: Offline.self) { for try await _ in failing.recorded("failing", in: recorder) {} }
    #expect(recorder.run.events.map(\.kind) == [.subscribe, .request(1), .fail("Offline")])
  }

  /// Eight threads send through one recorder. Each event is kept or counted as dropped, the list is in the order of
  /// time, and of each stream the last values are kept, in order.
  @Test(arguments: [500, 200_000]) func eightThreadsLoseNothingThatIsNotCounted(_ capacity: Int) throws {
    let recorder = SessionRecorder(capacity: capacity), count = 1_000
    Self.onThreads(8) { thread in
      let numbers = PassthroughSubject<Int, Never>()
      let token = numbers.recorded("thread \(thread)", in: recorder) { $0 }.sink { _ in }
      for number in 0..<count { numbers.send(number) }
      token.cancel()
    }
    let all = 8 * (count + 3)
    #expect(recorder.count == min(all, capacity) && recorder.dropped == all - min(all, capacity))
    let run = try EventReader.run(Array(recorder.text.utf8))
    #expect(run.events.count + run.dropped == all)
    #expect(zip(run.events, run.events.dropFirst()).allSatisfy { $0.instant <= $1.instant })
    for thread in 0..<8 {
      let events = run.events.filter { $0.stream == "thread \(thread)" }
      let numbers = events.compactMap { event -> Int? in
        switch event.kind {
        case .next(let symbol, .symbol): Int(symbol)
        case .next(_, .literal(let text)): Int(text)
        default: nil
        }
      }
      #expect(numbers == Array((count - numbers.count)..<count))
      if !events.isEmpty { #expect(events.last?.kind == .cancel) }
    }
  }

  private static func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let group = DispatchGroup()
    for number in 0..<count {
      group.enter()
      Thread.detachNewThread {
        body(number)
        group.leave()
      }
    }
    group.wait()
  }

  @Test func aFileThatCannotBeWrittenIsAnError() {
    #expect(throws: SessionRecorder.WriteFailure.self) { try SessionRecorder().write(to: "none/there/session.jsonl") }
  }
}

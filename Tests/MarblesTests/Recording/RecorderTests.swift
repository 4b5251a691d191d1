import Marbles
import Pipes
import Testing
import VirtualTime

struct RecorderTests {
  let timeline = Timeline()

  func recorder(_ demand: Subscribers.Demand = .unlimited) -> Recorder<String, Broken> {
    Recorder(timeline: timeline, demand: demand)
  }

  /// The faults of a publisher that a recorder finds, at two milliseconds.
  func violations(demand: Subscribers.Demand = .unlimited, _ body: @escaping (Recorder<String, Broken>) -> Void) throws
    -> [String]
  {
    let recorder = recorder(demand)
    timeline.schedule(at: instant(2)) { body(recorder) }
    try timeline.run()
    return recorder.violations.map(\.description)
  }

  @Test func aPublisherThatKeepsTheRules() throws {
    let found = try violations(demand: .max(1)) { recorder in
      recorder.receive(subscription: Counting())
      #expect(recorder.receive("a") == .none)
      recorder.request(.max(1))
      _ = recorder.receive("b")
      recorder.receive(completion: .finished)
    }
    #expect(found == [])
  }
  @Test func aSecondSubscriptionIsCancelled() throws {
    let second = Counting()
    let found = try violations { recorder in
      recorder.receive(subscription: Counting())
      recorder.receive(subscription: second)
    }
    #expect(found == ["2ms: a second subscription came"])
    #expect(second.cancellations == 1 && second.demand == .none)
  }
  /// The thread that cancelled sends in order, without a timeline that runs, too.
  @Test func afterCancelWithoutARun() {
    let recorder = recorder(), upstream = Counting()
    recorder.receive(subscription: upstream)
    recorder.cancel()
    recorder.cancel()
    #expect(upstream.cancellations == 1)
    _ = recorder.receive("a")
    recorder.receive(completion: .finished)
    #expect(
      recorder.violations.map(\.description) == [
        "0s: a value came after the subscription was cancelled",
        "0s: a completion came after the subscription was cancelled",
      ])
  }
  @Test func aCallInsideAnother() throws {
    var inner: (() -> Void)?
    let recorder = Recorder<String, Broken>(timeline: timeline) { _ in inner.take()?() }
    recorder.receive(subscription: Counting())
    inner = { _ = recorder.receive("b") }
    _ = recorder.receive("a")
    _ = recorder.receive("c")
    #expect(recorder.violations.map(\.description) == ["0s: a call came while another one was running"])
    #expect(recorder.recording.values == ["a", "b", "c"])
  }

  @Test func cancelledBeforeItIsSubscribed() {
    let recorder = recorder()
    recorder.cancel()
    let upstream = Counting()
    recorder.receive(subscription: upstream)
    #expect(upstream.cancellations == 1 && upstream.demand == .none)
    #expect(recorder.isOver && recorder.violations.isEmpty)
  }
  @Test func whatIsRequestedEarlyIsRequestedAtTheSubscription() {
    let recorder = recorder(.none)
    recorder.request(.max(2))
    recorder.request(.max(3))
    let upstream = Counting()
    recorder.receive(subscription: upstream)
    #expect(upstream.demand == .max(5))
    recorder.request(.max(1))
    #expect(upstream.demand == .max(6))
  }

  @Test func recordingsCompareWithLiterals() throws {
    let recorder = recorder()
    recorder.receive(subscription: Counting())
    timeline.schedule(at: instant(3)) { _ = recorder.receive("a") }
    timeline.schedule(at: instant(5)) { recorder.receive(completion: .failure(Broken(reason: "no"))) }
    try timeline.run()
    let recording = recorder.recording
    #expect(recording == [.value("a", at: .milliseconds(3)), .failure(Broken(reason: "no"), at: .milliseconds(5))])
    #expect(recording != [.value("a", at: .milliseconds(4)), .failure(Broken(reason: "no"), at: .milliseconds(5))])
    #expect(recording != [.value("a", at: .milliseconds(3))])
    #expect(recording.values == ["a"] && recording.completion == .failure(Broken(reason: "no")))
    #expect(recording.description == #"[value(a, at: 3ms), failure(Broken(reason: "no"), at: 5ms)]"#)
    #expect(Recording<Int, Never>([.finished(at: 1)]).description == "[finished(at: 1s)]")
  }
}

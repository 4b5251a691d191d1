import Marbles
import Pipes
import Testing
import VirtualTime

struct SourceTests {
  let timeline = Timeline()

  func recorder(_ demand: Subscribers.Demand = .unlimited) -> Recorder<String, Broken> {
    Recorder(timeline: timeline, demand: demand)
  }
  func cold(_ marbles: String) throws -> ColdSource<String, Broken> {
    ColdSource(try recording(marbles), timeline: timeline, name: "cold")
  }
  func hot(_ marbles: String) throws -> HotSource<String, Broken> {
    HotSource(try recording(marbles, .hot), timeline: timeline, name: "hot")
  }

  @Test func aColdSourceBeginsAtItsSubscription() throws {
    let source = try cold("a-(bc)-#'no'")
    let early = recorder()
    let late = recorder()
    timeline.schedule(at: .zero) { source.subscribe(early) }
    timeline.schedule(at: instant(3)) { source.subscribe(late) }
    try timeline.run()
    #expect(early.recording.marbles == "a-(bc)-#'no'")
    #expect(late.recording.marbles == "---a-(bc)-#'no'")
    #expect(source.log.lanes == ["^------!", "---^------!"])
    #expect(early.violations.isEmpty && late.violations.isEmpty)
  }

  /// Events in the order of a list and not of their instants: the first completion in time is the only one, wherever it
  /// is in the list.
  @Test func theEarliestCompletionEndsAStream() throws {
    let recording: Recording<String, Broken> = [
      .finished(at: .milliseconds(5)), .failure(Broken(), at: .milliseconds(3)), .value("a", at: .milliseconds(1)),
      .value("b", at: .milliseconds(4)),
    ]
    let recorder = recorder()
    ColdSource(recording, timeline: timeline, name: "cold").subscribe(recorder)
    try timeline.run()
    #expect(recorder.recording.marbles == "-a-#")
    #expect(recorder.violations.isEmpty)
  }

  @Test func anEventAtZeroIsNotSynchronous() throws {
    let source = try cold("a|")
    let recorder = recorder()
    source.subscribe(recorder)
    #expect(recorder.recording.entries.isEmpty)
    #expect(source.log.scheduled == 2)
    try timeline.run()
    #expect(recorder.recording.marbles == "a|")
    #expect(source.log.scheduled == 0)
  }

  @Test func coldEventsComeBeforeTimersOfTheSubscriber() throws {
    var order: [String] = []
    let source = try cold("-a")
    let timeline = timeline
    source.subscribe(
      AnySubscriber<String, Broken>(
        receiveSubscription: { subscription in
          timeline.schedule(at: instant(1)) { order.append("timer") }
          subscription.request(.unlimited)
        },
        receiveValue: { value in
          order.append(value)
          return .none
        }))
    try timeline.run()
    #expect(order == ["a", "timer"])
  }

  @Test func coldValuesWaitForDemandAndTheEndWaitsBehind() throws {
    let source = try cold("ab-c|")
    let recorder = recorder(.max(1))
    source.subscribe(recorder)
    timeline.schedule(at: instant(7)) { recorder.request(.max(1)) }
    try timeline.run()
    #expect(recorder.recording.marbles == "a------b")
    #expect(source.log.waiting == 2)
    recorder.request(.max(1))
    #expect(recorder.recording.marbles == "a------(bc|)")
    #expect(source.log.waiting == 0)
    #expect(source.log.demand == "1------(11)")
    #expect(source.log.lanes == ["^------!"])
  }

  @Test func anEndNeedsNoDemand() throws {
    let source = try cold("--#")
    let recorder = recorder(.none)
    source.subscribe(recorder)
    try timeline.run()
    #expect(recorder.recording.marbles == "--#")
  }

  @Test func cancelStopsAColdSource() throws {
    let source = try cold("a-b-c|")
    let recorder = recorder()
    source.subscribe(recorder)
    timeline.schedule(at: instant(3)) { recorder.cancel() }
    try timeline.run()
    #expect(recorder.recording.marbles == "a-b")
    #expect(source.log.lanes == ["^--!"])
    #expect(source.log.scheduled == 0)
    #expect(timeline.now == instant(3))
  }

  @Test func demandThatIsReturnedIsWrittenDown() throws {
    let source = try cold("abc|")
    var values: [String] = []
    source.subscribe(
      AnySubscriber<String, Broken>(
        receiveSubscription: { $0.request(.max(1)) },
        receiveValue: { value in
          values.append(value)
          return value == "a" ? .max(2) : .none
        }))
    try timeline.run()
    #expect(values == ["a", "b", "c"])
    #expect(source.log.demand == "(12)")
  }

  @Test func aRequestFromInsideADeliveryIsServedAfterIt() throws {
    let source = try cold("(abc)")
    var order: [String] = []
    var subscription: (any Subscription)?
    source.subscribe(
      AnySubscriber<String, Broken>(
        receiveSubscription: { subscription = $0 },
        receiveValue: { value in
          order.append("begin \(value)")
          if value == "a" { subscription?.request(.max(1)) }
          order.append("end \(value)")
          return .none
        }))
    try timeline.run()
    subscription?.request(.max(1))
    #expect(order == ["begin a", "end a", "begin b", "end b"])
  }

  @Test func aHotSourceGoesOnWhoeverListens() throws {
    let source = try hot("a-^b-c-d|")
    source.start()
    let first = recorder()
    let second = recorder()
    source.subscribe(first)
    timeline.schedule(at: instant(2)) { source.subscribe(second) }
    timeline.schedule(at: instant(4)) { first.cancel() }
    try timeline.run()
    #expect(first.recording.marbles == "-b-c")
    #expect(second.recording.marbles == "---c-d|")
    #expect(source.log.lanes == ["^---!", "--^---!"])
  }

  @Test func aHotValueWithoutDemandIsLostForThatSubscriberAlone() throws {
    let source = try hot("abc|")
    source.start()
    let slow = recorder(.max(1))
    let fast = recorder()
    source.subscribe(slow)
    source.subscribe(fast)
    timeline.schedule(at: instant(1)) { slow.request(.max(1)) }
    try timeline.run()
    // The request stands after the source's event at the same instant.
    #expect(slow.recording.marbles == "a-c|")
    #expect(fast.recording.marbles == "abc|")
  }

  @Test func whoComesAfterTheEndOfAHotSourceGetsItAtOnce() throws {
    let source = try hot("-a#'no'")
    source.start()
    let late = recorder(.none)
    timeline.schedule(at: instant(5)) { source.subscribe(late) }
    try timeline.run()
    #expect(late.recording.marbles == "-----#'no'")
    #expect(source.log.lanes == ["-----(^!)"])
  }
}

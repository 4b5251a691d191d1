import Marbles
import Pipes
import Testing
@testable import VirtualTime

/// The notes of sources and recorders in the journal of a timeline, and their readers.
struct JournalNoteTests {
  private let timeline: Timeline
  private var scheduler: TestScheduler<VirtualInstant, Never> { TestScheduler(timeline: timeline) }

  init() {
    timeline = Timeline()
    timeline.keepJournal()
  }

  private func recording(_ text: String, _ role: Lane.Role = .cold) throws -> Recording<String, Never> {
    Recording(
      try Lane(parsing: text, as: role), value: { symbol, _ in symbol.text },
      failure: { _, _ in fatalError("no failure is written") })
  }
  private func cold(_ text: String) throws -> ColdSource<String, Never> {
    ColdSource(try recording(text), timeline: timeline, name: "cold")
  }
  private func recorder<Value>(_ publisher: some Publisher<Value, Never>, owner: Int? = nil) -> Recorder<Value, Never> {
    let recorder = Recorder<Value, Never>(timeline: timeline)
    timeline.inContext(Journal.Context(owner: owner)) { publisher.subscribe(recorder) }
    return recorder
  }
  /// The marks of somebody: `began 0 at 0`.
  private func marks(_ subject: AnyObject) -> [String] {
    (timeline.journal?.notes ?? []).filter { $0.subject == ObjectIdentifier(subject) }.map {
      "\($0.kind) \($0.window) at \($0.instant.nanoseconds / 1_000_000)"
    }
  }
  /// Why a recorder received its events: the number and the window of the event of a source.
  private func causes(_ recorder: AnyObject) -> [String] {
    let all = timeline.journal?.notes ?? []
    return all.filter { $0.subject == ObjectIdentifier(recorder) }.map { mark in
      guard let cause = mark.context.note else { return "nothing" }
      return "\(all[cause].kind) of \(all[cause].window)"
    }
  }

  @Test func aColdSourceNotesEachSubscription() throws {
    let source = try cold("-a-b|")
    let first = recorder(source)
    timeline.schedule(at: VirtualInstant(nanoseconds: 2_000_000)) { first.cancel() }
    let second = recorder(source)
    try timeline.run()
    #expect(
      marks(source.log) == [
        "began 0 at 0", "began 1 at 0", "event(0) 0 at 1", "event(0) 1 at 1", "cancelled 0 at 2", "event(1) 1 at 3",
        "event(2) 1 at 4",
      ])
    #expect(marks(first) == ["event(0) 0 at 1"])
    #expect(marks(second) == ["event(0) 0 at 1", "event(1) 0 at 3", "event(2) 0 at 4"])
    #expect(causes(first) == ["event(0) of 0"])
    #expect(causes(second) == ["event(0) of 1", "event(1) of 1", "event(2) of 1"])
  }

  /// An event before the subscription belongs to no subscriber.
  @Test func aHotSourceNotesWhatIsDelivered() throws {
    let source = HotSource(try recording("-a-b-c|", .hot), timeline: timeline, name: "hot")
    source.start()
    var late: Recorder<String, Never>?
    timeline.schedule(at: VirtualInstant(nanoseconds: 2_000_000)) { late = recorder(source, owner: 3) }
    try timeline.run()
    #expect(marks(source.log) == ["began 0 at 2", "event(1) 0 at 3", "event(2) 0 at 5", "event(3) 0 at 6"])
    #expect(late.map(causes) == ["event(1) of 0", "event(2) of 0", "event(3) of 0"])
    let owners = (timeline.journal?.notes ?? []).filter { late.map(ObjectIdentifier.init) == $0.subject }.map(
      \.context.owner)
    #expect(owners == [3, 3, 3])
  }

  /// A value that waits for demand is noted when it is delivered.
  @Test func whatWaitsIsNotedWhenItComes() throws {
    let source = try cold("-a-b|")
    let recorder = Recorder<String, Never>(timeline: timeline, demand: .none)
    source.subscribe(recorder)
    timeline.schedule(at: VirtualInstant(nanoseconds: 6_000_000)) { recorder.request(.max(1)) }
    timeline.schedule(at: VirtualInstant(nanoseconds: 8_000_000)) { recorder.request(.unlimited) }
    try timeline.run()
    #expect(marks(source.log) == ["began 0 at 0", "event(0) 0 at 6", "event(1) 0 at 8", "event(2) 0 at 8"])
  }

  /// Each value opens a stream; each stream began because of its value, and belongs to the same subscriber.
  @Test func streamsWithinAStreamKnowTheirReason() throws {
    let outer = try cold("-a-b|"), inner = try cold("-x|")
    let recorder = recorder(outer.flatMap { _ in inner }, owner: 5)
    try timeline.run()
    let all = try #require(timeline.journal?.notes)
    let began = all.filter { $0.subject == ObjectIdentifier(inner.log) && $0.kind == .began }
    #expect(began.map { $0.context.note.map { all[$0].kind } } == [.event(0), .event(1)])
    #expect(began.map(\.context.owner) == [5, 5])
    #expect(causes(recorder) == ["event(0) of 0", "event(0) of 1", "event(1) of 1"])
  }

  /// Behind a timer the reason is still the value that started it.
  @Test func aTimerHandsItsReasonOn() throws {
    let source = try cold("-a-b--c|")
    let recorder = recorder(source.debounce(for: .nanoseconds(2_000_000), scheduler: scheduler), owner: 1)
    try timeline.run()
    #expect(marks(recorder).first == "event(0) 0 at 5")
    #expect(causes(recorder) == ["event(1) of 0", "event(3) of 0"])
    #expect(timeline.journal?.timers.map { $0.context.owner } == [1, 1, 1])
    #expect(timeline.journal?.timers.map(\.ending) == [.restarted, .fired, .cancelled])
  }

  @Test func withoutAJournalNothingIsNoted() throws {
    let plain = Timeline()
    let source = ColdSource(try recording("-a|"), timeline: plain, name: "cold")
    let recorder = Recorder<String, Never>(timeline: plain)
    source.subscribe(recorder)
    try plain.run()
    #expect(recorder.recording.entries.count == 2 && plain.journal == nil)
  }
}

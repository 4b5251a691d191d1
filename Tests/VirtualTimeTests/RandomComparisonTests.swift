import Pipes
import Testing
import VirtualTime

/// The timeline as one would write it without a thought for speed: an array, sorted on every step.
private final class NaiveTimeline {
  struct Entry {
    var instant: Int64, sequence: Int, id: Int
  }
  var entries: [Entry] = []
  var now: Int64 = 0
  var sequence = 0
  func schedule(_ id: Int, at instant: Int64) {
    sequence += 1
    entries.append(Entry(instant: max(now, instant), sequence: sequence, id: id))
  }
  func cancel(_ id: Int) { entries.removeAll { $0.id == id } }
  func next(until limit: Int64) -> Int? {
    entries.sort { ($0.instant, $0.sequence) < ($1.instant, $1.sequence) }
    guard let first = entries.first, first.instant <= limit else { return nil }
    entries.removeFirst()
    now = first.instant
    return first.id
  }
}

@Suite struct RandomComparisonTests {
  /// Random calls, in and out of actions, on the timeline and on the naive one: what runs, when, and what waits must
  /// agree at every step.
  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func agreesWithASortedArray(seed: UInt64) throws {
    var random = SplitMixSequence(seed: seed)
    let scheduler = TestScheduler(), timeline = scheduler.timeline, naive = NaiveTimeline(), ran = Log<Int>()
    let action = NumberedAction { ran($0) }
    var tickets: [Int: Timeline.Ticket] = [:]
    var expected: [Int] = [], nextID = 100, followers = -1

    // Numbers from 0 to 4 are timers that are moved, all others actions that run once; negative ones are scheduled
    // together with a timer.
    var timers: [any MovableTimer] = []
    let intervals: [Int64] = [0, 1, 3, 7, 20]
    for id in 0..<5 { timers.append(scheduler.restartable(after: .init(nanoseconds: intervals[id])) { ran(id) }) }

    func change() {
      switch Int.random(in: 0..<12, using: &random) {
      case 0..<5:
        let id = nextID, instant = naive.now + Int64.random(in: -3..<25, using: &random)
        nextID += 1
        naive.schedule(id, at: instant)
        tickets[id] = timeline.schedule(at: .ns(instant)) { ran(id) }
      case 5, 6:
        let id = Int.random(in: 100...nextID, using: &random)
        naive.cancel(id)
        if let ticket = tickets[id] { timeline.cancel(ticket) }
      case 7, 8:
        let id = Int.random(in: 0..<5, using: &random)
        naive.cancel(id)
        naive.schedule(id, at: naive.now + intervals[id])
        if Bool.random(using: &random) {
          timers[id].restart()
        } else {
          let next = followers
          followers -= 1
          naive.schedule(next, at: naive.now)
          timers[id].restart(0, scheduling: action, next)
        }
      case 9:
        let id = Int.random(in: 0..<5, using: &random), next = followers, now = naive.now
        followers -= 1
        let start = now + Int64.random(in: -9...0, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: naive.schedule(next, at: now); timers[id].schedule(action, next)
        case 1: naive.schedule(next, at: now + intervals[id]); timers[id].add(action, next)
        default: naive.schedule(next, at: max(now, start + intervals[id])); timers[id].add(action, next, since: start)
        }
      default:
        let id = Int.random(in: 0..<5, using: &random)
        naive.cancel(id)
        timers[id].stop()
      }
    }
    for round in 0..<300 {
      for _ in 0..<Int.random(in: 0..<8, using: &random) { change() }
      if round % 10 == 0 { timeline.checkInvariants() }
      #expect(timeline.pendingCount == naive.entries.count)
      if Bool.random(using: &random) {
        let limit = naive.now + Int64.random(in: 0..<6, using: &random)
        while let id = naive.next(until: limit) { expected.append(id) }
        naive.now = max(naive.now, limit)
        try timeline.advance(to: .ns(limit))
      } else if let id = naive.next(until: .max) {
        expected.append(id)
        #expect(try timeline.runOne())
      }
      #expect(ran.entries == expected && timeline.now.nanoseconds == naive.now)
      guard ran.entries == expected else { return }
    }
    while let id = naive.next(until: .max) { expected.append(id) }
    try timeline.run()
    #expect(ran.entries == expected && expected.count > 300)
    timeline.checkInvariants()
  }
}

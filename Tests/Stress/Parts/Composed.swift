import Pipes

/// Two operators, three subjects and two or three threads, by chance.
final class Composed: Part {
  static let name = "composed"
  static let purpose =
    "pairs of operators, two producers, requests, cancels, failures: order, nothing lost, one at a time, one completion"
  private let crew = Crew(3)
  /// The kinds of findings that were made smaller already.
  private var known: Set<String> = []

  func describe(_ seed: UInt64) -> String { Scenario(seed).description }
  func round(_ seed: UInt64) -> [Finding] {
    let scenario = Scenario(seed)
    return play(scenario, seed).map { fault in
      let kind = "\(fault.what) in \(scenario.pipeline)"
      guard known.insert(kind).inserted, known.count < 12 else { return Finding(kind, "") }
      let (smaller, rounds) = shrink(scenario, fault.what)
      let last = rounds.map { "found again after \($0) rounds" } ?? "not found again"
      return Finding(kind, "\(fault.detail); smallest: \(smaller); \(last)")
    }
  }

  struct Wrong {
    let what: String
    let detail: String
  }

  /// Leaves out one thing after another, as long as the same still goes wrong. Returns the rounds that the last
  /// scenario needed.
  private func shrink(_ scenario: Scenario, _ what: String) -> (Scenario, Int?) {
    var smallest = scenario, rounds = fails(scenario, what), goesOn = rounds != nil
    let end = now() + 2
    while goesOn, now() < end {
      goesOn = false
      for candidate in smallest.smaller {
        guard let count = fails(candidate, what) else { continue }
        (smallest, rounds, goesOn) = (candidate, count, true)
        break
      }
    }
    return (smallest, rounds)
  }
  /// Plays a scenario until the fault shows, some thousand times at most.
  private func fails(_ scenario: Scenario, _ what: String) -> Int? {
    let end = now() + 0.25
    for count in 1...5_000 {
      if play(scenario, UInt64(count)).contains(where: { $0.what == what }) { return count }
      if now() > end { return nil }
    }
    return nil
  }

  // MARK: One round

  /// The actions of a producer: a thread that sends into one subject, or the subscriber that sends inside its
  /// callbacks.
  private final class Producer: @unchecked Sendable {
    /// The number of values whose `send` has begun, and has returned.
    let begun = Count(), returned = Count()
    /// The first value whose `send` began when the subscriber had subscribed, or had cancelled.
    var firstAfterSubscription: Int?, firstAfterCancel: Int?
    /// The values of each other producer that had been sent when this one failed.
    var sentBeforeFailure: [Int]?
  }

  func play(_ scenario: Scenario, _ seed: UInt64) -> [Wrong] {
    let subjects = scenario.kinds.map { Source($0) }
    let producers = (0...subjects.count).map { _ in Producer() }
    let pipeline = scenario.make(subjects.map(\.publisher))
    var watcher: Watcher! = Watcher(demand: scenario.demand, work: scenario.work)
    let isSubscribed = Count(), isCancelled = Count()
    scenario.addReaction(to: watcher, subjects) { send in
      let own = producers[subjects.count], number = own.begun.add() - 1
      send(Scenario.value(subjects.count, number))
      own.returned.add()
    }
    if !scenario.isLate {
      pipeline.subscribe(watcher)
      isSubscribed.value = 1
    }

    func drive(_ index: Int, _ random: inout Random) -> Bool {
      let own = producers[index], number = own.begun.value
      if number == scenario.counts[index] { return false }
      pause(random.below(60))
      if isSubscribed.value == 1, own.firstAfterSubscription == nil { own.firstAfterSubscription = number }
      if isCancelled.value == 1, own.firstAfterCancel == nil { own.firstAfterCancel = number }
      own.begun.add()
      subjects[index].send(Scenario.value(index, number))
      own.returned.add()
      return true
    }
    func end(_ index: Int) {
      if scenario.ends[index] == .fails { producers[index].sentBeforeFailure = producers.map(\.returned.value) }
      if let completion = scenario.ends[index].completion { subjects[index].end(completion) }
    }
    func thread(_ mine: [Int], _ number: UInt64) -> () -> Void {
      {
        var random = Random(seed &+ number), open = mine
        while !open.isEmpty {
          for index in open where !drive(index, &random) {
            end(index)
            open.removeAll { $0 == index }
          }
        }
      }
    }
    var bodies = [thread([0], 1), thread(Array(1..<subjects.count), 2)]
    if scenario.hasGuest {
      bodies.append { [watcher] in
        var random = Random(seed &+ 3)
        pause(random.below(2_000))
        if scenario.isLate {
          pipeline.subscribe(watcher!)
          isSubscribed.value = 1
        }
        for _ in 0..<scenario.requests {
          pause(random.below(300))
          watcher!.request(1)
        }
        if scenario.cancels {
          pause(random.below(2_000))
          watcher!.cancel()
          isCancelled.value = 1
        }
      }
    }
    crew.run(bodies)
    bodies = []
    if scenario.demand != nil, !scenario.cancels { watcher.request(nil) }

    var wrong = judge(scenario, watcher, producers)
    watcher.cancel()
    watcher.leave()
    watcher.react = { _, _ in 0 }
    let detail = "\(watcher.values)"
    if !isKnownUniquelyReferenced(&watcher) {
      wrong.append(Wrong(what: "the subscriber is never freed", detail: detail))
    }
    return wrong
  }

  // MARK: Judgment

  private func judge(_ scenario: Scenario, _ watcher: Watcher, _ producers: [Producer]) -> [Wrong] {
    let values = watcher.values, detail = "received \(values)\(watcher.completions > 0 ? ", completed" : "")"
    var wrong = watcher.faults.map { Wrong(what: $0, detail: detail) }
    func blame(_ what: String, _ more: String = "") { wrong.append(Wrong(what: what, detail: detail + more)) }
    let passages = scenario.passages
    for (index, producer) in producers.enumerated() {
      let own = values.filter { $0 >= 0 && $0 / 1000 == index }.map { $0 % 1000 }
      let passage = passages[index], sent = producer.begun.value
      if scenario.isOrdered,
        zip(own, own.dropFirst()).contains(where: { $0 > $1 || $0 == $1 && passage.contains(.once) })
      {
        blame("the order of one producer is broken")
        continue
      }
      if let limit = producer.firstAfterCancel, own.contains(where: { $0 >= limit }) {
        blame("a value that was sent after the cancel", ", sent after: \(limit)")
      }
      guard scenario.demand == nil, scenario.isOrdered else { continue }
      if passage.contains(.atFinish), scenario.ends.contains(.fails) { continue }
      // The first value that must be there.
      let start = scenario.isLate ? producer.firstAfterSubscription : 0
      let whole = own.filter { $0 >= start ?? .max }
      if passage.contains(.whole), zip(whole, whole.dropFirst()).contains(where: { $0 + 1 != $1 }) {
        blame("a value is lost between others")
      }
      if passage.contains(.first), let start, let first = own.first, first > start {
        blame("the first values are lost", ", subscribed before \(start)")
      }
      // The number of values that must be there.
      var due = scenario.isCutShort || !passage.contains(.last) ? 0 : sent
      let others = producers.indices.filter { $0 != index }
      if due > 0, others.contains(where: { scenario.ends($0) == .fails }) {
        due = scenario.isSingle ? others.compactMap { producers[$0].sentBeforeFailure?[index] }.min() ?? 0 : 0
      }
      if passage.contains(.atFinish), scenario.ends.contains(where: { $0 != .finishes }) { due = 0 }
      if scenario.ends(index) == .fails, !passage.contains(.beforeFailure) { due = 0 }
      let begins = passage.contains(.first) ? start.map { $0 < due } ?? false : !own.isEmpty
      if begins, (own.last ?? -1) < due - 1 { blame("the last values are lost", ", due: \(due) of producer \(index)") }
    }
    if scenario.mustComplete, watcher.completions == 0 { blame("no completion arrives") }
    return wrong
  }
}

import Pipes

/// A subject, whatever its type.
struct Source {
  enum Kind: String {
    case passthrough = "PassthroughSubject", current = "CurrentValueSubject", replay = "ReplaySubject"
  }
  let publisher: Stream
  let send: (Int) -> Void
  let end: (Subscribers.Completion<Fault>) -> Void
  init(_ kind: Kind) {
    switch kind {
    case .passthrough: self.init(PassthroughSubject())
    case .current: self.init(CurrentValueSubject(-1))
    case .replay: self.init(ReplaySubject())
    }
  }
  private init<S: Subject<Int, Fault>>(_ subject: S) {
    publisher = subject.eraseToAnyPublisher()
    send = { subject.send($0) }
    end = { subject.send(completion: $0) }
  }
}

/// The actions of the threads of a round. Value number n of producer p is 1000 p + n; the last producer is the
/// subscriber, inside its callbacks.
struct Scenario: CustomStringConvertible {
  enum End: String {
    case none = "goes on", finishes, fails
    var completion: Subscribers.Completion<Fault>? {
      self == .none ? nil : self == .fails ? .failure(.fault) : .finished
    }
  }
  enum Reaction: Equatable {
    case none
    /// Cancels at value n, counted from 0.
    case cancels(Int)
    /// Sends a value into a subject at every n-th value.
    case sends(Int, every: Int)
    /// Subscribes to a subject for a moment at every value.
    case subscribes(Int)
    /// Requests one more at every value.
    case requests
  }
  var stages: [Stage]
  var kinds: [Source.Kind]
  var counts: [Int]
  var ends: [End]
  /// The first request; `nil` if everything is requested.
  var demand: Int?
  var reaction = Reaction.none
  /// Whether a third thread subscribes while the others send.
  var isLate = false
  /// How long a callback takes.
  var work = 0
  /// How often a third thread requests a value, and whether it cancels then.
  var requests = 0
  var cancels = false

  static func value(_ producer: Int, _ number: Int) -> Int { 1000 * producer + number }

  init(_ seed: UInt64) {
    var random = Random(seed)
    stages = [Stage.all[random.below(Stage.all.count)]]
    if !random.once(in: 3) { stages.append(Stage.all[random.below(Stage.all.count)]) }
    // A publisher that subscribes again receives the kept values again.
    if stages.count == 2, stages[1].resubscribes, stages[0].name.contains("replay") { stages.removeFirst() }
    let subjects = stages.count + 1
    kinds = (0..<subjects).map { _ in random.once(in: 6) ? .current : random.once(in: 6) ? .replay : .passthrough }
    if stages.contains(where: \.resubscribes) { kinds = kinds.map { _ in .passthrough } }
    let count = 1 + random.below(20)
    counts = (0..<subjects).map { _ in count }
    ends = (0..<subjects).map { _ in random.once(in: 5) ? .fails : random.once(in: 3) ? .none : .finishes }
    if random.once(in: 4) { demand = random.below(4) }
    switch random.below(8) {
    case 0: reaction = .cancels(random.below(4))
    case 1, 2:
      if !stages.contains(where: \.groups) { reaction = .sends(random.below(subjects), every: 1 + random.below(3)) }
    case 3: reaction = .subscribes(random.below(subjects))
    case 4: if demand != nil { reaction = .requests }
    default: break
    }
    if case .sends(let subject, _) = reaction { kinds[subject] = .passthrough }
    switch random.below(5) {
    case 0: isLate = true
    case 1: cancels = true
    default: break
    }
    if demand != nil { requests = random.below(10) }
    work = [0, 0, 40, 400][random.below(4)]
  }

  var isSingle: Bool { stages.count == 1 }
  var hasGuest: Bool { isLate || requests > 0 || cancels }
  /// Whether the subscriber gives up before the producers do.
  var isCutShort: Bool { if case .cancels = reaction { true } else { cancels || demand != nil } }
  /// Whether the values of a producer arrive in their order.
  var isOrdered: Bool { !stages.contains(where: \.groups) || demand == nil && nestedSubject == nil }
  /// The subject whose values may be sent inside the callback of the subscriber: a subscriber that subscribes to it
  /// runs what is queued there.
  private var nestedSubject: Int? {
    switch reaction {
    case .sends(let subject, _), .subscribes(let subject): subject
    default: nil
    }
  }
  func ends(_ producer: Int) -> End { producer < ends.count ? ends[producer] : .none }
  var mustComplete: Bool { !isCutShort && stages.allSatisfy(\.ends) && !ends.contains(.none) }

  func make(_ subjects: [Stream]) -> Stream {
    let inner = stages[0].make(subjects[0], subjects[1])
    return isSingle ? inner : stages[1].make(inner, subjects[2])
  }
  /// For each producer, how its values pass; at last for the values that the subscriber sends.
  var passages: [Passage] {
    var isSent = false
    if case .sends = reaction { isSent = true }
    let first = isSingle && !isSent && !isLate ? stages[0].alone ?? stages[0].first : stages[0].first
    var all = [first, stages[0].second]
    if !isSingle {
      // Only a merge answers a value before it could deliver it; see "Few values are requested" in Architecture.md.
      if stages[1].requestsFew, stages[0].second != .all { all = all.map { $0.intersection(.once) } }
      // A publisher that subscribes again after a failure cancels the other upstream meanwhile.
      if stages[1].resubscribes, ends.contains(.fails) { all = all.map { $0.intersection(.once) } }
      all = all.map { $0.followed(by: stages[1].first) } + [stages[1].second]
    }
    // Its values may come when the subject has ended already.
    var own: Passage = []
    if let subject = nestedSubject {
      // A merge that requests one value at a time has not requested the next one when a value is sent inside the
      // callback.
      if stages.contains(where: \.requestsFew) { all[subject].formIntersection(.once) }
      // An operator that delivers one inner publisher after the other keeps such a value, and a failure drops it.
      all[subject].remove(.beforeFailure)
      if case .sends = reaction { own = all[subject].intersection(.once) }
    }
    return all + [own]
  }
  func addReaction(to watcher: Watcher, _ subjects: [Source], _ nested: @escaping ((Int) -> Void) -> Void) {
    switch reaction {
    case .none: break
    case .cancels(let limit):
      watcher.react = { watcher, number in
        if number == limit { watcher.cancelInside() }
        return 0
      }
    case .sends(let subject, let every):
      // Each value that it sends may come back, so it sends only some.
      var left = 12
      watcher.react = { _, number in
        guard number % every == 0, left > 0 else { return 0 }
        left -= 1
        nested(subjects[subject].send)
        return 0
      }
    case .subscribes(let subject):
      watcher.react = { _, _ in
        subjects[subject].publisher.sink(receiveCompletion: { _ in }, receiveValue: { _ in }).cancel()
        return 0
      }
    case .requests: watcher.react = { _, number in number % 3 == 0 ? 1 : 0 }
    }
  }

  // MARK: Description

  var pipeline: String {
    let inner = "[\(stages[0].name)](a, b)"
    return isSingle ? inner : "[\(stages[1].name)](\(inner), c)"
  }
  var description: String {
    let subjects = zip(zip(["a", "b", "c"], kinds), zip(counts, ends)).map { subject, acts in
      "\(subject.0): \(subject.1.rawValue) sends \(acts.0), \(acts.1.rawValue)"
    }
    var parts = [pipeline] + subjects
    if let demand { parts.append("requests \(demand) at first") }
    switch reaction {
    case .none: break
    case .cancels(let number): parts.append("cancels inside value \(number)")
    case .sends(let subject, let every):
      parts.append("sends to \(["a", "b", "c"][subject]) inside every value \(every > 1 ? "/ \(every)" : "")")
    case .subscribes(let subject): parts.append("subscribes to \(["a", "b", "c"][subject]) inside every value")
    case .requests: parts.append("requests inside every third value")
    }
    if work > 0 { parts.append("callbacks take a while") }
    if isLate { parts.append("thread 3 subscribes meanwhile") }
    if requests > 0 { parts.append("thread 3 requests \(requests) times") }
    if cancels { parts.append("thread 3 cancels") }
    return parts.joined(separator: "; ")
  }

  /// The same with one thing left out.
  var smaller: [Scenario] {
    var all: [Scenario] = []
    func add(_ change: (inout Scenario) -> Void) {
      var copy = self
      change(&copy)
      all.append(copy)
    }
    if !isSingle {
      add {
        $0.stages = [stages[1]]
        for path in [\Scenario.counts] { $0[keyPath: path].remove(at: 1) }
        $0.kinds.remove(at: 1)
        $0.ends.remove(at: 1)
        $0.limitReaction()
      }
      add {
        $0.stages = [stages[0]]
        $0.counts.removeLast()
        $0.kinds.removeLast()
        $0.ends.removeLast()
        $0.limitReaction()
      }
    }
    if reaction != .none { add { $0.reaction = .none } }
    if work > 0 { add { $0.work = 0 } }
    if isLate { add { $0.isLate = false } }
    if cancels { add { $0.cancels = false } }
    if requests > 0 { add { $0.requests = 0 } }
    if demand != nil { add { $0.demand = nil } }
    for index in ends.indices where ends[index] != .none { add { $0.ends[index] = .none } }
    for index in kinds.indices where kinds[index] != .passthrough { add { $0.kinds[index] = .passthrough } }
    if counts.max()! > 1 { add { $0.counts = counts.map { max(1, $0 / 2) } } }
    return all
  }
  private mutating func limitReaction() {
    switch reaction {
    case .sends(let subject, let every) where subject >= counts.count: reaction = .sends(counts.count - 1, every: every)
    case .subscribes(let subject) where subject >= counts.count: reaction = .subscribes(counts.count - 1)
    default: break
    }
  }
}

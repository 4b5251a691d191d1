import PipesCore
import VirtualTime

/// One case of a check of laws: an operator on a generated row, with subscribers whose demand and cancel are generated,
/// too.
final class LawTrial<Value, P: Publisher> {
  typealias Probe = LawProbe<P.Output, P.Failure>

  /// The trials. Each checks a few laws, on subscribers of its own.
  enum Kind: Int, CaseIterable {
    case protocolRules, everyDemand, largeDemand, completionWithoutDemand, completes, progress, reentrancy,
      initialValues, independence

    /// The law that the trial is for; `nil` if there are several.
    var law: OperatorLaw? {
      switch self {
      case .protocolRules: nil
      case .everyDemand: .everyDemand
      case .largeDemand: .largeDemand
      case .completionWithoutDemand: .completionWithoutDemand
      case .completes: .completes
      case .progress: .progress
      case .reentrancy: .reentrancy
      case .initialValues: .initialValues
      case .independence: .independence
      }
    }
  }

  /// Keeps a subscriber alive until the run is over.
  private final class Holder {
    var probe: Probe?
    init(_ probe: Probe) { self.probe = probe }
  }

  private let test: MarbleTest
  private let expectation: LawExpectation
  private let values: [Value]
  private let place: SourcePlace
  private let build: (LawSource<Value>) -> P
  private let usage: LawUsage
  private let frames = 8

  init(
    _ test: MarbleTest, _ values: [Value], except: Set<OperatorLaw>, at place: SourcePlace, _ usage: LawUsage,
    _ build: @escaping (LawSource<Value>) -> P
  ) {
    self.test = test
    self.values = values
    self.place = place
    self.usage = usage
    self.build = build
    expectation = LawExpectation(at: place, except: except)
  }

  func prepare(_ kind: Kind) {
    test.allowLive()
    test.add(expectation)
    if let law = kind.law { expectation.trial = law.rawValue }
    switch kind {
    case .protocolRules: checkProtocol()
    case .everyDemand: checkEveryDemand()
    case .largeDemand: checkLargeDemand()
    case .completionWithoutDemand: checkCompletionWithoutDemand()
    case .completes: checkCompletes()
    case .progress: checkProgress()
    case .reentrancy: checkReentrancy()
    case .initialValues: checkInitialValues()
    case .independence: checkIndependence()
    }
  }

  // MARK: The trials

  private func checkProtocol() {
    let source = source(), holder = add("got")
    demand(of: holder, first: [.unlimited, .none, .max(1), .max(2)])
    if test.choose([false, true]) { holder.probe?.cancelsInside = test.choose(0...3) }
    let cancel = test.choose(0...frames)
    if let number = holder.probe?.cancelsInside {
      expectation.lanes.append(
        (number == 0 ? "cancel at once" : "cancel in value \(number)", Lane(frame: test.frame, moments: [])))
    } else if cancel > 0 {
      expectation.lanes.append(("cancel", Lane(frame: test.frame, marks: [(instant(cancel), .unsubscribe)])))
      schedule(at: cancel) { holder.probe?.cancel() }
    }
    subscribe(holder, to: build(source))
    expectation.faults = { [test] in
      guard let notes = holder.probe?.notes else { return [] }
      holder.probe = nil
      var faults: [LawFault] = []
      if !notes.isSubscribed, notes.cancelled == nil {
        faults.append(LawFault(law: .oneSubscription, instant: .zero, text: "no subscription came"))
      }
      let uses = source.all.flatMap(\.uses)
      for instant in uses.flatMap(\.emptyRequests) {
        faults.append(
          LawFault(law: .demand, instant: instant, text: "nothing was requested from the upstream: request(.none)"))
      }
      guard let end = notes.cancelled ?? (notes.hasEnded ? notes.entries.last?.instant : nil) else { return faults }
      for use in uses where use.end.map({ $0 > end }) ?? true {
        let cause = notes.cancelled == nil ? "completion" : "cancel"
        faults.append(LawFault(law: .cancel, instant: end, text: "the upstream is not cancelled after the \(cause)"))
      }
      if notes.probe != nil {
        faults.append(LawFault(law: .release, instant: end, text: "the subscriber is still referred to"))
      }
      if faults.isEmpty, let leak = test.testRun?.leak {
        let text = "\(leak.what), although every expected stream has ended"
        faults.append(LawFault(law: .timers, instant: end, text: text))
      }
      return faults
    }
  }

  private func checkEveryDemand() {
    // A failure may come before values that wait for demand.
    let (first, second) = sources(isImmediate: true, ends: [.open, .finished])
    let all = add("unlimited", first: .unlimited), some = add("got")
    demand(of: some, first: [.none, .max(1), .max(2)])
    subscribe(all, to: build(first))
    subscribe(some, to: build(second))
    // Unlimited demand may make good what a finite one has lost.
    let rest = test.choose([Subscribers.Demand.unlimited, .max(1_000)])
    if rest != .unlimited { expectation.lanes.append(("1,000 in the end", Lane(frame: test.frame, moments: []))) }
    schedule(at: 2 * frames) { some.probe?.request(rest) }
    compare(some, with: all, .everyDemand, timed: false)
  }

  private func checkLargeDemand() {
    let (first, second) = sources(isImmediate: nil)
    let all = add("unlimited", first: .unlimited), many = add("1,000", first: .max(1_000))
    subscribe(all, to: build(first))
    subscribe(many, to: build(second))
    compare(many, with: all, .largeDemand, timed: true)
  }

  private func checkCompletionWithoutDemand() {
    let (first, second) = sources(isImmediate: nil, ends: [.finished, .failed], isEmpty: true)
    let all = add("unlimited", first: .unlimited), none = add("no demand")
    subscribe(all, to: build(first))
    subscribe(none, to: build(second))
    expectation.faults = {
      guard let all = all.probe?.notes, let none = none.probe?.notes, all.entries.count == 1, all.hasEnded,
        !none.hasEnded
      else { return [] }
      return [
        LawFault(law: .completionWithoutDemand, instant: all.entries[0].instant, text: "the completion did not come")
      ]
    }
  }

  private func checkCompletes() {
    let source = source(ends: [.finished, .failed]), holder = add("got", first: .unlimited)
    subscribe(holder, to: build(source))
    expectation.faults = {
      let uses = source.all.flatMap(\.uses), ends = uses.map(\.end)
      if P.Failure.self != Never.self, source.all.count == 1, let use = uses.last, use.hasFailed, let end = use.end,
        let last = holder.probe?.notes.entries.last, case .finished = last.event, last.instant >= end
      {
        return [LawFault(law: .failure, instant: last.instant, text: "the upstream failed, and the stream finished")]
      }
      guard let notes = holder.probe?.notes, !notes.hasEnded, let end = ends.compactMap({ $0 }).max(),
        !ends.contains(nil)
      else { return [] }
      return [LawFault(law: .completes, instant: end, text: "the upstream completed, and no completion came")]
    }
  }

  private func checkProgress() {
    let source = source(), holder = add("got", first: .unlimited)
    subscribe(holder, to: build(source))
    expectation.faults = {
      guard let notes = holder.probe?.notes, !notes.hasEnded,
        source.all.contains(where: { $0.uses.contains(where: \.isWaiting) })
      else { return [] }
      return [LawFault(law: .progress, instant: notes.timeline.now, text: "values of the upstream wait for demand")]
    }
  }

  private func checkReentrancy() {
    let (first, second) = sources(isImmediate: nil, ends: [.open, .finished], isNested: test.choose([false, true]))
    let next = test.choose([Subscribers.Demand.max(1), .unlimited])
    let all = add("unlimited", first: .unlimited),
      one = add(next == .unlimited ? "one, then all" : "one by one", first: .max(1))
    if test.choose([true, false]) { one.probe?.requestsInside = next } else { one.probe?.reply = next }
    subscribe(all, to: build(first))
    subscribe(one, to: build(second))
    // A value may have waited for demand upstream of an operator that takes time.
    compare(one, with: all, .reentrancy, timed: false)
  }

  private func checkInitialValues() {
    let (first, second) = sources(isImmediate: true, ends: [.open, .finished])
    let inside = add("requested inside", first: .unlimited), after = add("right after")
    subscribe(inside, to: build(first))
    subscribe(after, to: build(second)) { after.probe?.request(.unlimited) }
    compare(after, with: inside, .initialValues, timed: true)
  }

  private func checkIndependence() {
    let (first, second) = sources(isImmediate: nil)
    let alone = add("alone", first: .unlimited), one = add("first", first: .unlimited),
      two = add("second", first: .unlimited)
    subscribe(alone, to: build(first))
    let publisher = build(second), late = test.choose(0...frames + 1)
    subscribe(one, to: publisher)
    subscribe(two, to: publisher, at: late)
    expectation.faults = { [self] in
      let faults = difference(one, alone, .independence, timed: true)
      return faults.isEmpty ? difference(two, alone, .independence, timed: true, since: instant(late)) : faults
    }
  }

  // MARK: The parts of a trial

  private func source(ends: [RowEnd] = RowEnd.allCases) -> LawSource<Value> { sources(isImmediate: nil, ends: ends).0 }

  /// Chooses a row, and returns two sources that play it.
  private func sources(
    isImmediate: Bool?, ends: [RowEnd] = RowEnd.allCases, isEmpty: Bool = false, isNested: Bool = false
  ) -> (LawSource<Value>, LawSource<Value>) {
    expectation.horizon = instant(2 * frames)
    let rows = LawRows<Value> { [self] number in chooseRow(number, isImmediate, ends, isEmpty) }
    rows.areNested = isNested
    let sources = (LawSource(test, rows), LawSource(test, rows))
    expectation.ended = { [usage, expectation] in
      usage.note([sources.0, sources.1].map { $0.all.map { !$0.uses.isEmpty } })
      if expectation.probes.contains(where: \.hasValues) { usage.hasValues = true }
    }
    return sources
  }
  /// Chooses the row of the first upstream, or of another one.
  private func chooseRow(_ number: Int, _ isImmediate: Bool?, _ ends: [RowEnd], _ isEmpty: Bool) -> LawRow<Value> {
    let isImmediate = isImmediate ?? test.choose([false, true])
    let alphabet = MarbleTest.Alphabet(values),
      label = number == 0 ? "source" : number == 1 ? "other" : "other \(number)"
    let count = test.setting.generated?.rows.count
    let row = test.chooseRow(
      "source", alphabet, frames: frames, atOnce: 2, ends: Set(ends), canFail: true, isEmpty: isEmpty, place)
    var entries = test.recording(row, values, LawFailure()).entries
    var marks = row.events.indices.map {
      (instant: entries[$0].instant, kind: row.lane.moments.flatMap(\.content)[$0].kind)
    }
    if isImmediate {
      for index in entries.indices {
        entries[index].instant = .zero
        marks[index].instant = .zero
      }
    }
    let lane = Lane(frame: test.frame, marks: marks)
    // The case does not keep a row that was refused.
    if let generated = test.setting.generated, let last = generated.rows.indices.last, generated.rows.count != count {
      generated.rows[last].label = label
      generated.rows[last].lane = lane
      for index in entries.indices where isImmediate {
        generated.rows[last].events[index].frame = 0
        generated.rows[last].events[index].placeChoice = nil
      }
    }
    expectation.lanes.insert(
      (isImmediate ? "\(label), at once" : label, lane), at: min(number, expectation.lanes.count))
    return LawRow(recording: Recording(entries), isImmediate: isImmediate)
  }

  private func add(_ label: String, first: Subscribers.Demand = .none) -> Holder {
    let probe = Probe(label, test.timeline, frame: test.frame)
    probe.first = first
    expectation.probes.append(probe.notes)
    return Holder(probe)
  }

  /// Chooses the requests of a subscriber.
  private func demand(of holder: Holder, first: [Subscribers.Demand]) {
    let initial = test.choose(first), reply = test.choose(0...1)
    holder.probe?.first = initial
    holder.probe?.reply = .max(reply)
    var marks: [(instant: VirtualInstant, kind: Mark.Kind)] = initial == .none ? [] : [(.zero, .request(initial.max))]
    if initial < .unlimited {
      for (instant, count) in test.chooseRequests(frames: frames, place).requests {
        marks.append((instant, .request(count)))
        schedule(at: instant) { holder.probe?.request(count.map { .max($0) } ?? .unlimited) }
      }
    }
    expectation.lanes.append(
      (reply == 0 ? "demand" : "demand, and 1 for each value", Lane(frame: test.frame, marks: marks)))
  }

  private func subscribe(_ holder: Holder, to publisher: P, at frame: Int = 0, then next: @escaping () -> Void = {}) {
    let start = { (frame: Int) in
      if let probe = holder.probe { publisher.subscribe(probe) }
      next()
    }
    // Before the requests of the same frame.
    test.plan.acts.insert(
      { [self] run in run.schedule(at: instant(frame), by: "a subscription") { start(frame) } }, at: subscriptions)
    subscriptions += 1
  }
  private var subscriptions = 0

  private func schedule(at frame: Int, _ action: @escaping () -> Void) { schedule(at: instant(frame), action) }
  private func schedule(at instant: VirtualInstant, _ action: @escaping () -> Void) {
    test.plan.acts.append { run in run.schedule(at: instant, by: "a request", action) }
  }
  private func instant(_ frame: Int) -> VirtualInstant { VirtualInstant(nanoseconds: Int64(frame) * test.frame) }

  private func compare(_ found: Holder, with model: Holder, _ law: OperatorLaw, timed: Bool) {
    expectation.faults = { [self] in difference(found, model, law, timed: timed) }
  }
  /// Returns the first difference of two subscribers. Only the order differs if both receive the same values at the
  /// same instants, or the same values in all if instants do not count.
  private func difference(
    _ found: Holder, _ model: Holder, _ law: OperatorLaw, timed: Bool, since start: VirtualInstant = .zero
  ) -> [LawFault] {
    guard let found = found.probe?.notes, let model = model.probe?.notes else { return [] }
    let (left, right) = (found.texts(since: timed ? start : nil), model.texts(since: timed ? .zero : nil))
    guard
      let index = (0..<max(left.count, right.count)).first(where: { (index: Int) -> Bool in
        if index >= left.count || index >= right.count { return true }
        return left[index] != right[index]
      })
    else { return [] }
    let instant =
      index < left.count
      ? found.entries[index].instant
      : start.advanced(by: VirtualInstant.zero.distance(to: model.entries[index].instant))
    let (plain, expected) = (found.texts(since: nil), model.texts(since: nil))
    let isSame = index < plain.count && index < expected.count && plain[index] == expected[index]
    let text =
      isSame
      ? "\(plain[index]) comes at another instant"
      : "expected \(index < expected.count ? expected[index] : "nothing"), got \(index < plain.count ? plain[index] : "nothing")"
    return [LawFault(law: left.sorted() == right.sorted() ? .order : law, instant: instant, text: text)]
  }
}

import Pipes

/// The rules for every generated scenario.
///
/// 1. Each producer's order: of two values of one source, the call of the earlier of which returned before the other
///    began, the earlier comes out first.
/// 2. Nothing is lost: a value that operators do not drop comes out at each subscriber that had subscribed before its
///    `send` began, if no completion began before its `send` returned and the subscriber does not cancel. It comes
///    once.
/// 3. After a cancel has returned nothing comes that was sent later; after a cancel in a callback, nothing at all.
/// 4. Nobody goes deaf: after the threads each open source sends once more, and 2 holds for that, too.
/// 5. When all sources have finished, every subscriber has its completion.
/// 6. When all is over, everything is freed.
/// The judge checks the rules of one subscriber: one callback at a time, one completion, demand.
extension Rig {
  /// The conditions under which a value must be sent.
  struct Path {
    var needs: [(sources: [Int], isEach: Bool, isDirect: Bool)] = []
    var isLate = false
  }

  /// Finishes the trial and reports what is wrong. Returns whether everything has to be freed now.
  func conclude() -> Bool {
    isConcluding = true
    concluded = tick()
    settle()
    for watcher in watchers where !watcher.isUnlimited && isLive(watcher) { watcher.judge.request(.unlimited) }
    settle()
    for source in [2, 1, 0, 1, 2] where sources[source]?.isEnded == false {
      send(source)
      settle()
    }
    // A tap has no memory: who subscribes to it later has to be told once more.
    for source in [0, 1, 2, 0, 1, 2] where sources[source] != nil && (plan.kind == .tap || !sources[source]!.isEnded) {
      end(source, .finished)
      settle()
    }
    let ends = plan.operators.allSatisfy(\.ends)
    for (index, watcher) in watchers.enumerated() {
      let name = watcher.isWitness ? "the witness" : index <= 1 ? "the subscriber" : "subscriber \(index)"
      for what in check(watcher) { bench.report("\(name): \(what)") }
      let expects = watcher.isWitness || ends
      if expects, isLive(watcher), watcher.judge.completion == nil { bench.report("\(name): no completion comes") }
    }
    for watcher in watchers where watcher.judge.completion == nil { watcher.judge.cancel() }
    settle()
    let everyoneCancelled = watchers.allSatisfy { $0.judge.completion != nil || !$0.hasLeft }
    clock.clear()
    for watcher in watchers { watcher.judge.leave() }
    return everyoneCancelled
  }
  private func settle() { clock.settle() }
  private func isLive(_ watcher: Watcher) -> Bool { !watcher.judge.isCancelled && !watcher.hasLeft }

  private func check(_ watcher: Watcher) -> [String] {
    let judge = watcher.judge
    var firsts: [Int: Int] = [:]
    for (index, parcel) in judge.values.enumerated() {
      for part in parcel.parts where firsts[part] == nil { firsts[part] = index }
    }
    var wrong: [String] = []
    let sent = calls.compactMap { call in if case .value(let value) = call.kind { (value, call) } else { nil } }
    for (value, call) in sent where firsts[value] != nil && watcher.cancelEnd < call.begin {
      wrong.append("\(Parcel.name(value)) came, sent after the cancel")
    }
    if plan.isUnique || watcher.isWitness {
      let parts = judge.values.flatMap(\.parts)
      if Set(parts).count < parts.count { wrong.append("a value came twice: \(judge.values)") }
    }
    if watcher.isWitness || keepsOrder(for: watcher) {
      for (value, call) in sent where watcher.subscribed < call.begin {
        for (later, other) in sent
        where other.source == call.source && call.end < other.begin && !other.during.contains(value) {
          if let first = firsts[value], let second = firsts[later], second < first {
            wrong.append("\(Parcel.name(later)) came before \(Parcel.name(value)): \(judge.values)")
          }
        }
      }
    }
    for (value, call) in sent where call.isAccepted {
      if let lost = loss(of: value, call, watcher, firsts, sent) { wrong.append(lost) }
    }
    return wrong
  }
  /// Whether the first results of the values of a source come in their order. Two threads that run the actions of one
  /// scheduler may deliver in any order; one source behind two ways, and one that is subscribed to several times, may,
  /// too.
  private func keepsOrder(for watcher: Watcher) -> Bool {
    // An operator that shares drops results without demand: of a value with several results the first may be missing.
    if !watcher.isUnlimited, plan.operators.contains(where: \.isShared), !plan.operators.allSatisfy(\.isUnique) {
      return false
    }
    if plan.place == .both, !plan.operators.allSatisfy({ $0.main == .everything && !$0.isLate }) { return false }
    // A source with a memory sends to whoever subscribes in a callback before it sends to those who were there.
    let isOnce = plan.operators.allSatisfy(\.subscribesOnce)
    if !isOnce, plan.place == .other || plan.kind == .current || plan.kind == .replay { return false }
    return plan.threads.count { $0.contains(where: \.isClock) } + (plan.reaction?.step.isClock == true ? 1 : 0) < 2
  }

  private func loss(
    of value: Int, _ call: RecordedCall, _ watcher: Watcher, _ firsts: [Int: Int], _ sent: [(Int, RecordedCall)]
  ) -> String? {
    guard since(watcher) < call.begin, !watcher.hasLeft else { return nil }
    // An action that was queued while another thread was inside, also one that runs the clock, may be cut off by a
    // cancel.
    guard watcher.cancelBegin == .max || watcher.cancelBegin > call.end && isAlone(call, false, noClock: true) else {
      return nil
    }
    // With limited demand it may be waiting for the next request when the cancel comes: contract G5.
    if !watcher.isUnlimited, watcher.cancelBegin < .max { return nil }
    guard let path = watcher.isWitness ? (call.source == 0 ? Path() : nil) : call.source.flatMap(path) else {
      return nil
    }
    if !watcher.isUnlimited,
      plan.kind != .tap && !call.isAwaited || plan.operators.contains(where: { $0.isShared || $0.isTimed })
    {
      return nil
    }
    for other in calls where watcher.isWitness == false || other.source == 0 {
      switch other.kind {
      case .failure:
        if path.isLate || other.begin < call.end || other.during.contains(value) || mayOvertake(other, call) {
          return nil
        }
      case .finish:
        if other.source == call.source, other.begin < call.end || other.during.contains(value) { return nil }
      case .value, .clock, .other: break
      }
    }
    // A current value that is replaced in a callback is old when its turn comes.
    let hasMemory = plan.kind == .current || plan.kind == .replay || plan.operators.contains { $0.isShared }
    if hasMemory, calls.contains(where: { $0.during.contains(value) && $0.source == call.source }) { return nil }
    if path.isLate, watcher.cancelBegin < .max || !plan.operators.allSatisfy(\.ends) { return nil }
    if !watcher.isWitness, plan.operators.contains(where: \.fails) { return nil }
    if !path.needs.isEmpty, plan.operators.contains(where: \.switches), !isAlone(call, false) { return nil }
    // A value that the first operator holds back goes with the inner publisher that a later value of the main upstream
    // replaces: contract TR-09 and G5. Before the trial is concluded the clock has brought out what waits for it alone.
    if let second = plan.second, second.switches, plan.first.isLate, !watcher.isWitness {
      if !plan.first.isTimed
        || sent.contains(where: { $1.source != call.source && $1.end > call.begin && $1.begin < concluded })
      {
        return nil
      }
    }
    for need in path.needs {
      let before = sent.filter { part, other in
        need.sources.contains(other.source!) && other.end < call.begin && other.isAccepted
          && since(watcher) < other.begin
          && isAlone(other, need.isDirect)
          && !calls.contains { $0.source == other.source && $0.isEnd && $0.begin < other.end }
      }
      if before.isEmpty { return nil }
      for (part, _) in before where need.isEach {
        let came = watcher.judge.values.contains { $0.parts.contains(part) && $0.parts.contains(value) }
        if !came { return "\(Parcel.name(part))+\(Parcel.name(value)) is lost: \(watcher.judge.values)" }
      }
    }
    return firsts[value] == nil ? "\(Parcel.name(value)) is lost: \(watcher.judge.values)" : nil
  }
  /// Whether a failure of another source may come before a value whose `send` has returned. The order is a promise of
  /// each gate: a value that another thread sends meanwhile waits at the gate of its own subject, or of an operator
  /// above the one that the failure reaches, until the call that is inside has returned (Architecture.md, "Three kinds
  /// of state"). That call may be the one in whose delivery the failure is sent.
  private func mayOvertake(_ failure: RecordedCall, _ call: RecordedCall) -> Bool {
    failure.source != call.source
      && calls.contains {
        $0.begin != call.begin && $0.begin < call.end && $0.end > call.begin && $0.end > failure.begin
      }
  }
  /// From when on a subscriber has to receive what is sent. One that joins a shared subscription while another thread
  /// is still connecting it has to wait for that thread.
  private func since(_ watcher: Watcher) -> Int {
    guard !watcher.isWitness, plan.operators.contains(where: \.isShared) else { return watcher.subscribed }
    let others = watchers.filter { !$0.isWitness && $0.began < watcher.subscribed }
    return others.map(\.subscribed).max() ?? watcher.subscribed
  }
  /// Whether no other call was under way at the same time: of the same source, or, behind another operator, of any. A
  /// value that is sent while another thread is inside waits for that, and what is sent to another source meanwhile
  /// passes it. With `noClock` no thread ran the clock, either.
  private func isAlone(_ call: RecordedCall, _ isDirect: Bool, noClock: Bool = false) -> Bool {
    !calls.contains {
      $0.begin != call.begin && $0.begin < call.end && $0.end > call.begin
        && (!isDirect || $0.source == nil || $0.source == call.source)
        && (noClock || $0.kind != .clock)
    }
  }

  /// The events that must precede a value of the source, so that it must be sent. `nil` if it may be dropped.
  private func path(_ source: Int) -> Path? {
    var path = Path()
    let first = plan.first
    func pass(_ row: Composed, _ keeping: Composed.Keeping, other: [Int], isDirect: Bool) -> Bool {
      path.isLate = path.isLate || row.isLate
      switch keeping {
      case .nothing: return false
      case .everything: return true
      case .afterOther, .each:
        path.needs.append((other, keeping == .each, isDirect))
        return !other.isEmpty
      }
    }
    // The sources whose values surely come out of the first operator.
    let sure = first.isLate ? [] : (first.main == .everything ? [0] : []) + (first.side == .everything ? [1] : [])
    if source < 2 {
      guard pass(first, source == 0 ? first.main : first.side, other: source == 0 ? [1] : [0], isDirect: true) else {
        return nil
      }
      guard let second = plan.second else { return path }
      // Subscribed only when the main upstream of the second sends something, so what was sent before is not known
      // there.
      if plan.place == .other, !second.subscribesOnce, !path.needs.isEmpty { return nil }
      let isSide = plan.place == .other
      let other = plan.place == .both ? [0] : [2]
      return pass(second, isSide ? second.side : second.main, other: other, isDirect: true) ? path : nil
    }
    guard let second = plan.second else { return nil }
    return pass(second, plan.place == .other ? second.main : second.side, other: sure, isDirect: false) ? path : nil
  }
}

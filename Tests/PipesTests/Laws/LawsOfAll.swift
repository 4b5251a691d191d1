import Pipes

extension Law {
  static let ofAll = [
    values, failure, empty, ownSubscription, reentrantSend, reentrantRequest, reentrantCancel, zeroDemand, earlyValue,
    releasesOnCancel,
    releasesOnEnd, releasesOnFailure, releasesWhenAbandoned, cancelByRelease, cancelByFailedRelease,
  ]
  private static let everybody: Set<Row.Kind> = [.forwarder, .relay, .reducer, .special]

  static let values = Law("delivers what is due and ends once", of: everybody) { trial in
    trial.attach(.unlimited)
    trial.send(1, 2, 3)
    trial.finish()
    trial.expect(trial.received(), trial.row.answer, "after 1, 2, 3 and the end")
  }

  static let failure = Law("fails as stated", of: everybody) { trial in
    trial.attach(.unlimited)
    trial.send(1, 2)
    trial.fail()
    trial.expect(trial.received(), trial.row.failure, "after 1, 2 and a failure")
  }

  static let empty = Law("an end during the subscription comes after it", of: everybody) { trial in
    trial.stage.source.whenSubscribed = {
      $0.open()
      $0.end(.finished)
    }
    trial.attach(.unlimited)
    let notes = trial.take().split(separator: " ").filter { !$0.hasPrefix("U") }
    trial.expect(notes.first?.hasPrefix("^") == true, "the subscription did not come first: \(notes)")
    trial.expect(notes.dropFirst().joined(separator: " "), trial.row.empty, "after the end alone")
  }

  static let ownSubscription = Law("each subscription has an identifier of its own", of: everybody) { trial in
    trial.attach()
    let first = trial.probe.subscription
    trial.attach()
    let second = trial.probe.subscription
    guard let first, let second else { return trial.expect(false, "no subscription arrived") }
    trial.expect(
      first.combineIdentifier != second.combineIdentifier, "two subscriptions share \(first.combineIdentifier)")
    trial.expect(first.combineIdentifier == first.combineIdentifier, "the identifier of a subscription changes")
  }

  static let reentrantSend = Law("a send from inside receive is delivered", of: everybody) { trial in
    trial.attach(.unlimited)
    let source = trial.stage.source
    trial.probe.inNextValue { source.send(2) }
    trial.send(1)
    if trial.row.kind == .reducer { trial.send(2) }
    trial.send(3)
    trial.finish()
    trial.expect(trial.received(), trial.row.answer, "after 1, 2 from inside, 3 and the end")
  }

  static let reentrantRequest = Law("a request from inside receive counts", of: everybody) { trial in
    trial.feed(1...6)
    trial.attach(.max(1))
    trial.probe.whenReceived = { [weak probe = trial.probe] in probe?.request(.max(1)) }
    trial.request(.max(1))
    trial.request(.max(1))
    if trial.row.deliversAll {
      trial.expect(trial.received(), "1 2 3 4 5 6 |", "asking for one more at each value after the first")
    } else {
      trial.expect(trial.probe.ends <= 1, "it ended \(trial.probe.ends) times")
    }
  }

  static let reentrantCancel = Law("a cancel from inside receive is the end", of: everybody) { trial in
    trial.stage.source.forgets = trial.row.kind == .forwarder
    trial.attach(.unlimited)
    trial.probe.whenReceived = { [weak probe = trial.probe] in probe?.cancel() }
    trial.send(1, 2, 3)
    if trial.row.kind == .reducer || trial.probe.values > 0 { trial.finish() }
    if trial.probe.values > 0 { trial.expect(trial.probe.ends == 0, "it ended after it was cancelled") }
    trial.expect(trial.probe.values <= 1, "\(trial.probe.values) values came, the first of which cancelled")
  }

  static let zeroDemand = Law("a request for nothing is reported, ignored or passed on", of: everybody) { trial in
    trial.attach()
    _ = trial.take()
    let reports = misuses { trial.request(.none) }
    switch trial.row.zero {
    case .reported: trial.expect(reports.count == 1, "it was reported \(reports.count) times")
    case .ignored, .forwarded: trial.expect(reports.isEmpty, "it was reported: \(reports)")
    }
    trial.expect(trial.take(), trial.row.zero == .forwarded ? "U?0" : "", "after request(.none)")
  }

  /// The operators with an end of their own that have no guard before their subscription: G9 speaks of most others.
  private static let takesEarly: Set = [
    "tryMap", "tryScan", "encode", "decode", "prefix", "output(in:)", "print", "flatMap", "flatMap one at a time",
    "switchToLatest",
    "switchMap", "exhaustMap",
  ]
  static let earlyValue = Law("a value before the subscription does no harm", of: everybody) { trial in
    trial.stage.source.whenSubscribed = { _ in }
    trial.attach(.unlimited)
    _ = trial.take()
    _ = misuses { trial.send(1) }
    if trial.row.kind == .forwarder || takesEarly.contains(trial.row.name) {
      trial.expect(
        trial.received().isEmpty == trial.row.firstAnswer.isEmpty, "there is no guard before the subscription")
    } else {
      trial.expect(trial.probe.values == 0, "the value was delivered")
    }
    trial.stage.source.line.open()
    trial.stage.settle()
    trial.expect(
      trial.probe.subscriptions.count == 1, "\(trial.probe.subscriptions.count) subscriptions were delivered")
    trial.expect(trial.probe.ends == 0, "it ended")
  }

  static let releasesOnCancel = Law("a cancel releases everything", of: everybody) { trial in
    trial.releases { trial.cancel() }
  }
  static let releasesOnEnd = Law("the end releases everything", of: everybody) { trial in
    trial.releases { trial.finish() }
  }
  static let releasesOnFailure = Law("a failure releases everything", of: everybody) { trial in
    if trial.row.exempt[.failure] == nil { trial.releases { trial.fail() } }
  }
  /// Nobody holds the subscription, and its source has completed: also what waits for demand is released.
  static let releasesWhenAbandoned = Law("an end releases what nobody holds", of: everybody) { trial in
    if stillWaiting[trial.row.name] != nil { return }
    trial.stage.rig.holdsSubscriptions = false
    for demand in [nil, .max(1), .unlimited] as [Subscribers.Demand?] {
      for count in 0...2 {
        for fails in [false, true] where !fails || trial.row.exempt[.failure] == nil {
          trial.attach(demand)
          for value in 0..<count { trial.send(value) }
          let leaks = Leaks()
          leaks.watch(trial.probe, "the subscriber")
          trial.dropProbe()
          if fails { trial.fail() } else { trial.finish() }
          let words =
            "\(demand.map { "\($0)" } ?? "nothing") requested, \(count) values, \(fails ? "a failure" : "a finish")"
          trial.expect(leaks.alive.isEmpty, "\(leaks.alive) stay: \(words)")
        }
      }
    }
  }
}

extension Law {
  /// The rows in which more is below the operator than the source that ends, and waits for demand.
  private static let stillWaiting = [
    "combineLatest": other, "combineLatest of four": other, "combineLatest of an array": other, "zip": other,
    "zip of three": other, "zip of an array": other, "switchToLatest": inner, "switchMap": inner, "exhaustMap": inner,
    "takeLast": inner, "window flattened": inner, "dematerialize": chain, "onErrorResumeNext": chain,
  ]
  private static let other = "another upstream has not ended"
  private static let inner = "an inner publisher has not ended"
  private static let chain = "the operator above it keeps a value for it"
  /// Between the decision to complete and the completion an operator releases its upstream.
  static let cancelByRelease = Law("a cancel by what is released at a finish is the end", of: everybody) { trial in
    trial.cancelsWhenReleased(.finished)
  }
  static let cancelByFailedRelease = Law("a cancel by what is released at a failure is the end", of: everybody) {
    if $0.row.exempt[.failure] == nil { $0.cancelsWhenReleased(.failure(.oops)) }
  }
}

extension Trial {
  fileprivate func cancelsWhenReleased(_ completion: Subscribers.Completion<Oops>) {
    attach(.unlimited)
    send(1)
    var before: (values: Int, ends: Int)?
    stage.source.line.whenFreed = { [probe = probe!] in
      probe.cancel()
      before = (probe.values, probe.ends)
    }
    stage.source.endAndForget(completion)
    stage.settle()
    guard let before else { return }  // kept by the subscriber
    expect(probe.ends == before.ends, "it completes after the cancel")
    expect(probe.values == before.values, "a value comes after the cancel")
  }
  /// The objects that are left after `stop`: nothing while the subscription is kept, and not the subscription once it
  /// is dropped.
  fileprivate func releases(_ stop: () -> Void) {
    attach(.unlimited)
    send(1)
    let leaks = Leaks()
    leaks.watch(probe, "the subscriber")
    var kept = probe.subscription
    stop()
    dropProbe()
    expect(leaks.alive.isEmpty, "while the subscription is kept, \(leaks.alive) stay")
    if let kept, row.kind != .forwarder { leaks.watch(kept as AnyObject, "the subscription") }
    kept = nil
    expect(leaks.alive.isEmpty, "\(leaks.alive) stay")
  }
}

import Pipes

extension Law {
  private static let everybody: Set<Row.Kind> = [.forwarder, .relay, .reducer, .special]
  static let ofDemand = [endsWithoutDemand, demandOnItsWay, pastTheSubscription, lateState]

  /// The operators of state: G13.
  private static let ofState: Set = [
    "debounce", "throttle, latest", "throttle, first", "combineLatest", "combineLatest of three",
    "combineLatest of four",
    "combineLatest of an array", "withLatestFrom", "withLatestFrom two", "sample(every:)", "audit(for:)", "audit",
    "debounce by",
    "throttle(for:leading:trailing:)", "throttle by a value", "debounce by a timer",
  ]
  static let lateState = Law("who asks late sees the last state", of: [.special]) { trial in
    guard ofState.contains(trial.row.name) else { return }
    trial.attach(.max(1))
    trial.send(1)
    trial.expect(trial.received(), "1", "a value with demand")
    trial.send(2, 3)
    trial.expect(trial.received(), "", "two values without demand")
    trial.request(.max(1))
    trial.expect(trial.received(), "3", "asking late")
    trial.send(4)
    trial.finish()
    trial.expect(trial.received(), "", "a value and the finish without demand")
    trial.request(.max(1))
    trial.expect(trial.received(), "4 |", "asking after the finish")

    trial.attach(.max(1))
    trial.send(1, 2)
    trial.fail()
    trial.expect(trial.received(), "1 #oops", "a failure behind a value without demand")
  }

  static let endsWithoutDemand = Law("an end without a value needs no demand", of: everybody) { trial in
    guard !trial.row.empty.contains(" ") else { return }
    trial.stage.source.forgets = false
    trial.attach()
    trial.finish()
    trial.expect(trial.received(), trial.row.empty, "after the end, without any request")
    trial.request(.unlimited)
    trial.expect(trial.received(), "", "at a request after the end")
  }

  static let demandOnItsWay = Law("an initial value meets the demand that is on its way", of: everybody) { trial in
    let (there, onItsWay) = trial.initial(1...1)
    trial.expect(onItsWay, there, "requesting right after the subscription, of one value and the end,")
  }

  static let pastTheSubscription = Law(
    "of several initial values, all or the last meet the demand that is on its way", of: everybody
  ) { trial in
    let (there, onItsWay) = trial.initial(1...3)
    // An operator that decides by time may have decided otherwise, but not for nothing.
    guard onItsWay != there else { return }
    trial.expect(
      onItsWay.split(separator: " ").count > 1 && onItsWay.hasSuffix("|"),
      "got '\(onItsWay)', and with demand '\(there)'")
  }
}

extension Trial {
  /// The values that arrive with demand at the subscription, and with demand when the subscribing has returned.
  fileprivate func initial(_ values: ClosedRange<Int>) -> (there: String, onItsWay: String) {
    feed(values)
    attach(.unlimited)
    let there = received()
    probe = stage.subscribe(nil, .none)
    probe.request(.unlimited)
    stage.settle()
    return (there, received())
  }
}

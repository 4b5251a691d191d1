import Pipes

extension Law {
  private static let everybody: Set<Row.Kind> = [.forwarder, .relay, .reducer, .special]
  static let ofDemand = [endsWithoutDemand, demandOnItsWay, pastTheSubscription]

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
      onItsWay.split(separator: " ").count > 1 && onItsWay.hasSuffix("|"), "got '\(onItsWay)', and with demand '\(there)'")
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

import Pipes

extension Law {
  static let ofGuarded = [
    oneSubscription, nothingBeforeRequest, neverTooMuch, replyCounts, silentAfterEnd, silentAfterCancel, cancelsOnce,
    stopsTimers,
  ]
  private static let guarded: Set<Row.Kind> = [.relay, .reducer, .special]

  static let oneSubscription = Law("a second subscription is cancelled", of: guarded) { trial in
    trial.attach()
    _ = trial.take()
    trial.stage.source.line.subscriber?.receive(subscription: Ticket(trial.stage.rig))
    trial.stage.settle()
    trial.expect(trial.take(), "T!", "when a second subscription came")
    trial.cancel()
    trial.expect(trial.take(), "U!", "cancelling then")
  }

  static let nothingBeforeRequest = Law("nothing comes before a request", of: guarded) { trial in
    trial.feed(1...6)
    trial.attach()
    trial.expect(trial.probe.values == 0, "\(trial.probe.values) values came")
  }

  static let neverTooMuch = Law("never more than was asked for", of: guarded) { trial in
    trial.feed(1...12)
    trial.attach()
    for demand in [Subscribers.Demand.max(1), .max(2), .max(3), .unlimited] {
      trial.request(demand)
      let values = trial.probe.values
      trial.expect(trial.asked >= values, "\(values) values came, \(trial.asked) were asked for")
      guard trial.row.deliversAll else { continue }
      trial.expect(min(trial.asked, .max(12)) == values, "\(values) values came of 12, \(trial.asked) were asked for")
    }
    trial.expect(trial.probe.ends == 1, "it ended \(trial.probe.ends) times")
  }

  static let replyCounts = Law("demand given back counts", of: guarded) { trial in
    trial.feed(1...12)
    trial.attach(.max(2), reply: .max(1))
    for _ in 1...12 { trial.stage.settle() }
    if trial.row.deliversAll {
      trial.expect(trial.probe.values == 12, "\(trial.probe.values) of 12 values came, each giving back 1")
    } else {
      trial.expect(trial.probe.values <= 12, "\(trial.probe.values) values came of 12")
    }
  }

  static let silentAfterEnd = Law("silence after the end", of: guarded) { trial in
    trial.stage.source.forgets = false
    trial.attach(.unlimited, reply: .max(1))
    trial.send(1)
    trial.finish()
    trial.expect(trial.probe.ends == 1, "it ended \(trial.probe.ends) times")
    _ = trial.take()
    trial.send(2, 3)
    trial.finish()
    trial.fail()
    trial.request(.max(1))
    trial.cancel()
    trial.expect(trial.take(), "", "values, ends, a request and a cancel after the end")
  }

  static let silentAfterCancel = Law("silence after a cancel", of: guarded) { trial in
    trial.stage.source.forgets = false
    trial.attach(.max(5), reply: .max(1))
    trial.send(1)
    trial.cancel()
    _ = trial.take()
    trial.send(2, 3)
    trial.request(.max(1))
    trial.finish()
    trial.fail()
    trial.expect(trial.take(), "", "values, a request and ends after the cancel")
  }

  static let cancelsOnce = Law("upstream is cancelled once", of: guarded) { trial in
    trial.attach(.max(1))
    _ = trial.take()
    trial.cancel()
    trial.cancel()
    trial.expect(trial.take(), "U!", "cancelling twice")
  }

  static let stopsTimers = Law("a cancel leaves no timer behind", of: guarded) { trial in
    trial.attach(.unlimited)
    trial.stage.source.send(1)
    trial.probe.cancel()
    trial.expect(trial.stage.pending() == 0, "\(trial.stage.pending()) actions wait on the scheduler")
  }
}

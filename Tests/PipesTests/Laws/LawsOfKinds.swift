import Pipes

extension Law {
  static let ofForwarders = [sameSubscription, sameDemand, noGuards]

  static let sameSubscription = Law("the very subscription is handed through", of: [.forwarder]) { trial in
    trial.attach()
    trial.expect(trial.probe.subscription as AnyObject? === trial.stage.source.line, "another subscription arrived")
    trial.request(.max(4))
    trial.cancel()
    trial.expect(trial.take(), "U^ ^U U?4 U!", "asking for 4 and cancelling")
  }

  static let sameDemand = Law("demand is handed through unchanged", of: [.forwarder]) { trial in
    for reply in [Subscribers.Demand.none, .max(1), .max(7), .unlimited] {
      trial.attach(.max(1), reply: reply)
      let got = trial.stage.source.send(1)
      trial.expect(note(of: got), note(of: reply), "what a value that is answered with \(reply) gives back")
    }
  }

  static let noGuards = Law("there is no guard against a faulty upstream", of: [.forwarder]) { trial in
    trial.stage.source.forgets = false
    trial.attach(.unlimited)
    trial.stage.source.line.subscriber?.receive(subscription: Ticket(trial.stage.rig))
    trial.expect(trial.probe.subscriptions.count == 2, "the second subscription did not arrive")
    trial.finish()
    let before = trial.probe.values
    trial.send(1)
    trial.expect(trial.probe.values - before == trial.row.firstAnswer.count, "a value after the end did not arrive")
    trial.finish()
    trial.expect(trial.probe.ends == 2, "the second end did not arrive")
  }

  static let ofRelays = [forwardsRequests, forwardsReply]

  static let forwardsRequests = Law("requests are passed on one to one", of: [.relay]) { trial in
    trial.attach()
    _ = trial.take()
    trial.request(.max(1))
    trial.request(.max(3))
    trial.request(.unlimited)
    trial.expect(trial.take(), "U?1 U?3 U?*", "asking for 1, 3 and unlimited")
  }

  static let forwardsReply = Law("demand given back goes up", of: [.relay]) { trial in
    trial.attach(.max(1), reply: .max(2))
    _ = trial.take()
    trial.send(1)
    let back = trial.row.repliesByRequest ? "U?2" : "U+2"
    trial.expect(
      trial.take(), (trial.row.firstAnswer + [back[...]]).joined(separator: " "), "a value answered with max(2)")
  }

  static let ofReducers = [takesEverything, withholds, failsAtOnce]

  static let takesEverything = Law("everything is asked for, right after the subscription", of: [.reducer]) { trial in
    trial.attach()
    let notes = trial.take()
    trial.expect(notes.hasPrefix("U^ ^") && notes.hasSuffix(" U?*"), "subscribing gave '\(notes)'")
    trial.send(1)
    trial.expect(trial.take().replacing("U!", with: ""), "", "a value")
  }

  static let withholds = Law("the answer waits for the first request, and comes once", of: [.reducer]) { trial in
    trial.attach()
    trial.send(1, 2, 3)
    trial.finish()
    let hasValue = trial.row.answer.contains(" ")
    trial.expect(trial.received(), hasValue ? "" : trial.row.answer, "before any request")
    trial.request(.max(1))
    trial.expect(trial.received(), hasValue ? trial.row.answer : "", "at the first request")
    trial.request(.max(1))
    trial.request(.unlimited)
    trial.expect(trial.take(), "", "at further requests")
  }

  static let failsAtOnce = Law("a failure does not wait for demand", of: [.reducer]) { trial in
    guard trial.row.failure == "#oops" else { return }
    trial.attach()
    trial.send(1, 2)
    trial.fail()
    trial.expect(trial.received(), "#oops", "before any request")
    trial.request(.unlimited)
    trial.expect(trial.take(), "", "at a request after the failure")
  }
}

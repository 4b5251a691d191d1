import Pipes
import Testing

/// The calls timed operators make on a scheduler that cannot move timers.
@Suite("Timed operators on any scheduler") struct ForeignSchedulerCalls {
  let rig = Rig()
  let scheduler: RecordingScheduler
  let source: Source<Int, Oops>
  init() {
    scheduler = RecordingScheduler(rig)
    source = rig.source()
  }
  private func attach<P: Publisher>(_ publisher: P, demand: Subscribers.Demand? = .unlimited) -> Probe<
    P.Output, P.Failure
  > {
    defer { _ = rig.take() }
    return rig.attach(publisher, demand: demand)
  }

  @Test("TI-02 debounce schedules a repeating timer per value and cancels it") func debounce() {
    let probe = attach(source.debounce(for: 3, scheduler: scheduler, options: "o"))
    source.send(1)
    #expect(rig.take() == "at3+3~1(o)")
    #expect(scheduler.go(to: 2) == "")
    source.send(2)
    #expect(rig.take() == "x3 at5+3~1(o)")
    #expect(scheduler.go(to: 4) == "")
    #expect(scheduler.go(to: 5) == "x8 2")
    source.send(3)
    source.finish()
    #expect(rig.take() == "at8+3~1(o) x8 soon(-)")
    #expect(scheduler.go(to: 5) == "|")
    #expect(scheduler.pending == 0)
    withExtendedLifetime(probe) {}
  }

  @Test("TI-02 a cancel cancels the timer") func debounceCancel() {
    let probe = attach(source.debounce(for: 3, scheduler: scheduler))
    source.send(1)
    _ = rig.take()
    #expect(scheduler.pending == 1)
    probe.cancel()
    #expect(rig.take() == "x3 U!")
    #expect(scheduler.pending == 0)
  }

  @Test("TI-03 delay has one timer, and cancels it") func delay() {
    let probe = attach(source.delay(for: 3, tolerance: 2, scheduler: scheduler, options: "o"))
    source.send(1)
    source.fail(.oops)
    #expect(rig.take() == "at3+3~2(o)")
    #expect(scheduler.go(to: 3) == "x6 1 #oops")
    withExtendedLifetime(probe) {}
  }

  @Test("TI-04 throttle schedules the first value at once, the next one for its time") func throttle() {
    let probe = attach(source.throttle(for: 4, scheduler: scheduler, latest: true))
    source.send(1)
    #expect(rig.take() == "soon(-)")
    #expect(scheduler.go(to: 1) == "1")
    source.send(2)
    source.send(3)
    #expect(rig.take() == "at4+4~1(-)")
    #expect(scheduler.go(to: 20) == "x8 3")
    source.send(4)
    #expect(rig.take() == "soon(-)")
    source.finish()
    #expect(rig.take() == "", "the end goes with the value")
    #expect(scheduler.go(to: 20) == "4 |")
    withExtendedLifetime(probe) {}
  }

  @Test("TI-05 timeout starts its clock with the subscription, the first request and every value") func timeout() {
    let probe = rig.attach(source.timeout(3, scheduler: scheduler, options: "o"))
    #expect(rig.take() == "U^ ^Timeout at3+3~1(o)")
    probe.request(.max(1))
    #expect(rig.take() == "x3 at3+3~1(o) U?1")
    probe.request(.max(1))
    #expect(rig.take() == "U?1")
    #expect(scheduler.go(to: 2) == "")
    source.send(1)
    #expect(rig.take() == "x3 at5+3~1(o) soon(o)")
    #expect(scheduler.go(to: 4) == "1")
    #expect(scheduler.go(to: 9) == "x8 U! |")
    #expect(scheduler.pending == 0)
  }

  @Test("TI-05 the end of the upstream stops the clock and is delivered by the scheduler") func timeoutEnd() {
    let probe = attach(source.timeout(3, scheduler: scheduler, options: "o"))
    source.fail(.oops)
    #expect(rig.take() == "x3 soon(o)")
    #expect(scheduler.go(to: 9) == "#oops")
    withExtendedLifetime(probe) {}
  }

  @Test("TI-06 receive(on:) schedules every event") func receiveOn() {
    let probe = rig.attach(source.receive(on: scheduler, options: "o"), demand: .max(2))
    #expect(rig.take() == "U^ ^ReceiveOn U?2")
    source.send(1)
    source.finish()
    #expect(rig.take() == "soon(o) soon(o)")
    #expect(scheduler.go(to: 0) == "1 |")
    withExtendedLifetime(probe) {}
  }

  @Test("TI-07 subscribe(on:) schedules the subscription, the requests and the cancel") func subscribeOn() {
    let probe = rig.attach(source.subscribe(on: scheduler, options: "o"), reply: .max(3))
    #expect(rig.take() == "soon(o)")
    #expect(scheduler.go(to: 0) == "U^ ^SubscribeOn")
    probe.request(.max(1))
    #expect(rig.take() == "soon(o)")
    #expect(scheduler.go(to: 0) == "U?1")
    #expect(source.send(1) == .max(3))
    #expect(rig.take() == "1 U+3")
    probe.cancel()
    #expect(rig.take() == "soon(o)")
    #expect(source.send(2) == .none)
    #expect(scheduler.go(to: 0) == "U!")
  }

  @Test("RE-03 collect by time starts one repeating timer") func collect() {
    let probe = rig.attach(source.collect(.byTimeOrCount(scheduler, 3, 2), options: "o"), demand: .max(2))
    #expect(rig.take() == "U^ ^CollectByTime U?4 at3+3~1(o)")
    source.send([1, 2, 3])
    #expect(rig.take() == "soon(o)")
    #expect(scheduler.go(to: 2) == "[1,2]")
    #expect(scheduler.go(to: 3) == "[3]")
    source.finish()
    #expect(rig.take() == "x6 soon(o)")
    #expect(scheduler.go(to: 9) == "|")
    withExtendedLifetime(probe) {}
  }

  @Test("TI-03 TI-06 the order does not depend on the scheduler", arguments: [true, false]) func order(_ isDelay: Bool)
  {
    let probe = Probe<Int, Oops>(rig, demand: .unlimited)
    if isDelay {
      source.delay(for: 0, scheduler: scheduler).subscribe(probe)
    } else {
      source.receive(on: scheduler).subscribe(probe)
    }
    source.send([1, 2, 3])
    source.finish()
    _ = rig.take()
    scheduler.runBackwards()
    #expect(rig.take() == (isDelay ? "x0 1 2 3 |" : "1 2 3 |"))
  }

  @Test("TI-02 a timer that fires after it was replaced does nothing") func lateTimer() {
    let deaf = WilfulScheduler()
    let probe = rig.attach(source.debounce(for: 3, scheduler: deaf), demand: .unlimited)
    _ = rig.take()
    source.send(1)
    source.send(2)
    deaf.actions[0]()
    #expect(rig.take() == "")
    deaf.actions[1]()
    deaf.actions[1]()
    #expect(rig.take() == "2")
    withExtendedLifetime(probe) {}
  }
}

import Pipes
import Testing
import VirtualTime

/// Values that are sent while an earlier one is being delivered, to operators that count values or open windows.
@Suite("Windows and values from inside") struct ReentrantWindowCalls {
  private let rig = Rig()

  /// Sends 1, and at each value that is received the next one, up to 5.
  private func sendFive<P: Publisher<String, Oops>>(_ u: Source<Int, Oops>, through publisher: P) -> Probe<String, Oops>
  {
    let probe = rig.attach(publisher, demand: .unlimited)
    _ = rig.take()
    var last = 1
    probe.whenReceived = {
      guard last < 5 else { return }
      last += 1
      u.send(last)
    }
    u.send(1)
    probe.whenReceived = {}
    return probe
  }

  @Test(
    "BC-13 window(count:) never holds more values than its count; full windows end when the outermost value is delivered"
  ) func count() {
    let u = rig.source()
    let probe = sendFive(u, through: u.window(count: 2).flatMap { w in w.map { "\(w.key):\($0)" }.append("\(w.key)|") })
    #expect(rig.take() == "0:1 0:2 1:3 1:4 2:5 0| 1|")
    u.send([6, 7])
    #expect(rig.take() == "2:6 2| 3:7")
    probe.cancel()
  }

  @Test("BC-13 a window whose last value is being delivered ends for all its subscribers after that value")
  func severalSubscribers() {
    let u = rig.source()
    var last = 0, notes: [String: [String]] = [:]
    // The second subscriber receives each value later than the first one, which sends the next value meanwhile.
    func receive(_ value: Int, _ name: String) -> Subscribers.Demand {
      notes[name, default: []].append(String(value))
      guard name.hasSuffix("a"), last < 3 else { return .none }
      last += 1
      u.send(last)
      return .none
    }
    func subscriber(_ name: String) -> AnySubscriber<Int, Oops> {
      AnySubscriber(
        receiveSubscription: { $0.request(.unlimited) }, receiveValue: { receive($0, name) },
        receiveCompletion: { _ in notes[name, default: []].append("|") })
    }
    let token = u.window(count: 2).sink(receiveCompletion: { _ in }) { window in
      for name in ["a", "b"] { window.subscribe(subscriber("\(window.key)\(name)")) }
    }
    u.send(0)
    // The values of window 1 come with it, before its second subscriber does.
    for (name, values) in ["0a": ["0", "1"], "0b": ["0", "1"], "1a": ["2", "3"], "1b": []] {
      #expect(notes[name]?.last == "|", "\(name): \(notes)")
      #expect(notes[name]?.dropLast().sorted() == values, "\(name): \(notes)")
    }
    token.cancel()
  }

  @Test("BC-13 a value that is sent when a window ends is in the next window") func atTheEnd() {
    let u = rig.source()
    let probe = rig.attach(
      u.window(count: 1).flatMap { w in w.map { "\(w.key):\($0)" }.append("\(w.key)|") }, demand: .unlimited)
    _ = rig.take()
    var isFirst = true
    probe.whenReceived = { [weak probe] in
      guard probe?.values == 2, isFirst else { return }  // "0|"
      isFirst = false
      u.send(2)
    }
    u.send(1)
    #expect(rig.take() == "0:1 0| 1:2 1|")
    u.send(3)
    #expect(rig.take() == "2:3 2|")
  }

  @Test("BC-24 throttle sends the first value of a window only", arguments: [false, true]) func throttle(
    _ isTimed: Bool
  ) {
    let u = rig.source(), v = rig.source("V"), scheduler = TestScheduler()
    let publisher =
      isTimed
      ? u.throttle(for: 5, scheduler: scheduler, leading: true, trailing: false).eraseToAnyPublisher()
      : u.throttle { _ in v }.eraseToAnyPublisher()
    let probe = sendFive(u, through: publisher.map(String.init))
    #expect(rig.take() == (isTimed ? "1" : "1 V^ V?*"))
    if isTimed { try? scheduler.advance(by: 5) } else { v.send(0) }
    u.send(6)
    #expect(rig.take() == (isTimed ? "6" : "V! 6 V^ V?*"))
    probe.cancel()
  }

  @Test("BC-24 throttle keeps a value from inside for the end of the window, and the finish waits for it")
  func throttleTrailing() {
    let u = rig.source(), v = rig.source("V")
    let probe = rig.attach(u.throttle(leading: true, trailing: true) { _ in v }, demand: .unlimited)
    _ = rig.take()
    probe.inNextValue {
      u.send(2)
      u.finish()
    }
    u.send(1)
    #expect(rig.take() == "1 V^ V?*")
    v.send(0)
    #expect(rig.take() == "V! 2 |")
  }

  @Test(
    "BC-24 a value that is sent inside the last value of a window waits for the end of the next one, and the finish waits for it"
  )
  func throttleTrailingTwice() {
    let u = rig.source(), v = rig.source("V")
    let probe = rig.attach(u.throttle(leading: true, trailing: true) { _ in v }, demand: .unlimited)
    u.send([1, 2])
    _ = rig.take()
    probe.inNextValue {
      u.send(3)
      u.finish()
    }
    v.send(0)
    #expect(rig.take() == "V! 2 V^ V?*")
    v.send(0)
    #expect(rig.take() == "V! 3 |")
  }

  @Test("BC-24 throttle opens no window when it finishes inside its value") func throttleFinish() {
    let u = rig.source(), v = rig.source("V")
    let probe = rig.attach(u.throttle { _ in v }, demand: .unlimited)
    _ = rig.take()
    probe.whenReceived = { u.finish() }
    u.send(1)
    #expect(rig.take() == "1 |")
  }

  @Test("BC-35 audit does not finish before a value from inside is sent") func audit() {
    let u = rig.source(), windows = [1, 2].map { rig.source("V\($0)") }
    let probe = rig.attach(u.audit { windows[$0 - 1] }, demand: .unlimited)
    u.send(1)
    _ = rig.take()
    probe.inNextValue {
      u.send(2)
      u.finish()
    }
    windows[0].send(0)
    #expect(rig.take() == "V1! 1 V2^ V2?*")
    windows[1].send(0)
    #expect(rig.take() == "V2! 2 |")
  }

  @Test("BC-20 a signal from inside the last array of a buffer begins no other one", arguments: [false, true])
  func lastArray(_ fails: Bool) {
    let u = rig.source(), signals = rig.source("V")
    let arrays = u.window(signals).flatMap { $0.collect().replaceError(with: [9]).setFailureType(to: Oops.self) }
    let probe = rig.attach(arrays, demand: .unlimited)
    u.send(1)
    _ = rig.take()
    probe.whenReceived = { signals.send(0) }
    if fails { u.fail(.oops) } else { u.finish() }
    #expect(rig.take() == (fails ? "V! [9] #oops" : "[1] V! |"))
  }
}

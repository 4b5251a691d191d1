import Pipes
import Testing

@Suite("groupBy") struct GroupByCalls {
  private typealias Group = Publishers.Group<Int, Int, Oops>
  private let rig = Rig()

  /// Groups by parity, and keeps the groups that come.
  private func groups(of u: Source<Int, Oops>, demand: Subscribers.Demand?) -> (
    probe: Probe<Group, Oops>, all: () -> [Group]
  ) {
    var all: [Group] = []
    let probe = Probe<Group, Oops>(rig, "g", demand: demand)
    u.groupBy { $0 % 2 }.handleEvents(receiveOutput: { all.append($0) }).subscribe(probe)
    _ = rig.take()
    return (probe, { all })
  }

  @Test("BC-12 a group for each key, with the values from its first") func keys() {
    let u = rig.source()
    let (_, all) = groups(of: u, demand: .unlimited)
    u.send([1, 3, 2])
    #expect(all().map(\.key) == [1, 0])
    _ = rig.take()
    rig.attach(all()[0], "a", demand: .unlimited)
    #expect(rig.take() == "a:^Buffer a:1 a:3")
    u.send([5, 4])
    #expect(rig.take() == "a:5")
  }

  @Test("BC-12 everything is asked for; groups and values wait for demand") func demand() {
    let u = rig.source()
    let (probe, all) = groups(of: u, demand: .max(1))
    u.send([1, 2])
    #expect(all().count == 1)
    probe.request(.max(1))
    #expect(all().count == 2)
    let a = rig.attach(all()[0], "a", demand: .max(1))
    u.send([3, 5])
    _ = rig.take()
    a.request(.max(1))
    #expect(rig.take() == "a:3")
    a.request(.max(5))
    #expect(rig.take() == "a:5")
  }

  @Test("BC-12 the end of all, behind what is left") func ends() {
    let u = rig.source()
    let (probe, all) = groups(of: u, demand: .max(1))
    u.send([1, 2, 3])
    let a = rig.attach(all()[0], "a", demand: .max(1))
    u.finish()
    #expect(!rig.take().contains("|"))
    probe.request(.max(1))
    #expect(rig.take().hasSuffix("g:|"))
    a.request(.max(2))
    #expect(rig.take() == "a:3 a:|")
    rig.attach(all()[1], "b", demand: .unlimited)
    #expect(rig.take().hasSuffix("b:2 b:|"))
  }

  @Test("BC-12 a failure ends all at once, groups first in the order in which they came") func failure() {
    let u = rig.source()
    let (_, all) = groups(of: u, demand: .unlimited)
    u.send([2, 1])
    rig.attach(all()[0], "a", demand: .unlimited)
    rig.attach(all()[1], "b", demand: .unlimited)
    _ = rig.take()
    u.fail(.oops)
    #expect(rig.take() == "a:#oops b:#oops g:#oops")
  }

  @Test("BC-12 groups with subscribers outlive the cancel of the groups") func cancel() {
    let u = rig.source()
    let (probe, all) = groups(of: u, demand: .unlimited)
    u.send([1, 2])
    let a = rig.attach(all()[0], "a", demand: .unlimited), b = rig.attach(all()[0], "b", demand: .unlimited)
    probe.cancel()
    _ = rig.take()
    u.send([3, 4])
    a.cancel()
    #expect(rig.take() == "a:3 b:3")
    b.cancel()
    #expect(rig.take() == "U!")
  }

  @Test("BC-12 without subscribers the cancel reaches the source") func cancelAlone() {
    let u = rig.source()
    let (probe, _) = groups(of: u, demand: .unlimited)
    u.send(1)
    _ = rig.take()
    probe.cancel()
    #expect(rig.take() == "U!")
  }

  @Test("BC-12 after the cancel no end arrives") func endAfterCancel() {
    let u = rig.source()
    let (probe, all) = groups(of: u, demand: .unlimited)
    u.send(1)
    rig.attach(all()[0], "a", demand: .unlimited)
    probe.cancel()
    _ = rig.take()
    u.finish()
    #expect(rig.take() == "a:|")
  }

  @Test("BC-12 what comes while a group's first values are received comes behind them", arguments: ["value", "end"])
  func nested(_ kind: String) {
    let u = rig.source()
    let (_, all) = groups(of: u, demand: .unlimited)
    u.send([1, 3])
    let a = Probe<Int, Oops>(rig, "a", demand: .unlimited)
    a.inNextValue { if kind == "value" { u.send(5) } else { u.finish() } }
    _ = rig.take()
    all()[0].subscribe(a)
    #expect(rig.take() == "a:^Buffer a:1 a:3 " + (kind == "value" ? "a:5" : "a:| g:|"))
  }

  @Test(
    "BC-12 when the subscribers of a group have gone, the next value of its key begins a new group, and the old one finishes"
  )
  func renewed() {
    let u = rig.source()
    let (_, all) = groups(of: u, demand: .unlimited)
    u.send(1)
    let a = rig.attach(all()[0], "a", demand: .unlimited), b = rig.attach(all()[0], "b", demand: .unlimited)
    a.cancel()
    u.send(3)
    #expect(all().count == 1, "b is still there")
    b.cancel()
    let c = rig.attach(all()[0], "c", demand: .unlimited)
    u.send(5)
    #expect(all().count == 1, "c came before the next value")
    c.cancel()
    _ = rig.take()
    u.send([7, 2, 9])
    #expect(all().map(\.key) == [1, 1, 0])
    _ = rig.take()
    rig.attach(all()[0], "d", demand: .unlimited)
    #expect(rig.take().hasSuffix("d:|"))
    rig.attach(all()[1], "e", demand: .unlimited)
    #expect(rig.take() == "e:^Buffer e:7 e:9")
  }

  @Test("BC-12 a group that has never had a subscriber goes on; after the cancel of the groups none begins")
  func notRenewed() {
    let u = rig.source()
    let (probe, all) = groups(of: u, demand: .unlimited)
    u.send([1, 3, 2])
    #expect(all().count == 2)
    let a = rig.attach(all()[0], "a", demand: .unlimited), b = rig.attach(all()[1], "b", demand: .unlimited)
    probe.cancel()
    a.cancel()
    _ = rig.take()
    u.send([5, 4])
    #expect(all().count == 2)
    #expect(rig.take() == "b:4")
    b.cancel()
    #expect(rig.take() == "U!")
  }

  @Test("BC-13 a window that nobody listens to any more is not begun anew") func windowKeepsItsNumber() {
    let u = rig.source()
    var windows: [Int] = []
    let token = u.window(count: 3).sink(receiveCompletion: { _ in }) { [rig] window in
      windows.append(window.key)
      rig.attach(window, "w\(window.key)", demand: .unlimited).cancel()
    }
    u.send([1, 2])
    #expect(windows == [0])
    u.send([3, 4])
    #expect(windows == [0, 1])
    token.cancel()
  }

  /// Groups with the parity of their values and a duration, and all groups that come.
  private func timed<D: Publisher<Int, Oops>>(_ u: Source<Int, Oops>, _ duration: @escaping (Group) -> D) -> () ->
    [Group]
  {
    var all: [Group] = []
    rig.attach(
      u.groupBy({ $0 % 2 }, duration: duration).handleEvents(receiveOutput: { all.append($0) }), "g", demand: .unlimited
    )
    _ = rig.take()
    return { all }
  }

  @Test(
    "BC-12 the first value or the finish of its duration ends a group, and cancels the duration",
    arguments: [false, true])
  func duration(_ finishes: Bool) {
    let u = rig.source(), v = rig.source("V")
    let all = timed(u) { _ in v }
    u.send(1)
    #expect(rig.take().hasPrefix("V^ V?* g:"))
    rig.attach(all()[0], "a", demand: .unlimited)
    u.send(3)
    _ = rig.take()
    if finishes { v.finish() } else { v.send(0) }
    #expect(rig.take() == (finishes ? "a:|" : "V! a:|"))
    u.send(5)
    #expect(all().map(\.key) == [1, 1])
    _ = rig.take()
    rig.attach(all()[1], "b", demand: .unlimited)
    u.finish()
    #expect(rig.take() == "b:^Buffer b:5 V! b:| g:|")
  }

  @Test("BC-12 the failure of a duration fails its group and no other one") func durationFails() {
    let u = rig.source(), v = rig.source("V"), w = rig.source("W")
    let all = timed(u) { $0.key == 1 ? v : w }
    u.send([1, 2])
    rig.attach(all()[0], "a", demand: .unlimited)
    rig.attach(all()[1], "b", demand: .unlimited)
    _ = rig.take()
    v.fail(.other)
    #expect(rig.take() == "a:#other")
    u.send([4, 3])
    #expect(rig.take().hasPrefix("b:4 V^ V?* g:"))
    #expect(all().map(\.key) == [1, 0, 1])
  }

  @Test("BC-12 a duration sees the values of its group after the group, is no subscriber of it and keeps nothing alive")
  func durationOfValues() {
    let leaks = Leaks()
    do {
      let u = rig.source()
      var all: [Group] = []
      let grouped = u.groupBy({ $0 % 2 }, duration: { $0.dropFirst(2) })
      grouped.subscribe(
        AnySubscriber(
          receiveSubscription: { $0.request(.unlimited) },
          receiveValue: {
            all.append($0)
            return .none
          }))
      u.send([1, 3])
      rig.attach(all[0], "a", demand: .unlimited)
      #expect(rig.take().hasSuffix("a:^Buffer a:1 a:3"), "the duration has not taken the early values")
      u.send(5)
      #expect(rig.take() == "a:5 a:|")
      u.send(7)
      for group in all { leaks.watch(group, "a group") }
      #expect(leaks.alive.count == 2)
      u.finish()
    }
    #expect(leaks.alive == [])
  }

  @Test("BC-12 a duration that is over at once leaves a group of one value") func durationAtOnce() {
    let u = rig.source()
    let all = timed(u) { _ in Just(0).setFailureType(to: Oops.self) }
    u.send([1, 3])
    #expect(all().count == 2)
    _ = rig.take()
    for (name, group) in zip(["a", "b"], all()) { rig.attach(group, name, demand: .unlimited) }
    #expect(rig.take() == "a:^[1] a:1 a:| b:^[3] b:3 b:|")
  }

  /// The cancel of the duration sends a value with the key of the group that is being replaced.
  @Test("BC-12 a value that is sent while the old group of its key ends begins the new group") func sentAtTheEnd() {
    let u = rig.source(), open = Empty<Int, Oops>(completeImmediately: false)
    var all: [Group] = [], cancels = 0
    let whenCancelled = {
      cancels += 1
      if cancels == 1 { u.send(2) }
    }
    let groups = u.groupBy({ _ in 0 }, duration: { _ in open.handleEvents(receiveCancel: whenCancelled) })
    rig.attach(groups.handleEvents(receiveOutput: { all.append($0) }), demand: .unlimited)
    u.send(1)
    all[0].sink(receiveCompletion: { _ in }) { _ in }.cancel()
    u.send(3)
    u.finish()
    _ = rig.take()
    #expect(all.count == 2)
    rig.attach(all[1], demand: .unlimited)
    #expect(rig.take().hasSuffix("2 3 |"))
  }

  @Test("BC-12 a group that is kept after the end: two threads subscribe, and each value arrives once") func kept() {
    for _ in 0..<200 {
      var group: Publishers.Group<Int, Int, Never>?
      (0..<8).publisher.groupBy { _ in 0 }.sink { group = $0 }.cancel()
      let exits = [Turnstile<Int, Never>(), Turnstile<Int, Never>()]
      onTwoThreads { side in group?.subscribe(exits[side]) }
      #expect(exits.map(\.values).sorted() == [0, 8] && exits.allSatisfy { $0.completions == 1 })
    }
  }
}

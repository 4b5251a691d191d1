import Pipes
import Testing

@Suite("groupBy") struct GroupByTests {
  private typealias Group = Publishers.Group<Int, Int, Oops>
  private let rig = Rig()

  /// Groups by parity, and keeps the groups that come.
  private func groups(of u: Source<Int, Oops>, demand: Subscribers.Demand?) -> (probe: Probe<Group, Oops>, all: () -> [Group]) {
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

  @Test("BC-12 what is sent while a group's first values are received comes in order") func nested() {
    let u = rig.source()
    let (_, all) = groups(of: u, demand: .unlimited)
    u.send([1, 3])
    let a = Probe<Int, Oops>(rig, "a", demand: .unlimited)
    a.whenReceived = { [weak a] in
      a?.whenReceived = {}
      u.send(5)
    }
    _ = rig.take()
    all()[0].subscribe(a)
    #expect(rig.take() == "a:^Buffer a:1 a:3 a:5")
  }

  @Test("BC-12 an end while a group's first values are received comes behind them") func nestedEnd() {
    let u = rig.source()
    let (_, all) = groups(of: u, demand: .unlimited)
    u.send([1, 3])
    let a = Probe<Int, Oops>(rig, "a", demand: .unlimited)
    a.whenReceived = { [weak a] in
      a?.whenReceived = {}
      u.finish()
    }
    _ = rig.take()
    all()[0].subscribe(a)
    #expect(rig.take() == "a:^Buffer a:1 a:3 a:| g:|")
  }

  @Test("BC-12 threads: every value arrives once") func threads() {
    let u = PassthroughSubject<Int, Never>(), turnstile = Turnstile<Int, Never>()
    u.groupBy { $0 % 7 }.flatMap { $0 }.subscribe(turnstile)
    onTwoThreads { side in for value in 0..<1000 { u.send(value * 2 + side) } }
    #expect(turnstile.values == 2000 && turnstile.overlaps == 0)
  }
}

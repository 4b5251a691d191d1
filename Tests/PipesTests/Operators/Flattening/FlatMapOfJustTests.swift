import Pipes
import Testing

/// `flatMap` passes the value of a `Just` on without a subscription to it. Nobody can tell: everything happens as with a sequence of one value.
@Suite("flatMap of Just") struct FlatMapOfJustTests {
  /// The events of the subscriber and of the outer publisher in a random script.
  private func notes<Inner: Publisher<Int, Never>>(_ seed: UInt64, _ make: @escaping (Int) -> Inner) -> String {
    var random = SplitMix(seed: seed)
    func roll(_ sides: Int) -> Int { Int.random(in: 0..<sides, using: &random) }
    let rig = Rig(), outer = Source<Int, Never>(rig, "U")
    let width = [Subscribers.Demand.unlimited, .max(1), .max(2)][roll(3)]
    let probe = Probe<Int, Never>(rig, demand: [nil, .unlimited, .max(1)][roll(3)], reply: [.none, .max(1)][roll(2)])
    outer.flatMap(maxPublishers: width, make).subscribe(probe)
    var number = 0, depth = 0
    func act() {
      switch roll(12) {
      case 0: probe.request(.unlimited)
      case 1: probe.request(.max(1 + roll(2)))
      case 2: if roll(3) == 0 { probe.cancel() }
      case 3: if roll(2) == 0 { outer.finish() }
      default:
        number += 1
        if !outer.lines.isEmpty { outer.send(number) }
      }
    }
    probe.whenReceived = {
      guard depth < 3, roll(3) == 0 else { return }
      depth += 1
      act()
      depth -= 1
      rig.note("back")
    }
    for _ in 0..<12 { act() }
    return rig.take()
  }

  @Test("a random script shows the same as with a sequence of one value") func same() {
    for seed in 1...2_000 as ClosedRange<UInt64> {
      let just = notes(seed) { Just($0) }, sequence = notes(seed) { [$0].publisher }
      #expect(just == sequence, "seed \(seed)")
      if just != sequence { return }
    }
  }

  @Test("an outer publisher that finishes while the value is being received finishes after it") func finish() {
    let rig = Rig(), outer = Source<Int, Never>(rig, "U")
    let probe = rig.attach(outer.flatMap { Just($0) }, demand: .unlimited)
    probe.whenReceived = {
      outer.finish()
      rig.note("received")
    }
    _ = rig.take()
    outer.send(1)
    #expect(rig.take() == "1 received |")
  }

  @Test("with one inner publisher at a time the next is requested after the value") func width() {
    let rig = Rig(), outer = Source<Int, Never>(rig, "U")
    rig.attach(outer.flatMap(maxPublishers: .max(1)) { Just($0) }, demand: .unlimited)
    #expect(rig.take() == "^FlatMap U^ U?1")
    outer.send(1)
    #expect(rig.take() == "1 U?1")
  }
}

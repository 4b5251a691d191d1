import Pipes
import Testing
import VirtualTime

/// `flatMap` passes the value of a `Just` and the elements of an array or a range of integers on without a subscription
/// to it. Nobody can tell: everything happens as with the same publisher behind `eraseToAnyPublisher`, which is
/// subscribed to.
@Suite("flatMap of Just and of elements") struct FlatMapOfJustCalls {
  /// The events of the subscriber and of the outer publisher in a random script.
  private func notes<Inner: Publisher<Int, Never>>(_ seed: UInt64, _ make: @escaping (Int) -> Inner) -> String {
    var random = SplitMixSequence(seed: seed)
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

  @Test("a random script shows the same as with an erased publisher") func same() {
    for seed in 1...500 as ClosedRange<UInt64> {
      let pairs = [
        ("Just", notes(seed) { Just($0) }, notes(seed) { Just($0).eraseToAnyPublisher() }),
        ("array of one", notes(seed) { [$0].publisher }, notes(seed) { Just($0).eraseToAnyPublisher() }),
        (
          "array", notes(seed) { [$0, 50, 51].publisher }, notes(seed) { [$0, 50, 51].publisher.eraseToAnyPublisher() }
        ),
        (
          "empty array", notes(seed) { _ in [].publisher }, notes(seed) { _ in [Int]().publisher.eraseToAnyPublisher() }
        ),
        (
          "range", notes(seed) { ($0..<$0 + 3).publisher },
          notes(seed) { ($0..<$0 + 3).publisher.eraseToAnyPublisher() }
        ),
        (
          "closed range", notes(seed) { ($0...$0 + 2).publisher },
          notes(seed) { ($0...$0 + 2).publisher.eraseToAnyPublisher() }
        ),
      ]
      for (name, short, whole) in pairs {
        #expect(short == whole, "\(name), seed \(seed)")
        if short != whole { return }
      }
    }
  }

  /// The values that are received from some publisher while `act` runs on another thread inside the delivery of 1.
  private func values<P: Publisher<Int, Never>>(_ publisher: P, meanwhile act: @escaping (AnyCancellable?) -> Void)
    -> [Int]
  {
    var received: [Int] = [], token: AnyCancellable?
    token = publisher.sink { value in
      received.append(value)
      if value == 1 { onAnotherThread { act(token) } }
    }
    withExtendedLifetime(token) {}
    return received
  }

  @Test("a value that another thread sends between two elements comes between them") func betweenElements() {
    let subject = PassthroughSubject<Int, Never>()
    let act = { (_: AnyCancellable?) in subject.send(9) }
    #expect(values(subject.merge(with: [0, 1, 2, 3].publisher), meanwhile: act) == [0, 1, 9, 2, 3])
    #expect(values(subject.merge(with: (0..<4).publisher), meanwhile: act) == [0, 1, 9, 2, 3])
    #expect(values(subject.merge(with: (0...3).publisher), meanwhile: act) == [0, 1, 9, 2, 3])
  }

  /// The delivery of 5 goes on when the elements are sent: nested in it, as always on one thread. A value that another
  /// thread has queued is sent after 5, and the elements that follow may not overtake it.
  @Test("inside a delivery, elements come after what another thread has queued") func nested() {
    let outer = PassthroughSubject<Int, Never>(), other = PassthroughSubject<Int, Never>()
    var received: [Int] = []
    let token = outer.flatMap { $0 == 5 ? [5].publisher : [0, 1, 2].publisher }.merge(with: other).sink { value in
      received.append(value)
      if value == 5 { outer.send(0) }
      if value == 1 { onAnotherThread { other.send(9) } }
    }
    outer.send(5)
    #expect(received == [5, 0, 1, 9, 2])
    withExtendedLifetime(token) {}
  }

  @Test("a cancel by another thread ends the elements") func cancelled() {
    final class Holder: @unchecked Sendable { var token: AnyCancellable? }
    let holder = Holder(), outer = PassthroughSubject<Int, Never>()
    var received: [Int] = []
    holder.token = outer.flatMap { _ in [0, 1, 2, 3].publisher }.sink { value in
      received.append(value)
      if value == 1 { onAnotherThread { holder.token?.cancel() } }
    }
    outer.send(0)
    #expect(received == [0, 1])
  }

  @Test("a failure of the outer publisher inside an element ends the elements, and a finish comes after them")
  func ending() {
    let rig = Rig()
    for completion in [Subscribers.Completion<Oops>.failure(.oops), .finished] {
      let outer = Source<Int, Oops>(rig, "U")
      let probe = rig.attach(
        outer.flatMap { Publishers.Sequence<[Int], Oops>(sequence: [$0, 7, 8]) }, demand: .unlimited)
      var count = 0
      probe.whenReceived = {
        count += 1
        if count == 2 { outer.line.end(completion) }
      }
      _ = rig.take()
      outer.send(1)
      #expect(rig.take() == (completion == .finished ? "1 7 8 |" : "1 7 #oops"))
    }
  }

  /// The finish of the nested elements requests the next inner publisher, which happens outside of the gate: after 2,
  /// before 3.
  @Test("a request that waits for the gate is made between two elements") func requestBetweenElements() {
    let rig = Rig(), outer = Source<Int, Never>(rig, "U")
    let probe = rig.attach(
      outer.flatMap(maxPublishers: .max(1)) { [$0, $0 + 1, $0 + 2].publisher }, demand: .unlimited)
    var count = 0
    probe.whenReceived = {
      count += 1
      if count == 2 { outer.send(10) }
    }
    _ = rig.take()
    outer.send(1)
    #expect(rig.take() == "1 2 10 11 12 U?1 3 U?1")
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

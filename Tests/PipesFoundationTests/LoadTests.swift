import Foundation
import PipesFoundation
import Synchronization
import Testing

/// Counts those of its kind that are alive.
private final class Cargo: Sendable {
  static let alive = Atomic(0)
  let sender: Int, number: Int
  init(_ sender: Int, _ number: Int) {
    (self.sender, self.number) = (sender, number)
    Cargo.alive.add(1, ordering: .relaxed)
  }
  deinit { Cargo.alive.subtract(1, ordering: .relaxed) }
}

@Suite(.serialized) struct LoadTests {
  /// Runs the body on four threads at once and waits for all.
  private func onFourThreads(_ body: @escaping @Sendable (Int) -> Void) {
    let ended = Signal()
    for sender in 0..<4 {
      Thread.detachNewThread {
        body(sender)
        ended()
      }
    }
    ended.wait(4)
  }
  @Test("SC-05: 100,000 values from four threads through a concurrent queue, one at a time, none lost, in order")
  func receiveOn() {
    let subject = PassthroughSubject<(sender: Int, number: Int), Never>(), done = Signal()
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    // The streams promise that these are touched by one thread at a time; the counter notices if not.
    nonisolated(unsafe) var next = [0, 0, 0, 0], outOfOrder = 0
    let inside = Shared(0), overlaps = Shared(0)
    let token = subject.receive(on: queue).sink(receiveCompletion: { _ in done() }) { value in
      if inside.with({
        $0 += 1; return $0
      }) != 1 {
        overlaps.with { $0 += 1 }
      }
      if next[value.sender] != value.number { outOfOrder += 1 }
      next[value.sender] += 1
      inside.with { $0 -= 1 }
    }
    onFourThreads { sender in
      for number in 0..<25_000 { subject.send((sender, number)) }
    }
    subject.send(completion: .finished)
    done.wait()
    #expect(next == [25_000, 25_000, 25_000, 25_000])
    #expect(outOfOrder == 0 && overlaps.value == 0)
    token.cancel()
  }
  @Test("SC-05: cancelling while values fly leaks nothing") func cancelInFlight() {
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    for _ in 0..<5 {
      let token = Shared<AnyCancellable?>(nil), count = Shared(0),
        subject = Shared<PassthroughSubject<Cargo, Never>?>(.init())
      weak let weakSubject = subject.value
      let sink = subject.value?.receive(on: queue).sink { _ in
        if count.with({
          $0 += 1; return $0
        }) == 500 {
          token.value?.cancel()
        }
      }
      token.with { $0 = sink }
      onFourThreads { sender in
        for number in 0..<1_000 { subject.value?.send(Cargo(sender, number)) }
      }
      eventually { count.value >= 500 }
      token.value?.cancel()
      subject.with { $0 = nil }
      eventually {
        queue.sync(flags: .barrier) {}
        return Cargo.alive.load(ordering: .relaxed) == 0
      }
      eventually { weakSubject == nil }
    }
  }
}

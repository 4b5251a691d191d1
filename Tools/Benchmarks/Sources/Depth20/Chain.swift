import Contest
import Pipes

// 20 equal operators in a row. Each is added where the one before it is not known, or two maps would become one.
extension Publisher where Output == Int, Failure == Never {
  private func next() -> Publishers.Map<Self, Int> { map { $0 &+ 1 } }
  private func changed() -> Publishers.RemoveDuplicates<Self> { removeDuplicates() }

  func maps(_ tally: Tally) -> AnyCancellable {
    self
      .next().next().next().next().next().next().next().next().next().next()
      .next().next().next().next().next().next().next().next().next().next()
      .sink { tally.add($0) }
  }
  func removals(_ tally: Tally) -> AnyCancellable {
    self
      .changed().changed().changed().changed().changed().changed().changed().changed().changed().changed()
      .changed().changed().changed().changed().changed().changed().changed().changed().changed().changed()
      .sink { tally.add($0) }
  }
}

/// An element is one value at one operator.
public let contestants: [Case: Run] = [
  .depth20Map: { count in tallied { (0..<count / 20).publisher.maps($0) } },
  .depth20RemoveDuplicates: { count in tallied { (0..<count / 20).publisher.removals($0) } },
]

private func tallied(_ body: (Tally) -> AnyCancellable) -> Int {
  let tally = Tally()
  let token = body(tally)
  return withExtendedLifetime(token) { tally.sum }
}

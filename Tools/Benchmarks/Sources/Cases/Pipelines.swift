import Contest

#if OPENCOMBINE
  import OpenCombine
#else
  import Pipes
#endif

// Every pipeline is built over some publisher: what follows knows nothing of a sequence, and takes no shortcut through
// it.

extension Publisher where Output == Int, Failure == Never {
  func mapFilterSink(_ tally: Tally) -> AnyCancellable {
    map { $0 &* 3 }.filter { $0 & 1 == 0 }.sink { tally.add($0) }
  }

  func mapFilterRequestLater(_ tally: Tally) -> AnyCancellable {
    let subscriber = LateRequester { tally.add($0) }
    map { $0 &* 3 }.filter { $0 & 1 == 0 }.subscribe(subscriber)
    subscriber.requestAll()
    return AnyCancellable {}
  }

  func erasedMapFilterSink(_ tally: Tally) -> AnyCancellable {
    eraseToAnyPublisher().map { $0 &* 3 }.eraseToAnyPublisher().filter { $0 & 1 == 0 }.eraseToAnyPublisher()
      .sink { tally.add($0) }
  }

  func tenOperators(_ tally: Tally) -> AnyCancellable {
    let five = map { $0 &* 3 }.filter { $0 & 7 != 0 }.scan(0) { $0 &+ $1 }.map { $0 &+ 1 }.removeDuplicates()
    let nine = five.prefix(Int.max).dropFirst(1).compactMap { $0 & 15 == 0 ? nil : $0 }.prefix { $0 >= 0 }
    return nine.reduce(0) { $0 &+ $1 }.sink { tally.add($0) }
  }

  func tryMapSink(_ tally: Tally) -> AnyCancellable {
    tryMap { if $0 < 0 { throw Negative() } else { $0 &* 3 } }.sink(
      receiveCompletion: { _ in }, receiveValue: { tally.add($0) })
  }
  func countSink(_ tally: Tally) -> AnyCancellable { map { $0 &* 3 }.count().sink { tally.add($0) } }
  func bufferSink(_ tally: Tally) -> AnyCancellable {
    buffer(size: 16, prefetch: .keepFull, whenFull: .dropNewest).sink { tally.add($0) }
  }
  func collectSink(_ tally: Tally) -> AnyCancellable { collect(8).sink { tally.add($0) } }
  func reduceSink(_ tally: Tally) -> AnyCancellable { reduce(0) { $0 &+ $1 }.sink { tally.add($0) } }
}

/// Takes its subscription, and asks for values only when told.
private final class LateRequester: Subscriber {
  private var subscription: (any Subscription)?
  private let receiveValue: (Int) -> Void

  init(receiveValue: @escaping (Int) -> Void) { self.receiveValue = receiveValue }

  func requestAll() { subscription?.request(.unlimited) }
  func receive(subscription: any Subscription) { self.subscription = subscription }
  func receive(_ input: Int) -> Subscribers.Demand {
    receiveValue(input)
    return .none
  }
  func receive(completion: Subscribers.Completion<Never>) { subscription = nil }
}

/// Runs a body that subscribes, keeps the subscription while it runs, and gives what reached the end.
func tallied(_ body: (Tally) throws -> [AnyCancellable]) rethrows -> Int {
  let tally = Tally()
  let tokens = try body(tally)
  return withExtendedLifetime(tokens) { tally.sum }
}

let pipelines: [Case: Run] = [
  .sequence: { count in tallied { [(0..<count).publisher.mapFilterSink($0)] } },
  .sequenceLateDemand: { count in tallied { [(0..<count).publisher.mapFilterRequestLater($0)] } },
  .sequenceErased: { count in tallied { [(0..<count).publisher.erasedMapFilterSink($0)] } },
  .chain10: { count in tallied { [(0..<count).publisher.tenOperators($0)] } },
  .tryMap: { count in tallied { [(0..<count).publisher.tryMapSink($0)] } },
  .count: { count in tallied { [(0..<count).publisher.countSink($0)] } },
  .collect8: { count in tallied { [(0..<count).publisher.collectSink($0)] } },
  .buffer16: { count in tallied { [(0..<count).publisher.bufferSink($0)] } },
  .reduce: { count in tallied { [(0..<count).publisher.reduceSink($0)] } },
]

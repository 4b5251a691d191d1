import Contest

#if OPENCOMBINE
  import OpenCombine
#else
  import Pipes
#endif

// Every pipeline is built over some publisher: what follows knows nothing of a sequence, and takes no shortcut through it.

extension Publisher where Output == Int, Failure == Never {
  func mapFilterSink(_ tally: Tally) -> AnyCancellable {
    map(Opaque.triple()).filter(Opaque.isEven()).sink(receiveValue: tally.adding())
  }

  func mapFilterRequestLater(_ tally: Tally) -> AnyCancellable {
    let subscriber = LateRequester(receiveValue: tally.adding())
    map(Opaque.triple()).filter(Opaque.isEven()).subscribe(subscriber)
    subscriber.requestAll()
    return AnyCancellable {}
  }

  func erasedMapFilterSink(_ tally: Tally) -> AnyCancellable {
    eraseToAnyPublisher().map(Opaque.triple()).eraseToAnyPublisher().filter(Opaque.isEven()).eraseToAnyPublisher()
      .sink(receiveValue: tally.adding())
  }

  func tenOperators(_ tally: Tally) -> AnyCancellable {
    map(Opaque.triple()).filter(Opaque.isNoMultipleOf8()).scan(0, Opaque.sum()).map(Opaque.increment()).removeDuplicates()
      .prefix(Int.max).dropFirst(1).compactMap(Opaque.nilForMultiplesOf16()).prefix(while: Opaque.isNotNegative())
      .reduce(0, Opaque.sum()).sink(receiveValue: tally.adding())
  }

  func tryMapSink(_ tally: Tally) -> AnyCancellable {
    tryMap(Opaque.tripleOrThrow()).sink(receiveCompletion: { _ in }, receiveValue: tally.adding())
  }
  func countSink(_ tally: Tally) -> AnyCancellable { map(Opaque.triple()).count().sink(receiveValue: tally.adding()) }
  func reduceSink(_ tally: Tally) -> AnyCancellable { reduce(0, Opaque.sum()).sink(receiveValue: tally.adding()) }
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
  .reduce: { count in tallied { [(0..<count).publisher.reduceSink($0)] } },
]

/// A publisher of the one result of some work. The work begins when the future is created, and all subscribers receive
/// the same result.
///
/// A value waits for a subscriber's first request, and the finish follows it; a failure needs no demand. Cancelling a
/// subscription stops neither the work nor other subscriptions. Safe to use from several threads. Put it into a
/// ``Deferred`` for work that begins at each subscription, and so again at a `retry`.
public final class Future<Output, Failure: Error>: Publisher {
  /// The closure that the work calls with its result. Only the first call has an effect.
  public typealias Promise = @Sendable (Result<Output, Failure>) -> Void
  typealias Inner = FutureSubscription<Output, Failure>
  private let state = Guarded<(result: Result<Output, Failure>?, waiting: Inner.FutureSubscriptions)>(
    (nil, Inner.FutureSubscriptions()))
  /// Lives as long as somebody has the promise.
  private final class Holder: Sendable {}
  private weak let holder: Holder?

  /// Starts the work immediately, on the calling thread, before any subscription.
  ///
  /// - Parameter attemptToFulfill: The work. It calls the promise with the result, at once or later, on any thread. The
  ///   promise keeps the future alive.
  public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
    let holder = Holder()
    self.holder = holder
    nonisolated(unsafe) let future = self  // the work calls the promise on any thread, and the lock guards the result
    attemptToFulfill { result in withExtendedLifetime(holder) { future.fulfill(result) } }
  }
  private func fulfill(_ result: Result<Output, Failure>) {
    let waiting: ContiguousArray<Inner?> = state.with { state in
      guard state.result == nil else { return [] }
      state.result = result
      return state.waiting.takeAll()
    }
    for inner in waiting { inner?.fulfill(result) }
  }
  fileprivate var isPromised: Bool { holder != nil }
  fileprivate func detach(_ inner: Inner) { state.with { $0.waiting.remove(inner) } }

  public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    let inner = Inner(self) { inner, result in
      switch result {
      case .success(let output):
        _ = subscriber.receive(output)
        if !inner.isCancelled { subscriber.receive(completion: .finished) }
      case .failure(let error): subscriber.receive(completion: .failure(error))
      }
    }
    subscriber.receive(subscription: inner)
    let result = state.with { state in
      if state.result == nil { state.waiting.append(inner) }
      return state.result
    }
    if let result { return inner.fulfill(result) }
    if inner.isCancelled { detach(inner) }
    RunHook.current?.didWait(for: "a Future") { [weak inner] in inner?.isWaiting == true }
  }
}

// The result of work on one thread is received on another: so the future may cross threads where its result may.
extension Future: Sendable where Output: Sendable {}

/// The subscription of one subscriber to a future. It delivers once there are both a first request and the result.
final class FutureSubscription<Output, Failure: Error>: EngineSubscription, @unchecked Sendable {
  typealias Deliver = (FutureSubscription, Result<Output, Failure>) -> Void
  private struct State {
    var deliver: Deliver?
    var result: Result<Output, Failure>?
    var isWanted = false
    var isCancelled = false
  }
  private let state: Guarded<State>
  private weak let future: Future<Output, Failure>?
  /// The index of this subscription among those that wait, guarded by the lock of the future; negative if it does not
  /// wait.
  @exclusivity(unchecked) private var place = -1
  override var description: String { "Future" }

  init(_ future: Future<Output, Failure>, _ deliver: @escaping Deliver) {
    self.future = future
    state = Guarded(State(deliver: deliver))
  }
  var isCancelled: Bool { state.with { $0.isCancelled } }
  /// Whether the result may still come: somebody has the promise.
  var isWaiting: Bool { future?.isPromised == true && state.with { $0.deliver != nil } }

  func fulfill(_ result: Result<Output, Failure>) { advance { $0.result = result } }
  override func request(_ demand: Subscribers.Demand) {
    guard state.with({ $0.deliver != nil }), Misuse.isPositive(demand, "Future") else { return }
    advance { $0.isWanted = true }
  }
  override func cancel() {
    let old = state.with { state in
      state.isCancelled = true
      return state.deliver.take()
    }
    if old != nil { future?.detach(self) }
  }
  /// Delivers the result, once, if it is a failure or a value that has been requested.
  private func advance(_ step: (inout State) -> Void) {
    let due: (Deliver, Result<Output, Failure>)? = state.with { state in
      step(&state)
      guard let result = state.result, state.isWanted || result.isFailure, let deliver = state.deliver.take() else {
        return nil
      }
      return (deliver, result)
    }
    if let due { due.0(self, due.1) }
  }

  /// The subscriptions that wait for the result, in their order. Each knows its index, so a removal takes constant
  /// time; the list is compacted when half of it is empty.
  struct FutureSubscriptions {
    private var all: ContiguousArray<FutureSubscription?> = []
    private var count = 0

    mutating func append(_ inner: FutureSubscription) {
      inner.place = all.count
      all.append(inner)
      count += 1
    }
    /// Called by the owner of a reference to `inner`, so nothing is freed here, under the lock.
    mutating func remove(_ inner: FutureSubscription) {
      guard inner.place >= 0 else { return }
      all[inner.place] = nil
      inner.place = -1
      count -= 1
      if count * 2 > all.count || all.count < 16 { return }
      all.removeAll { $0 == nil }
      for (place, inner) in all.enumerated() { inner?.place = place }
    }
    mutating func takeAll() -> ContiguousArray<FutureSubscription?> {
      for inner in all { inner?.place = -1 }
      defer {
        all = []
        count = 0
      }
      return all
    }
  }
}

extension Result {
  fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}

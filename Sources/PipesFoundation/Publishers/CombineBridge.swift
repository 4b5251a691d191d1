#if canImport(Combine)
  import Combine
  import Pipes

  extension Combine.Publisher {
    /// This publisher as a publisher of Pipes. Use it for timers, notifications and requests, or for a publisher of
    /// your own.
    ///
    ///     let clock = Timer.publish(every: 1, on: .main, in: .common).autoconnect().pipes
    public var pipes: PipesBridge<Self> { PipesBridge(upstream: self) }
  }
  extension Pipes.Publisher {
    /// This publisher as a publisher of Combine.
    public var combine: CombineBridge<Self> { CombineBridge(upstream: self) }
  }

  /// A publisher of Combine as a publisher of Pipes. Values, the completion, requests and a cancel pass unchanged,
  /// inside the same call.
  public struct PipesBridge<Upstream: Combine.Publisher>: Pipes.Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    /// The publisher of Combine.
    public let upstream: Upstream
    public func receive<S: Pipes.Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(IntoPipes(subscriber))
    }
  }
  /// A publisher of Pipes as a publisher of Combine. Values, the completion, requests and a cancel pass unchanged,
  /// inside the same call.
  public struct CombineBridge<Upstream: Pipes.Publisher>: Combine.Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    /// The publisher of Pipes.
    public let upstream: Upstream
    public func receive<S: Combine.Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(IntoCombine(subscriber))
    }
  }

  /// The subscriber of one framework and the subscription of the other, until the completion or a cancel.
  private struct Ends<Downstream, Upstream> {
    var downstream: Downstream?
    var upstream: Upstream?
    var isOver: Bool { downstream == nil }

    mutating func close() -> Ends {
      defer { self = Ends() }
      return self
    }
  }

  private final class IntoPipes<Downstream: Pipes.Subscriber>: Combine.Subscriber, Pipes.Subscription,
    @unchecked Sendable
  {
    // Unchecked: the downstream need not be Sendable. The lock guards it.
    typealias Input = Downstream.Input
    typealias Failure = Downstream.Failure
    private let ends: Guarded<Ends<Downstream, any Combine.Subscription>>
    init(_ downstream: Downstream) { ends = Guarded(Ends(downstream: downstream)) }

    func receive(subscription: any Combine.Subscription) {
      let downstream = ends.with { ends in
        if !ends.isOver, ends.upstream == nil { ends.upstream = subscription } else { return Downstream?.none }
        return ends.downstream
      }
      if let downstream { downstream.receive(subscription: self) } else { subscription.cancel() }
    }
    func receive(_ input: Input) -> Combine.Subscribers.Demand {
      let more = ends.with { $0.downstream }?.receive(input) ?? .none
      return more.max.map { .max($0) } ?? .unlimited
    }
    func receive(completion: Combine.Subscribers.Completion<Failure>) {
      let downstream = ends.with { $0.close() }.downstream
      switch completion {
      case .finished: downstream?.receive(completion: .finished)
      case .failure(let error): downstream?.receive(completion: .failure(error))
      }
    }
    func request(_ demand: Pipes.Subscribers.Demand) {
      ends.with { $0.upstream }?.request(demand.max.map { .max($0) } ?? .unlimited)
    }
    func cancel() { ends.with { $0.close() }.upstream?.cancel() }
  }

  private final class IntoCombine<Downstream: Combine.Subscriber>: Pipes.Subscriber, Combine.Subscription,
    @unchecked Sendable
  {
    // Unchecked: the downstream need not be Sendable. The lock guards it.
    typealias Input = Downstream.Input
    typealias Failure = Downstream.Failure
    private let ends: Guarded<Ends<Downstream, any Pipes.Subscription>>
    init(_ downstream: Downstream) { ends = Guarded(Ends(downstream: downstream)) }

    func receive(subscription: any Pipes.Subscription) {
      let downstream = ends.with { ends in
        if !ends.isOver, ends.upstream == nil { ends.upstream = subscription } else { return Downstream?.none }
        return ends.downstream
      }
      if let downstream { downstream.receive(subscription: self) } else { subscription.cancel() }
    }
    func receive(_ input: Input) -> Pipes.Subscribers.Demand {
      let more = ends.with { $0.downstream }?.receive(input) ?? .none
      return more.max.map { .max($0) } ?? .unlimited
    }
    func receive(completion: Pipes.Subscribers.Completion<Failure>) {
      let downstream = ends.with { $0.close() }.downstream
      switch completion {
      case .finished: downstream?.receive(completion: .finished)
      case .failure(let error): downstream?.receive(completion: .failure(error))
      }
    }
    func request(_ demand: Combine.Subscribers.Demand) {
      ends.with { $0.upstream }?.request(demand.max.map { .max($0) } ?? .unlimited)
    }
    func cancel() { ends.with { $0.close() }.upstream?.cancel() }
  }
#endif

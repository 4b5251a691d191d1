extension Publisher {
  /// Stops in the debugger when a closure returns true for an event, before the event is sent on. Without a debugger
  /// the program is terminated.
  ///
  /// - Parameter receiveSubscription: Returns true to stop for the subscription.
  /// - Parameter receiveOutput: Returns true to stop for a value.
  /// - Parameter receiveCompletion: Returns true to stop for the completion.
  @inlinable public func breakpoint(
    receiveSubscription: ((any Subscription) -> Bool)? = nil, receiveOutput: ((Output) -> Bool)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)? = nil
  ) -> Publishers.Breakpoint<Self> {
    .init(
      upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
      receiveCompletion: receiveCompletion)
  }
  /// Stops in the debugger when this publisher fails, before the failure is sent on.
  @inlinable public func breakpointOnError() -> Publishers.Breakpoint<Self> {
    breakpoint(receiveCompletion: { if case .failure = $0 { true } else { false } })
  }
}

extension Publishers {
  public struct Breakpoint<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let receiveSubscription: ((any Subscription) -> Bool)?
    public let receiveOutput: ((Output) -> Bool)?
    public let receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)?
    @inlinable public init(
      upstream: Upstream, receiveSubscription: ((any Subscription) -> Bool)? = nil,
      receiveOutput: ((Output) -> Bool)? = nil,
      receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)? = nil
    ) {
      self.upstream = upstream
      self.receiveSubscription = receiveSubscription
      self.receiveOutput = receiveOutput
      self.receiveCompletion = receiveCompletion
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(BreakpointInner(self, subscriber))
    }
  }
}

@usableFromInline struct BreakpointInner<Upstream: Publisher, Downstream: Subscriber>: Passing
where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
  @usableFromInline let downstream: Downstream
  @usableFromInline let stops: Publishers.Breakpoint<Upstream>
  @inlinable init(_ stops: Publishers.Breakpoint<Upstream>, _ downstream: Downstream) {
    self.stops = stops
    self.downstream = downstream
  }
  @inlinable var description: String { "Breakpoint" }
  @inlinable @inline(__always) func receive(subscription: any Subscription) {
    if stops.receiveSubscription?(subscription) == true { stopInDebugger() }
    downstream.receive(subscription: subscription)
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    if stops.receiveOutput?(input) == true { stopInDebugger() }
    return downstream.receive(input)
  }
  @inlinable @inline(__always) func receive(completion: Subscribers.Completion<Failure>) {
    if stops.receiveCompletion?(completion) == true { stopInDebugger() }
    downstream.receive(completion: completion)
  }
}

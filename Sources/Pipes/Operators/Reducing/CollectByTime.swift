extension Publisher {
  /// Sends the values of each period as an array, or earlier once a given number has arrived.
  ///
  /// *Sends* an array at the end of each period in which a value arrived, and the rest before it finishes. *Requests*
  /// unlimited values with `.byTime`; with `.byTimeOrCount` as many as fit into the requested arrays. *Keeps* the
  /// values of the period, and those of a period that ended without demand. *Drops* the collected values when the
  /// upstream fails.
  ///
  /// *Use it* to process the values of a period together. *See also* `throttle`, `debounce`, `sample`. *In Rx:*
  /// `bufferTime`.
  ///
  ///     a: -1-2----3-|
  ///     > a.collect(.byTime(4))
  ///     =  ----b---c-|
  ///       b = [1, 2]   c = [3]
  ///
  /// A period without values sends nothing.
  ///
  /// - Parameter strategy: The scheduler, the length of a period as a stride of that scheduler, and, with
  ///   `.byTimeOrCount`, the number of values that sends an array earlier.
  /// - Parameter options: Passed to the scheduler with the timer and each delivery.
  @inlinable public func collect<S: Scheduler>(
    _ strategy: Publishers.TimeGroupingStrategy<S>, options: S.SchedulerOptions? = nil
  ) -> Publishers.CollectByTime<Self, S> {
    .init(upstream: self, strategy: strategy, options: options)
  }
}

extension Publishers {
  /// The way in which values are grouped by time.
  public enum TimeGroupingStrategy<Context: Scheduler> {
    /// Sends one array for each period: the scheduler, and the length of a period.
    case byTime(Context, Context.SchedulerTimeType.Stride)
    /// Sends one array for each period, and earlier when a number of values has arrived: the scheduler, the length of a
    /// period, and the number, which must be positive.
    case byTimeOrCount(Context, Context.SchedulerTimeType.Stride, Int)
  }

  public struct CollectByTime<Upstream: Publisher, Context: Scheduler>: Publisher {
    /// The values in the order in which they arrived; never empty.
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let strategy: TimeGroupingStrategy<Context>
    public let options: Context.SchedulerOptions?
    @inlinable public init(
      upstream: Upstream, strategy: TimeGroupingStrategy<Context>, options: Context.SchedulerOptions?
    ) {
      if case .byTimeOrCount(_, _, let count) = strategy {
        precondition(count > 0, "a number of values to collect must be positive")
      }
      self.upstream = upstream
      self.strategy = strategy
      self.options = options
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let inner = CollectByTimeInner<Upstream.Output, S, Context>(subscriber, strategy, options)
      RunHook.check(inner.scheduler, of: "collect")
      upstream.subscribe(inner)
    }
  }
}

@usableFromInline struct CollectByTimeState<Value> {
  @usableFromInline var batch: [Value] = []
  /// Whether any value has been requested.
  @usableFromInline var isAsked = false
  /// The arrays that are full.
  @usableFromInline let full = Queue<[Value]>()
  /// The timer. Releasing it cancels it.
  @usableFromInline var timer: AnyCancellable?
  @usableFromInline var isCompleted = false
  @inlinable init() {}
}

@usableFromInline
final class CollectByTimeInner<Input, Downstream: Subscriber, Context: Scheduler>: TimedRelay, EngineSubscriber,
  @unchecked Sendable
where Downstream.Input == [Input] {
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let core: TimedCore<Downstream, CollectByTimeState<Input>>
  @usableFromInline let scheduler: Context
  @usableFromInline let options: Context.SchedulerOptions?
  @usableFromInline let period: Context.SchedulerTimeType.Stride
  @usableFromInline let count: Int?
  @inlinable init(
    _ downstream: Downstream, _ strategy: Publishers.TimeGroupingStrategy<Context>, _ options: Context.SchedulerOptions?
  ) {
    core = TimedCore(downstream, "CollectByTime", forwards: false, CollectByTimeState())
    self.options = options
    switch strategy {
    case .byTime(let scheduler, let period):
      self.scheduler = scheduler
      self.period = period
      count = nil
    case .byTimeOrCount(let scheduler, let period, let count):
      self.scheduler = scheduler
      self.period = period
      self.count = count
    }
  }
  @inlinable func begin(_ downstream: Downstream) {
    downstream.receive(subscription: subscription)
    let first = scheduler.now.advanced(by: period), tolerance = scheduler.minimumTolerance
    let timer = AnyCancellable(
      scheduler.schedule(after: first, interval: period, tolerance: tolerance, options: options) { [weak self] in
        self?.inTurn { $0.emit(rest: true) }
      })
    // The timer is not kept if the upstream has completed meanwhile, on this thread or another: releasing it cancels
    // it.
    core.shared.with { if $0.own?.isCompleted == false { $0.own?.timer = timer } }
  }
  @inlinable func request(_ more: Subscribers.Demand) {
    if more == .none { return }
    let isFirst = core.shared.with { shared in
      shared.demand += more
      defer { shared.own?.isAsked = true }
      return shared.own?.isAsked == false
    }
    // A period of time cannot push back: unlimited values are requested once.
    if let count { core.link.request(more * count) } else if isFirst { core.link.request(.unlimited) }
  }
  @inlinable @inline(__always) func take(_ input: Input) {
    let isFull = core.shared.with { [count] shared in
      shared.own?.batch.append(input)
      guard let count, let batch = shared.own?.batch, batch.count == count else { return false }
      shared.own?.full.push(batch)
      shared.own?.batch = []
      return true
    }
    if isFull { scheduler.schedule(options: options) { [self] in inTurn { $0.emit(rest: false) } } }
  }
  /// Sends the full batches, then the values collected after them. Both are inspected under one lock: a batch that
  /// becomes full meanwhile is sent before the values that follow it.
  @inlinable func emit(rest: Bool) {
    var takesRest = rest
    while let (batch, downstream) = next({ own in
      if !own.full.isEmpty { return own.full.pop() }
      guard takesRest, !own.batch.isEmpty else { return nil }
      takesRest = false
      defer { own.batch = [] }
      return own.batch
    }) {
      emit(batch, to: downstream)
    }
  }
  @inlinable func emit(_ batch: [Input], to downstream: Downstream) { send(batch, to: downstream) }
  @inlinable func next(_ take: (inout CollectByTimeState<Input>) -> [Input]?) -> ([Input], Downstream)? {
    core.shared.with { shared in
      guard shared.demand > .none, let downstream = shared.downstream, shared.own != nil else { return nil }
      guard let batch = take(&shared.own!) else { return nil }
      shared.demand -= 1
      return (batch, downstream)
    }
  }
  @inlinable func upstreamCompleted(_ completion: Subscribers.Completion<Failure>) {
    var isFinished = false
    if case .finished = completion { isFinished = true }
    let old = core.shared.with { shared in
      let old = shared.own
      shared.own?.isCompleted = true
      shared.own?.timer = nil
      if !isFinished { shared.own?.batch = [] }
      return old  // freed outside the lock
    }
    old?.timer?.cancel()
    scheduler.schedule(options: options) { [self] in
      inTurn { inner in
        inner.emit(rest: true)
        inner.complete(completion)
      }
    }
  }
}

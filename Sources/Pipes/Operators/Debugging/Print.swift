extension Publisher {
  /// Prints each event on a line of its own and sends it on.
  ///
  /// The lines are `receive subscription: (…)`, `request unlimited`, `receive value: (1)`, `receive finished` and the
  /// like.
  ///
  /// - Parameter prefix: The beginning of each line, followed by a colon; empty by default.
  /// - Parameter stream: The stream to print to; by default standard output.
  @inlinable public func print(_ prefix: String = "", to stream: (any TextOutputStream)? = nil)
    -> Publishers.Print<Self>
  {
    .init(upstream: self, prefix: prefix, to: stream)
  }
}

extension Publishers {
  public struct Print<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let prefix: String
    public let upstream: Upstream
    /// The stream to print to; `nil` is standard output.
    public let stream: (any TextOutputStream)?
    @inlinable public init(upstream: Upstream, prefix: String, to stream: (any TextOutputStream)? = nil) {
      self.upstream = upstream
      self.prefix = prefix
      self.stream = stream
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(PrintInner(subscriber, prefix, stream))
    }
  }
}

@usableFromInline struct PrintInner<Downstream: Subscriber>: Relay {
  @usableFromInline let downstream: Downstream
  @usableFromInline let log: PrintLink
  @inlinable init(_ downstream: Downstream, _ prefix: String, _ stream: (any TextOutputStream)?) {
    self.downstream = downstream
    log = PrintLink(prefix, stream)
  }
  @inlinable var link: Link { log }
  @inlinable func receive(subscription: any Subscription) {
    log.print("receive subscription: (\(subscription))")
    if log.attach(subscription) { downstream.receive(subscription: log) }
  }
  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    log.print("receive value: (\(input))")
    guard !log.isOver else { return .none }
    let more = downstream.receive(input)
    if more > .none { log.print("\(PrintLink.words(for: more)) (synchronous)") }
    return more
  }
  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: log.print("receive finished")
    case .failure(let error): log.print("receive error: (\(error))")
    }
    if log.completeUnsubscribed() { downstream.receive(completion: completion) }
  }
}

/// Prints one line at a time, from any thread.
@usableFromInline final class PrintLink: Link, @unchecked Sendable {
  let prefix: String
  let gate = Gate()
  /// Guarded by the gate.
  @exclusivity(unchecked) var stream: Kept<(any TextOutputStream)?>
  @usableFromInline init(_ prefix: String, _ stream: (any TextOutputStream)?) {
    self.prefix = prefix.isEmpty ? "" : "\(prefix): "
    self.stream = Kept(stream)
    super.init("Print")
  }
  @usableFromInline func print(_ words: String) {
    let line = prefix + words
    gate.run { [self] in write(line) }
  }
  private func write(_ line: String) {
    if let stream = stream.value { _ = self.stream.replace(by: written(line, stream)) } else { Swift.print(line) }
  }
  private func written<Stream: TextOutputStream>(_ line: String, _ stream: Stream) -> any TextOutputStream {
    var stream = stream
    Swift.print(line, to: &stream)
    return stream
  }
  @usableFromInline static func words(for demand: Subscribers.Demand) -> String {
    demand.max.map { "request max: (\($0))" } ?? "request unlimited"
  }
  @usableFromInline override func request(_ demand: Subscribers.Demand) {
    print(PrintLink.words(for: demand))
    super.request(demand)
  }
  @usableFromInline override func cancel() {
    print("receive cancel")
    super.cancel()
  }
}

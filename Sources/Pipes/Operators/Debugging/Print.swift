extension Publisher {
  /// Prints every event on a line of its own, and passes it on.
  ///
  /// Without a stream it goes to the standard output.
  ///
  ///     source   -1-2-|
  ///     print()  -1-2-|   receive value: (1)   receive value: (2)   receive finished
  @inlinable public func print(_ prefix: String = "", to stream: (any TextOutputStream)? = nil) -> Publishers.Print<Self> {
    .init(upstream: self, prefix: prefix, to: stream)
  }
}

extension Publishers {
  /// A publisher that prints the events of another.
  public struct Print<Upstream: Publisher>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// What stands at the beginning of each line.
    public let prefix: String
    /// Where the values come from.
    public let upstream: Upstream
    /// Where the lines go; `nil` is the standard output.
    public let stream: (any TextOutputStream)?
    /// A publisher that prints the events of another.
    @inlinable public init(upstream: Upstream, prefix: String, to stream: (any TextOutputStream)? = nil) {
      (self.upstream, self.prefix, self.stream) = (upstream, prefix, stream)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) { upstream.subscribe(PrintInner(subscriber, prefix, stream)) }
  }
}

@usableFromInline struct PrintInner<Downstream: Subscriber>: Relay {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
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

/// Prints one line at a time, from whatever thread.
@usableFromInline final class PrintLink: Link, @unchecked Sendable {
  let prefix: String
  let gate = Gate()
  /// Guarded by the gate.
  @exclusivity(unchecked) var stream: (any TextOutputStream)?
  @usableFromInline init(_ prefix: String, _ stream: (any TextOutputStream)?) {
    self.prefix = prefix.isEmpty ? "" : "\(prefix): "
    self.stream = stream
    super.init("Print")
  }
  @usableFromInline func print(_ words: String) {
    let line = prefix + words
    gate.run { [self] in write(line) }
  }
  private func write(_ line: String) {
    if let stream { self.stream = written(line, stream) } else { Swift.print(line) }
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

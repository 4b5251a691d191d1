extension Publisher {
  /// Stops the program if this publisher fails. The message contains the prefix, the error and the position in the
  /// source code.
  ///
  /// Values and the finish are sent on unchanged. *Use it* where a failure is a programming error.
  ///
  /// - Parameter prefix: The beginning of the message; empty by default.
  /// - Parameter file: The file that the message names; by default the file of the call.
  /// - Parameter line: The line that the message names; by default the line of the call.
  @inlinable public func assertNoFailure(
    _ prefix: String = "", file: StaticString = #file, line: UInt = #line
  ) -> Publishers.AssertNoFailure<Self> {
    .init(upstream: self, prefix: prefix, file: file, line: line)
  }
}

extension Publishers {
  public struct AssertNoFailure<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Never
    public let upstream: Upstream
    public let prefix: String
    public let file: StaticString
    public let line: UInt
    @inlinable public init(upstream: Upstream, prefix: String, file: StaticString, line: UInt) {
      self.upstream = upstream
      self.prefix = prefix
      self.file = file
      self.line = line
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Never>>(subscriber: S) {
      let (prefix, file, line) = (prefix, file, line)
      upstream.subscribe(
        AssertNoFailureInner<Upstream.Failure, S>(subscriber) { error in
          let place = "assertNoFailure at \("\(file)".split(separator: "/").last ?? ""):\(line)"
          Misuse.report(
            "\(place): \(prefix.isEmpty ? "" : "\(prefix): ")the upstream has failed: \(error)", file: file, line: line)
        })
    }
  }
}

@usableFromInline struct AssertNoFailureInner<Failure: Error, Downstream: Subscriber>: Passing
where Downstream.Failure == Never {
  @usableFromInline let downstream: Downstream
  @usableFromInline let stop: (Failure) -> Void
  @inlinable init(_ downstream: Downstream, _ stop: @escaping (Failure) -> Void) {
    self.downstream = downstream
    self.stop = stop
  }
  @inlinable var description: String { "AssertNoFailure" }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand { downstream.receive(input) }
  @inlinable @inline(__always) func receive(completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: downstream.receive(completion: .finished)
    case .failure(let error): stop(error)
    }
  }
}

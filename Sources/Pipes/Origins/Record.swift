/// A publisher that plays back values and a completion that were written down before.
public struct Record<Output, Failure: Error>: Publisher {
  /// The recording that is played back.
  public let recording: Recording
  /// Creates a publisher of the recording that the closure writes.
  public init(record: (inout Recording) -> Void) {
    var recording = Recording()
    record(&recording)
    self.init(recording: recording)
  }
  /// A publisher of a recording.
  public init(recording: Recording) { self.recording = recording }
  /// A publisher of these values and this completion.
  public init(output: [Output], completion: Subscribers.Completion<Failure>) {
    self.init(recording: Recording(output: output, completion: completion))
  }

  /// Sends as many values as were requested, inside the request; the completion follows right after the last value.
  @inlinable public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    Publishers.Sequence(sequence: recording.output).replay(to: subscriber, named: { "\(recording.output)" }, then: recording.completion)
  }

  /// Values and a completion.
  public struct Recording {
    /// The values that go in.
    public typealias Input = Output
    /// The values, in order.
    public private(set) var output: [Output]
    /// The completion; `.finished` as long as none was received.
    public private(set) var completion: Subscribers.Completion<Failure>
    private var isComplete: Bool

    /// An empty recording, which takes values and then a completion.
    public init() { (output, completion, isComplete) = ([], .finished, false) }
    /// A complete recording, which takes nothing more.
    public init(output: [Output], completion: Subscribers.Completion<Failure> = .finished) {
      (self.output, self.completion, isComplete) = (output, completion, true)
    }
    /// Adds a value. After the completion that is a programming error.
    public mutating func receive(_ input: Input) {
      if takes("value") { output.append(input) }
    }
    /// Sets the completion. A second one is a programming error.
    public mutating func receive(completion: Subscribers.Completion<Failure>) {
      if takes("completion") { (self.completion, isComplete) = (completion, true) }
    }
    private func takes(_ event: String) -> Bool {
      if isComplete { Misuse.report("Record: a recording must not receive a \(event) after its completion") }
      return !isComplete
    }
  }
}

extension Record.Recording {
  private enum CodingKeys: String, CodingKey { case output, completion }
}

extension Record.Recording: Encodable where Output: Encodable, Failure: Encodable {
  /// Writes the values as `output` and the completion as `completion`.
  public func encode(into encoder: any Encoder) throws { try encode(to: encoder) }
  /// Writes the values as `output` and the completion as `completion`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(output, forKey: .output)
    try container.encode(completion, forKey: .completion)
  }
}
extension Record.Recording: Decodable where Output: Decodable, Failure: Decodable {
  /// Reads the format that ``encode(to:)`` writes. The recording is complete.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      output: try container.decode([Output].self, forKey: .output),
      completion: try container.decode(Subscribers.Completion<Failure>.self, forKey: .completion))
  }
}

extension Record: Encodable where Output: Encodable, Failure: Encodable {}
extension Record: Decodable where Output: Decodable, Failure: Decodable {}

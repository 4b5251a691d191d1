/// A publisher that sends recorded values, then a recorded completion.
public struct Record<Output, Failure: Error>: Publisher {
  /// The values and the completion that the publisher sends.
  public let recording: Recording
  /// Creates a publisher of a recording that a closure fills.
  ///
  /// - Parameter record: Called once, inside the initializer, with an empty recording.
  public init(record: (inout Recording) -> Void) {
    var recording = Recording()
    record(&recording)
    self.init(recording: recording)
  }
  /// Creates a publisher of a recording.
  public init(recording: Recording) { self.recording = recording }
  /// Creates a publisher of values and a completion.
  public init(output: [Output], completion: Subscribers.Completion<Failure>) {
    self.init(recording: Recording(output: output, completion: completion))
  }

  /// Attaches a subscriber. Each request sends as many values as it asks for, inside the call; the completion follows
  /// directly after the last value.
  @inlinable public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    Publishers.Sequence(sequence: recording.output).replay(
      to: subscriber, named: { "\(recording.output)" }, then: recording.completion)
  }

  /// Recorded values and a completion.
  public struct Recording {
    public typealias Input = Output
    /// The values, in order.
    public private(set) var output: [Output]
    /// The completion. It is `.finished` as long as none has been received.
    public private(set) var completion: Subscribers.Completion<Failure>
    private var isComplete: Bool

    /// Creates an empty recording, which can receive values and then a completion.
    public init() {
      output = []
      completion = .finished
      isComplete = false
    }
    /// Creates a complete recording, which must not receive more events.
    public init(output: [Output], completion: Subscribers.Completion<Failure> = .finished) {
      self.output = output
      self.completion = completion
      isComplete = true
    }
    /// Adds a value. After the completion this is a misuse, which stops the program.
    public mutating func receive(_ input: Input) { if takes("value") { output.append(input) } }
    /// Sets the completion. A second completion is a misuse, which stops the program.
    public mutating func receive(completion: Subscribers.Completion<Failure>) {
      if takes("completion") {
        self.completion = completion
        isComplete = true
      }
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

extension Record: SendingOnRequest {}

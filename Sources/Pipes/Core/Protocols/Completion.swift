extension Subscribers {
  /// The completion of a publisher: a finish or a failure.
  @frozen public enum Completion<Failure: Error>: Sendable {
    /// The publisher has finished: no more values follow.
    case finished
    /// The publisher has failed with an error.
    case failure(Failure)
  }
}

extension Subscribers.Completion: Equatable where Failure: Equatable {}
extension Subscribers.Completion: Hashable where Failure: Hashable {}

enum CompletionKeys: String, CodingKey { case success, error }

extension Subscribers.Completion: Encodable where Failure: Encodable {
  /// Writes `{"success":true}`, or `{"success":false,"error":…}`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CompletionKeys.self)
    switch self {
    case .finished: try container.encode(true, forKey: .success)
    case .failure(let error):
      try container.encode(false, forKey: .success)
      try container.encode(error, forKey: .error)
    }
  }
}

extension Subscribers.Completion: Decodable where Failure: Decodable {
  /// Reads the format that ``encode(to:)`` writes. An `error` beside `"success":true` is ignored.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CompletionKeys.self)
    let isSuccess = try container.decode(Bool.self, forKey: .success)
    self = isSuccess ? .finished : .failure(try container.decode(Failure.self, forKey: .error))
  }
}

extension Subscribers.Completion {
  /// The same completion with the type of its failure erased.
  @inlinable package var erased: Subscribers.Completion<any Error> {
    switch self {
    case .finished: .finished
    case .failure(let error): .failure(error)
    }
  }
}

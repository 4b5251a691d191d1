import PipesCore
import VirtualTime

/// The events of a stream: values and at most one completion, each with its instant, in order.
///
/// An expectation has a recording of the events that it received once a test has run, and a source plays one. Two
/// recordings are equal if they have the same events at the same instants in the same order. A recording can be written
/// as a literal:
///
///     #expect(recording == [.value("a", at: .milliseconds(3)), .finished(at: .milliseconds(5))])
public struct Recording<Value, Failure: Error> {
  /// An event of a stream.
  public enum Event {
    /// A value arrived.
    case value(Value)
    /// The stream finished.
    case finished
    /// The stream failed.
    case failure(Failure)
  }

  /// An event with its instant.
  public struct Entry {
    /// The instant of the event.
    public var instant: VirtualInstant
    /// The event.
    public var event: Event

    /// Creates an entry of an event at an instant.
    @inlinable @inline(__always) public init(_ event: Event, at instant: VirtualInstant) {
      self.instant = instant
      self.event = event
    }
    /// Creates an entry of a value at a time after zero.
    public static func value(_ value: Value, at time: VirtualInstant.Stride) -> Entry {
      Entry(.value(value), at: .zero.advanced(by: time))
    }
    /// Creates an entry of the finish at a time after zero.
    public static func finished(at time: VirtualInstant.Stride) -> Entry {
      Entry(.finished, at: .zero.advanced(by: time))
    }
    /// Creates an entry of the failure at a time after zero.
    public static func failure(_ error: Failure, at time: VirtualInstant.Stride) -> Entry {
      Entry(.failure(error), at: .zero.advanced(by: time))
    }
  }

  /// The events, in order.
  public var entries: [Entry]

  /// Creates a recording of some entries.
  public init(_ entries: [Entry] = []) { self.entries = entries }

  /// The values, in order, without their instants.
  public var values: [Value] {
    entries.compactMap { if case .value(let value) = $0.event { value } else { nil } }
  }
  /// The completion of the stream; `nil` if it has not completed.
  public var completion: Subscribers.Completion<Failure>? {
    switch entries.last?.event {
    case .finished: .finished
    case .failure(let error): .failure(error)
    case .value, nil: nil
    }
  }
}

extension Recording {
  /// The place of the first completion; `nil` if there is none.
  @inlinable @inline(__always) var completionIndex: Int? {
    for index in entries.indices {
      if case .value = entries[index].event { continue }
      return index
    }
    return nil
  }
}

extension Recording: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Entry...) { self.init(elements) }
}

extension Recording: Sendable where Value: Sendable {}
extension Recording.Event: Sendable where Value: Sendable {}
extension Recording.Entry: Sendable where Value: Sendable {}
extension Recording: Equatable where Value: Equatable, Failure: Equatable {}
extension Recording.Event: Equatable where Value: Equatable, Failure: Equatable {}
extension Recording.Entry: Equatable where Value: Equatable, Failure: Equatable {}

extension Recording.Event {
  init(_ completion: Subscribers.Completion<Failure>) {
    self =
      switch completion {
      case .finished: .finished
      case .failure(let error): .failure(error)
      }
  }
  /// Whether the event is a completion.
  @inlinable package var isEnd: Bool { if case .value = self { false } else { true } }

  @inlinable func send(to subscriber: some Subscriber<Value, Failure>) -> Subscribers.Demand {
    switch self {
    case .value(let value): return subscriber.receive(value)
    case .finished: subscriber.receive(completion: .finished)
    case .failure(let error): subscriber.receive(completion: .failure(error))
    }
    return .none
  }
}

extension Recording.Entry: CustomStringConvertible {
  /// The entry in the form of a literal.
  public var description: String {
    switch event {
    case .value(let value): "value(\(value), at: \(instant))"
    case .finished: "finished(at: \(instant))"
    case .failure(let error): "failure(\(error), at: \(instant))"
    }
  }
}

extension Recording: CustomStringConvertible {
  /// The entries in brackets.
  public var description: String { "[" + entries.map { $0.description }.joined(separator: ", ") + "]" }
}

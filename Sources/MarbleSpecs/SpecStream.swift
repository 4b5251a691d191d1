import Pipes

/// A stream as a value of the language. Two are equal if they have the same name, or if they are the same object.
package final class SpecStream: Hashable, @unchecked Sendable {
  // Unchecked: a stream belongs to one run, and a run to one thread.
  package let name: String?
  /// The key of the values, if the stream is a group.
  let key: Value?
  /// The stage of the trace that sends the stream's values, if the run is traced.
  let stage: Int?
  let publisher: AnyPublisher<Carried, SpecFailure>
  /// Connects the stream; `nil` if it needs no connection.
  let connect: (() -> AnyCancellable)?

  init(
    name: String?, key: Value? = nil, stage: Int? = nil, publisher: AnyPublisher<Carried, SpecFailure>,
    connect: (() -> AnyCancellable)? = nil
  ) {
    self.name = name
    self.key = key
    self.stage = stage
    self.publisher = publisher
    self.connect = connect
  }

  /// The same stream with a name.
  func named(_ name: String) -> SpecStream { SpecStream(name: name, key: key, stage: stage, publisher: publisher, connect: connect) }

  package static func == (lhs: SpecStream, rhs: SpecStream) -> Bool {
    if let name = lhs.name, let other = rhs.name { name == other } else { lhs === rhs }
  }
  package func hash(into hasher: inout Hasher) {
    if let name { hasher.combine(name) } else { hasher.combine(ObjectIdentifier(self)) }
  }
}

extension AnyPublisher<Carried, SpecFailure> {
  /// A stream that sends no value and never completes.
  static var never: Self { Empty(completeImmediately: false).eraseToAnyPublisher() }
}

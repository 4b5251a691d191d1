import Pipes

/// A subject of the kind that a spec names.
final class SpecSubject: Subject {
  typealias Output = Carried
  typealias Failure = SpecFailure

  enum Kind {
    case passthrough(PassthroughSubject<Carried, SpecFailure>)
    case current(CurrentValueSubject<Carried, SpecFailure>)
    case replay(ReplaySubject<Carried, SpecFailure>)
  }
  private let kind: Kind
  init(_ kind: Kind) { self.kind = kind }

  /// Creates the subject that a value names; `nil` if it names none.
  convenience init?(_ value: Value) {
    guard case .member(let name, let items) = value else { return nil }
    switch (name, items.elements.first) {
    case ("PassthroughSubject", nil): self.init(.passthrough(PassthroughSubject()))
    case ("CurrentValueSubject", let value?): self.init(.current(CurrentValueSubject(Carried(value))))
    case ("ReplaySubject", .integer(let size)?): self.init(.replay(ReplaySubject(bufferSize: Int(clamping: size))))
    default: return nil
    }
  }

  func receive<S: Subscriber<Carried, SpecFailure>>(subscriber: S) {
    switch kind {
    case .passthrough(let subject): subject.subscribe(subscriber)
    case .current(let subject): subject.subscribe(subscriber)
    case .replay(let subject): subject.subscribe(subscriber)
    }
  }
  func send(_ value: Carried) {
    switch kind {
    case .passthrough(let subject): subject.send(value)
    case .current(let subject): subject.send(value)
    case .replay(let subject): subject.send(value)
    }
  }
  func send(completion: Subscribers.Completion<SpecFailure>) {
    switch kind {
    case .passthrough(let subject): subject.send(completion: completion)
    case .current(let subject): subject.send(completion: completion)
    case .replay(let subject): subject.send(completion: completion)
    }
  }
  func send(subscription: any Subscription) {
    switch kind {
    case .passthrough(let subject): subject.send(subscription: subscription)
    case .current(let subject): subject.send(subscription: subscription)
    case .replay(let subject): subject.send(subscription: subscription)
    }
  }
}

/// A stream of a spec that waits for its connection.
struct SpecConnectable: ConnectablePublisher {
  typealias Output = Carried
  typealias Failure = SpecFailure
  let publisher: SpecPublisher
  let connection: () -> AnyCancellable

  func receive<S: Subscriber<Carried, SpecFailure>>(subscriber: S) { publisher.subscribe(subscriber) }
  func connect() -> any Cancellable { connection() }
}

extension Stage {
  fileprivate func subject(_ value: Value, at span: Span) throws -> SpecSubject {
    if let subject = SpecSubject(value) { return subject }
    throw problem("expected a subject, got \(value.shown)", at: span, fix: "write PassthroughSubject()")
  }
}

extension Parameter<() -> SpecSubject> {
  /// `subject: PassthroughSubject()`: the same subject for each call of the closure.
  static var subject: Parameter {
    Parameter(info: ParameterInfo(label: "subject", kind: .subject)) { stage, arguments in
      let subject = try stage.subject(try stage.value(arguments[0]), at: arguments[0].value.span)
      return { subject }
    }
  }
}

extension ClosureResult<SpecSubject> {
  static var subject: ClosureResult {
    ClosureResult(fallback: SpecSubject(.passthrough(PassthroughSubject()))) { stage, value, _, span in
      try stage.subject(value, at: span)
    }
  }
}

/// The connection of the upstream. It is not an argument of the call.
var ownConnection: Parameter<() -> AnyCancellable> {
  Parameter(info: ParameterInfo(label: "", kind: .implied, isOptional: true)) { stage, _ in
    if case .stream(let stream)? = stage.call.upstream, let connect = stream.connect { return connect }
    throw stage.problem(
      "the stream does not wait for a connection", at: stage.call.span, fix: "write it after multicast(…)")
  }
}

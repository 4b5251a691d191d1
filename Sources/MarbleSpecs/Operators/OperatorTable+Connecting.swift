import Pipes

extension OperatorTable {
  /// Adds the operators whose streams wait for a connection, and the one that creates several streams.
  mutating func addConnecting() {
    family = "Sharing"
    let subject = "a: -1-2-3-|\nlet shared = a.multicast"
    let connected = "\n> shared\nfrom ^\nfrom -----^\nconnect shared: --^"
    about(
      "multicast",
      facts: OperatorFacts(
        use: "where all subscribers must be subscribed before the work begins, or a subject keeps values for late subscribers",
        rivals: ["share"], rx: ["publish"], requests: .unlimited,
        drops: "a value for each subscriber that has not requested it, unless the subject keeps it",
        cancels: "the upstream when the connection is cancelled",
        losesWithoutDemand: true, isShared: true, typing: .keepsValues))
    connectable(
      "multicast", "Sends values to all subscribers through a subject, once it is connected.", .subject,
      sample: subject + "(subject: PassthroughSubject())" + connected
    ) { upstream, make in upstream.multicast { make() } }
    connectable(
      "multicast", "Sends values to all subscribers through a subject, once it is connected.", producer(.subject),
      sample: subject + " { CurrentValueSubject(0) }" + connected
    ) { upstream, make in upstream.multicast { make() } }
    about(
      "autoconnect",
      facts: OperatorFacts(
        use: "to connect a multicast automatically", rivals: ["share"], rx: ["refCount"],
        cancels: "the connection when the last subscriber cancels", typing: .keepsValues))
    row(
      "autoconnect", "Connects when the first subscriber arrives.", ownConnection,
      sample: "a: -1-2-3-|\n> a.multicast { ReplaySubject(bufferSize: 1) }.autoconnect()\nfrom ^\nfrom ----^"
    ) { SpecConnectable(publisher: $0, connection: $1).autoconnect() }
    family = "Filtering"
    about(
      "partition",
      facts: OperatorFacts(
        use: "to handle the values that meet a condition in one way and the others in another", rivals: ["filter", "groupBy"],
        requests: .unlimited, drops: "from each of the two publishers the values of the other",
        cancels: "the upstream when neither has a subscriber", losses: .init(atOnce: "it belongs to the other stream"),
        losesWithoutDemand: true, isShared: true, typing: .keepsValues))
    several(
      "partition", "Sends the values for which a condition is true to one publisher, and the others to another.", closure(.truth),
      labels: ["matching", "others"],
      sample: "a: -1-2-3-|\nlet parts = a.partition { $0 > 2 }\n> parts.matching.merge(with: parts.others.map { $0 * 10 })"
    ) { upstream, isMatching in
      let parts = upstream.partition(isMatching)
      return [parts.matching.eraseToAnyPublisher(), parts.others.eraseToAnyPublisher()]
    }
  }
}

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
  fileprivate static var subject: Parameter {
    Parameter(info: ParameterInfo(label: "subject", kind: .subject)) { stage, arguments in
      let subject = try stage.subject(try stage.value(arguments[0]), at: arguments[0].value.span)
      return { subject }
    }
  }
}

extension ClosureResult<SpecSubject> {
  fileprivate static var subject: ClosureResult {
    ClosureResult(fallback: SpecSubject(.passthrough(PassthroughSubject()))) { stage, value, _, span in
      try stage.subject(value, at: span)
    }
  }
}

/// The connection of the upstream. It is not an argument of the call.
private var ownConnection: Parameter<() -> AnyCancellable> {
  Parameter(info: ParameterInfo(label: "", kind: .implied, isOptional: true)) { stage, _ in
    if case .stream(let stream)? = stage.call.upstream, let connect = stream.connect { return connect }
    throw stage.problem("the stream does not wait for a connection", at: stage.call.span, fix: "write it after multicast(…)")
  }
}

extension Parameter<Publishers.BufferingStrategy<SpecFailure>> {
  /// `.dropNewest`, `.dropOldest` or `.customError { "full" }`.
  static var whenFull: Parameter {
    let names = ["dropNewest", "dropOldest", "customError { \"full\" }"]
    return Parameter(info: ParameterInfo(label: "whenFull", kind: .choice(names))) { stage, arguments in
      let argument = arguments[0].value
      if case .implicit("customError", let given) = argument.kind, let closure = given.first?.value, closure.isFunction, given.count == 1 {
        return .customError {
          stage.attempt(or: .bare) { SpecFailure(try stage.evaluator.apply(closure, to: [], stage.call.scope)) }
        }
      }
      switch try stage.value(arguments[0]) {
      case .member("dropNewest", let items) where items.elements.isEmpty: return .dropNewest
      case .member("dropOldest", let items) where items.elements.isEmpty: return .dropOldest
      case let value:
        throw stage.problem("expected .dropNewest, .dropOldest or .customError { … }, got \(value.shown)", at: argument.span)
      }
    }
  }
}

import Pipes

typealias SpecPublisher = AnyPublisher<Carried, SpecFailure>

/// A value in a pipeline. In a traced run it carries its causes: the events that it is, or that it was computed from.
///
/// An operator that sends a value unchanged sends the causes with it. So they are read off the values, and are not
/// guessed from the name of an operator. Two are equal if their values are.
struct Carried: Hashable, Sendable {
  let value: Value
  /// The causes; `nil` in a run that is not traced, and for a value that was computed from no event.
  let causes: CausingEvents?

  init(_ value: Value, _ causes: CausingEvents? = nil) {
    self.value = value
    self.causes = causes
  }

  static func == (lhs: Carried, rhs: Carried) -> Bool { lhs.value == rhs.value }
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

/// The events of a trace that a value is, or that it was computed from.
///
/// An operator that keeps a value keeps its causes, too. The tracer is notified when the operator releases them; so the
/// run knows which values an operator keeps and which it has dropped.
final class CausingEvents: @unchecked Sendable {
  // Unchecked: a value belongs to one run, and a run to one thread.
  let events: [Int]
  /// The tracer of the event that the value is; `nil` if the value was computed from several.
  let tracer: Tracer?
  private let parts: [CausingEvents]

  /// The value that an operator receives for this event.
  init(_ event: Int, _ tracer: Tracer) {
    events = [event]
    self.tracer = tracer
    parts = []
  }

  private init(parts: [CausingEvents]) {
    self.parts = parts
    events = parts.flatMap(\.events)
    tracer = nil
  }
  deinit { if let tracer { tracer.letGo(of: events[0]) } }

  /// The causes of a value that is computed from some values; `nil` if none of them is an event. A value that was
  /// itself computed before, such as the previous result of `scan`, does not count.
  static func computed(from values: some Sequence<Carried>) -> CausingEvents? {
    let parts = values.compactMap(\.causes).filter { $0.tracer != nil }
    return parts.isEmpty ? nil : CausingEvents(parts: parts)
  }
  /// The causes of a value that contains some values, such as an array.
  static func holding(_ values: some Sequence<Carried>) -> CausingEvents? {
    let parts = values.compactMap(\.causes)
    return parts.isEmpty ? nil : CausingEvents(parts: parts)
  }
  /// The publisher, marked so that its subscription is recorded as caused by this value, whenever it is subscribed.
  func mark(_ publisher: SpecPublisher) -> SpecPublisher {
    // If the causes are those of a previous result and a value, the value is the cause.
    parts.last.flatMap { $0.tracer?.made(publisher, of: $0.events[0]) } ?? publisher
  }
}

/// Passes the values of a pipeline on without their causes.
struct Uncarried<Downstream: Subscriber<Value, SpecFailure>>: Subscriber {
  let downstream: Downstream
  let combineIdentifier = CombineIdentifier()

  func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }
  func receive(_ input: Carried) -> Subscribers.Demand { downstream.receive(input.value) }
  func receive(completion: Subscribers.Completion<SpecFailure>) { downstream.receive(completion: completion) }
}

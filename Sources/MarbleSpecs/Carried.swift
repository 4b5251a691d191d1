import Pipes

/// A value in a pipeline. In a traced run it carries its origin: the events that it is, or that it was computed from.
///
/// An operator that sends a value unchanged sends the origin with it. So causes are read off the values, and are not guessed from the name
/// of an operator. Two are equal if their values are.
struct Carried: Hashable, Sendable {
  let value: Value
  /// The origin; `nil` in a run that is not traced, and for a value that was computed from no event.
  let origin: Origin?

  init(_ value: Value, _ origin: Origin? = nil) { (self.value, self.origin) = (value, origin) }

  static func == (lhs: Carried, rhs: Carried) -> Bool { lhs.value == rhs.value }
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

/// The events of a trace that a value is, or that it was computed from.
///
/// An operator that keeps a value keeps its origin, too. The tracer is notified when the operator releases the origin; so the run knows
/// which values an operator keeps and which it has dropped.
final class Origin: @unchecked Sendable {
  // Unchecked: a value belongs to one run, and a run to one thread.
  let events: [Int]
  /// The tracer of the event that the value is; `nil` if the value was computed from several.
  let tracer: Tracer?
  private let parts: [Origin]

  /// The value that an operator receives for this event.
  init(_ event: Int, _ tracer: Tracer) { (events, self.tracer, parts) = ([event], tracer, []) }

  private init(parts: [Origin]) {
    self.parts = parts
    events = parts.flatMap(\.events)
    tracer = nil
  }
  deinit { if let tracer { tracer.letGo(of: events[0]) } }

  /// The origin of a value that is computed from some values; `nil` if none of them is an event. A value that was itself computed before,
  /// such as the previous result of `scan`, does not count.
  static func made(of values: some Sequence<Carried>) -> Origin? {
    let parts = values.compactMap(\.origin).filter { $0.tracer != nil }
    return parts.isEmpty ? nil : Origin(parts: parts)
  }
  /// The origin of a value that contains some values, such as an array.
  static func holding(_ values: some Sequence<Carried>) -> Origin? {
    let parts = values.compactMap(\.origin)
    return parts.isEmpty ? nil : Origin(parts: parts)
  }
  /// The publisher, marked so that its subscription is recorded as caused by this value, whenever it is subscribed.
  func mark(_ publisher: SpecPublisher) -> SpecPublisher {
    // If the origin is of a previous result and a value, the value is the cause.
    parts.last.flatMap { $0.tracer?.made(publisher, of: $0.events[0]) } ?? publisher
  }
}

/// Passes the values of a pipeline on without their origins.
struct Uncarried<Downstream: Subscriber<Value, SpecFailure>>: Subscriber {
  let downstream: Downstream
  let combineIdentifier = CombineIdentifier()

  func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }
  func receive(_ input: Carried) -> Subscribers.Demand { downstream.receive(input.value) }
  func receive(completion: Subscribers.Completion<SpecFailure>) { downstream.receive(completion: completion) }
}

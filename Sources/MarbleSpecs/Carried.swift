import Pipes

/// A value on its way through a pipeline. In a run that is traced it knows which events it is, or is made of.
///
/// An operator that sends a value as it came sends the origin with it, whatever came before or between; so what caused what is read off the
/// values, and never guessed from an operator's name. Two are equal if their values are.
struct Carried: Hashable, Sendable {
  let value: Value
  /// Nil in a run that is not traced, and for a value that nothing was made of.
  let origin: Origin?

  init(_ value: Value, _ origin: Origin? = nil) { (self.value, self.origin) = (value, origin) }

  static func == (lhs: Carried, rhs: Carried) -> Bool { lhs.value == rhs.value }
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

/// The events of a trace that a value is, or that it is made of.
///
/// An operator that keeps a value keeps this with it. When the operator releases it, the tracer is notified: so the run knows which values an
/// operator keeps and which it has dropped.
final class Origin: @unchecked Sendable {
  // Unchecked: a value belongs to one run, and a run to one thread.
  let events: [Int]
  /// The tracer of the event that the value is; nil if it is made of several.
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

  /// The origin of what is made of some values; nil if none of them is an event. A value that was computed before, as the last result of
  /// `scan`, does not count.
  static func made(of values: some Sequence<Carried>) -> Origin? {
    let parts = values.compactMap(\.origin).filter { $0.tracer != nil }
    return parts.isEmpty ? nil : Origin(parts: parts)
  }
  /// The origin of what holds some values, as an array does.
  static func holding(_ values: some Sequence<Carried>) -> Origin? {
    let parts = values.compactMap(\.origin)
    return parts.isEmpty ? nil : Origin(parts: parts)
  }
  /// A stream that was made of a value begins because of that value, whenever it begins.
  func mark(_ publisher: SpecPublisher) -> SpecPublisher {
    // Of a result so far and a value it is the value.
    parts.last.flatMap { $0.tracer?.made(publisher, of: $0.events[0]) } ?? publisher
  }
}

/// The output of a pipeline, without its origins.
struct Uncarried<Downstream: Subscriber<Value, SpecFailure>>: Subscriber {
  let downstream: Downstream
  let combineIdentifier = CombineIdentifier()

  func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }
  func receive(_ input: Carried) -> Subscribers.Demand { downstream.receive(input.value) }
  func receive(completion: Subscribers.Completion<SpecFailure>) { downstream.receive(completion: completion) }
}

import Pipes
import Testing

/// A publisher that does what a test tells it, right or wrong, and notes what is done to it.
///
/// It knows no rules: it sends without demand, before the subscription, after the end. To send as a good publisher does
/// use ``Line/feed(_:then:)``.
final class Source<Output, Failure: Error>: Publisher {
  let rig: Rig
  let name: String
  /// One per subscriber, in the order in which they came.
  private(set) var lines: [Line] = []
  /// The reaction to a subscriber. At first: the subscription is handed over.
  var whenSubscribed: (Line) -> Void = { $0.open() }
  /// Whether the lines of earlier subscribers are kept.
  var keepsLines = true
  /// Whether a cancelled or ended line of those to come lets its subscriber go, as publishers should.
  var forgets = true

  init(_ rig: Rig, _ name: String = "U") {
    self.rig = rig
    self.name = name
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    rig.note("\(name)^")
    let line = Line(self, subscriber)
    if !keepsLines { lines = [] }
    lines.append(line)
    whenSubscribed(line)
  }

  /// The line of the latest subscriber.
  var line: Line {
    if let last = lines.last { return last }
    Issue.record("nobody has subscribed to \(name)")
    return Line(self, Probe<Output, Failure>(rig))
  }
  @discardableResult func send(_ value: Output) -> Subscribers.Demand { line.send(value) }
  func send(_ values: [Output]) { for value in values { line.send(value) } }
  func finish() { line.end(.finished) }
  func fail(_ error: Failure) { line.end(.failure(error)) }
  /// Ends the latest line when its subscriber alone holds it, so that the subscriber releases it.
  func endAndForget(_ completion: Subscribers.Completion<Failure>) {
    let target = lines.popLast()?.subscriber
    target?.receive(completion: completion)
  }

  /// The connection to one subscriber.
  final class Line: Subscription, CustomStringConvertible {
    private let rig: Rig
    private let name: String
    private let forgets: Bool
    private(set) var subscriber: (any Subscriber<Output, Failure>)?
    /// The demand that is not fulfilled yet.
    private(set) var demand = Subscribers.Demand.none
    private(set) var cancels = 0
    private var queue: ArraySlice<Output> = []
    private var ending: Subscribers.Completion<Failure>?
    private var isDraining = false
    /// Called after each request, with what was asked.
    var whenRequested: (Subscribers.Demand) -> Void = { _ in }
    /// Called on each cancel.
    var whenCancelled: () -> Void = {}
    /// Called when the line is released.
    var whenFreed: () -> Void = {}

    fileprivate init<S: Subscriber<Output, Failure>>(_ source: Source, _ subscriber: S) {
      (rig, name, forgets) = (source.rig, source.name, source.forgets)
      self.subscriber = subscriber
    }
    deinit { whenFreed() }
    var description: String { name }

    /// Hands the subscription over. Twice is a fault some tests want.
    func open() { subscriber?.receive(subscription: self) }

    @discardableResult func send(_ value: Output) -> Subscribers.Demand {
      guard let subscriber else { return .none }
      if demand > .none { demand -= 1 }
      let more = subscriber.receive(value)
      if more > .none { rig.note("\(name)+\(note(of: more))") }
      demand += more
      return more
    }

    func end(_ completion: Subscribers.Completion<Failure>) {
      guard let target = subscriber else { return }
      if forgets { subscriber = nil }
      target.receive(completion: completion)
    }

    /// Sends as much as is asked for, now and with later requests; then the completion, right after the last value.
    func feed(_ values: [Output], then ending: Subscribers.Completion<Failure>? = nil) {
      queue += values
      self.ending = ending
      drain()
    }
    var unsent: Int { queue.count }

    private func drain() {
      guard !isDraining else { return }
      isDraining = true
      while demand > .none, let value = queue.popFirst() { send(value) }
      isDraining = false
      if queue.isEmpty, let ending {
        self.ending = nil
        end(ending)
      }
    }

    func request(_ demand: Subscribers.Demand) {
      rig.note("\(name)?\(note(of: demand))")
      self.demand += demand
      whenRequested(demand)
      drain()
    }
    func cancel() {
      cancels += 1
      rig.note("\(name)!")
      whenCancelled()
      guard forgets else { return }
      subscriber = nil
      queue = []
      ending = nil
    }
  }
}

/// A subscription from nowhere, which notes what is done to it.
final class Ticket: Subscription, CustomStringConvertible {
  let rig: Rig
  let name: String
  init(_ rig: Rig, _ name: String = "T") { (self.rig, self.name) = (rig, name) }
  var description: String { name }
  func request(_ demand: Subscribers.Demand) { rig.note("\(name)?\(note(of: demand))") }
  func cancel() { rig.note("\(name)!") }
}

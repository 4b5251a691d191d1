import Pipes

/// The interface of a probe for the laws, whatever it receives.
protocol AnyProbe: AnyObject, Cancellable {
  var subscriptions: [any Subscription] { get }
  var subscription: (any Subscription)? { get }
  var reply: Subscribers.Demand { get set }
  var whenReceived: () -> Void { get set }
  var values: Int { get }
  var ends: Int { get }
  func request(_ demand: Subscribers.Demand)
}
extension AnyProbe {
  /// Acts inside the next `receive(_:)`, and in no later one.
  func inNextValue(_ act: @escaping () -> Void) {
    whenReceived = { [weak self] in
      self?.whenReceived = {}
      act()
    }
  }
}

/// A subscriber that notes what it receives and does what a test tells it.
final class Probe<Input, Failure: Error>: Subscriber, AnyProbe {
  let rig: Rig
  let name: String
  /// Every subscription received, in order; a well-behaved upstream gives one.
  private(set) var subscriptions: [any Subscription] = []
  /// The demand that is requested as soon as the subscription arrives.
  let demand: Subscribers.Demand?
  /// The demand that is returned for a value.
  var reply: Subscribers.Demand
  /// Called inside `receive(subscription:)`, after the first request.
  var whenSubscribed: (any Subscription) -> Void = { _ in }
  /// Called inside `receive(_:)`, after the value was noted.
  var whenReceived: () -> Void = {}
  /// Called inside `receive(completion:)`, after it was noted.
  var whenEnded: () -> Void = {}
  private(set) var values = 0
  private(set) var ends = 0

  init(_ rig: Rig, _ name: String = "", demand: Subscribers.Demand? = nil, reply: Subscribers.Demand = .none) {
    (self.rig, self.name, self.demand, self.reply) = (rig, name, demand, reply)
  }

  private func note(_ text: String) { rig.note(name.isEmpty ? text : "\(name):\(text)") }

  func receive(subscription: any Subscription) {
    note("^\((subscription as? any CustomStringConvertible)?.description ?? "")")
    if rig.holdsSubscriptions { subscriptions.append(subscription) }
    if let demand { subscription.request(demand) }
    whenSubscribed(subscription)
  }
  func receive(_ input: Input) -> Subscribers.Demand {
    values += 1
    note(PipesTests.note(of: input))
    whenReceived()
    return reply
  }
  func receive(completion: Subscribers.Completion<Failure>) {
    ends += 1
    note(PipesTests.note(of: completion))
    whenEnded()
  }

  /// The first subscription.
  var subscription: (any Subscription)? { subscriptions.first }
  func request(_ demand: Subscribers.Demand) { subscription?.request(demand) }
  func cancel() { subscription?.cancel() }
}

/// The connection between one subscriber and its upstream: it takes requests, and it can be cancelled.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  /// Requests more values, in addition to the earlier requests.
  func request(_ demand: Subscribers.Demand)
}

/// The namespace of the subscriptions of this module.
public enum Subscriptions {
  /// A subscription without an upstream: requests and cancel do nothing. Always the same object.
  public static var empty: any Subscription { EmptySubscription.shared }
}

final class EmptySubscription: EngineSubscription, @unchecked Sendable {
  static let shared = EmptySubscription()
  override var description: String { "Empty" }
}

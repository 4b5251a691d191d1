/// The connection between one subscriber and its upstream: it takes requests, and it can be cancelled.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  /// Asks for more values, in addition to those asked for before.
  func request(_ demand: Subscribers.Demand)
}

/// The namespace of ready-made subscriptions.
public enum Subscriptions {
  /// A subscription to a stream that has nothing to give: requests and cancel do nothing. Always the same object.
  public static var empty: any Subscription { EmptySubscription.shared }
}

final class EmptySubscription: EngineSubscription, @unchecked Sendable {
  static let shared = EmptySubscription()
  override var description: String { "Empty" }
}

/// The connection between one subscriber and its upstream. The subscriber requests values through it, or cancels it.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  /// Requests more values, in addition to the earlier requests.
  ///
  /// - Parameter demand: The number of additional values. Most subscriptions treat a demand of zero as a misuse, which
  ///   stops the program.
  func request(_ demand: Subscribers.Demand)
}

/// The namespace of the subscriptions of this module.
public enum Subscriptions {
  /// A subscription without an upstream. Requesting and cancelling do nothing. It is always the same object.
  public static var empty: any Subscription { EmptySubscription.shared }
}

final class EmptySubscription: EngineSubscription, @unchecked Sendable {
  static let shared = EmptySubscription()
  override var description: String { "Empty" }
}

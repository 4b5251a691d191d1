#if !canImport(Combine)
  import Foundation
  import Pipes

  extension NotificationCenter {
    /// Returns a publisher of the notifications with a name. It never completes.
    ///
    /// Notifications are delivered inside the call that posts them. *Drops* a notification that is posted while there
    /// is no demand.
    ///
    /// - Parameter name: The name of the notifications.
    /// - Parameter object: The sender of the notifications; by default all senders.
    public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher {
      Publisher(center: self, name: name, object: object)
    }

    /// A publisher of notifications. Each subscription adds an observer, which a cancel removes.
    public struct Publisher: Pipes.Publisher {
      /// The values are notifications.
      public typealias Output = Notification
      /// This publisher never fails.
      public typealias Failure = Never
      /// The center of the notifications.
      public let center: NotificationCenter
      /// The name of the notifications.
      public let name: Notification.Name
      /// The sender of the notifications; `nil` for all senders.
      public let object: AnyObject?

      /// Creates a publisher of the notifications with a name, from one sender or from all.
      public init(center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil) {
        self.center = center
        self.name = name
        self.object = object
      }
      public func receive<S: Subscriber<Notification, Never>>(subscriber: S) {
        let subscription = EventSubscription(subscriber, "NotificationCenter Observer")
        let send = subscription.send
        let observer = center.addObserver(forName: name, object: object, queue: nil) { send($0) }
        subscription.whenCancelled { [center] in center.removeObserver(observer) }
        subscriber.receive(subscription: subscription)
      }
    }
  }

  extension NotificationCenter.Publisher: Equatable {
    /// Whether the center, the name and the sender are the same.
    public static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.center === rhs.center && lhs.name == rhs.name && lhs.object === rhs.object
    }
  }
#endif

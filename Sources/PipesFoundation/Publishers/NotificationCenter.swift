#if !canImport(Combine)
  import Foundation
  import Pipes

  extension NotificationCenter {
    /// A publisher of the notifications with this name, of one sender or of all. It does not end.
    ///
    /// They are delivered inside the call that posts them. A notification that is posted while there is no demand is lost.
    public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher {
      Publisher(center: self, name: name, object: object)
    }

    /// A publisher of notifications. Each subscription is an observer of its own, until it is cancelled.
    public struct Publisher: Pipes.Publisher {
      /// A notification.
      public typealias Output = Notification
      /// It cannot fail.
      public typealias Failure = Never
      /// The center of the notifications.
      public let center: NotificationCenter
      /// Their name.
      public let name: Notification.Name
      /// Their sender; `nil` means all.
      public let object: AnyObject?

      /// A publisher of the notifications with this name, of one sender or of all.
      public init(center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil) {
        (self.center, self.name, self.object) = (center, name, object)
      }
      public func receive<S: Subscriber<Notification, Never>>(subscriber: S) {
        let tap = Tap(subscriber, "NotificationCenter Observer")
        let send = tap.send
        let observer = center.addObserver(forName: name, object: object, queue: nil) { send($0) }
        tap.whenCancelled { [center] in center.removeObserver(observer) }
        subscriber.receive(subscription: tap)
      }
    }
  }

  extension NotificationCenter.Publisher: Equatable {
    /// Whether center, name and sender are the same.
    public static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.center === rhs.center && lhs.name == rhs.name && lhs.object === rhs.object
    }
  }
#endif

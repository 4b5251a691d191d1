/// An object with a publisher that announces each change before it happens.
///
/// In a class with ``Published`` properties, `objectWillChange` sends before each of them is set, without further code.
/// A class that declares an `objectWillChange` of its own must call `send()` itself.
public protocol ObservableObject: AnyObject {
  /// The type of the publisher that announces changes.
  associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
  where ObjectWillChangePublisher.Failure == Never
  /// The publisher that sends before the object changes.
  var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  /// The publisher that sends before a ``Published`` property of this object is set. It is the same object each time.
  ///
  /// Only the stored properties that are declared as ``Published``, in the class or a superclass, are read. So other
  /// threads may change the others meanwhile, under a lock of the class.
  ///
  /// - Complexity: Linear in the number of published properties. The first call for a class looks at the types of all
  ///   its stored properties.
  public var objectWillChange: ObservableObjectPublisher { observers.publisher(of: self) }
}

/// A publisher that announces a change to its subscribers, without a value. It never completes.
///
/// A subscriber that has requested once receives every announcement, whatever its demand.
public final class ObservableObjectPublisher: Publisher, Sendable {
  /// The values are empty: only the time of an announcement matters.
  public typealias Output = Void
  /// This publisher never fails.
  public typealias Failure = Never
  private let hub = ObservableObjectHub()
  /// Creates a publisher.
  public init() {}
  /// Sends the announcement to the subscribers.
  public func send() { hub.send(()) }

  public func receive<S: Subscriber<Void, Never>>(subscriber: S) {
    hub.connect(subscriber, "ObservableObjectPublisher", of: self)
  }
}

final class ObservableObjectHub: FanOut<Void, Never>, @unchecked Sendable {
  override func granted(_ demand: Subscribers.Demand, to name: String) -> Subscribers.Demand {
    demand > .none ? .unlimited : .none
  }
}

/// A ``Published`` property of any type.
protocol ObservedProperty {
  /// Reads the property that is stored at an address.
  static func field(at address: UnsafeRawPointer) -> any ObservedField
}
protocol ObservedField: AnyObject { var willChange: ObservableObjectPublisher? { get set } }

private let observers = ObjectObservers()

/// The publishers of objects that conform to ``ObservableObject``.
private final class ObjectObservers: Sendable {
  /// The publisher of an object without published properties, which cannot store it.
  private struct Entry {
    weak var object: AnyObject?
    let publisher: ObservableObjectPublisher
  }
  private let others = Guarded<(entries: [ObjectIdentifier: Entry], limit: Int)>(([:], 64))
  /// The published properties of each class that has been asked for.
  private let layouts = Guarded<[ObjectIdentifier: [PublishedProperty]]>([:])

  /// The publisher that all published properties of the object share, created at its first use.
  func publisher(of object: AnyObject) -> ObservableObjectPublisher {
    let fields = properties(of: type(of: object)).map { $0.field(of: object) }
    return others.with { others in
      guard !fields.isEmpty else { return ObjectObservers.publisher(of: object, in: &others.entries, &others.limit) }
      let publisher = fields.lazy.compactMap(\.willChange).first ?? ObservableObjectPublisher()
      for field in fields { field.willChange = publisher }
      return publisher
    }
  }
  private func properties(of type: AnyClass) -> [PublishedProperty] {
    let id = ObjectIdentifier(type)
    if let known = layouts.with({ $0[id] }) { return known }
    let properties = publishedProperties(of: type)
    layouts.with { $0[id] = properties }
    return properties
  }
  private static func publisher(
    of object: AnyObject, in entries: inout [ObjectIdentifier: Entry], _ limit: inout Int
  ) -> ObservableObjectPublisher {
    let id = ObjectIdentifier(object)
    if let entry = entries[id], entry.object === object { return entry.publisher }
    if entries.count >= limit {
      entries = entries.filter { $0.value.object != nil }
      limit = max(64, entries.count * 2)
    }
    let publisher = ObservableObjectPublisher()
    entries[id] = Entry(object: object, publisher: publisher)
    return publisher
  }
}

/// A property of a class that publishes each new value just before it is stored.
///
///     final class Model: ObservableObject {
///       @Published var name = "x"
///     }
///     let token = model.$name.sink { print($0) }  // "x", then every value that is set
///
/// Setting the property first sends on the object's ``ObservableObject/objectWillChange``, then to the subscribers of `$name`, and then
/// stores the value: a subscriber that reads the property sees the old value. The publisher never completes.
@propertyWrapper
public struct Published<Value> {
  @usableFromInline let storage: PublishedStorage<Value>

  /// Creates a property with an initial value.
  @inlinable public init(wrappedValue: Value) { storage = PublishedStorage(wrappedValue) }
  /// Creates a property with an initial value.
  @inlinable public init(initialValue: Value) { self.init(wrappedValue: initialValue) }

  /// The publisher of the property. Setting it has no effect; it is settable so that it can be passed to ``Pipes/Publisher/assign(to:)``.
  public var projectedValue: Publisher {
    get { Publisher(storage) }
    set {}
  }
  /// Unavailable: the property must belong to a class.
  @available(*, unavailable, message: "@Published is for properties of classes only")
  public var wrappedValue: Value {
    get { fatalError("@Published is for properties of classes only") }
    set { fatalError("@Published is for properties of classes only") }
  }
  /// Reads and writes the property of an object. The compiler calls it.
  @inlinable
  public static subscript<Object: AnyObject>(
    _enclosingInstance object: Object, wrapped wrapped: ReferenceWritableKeyPath<Object, Value>,
    storage storage: ReferenceWritableKeyPath<Object, Published<Value>>
  ) -> Value {
    get { object[keyPath: storage].storage.value }
    set { object[keyPath: storage].storage.publish(newValue) }
  }

  /// The publisher of a property: it sends the current value at the first request, then each value that is set.
  ///
  /// A value that is set while a subscriber has no demand is not queued: at its next request the subscriber receives the latest value.
  public struct Publisher: Pipes.Publisher {
    public typealias Output = Value
    /// This publisher never fails.
    public typealias Failure = Never
    @usableFromInline let storage: PublishedStorage<Value>
    init(_ storage: PublishedStorage<Value>) { self.storage = storage }

    @inlinable @inline(__always)
    public func receive<S: Subscriber<Value, Never>>(subscriber: S) {
      storage.hub.connectCurrent(subscriber, "PublishedSubject", of: storage.hub)
    }
  }
}

/// The storage of a published property. Subscriptions hold the hub and not this storage, so they may outlive the object. The upstreams of
/// the property do not: they are cancelled with the storage.
@usableFromInline final class PublishedStorage<Value>: @unchecked Sendable {
  // Unchecked: the state that changes is guarded by locks. A value need not be `Sendable`.
  @usableFromInline let hub: CurrentFanOut<Value, Never>
  @usableFromInline let property: Guarded<(value: Value, willChange: ObservableObjectPublisher?)>
  /// The subscriptions of the publishers that are assigned to the property.
  private let upstreams = Guarded(Hub.Attached())
  @inlinable init(_ value: Value) {
    hub = CurrentFanOut(value, skipsOlder: false)  // of several values set re-entrantly the outermost counts: see `publish`
    property = Guarded((value, nil))
  }
  deinit { for upstream in upstreams.with({ $0.list }) { upstream.cancel() } }

  @inlinable var value: Value { property.with { $0.value } }
  @inlinable func publish(_ value: Value) {
    property.with { $0.willChange }?.send()
    hub.sendCurrent(value)
    // Of several values set re-entrantly the outermost is stored last, and late subscribers receive it.
    let old = property.with { property in
      let old = property.value
      property.value = value
      return old  // freed outside the lock
    }
    let sent = hub.current.with { current in
      let sent = current.value
      current.value = value
      return sent
    }
    withExtendedLifetime((old, sent)) {}
  }
  func hold(_ upstream: Link) {
    let old = upstreams.with { $0.add(upstream) }
    withExtendedLifetime(old) {}  // released outside of the lock
  }
}

extension PublishedStorage: ObservedField {
  var willChange: ObservableObjectPublisher? {
    get { property.with { $0.willChange } }
    set { property.with { $0.willChange = newValue } }
  }
}
extension Published: ObservedProperty {
  var field: any ObservedField { storage }
}

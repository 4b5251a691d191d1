/// A property of a class that can be observed: its new value is published just before it is stored.
///
///     final class Model: ObservableObject {
///       @Published var name = "x"
///     }
///     let token = model.$name.sink { print($0) }  // "x", then every value that is set
///
/// Setting it tells the object's ``ObservableObject/objectWillChange``, then the subscribers of `$name`, and then stores the value: so a
/// subscriber that reads the property sees the old one. The publisher never ends.
@propertyWrapper
public struct Published<Value> {
  @usableFromInline let storage: PublishedStorage<Value>

  /// A property with a first value.
  @inlinable public init(wrappedValue: Value) { storage = PublishedStorage(wrappedValue) }
  /// A property with a first value.
  @inlinable public init(initialValue: Value) { self.init(wrappedValue: initialValue) }

  /// The publisher of the property. Setting it changes nothing; it can be set so that ``Pipes/Publisher/assign(to:)`` can be given it.
  public var projectedValue: Publisher {
    get { Publisher(storage) }
    set {}
  }
  /// Only properties of classes have a value to publish.
  @available(*, unavailable, message: "@Published is for properties of classes only")
  public var wrappedValue: Value {
    get { fatalError("@Published is for properties of classes only") }
    set { fatalError("@Published is for properties of classes only") }
  }
  /// How the compiler reads and writes the property of an object.
  @inlinable
  public static subscript<Object: AnyObject>(
    _enclosingInstance object: Object, wrapped wrapped: ReferenceWritableKeyPath<Object, Value>,
    storage storage: ReferenceWritableKeyPath<Object, Published<Value>>
  ) -> Value {
    get { object[keyPath: storage].storage.value }
    set { object[keyPath: storage].storage.publish(newValue) }
  }

  /// The value of a property, at the first request, and then every value that is set.
  ///
  /// A value set while a subscriber has not asked for one is not queued: when it asks again it gets the latest.
  public struct Publisher: Pipes.Publisher {
    /// The value of the property.
    public typealias Output = Value
    /// It cannot fail.
    public typealias Failure = Never
    @usableFromInline let storage: PublishedStorage<Value>
    init(_ storage: PublishedStorage<Value>) { self.storage = storage }

    @inlinable @inline(__always)
    public func receive<S: Subscriber<Value, Never>>(subscriber: S) {
      storage.hub.connect(subscriber, "PublishedSubject", of: storage.hub)
    }
  }
}

/// What a published property keeps. Subscriptions hold the hub and not this: so they outlive the object, and what feeds the property does not.
@usableFromInline final class PublishedStorage<Value>: @unchecked Sendable {
  // Unchecked: what changes is behind locks. A value need not be Sendable.
  @usableFromInline let hub: CurrentFanOut<Value, Never>
  @usableFromInline let property: Guarded<(value: Value, willChange: ObservableObjectPublisher?)>
  /// What feeds the property.
  private let upstreams = Guarded<[Link]>([])
  @inlinable init(_ value: Value) {
    hub = CurrentFanOut(value, skipsOlder: false)  // of values set inside one another the outermost counts: see `publish`
    property = Guarded((value, nil))
  }
  deinit { for upstream in upstreams.with({ $0 }) { upstream.cancel() } }

  @inlinable var value: Value { property.with { $0.value } }
  @inlinable func publish(_ value: Value) {
    property.with { $0.willChange }?.send()
    hub.sendCurrent(value)
    // Of several values set inside one another the outermost is stored last, and is the one that late subscribers get.
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
  func hold(_ upstream: Link) { upstreams.with { $0.append(upstream) } }
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

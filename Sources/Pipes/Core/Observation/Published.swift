/// A property of a class that publishes each new value just before it is stored.
///
///     final class Model: ObservableObject {
///       @Published var name = "x"
///     }
///     let token = model.$name.sink { print($0) }  // "x", then every value that is set
///
/// Setting the property first sends on the object's ``ObservableObject/objectWillChange``, then to the subscribers of
/// `$name`, and then stores the value: a subscriber that reads the property sees the old value. The publisher never
/// completes.
///
/// Several threads may set and read the property. A value that is set while another thread delivers one is stored at
/// once and sent afterwards, by that thread. The property and all its subscribers end with the same value: the one that
/// was set last.
@propertyWrapper
public struct Published<Value> {
  @usableFromInline package let storage: PublishedStorage<Value>

  /// Creates a property with an initial value.
  @inlinable public init(wrappedValue: Value) { storage = PublishedStorage(wrappedValue) }
  /// Creates a property with an initial value.
  @inlinable public init(initialValue: Value) { self.init(wrappedValue: initialValue) }

  /// The publisher of the property. Setting it has no effect; it is settable so that it can be passed to
  /// ``Pipes/Publisher/assign(to:)``.
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
  /// A value that is set while a subscriber has no demand is not queued: at its next request the subscriber receives
  /// the latest value.
  public struct Publisher {
    public typealias Output = Value
    /// This publisher never fails.
    public typealias Failure = Never
    @usableFromInline package let storage: PublishedStorage<Value>
    init(_ storage: PublishedStorage<Value>) { self.storage = storage }

    @inlinable @inline(__always)
    public func receive<S: Subscriber<Value, Never>>(subscriber: S) {
      storage.hub.connectCurrent(subscriber, "PublishedSubject", of: storage.hub)
    }
  }
}
extension Published.Publisher: Publisher {}

/// The storage of a published property. Subscriptions hold the hub and not this storage, so they may outlive the
/// object. The upstreams of the property do not: they are cancelled with the storage.
@usableFromInline package final class PublishedStorage<Value>: @unchecked Sendable {
  // Unchecked: the state that changes is guarded by locks. A value need not be `Sendable`.
  /// The subscribers, and both values: the one that is sent and the one that the property shows.
  @usableFromInline package let hub: CurrentFanOut<Value, Never>
  @usableFromInline package let observer = Guarded<ObservableObjectPublisher?>(nil)
  /// The subscriptions of the publishers that are assigned to the property.
  private let upstreams = Guarded(Hub.Attached())
  @inlinable package init(_ value: Value) { hub = CurrentFanOut(value, isProperty: true) }
  deinit { for upstream in upstreams.with({ $0.list }) { upstream.cancel() } }

  @inlinable package var value: Value { hub.shown }
  @inlinable package func publish(_ value: Value) {
    observer.with { $0 }?.send()
    hub.set(value)
  }
  func hold(_ upstream: Link) {
    let old = upstreams.with { $0.add(upstream) }
    withExtendedLifetime(old) {}  // released outside of the lock
  }
}

/// The values of a published property: `current.value` is sent, and `current.stored` is what the property shows.
///
/// 1. Both are under one lock, with the versions that give the values their order.
/// 2. The thread inside the gate sends a value, then stores it. So of several values set re-entrantly the outermost is
///    stored last, and late subscribers receive it.
/// 3. A value that finds another thread inside is stored when it is queued, because the thread that set it may read the
///    property. No value with an earlier version is stored after it. So the property and its subscribers end with the
///    same value.
extension CurrentFanOut {
  @inlinable package var shown: Output { current.with { $0.stored ?? $0.value } }
  @inlinable package func set(_ value: Output) {
    guard let pass = gate.enterAgain() else { return setLater(value) }
    // The values that are replaced are released last, outside of the lock: their `deinit` may set the property.
    var old = (sent: value, stored: Optional(value))
    let version = current.with { current -> Int in
      _ = current.replace(&old.sent)
      if !gate.isBehind { return current.version }
      queueStored(value, &old.stored, &current)
      return 0
    }
    if version > 0 { spreadAndStore(value, version) }
    withExtendedLifetime(old) {}
    leave(pass)
  }
  @inlinable @inline(never) func setLater(_ value: Output) {
    var old = (sent: value, stored: Optional(value))
    current.with { current in
      _ = current.replace(&old.sent)
      queueStored(value, &old.stored, &current)
    }
    gate.settleQueued()
    withExtendedLifetime(old) {}
  }
  /// Called under the lock of `current`, which `state` is: stores the value, and queues its delivery.
  @inlinable @inline(never) func queueStored(_ value: Output, _ old: inout Output?, _ state: inout Current) {
    swap(&state.stored, &old)
    state.storedVersion = state.version
    let version = state.version
    gate.queue { [self] in
      spreadAndStore(value, version)
      if !detached.isEmpty { disposeDetached() }
    }
  }
  /// Called inside the gate.
  @inlinable @inline(__always) func spreadAndStore(_ value: Output, _ version: Int) {
    spread(value, version)
    var old = (sent: value, stored: Optional(value))
    current.with { current in
      guard current.storedVersion <= version else { return }
      swap(&current.value, &old.sent)
      swap(&current.stored, &old.stored)
    }
    withExtendedLifetime(old) {}
  }
}

extension PublishedStorage: ObservedField {
  var willChange: ObservableObjectPublisher? {
    get { observer.with { $0 } }
    set {
      let old = observer.with { observer in
        defer { observer = newValue }
        return observer
      }
      withExtendedLifetime(old) {}
    }
  }
}
extension Published: ObservedProperty {
  static func field(at address: UnsafeRawPointer) -> any ObservedField {
    address.assumingMemoryBound(to: Published.self).pointee.storage
  }
}

import Synchronization

/// An activity that can be cancelled. Cancelling twice has the effect of cancelling once.
public protocol Cancellable {
  /// Cancels the activity and releases everything that it holds.
  func cancel()
}

extension Cancellable {
  /// Keeps this in a collection of tokens: dropping the collection cancels it.
  public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
    collection.append(AnyCancellable(self))
  }
  /// Keeps this in a set of tokens: dropping the set cancels it.
  public func store(in set: inout Set<AnyCancellable>) {
    set.insert(AnyCancellable(self))
  }
}

/// A token that cancels when it is cancelled or released, whichever happens first: only once, and from any thread.
public final class AnyCancellable: Cancellable, Hashable, @unchecked Sendable {
  // Unchecked: only the one caller that turns `isDone` touches the targets after the initialiser.
  @usableFromInline let isDone = Atomic<Bool>(false)
  @exclusivity(unchecked) @usableFromInline var action: (() -> Void)?
  @exclusivity(unchecked) @usableFromInline var target: (any Cancellable)?
  /// The target if it is one of the engine's: called through its class, which is cheaper.
  @exclusivity(unchecked) @usableFromInline var engine: EngineSubscription?

  /// A token that runs the closure.
  public init(_ cancel: @escaping () -> Void) { action = cancel }
  /// A token that cancels something else, and keeps it until then.
  @inlinable public init<C: Cancellable>(_ canceller: C) { target = canceller }
  @usableFromInline init(engine: EngineSubscription) { self.engine = engine }
  deinit { if !isDone.load(ordering: .relaxed) { cancel() } }

  /// Cancels, unless that was done before, and releases the cancelled object.
  public func cancel() {
    guard !isDone.exchange(true, ordering: .acquiringAndReleasing) else { return }
    if let engine = engine.take() { return engine.cancel() }
    let (action, target) = (action.take(), target.take())
    action?()
    target?.cancel()
  }
  /// Keeps this very token in a collection.
  public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
    collection.append(self)
  }
  /// Keeps this very token in a set.
  public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }

  /// Whether both are the same token.
  public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool { lhs === rhs }
  /// Hashes the identity of the token.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

import Synchronization

/// An activity that can be cancelled. Cancelling it again has no effect.
public protocol Cancellable {
  /// Cancels the activity and releases everything that it holds.
  func cancel()
}

extension Cancellable {
  /// Appends a token for this activity to a collection. Removing the token, or releasing the collection, cancels the
  /// activity.
  public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
    collection.append(AnyCancellable(self))
  }
  /// Inserts a token for this activity into a set. Removing the token, or releasing the set, cancels the activity.
  public func store(in set: inout Set<AnyCancellable>) { set.insert(AnyCancellable(self)) }
}

/// A token that cancels an activity once: at the first call of `cancel()` or when the token is released. Safe to use
/// from any thread.
///
/// Keep the token as long as the activity should run. A token that no variable keeps cancels immediately.
public final class AnyCancellable: Cancellable, Hashable, @unchecked Sendable {
  // Unchecked: after the initializer only the caller that sets `isDone` uses the targets.
  @usableFromInline package let isDone = Atomic<Bool>(false)
  @exclusivity(unchecked) @usableFromInline var action = Kept<(() -> Void)?>(nil)
  @exclusivity(unchecked) @usableFromInline var target = Kept<(any Cancellable)?>(nil)
  /// The target if it is a subscription of the engine: a call through the class is cheaper.
  @exclusivity(unchecked) @usableFromInline var engine: EngineSubscription?

  /// Creates a token that runs a closure.
  ///
  /// - Parameter cancel: Runs once, on the thread that cancels or releases the token, and is released afterwards.
  public init(_ cancel: @escaping () -> Void) { action = Kept(cancel) }
  /// Creates a token that cancels another activity, and keeps that alive until then.
  @inlinable public init<C: Cancellable>(_ canceller: C) { target = Kept(canceller) }
  @usableFromInline package init(engine: EngineSubscription) { self.engine = engine }
  deinit { if !isDone.load(ordering: .relaxed) { cancel() } }

  /// Cancels the activity and releases it. Later calls do nothing.
  public func cancel() {
    // Relaxed: it elects one caller. The targets were written before the token was shared.
    guard !isDone.exchange(true, ordering: .relaxed) else { return }
    if let engine = engine.take() { return engine.cancel() }
    let (action, target) = (action.take(), target.take())
    action?()
    target?.cancel()
  }
  /// Appends this token to a collection. Removing the token, or releasing the collection, cancels the activity.
  public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
    collection.append(self)
  }
  /// Inserts this token into a set. Removing the token, or releasing the set, cancels the activity.
  public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }

  /// Whether both are the same token.
  public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool { lhs === rhs }
  /// Hashes the identity of the token.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

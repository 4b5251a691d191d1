extension Publishers.Map {
  /// Trampoline every value into another; one step instead of two.
  @inlinable public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Upstream, T> {
    let first = self.transform
    return .init(upstream: upstream) { transform(first($0)) }
  }
  /// Trampoline every value into another, or fails; one step instead of two.
  @inlinable public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Upstream, T> {
    let first = self.transform
    return .init(upstream: upstream) { try transform(first($0)) }
  }
}

extension Publishers.TryMap {
  /// Trampoline every value into another; one step instead of two.
  @inlinable public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.TryMap<Upstream, T> { tryMap(transform) }
  /// Trampoline every value into another, or fails; one step instead of two.
  @inlinable public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Upstream, T> {
    let first = self.transform
    return .init(upstream: upstream) { try transform(first($0)) }
  }
}

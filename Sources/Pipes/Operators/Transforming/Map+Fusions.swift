extension Publishers.Map {
  /// Sends the result of both closures for each value, in one step instead of two.
  @inlinable public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Upstream, T> {
    let first = self.transform
    return .init(upstream: upstream) { transform(first($0)) }
  }
  /// Sends the result of both closures for each value, in one step instead of two; fails if a closure throws.
  @inlinable public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Upstream, T> {
    let first = self.transform
    return .init(upstream: upstream) { try transform(first($0)) }
  }
}

extension Publishers.TryMap {
  /// Sends the result of both closures for each value, in one step instead of two.
  @inlinable public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.TryMap<Upstream, T> {
    tryMap(transform)
  }
  /// Sends the result of both closures for each value, in one step instead of two; fails if a closure throws.
  @inlinable public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Upstream, T> {
    let first = self.transform
    return .init(upstream: upstream) { try transform(first($0)) }
  }
}

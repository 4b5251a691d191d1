/// Where values end.
public final class Tally {
  @exclusivity(unchecked) @usableFromInline var total = 0
  public init() {}

  public var sum: Int { total }
  @inlinable public func add(_ value: Int) { total &+= value }
  @inlinable public func add(_ pair: (Int, Int)) { total &+= pair.0 &* 7 &+ pair.1 }
  @inlinable public func add(_ values: [Int]) { total &+= values.count &+ values[values.count - 1] }
  /// Tells one order of the values from another, at the price of a multiplication.
  @inlinable public func addInOrder(_ value: Int) { total = total &* 31 &+ value }
}

/// What `tryMap` throws in principle.
public struct Negative: Error {
  public init() {}
}

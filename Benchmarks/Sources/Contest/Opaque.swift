// The closures every contestant is given. They are made where no optimiser of a contestant can look: a call of one costs a call.

/// The work of the operators.
public enum Opaque {
  @inline(never) public static func triple() -> (Int) -> Int { { $0 &* 3 } }
  @inline(never) public static func increment() -> (Int) -> Int { { $0 &+ 1 } }
  @inline(never) public static func isEven() -> (Int) -> Bool { { $0 & 1 == 0 } }
  @inline(never) public static func isNoMultipleOf8() -> (Int) -> Bool { { $0 & 7 != 0 } }
  @inline(never) public static func isNotNegative() -> (Int) -> Bool { { $0 >= 0 } }
  @inline(never) public static func nilForMultiplesOf16() -> (Int) -> Int? { { $0 & 15 == 0 ? nil : $0 } }
  @inline(never) public static func sum() -> (Int, Int) -> Int { { $0 &+ $1 } }
  @inline(never) public static func tripleOrThrow() -> (Int) throws -> Int {
    { value in
      if value < 0 { throw Negative() }
      return value &* 3
    }
  }
}

struct Negative: Error {}

/// Where values end.
public final class Tally {
  @exclusivity(unchecked) public private(set) var sum = 0
  public init() {}

  @inline(never) public func adding() -> (Int) -> Void { { self.sum &+= $0 } }
  @inline(never) public func addingPairs() -> ((Int, Int)) -> Void { { self.sum &+= $0.0 &* 7 &+ $0.1 } }
  @inline(never) public func addingArrays() -> ([Int]) -> Void { { self.sum &+= $0.count &+ $0[$0.count - 1] } }
  /// Tells one order of the values from another, at the price of a multiplication.
  @inline(never) public func addingInOrder() -> (Int) -> Void { { self.sum = self.sum &* 31 &+ $0 } }
}

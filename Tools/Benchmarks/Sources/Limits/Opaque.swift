import Contest

/// The closures of the loops. They are made where the optimiser cannot look: a call of one costs a call.
enum Opaque {
  @inline(never) static func triple() -> (Int) -> Int { { $0 &* 3 } }
  @inline(never) static func increment() -> (Int) -> Int { { $0 &+ 1 } }
  @inline(never) static func isEven() -> (Int) -> Bool { { $0 & 1 == 0 } }
  @inline(never) static func isNoMultipleOf8() -> (Int) -> Bool { { $0 & 7 != 0 } }
  @inline(never) static func isNotNegative() -> (Int) -> Bool { { $0 >= 0 } }
  @inline(never) static func nilForMultiplesOf16() -> (Int) -> Int? { { $0 & 15 == 0 ? nil : $0 } }
  @inline(never) static func areEqual() -> (Int, Int) -> Bool { { $0 == $1 } }
  @inline(never) static func sum() -> (Int, Int) -> Int { { $0 &+ $1 } }
  @inline(never) static func tripleOrThrow() -> (Int) throws -> Int {
    { value in
      if value < 0 { throw Negative() }
      return value &* 3
    }
  }
}

extension Tally {
  @inline(never) func adding() -> (Int) -> Void { { self.add($0) } }
  @inline(never) func addingPairs() -> ((Int, Int)) -> Void { { self.add($0) } }
  @inline(never) func addingArrays() -> ([Int]) -> Void { { self.add($0) } }
  @inline(never) func addingInOrder() -> (Int) -> Void { { self.addInOrder($0) } }
}

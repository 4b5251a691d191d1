import Synchronization

/// Long work of the kit on the thread of a run, such as reading the names of a program's functions. Others may wait for
/// it. Only code of users is judged by the clock, so no run is while it goes on.
enum OwnWork {
  private static let count = Atomic<Int>(0)
  static var goesOn: Bool { count.load(ordering: .relaxed) > 0 }
  static func perform<Result>(_ work: () -> Result) -> Result {
    count.wrappingAdd(1, ordering: .relaxed)
    defer { count.wrappingSubtract(1, ordering: .relaxed) }
    return work()
  }
}

/// What the timers of all contestants share.
public enum Instants {
  /// A million pseudo-random nanoseconds within one second, the same on every machine.
  public static let random: [Int64] = {
    var state: UInt64 = 42
    return (0..<1_000_000).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int64(state >> 33) % 1_000_000_000
    }
  }()
}

/// Called by a contestant while it holds everything it is going to hold.
public enum Memory {
  nonisolated(unsafe) public static var probe: () -> Void = {}
}

/// How values follow each other in the timed cases, in nanoseconds.
public enum Pace {
  /// What debounce, delay, throttle and the like wait for.
  public static let window: Int64 = 10_000_000
  /// Nine values a millisecond apart, then a pause that is longer than the wait.
  @inlinable public static func pause(after value: Int) -> Int64 { value % 10 == 9 ? 20_000_000 : 1_000_000 }
}

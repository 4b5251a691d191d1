import Foundation

/// Returns how much time of the processor some work took, in seconds. The work is on the thread of the caller; what
/// other threads and processes do meanwhile does not count, so a busy machine fails no test of a limit.
package func processorSeconds(_ work: () throws -> Void) rethrows -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
  let start = now()
  try work()
  return now() - start
}

/// How many times longer a large work takes than a small one, in processor time of this thread: the least of three
/// measurements, for other programs only make one longer. Those after the first that is below a limit are left out. The
/// first time of the small work does not count: all is new then.
package func growth<Size>(
  _ small: Size, _ large: Size, limit: Double, _ work: (Size) throws -> Void
) rethrows -> Double {
  try work(small)
  var times = (small: Double.infinity, large: Double.infinity)
  for _ in 0..<3 where !(times.large < limit * times.small) {
    times.small = min(times.small, try processorSeconds { try work(small) })
    times.large = min(times.large, try processorSeconds { try work(large) })
  }
  return times.large / times.small
}

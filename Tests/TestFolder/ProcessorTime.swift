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

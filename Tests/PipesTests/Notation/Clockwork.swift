import Pipes
import VirtualTime

/// A source, a test scheduler and an operator between the source and a probe.
final class Clockwork<Output, Failure: Error> {
  let rig = Rig()
  let scheduler = TestScheduler()
  let source: Source<Int, Oops>
  let probe: Probe<Output, Failure>

  init<P: Publisher>(
    demand: Subscribers.Demand? = .unlimited, _ build: (Source<Int, Oops>, TestScheduler<VirtualInstant, Never>) -> P
  ) where P.Output == Output, P.Failure == Failure {
    source = rig.source()
    probe = Probe(rig, demand: demand)
    build(source, scheduler).subscribe(probe)
  }
  /// Lets the time pass up to the second, and notes it.
  func go(to second: Int) -> String {
    do { try scheduler.advance(to: .zero.advanced(by: .seconds(second))) } catch { return "\(error)" }
    return rig.take()
  }
}

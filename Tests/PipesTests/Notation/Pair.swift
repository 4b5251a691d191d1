import Pipes

/// Two sources `A` and `B` under an operator, and a probe.
final class Pair<Output> {
  let rig = Rig()
  let a: Source<Int, Oops>
  let b: Source<Int, Oops>
  let probe: Probe<Output, Oops>

  init<P: Publisher>(demand: Subscribers.Demand? = nil, _ build: (Source<Int, Oops>, Source<Int, Oops>) -> P)
  where P.Output == Output, P.Failure == Oops {
    (a, b) = (rig.source("A"), rig.source("B"))
    probe = Probe(rig, demand: demand)
    build(a, b).subscribe(probe)
  }
}
